/* Tensors of random numbers, and operations that use them. */
#include "ops.h"

#include <math.h>
#include <string.h>

/* A launch that makes |count| random elements from the words of |groups| counters. */
struct draw {
    uint64_t count, groups;
    uint32_t ordinal;
    struct krt_launch_config config;
};

/* Checks the arguments of a function of random numbers, finds the kernel and makes a grid. If it
 * returns KRT_OK and |count| is 0, there is nothing to launch. */
static krt_status begin(const char *function, struct krt_ops *ops, unsigned operation,
                        const struct krt_random *state, const struct krt_tensor *out,
                        uint32_t per_group, struct draw *draw)
{
    krt_status status = expect_tensor(function, ops, "out", out, ANY_DTYPE, ANY_RANK, NULL, DENSE);
    if (!status && !state)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |state| is NULL", function);
    if (!status)
        status = krt_tensor_count(out, &draw->count);
    if (!status)
        status = ops_find(ops, operation, out->dtype, 0, &draw->ordinal);
    if (status)
        return status;
    draw->groups = ceil_div(draw->count, per_group);
    draw->config = grid_for(draw->groups);
    return KRT_OK;
}

/* Launches the kernel with numel, the random state and |arguments|. Then advances the random
 * state. */
static krt_status finish(struct krt_ops *ops, struct krt_stream *stream, struct krt_random *state,
                         struct draw *draw, void *const *arguments, unsigned count)
{
    enum { BEFORE = 4, MOST = 4 };
    void *all[BEFORE + MOST] = {&draw->count, &state->seed, &state->sequence, &state->offset};
    memcpy(all + BEFORE, arguments, count * sizeof *arguments);
    krt_status status = krt_launch(ops->package, draw->ordinal, stream, &draw->config, all);
    if (!status)
        state->offset += draw->groups;
    return status;
}

static uint32_t floats_of_counter(const struct krt_tensor *out)
{
    return out && out->dtype == KRT_F64 ? 2 : 4;
}

krt_status krt_random_bits(struct krt_ops *ops, struct krt_stream *stream, struct krt_random *state,
                           const struct krt_tensor *out)
{
    struct draw draw;
    krt_status status = begin("krt_random_bits", ops, OPERATION_RANDOM_BITS, state, out, 4, &draw);
    if (status || draw.count == 0)
        return status;
    void *to = out->data, *arguments[] = {&to};
    return finish(ops, stream, state, &draw, arguments, 1);
}

krt_status krt_random_uniform(struct krt_ops *ops, struct krt_stream *stream,
                              struct krt_random *state, double low, double high,
                              const struct krt_tensor *out)
{
    struct draw draw;
    krt_status status = begin("krt_random_uniform", ops, OPERATION_RANDOM_UNIFORM, state, out,
                              floats_of_counter(out), &draw);
    if (!status && !(low <= high))
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_random_uniform: from %g to %g", low, high);
    if (status || draw.count == 0)
        return status;
    double range = high - low;
    void *to = out->data, *arguments[] = {&low, &range, &to};
    return finish(ops, stream, state, &draw, arguments, 3);
}

krt_status krt_random_normal(struct krt_ops *ops, struct krt_stream *stream,
                             struct krt_random *state, double mean, double deviation,
                             const struct krt_tensor *out)
{
    struct draw draw;
    krt_status status = begin("krt_random_normal", ops, OPERATION_RANDOM_NORMAL, state, out,
                              floats_of_counter(out), &draw);
    if (!status && !(deviation >= 0))
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_random_normal: a deviation of %g", deviation);
    if (status || draw.count == 0)
        return status;
    void *to = out->data, *arguments[] = {&mean, &deviation, &to};
    return finish(ops, stream, state, &draw, arguments, 3);
}

