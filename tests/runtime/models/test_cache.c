/* krt_cache_append(): what a cache holds afterwards, dense and in pages. */
#include "models_test.h"

enum { BATCH = 3, HEADS = 2, SIZE = 40, CAPACITY = 24, PAGE = 8, PAGES = CAPACITY / PAGE };

static const uint32_t lengths[BATCH] = {0, 7, 21}, starts[BATCH + 1] = {0, 5, 5, 11};
/* Pages of sequences, in no order; page 4 is nobody's. */
static const uint32_t pages[BATCH][PAGES] = {{9, 2, 7}, {0, 8, 3}, {5, 1, 6}};
enum { PAGE_COUNT = 10 };

struct form {
    uint32_t from, to;
    bool has_starts, has_pages, has_lengths, is_odd;
    float scale;
};

/* What the host expects: the cache's element for |token| of |batch|. */
static uint64_t place_of(const struct form *form, uint32_t size, uint32_t batch, uint32_t token,
                         uint64_t at)
{
    uint64_t row = form->has_pages ? pages[batch][token / PAGE] * PAGE + token % PAGE
                                   : batch * (uint64_t)CAPACITY + token;
    return row * HEADS * size + at;
}

enum { LENGTH = 5 };

static struct array make_new(const struct form *form, uint32_t size, uint64_t *seed)
{
    return form->has_starts
               ? array_random(form->from, 3, DIMS(starts[BATCH], HEADS, size), -600, 600, seed)
               : array_random(form->from, 4, DIMS(BATCH, LENGTH, HEADS, size), -3, 3, seed);
}

static struct array make_cache(const struct form *form, uint32_t size, uint64_t *seed)
{
    return form->has_pages
               ? array_random(form->to, 4, DIMS(PAGE_COUNT, PAGE, HEADS, size), -2, 2, seed)
               : array_random(form->to, 4, DIMS(BATCH, CAPACITY, HEADS, size), -2, 2, seed);
}

/* Downloads |cache|, and compares it with what it was before the tokens of |from|. */
static void expect_cache(const struct form *form, const struct array *from, struct array *cache,
                         uint32_t size, float scale)
{
    void *wanted = malloc(array_bytes(cache));
    assert_non_null(wanted);
    memcpy(wanted, cache->host, array_bytes(cache));
    for (uint32_t batch = 0; batch < BATCH; batch++) {
        uint32_t first = form->has_starts ? starts[batch] : batch * LENGTH;
        uint32_t count = form->has_starts ? starts[batch + 1] - first : LENGTH;
        for (uint32_t t = 0; t < count; t++) {
            uint32_t token = t + (form->has_lengths ? lengths[batch] : 0);
            for (uint64_t at = 0; at < HEADS * size && token < CAPACITY; at++) {
                double number = array_at(from, (first + t) * (uint64_t)HEADS * size + at);
                if (form->to != form->from && scale != 0)
                    number = (float)number * (1 / scale);
                number_store(wanted, form->to, place_of(form, size, batch, token, at), number);
            }
        }
    }
    array_download(cache);
    assert_memory_equal(cache->host, wanted, array_bytes(cache));
    free(wanted);
}

