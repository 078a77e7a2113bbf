/* Fusions that `kbuild build` compiled: they are found where nothing compiles, and serve every
 * layout. The test runs without a compiler, so what is launched is of the package. */
#include "runtime_test.h"

#include "samples.h"

#include <krt/custom.h>

#include <math.h>

static struct krt_device *device;
static struct krt_stream *stream;

static struct krt_fusion *packed(const char *text)
{
    struct krt_fusion *fusion;
    assert_ok(krt_fusion_parse(text, &fusion));
    assert_ok(krt_fusion_set_package(fusion, &samples_package));
    return fusion;
}

static krt_status launch(struct krt_fusion *fusion, const struct krt_tensor *in, uint32_t inputs,
                         const struct krt_tensor *out, uint32_t row)
{
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = in,
                                             .outputs = out,
                                             .input_count = inputs,
                                             .output_count = 1,
                                             .row = row};
    return krt_fusion_launch(fusion, stream, &arguments);
}

static float *device_numbers(const float *from, size_t count)
{
    void *memory;
    assert_ok(krt_alloc(device, count * sizeof *from, &memory));
    assert_ok(krt_copy_to_device(stream, memory, from, count * sizeof *from));
    return memory;
}

static void read_back(void *to, const void *from, size_t bytes)
{
    assert_ok(krt_copy_to_host(stream, to, from, bytes));
    assert_ok(krt_stream_synchronize(stream));
}

static const char *const gates[] = {"out = silu(a) * b + residual",
                                    "t = silu(a)\nt = t * b\nout = t + residual"};
enum { ROWS = 9, COLUMNS = 20, COUNT = ROWS * COLUMNS };

/* gate() with inputs of these strides. */
static void check_gate(const char *text, const uint64_t strides[3][2], const char *what)
{
    float numbers[COUNT], results[COUNT];
    struct krt_tensor in[3];
    struct krt_fusion *gate = packed(text);
    for (int i = 0; i < COUNT; i++)
        numbers[i] = (float)(i % 41) / 8 - 2;
    float *memory = device_numbers(numbers, COUNT), *output = device_numbers(numbers, COUNT);
    struct krt_tensor out = krt_tensor_dense(KRT_F32, output, 2, (uint64_t[]){ROWS, COLUMNS});
    for (int i = 0; i < 3; i++) {
        in[i] = krt_tensor_dense(KRT_F32, memory, 2, (uint64_t[]){ROWS, COLUMNS});
        memcpy(in[i].strides, strides[i], 2 * sizeof strides[i][0]);
    }
    assert_ok(launch(gate, in, 3, &out, 0));
    read_back(results, output, sizeof results);
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            double x[3];
            for (int i = 0; i < 3; i++)
                x[i] = (double)
                    numbers[(uint64_t)row * strides[i][0] + (uint64_t)column * strides[i][1]];
            double wanted = x[0] / (1 + exp(-x[0])) * x[1] + x[2];
            if (fabs(wanted - (double)results[row * COLUMNS + column]) > 1e-5)
                fail_msg("%s: [%d, %d] is %g, not %g", what, row, column,
                         (double)results[row * COLUMNS + column], wanted);
        }
    }
    krt_fusion_destroy(gate);
    assert_ok(krt_free(device, memory));
    assert_ok(krt_free(device, output));
}

static void a_fusion_of_a_package_needs_no_compiler(void **state)
{
    static const uint64_t dense[3][2] = {{COLUMNS, 1}, {COLUMNS, 1}, {COLUMNS, 1}};
    static const uint64_t others[][3][2] = {
        {{1, ROWS}, {COLUMNS, 1}, {COLUMNS, 1}},
        {{COLUMNS, 1}, {0, 1}, {1, 0}},
        {{0, 0}, {2, 3}, {COLUMNS, 1}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof gates / sizeof gates[0]; i++)
        check_gate(gates[i], dense, "dense");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        check_gate(gates[0], others[i], "other strides");
}

/* Sums of one row, which several blocks do, of many rows, and of columns. */
static void its_sums_are_right_for_every_shape(void **state)
{
    enum { SIZE = 1 << 17 };
    static const struct {
        uint64_t rows, columns;
        uint32_t row;
    } cases[] = {{1, SIZE, 2}, {512, 256, 2}, {64, 2047, 2}, {300, 3, 2}, {256, 512, 1}, {8, 9, 3}};
    static float numbers[SIZE], results[SIZE];
    (void)state;
    for (int i = 0; i < SIZE; i++)
        numbers[i] = (float)(i % 7);
    float *memory = device_numbers(numbers, SIZE), *output = device_numbers(numbers, SIZE);
    struct krt_fusion *total = packed("s = sum(x)");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t rows = cases[i].rows, columns = cases[i].columns;
        uint64_t sums = cases[i].row == 2 ? rows : cases[i].row == 1 ? columns : 1;
        struct krt_tensor in = krt_tensor_dense(KRT_F32, memory, 2, (uint64_t[]){rows, columns});
        struct krt_tensor out = krt_tensor_dense(KRT_F32, output, cases[i].row != 3, &sums);
        assert_ok(launch(total, &in, 1, &out, cases[i].row));
        read_back(results, output, sums * sizeof *results);
        for (uint64_t s = 0; s < sums; s++) {
            double wanted = 0;
            for (uint64_t at = 0; at < rows * columns; at++) {
                if (cases[i].row == 3 || (cases[i].row == 2 ? at / columns : at % columns) == s)
                    wanted += (double)numbers[at];
            }
            if ((double)results[s] != wanted)
                fail_msg("case %zu: sum %d is %g, not %g", i, (int)s, (double)results[s], wanted);
        }
    }
    krt_fusion_destroy(total);
    assert_ok(krt_free(device, memory));
    assert_ok(krt_free(device, output));
}

