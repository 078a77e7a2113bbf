/* The vendors' driver libraries: finding them and opening each at most once; and the differences
 * between their names, errors, attributes and targets. */
#include "driver.h"

#include "place.h"
#include "recording.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

const char *driver_prefix(enum krt_driver kind)
{
    switch (kind) {
    case KRT_DRIVER_HIP: return "hip";
    case KRT_DRIVER_EMULATOR: return "emu";
    case KRT_DRIVER_CUDA: return "cuda";
    }
    return "unknown";
}

void driver_error_text(const struct driver *driver, int code, char *out, size_t size)
{
    const char *name = NULL, *text = NULL;
    if (driver->kind == KRT_DRIVER_CUDA) {
        driver->cuda_error_name(code, &name);
        driver->cuda_error_text(code, &text);
    } else {
        name = driver->hip_error_name(code);
        text = driver->hip_error_text(code);
    }
    if (!name)
        snprintf(out, size, "error %d", code);
    else if (!text || strcmp(name, text) == 0)
        snprintf(out, size, "%s", name);
    else
        snprintf(out, size, "%s (%s)", text, name);
}

/* Reads an attribute of a device. The table has the numbers of hipDeviceAttribute_t, which are the
 * same in HIP 5.2 to 7.2, and of CUdevice_attribute. */
int driver_attribute(const struct driver *driver, enum driver_attribute attribute, int device,
                     int *out)
{
    static const struct {
        int hip, cuda;
    } numbers[DRIVER_ATTRIBUTE_COUNT] = {
        [DRIVER_MAX_THREADS_PER_BLOCK] = {56, 1},
        [DRIVER_MAX_BLOCK_X] = {26, 2},
        [DRIVER_MAX_BLOCK_Y] = {27, 3},
        [DRIVER_MAX_BLOCK_Z] = {28, 4},
        [DRIVER_MAX_GRID_X] = {29, 5},
        [DRIVER_MAX_GRID_Y] = {30, 6},
        [DRIVER_MAX_GRID_Z] = {31, 7},
        [DRIVER_SHARED_BYTES] = {74, 8},
        [DRIVER_WARP_SIZE] = {87, 10},
        [DRIVER_MULTIPROCESSORS] = {63, 16},
        [DRIVER_MEMORY_POOLS] = {88, 115},
    };
    bool is_cuda = driver->kind == KRT_DRIVER_CUDA;
    return driver->device_attribute(out, is_cuda ? numbers[attribute].cuda : numbers[attribute].hip,
                                    device);
}

static int cuda_target(const struct driver *driver, int device, char out[64])
{
    /* the values of CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR */
    enum { MAJOR = 75, MINOR = 76 };
    int major, minor, code = driver->device_attribute(&major, MAJOR, device);
    if (!code)
        code = driver->device_attribute(&minor, MINOR, device);
    if (!code)
        snprintf(out, 64, "sm_%d%d", major, minor);
    return code;
}

/* Reads the target from the member gcnArchName. The member has one offset in the hipDeviceProp_t of
 * HIP 5 (792 bytes) and another offset in that of HIP 6 and 7 (1472 bytes), which a function of
 * another name fills in. */
static int hip_target(const struct driver *driver, int index, char out[64])
{
    enum { ARCH_5 = 396, ARCH_6 = 1160, ARCH_SIZE = 256 };
    union {
        char bytes[8192];
        long long aligned;
    } properties = {.bytes = {0}};
    bool is_new = driver->device_properties != NULL;
    int code = is_new ? driver->device_properties(properties.bytes, index)
                      : driver->device_properties_5(properties.bytes, index);
    if (!code) {
        properties.bytes[(is_new ? ARCH_6 : ARCH_5) + ARCH_SIZE - 1] = '\0';
        snprintf(out, 64, "%.63s", properties.bytes + (is_new ? ARCH_6 : ARCH_5));
    }
    return code;
}

