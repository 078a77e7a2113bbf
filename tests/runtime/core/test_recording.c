/* KRT_RECORD: libkrt keeps its last launch, and a message names the file of a launch that failed.
 */
#include "mapped_file.h"
#include "record.h"
#include "runtime_test.h"
#include "samples.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 64 };
static char path[] = "/tmp/krt-record-XXXXXX";

/* Reads the last launch of the file. The caller closes both. */
static void read_last(struct mapped_file *file, struct record *record, struct record_launch *out)
{
    struct codeobj_error error;
    assert_int_equal(mapped_file_open(path, file, &error), CODEOBJ_OK);
    assert_int_equal(record_open(file->bytes, record, &error), CODEOBJ_OK);
    const struct record_section *last = record_last(record, NULL);
    assert_non_null(last);
    assert_int_equal(record_read_launch(record, last, out, &error), CODEOBJ_OK);
}

static void the_last_launch_is_kept(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100");
    struct krt_stream *stream = krt_device_stream(device);
    const struct krt_launch_config config = {.grid = {1}, .block = {COUNT}};
    uint32_t *memory, values[COUNT];
    assert_ok(krt_alloc(device, sizeof values, (void **)&memory));
    for (uint32_t i = 0; i < COUNT; i++)
        values[i] = i;
    assert_ok(krt_copy_to_device(stream, memory, values, sizeof values));
    assert_ok(samples_launch_add_u32(stream, &config, memory, 1, COUNT));
    assert_ok(samples_launch_add_u32(stream, &config, memory, 2, COUNT));
    assert_ok(krt_device_synchronize(device));

    struct mapped_file file;
    struct record record;
    struct record_launch launch;
    uint8_t *bytes;
    read_last(&file, &record, &launch);
    assert_int_equal(launch.number, 2);
    assert_string_equal(launch.kernel, "add_u32");
    assert_int_equal(launch.allocation_count, 1);
    assert_int_equal(launch.allocations[0].size, sizeof values);
    const struct record_section *piece = record_find(&record, RECORD_DATA, launch.pieces[0]);
    assert_int_equal(record_unpack(piece, &bytes, NULL), CODEOBJ_OK);
    for (uint32_t i = 0; i < COUNT; i++) /* before the second launch */
        assert_int_equal(load_le(bytes + 4 * i, 4), i + 1);
    free(bytes);
    record_launch_free(&launch);
    record_close(&record);
    mapped_file_close(&file);
    assert_ok(krt_free(device, memory));
    krt_device_close(device);
}

static void a_launch_that_failed_names_the_file(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100");
    struct krt_stream *stream = krt_device_stream(device);
    const struct krt_launch_config config = {.grid = {1024}, .block = {COUNT}};
    uint32_t *memory;
    assert_ok(krt_alloc(device, COUNT * sizeof *memory, (void **)&memory));
    assert_ok(samples_launch_add_u32(stream, &config, memory, 1, 1024 * COUNT));
    assert_true(krt_device_synchronize(device) != KRT_OK);
    assert_non_null(strstr(krt_error_message(), path));
    assert_non_null(strstr(krt_error_message(), "has launch 3, kernel 'add_u32'"));
    assert_non_null(strstr(krt_error_message(), "kbuild replay"));
    krt_free(device, memory);
    krt_device_close(device);
}

/* Runs in a process of its own, because a process has one recorder. */
static void another_file_is_not_replaced(void **state)
{
    (void)state;
    char other[] = "/tmp/krt-weights-XXXXXX", text[8] = "", expected[64];
    int file = mkstemp(other);
    assert_int_equal(write(file, "weights", 7), 7);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setenv("KRT_RECORD", other, 1);
        execl("/proc/self/exe", "test_recording", "launch", NULL);
        _exit(1);
    }
    waitpid(child, NULL, 0);
    assert_int_equal(pread(file, text, sizeof text, 0), 7);
    assert_int_equal(access(other, F_OK), 0);
    snprintf(expected, sizeof expected, "%s.%d", other, (int)child);
    assert_int_equal(unlink(expected), 0);
    close(file);
    unlink(other);
}

/* Makes a launch, as a program would. */
static int launch_once(void)
{
    const struct krt_launch_config config = {.grid = {1}, .block = {COUNT}};
    struct krt_device *device = open_device("emu:gfx1100");
    uint32_t *memory;
    assert_ok(krt_alloc(device, COUNT * sizeof *memory, (void **)&memory));
    assert_ok(samples_launch_add_u32(krt_device_stream(device), &config, memory, 1, COUNT));
    assert_ok(krt_device_synchronize(device));
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return launch_once();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_launch_is_kept),
        cmocka_unit_test(a_launch_that_failed_names_the_file),
        cmocka_unit_test(another_file_is_not_replaced),
    };
    int file = mkstemp(path); /* an old recording, which is replaced */
    if (file < 0 || write(file, RECORD_MAGIC, 8) != 8)
        return 1;
    close(file);
    setenv("KRT_RECORD", path, 1);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
