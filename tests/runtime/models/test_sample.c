/* krt_sample(): the token that a host finds in f64 for the same random number. */
#include "models_test.h"

#include <float.h>

enum { MANY = 70001 }; /* the most columns here */

/* ---- The reference -----------------------------------------------------------------------------
 */

/* The first two words of Philox 4x32-10. */
static uint64_t philox(const struct krt_random *state, uint64_t counter)
{
    uint32_t key[2] = {(uint32_t)state->seed, (uint32_t)(state->seed >> 32)};
    uint32_t x[4] = {(uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)state->sequence,
                     (uint32_t)(state->sequence >> 32)};
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)0xd2511f53 * x[0], b = (uint64_t)0xcd9e8d57 * x[2];
        uint32_t next[4] = {(uint32_t)(b >> 32) ^ x[1] ^ key[0], (uint32_t)b,
                            (uint32_t)(a >> 32) ^ x[3] ^ key[1], (uint32_t)a};
        memcpy(x, next, sizeof x);
        key[0] += 0x9e3779b9;
        key[1] += 0xbb67ae85;
    }
    return (uint64_t)x[1] << 32 | x[0];
}

/* A logit, as penalties made it. |key| is how many 2^-24 of an octave its probability is below the
 * largest one. */
struct candidate {
    float x, key;
    uint32_t index;
};

