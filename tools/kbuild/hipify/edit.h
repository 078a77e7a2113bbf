/* The changes of a source: a list of byte ranges, and the text that replaces each. */
#ifndef KBUILD_HIPIFY_EDIT_H
#define KBUILD_HIPIFY_EDIT_H

#include "lexer.h"

#include "util/buf.h"

#include <stddef.h>

struct edit {
    size_t offset, size; /* of the source; a size of 0 inserts before |offset| */
    const char *text;    /* the new text */
    char *owned;         /* |text| when it is the edit's own, else NULL */
    size_t order;        /* in which they were added */
};

/* Zeroed before the first use. Edits may come in any order. */
struct edits {
    struct edit *items;
    size_t count;
    bool disorder;
};

/* |text| is borrowed until the edits are freed. The caller keeps the line ends of a range that it
 * replaces.
 */
void edits_add(struct edits *edits, size_t offset, size_t size, const char *text);

/* Takes |text|. */
void edits_add_owned(struct edits *edits, size_t offset, size_t size, char *text);

/* Replaces |token| of |source| by |text|, which is borrowed. Joined line ends inside the token
 * stay: they come behind its first character, because a carriage return behind the last one could
 * meet a line feed. */
void edits_replace(struct edits *edits, const char *source, const struct token *token,
                   const char *text);

/* Appends |source| with the edits put in to |out|. At one offset insertions come before a
 * replacement, in the order they were added, and the last replacement counts; an edit that begins
 * inside the range of an earlier one is dropped. Sorts the edits. */
void edits_apply(struct edits *edits, const char *source, size_t size, struct buf *out);

void edits_free(struct edits *edits);

#endif
