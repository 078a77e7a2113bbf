/* tiny.hsaco: AMD GPU code objects as C data. Written by kbuild VERSION; do not edit.
 *
 *   target                          bytes   compressed
 *   gfx1030 N N
 *   gfx90a:sramecc+:xnack- N N
 */
#ifndef TINY_HSACO_H
#define TINY_HSACO_H

#include <krt/krt.h>

#define TINY_HSACO_SIZE Nu

/* XXH3 of the data: HASH */
#if !defined __has_embed
#error "this header needs #embed of gcc N or clang N; for other compilers write it with kbuild embed --embed=string"
#elif !__has_embed("tiny.hsaco.zst")
#error "the file of the data is missing; it belongs beside this header"
#else
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif
__attribute__((aligned( N), unused)) static const unsigned char tiny_hsaco[] = {
#embed "tiny.hsaco.zst"
};
#ifdef __clang__
#pragma clang diagnostic pop
#endif
#ifdef __cplusplus
static_assert
#else
_Static_assert
#endif
    (sizeof tiny_hsaco == TINY_HSACO_SIZE, "not the file that this header was written for");
#endif

#define TINY_HSACO_IMAGE_COUNT Nu
__attribute__((unused)) static const struct krt_image tiny_hsaco_images[TINY_HSACO_IMAGE_COUNT] = {
    {"gfx1030", Nu, Nu, Nu, KRT_CODEC_ZSTD, 0x1995ed6du},
    {"gfx90a:sramecc+:xnack-", Nu, Nu, Nu, KRT_CODEC_ZSTD, 0x441198e6u},
};

#define TINY_HSACO_ID 0xHASHu

#endif