static int compare(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

static float penalized(double logit, float bias, uint32_t count, const struct krt_sampling *how)
{
    float x = (float)logit + bias, repetition = how->repetition > 0 ? how->repetition : 1;
    uint32_t chosen = count & 0x3fffffff;
    if (count)
        x *= x > 0 ? 1 / repetition : repetition;
    if (chosen)
        x = fmaf(-how->frequency, (float)chosen, x) - how->presence;
    return isnan(x) || x < -FLT_MAX ? -FLT_MAX : x > FLT_MAX ? FLT_MAX : x;
}

/* Sorts a row in the order of probabilities: the largest logit is first. */
static void sort(struct candidate *row, uint32_t count, double temperature)
{
    float most = row[0].x, scale = (float)(24204406 / temperature);
    for (uint32_t i = 1; i < count; i++)
        most = fmaxf(most, row[i].x);
    for (uint32_t i = 0; i < count; i++)
        row[i].key = temperature > 0 ? floorf((most - row[i].x) * scale) : most - row[i].x;
    qsort(row, count, sizeof *row, compare);
}

/* Chooses one of |count| candidates, which it sorts. Sets |log_probability|. */
static uint32_t choose(struct candidate *row, uint32_t count, const struct krt_sampling *how,
                       uint64_t random, double *log_probability)
{
    static double weights[MANY];
    bool is_greedy = how->temperature == 0 || how->top_k == 1;
    double temperature = how->temperature > 0 ? how->temperature : 1, all = 0, sum = 0;
    sort(row, count, is_greedy ? 0 : temperature);
    uint32_t end = 0, last = 0, at = 0;
    for (uint32_t i = 0; i < count; i++) {
        weights[i] = exp(((double)row[i].x - row[0].x) / temperature);
        all += weights[i];
        end += weights[i] >= how->min_p && weights[i] > 0x1p-41;
    }
    if (how->top_k >= 1 && how->top_k < end)
        end = (uint32_t)how->top_k;
    for (uint32_t i = 0; i < end; i++)
        sum += weights[i];
    if (how->top_p > 0 && how->top_p < 1) {
        double target = how->top_p * sum;
        for (sum = 0; last < end && sum < target; last++)
            sum += weights[last];
        end = last > 0 ? last : 1;
    }
    double target = (double)random * 0x1p-64 * sum, before = weights[0];
    while (!is_greedy && at + 1 < end && !(before > target))
        before += weights[++at];
    *log_probability = ((double)row[at].x - row[0].x) / temperature - log(all);
    return row[at].index;
}

/* ---- Tests -------------------------------------------------------------------------------------
 */

struct given {
    struct array logits, bias, counts;
};

static struct given make_given(uint32_t dtype, uint64_t rows, uint64_t columns, uint64_t *seed)
{
    struct given given = {array_random(dtype, 2, DIMS(rows, columns), -6, 6, seed),
                          array_random(KRT_F32, 2, DIMS(rows, columns), -1, 1, seed),
                          array_make(KRT_U32, 2, DIMS(rows, columns))};
    for (uint64_t i = 0; i < given.counts.count; i++)
        ((uint32_t *)given.counts.host)[i] = next_random(seed) % 4 * (next_random(seed) % 3 == 0) |
                                             (next_random(seed) % 5 == 0 ? 1u << 30 : 0);
    array_upload(&given.counts);
    return given;
}

static void free_given(struct given *given)
{
    array_free(&given->logits);
    array_free(&given->bias);
    array_free(&given->counts);
}

/* Expects the tokens of the reference, and their counts and log-probabilities. */
static void expect_tokens(struct given *given, const struct krt_sample_options *options,
                          const struct krt_sampling *of_rows, const struct krt_random *state,
                          const struct array *tokens, const struct array *log_probabilities)
{
    static struct candidate row[MANY];
    uint64_t rows = given->logits.tensor.dims[0], columns = given->logits.tensor.dims[1];
    uint32_t *counts = given->counts.host;
    for (uint64_t b = 0; b < rows; b++) {
        double log_probability;
        for (uint32_t i = 0; i < columns; i++) {
            uint64_t at = b * columns + i;
            float bias = options->bias ? (float)array_at(&given->bias, at) : 0;
            uint32_t count = options->counts ? counts[at] : 0;
            float x = penalized(array_at(&given->logits, at), bias, count, &of_rows[b]);
            row[i] = (struct candidate){.x = x, .index = i};
        }
        uint32_t wanted = choose(row, (uint32_t)columns, &of_rows[b],
                                 philox(state, state->offset + b), &log_probability);
        uint32_t is = ((uint32_t *)tokens->host)[b];
        if (is != wanted)
            fail_msg(
                "%s, %u columns, row %u: token %u, not %u (temperature %g, k %g, p %g, min %g)",
                krt_dtype_name(given->logits.tensor.dtype), (unsigned)columns, (unsigned)b, is,
                wanted, (double)of_rows[b].temperature, (double)of_rows[b].top_k,
                (double)of_rows[b].top_p, (double)of_rows[b].min_p);
        if (!(fabs(array_at(log_probabilities, b) - log_probability) <= 2e-6))
            fail_msg("log-probability %g, not %g", array_at(log_probabilities, b), log_probability);
        if (options->counts)
            counts[b * columns + wanted]++;
    }
}

/* Samples with a row of |ways| for each row. */
static void expect_sampled(uint32_t dtype, uint64_t columns, const struct krt_sampling *ways,
                           uint64_t rows, bool has_more)
{
    uint64_t seed = dtype + columns;
    struct given given = make_given(dtype, rows, columns, &seed);
    struct array parameters = array_make(KRT_F32, 2, DIMS(rows, 7)),
                 tokens = array_make(KRT_U32, 1, &rows), logs = array_make(KRT_F32, 1, &rows);
    memcpy(parameters.host, ways, rows * sizeof *ways);
    array_upload(&parameters);
    struct krt_random state = {.seed = columns, .sequence = dtype, .offset = 5}, before = state;
    struct krt_sample_options options = {.struct_size = sizeof options,
                                         .parameters = &parameters.tensor,
                                         .bias = has_more ? &given.bias.tensor : NULL,
                                         .counts = has_more ? &given.counts.tensor : NULL,
                                         .log_probabilities = &logs.tensor};
    assert_ok(krt_sample(models, stream, &options, &state, &given.logits.tensor, &tokens.tensor));
    assert_int_equal(state.offset, before.offset + rows);
    array_download(&tokens);
    array_download(&logs);
    expect_tokens(&given, &options, ways, &before, &tokens, &logs);
    if (has_more) {
        void *wanted = malloc(array_bytes(&given.counts));
        assert_non_null(wanted);
        memcpy(wanted, given.counts.host, array_bytes(&given.counts));
        array_download(&given.counts);
        assert_memory_equal(given.counts.host, wanted, array_bytes(&given.counts));
        free(wanted);
    }
    free_given(&given);
    array_free(&parameters);
    array_free(&tokens);
    array_free(&logs);
}

static const struct krt_sampling ways[] = {
    {.temperature = 1},
    {.temperature = 0},
    {.temperature = 0.7f, .top_k = 5},
    {.temperature = 1.5f, .top_p = 0.9f},
    {.temperature = 2, .min_p = 0.05f},
    {.temperature = 1, .top_k = 1},
    {.temperature = 1, .top_k = 40, .top_p = 0.5f, .min_p = 0.01f},
    {.temperature = 3, .top_k = 1e9f, .top_p = 0.999f},
    {.temperature = 1, .top_k = 50, .top_p = 0.01f}, /* top-p ends long before top-k */
    {.temperature = 1, .top_k = 400, .top_p = 0.3f},
    {.temperature = 0.01f},
    {.temperature = 0.8f, .top_p = 0.95f, .repetition = 1.3f},
    {.temperature = 0.8f, .top_k = 20, .frequency = 0.5f, .presence = 0.4f},
    {.temperature = 0, .repetition = 1.5f, .frequency = 1, .presence = -1},
    {.temperature = 1, .top_p = 1e-9f},
    {.temperature = 1, .min_p = 1},
    {.temperature = 1e30f, .repetition = 0.5f},
};
enum { WAYS = sizeof ways / sizeof *ways };

static void tokens_are_those_of_the_reference(void **state)
{
    static const uint32_t dtypes[] = {KRT_F32, KRT_F16, KRT_BF16};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        expect_sampled(dtypes[i], 1, ways, WAYS, true);
        expect_sampled(dtypes[i], 61, ways, WAYS - 1, i % 2);
        expect_sampled(dtypes[i], 1003, ways, WAYS - 1, i % 2 == 0);
    }
}

