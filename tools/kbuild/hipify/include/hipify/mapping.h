/* The names of CUDA and their translations. The tables are data: mapping/ has one file an API,
 * most of them written by generate/generate.py.
 */
#ifndef KBUILD_HIPIFY_MAPPING_H
#define KBUILD_HIPIFY_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mapping_kind {
    MAPPING_RENAME, /* |hip| is the new name */
    MAPPING_KEEP,   /* stays: kbuild's headers have it; |hip| is HIP's own, or NULL */
    MAPPING_SAME,   /* stays: HIP has it under the same name */
    MAPPING_OURS,   /* |hip| is in kbuild's headers; HIP's name of the same spelling is another */
    MAPPING_GUARD,  /* stays: a macro that conditionals ask for, and that HIP does not define */
    MAPPING_NONE,   /* stays: NVIDIA's, without a counterpart; mapping_reason() says why */
    MAPPING_NAMESPACE, /* a namespace, |hip| in HIP; "thrust::cuda" has what is around it in front
                        */
};

enum mapping_what {
    MAPPING_OTHER, /* a header, a namespace, a macro for conditionals */
    MAPPING_FUNCTION,
    MAPPING_TYPE,
    MAPPING_CONSTANT,
    MAPPING_MACRO,
};

enum mapping_api {
    MAPPING_NO_API,
#define API(id, name, header) MAPPING_##id,
#include "mapping/apis.def"
    MAPPING_API_COUNT,
};

/* |kind|, |what| and |api| are of the enumerations above. */
struct mapping {
    const char *cuda;
    const char *hip;
    uint16_t since; /* the HIP that brought |hip|: 507 is 5.7; 0: as old as any that is known */
    uint8_t kind, what, api, reason;
    bool over; /* kbuild's is made of |hip|, and needs a HIP that has it */
};

struct mapping_reason {
    const char *why;    /* completes "has no counterpart in HIP: " */
    const char *remedy; /* what to do instead */
};

/* Each name once, in no order. Names that are the same in HIP are only there when they came with a
 * later version. */
extern const struct mapping mapping_identifiers[];
extern const size_t mapping_identifier_count;
/* Sorted by strcmp() of |cuda|. */
extern const struct mapping mapping_headers[];
extern const size_t mapping_header_count;

/* The entry of exactly this name, or NULL. */
const struct mapping *mapping_find(const char *name, size_t size);
const struct mapping *mapping_find_identifier(const char *name);
const struct mapping *mapping_find_header(const char *name);

/* What to say about an entry of MAPPING_NONE. */
const struct mapping_reason *mapping_reason(const struct mapping *mapping);

/* What to say about a name of a whole library that HIP lacks (nvmlInit), or NULL. */
const struct mapping_reason *mapping_family_reason(const char *name);

/* Whether |name| is in a folder of headers that comes with CUDA and that neither HIP nor kbuild
 * ships
 * ("crt/host_config.h"). */
bool mapping_is_cuda_folder(const char *name);

/* Whether, by its first bytes, |name| may be in the table of identifiers or looks like one of
 * CUDA's. Cheap, with false positives; it rejects most names of a source. */
bool mapping_may_have(const char *name, size_t size);

/* Whether |name| looks as if CUDA had it: cudaX..., cuX..., CUDA_..., CUDART_..., CU_..., __nv_...,
 * cublasX..., CUBLAS_..., and so on for the libraries. */
bool mapping_looks_like_cuda(const char *name);

/* HIP's libraries, which are installed one by one: a translation may need some that are missing. */
struct library {
    const char *name;   /* "hipBLAS" */
    const char *header; /* "hipblas/hipblas.h": it is there when the library is installed */
    const char *debian; /* Debian's package */
    int release;        /* and the first release that has it; 14 is to come */
    const char *amd;    /* the package in AMD's repositories */
};

extern const struct library libraries[];
extern const size_t library_count; /* at most HIPIFY_LIBRARIES */

/* The index of the library of |header|; -1 when it belongs to none. */
int library_of_header(const char *header);

#endif
