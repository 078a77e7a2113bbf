/* The kernels of a source: names, parameters, types, lines. See docs/formats.md,
 * "kbuild-reflect-1".
 */
#ifndef KBUILD_REFLECT_REFLECT_H
#define KBUILD_REFLECT_REFLECT_H

#include "util/buf.h"
#include "util/status.h"

/* All borrowed. */
struct reflect_request {
    const char *source;
    const char *module;              /* the name that goes into the document */
    const char *libclang;            /* path of the library */
    const char *clang;               /* as it is called: names the errors; NULL: the one in PATH */
    const struct strings *arguments; /* of a device compile for one target, without the source */
    const struct strings *precompiled; /* the same with a precompiled header, tried first; or NULL */
    bool takes_declarations;         /* of kernels that the source does not define */
};

/* Appends the JSON document to |out_json|. STATUS_INPUT when the source does not compile: its
 * errors are printed by clang itself. STATUS_ENVIRONMENT
 * when libclang can't be loaded or breaks down. |out_json| is untouched on failure. */
enum status reflect_source(const struct reflect_request *request, struct buf *out_json);

/* The version that the library at |path| reports; owned by the caller. NULL when it cannot be
 * loaded, which is then reported. */
char *reflect_libclang_version(const char *path);

#endif
