/* Writing GGUF files in the form that read.c describes. Entries and tensors are in the order in
 * which they were added, and the data of each tensor is at the next multiple of the alignment.
 * After the data of the last tensor there are also zeros up to a multiple of the alignment, because
 * some readers require them. */
#include "gguf.h"

#include <errno.h>
#include <fcntl.h>
#include <krt/extend.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { PIECE = 1 << 20, NAME_TRIES = 16 };

struct buffer {
    char *data;
    size_t size, capacity;
};

struct new_entry {
    char *key; /* the first member, because index.c finds structs by it */
};

struct new_tensor {
    char *name; /* the first member, because index.c finds structs by it */
    struct krt_gguf_tensor tensor;
    krt_gguf_produce *produce;
    void *context;
};

struct krt_gguf_writer {
    struct buffer encoded; /* all entries, as they are written to the file */
    struct new_entry *entries;
    size_t entry_count, entry_capacity;
    struct new_tensor *tensors;
    size_t tensor_count, tensor_capacity;
    uint64_t alignment;
};

/* ---- Memory that grows ----------------------------------------------------------------------- */

static krt_status fail_memory(void)
{
    return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for a GGUF file that is to be written");
}

/* Makes room for |more| elements of |size| bytes behind |count| elements of an array. */
static bool reserve(void **array, size_t *capacity, size_t count, uint64_t more, size_t size)
{
    if (more <= *capacity - count)
        return true;
    if (more > SIZE_MAX / 4 / size - count)
        return false;
    size_t wanted = (count + (size_t)more) * 2;
    void *grown = realloc(*array, wanted * size);
    if (!grown)
        return false;
    *array = grown;
    *capacity = wanted;
    return true;
}

static bool buffer_add(struct buffer *buffer, const void *data, uint64_t bytes)
{
    void *grown = buffer->data;
    if (!reserve(&grown, &buffer->capacity, buffer->size, bytes, 1))
        return false;
    buffer->data = grown;
    if (bytes)
        memcpy(buffer->data + buffer->size, data, bytes);
    buffer->size += bytes;
    return true;
}

static bool buffer_number(struct buffer *buffer, uint64_t number, unsigned bytes)
{
    uint8_t little[8];
    for (unsigned i = 0; i < bytes; i++)
        little[i] = (uint8_t)(number >> 8 * i);
    return buffer_add(buffer, little, bytes);
}

static bool buffer_text(struct buffer *buffer, const char *text, uint64_t bytes)
{
    return buffer_number(buffer, bytes, 8) && buffer_add(buffer, text, bytes);
}

/* ---- Entries of the metadata ----------------------------------------------------------------- */

static bool is_scalar(const struct krt_gguf_value *value)
{
    return value_types[value->type].kind < TEXT;
}

/* Sets |*out| to the bits of a number or a bool. Returns false if the value does not fit in its
 * type. */
static bool bits_of(const struct krt_gguf_value *value, uint64_t *out)
{
    const struct value_type *type = &value_types[value->type];
    unsigned unused = 64 - 8 * type->bytes;
    uint32_t f32;
    switch (type->kind) {
    case BOOLEAN: *out = value->as.is_true; return true;
    case FLOAT:
        memcpy(&f32, &value->as.f32, sizeof f32);
        *out = f32;
        if (value->type == KRT_GGUF_F64)
            memcpy(out, &value->as.f64, sizeof *out);
        return true;
    case SIGNED:
        *out = (uint64_t)value->as.i64;
        return (int64_t)(*out << unused) >> unused == value->as.i64;
    default: *out = value->as.u64; return *out << unused >> unused == *out;
    }
}

static bool is_alignment(const struct krt_gguf_value *value)
{
    uint64_t alignment = value->as.u64;
    return value->type == KRT_GGUF_U32 && alignment >= GGUF_ALIGNMENT_STEP &&
           (alignment & (alignment - 1)) == 0;
}

static krt_status check_value(const char *key, const struct krt_gguf_value *value)
{
    uint64_t bits;
    if (value->type >= KRT_GGUF_TYPE_COUNT)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_set('%.64s'): there is no type %u",
                        key, value->type);
    if (value->type == KRT_GGUF_ARRAY && !gguf_array_is_whole(value))
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "krt_gguf_set('%.64s'): its %llu bytes are not an array of %llu elements (%s)", key,
            (unsigned long long)value->bytes, (unsigned long long)value->count,
            gguf_value_type_name(value->element_type));
    if (value->type == KRT_GGUF_STRING && !value->as.string && value->count > 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_set('%.64s'): its string is NULL",
                        key);
    if (is_scalar(value) && !bits_of(value, &bits))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_gguf_set('%.64s'): %lld does not fit in %s", key,
                        (long long)value->as.i64, gguf_value_type_name(value->type));
    if (strcmp(key, GGUF_ALIGNMENT_KEY) == 0 && !is_alignment(value))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_gguf_set(): " GGUF_ALIGNMENT_KEY
                        " must be u32, a power of two from %d on",
                        GGUF_ALIGNMENT_STEP);
    return KRT_OK;
}

