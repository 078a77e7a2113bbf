/* Devices: choosing one, opening it at most once, making it current in a thread, and describing
 * it. */
#include "device.h"

#include "compiler.h"
#include "error.h"
#include "handles.h"
#include "memory.h"
#include "package.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *device_label(const struct krt_device *device, char out[24])
{
    snprintf(out, 24, "%s:%d", driver_prefix(device->driver->kind), device->index);
    return out;
}

krt_status device_enter(struct krt_device *device)
{
    krt_status status = handle_check(device, HANDLE_DEVICE);
    if (status)
        return status;
    const struct driver *driver = device->driver;
    char label[24];
    int code;
    if (driver->kind == KRT_DRIVER_CUDA) {
        void *current = NULL;
        code = driver->context_current(&current);
        if (code || current != device->context)
            code = driver->context_set(device->context);
    } else {
        int current = -1;
        code = driver->device_current(&current);
        if (code || current != device->index)
            code = driver->device_set(device->index);
    }
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "%s: making it the thread's device",
                           device_label(device, label));
    return KRT_OK;
}

krt_status krt_device_describe(struct krt_device *device, struct krt_device_info *info)
{
    if (!device || !info)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_device_describe: |%s| is NULL",
                    device ? "info" : "device");
    krt_status status = handle_check(device, HANDLE_DEVICE);
    return status ? status : give_struct("krt_device_describe", info, &device->info, sizeof *info);
}

krt_status krt_device_synchronize(struct krt_device *device)
{
    char label[24];
    if (!device)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_device_synchronize: |device| is NULL");
    krt_status status = device_enter(device);
    if (status)
        return status;
    int code = device->driver->synchronize();
    return code ? fail_driver(device->driver, code, KRT_ERROR_DRIVER, "waiting for %s",
                              device_label(device, label))
                : KRT_OK;
}

/* ---- The lock and the open devices ----------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct krt_device *open_devices[DEVICES_MAX]; /* the open devices, by slot */
static _Atomic(struct krt_device *) default_device;

/* ---- Choosing a device by a text such as "hip:1" --------------------------------------------- */

/* One element of a list of devices, such as "hip:1". */
struct wanted {
    enum krt_driver kind;
    char which[64]; /* which device: a number, a target, or "" for device 0 */
};

static const char usage[] = "\"hip:0\", \"cuda:1\", \"emu:gfx90a\", or several with commas";

static krt_status parse_wanted(const char *text, size_t length, struct wanted *out)
{
    static const enum krt_driver kinds[] = {KRT_DRIVER_HIP, KRT_DRIVER_EMULATOR, KRT_DRIVER_CUDA};
    const char *colon = memchr(text, ':', length);
    size_t prefix = colon ? (size_t)(colon - text) : length;
    size_t rest = colon ? length - prefix - 1 : 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *name = driver_prefix(kinds[i]);
        if (strlen(name) != prefix || memcmp(name, text, prefix) != 0)
            continue;
        if (rest >= sizeof out->which || (colon && rest == 0))
            break;
        out->kind = kinds[i];
        snprintf(out->which, sizeof out->which, "%.*s", (int)rest, colon ? colon + 1 : "");
        return KRT_OK;
    }
    return fail(KRT_ERROR_INVALID_ARGUMENT, "device \"%.*s\": say %s", (int)length, text, usage);
}

/* Returns the device number in |which|, or the number of the first device with the target |which|.
 * Returns -1 on failure, and adds the reason to |tried|. */
