/* GGUF files, version 2 and 3:
 *
 * "GGUF" | u32 version | u64 tensors | u64 entries entries: string key | u32 type | value tensors:
 * string name | u32 rank | u64 dims, innermost first | u32 type | u64 offset zeros up to a multiple
 * of the alignment | the tensors' data, from whose start offsets count
 *
 * See "File Structure" of ggml's docs/gguf.md. Everything is little-endian; value.c has strings and
 * values.
 */
#include "gguf.h"
#include "mapped_file.h"

#include <errno.h>
#include <krt/extend.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct krt_gguf {
    char *label; /* the path as messages show it */
    struct mapped_file mapped;
    int descriptor; /* the descriptor of the mapped file; -1 if the file was opened from memory */
    struct span bytes; /* the bytes of the whole file */
    uint64_t alignment, data_start;
    /* Keys and strings of entries are allocated, and so are the names of |tensors|. */
    struct krt_gguf_entry *entries;
    uint64_t entry_count;
    struct krt_gguf_tensor *tensors;
    uint64_t tensor_count;
    struct index by_key, by_name;
};

static krt_status fail_read(const char *label, const struct codeobj_error *error)
{
    static const krt_status statuses[] = {
        [CODEOBJ_UNRECOGNISED] = KRT_ERROR_BAD_IMAGE,
        [CODEOBJ_TRUNCATED] = KRT_ERROR_BAD_IMAGE,
        [CODEOBJ_CORRUPT] = KRT_ERROR_BAD_IMAGE,
        [CODEOBJ_UNSUPPORTED] = KRT_ERROR_UNSUPPORTED,
        [CODEOBJ_NO_MEMORY] = KRT_ERROR_OUT_OF_MEMORY,
        [CODEOBJ_LIMIT] = KRT_ERROR_BAD_IMAGE,
        [CODEOBJ_IO] = KRT_ERROR_IO,
    };
    return error->offset ? krt_fail(statuses[error->status], "%s: at byte %llu: %s", label,
                                    (unsigned long long)error->offset, error->message)
                         : krt_fail(statuses[error->status], "%s: %s", label, error->message);
}

static enum codeobj_status fail_memory(struct codeobj_error *error)
{
    return codeobj_fail(error, CODEOBJ_NO_MEMORY, "no memory for its tables");
}

/* ---- Header, entries and tensors ------------------------------------------------------------ */

static enum codeobj_status read_header(struct cursor *cursor, uint64_t *tensor_count,
                                       uint64_t *entry_count)
{
    struct span magic;
    uint32_t version;
    if (!span_sub(cursor->rest, 0, 4, &magic) || memcmp(magic.data, GGUF_MAGIC, 4) != 0)
        return codeobj_fail(cursor->error, CODEOBJ_UNRECOGNISED, "it is not a GGUF file: it %s",
                            span_is_lfs_pointer(cursor->rest) ? "is " LFS_POINTER
                                                              : "does not begin with \"GGUF\"");
    cursor_take(cursor, 4, "the magic", &magic);
    enum codeobj_status status = cursor_u32(cursor, "the version", &version);
    if (status)
        return status;
    if (version != 0 && version % 65536 == 0)
        return codeobj_fail_at(cursor->error, CODEOBJ_UNSUPPORTED, 4,
                               "it is big-endian; only little-endian files are read");
    if (version < 2 || version > 3)
        return codeobj_fail_at(cursor->error, CODEOBJ_UNSUPPORTED, 4,
                               "it has version %u; versions 2 and 3 are read", version);
    status = cursor_u64(cursor, "the number of tensors", tensor_count);
    return status ? status : cursor_u64(cursor, "the number of entries", entry_count);
}

/* Allocates |count| structs for things that take at least |least| bytes of the file each. First
 * checks that the file has enough bytes left for them. */
