/* Compilers at run time: requests, the compilers (the vendors' libraries and the program kbuild),
 * and the state of krt_compile() for a device. */
#ifndef KRT_COMPILER_H
#define KRT_COMPILER_H

#include "disk_cache.h"
#include "driver.h"

#include <krt/krt.h>

#include <time.h>

/* ---- A request to krt_compile(). Texts are borrowed from the caller. */

struct compile_request {
    const char *target; /* the target, such as "gfx90a:sramecc+:xnack-" or "sm_90" */
    const char *source;
    struct krt_compile_options options; /* the options, with all members set; |name| is not NULL */
    const char **headers; /* the lists of names and texts in |options|, if libkrt adds a header;
                             owned; or NULL */
};

/* Checks the arguments of krt_compile(). Adds kir/device.cuh to the headers if a text includes it
 * and the caller does not bring one. After success, call request_free(). */
krt_status request_make(struct compile_request *out, const struct krt_device *device,
                        const char *source, const struct krt_compile_options *options);

void request_free(struct compile_request *request);

/* Whether the request's arguments may let the compiler look for files. If they do, the code cannot
 * be kept, because the compiler may find another file the next time. */
bool request_searches(const struct compile_request *request);

/* Whether the request's texts may include files other than the headers that the request brings
 * along. */
bool request_includes_files(const struct compile_request *request);

/* Whether the request's texts may define kernels. */
bool request_has_kernels(const struct compile_request *request);

/* Computes a digest of every text that the code depends on; |compiler| identifies the compiler.
 * Returns false when there is no memory. */
bool request_key(const struct compile_request *request, const char *compiler,
                 struct cache_key *out);

/* Returns |text| after a #line with |name|: without it, compilers show file names of their own in
 * messages. The caller frees the result. NULL when there is no memory. */
char *text_named(const char *name, const char *text);

/* ---- The files that a compilation read. */

struct compile_inputs {
    char *text; /* a line for each file, as compile_inputs.c describes; owned */
    size_t size;
    /* whether all inputs are known; if false, a change of an input might not be noticed, so the
     * code must not be kept */
    bool are_known;
};

/* Notes the files that |depfile|, the text of a depfile, lists, except for files below the
 * directory |without|. |started| is when the compilation began. */
void compile_inputs_read(const char *depfile, const char *without, const struct timespec *started,
                         struct compile_inputs *out);
bool compile_inputs_are_current(const struct compile_inputs *inputs);
void compile_inputs_free(struct compile_inputs *inputs);

/* What a compilation makes: the code, and the files that the compiler read. */
struct compiled_code {
    void *bytes; /* the code, owned by this struct */
    size_t size;
    struct compile_inputs inputs;
};

void compiled_code_free(struct compiled_code *code);

/* ---- The vendors' compilers that are libraries, found with dlopen(): hiprtc and NVRTC. Both have
 * one table, because hiprtc is modelled on NVRTC.
 *
 * Every function returns 0 or an error code, unless the table says otherwise.
 */

/* X(member, hiprtc's name, NVRTC's name, need, result, parameters). driver.h describes |need|, and
 * a name of NULL. */
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

/* A compiler library that is open. It is never closed, because hiprtc and NVRTC do not survive
 * that. */
struct compiler {
    bool is_nvrtc;
    char path[256]; /* the name by which the library was opened */
    /* a text with the kind, version and files of the library; it differs if two libraries may make
     * different code */
    char identity[192];
    void *library;
#define COMPILER_MEMBER(member, amd, nvidia, need, result, parameters) result(*member) parameters;
    COMPILER_FUNCTIONS(COMPILER_MEMBER)
#undef COMPILER_MEMBER
};

/* Opens the compiler for devices of |driver|: the library that KRT_HIPRTC or KRT_NVRTC names, or
 * the first of the usual libraries. KRT_ERROR_UNSUPPORTED when there is no compiler: the message
 * lists the libraries that were tried. */
krt_status compiler_open(const struct driver *driver, struct compiler *out);

/* Compiles a request. The caller frees |*out|. KRT_ERROR_UNSUPPORTED: the compiler does not know
 * the target; the message has the remedy. KRT_ERROR_COMPILE: the message is the compiler's log, in
 * which the source has the name from the request. Thread-safe; hiprtc compiles one program at a
 * time. */
krt_status compiler_run(const struct compiler *compiler, const struct compile_request *request,
                        struct compiled_code *out);

/* ---- The compiler that is a process: the program kbuild. It translates CUDA to HIP, brings
 * headers and device libraries that HIP lacks, and runs the clang that it finds.
 */

struct process_compiler {
    char program[512]; /* the path of the program kbuild; "" if it was not found */
    char identity[64]; /* a text that differs between versions of kbuild */
    /* a directory where kbuild keeps what it finds out about the machine; NULL if it keeps
     * nothing */
    const char *toolchain;
};

/* Finds the program that KRT_KBUILD names, or else kbuild on PATH, or else the kbuild that is
 * installed with libkrt. |tried| gets the places that were tried. */
void process_find(struct process_compiler *out, struct tried *tried);

/* Compiles the request's texts as CUDA, or as HIP. The caller frees |*out|. KRT_ERROR_COMPILE: the
 * message is the log, in which the source has the name from the request. KRT_ERROR_UNSUPPORTED: the
 * program cannot compile for the target here, and the message is the program's; or a signal ended
 * the program. KRT_ERROR_IO: the program cannot be run, or temporary files cannot be written.
 * Thread-safe. */
krt_status process_compile(const struct process_compiler *compiler,
                           const struct compile_request *request, bool is_cuda,
                           struct compiled_code *out);

/* ---- The compilers for a device, in their order: the vendor's library, then a process. */

struct compilers {
    struct compiler library;
    bool has_library;
    struct process_compiler process;
    char *missing;      /* a message: which compiler is missing, and how to get it; NULL if none is
                           missing */
    struct tried tried; /* the places where libkrt looked for |process| */
    char identity[256]; /* a text that differs if two sets of compilers may make different code */
};

/* Finds the compilers for devices of |driver|. KRT_ERROR_UNSUPPORTED when there is no compiler at
 * all: the message lists the places that were tried. */
krt_status compilers_open(const struct driver *driver, struct compilers *out);
void compilers_close(struct compilers *compilers);

/* Compiles like compiler_run(), with the first compiler that can. The message of a failure is that
 * of the last compiler that knows the target.
 */
krt_status compilers_run(const struct compilers *compilers, const struct compile_request *request,
                         struct compiled_code *out);

/* ---- The state of krt_compile() for a device. */

/* Does what krt_compile() does, but returns the code instead of loading it. The caller frees the
 * code. */
krt_status compile_code(struct krt_device *device, const char *source,
                        const struct krt_compile_options *options, void **out_code,
                        size_t *out_size);

/* Frees |device->compiled|, which is made when the device first compiles. */
void compiled_destroy(struct krt_device *device);

#endif
