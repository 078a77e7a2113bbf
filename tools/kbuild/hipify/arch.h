/* What a text has for each value of __CUDA_ARCH__: which of its branches are compiled for the
 * device, and where inline PTX has no translation.
 */
#ifndef KBUILD_HIPIFY_ARCH_H
#define KBUILD_HIPIFY_ARCH_H

#include "hipify/hipify.h"
#include "word.h"

#include <stdint.h>

enum { ARCHES = 7, ARCH_NONE = -1 };

/* The values that are tried, the highest first. */
extern const int arch_values[ARCHES];

/* One branch of a conditional. Those inside it are behind it. */
struct arch_branch {
    uint32_t begin, end; /* offsets: behind the line of its directive, and of the next one */
    int first, next;     /* branches of the same conditional; behind the last one is ARCH_NONE */
    int parent;          /* the branch around it, or ARCH_NONE */
    int function;        /* in whose body the conditional is, or ARCH_NONE */
    bool is_else;
    unsigned char live; /* a bit for each of arch_values: the device's compiler may see it */
    unsigned char sure; /* the same: it certainly sees it */
};

/* From |offset| on, up to the next edge, |branch| is the innermost branch. */
struct arch_edge {
    uint32_t offset;
    int branch;
};

/* A function with a body. */
struct arch_function {
    uint32_t name, name_size;
    uint32_t begin, end; /* its body, with the braces */
    bool is_kernel;
    signed char acts[ARCHES]; /* see arch_acts.c; 0: not known yet */
    bool is_plain;            /* its head has nothing but __device__, types and an ordinary name */
};

/* An asm statement without a translation. */
struct arch_refusal {
    uint32_t offset;
    uint32_t macro, macro_size; /* the name of the macro that it is in, if the size is not 0 */
    int line, column;
    int branch, function; /* ARCH_NONE: it is in none */
    unsigned char live;   /* a bit for each of arch_values for which it is compiled */
    char *why;
};

/* A place where an identifier is written. */
struct arch_mention {
    uint32_t offset;
    int next; /* another one of this identifier, or ARCH_NONE */
    bool is_directive, is_defined;
};

/* What a text loses for one of arch_values, see arch_lost.c. */
struct arch_losses {
    bool known;
    bool fatal;            /* it may not be lost */
    struct symbols names;  /* of functions that must not be used any more */
    int *outermost;        /* of a branch: the outermost one around it that is lost, or ARCH_NONE */
    signed char *replaced; /* of a branch: 1 or -1 when it is known whether another has code */
};

/* A text as it was scanned for the arches of |scanned|, a bit for each. */
struct arch_text {
    const char *source;
    size_t size;
    unsigned char scanned;
    unsigned char adds; /* a bit for each of arch_values that refuses what the first does not */
    bool builds_names;  /* macros of it may build names of functions */
    struct arch_branch *branches;
    struct arch_edge *edges;
    struct arch_function *functions;
    struct arch_refusal *refusals;
    size_t branch_count, edge_count, function_count, refusal_count;
    struct symbols identifiers;
    struct arch_mention *mentions; /* none until they are asked for */
    int *first_mention;            /* of each identifier */
    struct arch_losses losses[ARCHES];
};

/* Scans |text| for arch_values[arch], if that was not done. */
void arch_scan(struct arch_text *text, const struct hipify_options *options, int arch);

void arch_text_free(struct arch_text *text);

/* The innermost branch at |offset|, or ARCH_NONE. */
int arch_branch_at(const struct arch_text *text, uint32_t offset);

/* Whether a set of bits, one for each of arch_values, has that of |arch|. */
static inline bool arch_has(unsigned char set, int arch)
{
    return set & 1 << arch;
}

/* Whether the device's compiler may see |branch|, which may be ARCH_NONE. */
static inline bool arch_is_live(const struct arch_text *text, int branch, int arch)
{
    return branch == ARCH_NONE || arch_has(text->branches[branch].live, arch);
}

/* ---- arch_acts.c ---- */

/* Whether the code of a function between |begin| and |end| computes something for |arch|. |strict|:
 * code with a message does not. */
bool arch_acts(struct arch_text *text, uint32_t begin, uint32_t end, int arch, bool strict);

/* The same of the macro whose name is defined at |begin|. */
bool arch_macro_acts(const struct arch_text *text, uint32_t begin);

/* ---- arch_lost.c ---- */

/* The first mention of a name in a text whose mentions are known, or ARCH_NONE. */
int arch_first_mention(const struct arch_text *text, const char *name, size_t size);

/* The function that is defined with its name at |offset|, or ARCH_NONE. */
int arch_function_named_at(const struct arch_text *text, uint32_t offset);

/* Whether other code is in the place of all code that |arch| does without, or nothing calls the
 * function. |out_functions|: some function has no other code. */
bool arch_keeps_all(struct arch_text *const *texts, size_t count, int arch, bool *out_functions);

#endif