int driver_target(const struct driver *driver, int index, int device, char out[64])
{
    return driver->kind == KRT_DRIVER_CUDA ? cuda_target(driver, device, out)
                                           : hip_target(driver, index, out);
}

/* ---- Functions of a library ----------------------------------------------------------------- */

const char *symbols_find(void *library, const struct symbol *symbols, size_t count, bool is_nvidia,
                         void *out)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = is_nvidia ? symbols[i].nvidia : symbols[i].amd;
        void *function = name ? dlsym(library, name) : NULL;
        if (!function && name && symbols[i].need == REQUIRED)
            return name;
        memcpy((char *)out + symbols[i].offset, &function, sizeof function);
    }
    return NULL;
}

enum { DRIVERS_MAX = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct driver *drivers[DRIVERS_MAX];
static unsigned driver_count;

void tried_add(struct tried *tried, const char *format, ...)
{
    size_t room = sizeof tried->text - tried->length;
    va_list arguments;
    if (room < 8)
        return;
    va_start(arguments, format);
    memcpy(tried->text + tried->length, "\n  ", 4);
    int length = vsnprintf(tried->text + tried->length + 3, room - 3, format, arguments);
    va_end(arguments);
    tried->length += 3 + ((size_t)length < room - 3 ? (size_t)length : room - 4);
}

/* ---- The driver's functions ------------------------------------------------------------------ */

static const struct symbol symbols[] = {
#define DRIVER_ROW(member, hip, cuda, need, parameters)                                            \
    {offsetof(struct driver, member), hip, cuda, need},
    DRIVER_FUNCTIONS(DRIVER_ROW)
#undef DRIVER_ROW
        {offsetof(struct driver, hip_error_name), "hipGetErrorName", NULL, REQUIRED},
    {offsetof(struct driver, hip_error_text), "hipGetErrorString", NULL, REQUIRED},
    {offsetof(struct driver, cuda_error_name), NULL, "cuGetErrorName", REQUIRED},
    {offsetof(struct driver, cuda_error_text), NULL, "cuGetErrorString", REQUIRED},
};

const char *driver_function_name(const struct driver *driver, size_t offset)
{
    size_t i = 0;
    while (symbols[i].offset != offset)
        i++;
    return driver->kind == KRT_DRIVER_CUDA ? symbols[i].nvidia : symbols[i].amd;
}

/* Fills in the driver's functions. Returns NULL, or the name of a required function that is
 * missing. */
static const char *find_functions(struct driver *driver)
{
    bool is_cuda = driver->kind == KRT_DRIVER_CUDA;
    const char *missing =
        symbols_find(driver->library, symbols, sizeof symbols / sizeof symbols[0], is_cuda, driver);
    if (missing)
        return missing;
    if (!is_cuda && !driver->device_properties && !driver->device_properties_5)
        return "hipGetDeviceProperties";
    return NULL;
}

/* Puts the recorder's functions in the place of the driver's, if launches are recorded. */
static void record(struct driver *driver)
{
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        char *member = (char *)driver + symbols[i].offset;
        void *function = NULL, *replacement = NULL;
        memcpy(&function, member, sizeof function);
        if (function && symbols[i].amd)
            replacement = recording_replace(driver->library, symbols[i].amd);
        if (replacement)
            memcpy(member, &replacement, sizeof replacement);
    }
}

/* ---- Paths ------------------------------------------------------------------------- */

/* Finds libhipemu beside this library, or beside the program that contains it, because both may
 * have been installed together. Returns NULL if libhipemu is not there, or if the process has
 * raised rights: then libkrt uses only the loader's directories. */
static const char *beside(char out[PATH_MAX])
{
    static const char name[] = "/libhipemu.so.0";
    char self[PATH_MAX];
    if (getauxval(AT_SECURE) || !place_find(&drivers, self))
        return NULL;
    strcpy(out, self);
    place_cut_name(out);
    if (strlen(out) + sizeof name > PATH_MAX || place_is_foreign(*out ? out : "/", self))
        return NULL;
    return strcat(out, name);
}

