#include "verify/results.h"

#include "hash.h"
#include "unpack.h"
#include "util/file.h"

#include <zstd.h>

enum { VERSION = 1, HEADER = 32, TEXT_MAX = 1 << 16 };

static const char magic[8] = {'k', 'b', 'v', 'e', 'r', 'i', 'f', 'y'};

/* Returns "module/kernel": instances of one template may have the same name in several modules. */
static char *key_of(const struct trial *trial)
{
    return mem_format("%s/%s", trial->kernel->module, trial->kernel->name);
}

enum status results_add(struct results *results, const struct trial *trial, struct outcome *outcome)
{
    const uint64_t rest = RESULTS_BYTES_MAX / 2 - results->bytes;
    if (outcome->kind == OUTCOME_DONE && outcome->output_bytes > rest)
        return status_fail(STATUS_INPUT,
                           "verify: the results have more than 1 GiB; use smaller sizes, or verify "
                           "some kernels at a time with --kernel");
    results->items = mem_grow(results->items, results->count, sizeof *results->items);
    results->items[results->count++] =
        (struct result){key_of(trial), mem_dup(trial->label), *outcome};
    results->bytes += outcome->kind == OUTCOME_DONE ? outcome->output_bytes : 0;
    *outcome = (struct outcome){0};
    return STATUS_OK;
}

static int compare_names(const char *kernel, const char *label, const struct result *other)
{
    const int order = strcmp(kernel, other->kernel);
    return order ? order : strcmp(label, other->label);
}

static int result_compare(const void *a, const void *b)
{
    const struct result *left = *(const struct result *const *)a;
    const struct result *right = *(const struct result *const *)b;
    const int order = compare_names(left->kernel, left->label, right);
    return order ? order : left < right ? -1 : left > right;
}

static void sort(struct results *results)
{
    results->sorted = mem_alloc((results->count + 1) * sizeof(struct result *));
    for (size_t i = 0; i < results->count; i++)
        results->sorted[i] = &results->items[i];
    if (results->count)
        qsort(results->sorted, results->count, sizeof(struct result *), result_compare);
}

const struct result *results_find(struct results *results, const struct trial *trial, uint64_t hash)
{
    OWNED char *kernel = key_of(trial);
    const struct result *found = NULL;
    size_t first = 0, end = results->count;
    if (!results->sorted)
        sort(results);
    while (first < end) { /* Finds the first result that is not smaller. */
        const size_t middle = first + (end - first) / 2;
        if (compare_names(kernel, trial->label, results->sorted[middle]) > 0)
            first = middle + 1;
        else
            end = middle;
    }
    for (; first < results->count; first++) {
        const struct result *result = results->sorted[first];
        if (compare_names(kernel, trial->label, result) != 0)
            break;
        if (result->outcome.hash == hash)
            return result;
        found = result;
    }
    return found;
}

void results_free(struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        free(results->items[i].kernel);
        free(results->items[i].label);
        outcome_free(&results->items[i].outcome);
    }
    free(results->items);
    free(results->sorted);
    free(results->place);
    *results = (struct results){0};
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void put_text(struct buf *out, const char *text)
{
    const size_t size = strlen(text) < TEXT_MAX ? strlen(text) : TEXT_MAX;
    buf_put_le(out, size, 4);
    buf_append(out, text, size);
}

static void put_result(struct buf *out, const struct result *result)
{
    const struct outcome *outcome = &result->outcome;
    const uint64_t bytes = outcome->kind == OUTCOME_DONE ? outcome->output_bytes : 0;
    put_text(out, result->kernel);
    put_text(out, result->label);
    buf_put_le(out, (uint64_t)outcome->kind, 4);
    buf_put_le(out, outcome->hash, 8);
    put_text(out, outcome->message ? outcome->message : "");
    buf_put_le(out, bytes, 8);
    buf_append(out, outcome->outputs ? outcome->outputs : "", bytes);
}

enum status results_write(const struct results *results, const char *path)
{
    enum { LEVEL = 9 };
    OWNED_BY(buf_free) struct buf all = {0}, file = {0};
    put_text(&all, results->place);
    buf_put_le(&all, results->count, 8);
    for (size_t i = 0; i < results->count; i++)
        put_result(&all, &results->items[i]);
    buf_append(&file, magic, sizeof magic);
    buf_put_le(&file, VERSION, 4);
    buf_put_le(&file, 0, 4);
    buf_put_le(&file, all.size, 8);
    buf_put_le(&file, hash_64(all.data, all.size), 8);
    buf_reserve(&file, ZSTD_compressBound(all.size));
    const size_t size =
        ZSTD_compress(file.data + file.size, file.capacity - file.size, all.data, all.size, LEVEL);
    if (ZSTD_isError(size))
        return status_fail(STATUS_ENVIRONMENT, "%s: zstd: %s", path, ZSTD_getErrorName(size));
    file.size += size;
    return file_write(path, file.data, file.size);
}

