/* A package that embeds more than a program can hold is reported: nothing of that size is written
 * here, because headers say what they embed, and code objects may have holes. */
#include "check.h"

#include "emit/embed.h"
#include "util/file.h"

#include <fcntl.h>
#include <unistd.h>

static char *directory;

/* A header as `kbuild embed` writes it, but for the |size| that it tells. */
static void write_header(const char *name, const char *size)
{
    OWNED char *path = path_join(directory, name);
    OWNED_BY(buf_free) struct buf text = {0}, edited = {0};
    const struct embed_request request = {
        .input = TEST_DATA "/three.hipfb", .output = path, .name = "a", .form = EMBED_STRING};
    assert_int_equal(embed_write(&request), STATUS_OK);
    assert_int_equal(file_read(path, &text), STATUS_OK);
    const char *at = strstr(text.data, "_SIZE ");
    assert_non_null(at);
    at += strlen("_SIZE ");
    buf_append(&edited, text.data, (size_t)(at - text.data));
    buf_puts(&edited, size);
    buf_puts(&edited, at + strspn(at, "0123456789"));
    assert_int_equal(file_update(path, edited.data, edited.size), STATUS_OK);
}

static void make_hole(const char *name, off_t size)
{
    OWNED char *path = path_join(directory, name);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0 && ftruncate(file, size) == 0);
    close(file);
}

/* What is printed about |names|, which ends with NULL. Owned by the caller. */
static char *printed(const char *const *names)
{
    OWNED_BY(strings_free) struct strings files = {0};
    OWNED_BY(buf_free) struct buf text = {0};
    OWNED char *path = path_join(directory, "printed");
    strings_add_list(&files, names);
    fflush(stderr);
    int before = dup(STDERR_FILENO), file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(before >= 0 && dup2(file, STDERR_FILENO) >= 0);
    embed_warn_size(&files, directory);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    close(file);
    assert_int_equal(file_read(path, &text), STATUS_OK);
    return mem_dup(text.data ? text.data : "");
}

static void expect(const char *const *names, const char *wanted)
{
    OWNED char *text = printed(names);
    if (wanted ? !strstr(text, wanted) : *text)
        fail_msg("'%s' is not '%s'", text, wanted ? wanted : "");
}

static void headers_of_a_package_are_added_up(void **state)
{
    (void)state;
    write_header("a.hsaco.h", "1000000000");
    write_header("b.hsaco.h", "1080374784");
    expect((const char *[]){"a.hsaco.h", "b.hsaco.h", NULL}, NULL); /* 1984 MiB */
    write_header("b.hsaco.h", "1080374785");
    expect((const char *[]){"a.hsaco.h", "b.hsaco.h", NULL},
           "the headers embed 1984 MiB of code objects");
    expect((const char *[]){"a.hsaco.h", "b.hsaco.h", NULL},
           "build with --embed=archive, or with --compress=zstd");
    expect((const char *[]){"b.hsaco.h", NULL}, NULL);
    write_header("b.hsaco.h", "99999999999999");
    expect((const char *[]){"b.hsaco.h", NULL}, "the headers embed 95367431 MiB");
    write_header("b.hsaco.h", "0"); /* of an archive */
    expect((const char *[]){"a.hsaco.h", "b.hsaco.h", "nowhere.hsaco.h", NULL}, NULL);
}

static void rust_embeds_the_files_themselves(void **state)
{
    (void)state;
    write_header("a.hsaco.h", "1000"); /* compressed */
    make_hole("a.hsaco", (off_t)1500 << 20);
    make_hole("b.hsaco", (off_t)500 << 20);
    make_hole("hsaco.rs", 1);
    const char *const in_c[] = {"a.hsaco.h", "a.hsaco", "b.hsaco", NULL};
    const char *const in_rust[] = {"a.hsaco", "b.hsaco", "hsaco.rs", NULL};
    expect(in_c, NULL);
    expect(in_rust, "hsaco.rs embeds 2000 MiB of code objects");
    make_hole("b.hsaco", (off_t)400 << 20);
    expect(in_rust, NULL);
}

static int set_up(void **state)
{
    (void)state;
    directory = check_directory();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    check_remove(directory);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_of_a_package_are_added_up),
        cmocka_unit_test(rust_embeds_the_files_themselves),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
