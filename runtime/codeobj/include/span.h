/* Spans, which are borrowed ranges of bytes, and how a function of codeobj reports a failure. */
#ifndef CODEOBJ_SPAN_H
#define CODEOBJ_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum codeobj_status {
    CODEOBJ_OK = 0,
    CODEOBJ_UNRECOGNISED, /* the bytes are not of a format that codeobj knows */
    CODEOBJ_TRUNCATED,    /* a size or offset points past the end of the bytes */
    CODEOBJ_CORRUPT,      /* the bytes contradict themselves or their specification */
    CODEOBJ_UNSUPPORTED,  /* the bytes have a version or feature that codeobj does not read */
    CODEOBJ_NO_MEMORY,
    CODEOBJ_LIMIT, /* the output would be longer than the caller allows */
    CODEOBJ_IO,    /* the file cannot be read; only from mapped_file_open() */
};

struct codeobj_error {
    enum codeobj_status status;
    /* where the fault is: an offset from the start of the bytes that the function was given */
    uint64_t offset;
    /* what is wrong, in one sentence without a newline: "kernel descriptor of 'k' is cut off" */
    char message[160];
};

/* A range of bytes, borrowed. */
struct span {
    const uint8_t *data;
    size_t size;
};

/* Returns the |size| bytes at |offset| in |*out|; returns false when some of these bytes are
 * outside of |span|. Every read of a file uses this function. */
bool span_sub(struct span span, uint64_t offset, uint64_t size, struct span *out);
/* Whether |file| is a pointer file, which git-lfs puts into a repository in place of a large file.
 * See "The Pointer" in docs/spec.md of git-lfs. */
bool span_is_lfs_pointer(struct span file);
#define LFS_POINTER "a pointer of git-lfs, in place of the file; 'git lfs pull' fetches it"
/* Reads a little-endian number of |size| bytes. */
static inline uint64_t load_le(const uint8_t *bytes, unsigned size)
{
    uint64_t value = 0;
    while (size-- > 0)
        value = value << 8 | bytes[size];
    return value;
}

/* Writes |status|, |offset| and the message into |error|, which may be NULL, and returns |status|.
 * |offset| counts from the start of the bytes that the public function was given. Bytes that do not
 * belong in one line of UTF-8 text become '?': messages quote untrusted files. */
enum codeobj_status codeobj_fail_at(struct codeobj_error *error, enum codeobj_status status,
                                    uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Does what codeobj_fail_at() does, for a fault that has no place, or that is at offset 0. */
enum codeobj_status codeobj_fail(struct codeobj_error *error, enum codeobj_status status,
                                 const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Replaces each byte by '?' that is not part of well-formed UTF-8 or is part of a control
 * character, except for ASCII control characters in |kept|. Used for messages, which quote
 * untrusted names and reach terminals. */
void text_clean(char *text, const char *kept);

/* Whether |text| is UTF-8 (RFC 3629) without control characters. An empty span counts as text. */
bool utf8_is_text(struct span text);

/* Returns a copy of |text| with a NUL after it, or NULL when there is no memory. */
char *span_to_string(struct span text);

#endif
