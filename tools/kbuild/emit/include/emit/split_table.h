/* What a binary that was split says to the library that is loaded with it (attach.c). It is behind
 * the binary's table of strings (DT_STRTAB, DT_STRSZ), at the next multiple of 8.
 */
#ifndef KBUILD_EMIT_SPLIT_TABLE_H
#define KBUILD_EMIT_SPLIT_TABLE_H

#include <stdint.h>

#define SPLIT_MAGIC   "krtsplit"   /* without its NUL */
#define SPLIT_LIBRARY ".attach.so" /* behind the binary's name: the library's name */
#define SPLIT_MODULE  "%08jx"      /* a bundle's offset in .hip_fatbin: the module's name */

struct split_table {
    char magic[8];
    uint64_t build;                  /* of the archives */
    uint64_t fatbin, fatbin_size;    /* address of .hip_fatbin as it was, and bytes */
    uint64_t wrappers, wrapper_size; /* of .hipFatBinSegment, an array of struct split_wrapper */
    char package[64], families[256]; /* "libfoo"; "gfx11,gfx90a" */
};

/* What clang passes to __hipRegisterFatBinary(). */
struct split_wrapper {
    uint32_t magic, version;
    const void *bundle;
    void *unused;
};
#define SPLIT_WRAPPER_MAGIC 0x48495046u

#endif
