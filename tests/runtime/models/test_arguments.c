/* Arguments that every function of krt/models.h refuses: no object, no tensors, and outputs that
 * share memory with other tensors. */
#include "models_test.h"

#include <krt/graph.h>

/* Small tensors of every shape that calls need: 2 sequences of 3 tokens, 2 heads of 8 elements, and
 * 4 experts, of which a token has 2. */
enum {
    QUERIES, /* f16 [2, 3, 2, 8] */
    KEYS,
    MADE_QUERIES,
    MADE_KEYS,
    COS, /* f32 [8, 4] */
    SIN,
    LENGTHS, /* u32 [2] */
    TOKENS,
    LOGITS, /* f32 [2, 16] */
    COUNTS, /* u32 [2, 16] */
    HISTORY,
    STATES,      /* i64 [2, 3] */
    LOGARITHMS,  /* f32 [2] */
    LOG_SUM_EXP, /* f32 [2, 2, 3] */
    SCORES,      /* f32 [3, 4] */
    IDS,         /* u32 [3, 2] */
    WEIGHTS,     /* f32 [3, 2] */
    PAIRS,       /* u32 [6] */
    PLACES,      /* u32 [3, 2] */
    STARTS,      /* u32 [5] */
    ROWS,        /* f16 [3, 32] */
    MATRICES,    /* f16 [4, 32, 32] */
    BLOCKS,      /* u8 [2304]: as many of q4_0 */
    RESULTS,     /* f16 [6, 32] */
    SUMS,        /* f16 [3, 32] */
    TENSORS
};
static const struct {
    uint32_t dtype, rank;
    uint64_t dims[4];
} shapes[TENSORS] = {
    [QUERIES] = {KRT_F16, 4, {2, 3, 2, 8}},
    [KEYS] = {KRT_F16, 4, {2, 3, 2, 8}},
    [MADE_QUERIES] = {KRT_F16, 4, {2, 3, 2, 8}},
    [MADE_KEYS] = {KRT_F16, 4, {2, 3, 2, 8}},
    [COS] = {KRT_F32, 2, {8, 4}},
    [SIN] = {KRT_F32, 2, {8, 4}},
    [LENGTHS] = {KRT_U32, 1, {2}},
    [TOKENS] = {KRT_U32, 1, {2}},
    [LOGITS] = {KRT_F32, 2, {2, 16}},
    [COUNTS] = {KRT_U32, 2, {2, 16}},
    [HISTORY] = {KRT_U32, 2, {2, 16}},
    [STATES] = {KRT_I64, 2, {2, 3}},
    [LOGARITHMS] = {KRT_F32, 1, {2}},
    [LOG_SUM_EXP] = {KRT_F32, 3, {2, 2, 3}},
    [SCORES] = {KRT_F32, 2, {3, 4}},
    [IDS] = {KRT_U32, 2, {3, 2}},
    [WEIGHTS] = {KRT_F32, 2, {3, 2}},
    [PAIRS] = {KRT_U32, 1, {6}},
    [PLACES] = {KRT_U32, 2, {3, 2}},
    [STARTS] = {KRT_U32, 1, {5}},
    [ROWS] = {KRT_F16, 2, {3, 32}},
    [MATRICES] = {KRT_F16, 3, {4, 32, 32}},
    [BLOCKS] = {KRT_U8, 1, {2304}},
    [RESULTS] = {KRT_F16, 2, {6, 32}},
    [SUMS] = {KRT_F16, 2, {3, 32}},
};
static struct array arrays[TENSORS];
static struct krt_tensor tensors[TENSORS];

static void make_tensors(void)
{
    for (unsigned i = 0; i < TENSORS; i++) {
        arrays[i] = array_make(shapes[i].dtype, shapes[i].rank, shapes[i].dims);
        tensors[i] = arrays[i].tensor;
    }
}

