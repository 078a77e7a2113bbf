/* A scenario that touches everything, with each allocation and each call of the driver failing
 * once, one after another: it ends with an error or goes well all the same, nothing leaks, and
 * without the fault it goes well at once. */
#include "device.h"
#include "each.h"
#include "krt_kernels.h"
#include "samples.h"

#include <krt/custom.h>
#include <krt/fused.h>
#include <krt/gguf.h>
#include <krt/graph.h>
#include <krt/storage.h>
#include <stdlib.h>
#include <unistd.h>

enum { COUNT = 300 };

/* What the scenario holds, so that one function gives all of it back. */
struct scenario {
    struct krt_device *device;
    struct krt_stream *stream, *wrapper;
    struct krt_event *event;
    struct krt_ops *ops;
    struct krt_raw_module *raw;
    struct krt_gguf_writer *writer;
    struct krt_gguf *file;
    struct krt_gguf_weights *weights;
    struct krt_buffer *buffer;
    struct krt_module_cache *cache;
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    struct krt_fusion *parsed, *fusion;
    struct krt_operation *operation;
    void *memory, *ordered, *pinned;
};

static char gguf_path[64];
static bool has_operations; /* with one kind of fault: they call the driver as the others do */
static unsigned char raw_bytes[1 << 16];
static size_t raw_size;

#define TRY(call)                                                                                  \
    do {                                                                                           \
        krt_status status_ = (call);                                                               \
        if (status_)                                                                               \
            return status_;                                                                        \
    } while (0)

static krt_status do_launches(struct scenario *all)
{
    struct krt_launch_config config = {.grid = {2}, .block = {64}};
    struct krt_function *function;
    uint32_t host[COUNT], value = 4;
    uint64_t count = COUNT;
    TRY(krt_set(all->stream, all->memory, 3, 4, COUNT));
    TRY(samples_launch_add_u32(all->stream, &config, all->memory, 2, COUNT));
    TRY(krt_function_find(&samples_package, "add_u32", all->device, &function));
    void *arguments[] = {&all->memory, &value, &count};
    TRY(krt_function_launch(function, all->wrapper, &config, arguments, 3));
    TRY(krt_event_record(all->event, all->stream));
    TRY(krt_stream_wait(krt_device_stream(all->device), all->event));
    TRY(krt_copy_to_host(all->stream, host, all->memory, sizeof host));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(host[i], 9); /* what succeeded is right */
    TRY(krt_event_synchronize(all->event));
    return KRT_OK;
}

static krt_status do_memory(struct scenario *all)
{
    float host[COUNT], back[COUNT];
    for (int i = 0; i < COUNT; i++)
        host[i] = (float)i;
    TRY(krt_host_alloc(all->device, sizeof host, &all->pinned));
    TRY(krt_copy_to_device(all->stream, all->ordered, host, sizeof host));
    TRY(krt_copy_on_device(all->stream, all->memory, all->ordered, sizeof host));
    struct krt_tensor x = krt_tensor_dense(KRT_F32, all->memory, 2, (uint64_t[]){10, 30});
    struct krt_tensor y = krt_tensor_dense(KRT_F32, all->ordered, 2, (uint64_t[]){30, 10});
    x.dims[0] = 30;
    x.dims[1] = 10;
    x.strides[0] = 1;
    x.strides[1] = 30;
    /* of a small module: it is loaded a thousand times */
    TRY(krt_affine(all->ops, all->stream, &x, -1, 0, &y));
    TRY(krt_copy_to_host(all->stream, all->pinned, all->ordered, sizeof back));
    TRY(krt_stream_synchronize(all->stream));
    memcpy(back, all->pinned, sizeof back);
    for (int i = 0; i < COUNT; i++)
        assert_true(back[i] == -host[i % 10 * 30 + i / 10]);
    return KRT_OK;
}

static krt_status do_graph(struct scenario *all)
{
    struct krt_launch_config config = {.grid = {2}, .block = {64}};
    uint32_t host[COUNT];
    TRY(krt_set(all->stream, all->memory, 3, 4, COUNT));
    TRY(krt_capture_begin(all->stream));
    TRY(samples_launch_add_u32(all->stream, &config, all->memory, 2, COUNT));
    TRY(krt_capture_end(all->stream, &all->graph));
    TRY(krt_graph_instantiate(all->graph, &all->exec));
    TRY(krt_graph_launch(all->exec, all->stream));
    TRY(krt_graph_update(all->exec, all->graph));
    TRY(krt_graph_launch(all->exec, all->stream));
    TRY(krt_copy_to_host(all->stream, host, all->memory, sizeof host));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(host[i], 7);
    return KRT_OK;
}