static enum codeobj_status make_table(const struct cursor *cursor, const char *what, size_t least,
                                      size_t size, uint64_t count, void **out)
{
    if (count > cursor->rest.size / least)
        return codeobj_fail_at(cursor->error, CODEOBJ_TRUNCATED, cursor->at,
                               "%llu %s cannot be in %zu bytes", (unsigned long long)count, what,
                               cursor->rest.size);
    *out = calloc(count ? count : 1, size);
    return *out ? CODEOBJ_OK : fail_memory(cursor->error);
}

/* Reads a key or the name of a tensor, and allocates a copy. */
static enum codeobj_status read_name(struct cursor *cursor, const char *what, const char **out)
{
    struct span text;
    uint64_t start = cursor->at;
    enum codeobj_status status = cursor_string(cursor, what, &text);
    if (status)
        return status;
    if (text.size == 0 || text.size > GGUF_TEXT_MAX || !utf8_is_text(text))
        return codeobj_fail_at(cursor->error, CODEOBJ_CORRUPT, start,
                               "%s is not text of 1 to %d bytes without control characters", what,
                               GGUF_TEXT_MAX);
    *out = span_to_string(text);
    return *out ? CODEOBJ_OK : fail_memory(cursor->error);
}

static enum codeobj_status read_entry(struct cursor *cursor, struct krt_gguf_entry *entry)
{
    uint32_t type;
    enum codeobj_status status = read_name(cursor, "a key", &entry->key);
    if (!status)
        status = cursor_u32(cursor, "a value's type", &type);
    if (!status)
        status = cursor_value(cursor, type, &entry->value);
    if (status || type != KRT_GGUF_STRING)
        return status;
    struct krt_gguf_value *value = &entry->value;
    value->as.string =
        span_to_string((struct span){(const uint8_t *)value->as.string, value->count});
    return value->as.string ? CODEOBJ_OK : fail_memory(cursor->error);
}

static enum codeobj_status read_entries(struct cursor *cursor, uint64_t count,
                                        struct krt_gguf *file)
{
    void *table;
    enum codeobj_status status =
        make_table(cursor, "entries", GGUF_ENTRY_MIN, sizeof *file->entries, count, &table);
    if (status)
        return status;
    file->entries = table;
    file->entry_count = count;
    for (uint64_t i = 0; !status && i < count; i++)
        status = read_entry(cursor, &file->entries[i]);
    return status;
}

static enum codeobj_status read_tensor(struct cursor *cursor, struct krt_gguf_tensor *tensor)
{
    uint64_t start = cursor->at;
    enum codeobj_status status = read_name(cursor, "a tensor's name", &tensor->name);
    if (!status)
        status = cursor_u32(cursor, "a tensor's number of dimensions", &tensor->rank);
    if (!status && tensor->rank > KRT_MAX_RANK)
        return codeobj_fail_at(cursor->error, CODEOBJ_UNSUPPORTED, start,
                               "tensor '%.64s' has %u dimensions; %d are the most", tensor->name,
                               tensor->rank, KRT_MAX_RANK);
    for (uint32_t i = 0; !status && i < tensor->rank; i++)
        status = cursor_u64(cursor, "a tensor's dimension", &tensor->dims[tensor->rank - 1 - i]);
    if (!status)
        status = cursor_u32(cursor, "a tensor's type", &tensor->type);
    if (!status)
        status = cursor_u64(cursor, "a tensor's offset", &tensor->offset);
    if (status)
        return status;
    const char *wrong = gguf_measure(tensor);
    return wrong ? codeobj_fail_at(cursor->error, CODEOBJ_CORRUPT, start, "tensor '%.64s' (%s): %s",
                                   tensor->name, krt_gguf_type_name(tensor->type), wrong)
                 : CODEOBJ_OK;
}

static enum codeobj_status read_tensors(struct cursor *cursor, uint64_t count,
                                        struct krt_gguf *file)
{
    void *table;
    enum codeobj_status status =
        make_table(cursor, "tensors", GGUF_INFO_MIN, sizeof *file->tensors, count, &table);
    if (status)
        return status;
    file->tensors = table;
    file->tensor_count = count;
    for (uint64_t i = 0; !status && i < count; i++)
        status = read_tensor(cursor, &file->tensors[i]);
    return status;
}

