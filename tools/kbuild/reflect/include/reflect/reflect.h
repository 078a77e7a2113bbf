/* Describes the kernels of a source: names, parameters, types, lines. See docs/formats.md,
 * "kbuild-reflect-1". */
#ifndef KBUILD_REFLECT_REFLECT_H
#define KBUILD_REFLECT_REFLECT_H

#include "util/buf.h"
#include "util/status.h"

/* All pointers are borrowed. */
struct reflect_request {
    const char *source;
    const char *module;   /* the module's name in the document */
    const char *libclang; /* path of the library */
    const char *clang;    /* the command that prints errors of the source; NULL: clang++ in PATH */
    const struct strings *arguments;   /* of a device compile for one target, without the source */
    const struct strings *precompiled; /* the same arguments with a precompiled header, which are
                                          tried first; or NULL */
    bool takes_declarations;           /* also describe kernels that are only declared */
};

/* Appends the JSON document to |out_json|, which stays untouched on failure. Returns STATUS_INPUT
 * when the source does not compile: clang prints its errors. Returns STATUS_ENVIRONMENT when
 * libclang cannot be loaded or fails. */
enum status reflect_source(const struct reflect_request *request, struct buf *out_json);

/* Returns the version that the library at |path| reports; the caller frees it. Returns NULL, and
 * reports why, when the library cannot be loaded. */
char *reflect_libclang_version(const char *path);

#endif