static krt_status check_name(const char *function, const char *name, size_t most)
{
    size_t size = strlen(name);
    return size > 0 && size <= most && utf8_is_text((struct span){(const uint8_t *)name, size})
               ? KRT_OK
               : krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: a name must be UTF-8 of 1 to %zu bytes without control characters",
                          function, most);
}

static bool encode(struct buffer *to, const char *key, const struct krt_gguf_value *value)
{
    uint64_t bits;
    if (!buffer_text(to, key, strlen(key)) || !buffer_number(to, value->type, 4))
        return false;
    switch (value->type) {
    case KRT_GGUF_STRING: return buffer_text(to, value->as.string, value->count);
    case KRT_GGUF_ARRAY:
        return buffer_number(to, value->element_type, 4) && buffer_number(to, value->count, 8) &&
               buffer_add(to, value->as.array, value->bytes);
    default: bits_of(value, &bits); return buffer_number(to, bits, value_types[value->type].bytes);
    }
}

krt_status krt_gguf_set(struct krt_gguf_writer *writer, const char *key,
                        const struct krt_gguf_value *value)
{
    if (!writer || !key || !value)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_set: |%s| is NULL",
                        !writer ? "writer"
                        : !key  ? "key"
                                : "value");
    krt_status status = check_name("krt_gguf_set", key, GGUF_TEXT_MAX);
    if (!status)
        status = check_value(key, value);
    if (status)
        return status;
    void *entries = writer->entries;
    if (!reserve(&entries, &writer->entry_capacity, writer->entry_count, 1,
                 sizeof *writer->entries))
        return fail_memory();
    writer->entries = entries;
    size_t before = writer->encoded.size;
    char *copy = strdup(key);
    if (!copy || !encode(&writer->encoded, key, value)) {
        writer->encoded.size = before;
        free(copy);
        return fail_memory();
    }
    writer->entries[writer->entry_count++].key = copy;
    if (strcmp(key, GGUF_ALIGNMENT_KEY) == 0)
        writer->alignment = value->as.u64;
    return KRT_OK;
}

krt_status krt_gguf_set_string(struct krt_gguf_writer *writer, const char *key, const char *text)
{
    if (!text)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_set_string: |text| is NULL");
    struct krt_gguf_value value = {
        .type = KRT_GGUF_STRING, .count = strlen(text), .as.string = text};
    return krt_gguf_set(writer, key, &value);
}

krt_status krt_gguf_set_strings(struct krt_gguf_writer *writer, const char *key,
                                const char *const *texts, uint64_t count)
{
    struct buffer elements = {0};
    bool has_memory = true;
    if (!texts && count > 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_set_strings: |texts| is NULL");
    for (uint64_t i = 0; i < count; i++) {
        if (!texts[i])
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_set_strings: texts[%llu] is NULL",
                            (unsigned long long)i);
    }
    for (uint64_t i = 0; has_memory && i < count; i++)
        has_memory = buffer_text(&elements, texts[i], strlen(texts[i]));
    struct krt_gguf_value value = {.type = KRT_GGUF_ARRAY,
                                   .element_type = KRT_GGUF_STRING,
                                   .count = count,
                                   .bytes = elements.size,
                                   .as.array = elements.data};
    krt_status status = has_memory ? krt_gguf_set(writer, key, &value) : fail_memory();
    free(elements.data);
    return status;
}

/* ---- Tensors -------------------------------------------------------------------------------- */

krt_status krt_gguf_add(struct krt_gguf_writer *writer, const struct krt_gguf_tensor *tensor,
                        krt_gguf_produce *produce, void *context)
{
    if (!writer || !tensor || !tensor->name)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_add: |%s| is NULL",
                        !writer   ? "writer"
                        : !tensor ? "tensor"
                                  : "tensor->name");
    krt_status status = check_name("krt_gguf_add", tensor->name, GGUF_NAME_MAX);
    if (status)
        return status;
    struct new_tensor new = {.tensor = *tensor, .produce = produce, .context = context};
    const char *wrong = gguf_measure(&new.tensor);
    if (!wrong &&
        (tensor->type == KRT_GGUF_NONE || (new.tensor.bytes == 0 && gguf_has_elements(tensor))))
        wrong = "GGUF has no such type, or its size is not known";
    if (!wrong && new.tensor.bytes > 0 && !tensor->data && !produce)
        wrong = "it has no data";
    if (!wrong && tensor->rank > GGUF_RANK_MAX)
        wrong = "it has more than 4 dimensions, which ggml does not read";
    if (wrong)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_add: tensor '%.64s' (%s): %s",
                        tensor->name, krt_gguf_type_name(tensor->type), wrong);
    void *tensors = writer->tensors;
    if (!reserve(&tensors, &writer->tensor_capacity, writer->tensor_count, 1,
                 sizeof *writer->tensors))
        return fail_memory();
    writer->tensors = tensors;
    new.name = strdup(tensor->name);
    if (!new.name)
        return fail_memory();
    writer->tensors[writer->tensor_count++] = new;
    return KRT_OK;
}

