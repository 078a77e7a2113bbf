/* Compressed images: one zstd frame each, in a row, which is a valid .zst file too. */
#ifndef KBUILD_EMIT_PACK_H
#define KBUILD_EMIT_PACK_H

#include "embed_images.h"

/* Appends the frame of each image to |out|, in their order, and sets the images' offset and size to
 * those of the frame. The same images give the same bytes. On failure |images| are as they were.
 */
enum status pack_zstd(struct embed_images *images, struct buf *out);

#endif
