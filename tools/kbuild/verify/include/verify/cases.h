/* The cases file: which kernels run with which sizes and values. docs/verify.md describes it. */
#ifndef KBUILD_VERIFY_CASES_H
#define KBUILD_VERIFY_CASES_H

#include "util/buf.h"
#include "util/status.h"

/* A size of a case: a name, and the values that are tried. */
struct size_spec {
    char *name;
    struct strings values; /* expressions of sizes before this one */
    int line;
};

/* Where the elements of an array come from. */
enum fill {
    FILL_RANDOM,
    FILL_RAMP,        /* 0, 1, 2 ... */
    FILL_PERMUTATION, /* the numbers 0 to count - 1 in random order */
    FILL_BITS,        /* random bits, so that floats are also NaN and the like */
    FILL_CONSTANT,    /* |constant| */
    FILL_LIST,        /* |list|, again and again */
    FILL_FILE,        /* |file|, a .npy */
    FILL_NULL,        /* the pointer is null */
};

/* How an argument of a case is made. */
struct argument_spec {
    char *name;
    int line;
    enum fill fill;
    char *count;            /* expression: elements of an array; NULL: the only size */
    char *value;            /* of a scalar: an expression or a number; NULL: the default */
    char *constant, *file;  /* |file| is a path from here, not from the cases file */
    struct strings list;    /* expressions or numbers */
    struct strings range;   /* empty, or two expressions or numbers */
    struct strings compare; /* rules, of which one must hold; empty: those of the case */
    /* of a record: the names of its members, and their expressions or numbers */
    struct strings members, member_values;
};

struct case_spec {
    struct strings kernels; /* names and globs of them */
    char *name;             /* NULL: none */
    int line;
    struct size_spec *sizes;
    size_t size_count;
    struct argument_spec *arguments;
    size_t argument_count;
    struct strings grid, block; /* up to three expressions each; empty: the default */
    char *shared;               /* expression: bytes of dynamic LDS; NULL: 0 */
    struct strings compare;     /* rules, of which one must hold; empty: "equal" */
    int seeds;
    bool skips_special; /* no run with NaN, infinities and subnormals */
    bool skips_check;   /* libhipemu's checker is off */
};

struct cases {
    char *path;
    struct case_spec *items;
    size_t count;
};

/* The sizes that the word `edges` means, and that are tried of a case without sizes: none, one,
 * primes, and the neighbours of warps, waves and tiles. NULL is at the end. */
enum { EDGE_SIZES = 12 };
extern const char *const edge_sizes[EDGE_SIZES + 1];

/* Reads the file |path|. The caller frees |out| in every case. */
enum status cases_read(const char *path, struct cases *out);
void cases_free(struct cases *cases);

#endif
