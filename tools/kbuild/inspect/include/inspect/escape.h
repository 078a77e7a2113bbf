/* Text that came out of an untrusted file, made safe for an HTML page or for JSON; and numbers for
 * people. */
#ifndef KBUILD_INSPECT_ESCAPE_H
#define KBUILD_INSPECT_ESCAPE_H

#include "util/buf.h"

/* Appends |text| to an HTML page, as text or in a quoted attribute. Bytes that are not UTF-8, and
 * characters that HTML forbids, become U+FFFD. */
void html_put(struct buf *out, const char *text);
/* Appends |text| as a quoted JSON string. Bytes that are not UTF-8 become U+FFFD. */
void json_put(struct buf *out, const char *text);
/* Appends "key": for JSON. Before it comes a comma, unless the key is the first thing in an object,
 * a list or a line. */
void json_key(struct buf *out, const char *key);
/* Appends "key": and |text| as a JSON string. */
void json_text(struct buf *out, const char *key, const char *text);
/* Appends "key": and the number. Above 2^53 the number is written as a string in hexadecimal,
 * because readers that keep numbers as doubles would change it (RFC 8259, section 6). */
void json_number(struct buf *out, const char *key, uint64_t value);
/* Appends the JSON text |json|, escaped so that nothing in it ends the script element around it. */
void script_put(struct buf *out, const struct buf *json);
/* Appends |count| with commas: "12,345". */
void count_put(struct buf *out, uint64_t count);

#endif