static krt_status do_raw(struct scenario *all)
{
    struct krt_function *function;
    void *address;
    TRY(krt_module_load_raw(all->device, raw_bytes, raw_size, &all->raw));
    TRY(krt_module_function(all->raw, "where", &function));
    TRY(krt_module_global(all->raw, "launches", &address, NULL));
    void *arguments[] = {&all->memory};
    return krt_function_launch(function, all->stream, &(struct krt_launch_config){.block = {8}},
                               arguments, 1);
}

static krt_status do_file(struct scenario *all)
{
    static const char *const words[] = {"a", "b"};
    float numbers[COUNT] = {0}, back[COUNT];
    numbers[7] = 5;
    const struct krt_gguf_tensor tensor =
        krt_gguf_dense("t", KRT_F32, 1, (uint64_t[]){COUNT}, numbers);
    TRY(krt_gguf_writer_create(&all->writer));
    TRY(krt_gguf_set_string(all->writer, "name", "value"));
    TRY(krt_gguf_set_strings(all->writer, "words", words, 2));
    TRY(krt_gguf_add(all->writer, &tensor, NULL, NULL));
    TRY(krt_gguf_write(all->writer, gguf_path));
    TRY(krt_gguf_open(gguf_path, &all->file));
    TRY(krt_gguf_load(all->file, all->stream, NULL, &all->weights));
    TRY(krt_copy_to_host(all->stream, back, krt_gguf_weight_at(all->weights, 0)->tensor.data,
                         sizeof back));
    assert_memory_equal(back, numbers, sizeof back);
    return KRT_OK;
}

/* A buffer that two streams use, copied between them, and the module once more, by its name. */
static krt_status do_storage(struct scenario *all)
{
    struct krt_stream *other = krt_device_stream(all->device);
    struct krt_raw_module *first, *again;
    uint32_t host[COUNT];
    TRY(krt_buffer_create(all->stream, COUNT * 4, &all->buffer));
    TRY(krt_set(all->stream, all->buffer->data, 6, 4, COUNT));
    TRY(krt_copy_between(other, all->memory, all->stream, all->buffer->data, COUNT * 4));
    TRY(krt_buffer_use(all->buffer, other));
    TRY(krt_buffer_use(all->buffer, all->wrapper));
    TRY(krt_copy_to_host(other, host, all->memory, sizeof host));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(host[i], 6);
    TRY(krt_module_cache_create(all->device, &all->cache));
    TRY(krt_module_cache_get(all->cache, "block", raw_bytes, raw_size, &first));
    TRY(krt_module_cache_get(all->cache, "block", NULL, 0, &again));
    assert_ptr_equal(first, again);
    return KRT_OK;
}

/* Operations: views, products, and those that a program brings; compiling them is another test. */
static krt_status do_operations(struct scenario *all)
{
    static const uint32_t f32[] = {KRT_F32, KRT_F32};
    const struct krt_operation_kernel kernel = {.struct_size = sizeof kernel,
                                                .dtypes = f32,
                                                .source = "__global__ void step() {}",
                                                .function = "step"};
    struct krt_tensor x = krt_tensor_dense(KRT_F32, all->memory, 3, (uint64_t[]){2, 5, 4});
    struct krt_tensor out = krt_tensor_dense(KRT_F32, all->ordered, 3, (uint64_t[]){4, 2, 5});
    struct krt_tensor a = krt_tensor_dense(KRT_F32, all->memory, 2, (uint64_t[]){5, 4}), b = a, c;
    struct krt_tensor turned;
    krt_fusion_value value;
    c = krt_tensor_dense(KRT_F32, all->ordered, 2, (uint64_t[]){5, 5});
    TRY(krt_tensor_permute(&x, (uint32_t[]){2, 0, 1}, &turned));
    TRY(krt_unary(all->ops, all->stream, KRT_UNARY_COPY, &turned, &out));
    TRY(krt_softmax(all->ops, all->stream, &x, &x));
    TRY(krt_tensor_transpose(&b, 0, 1, &b));
    TRY(krt_matmul(all->ops, all->stream, &a, &b, &c));
    TRY(krt_fusion_parse("out = silu(a) * b + sum(c)", &all->parsed));
    TRY(krt_fusion_create(&all->fusion));
    value = krt_fusion_input(all->fusion, "a");
    value = krt_fusion_call(all->fusion, "exp", &value, 1);
    TRY(krt_fusion_output(all->fusion, "out", value));
    TRY(krt_operation_create("step", 1, 1, 0, &all->operation));
    TRY(krt_operation_add(all->operation, &kernel));
    return krt_stream_synchronize(all->stream);
}

