/* Operations in graphs: a chain of launches, copies, operations and a fused kernel gives the same
 * bytes when a graph does it, also when all of it is met in the capture for the first time.
 */
#include "ops_test.h"

#include <krt/fused.h>
#include <krt/graph.h>

enum { MOST_ROWS = 8, MOST_COLUMNS = 1500, MOST = MOST_ROWS * MOST_COLUMNS, ROW_BYTES = 4 };

/* The operands of a chain, all of them f32 and of one size, but for two. */
struct chain {
    uint64_t rows, columns;
    float *from, *to; /* pinned */
    float *x, *turned, *sums, *weights, *product, *mixed, *sorted;
    uint32_t *order;
};

static struct krt_fusion *fusion;

static struct chain chain_new(uint64_t rows, uint64_t columns)
{
    struct chain chain = {.rows = rows, .columns = columns};
    size_t bytes = rows * columns * sizeof(float);
    void **members[] = {(void **)&chain.x,       (void **)&chain.turned,  (void **)&chain.sums,
                        (void **)&chain.weights, (void **)&chain.product, (void **)&chain.mixed,
                        (void **)&chain.sorted,  (void **)&chain.order};
    assert_ok(krt_host_alloc(device, bytes, (void **)&chain.from));
    assert_ok(krt_host_alloc(device, bytes, (void **)&chain.to));
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        *members[i] = upload(NULL, bytes);
    assert_ok(krt_stream_synchronize(stream));
    return chain;
}

static void chain_end(const struct chain *chain)
{
    void *const members[] = {chain->x,       chain->turned, chain->sums,   chain->weights,
                             chain->product, chain->mixed,  chain->sorted, chain->order};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        release(members[i]);
    assert_ok(krt_host_free(device, chain->from));
    assert_ok(krt_host_free(device, chain->to));
}

static void chain_fill(const struct chain *chain, unsigned seed)
{
    for (uint64_t i = 0; i < chain->rows * chain->columns; i++)
        chain->from[i] = (float)((i * 7919 + seed * 104729) % 2003) / 501 - 2;
}

static void multiply(const struct chain *chain, const struct krt_tensor *x)
{
    uint64_t n = chain->rows;
    struct krt_tensor right = krt_tensor_dense(KRT_F32, chain->weights, 2, DIMS(chain->columns, n));
    struct krt_tensor product = krt_tensor_dense(KRT_F32, chain->product, 2, DIMS(n, n));
    assert_ok(krt_matmul(ops, stream, x, &right, &product));
}