static void tell_devices(void *library)
{
    /* Without HIPEMU_DEVICES, libhipemu gets a device for each target that libkrt knows. */
    int (*set_devices)(const char *);
    void *function = dlsym(library, "hipemuSetDevices");
    memcpy(&set_devices, &function, sizeof function);
    if (function)
        set_devices("gfx1030,gfx1100,gfx90a,gfx906,gfx908,gfx942,gfx1010,gfx1200");
}

/* Opens |path|. If that is impossible, adds the reason to |tried|. */
static struct driver *open_library(enum krt_driver kind, const char *path, struct tried *tried)
{
    struct driver *driver = calloc(1, sizeof *driver);
    if (!driver) {
        tried_add(tried, "%s: no memory", path);
        return NULL;
    }
    driver->kind = kind;
    snprintf(driver->path, sizeof driver->path, "%s", path);
    driver->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!driver->library) {
        const char *why = dlerror();
        tried_add(tried, "%s: %s", path, why ? why : "cannot be opened");
        free(driver);
        return NULL;
    }
    const char *missing = find_functions(driver);
    if (missing) {
        tried_add(tried, "%s: lacks %s: too old, or another library", path, missing);
        dlclose(driver->library);
        free(driver);
        return NULL;
    }
    return driver;
}

/* Initialises the driver. A library whose driver cannot start stays open, because drivers do not
 * survive being closed. The next call tries the same library again. */
static bool start(struct driver *driver, struct tried *tried)
{
    char why[256];
    int code;
    if (driver->kind == KRT_DRIVER_EMULATOR)
        tell_devices(driver->library);
    code = driver->init(0);
    if (!code)
        code = driver->driver_version(&driver->version);
    if (!code)
        return true;
    driver_error_text(driver, code, why, sizeof why);
    tried_add(tried, "%s: %s%s: %s", driver->path,
              code == DRIVER_ERROR_NO_DEVICE || code == DRIVER_ERROR_INVALID_DEVICE
                  ? "it finds no GPU: "
                  : "",
              DRIVER_NAME(driver, init), why);
    return false;
}

static const struct driver *find_open(enum krt_driver kind, const char *path)
{
    for (unsigned i = 0; i < driver_count; i++) {
        if (drivers[i]->kind == kind && strcmp(drivers[i]->path, path) == 0)
            return drivers[i];
    }
    return NULL;
}

static const struct driver *try_path(enum krt_driver kind, const char *path, struct tried *tried)
{
    const struct driver *known = find_open(kind, path);
    if (known)
        return known;
    if (driver_count == DRIVERS_MAX) {
        tried_add(tried, "%s: %d libraries are open already", path, DRIVERS_MAX);
        return NULL;
    }
    struct driver *driver = open_library(kind, path, tried);
    if (!driver || !start(driver, tried)) {
        free(driver);
        return NULL;
    }
    if (kind != KRT_DRIVER_CUDA)
        record(driver);
    return drivers[driver_count++] = driver;
}

const struct driver *driver_open(enum krt_driver kind, const char *library, struct tried *tried)
{
    char own[PATH_MAX];
    const char *names[4] = {library};
    if (!library && kind == KRT_DRIVER_HIP) {
        names[0] = "libamdhip64.so.7";
        names[1] = "libamdhip64.so.6";
        names[2] = "libamdhip64.so.5";
    } else if (!library && kind == KRT_DRIVER_CUDA) {
        names[0] = "libcuda.so.1";
    } else if (!library) {
        names[0] = beside(own);
        names[names[0] ? 1 : 0] = "libhipemu.so.0";
    }
    const struct driver *driver = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; !driver && i < 4 && names[i]; i++)
        driver = try_path(kind, names[i], tried);
    pthread_mutex_unlock(&lock);
    return driver;
}