krt_status krt_gguf_add_data(struct krt_gguf_writer *writer, const struct krt_gguf_tensor *tensor,
                             uint64_t bytes)
{
    struct krt_gguf_tensor measured = {.type = KRT_GGUF_NONE};
    if (tensor)
        measured = *tensor;
    const char *wrong = gguf_measure(&measured); /* the error, which krt_gguf_add() reports */
    if (writer && tensor && tensor->name && !wrong && measured.type != KRT_GGUF_NONE &&
        measured.bytes != bytes)
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "krt_gguf_add_data: tensor '%.64s' (%s) has %llu bytes, and %llu were given",
            tensor->name, krt_gguf_type_name(tensor->type), (unsigned long long)measured.bytes,
            (unsigned long long)bytes);
    return krt_gguf_add(writer, tensor, NULL, NULL);
}

/* ---- Writing the file ------------------------------------------------------------------------ */

static krt_status fail_write(const char *path)
{
    return krt_fail(KRT_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
}

/* Returns KRT_ERROR_INVALID_ARGUMENT if two of the structs have the same name. */
static krt_status check_twice(const void *structs, size_t size, size_t count, const char *what)
{
    struct index index;
    if (!index_make(&index, structs, size, count))
        return fail_memory();
    const char *twice = index_twice(&index);
    index_free(&index);
    return twice ? krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_write: two %s are named '%.64s'",
                            what, twice)
                 : KRT_OK;
}

/* Encodes the header, the entries and the descriptions of the tensors. */
static krt_status make_head(const struct krt_gguf_writer *writer, struct buffer *head)
{
    uint64_t offset = 0;
    bool has_memory = buffer_add(head, GGUF_MAGIC, 4) && buffer_number(head, GGUF_VERSION, 4) &&
                      buffer_number(head, writer->tensor_count, 8) &&
                      buffer_number(head, writer->entry_count, 8) &&
                      buffer_add(head, writer->encoded.data, writer->encoded.size);
    for (size_t i = 0; has_memory && i < writer->tensor_count; i++) {
        const struct krt_gguf_tensor *tensor = &writer->tensors[i].tensor;
        const char *name = writer->tensors[i].name;
        has_memory = buffer_text(head, name, strlen(name)) && buffer_number(head, tensor->rank, 4);
        for (uint32_t dim = tensor->rank; has_memory && dim-- > 0;)
            has_memory = buffer_number(head, tensor->dims[dim], 8);
        has_memory =
            has_memory && buffer_number(head, tensor->type, 4) && buffer_number(head, offset, 8);
        if (__builtin_add_overflow(offset, tensor->bytes, &offset) || offset > INT64_MAX ||
            !gguf_align(offset, writer->alignment, &offset))
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                            "krt_gguf_write: the tensors have more than 2^63 bytes");
    }
    return has_memory ? KRT_OK : fail_memory();
}

static krt_status write_bytes(FILE *out, const char *path, const void *data, size_t bytes)
{
    return bytes == 0 || fwrite(data, 1, bytes, out) == bytes ? KRT_OK : fail_write(path);
}

/* Writes zeros behind |bytes| bytes of the file, up to a multiple of the alignment. */
static krt_status write_padding(const struct krt_gguf_writer *writer, FILE *out, const char *path,
                                uint64_t bytes)
{
    uint64_t end;
    krt_status status = KRT_OK;
    gguf_align(bytes, writer->alignment, &end);
    for (; !status && bytes < end; bytes++)
        status = putc(0, out) == EOF ? fail_write(path) : KRT_OK;
    return status;
}

static krt_status write_tensor(const struct new_tensor *new, FILE *out, const char *path,
                               void *piece)
{
    krt_status status = KRT_OK;
    if (!new->produce)
        return write_bytes(out, path, new->tensor.data, new->tensor.bytes);
    for (uint64_t done = 0, bytes; !status && done < new->tensor.bytes; done += bytes) {
        bytes = new->tensor.bytes - done < PIECE ? new->tensor.bytes - done : PIECE;
        status = new->produce(new->context, done, piece, bytes);
        if (!status)
            status = write_bytes(out, path, piece, bytes);
    }
    return status;
}

