/* krt_attention(): results beside those of the host in f64. */
#include "models_test.h"

#include <math.h>

/* ---- A case: shapes and options ---------------------------------------------------------------
 */

enum {
    CAUSAL = 1,
    WINDOW = 2,
    SOFT_CAP = 4,
    SLOPES = 8,
    MASK = 16,
    LENGTHS = 32, /* key_lengths, or key_starts if not PAGES */
    STARTS = 64,  /* query_starts */
    PAGES = 128,
    LOG = 256,
    VIEWS = 512, /* heads of q, k, v and out are parts of larger rows */
    OPTIONS = 1024,
};

struct shape {
    uint32_t batches, queries, keys, kv_heads, group, size, page_size, window;
};

struct form {
    uint32_t dtype, cache;
    struct shape shape;
    unsigned options;
};

/* What a case has on both sides. Heads are found by the strides of the tensors. */
struct arrays {
    struct array q, k, v, out, mask, slopes, query_starts, key_starts, key_lengths, pages, log;
    uint32_t query_counts[4], key_counts[4], first_queries[4], first_keys[4];
};

static bool has(const struct form *form, unsigned option)
{
    return (form->options & option) != 0;
}

static bool loses_small; /* whether the device is gfx90a */

/* ---- What the host expects --------------------------------------------------------------------
 */

static uint64_t place(const struct array *array, uint64_t outer, uint64_t token, uint64_t head)
{
    const uint64_t *strides = array->tensor.strides;
    return array->tensor.rank == 3 ? token * strides[0] + head * strides[1]
                                   : outer * strides[0] + token * strides[1] + head * strides[2];
}

static uint64_t place_of_key(const struct form *form, const struct arrays *all,
                             const struct array *array, uint32_t batch, uint32_t key, uint32_t head)
{
    if (has(form, PAGES)) {
        uint64_t of_sequence = all->pages.tensor.dims[1];
        const uint32_t *pages = all->pages.host;
        return place(array, pages[batch * of_sequence + key / form->shape.page_size],
                     key % form->shape.page_size, head);
    }
    return place(array, batch, all->first_keys[batch] + key, head);
}

static const float K_SCALE = 0.75f, V_SCALE = 1.5f, SOFT = 3, SCALE = 0.3f;

static uint64_t place_in_mask(const struct array *mask, uint64_t batch, uint64_t head,
                              uint64_t query, int64_t key)
{
    const uint64_t *dims = mask->tensor.dims, *strides = mask->tensor.strides;
    return (dims[0] > 1 ? batch * strides[0] : 0) + (dims[1] > 1 ? head * strides[1] : 0) +
           (dims[2] > 1 ? query * strides[2] : 0) + (uint64_t)key;
}

/* The scores of one row; -INFINITY for keys that it does not see. */
static void scores_of(const struct form *form, const struct arrays *all, uint32_t batch,
                      uint32_t query, uint32_t head, double *s)
{
    const struct shape *shape = &form->shape;
    int64_t keys = all->key_counts[batch], at = keys - all->query_counts[batch] + query;
    uint64_t q = place(&all->q, batch, all->first_queries[batch] + query, head);
    uint64_t of_batch = all->slopes.tensor.rank == 2 ? batch * all->slopes.tensor.dims[1] : 0;
    double slope = array_at(&all->slopes, of_batch + head);
    for (int64_t key = 0; key < keys; key++) {
        uint64_t k = place_of_key(form, all, &all->k, batch, (uint32_t)key, head / shape->group);
        double sum = 0;
        for (uint32_t i = 0; i < shape->size; i++)
            sum += array_at(&all->q, q + i) * array_at(&all->k, k + i);
        s[key] = sum * SCALE * (form->cache == KRT_F8E4M3 ? K_SCALE : 1);
        if (has(form, SOFT_CAP))
            s[key] = SOFT * tanh(s[key] / SOFT);
        if (has(form, SLOPES))
            s[key] -= slope * fabs((double)(key - at));
        if (has(form, MASK))
            s[key] += array_at(&all->mask, place_in_mask(&all->mask, batch, head, query, key));
        if ((has(form, CAUSAL) && key > at) ||
            (has(form, WINDOW) && (key < at - shape->window || key > at + shape->window)))
            s[key] = -INFINITY;
    }
}

