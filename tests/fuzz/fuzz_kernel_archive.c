/* Kernel archives. The checksums are made right first, so that what they protect is tried too. */
#include "guarded.h"
#include "hash.h"
#include "kernel_archive.h"
#include "properties.h"

#include <stdlib.h>
#include <string.h>

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            abort();                                                                               \
    } while (0)

enum {
    COUNT = 12,
    STRINGS = 32
}; /* where the header has the number of rows, and the strings' size */

static void store(uint8_t *at, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static void correct_checksums(uint8_t *bytes, size_t size)
{
    struct span all = {bytes, size}, frame, strings;
    uint64_t count = size >= KERNEL_ARCHIVE_HEADER ? load_le(bytes + COUNT, 4) : size;
    uint64_t start = KERNEL_ARCHIVE_HEADER + count * KERNEL_ARCHIVE_ROW;
    if (size < KERNEL_ARCHIVE_HEADER ||
        !span_sub(all, start, load_le(bytes + STRINGS, 4) + 8, &strings))
        return;
    for (uint64_t i = 0; i < count; i++) {
        uint8_t *row = bytes + KERNEL_ARCHIVE_HEADER + i * KERNEL_ARCHIVE_ROW;
        if (span_sub(all, load_le(row + 8, 8), load_le(row + 16, 8), &frame))
            store(row + 32, hash_64(frame.data, frame.size));
    }
    size_t end = (size_t)start + strings.size - 8;
    store(bytes + end, hash_64(bytes, end));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t copy[GUARDED_MAX];
    struct kernel_archive archive;
    struct codeobj_error error = {0};
    if (size > GUARDED_MAX || !kernel_archive_recognise((struct span){data, size}))
        return -1; /* not for the corpus */
    memcpy(copy, data, size);
    correct_checksums(copy, size);
    struct span bytes = {guarded(copy, size), size};
    if (kernel_archive_open(bytes, &archive, &error) == CODEOBJ_OK) {
        uint64_t unpacked = 0; /* for this image, in version 2 */
        for (uint32_t i = 0; i < archive.count; i++) {
            struct kernel_archive_image image = kernel_archive_at(&archive, i), found;
            unpacked = image.raw_size + (kernel_archive_has_base(&archive, &image) ? unpacked : 0);
            MUST(kernel_archive_find(&archive, image.module, image.target, &found));
            MUST(found.offset == image.offset);
            uint8_t *raw;
            if (unpacked < 1 << 20 &&
                kernel_archive_unpack(&archive, &image, &raw, &error) == CODEOBJ_OK)
                free(raw);
        }
    } else {
        MUST(error.message[0] && error.offset <= size);
    }
    properties_check(bytes);
    return 0;
}