/* ---- Checks of the whole file ---------------------------------------------------------------- */

static enum codeobj_status make_index(struct index *index, const void *structs, size_t size,
                                      uint64_t count, const char *what, struct codeobj_error *error)
{
    if (!index_make(index, structs, size, count))
        return fail_memory(error);
    const char *twice = index_twice(index);
    return twice ? codeobj_fail(error, CODEOBJ_CORRUPT, "it has two %s '%.64s'", what, twice)
                 : CODEOBJ_OK;
}

static enum codeobj_status find_alignment(struct krt_gguf *file, struct codeobj_error *error)
{
    const struct krt_gguf_entry *entry = index_find(&file->by_key, GGUF_ALIGNMENT_KEY);
    file->alignment = entry ? entry->value.as.u64 : GGUF_ALIGNMENT;
    if (entry && entry->value.type != KRT_GGUF_U32)
        return codeobj_fail(error, CODEOBJ_CORRUPT, GGUF_ALIGNMENT_KEY " is %s, and must be u32",
                            gguf_value_type_name(entry->value.type));
    if (file->alignment == 0 || file->alignment % GGUF_ALIGNMENT_STEP != 0)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            GGUF_ALIGNMENT_KEY " is %llu, and must be a multiple of %d",
                            (unsigned long long)file->alignment, GGUF_ALIGNMENT_STEP);
    return CODEOBJ_OK;
}

/* Makes the tensor's offset count from the start of the file, and sets the address of its data. */
static enum codeobj_status place_tensor(const struct krt_gguf *file, struct krt_gguf_tensor *tensor,
                                        struct codeobj_error *error)
{
    struct span data;
    uint64_t offset = tensor->offset;
    if (offset % file->alignment != 0)
        return codeobj_fail(
            error, CODEOBJ_CORRUPT,
            "the offset %llu of tensor '%.64s' is not a multiple of the alignment %llu",
            (unsigned long long)offset, tensor->name, (unsigned long long)file->alignment);
    if (__builtin_add_overflow(offset, file->data_start, &tensor->offset) ||
        !span_sub(file->bytes, tensor->offset, tensor->bytes, &data))
        return codeobj_fail(
            error, CODEOBJ_TRUNCATED,
            "tensor '%.64s': its %llu bytes at %llu + %llu are not in the file's %zu", tensor->name,
            (unsigned long long)tensor->bytes, (unsigned long long)file->data_start,
            (unsigned long long)offset, file->bytes.size);
    tensor->data = tensor->bytes ? data.data : NULL;
    return CODEOBJ_OK;
}

