/* Custom operations: each way to bring a kernel, dtypes, layouts, and what is refused. */
#include "runtime_test.h"

#include "samples.h"

#include <krt/custom.h>

static struct krt_device *device;
static struct krt_stream *stream;
static float *memory; /* of 4096 numbers; an operation's tensors are parts of it */

enum { IN = 0, OTHER = 1024, OUT = 2048 };

static const uint32_t two_f32[] = {KRT_F32, KRT_F32, KRT_F32};

static const char source[] =
    "extern \"C\" __global__ void axpy(long long count, const float *x, float *y, double a)\n"
    "{\n"
    "    for (long long i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256)\n"
    "        y[i] += static_cast<float>(a) * x[i];\n"
    "}\n";

static const char kir[] =
    "kernel axpy(scalar i64 count, global f32 x, global f32 y, scalar f64 a) {\n"
    "  %i = global_thread x\n"
    "  %is = lt %i count\n"
    "  if %is\n"
    "    %x = load x %i\n"
    "    %y = load y %i\n"
    "    %a = cast f32 a\n"
    "    %ax = mul %a %x\n"
    "    %sum = add %y %ax\n"
    "    store y %i %sum\n"
    "  end\n"
    "}\n";

static struct krt_operation *created(const char *name, uint32_t inputs, uint32_t scalars)
{
    struct krt_operation *operation;
    assert_ok(krt_operation_create(name, inputs, 1, scalars, &operation));
    return operation;
}

static krt_status add(struct krt_operation *operation, struct krt_operation_kernel kernel)
{
    kernel.struct_size = sizeof kernel;
    return krt_operation_add(operation, &kernel);
}

static krt_status launch(struct krt_operation *operation, const struct krt_tensor *in,
                         uint32_t inputs, const struct krt_tensor *out, double scalar,
                         uint32_t scalars)
{
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = in,
                                             .outputs = out,
                                             .scalars = &scalar,
                                             .input_count = inputs,
                                             .output_count = 1,
                                             .scalar_count = scalars};
    return krt_operation_launch(operation, stream, &arguments);
}

static void fill(void)
{
    float numbers[4096];
    for (int i = 0; i < 4096; i++)
        numbers[i] = (float)(i % 1024);
    assert_ok(krt_copy_to_device(stream, memory, numbers, sizeof numbers));
    assert_ok(krt_stream_synchronize(stream));
}

static void read_back(float *numbers)
{
    assert_ok(krt_copy_to_host(stream, numbers, memory, 4096 * sizeof *numbers));
    assert_ok(krt_stream_synchronize(stream));
}

/* Each element gets what the launch had: the block's threads, the grid's blocks, and 1 if the last
 * word of the dynamic shared memory can be used. */
static const char shapes[] =
    "extern \"C\" __global__ void shape(long long count, int *out)\n"
    "{\n"
    "    extern __shared__ int memory[];\n"
    "    const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;\n"
    "    const int threads = blockDim.x * blockDim.y * blockDim.z;\n"
    "    const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;\n"
    "    const int blocks = gridDim.x * gridDim.y * gridDim.z;\n"
    "    memory[63] = 7;\n"
    "    __syncthreads();\n"
    "    for (long long i = block * threads + t; i < count; i += blocks * threads)\n"
    "        out[i] = memory[63] == 7 ? blocks * 10000 + threads : 0;\n"
    "}\n";

