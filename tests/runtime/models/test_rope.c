/* krt_rope_tokens(): pairs are rotated by the angle of their token's position. */
#include "models_test.h"

enum { BATCH = 3, LENGTH = 4, TOKENS = 7, ROWS = 40 };

static const uint32_t starts[BATCH + 1] = {0, 3, 3, 7}, lengths[BATCH] = {5, 0, 37};

struct form {
    uint32_t dtype, size, pairs;
    bool is_interleaved, has_starts, in_place;
    int positions; /* 0: none, 1: lengths, 2: u32, 3: i64 */
};

static uint32_t sequence_of(const struct form *form, uint32_t token)
{
    return !form->has_starts ? token / LENGTH : token < 3 ? 0 : 2;
}

static uint64_t given_position(uint32_t token)
{
    return token * 11 % (ROWS + 2); /* some beyond the table */
}

static uint64_t position_of(const struct form *form, uint32_t token)
{
    uint32_t batch = sequence_of(form, token);
    uint64_t place = token - (form->has_starts ? starts[batch] : batch * LENGTH);
    uint64_t position = form->positions >= 2   ? given_position(token)
                        : form->positions == 1 ? place + lengths[batch]
                                               : place;
    return position < ROWS ? position : ROWS - 1;
}

static struct array make_tokens(const struct form *form, uint32_t heads, uint64_t *seed)
{
    return form->has_starts
               ? array_random(form->dtype, 3, DIMS(TOKENS, heads, form->size), -4, 4, seed)
               : array_random(form->dtype, 4, DIMS(BATCH, LENGTH, heads, form->size), -4, 4, seed);
}

/* Half a unit in the last place of a number of the dtype, of at most 8. */
static double rounding_of(uint32_t dtype)
{
    return dtype == KRT_F32 ? 0x1p-20 : dtype == KRT_F16 ? 0x1p-8 : 0x1p-5;
}

static void expect_rotated(const struct form *form, const struct array *from,
                           const struct array *is, uint32_t heads, const struct array *cosines,
                           const struct array *sines)
{
    for (uint64_t i = 0; i < is->count; i++) {
        uint64_t at = i % form->size, first = i - at;
        uint64_t row = position_of(form, (uint32_t)(i / form->size / heads)) * form->pairs;
        uint64_t pair = form->is_interleaved ? at / 2 : at % form->pairs;
        bool is_second = form->is_interleaved ? at % 2 : at >= form->pairs;
        double wanted = array_at(from, i);
        if (at < 2 * form->pairs) {
            double a = array_at(from, first + (form->is_interleaved ? 2 * pair : pair));
            double b =
                array_at(from, first + (form->is_interleaved ? 2 * pair + 1 : pair + form->pairs));
            double c = array_at(cosines, row + pair), s = array_at(sines, row + pair);
            wanted = is_second ? a * s + b * c : a * c - b * s;
        }
        double error = fabs(array_at(is, i) - wanted);
        if (!(error <= (at < 2 * form->pairs ? rounding_of(form->dtype) : 0)))
            fail_msg("%s, size %u, %u pairs, element %llu: %g, not %g", krt_dtype_name(form->dtype),
                     form->size, form->pairs, (unsigned long long)i, array_at(is, i), wanted);
    }
}

