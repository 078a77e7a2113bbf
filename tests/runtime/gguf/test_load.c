/* Tensors of files on a device: what arrives there, and what remains after an error: nothing. */
#include "arrays.h"
#include "gguf_test.h"

enum { ROWS = 3, COLUMNS = 512, LARGE = (9 << 20) + 512 };

static char *path;
static uint8_t large[LARGE];
static uint8_t blocks[KRT_BLOCK_FORMAT_COUNT][ROWS * COLUMNS * 2];
static float floats[6];

/* Blocks of any bits, of which the f16 scales are numbers: no byte has all bits of an exponent. */
static void make_data(void)
{
    for (uint32_t format = 0; format < KRT_BLOCK_FORMAT_COUNT; format++) {
        for (size_t i = 0; i < sizeof blocks[format]; i++)
            blocks[format][i] = (uint8_t)((i * 197 + (i >> 5) * 31 + format) & 0x3b);
    }
    for (size_t i = 0; i < LARGE; i++)
        large[i] = (uint8_t)(i * 13 >> 4);
    for (int i = 0; i < 6; i++)
        floats[i] = (float)i / 4 - 1;
}

/* A file with a tensor that takes several pieces, one of each block format, and others. */
static void make_file(void)
{
    struct krt_gguf_writer *writer;
    assert_ok(krt_gguf_writer_create(&writer));
    struct krt_gguf_tensor tensors[] = {
        krt_gguf_dense("large", KRT_I32, 2, DIMS(4, LARGE / 16), large),
        krt_gguf_dense("floats", KRT_F32, 2, DIMS(2, 3), floats),
        krt_gguf_dense("empty", KRT_F16, 2, DIMS(2, 0), NULL),
        krt_gguf_blocks("experts", KRT_Q8_0, 4, DIMS(2, 2, 3, 64), blocks[KRT_Q8_0]),
        krt_gguf_blocks("no_experts", KRT_Q8_0, 3, DIMS(0, 32, 32), NULL),
        krt_gguf_blocks("vector", KRT_Q4_0, 1, DIMS(64), blocks[KRT_Q4_0]),
    };
    for (size_t i = 0; i < sizeof tensors / sizeof tensors[0]; i++)
        assert_ok(krt_gguf_add(writer, &tensors[i], NULL, NULL));
    for (uint32_t format = 0; format < KRT_BLOCK_FORMAT_COUNT; format++) {
        struct krt_gguf_tensor tensor = krt_gguf_blocks(krt_block_format_name(format), format, 2,
                                                        DIMS(ROWS, COLUMNS), blocks[format]);
        assert_ok(krt_gguf_add(writer, &tensor, NULL, NULL));
    }
    assert_ok(krt_gguf_write(writer, path));
    krt_gguf_writer_destroy(writer);
}

static struct krt_gguf *open_file(void)
{
    struct krt_gguf *file;
    assert_ok(krt_gguf_open(path, &file));
    return file;
}

static uint64_t free_memory(void)
{
    uint64_t bytes;
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_device_memory(device, &bytes, NULL));
    return bytes;
}

/* A GPU's driver has some for itself. */
static void expect_free(uint64_t bytes)
{
    if (!is_on_gpu())
        assert_int_equal(free_memory(), bytes);
}

/* ---- Errors --------------------------------------------------------------------------------- */

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    struct krt_gguf_weights *weights = NULL;
    struct krt_gguf_load_options options = {.struct_size = 8};
    struct krt_gguf *file = open_file();
    assert_fails(krt_gguf_load(NULL, stream, NULL, &weights), KRT_ERROR_INVALID_ARGUMENT, "|file|");
    assert_fails(krt_gguf_load(file, stream, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "|out|");
    assert_fails(krt_gguf_load(file, stream, &options, &weights), KRT_ERROR_INVALID_ARGUMENT,
                 "struct_size of the options is 8");
    assert_null(weights);
    assert_null(krt_gguf_weight_at(NULL, 0));
    assert_int_equal(krt_gguf_weight_count(NULL), 0);
    assert_null(krt_gguf_weight_find(NULL, "floats"));
    krt_gguf_unload(NULL);
    krt_gguf_close(file);
}

