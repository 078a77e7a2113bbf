/* What scans of a source or header find for each value of __CUDA_ARCH__: which branches the
 * device's compiler sees, and which inline PTX has no translation. */
#ifndef KBUILD_HIPIFY_ARCH_H
#define KBUILD_HIPIFY_ARCH_H

#include "hipify/hipify.h"
#include "word.h"

#include <stdint.h>

enum { ARCHES = 7, ARCH_NONE = -1 };

/* The values of __CUDA_ARCH__ that are tried, the highest first. */
extern const int arch_values[ARCHES];

/* One branch of a preprocessor conditional. In |branches| of struct arch_text, the branches nested
 * in a branch come after it. */
struct arch_branch {
    /* offsets of the branch's code: from the end of its directive's line to the '#' of the next
     * directive */
    uint32_t begin, end;
    /* indexes of the first branch of the same conditional, and of its next branch, or ARCH_NONE */
    int first, next;
    int parent;   /* index of the branch around the conditional, or ARCH_NONE */
    int function; /* index of the function in whose body the conditional is, or ARCH_NONE */
    bool is_else;
    /* a bit for each of arch_values: set if the branch may be compiled for this value */
    unsigned char live;
    /* a bit for each of arch_values: set if the branch is certainly compiled for this value */
    unsigned char sure;
};

/* A place where a branch begins or ends: from |offset| to the next edge, |branch| is the innermost
 * branch, or ARCH_NONE. */
struct arch_edge {
    uint32_t offset;
    int branch;
};

/* A function that the text defines, with a body. */
struct arch_function {
    uint32_t name, name_size;
    uint32_t begin, end; /* offsets where the body begins and ends, with its braces */
    bool is_kernel;
    signed char acts[ARCHES]; /* for each of arch_values: 1 if the body does something, -1 if not, 0
                                 if that is not known yet */
    bool is_plain;            /* whether the head has only __device__, types and an ordinary name */
};

/* An asm statement that has no translation to C++ for AMD. */
struct arch_refusal {
    uint32_t offset;
    /* offset and size of the name of the macro that has the statement in its body; the size is 0 if
     * no macro has it */
    uint32_t macro, macro_size;
    int line, column;
    int branch, function; /* the branch and function that have the statement, or ARCH_NONE */
    /* a bit for each of arch_values: set if the statement is compiled for this value */
    unsigned char live;
    char *why;
};

/* A place in the text where an identifier is written. */
struct arch_mention {
    uint32_t offset;
    int next; /* index of another mention of the same identifier, or ARCH_NONE */
    bool is_directive, is_defined;
};

/* The code that a text loses for one of arch_values, see arch_lost.c. */
struct arch_losses {
    bool known;
    /* Whether code is lost that may be needed and has no other code in its place; the value of
     * __CUDA_ARCH__ is then not chosen. */
    bool fatal;
    /* names of functions that lose code, so that nothing may use them any more */
    struct symbols names;
    int *outermost;        /* for each branch, the outermost lost branch around it, or ARCH_NONE */
    signed char *replaced; /* for each branch: 1 if another branch has code in its place, -1 if none
                              has, 0 if that is not known yet */
};

/* A source or header, and what scans of it for values of __CUDA_ARCH__ have found. Bit i of
 * |scanned| says whether it was scanned for arch_values[i]. */
struct arch_text {
    const char *source;
    size_t size;
    unsigned char scanned;
    /* a bit for each of arch_values: set if a statement that has no translation for this value is
     * missing in |refusals| */
    unsigned char adds;
    /* whether ## or joined lines may build names of functions, which |mentions| then does not
     * have */
    bool builds_names;
    struct arch_branch *branches;
    struct arch_edge *edges;
    struct arch_function *functions;
    struct arch_refusal *refusals;
    size_t branch_count, edge_count, function_count, refusal_count;
    struct symbols identifiers;
    struct arch_mention *mentions; /* the mentions; NULL until arch_lost.c needs them */
    int *first_mention; /* for each of |identifiers|, the head of its list in |mentions|, or
                           ARCH_NONE */
    struct arch_losses losses[ARCHES];
};

/* Scans |text| for arch_values[arch], unless it was scanned for that value before. */
void arch_scan(struct arch_text *text, const struct hipify_options *options, int arch);

void arch_text_free(struct arch_text *text);

/* Returns the innermost branch at |offset|, or ARCH_NONE. */
int arch_branch_at(const struct arch_text *text, uint32_t offset);

/* Whether |set|, which has a bit for each of arch_values, has the bit of |arch|. */
static inline bool arch_has(unsigned char set, int arch)
{
    return set & 1 << arch;
}

/* Whether the device's compiler may compile |branch| for |arch|. Code outside of all branches
 * (ARCH_NONE) is always compiled. */
static inline bool arch_is_live(const struct arch_text *text, int branch, int arch)
{
    return branch == ARCH_NONE || arch_has(text->branches[branch].live, arch);
}

/* ---- arch_acts.c ---- */

/* Whether a function's code between the offsets |begin| and |end| does something when it is
 * compiled for |arch|. With |strict|, code with an error message counts as doing nothing. */
bool arch_acts(struct arch_text *text, uint32_t begin, uint32_t end, int arch, bool strict);

/* Whether the body of the macro whose name is defined at |begin| does something. */
bool arch_macro_acts(const struct arch_text *text, uint32_t begin);

/* ---- arch_lost.c ---- */

/* Returns the first mention of |name|, or ARCH_NONE. |mentions| must have been made. */
int arch_first_mention(const struct arch_text *text, const char *name, size_t size);

/* Returns the function whose name is defined at |offset|, or ARCH_NONE. */
int arch_function_named_at(const struct arch_text *text, uint32_t offset);

/* Whether the translation unit loses no code if it is compiled for |arch|: all code that only
 * higher architectures compile has other code in its place, or is in functions that nothing uses.
 * |*out_functions| becomes whether there are functions that lose their code. */
bool arch_keeps_all(struct arch_text *const *texts, size_t count, int arch, bool *out_functions);

#endif
