/* Mixtures of experts: which experts tokens get, how pairs are sorted, and sums over experts. */
#include "experts_test.h"

enum { EACH_MOST = 32, EXPERTS_MOST = 1024 };

struct routing {
    uint32_t dtype, tokens, experts, each;
    bool sigmoid, normalize, has_bias;
    uint32_t groups, kept;
    float scale;
};

/* ---- Routing, in f64 ------------------------------------------------------------------------- */

/* Whether |a| is selected before |b|: NaN is greater than all numbers, lower numbers win ties. */
static bool is_before(const double *keys, uint32_t a, uint32_t b)
{
    if (isnan(keys[a]) || isnan(keys[b]))
        return isnan(keys[a]) && (!isnan(keys[b]) || a < b);
    return keys[a] > keys[b] || (keys[a] == keys[b] && a < b);
}

/* Takes the best |count| of |of| numbers that are not taken, the best first. */
static void take_best(const double *keys, uint32_t of, bool *taken, uint32_t count, uint32_t *out)
{
    for (uint32_t j = 0; j < count; j++) {
        uint32_t best = UINT32_MAX;
        for (uint32_t i = 0; i < of; i++)
            if (!taken[i] && (best == UINT32_MAX || is_before(keys, i, best)))
                best = i;
        taken[best] = true;
        out[j] = best;
    }
}

static void leave_groups(const struct routing *routing, const double *keys, bool *taken)
{
    double of_groups[EACH_MOST];
    uint32_t kept[EACH_MOST], size = routing->experts / routing->groups, two[2];
    bool other[EACH_MOST] = {false};
    for (uint32_t g = 0; g < routing->groups; g++) {
        bool of_group[EXPERTS_MOST] = {false};
        take_best(keys + g * size, size, of_group, size > 1 ? 2 : 1, two);
        of_groups[g] = keys[g * size + two[0]] + (size > 1 ? keys[g * size + two[1]] : 0);
    }
    take_best(of_groups, routing->groups, other, routing->kept, kept);
    for (uint32_t i = 0; i < routing->experts; i++)
        taken[i] = !other[i / size];
}

/* Routes a token. Scores that select are computed in f32, as ties depend on it. */
static void route_token(const struct routing *routing, const double *x, const float *bias,
                        uint32_t *ids, double *weights)
{
    double scores[EXPERTS_MOST], keys[EXPERTS_MOST], largest = -INFINITY, sum = 0;
    bool taken[EXPERTS_MOST] = {false};
    for (uint32_t i = 0; i < routing->experts; i++)
        largest = fmax(largest, x[i]);
    for (uint32_t i = 0; i < routing->experts; i++)
        sum += exp(x[i] - largest);
    for (uint32_t i = 0; i < routing->experts; i++) {
        scores[i] = routing->sigmoid ? 1 / (1 + exp(-x[i])) : exp(x[i] - largest) / sum;
        keys[i] = bias || routing->groups ? scores[i] + (bias ? bias[i] : 0) : x[i];
    }
    if (routing->groups)
        leave_groups(routing, keys, taken);
    take_best(keys, routing->experts, taken, routing->each, ids);
    double chosen = 0;
    for (uint32_t j = 0; j < routing->each; j++)
        chosen += weights[j] = scores[ids[j]];
    for (uint32_t j = 0; j < routing->each; j++)
        weights[j] *= (routing->normalize ? 1 / (chosen + 1e-20) : 1) *
                      (routing->scale == 0 ? 1 : routing->scale);
}

