/* The functions of hiprtc that AMD's libraries with sonames 5 and 6 also export. Each calls the
 * function of the same name in our libhiprtc, even if this library comes first in the search for
 * symbols (LD_PRELOAD). */
#include "runtime.h"

#include <dlfcn.h>
#include <stdio.h>

enum { INTERNAL_ERROR = 11 }; /* the value of HIPRTC_ERROR_INTERNAL_ERROR */

static void *open_compiler(void)
{
    char name[32];
    snprintf(name, sizeof name, "libhiprtc.so.%d", hip_abi);
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    return library ? library : dlopen("libhiprtc.so", RTLD_LAZY | RTLD_LOCAL);
}

/* Returns the function |name| of libhiprtc, or NULL; libhiprtc stays open. If libhiprtc lacks the
 * function, dlsym() may return the function of this library, because libhiprtc depends on this
 * library. */
static void *find(const char *name)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static void *library;
    pthread_mutex_lock(&lock);
    if (!library)
        library = open_compiler();
    void *function = library ? dlsym(library, name) : NULL;
    pthread_mutex_unlock(&lock);
    if (!function)
        say("%s: there is no libhiprtc.so.%d that has it", name, hip_abi);
    return function;
}

#define FORWARD(name, parameters, ...)                                                             \
    __attribute__((visibility("default"))) int name parameters;                                    \
    int name parameters                                                                            \
    {                                                                                              \
        int(*next) parameters = NULL;                                                              \
        *(void **)&next = find(#name);                                                             \
        return next && next != name ? next(__VA_ARGS__) : INTERNAL_ERROR;                          \
    }

FORWARD(hiprtcVersion, (int *major, int *minor), major, minor)
FORWARD(hiprtcCreateProgram,
        (void **out, const char *source, const char *name, int count, const char **headers,
         const char **names),
        out, source, name, count, headers, names)
FORWARD(hiprtcDestroyProgram, (void **program), program)
FORWARD(hiprtcAddNameExpression, (void *program, const char *expression), program, expression)
FORWARD(hiprtcCompileProgram, (void *program, int count, const char **options), program, count,
        options)
FORWARD(hiprtcGetLoweredName, (void *program, const char *expression, const char **out), program,
        expression, out)
FORWARD(hiprtcGetProgramLogSize, (void *program, size_t *out), program, out)
FORWARD(hiprtcGetProgramLog, (void *program, char *out), program, out)
FORWARD(hiprtcGetCodeSize, (void *program, size_t *out), program, out)
FORWARD(hiprtcGetCode, (void *program, char *out), program, out)
FORWARD(hiprtcGetBitcodeSize, (void *program, size_t *out), program, out)
FORWARD(hiprtcGetBitcode, (void *program, char *out), program, out)
FORWARD(hiprtcLinkCreate, (unsigned count, void *options, void **values, void **out), count,
        options, values, out)
FORWARD(hiprtcLinkAddFile,
        (void *link, int type, const char *path, unsigned count, void *options, void **values),
        link, type, path, count, options, values)
FORWARD(hiprtcLinkAddData,
        (void *link, int type, void *image, size_t size, const char *name, unsigned count,
         void *options, void **values),
        link, type, image, size, name, count, options, values)
FORWARD(hiprtcLinkComplete, (void *link, void **out, size_t *out_size), link, out, out_size)
FORWARD(hiprtcLinkDestroy, (void *link), link)

const char *hiprtcGetErrorString(int result)
{
    const char *(*next)(int) = NULL;
    *(void **)&next = find("hiprtcGetErrorString");
    return next && next != hiprtcGetErrorString
               ? next(result)
               : "HIPRTC_ERROR_INTERNAL_ERROR: there is no libhiprtc";
}
