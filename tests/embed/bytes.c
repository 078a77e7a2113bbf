/* See the header. */
#include "bytes.h"

#include <string.h>

const char *const bytes_names[BYTES_KINDS] = {"zero",  "random", "before-digits",
                                              "pairs", "text",   "runs"};

static uint64_t next(uint64_t *state) /* Marsaglia's xorshift64 */
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static const char *const texts[] = {
    "?\?=",
    "?\?/\n",
    "?\?'",
    "?\?(",
    "?\?)",
    "?\?!",
    "?\?<",
    "?\?>",
    "?\?-",
    "?",
    "\"",
    "\\",
    "\\\"",
    "\\0",
    "\\x",
    "\r\n",
    "\n",
    "\0"
    "7",
    "\0"
    "8",
    "%s",
    "%%",
    "*/",
    "/*",
    "//",
    "\t\v\f",
    "\a\b",
    "\x7f",
    "\3779",
    "\xc3\xa4",
    "\xe2\x80\xae",
    "\x1a",
    "R\"(",
    ")\"",
    "L\"",
    "u8\"",
    "'",
    "\\u00e4",
};

void bytes_fill(enum bytes_kind kind, uint64_t seed, uint8_t *out, size_t size)
{
    uint64_t state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 0; i < size;) {
        uint64_t random = next(&state) >> 20;
        switch (kind) {
        case BYTES_ZERO: out[i++] = 0; break;
        case BYTES_RANDOM: out[i++] = (uint8_t)random; break;
        case BYTES_BEFORE_DIGITS:
            out[i] = i % 2 ? (uint8_t)('0' + (i / 512 + seed) % 10) : (uint8_t)(i / 2);
            i++;
            break;
        case BYTES_PAIRS:
            out[i] = i % 2 ? (uint8_t)(i / 512 + seed) : (uint8_t)(i / 2);
            i++;
            break;
        case BYTES_TEXT: {
            const char *text = texts[random % (sizeof texts / sizeof *texts)];
            size_t length = text[0] ? strlen(text) : 2;
            if (length > size - i)
                length = size - i;
            memcpy(out + i, text, length);
            i += length;
            break;
        }
        case BYTES_RUNS: {
            uint8_t value = random & 1 ? 0 : (uint8_t)(random >> 8);
            for (size_t run = (random >> 16) % 200; run && i < size; run--)
                out[i++] = value;
            break;
        }
        }
    }
}
