/* Bytes as C source text; every line ends in a newline. A text may be made of several parts, each
 * of which, but for the last, has a multiple of LITERAL_PART bytes. */
#ifndef KBUILD_EMIT_LITERAL_H
#define KBUILD_EMIT_LITERAL_H

#include "util/buf.h"

#include <codeobj.h>

enum { LITERAL_PART = 384 };

struct escapes; /* the characters of each byte, and of each pair */
struct escapes *escapes_make(void);
void escapes_free(struct escapes *escapes);

/* Lines of adjacent string literals, 128 bytes each. Escapes are octal and as short as the next
 * byte allows; '?' is escaped too, so that no trigraph appears. */
void literal_put_string(struct buf *out, const struct escapes *escapes, struct span bytes);

/* The inside of an array's initialiser: twelve bytes a line, as `xxd -i` writes them. */
void literal_put_array(struct buf *out, struct span bytes, bool is_last);

#endif