static void expect_append(const struct form *form)
{
    uint64_t seed = form->from * 16 + form->to;
    uint32_t size = form->is_odd ? 13 : SIZE, value_size = form->is_odd ? 24 : SIZE;
    struct array keys = make_new(form, size, &seed), key_cache = make_cache(form, size, &seed);
    struct array values = make_new(form, value_size, &seed),
                 value_cache = make_cache(form, value_size, &seed);
    struct array length = array_of_u32(1, DIMS(BATCH), lengths);
    struct array start = array_of_u32(1, DIMS(BATCH + 1), starts);
    struct array page = array_of_u32(2, DIMS(BATCH, PAGES), &pages[0][0]);
    struct krt_cache_options options = {.struct_size = sizeof options,
                                        .starts = form->has_starts ? &start.tensor : NULL,
                                        .lengths = form->has_lengths ? &length.tensor : NULL,
                                        .pages = form->has_pages ? &page.tensor : NULL,
                                        .key_scale = form->scale,
                                        .value_scale = form->scale / 2};
    if (form->has_lengths)
        assert_ok(krt_cache_append(models, stream, &options, &keys.tensor, &key_cache.tensor,
                                   &values.tensor, &value_cache.tensor));
    else
        assert_ok(krt_cache_append(models, stream, &options, &keys.tensor, &key_cache.tensor, NULL,
                                   NULL));
    expect_cache(form, &keys, &key_cache, size, form->scale);
    if (form->has_lengths)
        expect_cache(form, &values, &value_cache, value_size, form->scale / 2);
    struct array *all[] = {&keys, &key_cache, &values, &value_cache, &length, &start, &page};
    for (unsigned i = 0; i < 7; i++)
        array_free(all[i]);
}

