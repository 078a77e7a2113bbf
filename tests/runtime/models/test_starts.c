/* Tokens that are of no sequence, because starts do not begin at 0 or end before the last token,
 * and lengths of caches without room. */
#include "models_test.h"

enum { BATCH = 2, TOKENS = 6, CAPACITY = 8 };

static const uint32_t first_starts[BATCH + 1] = {2, 4, 5};

/* An array of |low|, |low| + 1 and so on. */
static struct array array_from(uint32_t dtype, uint32_t rank, const uint64_t *dims, double low)
{
    struct array array = array_make(dtype, rank, dims);
    for (uint64_t i = 0; i < array.count; i++)
        number_store(array.host, dtype, i, low + (double)i);
    array_upload(&array);
    return array;
}

static void expect_numbers(struct array *array, const double *wanted)
{
    array_download(array);
    for (uint64_t i = 0; i < array->count; i++) {
        if (array_at(array, i) != wanted[i])
            fail_msg("element %llu is %g, not %g", (unsigned long long)i, array_at(array, i),
                     wanted[i]);
    }
    array_free(array);
}

static void caches_get_tokens_of_sequences_alone(void **state)
{
    (void)state;
    struct array starts = array_of_u32(1, DIMS(BATCH + 1), first_starts);
    struct array lengths = array_of_u32(1, DIMS(BATCH), (const uint32_t[]){4, 1});
    struct array keys = array_from(KRT_F16, 3, DIMS(TOKENS, 1, 1), 100);
    struct array cache = array_make(KRT_F16, 4, DIMS(BATCH, CAPACITY, 1, 1));
    const struct krt_cache_options options = {
        .struct_size = sizeof options, .starts = &starts.tensor, .lengths = &lengths.tensor};
    assert_ok(krt_cache_append(models, stream, &options, &keys.tensor, &cache.tensor, NULL, NULL));
    expect_numbers(&cache, (const double[BATCH * CAPACITY]){[4] = 102, 103, [9] = 104});
    array_free(&starts);
    array_free(&lengths);
    array_free(&keys);
}

static void lengths_without_room_do_not_wrap(void **state)
{
    (void)state;
    struct array lengths = array_of_u32(1, DIMS(BATCH), (const uint32_t[]){UINT32_MAX, 7});
    struct array keys = array_from(KRT_F16, 4, DIMS(BATCH, 2, 1, 1), 1);
    struct array cache = array_make(KRT_F16, 4, DIMS(BATCH, CAPACITY, 1, 1));
    const struct krt_cache_options options = {.struct_size = sizeof options,
                                              .lengths = &lengths.tensor};
    assert_ok(krt_cache_append(models, stream, &options, &keys.tensor, &cache.tensor, NULL, NULL));
    expect_numbers(&cache, (const double[BATCH * CAPACITY]){[15] = 3});
    array_free(&lengths);
    array_free(&keys);
}

static void tokens_of_sequences_alone_turn(void **state)
{
    (void)state;
    struct array starts = array_of_u32(1, DIMS(BATCH + 1), first_starts);
    struct array queries = array_from(KRT_F32, 3, DIMS(TOKENS, 1, 2), 1);
    struct array out = array_make(KRT_F32, 3, DIMS(TOKENS, 1, 2));
    struct array cosines = array_from(KRT_F32, 2, DIMS(4, 1), 1);
    struct array sines = array_make(KRT_F32, 2, DIMS(4, 1));
    const struct krt_rope_options options = {.struct_size = sizeof options,
                                             .starts = &starts.tensor};
    assert_ok(krt_rope_tokens(models, stream, &options, &cosines.tensor, &sines.tensor,
                              &queries.tensor, &out.tensor, NULL, NULL));
    expect_numbers(&out, (const double[TOKENS * 2]){[4] = 5, 6, 2 * 7, 2 * 8, 9, 10});
    array_free(&starts);
    array_free(&queries);
    array_free(&cosines);
    array_free(&sines);
}

static void tokens_of_sequences_alone_count(void **state)
{
    (void)state;
    struct array starts = array_of_u32(1, DIMS(BATCH + 1), first_starts);
    struct array tokens = array_of_u32(1, DIMS(TOKENS), (const uint32_t[]){0, 0, 1, 1, 2, 3});
    struct array counts = array_make(KRT_U32, 2, DIMS(BATCH, 4));
    assert_ok(krt_count_tokens(models, stream, KRT_COUNT_CHOSEN, &tokens.tensor, &starts.tensor,
                               &counts.tensor));
    expect_numbers(&counts, (const double[BATCH * 4]){[1] = 2, [6] = 1});
    array_free(&starts);
    array_free(&tokens);
}

