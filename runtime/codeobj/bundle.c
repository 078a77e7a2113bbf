/* Offload bundles, as clang-offload-bundler writes them for "-type=o" and fat binaries.
 *
 * "__CLANG_OFFLOAD_BUNDLE__" | u64 count | count * (u64 offset, u64 size, u64 id size, id) | images
 * Numbers are little-endian, offsets count from the magic. See ClangOffloadBundler, "Bundled Binary
 * File Layout"; for the IDs, "Bundle Entry ID".
 */
#include "bundle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "__CLANG_OFFLOAD_BUNDLE__";

enum {
    MAGIC_SIZE = sizeof magic - 1,
    ENTRY_MIN = 3 * 8, /* the least bytes of an entry in the header: without its ID */
    ID_MAX = 256, /* the most bytes of an ID that is accepted; real IDs are shorter than 80 bytes */
};

/* Reads the header of a bundle from its start. */
struct reader {
    struct span bytes; /* the bundle, and any bytes that follow it */
    uint64_t at;
    uint64_t count; /* how many entries the header has */
    uint64_t index; /* the index of the next entry to read */
};

/* An entry as the header has it. */
struct raw_entry {
    uint64_t field; /* the offset in the bundle of this entry's three fields */
    uint64_t offset, size;
    struct span id;
};

static bool take_u64(struct reader *reader, uint64_t *out)
{
    struct span field;
    if (!span_sub(reader->bytes, reader->at, 8, &field))
        return false;
    *out = load_le(field.data, 8);
    reader->at += 8;
    return true;
}

static enum codeobj_status read_start(struct span bytes, struct reader *reader,
                                      struct codeobj_error *error)
{
    *reader = (struct reader){.bytes = bytes, .at = MAGIC_SIZE};
    if (!bundle_recognise(bytes))
        return codeobj_fail_at(error, CODEOBJ_UNRECOGNISED, 0, "not an offload bundle");
    if (!take_u64(reader, &reader->count))
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, MAGIC_SIZE,
                               "bundle ends before its entry count");
    if (reader->count == 0)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, MAGIC_SIZE, "bundle has no entries");
    if (reader->count > (bytes.size - reader->at) / ENTRY_MIN)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, MAGIC_SIZE,
                               "bundle claims to have %" PRIu64 " entries, which do not fit in it",
                               reader->count);
    return CODEOBJ_OK;
}

static enum codeobj_status read_entry(struct reader *reader, struct raw_entry *out,
                                      struct codeobj_error *error)
{
    uint64_t index = reader->index++, id_size;
    *out = (struct raw_entry){.field = reader->at};
    if (!take_u64(reader, &out->offset) || !take_u64(reader, &out->size) ||
        !take_u64(reader, &id_size))
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, out->field,
                               "bundle ends inside the header of entry %" PRIu64, index);
    if (id_size == 0 || id_size > ID_MAX)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, out->field + 16,
                               "id of bundle entry %" PRIu64 " is %" PRIu64 " bytes", index,
                               id_size);
    if (!span_sub(reader->bytes, reader->at, id_size, &out->id))
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, reader->at,
                               "bundle ends inside the id of entry %" PRIu64, index);
    reader->at += id_size;
    return CODEOBJ_OK;
}

static enum codeobj_status take_image(const struct reader *reader, const struct raw_entry *entry,
                                      struct span *out, struct codeobj_error *error)
{
    if (span_sub(reader->bytes, entry->offset, entry->size, out))
        return CODEOBJ_OK;
    return codeobj_fail_at(error, CODEOBJ_TRUNCATED, entry->field,
                           "image of bundle entry '%.*s' ends past the end of the bundle",
                           (int)entry->id.size, (const char *)entry->id.data);
}

const char *bundle_entry_target(const char *id, char out[TARGET_ID_MAX])
{
    const char *dash = strchr(id, '-');
    if (!dash || strncmp(id, "host-", 5) == 0)
        return id + strlen(id);
    return target_id_of_triple(dash + 1, out);
}

/* Returns the part of an image that the file contains, if take_image() refuses the image because
 * the bundle is cut off. */
static struct span cut_image(const struct reader *reader, const struct raw_entry *entry)
{
    struct span there = {reader->bytes.data, 0};
    if (entry->offset < reader->bytes.size)
        span_sub(reader->bytes, entry->offset, reader->bytes.size - entry->offset, &there);
    return there;
}

static enum codeobj_status open_entry(struct reader *reader, bool may_be_cut,
                                      struct bundle_entry *out, struct codeobj_error *error)
{
    struct raw_entry raw;
    enum codeobj_status status = read_entry(reader, &raw, error);
    if (status)
        return status;
    if (!utf8_is_text(raw.id))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, raw.field + ENTRY_MIN,
                               "id of bundle entry %" PRIu64 " is not text", reader->index - 1);
    status = take_image(reader, &raw, &out->image, error);
    if (status && !may_be_cut)
        return status;
    if (status) {
        out->image = cut_image(reader, &raw);
        out->is_cut = true;
    }
    out->id = calloc(1, raw.id.size + 1 + TARGET_ID_MAX);
    if (!out->id)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    memcpy(out->id, raw.id.data, raw.id.size);
    out->target = bundle_entry_target(out->id, out->id + raw.id.size + 1);
    out->offset = raw.offset;
    return CODEOBJ_OK;
}

static int compare_offsets(const void *a, const void *b)
{
    const struct bundle_entry *const *left = a, *const *right = b;
    return ((*left)->offset > (*right)->offset) - ((*left)->offset < (*right)->offset);
}

