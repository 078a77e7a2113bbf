/* The compilers for a device, in their order: the vendor's library, then a process. */
#ifndef KRT_COMPILERS_H
#define KRT_COMPILERS_H

#include "compiler.h"
#include "compiler_process.h"

struct compilers {
    struct compiler library;
    bool has_library;
    struct process_compiler process;
    char *missing;      /* the message of what is not there; NULL: nothing is missing */
    char identity[256]; /* differs wherever the code may differ */
};

/* KRT_ERROR_UNSUPPORTED when there is no compiler at all: the message lists what was tried. */
krt_status compilers_open(const struct driver *driver, struct compilers *out);
void compilers_close(struct compilers *compilers);

/* As compiler_run(). The message of a failure is that of the last compiler which knows the target.
 */
krt_status compilers_run(const struct compilers *compilers, const struct compile_request *request,
                         void **out_code, size_t *out_size);

#endif
