/* tiny.hsaco: AMD GPU code objects as C data. Written by kbuild VERSION; do not edit.
 *
 *   target                          bytes
 *   gfx1030                           200
 *   gfx90a:sramecc+:xnack-            100
 */
#ifndef TINY_HSACO_H
#define TINY_HSACO_H

#include <krt/krt.h>

#define TINY_HSACO_SIZE 0u
#define tiny_hsaco ((const unsigned char *)0)

#define TINY_HSACO_IMAGE_COUNT 2u
__attribute__((unused)) static const struct krt_image tiny_hsaco_images[TINY_HSACO_IMAGE_COUNT] = {
    {"gfx1030", 0u, 200u, 200u, KRT_CODEC_NONE, 0x1995ed6du},
    {"gfx90a:sramecc+:xnack-", 0u, 100u, 100u, KRT_CODEC_NONE, 0x441198e6u},
};

#define TINY_HSACO_ID 0xc59bd5f6c295548bu

#endif
