/* Text that came out of a file, made safe for a page. */
#ifndef KBUILD_INSPECT_REPORT_TEXT_H
#define KBUILD_INSPECT_REPORT_TEXT_H

#include "util/buf.h"

#include <stdint.h>

/* For text and quoted attributes. What is not UTF-8, and what HTML forbids, is U+FFFD. */
void html_put(struct buf *out, const char *text);
/* A quoted JSON string, in which nothing can end the script element that it stands in. */
void json_put(struct buf *out, const char *text);
/* "8.4 MiB". */
void bytes_put(struct buf *out, uint64_t bytes);
/* "12,345". */
void count_put(struct buf *out, uint64_t count);

#endif
