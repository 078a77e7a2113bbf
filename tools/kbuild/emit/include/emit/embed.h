/* Code objects as C: a header that holds the bytes and a table of the images in them.
 *
 * A header for the name "affine" defines, whatever its form,
 *   AFFINE_HSACO_SIZE           bytes of data
 *   affine_hsaco                the data, aligned to 4096
 *   AFFINE_HSACO_IMAGE_COUNT
 *   affine_hsaco_images         struct krt_image, sorted by target; see krt/krt.h
 *   AFFINE_HSACO_ID             64 bits that identify the module's images
 * and is C11 and C++17. In the package "kernels" these are KERNELS_AFFINE_HSACO_SIZE,
 * kernels_affine_hsaco and so on. See docs/embedding.md for the forms.
 */
#ifndef KBUILD_EMIT_EMBED_H
#define KBUILD_EMIT_EMBED_H

#include "util/buf.h"
#include "util/status.h"

enum embed_form {
    EMBED_STRING,  /* a string literal */
    EMBED_INCBIN,  /* the assembler reads the data's file */
    EMBED_C23,     /* the compiler does: #embed */
    EMBED_ARCHIVE, /* no data: the images are in archives (emit/pack.h), which libkrt opens */
};

/* The form called |name|, or false. */
bool embed_form_find(const char *name, enum embed_form *out);

/* Why headers of |form| cannot name a file called |name|, or NULL. */
const char *embed_name_fault(enum embed_form form, const char *name);

struct embed_request {
    const char *input;   /* an offload bundle or a single AMD GPU code object */
    const char *output;  /* NULL: |input| and ".h" */
    const char *name;    /* NULL: |input|'s file name up to the first '.'; any text, of which
                          * identifier_from_lower() and _upper() make identifiers */
    const char *package; /* begins each identifier; NULL: none does */
    enum embed_form form;
    bool compress; /* each image is one zstd frame; the data are the frames, sorted by target */
};

/* Writes the header, and for the forms that name a file the data's file beside it, unless that is
 * |input|: the input's file name, and ".zst" when compressed. A file that would stay the same is
 * not touched. STATUS_INPUT when |input| cannot be embedded, STATUS_USAGE when an output would
 * replace it, STATUS_ENVIRONMENT when an output cannot be written; then all files are as they were.
 */
enum status embed_write(const struct embed_request *request);

/* Warns if the headers among |files|, or hsaco.rs, embed more than a program can hold. Names are
 * relative to |directory|, unless that is NULL. */
void embed_warn_size(const struct strings *files, const char *directory);

/* ---- A module's source as a C header, for packages that ship it: see struct krt_source in krt.h.
 *
 * A header for the module "affine" of the package "kernels" defines KERNELS_AFFINE_SOURCE, the
 * initialiser of a struct krt_source.
 */

struct module_source {
    const char *package, *module;
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
