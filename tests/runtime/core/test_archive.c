/* Packages whose code is in archives: what does not belong to the package, or is damaged, is never
 * loaded; the rest launches as embedded code does. $ARCHIVES is the directory of the archives.
 */
#include "runtime_test.h"
#include "samples.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

/* A copy of the package, with a state of its own. */
struct copy {
    struct krt_package package;
    struct krt_package_state *state;
};

static struct copy *copy_package(void)
{
    static struct copy copies[32]; /* libkrt never frees their states */
    static size_t used;
    assert_true(used < 32);
    struct copy *copy = &copies[used++];
    copy->package = samples_package;
    copy->package.state = &copy->state;
    return copy;
}

/* The bytes of an archive. */
struct bytes {
    unsigned char *data;
    size_t size;
};

static char place[] = "/tmp/archives.XXXXXX", changed[64]; /* a file there */

static struct bytes read_archive(const char *family)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/samples.%s.krt", getenv("ARCHIVES"), family);
    FILE *file = fopen(path, "rb");
    struct bytes bytes = {.data = malloc(1 << 20)};
    if (!file || !bytes.data)
        fail_msg("cannot read %s", path);
    bytes.size = fread(bytes.data, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void write_changed(const void *data, size_t size)
{
    FILE *file = fopen(changed, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static int make_place(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(place));
    snprintf(changed, sizeof changed, "%s/samples.gfx11.krt", place);
    return 0;
}

static int remove_place(void **state)
{
    (void)state;
    unlink(changed);
    rmdir(place);
    return 0;
}

/* add_u32 of the package adds 5 to 2. */
static krt_status launch(const struct krt_package *package, struct krt_device *device)
{
    struct krt_launch_config config = {.block = {1}};
    struct krt_stream *stream = krt_device_stream(device);
    uint32_t *memory, value = 5, result = 0;
    uint64_t count = 1;
    assert_ok(krt_alloc(device, 4, (void **)&memory));
    assert_ok(krt_set(stream, memory, 2, 4, 1));
    void *arguments[] = {&memory, &value, &count};
    krt_status status = krt_launch(package, SAMPLES_ADD_U32, stream, &config, arguments);
    assert_ok(krt_copy_to_host(stream, &result, memory, 4));
    assert_int_equal(result, status ? 2 : 7);
    assert_ok(krt_free(device, memory));
    return status;
}

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
    write_changed("nonsense", 8);
    assert_refused(&copy_package()->package, "not a kernel archive");
}

static void an_archive_of_another_version_is_refused(void **state)
{
    (void)state;
    struct bytes archive = read_archive("gfx11");
    archive.data[8]++;
    write_changed(archive.data, archive.size);
    assert_refused(&copy_package()->package, "version 2");
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

static void an_unsigned_archive_is_refused_where_a_key_is_given(void **state)
{
    (void)state;
    static const char key[] = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";
    const struct krt_package *package = &copy_package()->package;
    struct bytes archive = read_archive("gfx11");
    write_changed(archive.data, archive.size);
    free(archive.data);
    krt_status status = krt_package_open(package, changed, key);
    if (status == KRT_ERROR_UNSUPPORTED) {
        assert_non_null(strstr(krt_error_message(), "libsodium"));
        skip();
    }
    assert_fails(status, KRT_ERROR_BAD_IMAGE, "samples.gfx11.krt.minisig");
    assert_fails(krt_package_open(package, place, ""), KRT_ERROR_INVALID_ARGUMENT, "public_key");
    assert_fails(krt_package_open(package, place, "RWQ"), KRT_ERROR_INVALID_ARGUMENT, "public_key");
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
        cmocka_unit_test(a_truncated_archive_is_refused),
        cmocka_unit_test(a_foreign_file_is_refused),
        cmocka_unit_test(an_archive_of_another_version_is_refused),
        cmocka_unit_test(an_archive_of_another_build_is_refused),
        cmocka_unit_test(an_archive_of_another_package_is_refused),
        cmocka_unit_test(an_archive_of_another_family_is_refused),
        cmocka_unit_test(an_index_with_a_flipped_bit_is_refused),
        cmocka_unit_test(a_damaged_image_is_not_loaded),
        cmocka_unit_test(an_unsigned_archive_is_refused_where_a_key_is_given),
        cmocka_unit_test(kernels_launch_from_archives),
        cmocka_unit_test(the_archive_of_a_device_is_found_once_for_all_threads),
    };
    return cmocka_run_group_tests(tests, make_place, remove_place);
}
