/* Finding rocBLAS and cuBLAS, opening each at most once. */
#include "blas_library.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum need { REQUIRED, OPTIONAL };

static const struct {
    size_t offset; /* of the member in struct blas */
    const char *amd, *nvidia;
    enum need need;
} symbols[] = {
#define BLAS_ROW(member, amd, nvidia, need, parameters)                                            \
    {offsetof(struct blas, member), amd, nvidia, need},
    BLAS_FUNCTIONS(BLAS_ROW)
#undef BLAS_ROW
};

/* Where they are looked for, and from which version of the driver on they are of use. */
static const struct {
    const char *variable;
    struct {
        const char *name;
        int driver_version;
    } libraries[4];
} places[] = {
    {"KRT_ROCBLAS",
     {{"librocblas.so.5", 0},
      {"librocblas.so.4", 0},
      {"librocblas.so.3", 0},
      {"librocblas.so.0", 0}}},
    {"KRT_CUBLAS",
     {{"libcublas.so.13", 13000}, {"libcublas.so.12", 12000}, {"libcublas.so.11", 11000}}},
};

/* What was found, by |is_nvidia|; |blas.create| is NULL where there is none. */
static struct {
    pthread_mutex_t lock;
    bool is_tried, is_chosen; /* |is_chosen|: the environment names it */
    struct blas blas;
} found[] = {{.lock = PTHREAD_MUTEX_INITIALIZER}, {.lock = PTHREAD_MUTEX_INITIALIZER}};

/* rocBLAS brings the HIP that it was linked with. Another one than ours knows nothing of our
 * streams. */
static bool is_of_driver(void *library, const struct driver *driver)
{
    void *theirs = dlsym(library, "hipModuleLaunchKernel");
    return !theirs || memcmp(&theirs, &driver->launch, sizeof theirs) == 0;
}

/* A library that is of no use stays open, because a driver that it brought along does not bear
 * being closed. */
static bool try_library(const char *name, const struct driver *driver, bool is_nvidia,
                        struct blas *out)
{
    struct blas blas = {.is_nvidia = is_nvidia};
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library || !is_of_driver(library, driver))
        return false;
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        const char *symbol = is_nvidia ? symbols[i].nvidia : symbols[i].amd;
        void *function = symbol ? dlsym(library, symbol) : NULL;
        if (!function && symbol && symbols[i].need == REQUIRED)
            return false;
        memcpy((char *)&blas + symbols[i].offset, &function, sizeof function);
    }
    *out = blas;
    return true;
}

static void find_library(const struct driver *driver, bool is_nvidia)
{
    const char *chosen = secure_getenv(places[is_nvidia].variable);
    struct blas *out = &found[is_nvidia].blas;
    found[is_nvidia].is_chosen = chosen && *chosen;
    if (found[is_nvidia].is_chosen) {
        try_library(chosen, driver, is_nvidia, out);
        return;
    }
    for (size_t i = 0; i < 4 && places[is_nvidia].libraries[i].name && !out->create; i++) {
        if (driver->version >= places[is_nvidia].libraries[i].driver_version)
            try_library(places[is_nvidia].libraries[i].name, driver, is_nvidia, out);
    }
}

/* ---- Kernels for a device ------------------------------------------------------------------- */

static bool matches(const char *folder, const char *pattern, const char *processor)
{
    char path[1024];
    glob_t files;
    int length = snprintf(path, sizeof path, "%s/", folder);
    snprintf(path + length, sizeof path - (size_t)length, pattern, processor);
    bool is_there = glob(path, 0, NULL, &files) == 0;
    if (is_there)
        globfree(&files);
    return is_there;
}

/* rocBLAS ends the process at its first product on a GPU that it has no kernels for. They are in
 * files: of each processor, or of all. */
static bool has_kernels(const struct blas *blas, const char *target)
{
    static const char *const places_beside[] = {"rocblas/library", "rocblas/*/library"};
    const char *chosen = getenv("ROCBLAS_TENSILE_LIBPATH");
    char folder[768], processor[64];
    void *function;
    Dl_info info;
    snprintf(processor, sizeof processor, "%.*s", (int)strcspn(target, ":"), target);
    memcpy(&function, &blas->create, sizeof function);
    if (!dladdr(function, &info) || !strrchr(info.dli_fname, '/'))
        return false;
    for (size_t i = 0; i < 2; i++) {
        int length = (int)(strrchr(info.dli_fname, '/') - info.dli_fname);
        if (chosen)
            snprintf(folder, sizeof folder, "%s", chosen);
        else
            snprintf(folder, sizeof folder, "%.*s/%s", length, info.dli_fname, places_beside[i]);
        if (matches(folder, "TensileLibrary*_%s.*", processor) ||
            matches(folder, "%s/TensileLibrary*", processor))
            return true;
    }
    return false;
}

const struct blas *blas_open(const struct krt_device *device)
{
    enum krt_driver kind = device->driver->kind;
    bool is_nvidia = kind == KRT_DRIVER_CUDA;
    const char *chosen = secure_getenv(places[is_nvidia].variable);
    if (kind == KRT_DRIVER_EMULATOR && !(chosen && *chosen))
        return NULL;
    pthread_mutex_lock(&found[is_nvidia].lock);
    if (!found[is_nvidia].is_tried)
        find_library(device->driver, is_nvidia);
    found[is_nvidia].is_tried = true;
    pthread_mutex_unlock(&found[is_nvidia].lock);
    const struct blas *blas = &found[is_nvidia].blas;
    if (!blas->create)
        return NULL;
    return is_nvidia || found[is_nvidia].is_chosen || has_kernels(blas, device->info.target) ? blas
                                                                                           : NULL;
}
