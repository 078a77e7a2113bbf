/* Packages whose code is in archives: what does not belong to the package, or is damaged, is never
 * loaded; the rest launches as embedded code does. test_signed.c has keys.
 */
#include "archive_test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Failures ------------------------------------------------------------------------------- */

static void a_missing_archive_is_named(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100");
    const struct krt_package *package = &copy_package()->package;
    assert_fails(launch(package, device), KRT_ERROR_NO_IMAGE, "samples.gfx11.krt is missing");
    assert_fails(krt_package_open(package, NULL, NULL), KRT_ERROR_NO_IMAGE, "is missing");
    unlink(changed);
    assert_fails(krt_package_open(package, place, NULL), KRT_ERROR_NO_IMAGE, place);
    assert_fails(krt_package_open(package, changed, NULL), KRT_ERROR_IO, "samples.gfx11.krt");
    assert_fails(krt_package_open(NULL, place, NULL), KRT_ERROR_INVALID_ARGUMENT, "NULL");
    krt_device_close(device);
}

/* Somebody may put one there to stop the program. */
static void a_pipe_in_the_place_of_an_archive_is_refused_at_once(void **state)
{
    (void)state;
    const struct krt_package *package = &copy_package()->package;
    unlink(changed);
    assert_int_equal(mkfifo(changed, 0600), 0);
    alarm(10);
    assert_fails(krt_package_open(package, changed, NULL), KRT_ERROR_IO, "not a file but a pipe");
    alarm(0);
    assert_int_equal(unlink(changed), 0);
}

/* With |package|, neither opening the file nor using it in its place loads anything. */
static void assert_refused(const struct krt_package *package, const char *word)
{
    struct krt_device *device = open_device("emu:gfx1100");
    assert_fails(krt_package_open(package, changed, NULL), KRT_ERROR_BAD_IMAGE, word);
    assert_non_null(strstr(krt_error_message(), changed));
    assert_fails(krt_package_open(package, place, NULL), KRT_ERROR_BAD_IMAGE, word);
    assert_int_equal(setenv("KRT_ARCHIVE_DIR", place, 1), 0);
    assert_fails(launch(package, device), KRT_ERROR_BAD_IMAGE, word);
    assert_int_equal(unsetenv("KRT_ARCHIVE_DIR"), 0);
    krt_device_close(device);
}

static void a_truncated_archive_is_refused(void **state)
{
    (void)state;
    struct bytes archive = read_archive("gfx11");
    const struct krt_package *package = &copy_package()->package;
    for (size_t size = 0; size < archive.size; size += size < 256 ? 15 : 997) {
        write_changed(archive.data, size);
        assert_fails(krt_package_open(package, changed, NULL), KRT_ERROR_BAD_IMAGE, changed);
    }
    assert_refused(package, "cut off");
    free(archive.data);
}

static void a_foreign_file_is_refused(void **state)
{
    (void)state;
    static const char lfs_pointer[] = "version https://git-lfs.github.com/spec/v1\n";
    write_changed("nonsense", 8);
    assert_refused(&copy_package()->package, "not a kernel archive");
    write_changed(lfs_pointer, sizeof lfs_pointer - 1);
    assert_refused(&copy_package()->package, "not a kernel archive, but a pointer of git-lfs");
}

static void an_archive_of_another_version_is_refused(void **state)
{
    (void)state;
    struct bytes archive = read_archive("gfx11");
    archive.data[8] = 3; /* behind those that libkrt knows */
    write_changed(archive.data, archive.size);
    assert_refused(&copy_package()->package, "version 3");
    free(archive.data);
}

static void an_archive_of_another_build_is_refused(void **state)
{
    (void)state;
    struct bytes archive = read_archive("gfx11");
    struct copy *copy = copy_package(), *unknown = copy_package();
    write_changed(archive.data, archive.size);
    copy->package.interface++;
    copy->package.build++;
    assert_refused(&copy->package, "of build");
    unknown->package.build = 0;
    assert_refused(&unknown->package, "of build");
    free(archive.data);
}

static void an_archive_of_another_package_is_refused(void **state)
{
    (void)state;
    struct bytes archive = read_archive("gfx11");
    struct copy *copy = copy_package();
    write_changed(archive.data, archive.size);
    copy->package.name = "other";
    assert_fails(krt_package_open(&copy->package, changed, NULL), KRT_ERROR_BAD_IMAGE,
                 "of package samples, not of other");
    free(archive.data);
}

