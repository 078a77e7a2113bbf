/* The vendors' compilers that come as libraries, found with dlopen(): hiprtc and NVRTC, one table
 * for both, because hiprtc is modelled on NVRTC.
 *
 * Every function returns 0 or an error code, unless the table says otherwise.
 */
#ifndef KRT_COMPILER_H
#define KRT_COMPILER_H

#include "compile_request.h"
#include "driver.h"

/* X(member, AMD's name, NVIDIA's name, need, result, parameters), as in driver.h. */
#define COMPILER_FUNCTIONS(X)                                                                      \
    X(version, "hiprtcVersion", "nvrtcVersion", REQUIRED, int, (int *out_major, int *out_minor))   \
    X(error_name, "hiprtcGetErrorString", "nvrtcGetErrorString", REQUIRED, const char *,           \
      (int code))                                                                                  \
    X(create, "hiprtcCreateProgram", "nvrtcCreateProgram", REQUIRED, int,                          \
      (void **out, const char *source, const char *name, int header_count,                         \
       const char *const *header_texts, const char *const *header_names))                          \
    X(destroy, "hiprtcDestroyProgram", "nvrtcDestroyProgram", REQUIRED, int, (void **program))     \
    X(compile, "hiprtcCompileProgram", "nvrtcCompileProgram", REQUIRED, int,                       \
      (void *program, int argument_count, const char *const *arguments))                           \
    X(log_size, "hiprtcGetProgramLogSize", "nvrtcGetProgramLogSize", REQUIRED, int,                \
      (void *program, size_t *out))                                                                \
    X(log, "hiprtcGetProgramLog", "nvrtcGetProgramLog", REQUIRED, int, (void *program, char *out)) \
    X(code_size, "hiprtcGetCodeSize", "nvrtcGetCUBINSize", REQUIRED, int,                          \
      (void *program, size_t *out))                                                                \
    X(code, "hiprtcGetCode", "nvrtcGetCUBIN", REQUIRED, int, (void *program, char *out))           \
    X(arch_count, NULL, "nvrtcGetNumSupportedArchs", OPTIONAL, int, (int *out))                    \
    X(archs, NULL, "nvrtcGetSupportedArchs", OPTIONAL, int, (int *out))

/* An open library. It is never closed, because compilers do not survive that. */
struct compiler {
    bool is_nvrtc;
    char path[256];     /* as it was opened */
    char identity[192]; /* kind, version and files; differs wherever the code may differ */
    void *library;
#define COMPILER_MEMBER(member, amd, nvidia, need, result, parameters) result(*member) parameters;
    COMPILER_FUNCTIONS(COMPILER_MEMBER)
#undef COMPILER_MEMBER
};

/* Opens the compiler for devices of |driver|: the library that KRT_HIPRTC or KRT_NVRTC names, or
 * the first of the usual ones. KRT_ERROR_UNSUPPORTED when there is none: the message lists what was
 * tried. */
krt_status compiler_open(const struct driver *driver, struct compiler *out);

/* The caller frees |*out_code|. KRT_ERROR_UNSUPPORTED: the compiler does not know the target; the
 * message has the remedy. KRT_ERROR_COMPILE: the message is the compiler's log, in which the source
 * has its name from the request. Thread-safe; AMD's compiles one at a time. */
krt_status compiler_run(const struct compiler *compiler, const struct compile_request *request,
                        void **out_code, size_t *out_size);

#endif
