/* Caches of keys and values. */
#include "dtype.h"
#include "models.h"

krt_status krt_cache_append(struct krt_models *models, struct krt_stream *stream,
                            const struct krt_cache_options *options, const struct krt_tensor *from,
                            const struct krt_tensor *cache)
{
    static const char function[] = "krt_cache_append";
    struct krt_cache_options all = {.scale = 0};
    struct tokens tokens;
    struct cache to;
    uint32_t ordinal;
    const uint32_t *lengths;
    krt_status status = options_read(function, options, &all, sizeof all);
    if (!status)
        status = expect_tensor(function, models, "from", from, ANY_DTYPE, ANY_RANK, NULL, STRIDED);
    if (!status)
        status = tokens_of(function, "from", from, all.starts, &tokens);
    if (!status)
        status = cache_of(function, "cache", cache, all.pages, tokens.batches, &to);
    if (!status)
        status = lengths_of(function, "lengths", all.lengths, tokens.batches, &lengths);
    if (!status && (to.heads != tokens.heads || to.head_size != tokens.head_size))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: |from| has %u heads of %u elements, and |cache| %u of %u", function,
                          tokens.heads, tokens.head_size, to.heads, to.head_size);
    if (!status)
        status = models_find(models, function, &ordinal, "cache_append_%s_%s",
                             krt_dtype_name(from->dtype), krt_dtype_name(cache->dtype));
    if (status || tokens.count == 0)
        return status;
    struct cache_append work = {.from = from->data,
                                .cache = cache->data,
                                .starts = tokens.starts,
                                .lengths = lengths,
                                .pages = to.pages,
                                .pages_stride = to.pages_stride,
                                .from_strides = tokens.strides,
                                .cache_strides = to.strides,
                                .batches = tokens.batches,
                                .length = tokens.length,
                                .heads = tokens.heads,
                                .head_size = tokens.head_size,
                                .page_size = to.page_size,
                                .capacity = to.capacity,
                                .inverse = all.scale == 0 ? 1 : 1 / all.scale};
    struct krt_launch_config config = {{(uint32_t)tokens.count}, {CACHE_THREADS}, 0};
    return krt_launch(models->package, ordinal, stream, &config, (void *[]){&work});
}
