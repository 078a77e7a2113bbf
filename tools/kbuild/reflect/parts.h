/* The steps of reflect_source(), each a file. */
#ifndef KBUILD_REFLECT_PARTS_H
#define KBUILD_REFLECT_PARTS_H

#include "libclang.h"
#include "util/buf.h"

#include <jansson.h>
#include <stdbool.h>

/* A source that has been parsed. All borrowed. */
struct unit {
    const struct libclang *libclang;
    CXIndex index;
    CXTranslationUnit handle;
    const char *directory; /* of the source, absolute: absolute names are made relative to it */
};

/* The presumed place of something: after #line, and outside of macros. */
struct place {
    char *file; /* never absolute; owned by the caller */
    unsigned line, column;
};
struct place unit_locate(const struct unit *unit, CXSourceLocation location);

/* ---- kernels.c ---- */

/* Appends a document for every kernel, and every kernel template, of the project. */
enum status kernels_collect(const struct unit *unit, json_t *kernels, json_t *templates);

/* ---- types.c ---- */

/* {"name", "spelled", "canonical", "size", "align", "type"} of parameter |index| of |function|. */
json_t *parameter_describe(const struct unit *unit, CXCursor function, unsigned index);

/* ---- errors.c ---- */

/* Appends every error of |unit| to |out| as clang writes it; false when there is none. */
bool errors_format(const struct unit *unit, struct buf *out);

#endif
