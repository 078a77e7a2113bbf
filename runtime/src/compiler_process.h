/* The compiler as a process: the program kbuild, which translates CUDA's text to HIP, brings
 * headers and device libraries that HIP lacks, and runs the clang that it finds.
 */
#ifndef KRT_COMPILER_PROCESS_H
#define KRT_COMPILER_PROCESS_H

#include "compile_request.h"
#include "driver.h"

struct process_compiler {
    char program[512]; /* "": there is none */
    char identity[64]; /* differs with each version of the program */
    const char
        *toolchain; /* a directory where it keeps what it finds out; NULL: it keeps nothing */
};

/* Finds the program that KRT_KBUILD names, or kbuild on PATH. */
void process_find(struct process_compiler *out, struct tried *tried);

/* The caller frees |*out_code|. KRT_ERROR_COMPILE: the message is the log, in which the source has
 * its name from the request. KRT_ERROR_UNSUPPORTED: the program cannot compile for the target here;
 * the message is its. Thread-safe. */
krt_status process_compile(const struct process_compiler *compiler,
                           const struct compile_request *request, void **out_code,
                           size_t *out_size);

#endif
