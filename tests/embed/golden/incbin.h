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

/* Found through -I; define it to name the file by its path. */
#ifndef TINY_HSACO_FILE
#define TINY_HSACO_FILE "tiny.hsaco"
#endif
__asm__(".ifndef krt_tiny_hsaco_3f5dea8f19117a65\n"
        ".pushsection .rodata.krt_tiny_hsaco_3f5dea8f19117a65,\"aG\",@progbits,krt_tiny_hsaco_3f5dea8f19117a65,comdat\n"
        ".weak krt_tiny_hsaco_3f5dea8f19117a65\n"
        ".hidden krt_tiny_hsaco_3f5dea8f19117a65\n"
        ".type krt_tiny_hsaco_3f5dea8f19117a65, @object\n"
        ".size krt_tiny_hsaco_3f5dea8f19117a65, 4408\n"
        ".balign 4096\n"
        "krt_tiny_hsaco_3f5dea8f19117a65:\n"
        ".incbin \"" TINY_HSACO_FILE "\"\n"
#ifdef __clang__
        ".skip . - krt_tiny_hsaco_3f5dea8f19117a65 - 4408\n"
        ".org krt_tiny_hsaco_3f5dea8f19117a65 + 4408\n"
#else
        ".if . - krt_tiny_hsaco_3f5dea8f19117a65 - 4408\n"
        ".error \"" TINY_HSACO_FILE " is not the file that its header was written for\"\n"
        ".endif\n"
#endif
        ".popsection\n"
        ".endif\n");
#ifdef __cplusplus
extern "C" {
#endif
extern __attribute__((visibility("hidden"), aligned(4096))) const unsigned char
    tiny_hsaco[TINY_HSACO_SIZE] __asm__("krt_tiny_hsaco_3f5dea8f19117a65");
#ifdef __cplusplus
}
#endif

#define TINY_HSACO_IMAGE_COUNT 2u
__attribute__((unused)) static const struct krt_image tiny_hsaco_images[TINY_HSACO_IMAGE_COUNT] = {
    {"gfx1030", 4208u, 200u, 200u, KRT_CODEC_NONE, 0x1995ed6du},
    {"gfx90a:sramecc+:xnack-", 4096u, 100u, 100u, KRT_CODEC_NONE, 0x441198e6u},
};

#define TINY_HSACO_ID 0xc59bd5f6c295548bu

#endif
