#include "word.h"

#include "hash.h"

#include "util/buf.h"

static const char *const words[] = {
    [WORD_NONE] = "",
#define WORD(spelling) [WORD_##spelling] = #spelling,
#include "word.def"
};

_Static_assert(WORD_COUNT <= UINT8_MAX, "a slot is a byte");
static const uint8_t slots[WORD_SLOTS] = {
#include "word_slots.inc"
};

enum word word_of(const char *source, const struct token *token)
{
    char joined[64]; /* longer than any word */
    const char *text = source + token->offset;
    size_t size = token->size;
    if (token->spliced) {
        if (!token_spell(source, token, joined, sizeof joined))
            return WORD_NONE;
        text = joined;
        size = strlen(joined);
    }
    for (uint32_t hash = name_hash(text, size), at; slots[at = hash % WORD_SLOTS]; hash++) {
        const char *word = words[slots[at]];
        if (strncmp(word, text, size) == 0 && word[size] == '\0')
            return (enum word)slots[at];
    }
    return WORD_NONE;
}

/* The slot of |text|, or the free one where it belongs. */
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

int symbols_add(struct symbols *symbols, const char *text, size_t size)
{
    if (symbols->count * 2 >= symbols->capacity) {
        symbols->capacity = symbols->capacity ? symbols->capacity * 2 : 64;
        free(symbols->slots);
        symbols->slots = mem_alloc(symbols->capacity * sizeof *symbols->slots);
        for (size_t i = 0; i < symbols->count; i++)
            *find_slot(symbols, symbols->items[i].text, symbols->items[i].size) = (int)i + 1;
    }
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
}