/* Puts everything on the stream; |takes_memory|: also what takes memory of the stream. */
static void chain_put(const struct chain *chain, bool takes_memory)
{
    const uint64_t *dims = DIMS(chain->rows, chain->columns), *turned = DIMS(dims[1], dims[0]);
    size_t count = dims[0] * dims[1];
    struct krt_tensor x = krt_tensor_dense(KRT_F32, chain->x, 2, dims);
    struct krt_tensor view = krt_tensor_dense(KRT_F32, chain->x, 2, turned);
    view.strides[0] = 1;
    view.strides[1] = dims[1];
    struct krt_tensor gelu = krt_tensor_dense(KRT_F32, chain->turned, 2, turned);
    struct krt_tensor sums = krt_tensor_dense(KRT_F32, chain->sums, 1, &dims[1]), spread;
    struct krt_tensor mixed = krt_tensor_dense(KRT_F32, chain->mixed, 2, dims);
    struct krt_tensor back = krt_tensor_dense(KRT_F32, chain->turned, 2, dims);
    struct krt_tensor weights = krt_tensor_dense(KRT_F32, chain->weights, 2, dims);
    back.strides[0] = 1;
    back.strides[1] = dims[0];
    assert_ok(krt_copy_to_device(stream, chain->x, chain->from, count * sizeof(float)));
    assert_ok(krt_unary(ops, stream, KRT_UNARY_GELU, &view, &gelu));
    assert_ok(krt_reduce(ops, stream, KRT_REDUCE_SUM, &x, 1, &sums));
    assert_ok(krt_softmax(ops, stream, &x, &weights));
    multiply(chain, &x);
    assert_ok(krt_tensor_broadcast(&sums, 2, dims, &spread));
    struct krt_tensor operands[] = {back, weights, spread};
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = operands,
                                             .outputs = &mixed,
                                             .input_count = 3,
                                             .output_count = 1};
    assert_ok(krt_fusion_launch(fusion, stream, &arguments));
    struct krt_launch_config config = {.grid = {4}, .block = {256}};
    assert_ok(krt_kernels_launch_affine_f32(stream, &config, count, 0, NULL, chain->mixed,
                                            chain->mixed, 2, 1));
    assert_ok(krt_copy_on_device(stream, chain->mixed, chain->product, dims[0] * ROW_BYTES));
    assert_ok(krt_set(stream, chain->mixed + dims[0], 0, 4, 3));
    struct krt_tensor values = krt_tensor_dense(KRT_F32, chain->sorted, 2, dims);
    struct krt_tensor order = krt_tensor_dense(KRT_U32, chain->order, 2, dims);
    if (takes_memory) {
        assert_ok(krt_sort(ops, stream, &mixed, true, &values, &order));
        assert_ok(krt_masked_fill(ops, stream, &values, &order, krt_scalar_f64(0.5), &mixed));
    }
    assert_ok(krt_copy_to_host(stream, chain->to, takes_memory ? chain->sorted : chain->mixed,
                               count * sizeof(float)));
}

/* What the chain gives without a graph. */
static void assert_same_as_direct(const struct chain *chain, bool takes_memory)
{
    static float got[MOST];
    size_t bytes = chain->rows * chain->columns * sizeof *got;
    memcpy(got, chain->to, bytes);
    memset(chain->to, 0xff, bytes);
    chain_put(chain, takes_memory);
    assert_ok(krt_stream_synchronize(stream));
    assert_memory_equal(got, chain->to, bytes);
}

static struct krt_graph *capture(const struct chain *chain, bool takes_memory)
{
    struct krt_graph *graph;
    assert_ok(krt_capture_begin(stream));
    chain_put(chain, takes_memory);
    assert_ok(krt_capture_end(stream, &graph));
    return graph;
}

static void launch(struct krt_graph_exec *exec, const struct chain *chain)
{
    memset(chain->to, 0xee, chain->rows * chain->columns * sizeof(float));
    assert_ok(krt_graph_launch(exec, stream));
    assert_ok(krt_stream_synchronize(stream));
}

/* The first test: no module is loaded, no layout is known, and the fusion is not compiled. */
static void a_graph_does_what_the_calls_do(void **state)
{
    (void)state;
    struct chain chain = chain_new(3, MOST_COLUMNS);
    struct krt_graph *graph = capture(&chain, true);
    struct krt_graph_exec *exec;
    assert_ok(krt_graph_instantiate(graph, &exec));
    krt_graph_destroy(graph);
    for (unsigned round = 0; round < 4; round++) {
        chain_fill(&chain, round);
        launch(exec, &chain);
        assert_same_as_direct(&chain, true);
    }
    krt_graph_exec_destroy(exec);
    chain_end(&chain);
}

static void a_hundred_launches_give_the_same(void **state)
{
    (void)state;
    static float first[MOST];
    struct chain chain = chain_new(MOST_ROWS, 40);
    struct krt_graph *graph = capture(&chain, false);
    struct krt_graph_exec *exec;
    size_t bytes = MOST_ROWS * 40 * sizeof(float);
    assert_ok(krt_graph_instantiate(graph, &exec));
    krt_graph_destroy(graph);
    chain_fill(&chain, 9);
    launch(exec, &chain);
    memcpy(first, chain.to, bytes);
    for (int i = 0; i < 100; i++) {
        launch(exec, &chain);
        assert_memory_equal(first, chain.to, bytes);
    }
    assert_same_as_direct(&chain, false);
    krt_graph_exec_destroy(exec);
    chain_end(&chain);
}

