/* The macros that conditions ask for: those of NVIDIA's and AMD's compilers and headers, and those
 * that the file defines for itself.
 */
#ifndef KBUILD_HIPIFY_MACRO_H
#define KBUILD_HIPIFY_MACRO_H

#include "hipify/hipify.h"
#include "word.h"

enum truth { TRUTH_NO, TRUTH_MAYBE, TRUTH_YES }; /* "and" is the lower, "or" the higher one */

/* The compilations that a source goes through. */
enum pass {
    PASS_DEVICE, /* for an AMD GPU */
    PASS_HOST,   /* the host's half of the same */
    PASS_NVIDIA, /* nvcc's device half, for comparison */
    PASS_ANY,    /* for an AMD GPU, whatever __CUDA_ARCH__ is */
    PASS_COUNT,
};

enum macro_family {
    MACRO_OTHER,
    MACRO_ARCH,     /* __CUDA_ARCH__ */
    MACRO_VERSION,  /* CUDA_VERSION, __CUDACC_VER_MAJOR__ */
    MACRO_COMPILER, /* __CUDACC__, header guards of NVIDIA's */
    MACRO_AMD,      /* __HIP__: code that asks for it knows of AMD */
};

struct macro {
    enum truth defined;
    bool known; /* |value| is */
    long long value;
    bool function;            /* it has arguments, with which |text| begins */
    uint32_t text, text_size; /* the body; a size of 0: none, or it is too long */
};

/* Zeroed, with |source| and |options| set, before a file. */
struct macros {
    const char *source;
    const struct hipify_options *options;
    struct symbols names;
    struct macro (*items)[PASS_COUNT]; /* one for each name */
};

void macros_free(struct macros *macros);

enum macro_family macro_family(const char *name);

/* The definition of |name| in |pass| here. */
struct macro macros_find(const struct macros *macros, const char *name, enum pass pass);

/* The file gives |name| the values |in|, where it is compiled: |live| for each pass. */
void macros_define(struct macros *macros, const struct token *name,
                   const struct macro in[PASS_COUNT], const enum truth live[PASS_COUNT]);

/* In expand.c: appends the tokens that |text| is when the macros of the file are expanded in it. A
 * name that is not a macro of the file stays. False when a call in it is not complete, or has not
 * its macro's number of arguments. */
bool macros_expand(const struct macros *macros, const char *text, size_t size, struct strings *out);

struct value {
    bool known;
    bool is_unsigned;
    long long number;
};

/* In condition.c: the value of the |count| tokens of a condition in |pass|. |out_unknown| (64
 * bytes, may be NULL) receives the first unknown name that the value depends on, or "". */
struct value condition_value(const struct macros *macros, enum pass pass,
                             const struct token *tokens, size_t count, char *out_unknown);

enum truth value_truth(struct value value);

#endif
