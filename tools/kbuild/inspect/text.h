/* Text that came out of a file, made safe for a page or for JSON; and numbers for people. */
#ifndef KBUILD_INSPECT_TEXT_H
#define KBUILD_INSPECT_TEXT_H

#include "util/buf.h"

/* For text and quoted attributes. Bytes that are not UTF-8, and characters that HTML forbids,
 * become U+FFFD. */
void html_put(struct buf *out, const char *text);
/* A quoted JSON string. Bytes that are not UTF-8 become U+FFFD. */
void json_put(struct buf *out, const char *text);
/* "key": with a comma before it, unless it is the first thing in an object or in a
 * line. */
void json_key(struct buf *out, const char *key);
/* In hexadecimal, as a string, above 2^53, where readers that keep numbers as doubles would change
 * it (RFC 8259, section 6). */
void json_number(struct buf *out, uint64_t value);
/* |json|, so that nothing in it ends the script element around it. */
void script_put(struct buf *out, const struct buf *json);
/* "8.4 MiB". */
void bytes_put(struct buf *out, uint64_t bytes);
/* "12,345". */
void count_put(struct buf *out, uint64_t count);

#endif