krt_status krt_random_integer(struct krt_ops *ops, struct krt_stream *stream,
                              struct krt_random *state, int64_t low, int64_t high,
                              const struct krt_tensor *out)
{
    struct draw draw;
    krt_status status =
        begin("krt_random_integer", ops, OPERATION_RANDOM_INTEGER, state, out, 2, &draw);
    if (status)
        return status;
    if (low > high || !scalar_is_in(low, out->dtype) || !scalar_is_in(high, out->dtype))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_random_integer: from %lld to %lld in %s",
                        (long long)low, (long long)high, krt_dtype_name(out->dtype));
    if (draw.count == 0)
        return KRT_OK;
    /* how many integers there are; 0 means 2^64 */
    uint64_t range = (uint64_t)high - (uint64_t)low + 1;
    void *to = out->data, *arguments[] = {&low, &range, &to};
    return finish(ops, stream, state, &draw, arguments, 3);
}

/* Finds the threshold: a random word is below it with the given probability. */
static krt_status threshold_of(const char *function, double probability, uint64_t *out)
{
    if (!(probability >= 0 && probability <= 1))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: a probability of %g", function,
                        probability);
    *out = (uint64_t)nearbyint(ldexp(probability, 32));
    return KRT_OK;
}

krt_status krt_random_bernoulli(struct krt_ops *ops, struct krt_stream *stream,
                                struct krt_random *state, double probability,
                                const struct krt_tensor *out)
{
    struct draw draw;
    uint64_t threshold;
    krt_status status =
        begin("krt_random_bernoulli", ops, OPERATION_RANDOM_BERNOULLI, state, out, 4, &draw);
    if (!status)
        status = threshold_of("krt_random_bernoulli", probability, &threshold);
    if (status || draw.count == 0)
        return status;
    union scalar yes = scalar_from(1, out->dtype), no = scalar_from(0, out->dtype);
    void *to = out->data, *arguments[] = {&threshold, &yes, &no, &to};
    return finish(ops, stream, state, &draw, arguments, 4);
}

krt_status krt_dropout(struct krt_ops *ops, struct krt_stream *stream, struct krt_random *state,
                       const struct krt_tensor *in, double probability,
                       const struct krt_tensor *out)
{
    struct draw draw;
    uint64_t threshold;
    krt_status status =
        expect_tensor("krt_dropout", ops, "in", in, ANY_DTYPE, ANY_RANK, NULL, DENSE);
    if (status)
        return status;
    status = expect_tensor("krt_dropout", ops, "out", out, in->dtype, in->rank, in->dims, DENSE);
    if (!status)
        status = begin("krt_dropout", ops, OPERATION_DROPOUT, state, out, 4, &draw);
    if (!status)
        status = threshold_of("krt_dropout", probability, &threshold);
    if (status || draw.count == 0)
        return status;
    double scale = probability < 1 ? 1 / (1 - probability) : 0;
    const void *from = in->data;
    void *to = out->data, *arguments[] = {&threshold, &scale, &from, &to};
    return finish(ops, stream, state, &draw, arguments, 4);
}

krt_status krt_random_permutation(struct krt_ops *ops, struct krt_stream *stream,
                                  struct krt_random *state, const struct krt_tensor *out)
{
    enum { ROUNDS = 8 }; /* how many rounds of the permutation the kernel computes */
    struct draw draw;
    krt_status status =
        begin("krt_random_permutation", ops, OPERATION_RANDOM_PERMUTATION, state, out, 1, &draw);
    if (status || draw.count == 0)
        return status;
    if (out->dtype != KRT_I64 && draw.count - 1 > (out->dtype == KRT_I32 ? INT32_MAX : UINT32_MAX))
        return krt_fail(KRT_ERROR_UNSUPPORTED, "krt_random_permutation: %llu numbers in %s",
                        (unsigned long long)draw.count, krt_dtype_name(out->dtype));
    uint32_t half_bits = 1;
    while (half_bits < 32 && (draw.count - 1) >> (2 * half_bits) != 0)
        half_bits++;
    draw.groups = ROUNDS;
    void *to = out->data, *arguments[] = {&half_bits, &to};
    return finish(ops, stream, state, &draw, arguments, 2);
}