static void expect_routing(const struct routing *routing, double low, double high)
{
    uint64_t seed = routing->experts * 64 + routing->each;
    struct array scores =
        array_random(routing->dtype, 2, DIMS(routing->tokens, routing->experts), low, high, &seed);
    struct array bias = array_random(KRT_F32, 1, DIMS(routing->experts), -0.5, 0.5, &seed);
    struct array ids = array_make(KRT_U32, 2, DIMS(routing->tokens, routing->each));
    struct array weights = array_make(KRT_F32, 2, DIMS(routing->tokens, routing->each));
    struct krt_route_options options = {.struct_size = sizeof options,
                                        .bias = routing->has_bias ? &bias.tensor : NULL,
                                        .scale = routing->scale,
                                        .sigmoid = routing->sigmoid,
                                        .normalize = routing->normalize,
                                        .groups = routing->groups,
                                        .groups_kept = routing->kept};
    assert_ok(
        krt_experts_route(models, stream, &options, &scores.tensor, &ids.tensor, &weights.tensor));
    array_download(&ids);
    array_download(&weights);
    for (uint32_t t = 0; t < routing->tokens; t++) {
        double x[EXPERTS_MOST], wanted[EACH_MOST];
        uint32_t chosen[EACH_MOST];
        for (uint32_t i = 0; i < routing->experts; i++)
            x[i] = array_at(&scores, t * routing->experts + i);
        route_token(routing, x, routing->has_bias ? bias.host : NULL, chosen, wanted);
        for (uint32_t j = 0; j < routing->each; j++) {
            uint32_t at = t * routing->each + j;
            assert_int_equal(((uint32_t *)ids.host)[at], chosen[j]);
            assert_true(fabs(array_at(&weights, at) - wanted[j]) <= 2e-6 * fabs(wanted[j]) + 1e-12);
        }
    }
    struct array *all[] = {&scores, &bias, &ids, &weights};
    for (unsigned i = 0; i < 4; i++)
        array_free(all[i]);
}

static void tokens_get_their_best_experts(void **state)
{
    (void)state;
    static const uint32_t dtypes[] = {KRT_F32, KRT_F16, KRT_BF16};
    static const uint32_t sizes[][2] = {{1, 1},  {2, 2},   {8, 2},    {31, 5},  {33, 8},
                                        {64, 6}, {128, 8}, {257, 10}, {512, 4}, {1024, 32}};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        expect_routing(&(struct routing){.dtype = dtypes[i % 3],
                                         .tokens = 1 + i % 6,
                                         .experts = sizes[i][0],
                                         .each = sizes[i][1],
                                         .normalize = i & 1,
                                         .scale = i & 2 ? 2.5f : 0},
                       -4, 4);
    /* as Mixtral, DeepSeek-V3 and Llama 4 route */
    expect_routing(&(struct routing){KRT_F32, 9, 8, 2, .normalize = true}, -3, 3);
    expect_routing(&(struct routing){KRT_F32, 9, 256, 8, true, true, true, 8, 4, 2.5f}, -3, 3);
    expect_routing(&(struct routing){KRT_F32, 3, 32, 4, false, false, true, 32, 5, 0}, -3, 3);
    expect_routing(&(struct routing){KRT_F32, 5, 16, 1, .sigmoid = true}, -3, 3);
}

static void the_lowest_number_wins_ties(void **state)
{
    (void)state;
    /* few different numbers of f16, and then all the same */
    expect_routing(&(struct routing){KRT_BF16, 7, 100, 16, .scale = 1}, 1, 1.03);
    expect_routing(&(struct routing){KRT_F16, 2, 70, 8, .normalize = true}, 2, 2);
}

static void ids_are_valid_whatever_scores_are(void **state)
{
    (void)state;
    static const float rows[][4] = {{NAN, 1, NAN, 2},
                                    {-INFINITY, -INFINITY, -INFINITY, -INFINITY},
                                    {INFINITY, 0, -INFINITY, INFINITY},
                                    {0.0f, -0.0f, 0.0f, -0.0f}};
    static const uint32_t wanted[][3] = {{0, 2, 3}, {0, 1, 2}, {0, 3, 1}, {0, 1, 2}};
    struct array scores = array_make(KRT_F32, 2, DIMS(4, 4));
    struct array ids = array_make(KRT_U32, 2, DIMS(4, 3));
    struct array weights = array_make(KRT_F32, 2, DIMS(4, 3));
    memcpy(scores.host, rows, sizeof rows);
    array_upload(&scores);
    assert_ok(
        krt_experts_route(models, stream, NULL, &scores.tensor, &ids.tensor, &weights.tensor));
    array_download(&ids);
    array_download(&weights);
    assert_memory_equal(ids.host, wanted, sizeof wanted);
    for (unsigned i = 0; i < 9; i++) /* softmax of NaN or infinities alone */
        assert_true(isnan(array_at(&weights, i)));
    assert_true(array_at(&weights, 9) == 0.25);
    struct array *all[] = {&scores, &ids, &weights};
    for (unsigned i = 0; i < 3; i++)
        array_free(all[i]);
}

