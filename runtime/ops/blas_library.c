/* Finding rocBLAS and cuBLAS, opening each at most once. */
#include "blas_library.h"

#include <dlfcn.h>
#include <glob.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct symbol {
    size_t offset; /* of the member in the struct */
    const char *amd, *nvidia;
    bool is_required;
} symbols[] = {
#define BLAS_ROW(member, amd, nvidia, need, parameters)                                            \
    {offsetof(struct blas, member), amd, nvidia, need},
    BLAS_FUNCTIONS(BLAS_ROW)
#undef BLAS_ROW
};

/* Where they are looked for, and the first driver version that they work with. */
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

/* The libraries that were found, by |is_nvidia|; |blas.create| is NULL where there is none. */
static struct {
    pthread_mutex_t lock;
    bool is_tried, is_chosen; /* |is_chosen|: the environment names it */
    struct blas blas;
} found[] = {{.lock = PTHREAD_MUTEX_INITIALIZER}, {.lock = PTHREAD_MUTEX_INITIALIZER}};

/* rocBLAS brings the HIP that it was linked with. If that is not the one that krt uses, it does not
 * know our streams. |driver| is the name that ours was opened by. */
static bool is_of_driver(void *library, const char *driver)
{
    void *theirs = dlsym(library, "hipModuleLaunchKernel");
    void *opened = dlopen(driver, RTLD_NOW | RTLD_NOLOAD);
    void *ours = opened ? dlsym(opened, "hipModuleLaunchKernel") : NULL;
    if (opened)
        dlclose(opened);
    return !theirs || theirs == ours;
}

/* False: |library| lacks a function. */
static bool find_functions(void *library, struct blas *out)
{
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        const char *name = out->is_nvidia ? symbols[i].nvidia : symbols[i].amd;
        void *function = name ? dlsym(library, name) : NULL;
        if (name && !function && symbols[i].is_required)
            return false;
        memcpy((char *)out + symbols[i].offset, &function, sizeof function);
    }
    return true;
}

/* An unusable library stays open, because a driver that it loaded cannot be closed safely. */
static bool try_library(const char *name, const struct krt_device_info *info, struct blas *out)
{
    struct blas blas = {.is_nvidia = info->driver == KRT_DRIVER_CUDA};
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library || !is_of_driver(library, info->library) || !find_functions(library, &blas))
        return false;
    *out = blas;
    return true;
}

static void find_library(const struct krt_device_info *info, bool is_nvidia)
{
    const char *chosen = secure_getenv(places[is_nvidia].variable);
    struct blas *out = &found[is_nvidia].blas;
    found[is_nvidia].is_chosen = chosen && *chosen;
    if (found[is_nvidia].is_chosen) {
        try_library(chosen, info, out);
        return;
    }
    for (size_t i = 0; i < 4 && places[is_nvidia].libraries[i].name && !out->create; i++) {
        if (info->driver_version >= places[is_nvidia].libraries[i].driver_version)
            try_library(places[is_nvidia].libraries[i].name, info, out);
    }
}

/* ---- Kernels for a device ------------------------------------------------------------------- */

/* rocBLAS ends the process at its first product on a GPU that it has no kernels for. They are in
 * files named after the processor, beside the library (in a folder named after its version, in
 * Debian) or where ROCBLAS_TENSILE_LIBPATH says. */
static bool has_kernels(const struct blas *blas, const char *target)
{
    const char *chosen = getenv("ROCBLAS_TENSILE_LIBPATH"); /* as rocBLAS itself reads it */
    char folder[768], pattern[1024];
    void *function;
    Dl_info info;
    glob_t files;
    memcpy(&function, &blas->create, sizeof function);
    if (chosen)
        snprintf(folder, sizeof folder, "%s", chosen);
    else if (dladdr(function, &info) && strrchr(info.dli_fname, '/'))
        snprintf(folder, sizeof folder, "%.*s/rocblas/{,*/}library",
                 (int)(strrchr(info.dli_fname, '/') - info.dli_fname), info.dli_fname);
    else
        return false;
    int length = (int)strcspn(target, ":");
    snprintf(pattern, sizeof pattern, "%s/{TensileLibrary*_%.*s.*,%.*s/TensileLibrary*}", folder,
             length, target, length, target);
    if (glob(pattern, GLOB_BRACE, NULL, &files) != 0)
        return false;
    globfree(&files);
    return true;
}

const struct blas *blas_open(const struct krt_device_info *info)
{
    bool is_nvidia = info->driver == KRT_DRIVER_CUDA;
    const char *chosen = secure_getenv(places[is_nvidia].variable);
    if (info->driver == KRT_DRIVER_EMULATOR && !(chosen && *chosen))
        return NULL;
    pthread_mutex_lock(&found[is_nvidia].lock);
    if (!found[is_nvidia].is_tried)
        find_library(info, is_nvidia);
    found[is_nvidia].is_tried = true;
    pthread_mutex_unlock(&found[is_nvidia].lock);
    const struct blas *blas = &found[is_nvidia].blas;
    if (!blas->create)
        return NULL;
    bool is_trusted = is_nvidia || found[is_nvidia].is_chosen;
    return is_trusted || has_kernels(blas, info->target) ? blas : NULL;
}
