#include "word.h"

#include "util/buf.h"

#include <pthread.h>

/* Returns the FNV-1a hash of |name|, with the high bits mixed into the low ones. */
static uint32_t name_hash(const char *name, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* Returns the slot of |text|, or the free slot where it would be added. */
static int *find_slot(const struct symbols *symbols, const char *text, size_t size)
{
    for (uint32_t hash = name_hash(text, size);; hash++) {
        int *slot = &symbols->slots[hash & (symbols->capacity - 1)];
        if (*slot == 0)
            return slot;
        const struct symbol *symbol = &symbols->items[*slot - 1];
        if (symbol->size == size && memcmp(symbol->text, text, size) == 0)
            return slot;
    }
}

int symbols_find(const struct symbols *symbols, const char *text, size_t size)
{
    return symbols->count ? *find_slot(symbols, text, size) - 1 : -1;
}

void symbols_reserve(struct symbols *symbols, size_t count)
{
    if (count * 2 < symbols->capacity)
        return;
    while (count * 2 >= symbols->capacity)
        symbols->capacity = symbols->capacity ? symbols->capacity * 2 : 64;
    free(symbols->slots);
    symbols->slots = mem_alloc(symbols->capacity * sizeof *symbols->slots);
    for (size_t i = 0; i < symbols->count; i++)
        *find_slot(symbols, symbols->items[i].text, symbols->items[i].size) = (int)i + 1;
}

int symbols_add(struct symbols *symbols, const char *text, size_t size)
{
    symbols_reserve(symbols, symbols->count);
    int *slot = find_slot(symbols, text, size);
    if (*slot == 0) {
        symbols->items = mem_grow(symbols->items, symbols->count, sizeof *symbols->items);
        symbols->items[symbols->count] = (struct symbol){text, size};
        *slot = (int)++symbols->count;
    }
    return *slot - 1;
}

void symbols_free(struct symbols *symbols)
{
    free(symbols->items);
    free(symbols->slots);
    *symbols = (struct symbols){0};
}

/* The words of word.def, numbered from 0; a word's enum word is its number + 1. Never freed. */
static struct symbols words;

static void words_start(void)
{
    static const char *const spellings[] = {
#define WORD(spelling) #spelling,
#include "word.def"
    };
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        symbols_add(&words, spellings[i], strlen(spellings[i]));
}

enum word word_of(const char *source, const struct token *token)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char joined[64]; /* room for a word; no word has so many bytes */
    pthread_once(&once, words_start);
    if (!token->spliced)
        return (enum word)(1 + symbols_find(&words, source + token->offset, token->size));
    if (!token_spell(source, token, joined, sizeof joined))
        return WORD_NONE;
    return (enum word)(1 + symbols_find(&words, joined, strlen(joined)));
}
