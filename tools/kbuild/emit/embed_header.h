/* The C of a header around its data. */
#ifndef KBUILD_EMIT_EMBED_HEADER_H
#define KBUILD_EMIT_EMBED_HEADER_H

#include "emit/embed.h"
#include "embed_images.h"

struct embed_header {
    enum embed_form form;
    bool is_compressed;
    const char *name;   /* text that identifiers are made of */
    const char *source; /* file name of the input */
    const char *data;   /* name of the data's file, beside the header (incbin, c23) */
    uint64_t size;      /* bytes of data */
    uint64_t hash;      /* of the data (incbin, c23) */
    uint64_t id;        /* of the module, by build_id.h */
    const struct embed_images *images;
};

/* The text before and behind the data; for the forms that name a file, all of it is before. */
void embed_header_begin(const struct embed_header *header, struct buf *out);
void embed_header_end(const struct embed_header *header, struct buf *out);

#endif