/* Few queries of many keys: these are split among workgroups, whose sums a second launch joins. */
static void queries_of_sequences_alone_have_results(void **state)
{
    enum { SIZE = 64, KEYS = 2048, COUNT = TOKENS * SIZE };
    double wanted[COUNT];
    (void)state;
    struct array starts = array_of_u32(1, DIMS(BATCH + 1), first_starts);
    struct array queries = array_make(KRT_F16, 3, DIMS(TOKENS, 1, SIZE));
    struct array out = array_from(KRT_F16, 3, DIMS(TOKENS, 1, SIZE), 7);
    struct array keys = array_make(KRT_F16, 4, DIMS(BATCH, KEYS, 1, SIZE));
    for (unsigned i = 0; i < COUNT; i++)
        wanted[i] = i / SIZE >= first_starts[0] && i / SIZE < first_starts[BATCH] ? 0 : 7.0 + i;
    const struct krt_attention_options options = {.struct_size = sizeof options,
                                                  .query_starts = &starts.tensor};
    assert_ok(krt_attention(models, stream, &options, &queries.tensor, &keys.tensor, &keys.tensor,
                            &out.tensor));
    expect_numbers(&out, wanted);
    array_free(&starts);
    array_free(&queries);
    array_free(&keys);
}

static void histories_without_room_stay(void **state)
{
    enum { ROOM = 2 };
    (void)state;
    struct array logits = array_from(KRT_F32, 2, DIMS(3, 5), 0); /* the last token is the best */
    struct array tokens = array_make(KRT_U32, 1, DIMS(3));
    struct array lengths = array_of_u32(1, DIMS(3), (const uint32_t[]){1, ROOM, UINT32_MAX});
    struct array history = array_make(KRT_U32, 2, DIMS(3, ROOM));
    const struct krt_sample_options options = {
        .struct_size = sizeof options, .history = &history.tensor, .lengths = &lengths.tensor};
    assert_ok(krt_sample(models, stream, &options, NULL, &logits.tensor, &tokens.tensor));
    expect_numbers(&tokens, (const double[]){4, 4, 4});
    expect_numbers(&history, (const double[3 * ROOM]){[1] = 4});
    array_free(&logits);
    array_free(&lengths);
}

/* Numbers in device memory that are wrong read and write nothing outside of tensors. */
static void wrong_pages_and_starts_are_left_out(void **state)
{
    (void)state;
    struct array starts =
        array_of_u32(1, DIMS(BATCH + 1), (const uint32_t[]){0x80000000, 3, UINT32_MAX});
    struct array pages =
        array_of_u32(2, DIMS(BATCH, 2), (const uint32_t[]){4, UINT32_MAX, 1, 0x7fffffff});
    struct array keys = array_from(KRT_F16, 3, DIMS(TOKENS, 1, 1), 100);
    struct array tokens = array_of_u32(1, DIMS(TOKENS), (const uint32_t[]){9, 9, 9, 9, 1, 9});
    struct array cache = array_make(KRT_F16, 4, DIMS(4, 2, 1, 1));
    struct array counts = array_make(KRT_U32, 2, DIMS(BATCH, 4));
    const struct krt_cache_options options = {
        .struct_size = sizeof options, .starts = &starts.tensor, .pages = &pages.tensor};
    assert_ok(krt_cache_append(models, stream, &options, &keys.tensor, &cache.tensor, NULL, NULL));
    expect_numbers(&cache, (const double[8]){[2] = 103, 104});
    assert_ok(krt_count_tokens(models, stream, KRT_COUNT_CHOSEN, &tokens.tensor, &starts.tensor,
                               &counts.tensor));
    expect_numbers(&counts, (const double[BATCH * 4]){[5] = 1});
    array_free(&starts);
    array_free(&pages);
    array_free(&keys);
    array_free(&tokens);
}

static void wrong_starts_have_results_of_tokens_alone(void **state)
{
    enum { SIZE = 64, COUNT = TOKENS * SIZE };
    double wanted[COUNT];
    (void)state;
    struct array starts =
        array_of_u32(1, DIMS(BATCH + 1), (const uint32_t[]){0x80000000, 3, UINT32_MAX});
    struct array queries = array_make(KRT_F16, 3, DIMS(TOKENS, 1, SIZE));
    struct array out = array_from(KRT_F16, 3, DIMS(TOKENS, 1, SIZE), 7);
    struct array keys = array_make(KRT_F16, 3, DIMS(TOKENS, 1, SIZE));
    for (unsigned i = 0; i < COUNT; i++) {
        number_store(keys.host, KRT_F16, i, i / SIZE < 3 ? 9 : 2);
        wanted[i] = i / SIZE < 3 ? 7.0 + i : 2;
    }
    array_upload(&keys);
    const struct krt_attention_options options = {.struct_size = sizeof options,
                                                  .query_starts = &starts.tensor,
                                                  .key_starts = &starts.tensor};
    assert_ok(krt_attention(models, stream, &options, &queries.tensor, &keys.tensor, &keys.tensor,
                            &out.tensor));
    expect_numbers(&out, wanted);
    array_free(&starts);
    array_free(&queries);
    array_free(&keys);
}