static int compare_places(const void *a, const void *b)
{
    const struct krt_gguf_tensor *x = *(const void *const *)a, *y = *(const void *const *)b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Checks that |tensor| ends before byte |end|, where the next tensor begins or the file ends. If
 * the size of the tensor's type is unknown, the tensor has all bytes up to there. */
static bool limit_tensor(const struct krt_gguf *file, struct krt_gguf_tensor *tensor, uint64_t end)
{
    if (!gguf_is_known(tensor->type)) {
        tensor->bytes = end - tensor->offset;
        tensor->data = file->bytes.data + tensor->offset;
    }
    return tensor->bytes > 0 && tensor->bytes <= end - tensor->offset;
}

static enum codeobj_status limit_tensors(const struct krt_gguf *file,
                                         struct krt_gguf_tensor *const *placed, size_t count,
                                         struct codeobj_error *error)
{
    for (size_t i = 0; i + 1 < count; i++) {
        if (!limit_tensor(file, placed[i], placed[i + 1]->offset))
            return codeobj_fail_at(error, CODEOBJ_CORRUPT, placed[i + 1]->offset,
                                   "tensors '%.64s' and '%.64s' overlap", placed[i]->name,
                                   placed[i + 1]->name);
    }
    if (count > 0 && !limit_tensor(file, placed[count - 1], file->bytes.size))
        return codeobj_fail(error, CODEOBJ_TRUNCATED, "tensor '%.64s' has no bytes in the file",
                            placed[count - 1]->name);
    return CODEOBJ_OK;
}

/* Checks that tensors do not overlap, and finds the sizes of those whose type is unknown. */
static enum codeobj_status check_places(const struct krt_gguf *file, struct codeobj_error *error)
{
    struct krt_gguf_tensor **placed = calloc(file->tensor_count + 1, sizeof *placed);
    size_t count = 0;
    if (!placed)
        return fail_memory(error);
    for (uint64_t i = 0; i < file->tensor_count; i++) {
        if (gguf_has_elements(&file->tensors[i]))
            placed[count++] = &file->tensors[i];
    }
    qsort(placed, count, sizeof *placed, compare_places);
    enum codeobj_status status = limit_tensors(file, placed, count, error);
    free(placed);
    return status;
}

static enum codeobj_status read_file(struct krt_gguf *file, struct codeobj_error *error)
{
    uint64_t tensor_count, entry_count;
    struct cursor cursor = {file->bytes, 0, error};
    enum codeobj_status status = read_header(&cursor, &tensor_count, &entry_count);
    if (!status)
        status = read_entries(&cursor, entry_count, file);
    if (!status)
        status = read_tensors(&cursor, tensor_count, file);
    if (!status)
        status = make_index(&file->by_key, file->entries, sizeof *file->entries, file->entry_count,
                            "entries", error);
    if (!status)
        status = make_index(&file->by_name, file->tensors, sizeof *file->tensors,
                            file->tensor_count, "tensors", error);
    if (!status)
        status = find_alignment(file, error);
    if (status)
        return status;
    /* No overflow: |at| is at most the file's size, and the alignment at most 2^32. */
    gguf_align(cursor.at, file->alignment, &file->data_start);
    for (uint64_t i = 0; !status && i < file->tensor_count; i++)
        status = place_tensor(file, &file->tensors[i], error);
    return status ? status : check_places(file, error);
}

/* ---- Opening a file -------------------------------------------------------------------------- */

static struct krt_gguf *file_create(const char *label)
{
    struct krt_gguf *file = calloc(1, sizeof *file);
    char *copy = strdup(label);
    if (!file || !copy) {
        free(file);
        free(copy);
        krt_fail(KRT_ERROR_OUT_OF_MEMORY, "%s: no memory to read it", label);
        return NULL;
    }
    file->label = copy;
    file->descriptor = -1;
    return file;
}

static krt_status file_finish(struct krt_gguf *file, struct krt_gguf **out)
{
    struct codeobj_error error;
    krt_status status = read_file(file, &error) ? fail_read(file->label, &error) : KRT_OK;
    if (status)
        krt_gguf_close(file);
    else
        *out = file;
    return status;
}

krt_status krt_gguf_open(const char *path, struct krt_gguf **out)
{
    struct codeobj_error error;
    if (!path || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_open: |%s| is NULL",
                        path ? "out" : "path");
    struct krt_gguf *file = file_create(path);
    if (!file)
        return KRT_ERROR_OUT_OF_MEMORY;
    if (mapped_file_open_kept(path, &file->mapped, &file->descriptor, &error)) {
        krt_status status = fail_read(path, &error);
        krt_gguf_close(file);
        return status;
    }
    file->bytes = file->mapped.bytes;
    return file_finish(file, out);
}

krt_status krt_gguf_read(const void *data, uint64_t bytes, struct krt_gguf **out)
{
    if (!out || (!data && bytes > 0))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_read: |%s| is NULL",
                        out ? "data" : "out");
    struct krt_gguf *file = file_create("GGUF file in memory");
    if (!file)
        return KRT_ERROR_OUT_OF_MEMORY;
    file->bytes = (struct span){data, (size_t)bytes};
    return file_finish(file, out);
}

