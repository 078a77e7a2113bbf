/* Offsets and counts beyond 2^31 elements. The memory between the elements is never touched, so the
 * emulator needs little of it; tests that go through all elements are for a GPU. */
#include "runtime_test.h"

#include <krt/fused.h>

#define FAR ((UINT64_C(1) << 31) + 11) /* elements */

static struct krt_device *device;
static struct krt_stream *stream;

/* Skips the test if there is no such memory. */
static char *memory_for(uint64_t bytes)
{
    void *memory;
    krt_status status = krt_alloc(device, bytes, &memory);
    if (status == KRT_ERROR_OUT_OF_MEMORY) {
        print_message("%s\n", krt_error_message());
        skip();
    }
    assert_ok(status);
    return memory;
}

static void release(void *memory)
{
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_free(device, memory));
}

static void launch(const char *text, const struct krt_tensor *in, uint32_t inputs,
                   const struct krt_tensor *out, uint32_t row)
{
    struct krt_fusion *fusion;
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = in,
                                             .outputs = out,
                                             .input_count = inputs,
                                             .output_count = 1,
                                             .row = row};
    assert_ok(krt_fusion_parse(text, &fusion));
    assert_ok(krt_fusion_launch(fusion, stream, &arguments));
    assert_ok(krt_stream_synchronize(stream));
    krt_fusion_destroy(fusion);
}

/* Element [row, column] of a tensor of i16 whose rows and columns may be far apart. */
enum { ROWS = 2, COLUMNS = 40 };

static void put(const struct krt_tensor *tensor, int16_t first)
{
    for (uint64_t row = 0; row < ROWS; row++) {
        for (uint64_t column = 0; column < COLUMNS; column++) {
            int16_t value = (int16_t)(first + (int16_t)(row * 100 + column));
            uint64_t at = row * tensor->strides[0] + column * tensor->strides[1];
            assert_ok(
                krt_copy_to_device(stream, (char *)tensor->data + 2 * at, &value, sizeof value));
        }
    }
}

static int16_t get(const struct krt_tensor *tensor, uint64_t row, uint64_t column)
{
    int16_t value;
    uint64_t at = row * tensor->strides[0] + column * tensor->strides[1];
    assert_ok(krt_copy_to_host(stream, &value, (char *)tensor->data + 2 * at, sizeof value));
    assert_ok(krt_stream_synchronize(stream));
    return value;
}

static void elements_far_apart_are_found(void **state)
{
    static const uint64_t strides[][2] = {{FAR, 1}, {1, FAR / 256}, {FAR + 5, 2}};
    uint64_t bytes = 2 * (FAR + 5 + COLUMNS * (FAR / 256));
    (void)state;
    char *in = memory_for(bytes), *out = memory_for(bytes);
    for (size_t i = 0; i < 3; i++) {
        for (size_t o = 0; o < 3; o++) {
            struct krt_tensor x = krt_tensor_dense(KRT_I16, in, 2, (uint64_t[]){ROWS, COLUMNS});
            struct krt_tensor y = krt_tensor_dense(KRT_I16, out, 2, (uint64_t[]){ROWS, COLUMNS});
            memcpy(x.strides, strides[i], sizeof strides[i]);
            memcpy(y.strides, strides[o], sizeof strides[o]);
            put(&x, 1);
            launch("y = x * 2", &x, 1, &y, 0);
            for (uint64_t row = 0; row < ROWS; row++) {
                for (uint64_t column = 0; column < COLUMNS; column++)
                    assert_int_equal(get(&y, row, column), 2 * (1 + row * 100 + column));
            }
            /* Rows, and columns as rows. */
            struct krt_tensor sums = krt_tensor_dense(KRT_I16, out, 1, (uint64_t[]){ROWS});
            sums.strides[0] = FAR;
            launch("s = sum(x)", &x, 1, &sums, 2);
            for (uint64_t row = 0; row < ROWS; row++)
                assert_int_equal(get(&sums, row, 0), COLUMNS * (1 + row * 100) + 780);
            sums = krt_tensor_dense(KRT_I16, out, 1, (uint64_t[]){COLUMNS});
            launch("s = sum(x)", &x, 1, &sums, 1);
            for (uint64_t column = 0; column < COLUMNS; column++)
                assert_int_equal(get(&sums, column, 0), 2 * (1 + column) + 100);
        }
    }
    release(in);
    release(out);
}

