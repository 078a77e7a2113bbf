/* Bytes as C source text: the inside of a string literal, or of an array's initialiser.
 *
 * Text is made in blocks, so that several threads can each make a part: the text of a file is the
 * texts of its parts, in a row. The tables are read-only once made.
 */
#ifndef KBUILD_EMIT_LITERAL_H
#define KBUILD_EMIT_LITERAL_H

#include <codeobj.h>

#include <stdbool.h>
#include <stddef.h>

enum literal_kind {
    /* Lines of adjacent string literals. Escapes are octal and as short as the next byte allows;
     * '?' is escaped too, so that no trigraph appears. */
    LITERAL_STRING,
    /* Twelve bytes a line, as `xxd -i` writes them. */
    LITERAL_ARRAY,
};

/* A part of a file that is not its last one holds a multiple of this many bytes. */
enum { LITERAL_BLOCK = 384 };

struct literal;

struct literal *literal_make(enum literal_kind kind); /* never NULL; literal_free() frees it */
void literal_free(struct literal *literal);

/* The most characters that literal_write() writes for |size| bytes. */
size_t literal_room(const struct literal *literal, size_t size);

/* Writes the text of |bytes| to |out|, which has literal_room() characters, and returns how many
 * it wrote; every line ends in a newline. |is_last| means that no more bytes follow. No NUL is
 * added. Thread-safe. */
size_t literal_write(const struct literal *literal, struct span bytes, bool is_last, char *out);

#endif
