/* Finds the compiler for NVIDIA GPUs: nvcc, or clang with an installation of CUDA. docs/cuda.md
 * lists the places. Nothing is cached: only builds with such targets look. */
#ifndef KBUILD_TOOLCHAIN_CUDA_H
#define KBUILD_TOOLCHAIN_CUDA_H

#include "util/buf.h"
#include "util/status.h"

struct cuda_compiler {
    char *program;     /* absolute, of nvcc; NULL: the toolchain's clang compiles */
    char *prefix;      /* for clang: the directory of CUDA; NULL with nvcc */
    char *version;     /* of CUDA, "13.0"; NULL: not known */
    char *fingerprint; /* of the compiler: changes with its version */
};

/* |wanted|: the value of --nvcc, or NULL. STATUS_ENVIRONMENT when there is none. */
enum status cuda_compiler_find(const char *wanted, struct cuda_compiler *out);
/* The same, but prints nothing: returns the message, owned by the caller, or NULL. */
char *cuda_compiler_look(const char *wanted, struct cuda_compiler *out);
void cuda_compiler_free(struct cuda_compiler *compiler);

#endif