/* y += 3 x for each way to bring the kernel, with y dense and transposed, x dense and repeated. */
static void an_operation_is_called_on_tensors_of_any_strides(void **state)
{
    const struct krt_operation_kernel ways[] = {
        {.dtypes = two_f32, .source = source, .function = "axpy"},
        {.dtypes = two_f32, .kir = kir},
        {.expression = "(x, y; a) -> y: y = y + a * x"},
    };
    (void)state;
    for (int way = 0; way < 3; way++) {
        bool reads_output = !ways[way].expression;
        struct krt_operation *operation = created("axpy", reads_output ? 1 : 2, 1);
        assert_ok(add(operation, ways[way]));
        for (int layout = 0; layout < 3; layout++) {
            float numbers[4096];
            struct krt_tensor in[2], y;
            fill();
            in[0] = krt_tensor_dense(KRT_F32, memory + IN, 2, (uint64_t[]){20, 50});
            y = krt_tensor_dense(KRT_F32, memory + OUT, 2, (uint64_t[]){20, 50});
            if (layout == 1) {
                y.strides[0] = 1;
                y.strides[1] = 20;
            } else if (layout == 2) {
                in[0] = krt_tensor_dense(KRT_F32, memory + IN, 1, (uint64_t[]){50});
            }
            in[1] = y;
            assert_ok(launch(operation, in, reads_output ? 1 : 2, &y, 3, 1));
            read_back(numbers);
            for (uint64_t i = 0; i < 1000; i++) {
                uint64_t row = i / 50, column = i % 50;
                uint64_t at = row * y.strides[0] + column * y.strides[1];
                float x = (float)(layout == 2 ? column : i);
                if (numbers[OUT + at] != (float)at + 3 * x)
                    fail_msg("way %d, layout %d, element %u: %g", way, layout, (unsigned)i,
                             (double)numbers[OUT + at]);
            }
        }
        krt_operation_destroy(operation);
    }
}

static void a_kernel_is_chosen_by_the_dtypes(void **state)
{
    static const uint32_t f32[] = {KRT_F32, KRT_F32}, i32[] = {KRT_I32, KRT_F32};
    struct krt_operation *operation = created("mark", 1, 0);
    float numbers[4096];
    (void)state;
    fill();
    assert_ok(add(operation,
                  (struct krt_operation_kernel){.dtypes = f32, .expression = "y = x * 0 + 1"}));
    assert_ok(add(operation,
                  (struct krt_operation_kernel){.dtypes = i32, .expression = "y = x * 0 + 2"}));
    struct krt_tensor in = krt_tensor_dense(KRT_I32, memory + IN, 1, (uint64_t[]){4});
    struct krt_tensor out = krt_tensor_dense(KRT_F32, memory + OUT, 1, (uint64_t[]){4});
    assert_ok(launch(operation, &in, 1, &out, 0, 0));
    read_back(numbers);
    assert_true(numbers[OUT] == 2);
    in.dtype = KRT_F32;
    assert_ok(launch(operation, &in, 1, &out, 0, 0));
    read_back(numbers);
    assert_true(numbers[OUT] == 1);
    in.dtype = KRT_U32;
    assert_fails(launch(operation, &in, 1, &out, 0, 0), KRT_ERROR_UNSUPPORTED,
                 "operation mark: no kernel for u32 -> f32; it has f32 -> f32; i32 -> f32");
    krt_operation_destroy(operation);
}

static const uint32_t one_i32[] = {KRT_I32};

static struct krt_operation *shaped(struct krt_launch_config config, uint32_t elements)
{
    struct krt_operation *operation = created("shape", 0, 0);
    assert_ok(add(operation, (struct krt_operation_kernel){.dtypes = one_i32,
                                                           .source = shapes,
                                                           .function = "shape",
                                                           .config = config,
                                                           .elements_per_thread = elements}));
    return operation;
}

