/* What the tests of archives share: packages with states of their own, a directory of changed
 * archives, a launch. $ARCHIVES is the directory of the archives.
 */
#ifndef ARCHIVE_TEST_H
#define ARCHIVE_TEST_H

#include "runtime_test.h"
#include "samples.h"

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

/* The bytes of an archive, or of another file. */
struct bytes {
    unsigned char *data;
    size_t size;
};

static char place[] = "/tmp/archives.XXXXXX", changed[64]; /* a file there */

static struct bytes read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct bytes bytes = {.data = malloc(1 << 20)};
    if (!file || !bytes.data)
        fail_msg("cannot read %s", path);
    bytes.size = fread(bytes.data, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static struct bytes read_archive(const char *family)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/samples.%s.krt", getenv("ARCHIVES"), family);
    return read_file(path);
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

#endif
