/* Files, pipes, and what is neither. */
#include "mapped_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/mapped-file-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink("file");
    unlink("unreadable");
    return chdir("/") == 0 ? rmdir(folder) : -1;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void assert_refused(const char *path, const char *message)
{
    struct mapped_file file, before;
    struct codeobj_error error;
    memset(&file, 0xa5, sizeof file);
    before = file;
    assert_int_equal(mapped_file_open(path, &file, &error), CODEOBJ_IO);
    assert_memory_equal(&file, &before, sizeof file);
    if (!strstr(error.message, message))
        fail_msg("'%s' does not say '%s'", error.message, message);
    assert_int_equal(mapped_file_open(path, &file, NULL), CODEOBJ_IO);
}

static void what_is_no_file_is_refused(void **state)
{
    (void)state;
    assert_refused("nothing", "No such file");
    assert_refused("", "No such file");
    assert_refused(".", "a directory");
    assert_refused("/dev/null", "a device");
    assert_refused("/dev/zero", "a device");
}

/* Somebody may put a pipe in the place of a file: who opens that would wait for a writer. */
static void a_pipe_in_the_place_of_a_file_is_refused_at_once(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_int_equal(symlink("fifo", "link"), 0);
    alarm(10);
    assert_refused("fifo", "not a file but a pipe");
    assert_refused("link", "not a file but a pipe");
    alarm(0);
}

static void unreadable_file_is_refused(void **state)
{
    (void)state;
    if (geteuid() == 0)
        skip(); /* root reads everything */
    write_file("unreadable", "x");
    assert_int_equal(chmod("unreadable", 0), 0);
    assert_refused("unreadable", "Permission denied");
}

static void file_is_its_bytes(void **state)
{
    static const char *const texts[] = {"", "x", "some text\n"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct mapped_file file;
        write_file("file", texts[i]);
        assert_int_equal(mapped_file_open("file", &file, NULL), CODEOBJ_OK);
        assert_int_equal(file.bytes.size, strlen(texts[i]));
        if (file.bytes.size)
            assert_memory_equal(file.bytes.data, texts[i], file.bytes.size);
        mapped_file_close(&file);
        assert_null(file.bytes.data);
        mapped_file_close(&file);
    }
}

/* The system reports its size as 0. */
static void file_of_proc_is_its_bytes(void **state)
{
    (void)state;
    struct mapped_file file;
    assert_int_equal(mapped_file_open("/proc/self/stat", &file, NULL), CODEOBJ_OK);
    assert_true(file.bytes.size > 0);
    mapped_file_close(&file);
}

/* How many pages of |bytes| are in the process's memory, by /proc/self/pagemap. */
static size_t pages_present(struct span bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t count = 0;
    FILE *map = fopen("/proc/self/pagemap", "rb");
    assert_non_null(map);
    for (size_t at = 0; at < bytes.size; at += page) {
        uint64_t entry;
        assert_int_equal(fseek(map, (long)(((uintptr_t)bytes.data + at) / page * 8), SEEK_SET), 0);
        assert_int_equal(fread(&entry, sizeof entry, 1, map), 1);
        count += entry >> 63; /* see pagemap.rst of the kernel's documents */
    }
    fclose(map);
    return count;
}

static void a_part_that_rests_takes_no_memory(void **state)
{
    enum { PAGES = 64 };
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct mapped_file file;
    (void)state;
    char *text = malloc(PAGES * page + 1);
    assert_non_null(text);
    memset(text, 'x', PAGES * page);
    text[PAGES * page] = '\0';
    write_file("file", text);
    assert_int_equal(mapped_file_open("file", &file, NULL), CODEOBJ_OK);
    assert_memory_equal(file.bytes.data, text, file.bytes.size);
    assert_int_equal(pages_present(file.bytes), PAGES);
    /* Pages that are partly outside stay. */
    mapped_file_rest(&file, (struct span){file.bytes.data + 1, 2 * page});
    assert_int_equal(pages_present(file.bytes), PAGES - 1);
    mapped_file_rest(&file, (struct span){file.bytes.data + 5 * page + 1, page - 2});
    mapped_file_rest(&file, (struct span){file.bytes.data, 0});
    mapped_file_rest(&file, (struct span){NULL, 0});
    assert_int_equal(pages_present(file.bytes), PAGES - 1);
    mapped_file_rest(&file, file.bytes);
    assert_int_equal(pages_present(file.bytes), 0);
    assert_memory_equal(file.bytes.data, text, file.bytes.size);
    mapped_file_close(&file);
    free(text);
}

static void pipe_is_what_comes_out_of_it(void **state)
{
    static const size_t sizes[] = {0, 1, 4096, 1 << 20, (1 << 20) + 1, 5000000};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct mapped_file file;
        char path[64];
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            for (size_t j = 0; j < sizes[i]; j++) {
                static char part[8192];
                size_t in_part = j % sizeof part;
                part[in_part] = (char)(j % 251);
                if ((in_part + 1 == sizeof part || j + 1 == sizes[i]) &&
                    write(ends[1], part, in_part + 1) < 0)
                    _exit(1);
            }
            _exit(0);
        }
        close(ends[1]);
        snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
        assert_int_equal(mapped_file_open_stream(path, &file, NULL), CODEOBJ_OK);
        assert_int_equal(file.bytes.size, sizes[i]);
        mapped_file_rest(&file, file.bytes); /* it could not be read again, so it stays */
        for (size_t j = 0; j < sizes[i]; j++)
            assert_true(file.bytes.data[j] == j % 251);
        mapped_file_close(&file);
        close(ends[0]);
        waitpid(child, NULL, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_file_is_refused),
        cmocka_unit_test(a_pipe_in_the_place_of_a_file_is_refused_at_once),
        cmocka_unit_test(unreadable_file_is_refused),
        cmocka_unit_test(file_is_its_bytes),
        cmocka_unit_test(file_of_proc_is_its_bytes),
        cmocka_unit_test(a_part_that_rests_takes_no_memory),
        cmocka_unit_test(pipe_is_what_comes_out_of_it),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
