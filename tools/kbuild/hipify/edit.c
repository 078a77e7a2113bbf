/* The changes of a source: a list of byte ranges, and the text that replaces each. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

void edits_add(struct edits *edits, size_t offset, size_t size, const char *text)
{
    edits_add_owned(edits, offset, size, mem_dup(text));
}

void edits_add_owned(struct edits *edits, size_t offset, size_t size, char *text)
{
    edits->items = mem_grow(edits->items, edits->count, sizeof *edits->items);
    edits->items[edits->count] =
        (struct edit){.offset = offset, .size = size, .text = text, .order = edits->count};
    edits->count++;
}

void edits_replace(struct edits *edits, const char *source, const struct token *token,
                   const char *text)
{
    if (!token->spliced) {
        edits_add(edits, token->offset, token->size, text);
        return;
    }
    struct buf joined = {0};
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
    edits_add_owned(edits, token->offset, token->size, buf_take(&joined));
}

static int compare(const void *one, const void *other)
{
    const struct edit *a = one, *b = other;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if ((a->size == 0) != (b->size == 0))
        return a->size == 0 ? -1 : 1;
    int later = (a->order > b->order) - (a->order < b->order);
    return a->size == 0 ? later : -later;
}

void edits_apply(struct edits *edits, const char *source, size_t size, struct buf *out)
{
    if (edits->count > 0)
        qsort(edits->items, edits->count, sizeof *edits->items, compare);
    size_t at = 0;
    for (size_t i = 0; i < edits->count; i++) {
        const struct edit *edit = &edits->items[i];
        if (edit->offset < at)
            continue;
        buf_append(out, source + at, edit->offset - at);
        buf_puts(out, edit->text);
        at = edit->offset + edit->size;
    }
    buf_append(out, source + at, size - at);
}

void edits_free(struct edits *edits)
{
    for (size_t i = 0; i < edits->count; i++)
        free(edits->items[i].text);
    free(edits->items);
    *edits = (struct edits){0};
}
