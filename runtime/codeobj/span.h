/* Bytes, borrowed and checked, and how a function of codeobj says that it failed. */
#ifndef CODEOBJ_SPAN_H
#define CODEOBJ_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum codeobj_status {
    CODEOBJ_OK = 0,
    CODEOBJ_UNRECOGNISED, /* not a format this library knows */
    CODEOBJ_TRUNCATED,    /* a size or offset points past the end */
    CODEOBJ_CORRUPT,      /* contradicts itself or its specification */
    CODEOBJ_UNSUPPORTED,  /* a version or feature this library does not read */
    CODEOBJ_NO_MEMORY,
    CODEOBJ_LIMIT, /* would unpack to more than the caller allows */
    CODEOBJ_IO,    /* the file cannot be read; only mapped_file_open() says it */
};

struct codeobj_error {
    enum codeobj_status status;
    uint64_t offset;   /* of what is wrong, from the start of the bytes the function was given */
    char message[160]; /* one sentence, no newline: "kernel descriptor of 'k' is cut off" */
};

/* A range of bytes, borrowed. */
struct span {
    const uint8_t *data;
    size_t size;
};

/* The one accessor: the |size| bytes at |offset|, or false when they are not all inside |span|. */
bool span_sub(struct span span, uint64_t offset, uint64_t size, struct span *out);

#endif
