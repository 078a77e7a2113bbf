/* GGUF files made byte by byte, apart from the writer, and reading all that a file has. */
#ifndef GGUF_TEST_H
#define GGUF_TEST_H

#include "runtime_test.h"

#include <krt/gguf.h>
#include <unistd.h>

struct bytes {
    uint8_t data[16384];
    size_t size;
};

static inline void put(struct bytes *to, const void *data, size_t size)
{
    assert_true(size <= sizeof to->data - to->size);
    memcpy(to->data + to->size, data, size);
    to->size += size;
}

static inline void put_number(struct bytes *to, uint64_t number, unsigned size)
{
    put(to, &number, size); /* little-endian, as the hosts of the tests */
}

static inline void put_text(struct bytes *to, const char *text)
{
    put_number(to, strlen(text), 8);
    put(to, text, strlen(text));
}

static inline void put_header(struct bytes *to, uint32_t version, uint64_t tensors,
                              uint64_t entries)
{
    to->size = 0;
    put(to, "GGUF", 4);
    put_number(to, version, 4);
    put_number(to, tensors, 8);
    put_number(to, entries, 8);
}

/* The value follows. */
static inline void put_key(struct bytes *to, const char *key, uint32_t type)
{
    put_text(to, key);
    put_number(to, type, 4);
}

static inline void put_array(struct bytes *to, uint32_t type, uint64_t count)
{
    put_number(to, type, 4);
    put_number(to, count, 8);
}

/* |dims| are in the file's order. */
static inline void put_tensor(struct bytes *to, const char *name, uint32_t rank,
                              const uint64_t *dims, uint32_t type, uint64_t offset)
{
    put_text(to, name);
    put_number(to, rank, 4);
    put(to, dims, rank * sizeof *dims);
    put_number(to, type, 4);
    put_number(to, offset, 8);
}

/* Zeros up to a multiple of |alignment|, and |size| bytes of data. */
static inline void put_data(struct bytes *to, uint64_t alignment, size_t size)
{
    while (to->size % alignment != 0)
        put_number(to, 0, 1);
    for (size_t i = 0; i < size; i++)
        put_number(to, i * 7 + 1, 1);
}

#define DIMS(...) ((const uint64_t[]){__VA_ARGS__})

/* Reads a copy of exactly these bytes, so that a sanitizer sees what is read beyond them. */
static inline krt_status read_bytes(const struct bytes *bytes, uint8_t **out_copy,
                                    struct krt_gguf **out)
{
    *out_copy = malloc(bytes->size ? bytes->size : 1);
    memcpy(*out_copy, bytes->data, bytes->size);
    return krt_gguf_read(*out_copy, bytes->size, out);
}

static inline unsigned walk_value(struct krt_gguf_value value)
{
    unsigned sum = 0;
    struct krt_gguf_value element;
    if (value.type == KRT_GGUF_STRING) {
        for (uint64_t i = 0; i < value.count; i++)
            sum += (uint8_t)value.as.string[i];
    }
    while (krt_gguf_next(&value, &element))
        sum += walk_value(element);
    assert_int_equal(value.type == KRT_GGUF_ARRAY ? value.count : 0, 0);
    return sum;
}

/* Touches every byte that an open file gives. */
static inline unsigned walk_file(const struct krt_gguf *file)
{
    unsigned sum = 0;
    const struct krt_gguf_entry *entry;
    const struct krt_gguf_tensor *tensor, *found;
    for (uint64_t i = 0; (entry = krt_gguf_entry_at(file, i)); i++)
        sum += walk_value(entry->value);
    for (uint64_t i = 0; (tensor = krt_gguf_tensor_at(file, i)); i++) {
        assert_ok(krt_gguf_tensor_find(file, tensor->name, &found));
        assert_ptr_equal(found, tensor);
        for (uint64_t b = 0; b < tensor->bytes; b++)
            sum += ((const uint8_t *)tensor->data)[b];
    }
    return sum;
}

/* A path in the directory of the test; the caller frees it. */
static inline char *path_of(const char *name)
{
    char *path = malloc(strlen(name) + 64);
    sprintf(path, "/tmp/krt-gguf-%ld-%s", (long)getpid(), name);
    return path;
}

#endif
