/* Describes the kernels of a source: names, parameters, types, lines. See docs/formats.md,
 * "kbuild-reflect-1". */
#ifndef KBUILD_REFLECT_REFLECT_H
#define KBUILD_REFLECT_REFLECT_H

#include "util/buf.h"
#include "util/status.h"

/* All pointers are borrowed. */
struct reflect_request {
    const char *source;
    const char *module;   /* name of the module in the JSON document */
    const char *libclang; /* path of libclang.so */
    /* the clang that prints the errors of the source; NULL: clang++ in PATH */
    const char *clang;
    /* clang's arguments when it compiles for one target, without the source */
    const struct strings *arguments;
    /* |arguments| with a precompiled header, which are tried before |arguments|; NULL: no such
     * header */
    const struct strings *precompiled;
    /* whether kernels are described too that are declared and not defined */
    bool takes_declarations;
};

/* Appends the JSON document to |out_json|. A failure leaves |out_json| as it was. Returns
 * STATUS_INPUT when the source does not compile; clang then prints the errors. Returns
 * STATUS_ENVIRONMENT when libclang cannot be loaded or fails. */
enum status reflect_source(const struct reflect_request *request, struct buf *out_json);

/* Returns the version that the libclang at |path| reports; the caller frees it. If the library
 * cannot be loaded, returns NULL and reports why. */
char *reflect_libclang_version(const char *path);

#endif