/* Compares a row with that of the host. The weights and the result are rounded to the dtype. */
static void expect_row(const struct form *form, const struct arrays *all, uint32_t batch,
                       uint32_t query, uint32_t head, double *s)
{
    const uint32_t keys = all->key_counts[batch];
    const double unit = form->dtype == KRT_F16 ? 0x1p-10 : 0x1p-7;
    const double v_scale = form->cache == KRT_F8E4M3 ? V_SCALE : 1;
    /* The matrix cores of gfx90a take numbers of f16 below 2^-14 as 0. */
    const double smallest = form->dtype == KRT_F16 ? loses_small ? 0x1p-13 : 0x1p-24 : 0x1p-126;
    double largest = -INFINITY, total = 0;
    scores_of(form, all, batch, query, head, s);
    for (uint32_t key = 0; key < keys; key++)
        largest = fmax(largest, s[key]);
    for (uint32_t key = 0; key < keys; key++)
        total += s[key] = largest == -INFINITY ? 0 : exp(s[key] - largest);
    uint64_t to = place(&all->out, batch, all->first_queries[batch] + query, head);
    for (uint32_t i = 0; i < form->shape.size; i++) {
        double sum = 0, around = 0;
        for (uint32_t key = 0; key < keys; key++) {
            if (s[key] == 0)
                continue;
            double v = array_at(&all->v, i + place_of_key(form, all, &all->v, batch, key,
                                                          head / form->shape.group));
            sum += s[key] * v;
            around += s[key] * fabs(v);
        }
        double wanted = total > 0 ? v_scale * sum / total : 0, got = array_at(&all->out, to + i);
        double bound = total > 0 ? unit * v_scale * around / total + smallest : 0;
        if (!(fabs(got - wanted) <= bound))
            fail_msg("%s/%s options %#x, %u x %u, %u heads of %u: batch %u query %u head %u [%u]: "
                     "%g, not %g (+- %g)",
                     krt_dtype_name(form->dtype), krt_dtype_name(form->cache), form->options,
                     form->shape.queries, form->shape.keys, form->shape.kv_heads, form->shape.size,
                     batch, query, head, i, got, wanted, bound);
    }
    if (has(form, LOG)) {
        uint64_t queries = has(form, STARTS) ? all->q.tensor.dims[0] : form->shape.queries;
        uint64_t heads = (uint64_t)form->shape.kv_heads * form->shape.group;
        double got = array_at(&all->log, has(form, STARTS)
                                             ? head * queries + all->first_queries[batch] + query
                                             : (batch * heads + head) * queries + query);
        double wanted = total > 0 ? largest + log(total) : -INFINITY;
        if (!(got == wanted || fabs(got - wanted) <= 1e-3 * (1 + fabs(wanted))))
            fail_msg("options %#x, %u x %u: log_sum_exp %g, not %g", form->options,
                     form->shape.queries, form->shape.keys, got, wanted);
    }
}

/* ---- Arrays ------------------------------------------------------------------------------------
 */

/* A tensor of tokens and its host's copy; with VIEWS its heads are the first |size| elements of
 * rows that are longer, and the rest is NaN. */
static struct array make_tokens(const struct form *form, uint32_t dtype, bool is_dense,
                                uint64_t outer, uint64_t tokens, uint64_t heads, double limit,
                                uint64_t *seed)
{
    const uint64_t size = form->shape.size, pitch = has(form, VIEWS) ? size + 16 : size;
    struct array array =
        array_random(dtype, is_dense ? 4 : 3,
                     is_dense ? DIMS(outer, tokens, heads, pitch) : DIMS(tokens, heads, pitch),
                     -limit, limit, seed);
    for (uint64_t i = 0; pitch > size && i < array.count; i++) {
        if (i % pitch >= size)
            number_store(array.host, dtype, i, NAN);
    }
    array_upload(&array);
    array.tensor.dims[array.tensor.rank - 1] = size;
    return array;
}

/* Fills a cache's keys behind those of |batch| with NaN: none of them may be read. */
static void spoil(const struct form *form, const struct arrays *all, struct array *array,
                  uint32_t batch)
{
    const uint64_t capacity =
        has(form, PAGES) ? all->pages.tensor.dims[1] * form->shape.page_size : form->shape.keys;
    for (uint32_t key = all->key_counts[batch]; key < capacity; key++) {
        for (uint32_t head = 0; head < form->shape.kv_heads; head++) {
            uint64_t at = place_of_key(form, all, array, batch, key, head);
            for (uint32_t i = 0; i < form->shape.size; i++)
                number_store(array->host, array->tensor.dtype, at + i, NAN);
        }
    }
}

