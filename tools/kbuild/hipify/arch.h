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
    int chain;           /* the same for all branches of one conditional */
    int parent;          /* the branch around it, or ARCH_NONE */
    int function;        /* in whose body the conditional is, or ARCH_NONE */
    unsigned char live;  /* a bit for each of arch_values: the device's compiler may see it */
};

/* A function with a body. */
struct arch_function {
    uint32_t name, name_size;
    uint32_t begin, end; /* its body, with the braces */
    bool is_kernel;
};

/* An asm statement without a translation. */
struct arch_refusal {
    uint32_t offset;
    int line, column;
    int branch, function; /* ARCH_NONE: it is in none */
    unsigned char live;   /* a bit for each of arch_values for which it is compiled */
    char *why;
};

/* What a text loses for one of arch_values: the functions, and whether a kernel or what has no name
 * is among them. */
struct arch_losses {
    bool known, fatal;
    struct strings names;
};

/* A text as it was scanned for the arches of |scanned|, a bit for each. */
struct arch_text {
    const char *source;
    size_t size;
    unsigned char scanned;
    struct arch_branch *branches;
    struct arch_function *functions;
    struct arch_refusal *refusals; /* by offset */
    size_t branch_count, function_count, refusal_count;
    struct symbols identifiers;
    struct arch_losses losses[ARCHES]; /* see arch.c */
};

/* Scans |text| for arch_values[arch], if that was not done. */
void arch_scan(struct arch_text *text, const struct hipify_options *options, int arch);

void arch_text_free(struct arch_text *text);

/* The innermost branch at |offset|, or ARCH_NONE. */
int arch_branch_at(const struct arch_text *text, uint32_t offset);

#endif
