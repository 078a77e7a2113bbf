/* The cases file: which kernels run with which sizes and values. docs/verify.md describes it. */
#ifndef KBUILD_VERIFY_CASES_H
#define KBUILD_VERIFY_CASES_H

#include "util/buf.h"
#include "util/status.h"

/* A place in the cases file. Aliases of YAML are the same place. */
struct origin {
    size_t node; /* the index of the node in the document, from 1 on; 0 if the file says nothing */
    int line;
};

/* A size of a case: a name, and the values that are tried. */
struct size_spec {
    char *name;
    /* the values to try: expressions, which may name the sizes before this one */
    struct strings values;
    struct origin origin;
};

/* Where the elements of an array come from. */
enum fill {
    FILL_RANDOM,
    FILL_RAMP,        /* the elements are 0, 1, 2 ... */
    FILL_PERMUTATION, /* the elements are the numbers 0 to count - 1 in random order */
    FILL_ASCENDING,   /* the elements are random and ascending, from one limit to the other */
    FILL_BITS,        /* the elements have random bits, so that floats are also NaN and the like */
    FILL_CONSTANT,    /* all elements are |constant| of struct argument_spec */
    FILL_LIST,        /* the elements are |list| of struct argument_spec, again and again */
    FILL_FILE,        /* the elements come from |file| of struct argument_spec, a .npy */
    FILL_SAME,        /* the array is that of another parameter */
    FILL_NULL,        /* there are no elements: the pointer is null */
};

/* The keys of an argument, as bits. */
enum argument_key {
    ARGUMENT_COUNT = 1 << 0,
    ARGUMENT_VALUES = 1 << 1,
    ARGUMENT_RANGE = 1 << 2,
    ARGUMENT_FROM = 1 << 3,
    ARGUMENT_MEMBERS = 1 << 4,
    ARGUMENT_LAYOUT = 1 << 5,
    ARGUMENT_OFFSET = 1 << 6,
    ARGUMENT_SAME = 1 << 7,
    ARGUMENT_COMPARE = 1 << 8,
    ARGUMENT_KEYS = 9, /* how many keys there are */
};

/* Returns the name of key |number|, which is bit |number| of enum argument_key. */
const char *argument_key_name(size_t number);

/* How an argument of a case is made. */
struct argument_spec {
    char *name;
    struct origin origin;
    unsigned keys; /* the keys that the file gives, as bits */
    enum fill fill;
    /* for an array, an expression of how many elements it has; NULL if it has as many as the only
     * size */
    char *count;
    char *value; /* the value of a scalar, an expression or a number; NULL for the default */
    /* the value of all elements, and the path of a file; the path is from the current directory,
     * not from the cases file */
    char *constant, *file;
    struct strings layout; /* the fields of a record, for an array of records; else empty */
    char *offset; /* an expression of how many elements there are before the pointer; or NULL */
    char *same;   /* the name of the parameter whose array this one is; or NULL */
    struct strings list; /* the elements of FILL_LIST, expressions or numbers */
    /* the limits of random values, two expressions or numbers; empty for the default */
    struct strings range;
    struct strings compare; /* the rules, of which one must hold; if empty, those of the case */
    /* for a record, the names of its members, and their values: expressions or numbers */
    struct strings members, member_values;
};

/* A case, or one of its runs, with all that the case says. */
struct case_spec {
    struct strings kernels; /* the names of the kernels, or globs for them */
    char *name;             /* the name of the case, or NULL */
    int line;
    struct size_spec *sizes;
    size_t size_count;
    struct argument_spec *arguments; /* of two with one name, the last counts: that of a run */
    size_t argument_count;
    /* the sizes of the grid and of a block, up to three expressions each; empty for the default */
    struct strings grid, block;
    char *shared; /* an expression of how many bytes of dynamic LDS there are; NULL means 0 */
    struct strings compare; /* the rules, of which one must hold; empty means "equal" */
    /* the paths of a shared library and of a source in Python with the reference, one of them or
     * none, and the name of its function, or NULL for the kernel's */
    char *reference_library, *reference_python, *reference_function;
    int seeds;
    bool skips_special; /* whether there is no run with NaN, infinities and subnormals */
    /* where the file says |compare|, |seeds| and |skips_special| */
    struct origin compare_origin, seeds_origin, special_origin;
    bool skips_check; /* whether libhipemu's checker is off */
};

struct cases {
    char *path;
    struct case_spec *items;
    size_t count;
    size_t node_count;   /* one more than the largest |node| of struct origin */
    struct strings skip; /* globs of the kernels that the file leaves to other tests */
};

/* The sizes that the word `edges` means, and that are tried of a case without sizes: none, one,
 * primes, and the neighbours of warps, waves and tiles. NULL is at the end. */
enum { EDGE_SIZES = 12 };
extern const char *const edge_sizes[EDGE_SIZES + 1];

/* Reads the cases file |path|. The caller frees |out|, also after an error. */
enum status cases_read(const char *path, struct cases *out);
void cases_free(struct cases *cases);

#endif