/* ---- Sorting and sums ------------------------------------------------------------------------ */

static void expect_sort(uint32_t tokens, uint32_t each, uint32_t experts, enum load load)
{
    struct sorted sorted = sorted_make(tokens, each, experts, load);
    const struct array wanted[] = {sorted.order, sorted.places, sorted.starts};
    struct array *const got[] = {&sorted.order, &sorted.places, &sorted.starts};
    assert_ok(krt_experts_sort(models, stream, &sorted.ids.tensor, &sorted.tensors));
    for (unsigned i = 0; i < 3; i++) {
        uint64_t bytes = i == 0 ? sorted.used * sizeof(uint32_t) : array_bytes(got[i]);
        assert_non_null(got[i]->host = malloc(array_bytes(got[i]) + 1));
        array_download(got[i]);
        assert_memory_equal(got[i]->host, wanted[i].host, bytes);
        free(wanted[i].host);
    }
    sorted_free(&sorted);
}

static void pairs_are_sorted_by_experts(void **state)
{
    (void)state;
    for (enum load load = EVEN; load < LOADS; load++) {
        expect_sort(1, 1, 1, load);
        expect_sort(1, 8, 128, load);
        expect_sort(67, 3, 5, load);
        expect_sort(1111, 2, 3, load);
    }
    expect_sort(4, 4, 1024, EVEN);
    expect_sort(0, 2, 4, EVEN);
}

static void expect_sum(uint32_t from, uint32_t to, uint32_t columns, uint32_t each, bool weighted)
{
    enum { TOKENS = 3 };
    uint64_t seed = columns + each;
    uint32_t pairs = TOKENS * each;
    struct array made = array_random(from, 2, DIMS(pairs, columns), -2, 2, &seed);
    struct array weights = array_random(KRT_F32, 2, DIMS(TOKENS, each), -1, 1, &seed);
    struct array out = array_make(to, 2, DIMS(TOKENS, columns));
    struct array order = array_make(KRT_U32, 1, DIMS(pairs));
    struct array places = array_make(KRT_U32, 2, DIMS(TOKENS, each));
    struct array starts = array_make(KRT_U32, 1, DIMS(2));
    uint32_t *place = places.host;
    for (uint32_t i = 0; i < pairs; i++)
        place[i] = i % 5 == 4 ? UINT32_MAX : pairs - 1 - i; /* some have none */
    array_upload(&places);
    struct krt_experts_order sorted = {order.tensor, places.tensor, starts.tensor};
    assert_ok(krt_experts_sum(models, stream, &sorted, &made.tensor,
                              weighted ? &weights.tensor : NULL, &out.tensor));
    array_download(&out);
    const double unit = to == KRT_F32 ? 0x1p-24 : to == KRT_F16 ? 0x1p-11 : 0x1p-8;
    for (uint32_t t = 0; t < TOKENS; t++)
        for (uint32_t i = 0; i < columns; i++) {
            double sum = 0, magnitude = 0;
            for (uint32_t j = t * each; j < (t + 1) * each; j++)
                if (place[j] != UINT32_MAX) {
                    double term = array_at(&made, place[j] * columns + i) *
                                  (weighted ? array_at(&weights, j) : 1);
                    sum += term;
                    magnitude += fabs(term);
                }
            assert_true(fabs(array_at(&out, t * columns + i) - sum) <=
                        unit * fabs(sum) + each * 0x1p-23 * magnitude + 0x1p-25);
        }
    struct array *all[] = {&made, &weights, &out, &order, &places, &starts};
    for (unsigned i = 0; i < 6; i++)
        array_free(all[i]);
}

