/* Trials: one launch of a kernel each, with all sizes and values fixed. A case becomes a trial for
 * each combination of its sizes and each seed, and one with special values. */
#ifndef KBUILD_VERIFY_TRIAL_H
#define KBUILD_VERIFY_TRIAL_H

#include "verify/cases.h"
#include "verify/compare.h"
#include "verify/layout.h"
#include "verify/signature.h"

enum {
    TRIALS_MAX = 100000,
    TRIAL_BYTES_MAX = 1 << 28, /* the most bytes of all arrays of a trial together */
};

struct trial {
    const struct signature *kernel;
    const struct case_spec *spec;
    /* the name of the only size, if the case does not state sizes; NULL if it does */
    const char *default_size;
    int64_t *sizes; /* the values of the sizes */
    size_t size_count;
    unsigned seed;
    bool is_special; /* whether the trial has NaN, infinities and subnormals */
    /* the text that tells the trials of a kernel apart, such as "n=257 seed 2"; equal only if cases
     * repeat each other */
    char *label;
};

/* A file that is the contents of an array. */
struct array_file {
    char *path;
    enum dtype type;
    uint64_t count;
    char *data;
};

struct trials {
    const struct interface *interface; /* the kernels of the package, borrowed */
    const struct cases *cases;         /* the cases of the cases file, borrowed */
    struct trial *items;               /* the trials, sorted by kernel, in the order of the cases */
    size_t count;
    struct array_file **files; /* the files that were read so far */
    size_t file_count;
    struct use *uses; /* for each node of the file, which keys had an effect; see effect.h */
    /* for each kernel of the package, whether --kernel selects it, and the file does not skip it */
    bool *is_wanted;
};

/* Makes all trials of |cases|, and checks that each of them can be made: names, expressions,
 * limits, and files. Only kernels that one of |kernels| matches; empty: all. The caller frees |out|
 * in every case. */
enum status trials_make(const struct cases *cases, const struct interface *interface,
                        const struct strings *kernels, struct trials *out);
void trials_free(struct trials *trials);

/* An array of a launch. */
struct array {
    const struct parameter *parameter;
    /* what the case says about the array; NULL if it says nothing */
    const struct argument_spec *spec;
    size_t number; /* the index of the parameter */
    enum fill fill;
    uint64_t count; /* how many elements the array has: numbers, vectors, or records */
    struct layout layout;
    bool is_records; /* whether the case has a layout */
    uint64_t lead;   /* how many bytes of the allocation are before the pointer */
    size_t same;     /* for FILL_SAME, the index of the array that this one is */
    bool is_output;  /* whether the array is compared */
    /* the limits of random values: |low| and |high| for floats, |least| and |most| for integers */
    double low, high;
    int64_t least, most;
    bool is_special; /* whether some elements are special values */
    uint64_t seed;
    struct rule rules[8];
    int64_t terms[8];
    size_t rule_count;
    uint64_t *list; /* for FILL_LIST and FILL_CONSTANT, the bits of the elements, which repeat */
    size_t list_count;
    const struct array_file *file;
    char *data; /* the elements; NULL until launch_fill() */
};

/* What a trial launches. */
struct launch {
    uint32_t grid[3], block[3], shared;
    char *arguments;      /* the argument block, in which pointers are 0 */
    struct array *arrays; /* the arrays, one for each pointer, in the order of the parameters */
    size_t array_count;
    unsigned used_sizes;   /* the sizes of the case that something uses, as bits */
    uint64_t output_bytes; /* how many bytes all compared arrays have together */
};

/* Computes sizes and scalars of |trial|, but no array. On failure prints a message. The caller
 * frees |out| in every case. */
enum status launch_make(struct trials *trials, const struct trial *trial, struct launch *out);
/* Fills all arrays. The same trial gives the same bytes on every machine. */
void launch_fill(struct launch *launch);
void launch_free(struct launch *launch);
uint64_t array_bytes(const struct array *array);
uint64_t array_numbers(const struct array *array); /* Returns how many numbers the elements have. */
/* Returns the bits of number |index|, without filling the array. Records have several numbers. */
uint64_t array_element(const struct array *array, uint64_t index);
/* Returns a hash of all that the launch gets: sizes, scalars and arrays, which must be filled. */
uint64_t launch_hash(const struct trial *trial, const struct launch *launch);

#endif