/* Rows that no block loads in one step, and that begin at any address. */
static void long_rows_are_those_of_the_reference(void **state)
{
    (void)state;
    expect_sampled(KRT_F16, MANY, ways + 2, 3, true);
}

/* More candidates than fit into LDS: passes over the row. */
static void crowded_rows_are_searched_digit_by_digit(void **state)
{
    static const struct krt_sampling flat[] = {
        {.temperature = 1e30f},
        {.temperature = 1e30f, .top_k = 2500},
        {.temperature = 1e30f, .top_p = 0.75f},
        {.temperature = 20, .top_k = 3000, .top_p = 0.9f},
        {.temperature = 5, .min_p = 0.2f},
        {.temperature = 1e30f, .top_k = 2100, .top_p = 0.6f},
        {.temperature = 2, .top_k = 3000, .top_p = 0.1f},
    };
    (void)state;
    expect_sampled(KRT_BF16, 4095, flat, sizeof flat / sizeof *flat, false);
    uint64_t rows = 1, one[] = {rows, 4096};
    struct array equal = array_make(KRT_F16, 2, one), token = array_make(KRT_U32, 1, &rows);
    struct krt_random random = {.seed = 9}, before = random;
    struct krt_sample_options options = {.struct_size = sizeof options,
                                         .all = {.temperature = 1, .top_k = 3001}};
    for (unsigned i = 0; i < 3; i++) {
        assert_ok(krt_sample(models, stream, &options, &random, &equal.tensor, &token.tensor));
        array_download(&token);
        uint64_t wanted = (uint64_t)ldexp(3001 * ldexp((double)philox(&before, i), -64), 0);
        assert_int_equal(*(uint32_t *)token.host, wanted);
    }
    array_free(&equal);
    array_free(&token);
}