static void what_is_wrong_with_a_shape_is_said(void **state)
{
    static const struct {
        struct krt_launch_config config;
        uint32_t elements;
        const char *message;
    } wrong[] = {
        {{.block = {1025}}, 0, "a block of 1025 x 1 x 1 threads: the limit is 1024"},
        {{.block = {0, 5}}, 0, "a block of 256 x 5 x 1 threads"},
        {{.block = {UINT32_MAX, UINT32_MAX, UINT32_MAX}}, 0, "the limit is 1024"},
        {{.block = {2, 1u << 31, 1}}, 0, "the limit is 1024"},
        {{.block = {4, 1u << 31, 1u << 31}}, 0, "the limit is 1024"},
        {{.grid = {3}}, 1, "|elements_per_thread| is 1 and grid.x is 3"},
        {{.grid = {0, 2}}, 0, "grid.x is 0, grid.y 2"},
        {{.grid = {0, 1, 2}}, 0, "grid.x is 0, grid.y 1 and grid.z 2"},
    };
    struct krt_operation *operation = created("shape", 0, 0);
    struct krt_operation_kernel short_size = {.struct_size = 8, .source = shapes};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct krt_operation_kernel kernel = {.dtypes = one_i32,
                                              .source = shapes,
                                              .function = "shape",
                                              .config = wrong[i].config,
                                              .elements_per_thread = wrong[i].elements};
        assert_fails(add(operation, kernel), KRT_ERROR_INVALID_ARGUMENT, wrong[i].message);
    }
    assert_fails(krt_operation_add(operation, &short_size), KRT_ERROR_INVALID_ARGUMENT,
                 "struct_size of the kernel is 8");
    krt_operation_destroy(operation);

    operation = created("add", 1, 0);
    assert_fails(add(operation, (struct krt_operation_kernel){.expression = "y = x + 1",
                                                              .elements_per_thread = 1}),
                 KRT_ERROR_INVALID_ARGUMENT, "are not for an expression");
    assert_fails(add(operation, (struct krt_operation_kernel){.expression = "y = x + 1",
                                                              .config = {.shared_bytes = 4}}),
                 KRT_ERROR_INVALID_ARGUMENT, "are not for an expression");
    krt_operation_destroy(operation);

    struct krt_tensor out = krt_tensor_dense(KRT_I32, memory, 1, (uint64_t[]){4});
    operation = shaped((struct krt_launch_config){.shared_bytes = 1u << 20}, 0);
    assert_fails(launch(operation, NULL, 0, &out, 0, 0), KRT_ERROR_LAUNCH, "operation shape: ");
    out.dims[0] = 0;
    assert_ok(launch(operation, NULL, 0, &out, 0, 0)); /* launches nothing */
    krt_operation_destroy(operation);
}

static void a_kernel_is_launched_in_its_shape(void **state)
{
    static const struct {
        struct krt_launch_config config;
        uint32_t elements, count, blocks, threads;
    } launches[] = {
        {{.shared_bytes = 256}, 0, 1000, 4, 256},
        {{.block = {64}, .shared_bytes = 256}, 0, 1000, 16, 64},
        {{.block = {1}, .shared_bytes = 256}, 0, 3, 3, 1},
        {{.block = {16, 4, 2}, .shared_bytes = 256}, 3, 1000, 3, 128},
        {{.block = {1024}, .shared_bytes = 256}, UINT32_MAX, 1000, 1, 1024},
        {{.grid = {2, 3, 2}, .block = {0, 2}, .shared_bytes = 256}, 0, 1000, 12, 512},
    };
    (void)state;
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
        int32_t numbers[1001];
        struct krt_operation *operation = shaped(launches[i].config, launches[i].elements);
        struct krt_tensor out =
            krt_tensor_dense(KRT_I32, memory, 1, (uint64_t[]){launches[i].count});
        fill();
        assert_ok(launch(operation, NULL, 0, &out, 0, 0));
        assert_ok(krt_copy_to_host(stream, numbers, memory, sizeof numbers));
        assert_ok(krt_stream_synchronize(stream));
        for (uint32_t e = 0; e < launches[i].count; e++)
            assert_int_equal(numbers[e], launches[i].blocks * 10000 + launches[i].threads);
        krt_operation_destroy(operation);
    }
}

/* A caller that was compiled before the shape was in the struct. */
static void a_shorter_struct_has_the_usual_shape(void **state)
{
    struct krt_operation *operation = created("axpy", 1, 1);
    struct krt_operation_kernel kernel = {.struct_size =
                                              offsetof(struct krt_operation_kernel, config),
                                          .dtypes = two_f32,
                                          .source = source,
                                          .function = "axpy"};
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){1000});
    float numbers[4096];
    (void)state;
    memset(&kernel.config, 0xff, sizeof kernel.config);
    fill();
    assert_ok(krt_operation_add(operation, &kernel));
    assert_ok(launch(operation, &x, 1, &x, 1, 1));
    read_back(numbers);
    assert_true(numbers[999] == 2 * 999);
    krt_operation_destroy(operation);
}

