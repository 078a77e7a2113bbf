#include "buf.h"
#include "status.h"

/* Prints by itself, because status_fail() would allocate memory. */
void mem_exhausted(void)
{
    fputs("kbuild: out of memory\n", stderr);
    exit(STATUS_ENVIRONMENT);
}

void *mem_alloc(size_t size)
{
    void *memory = calloc(1, size ? size : 1);
    if (!memory)
        mem_exhausted();
    return memory;
}

void *mem_resize(void *memory, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        mem_exhausted();
    void *resized = realloc(memory, count && size ? count * size : 1);
    if (!resized)
        mem_exhausted();
    return resized;
}

char *mem_dup_n(const char *string, size_t length)
{
    char *copy = mem_alloc(length + 1);
    memcpy(copy, string, length);
    return copy;
}

char *mem_dup(const char *string)
{
    return mem_dup_n(string, strlen(string));
}

char *mem_format(const char *format, ...)
{
    struct buf buf = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&buf, format, args);
    va_end(args);
    return buf_take(&buf);
}

void buf_reserve(struct buf *buf, size_t extra)
{
    if (extra > SIZE_MAX / 2 - buf->size)
        mem_exhausted();
    size_t wanted = buf->size + extra + 1;
    if (wanted <= buf->capacity)
        return;
    size_t capacity = buf->capacity ? buf->capacity : 64;
    while (capacity < wanted)
        capacity *= 2;
    buf->data = mem_resize(buf->data, capacity, 1);
    buf->capacity = capacity;
    buf->data[buf->size] = '\0';
}

void buf_append(struct buf *buf, const void *data, size_t size)
{
    buf_reserve(buf, size);
    if (size)
        memcpy(buf->data + buf->size, data, size);
    buf->size += size;
    buf->data[buf->size] = '\0';
}

void buf_puts(struct buf *buf, const char *string)
{
    buf_append(buf, string, strlen(string));
}

void buf_putc(struct buf *buf, char c)
{
    buf_reserve(buf, 1);
    buf->data[buf->size++] = c;
    buf->data[buf->size] = '\0';
}

void buf_put_le(struct buf *buf, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        buf_putc(buf, (char)(value >> 8 * i));
}

void buf_vprintf(struct buf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    buf_reserve(buf, 0);
    int length = vsnprintf(buf->data + buf->size, buf->capacity - buf->size, format, again);
    va_end(again);
    if (length < 0)
        abort(); /* vsnprintf() fails only for a wrong format string, which is a bug of kbuild. */
    if ((size_t)length >= buf->capacity - buf->size) {
        buf_reserve(buf, (size_t)length);
        vsnprintf(buf->data + buf->size, (size_t)length + 1, format, args);
    }
    buf->size += (size_t)length;
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_vprintf(buf, format, args);
    va_end(args);
}

void buf_put_shell_word(struct buf *buf, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=+,./:@%^";
    if (*word && word[strspn(word, plain)] == '\0') {
        buf_puts(buf, word);
        return;
    }
    buf_putc(buf, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            buf_puts(buf, "'\\''");
        else
            buf_putc(buf, *word);
    }
    buf_putc(buf, '\'');
}

/* Returns the size of the ECMA-48 sequence at the start of |text|, if the sequence sets colours
 * (SGR) or clears a line (EL); else 0. */
static size_t colour_size(const char *text)
{
    size_t size = 2;
    if (text[0] != '\033' || text[1] != '[')
        return 0;
    size += strspn(text + size, "0123456789;");
    return text[size] == 'm' || text[size] == 'K' ? size + 1 : 0;
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

void buf_put_clean(struct buf *buf, const char *text, size_t length, const char *kept)
{
    const size_t start = buf->size, kept_count = strlen(kept);
    buf_append(buf, text, length);
    char *to = buf->data + start, *end = buf->data + buf->size;
    for (const char *from = to; from < end;) {
        bool is_c1 = *from == '\xc2' && ((unsigned char)from[1] & 0xe0) == 0x80;
        size_t kept_size = is_control(*from) && memchr(kept, *from, kept_count)
                               ? (*from == '\033' ? colour_size(from) : 1)
                               : 0;
        if (kept_size) {
            memmove(to, from, kept_size);
            to += kept_size;
            from += kept_size;
        } else {
            *to++ = is_c1 || is_control(*from) ? '?' : *from;
            from += is_c1 ? 2 : 1;
        }
    }
    *to = '\0';
    buf->size = (size_t)(to - buf->data);
}

char *buf_take(struct buf *buf)
{
    buf_reserve(buf, 0);
    char *data = buf->data;
    *buf = (struct buf){0};
    return data;
}

void buf_free(struct buf *buf)
{
    free(buf->data);
    *buf = (struct buf){0};
}

void strings_take(struct strings *strings, char *string)
{
    /* how many elements are used, with one more for the NULL at the end of the list */
    size_t used = strings->count ? strings->count + 1 : 0;
    strings->items = mem_grow(strings->items, used, sizeof *strings->items);
    strings->items[strings->count++] = string;
    strings->items[strings->count] = NULL;
}

char *strings_keep(struct strings *strings, char *string)
{
    if (string)
        strings_take(strings, string);
    return string;
}

void strings_add(struct strings *strings, const char *string)
{
    strings_take(strings, mem_dup(string));
}

void strings_addf(struct strings *strings, const char *format, ...)
{
    struct buf buf = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&buf, format, args);
    va_end(args);
    strings_take(strings, buf_take(&buf));
}

void strings_add_all(struct strings *strings, const struct strings *more)
{
    for (size_t i = 0; i < more->count; i++)
        strings_add(strings, more->items[i]);
}

void strings_add_list(struct strings *strings, const char *const *items)
{
    for (; *items; items++)
        strings_add(strings, *items);
}

bool strings_contain(const struct strings *strings, const char *string)
{
    for (size_t i = 0; i < strings->count; i++)
        if (strcmp(strings->items[i], string) == 0)
            return true;
    return false;
}

char *strings_join(const struct strings *strings, const char *separator)
{
    struct buf out = {0};
    for (size_t i = 0; i < strings->count; i++) {
        buf_puts(&out, i ? separator : "");
        buf_puts(&out, strings->items[i]);
    }
    return buf_take(&out);
}

static int string_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void strings_sort(struct strings *strings)
{
    if (strings->count > 1)
        qsort(strings->items, strings->count, sizeof *strings->items, string_compare);
}

void strings_sort_unique(struct strings *strings)
{
    size_t kept = 0;
    strings_sort(strings);
    for (size_t i = 0; i < strings->count; i++) {
        if (kept && strcmp(strings->items[kept - 1], strings->items[i]) == 0)
            free(strings->items[i]);
        else
            strings->items[kept++] = strings->items[i];
    }
    strings->count = kept;
    if (strings->items)
        strings->items[kept] = NULL;
}

size_t strings_find(const struct strings *sorted, const char *string)
{
    char **found = sorted->count ? bsearch(&string, sorted->items, sorted->count,
                                           sizeof *sorted->items, string_compare)
                                 : NULL;
    return found ? (size_t)(found - sorted->items) : sorted->count;
}

void strings_free(struct strings *strings)
{
    for (size_t i = 0; i < strings->count; i++)
        free(strings->items[i]);
    free(strings->items);
    *strings = (struct strings){0};
}