static krt_status write_all(const struct krt_gguf_writer *writer, const struct buffer *head,
                            FILE *out, const char *path)
{
    void *piece = malloc(PIECE);
    krt_status status = piece ? write_bytes(out, path, head->data, head->size) : fail_memory();
    if (!status)
        status = write_padding(writer, out, path, head->size);
    for (size_t i = 0; !status && i < writer->tensor_count; i++) {
        status = write_tensor(&writer->tensors[i], out, path, piece);
        if (!status)
            status = write_padding(writer, out, path, writer->tensors[i].tensor.bytes);
    }
    free(piece);
    if (!status && (fflush(out) != 0 || fsync(fileno(out)) != 0))
        status = fail_write(path);
    return status;
}

/* Creates a file in the directory of |path|; the caller frees its name. Returns NULL if that
 * fails. */
static FILE *create_beside(const char *path, char **out_name)
{
    for (int i = 0; i < NAME_TRIES; i++) {
        uint32_t random;
        if (getrandom(&random, sizeof random, 0) != sizeof random ||
            asprintf(out_name, "%s.%08x.tmp", path, random) < 0)
            return NULL;
        int descriptor = open(*out_name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
        if (file)
            return file;
        int error = errno;
        if (descriptor >= 0) {
            close(descriptor);
            unlink(*out_name);
        }
        free(*out_name);
        errno = error;
        if (error != EEXIST)
            return NULL;
    }
    return NULL;
}

/* Creates a file without a name in the directory of |path|, so that a killed process leaves no
 * file, and chooses the name for later. Returns NULL if the file system lacks such files; see
 * O_TMPFILE in open(2). */
static FILE *create_unnamed(const char *path, char **out_name)
{
    uint32_t random;
    const char *slash = strrchr(path, '/');
    char *directory = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    int descriptor = -1;
    if (directory && access("/proc/self/fd", X_OK) == 0)
        descriptor = open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    free(directory);
    if (descriptor < 0)
        return NULL;
    FILE *file = fdopen(descriptor, "wb");
    if (file && getrandom(&random, sizeof random, 0) == sizeof random &&
        asprintf(out_name, "%s.%08x.tmp", path, random) >= 0)
        return file;
    if (file)
        fclose(file);
    else
        close(descriptor);
    return NULL;
}

static bool give_name(FILE *file, const char *name)
{
    char open_file[32];
    snprintf(open_file, sizeof open_file, "/proc/self/fd/%d", fileno(file));
    return linkat(AT_FDCWD, open_file, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

krt_status krt_gguf_write(const struct krt_gguf_writer *writer, const char *path)
{
    struct buffer head = {0};
    char *temporary;
    if (!writer || !path)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_write: |%s| is NULL",
                        writer ? "path" : "writer");
    krt_status status =
        check_twice(writer->entries, sizeof *writer->entries, writer->entry_count, "entries");
    if (!status)
        status =
            check_twice(writer->tensors, sizeof *writer->tensors, writer->tensor_count, "tensors");
    if (!status)
        status = make_head(writer, &head);
    FILE *out = status ? NULL : create_unnamed(path, &temporary);
    const bool is_unnamed = out != NULL;
    if (!status && !out)
        out = create_beside(path, &temporary);
    if (out) {
        status = write_all(writer, &head, out, path);
        if (!status && is_unnamed && !give_name(out, temporary))
            status = fail_write(path);
        if (fclose(out) != 0 && !status)
            status = fail_write(path);
        if (!status && rename(temporary, path) != 0)
            status = fail_write(path);
        if (status)
            unlink(temporary);
        free(temporary);
    } else if (!status) {
        status = fail_write(path);
    }
    free(head.data);
    return status;
}

/* ---- Writers -------------------------------------------------------------------------------- */

krt_status krt_gguf_writer_create(struct krt_gguf_writer **out)
{
    if (!out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_writer_create: |out| is NULL");
    struct krt_gguf_writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        return fail_memory();
    writer->alignment = GGUF_ALIGNMENT;
    *out = writer;
    return KRT_OK;
}

void krt_gguf_writer_destroy(struct krt_gguf_writer *writer)
{
    if (!writer)
        return;
    for (size_t i = 0; i < writer->entry_count; i++)
        free(writer->entries[i].key);
    for (size_t i = 0; i < writer->tensor_count; i++)
        free(writer->tensors[i].name);
    free(writer->entries);
    free(writer->tensors);
    free(writer->encoded.data);
    free(writer);
}