static void new_tokens_follow_those_of_the_cache(void **state)
{
    static const uint32_t dtypes[][2] = {
        {KRT_F16, KRT_F16}, {KRT_F16, KRT_F8E4M3}, {KRT_BF16, KRT_BF16}, {KRT_BF16, KRT_F8E4M3},
        {KRT_F32, KRT_F16}, {KRT_F32, KRT_BF16},   {KRT_F32, KRT_F8E4M3}};
    (void)state;
    for (unsigned i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        for (unsigned how = 0; how < 8; how++)
            expect_append(&(struct form){dtypes[i][0], dtypes[i][1], how & 1, how & 2, how & 4,
                                         how % 3 == 2, how == 7 ? 1.25f : 0});
}

/* Heads that are not beside each other: keys and values of one product. */
static void heads_may_have_gaps(void **state)
{
    enum { Q = 3, ALL = Q + 2 * HEADS };
    (void)state;
    uint64_t seed = 5;
    struct array product = array_random(KRT_F16, 4, DIMS(BATCH, 1, ALL, SIZE), -3, 3, &seed);
    struct array cache = array_make(KRT_F16, 4, DIMS(BATCH, HEADS, 2, SIZE));
    struct krt_tensor keys = product.tensor, to = cache.tensor;
    keys.dims[2] = HEADS;
    keys.data = (char *)keys.data + Q * SIZE * sizeof(uint16_t);
    to.dims[1] = 2; /* [batch, heads, tokens, size] */
    to.dims[2] = HEADS;
    to.strides[1] = SIZE;
    to.strides[2] = 2 * SIZE;
    assert_ok(krt_cache_append(models, stream, NULL, &keys, &to, NULL, NULL));
    array_download(&cache);
    for (uint64_t i = 0; i < cache.count; i++) {
        uint64_t at = i % SIZE, head = i / SIZE / 2 % HEADS, batch = i / SIZE / 2 / HEADS;
        double wanted =
            i / SIZE % 2 == 0 ? array_at(&product, (batch * ALL + Q + head) * SIZE + at) : 0;
        assert_true(array_at(&cache, i) == wanted);
    }
    array_free(&product);
    array_free(&cache);
}

static void lengths_grow(void **state)
{
    (void)state;
    struct array length = array_of_u32(1, DIMS(BATCH), lengths);
    struct array start = array_of_u32(1, DIMS(BATCH + 1), starts);
    assert_ok(krt_lengths_add(models, stream, NULL, 2, &length.tensor));
    assert_ok(krt_lengths_add(models, stream, &start.tensor, 9, &length.tensor));
    array_download(&length);
    for (unsigned i = 0; i < BATCH; i++)
        assert_int_equal(((uint32_t *)length.host)[i], lengths[i] + 2 + starts[i + 1] - starts[i]);
    assert_fails(krt_lengths_add(models, stream, &length.tensor, 0, &length.tensor),
                 KRT_ERROR_INVALID_ARGUMENT, "|starts|");
    array_free(&length);
    array_free(&start);
}

static void expect_refused(const struct krt_cache_options *options, const struct array *const of[4],
                           krt_status wanted, const char *word)
{
    assert_fails(krt_cache_append(models, stream, options, &of[0]->tensor, &of[1]->tensor,
                                  of[2] ? &of[2]->tensor : NULL, of[3] ? &of[3]->tensor : NULL),
                 wanted, word);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct array from = array_make(KRT_F16, 4, DIMS(2, 3, 2, 8));
    struct array cache = array_make(KRT_F16, 4, DIMS(2, 16, 2, 8));
    struct array other = array_make(KRT_F16, 4, DIMS(3, 16, 2, 8));
    struct array heads = array_make(KRT_F16, 4, DIMS(2, 16, 1, 16));
    struct array wide = array_make(KRT_F64, 4, DIMS(2, 16, 2, 8));
    struct array longer = array_make(KRT_F16, 4, DIMS(2, 17, 2, 8));
    struct array lengths_of_3 = array_of_u32(1, DIMS(3), lengths);
    struct array f8 = array_make(KRT_F8E4M3, 4, DIMS(2, 16, 2, 8));
    struct krt_cache_options options = {.struct_size = sizeof options,
                                        .lengths = &lengths_of_3.tensor};
    const krt_status bad = KRT_ERROR_INVALID_ARGUMENT;
    assert_fails(krt_cache_append(NULL, stream, NULL, &from.tensor, &cache.tensor, NULL, NULL), bad,
                 "NULL");
    struct krt_tensor nowhere = from.tensor;
    nowhere.data = NULL;
    assert_fails(krt_cache_append(models, stream, NULL, &nowhere, &cache.tensor, NULL, NULL), bad,
                 "data of |keys| are NULL");
    assert_fails(krt_cache_append(models, stream, NULL, NULL, &cache.tensor, NULL, NULL), bad,
                 "|keys| is NULL");
    const struct {
        const struct krt_cache_options *options;
        const struct array *of[4];
        krt_status status;
        const char *word;
    } refused[] = {
        {NULL, {&from, &other}, bad, "2 sequences"},
        {NULL, {&from, &heads}, bad, "2 heads of 8 elements"},
        {&options, {&from, &cache}, bad, "|lengths|"},
        {NULL, {&from, &cache, &from}, bad, "|value_cache| is NULL"},
        {NULL, {&from, &cache, &from, &wide}, bad, "|values| are f16 for a cache of f64"},
        {NULL, {&from, &cache, &from, &longer}, bad, "and 17 tokens"},
        {NULL, {&from, &wide}, KRT_ERROR_UNSUPPORTED, "cache_append_f16_f64"},
    };
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++)
        expect_refused(refused[i].options, refused[i].of, refused[i].status, refused[i].word);
    const float lost[] = {NAN, INFINITY, -INFINITY, 1e-40f};
    for (unsigned i = 0; i < 4; i++) {
        options = (struct krt_cache_options){.struct_size = sizeof options, .value_scale = lost[i]};
        expect_refused(&options, (const struct array *[4]){&from, &f8, &from, &f8}, bad,
                       "scale of |value_cache|");
    }
    options.struct_size = 0;
    expect_refused(&options, (const struct array *[4]){&from, &cache}, bad, "struct_size");
    struct array across = from;
    across.tensor.strides[3] = 2;
    expect_refused(NULL, (const struct array *[4]){&across, &cache}, bad, "beside each other");
    struct array repeated = cache;
    repeated.tensor.strides[0] = 0;
    expect_refused(NULL, (const struct array *[4]){&from, &repeated}, bad,
                   "|key_cache|: an output");
    struct array *all[] = {&from, &cache, &other, &heads, &wide, &longer, &f8, &lengths_of_3};
    for (unsigned i = 0; i < 8; i++)
        array_free(all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(new_tokens_follow_those_of_the_cache),
        cmocka_unit_test(heads_may_have_gaps),
        cmocka_unit_test(lengths_grow),
    };
    run_on_all_devices(tests);
}
