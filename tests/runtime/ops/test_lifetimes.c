/* What is made on a device keeps it: the device and any two objects end in any order, and the
 * device ends with the last of them. A sanitizer sees what is used after its end; handles are
 * checked.
 */
#include "ops_test.h"

#include <krt/custom.h>
#include <krt/gguf.h>
#include <krt/graph.h>
#include <krt/storage.h>
#include <unistd.h>

static const char *name; /* of the device */

static const char source[] =
    "extern \"C\" __global__ void twice(long long n, const float *x, float *y)\n"
    "{\n"
    "    for (long long i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)\n"
    "        y[i] = 2 * x[i];\n"
    "}\n";

/* Of the device that is open, whose stream exists until |made| has returned. */
struct maker {
    const char *name;
    void *(*make)(void);
    void (*end)(void *made);
};

static void *make_stream(void)
{
    struct krt_stream *made;
    assert_ok(krt_stream_create(device, &made));
    return made;
}
static void end_stream(void *made)
{
    krt_stream_destroy(made);
}

static void *make_event(void)
{
    struct krt_event *made;
    assert_ok(krt_event_create(device, 0, &made));
    assert_ok(krt_event_record(made, stream));
    return made;
}
static void end_event(void *made)
{
    krt_event_destroy(made);
}

static void *make_module(void)
{
    struct krt_compile_options options = {.struct_size = sizeof options, .name = "twice.hip"};
    struct krt_raw_module *made;
    assert_ok(krt_compile(device, source, &options, &made));
    return made;
}
static void end_module(void *made)
{
    krt_module_unload(made);
}

static void *make_compilation(void)
{
    struct krt_compile_options options = {.struct_size = sizeof options, .name = "twice.hip"};
    struct krt_compilation *made;
    assert_ok(krt_compile_start(device, source, &options, &made));
    return made;
}
static void end_compilation(void *made)
{
    krt_compilation_destroy(made);
}

static void *make_cache(void)
{
    struct krt_module_cache *made;
    assert_ok(krt_module_cache_create(device, &made));
    return made;
}
static void end_cache(void *made)
{
    krt_module_cache_destroy(made);
}

/* On the device's own stream: a buffer does not keep another one. */
static void *make_buffer(void)
{
    struct krt_buffer *made;
    assert_ok(krt_buffer_create(krt_device_stream(device), 1000, &made));
    assert_ok(krt_buffer_use(made, stream));
    return made;
}
static void end_buffer(void *made)
{
    assert_ok(krt_buffer_release(made));
}

static struct krt_graph *capture(void)
{
    struct krt_graph *made;
    assert_ok(krt_capture_begin(stream));
    assert_ok(krt_capture_end(stream, &made));
    return made;
}
static void *make_graph(void)
{
    return capture();
}
static void end_graph(void *made)
{
    krt_graph_destroy(made);
}

static void *make_exec(void)
{
    struct krt_graph *graph = capture();
    struct krt_graph_exec *made;
    assert_ok(krt_graph_instantiate(graph, &made));
    krt_graph_destroy(graph);
    return made;
}
static void end_exec(void *made)
{
    krt_graph_exec_destroy(made);
}

static struct krt_tensor four(uint32_t dtype)
{
    return krt_tensor_dense(dtype, upload(NULL, 4 * krt_dtype_size(dtype)), 1, DIMS(4));
}

/* With an operation that the package lacks, so that it was compiled. */
static void *make_ops(void)
{
    struct krt_ops *made;
    struct krt_tensor x = four(KRT_I64);
    assert_ok(krt_ops_create(&krt_kernels_package, &made));
    assert_ok(krt_unary(made, stream, KRT_UNARY_ABS, &x, &x));
    release(x.data);
    return made;
}
static void end_ops(void *made)
{
    krt_ops_destroy(made);
}

static struct krt_fusion_arguments in_place(const struct krt_tensor *x)
{
    return (struct krt_fusion_arguments){.struct_size = sizeof(struct krt_fusion_arguments),
                                         .inputs = x,
                                         .outputs = x,
                                         .input_count = 1,
                                         .output_count = 1};
}

static void *make_operation(void)
{
    static const uint32_t dtypes[] = {KRT_F32, KRT_F32};
    struct krt_operation_kernel kernel = {
        .struct_size = sizeof kernel, .dtypes = dtypes, .source = source, .function = "twice"};
    struct krt_tensor x = four(KRT_F32);
    const struct krt_fusion_arguments arguments = in_place(&x);
    struct krt_operation *made;
    assert_ok(krt_operation_create("twice", 1, 1, 0, &made));
    assert_ok(krt_operation_add(made, &kernel));
    assert_ok(krt_operation_launch(made, stream, &arguments));
    release(x.data);
    return made;
}
static void end_operation(void *made)
{
    krt_operation_destroy(made);
}

static void *make_fusion(void)
{
    struct krt_tensor x = four(KRT_F32);
    const struct krt_fusion_arguments arguments = in_place(&x);
    struct krt_fusion *made;
    assert_ok(krt_fusion_parse("y = x * 2", &made));
    assert_ok(krt_fusion_launch(made, stream, &arguments));
    release(x.data);
    return made;
}
static void end_fusion(void *made)
{
    krt_fusion_destroy(made);
}

