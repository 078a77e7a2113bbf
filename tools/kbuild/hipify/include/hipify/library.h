/* HIP's libraries, which are installed one by one: a translation may need some that are missing.
 */
#ifndef KBUILD_HIPIFY_LIBRARY_H
#define KBUILD_HIPIFY_LIBRARY_H

#include <stddef.h>

struct library {
    const char *name;   /* "hipBLAS" */
    const char *header; /* "hipblas/hipblas.h": it is there when the library is installed */
    const char *debian; /* Debian's package */
    int release;        /* and the first release that has it; 14 is to come */
    const char *amd;    /* the package in AMD's repositories */
};

extern const struct library libraries[];
extern const size_t library_count; /* at most as many as an unsigned has bits */

/* The bit, 1 << index, of the library of |header|; 0 when it belongs to none. */
unsigned library_of_header(const char *header);

#endif
