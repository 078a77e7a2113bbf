/* Reading recordings. The format is in docs/formats.md. */
#include "format.h"

#include "unpack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *record_memory_name(enum record_memory memory)
{
    static const char *const names[RECORD_MEMORIES] = {
        [RECORD_MALLOC] = "hipMalloc",         [RECORD_HOST] = "hipHostMalloc",
        [RECORD_MANAGED] = "hipMallocManaged", [RECORD_REGISTERED] = "hipHostRegister",
        [RECORD_POOL] = "hipMallocAsync",      [RECORD_MAPPED] = "hipMemMap",
        [RECORD_VARIABLE] = "a variable",
    };
    return names[memory];
}

static enum codeobj_status fail_memory(struct codeobj_error *error)
{
    return codeobj_fail(error, CODEOBJ_NO_MEMORY, "there is no memory to read the recording");
}

/* ---- Sections -------------------------------------------------------------------------------- */

bool record_recognise(struct span bytes)
{
    return bytes.size >= sizeof RECORD_MAGIC &&
           memcmp(bytes.data, RECORD_MAGIC, sizeof RECORD_MAGIC) == 0;
}

/* Reads the header. |*out_end| is the end of the recording in |bytes|. */
static enum codeobj_status read_header(struct span bytes, uint64_t *out_end,
                                       struct codeobj_error *error)
{
    if (!record_recognise(bytes))
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED, "not a recording of kbuild record");
    if (bytes.size < RECORD_HEADER)
        return codeobj_fail(error, CODEOBJ_TRUNCATED, "the header is cut off");
    uint64_t version = load_le(bytes.data + AT_VERSION, 4);
    if (version != RECORD_VERSION)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, AT_VERSION,
                               "a recording of version %" PRIu64 "; this program reads version %d",
                               version, RECORD_VERSION);
    if (load_le(bytes.data + AT_HEADER_HASH, 8) != hash_64(bytes.data, AT_HEADER_HASH) ||
        load_le(bytes.data + AT_ZERO, 4) != 0)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "the header is damaged");
    *out_end = load_le(bytes.data + AT_END, 8);
    if (*out_end < RECORD_HEADER || *out_end % SECTION_ALIGNMENT != 0)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, AT_END, "the header states a wrong end");
    if (*out_end > bytes.size)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, bytes.size,
                               "the file has %zu bytes of %" PRIu64, bytes.size, *out_end);
    return CODEOBJ_OK;
}

static bool is_known(uint32_t kind)
{
    static const uint32_t kinds[] = {RECORD_DEVICE, RECORD_CODE, RECORD_DATA, RECORD_LAUNCH,
                                     RECORD_AFTER,  RECORD_PART, RECORD_END};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i] == kind)
            return true;
    return false;
}

/* Whether a section with its padding is as it was written. A free one may be half-written. */
static bool is_whole(struct span header, struct span padded, size_t size)
{
    if (load_le(header.data + AT_KIND, 4) == RECORD_FREE)
        return true;
    for (size_t i = size; i < padded.size; i++)
        if (padded.data[i] != 0)
            return false;
    return load_le(header.data + AT_HASH, 8) ==
           record_hash(header.data, hash_64(padded.data, size));
}

/* Reads the section at |offset|. |*out_next| is where the next one begins. */
static enum codeobj_status read_section(struct span file, uint64_t offset,
                                        struct record_section *out, uint64_t *out_next,
                                        struct codeobj_error *error)
{
    struct span header, stored;
    if (!span_sub(file, offset, RECORD_SECTION, &header))
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, offset, "a section's header is cut off");
    uint64_t size = load_le(header.data + AT_STORED, 8);
    if (size > file.size || !span_sub(file, offset + RECORD_SECTION, record_align(size), &stored))
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, offset,
                               "a section of %" PRIu64 " bytes is cut off", size);
    *out_next = offset + RECORD_SECTION + record_align(size);
    if (!is_whole(header, stored, (size_t)size))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset, "a section is damaged");
    stored.size = (size_t)size;
    *out = (struct record_section){
        .kind = (uint32_t)load_le(header.data + AT_KIND, 4),
        .method = (uint32_t)load_le(header.data + AT_METHOD, 4),
        .number = load_le(header.data + AT_NUMBER, 8),
        .raw_size = load_le(header.data + AT_RAW, 8),
        .stored = stored,
    };
    if (is_known(out->kind) &&
        (out->method > RECORD_ZSTD || (out->method == 0 && out->raw_size != out->stored.size)))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset, "a section's header is wrong");
    return CODEOBJ_OK;
}

static enum codeobj_status read_sections(struct span file, struct record *out,
                                         struct codeobj_error *error)
{
    uint64_t offset = RECORD_HEADER;
    size_t room = 0;
    while (offset < file.size) {
        struct record_section section;
        enum codeobj_status status = read_section(file, offset, &section, &offset, error);
        if (status != CODEOBJ_OK)
            return status;
        if (!is_known(section.kind))
            continue;
        if (out->count == room) {
            room = room ? room * 2 : 64;
            void *more = realloc(out->sections, room * sizeof *out->sections);
            if (!more)
                return fail_memory(error);
            out->sections = more;
        }
        out->sections[out->count++] = section;
    }
    return CODEOBJ_OK;
}

