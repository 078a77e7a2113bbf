/* Bytes as C source text; every line ends in a newline. */
#ifndef KBUILD_EMIT_LITERAL_H
#define KBUILD_EMIT_LITERAL_H

#include "util/buf.h"

#include <codeobj.h>

/* Lines of adjacent string literals, 128 bytes each. Escapes are octal and as short as the next
 * byte allows; '?' is escaped too, so that no trigraph appears. */
void literal_put_string(struct buf *out, struct span bytes);

/* The inside of an array's initialiser: twelve bytes a line, as `xxd -i` writes them. */
void literal_put_array(struct buf *out, struct span bytes);

#endif