static void count_tokens(const struct form *form, struct arrays *all, uint64_t *seed)
{
    const struct shape *shape = &form->shape;
    const bool has_key_starts = has(form, LENGTHS) && !has(form, PAGES);
    uint32_t queries = 0, keys = 0;
    for (uint32_t i = 0; i < shape->batches; i++) {
        bool is_last = i + 1 == shape->batches;
        all->query_counts[i] = has(form, STARTS) && !is_last
                                   ? next_random(seed) % (shape->queries + 1)
                                   : shape->queries;
        all->key_counts[i] =
            has(form, LENGTHS) && !is_last ? next_random(seed) % (shape->keys + 1) : shape->keys;
        all->first_queries[i] = has(form, STARTS) ? queries : 0;
        all->first_keys[i] = has_key_starts ? keys : 0;
        queries += all->query_counts[i];
        keys += all->key_counts[i];
    }
    uint32_t query_starts[5] = {0}, key_starts[5] = {0};
    for (uint32_t i = 0; i < shape->batches; i++) {
        query_starts[i + 1] = query_starts[i] + all->query_counts[i];
        key_starts[i + 1] = key_starts[i] + all->key_counts[i];
    }
    all->query_starts = array_of_u32(1, DIMS(shape->batches + 1), query_starts);
    all->key_starts = array_of_u32(1, DIMS(shape->batches + 1), key_starts);
    all->key_lengths = array_of_u32(1, DIMS(shape->batches), all->key_counts);
}

static struct arrays make_arrays(const struct form *form, uint64_t *seed)
{
    const struct shape *shape = &form->shape;
    const uint32_t heads = shape->kv_heads * shape->group, batches = shape->batches;
    struct arrays all = {0};
    count_tokens(form, &all, seed);
    const bool has_key_starts = has(form, LENGTHS) && !has(form, PAGES);
    const uint32_t *starts = all.query_starts.host, *key_starts = all.key_starts.host;
    const uint64_t tokens = has(form, STARTS) ? starts[batches] : shape->queries;
    all.q = make_tokens(form, form->dtype, !has(form, STARTS), batches, tokens, heads, 2, seed);
    all.out = make_tokens(form, form->dtype, !has(form, STARTS), batches, tokens, heads, 2, seed);
    const uint32_t of_sequence = has(form, PAGES) ? shape->keys / shape->page_size + 1 : 1;
    all.pages = array_make(KRT_U32, 2, DIMS(batches, of_sequence));
    for (uint32_t i = 0; i < batches * of_sequence; i++)
        ((uint32_t *)all.pages.host)[i] = (i * 7 + 3) % (batches * of_sequence); /* see below */
    /* 7 must not divide the number of pages, so that all numbers differ. */
    if (batches * of_sequence % 7 == 0)
        for (uint32_t i = 0; i < batches * of_sequence; i++)
            ((uint32_t *)all.pages.host)[i] = batches * of_sequence - 1 - i;
    array_upload(&all.pages);
    struct array *caches[] = {&all.k, &all.v};
    for (unsigned i = 0; i < 2; i++) {
        *caches[i] = has(form, PAGES)
                         ? make_tokens(form, form->cache, true, (uint64_t)batches * of_sequence,
                                       shape->page_size, shape->kv_heads, 2, seed)
                         : make_tokens(form, form->cache, !has_key_starts, batches,
                                       has_key_starts ? key_starts[batches] : shape->keys,
                                       shape->kv_heads, 2, seed);
        for (uint32_t batch = 0; has(form, PAGES) && batch < batches; batch++)
            spoil(form, &all, caches[i], batch);
        array_upload(caches[i]);
    }
    const uint32_t for_all = next_random(seed); /* what the mask has once for all */
    all.mask = array_random(for_all & 1 ? KRT_F32 : form->dtype, 4,
                            DIMS(for_all & 2 ? 1 : batches, for_all & 4 ? 1 : heads,
                                 for_all & 8 ? 1 : shape->queries, shape->keys),
                            -2, 1, seed);
    for (uint64_t i = 0; i < all.mask.count; i += 1 + next_random(seed) % 5)
        number_store(all.mask.host, all.mask.tensor.dtype, i, -INFINITY);
    array_upload(&all.mask);
    all.slopes = for_all & 16 ? array_random(KRT_F32, 1, DIMS(heads), 0, 0.5, seed)
                              : array_random(KRT_F32, 2, DIMS(batches, heads), 0, 0.5, seed);
    all.log = has(form, STARTS) ? array_make(KRT_F32, 2, DIMS(heads, tokens))
                                : array_make(KRT_F32, 3, DIMS(batches, heads, tokens));
    return all;
}

