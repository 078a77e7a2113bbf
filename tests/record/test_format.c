/* Recordings: what is written is read; whatever is damaged, cut off or contradicts itself is
 * refused; and the file is whole at every moment. */
#include "hash.h"
#include "mapped_file.h"
#include "record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { SMALL = 96, LARGE = RECORD_PIECE + 100 };

static char folder[] = "/tmp/record-XXXXXX";
static const char *path_of(const char *name)
{
    static char paths[4][64];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static struct record_writer *make(const char *name, uint64_t limit, uint64_t last)
{
    struct record_settings settings = {path_of(name), limit, last, .replaces = true};
    struct codeobj_error error;
    struct record_writer *writer = record_create(&settings, &error);
    assert_non_null(writer);
    return writer;
}

/* Which bits of the contents are random. */
static uint8_t mask = 0xff;

static uint8_t next_byte(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return (uint8_t)(*random >> 24) & mask;
}

/* Adds a launch with an allocation of SMALL bytes and one of LARGE, whose bytes depend on |seed|.
 */
static bool put(struct record_writer *writer, uint64_t number, uint8_t seed)
{
    static uint8_t bytes[RECORD_PIECE];
    static const char code[] = "a code object";
    const struct record_device device = {"gfx1100", "Radeon"};
    uint8_t arguments[16] = {0};
    char name[] = "kernel";
    uint64_t pieces[3];
    uint32_t random = seed;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = next_byte(&random);
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
        (pieces[0] = record_put_piece(writer, (struct span){bytes, SMALL})) &&
        (pieces[1] = record_put_piece(writer, (struct span){bytes, RECORD_PIECE})) &&
        (pieces[2] = record_put_piece(writer, (struct span){bytes, 100}));
    if (!is_good)
        record_take_back(writer);
    return is_good && record_put_launch(writer, &launch);
}

static size_t count_launches(const struct record *record)
{
    size_t count = 0;
    for (size_t i = 0; i < record->count; i++)
        count += record->sections[i].kind == RECORD_LAUNCH;
    return count;
}

/* Opens the file and checks its launches. Returns how many it has; |*out_first| is the number of
 * the first one. */
static size_t check(const char *path, bool is_ended, uint64_t *out_first)
{
    struct mapped_file file;
    struct record record;
    struct record_launch launch;
    struct codeobj_error error;
    assert_int_equal(mapped_file_open(path, &file, &error), CODEOBJ_OK);
    if (record_open(file.bytes, &record, &error) != CODEOBJ_OK)
        fail_msg("%s", error.message);
    assert_int_equal(record.is_ended, is_ended);
    size_t count = count_launches(&record);
    *out_first = 0;
    for (size_t i = 0; i < record.count; i++) {
        if (record.sections[i].kind != RECORD_LAUNCH)
            continue;
        if (record_read_launch(&record, &record.sections[i], &launch, &error) != CODEOBJ_OK)
            fail_msg("%s", error.message);
        *out_first = *out_first ? *out_first : launch.number;
        record_launch_free(&launch);
    }
    record_close(&record);
    mapped_file_close(&file);
    return count;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    struct record_writer *writer = make("whole", UINT64_MAX, 0);
    assert_true(put(writer, 1, 0));
    assert_true(put(writer, 2, 1));
    assert_true(record_put_part(writer, &(struct record_launch){.number = 2}, 5, 7));
    char path[64];
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 7, 5);

    struct stat stat_of;
    assert_int_equal(stat(path, &stat_of), 0);
    assert_int_equal(stat_of.st_mode & 0777, 0600); /* memory may have secrets */
    struct mapped_file file;
    struct record record;
    struct record_launch launch;
    struct record_device device;
    assert_int_equal(mapped_file_open(path, &file, NULL), CODEOBJ_OK);
    assert_int_equal(record_open(file.bytes, &record, NULL), CODEOBJ_OK);
    assert_true(record.is_ended);
    assert_int_equal(record.seen, 7);
    assert_int_equal(record.left_out, 5);
    const struct record_section *section = record_find(&record, RECORD_LAUNCH, 2);
    assert_non_null(section);
    assert_int_equal(record_read_launch(&record, section, &launch, NULL), CODEOBJ_OK);
    assert_string_equal(launch.kernel, "kernel");
    assert_int_equal(launch.block[1], 2);
    assert_int_equal(launch.allocations[2].size, LARGE);
    assert_true(launch.allocations[1].is_freed);
    assert_int_equal(launch.pointers[1].offset, 88);
    assert_null(launch.allocations[2].name);
    assert_string_equal(launch.allocations[3].name, "first");
    assert_string_equal(launch.allocations[4].name, "second");
    uint8_t *bytes;
    const struct record_section *piece = record_find(&record, RECORD_DATA, launch.pieces[2]);
    assert_int_equal(record_unpack(piece, &bytes, NULL), CODEOBJ_OK);
    uint32_t random = 1;
    for (size_t i = 0; i < 100; i++)
        assert_int_equal(bytes[i], next_byte(&random));
    free(bytes);
    assert_int_equal(record_read_device(&record, 0, &device, NULL), CODEOBJ_OK);
    assert_string_equal(device.target, "gfx1100");
    uint64_t first, count;
    assert_int_equal(record_read_part(&record, &launch, &first, &count, NULL), CODEOBJ_OK);
    assert_int_equal(first, 5);
    assert_int_equal(count, 7);
    record_launch_free(&launch);
    section = record_find(&record, RECORD_LAUNCH, 1);
    assert_int_equal(record_read_launch(&record, section, &launch, NULL), CODEOBJ_OK);
    assert_int_equal(record_read_part(&record, &launch, &first, &count, NULL), CODEOBJ_OK);
    assert_int_equal(count, 0);
    record_launch_free(&launch);
    record_close(&record);
    mapped_file_close(&file);
}