static void what_is_wrong_with_a_kernel_is_said_when_it_is_added(void **state)
{
    struct krt_operation *operation = created("axpy", 1, 1), *none;
    (void)state;
    assert_status(krt_operation_create("many", 9, 1, 0, &none), KRT_ERROR_INVALID_ARGUMENT);
    assert_status(krt_operation_create("none", 1, 0, 0, &none), KRT_ERROR_INVALID_ARGUMENT);
    assert_fails(add(operation, (struct krt_operation_kernel){.dtypes = two_f32}),
                 KRT_ERROR_INVALID_ARGUMENT, "one of expression, kir, source and package");
    assert_fails(add(operation, (struct krt_operation_kernel){.kir = kir}),
                 KRT_ERROR_INVALID_ARGUMENT, "|dtypes| is NULL");
    assert_fails(add(operation, (struct krt_operation_kernel){.expression = "y = x +"}),
                 KRT_ERROR_INVALID_ARGUMENT, "too early");
    assert_fails(add(operation, (struct krt_operation_kernel){.expression = "y = x + z"}),
                 KRT_ERROR_INVALID_ARGUMENT, "2 inputs, 1 outputs and 0 scalars");
    assert_fails(
        add(operation, (struct krt_operation_kernel){.dtypes = two_f32, .kir = "kernel k("}),
        KRT_ERROR_INVALID_ARGUMENT, "operation axpy: 1:");
    assert_fails(
        add(operation, (struct krt_operation_kernel){.dtypes = two_f32,
                                                     .kir = "kernel k(scalar i64 n) {\n}\n"}),
        KRT_ERROR_INVALID_ARGUMENT, "are not the operation's");
    assert_fails(add(operation, (struct krt_operation_kernel){.dtypes = two_f32,
                                                              .package = &samples_package,
                                                              .function = "there_is_none"}),
                 KRT_ERROR_NOT_FOUND, "there_is_none");
    krt_operation_destroy(operation);
}

static void arrays_that_are_not_there_are_refused(void **state)
{
    struct krt_operation *operation = created("axpy", 1, 1);
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){4});
    const double a = 2;
    const struct krt_fusion_arguments all = {.struct_size = sizeof all,
                                             .inputs = &x,
                                             .outputs = &x,
                                             .scalars = &a,
                                             .input_count = 1,
                                             .output_count = 1,
                                             .scalar_count = 1};
    struct krt_fusion_arguments lacking[3] = {all, all, all};
    (void)state;
    assert_ok(add(operation, (struct krt_operation_kernel){.dtypes = two_f32, .kir = kir}));
    lacking[0].inputs = NULL;
    lacking[1].outputs = NULL;
    lacking[2].scalars = NULL;
    assert_fails(krt_operation_launch(operation, stream, &lacking[0]), KRT_ERROR_INVALID_ARGUMENT,
                 "|inputs| is NULL");
    assert_fails(krt_operation_launch(operation, stream, &lacking[1]), KRT_ERROR_INVALID_ARGUMENT,
                 "|outputs| is NULL");
    assert_fails(krt_operation_launch(operation, stream, &lacking[2]), KRT_ERROR_INVALID_ARGUMENT,
                 "|scalars| is NULL");
    krt_operation_destroy(operation);
}

/* A caller that was compiled with a later header. What follows the members is not copied. */
static void a_longer_struct_is_cut(void **state)
{
    struct {
        struct krt_operation_kernel kernel;
        uint8_t later[8192];
    } longer = {{.struct_size = sizeof longer, .dtypes = one_i32, .source = shapes}, {0}};
    struct krt_operation *operation = created("shape", 0, 0);
    (void)state;
    memset(longer.later, 0xff, sizeof longer.later);
    longer.kernel.function = "shape";
    assert_ok(krt_operation_add(operation, &longer.kernel));
    krt_operation_destroy(operation);
}

/* Element i gets 1000 times the block's size along x plus that along y, from thread (i % 16, i /
 * 16). */
static const char blocks_of_16_by_8[] =
    "kernel shape(scalar i64 count, global i32 out) block 16 8 0 {\n"
    "  %x = thread x\n"
    "  %y = thread y\n"
    "  %16 = const i64 16\n"
    "  %1000 = const i64 1000\n"
    "  %rows = mul %y %16\n"
    "  %i = add %rows %x\n"
    "  %width = block_size x\n"
    "  %height = block_size y\n"
    "  %widths = mul %width %1000\n"
    "  %both = add %widths %height\n"
    "  %number = cast i32 %both\n"
    "  store out %i %number\n"
    "}\n";