static void free_arrays(struct arrays *all)
{
    struct array *const arrays[] = {
        &all->q,          &all->k,      &all->v,          &all->out,
        &all->mask,       &all->slopes, &all->log,        &all->query_starts,
        &all->key_starts, &all->pages,  &all->key_lengths};
    for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++)
        array_free(arrays[i]);
}

/* ---- Cases --------------------------------------------------------------------------------------
 */

static void expect_attention(const struct form *form)
{
    const struct shape *shape = &form->shape;
    uint64_t seed = form->options * 7919u + shape->keys * 31 + shape->size + form->dtype;
    struct arrays all = make_arrays(form, &seed);
    const bool has_key_starts = has(form, LENGTHS) && !has(form, PAGES);
    struct krt_attention_options options = {
        .struct_size = sizeof options,
        .scale = SCALE,
        .soft_cap = has(form, SOFT_CAP) ? SOFT : 0,
        .is_causal = has(form, CAUSAL),
        .window = has(form, WINDOW) ? shape->window : 0,
        .mask = has(form, MASK) ? &all.mask.tensor : NULL,
        .slopes = has(form, SLOPES) ? &all.slopes.tensor : NULL,
        .query_starts = has(form, STARTS) ? &all.query_starts.tensor : NULL,
        .key_starts = has_key_starts ? &all.key_starts.tensor : NULL,
        .key_lengths = has(form, LENGTHS) || has(form, PAGES)
                           ? has_key_starts ? NULL : &all.key_lengths.tensor
                           : NULL,
        .pages = has(form, PAGES) ? &all.pages.tensor : NULL,
        .longest_query = shape->queries,
        .longest_keys = shape->keys,
        .k_scale = K_SCALE,
        .v_scale = V_SCALE,
        .log_sum_exp = has(form, LOG) ? &all.log.tensor : NULL,
    };
    assert_ok(krt_attention(models, stream, &options, &all.q.tensor, &all.k.tensor, &all.v.tensor,
                            &all.out.tensor));
    array_download(&all.out);
    array_download(&all.log);
    double *s = malloc((shape->keys + 1) * sizeof *s);
    for (uint32_t batch = 0; batch < shape->batches; batch++)
        for (uint32_t query = 0; query < all.query_counts[batch]; query++)
            for (uint32_t head = 0; head < shape->kv_heads * shape->group; head++)
                expect_row(form, &all, batch, query, head, s);
    free(s);
    free_arrays(&all);
}

static const uint32_t dtypes[][2] = {
    {KRT_F16, KRT_F16}, {KRT_BF16, KRT_BF16}, {KRT_F16, KRT_F8E4M3}, {KRT_BF16, KRT_F8E4M3}};

static void expect_of_dtypes(unsigned which, const struct shape *shape, unsigned options)
{
    expect_attention(&(struct form){dtypes[which][0], dtypes[which][1], *shape, options});
}

static void each_dtype_and_class_of_sizes_is_right(void **state)
{
    static const uint32_t sizes[] = {64, 128, 256};
    struct krt_device_info info = {.struct_size = sizeof info};
    (void)state;
    assert_ok(krt_device_describe(device, &info));
    loses_small = strstr(info.target, "gfx90a") != NULL;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned which = 0; which < 4; which++) {
            expect_of_dtypes(which, &(struct shape){1, 70, 45, 1, 1, sizes[i], 1, 1}, LOG);
            expect_of_dtypes(which, &(struct shape){1, 2, 150, 2, 3, sizes[i], 1, 1}, LOG | CAUSAL);
        }
}