static void free_tensors(void)
{
    for (unsigned i = 0; i < TENSORS; i++)
        array_free(&arrays[i]);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static krt_status rope(struct krt_models *object)
{
    struct krt_rope_options options = {.struct_size = sizeof options, .lengths = &tensors[LENGTHS]};
    return krt_rope_tokens(object, stream, &options, &tensors[COS], &tensors[SIN],
                           &tensors[QUERIES], &tensors[MADE_QUERIES], &tensors[KEYS],
                           &tensors[MADE_KEYS]);
}

static krt_status append(struct krt_models *object)
{
    struct krt_cache_options options = {.struct_size = sizeof options,
                                        .lengths = &tensors[LENGTHS]};
    return krt_cache_append(object, stream, &options, &tensors[QUERIES], &tensors[MADE_QUERIES],
                            &tensors[KEYS], &tensors[MADE_KEYS]);
}

static krt_status add_lengths(struct krt_models *object)
{
    const uint64_t dims[] = {3};
    struct krt_tensor starts = krt_tensor_dense(KRT_U32, tensors[STARTS].data, 1, dims);
    return krt_lengths_add(object, stream, &starts, 0, &tensors[LENGTHS]);
}

static krt_status choose_experts(struct krt_models *object)
{
    return krt_experts_route(object, stream, NULL, &tensors[SCORES], &tensors[IDS],
                             &tensors[WEIGHTS]);
}

static struct krt_experts_order order(void)
{
    return (struct krt_experts_order){tensors[PAIRS], tensors[PLACES], tensors[STARTS]};
}

static krt_status sort(struct krt_models *object)
{
    const struct krt_experts_order out = order();
    return krt_experts_sort(object, stream, &tensors[IDS], &out);
}

static krt_status multiply(struct krt_models *object)
{
    const struct krt_experts_order sorted = order();
    return krt_experts_matmul(object, stream, NULL, &sorted, &tensors[ROWS], &tensors[MATRICES],
                              &tensors[RESULTS]);
}

static krt_status multiply_quantized(struct krt_models *object)
{
    const struct krt_experts_order sorted = order();
    const struct krt_quantized w = {tensors[BLOCKS].data, KRT_Q4_0, 32, 32, 4};
    return krt_experts_quantized_matmul(object, stream, NULL, &sorted, &tensors[ROWS], &w,
                                        &tensors[RESULTS]);
}

static krt_status sum(struct krt_models *object)
{
    const struct krt_experts_order sorted = order();
    return krt_experts_sum(object, stream, &sorted, &tensors[RESULTS], &tensors[WEIGHTS],
                           &tensors[SUMS]);
}

static krt_status attend(struct krt_models *object)
{
    struct krt_attention_options options = {.struct_size = sizeof options,
                                            .key_lengths = &tensors[LENGTHS],
                                            .log_sum_exp = &tensors[LOG_SUM_EXP]};
    return krt_attention(object, stream, &options, &tensors[QUERIES], &tensors[KEYS],
                         &tensors[KEYS], &tensors[MADE_QUERIES]);
}

static krt_status choose(struct krt_models *object)
{
    struct krt_sample_options options = {.struct_size = sizeof options,
                                         .counts = &tensors[COUNTS],
                                         .states = &tensors[STATES],
                                         .log_probabilities = &tensors[LOGARITHMS],
                                         .history = &tensors[HISTORY],
                                         .lengths = &tensors[LENGTHS]};
    return krt_sample(object, stream, &options, NULL, &tensors[LOGITS], &tensors[TOKENS]);
}

static krt_status count(struct krt_models *object)
{
    return krt_count_tokens(object, stream, KRT_COUNT_CHOSEN, &tensors[HISTORY], NULL,
                            &tensors[COUNTS]);
}

/* Each call, its tensors that must be given, and its outputs. The first tensor is not an output. */
static const struct {
    krt_status (*run)(struct krt_models *object);
    unsigned char inputs[8], outputs[8]; /* ended by TENSORS */
} calls[] = {
    {rope, {QUERIES, KEYS, COS, SIN, LENGTHS, TENSORS}, {MADE_QUERIES, MADE_KEYS, TENSORS}},
    {append, {QUERIES, KEYS, LENGTHS, TENSORS}, {MADE_QUERIES, MADE_KEYS, TENSORS}},
    {add_lengths, {STARTS, TENSORS}, {LENGTHS, TENSORS}},
    {choose_experts, {SCORES, TENSORS}, {IDS, WEIGHTS, TENSORS}},
    {sort, {IDS, TENSORS}, {PAIRS, PLACES, STARTS, TENSORS}},
    {multiply, {ROWS, MATRICES, PAIRS, PLACES, STARTS, TENSORS}, {RESULTS, TENSORS}},
    {multiply_quantized, {ROWS, BLOCKS, PAIRS, PLACES, STARTS, TENSORS}, {RESULTS, TENSORS}},
    {sum, {RESULTS, WEIGHTS, PAIRS, PLACES, STARTS, TENSORS}, {SUMS, TENSORS}},
    {attend, {QUERIES, KEYS, LENGTHS, TENSORS}, {MADE_QUERIES, LOG_SUM_EXP, TENSORS}},
    {choose, {LOGITS, LENGTHS, TENSORS}, {TOKENS, COUNTS, STATES, LOGARITHMS, HISTORY, TENSORS}},
    {count, {HISTORY, TENSORS}, {COUNTS, TENSORS}},
};
enum { CALLS = sizeof calls / sizeof *calls };

static void no_models_are_refused(void **state)
{
    (void)state;
    make_tensors();
    for (unsigned c = 0; c < CALLS; c++) {
        assert_fails(calls[c].run(NULL), KRT_ERROR_INVALID_ARGUMENT, "|models| is NULL");
        assert_ok(calls[c].run(models));
    }
    free_tensors();
}

/* Whatever an output would write is another tensor's: its beginning, or its last bytes. */
static void outputs_that_share_memory_are_refused(void **state)
{
    (void)state;
    make_tensors();
    for (unsigned c = 0; c < CALLS; c++)
        for (unsigned o = 0; calls[c].outputs[o] != TENSORS; o++) {
            struct krt_tensor *out = &tensors[calls[c].outputs[o]];
            void *own = out->data;
            for (unsigned i = 0; calls[c].inputs[i] != TENSORS; i++) {
                const struct array *other = &arrays[calls[c].inputs[i]];
                out->data = other->tensor.data;
                assert_fails(calls[c].run(models),
                             calls[c].run == rope && o == i ? KRT_OK : KRT_ERROR_INVALID_ARGUMENT,
                             calls[c].run == rope && o == i ? "" : "shares memory with");
                out->data = (char *)other->tensor.data + array_bytes(other) - 16;
                if (array_bytes(other) > 16)
                    assert_fails(calls[c].run(models), KRT_ERROR_INVALID_ARGUMENT, "shares memory");
            }
            for (unsigned i = 0; i < o; i++) {
                out->data = tensors[calls[c].outputs[i]].data;
                assert_fails(calls[c].run(models), KRT_ERROR_INVALID_ARGUMENT, "shares memory");
            }
            out->data = own;
        }
    free_tensors();
}

/* What is refused for a dtype has no part of its work on the stream. */
static void what_is_refused_launches_nothing(void **state)
{
    (void)state;
    make_tensors();
    for (unsigned c = 0; c < CALLS; c++) {
        struct krt_tensor *out = &tensors[calls[c].outputs[0]];
        const uint32_t dtype = out->dtype;
        struct krt_graph *graph;
        uint64_t nodes;
        out->dtype = KRT_U8;
        assert_ok(krt_stream_synchronize(stream));
        assert_ok(krt_capture_begin(stream));
        assert_true(calls[c].run(models) != KRT_OK);
        assert_ok(krt_capture_end(stream, &graph));
        assert_ok(krt_graph_count(graph, &nodes));
        assert_int_equal(nodes, 0);
        krt_graph_destroy(graph);
        out->dtype = dtype;
    }
    free_tensors();
}

/* Queries and keys are often neighbours in one tensor. */
static void views_of_one_tensor_are_apart(void **state)
{
    (void)state;
    make_tensors();
    struct array both = array_make(KRT_F16, 4, DIMS(2, 3, 4, 8));
    tensors[QUERIES].data = both.tensor.data;
    tensors[KEYS].data = (char *)both.tensor.data + 2 * 8 * 2;
    for (unsigned i = 0; i < 4; i++)
        tensors[QUERIES].strides[i] = tensors[KEYS].strides[i] = both.tensor.strides[i];
    tensors[MADE_QUERIES] = tensors[QUERIES];
    tensors[MADE_KEYS] = tensors[KEYS];
    assert_ok(rope(models));
    tensors[MADE_QUERIES] = tensors[KEYS];
    assert_fails(rope(models), KRT_ERROR_INVALID_ARGUMENT,
                 "|queries_out| shares memory with |keys_out|");
    array_free(&both);
    free_tensors();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_models_are_refused),
        cmocka_unit_test(outputs_that_share_memory_are_refused),
        cmocka_unit_test(what_is_refused_launches_nothing),
        cmocka_unit_test(views_of_one_tensor_are_apart),
    };
    run_on_all_devices(tests);
}
