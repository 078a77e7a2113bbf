/* Code objects as C: a header that holds the bytes and a table of the images in them.
 *
 * In each form, a header for the name "affine" defines
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
    EMBED_STRING, /* the header has the bytes as a string literal */
    EMBED_INCBIN, /* the assembler reads the bytes from a file: .incbin */
    EMBED_C23,    /* the compiler reads the bytes from a file: #embed */
    /* the header has no bytes: the images are in archives (emit/pack.h), which libkrt opens */
    EMBED_ARCHIVE,
};

/* Finds the form of embedding called |name|. Returns false if there is none. */
bool embed_form_find(const char *name, enum embed_form *out);

/* Returns the reason why headers of |form| cannot name a file called |name|; NULL if they can. */
const char *embed_name_fault(enum embed_form form, const char *name);

struct embed_request {
    const char *input;  /* path of an offload bundle or of a single code object for AMD GPUs */
    const char *output; /* the path of the header; if NULL, |input| with ".h" after it */
    /* The text from which identifier_from_lower() and _upper() make identifiers. NULL: the file
     * name of |input| up to the first '.'. */
    const char *name;
    const char *package; /* the beginning of each identifier, or NULL */
    enum embed_form form;
    /* Compress each image to a zstd frame. The header then embeds the frames, sorted by target. */
    bool compress;
};

/* Writes the header. For the forms that name a file with the data, also writes that file beside the
 * header, unless it is |input|; its name is the input's file name, with ".zst" when compressed.
 * Does not touch a file that would stay the same. STATUS_INPUT when |input| cannot be embedded,
 * STATUS_USAGE when an output would replace |input|, STATUS_ENVIRONMENT when an output cannot be
 * written; then all files are as they were.
 */
enum status embed_write(const struct embed_request *request);

/* Warns if those of |files| that are headers, or Rust's hsaco.rs, embed more bytes than a program
 * can have. Names are relative to |directory|; with NULL, to the current directory. */
void embed_warn_size(const struct strings *files, const char *directory);

/* ---- A module's source as a C header, for packages that ship it: see struct krt_source in krt.h.
 *
 * A header for the module "affine" of the package "kernels" defines KERNELS_AFFINE_SOURCE, the
 * initialiser of a struct krt_source.
 */

struct module_source {
    const char *package, *module;
    bool is_hip;              /* whether the source's language is HIP; if false, it is CUDA */
    const char *name;         /* name of the source in messages */
    const char *text;         /* the text that is compiled */
    struct strings arguments; /* arguments for the compiler at run time */
    struct strings headers;   /* names of the headers, as the source's #includes have them */
    struct strings texts;     /* the texts of |headers|, in the same order */
};

void source_header(const struct module_source *source, struct buf *out);
void module_source_free(struct module_source *source); /* Frees the lists of |source|. */

#endif
