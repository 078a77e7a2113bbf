/* Device-side printf(): a message comes in pieces of up to 7 words, begun and ended by bits of the
 * first word.
 *
 * That word: bit 0 begins a message, bit 1 ends it, bits 5 to 7 count the words that follow, and
 * from bit 8 on it has the message's number: the host assigns it at the beginning, and the device
 * sends it back. The message: a word for the stream (bit 0: stderr), the format, then the
 * arguments: 8 bytes each; strings in place, with their NUL, padded to 8 bytes. See ROCm's device
 * libraries, ockl/src/services.cl.
 */
#include "printf.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEGIN = 1,
    END = 2,
    COUNT_SHIFT = 5,
    COUNT_MASK = 7,
    NUMBER_SHIFT = 8,
    MESSAGES_MAX = 1 << 20
};

struct message {
    uint64_t *words;
    size_t count, room;
    bool is_open;
};

struct printf_messages {
    struct message *all;
    size_t count, first_free; /* no number below |first_free| is free */
};

/* ---- Formatting ----------------------------------------------------------------------------- */

/* The rest of a message. */
struct reader {
    const uint64_t *words;
    size_t count;
};

static uint64_t read_word(struct reader *reader)
{
    if (reader->count == 0)
        return 0;
    reader->count--;
    return *reader->words++;
}

/* A string of the message; its NUL may be missing. */
static const char *read_string(struct reader *reader, size_t *out_size)
{
    const char *text = (const char *)reader->words;
    size_t size = strnlen(text, reader->count * 8), words = size / 8 + 1;
    *out_size = size;
    words = words < reader->count ? words : reader->count;
    reader->words += words;
    reader->count -= words;
    return size ? text : "";
}

/* One conversion, "%-8.3f", written with the C library; |spec| has flags, width and precision with
 * every '*' filled in. */
static int print_conversion(FILE *out, char *spec, size_t size, char conversion,
                            struct reader *reader)
{
    size_t length;
    switch (conversion) {
    case 'd':
    case 'i':
        snprintf(spec + size, 8, "%s", PRId64);
        return fprintf(out, spec, (int64_t)read_word(reader));
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        spec[size] = 'l';
        spec[size + 1] = conversion;
        spec[size + 2] = 0;
        return fprintf(out, spec, (unsigned long)read_word(reader));
    case 'c':
    case 'p':
        spec[size] = conversion;
        spec[size + 1] = 0;
        return conversion == 'c' ? fprintf(out, spec, (int)read_word(reader))
                                 : fprintf(out, spec, (void *)(uintptr_t)read_word(reader));
    case 's': {
        const char *text = read_string(reader, &length);
        char *copy = strndup(text, length); /* the NUL of a message's last string may be missing */
        spec[size] = 's';
        spec[size + 1] = 0;
        int printed = fprintf(out, spec, copy ? copy : "");
        free(copy);
        return printed;
    }
    case 'n': read_word(reader); return 0;
    default: {
        uint64_t bits = read_word(reader);
        double value;
        memcpy(&value, &bits, sizeof value);
        spec[size] = conversion;
        spec[size + 1] = 0;
        return fprintf(out, spec, value);
    }
    }
}

/* An integer is narrowed to its length modifier: arguments come as 64 bits, with the sign they had.
 */
static uint64_t narrow(uint64_t value, const char *length, size_t size, char conversion)
{
    bool is_signed = conversion == 'd' || conversion == 'i';
    unsigned bits = size == 0 ? 32 : length[0] != 'h' ? 64 : size == 1 ? 16 : 8;
    if (bits == 64 || !strchr("diuoxX", conversion))
        return value;
    uint64_t low = value & ((1ull << bits) - 1);
    return is_signed && low >> (bits - 1) ? low | ~0ull << bits : low;
}

