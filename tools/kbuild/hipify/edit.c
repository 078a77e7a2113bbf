/* The changes to a source: a list of byte ranges, and the text that replaces each. */
#include "parts.h"

#include <ctype.h>

void edits_add(struct edits *edits, size_t offset, size_t size, const char *text)
{
    size_t at = edits->texts.size, text_size = strlen(text);
    buf_append(&edits->texts, text, text_size + 1);
    edits->items = mem_grow(edits->items, edits->count, sizeof *edits->items);
    edits->items[edits->count++] = (struct edit){offset, size, at, text_size};
}

void edits_replace(struct edits *edits, const char *source, const struct token *token,
                   const char *text)
{
    if (!token->spliced) {
        edits_add(edits, token->offset, token->size, text);
        return;
    }
    OWNED_BY(buf_free) struct buf joined = {0};
    size_t end = token->offset + token->size;
    buf_putc(&joined, *text);
    for (size_t at = token->offset; at < end; at++) {
        size_t splice = lexer_splice_length(source, end, at);
        if (splice) {
            buf_append(&joined, source + at, splice);
            at += splice - 1;
        }
    }
    buf_puts(&joined, text + 1);
    edits_add(edits, token->offset, token->size, joined.data);
}

static int compare(const void *one, const void *other)
{
    const struct edit *a = one, *b = other;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if ((a->size == 0) != (b->size == 0))
        return a->size == 0 ? -1 : 1;
    int later = (a->text > b->text) - (a->text < b->text);
    return a->size == 0 ? later : -later;
}

static bool is_name_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Returns |text| without joined line ends. The caller frees it. */
static char *join_lines(const char *text, size_t size)
{
    char *joined = mem_alloc(size + 1);
    token_spell(text, &(struct token){.size = (uint32_t)size, .spliced = true}, joined, size + 1);
    return joined;
}

/* Replaces |word| by |text| in the part of |out| from |from| on, outside of literals. That part is
 * the text of an earlier edit, and has |word| from the source; a second edit changes |word|. */
static void replace_word(struct buf *out, size_t from, const char *word, const char *text)
{
    size_t size = strlen(word);
    OWNED_BY(buf_free) struct buf copy = {0};
    char quote = 0;
    buf_append(&copy, out->data + from, out->size - from);
    out->size = from;
    for (size_t at = 0; at < copy.size;) {
        const char *here = copy.data + at;
        if (quote ? *here == quote : *here == '"' || *here == '\'')
            quote = quote ? 0 : *here;
        size_t length = 1;
        if (quote && *here == '\\' && at + 1 < copy.size)
            length = 2;
        else if (!quote)
            while (is_name_byte(*here) && at + length < copy.size && is_name_byte(here[length]))
                length++;
        if (length == size && memcmp(here, word, size) == 0)
            buf_puts(out, text);
        else
            buf_append(out, here, length);
        at += length;
    }
}

void edits_apply(struct edits *edits, const char *source, size_t size, struct buf *out)
{
    if (edits->count > 0)
        qsort(edits->items, edits->count, sizeof *edits->items, compare);
    size_t at = 0, replacement = 0;
    for (size_t i = 0; i < edits->count; i++) {
        const struct edit *edit = &edits->items[i];
        const char *text = edits->texts.data + edit->text;
        if (edit->offset < at) {
            OWNED char *word = join_lines(source + edit->offset, edit->size);
            OWNED char *joined = join_lines(text, edit->text_size);
            if (*word)
                replace_word(out, replacement, word, joined);
            continue;
        }
        buf_append(out, source + at, edit->offset - at);
        replacement = out->size;
        buf_append(out, text, edit->text_size);
        at = edit->offset + edit->size;
    }
    buf_append(out, source + at, size - at);
}

void edits_free(struct edits *edits)
{
    free(edits->items);
    buf_free(&edits->texts);
    *edits = (struct edits){0};
}