static int choose_index(const struct driver *driver, const char *which, struct tried *tried)
{
    char here[512] = "", *end, target[64];
    size_t length = 0;
    int count = 0, device, code = driver->device_count(&count);
    if (code || count == 0) {
        char why[256] = "it has no device";
        if (code)
            driver_error_text(driver, code, why, sizeof why);
        tried_add(tried, "%s: %s", driver->path, why);
        return -1;
    }
    long index = strtol(which, &end, 10);
    if (*end == '\0') { /* The text is a number; "" means 0. */
        if (index >= 0 && index < count)
            return (int)index;
        tried_add(tried, "%s: no device %ld: there are %d, numbered from 0", driver->path, index,
                  count);
        return -1;
    }
    for (int i = 0; i < count; i++) {
        if (driver->device_get(&device, i) || driver_target(driver, i, device, target))
            continue;
        size_t processor = strcspn(target, ":");
        if (strcmp(target, which) == 0 ||
            (strlen(which) == processor && memcmp(target, which, processor) == 0))
            return i;
        if (length < sizeof here)
            length += (size_t)snprintf(here + length, sizeof here - length, " %s", target);
    }
    tried_add(tried, "%s: no %s; there are%s%s", driver->path, which, here,
              driver->kind == KRT_DRIVER_EMULATOR ? " (HIPEMU_DEVICES says which)" : "");
    return -1;
}

/* ---- Making a device ------------------------------------------------------------------------- */

static krt_status describe(struct krt_device *device, int handle)
{
    static const enum driver_attribute order[] = {DRIVER_MAX_THREADS_PER_BLOCK,
                                                  DRIVER_MAX_BLOCK_X,
                                                  DRIVER_MAX_BLOCK_Y,
                                                  DRIVER_MAX_BLOCK_Z,
                                                  DRIVER_MAX_GRID_X,
                                                  DRIVER_MAX_GRID_Y,
                                                  DRIVER_MAX_GRID_Z,
                                                  DRIVER_SHARED_BYTES,
                                                  DRIVER_WARP_SIZE,
                                                  DRIVER_MULTIPROCESSORS};
    const struct driver *driver = device->driver;
    struct krt_device_info *info = &device->info;
    int values[DRIVER_ATTRIBUTE_COUNT] = {0}, code = 0;
    size_t memory = 0;
    for (size_t i = 0; !code && i < sizeof order / sizeof order[0]; i++)
        code = driver_attribute(driver, order[i], handle, &values[order[i]]);
    if (!code)
        code = driver->device_name(info->name, sizeof info->name, handle);
    if (!code)
        code = driver->device_memory(&memory, handle);
    if (!code)
        code = driver_target(driver, device->index, handle, info->target);
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "%s:%d: asking what it is",
                           driver_prefix(driver->kind), device->index);
    info->struct_size = sizeof *info;
    info->driver = driver->kind;
    info->index = device->index;
    snprintf(info->library, sizeof info->library, "%s", driver->path);
    info->driver_version = driver->version;
    info->max_threads_per_block = (uint32_t)values[DRIVER_MAX_THREADS_PER_BLOCK];
    for (int i = 0; i < 3; i++) {
        info->max_block[i] = (uint32_t)values[DRIVER_MAX_BLOCK_X + i];
        info->max_grid[i] = (uint32_t)values[DRIVER_MAX_GRID_X + i];
    }
    info->shared_bytes = (uint64_t)values[DRIVER_SHARED_BYTES];
    info->warp_size = (uint32_t)values[DRIVER_WARP_SIZE];
    info->multiprocessors = (uint32_t)values[DRIVER_MULTIPROCESSORS];
    info->memory_bytes = memory;
    return KRT_OK;
}

static krt_status parse_target(struct krt_device *device)
{
    struct codeobj_error error;
    if (target_id_parse(device->info.target, &device->target, &error) != CODEOBJ_OK)
        return fail(KRT_ERROR_UNSUPPORTED, "%s:%d: %s: this library is older than the device",
                    driver_prefix(device->driver->kind), device->index, error.message);
    return KRT_OK;
}

/* How a device is used: the members of struct krt_device_options except for its name, after
 * environment variables were applied. */
struct manner {
    const char *override_dir; /* the directory of files that replace images, or NULL */
    bool has_checks;
};

