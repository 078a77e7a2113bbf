/* The macros that conditions ask for: macros of NVIDIA's and AMD's compilers and headers, and
 * macros that the file defines. */
#ifndef KBUILD_HIPIFY_MACRO_H
#define KBUILD_HIPIFY_MACRO_H

#include "hipify/hipify.h"
#include "word.h"

/* Whether a condition holds. The values are ordered: "a and b" is the lower of the values of a and
 * b, and "a or b" the higher. */
enum truth { TRUTH_NO, TRUTH_MAYBE, TRUTH_YES };

/* The compilations of a source. Each is a pass over its text. */
enum pass {
    PASS_DEVICE, /* the device's pass, for an AMD GPU */
    PASS_HOST,   /* the host's pass, when the device is an AMD GPU */
    PASS_NVIDIA, /* nvcc's pass for the device, for comparison */
    PASS_ANY,    /* the device's pass, with any value of __CUDA_ARCH__ */
    PASS_COUNT,
};

enum macro_family {
    MACRO_OTHER,
    MACRO_ARCH, /* the macro __CUDA_ARCH__ */
    /* macros with a version of CUDA: CUDA_VERSION, __CUDACC_VER_MAJOR__ and the like */
    MACRO_VERSION,
    MACRO_COMPILER, /* __CUDACC__, and the include guards of NVIDIA's headers */
    MACRO_AMD,      /* __HIP__: code that tests this macro is written with AMD in mind */
};

struct macro {
    enum truth defined;
    bool known; /* whether |value| is known */
    long long value;
    bool function; /* whether the macro has arguments; then |text| begins with their '(' */
    /* the offset and the size of the macro's body; the size is 0 if the body is empty or too
     * long */
    uint32_t text, text_size;
};

/* Before a file, the caller sets |source| and |options|, and zeroes all other members. */
struct macros {
    const char *source;
    const struct hipify_options *options;
    struct symbols names;
    struct macro (*items)[PASS_COUNT]; /* for each of |names|, its definition in each pass */
};

void macros_free(struct macros *macros);

enum macro_family macro_family(const char *name);

/* Returns the definition that |name| has in |pass| at this point of the file. */
struct macro macros_find(const struct macros *macros, const char *name, enum pass pass);

/* Notes that the file defines or undefines |name|. |in| is the definition in each pass; |live| is
 * whether the pass compiles the line. */
void macros_define(struct macros *macros, const struct token *name,
                   const struct macro in[PASS_COUNT], const enum truth live[PASS_COUNT]);

/* Appends the tokens that |text| becomes when the macros of the file are expanded in it. Other
 * names stay. Returns false if a call in it is not complete, or has a wrong number of arguments. */
bool macros_expand(const struct macros *macros, const char *text, size_t size, struct strings *out);

struct value {
    bool known;
    bool is_unsigned;
    long long number;
};

/* Returns the value in |pass| of a condition with |count| tokens. |out_unknown| (64 bytes, may be
 * NULL) receives the first unknown name that the value depends on, or "". */
struct value condition_value(const struct macros *macros, enum pass pass,
                             const struct token *tokens, size_t count, char *out_unknown);

enum truth value_truth(struct value value);

#endif
