/* GGUF files: any bytes are read or refused. All that was read can be touched; what the writer
 * takes of it is written as a file that has the same, and which the writer writes again as the same
 * bytes.
 */
#include "guarded.h"

#include <krt/gguf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile unsigned touched; /* so that the reads are made */

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void touch(const void *data, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i++)
        touched += ((const uint8_t *)data)[i];
}

static void walk_value(struct krt_gguf_value value)
{
    struct krt_gguf_value element;
    uint64_t count = 0, wanted = value.type == KRT_GGUF_ARRAY ? value.count : 0;
    if (value.type == KRT_GGUF_STRING)
        touch(value.as.string, value.count);
    for (; krt_gguf_next(&value, &element); count++)
        walk_value(element);
    require(count == wanted);
}

/* Whether two values have the same bits. */
static bool is_same(const struct krt_gguf_value *a, const struct krt_gguf_value *b)
{
    if (a->type != b->type || a->element_type != b->element_type || a->count != b->count ||
        a->bytes != b->bytes)
        return false;
    switch (a->type) {
    case KRT_GGUF_STRING: return memcmp(a->as.string, b->as.string, a->count) == 0;
    case KRT_GGUF_ARRAY: return a->bytes == 0 || memcmp(a->as.array, b->as.array, a->bytes) == 0;
    case KRT_GGUF_F32: return memcmp(&a->as.f32, &b->as.f32, sizeof a->as.f32) == 0;
    case KRT_GGUF_BOOL: return a->as.is_true == b->as.is_true;
    default: return a->as.u64 == b->as.u64;
    }
}

static bool is_written(const struct krt_gguf_tensor *tensor)
{
    return tensor->type != KRT_GGUF_NONE && strlen(tensor->name) < 64 && tensor->rank <= 4;
}

/* Writes |file| to |path|; false if the writer refuses a part of it. */
static bool rewrite(const struct krt_gguf *file, const char *path)
{
    struct krt_gguf_writer *writer;
    uint64_t alignment = 32;
    krt_gguf_get_u64(file, "general.alignment", &alignment);
    bool fits = true, is_power = (alignment & (alignment - 1)) == 0;
    require(krt_gguf_writer_create(&writer) == KRT_OK);
    for (uint64_t i = 0; fits && i < krt_gguf_entry_count(file); i++) {
        const struct krt_gguf_entry *entry = krt_gguf_entry_at(file, i);
        fits = is_power || strcmp(entry->key, "general.alignment") != 0;
        require((krt_gguf_set(writer, entry->key, &entry->value) == KRT_OK) == fits);
    }
    for (uint64_t i = 0; fits && i < krt_gguf_tensor_count(file); i++) {
        const struct krt_gguf_tensor *tensor = krt_gguf_tensor_at(file, i);
        fits = is_written(tensor);
        require((krt_gguf_add(writer, tensor, NULL, NULL) == KRT_OK) == fits);
    }
    /* An alignment of gigabytes is allowed, but no pleasure to write. */
    fits = fits && alignment <= 4096;
    require(!fits || krt_gguf_write(writer, path) == KRT_OK);
    krt_gguf_writer_destroy(writer);
    return fits;
}

/* Whether |copy| has the bytes of |tensor|, behind which padding may follow if the type is unknown.
 */
static bool has_same_bytes(const struct krt_gguf_tensor *tensor, const struct krt_gguf_tensor *copy)
{
    bool is_known = krt_gguf_type_elements(tensor->type) != 0;
    return (is_known ? tensor->bytes == copy->bytes : tensor->bytes <= copy->bytes) &&
           (tensor->bytes == 0 || memcmp(tensor->data, copy->data, tensor->bytes) == 0);
}

static void compare(const struct krt_gguf *a, const struct krt_gguf *b)
{
    const struct krt_gguf_entry *entry, *other;
    const struct krt_gguf_tensor *tensor, *copy;
    require(krt_gguf_entry_count(a) == krt_gguf_entry_count(b));
    require(krt_gguf_tensor_count(a) == krt_gguf_tensor_count(b));
    for (uint64_t i = 0; (entry = krt_gguf_entry_at(a, i)); i++) {
        other = krt_gguf_entry_at(b, i);
        require(other && strcmp(entry->key, other->key) == 0);
        require(is_same(&entry->value, &other->value));
    }
    for (uint64_t i = 0; (tensor = krt_gguf_tensor_at(a, i)); i++) {
        copy = krt_gguf_tensor_at(b, i);
        require(copy && strcmp(tensor->name, copy->name) == 0 && tensor->type == copy->type &&
                tensor->rank == copy->rank);
        require(memcmp(tensor->dims, copy->dims, sizeof tensor->dims) == 0);
        require(has_same_bytes(tensor, copy));
    }
}

/* A file's bytes; the caller frees them. */
static void *load(const char *path, size_t *out_size)
{
    FILE *file = fopen(path, "rb");
    require(file && fseek(file, 0, SEEK_END) == 0);
    *out_size = (size_t)ftell(file);
    rewind(file);
    void *data = malloc(*out_size);
    require(data && fread(data, 1, *out_size, file) == *out_size);
    fclose(file);
    return data;
}

static void write_twice(const struct krt_gguf *file)
{
    static char first[64], second[80];
    struct krt_gguf *again;
    size_t size, other_size;
    if (!first[0]) {
        const char *memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(first, sizeof first, "%s/krt-fuzz-%ld.gguf", memory, (long)getpid());
        snprintf(second, sizeof second, "%s.2", first);
    }
    if (!rewrite(file, first))
        return;
    require(krt_gguf_open(first, &again) == KRT_OK);
    compare(file, again);
    require(rewrite(again, second));
    krt_gguf_close(again);
    void *data = load(first, &size), *other = load(second, &other_size);
    require(size == other_size && memcmp(data, other, size) == 0);
    free(data);
    free(other);
    unlink(first);
    unlink(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct krt_gguf *file;
    const struct krt_gguf_entry *entry;
    const struct krt_gguf_tensor *tensor, *found;
    if (size > GUARDED_MAX || krt_gguf_read(guarded(data, size), size, &file) != KRT_OK)
        return 0;
    for (uint64_t i = 0; (entry = krt_gguf_entry_at(file, i)); i++)
        walk_value(entry->value);
    for (uint64_t i = 0; (tensor = krt_gguf_tensor_at(file, i)); i++) {
        require(krt_gguf_tensor_find(file, tensor->name, &found) == KRT_OK && found == tensor);
        touch(tensor->data, tensor->bytes);
    }
    write_twice(file);
    krt_gguf_close(file);
    return 0;
}