static struct manner decide_manner(const struct krt_device_options *options)
{
    const char *checks = secure_getenv("KRT_CHECKS"), *directory = options->override_dir;
    struct manner manner;
    if (!directory)
        directory = secure_getenv("KRT_OVERRIDE_DIR");
    manner.override_dir = directory && *directory ? directory : NULL;
#ifdef NDEBUG
    manner.has_checks = false;
#else
    manner.has_checks = true;
#endif
    if (options->checks != KRT_CHECKS_DEFAULT)
        manner.has_checks = options->checks == KRT_CHECKS_ON;
    else if (checks && *checks)
        manner.has_checks = strcmp(checks, "0") != 0;
    return manner;
}

static bool has_manner(const struct krt_device *device, const struct manner *manner)
{
    const char *a = device->override_dir ? device->override_dir : "";
    const char *b = manner->override_dir ? manner->override_dir : "";
    return device->has_checks == manner->has_checks && strcmp(a, b) == 0;
}

static void device_free(struct krt_device *device)
{
    const struct driver *driver = device->driver;
    int handle;
    packages_unload(device);
    compiled_destroy(device);
    staging_destroy(device);
    ranges_forget(device);
    if (device->context && driver->device_get(&handle, device->index) == 0)
        driver->context_release(handle);
    handle_remove(device, HANDLE_DEVICE);
    handle_remove(&device->stream, HANDLE_STREAM);
    pthread_mutex_destroy(&device->packages_lock);
    free(device->override_dir);
    free(device);
}

static krt_status device_make(const struct driver *driver, int index, const struct manner *manner,
                              struct krt_device **out)
{
    struct krt_device *device = calloc(1, sizeof *device);
    if (!device)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory to open a device");
    device->driver = driver;
    device->index = index;
    device->has_checks = manner->has_checks;
    device->stream.device = device;
    handle_add(device, HANDLE_DEVICE);
    handle_add(&device->stream, HANDLE_STREAM);
    pthread_mutex_init(&device->packages_lock, NULL);
    int handle, code = driver->device_get(&handle, index);
    krt_status status = KRT_OK;
    if (!code && driver->kind == KRT_DRIVER_CUDA)
        code = driver->context_retain(&device->context, handle);
    if (code)
        status = fail_driver(driver, code, KRT_ERROR_DRIVER, "%s:%d: opening it",
                             driver_prefix(driver->kind), index);
    if (!status && manner->override_dir && !(device->override_dir = strdup(manner->override_dir)))
        status = fail(KRT_ERROR_OUT_OF_MEMORY, "no memory to open a device");
    if (!status)
        status = describe(device, handle);
    if (!status)
        status = parse_target(device);
    if (!status)
        status = pool_find(device, handle);
    if (!status)
        status = staging_create(device);
    if (status) {
        device_free(device);
        return status;
    }
    *out = device;
    return KRT_OK;
}

/* ---- Open devices: the registry, under |lock| ------------------------------------------------ */

static krt_status open_at(const struct driver *driver, int index, const struct manner *manner,
                          struct krt_device **out)
{
    struct krt_device **empty = NULL;
    for (unsigned i = DEVICES_MAX; i-- > 0;) {
        struct krt_device *device = open_devices[i];
        if (!device)
            empty = &open_devices[i];
        if (!device || device->driver != driver || device->index != index)
            continue;
        if (!has_manner(device, manner))
            return fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s:%d is open, or kept by what was made on it, with other options: checks "
                        "%s, override directory \"%s\"",
                        driver_prefix(driver->kind), index, device->has_checks ? "on" : "off",
                        device->override_dir ? device->override_dir : "");
        device->opened++;
        *out = device;
        return KRT_OK;
    }
    if (!empty)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "%d devices are open already", DEVICES_MAX);
    krt_status status = device_make(driver, index, manner, empty);
    if (status)
        return status;
    (*empty)->slot = (unsigned)(empty - open_devices);
    (*empty)->opened = 1;
    *out = *empty;
    return KRT_OK;
}