static void a_kernel_in_kir_is_launched_in_the_block_that_it_requires(void **state)
{
    static const struct {
        struct krt_launch_config config;
        const char *message; /* NULL: the kernel is launched */
    } given[] = {
        {{.block = {128}}, "block.x is 128: the kernel requires 16"},
        {{.block = {16, 1}}, "block.y is 1: the kernel requires 8"},
        {{.block = {0, 0, 9}}, "a block of 16 x 8 x 9 threads"},
        {{.block = {16}}, NULL},
        {{.grid = {0}}, NULL},
    };
    struct krt_operation *operation = created("shape", 0, 0);
    (void)state;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        struct krt_operation_kernel kernel = {
            .dtypes = one_i32, .kir = blocks_of_16_by_8, .config = given[i].config};
        int32_t numbers[128];
        struct krt_tensor out = krt_tensor_dense(KRT_I32, memory, 1, (uint64_t[]){128});
        if (given[i].message) {
            assert_fails(add(operation, kernel), KRT_ERROR_INVALID_ARGUMENT, given[i].message);
            continue;
        }
        krt_operation_destroy(operation);
        operation = created("shape", 0, 0);
        assert_ok(add(operation, kernel));
        fill();
        assert_ok(launch(operation, NULL, 0, &out, 0, 0));
        assert_ok(krt_copy_to_host(stream, numbers, memory, sizeof numbers));
        assert_ok(krt_stream_synchronize(stream));
        for (int e = 0; e < 128; e++)
            assert_int_equal(numbers[e], 16008);
    }
    krt_operation_destroy(operation);
}

/* Threads would write one element at once, each its own value. Interleaved elements are allowed. */
static void outputs_with_repeated_elements_are_refused(void **state)
{
    static const char *const expressions[] = {NULL, "y = x + 1"};
    static const uint64_t strides[][2] = {{0, 1}, {1, 1}, {1, 2}, {2, 0}};
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 2, (uint64_t[]){3, 2});
    (void)state;
    for (int way = 0; way < 2; way++) {
        struct krt_operation *operation = created("axpy", 1, way == 0);
        assert_ok(add(operation, (struct krt_operation_kernel){.dtypes = two_f32,
                                                               .expression = expressions[way],
                                                               .kir = way ? NULL : kir}));
        for (size_t i = 0; i < sizeof strides / sizeof strides[0]; i++) {
            struct krt_tensor y = x;
            memcpy(y.strides, strides[i], sizeof strides[i]);
            assert_fails(launch(operation, &x, 1, &y, 1, way == 0), KRT_ERROR_INVALID_ARGUMENT,
                         "must not repeat an element");
        }
        struct krt_tensor y = x;
        y.strides[0] = 1;
        y.strides[1] = 3;
        assert_ok(launch(operation, &x, 1, &y, 1, way == 0));
        krt_operation_destroy(operation);
    }
}

static void what_is_wrong_with_a_source_is_said_when_it_is_launched(void **state)
{
    struct krt_operation *operation = created("broken", 1, 0);
    static const char text[] =
        "extern \"C\" __global__ void k(long long count)\n{\n    nonsense\n}\n";
    (void)state;
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){4});
    assert_ok(add(operation, (struct krt_operation_kernel){
                                 .dtypes = two_f32, .source = text, .function = "k"}));
    assert_fails(launch(operation, &x, 1, &x, 0, 0), KRT_ERROR_COMPILE, "broken:3:");
    krt_operation_destroy(operation);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_with_a_shape_is_said),
        cmocka_unit_test(a_kernel_is_launched_in_its_shape),
        cmocka_unit_test(a_shorter_struct_has_the_usual_shape),
        cmocka_unit_test(a_longer_struct_is_cut),
        cmocka_unit_test(a_kernel_in_kir_is_launched_in_the_block_that_it_requires),
        cmocka_unit_test(an_operation_is_called_on_tensors_of_any_strides),
        cmocka_unit_test(a_kernel_is_chosen_by_the_dtypes),
        cmocka_unit_test(what_is_wrong_with_a_kernel_is_said_when_it_is_added),
        cmocka_unit_test(outputs_with_repeated_elements_are_refused),
        cmocka_unit_test(arrays_that_are_not_there_are_refused),
        cmocka_unit_test(what_is_wrong_with_a_source_is_said_when_it_is_launched),
    };
    device = open_device("emu:gfx1030");
    stream = krt_device_stream(device);
    assert_ok(krt_alloc(device, 4096 * sizeof *memory, (void **)&memory));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    assert_ok(krt_free(device, memory));
    krt_device_close(device);
    return failed;
}