/* Samples one row |draws| times, and counts the tokens. */
static void draw(const struct krt_sampling *how, const struct array *logits, uint64_t draws,
                 uint32_t *counts)
{
    uint64_t columns = logits->tensor.dims[1];
    struct krt_tensor repeated = logits->tensor;
    struct array tokens = array_make(KRT_U32, 1, &draws);
    struct krt_random state = {.seed = 1};
    struct krt_sample_options options = {.struct_size = sizeof options, .all = *how};
    repeated.dims[0] = draws;
    repeated.strides[0] = 0;
    assert_ok(krt_sample(models, stream, &options, &state, &repeated, &tokens.tensor));
    array_download(&tokens);
    memset(counts, 0, columns * sizeof *counts);
    for (uint64_t i = 0; i < draws; i++) {
        uint32_t token = ((uint32_t *)tokens.host)[i];
        assert_in_range(token, 0, columns - 1);
        counts[token]++;
    }
    array_free(&tokens);
}

/* On one device: others have the same tokens, as the reference shows. */
static void frequencies_are_the_probabilities(void **state)
{
    enum { COLUMNS = 12, DRAWS = 10000 };
    static bool is_done;
    (void)state;
    if (is_done || strncmp(chosen_device(""), "emu:", 4) == 0)
        return;
    is_done = true;
    uint64_t seed = 3;
    uint32_t counts[COLUMNS];
    struct array logits = array_random(KRT_F32, 2, DIMS(1, COLUMNS), -2, 2, &seed);
    double all = 0, distance = 0;
    for (unsigned i = 0; i < COLUMNS; i++)
        all += exp(array_at(&logits, i));
    draw(&(struct krt_sampling){.temperature = 1}, &logits, DRAWS, counts);
    for (unsigned i = 0; i < COLUMNS; i++) {
        double wanted = exp(array_at(&logits, i)) / all * DRAWS;
        distance += (counts[i] - wanted) * (counts[i] - wanted) / wanted;
    }
    assert_true(distance < 37.4); /* chi-square of 11 degrees of freedom: above in 1 of 10^4 */
    array_free(&logits);
}

static void what_is_outside_never_comes(void **state)
{
    enum { COLUMNS = 6, DRAWS = 60 };
    static const float rows[][COLUMNS] = {
        {2, 1, -INFINITY, 2, NAN, 1},
        {-INFINITY, -INFINITY, 3, -INFINITY, -INFINITY, -INFINITY},
        {NAN, INFINITY, 5, INFINITY, -INFINITY, 0},
        {-INFINITY, NAN, -INFINITY, -INFINITY, NAN, -INFINITY},
    };
    static const struct {
        struct krt_sampling how;
        uint32_t row;
        bool comes[COLUMNS];
    } cases[] = {
        {{.temperature = 1}, 0, {1, 1, 0, 1, 0, 1}},
        {{.temperature = 1, .top_k = 3}, 0, {1, 1, 0, 1, 0, 0}},
        {{.temperature = 1, .top_p = 0.7f}, 0, {1, 0, 0, 1, 0, 0}},
        {{.temperature = 1, .top_p = 0.8f}, 0, {1, 1, 0, 1, 0, 0}},
        {{.temperature = 1, .min_p = 0.5f}, 0, {1, 0, 0, 1, 0, 0}},
        {{.temperature = 1, .top_k = 99}, 1, {0, 0, 1, 0, 0, 0}},
        {{.temperature = 0}, 1, {0, 0, 1, 0, 0, 0}},
        {{.temperature = 1}, 2, {0, 1, 0, 1, 0, 0}},
        {{.temperature = 0}, 2, {0, 1, 0, 0, 0, 0}},
        {{.temperature = 2, .top_k = 1}, 2, {0, 1, 0, 0, 0, 0}},
        {{.temperature = 1}, 3, {1, 1, 1, 1, 1, 1}},
        {{.temperature = 0}, 3, {1, 0, 0, 0, 0, 0}},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t counts[COLUMNS];
        struct array logits = array_make(KRT_F32, 2, DIMS(1, COLUMNS));
        memcpy(logits.host, rows[cases[i].row], sizeof rows[0]);
        array_upload(&logits);
        draw(&cases[i].how, &logits, DRAWS, counts);
        for (unsigned k = 0; k < COLUMNS; k++)
            if ((counts[k] > 0) != cases[i].comes[k])
                fail_msg("case %u: token %u came %u times", i, k, counts[k]);
        array_free(&logits);
    }
}