static void expect_rope(const struct form *form)
{
    enum { HEADS = 3, KEY_HEADS = 2 };
    uint64_t seed = form->size + form->pairs;
    struct array queries = make_tokens(form, HEADS, &seed), keys = make_tokens(form, 2, &seed);
    struct array queries_out = make_tokens(form, HEADS, &seed),
                 keys_out = make_tokens(form, KEY_HEADS, &seed);
    struct array cosines = array_random(KRT_F32, 2, DIMS(ROWS, form->pairs), -1, 1, &seed),
                 sines = array_random(KRT_F32, 2, DIMS(ROWS, form->pairs), -1, 1, &seed);
    struct array start = array_of_u32(1, DIMS(BATCH + 1), starts),
                 length = array_of_u32(1, DIMS(BATCH), lengths);
    uint64_t count = form->has_starts ? TOKENS : BATCH * LENGTH;
    struct array positions =
        array_make(form->positions == 3 ? KRT_I64 : KRT_U32, form->has_starts ? 1 : 2,
                   form->has_starts ? &count : DIMS(BATCH, LENGTH));
    for (uint32_t i = 0; i < count; i++)
        number_store(positions.host, positions.tensor.dtype, i, (double)given_position(i));
    array_upload(&positions);
    struct krt_rope_options options = {.struct_size = sizeof options,
                                       .is_interleaved = form->is_interleaved,
                                       .starts = form->has_starts ? &start.tensor : NULL,
                                       .lengths = form->positions == 1 ? &length.tensor : NULL,
                                       .positions =
                                           form->positions >= 2 ? &positions.tensor : NULL};
    struct array *q = form->in_place ? &queries : &queries_out,
                 *k = form->in_place ? &keys : &keys_out;
    assert_ok(krt_rope_tokens(models, stream, &options, &cosines.tensor, &sines.tensor,
                              &queries.tensor, &q->tensor, &keys.tensor, &k->tensor));
    struct array q_is = *q, k_is = *k;
    assert_non_null(q_is.host = malloc(array_bytes(&q_is)));
    assert_non_null(k_is.host = malloc(array_bytes(&k_is)));
    array_download(&q_is);
    array_download(&k_is);
    expect_rotated(form, &queries, &q_is, HEADS, &cosines, &sines);
    expect_rotated(form, &keys, &k_is, KEY_HEADS, &cosines, &sines);
    free(q_is.host);
    free(k_is.host);
    struct array *all[] = {&queries, &keys,  &queries_out, &keys_out, &cosines,
                           &sines,   &start, &length,      &positions};
    for (unsigned i = 0; i < 9; i++)
        array_free(all[i]);
}

static void pairs_turn_by_their_positions(void **state)
{
    static const uint32_t dtypes[] = {KRT_F32, KRT_F16, KRT_BF16};
    static const uint32_t sizes[][2] = {{64, 32}, {64, 16}, {20, 5}, {2, 1}};
    (void)state;
    for (unsigned i = 0; i < 3 * 4 * 4; i++) {
        const uint32_t *size = sizes[i / 3 % 4];
        expect_rope(&(struct form){dtypes[i % 3], size[0], size[1], i & 1, i / 2 & 1, i / 4 & 1,
                                   (int)(i / 12)});
    }
}

/* Copies |heads| heads, from number |first| on, of each token of |all|. */
static struct array heads_of(const struct array *all, uint32_t first, uint32_t heads)
{
    const uint64_t *dims = all->tensor.dims;
    struct array array = array_make(KRT_F16, 4, DIMS(dims[0], dims[1], heads, dims[3]));
    for (uint64_t i = 0; i < array.count; i++) {
        uint64_t row = i / dims[3], from = row / heads * dims[2] + first + row % heads;
        number_store(array.host, KRT_F16, i, array_at(all, from * dims[3] + i % dims[3]));
    }
    array_upload(&array);
    return array;
}

