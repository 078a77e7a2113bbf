/* krt_cache_append(): what a cache holds afterwards, dense and in pages. */
#include "models_test.h"

enum { BATCH = 3, HEADS = 2, SIZE = 40, CAPACITY = 24, PAGE = 8, PAGES = CAPACITY / PAGE };

static const uint32_t lengths[BATCH] = {0, 7, 21}, starts[BATCH + 1] = {0, 5, 5, 11};
/* Pages of sequences, in no order; page 4 is nobody's. */
static const uint32_t pages[BATCH][PAGES] = {{9, 2, 7}, {0, 8, 3}, {5, 1, 6}};
enum { PAGE_COUNT = 10 };

struct form {
    uint32_t from, to;
    bool has_starts, has_pages, has_lengths;
    float scale;
};

/* What the host expects: the cache's element for |token| of |batch|. */
static uint64_t place_of(const struct form *form, uint32_t batch, uint32_t token, uint64_t at)
{
    uint64_t row = form->has_pages ? pages[batch][token / PAGE] * PAGE + token % PAGE
                                   : batch * (uint64_t)CAPACITY + token;
    return row * HEADS * SIZE + at;
}

static void expect_append(const struct form *form)
{
    uint64_t seed = form->from * 16 + form->to;
    enum { LENGTH = 5 };
    struct array from =
        form->has_starts
            ? array_random(form->from, 3, DIMS(starts[BATCH], HEADS, SIZE), -600, 600, &seed)
            : array_random(form->from, 4, DIMS(BATCH, LENGTH, HEADS, SIZE), -3, 3, &seed);
    struct array cache =
        form->has_pages
            ? array_random(form->to, 4, DIMS(PAGE_COUNT, PAGE, HEADS, SIZE), -2, 2, &seed)
            : array_random(form->to, 4, DIMS(BATCH, CAPACITY, HEADS, SIZE), -2, 2, &seed);
    struct array length = array_of_u32(1, DIMS(BATCH), lengths);
    struct array start = array_of_u32(1, DIMS(BATCH + 1), starts);
    struct array page = array_of_u32(2, DIMS(BATCH, PAGES), &pages[0][0]);
    struct krt_cache_options options = {.struct_size = sizeof options,
                                        .starts = form->has_starts ? &start.tensor : NULL,
                                        .lengths = form->has_lengths ? &length.tensor : NULL,
                                        .pages = form->has_pages ? &page.tensor : NULL,
                                        .scale = form->scale};
    assert_ok(krt_cache_append(models, stream, &options, &from.tensor, &cache.tensor));

    struct array wanted = cache;
    wanted.host = malloc(array_bytes(&cache));
    memcpy(wanted.host, cache.host, array_bytes(&cache));
    for (uint32_t batch = 0; batch < BATCH; batch++) {
        uint32_t first = form->has_starts ? starts[batch] : batch * LENGTH;
        uint32_t count = form->has_starts ? starts[batch + 1] - first : LENGTH;
        for (uint32_t t = 0; t < count; t++) {
            uint32_t token = t + (form->has_lengths ? lengths[batch] : 0);
            for (uint64_t at = 0; at < HEADS * SIZE && token < CAPACITY; at++) {
                double number = array_at(&from, (first + t) * (uint64_t)HEADS * SIZE + at);
                if (form->to != form->from && form->scale != 0)
                    number = (float)number * (1 / form->scale);
                number_store(wanted.host, form->to, place_of(form, batch, token, at), number);
            }
        }
    }
    array_download(&cache);
    assert_memory_equal(cache.host, wanted.host, array_bytes(&cache));
    free(wanted.host);
    struct array *all[] = {&from, &cache, &length, &start, &page};
    for (unsigned i = 0; i < 5; i++)
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
                                         how == 7 ? 1.25f : 0});
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct array from = array_make(KRT_F16, 4, DIMS(2, 3, 2, 8));
    struct array cache = array_make(KRT_F16, 4, DIMS(2, 16, 2, 8));
    struct array other = array_make(KRT_F16, 4, DIMS(3, 16, 2, 8));
    struct array heads = array_make(KRT_F16, 4, DIMS(2, 16, 1, 16));
    struct array wide = array_make(KRT_F64, 4, DIMS(2, 16, 2, 8));
    struct array lengths_of_3 = array_of_u32(1, DIMS(3), lengths);
    struct krt_cache_options options = {.struct_size = sizeof options,
                                        .lengths = &lengths_of_3.tensor};
    const krt_status bad = KRT_ERROR_INVALID_ARGUMENT;
    assert_fails(krt_cache_append(NULL, stream, NULL, &from.tensor, &cache.tensor), bad, "NULL");
    assert_fails(krt_cache_append(models, stream, NULL, NULL, &cache.tensor), bad,
                 "|from| is NULL");
    assert_fails(krt_cache_append(models, stream, NULL, &from.tensor, &other.tensor), bad,
                 "2 sequences");
    assert_fails(krt_cache_append(models, stream, NULL, &from.tensor, &heads.tensor), bad,
                 "2 heads of 8 elements");
    assert_fails(krt_cache_append(models, stream, &options, &from.tensor, &cache.tensor), bad,
                 "|lengths|");
    options.struct_size = 0;
    assert_fails(krt_cache_append(models, stream, &options, &from.tensor, &cache.tensor), bad,
                 "struct_size");
    assert_fails(krt_cache_append(models, stream, NULL, &from.tensor, &wide.tensor),
                 KRT_ERROR_UNSUPPORTED, "cache_append_f16_f64");
    struct krt_tensor across = from.tensor;
    across.strides[3] = 2;
    assert_fails(krt_cache_append(models, stream, NULL, &across, &cache.tensor), bad,
                 "beside each other");
    struct array *all[] = {&from, &cache, &other, &heads, &wide, &lengths_of_3};
    for (unsigned i = 0; i < 6; i++)
        array_free(all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(new_tokens_follow_those_of_the_cache),
    };
    run_on_all_devices(tests);
}
