/* The names of CUDA and what becomes of them. The tables are data: mapping.def,
 * mapping_headers.def.
 */
#ifndef KBUILD_HIPIFY_MAPPING_H
#define KBUILD_HIPIFY_MAPPING_H

#include <stdbool.h>
#include <stddef.h>

enum mapping_kind {
    MAPPING_RENAME, /* |hip| is the new name */
    MAPPING_KEEP,   /* stays: kbuild's own headers have it */
    MAPPING_GUARD,  /* stays: a macro that conditionals ask for, and that HIP does not define */
    MAPPING_NONE,   /* stays: known to be NVIDIA's, without a counterpart (headers only) */
};

enum mapping_api {
    MAPPING_NO_API,
    MAPPING_RUNTIME,
    MAPPING_DRIVER,
    MAPPING_COMPLEX,
    MAPPING_RTC,
};

struct mapping {
    const char *cuda;
    const char *hip; /* NULL unless MAPPING_RENAME */
    enum mapping_kind kind;
    enum mapping_api api;
};

/* Both tables are sorted by strcmp() of |cuda| and hold each name once. */
extern const struct mapping mapping_identifiers[];
extern const size_t mapping_identifier_count;
extern const struct mapping mapping_headers[];
extern const size_t mapping_header_count;

/* The entry of exactly this name, or NULL. */
const struct mapping *mapping_find_identifier(const char *name);
const struct mapping *mapping_find_header(const char *name);

/* Whether |name| is in a folder of headers that comes with CUDA and that nobody ships for HIP here
 * ("cub/cub.cuh"). */
bool mapping_is_cuda_folder(const char *name);

/* Whether |name| looks as if CUDA had it: cudaX..., cuX..., CUDA_..., CUDART_..., CU_..., __nv_...
 */
bool mapping_looks_like_cuda(const char *name);

#endif