static krt_status run(struct scenario *all)
{
    struct krt_device_options options = {
        .struct_size = sizeof options, .device = "emu:gfx1030", .override_dir = "/nowhere"};
    TRY(krt_device_open(&options, &all->device));
    TRY(krt_stream_create(all->device, &all->stream));
    TRY(krt_stream_wrap(all->device, krt_stream_native(all->stream), &all->wrapper));
    TRY(krt_event_create(all->device, 0, &all->event));
    TRY(krt_ops_create(&krt_kernels_package, &all->ops));
    TRY(krt_alloc(all->device, COUNT * 4, &all->memory));
    TRY(krt_alloc_async(all->stream, COUNT * 4, &all->ordered));
    TRY(do_launches(all));
    TRY(do_graph(all));
    TRY(do_memory(all));
    TRY(do_raw(all));
    TRY(do_file(all));
    TRY(do_storage(all));
    if (has_operations)
        TRY(do_operations(all));
    TRY(krt_pool_trim(all->device));
    TRY(krt_unload(&samples_package, all->device, "add"));
    return krt_device_synchronize(all->device);
}

static void give_back(struct scenario *all)
{
    if (all->stream && !all->graph) /* perhaps it is still captured */
        krt_capture_end(all->stream, &all->graph);
    krt_fusion_destroy(all->parsed);
    krt_fusion_destroy(all->fusion);
    krt_operation_destroy(all->operation);
    krt_graph_exec_destroy(all->exec);
    krt_graph_destroy(all->graph);
    krt_module_unload(all->raw);
    krt_gguf_unload(all->weights);
    krt_gguf_close(all->file);
    krt_gguf_writer_destroy(all->writer);
    unlink(gguf_path);
    krt_module_cache_destroy(all->cache);
    /* what could not be freed is still there, and is freed by asking again */
    if (all->buffer && krt_buffer_release(all->buffer))
        krt_buffer_release(all->buffer);
    if (all->pinned && krt_host_free(all->device, all->pinned))
        krt_host_free(all->device, all->pinned);
    if (all->ordered && krt_free_async(all->stream, all->ordered))
        krt_free_async(all->stream, all->ordered);
    if (all->memory && krt_free(all->device, all->memory))
        krt_free(all->device, all->memory);
    krt_ops_destroy(all->ops);
    krt_event_destroy(all->event);
    krt_stream_destroy(all->wrapper);
    krt_stream_destroy(all->stream);
    krt_device_close(all->device);
}

static krt_status run_all(void)
{
    struct scenario all = {0};
    krt_status status = run(&all);
    give_back(&all);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    has_operations = strcmp(getenv("KRT_POOL"), "none") == 0;
    each_fails_once(run_all, FAULT_ALLOCATION, 0, 30);
}

static void every_call_of_the_driver_may_fail(void **state)
{
    (void)state;
    has_operations = false;
    each_fails_once(run_all, FAULT_DRIVER, 999, 30);
}

static void every_call_of_the_driver_may_find_no_memory(void **state)
{
    (void)state;
    each_fails_once(run_all, FAULT_DRIVER, DRIVER_ERROR_OUT_OF_MEMORY, 30);
}

static void read_raw(const struct krt_module *module)
{
    /* The bundle is beside the header; the module "block" has it compressed, so the file is read.
     */
    char path[512];
    snprintf(path, sizeof path, "%s/%s.hsaco", getenv("SAMPLES"), module->name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    raw_size = fread(raw_bytes, 1, sizeof raw_bytes, file);
    fclose(file);
}

static int set_up(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030");
    faults_install((struct driver *)(uintptr_t)device->driver);
    krt_device_close(device);
    read_raw(&samples_package.modules[1]);
    return 0;
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    setenv("KRT_POOL", arguments[1], 1); /* "none", or the driver's */
    snprintf(gguf_path, sizeof gguf_path, "/tmp/krt-faults-%ld.gguf", (long)getpid());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(every_call_of_the_driver_may_fail),
        cmocka_unit_test(every_call_of_the_driver_may_find_no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