struct watch {
    uint64_t calls, end_after, done, total;
    const char *only; /* the tensor to select; NULL for all */
};

static bool is_only(void *context, const struct krt_gguf_tensor *tensor)
{
    const struct watch *watch = context;
    return !watch->only || strcmp(tensor->name, watch->only) == 0;
}

static bool watch_progress(void *context, uint64_t done, uint64_t total, const char *name)
{
    struct watch *watch = context;
    assert_true(done > watch->done && done <= total && done - watch->done <= 4 << 20);
    assert_true(watch->calls == 0 || total == watch->total);
    assert_true(strlen(name) > 0);
    watch->done = done;
    watch->total = total;
    return ++watch->calls != watch->end_after;
}

/* After each piece once. */
static void a_cancelled_load_frees_everything(void **state)
{
    (void)state;
    struct krt_gguf *file = open_file();
    struct krt_gguf_weights *weights = NULL;
    struct watch all = {0};
    struct krt_gguf_load_options options = {sizeof options, &all, NULL, watch_progress};
    assert_ok(krt_gguf_load(file, stream, &options, &weights));
    krt_gguf_unload(weights);
    assert_int_equal(all.done, all.total);
    weights = NULL;
    uint64_t before = free_memory();
    for (uint64_t end_after = 1; end_after <= all.calls; end_after++) {
        struct watch watch = {.end_after = end_after};
        options.context = &watch;
        assert_fails(krt_gguf_load(file, stream, &options, &weights), KRT_ERROR_CANCELLED,
                     "cancelled in tensor '");
        assert_int_equal(watch.calls, end_after);
        assert_null(weights);
        expect_free(before);
    }
    krt_gguf_close(file);
}

/* An error, where the mapping would raise SIGBUS. */
static void a_shortened_file_is_an_error(void **state)
{
    (void)state;
    struct krt_gguf *file = open_file();
    struct krt_gguf_weights *weights = NULL;
    uint64_t before = free_memory();
    assert_int_equal(truncate(path, 5 << 20), 0);
    assert_fails(krt_gguf_load(file, stream, NULL, &weights), KRT_ERROR_IO,
                 "'large': the file was");
    assert_null(weights);
    expect_free(before);
    krt_gguf_close(file);
    make_file();
}

/* The second tensor is as large as the device's memory, in a file of holes. */
static void what_does_not_fit_is_refused_before_a_byte_is_read(void **state)
{
    (void)state;
    static struct bytes bytes;
    char *holes = path_of("holes");
    struct krt_gguf *file;
    struct krt_gguf_weights *weights = NULL;
    struct watch watch = {0};
    struct krt_gguf_load_options options = {sizeof options, &watch, NULL, watch_progress};
    uint64_t total, before = free_memory();
    assert_ok(krt_device_memory(device, NULL, &total));
    put_header(&bytes, 3, 2, 0);
    put_tensor(&bytes, "small", 1, DIMS(8), 0, 0);
    put_tensor(&bytes, "huge", 1, DIMS(total / 4), 0, 32);
    put_data(&bytes, 32, 32);
    FILE *out = fopen(holes, "wb");
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, out), bytes.size);
    fclose(out);
    assert_int_equal(truncate(holes, (off_t)(bytes.size + total)), 0);
    assert_ok(krt_gguf_open(holes, &file));
    assert_status(krt_gguf_load(file, stream, &options, &weights), KRT_ERROR_OUT_OF_MEMORY);
    assert_int_equal(watch.calls, 0);
    assert_null(weights);
    expect_free(before);
    krt_gguf_close(file);
    unlink(holes);
    free(holes);
}

