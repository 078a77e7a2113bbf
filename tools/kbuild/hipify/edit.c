/* The changes of a source: a list of byte ranges, and the text that replaces each. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

static void add(struct edits *edits, size_t offset, size_t size, const char *text, char *owned)
{
    edits->items = mem_grow(edits->items, edits->count, sizeof *edits->items);
    if (edits->count > 0 && offset <= edits->items[edits->count - 1].offset)
        edits->disorder = true;
    edits->items[edits->count] = (struct edit){
        .offset = offset, .size = size, .text = text, .owned = owned, .order = edits->count};
    edits->count++;
}

void edits_add(struct edits *edits, size_t offset, size_t size, const char *text)
{
    add(edits, offset, size, text, NULL);
}

void edits_add_owned(struct edits *edits, size_t offset, size_t size, char *text)
{
    add(edits, offset, size, text, text);
}

void edits_replace(struct edits *edits, const char *source, const struct token *token,
                   const char *text)
{
    if (!token->spliced) {
        add(edits, token->offset, token->size, text, NULL);
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
    if (edits->disorder)
        qsort(edits->items, edits->count, sizeof *edits->items, compare);
    edits->disorder = false;
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
        free(edits->items[i].owned);
    free(edits->items);
    *edits = (struct edits){0};
}
