/* Bytes that are hard to write as C text. */
#ifndef TESTS_EMBED_BYTES_H
#define TESTS_EMBED_BYTES_H

#include <stddef.h>
#include <stdint.h>

enum bytes_kind {
    BYTES_ZERO,
    BYTES_RANDOM,
    BYTES_BEFORE_DIGITS, /* every byte value, each before a digit, octal and not */
    BYTES_PAIRS,         /* every byte value before every other one, if there is room */
    BYTES_TEXT,          /* trigraphs, quotes, backslashes, line ends, ends of comments, UTF-8 */
    BYTES_RUNS,          /* runs of one value, zeros more often than others */
};
enum { BYTES_KINDS = BYTES_RUNS + 1 };

extern const char *const bytes_names[BYTES_KINDS];

/* The same in every run for the same |seed|. */
void bytes_fill(enum bytes_kind kind, uint64_t seed, uint8_t *out, size_t size);

#endif
