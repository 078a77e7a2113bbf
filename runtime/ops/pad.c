/* Tensors with margins. */
#include "expect.h"
#include "images.h"

/* The length of dimension |dim| with its margins, which must find elements in |in|. */
static krt_status padded_length(const char *function, enum krt_padding padding,
                                const struct krt_tensor *in, uint32_t dim, int64_t before,
                                int64_t after, uint64_t *out)
{
    char shape[SHAPE_TEXT];
    int64_t length = (int64_t)in->dims[dim], sum;
    const int64_t most[KRT_PADDING_COUNT] = {
        [KRT_PADDING_CONSTANT] = INT64_MAX,
        [KRT_PADDING_REFLECT] = length > 0 ? length - 1 : 0,
        [KRT_PADDING_REPLICATE] = length > 0 ? INT64_MAX : 0,
        [KRT_PADDING_CIRCULAR] = length,
    };
    if (before > most[padding] || after > most[padding])
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |in| has shape %s: margins of %lld and %lld elements in dimension %u "
                        "must be at most %lld with this padding",
                        function, tensor_print_shape(in, shape), (long long)before,
                        (long long)after, dim, (long long)most[padding]);
    if (__builtin_add_overflow(length, before, &sum) || __builtin_add_overflow(sum, after, &sum) ||
        sum < 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |in| has shape %s: there is no dimension %u with margins of %lld and "
                        "%lld elements",
                        function, tensor_print_shape(in, shape), dim, (long long)before,
                        (long long)after);
    *out = (uint64_t)sum;
    return KRT_OK;
}

/* What the kernel gets of a dimension. */
struct margin {
    uint64_t out, in, before, stride;
};

/* Dimensions without margins that are walked as one are merged. Returns how many there are. */
static uint32_t merge_dimensions(const struct krt_tensor *in, const struct krt_tensor *out,
                                 const int64_t *before, struct margin margins[KRT_MAX_RANK])
{
    uint32_t rank = 0;
    bool can_merge = false; /* with the last one */
    for (uint32_t i = 0; i < in->rank; i++) {
        struct margin own = {out->dims[i], in->dims[i], (uint64_t)before[i], in->strides[i]};
        bool is_plain = own.out == own.in && own.before == 0;
        if (is_plain && own.in == 1)
            continue;
        if (can_merge && is_plain && margins[rank - 1].stride == own.stride * own.in) {
            own.out = own.in = own.in * margins[rank - 1].in;
            rank--;
        }
        margins[rank++] = own;
        can_merge = is_plain;
    }
    if (rank == 0)
        margins[rank++] = (struct margin){1, 1, 0, 0};
    return rank;
}

krt_status image_pad(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                     enum krt_padding padding, const int64_t *before, const int64_t *after,
                     struct krt_scalar value, const struct krt_tensor *in,
                     const struct krt_tensor *out)
{
    const struct expected input = {"in", in, ANY_DTYPE, ANY_RANK, NULL, true, false};
    uint64_t shape[KRT_MAX_RANK];
    krt_status status = expect_tensors(function, ops, &input, 1);
    if (status)
        return status;
    if ((unsigned)padding >= KRT_PADDING_COUNT || ((!before || !after) && in->rank > 0))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s", function,
                        (unsigned)padding >= KRT_PADDING_COUNT ? "there is no such padding"
                        : !before                              ? "|before| is NULL"
                                                               : "|after| is NULL");
    for (uint32_t i = 0; !status && i < in->rank; i++)
        status = padded_length(function, padding, in, i, before[i], after[i], &shape[i]);
    if (status)
        return status;
    const struct expected output = {"out", out, in->dtype, in->rank, shape, false, false};
    uint64_t words[4 * KRT_MAX_RANK], count = dims_product(shape, 0, in->rank);
    uint32_t ordinal;
    status = expect_tensors(function, ops, &output, 1);
    if (!status)
        status = ops_find(ops, OPERATION_PAD, in->dtype, 0, &ordinal);
    if (status || count == 0)
        return status;
    struct margin margins[KRT_MAX_RANK];
    struct layout_info info = {.words = words};
    uint32_t rank = merge_dimensions(in, out, before, margins), kind = padding;
    for (uint32_t i = 0; i < rank; i++) {
        words[info.count++] = margins[i].out;
        words[info.count++] = margins[i].in;
        words[info.count++] = margins[i].before;
        words[info.count++] = margins[i].stride;
    }
    /* A thread for each element, as far as a grid has them: the kernel loops over the rest. */
    enum { THREADS = 1024 };
    uint64_t blocks = (count + THREADS - 1) / THREADS, most = UINT32_MAX / THREADS;
    struct krt_launch_config config = {.grid = {(uint32_t)(blocks < most ? blocks : most)},
                                       .block = {THREADS}};
    union scalar number = scalar_convert(value, in->dtype);
    const void *from = in->data;
    void *to = out->data;
    void *arguments[] = {&count, &rank, &kind, &number, &info.device, &from, &to};
    return layout_launch(ops->package, ordinal, stream, &config, arguments, &info);
}

krt_status krt_pad(struct krt_ops *ops, struct krt_stream *stream, enum krt_padding padding,
                   const int64_t *before, const int64_t *after, struct krt_scalar value,
                   const struct krt_tensor *in, const struct krt_tensor *out)
{
    return image_pad("krt_pad", ops, stream, padding, before, after, value, in, out);
}
