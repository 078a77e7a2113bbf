#include "word.h"

#include "word_hash.h"

#include <string.h>

static const struct {
    const char *text;
    size_t size;
} words[] = {
    [WORD_NONE] = {"", 0},
#define WORD(spelling) [WORD_##spelling] = {#spelling, sizeof #spelling - 1},
#include "word.def"
};

/* Of each hash, and the ones behind it that it shares with others: a word, or 0. */
static const uint8_t slots[WORD_SLOTS] = {
#include "word_slots.inc"
};

static enum word find(const char *text, size_t size)
{
    for (uint32_t at = word_hash(text, size); slots[at]; at = (at + 1) % WORD_SLOTS)
        if (words[slots[at]].size == size && memcmp(words[slots[at]].text, text, size) == 0)
            return (enum word)slots[at];
    return WORD_NONE;
}

enum word word_of(const char *source, const struct token *token)
{
    char joined[64]; /* longer than any word */
    if (!token->spliced)
        return find(source + token->offset, token->size);
    return token_spell(source, token, joined, sizeof joined) ? find(joined, strlen(joined))
                                                             : WORD_NONE;
}
