/* Compares what places compute with the original, and says so: as a table, as JSON, as a page. */
#ifndef KBUILD_VERIFY_VERIFICATION_H
#define KBUILD_VERIFY_VERIFICATION_H

#include "verify/results.h"

/* What is known of a kernel at a place. The order is from the best to the worst. */
enum cover {
    COVER_SAME,      /* all runs of the kernel gave what the original gave */
    COVER_BOUNDED,   /* all runs gave what the original gave, some only within a bound */
    COVER_NONE,      /* at least one run was not compared, or there is none */
    COVER_DIFFERENT, /* at least one run gave something else, or failed */
    COVER_COUNT,
};
/* Returns "same", "bounded", "not-covered" or "different". */
const char *cover_name(enum cover cover);

/* The first difference of a kernel at a place. */
struct difference {
    size_t trial;      /* the index of the run's trial */
    const char *label; /* the label of the run, borrowed from the trial */
    char *array;       /* the name of the parameter */
    bool is_sorted;    /* the array was compared as a set, and |index| is its place when sorted */
    uint64_t index;
    char *member;    /* for an array of records, the number in the record: "1[5]"; else NULL */
    uint64_t offset; /* where the number is in the array, in bytes */
    unsigned size;   /* the bytes of the number */
    char *store;     /* which instruction wrote the element; "": none did; NULL: unknown */
    char *found, *original; /* the two elements, as texts with value and bits */
    struct comparison numbers;
    uint64_t count; /* how many elements the array has */
    char *inputs;   /* the inputs at the element, such as "n = 257, x[256] = 1.5 (0x3fc00000)" */
};

struct cell {
    enum cover cover;
    size_t runs[COVER_COUNT]; /* how many runs have each cover */
    /* the reason why the cover is not COVER_SAME, with the run; NULL if |difference| says it, or
     * if the cover is COVER_SAME */
    char *reason;
    bool is_changed; /* whether an output of some run is not what it was before the run */
    struct difference *difference; /* the first difference, or NULL */
};

struct verification {
    char *absent; /* the name of a place that cannot run anything, and why; NULL: there is none */
    struct trials *trials;       /* the trials that are run, borrowed */
    const struct place **places; /* the places where the trials run, borrowed */
    size_t place_count;
    struct results *original; /* the results of the original, borrowed; NULL if there are none */
    /* the cells; the one of a kernel at a place is at [kernel * place_count + place] */
    struct cell *cells;
};

/* Runs all trials at all |places| and compares. |original| may be NULL: nothing is covered then.
 * The caller frees |out| in every case. */
enum status verification_run(struct trials *trials, const struct place *const *places, size_t count,
                             struct results *original, const struct place_options *options,
                             struct verification *out);
void verification_free(struct verification *verification);

/* Returns the cell of |kernel| at |place|. */
struct cell *verification_cell(const struct verification *verification, size_t kernel,
                               size_t place);
/* Returns how many runs a cell has. */
size_t cell_runs(const struct cell *cell);
/* Returns how many of the kernels that are wanted have |cover| as their worst one. */
size_t verification_count(const struct verification *verification, enum cover cover);
/* Whether |kernel| has |cover| at some place. */
bool verification_has(const struct verification *verification, size_t kernel, enum cover cover);
/* Returns the worst cover that |kernel| has at any of the places. */
enum cover verification_worst(const struct verification *verification, size_t kernel);

/* Appends the table for people. |all|: also kernels that are the same everywhere. */
struct screen;
void verification_print_text(const struct verification *verification, const struct screen *screen,
                             bool all, struct buf *out);
/* Appends "kbuild-verify-1", described in docs/verify.md. */
void verification_print_json(const struct verification *verification, struct buf *out);
/* Appends an HTML page called |title|, with all kernels. */
void verification_print_page(const struct verification *verification, const char *title,
                             struct buf *out);

#endif
