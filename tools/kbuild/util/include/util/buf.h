/* Growable byte strings, lists of strings, and allocation that does not return NULL. With it come
 * the headers of C that most files need: whoever includes this, or a header that does, does not
 * name them.
 *
 * The tool is a short-lived process: when memory runs out it prints a message and exits with
 * STATUS_ENVIRONMENT. Nothing here is thread-safe.
 */
#ifndef KBUILD_UTIL_BUF_H
#define KBUILD_UTIL_BUF_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A variable whose memory is freed at the end of its scope, on every way out: OWNED char *path =
 * ...; OWNED_BY(buf_free) struct buf text = {0}; This is the one extension of the language in use;
 * gcc and clang have it. */
#define OWNED_BY(FREE) __attribute__((cleanup(FREE)))
#define OWNED          OWNED_BY(mem_free_at)

/* Frees what the pointer |at| points to. */
static inline void mem_free_at(void *at)
{
    void *memory;
    memcpy(&memory, at, sizeof memory);
    free(memory);
}

_Noreturn void mem_exhausted(void); /* exits with a message */
void *mem_alloc(size_t size);       /* zeroed */
void *mem_resize(void *memory, size_t count, size_t size);
/* An array of |count| items with room for one more. It always has room for the next power of two
 * from 8 on, so its owner need not store a capacity: start with NULL and 0, and never resize the
 * array in another way. */
static inline void *mem_grow(void *items, size_t count, size_t size)
{
    bool is_full = count == 0 || (count >= 8 && (count & (count - 1)) == 0);
    return is_full ? mem_resize(items, count ? count * 2 : 8, size) : items;
}
char *mem_dup(const char *string);
char *mem_dup_n(const char *string, size_t length);
/* Like printf into a fresh string, owned by the caller. */
char *mem_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether |text| begins with |beginning|. */
static inline bool text_begins(const char *text, const char *beginning)
{
    while (*beginning && *text == *beginning)
        text++, beginning++;
    return !*beginning;
}

/* A file of the sources as a string in the program. */
#define TEXT_FILE(name, path)                                                                      \
    __asm__(".pushsection .rodata\n" #name ": .incbin \"" path "\"\n .byte 0\n .popsection\n");    \
    extern const char name[];

/* |data| is NUL-terminated whenever it is not NULL; |size| does not count the NUL. */
struct buf {
    char *data;
    size_t size;
    size_t capacity;
};

void buf_reserve(struct buf *buf, size_t extra);
void buf_append(struct buf *buf, const void *data, size_t size);
void buf_puts(struct buf *buf, const char *string);
void buf_putc(struct buf *buf, char c);
/* The low |bytes| bytes of |value|, little-endian. */
void buf_put_le(struct buf *buf, uint64_t value, unsigned bytes);
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *buf, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* Appends |word|, quoted for a POSIX shell. */
void buf_put_shell_word(struct buf *buf, const char *word);
/* Appends text for people. Names come from foreign files, and their control characters, also C1's
 * in UTF-8, would command a terminal: each becomes '?', but for those in |kept|. With '\033' among
 * these, the sequences that set colours or clear a line are kept, and no others. */
void buf_put_clean(struct buf *buf, const char *text, size_t length, const char *kept);
/* Hands the string over to the caller (never NULL) and leaves |buf| empty. */
char *buf_take(struct buf *buf);
void buf_free(struct buf *buf);

/* A list of owned strings; |items| has a NULL behind the last one, so it serves as argv. */
struct strings {
    char **items;
    size_t count;
};

void strings_add(struct strings *strings, const char *string); /* copies */
void strings_take(struct strings *strings, char *string);      /* takes ownership */
/* The same, and returns |string|, which may be NULL: lists own texts that others only borrow. */
char *strings_keep(struct strings *strings, char *string);
void strings_addf(struct strings *strings, const char *format, ...) /* formats */
    __attribute__((format(printf, 2, 3)));
void strings_add_all(struct strings *strings, const struct strings *more);
void strings_add_list(struct strings *strings, const char *const *items); /* NULL-terminated */
bool strings_contain(const struct strings *strings, const char *string);
char *strings_join(const struct strings *strings, const char *separator); /* a fresh string */
void strings_sort(struct strings *strings);
void strings_sort_unique(struct strings *strings); /* also removes duplicates */
/* The index of |string| in a sorted list, or its count. */
size_t strings_find(const struct strings *sorted, const char *string);
void strings_free(struct strings *strings);

#endif
