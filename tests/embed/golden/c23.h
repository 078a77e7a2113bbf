/* tiny.hsaco: AMD GPU code objects as C data. Written by kbuild VERSION; do not edit.
 *
 *   target                          bytes
 *   gfx1030                           200
 *   gfx90a:sramecc+:xnack-            100
 */
#ifndef TINY_HSACO_H
#define TINY_HSACO_H

#include <krt/krt.h>

#define TINY_HSACO_SIZE 4408u

/* XXH3 of the data: 3f5dea8f19117a65 */
#if !defined __has_embed
#error "this header needs #embed of gcc 15 or clang 19; for other compilers write it with kbuild embed --embed=string"
#elif !__has_embed("tiny.hsaco")
#error "the file of the data is missing; it belongs beside this header"
#else
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif
__attribute__((aligned(4096), unused)) static const unsigned char tiny_hsaco[] = {
#embed "tiny.hsaco"
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

#define TINY_HSACO_IMAGE_COUNT 2u
__attribute__((unused)) static const struct krt_image tiny_hsaco_images[TINY_HSACO_IMAGE_COUNT] = {
    {"gfx1030", 4208u, 200u, 200u, KRT_CODEC_NONE, 0x1995ed6du},
    {"gfx90a:sramecc+:xnack-", 4096u, 100u, 100u, KRT_CODEC_NONE, 0x441198e6u},
};

#define TINY_HSACO_ID 0xc59bd5f6c295548bu

#endif
