/* Recordings of launches. The checksums are made right first, so that what they protect is tried
 * too. */
#include "guarded.h"
#include "hash.h"
#include "record.h"

#include <stdlib.h>
#include <string.h>

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            abort();                                                                               \
    } while (0)

static void store(uint8_t *at, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static void correct_checksums(uint8_t *bytes, size_t size)
{
    struct span all = {bytes, size}, header, stored;
    if (size < RECORD_HEADER)
        return;
    store(bytes + 24, hash_64(bytes, 24));
    for (uint64_t at = RECORD_HEADER; span_sub(all, at, RECORD_SECTION, &header);) {
        uint64_t bytes_stored = load_le(header.data + 16, 8);
        if (!span_sub(all, at + RECORD_SECTION, bytes_stored, &stored))
            return;
        store(bytes + at + 32, hash_64(header.data, 32) + hash_64(stored.data, stored.size));
        at += RECORD_SECTION + (bytes_stored + 7) / 8 * 8;
    }
}

/* Reads all that a launch leads to. */
static void read_launch(const struct record *record, const struct record_section *section)
{
    struct record_launch launch;
    struct record_device device;
    struct codeobj_error error = {0};
    uint64_t *after;
    if (record_read_launch(record, section, &launch, &error) != CODEOBJ_OK) {
        MUST(error.message[0]);
        return;
    }
    for (uint32_t i = 0; i < launch.pointer_count; i++)
        MUST(launch.pointers[i].allocation < launch.allocation_count);
    for (uint64_t i = 0; i < launch.piece_count; i++)
        MUST(!launch.pieces[i] || record_find(record, RECORD_DATA, launch.pieces[i]));
    if (record_read_device(record, launch.device, &device, &error) == CODEOBJ_OK)
        MUST(memchr(device.target, 0, sizeof device.target));
    uint64_t first, count;
    (void)record_read_part(record, &launch, &first, &count, &error);
    if (record_read_after(record, &launch, &after, &error) == CODEOBJ_OK)
        free(after);
    record_launch_free(&launch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t copy[GUARDED_MAX];
    struct record record;
    struct codeobj_error error = {0};
    if (size > GUARDED_MAX || !record_recognise((struct span){data, size}))
        return -1; /* not for the corpus */
    memcpy(copy, data, size);
    correct_checksums(copy, size);
    struct span bytes = {guarded(copy, size), size};
    if (record_open(bytes, &record, &error) != CODEOBJ_OK) {
        MUST(error.message[0] && error.offset <= size);
        return 0;
    }
    for (size_t i = 0; i < record.count; i++) {
        uint8_t *raw;
        const struct record_section *section = &record.sections[i];
        MUST(record_find(&record, section->kind, section->number) == section);
        if (section->raw_size < 1 << 20 && record_unpack(section, &raw, &error) == CODEOBJ_OK)
            free(raw);
        if (section->kind == RECORD_LAUNCH)
            read_launch(&record, section);
    }
    record_close(&record);
    return 0;
}