static void sizes_are_multiples_of_8(void **state)
{
    (void)state;
    for (uint32_t size = 8; size <= 256; size += 8) {
        expect_of_dtypes(size / 8 % 4, &(struct shape){1, 1, 33, 1, 2, size, 1, 1}, 0);
        if (size % 40 == 0)
            expect_of_dtypes(size / 8 % 4, &(struct shape){1, 66, 17, 1, 1, size, 1, 1}, 0);
    }
}

/* Each option alone, and all pairs of options. */
static void options_work_alone_and_in_pairs(void **state)
{
    static const struct shape many = {.batches = 2,
                                      .queries = 40,
                                      .keys = 75,
                                      .kv_heads = 1,
                                      .group = 2,
                                      .size = 40,
                                      .page_size = 16,
                                      .window = 20};
    static const struct shape few = {.batches = 3,
                                     .queries = 3,
                                     .keys = 75,
                                     .kv_heads = 2,
                                     .group = 4,
                                     .size = 72,
                                     .page_size = 16,
                                     .window = 9};
    (void)state;
    for (unsigned one = 1; one < OPTIONS; one *= 2)
        for (unsigned other = one; other < OPTIONS; other *= 2) {
            expect_of_dtypes((one + other) % 3, &few, one | other);
            if (one == other || (one + other) % 7 == 0)
                expect_of_dtypes((one + other) % 3, &many, one | other);
        }
    expect_of_dtypes(0, &few, OPTIONS - 1);
    expect_of_dtypes(2, &many, OPTIONS - 1);
}

static void edges_of_lengths_are_right(void **state)
{
    static const uint32_t lengths[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 129};
    (void)state;
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const struct shape one = {1, 1, lengths[i], 1, 1, 64, 1, 1};
        expect_of_dtypes(i % 4, &one, LOG | (i % 2 ? WINDOW : PAGES));
        const struct shape square = {1, 65 + i, lengths[i], 1, 1, 32, 64, 1};
        expect_of_dtypes(i % 4, &square, LOG | CAUSAL | (i % 2 ? WINDOW : 0));
    }
    /* no row of the first block sees a key */
    for (uint32_t size = 64; size <= 256; size *= 2)
        expect_of_dtypes(size / 128 % 2, &(struct shape){2, 150, 4, 2, 1, size, 1, 1},
                         LOG | CAUSAL);
}

static void rows_of_several_workgroups_are_right(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 4; which++) {
        expect_of_dtypes(which, &(struct shape){1, 150, 170, 1, 2, 32, 1, 60},
                         CAUSAL | (which % 2 ? WINDOW : LOG));
        expect_of_dtypes(which, &(struct shape){2, 7, 90, 1, 5, 48, 1, 1}, LENGTHS | STARTS | LOG);
    }
    /* more keys than a block copies ahead, and rows that do not see the first of them */
    expect_of_dtypes(0, &(struct shape){1, 130, 270, 1, 1, 136, 16, 1}, CAUSAL | LOG | PAGES);
    expect_of_dtypes(1, &(struct shape){1, 130, 270, 1, 1, 136, 1, 90}, CAUSAL | WINDOW);
}

/* With as many blocks as compute units, these have 128 rows; in other tests they have 64. */
static void grids_that_fill_the_gpu_are_right(void **state)
{
    static const uint32_t sizes[] = {40, 128, 136};
    struct krt_device_info info = {.struct_size = sizeof info};
    (void)state;
    assert_ok(krt_device_describe(device, &info));
    const uint32_t units = info.multiprocessors * (info.warp_size == 32 ? 2 : 1);
    for (unsigned i = 0; i < 3; i++)
        expect_of_dtypes(i, &(struct shape){1, 130, 70, (units + 1) / 2, 1, sizes[i], 1, 20},
                         CAUSAL | (i % 2 ? WINDOW : LOG));
}

enum { SHORT = 16 };