/* Opens the first element of |list| for which there is a device. */
static krt_status open_first(const char *list, const struct krt_device_options *options,
                             struct krt_device **out)
{
    const char *library = options->library ? options->library : secure_getenv("KRT_LIBRARY");
    struct manner manner = decide_manner(options);
    struct tried tried = {.length = 0};
    struct wanted wanted;
    if (library && !*library)
        library = NULL;
    for (const char *text = list;;) {
        size_t length = strcspn(text, ",");
        krt_status status = parse_wanted(text, length, &wanted);
        if (status)
            return status;
        const struct driver *driver = driver_open(wanted.kind, library, &tried);
        int index = driver ? choose_index(driver, wanted.which, &tried) : -1;
        if (index >= 0)
            return open_at(driver, index, &manner, out);
        if (text[length] == '\0')
            break;
        text += length + 1;
    }
    return fail(KRT_ERROR_NO_DEVICE, "no device for \"%s\"%s; tried:%s", list,
                strstr(list, "emu") ? "" : " (without a GPU: KRT_DEVICE=emu:gfx1100)", tried.text);
}

krt_status krt_device_open(const struct krt_device_options *options, struct krt_device **out)
{
    struct krt_device_options all = {.struct_size = sizeof all};
    if (!out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_device_open: |out| is NULL");
    if (options && options->struct_size < offsetof(struct krt_device_options, library))
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_device_open: struct_size of the options is %zu: set it to their sizeof",
                    options->struct_size);
    if (options) /* Callers that were compiled with an older header pass a shorter struct. */
        memcpy(&all, options,
               options->struct_size < sizeof all ? options->struct_size : sizeof all);
    const char *list = all.device && *all.device ? all.device : secure_getenv("KRT_DEVICE");
    pthread_mutex_lock(&lock);
    krt_status status = open_first(list && *list ? list : "hip,cuda", &all, out);
    pthread_mutex_unlock(&lock);
    return status;
}

/* Whether nobody keeps the device any more. If so, the registry forgets it. The caller holds
 * |lock|. */
static bool device_is_over(struct krt_device *device)
{
    if (device->opened > 0 || device->kept > 0)
        return false;
    open_devices[device->slot] = NULL;
    device->kept = 1; /* This keeps other threads from ending the device, too. */
    return true;
}

/* Ends the device without holding |lock|: those who attached something to a stream may take it. */
static void device_end(struct krt_device *device)
{
    attachments_destroy(&device->stream);
    device_free(device);
}

void krt_device_keep(struct krt_device *device)
{
    pthread_mutex_lock(&lock);
    device->kept++;
    pthread_mutex_unlock(&lock);
}

void krt_device_leave(struct krt_device *device)
{
    pthread_mutex_lock(&lock);
    device->kept--;
    bool is_over = device_is_over(device);
    pthread_mutex_unlock(&lock);
    if (is_over)
        device_end(device);
}

void krt_device_close(struct krt_device *device)
{
    if (!device || handle_check(device, HANDLE_DEVICE))
        return;
    pthread_mutex_lock(&lock);
    bool is_over = device->opened > 0 && --device->opened == 0 && device_is_over(device);
    pthread_mutex_unlock(&lock);
    if (is_over)
        device_end(device);
}

krt_status krt_device_default(struct krt_device **out)
{
    struct krt_device *device = atomic_load_explicit(&default_device, memory_order_acquire);
    if (!out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_device_default: |out| is NULL");
    if (!device) {
        struct krt_device *none = NULL;
        krt_status status = krt_device_open(NULL, &device);
        if (status)
            return status;
        if (!atomic_compare_exchange_strong(&default_device, &none, device)) {
            /* Another thread opened the device first: this one is closed. */
            krt_device_close(device);
            device = none;
        }
    }
    *out = device;
    return KRT_OK;
}