static int compare_ids(const void *a, const void *b)
{
    const struct bundle_entry *const *left = a, *const *right = b;
    return strcmp((*left)->id, (*right)->id);
}

/* Checks that images overlap neither each other nor the header, which has |header_size| bytes, and
 * that ids differ. Does not compare empty images, such as the host's, because they occupy no bytes,
 * nor images that are cut off, because their end is unknown. */
static enum codeobj_status check_entries(const struct bundle *bundle, uint64_t header_size,
                                         struct codeobj_error *error)
{
    const struct bundle_entry **sorted = calloc(bundle->count, sizeof(const struct bundle_entry *));
    if (!sorted)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < bundle->count; i++)
        sorted[i] = &bundle->entries[i];

    enum codeobj_status status = CODEOBJ_OK;
    qsort(sorted, bundle->count, sizeof sorted[0], compare_ids);
    for (size_t i = 1; i < bundle->count && !status; i++) {
        if (strcmp(sorted[i - 1]->id, sorted[i]->id) == 0)
            status = codeobj_fail_at(error, CODEOBJ_CORRUPT, MAGIC_SIZE,
                                     "bundle has two entries '%s'", sorted[i]->id);
    }
    qsort(sorted, bundle->count, sizeof sorted[0], compare_offsets);
    const char *before = "header";
    uint64_t end = header_size;
    for (size_t i = 0; i < bundle->count && !status; i++) {
        if (sorted[i]->image.size == 0 || sorted[i]->is_cut)
            continue;
        if (sorted[i]->offset < end)
            status = codeobj_fail_at(error, CODEOBJ_CORRUPT, sorted[i]->offset,
                                     "image of bundle entry '%.60s' overlaps '%.60s'",
                                     sorted[i]->id, before);
        before = sorted[i]->id;
        /* This cannot overflow, because the image is within the file. */
        end = sorted[i]->offset + sorted[i]->image.size;
    }
    free(sorted);
    return status;
}

bool bundle_recognise(struct span bytes)
{
    return bytes.size >= MAGIC_SIZE && memcmp(bytes.data, magic, MAGIC_SIZE) == 0;
}

enum codeobj_status bundle_size(struct span bytes, uint64_t *out, struct codeobj_error *error)
{
    struct reader reader;
    uint64_t end = 0;
    enum codeobj_status status = read_start(bytes, &reader, error);
    while (!status && reader.index < reader.count) {
        struct raw_entry entry;
        struct span image;
        status = read_entry(&reader, &entry, error);
        if (!status)
            status = take_image(&reader, &entry, &image, error);
        if (!status && entry.size > 0 && entry.offset + entry.size > end)
            /* This does not overflow, because the image is inside |bytes|. */
            end = entry.offset + entry.size;
    }
    if (!status)
        *out = end > reader.at ? end : reader.at;
    return status;
}

static enum codeobj_status open_bundle(struct span bytes, bool may_be_cut, struct bundle *out,
                                       struct codeobj_error *error)
{
    struct reader reader;
    enum codeobj_status status = read_start(bytes, &reader, error);
    if (status)
        return status;
    struct bundle bundle = {.entries = calloc((size_t)reader.count, sizeof(struct bundle_entry))};
    if (!bundle.entries)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    while (bundle.count < reader.count && !status) {
        status = open_entry(&reader, may_be_cut, &bundle.entries[bundle.count], error);
        if (!status)
            bundle.count++;
    }
    if (!status)
        status = check_entries(&bundle, reader.at, error);
    if (status)
        bundle_close(&bundle);
    else
        *out = bundle;
    return status;
}

enum codeobj_status bundle_open(struct span bytes, struct bundle *out, struct codeobj_error *error)
{
    return open_bundle(bytes, false, out, error);
}

enum codeobj_status bundle_open_cut(struct span bytes, struct bundle *out,
                                    struct codeobj_error *error)
{
    return open_bundle(bytes, true, out, error);
}

void bundle_close(struct bundle *bundle)
{
    for (size_t i = 0; i < bundle->count; i++)
        free(bundle->entries[i].id);
    free(bundle->entries);
    *bundle = (struct bundle){0};
}

/* ---- Which image of a bundle a device runs -------------------------------------------------- */

enum codeobj_status bundle_choose(const struct bundle *bundle, const struct target_id *device,
                                  struct span *out, char sentence[TARGET_SENTENCE_MAX])
{
    struct codeobj_error error;
    struct target_id *targets = calloc(bundle->count + 1, sizeof *targets);
    struct span *images = calloc(bundle->count + 1, sizeof *images);
    enum codeobj_status status = CODEOBJ_UNSUPPORTED;
    size_t count = 0;
    for (size_t i = 0; targets && images && i < bundle->count; i++) {
        const struct bundle_entry *entry = &bundle->entries[i];
        if (entry->image.size > 0 &&
            target_id_parse(entry->target, &targets[count], &error) == CODEOBJ_OK)
            images[count++] = entry->image;
    }
    int chosen = count > 0 ? target_id_choose(targets, count, device) : -1;
    sentence[0] = '\0';
    if (!targets || !images) {
        status = CODEOBJ_NO_MEMORY;
    } else if (chosen >= 0) {
        *out = images[chosen];
        status = CODEOBJ_OK;
    } else if (count > 0) {
        target_id_explain(targets, count, device, sentence);
    }
    free(targets);
    free(images);
    return status;
}
