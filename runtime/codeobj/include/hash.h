/* Hashes (XXH3, seed 0): the checksum of an image, and the build ID of a package, which ties the
 * package's tables to its images.
 *
 * The checksum of an image is the low half of XXH3 (64 bits, seed 0) of its code object, unpacked;
 * if that half is 0, the checksum is 1, because 0 means "unknown".
 *
 * The ID of a module starts at 0. Each step makes id = XXH3(text, seed id + number): first with the
 * module's name and the number of its images, then with the target and the checksum of each image,
 * in their order. The build ID of a package is its interface, which identifies the tables, plus the
 * IDs of its modules. The build ID is a sum because the preprocessor can compute a sum. See struct
 * krt_package in krt.h. */
#ifndef CODEOBJ_HASH_H
#define CODEOBJ_HASH_H

#include "span.h"

uint64_t hash_64(const void *data, size_t size);

/* A hash of 128 bits, big-endian as XXH128_canonicalFromHash() gives it. */
struct hash_128 {
    uint8_t bytes[16];
};
struct hash_128 hash_128(const void *data, size_t size);
/* Both hashes, of more than 240 bytes at the price of one. */
void hash_both(const void *data, size_t size, uint64_t *out_64, struct hash_128 *out_128);

uint32_t image_checksum(struct span code_object);

/* Returns the ID of a module after the next step. |id| is the ID before the step. */
uint64_t build_id_add(uint64_t id, const char *text, uint32_t number);

#endif
