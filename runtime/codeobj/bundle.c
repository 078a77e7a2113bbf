/* Offload bundles, as clang-offload-bundler writes them for "-type=o" and fat binaries.
 *
 * "__CLANG_OFFLOAD_BUNDLE__" | u64 count | count * (u64 offset, u64 size, u64 id size, id) | images
 * Numbers are little-endian, offsets count from the magic. See ClangOffloadBundler, "Bundled Binary
 * File Layout"; for the ids, "Bundle Entry ID".
 */
#include "internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "__CLANG_OFFLOAD_BUNDLE__";

enum {
    MAGIC_SIZE = sizeof magic - 1,
    ENTRY_MIN = 3 * 8, /* bytes of an entry in the header, its id left out */
    ID_MAX = 256,      /* the longest target ID with its triple and kind takes less than 80 */
};

/* Takes a u64 from the front of |rest|. */
static bool take_u64(struct span *rest, uint64_t *out)
{
    struct span field;
    if (!span_sub(*rest, 0, 8, &field))
        return false;
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--)
        value = value << 8 | field.data[i];
    *out = value;
    return span_sub(*rest, 8, rest->size - 8, rest);
}

/* Where the target ID starts inside an id: behind <kind>-<arch>-<vendor>-<os>-[<environment>-].
 * The environment is usually empty, and was left out with its dash by old compilers; a target ID
 * may hold dashes itself ("gfx9-generic"). */
static const char *find_target(const char *id)
{
    const char *end = id + strlen(id);
    if (strncmp(id, "host-", 5) == 0)
        return end;
    const char *rest = id;
    for (int i = 0; i < 4; i++) {
        rest = strchr(rest, '-');
        if (!rest)
            return end;
        rest++;
    }
    if (strncmp(rest, "gfx", 3) == 0)
        return rest;
    const char *dash = strchr(rest, '-');
    return dash ? dash + 1 : rest;
}

static enum codeobj_status read_entry(struct span bytes, struct span *rest, size_t index,
                                      struct bundle_entry *out, struct codeobj_error *error)
{
    uint64_t offset, size, id_size;
    struct span id;
    if (!take_u64(rest, &offset) || !take_u64(rest, &size) || !take_u64(rest, &id_size))
        return codeobj_fail(error, CODEOBJ_TRUNCATED, "bundle ends inside the header of entry %zu",
                            index);
    if (id_size == 0 || id_size > ID_MAX)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "id of bundle entry %zu is %" PRIu64 " bytes",
                            index, id_size);
    if (!span_sub(*rest, 0, id_size, &id))
        return codeobj_fail(error, CODEOBJ_TRUNCATED, "bundle ends inside the id of entry %zu",
                            index);
    span_sub(*rest, id_size, rest->size - id_size, rest);
    if (!utf8_is_text(id))
        return codeobj_fail(error, CODEOBJ_CORRUPT, "id of bundle entry %zu is not text", index);
    if (!span_sub(bytes, offset, size, &out->image))
        return codeobj_fail(error, CODEOBJ_TRUNCATED,
                            "image of bundle entry '%.*s' ends past the end of the bundle",
                            (int)id.size, (const char *)id.data);
    out->id = span_to_string(id);
    if (!out->id)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    out->target = find_target(out->id);
    out->offset = offset;
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

/* Images must not overlap each other or the header, which is |header_size| bytes; ids must differ.
 * An empty image, such as the host's, lies nowhere. */
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
            status =
                codeobj_fail(error, CODEOBJ_CORRUPT, "bundle has two entries '%s'", sorted[i]->id);
    }
    qsort(sorted, bundle->count, sizeof sorted[0], compare_offsets);
    const char *before = "header";
    uint64_t end = header_size;
    for (size_t i = 0; i < bundle->count && !status; i++) {
        if (sorted[i]->image.size == 0)
            continue;
        if (sorted[i]->offset < end)
            status = codeobj_fail(error, CODEOBJ_CORRUPT,
                                  "image of bundle entry '%.60s' overlaps '%.60s'", sorted[i]->id,
                                  before);
        before = sorted[i]->id;
        end = sorted[i]->offset + sorted[i]->image.size; /* inside the file: no overflow */
    }
    free(sorted);
    return status;
}

bool bundle_recognise(struct span bytes)
{
    return bytes.size >= MAGIC_SIZE && memcmp(bytes.data, magic, MAGIC_SIZE) == 0;
}

enum codeobj_status bundle_open(struct span bytes, struct bundle *out, struct codeobj_error *error)
{
    if (!bundle_recognise(bytes))
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED, "not an offload bundle");
    struct span rest;
    uint64_t count;
    span_sub(bytes, MAGIC_SIZE, bytes.size - MAGIC_SIZE, &rest);
    if (!take_u64(&rest, &count))
        return codeobj_fail(error, CODEOBJ_TRUNCATED, "bundle ends before its entry count");
    if (count == 0)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "bundle has no entries");
    if (count > rest.size / ENTRY_MIN)
        return codeobj_fail(error, CODEOBJ_TRUNCATED,
                            "bundle says that it has %" PRIu64 " entries, which do not fit in it",
                            count);

    struct bundle bundle = {.entries = calloc((size_t)count, sizeof(struct bundle_entry))};
    if (!bundle.entries)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    enum codeobj_status status = CODEOBJ_OK;
    while (bundle.count < count && !status) {
        status = read_entry(bytes, &rest, bundle.count, &bundle.entries[bundle.count], error);
        if (!status)
            bundle.count++;
    }
    if (!status)
        status = check_entries(&bundle, bytes.size - rest.size, error);
    if (status)
        bundle_close(&bundle);
    else
        *out = bundle;
    return status;
}

void bundle_close(struct bundle *bundle)
{
    for (size_t i = 0; i < bundle->count; i++)
        free(bundle->entries[i].id);
    free(bundle->entries);
    *bundle = (struct bundle){0};
}