/* States in device memory give the numbers that states of the host give, and advance. */
static void states_advance_on_the_device(void **state)
{
    enum { ROWS = 2, COLUMNS = 50, STEPS = 3 };
    (void)state;
    uint64_t seed = 8;
    struct given given = make_given(KRT_F32, ROWS, COLUMNS, &seed);
    struct array states = array_make(KRT_I64, 2, DIMS(ROWS, 3)),
                 tokens = array_make(KRT_U32, 1, DIMS(ROWS)),
                 again = array_make(KRT_U32, 1, DIMS(ROWS));
    uint64_t *words = states.host;
    for (uint64_t b = 0; b < ROWS; b++)
        memcpy(words + 3 * b, (uint64_t[]){77 + (b << 40), b, 100 * b}, 24);
    array_upload(&states);
    struct krt_sample_options options = {.struct_size = sizeof options,
                                         .all = {.temperature = 2},
                                         .states = &states.tensor},
                              plain = {.struct_size = sizeof plain, .all = {.temperature = 2}};
    for (uint64_t step = 0; step < STEPS; step++) {
        assert_ok(krt_sample(models, stream, &options, NULL, &given.logits.tensor, &tokens.tensor));
        array_download(&tokens);
        for (uint64_t b = 0; b < ROWS; b++) {
            struct krt_random one = {words[3 * b], b, 100 * b + step - b};
            assert_ok(
                krt_sample(models, stream, &plain, &one, &given.logits.tensor, &again.tensor));
            array_download(&again);
            assert_int_equal(((uint32_t *)tokens.host)[b], ((uint32_t *)again.host)[b]);
        }
    }
    array_download(&states);
    assert_int_equal(words[2], STEPS);
    assert_int_equal(words[5], 100 + STEPS);
    free_given(&given);
    array_free(&states);
    array_free(&tokens);
    array_free(&again);
}

