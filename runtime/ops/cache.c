/* Caches of keys and values. */
#include "dtype.h"
#include "models.h"

#include <math.h>

/* Whether heads are whole packs at addresses that vectors allow. */
static bool is_packed(const struct krt_tensor *tensor, uint32_t head_size,
                      const struct token_strides *strides)
{
    uint64_t all = head_size | strides->outer | strides->token | strides->head;
    uint64_t bytes = CACHE_PACK * (uint64_t)krt_dtype_size(tensor->dtype);
    return all % CACHE_PACK == 0 && (uintptr_t)tensor->data % (bytes < 16 ? bytes : 16) == 0;
}

/* New keys or values, and their cache. */
struct pair {
    const char *names[2];
    const struct krt_tensor *from, *cache;
    float scale;
};

/* Makes the part of a launch that appends a pair. Sets what both parts have in common. */
static krt_status part_of(const char *function, const struct krt_cache_options *options,
                          const struct pair *pair, struct cache_part *out, struct tokens *tokens,
                          struct cache *to)
{
    krt_status status = tokens_of(function, pair->names[0], pair->from, options->starts, tokens);
    if (!status)
        status =
            cache_of(function, pair->names[1], pair->cache, options->pages, tokens->batches, to);
    if (!status && (to->heads != tokens->heads || to->head_size != tokens->head_size))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: |%s| has %u heads of %u elements, and |%s| %u of %u", function,
                          pair->names[0], tokens->heads, tokens->head_size, pair->names[1],
                          to->heads, to->head_size);
    if (!status && tensor_repeats(pair->cache))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s|: " TENSOR_REPEATS, function,
                          pair->names[1]);
    if (status)
        return status;
    const bool is_scaled = pair->from->dtype != pair->cache->dtype && pair->scale != 0;
    const float inverse = is_scaled ? 1 / pair->scale : 1;
    if (is_scaled && !(isfinite(pair->scale) && isfinite(inverse)))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: the scale of |%s| is %g: it and its inverse must be finite", function,
                        pair->names[1], (double)pair->scale);
    *out = (struct cache_part){.from = pair->from->data,
                               .cache = pair->cache->data,
                               .from_strides = tokens->strides,
                               .cache_strides = to->strides,
                               .heads = tokens->heads,
                               .head_size = tokens->head_size,
                               .inverse = inverse};
    if (tokens->strides.head == tokens->head_size && to->strides.head == to->head_size) {
        out->head_size *= out->heads; /* a token is one row of neighbours */
        out->heads = 1;
        out->from_strides.head = out->cache_strides.head = 0;
    }
    out->is_packed = is_packed(pair->from, out->head_size, &out->from_strides) &&
                     is_packed(pair->cache, out->head_size, &out->cache_strides);
    return KRT_OK;
}

/* Makes the part for values, which are as many as the keys, of the same dtypes. */
static krt_status values_of(const char *function, const struct krt_cache_options *options,
                            const struct pair *keys, const struct pair *values,
                            const struct tokens *tokens, const struct cache *to,
                            struct cache_part *out)
{
    struct tokens more;
    struct cache room;
    krt_status status = part_of(function, options, values, out, &more, &room);
    if (status)
        return status;
    if (values->from->dtype != keys->from->dtype || values->cache->dtype != keys->cache->dtype)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |values| are %s for a cache of %s, and |keys| %s for one of %s",
                        function, krt_dtype_name(values->from->dtype),
                        krt_dtype_name(values->cache->dtype), krt_dtype_name(keys->from->dtype),
                        krt_dtype_name(keys->cache->dtype));
    if (more.count != tokens->count || more.length != tokens->length ||
        room.capacity != to->capacity || room.page_size != to->page_size ||
        room.page_count != to->page_count)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |values| and |value_cache| have %llu and %u tokens, |keys| and "
                        "|key_cache| %llu and %u, or pages differ",
                        function, (unsigned long long)more.count, room.capacity,
                        (unsigned long long)tokens->count, to->capacity);
    return KRT_OK;
}