static void *make_weights(void)
{
    static const float numbers[4];
    struct krt_gguf_tensor tensor = krt_gguf_dense("floats", KRT_F32, 1, DIMS(4), numbers);
    struct krt_gguf_writer *writer;
    struct krt_gguf_weights *made;
    struct krt_gguf *file;
    char path[] = "lifetimes.XXXXXX";
    close(mkstemp(path));
    assert_ok(krt_gguf_writer_create(&writer));
    assert_ok(krt_gguf_add(writer, &tensor, NULL, NULL));
    assert_ok(krt_gguf_write(writer, path));
    krt_gguf_writer_destroy(writer);
    assert_ok(krt_gguf_open(path, &file));
    assert_ok(krt_gguf_load(file, stream, NULL, &made));
    krt_gguf_close(file);
    unlink(path);
    return made;
}
static void end_weights(void *made)
{
    krt_gguf_unload(made);
}

static const struct maker makers[] = {
    {"stream", make_stream, end_stream},
    {"event", make_event, end_event},
    {"module", make_module, end_module},
    {"compilation", make_compilation, end_compilation},
    {"module cache", make_cache, end_cache},
    {"buffer", make_buffer, end_buffer},
    {"graph", make_graph, end_graph},
    {"graph_exec", make_exec, end_exec},
    {"ops", make_ops, end_ops},
    {"operation", make_operation, end_operation},
    {"fusion", make_fusion, end_fusion},
    {"weights", make_weights, end_weights},
};
enum { MAKERS = sizeof makers / sizeof makers[0] };

/* A device that has not ended is not opened with other options. */
static void expect_end(void)
{
    struct krt_device_options options = {
        .struct_size = sizeof options, .device = name, .checks = KRT_CHECKS_OFF};
    struct krt_device *other;
    assert_ok(krt_device_open(&options, &other));
    krt_device_close(other);
}

/* Makes two objects and closes the device when |ended| of them have ended. */
static void expect_any_order(const struct maker *first, const struct maker *second, int ended)
{
    device = open_device(name);
    assert_ok(krt_stream_create(device, &stream));
    void *made[] = {first->make(), second->make()};
    assert_ok(krt_stream_synchronize(stream));
    krt_stream_destroy(stream);
    if (ended == 0)
        krt_device_close(device);
    first->end(made[0]);
    if (ended == 1)
        krt_device_close(device);
    second->end(made[1]);
    if (ended == 2)
        krt_device_close(device);
    expect_end();
}

static void objects_and_their_device_end_in_any_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < MAKERS; i++) {
        for (size_t j = 0; j < MAKERS; j++) {
            for (int ended = 0; ended < 3; ended++)
                expect_any_order(&makers[i], &makers[j], ended);
        }
    }
}

/* Negates the 2 x 2 floats at |x|, by columns: the kernel reads dims and strides. */
static void negate(struct krt_ops *by, void *x, void *out)
{
    struct krt_tensor from = krt_tensor_dense(KRT_F32, x, 2, DIMS(2, 2));
    struct krt_tensor to = krt_tensor_dense(KRT_F32, out, 2, DIMS(2, 2));
    from.strides[0] = 1;
    from.strides[1] = 2;
    assert_ok(krt_unary(by, stream, KRT_UNARY_NEG, &from, &to));
}

static void what_was_made_works_after_the_close(void **state)
{
    (void)state;
    static const float numbers[] = {1, 2, 3, 4}, expected[] = {-1, -3, -2, -4};
    float got[4];
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    struct krt_ops *made;
    device = open_device(name);
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_ops_create(&krt_kernels_package, &made));
    void *x = upload(numbers, sizeof numbers), *out = upload(NULL, sizeof numbers);
    assert_ok(krt_capture_begin(stream));
    negate(made, x, out);
    assert_ok(krt_capture_end(stream, &graph));
    assert_ok(krt_graph_instantiate(graph, &exec));
    krt_graph_destroy(graph);
    krt_device_close(device);
    assert_ok(krt_graph_launch(exec, stream));
    download(got, out, sizeof got);
    assert_memory_equal(got, expected, sizeof got);
    negate(made, out, x);
    download(got, x, sizeof got);
    assert_true(got[1] == 2 && got[2] == 3);
    release(x);
    release(out);
    krt_graph_exec_destroy(exec);
    krt_ops_destroy(made);
    krt_stream_destroy(stream);
    expect_end();
}

/* With nothing strided before the close: what libkrt_ops keeps with a device is made after it. */
static void a_closed_device_ends_after_any_launch(void **state)
{
    (void)state;
    struct krt_ops *made;
    device = open_device(name);
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_ops_create(&krt_kernels_package, &made));
    void *x = upload(NULL, 16), *out = upload(NULL, 16);
    krt_device_close(device);
    negate(made, x, out);
    release(x);
    release(out);
    krt_ops_destroy(made);
    krt_stream_destroy(stream);
    expect_end();
}

static void a_kept_device_is_the_same_when_it_is_opened_again(void **state)
{
    (void)state;
    device = open_device(name);
    struct krt_device *before = device;
    void *event;
    assert_ok(krt_stream_create(device, &stream));
    event = make_event();
    krt_stream_destroy(stream);
    krt_device_close(device);
    device = open_device(name);
    assert_ptr_equal(device, before);
    end_event(event);
    krt_device_close(device);
    expect_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_and_their_device_end_in_any_order),
        cmocka_unit_test(what_was_made_works_after_the_close),
        cmocka_unit_test(a_closed_device_ends_after_any_launch),
        cmocka_unit_test(a_kept_device_is_the_same_when_it_is_opened_again),
    };
    int failures = 0;
    for (unsigned i = first_device(); i < end_device(); i++) {
        name = all_devices[i];
        printf("%s\n", chosen_device(name));
        failures += cmocka_run_group_tests(tests, NULL, NULL);
    }
    return failures != 0;
}
