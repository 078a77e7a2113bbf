/* A layer of experts, from scores to sums: beside a reference in f64, and as a graph whose replays
 * see new scores. */
#include "experts_test.h"

#include <krt/graph.h>

enum { TOKENS = 21, EACH = 3, EXPERTS = 6, WIDTH = 48, INNER = 32, PAIRS = TOKENS * EACH };

struct layer {
    struct array scores, x, up, down, ids, weights, order, places, starts, between, made, out;
};
enum { ARRAYS = sizeof(struct layer) / sizeof(struct array) };

static struct layer make_layer(uint32_t dtype)
{
    uint64_t seed = dtype;
    return (struct layer){
        .scores = array_random(KRT_F32, 2, DIMS(TOKENS, EXPERTS), -3, 3, &seed),
        .x = array_random(dtype, 2, DIMS(TOKENS, WIDTH), -1, 1, &seed),
        .up = array_random(dtype, 3, DIMS(EXPERTS, INNER, WIDTH), -0.25, 0.25, &seed),
        .down = array_random(dtype, 3, DIMS(EXPERTS, WIDTH, INNER), -0.25, 0.25, &seed),
        .ids = array_make(KRT_U32, 2, DIMS(TOKENS, EACH)),
        .weights = array_make(KRT_F32, 2, DIMS(TOKENS, EACH)),
        .order = array_make(KRT_U32, 1, DIMS(PAIRS)),
        .places = array_make(KRT_U32, 2, DIMS(TOKENS, EACH)),
        .starts = array_make(KRT_U32, 1, DIMS(EXPERTS + 1)),
        .between = array_make(dtype, 2, DIMS(PAIRS, INNER)),
        .made = array_make(dtype, 2, DIMS(PAIRS, WIDTH)),
        .out = array_make(dtype, 2, DIMS(TOKENS, WIDTH)),
    };
}

/* All launches of the layer; there is nothing between its products. */
static void run_layer(struct layer *layer, const struct krt_quantized *up)
{
    struct krt_experts_order order = {layer->order.tensor, layer->places.tensor,
                                      layer->starts.tensor};
    struct krt_route_options routing = {.struct_size = sizeof routing, .normalize = true};
    struct krt_experts_options sorted = {.struct_size = sizeof sorted, .sorted = true};
    assert_ok(krt_experts_route(models, stream, &routing, &layer->scores.tensor, &layer->ids.tensor,
                                &layer->weights.tensor));
    assert_ok(krt_experts_sort(models, stream, &layer->ids.tensor, &order));
    assert_ok(up ? krt_experts_quantized_matmul(models, stream, NULL, &order, &layer->x.tensor, up,
                                                &layer->between.tensor)
                 : krt_experts_matmul(models, stream, NULL, &order, &layer->x.tensor,
                                      &layer->up.tensor, &layer->between.tensor));
    assert_ok(krt_experts_matmul(models, stream, &sorted, &order, &layer->between.tensor,
                                 &layer->down.tensor, &layer->made.tensor));
    assert_ok(krt_experts_sum(models, stream, &order, &layer->made.tensor, &layer->weights.tensor,
                              &layer->out.tensor));
}

static void free_layer(struct layer *layer)
{
    struct array *all = &layer->scores;
    for (unsigned i = 0; i < ARRAYS; i++)
        array_free(&all[i]);
}

/* What expert |e| makes of token |t|, row |row|. */
static double made_by(const struct layer *layer, uint32_t e, uint32_t t, uint32_t row)
{
    double sum = 0;
    for (uint32_t i = 0; i < INNER; i++) {
        double inner = 0;
        for (uint32_t c = 0; c < WIDTH; c++)
            inner += array_at(&layer->x, t * WIDTH + c) *
                     array_at(&layer->up, (e * INNER + i) * WIDTH + c);
        sum += inner * array_at(&layer->down, (e * WIDTH + row) * INNER + i);
    }
    return sum;
}

static void expect_layer(uint32_t dtype, double bound)
{
    struct layer layer = make_layer(dtype);
    run_layer(&layer, NULL);
    array_download(&layer.ids);
    array_download(&layer.weights);
    array_download(&layer.out);
    for (uint32_t t = 0; t < TOKENS; t++)
        for (uint32_t row = 0; row < WIDTH; row += 5) {
            double wanted = 0;
            for (uint32_t j = t * EACH; j < (t + 1) * EACH; j++)
                wanted += array_at(&layer.weights, j) *
                          made_by(&layer, ((uint32_t *)layer.ids.host)[j], t, row);
            assert_true(fabs(array_at(&layer.out, t * WIDTH + row) - wanted) <= bound);
        }
    free_layer(&layer);
}

static void a_layer_is_the_weighted_sum_of_experts(void **state)
{
    (void)state;
    expect_layer(KRT_F16, 0x1p-10);
    expect_layer(KRT_BF16, 0x1p-7);
}

static void replays_see_new_scores(void **state)
{
    (void)state;
    uint64_t seed = 5, bytes = EXPERTS * INNER * 18;
    struct layer layer = make_layer(KRT_F16);
    struct array blocks = array_make(KRT_U8, 1, DIMS(bytes)), other = layer.scores, direct;
    for (uint64_t i = 0; i < bytes; i++) /* scales of 2^-6 or so */
        ((uint8_t *)blocks.host)[i] = i % 18 == 1 ? 0x24 : (uint8_t)next_random(&seed);
    array_upload(&blocks);
    const struct krt_quantized up = {blocks.tensor.data, KRT_IQ4_NL, INNER, 32, EXPERTS};
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    layer.x.tensor = krt_tensor_dense(KRT_F16, layer.x.tensor.data, 2, DIMS(TOKENS, 32));
    run_layer(&layer, &up); /* memory of the stream is there before the capture */
    assert_ok(krt_capture_begin(stream));
    run_layer(&layer, &up);
    assert_ok(krt_capture_end(stream, &graph));
    assert_ok(krt_graph_instantiate(graph, &exec));
    for (unsigned turn = 0; turn < 2; turn++) {
        for (uint64_t i = 0; i < other.count; i++)
            number_store(other.host, KRT_F32, i, random_between(&seed, -3, 3));
        array_upload(&other);
        run_layer(&layer, &up);
        array_download(&layer.out);
        direct = layer.out;
        assert_non_null(direct.host = malloc(array_bytes(&direct)));
        memcpy(direct.host, layer.out.host, array_bytes(&direct));
        assert_ok(krt_set(stream, layer.out.tensor.data, 0, 1, array_bytes(&direct)));
        assert_ok(krt_graph_launch(exec, stream));
        array_download(&layer.out);
        assert_memory_equal(layer.out.host, direct.host, array_bytes(&direct));
        free(direct.host);
    }
    assert_ok(krt_stream_synchronize(stream));
    krt_graph_exec_destroy(exec);
    krt_graph_destroy(graph);
    array_free(&blocks);
    free_layer(&layer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_layer_is_the_weighted_sum_of_experts),
        cmocka_unit_test(replays_see_new_scores),
    };
    run_on_all_devices(tests);
}