static void tokens_are_counted(void **state)
{
    static const uint32_t starts[] = {0, 4, 4, 7}, list[] = {3, 5, 3, 9, 1, 7, 1};
    (void)state;
    struct array counts = array_make(KRT_U32, 2, DIMS(3, 8));
    struct array start = array_of_u32(1, DIMS(4), starts), tokens = array_of_u32(1, DIMS(7), list);
    struct krt_tensor dense = tokens.tensor;
    dense.rank = 2;
    memcpy(dense.dims, DIMS(3, 2), 16);
    memcpy(dense.strides, DIMS(2, 1), 16);
    assert_ok(krt_count_tokens(models, stream, KRT_COUNT_CHOSEN, &tokens.tensor, &start.tensor,
                               &counts.tensor));
    assert_ok(krt_count_tokens(models, stream, KRT_COUNT_PROMPT, &dense, NULL, &counts.tensor));
    assert_ok(krt_count_tokens(models, stream, KRT_COUNT_CHOSEN, &dense, NULL, &counts.tensor));
    assert_ok(krt_count_tokens(models, stream, KRT_COUNT_REMOVE, &tokens.tensor, &start.tensor,
                               &counts.tensor));
    array_download(&counts);
    for (uint32_t i = 0; i < counts.count; i++) {
        bool was = (i / 8 == 0 && (i % 8 == 3 || i % 8 == 5)) || (i / 8 == 1 && i % 8 == 3) ||
                   (i / 8 == 2 && (i % 8 == 1 || i % 8 == 7));
        assert_int_equal(((uint32_t *)counts.host)[i], was ? 1u | 1u << 30 : 0);
    }
    struct array *all[] = {&counts, &start, &tokens};
    for (unsigned i = 0; i < 3; i++)
        array_free(all[i]);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct array logits = array_make(KRT_F16, 2, DIMS(2, 8)),
                 none = array_make(KRT_F16, 2, DIMS(0, 8));
    struct array empty = array_make(KRT_F16, 2, DIMS(2, 0)),
                 ints = array_make(KRT_I32, 2, DIMS(2, 8));
    struct array tokens = array_make(KRT_U32, 1, DIMS(2)), more = array_make(KRT_U32, 1, DIMS(3));
    struct array counts = array_make(KRT_U32, 2, DIMS(2, 8));
    struct array no_tokens = array_make(KRT_U32, 1, DIMS(0));
    struct krt_tensor shared = counts.tensor, across = logits.tensor;
    shared.strides[0] = 0;
    across.strides[1] = 2;
    struct krt_random random = {.seed = 1};
    const struct krt_sample_options warm = {.struct_size = sizeof warm, .all = {.temperature = 1}},
                                    cold = {.struct_size = sizeof cold, .all = {.temperature = -1}},
                                    large = {.struct_size = sizeof large, .all = {.min_p = 2}},
                                    part = {.struct_size = sizeof part, .all = {.top_k = 1.5f}},
                                    odd = {.struct_size = sizeof odd, .all = {.presence = NAN}},
                                    twice = {.struct_size = sizeof twice, .counts = &shared},
                                    listed = {.struct_size = sizeof listed, .history = &shared},
                                    wrong = {.struct_size = sizeof wrong, .bias = &counts.tensor};
    const krt_status bad = KRT_ERROR_INVALID_ARGUMENT;
    const struct {
        const struct krt_sample_options *options;
        const struct krt_tensor *logits, *tokens;
        struct krt_random *state;
        krt_status status;
        const char *word;
    } refused[] = {
        {&warm, &logits.tensor, &tokens.tensor, NULL, bad, "random numbers are needed"},
        {&cold, &logits.tensor, &tokens.tensor, &random, bad, "temperature -1"},
        {&large, &logits.tensor, &tokens.tensor, &random, bad, "min_p 2"},
        {&part, &logits.tensor, &tokens.tensor, &random, bad, "top_k 1.5"},
        {&odd, &logits.tensor, &tokens.tensor, &random, bad, "presence nan"},
        {&twice, &logits.tensor, &tokens.tensor, &random, bad, "share memory"},
        {&listed, &logits.tensor, &tokens.tensor, &random, bad, "rows of |history| share memory"},
        {&wrong, &logits.tensor, &tokens.tensor, &random, bad, "|bias| is u32"},
        {NULL, &logits.tensor, &more.tensor, NULL, bad, "|tokens|"},
        {NULL, &empty.tensor, &tokens.tensor, NULL, bad, "a vocabulary of 0"},
        {NULL, &across, &tokens.tensor, NULL, bad, "beside each other"},
        {NULL, &ints.tensor, &tokens.tensor, NULL, KRT_ERROR_UNSUPPORTED, "sample_i32"},
    };
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_fails(krt_sample(models, stream, refused[i].options, refused[i].state,
                                refused[i].logits, refused[i].tokens),
                     refused[i].status, refused[i].word);
    assert_int_equal(random.offset, 0);
    assert_ok(krt_sample(models, stream, &warm, &random, &none.tensor, &no_tokens.tensor));
    assert_fails(
        krt_count_tokens(models, stream, (enum krt_count)3, &counts.tensor, NULL, &counts.tensor),
        bad, "no kind 3");
    struct array *all[] = {&logits, &none, &empty, &ints, &tokens, &more, &counts, &no_tokens};
    for (unsigned i = 0; i < 8; i++)
        array_free(all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(tokens_are_those_of_the_reference),
        cmocka_unit_test(long_rows_are_those_of_the_reference),
        cmocka_unit_test(crowded_rows_are_searched_digit_by_digit),
        cmocka_unit_test(frequencies_are_the_probabilities),
        cmocka_unit_test(what_is_outside_never_comes),
        cmocka_unit_test(states_advance_on_the_device),
        cmocka_unit_test(tokens_are_counted),
    };
    run_on_all_devices(tests);
}
