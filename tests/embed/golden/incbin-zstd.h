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

/* Found through -I; define it to name the file by its path. */
#ifndef TINY_HSACO_FILE
#define TINY_HSACO_FILE "tiny.hsaco.zst"
#endif
__asm__(".ifndef krt_tiny_hsaco_HASH\n"
        ".pushsection .rodata.krt_tiny_hsaco_HASH,\"aG\",@progbits,krt_tiny_hsaco_HASH,comdat\n"
        ".weak krt_tiny_hsaco_HASH\n"
        ".hidden krt_tiny_hsaco_HASH\n"
        ".type krt_tiny_hsaco_HASH, @object\n"
        ".size krt_tiny_hsaco_HASH, N\n"
        ".balign N\n"
        "krt_tiny_hsaco_HASH:\n"
        ".incbin \"" TINY_HSACO_FILE "\"\n"
#ifdef __clang__
        ".skip . - krt_tiny_hsaco_HASH - N\n"
        ".org krt_tiny_hsaco_HASH + N\n"
#else
        ".if . - krt_tiny_hsaco_HASH - N\n"
        ".error \"" TINY_HSACO_FILE " is not the file that its header was written for\"\n"
        ".endif\n"
#endif
        ".popsection\n"
        ".endif\n");
#ifdef __cplusplus
extern "C" {
#endif
extern __attribute__((visibility("hidden"), aligned( N))) const unsigned char
    tiny_hsaco[TINY_HSACO_SIZE] __asm__("krt_tiny_hsaco_HASH");
#ifdef __cplusplus
}
#endif

#define TINY_HSACO_IMAGE_COUNT Nu
__attribute__((unused)) static const struct krt_image tiny_hsaco_images[TINY_HSACO_IMAGE_COUNT] = {
    {"gfx1030", Nu, Nu, Nu, KRT_CODEC_ZSTD, 0x1995ed6du},
    {"gfx90a:sramecc+:xnack-", Nu, Nu, Nu, KRT_CODEC_ZSTD, 0x441198e6u},
};

#define TINY_HSACO_ID 0xHASHu

#endif
