/* Recordings: what is written is read; whatever is damaged, cut off or contradicts itself is
 * refused. */
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

static void what_is_written_is_read(void **state)
{
    (void)state;
    struct record_writer *writer = made_writer("whole", UINT64_MAX, 0);
    assert_true(made_put(writer, 1, 0));
    assert_true(made_put(writer, 2, 1));
    assert_true(record_put_part(writer, &(struct record_launch){.number = 2}, 1, 3));
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
        assert_int_equal(bytes[i], made_byte(&random));
    free(bytes);
    assert_int_equal(record_read_device(&record, 0, &device, NULL), CODEOBJ_OK);
    assert_string_equal(device.target, "gfx1100");
    uint64_t first, count;
    assert_int_equal(record_read_part(&record, &launch, &first, &count, NULL), CODEOBJ_OK);
    assert_int_equal(first, 1);
    assert_int_equal(count, 3);
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
    struct record_writer *writer = made_writer("once", UINT64_MAX, 0);
    struct stat one, two;
    assert_true(made_put(writer, 1, 0));
    assert_int_equal(stat(record_path(writer), &one), 0);
    assert_true(made_put(writer, 2, 0));
    assert_int_equal(stat(record_path(writer), &two), 0);
    assert_true(two.st_size - one.st_size < 400);
    record_finish(writer, 2, 0);
}

static void a_cut_file_never_opens(void **state)
{
    (void)state;
    struct mapped_file file;
    struct record_writer *writer = made_writer("cut", UINT64_MAX, 0);
    assert_true(made_put(writer, 1, 0));
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
    struct record_writer *writer = made_writer("damaged", UINT64_MAX, 0);
    assert_true(made_put(writer, 1, 0));
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
    memcpy(section, "FREE", 4); /* its bytes may be half-written */
    assert_int_equal(record_open((struct span){bytes, sizeof bytes}, &record, NULL), CODEOBJ_OK);
    assert_int_equal(record.count, 0);
    record_close(&record);
    section[16] = 9;
    assert_int_equal(record_open((struct span){bytes, sizeof bytes}, &record, NULL),
                     CODEOBJ_TRUNCATED);
    section[16] = 3;
    memcpy(section, "NEWS", 4);
    section[RECORD_SECTION + 4] = 1; /* between sections */
    assert_int_equal(record_open((struct span){bytes, sizeof bytes}, &record, NULL),
                     CODEOBJ_CORRUPT);
    bytes[8] = RECORD_VERSION + 1;
    assert_int_equal(record_open((struct span){bytes, sizeof bytes}, &record, NULL),
                     CODEOBJ_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_file_never_opens),
        cmocka_unit_test(each_damaged_byte_is_noticed),
        cmocka_unit_test(unknown_sections_are_skipped),
        cmocka_unit_test(equal_contents_are_stored_once),
        cmocka_unit_test(what_is_written_is_read),
    };
    return cmocka_run_group_tests(tests, made_folder, made_remove);
}