/* With layouts that are on the device, so that no graph uploads any. */
static void an_update_gives_a_chain_other_sizes(void **state)
{
    (void)state;
    struct chain small = chain_new(2, 30), large = chain_new(5, 70);
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    chain_fill(&small, 1);
    chain_fill(&large, 2);
    for (int i = 0; i < 2; i++) {
        chain_put(&small, false);
        chain_put(&large, false);
        assert_ok(krt_stream_synchronize(stream));
    }
    graph = capture(&small, false);
    assert_ok(krt_graph_instantiate(graph, &exec));
    krt_graph_destroy(graph);
    launch(exec, &small);
    assert_same_as_direct(&small, false);
    graph = capture(&large, false);
    assert_ok(krt_graph_update(exec, graph));
    krt_graph_destroy(graph);
    launch(exec, &large);
    assert_same_as_direct(&large, false);
    krt_graph_exec_destroy(exec);
    chain_end(&small);
    chain_end(&large);
}

static void what_needs_a_pool_is_refused_without_one(void **state)
{
    (void)state;
    struct krt_graph *graph;
    struct krt_tensor in = krt_tensor_dense(KRT_F32, upload(NULL, 64), 1, DIMS(16)), out = in;
    struct krt_tensor mask = krt_tensor_dense(KRT_U8, upload(NULL, 64), 1, DIMS(16));
    const struct krt_convolution reflected = {.paddings = {1}, .padding = KRT_PADDING_REFLECT};
    struct krt_tensor line = krt_tensor_dense(KRT_F32, in.data, 3, DIMS(1, 1, 6)), smooth = line;
    struct krt_tensor kernel = krt_tensor_dense(KRT_F32, in.data, 3, DIMS(1, 1, 3));
    smooth.data = mask.data;
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_capture_begin(stream));
    krt_status filled = krt_masked_fill(ops, stream, &in, &mask, krt_scalar_f64(1), &out);
    krt_status convolved = krt_convolve(ops, stream, &reflected, &line, &kernel, &smooth);
    assert_ok(krt_capture_end(stream, &graph));
    krt_graph_destroy(graph);
    const char *pool = getenv("KRT_POOL");
    krt_status wanted = pool && strcmp(pool, "none") == 0 ? KRT_ERROR_UNSUPPORTED : KRT_OK;
    assert_status(filled, wanted);
    assert_status(convolved, wanted);
    release(in.data);
    release(mask.data);
}

int main(void)
{
    const struct CMUnitTest with_pool[] = {
        cmocka_unit_test(a_graph_does_what_the_calls_do),
        cmocka_unit_test(a_hundred_launches_give_the_same),
        cmocka_unit_test(an_update_gives_a_chain_other_sizes),
        cmocka_unit_test(what_needs_a_pool_is_refused_without_one),
    };
    const struct CMUnitTest without[] = {
        cmocka_unit_test(a_hundred_launches_give_the_same),
        cmocka_unit_test(what_needs_a_pool_is_refused_without_one),
    };
    const char *pool = getenv("KRT_POOL");
    int failures = 0;
    setenv("KRT_BLAS", "own", 1); /* as in a capture: the same rounding */
    for (unsigned i = first_device(); i < end_device(); i++) {
        open_all(all_devices[i]);
        assert_ok(krt_fusion_parse("out = silu(a) * b + c", &fusion));
        if (pool && strcmp(pool, "none") == 0)
            failures += cmocka_run_group_tests(without, NULL, NULL);
        else
            failures += cmocka_run_group_tests(with_pool, NULL, NULL);
        krt_fusion_destroy(fusion);
        close_all();
    }
    return failures != 0;
}
