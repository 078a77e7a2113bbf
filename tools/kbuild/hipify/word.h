/* The identifiers that mean something to a translation or a check, as numbers: a source's words are
 * looked up once, and then compared by number. word.def lists them.
 */
#ifndef KBUILD_HIPIFY_WORD_H
#define KBUILD_HIPIFY_WORD_H

#include "lexer.h"

enum word {
    WORD_NONE, /* any other identifier, and what is none */
#define WORD(spelling, concern) WORD_##spelling,
#include "word.def"
#undef WORD
    WORD_COUNT,
};

/* What a function of the device has that is worth a check. */
enum concern {
    CONCERN_NOTHING = 0,
    CONCERN_VALUES = 1, /* a type that values may not fit into */
    CONCERN_HALVES = 2, /* with --headers hip: halves, min and max */
    CONCERN_LIMITS = 4, /* something that the device may not be able to do */
};

/* Of each word, enum concern. */
extern const unsigned char word_concerns[WORD_COUNT];

_Static_assert(WORD_COUNT <= UINT8_MAX, "a token holds its word in a byte");

/* What |token|, an identifier, says. */
enum word word_of(const char *source, const struct token *token);

/* Whether it begins a namespace, a class or the like. */
static inline bool word_is_scope(enum word word)
{
    return word >= WORD_class && word <= WORD_namespace;
}

static inline bool word_is_asm(enum word word)
{
    return word >= WORD_asm && word <= WORD___asm;
}

/* Whether hazards_follow() looks for it outside functions of the device. */
static inline bool word_is_hazard(enum word word)
{
    return word >= WORD___global__ && word <= WORD_CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
}

/* Whether it is known, and no name of CUDA's API. */
static inline bool word_is_language(enum word word)
{
    return word != WORD_NONE && word < WORD_cudaFilterModeLinear;
}

#endif
