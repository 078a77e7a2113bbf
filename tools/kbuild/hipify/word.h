/* Identifiers as numbers. Those that mean something to a translation or a check, which word.def
 * lists, are looked up once and then compared by number.
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

/* What |token|, an identifier, says. */
enum word word_of(const char *source, const struct token *token);

static inline bool word_is_asm(enum word word)
{
    return word >= WORD_asm && word <= WORD___asm;
}

static inline bool word_is_attribute(enum word word)
{
    return word >= WORD_alignas && word <= WORD___launch_bounds__;
}

/* Whether it is known, and not a name of CUDA's API. */
static inline bool word_is_language(enum word word)
{
    return word != WORD_NONE && word < WORD_cudaFilterModeLinear;
}

/* The names of a file, numbered from 0 in the order in which they come. Zeroed before the first
 * use. */
struct symbols {
    struct symbol {
        const char *text;
        size_t size;
    } * items;
    size_t count, capacity; /* |capacity| is of |slots|, a power of two */
    int *slots;             /* 1 + the number of a name, by its hash; 0 is free */
};

/* The number of |text|, which is borrowed as long as the symbols are used; -1 when it is not one.
 */
int symbols_find(const struct symbols *symbols, const char *text, size_t size);
int symbols_add(struct symbols *symbols, const char *text, size_t size);
/* Makes room for |count| names at once. */
void symbols_reserve(struct symbols *symbols, size_t count);
void symbols_free(struct symbols *symbols);

#endif
