/* Products with matrices of experts beside the dense product of the same size, on the device that
 * KRT_DEVICE says.
 *
 *   bench_experts TOKENS EACH EXPERTS ROWS COLUMNS [DTYPE [once]]
 *
 * DTYPE is f16 (default), bf16 or a format such as q4_K. Tokens have EACH experts at random. Prints
 * the time in a graph, multiply-adds in a second, and bytes of the matrices that have rows in a
 * second. `once` launches each kernel once, for `kbuild profile`. */
#include "krt_kernels.h"
#include "krt_models.h"

#include "graph_time.h" /* after headers whose parameters are called as its variables */

#include <krt/models.h>

#include <string.h>

static struct krt_ops *ops;
static struct krt_models *models;
static bool is_once;

/* What is multiplied. */
static uint32_t tokens, each, experts, rows, columns, pairs, dtype = KRT_F16;
static uint32_t format = KRT_BLOCK_FORMAT_COUNT; /* if this is a format, matrices have it */
static uint32_t used;                            /* how many experts have rows */

static void *memory(uint64_t bytes)
{
    void *address;
    check(krt_alloc(device, bytes, &address));
    check(krt_set(stream, address, 0, 1, bytes));
    return address;
}

static struct krt_tensor tensor(uint32_t type, uint32_t rank, const uint64_t *dims)
{
    struct krt_tensor made = krt_tensor_dense(type, NULL, rank, dims);
    uint64_t count;
    check(krt_tensor_count(&made, &count));
    made.data = memory(count * krt_dtype_size(type));
    return made;
}

static struct krt_tensor tensor_from(uint32_t rank, const uint64_t *dims, const uint32_t *numbers)
{
    struct krt_tensor made = tensor(KRT_U32, rank, dims);
    uint64_t count;
    check(krt_tensor_count(&made, &count));
    check(krt_copy_to_device(stream, made.data, numbers, count * sizeof *numbers));
    return made;
}

/* Sorts pairs on the host, as a profile by samples does not run all of a kernel. */
static struct krt_experts_order make_order(void)
{
    uint32_t *ids = calloc(pairs, sizeof *ids), *order = calloc(pairs, sizeof *order);
    uint32_t *places = calloc(pairs, sizeof *places), *starts = calloc(experts + 1, sizeof *starts);
    uint32_t place = 0, state = 1;
    if (!ids || !order || !places || !starts)
        exit(1);
    for (uint32_t i = 0; i < pairs; i++) {
        bool is_new;
        do {
            state = state * 1664525u + 1013904223u;
            ids[i] = (uint32_t)((uint64_t)state * experts >> 32);
            is_new = true;
            for (uint32_t j = i - i % each; j < i; j++)
                is_new = is_new && ids[j] != ids[i];
        } while (!is_new);
    }
    for (uint32_t e = 0; e < experts; e++) {
        starts[e] = place;
        for (uint32_t i = 0; i < pairs; i++)
            if (ids[i] == e) {
                order[place] = i;
                places[i] = place++;
            }
        used += place > starts[e];
    }
    starts[experts] = place;
    struct krt_experts_order made = {
        .pairs = tensor_from(1, (const uint64_t[]){pairs}, order),
        .places = tensor_from(2, (const uint64_t[]){tokens, each}, places),
        .starts = tensor_from(1, (const uint64_t[]){experts + 1}, starts)};
    free(ids);
    free(order);
    free(places);
    free(starts);
    return made;
}

/* ---- Products -------------------------------------------------------------------------------- */

static struct krt_experts_order order;
static struct krt_tensor by_token, by_pair, dense, matrices, results;
static struct krt_quantized quantized, one;
static void *workspace;

static void multiply_by_experts(void *unused)
{
    (void)unused;
    check(format < KRT_BLOCK_FORMAT_COUNT
              ? krt_experts_quantized_matmul(models, stream, NULL, &order, &by_token, &quantized,
                                             &results)
              : krt_experts_matmul(models, stream, NULL, &order, &by_token, &matrices, &results));
}

static void multiply_densely(void *unused)
{
    (void)unused;
    check(format < KRT_BLOCK_FORMAT_COUNT
              ? krt_quantized_matmul(ops, stream, &one, &by_pair, workspace, &results)
              : krt_matmul(ops, stream, &by_pair, &dense, &results));
}

static double seconds_of(operation *run)
{
    run(NULL);
    return is_once ? 0 : graph_time(run, NULL);
}

static void print(const char *what, double seconds, double bytes)
{
    printf("%-16s %9.1f us %8.2f T multiply-adds/s %8.0f GB/s of matrices\n", what, seconds * 1e6,
           (double)pairs * rows * columns / seconds / 1e12, bytes / seconds / 1e9);
}

static void compare(void)
{
    double block = 2;
    bool is_quantized = format < KRT_BLOCK_FORMAT_COUNT;
    order = make_order();
    by_token = tensor(dtype, 2, (const uint64_t[]){tokens, columns});
    by_pair = tensor(dtype, 2, (const uint64_t[]){pairs, columns});
    results = tensor(is_quantized ? KRT_F32 : dtype, 2, (const uint64_t[]){pairs, rows});
    if (is_quantized) {
        block = (double)krt_block_format_bytes(format) / krt_block_format_elements(format);
        uint64_t bytes = (uint64_t)((double)rows * columns * block);
        quantized = (struct krt_quantized){memory(bytes * experts), format, rows, columns, experts};
        one = (struct krt_quantized){quantized.data, format, rows, columns, 1};
        workspace = memory(krt_quantized_workspace(pairs, columns));
    } else {
        matrices = tensor(dtype, 3, (const uint64_t[]){experts, rows, columns});
        dense = (struct krt_tensor){.data = matrices.data,
                                    .dtype = dtype,
                                    .rank = 2,
                                    .dims = {columns, rows},
                                    .strides = {1, columns}};
    }
    double bytes = (double)rows * columns * block;
    double grouped = seconds_of(multiply_by_experts), alone = seconds_of(multiply_densely);
    if (is_once)
        return;
    print("experts", grouped, bytes * used);
    print("one matrix", alone, bytes);
    printf("%-16s %9.2f times the time\n", "", grouped / alone);
}

int main(int count, char **words)
{
    uint32_t *const sizes[] = {&tokens, &each, &experts, &rows, &columns};
    if (count < 6)
        return fprintf(stderr,
                       "usage: bench_experts TOKENS EACH EXPERTS ROWS COLUMNS [DTYPE [once]]\n"),
               2;
    for (int i = 0; i < 5; i++)
        *sizes[i] = (uint32_t)strtoul(words[i + 1], NULL, 10);
    if (each == 0 || each > experts)
        return fprintf(stderr, "bench_experts: a token has 1 to EXPERTS experts\n"), 2;
    pairs = tokens * each;
    const char *name = count > 6 ? words[6] : "f16";
    is_once = count > 7;
    dtype = strcmp(name, "bf16") == 0 ? KRT_BF16 : KRT_F16;
    for (uint32_t i = 0; i < KRT_BLOCK_FORMAT_COUNT; i++)
        if (strcmp(name, krt_block_format_name(i)) == 0)
            format = i;
    check(krt_device_default(&device));
    check(krt_stream_create(device, &stream));
    check(krt_ops_create(&krt_kernels_package, &ops));
    check(krt_models_create(&krt_models_package, &models));
    compare();
    check(krt_stream_synchronize(stream));
    return 0;
}