static void an_archive_of_another_family_is_refused(void **state)
{
    (void)state;
    struct bytes archive = read_archive("gfx90a");
    struct krt_device *device = open_device("emu:gfx1100");
    const struct krt_package *package = &copy_package()->package;
    write_changed(archive.data, archive.size);
    assert_fails(krt_package_open(package, place, NULL), KRT_ERROR_BAD_IMAGE,
                 "for gfx90a, not for gfx11");
    assert_ok(krt_package_open(package, changed, NULL)); /* as any file may be called */
    assert_fails(launch(package, device), KRT_ERROR_NO_IMAGE, "found no archive samples.gfx11.krt");
    krt_device_close(device);
    free(archive.data);
}

static void an_index_with_a_flipped_bit_is_refused(void **state)
{
    (void)state;
    struct bytes archive = read_archive("gfx11");
    const struct krt_package *package = &copy_package()->package;
    for (size_t i = 9; i < 160; i += 7) {
        archive.data[i] ^= 1;
        write_changed(archive.data, archive.size);
        assert_fails(krt_package_open(package, changed, NULL), KRT_ERROR_BAD_IMAGE, changed);
        archive.data[i] ^= 1;
    }
    free(archive.data);
}

static void a_damaged_image_is_not_loaded(void **state)
{
    (void)state;
    struct bytes archive = read_archive("gfx11");
    struct krt_device *device = open_device("emu:gfx1100");
    const struct krt_package *package = &copy_package()->package;
    for (size_t i = 400; i < archive.size; i += 11)
        archive.data[i] ^= 0x10; /* in every image */
    write_changed(archive.data, archive.size);
    assert_ok(krt_package_open(package, changed, NULL));
    assert_fails(launch(package, device), KRT_ERROR_BAD_IMAGE, "module add for gfx1100 is damaged");
    /* Once the file is whole, the package works. */
    assert_ok(krt_package_open(package, getenv("ARCHIVES"), NULL));
    assert_ok(launch(package, device));
    krt_device_close(device);
    free(archive.data);
}

/* ---- Success -------------------------------------------------------------------------------- */

static void kernels_launch_from_archives(void **state)
{
    (void)state;
    const struct krt_package *package = &copy_package()->package;
    assert_ok(krt_package_open(package, getenv("ARCHIVES"), NULL));
    for (unsigned i = 0; i < 3; i++) {
        struct krt_device *device = open_device(all_devices[i]);
        assert_ok(launch(package, device));
        /* Archives that are opened again replace the first; what is loaded stays. */
        assert_ok(krt_package_open(package, getenv("ARCHIVES"), NULL));
        assert_ok(launch(package, device));
        assert_ok(krt_unload(package, device, NULL));
        assert_ok(launch(package, device));
        krt_device_close(device);
    }
}

static void *launch_once(void *package)
{
    struct krt_device *device = open_device("emu:gfx1100");
    static atomic_int successes;
    assert_ok(launch(package, device));
    krt_device_close(device);
    atomic_fetch_add(&successes, 1);
    return &successes;
}

static void the_archive_of_a_device_is_found_once_for_all_threads(void **state)
{
    (void)state;
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    void *successes = NULL;
    struct copy *copy = copy_package();
    assert_int_equal(setenv("KRT_ARCHIVE_DIR", getenv("ARCHIVES"), 1), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, launch_once, &copy->package), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], &successes), 0);
    assert_int_equal(*(atomic_int *)successes, THREADS);
    assert_int_equal(unsetenv("KRT_ARCHIVE_DIR"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_archive_is_named),
        cmocka_unit_test(a_pipe_in_the_place_of_an_archive_is_refused_at_once),
        cmocka_unit_test(a_truncated_archive_is_refused),
        cmocka_unit_test(a_foreign_file_is_refused),
        cmocka_unit_test(an_archive_of_another_version_is_refused),
        cmocka_unit_test(an_archive_of_another_build_is_refused),
        cmocka_unit_test(an_archive_of_another_package_is_refused),
        cmocka_unit_test(an_archive_of_another_family_is_refused),
        cmocka_unit_test(an_index_with_a_flipped_bit_is_refused),
        cmocka_unit_test(a_damaged_image_is_not_loaded),
        cmocka_unit_test(kernels_launch_from_archives),
        cmocka_unit_test(the_archive_of_a_device_is_found_once_for_all_threads),
    };
    return cmocka_run_group_tests(tests, make_place, remove_place);
}