static void more_than_2_to_the_31_elements_are_mapped(void **state)
{
    (void)state;
    if (!is_on_gpu())
        skip(); /* hours */
    uint64_t count = (UINT64_C(1) << 33) + 37, dims[] = {count};
    char *in = memory_for(count), *out = memory_for(count);
    uint64_t probes[] = {0,         1,        1u << 31, (UINT64_C(1) << 32) - 1, UINT64_C(1) << 32,
                         count - 2, count - 1};
    assert_ok(krt_set(stream, in, 3, 1, count));
    for (size_t i = 0; i < sizeof probes / sizeof probes[0]; i++) {
        uint8_t value = (uint8_t)(10 + i);
        assert_ok(krt_copy_to_device(stream, in + probes[i], &value, 1));
    }
    /* As packs, and as single elements, because nothing is aligned. */
    for (uint64_t shift = 0; shift < 2; shift++) {
        dims[0] = count - shift;
        struct krt_tensor x = krt_tensor_dense(KRT_U8, in + shift, 1, dims);
        struct krt_tensor y = krt_tensor_dense(KRT_U8, out + shift, 1, dims);
        launch("y = x + 1", &x, 1, &y, 0);
        for (size_t i = shift; i < sizeof probes / sizeof probes[0]; i++) {
            uint8_t found[2] = {0};
            assert_ok(krt_copy_to_host(stream, found, out + probes[i], 1));
            assert_ok(krt_copy_to_host(stream, found + 1, out + (UINT64_C(3) << 31) + i, 1));
            assert_ok(krt_stream_synchronize(stream));
            assert_int_equal(found[0], 11 + i);
            assert_int_equal(found[1], 4);
        }
    }
    release(in);
    release(out);
}

static void rows_of_more_than_2_to_the_31_elements_are_summed(void **state)
{
    static const uint64_t shapes[][2] = {
        {1, (UINT64_C(1) << 33) + 5}, {(UINT64_C(1) << 31) + 3, 2}, {3, (UINT64_C(1) << 31) + 1}};
    (void)state;
    if (!is_on_gpu())
        skip();
    uint64_t count = (UINT64_C(1) << 33) + 5;
    char *in = memory_for(count), *out = memory_for(8 * shapes[1][0]);
    assert_ok(krt_set(stream, in, 1, 1, count));
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct krt_tensor x = krt_tensor_dense(KRT_U8, in, 2, shapes[i]);
        struct krt_tensor y = krt_tensor_dense(KRT_I64, out, 1, shapes[i]);
        launch("y = sum(x)", &x, 1, &y, 0);
        for (uint64_t row = 0; row<shapes[i][0]; row += shapes[i][0]> 3 ? 99999999 : 1) {
            int64_t found;
            assert_ok(krt_copy_to_host(stream, &found, out + 8 * row, sizeof found));
            assert_ok(krt_stream_synchronize(stream));
            assert_int_equal(found, shapes[i][1]);
        }
    }
    release(in);
    release(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_far_apart_are_found),
        cmocka_unit_test(more_than_2_to_the_31_elements_are_mapped),
        cmocka_unit_test(rows_of_more_than_2_to_the_31_elements_are_summed),
    };
    device = NULL;
    int failed = 0;
    for (size_t i = 0; i < sizeof all_devices / sizeof all_devices[0] && (i == 0 || !is_on_gpu());
         i++) {
        device = open_device(all_devices[i]);
        assert_ok(krt_stream_create(device, &stream));
        failed += cmocka_run_group_tests_name(all_devices[i], tests, NULL, NULL);
        krt_stream_destroy(stream);
        krt_device_close(device);
    }
    return failed;
}
