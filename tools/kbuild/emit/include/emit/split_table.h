/* The data that a binary that was split has for the library that is loaded with it (attach.c).
 * struct split_table is after the binary's table of strings (DT_STRTAB, DT_STRSZ), at the next
 * multiple of 8.
 */
#ifndef KBUILD_EMIT_SPLIT_TABLE_H
#define KBUILD_EMIT_SPLIT_TABLE_H

#include <stdint.h>

#define SPLIT_MAGIC "krtsplit" /* the magic of the table, which is stored without the NUL */
/* the suffix of the library's name, which begins with the binary's name */
#define SPLIT_LIBRARY ".attach.so"
/* the format of a module's name, which is the offset of its bundle in .hip_fatbin */
#define SPLIT_MODULE "%08jx"

struct split_table {
    char magic[8];
    uint64_t build;               /* ID of the build to which the archives belong */
    uint64_t fatbin, fatbin_size; /* address and size of .hip_fatbin before the split */
    /* address and size of .hipFatBinSegment, an array of struct split_wrapper */
    uint64_t wrappers, wrapper_size;
    /* the archives' package, "libfoo", and their families, "gfx11,gfx90a" */
    char package[64], families[256];
};

/* The wrapper of a bundle. clang's code passes it to __hipRegisterFatBinary(). */
struct split_wrapper {
    uint32_t magic, version;
    const void *bundle;
    void *unused;
};
#define SPLIT_WRAPPER_MAGIC 0x48495046u

#endif