/* Many tokens fill a GPU: threads then move several packs each, because to find the token's place
 * takes as long as to move a pack. */
static uint32_t threads_for(uint64_t tokens)
{
    return tokens < 512 ? CACHE_THREADS : CACHE_THREADS / 4;
}

krt_status krt_cache_append(struct krt_models *models, struct krt_stream *stream,
                            const struct krt_cache_options *options, const struct krt_tensor *keys,
                            const struct krt_tensor *key_cache, const struct krt_tensor *values,
                            const struct krt_tensor *value_cache)
{
    static const char function[] = "krt_cache_append";
    struct krt_cache_options all = {.key_scale = 0};
    struct cache_append work = {.starts = NULL};
    struct tokens tokens;
    struct cache to;
    uint32_t ordinal;
    krt_status status = models_check(function, models);
    if (!status)
        status = options_read(function, options, &all, sizeof all);
    const struct pair first = {{"keys", "key_cache"}, keys, key_cache, all.key_scale},
                      second = {{"values", "value_cache"}, values, value_cache, all.value_scale};
    if (!status)
        status = check_tensor(function, "keys", keys, ANY_DTYPE, ANY_RANK, NULL, STRIDED);
    if (!status)
        status = part_of(function, &all, &first, &work.keys, &tokens, &to);
    if (!status && (values || value_cache))
        status = values_of(function, &all, &first, &second, &tokens, &to, &work.values);
    if (!status)
        status = lengths_of(function, "lengths", all.lengths, tokens.batches, &work.lengths);
    const struct operand operands[] = {
        OUTPUT("key_cache", key_cache),
        OUTPUT("value_cache", value_cache),
        INPUT("keys", keys),
        INPUT("values", values),
        INPUT("starts", all.starts),
        INPUT("lengths", all.lengths),
        INPUT("pages", all.pages),
    };
    if (!status)
        status = expect_apart(function, operands, sizeof operands / sizeof *operands);
    if (!status)
        status = models_find(models, function, &ordinal, "cache_append_%s_%s",
                             krt_dtype_name(keys->dtype), krt_dtype_name(key_cache->dtype));
    if (status || tokens.count == 0)
        return status;
    work.starts = tokens.starts;
    work.pages = to.pages;
    work.pages_stride = to.pages_stride;
    work.batches = tokens.batches;
    work.length = tokens.length;
    work.page_size = to.page_size;
    work.page_count = to.page_count;
    work.capacity = to.capacity;
    struct krt_launch_config config = {
        {(uint32_t)tokens.count, values ? 2 : 1}, {threads_for(tokens.count)}, 0};
    return krt_launch(models->package, ordinal, stream, &config, (void *[]){&work});
}

krt_status krt_lengths_add(struct krt_models *models, struct krt_stream *stream,
                           const struct krt_tensor *starts, uint32_t count,
                           const struct krt_tensor *lengths)
{
    static const char function[] = "krt_lengths_add";
    uint32_t ordinal;
    const struct operand operands[] = {OUTPUT("lengths", lengths), INPUT("starts", starts)};
    krt_status status = models_check(function, models);
    if (!status)
        status = check_tensor(function, "lengths", lengths, KRT_U32, 1, NULL, DENSE);
    if (!status)
        status = check_tensor(function, "starts", starts, KRT_U32, 1,
                              &(uint64_t){lengths->dims[0] + 1}, OPTIONAL);
    if (!status)
        status = expect_i32(function, "lengths", lengths->dims[0]);
    if (!status)
        status = expect_apart(function, operands, sizeof operands / sizeof *operands);
    if (!status)
        status = models_find(models, function, &ordinal, "lengths_add");
    if (status || lengths->dims[0] == 0)
        return status;
    const void *from = starts ? starts->data : NULL;
    uint32_t *to = lengths->data, batches = (uint32_t)lengths->dims[0];
    struct krt_launch_config config = {
        {(uint32_t)ceil_div(batches, CACHE_THREADS)}, {CACHE_THREADS}, 0};
    return krt_launch(models->package, ordinal, stream, &config,
                      (void *[]){&from, &count, &batches, &to});
}
