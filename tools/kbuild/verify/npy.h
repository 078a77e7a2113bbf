/* Arrays of NumPy, .npy: the file's format is described in NumPy's documentation,
 * "numpy.lib.format".
 *
 * "\x93NUMPY" | u8 major | u8 minor | u16 (version 1) or u32 length | a dictionary of Python | data
 */
#ifndef KBUILD_VERIFY_NPY_H
#define KBUILD_VERIFY_NPY_H

#include "util/status.h"
#include "verify/dtype.h"

/* Reads the elements of the file |path|, which must be of |type|, in C's order and little-endian.
 * Types that NumPy lacks (bf16, f8) are read from unsigned integers or raw bytes of their size. On
 * success the caller owns |*out|. */
enum status npy_read(const char *path, enum dtype type, uint64_t most_bytes, char **out,
                     uint64_t *out_count);

#endif