static void tensors_of_other_types_are_refused(void **state)
{
    (void)state;
    static struct bytes bytes;
    struct krt_gguf *file;
    struct krt_gguf_weights *weights = NULL;
    struct watch watch = {.only = "known"};
    struct krt_gguf_load_options options = {sizeof options, &watch, is_only, NULL};
    put_header(&bytes, 3, 4, 0);
    put_tensor(&bytes, "known", 1, DIMS(2), 0, 0);
    put_tensor(&bytes, "of_IQ2_XS", 1, DIMS(256), 17, 32);
    put_tensor(&bytes, "future", 1, DIMS(2), 77, 192);
    put_tensor(&bytes, "huge", 3, DIMS(0, (uint64_t)1 << 33, 2), 2, 0);
    put_data(&bytes, 32, 192 + 8);
    assert_ok(krt_gguf_read(bytes.data, bytes.size, &file));
    assert_fails(krt_gguf_load(file, stream, NULL, &weights), KRT_ERROR_UNSUPPORTED,
                 "tensor 'of_IQ2_XS' has type 17 (IQ2_XS), which no operation takes; do not select "
                 "it: krt_gguf_copy() gives its bytes, and krt_gguf_dequantize() makes floats");
    assert_ok(krt_gguf_load(file, stream, &options, &weights));
    assert_int_equal(krt_gguf_weight_count(weights), 1);
    krt_gguf_unload(weights);
    watch.only = "future";
    assert_fails(krt_gguf_load(file, stream, &options, &weights), KRT_ERROR_UNSUPPORTED,
                 "tensor 'future' has type 77 (unknown type), which no operation takes; do not "
                 "select it: krt_gguf_copy() gives its bytes");
    assert_null(strstr(krt_error_message(), "krt_gguf_dequantize"));
    watch.only = "huge";
    assert_fails(krt_gguf_load(file, stream, &options, &weights), KRT_ERROR_UNSUPPORTED,
                 "tensor 'huge' has 2^32 rows");
    krt_gguf_close(file);
    bytes.size = 0;
}

/* ---- What arrives --------------------------------------------------------------------------- */

static void expect_bytes(const void *memory, const void *expected, size_t bytes)
{
    static uint8_t got[LARGE];
    download(got, (void *)(uintptr_t)memory, bytes);
    assert_memory_equal(got, expected, bytes);
}

static void every_tensor_arrives(void **state)
{
    (void)state;
    struct krt_gguf *file = open_file();
    struct krt_gguf_weights *weights;
    uint64_t before = free_memory();
    assert_ok(krt_gguf_load(file, stream, NULL, &weights));
    krt_gguf_close(file); /* the weights do not need it */
    const struct krt_gguf_weight *weight = krt_gguf_weight_at(weights, 0);
    assert_string_equal(weight->name, "large");
    assert_int_equal(weight->tensor.dtype, KRT_I32);
    assert_memory_equal(weight->tensor.dims, DIMS(4, LARGE / 16), 16);
    assert_memory_equal(weight->tensor.strides, DIMS(LARGE / 16, 1), 16);
    expect_bytes(weight->tensor.data, large, LARGE);
    weight = krt_gguf_weight_find(weights, "floats");
    assert_false(weight->is_quantized);
    assert_int_equal(weight->rank, 2);
    assert_memory_equal(weight->dims, DIMS(2, 3), 16);
    expect_bytes(weight->tensor.data, floats, sizeof floats);
    weight = krt_gguf_weight_find(weights, "experts");
    assert_true(weight->is_quantized);
    assert_int_equal(weight->quantized.experts, 4);
    assert_int_equal(weight->quantized.rows, 3);
    assert_int_equal(weight->quantized.columns, 64);
    assert_int_equal(weight->rank, 4);
    assert_memory_equal(weight->dims, DIMS(2, 2, 3, 64), 32);
    expect_bytes(weight->quantized.data, blocks[KRT_Q8_0], 4 * 3 * 2 * 34);
    weight = krt_gguf_weight_find(weights, "no_experts");
    assert_int_equal(weight->quantized.rows, 0);
    assert_int_equal(weight->quantized.experts, 1);
    assert_int_equal(weight->quantized.columns, 32);
    assert_memory_equal(weight->dims, DIMS(0, 32, 32), 24);
    assert_null(weight->quantized.data);
    weight = krt_gguf_weight_find(weights, "vector");
    assert_int_equal(weight->quantized.rows, 1);
    assert_int_equal(weight->quantized.columns, 64);
    assert_int_equal((uintptr_t)weight->quantized.data % 256, 0);
    assert_null(krt_gguf_weight_find(weights, "empty")->tensor.data);
    assert_null(krt_gguf_weight_find(weights, "none"));
    krt_gguf_unload(weights);
    expect_free(before);
}

