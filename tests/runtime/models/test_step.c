/* A step of decoding is a graph that is captured once: everything that changes from step to step is
 * in device memory. */
#include "models_test.h"

#include <krt/graph.h>

enum { BATCH = 2, HEADS = 3, KEY_HEADS = 1, SIZE = 8, CAPACITY = 6, VOCABULARY = 30, STEPS = 3 };

struct step {
    struct array queries, keys, values, key_cache, value_cache, cos, sin, lengths, logits, tokens,
        history, states, counts;
};
enum { ARRAYS = sizeof(struct step) / sizeof(struct array) };

static const uint32_t lengths[BATCH] = {0, 2};

static struct step make_step(void)
{
    uint64_t seed = 4;
    struct step step = {
        .queries = array_random(KRT_F16, 4, DIMS(BATCH, 1, HEADS, SIZE), -1, 1, &seed),
        .keys = array_random(KRT_F16, 4, DIMS(BATCH, 1, KEY_HEADS, SIZE), -1, 1, &seed),
        .values = array_random(KRT_F16, 4, DIMS(BATCH, 1, KEY_HEADS, SIZE), -1, 1, &seed),
        .key_cache = array_make(KRT_F16, 4, DIMS(BATCH, CAPACITY, KEY_HEADS, SIZE)),
        .value_cache = array_make(KRT_F16, 4, DIMS(BATCH, CAPACITY, KEY_HEADS, SIZE)),
        .cos = array_random(KRT_F32, 2, DIMS(CAPACITY, SIZE / 2), -1, 1, &seed),
        .sin = array_random(KRT_F32, 2, DIMS(CAPACITY, SIZE / 2), -1, 1, &seed),
        .lengths = array_of_u32(1, DIMS(BATCH), lengths),
        .logits = array_random(KRT_F16, 2, DIMS(BATCH, VOCABULARY), -2, 2, &seed),
        .tokens = array_make(KRT_U32, 1, DIMS(BATCH)),
        .history = array_make(KRT_U32, 2, DIMS(BATCH, CAPACITY)),
        .states = array_make(KRT_I64, 2, DIMS(BATCH, 3)),
        .counts = array_make(KRT_U32, 2, DIMS(BATCH, VOCABULARY)),
    };
    return step;
}

static void take(struct step *step)
{
    struct krt_rope_options rope = {.struct_size = sizeof rope, .lengths = &step->lengths.tensor};
    struct krt_cache_options cache = {.struct_size = sizeof cache,
                                      .lengths = &step->lengths.tensor};
    struct krt_sample_options sample = {
        .struct_size = sizeof sample,
        .all = {.temperature = 1, .top_p = 0.9f, .presence = 0.5f},
        .counts = &step->counts.tensor,
        .states = &step->states.tensor,
        .history = &step->history.tensor,
        .lengths = &step->lengths.tensor,
    };
    assert_ok(krt_rope_tokens(models, stream, &rope, &step->cos.tensor, &step->sin.tensor,
                              &step->queries.tensor, &step->queries.tensor, &step->keys.tensor,
                              &step->keys.tensor));
    assert_ok(krt_cache_append(models, stream, &cache, &step->keys.tensor, &step->key_cache.tensor,
                               &step->values.tensor, &step->value_cache.tensor));
    assert_ok(
        krt_sample(models, stream, &sample, NULL, &step->logits.tensor, &step->tokens.tensor));
    assert_ok(krt_lengths_add(models, stream, NULL, 1, &step->lengths.tensor));
}