/* Prints the conversion whose '%' is just before |*format|, and moves |*format| behind it. */
static int print_one(FILE *out, const char **format, struct reader *reader)
{
    char spec[64] = "%";
    size_t size = 1;
    const char *at = *format;
    for (; *at && strchr("-+ #0123456789.*", *at); at++) {
        if (*at == '*')
            size += (size_t)snprintf(spec + size, 16, "%d", (int)read_word(reader));
        else
            spec[size++] = *at;
        if (size > sizeof spec - 24)
            size = sizeof spec - 24;
    }
    const char *length = at;
    at += strspn(at, "hlLqjzt");
    char conversion = *at;
    if (!conversion || !strchr("diuoxXcspnfFeEgGaA", conversion)) {
        *format = conversion ? at + 1 : at;
        return fprintf(out, "%%%c", conversion ? conversion : ' ');
    }
    *format = at + 1;
    if (reader->count > 0 && strchr("diuoxX", conversion)) {
        uint64_t word = narrow(read_word(reader), length, (size_t)(at - length), conversion);
        struct reader one = {&word, 1};
        return print_conversion(out, spec, size, conversion, &one);
    }
    return print_conversion(out, spec, size, conversion, reader);
}

/* Returns the number of characters, as printf() does. */
static int print_message(const struct message *message)
{
    struct reader reader = {message->words, message->count};
    FILE *out = read_word(&reader) & 1 ? stderr : stdout;
    size_t size;
    int printed = 0;
    const char *format = read_string(&reader, &size), *end = format + size;
    flockfile(out); /* a message is not mixed with another thread's */
    while (format < end && *format) {
        if (*format != '%') {
            putc_unlocked(*format++, out);
            printed++;
        } else if (format[1] == '%') {
            putc_unlocked('%', out);
            format += 2;
            printed++;
        } else {
            format++;
            printed += print_one(out, &format, &reader);
        }
    }
    funlockfile(out);
    return printed;
}

/* ---- Messages in pieces --------------------------------------------------------------------- */

static struct message *open_message(struct printf_messages *messages, size_t *out_number)
{
    size_t number = messages->first_free;
    while (number < messages->count && messages->all[number].is_open)
        number++;
    if (number == messages->count) {
        size_t count = messages->count ? messages->count * 2 : 64;
        struct message *all =
            count <= MESSAGES_MAX ? realloc(messages->all, count * sizeof messages->all[0]) : NULL;
        if (!all)
            return NULL;
        memset(all + messages->count, 0, (count - messages->count) * sizeof all[0]);
        messages->all = all;
        messages->count = count;
    }
    messages->first_free = number + 1;
    messages->all[number].is_open = true;
    messages->all[number].count = 0;
    *out_number = number;
    return &messages->all[number];
}

static void append(struct message *message, const uint64_t *words, size_t count)
{
    if (message->count + count > message->room) {
        size_t room = (message->count + count) * 2;
        uint64_t *grown = realloc(message->words, room * sizeof grown[0]);
        if (!grown)
            return;
        message->words = grown;
        message->room = room;
    }
    memcpy(message->words + message->count, words, count * sizeof words[0]);
    message->count += count;
}

void printf_serve(struct printf_messages **all, uint64_t words[8])
{
    uint64_t descriptor = words[0];
    size_t number = (size_t)(descriptor >> NUMBER_SHIFT);
    struct message *message = NULL;
    if (!*all)
        *all = calloc(1, sizeof **all);
    if (*all && descriptor & BEGIN)
        message = open_message(*all, &number);
    else if (*all && number < (*all)->count && (*all)->all[number].is_open)
        message = &(*all)->all[number];
    if (!message) {
        words[0] = words[1] = 0;
        return;
    }
    append(message, words + 1, descriptor >> COUNT_SHIFT & COUNT_MASK);
    words[0] = (uint64_t)number << NUMBER_SHIFT |
               (descriptor & 0xfc & ~(uint64_t)(COUNT_MASK << COUNT_SHIFT));
    words[1] = 0;
    if (!(descriptor & END))
        return;
    words[0] = (uint64_t)(int64_t)print_message(message);
    message->is_open = false;
    if (number < (*all)->first_free)
        (*all)->first_free = number;
}