static int compare_sections(const void *a, const void *b)
{
    const struct record_section *left = *(struct record_section *const *)a;
    const struct record_section *right = *(struct record_section *const *)b;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

static enum codeobj_status sort_sections(struct record *record, struct codeobj_error *error)
{
    record->sorted = calloc(record->count + 1, sizeof *record->sorted);
    if (!record->sorted)
        return fail_memory(error);
    for (size_t i = 0; i < record->count; i++)
        record->sorted[i] = &record->sections[i];
    qsort(record->sorted, record->count, sizeof *record->sorted, compare_sections);
    for (size_t i = 1; i < record->count; i++)
        if (compare_sections(&record->sorted[i - 1], &record->sorted[i]) == 0)
            return codeobj_fail_at(error, CODEOBJ_CORRUPT,
                                   (uint64_t)(record->sorted[i]->stored.data - record->bytes.data),
                                   "two sections have the number %" PRIu64,
                                   record->sorted[i]->number);
    return CODEOBJ_OK;
}

static enum codeobj_status read_end(struct record *record, struct codeobj_error *error)
{
    enum { SIZE = 16 };
    const struct record_section *section = record_find(record, RECORD_END, 0);
    uint8_t *bytes;
    if (!section)
        return CODEOBJ_OK;
    if (section->raw_size != SIZE)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "the last section has a wrong size");
    enum codeobj_status status = record_unpack(section, &bytes, error);
    if (status != CODEOBJ_OK)
        return status;
    record->seen = load_le(bytes, 8);
    record->is_ended = record->seen > 0; /* else kbuild record has added the end */
    record->left_out = load_le(bytes + 8, 8);
    free(bytes);
    return CODEOBJ_OK;
}

enum codeobj_status record_open(struct span bytes, struct record *out, struct codeobj_error *error)
{
    struct record record = {.bytes = bytes};
    uint64_t end = 0;
    enum codeobj_status status = read_header(bytes, &end, error);
    if (status != CODEOBJ_OK)
        return status;
    record.ignored = bytes.size - end;
    status = read_sections((struct span){bytes.data, (size_t)end}, &record, error);
    if (status == CODEOBJ_OK)
        status = sort_sections(&record, error);
    if (status == CODEOBJ_OK)
        status = read_end(&record, error);
    if (status == CODEOBJ_OK)
        *out = record;
    else
        record_close(&record);
    return status;
}

void record_close(struct record *record)
{
    free(record->sections);
    free(record->sorted);
    *record = (struct record){0};
}

const struct record_section *record_find(const struct record *record, uint32_t kind,
                                         uint64_t number)
{
    struct record_section wanted = {.kind = kind, .number = number}, *key = &wanted;
    struct record_section **found = record->count ? bsearch(&key, record->sorted, record->count,
                                                            sizeof *found, compare_sections)
                                                  : NULL;
    return found ? *found : NULL;
}

const struct record_section *record_last(const struct record *record, size_t *out_count)
{
    const struct record_section *last = NULL;
    size_t count = 0;
    for (size_t i = 0; i < record->count; i++)
        if (record->sorted[i]->kind == RECORD_LAUNCH) {
            last = record->sorted[i];
            count++;
        }
    if (out_count)
        *out_count = count;
    return last;
}

enum codeobj_status record_unpack(const struct record_section *section, uint8_t **out,
                                  struct codeobj_error *error)
{
    struct unpacked unpacked = {.size = section->stored.size};
    if (section->raw_size > unpack_limit(section->stored.size))
        return codeobj_fail(error, CODEOBJ_LIMIT,
                            "a section of %zu bytes says that it unpacks to %" PRIu64,
                            section->stored.size, section->raw_size);
    if (section->method == RECORD_ZSTD) {
        enum codeobj_status status =
            unpack(BUNDLE_CODEC_ZSTD, section->stored, section->raw_size, &unpacked, error);
        if (status != CODEOBJ_OK)
            return status;
    } else {
        unpacked.data = malloc(section->stored.size + 1);
        if (!unpacked.data)
            return fail_memory(error);
        if (section->stored.size)
            memcpy(unpacked.data, section->stored.data, section->stored.size);
    }
    if (unpacked.size != section->raw_size) {
        free(unpacked.data);
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "a section unpacks to %zu bytes and says %" PRIu64, unpacked.size,
                            section->raw_size);
    }
    *out = unpacked.data;
    return CODEOBJ_OK;
}

/* ---- Devices --------------------------------------------------------------------------------- */

enum codeobj_status record_read_device(const struct record *record, uint64_t number,
                                       struct record_device *out, struct codeobj_error *error)
{
    const struct record_section *section = record_find(record, RECORD_DEVICE, number);
    struct record_device device = {"", ""};
    uint8_t *bytes;
    if (!section) {
        *out = device;
        return CODEOBJ_OK;
    }
    if (section->raw_size != sizeof device)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "the section of device %" PRIu64 " is wrong",
                            number);
    enum codeobj_status status = record_unpack(section, &bytes, error);
    if (status != CODEOBJ_OK)
        return status;
    memcpy(&device, bytes, sizeof device);
    free(bytes);
    if (!memchr(device.target, 0, sizeof device.target) ||
        !memchr(device.name, 0, sizeof device.name))
        return codeobj_fail(error, CODEOBJ_CORRUPT, "the section of device %" PRIu64 " is wrong",
                            number);
    text_clean(device.target, "");
    text_clean(device.name, "");
    *out = device;
    return CODEOBJ_OK;
}
