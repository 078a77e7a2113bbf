/* The identifiers that mean something to a translation or a check, as numbers: a source's words are
 * looked up once and then compared by number. word.def lists them.
 */
#ifndef KBUILD_HIPIFY_WORD_H
#define KBUILD_HIPIFY_WORD_H

#include "lexer.h"

enum word {
    WORD_NONE, /* any other identifier, and any other token */
#define WORD(spelling) WORD_##spelling,
#include "word.def"
    WORD_COUNT,
};

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

/* Whether it is known, and not a name of CUDA's API. */
static inline bool word_is_language(enum word word)
{
    return word != WORD_NONE && word < WORD_cudaFilterModeLinear;
}

#endif