/* Attention of one query to two keys without |options|, or with a |scale| alone. */
static void expect_weights(const struct krt_attention_options *options, double scale)
{
    float q[SHORT], v[2][SHORT] = {{1, 2}, {3, 4}};
    struct array queries = array_make(KRT_F16, 4, DIMS(1, 1, 1, SHORT));
    struct array keys = array_make(KRT_F16, 4, DIMS(1, 2, 1, SHORT));
    struct array values = array_make(KRT_F16, 4, DIMS(1, 2, 1, SHORT));
    struct array out = array_make(KRT_F16, 4, DIMS(1, 1, 1, SHORT));
    for (uint32_t i = 0; i < SHORT; i++) {
        q[i] = 0.25f * (float)i;
        number_store(queries.host, KRT_F16, i, q[i]);
        number_store(keys.host, KRT_F16, i, 0.125); /* the other key is 0 */
        number_store(values.host, KRT_F16, i, v[0][i]);
        number_store(values.host, KRT_F16, SHORT + i, v[1][i]);
    }
    struct array *const arrays[] = {&queries, &keys, &values, &out};
    for (unsigned i = 0; i < 3; i++)
        array_upload(arrays[i]);
    assert_ok(krt_attention(models, stream, options, &queries.tensor, &keys.tensor, &values.tensor,
                            &out.tensor));
    array_download(&out);
    double weight = exp(0.125 * 0.25 * 120 * scale);
    for (uint32_t i = 0; i < SHORT; i++)
        assert_true(fabs(array_at(&out, i) - (v[0][i] * weight + v[1][i]) / (weight + 1)) < 4e-3);
    for (unsigned i = 0; i < 4; i++)
        array_free(arrays[i]);
}

/* Without options the scale is 1 / sqrt(size), and all queries see all keys. */
static void options_have_defaults(void **state)
{
    (void)state;
    expect_weights(NULL, 1 / sqrt(SHORT));
}

static void scales_may_be_negative(void **state)
{
    const struct krt_attention_options options = {.struct_size = sizeof options, .scale = -0.5f};
    (void)state;
    expect_weights(&options, -0.5);
}

static void many_keys_are_split(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 4; which++)
        expect_of_dtypes(which, &(struct shape){1, 1, 1500, 1, 5, 64, 64, 700},
                         LOG | (which % 2 ? PAGES : WINDOW));
    expect_of_dtypes(0, &(struct shape){1, 1, 16384, 1, 2, 16, 64, 1}, LOG | PAGES);
}

/* A score below -10^30 counts as -infinity, in kernels for few rows and for many. */
static void tiny_scores_count_as_unseen(void **state)
{
    enum { KEYS = 40, SIZE = 64 };
    uint64_t seed = 1;
    (void)state;
    for (uint64_t queries = 1; queries < 100; queries += 79) {
        const uint64_t of_q[] = {1, queries, 1, SIZE}, of_keys[] = {1, KEYS, 1, SIZE};
        struct array q = array_random(KRT_F16, 4, of_q, -1, 1, &seed),
                     k = array_random(KRT_F16, 4, of_keys, -1, 1, &seed),
                     v = array_random(KRT_F16, 4, of_keys, 1, 2, &seed),
                     mask = array_random(KRT_F32, 4, DIMS(1, 1, 1, KEYS), -3e30, -2e30, &seed),
                     out = array_make(KRT_F16, 4, of_q),
                     log = array_make(KRT_F32, 3, DIMS(1, 1, queries));
        struct krt_attention_options options = {
            .struct_size = sizeof options, .mask = &mask.tensor, .log_sum_exp = &log.tensor};
        assert_ok(
            krt_attention(models, stream, &options, &q.tensor, &k.tensor, &v.tensor, &out.tensor));
        array_download(&out);
        array_download(&log);
        for (uint64_t i = 0; i < out.count; i++)
            assert_true(array_at(&out, i) == 0);
        for (uint64_t i = 0; i < log.count; i++)
            assert_true(array_at(&log, i) == -INFINITY);
        struct array *const arrays[] = {&q, &k, &v, &mask, &out, &log};
        for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++)
            array_free(arrays[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_dtype_and_class_of_sizes_is_right),
        cmocka_unit_test(sizes_are_multiples_of_8),
        cmocka_unit_test(options_work_alone_and_in_pairs),
        cmocka_unit_test(edges_of_lengths_are_right),
        cmocka_unit_test(options_have_defaults),
        cmocka_unit_test(scales_may_be_negative),
        cmocka_unit_test(rows_of_several_workgroups_are_right),
        cmocka_unit_test(grids_that_fill_the_gpu_are_right),
        cmocka_unit_test(many_keys_are_split),
        cmocka_unit_test(tiny_scores_count_as_unseen),
    };
    run_on_all_devices(tests);
}
