/* Operations over a package that is not kernels/: another project's kernels of the same names. */
#include "runtime_test.h"
#include "samples.h"

#include <krt/ops.h>

static struct krt_ops *ops;
static struct krt_device *device;
static struct krt_stream *stream;
static void *memory;

static const float rows[3][2] = {{1, 2}, {3, 4}, {5, 6}};
static const uint32_t ids[2] = {2, 0};

static int open_all(void **state)
{
    (void)state;
    device = open_device(all_devices[first_device()]);
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_ops_create(&samples_package, &ops));
    assert_ok(krt_alloc(device, 64, &memory));
    assert_ok(krt_copy_to_device(stream, memory, rows, sizeof rows));
    assert_ok(krt_copy_to_device(stream, (char *)memory + sizeof rows, ids, sizeof ids));
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_free(device, memory));
    krt_ops_destroy(ops);
    krt_stream_destroy(stream);
    krt_device_close(device);
    return 0;
}

static void what_the_package_lacks_is_named(void **state)
{
    (void)state;
    struct krt_tensor all = krt_tensor_dense(KRT_F32, memory, 2, (uint64_t[]){3, 2});
    struct krt_tensor of =
        krt_tensor_dense(KRT_U32, (char *)memory + sizeof rows, 1, (uint64_t[]){2});
    struct krt_tensor two = krt_tensor_dense(KRT_F32, memory, 2, (uint64_t[]){2, 2});
    assert_int_equal(krt_sort(ops, stream, &all, false, &all, NULL), KRT_ERROR_UNSUPPORTED);
    assert_non_null(strstr(krt_error_message(), "samples"));
    assert_int_equal(krt_index_add(ops, stream, &two, 0, &of, &all), KRT_ERROR_UNSUPPORTED);
    assert_non_null(strstr(krt_error_message(), "samples"));
}

/* The framework's kernel of this name reads the array of dims without testing it for null. */
static void a_kernel_of_the_frameworks_own_is_launched_by_its_contract(void **state)
{
    (void)state;
    float found[2][2];
    char *at = memory;
    struct krt_tensor in = krt_tensor_dense(KRT_F32, at, 2, (uint64_t[]){3, 2});
    struct krt_tensor of = krt_tensor_dense(KRT_U32, at + sizeof rows, 1, (uint64_t[]){2});
    struct krt_tensor out = krt_tensor_dense(KRT_F32, at + 32, 2, (uint64_t[]){2, 2});
    assert_ok(krt_index_select(ops, stream, &in, 0, &of, &out));
    assert_ok(krt_copy_to_host(stream, found, at + 32, sizeof found));
    assert_memory_equal(found[0], rows[2], sizeof rows[2]);
    assert_memory_equal(found[1], rows[0], sizeof rows[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_package_lacks_is_named),
        cmocka_unit_test(a_kernel_of_the_frameworks_own_is_launched_by_its_contract),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