void krt_gguf_close(struct krt_gguf *file)
{
    if (!file)
        return;
    for (uint64_t i = 0; i < file->entry_count; i++) {
        free((char *)(uintptr_t)file->entries[i].key);
        if (file->entries[i].value.type == KRT_GGUF_STRING)
            free((char *)(uintptr_t)file->entries[i].value.as.string);
    }
    for (uint64_t i = 0; i < file->tensor_count; i++)
        free((char *)(uintptr_t)file->tensors[i].name);
    free(file->entries);
    free(file->tensors);
    index_free(&file->by_key);
    index_free(&file->by_name);
    mapped_file_close(&file->mapped);
    if (file->descriptor >= 0)
        close(file->descriptor);
    free(file->label);
    free(file);
}

/* ---- Finding tensors and entries ------------------------------------------------------------- */

uint64_t krt_gguf_tensor_count(const struct krt_gguf *file)
{
    return file ? file->tensor_count : 0;
}

uint64_t krt_gguf_entry_count(const struct krt_gguf *file)
{
    return file ? file->entry_count : 0;
}

const struct krt_gguf_tensor *krt_gguf_tensor_at(const struct krt_gguf *file, uint64_t index)
{
    return file && index < file->tensor_count ? &file->tensors[index] : NULL;
}

const struct krt_gguf_entry *krt_gguf_entry_at(const struct krt_gguf *file, uint64_t index)
{
    return file && index < file->entry_count ? &file->entries[index] : NULL;
}

krt_status krt_gguf_tensor_find(const struct krt_gguf *file, const char *name,
                                const struct krt_gguf_tensor **out)
{
    if (!file || !name || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_tensor_find: |%s| is NULL",
                        !file   ? "file"
                        : !name ? "name"
                                : "out");
    const struct krt_gguf_tensor *found = index_find(&file->by_name, name);
    if (!found)
        return krt_fail(KRT_ERROR_NOT_FOUND, "%s: it has no tensor '%s'", file->label, name);
    *out = found;
    return KRT_OK;
}

krt_status krt_gguf_get(const struct krt_gguf *file, const char *key, struct krt_gguf_value *out)
{
    if (!file || !key || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_get: |%s| is NULL",
                        !file  ? "file"
                        : !key ? "key"
                               : "out");
    const struct krt_gguf_entry *found = index_find(&file->by_key, key);
    if (!found)
        return krt_fail(KRT_ERROR_NOT_FOUND, "%s: it has no entry '%s'", file->label, key);
    *out = found->value;
    return KRT_OK;
}

krt_status krt_gguf_copy(const struct krt_gguf *file, const struct krt_gguf_tensor *tensor,
                         uint64_t offset, void *out, uint64_t bytes)
{
    struct span data;
    if (!file || !tensor || (!out && bytes > 0))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_copy: |%s| is NULL",
                        !file     ? "file"
                        : !tensor ? "tensor"
                                  : "out");
    if (!span_sub((struct span){tensor->data, tensor->bytes}, offset, bytes, &data))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_gguf_copy: %llu bytes at %llu of tensor '%.64s', which has %llu",
                        (unsigned long long)bytes, (unsigned long long)offset, tensor->name,
                        (unsigned long long)tensor->bytes);
    if (file->descriptor < 0 && bytes > 0)
        memcpy(out, data.data, bytes);
    for (uint64_t done = 0; file->descriptor >= 0 && done < bytes;) {
        ssize_t got = pread(file->descriptor, (char *)out + done, bytes - done,
                            (off_t)(tensor->offset + offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return krt_fail(KRT_ERROR_IO, "%s: reading tensor '%.64s': %s", file->label,
                            tensor->name, got < 0 ? strerror(errno) : "the file was shortened");
        done += (uint64_t)got;
    }
    return KRT_OK;
}
