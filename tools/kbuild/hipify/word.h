/* Identifiers as numbers. The words that word.def lists mean something to a translation or a check:
 * they are looked up once, and then compared by number. */
#ifndef KBUILD_HIPIFY_WORD_H
#define KBUILD_HIPIFY_WORD_H

#include "lexer.h"

enum word {
    WORD_NONE, /* any identifier that is not in word.def, and any other token */
#define WORD(spelling) WORD_##spelling,
#include "word.def"
    WORD_COUNT,
};

/* Returns the number of |token|, an identifier. */
enum word word_of(const char *source, const struct token *token);

static inline bool word_is_asm(enum word word)
{
    return word >= WORD_asm && word <= WORD___asm;
}

static inline bool word_is_attribute(enum word word)
{
    return word >= WORD_alignas && word <= WORD___launch_bounds__;
}

/* Whether |word| is a known word, and not a name of CUDA's API. */
static inline bool word_is_language(enum word word)
{
    return word != WORD_NONE && word < WORD_cudaFilterModeLinear;
}

/* The names of a file, numbered from 0 in the order in which they are added. Zeroed before the
 * first use. */
struct symbols {
    struct symbol {
        const char *text;
        size_t size;
    } * items;
    size_t count, capacity; /* |capacity|: how many entries |slots| has, a power of two */
    int *slots; /* the hash table: 1 + the number of the name in each slot; 0 marks a free slot */
};

/* Returns the number of |text|; symbols_find() returns -1 if it was not added, symbols_add() adds
 * it. An added |text| is borrowed for as long as the symbols are used. */
int symbols_find(const struct symbols *symbols, const char *text, size_t size);
int symbols_add(struct symbols *symbols, const char *text, size_t size);
/* Makes room for |count| names in all. */
void symbols_reserve(struct symbols *symbols, size_t count);
void symbols_free(struct symbols *symbols);

#endif