static void equal_contents_are_stored_once(void **state)
{
    (void)state;
    struct record_writer *writer = make("once", UINT64_MAX, 0);
    struct stat one, two;
    assert_true(put(writer, 1, 0));
    assert_int_equal(stat(record_path(writer), &one), 0);
    assert_true(put(writer, 2, 0));
    assert_int_equal(stat(record_path(writer), &two), 0);
    assert_true(two.st_size - one.st_size < 400);
    record_finish(writer, 2, 0);
}

static void a_cut_file_never_opens(void **state)
{
    (void)state;
    struct mapped_file file;
    struct record_writer *writer = make("cut", UINT64_MAX, 0);
    assert_true(put(writer, 1, 0));
    char path[64];
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 1, 0);
    assert_int_equal(mapped_file_open(path, &file, NULL), CODEOBJ_OK);
    for (size_t size = 0; size < file.bytes.size; size += size < 2000 ? 1 : 997) {
        struct record record;
        struct codeobj_error error = {.message = ""};
        struct span part = {file.bytes.data, size};
        assert_int_not_equal(record_open(part, &record, &error), CODEOBJ_OK);
        assert_true(error.message[0] != '\0');
    }
    mapped_file_close(&file);
}

static void each_damaged_byte_is_noticed(void **state)
{
    (void)state;
    struct mapped_file file;
    struct record_writer *writer = make("damaged", UINT64_MAX, 0);
    assert_true(put(writer, 1, 0));
    char path[64];
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 1, 0);
    assert_int_equal(mapped_file_open(path, &file, NULL), CODEOBJ_OK);
    uint8_t *copy = malloc(file.bytes.size);
    assert_non_null(copy);
    memcpy(copy, file.bytes.data, file.bytes.size);
    for (size_t at = 0; at < file.bytes.size; at += at < 1000 ? 1 : 1009) {
        struct record record;
        copy[at] ^= 0x20;
        assert_int_not_equal(record_open((struct span){copy, file.bytes.size}, &record, NULL),
                             CODEOBJ_OK);
        copy[at] ^= 0x20;
    }
    free(copy);
    mapped_file_close(&file);
}

static void unknown_sections_are_skipped(void **state)
{
    (void)state;
    uint8_t bytes[RECORD_HEADER + RECORD_SECTION + 8] = RECORD_MAGIC;
    struct record record;
    uint64_t numbers[] = {hash_64("", 0), sizeof bytes};
    bytes[8] = RECORD_VERSION;
    memcpy(bytes + 16, &numbers[1], 8);
    numbers[0] = hash_64(bytes, 24);
    memcpy(bytes + 24, &numbers[0], 8);
    uint8_t *section = bytes + RECORD_HEADER;
    memcpy(section, "NEWS", 4);
    section[4] = 99; /* a method of a later version */
    section[16] = 3; /* bytes */
    memcpy(section + RECORD_SECTION, "abc", 3);
    numbers[0] = hash_64(section, 32) + hash_64("abc", 3);
    memcpy(section + 32, &numbers[0], 8);
    assert_int_equal(record_open((struct span){bytes, sizeof bytes}, &record, NULL), CODEOBJ_OK);
    assert_int_equal(record.count, 0);
    record_close(&record);
    section[RECORD_SECTION + 4] = 1; /* between sections */
    assert_int_equal(record_open((struct span){bytes, sizeof bytes}, &record, NULL),
                     CODEOBJ_CORRUPT);
    bytes[8] = RECORD_VERSION + 1;
    assert_int_equal(record_open((struct span){bytes, sizeof bytes}, &record, NULL),
                     CODEOBJ_UNSUPPORTED);
}

