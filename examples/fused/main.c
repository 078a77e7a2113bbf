/* Operations of one's own on the device that KRT_DEVICE names: a gate as one kernel, a softmax with
 * a scale and a mask, and an update in place with a kernel of C++. No package of kernels is needed.
 */
#include <krt/custom.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 2, COLUMNS = 4, COUNT = ROWS * COLUMNS };

static struct krt_device *device;
static struct krt_stream *stream;

static void must(krt_status status, const char *what)
{
    if (status == KRT_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, krt_status_name(status), krt_error_message());
    exit(1);
}

/* A tensor of |rows| by COLUMNS numbers on the device. */
static struct krt_tensor tensor(uint32_t dtype, const float *numbers, uint64_t rows)
{
    void *memory;
    uint64_t bytes = rows * COLUMNS * sizeof *numbers;
    must(krt_alloc(device, bytes, &memory), "allocating");
    if (numbers)
        must(krt_copy_to_device(stream, memory, numbers, bytes), "copying there");
    return krt_tensor_dense(dtype, memory, 2, (uint64_t[]){rows, COLUMNS});
}

static void print(const char *what, const struct krt_tensor *numbers)
{
    float values[COUNT];
    must(krt_copy_to_host(stream, values, numbers->data, sizeof values), "copying");
    must(krt_stream_synchronize(stream), "waiting");
    printf("%s\n", what);
    for (int i = 0; i < COUNT; i++)
        printf("%9.4f%s", (double)values[i], i % COLUMNS == COLUMNS - 1 ? "\n" : "");
}

static void gate(const struct krt_tensor *a, const struct krt_tensor *b)
{
    struct krt_tensor out = tensor(KRT_F32, NULL, ROWS), inputs[] = {*a, *b};
    struct krt_fusion *fusion;
    must(krt_fusion_parse("out = silu(a) * b", &fusion), "reading");
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = inputs,
                                             .outputs = &out,
                                             .input_count = 2,
                                             .output_count = 1};
    must(krt_fusion_launch(fusion, stream, &arguments), "launching the gate");
    print("silu(a) * b", &out);
    krt_fusion_destroy(fusion);
    must(krt_free(device, out.data), "freeing");
}

/* The mask has one row, which is repeated for the others. */
static void masked_softmax(const struct krt_tensor *x)
{
    static const float hidden[COLUMNS] = {0, 0, 1, 0};
    struct krt_tensor mask = tensor(KRT_F32, hidden, 1), out = tensor(KRT_F32, NULL, ROWS);
    struct krt_tensor inputs[] = {*x, mask};
    struct krt_fusion *fusion;
    double scale = 0.5;
    must(krt_fusion_parse("(x, hidden; scale) -> p:\n"
                          "  logits = where(hidden, -inf, x * scale)\n"
                          "  p = softmax(logits)",
                          &fusion),
         "reading");
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = inputs,
                                             .outputs = &out,
                                             .scalars = &scale,
                                             .input_count = 2,
                                             .output_count = 1,
                                             .scalar_count = 1};
    must(krt_fusion_launch(fusion, stream, &arguments), "launching the softmax");
    print("softmax of the visible columns of x / 2", &out);
    krt_fusion_destroy(fusion);
    must(krt_free(device, mask.data), "freeing");
    must(krt_free(device, out.data), "freeing");
}

static const char step_text[] =
    "extern \"C\" __global__ void step(long long count, const float *gradient, float *weight, "
    "double rate)\n"
    "{\n"
    "    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < count; i += gridDim.x * 256ll)\n"
    "        weight[i] -= static_cast<float>(rate) * gradient[i];\n"
    "}\n";

/* The weights are stored by columns. libkrt brings them into the order that the kernel wants, and
 * back. */
static void step(const struct krt_tensor *gradient, struct krt_tensor weight)
{
    static const uint32_t dtypes[] = {KRT_F32, KRT_F32};
    struct krt_operation *operation;
    double rate = 0.1;
    weight.strides[0] = 1;
    weight.strides[1] = ROWS;
    must(krt_operation_create("step", 1, 1, 1, &operation), "creating");
    const struct krt_operation_kernel kernel = {
        .struct_size = sizeof kernel, .dtypes = dtypes, .source = step_text, .function = "step"};
    must(krt_operation_add(operation, &kernel), "adding");
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = gradient,
                                             .outputs = &weight,
                                             .scalars = &rate,
                                             .input_count = 1,
                                             .output_count = 1,
                                             .scalar_count = 1};
    must(krt_operation_launch(operation, stream, &arguments), "launching the step");
    print("b - a / 10, with b stored by columns", &weight);
    krt_operation_destroy(operation);
}

int main(void)
{
    static const float first[COUNT] = {-2, -1, 0, 1, 2, 3, 4, 5},
                       second[COUNT] = {1, 1, 1, 1, 2, 2, 2, 2};
    struct krt_device_options options = {.struct_size = sizeof options};
    must(krt_device_open(&options, &device), "opening the device");
    stream = krt_device_stream(device);
    struct krt_tensor a = tensor(KRT_F32, first, ROWS), b = tensor(KRT_F32, second, ROWS);
    gate(&a, &b);
    masked_softmax(&a);
    step(&a, b);
    must(krt_free(device, a.data), "freeing");
    must(krt_free(device, b.data), "freeing");
    krt_device_close(device);
    return 0;
}