/* ---- Reading --------------------------------------------------------------------------------- */

struct reader {
    const char *path;
    const unsigned char *at, *end;
    bool is_bad; /* whether something was read beyond the end */
};

static enum status damaged(const char *path, const char *what)
{
    return status_fail(STATUS_INPUT, "%s: %s; record it again", path, what);
}

static uint64_t read_number(struct reader *reader, unsigned bytes)
{
    uint64_t value = 0;
    if (reader->is_bad || (size_t)(reader->end - reader->at) < bytes) {
        reader->is_bad = true;
        return 0;
    }
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)*reader->at++ << 8 * i;
    return value;
}

static char *read_bytes(struct reader *reader, uint64_t size)
{
    if (reader->is_bad || (uint64_t)(reader->end - reader->at) < size) {
        reader->is_bad = true;
        size = 0;
    }
    char *copy = mem_alloc(size + 1);
    memcpy(copy, reader->at, size);
    reader->at += size;
    return copy;
}

static char *read_text(struct reader *reader)
{
    const uint64_t size = read_number(reader, 4);
    char *text = read_bytes(reader, size);
    reader->is_bad |= size > TEXT_MAX || strlen(text) != size;
    return text;
}

static void read_result(struct reader *reader, struct results *out)
{
    out->items = mem_grow(out->items, out->count, sizeof *out->items);
    struct result *added = &out->items[out->count++];
    struct outcome *outcome = &added->outcome;
    *added = (struct result){.kernel = read_text(reader)};
    added->label = read_text(reader);
    const uint64_t kind = read_number(reader, 4);
    outcome->hash = read_number(reader, 8);
    outcome->message = read_text(reader);
    outcome->output_bytes = read_number(reader, 8);
    outcome->outputs = read_bytes(reader, outcome->output_bytes);
    outcome->kind = (enum outcome_kind)kind;
    reader->is_bad |= kind > OUTCOME_ABSENT;
    if (reader->is_bad)
        outcome->output_bytes = 0;
    out->bytes += outcome->output_bytes;
}

static enum status read_all(const char *path, struct span bytes, struct results *out)
{
    struct reader reader = {.path = path, .at = bytes.data, .end = bytes.data + bytes.size};
    out->place = read_text(&reader);
    const uint64_t count = read_number(&reader, 8);
    reader.is_bad |= count > TRIALS_MAX;
    while (!reader.is_bad && out->count < count)
        read_result(&reader, out);
    return reader.is_bad || reader.at != reader.end ? damaged(path, "a result in it is damaged")
                                                    : STATUS_OK;
}

static enum status unpack_file(const char *path, const struct buf *file, struct unpacked *out)
{
    struct codeobj_error error = {0};
    struct reader reader = {.at = (const unsigned char *)file->data};
    reader.end = reader.at + file->size;
    if (file->size < HEADER || memcmp(file->data, magic, sizeof magic) != 0)
        return status_fail(STATUS_INPUT, "%s: not a file that kbuild verify --record wrote", path);
    reader.at += sizeof magic;
    if (read_number(&reader, 4) != VERSION || read_number(&reader, 4) != 0)
        return damaged(path, "it is of another version of kbuild");
    const uint64_t size = read_number(&reader, 8), sum = read_number(&reader, 8);
    if (size > RESULTS_BYTES_MAX)
        return damaged(path, "it is larger than 2 GiB");
    const struct span frame = {reader.at, (size_t)(reader.end - reader.at)};
    if (unpack(BUNDLE_CODEC_ZSTD, frame, size, out, &error) != CODEOBJ_OK)
        return damaged(path, error.message);
    if (out->size != size || out->used != frame.size || hash_64(out->data, out->size) != sum)
        return damaged(path, "its checksum is wrong");
    return STATUS_OK;
}

enum status results_read(const char *path, struct results *out)
{
    OWNED_BY(buf_free) struct buf file = {0};
    struct unpacked unpacked = {0};
    *out = (struct results){0};
    FORWARD_IF_ERROR(file_read(path, &file));
    enum status status = unpack_file(path, &file, &unpacked);
    if (status == STATUS_OK)
        status = read_all(path, (struct span){unpacked.data, unpacked.size}, out);
    free(unpacked.data);
    return status;
}