static void wrong_positions_take_the_last_row(void **state)
{
    static const int64_t wrong[TOKENS] = {-1, INT64_MIN, INT64_MAX, 1ll << 32, 3, 4};
    (void)state;
    struct array positions = array_make(KRT_I64, 2, DIMS(1, TOKENS));
    struct array queries = array_make(KRT_F32, 4, DIMS(1, TOKENS, 1, 2));
    struct array cosines = array_from(KRT_F32, 2, DIMS(4, 1), 1);
    struct array sines = array_make(KRT_F32, 2, DIMS(4, 1));
    const struct krt_rope_options options = {.struct_size = sizeof options,
                                             .positions = &positions.tensor};
    memcpy(positions.host, wrong, sizeof wrong);
    array_upload(&positions);
    for (unsigned i = 0; i < 2 * TOKENS; i++)
        number_store(queries.host, KRT_F32, i, 1);
    array_upload(&queries);
    assert_ok(krt_rope_tokens(models, stream, &options, &cosines.tensor, &sines.tensor,
                              &queries.tensor, &queries.tensor, NULL, NULL));
    expect_numbers(&queries, (const double[2 * TOKENS]){4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4});
    array_free(&positions);
    array_free(&cosines);
    array_free(&sines);
}

static void wrong_places_add_nothing(void **state)
{
    (void)state;
    struct array pairs = array_make(KRT_U32, 1, DIMS(4));
    struct array starts = array_make(KRT_U32, 1, DIMS(3));
    struct array places = array_of_u32(2, DIMS(2, 2), (const uint32_t[]){4, 0, 0x80000000, 3});
    struct array made = array_from(KRT_F32, 2, DIMS(4, 1), 1);
    struct array out = array_make(KRT_F32, 2, DIMS(2, 1));
    const struct krt_experts_order order = {pairs.tensor, places.tensor, starts.tensor};
    assert_ok(krt_experts_sum(models, stream, &order, &made.tensor, NULL, &out.tensor));
    expect_numbers(&out, (const double[]){1, 4});
    array_free(&pairs);
    array_free(&starts);
    array_free(&places);
    array_free(&made);
}

/* A batch may be empty: then no token is of a sequence. */
static void without_sequences_results_stay(void **state)
{
    enum { SIZE = 64, COUNT = TOKENS * SIZE };
    double wanted[COUNT];
    (void)state;
    struct array starts = array_make(KRT_U32, 1, DIMS(1));
    struct array queries = array_make(KRT_F16, 3, DIMS(TOKENS, 1, SIZE));
    struct array out = array_from(KRT_F16, 3, DIMS(TOKENS, 1, SIZE), 7);
    struct array keys = array_make(KRT_F16, 4, DIMS(0, CAPACITY, 1, SIZE));
    for (unsigned i = 0; i < COUNT; i++)
        wanted[i] = 7.0 + i;
    const struct krt_attention_options options = {.struct_size = sizeof options,
                                                  .query_starts = &starts.tensor};
    assert_ok(krt_attention(models, stream, &options, &queries.tensor, &keys.tensor, &keys.tensor,
                            &out.tensor));
    expect_numbers(&out, wanted);
    array_free(&starts);
    array_free(&queries);
    array_free(&keys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caches_get_tokens_of_sequences_alone),
        cmocka_unit_test(lengths_without_room_do_not_wrap),
        cmocka_unit_test(tokens_of_sequences_alone_turn),
        cmocka_unit_test(tokens_of_sequences_alone_count),
        cmocka_unit_test(queries_of_sequences_alone_have_results),
        cmocka_unit_test(histories_without_room_stay),
        cmocka_unit_test(wrong_pages_and_starts_are_left_out),
        cmocka_unit_test(wrong_starts_have_results_of_tokens_alone),
        cmocka_unit_test(wrong_positions_take_the_last_row),
        cmocka_unit_test(wrong_places_add_nothing),
        cmocka_unit_test(without_sequences_results_stay),
    };
    run_on_all_devices(tests);
}
