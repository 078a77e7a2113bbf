/* Growable byte strings, lists of strings, and allocation that never returns NULL. This header also
 * includes the C headers that most files need, so files that include it do not include those C
 * headers again.
 *
 * The tool is a short-lived process: when memory runs out it prints a message and exits with
 * STATUS_ENVIRONMENT. None of these functions is thread-safe. */
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

/* Declares a variable that is freed when its scope ends, however the scope is left. OWNED frees the
 * memory that a pointer points to; OWNED_BY(FREE) calls FREE with the address of the variable, as
 * in "OWNED_BY(buf_free) struct buf text = {0};". The cleanup attribute is an extension that gcc
 * and clang have. */
#define OWNED_BY(FREE) __attribute__((cleanup(FREE)))
#define OWNED          OWNED_BY(mem_free_at)

/* Frees the memory whose address is stored at |at|: |at| is the address of a pointer. */
static inline void mem_free_at(void *at)
{
    void *memory;
    memcpy(&memory, at, sizeof memory);
    free(memory);
}

_Noreturn void mem_exhausted(void); /* Prints a message that memory has run out, and exits. */
void *mem_alloc(size_t size);       /* Returns |size| bytes of zeroed memory. */
void *mem_resize(void *memory, size_t count, size_t size);
/* Returns the array |items| of |count| elements, with room for one more. Its capacity is a power of
 * two, at least 8, and follows from |count|, so the owner does not store it: start with NULL and 0,
 * and never resize the array in another way. */
static inline void *mem_grow(void *items, size_t count, size_t size)
{
    bool is_full = count == 0 || (count >= 8 && (count & (count - 1)) == 0);
    return is_full ? mem_resize(items, count ? count * 2 : 8, size) : items;
}
char *mem_dup(const char *string);
char *mem_dup_n(const char *string, size_t length);
/* Formats as printf() does. Returns a fresh string, which the caller owns. */
char *mem_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether |text| begins with |beginning|. */
static inline bool text_begins(const char *text, const char *beginning)
{
    while (*beginning && *text == *beginning)
        text++, beginning++;
    return !*beginning;
}

/* Makes the NUL-terminated string |name| of the contents of the source file |path|, when this
 * program is compiled. */
#define TEXT_FILE(name, path)                                                                      \
    __asm__(".pushsection .rodata\n" #name ": .incbin \"" path "\"\n .byte 0\n .popsection\n");    \
    extern const char name[];

/* A growable byte string. |data| is NUL-terminated unless it is NULL; |size| does not count the
 * NUL. */
struct buf {
    char *data;
    size_t size;
    size_t capacity;
};

void buf_reserve(struct buf *buf, size_t extra);
void buf_append(struct buf *buf, const void *data, size_t size);
void buf_puts(struct buf *buf, const char *string);
void buf_putc(struct buf *buf, char c);
/* Appends the low |bytes| bytes of |value|, little-endian. */
void buf_put_le(struct buf *buf, uint64_t value, unsigned bytes);
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *buf, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* Appends |word| with the quotes that a POSIX shell needs. */
void buf_put_shell_word(struct buf *buf, const char *word);
/* Appends |text| for people. Replaces each control character (C0, DEL, and C1 in UTF-8) by '?',
 * except for those in |kept|, because names come from untrusted files and their control characters
 * could command a terminal. If |kept| has '\033', only the sequences that set colours or clear a
 * line are kept. */
void buf_put_clean(struct buf *buf, const char *text, size_t length, const char *kept);
/* Returns the string in |buf| (never NULL), which the caller then owns, and leaves |buf| empty. */
char *buf_take(struct buf *buf);
void buf_free(struct buf *buf);

/* A list of owned strings. |items| is NULL or ends with a NULL, so it can be passed as argv. */
struct strings {
    char **items;
    size_t count;
};

/* Adds a copy of |string| to the list. */
void strings_add(struct strings *strings, const char *string);
/* Adds |string| itself, and takes ownership. */
void strings_take(struct strings *strings, char *string);
/* Adds |string| as strings_take() does, unless it is NULL, and returns |string|. So a list can own
 * texts that other structures borrow. */
char *strings_keep(struct strings *strings, char *string);
/* Adds a string that is formatted as by printf(). */
void strings_addf(struct strings *strings, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void strings_add_all(struct strings *strings, const struct strings *more);
/* Adds copies of the strings in |items|, whose last element is NULL. */
void strings_add_list(struct strings *strings, const char *const *items);
bool strings_contain(const struct strings *strings, const char *string);
/* Returns the strings with a separator in between, as a fresh string. */
char *strings_join(const struct strings *strings, const char *separator);
void strings_sort(struct strings *strings);
void strings_sort_unique(struct strings *strings); /* Sorts the list, and removes duplicates. */
/* Returns the index of |string| in |sorted|, a sorted list; |sorted->count| if the list does not
 * have |string|. */
size_t strings_find(const struct strings *sorted, const char *string);
void strings_free(struct strings *strings);

#endif
