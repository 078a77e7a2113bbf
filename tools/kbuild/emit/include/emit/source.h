/* A module's source as a C header, for packages that ship it: see struct krt_source in krt.h.
 *
 * A header for the module "affine" defines AFFINE_SOURCE, the initialiser of a struct krt_source.
 */
#ifndef KBUILD_EMIT_SOURCE_H
#define KBUILD_EMIT_SOURCE_H

#include "util/buf.h"

#include <stdbool.h>

struct module_source {
    const char *module;
    bool is_hip;              /* else CUDA */
    const char *name;         /* of the text, for messages */
    const char *text;         /* what is compiled */
    struct strings arguments; /* for the compiler */
    struct strings headers;   /* as an #include names them */
    struct strings texts;     /* theirs */
};

void source_header(const struct module_source *source, struct buf *out);
void module_source_free(struct module_source *source); /* what it owns: the lists */

#endif