static void what_the_package_lacks_says_what_was_tried(void **state)
{
    void *memory;
    (void)state;
    assert_ok(krt_alloc(device, 64, &memory));
    struct krt_tensor x = krt_tensor_dense(KRT_F64, memory, 1, (uint64_t[]){4});
    struct krt_tensor in[] = {x, x, x};
    struct krt_fusion *gate = packed(gates[0]);
    assert_fails(launch(gate, in, 3, &x, 0), KRT_ERROR_UNSUPPORTED, "kbuild");
    assert_fails(krt_fusion_set_package(gate, NULL), KRT_ERROR_INVALID_ARGUMENT, "too late");
    krt_fusion_destroy(gate);
    /* Other arguments for the compiler are another kernel. */
    gate = packed(gates[0]);
    assert_ok(krt_fusion_set_compiler_arguments(gate, (const char *[]){"-ffp-contract=off"}, 1));
    for (int i = 0; i < 3; i++)
        in[i].dtype = KRT_F32;
    assert_status(launch(gate, in, 3, &in[0], 0), KRT_ERROR_UNSUPPORTED);
    krt_fusion_destroy(gate);
    assert_ok(krt_free(device, memory));
}

static void it_is_ready_at_once(void **state)
{
    void *memory;
    (void)state;
    assert_ok(krt_alloc(device, 64, &memory));
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){4});
    struct krt_tensor in[] = {x, x, x};
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = in,
                                             .outputs = &x,
                                             .input_count = 3,
                                             .output_count = 1};
    struct krt_fusion *gate = packed(gates[0]);
    assert_ok(krt_fusion_prepare(gate, stream, &arguments));
    in[0].strides[0] = 2; /* of another class: the general kernel, when a compiler was looked for */
    krt_status status;
    while ((status = krt_fusion_prepare(gate, stream, &arguments)) == KRT_NOT_READY)
        ;
    assert_ok(status);
    krt_fusion_destroy(gate);
    assert_ok(krt_free(device, memory));
}

static void an_operation_takes_an_expression_of_a_package(void **state)
{
    float numbers[] = {0, 1, 2, 3};
    (void)state;
    float *memory = device_numbers(numbers, 4);
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){4});
    struct krt_tensor in[] = {x, x, x};
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = in,
                                             .outputs = &x,
                                             .input_count = 3,
                                             .output_count = 1};
    struct krt_operation *gate;
    assert_ok(krt_operation_create("gate", 3, 1, 0, &gate));
    assert_ok(krt_operation_add(
        gate, &(struct krt_operation_kernel){.struct_size = sizeof(struct krt_operation_kernel),
                                             .expression = gates[0],
                                             .package = &samples_package}));
    assert_ok(krt_operation_launch(gate, stream, &arguments));
    read_back(numbers, memory, sizeof numbers);
    assert_true(numbers[0] == 0 && fabs((double)numbers[1] - 1.7310586) < 1e-5);
    krt_operation_destroy(gate);
    assert_ok(krt_free(device, memory));
}

static int open_gpu(void **state)
{
    (void)state;
    device = open_device("emu:gfx90a");
    assert_ok(krt_stream_create(device, &stream));
    return 0;
}

static int close_gpu(void **state)
{
    (void)state;
    krt_stream_destroy(stream);
    krt_device_close(device);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_package_lacks_says_what_was_tried),
        cmocka_unit_test(a_fusion_of_a_package_needs_no_compiler),
        cmocka_unit_test(its_sums_are_right_for_every_shape),
        cmocka_unit_test(it_is_ready_at_once),
        cmocka_unit_test(an_operation_takes_an_expression_of_a_package),
    };
    return cmocka_run_group_tests(tests, open_gpu, close_gpu);
}
