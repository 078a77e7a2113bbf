/* The code objects inside one input file: an offload bundle or a single AMD GPU ELF file. */
#ifndef KBUILD_EMIT_EMBED_IMAGES_H
#define KBUILD_EMIT_EMBED_IMAGES_H

#include "util/buf.h"
#include "util/status.h"

#include <codeobj.h>

struct embed_image {
    char target[TARGET_ID_MAX]; /* canonical target ID */
    struct span code_object;    /* borrows from the file */
    uint64_t offset, size;      /* bytes, in the data that is embedded */
};

struct embed_images {
    struct span file;          /* all of it */
    struct embed_image *items; /* sorted by target; at least one, all of different targets */
    size_t count;
    void *mapping; /* the file, or NULL when it is in |buffer| */
    struct buf buffer;
};

/* Reads |path|; offsets and sizes are those in the file. A bundle's host entries are not images.
 * STATUS_INPUT, with a message, when it is not a code object or a bundle of code objects. The file
 * must not shrink while the images are in use. */
enum status embed_images_open(const char *path, struct embed_images *out);
/* The ID of the module |name| with these images; see hash.h. */
uint64_t embed_images_id(const struct embed_images *images, const char *name);
void embed_images_close(struct embed_images *images);

#endif
