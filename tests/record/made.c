/* See made.h. */
#include "made.h"

#include "hash.h"
#include "mapped_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/record-XXXXXX";
const char *made_path(const char *name)
{
    static char paths[4][64];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

struct record_writer *made_writer(const char *name, uint64_t limit, uint64_t last)
{
    struct record_settings settings = {made_path(name), limit, last, .replaces = true};
    struct codeobj_error error;
    struct record_writer *writer = record_create(&settings, &error);
    assert_non_null(writer);
    return writer;
}

uint8_t made_mask = 0xff;

uint8_t made_byte(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return (uint8_t)(*random >> 24) & made_mask;
}

/* Puts the pieces of the contents, which depend on |seed|. */
static bool put_pieces(struct record_writer *writer, uint8_t seed, uint64_t out[3])
{
    static uint8_t bytes[RECORD_PIECE];
    static const size_t sizes[] = {SMALL, RECORD_PIECE, LARGE - RECORD_PIECE};
    uint32_t random = seed;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = made_byte(&random);
    for (int i = 0; i < 3; i++)
        if (!(out[i] = record_put_piece(writer, (struct span){bytes, sizes[i]})))
            return false;
    return true;
}

bool made_put(struct record_writer *writer, uint64_t number, uint8_t seed)
{
    static const char code[] = "a code object";
    const struct record_device device = {"gfx1100", "Radeon"};
    uint8_t arguments[16] = {0};
    char name[] = "kernel";
    uint64_t pieces[3];
    struct record_allocation allocations[] = {
        {.address = 0x7f0000000000, .size = SMALL, .memory = RECORD_MALLOC, .pieces = 1},
        {.address = 0x7f0000001000, .size = 32, .memory = RECORD_POOL, .is_freed = true},
        {.address = 0x7f0000002000, .size = LARGE, .memory = RECORD_HOST, .pieces = 2},
        {.address = 0x7f0000900000, .size = 4, .memory = RECORD_VARIABLE, .name = "first"},
        {.address = 0x7f0000900010, .size = 4, .memory = RECORD_VARIABLE, .name = "second"},
    };
    struct record_pointer pointers[] = {{RECORD_ARGUMENTS, 2, 8}, {0, 1, 88}};
    struct record_launch launch = {
        .number = number,
        .grid = {4, 1, 1},
        .block = {64, 2, 1},
        .dynamic_lds = 16,
        .kernel = name,
        .arguments = arguments,
        .argument_bytes = sizeof arguments,
        .allocations = allocations,
        .allocation_count = 5,
        .pointers = pointers,
        .pointer_count = 2,
        .pieces = pieces,
        .piece_count = 3,
    };
    launch.code = record_put_code(writer, (struct span){(const uint8_t *)code, sizeof code});
    bool is_good =
        launch.code &&
        (record_has(writer, RECORD_DEVICE, 0) || record_put_device(writer, 0, &device)) &&
        put_pieces(writer, seed, pieces);
    if (!is_good)
        record_take_back(writer);
    return is_good && record_put_launch(writer, &launch);
}

bool made_put_after(struct record_writer *writer, uint64_t number, uint8_t seed)
{
    struct record_launch launch = {.number = number, .piece_count = 3};
    uint64_t pieces[3];
    return put_pieces(writer, seed, pieces) && record_put_after(writer, &launch, pieces);
}

size_t made_check(const char *path, bool is_ended, uint64_t *out_first)
{
    struct mapped_file file;
    struct record record;
    struct record_launch launch;
    struct codeobj_error error;
    assert_int_equal(mapped_file_open(path, &file, &error), CODEOBJ_OK);
    if (record_open(file.bytes, &record, &error) != CODEOBJ_OK)
        fail_msg("%s", error.message);
    assert_int_equal(record.is_ended, is_ended);
    size_t count;
    (void)record_last(&record, &count);
    *out_first = 0;
    for (size_t i = 0; i < record.count; i++) {
        if (record.sections[i].kind != RECORD_LAUNCH)
            continue;
        if (record_read_launch(&record, &record.sections[i], &launch, &error) != CODEOBJ_OK)
            fail_msg("%s", error.message);
        uint64_t *after;
        assert_int_equal(record_read_after(&record, &launch, &after, &error), CODEOBJ_OK);
        free(after);
        if (!*out_first || launch.number < *out_first)
            *out_first = launch.number;
        record_launch_free(&launch);
    }
    record_close(&record);
    mapped_file_close(&file);
    return count;
}

int made_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

int made_remove(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}