static void a_graph_takes_the_steps_that_calls_take(void **state)
{
    (void)state;
    struct step called = make_step(), captured = make_step();
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    for (unsigned i = 0; i < STEPS; i++)
        take(&called);
    assert_ok(krt_capture_begin(stream));
    take(&captured);
    assert_ok(krt_capture_end(stream, &graph));
    assert_ok(krt_graph_instantiate(graph, &exec));
    for (unsigned i = 0; i < STEPS; i++)
        assert_ok(krt_graph_launch(exec, stream));
    struct array *left = (struct array *)&called, *right = (struct array *)&captured;
    for (unsigned i = 0; i < ARRAYS; i++) {
        array_download(&left[i]);
        array_download(&right[i]);
        assert_memory_equal(left[i].host, right[i].host, array_bytes(&left[i]));
    }
    uint32_t *history = called.history.host, *counts = called.counts.host, all = 0;
    for (unsigned b = 0; b < BATCH; b++) {
        assert_int_equal(array_at(&called.states, 3 * b + 2), STEPS);
        assert_int_equal(((uint32_t *)called.lengths.host)[b], lengths[b] + STEPS);
        assert_int_equal(history[b * CAPACITY + lengths[b] + STEPS - 1],
                         ((uint32_t *)called.tokens.host)[b]);
        for (unsigned i = 0; i < STEPS; i++)
            assert_true(counts[b * VOCABULARY + history[b * CAPACITY + lengths[b] + i]] > 0);
    }
    for (unsigned i = 0; i < BATCH * VOCABULARY; i++)
        all += counts[i];
    assert_int_equal(all, BATCH * STEPS);
    krt_graph_exec_destroy(exec);
    krt_graph_destroy(graph);
    for (unsigned i = 0; i < ARRAYS; i++) {
        array_free(&left[i]);
        array_free(&right[i]);
    }
}

/* Attention of keys that are split among workgroups, if the graph can have memory between launches.
 * Lengths are those of the replay. */
static void attention_of_many_keys_is_captured(void **state)
{
    enum { KEYS = 2048, SOME = 700, HEAD = 64 };
    uint64_t seed = 9;
    (void)state;
    struct array query = array_random(KRT_F16, 4, DIMS(1, 1, 1, HEAD), -1, 1, &seed),
                 keys = array_random(KRT_F16, 4, DIMS(1, KEYS, 1, HEAD), -1, 1, &seed),
                 values = array_make(KRT_F16, 4, DIMS(1, KEYS, 1, HEAD)),
                 called = array_make(KRT_F16, 4, DIMS(1, 1, 1, HEAD)),
                 replayed = array_make(KRT_F16, 4, DIMS(1, 1, 1, HEAD)),
                 length = array_of_u32(1, DIMS(1), (const uint32_t[]){KEYS});
    for (uint32_t i = 0; i < KEYS * HEAD; i++)
        number_store(values.host, KRT_F16, i, i / HEAD < SOME ? 1 : 3);
    array_upload(&values);
    const struct krt_attention_options options = {.struct_size = sizeof options,
                                                  .key_lengths = &length.tensor};
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    assert_ok(krt_attention(models, stream, &options, &query.tensor, &keys.tensor, &values.tensor,
                            &called.tensor));
    assert_ok(krt_capture_begin(stream));
    assert_ok(krt_attention(models, stream, &options, &query.tensor, &keys.tensor, &values.tensor,
                            &replayed.tensor));
    assert_ok(krt_capture_end(stream, &graph));
    assert_ok(krt_graph_instantiate(graph, &exec));
    assert_ok(krt_graph_launch(exec, stream));
    array_download(&called);
    array_download(&replayed);
    for (uint64_t i = 0; i < HEAD; i++) {
        assert_true(array_at(&called, i) > 2);
        assert_true(fabs(array_at(&called, i) - array_at(&replayed, i)) <= 0x1p-7);
    }
    *(uint32_t *)length.host = SOME;
    array_upload(&length);
    assert_ok(krt_graph_launch(exec, stream));
    array_download(&replayed);
    for (uint64_t i = 0; i < HEAD; i++)
        assert_true(fabs(array_at(&replayed, i) - 1) <= 0x1p-9);
    krt_graph_exec_destroy(exec);
    krt_graph_destroy(graph);
    struct array *all[] = {&query, &keys, &values, &called, &replayed, &length};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        array_free(all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_graph_takes_the_steps_that_calls_take),
        cmocka_unit_test(attention_of_many_keys_is_captured),
    };
    run_on_all_devices(tests);
}