static void what_experts_made_is_added_up(void **state)
{
    static const uint32_t dtypes[][2] = {{KRT_F32, KRT_F32},
                                         {KRT_F32, KRT_F16},
                                         {KRT_F32, KRT_BF16},
                                         {KRT_F16, KRT_F16},
                                         {KRT_BF16, KRT_BF16}};
    static const uint32_t columns[] = {1, 7, 8, 40, 2056};
    (void)state;
    for (unsigned i = 0; i < 5; i++)
        for (unsigned c = 0; c < 5; c++)
            expect_sum(dtypes[i][0], dtypes[i][1], columns[c], 1 + (i + c) % 8, c != 2);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    const krt_status bad = KRT_ERROR_INVALID_ARGUMENT;
    struct array scores = array_make(KRT_F32, 2, DIMS(2, 8));
    struct array ids = array_make(KRT_U32, 2, DIMS(2, 3)),
                 many = array_make(KRT_U32, 2, DIMS(2, 9));
    struct array weights = array_make(KRT_F32, 2, DIMS(2, 3));
    struct array wide = array_make(KRT_F64, 2, DIMS(2, 8));
    struct array order = array_make(KRT_U32, 1, DIMS(6)), starts = array_make(KRT_U32, 1, DIMS(1));
    struct krt_route_options options = {
        .struct_size = sizeof options, .groups = 3, .groups_kept = 1};
    struct krt_experts_order sorted = {order.tensor, ids.tensor, starts.tensor};
    assert_fails(
        krt_experts_route(NULL, stream, NULL, &scores.tensor, &ids.tensor, &weights.tensor), bad,
        "NULL");
    assert_fails(
        krt_experts_route(models, stream, NULL, &scores.tensor, &many.tensor, &weights.tensor), bad,
        "|weights|");
    assert_fails(
        krt_experts_route(models, stream, &options, &scores.tensor, &ids.tensor, &weights.tensor),
        bad, "best 1 of 3 groups");
    options = (struct krt_route_options){.struct_size = sizeof options, .bias = &weights.tensor};
    assert_fails(
        krt_experts_route(models, stream, &options, &scores.tensor, &ids.tensor, &weights.tensor),
        bad, "|bias|");
    options = (struct krt_route_options){.struct_size = sizeof options, .scale = NAN};
    assert_fails(
        krt_experts_route(models, stream, &options, &scores.tensor, &ids.tensor, &weights.tensor),
        bad, "|scale| is nan");
    assert_fails(
        krt_experts_route(models, stream, NULL, &wide.tensor, &ids.tensor, &weights.tensor),
        KRT_ERROR_UNSUPPORTED, "experts_route_f64");
    assert_fails(krt_experts_sort(models, stream, &ids.tensor, NULL), bad, "NULL");
    assert_fails(krt_experts_sort(models, stream, &ids.tensor, &sorted), bad, "1 elements");
    sorted.pairs = starts.tensor;
    assert_fails(krt_experts_sum(models, stream, &sorted, &wide.tensor, NULL, &wide.tensor), bad,
                 "|pairs|");
    struct array *all[] = {&scores, &ids, &many, &weights, &wide, &order, &starts};
    for (unsigned i = 0; i < 7; i++)
        array_free(all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(tokens_get_their_best_experts),
        cmocka_unit_test(the_lowest_number_wins_ties),
        cmocka_unit_test(ids_are_valid_whatever_scores_are),
        cmocka_unit_test(pairs_are_sorted_by_experts),
        cmocka_unit_test(what_experts_made_is_added_up),
    };
    run_on_all_devices(tests);
}