/* Queries, keys and values of one product, in place: as those that are dense turn. */
static void heads_may_have_gaps(void **state)
{
    enum { Q = 3, K = 2, ALL = Q + 2 * K, SIZE = 24, PAIRS = 8 };
    (void)state;
    uint64_t seed = 6;
    struct array product = array_random(KRT_F16, 4, DIMS(BATCH, LENGTH, ALL, SIZE), -4, 4, &seed);
    struct array cosines = array_random(KRT_F32, 2, DIMS(ROWS, PAIRS), -1, 1, &seed),
                 sines = array_random(KRT_F32, 2, DIMS(ROWS, PAIRS), -1, 1, &seed);
    struct array dense[] = {heads_of(&product, 0, Q), heads_of(&product, Q, K),
                            heads_of(&product, Q + K, K)};
    struct krt_tensor queries = product.tensor, keys = product.tensor;
    queries.dims[2] = Q;
    keys.dims[2] = K;
    keys.data = (char *)keys.data + Q * SIZE * sizeof(uint16_t);
    assert_ok(krt_rope_tokens(models, stream, NULL, &cosines.tensor, &sines.tensor, &queries,
                              &queries, &keys, &keys));
    assert_ok(krt_rope_tokens(models, stream, NULL, &cosines.tensor, &sines.tensor,
                              &dense[0].tensor, &dense[0].tensor, &dense[1].tensor,
                              &dense[1].tensor));
    array_download(&product);
    const struct array parts[] = {heads_of(&product, 0, Q), heads_of(&product, Q, K),
                                  heads_of(&product, Q + K, K)};
    for (uint32_t i = 0; i < 3; i++) {
        struct array is = parts[i];
        array_download(&dense[i]);
        assert_memory_equal(is.host, dense[i].host, array_bytes(&is));
        array_free(&is);
        array_free(&dense[i]);
    }
    array_free(&product);
    array_free(&cosines);
    array_free(&sines);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct array q = array_make(KRT_F16, 4, DIMS(2, 3, 2, 8));
    struct array wide = array_make(KRT_F16, 4, DIMS(2, 3, 2, 16));
    struct array doubles = array_make(KRT_F64, 4, DIMS(2, 3, 2, 8));
    struct array table = array_make(KRT_F32, 2, DIMS(9, 4));
    struct array large = array_make(KRT_F32, 2, DIMS(9, 5));
    struct array empty = array_make(KRT_F32, 2, DIMS(0, 4));
    struct array positions = array_make(KRT_U32, 1, DIMS(6));
    struct krt_rope_options options = {.struct_size = sizeof options,
                                       .positions = &positions.tensor};
    struct array halves = array_make(KRT_F16, 2, DIMS(2, 3));
    struct krt_rope_options rounded = {.struct_size = sizeof rounded, .positions = &halves.tensor};
    struct array repeated = q;
    repeated.tensor.strides[0] = 0;
    const struct {
        const struct krt_rope_options *options;
        struct array *cos, *sin, *in, *out, *keys;
        krt_status status;
        const char *word;
    } refused[] = {
        {NULL, &large, &large, &q, &q, NULL, KRT_ERROR_INVALID_ARGUMENT, "5 pairs"},
        {NULL, &table, &large, &q, &q, NULL, KRT_ERROR_INVALID_ARGUMENT, "|sin|"},
        {NULL, &empty, &empty, &q, &q, NULL, KRT_ERROR_INVALID_ARGUMENT, "at least one"},
        {NULL, &table, &table, &q, &wide, NULL, KRT_ERROR_INVALID_ARGUMENT, "|queries_out|"},
        {NULL, &table, &table, &q, &repeated, NULL, KRT_ERROR_INVALID_ARGUMENT, "must not repeat"},
        {NULL, &table, &table, &q, &q, &wide, KRT_ERROR_INVALID_ARGUMENT, "size of a head"},
        {&options, &table, &table, &q, &q, NULL, KRT_ERROR_INVALID_ARGUMENT, "|positions|"},
        {&rounded, &table, &table, &q, &q, NULL, KRT_ERROR_INVALID_ARGUMENT, "u32 or i64"},
        {NULL, &table, &table, &doubles, &doubles, NULL, KRT_ERROR_UNSUPPORTED, "rope_f64"},
    };
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct krt_tensor *keys = refused[i].keys ? &refused[i].keys->tensor : NULL;
        assert_fails(krt_rope_tokens(models, stream, refused[i].options, &refused[i].cos->tensor,
                                     &refused[i].sin->tensor, &refused[i].in->tensor,
                                     &refused[i].out->tensor, keys, keys),
                     refused[i].status, refused[i].word);
    }
    struct array *all[] = {&q, &wide, &doubles, &table, &large, &empty, &positions, &halves};
    for (unsigned i = 0; i < 8; i++)
        array_free(all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(pairs_turn_by_their_positions),
        cmocka_unit_test(heads_may_have_gaps),
    };
    run_on_all_devices(tests);
}
