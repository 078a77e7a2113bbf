/* The names of CUDA and their translations. The tables are data: mapping/ has one file for each
 * API, most of them written by generate/generate.py. */
#ifndef KBUILD_HIPIFY_MAPPING_H
#define KBUILD_HIPIFY_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mapping_kind {
    MAPPING_RENAME, /* the name becomes |hip| */
    MAPPING_KEEP,   /* the name stays: kbuild's headers define it; |hip| is HIP's name, or NULL */
    MAPPING_SAME,   /* the name stays: HIP has the same name */
    MAPPING_OURS,   /* the name becomes |hip|, which kbuild's headers define: HIP has the same name
                       with another meaning */
    MAPPING_GUARD,  /* a macro that conditions ask for and HIP does not define: the name stays */
    MAPPING_NONE,   /* the name stays: only NVIDIA has it; mapping_reason() says why */
    MAPPING_NAMESPACE, /* a namespace, called |hip| in HIP; |cuda| has the namespaces around it:
                          "thrust::cuda" */
};

enum mapping_what {
    MAPPING_OTHER, /* the name of a header, a namespace or a macro for conditionals */
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

/* |kind|, |what| and |api| hold values of the enumerations above. */
struct mapping {
    const char *cuda;
    const char *hip;
    /* the first version of HIP that has |hip|, where 507 is 5.7; 0 if every version that kbuild
     * supports has it */
    uint16_t since;
    uint8_t kind, what, api, reason;
    /* whether kbuild's headers implement the name by calling |hip|, so HIP must have |hip| */
    bool over;
};

struct mapping_reason {
    const char *why;    /* completes the message "has no counterpart in HIP: " */
    const char *remedy; /* what users can do instead; ends the message */
};

/* Each name once, in no order. A name that HIP has unchanged is here only if older versions of HIP
 * lack it. */
extern const struct mapping mapping_identifiers[];
extern const size_t mapping_identifier_count;
/* Sorted by strcmp() of |cuda|. */
extern const struct mapping mapping_headers[];
extern const size_t mapping_header_count;

/* Returns the entry of exactly this name, or NULL. */
const struct mapping *mapping_find(const char *name, size_t size);
const struct mapping *mapping_find_identifier(const char *name);
const struct mapping *mapping_find_header(const char *name);

/* Returns what messages say about an entry of MAPPING_NONE. */
const struct mapping_reason *mapping_reason(const struct mapping *mapping);

/* Returns what messages say about |name|, if it belongs to a library that HIP lacks as a whole
 * (nvmlInit), or NULL. */
const struct mapping_reason *mapping_family_reason(const char *name);

/* Whether |name| is in a folder of CUDA's headers that neither HIP nor kbuild has:
 * "crt/host_config.h". */
bool mapping_is_cuda_folder(const char *name);

/* Whether |name|, judged by its first bytes, may be in the table of identifiers or look like a name
 * of CUDA's. A cheap test with false positives, which rejects most names of a source. */
bool mapping_may_have(const char *name, size_t size);

/* Whether |name| looks as if CUDA had it: cudaX..., cuX..., CUDA_..., CUDART_..., CU_..., __nv_...,
 * cublasX..., CUBLAS_..., and so on for the libraries. */
bool mapping_looks_like_cuda(const char *name);

/* HIP's libraries. Each library is a package of its own: a machine may lack libraries that a
 * translation needs. */
struct library {
    const char *name; /* the library's name, such as "hipBLAS" */
    /* a header that exists if the library is installed, such as "hipblas/hipblas.h" */
    const char *header;
    const char *debian; /* the name of Debian's package */
    int release;        /* the first release of Debian with the package; 14 is not out yet */
    const char *amd;    /* the name of the package in AMD's repositories */
};

extern const struct library libraries[];
extern const size_t library_count; /* the number of |libraries|, at most HIPIFY_LIBRARIES */

/* Returns the index of the library with |header|, or -1. */
int library_of_header(const char *header);

#endif