/* From a file in memory, too. */
static void chosen_tensors_arrive_from_memory(void **state)
{
    (void)state;
    struct krt_gguf *file = open_file(), *copy;
    struct krt_gguf_weights *weights;
    struct watch watch = {.only = "floats"};
    struct krt_gguf_load_options options = {sizeof options, &watch, is_only, watch_progress};
    const struct krt_gguf_tensor *last = krt_gguf_tensor_at(file, krt_gguf_tensor_count(file) - 1);
    const uint8_t *start = (const uint8_t *)last->data - last->offset;
    assert_ok(krt_gguf_read(start, last->offset + last->bytes, &copy));
    assert_ok(krt_gguf_load(copy, stream, &options, &weights));
    assert_int_equal(watch.total, sizeof floats);
    assert_int_equal(watch.calls, 1);
    expect_bytes(krt_gguf_weight_at(weights, 0)->tensor.data, floats, sizeof floats);
    assert_null(krt_gguf_weight_at(weights, 1));
    krt_gguf_unload(weights);
    krt_gguf_close(copy);
    krt_gguf_close(file);
}

/* Products and widened weights of a file are those of the same blocks in memory, bit for bit. */
static void operations_take_loaded_weights(void **state)
{
    (void)state;
    static float x[2 * COLUMNS];
    struct krt_gguf *file = open_file();
    struct krt_gguf_weights *weights;
    fill_numbers(x, 2 * COLUMNS);
    assert_ok(krt_gguf_load(file, stream, NULL, &weights));
    for (uint32_t format = 0; format < KRT_BLOCK_FORMAT_COUNT; format++) {
        float results[2][2 * ROWS];
        static float widened[2][ROWS * COLUMNS];
        const struct krt_gguf_weight *weight =
            krt_gguf_weight_find(weights, krt_block_format_name(format));
        assert_non_null(weight);
        for (int from_memory = 0; from_memory < 2; from_memory++) {
            struct krt_quantized quantized = weight->quantized;
            if (from_memory)
                quantized.data = array_keep(upload(
                    blocks[format], (size_t)ROWS * COLUMNS / krt_block_format_elements(format) *
                                        krt_block_format_bytes(format)));
            struct krt_tensor in = tensor_of(KRT_F32, x, 2, DIMS(2, COLUMNS));
            struct krt_tensor out = tensor_of(KRT_F32, NULL, 2, DIMS(2, ROWS));
            struct krt_tensor wide = tensor_of(KRT_F32, NULL, 2, DIMS(ROWS, COLUMNS));
            void *workspace = array_keep(upload(NULL, krt_quantized_workspace(2, COLUMNS)));
            assert_ok(krt_dequantize(ops, stream, &quantized, &wide));
            download(widened[from_memory], wide.data, sizeof widened[0]);
            if (format != KRT_Q8_K) { /* which has no product */
                assert_ok(krt_quantized_matmul(ops, stream, &quantized, &in, workspace, &out));
                download(results[from_memory], out.data, sizeof results[0]);
            }
            arrays_release();
        }
        assert_memory_equal(widened[0], widened[1], sizeof widened[0]);
        assert_true(format == KRT_Q8_K || memcmp(results[0], results[1], sizeof results[0]) == 0);
        assert_true(widened[0][0] == widened[0][0] && widened[0][1] != widened[0][COLUMNS]);
    }
    krt_gguf_unload(weights);
    krt_gguf_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(a_cancelled_load_frees_everything),
        cmocka_unit_test(a_shortened_file_is_an_error),
        cmocka_unit_test(what_does_not_fit_is_refused_before_a_byte_is_read),
        cmocka_unit_test(tensors_of_other_types_are_refused),
        cmocka_unit_test(every_tensor_arrives),
        cmocka_unit_test(chosen_tensors_arrive_from_memory),
        cmocka_unit_test(operations_take_loaded_weights),
    };
    path = path_of("loaded");
    make_data();
    make_file();
    int failures = 0;
    for (int i = 0; i < 3; i++) {
        printf("%s\n", all_devices[i]);
        open_all(all_devices[i]);
        failures += cmocka_run_group_tests(tests, NULL, NULL);
        close_all();
    }
    unlink(path);
    free(path);
    return failures != 0;
}