/* A process that is killed between two launches, or while it writes one, leaves a whole file. */
static void the_file_is_whole_at_every_moment(void **state)
{
    (void)state;
    uint64_t first;
    uint8_t piece[1000] = {1};
    struct record_writer *writer = make("moment", UINT64_MAX, 0);
    assert_int_equal(check(record_path(writer), false, &first), 0);
    assert_true(put(writer, 1, 0));
    assert_int_equal(check(record_path(writer), false, &first), 1);
    assert_true(record_put_piece(writer, (struct span){piece, sizeof piece}));
    assert_int_equal(check(record_path(writer), false, &first), 1);
    record_take_back(writer);
    assert_true(put(writer, 2, 3));
    assert_int_equal(check(record_path(writer), false, &first), 2);
    char path[64];
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 2, 0);
    assert_int_equal(check(path, true, &first), 2);
}

static void the_limit_holds(void **state)
{
    (void)state;
    uint64_t first;
    struct stat size;
    char path[64];
    struct record_writer *writer = make("limit", 5 << 19, 0);
    unsigned kept = 0;
    while (put(writer, kept + 1, (uint8_t)(kept * 7)) && kept < 100)
        kept++;
    assert_in_range(kept, 1, 99);
    assert_false(record_is_broken(writer));
    assert_false(record_make_room(writer)); /* all launches are to be kept */
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, kept + 1, 1);
    assert_int_equal(check(path, true, &first), kept);
    assert_int_equal(stat(path, &size), 0);
    assert_in_range(size.st_size, 1, (5 << 19) + 200);
}

static void the_last_launches_are_kept(void **state)
{
    (void)state;
    uint64_t first;
    char path[64];
    struct record_writer *writer = make("last", 5 << 20, 2);
    for (unsigned i = 1; i <= 20; i++) {
        bool is_there = put(writer, i, (uint8_t)(i * 7));
        if (!is_there) {
            assert_true(record_make_room(writer));
            assert_true(put(writer, i, (uint8_t)(i * 7)));
        }
        assert_true(check(record_path(writer), false, &first) >= (i < 2 ? i : 1));
    }
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 20, 0);
    assert_int_equal(check(path, true, &first), 2);
    assert_int_equal(first, 19);
}

/* Compression takes longer than all else, and most launches are dropped. */
static void what_may_be_dropped_is_not_compressed_before_the_end(void **state)
{
    (void)state;
    uint64_t first;
    struct stat size;
    char path[64];
    mask = 1;
    struct record_writer *writer = make("plain", 5 << 20, 1);
    assert_true(put(writer, 1, 1));
    assert_int_equal(stat(record_path(writer), &size), 0);
    assert_in_range(size.st_size, RECORD_PIECE, 2 * RECORD_PIECE);
    assert_int_equal(check(record_path(writer), false, &first), 1);
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 1, 0);
    assert_int_equal(check(path, true, &first), 1);
    assert_int_equal(stat(path, &size), 0);
    assert_in_range(size.st_size, 1, RECORD_PIECE / 2);

    /* A launch that fits only if it is compressed. */
    writer = make("tight", RECORD_PIECE, 1);
    assert_false(put(writer, 1, 1));
    assert_true(record_make_room(writer));
    assert_true(put(writer, 1, 1));
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 1, 0);
    assert_int_equal(check(path, true, &first), 1);

    /* Launches of which all fit if they are compressed. */
    writer = make("several", 3 * RECORD_PIECE, 4);
    for (unsigned i = 1; i <= 4; i++)
        while (!put(writer, i, (uint8_t)i))
            assert_true(record_make_room(writer));
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 4, 0);
    assert_int_equal(check(path, true, &first), 4);
    mask = 0xff;
}

static void a_file_in_use_is_not_replaced(void **state)
{
    (void)state;
    uint64_t first;
    char path[64], expected[96];
    struct record_writer *writer = make("used", UINT64_MAX, 0);
    struct record_writer *other = make("used", UINT64_MAX, 0);
    snprintf(expected, sizeof expected, "%s.%d", record_path(writer), (int)getpid());
    assert_string_equal(record_path(other), expected);
    assert_true(put(writer, 1, 0));
    record_finish(other, 0, 0);
    snprintf(path, sizeof path, "%s", record_path(writer));
    record_finish(writer, 1, 0);
    assert_int_equal(check(path, true, &first), 1);
    struct record_writer *third = make("used", UINT64_MAX, 0); /* nobody writes it any more */
    assert_string_equal(record_path(third), path);
    record_finish(third, 0, 0);
    struct record_settings settings = {path_of("missing/file"), UINT64_MAX, 0, true};
    struct codeobj_error error;
    assert_null(record_create(&settings, &error));
    assert_int_equal(error.status, CODEOBJ_IO);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_file_never_opens),
        cmocka_unit_test(each_damaged_byte_is_noticed),
        cmocka_unit_test(unknown_sections_are_skipped),
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(the_file_is_whole_at_every_moment),
        cmocka_unit_test(a_file_in_use_is_not_replaced),
        cmocka_unit_test(the_last_launches_are_kept),
        cmocka_unit_test(what_may_be_dropped_is_not_compressed_before_the_end),
        cmocka_unit_test(equal_contents_are_stored_once),
        cmocka_unit_test(what_is_written_is_read),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
