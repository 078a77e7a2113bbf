/* Files made by the tests, byte by byte, and what a walk through one said. */
#ifndef TESTS_CODEOBJ_CONTAINER_MADE_H
#define TESTS_CODEOBJ_CONTAINER_MADE_H

#include "container.h"

/* Bytes that grow; starts as zeros. */
struct made {
    uint8_t *data;
    size_t size;
};

void made_free(struct made *made);
struct span made_span(const struct made *made);
void made_bytes(struct made *made, const void *bytes, size_t size);
void made_text(struct made *made, const char *text);
void made_zeros(struct made *made, size_t count);
void made_align(struct made *made, size_t alignment);
void made_number(struct made *made, uint64_t value, unsigned size);
/* Overwrites a little-endian number. */
void made_put(struct made *made, size_t offset, uint64_t value, unsigned size);

/* The least that is taken for a code object; |mark| tells it from others. */
void made_code_object(struct made *made, uint8_t mark);

struct made_entry {
    const char *id;
    struct span image;
};
/* Images are aligned to 8. */
void made_bundle(struct made *made, const struct made_entry *entries, size_t count);
/* A bundle of a host entry and one code object for |target|. */
void made_small_bundle(struct made *made, const char *target, uint8_t mark);

/* CCOB; |method| is 0 for zlib, 1 for zstd. */
void made_compressed(struct made *made, unsigned version, unsigned method, struct span inside);
/* A zstd frame or a zlib stream. */
void made_packed(struct made *made, unsigned method, struct span inside);

/* "!<arch>\n", and members; |name| as the header's field has it. */
void made_archive(struct made *made);
void made_member(struct made *made, const char *name, struct span contents);

struct made_section {
    const char *name;
    uint32_t type;
    uint64_t flags;
    struct span contents;
};
/* A relocatable file for an x86-64 host; ELFCLASS32 or 64, ELFDATA2LSB or 2MSB. */
void made_elf(struct made *made, int class, int data, const struct made_section *sections,
              size_t count);
/* The same of one section, ELF64, little-endian. */
void made_small_elf(struct made *made, const char *section, struct span contents);

enum { MADE_LZ4 = 0x2000, MADE_ZSTD = 0x8000 };
struct made_payload {
    unsigned kind, capability;
    uint64_t flags; /* also how it is packed */
    struct span bytes;
};
/* A fat binary of nvcc. */
void made_fatbin(struct made *made, const struct made_payload *payloads, size_t count);

/* Version 3, compressed by method 0 (zlib) or 1 (zstd). */
void made_compressed_offload_binary(struct made *made, unsigned method, struct span image);
/* An offload binary of version 1 to 3 with one image. */
void made_offload_binary(struct made *made, unsigned version, struct span image);

/* The files that walk_log() finds, up to one without a path. */
struct made_file {
    const char *path;
    struct span bytes;
};
extern const struct made_file *made_files;

/* Everything that a walk tells, a line each, in its order: what the container is called and how
 * many bytes it holds, "  <entry or target> <size>" for an image, "  ! <offset>: <message>" for a
 * problem. The caller frees it. */
char *walk_log(struct span bytes, enum codeobj_status *out_status);
/* Fails the test unless the walk of |bytes| says |log| and ends with |status|. */
void assert_walk(struct span bytes, enum codeobj_status status, const char *log);

#endif
