/* Mixtures of experts: routing, sorting, and the sum over a token's experts. */
#include "experts_order.h"

#include "dtype.h"

#include <math.h>
#include <string.h>

static krt_status check_route(const char *function, const struct krt_route_options *options,
                              uint64_t experts, uint64_t each)
{
    uint64_t groups = options->groups, kept = options->groups_kept;
    if (experts > EXPERTS_MOST || each > EXPERTS_EACH_MOST || each > experts)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: %llu of %llu experts; the most are %u of %u, and a token has no "
                        "expert twice",
                        function, (unsigned long long)each, (unsigned long long)experts,
                        EXPERTS_EACH_MOST, EXPERTS_MOST);
    if (!isfinite(options->scale))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |scale| is %g: it must be finite",
                        function, (double)options->scale);
    if (groups == 0)
        return KRT_OK;
    if (groups > EXPERTS_EACH_MOST || experts % groups != 0 || kept == 0 || kept > groups ||
        each > kept * (experts / groups))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: %llu experts are to be chosen from the best %u of %u groups of %llu "
                        "experts: up to %u groups must divide them, and those that are kept have "
                        "enough",
                        function, (unsigned long long)each, options->groups_kept, options->groups,
                        (unsigned long long)experts, EXPERTS_EACH_MOST);
    return KRT_OK;
}

krt_status krt_experts_route(struct krt_models *models, struct krt_stream *stream,
                             const struct krt_route_options *options,
                             const struct krt_tensor *scores, const struct krt_tensor *ids,
                             const struct krt_tensor *weights)
{
    static const char function[] = "krt_experts_route";
    struct krt_route_options all = {.scale = 0};
    uint32_t ordinal;
    krt_status status = models_check(function, models);
    if (!status)
        status = options_read(function, options, &all, sizeof all);
    if (!status)
        status = check_tensor(function, "scores", scores, ANY_DTYPE, 2, NULL, DENSE);
    if (!status)
        status = check_tensor(function, "ids", ids, KRT_U32, 2, NULL, DENSE);
    if (status)
        return status;
    const uint64_t shape[] = {scores->dims[0], ids->dims[1]};
    status = check_tensor(function, "ids", ids, KRT_U32, 2, shape, DENSE);
    if (!status)
        status = check_tensor(function, "weights", weights, KRT_F32, 2, shape, DENSE);
    if (!status)
        status = check_tensor(function, "bias", all.bias, KRT_F32, 1, &scores->dims[1], OPTIONAL);
    if (!status)
        status = check_route(function, &all, scores->dims[1], shape[1]);
    if (!status)
        status = expect_i32(function, "tokens", shape[0]);
    const struct operand operands[] = {OUTPUT("ids", ids), OUTPUT("weights", weights),
                                       INPUT("scores", scores), INPUT("bias", all.bias)};
    if (!status)
        status = expect_apart(function, operands, sizeof operands / sizeof *operands);
    if (!status)
        status = models_find(models, function, &ordinal, "experts_route_%s",
                             krt_dtype_name(scores->dtype));
    if (status || shape[0] == 0 || shape[1] == 0)
        return status;
    struct experts_route work = {.scores = scores->data,
                                 .bias = all.bias ? all.bias->data : NULL,
                                 .ids = ids->data,
                                 .weights = weights->data,
                                 .tokens = (uint32_t)shape[0],
                                 .experts = (uint32_t)scores->dims[1],
                                 .each = (uint32_t)shape[1],
                                 .groups = all.groups,
                                 .groups_kept = all.groups_kept,
                                 .is_sigmoid = all.sigmoid,
                                 .is_normalized = all.normalize,
                                 .scale = all.scale == 0 ? 1 : all.scale};
    struct krt_launch_config config = {
        {(uint32_t)ceil_div(shape[0], ROUTE_TOKENS)}, {ROUTE_TOKENS * 32}, 0};
    return krt_launch(models->package, ordinal, stream, &config, (void *[]){&work});
}

krt_status order_check(const char *function, const struct krt_experts_order *order,
                       struct order *out)
{
    if (!order)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: the order of experts is NULL", function);
    const struct krt_tensor *places = &order->places, *starts = &order->starts;
    krt_status status = check_tensor(function, "places", places, KRT_U32, 2, NULL, DENSE);
    if (!status)
        status = check_tensor(function, "starts", starts, KRT_U32, 1, NULL, DENSE);
    if (status)
        return status;
    const uint64_t pairs = places->dims[0] * places->dims[1], experts = starts->dims[0] - 1;
    status = check_tensor(function, "pairs", &order->pairs, KRT_U32, 1, &pairs, DENSE);
    if (!status)
        status = expect_i32(function, "pairs", pairs);
    if (!status && (starts->dims[0] < 2 || experts > EXPERTS_MOST))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: |starts| has %llu elements: one more than experts, of which there "
                          "are 1 to %u",
                          function, (unsigned long long)starts->dims[0], EXPERTS_MOST);
    *out = (struct order){.pairs = (uint32_t)pairs,
                          .tokens = (uint32_t)places->dims[0],
                          .each = (uint32_t)places->dims[1],
                          .experts = (uint32_t)experts,
                          .places = places->data};
    return status;
}

krt_status krt_experts_sort(struct krt_models *models, struct krt_stream *stream,
                            const struct krt_tensor *ids, const struct krt_experts_order *out)
{
    static const char function[] = "krt_experts_sort";
    struct order order;
    uint32_t ordinal;
    krt_status status = models_check(function, models);
    if (!status)
        status = order_check(function, out, &order);
    if (!status)
        status = check_tensor(function, "ids", ids, KRT_U32, 2, out->places.dims, DENSE);
    if (status)
        return status;
    const struct operand operands[] = {ORDER_OPERANDS(OUTPUT, out), INPUT("ids", ids)};
    status = expect_apart(function, operands, sizeof operands / sizeof *operands);
    if (!status)
        status = models_find(models, function, &ordinal, "experts_sort");
    if (status)
        return status;
    struct krt_launch_config config = {
        .grid = {order.experts},
        .block = {order.pairs <= EXPERTS_SORT_FEW_PAIRS ? EXPERTS_SORT_FEW : EXPERTS_SORT_THREADS}};
    const void *from = ids->data;
    void *pairs = out->pairs.data, *places = out->places.data, *starts = out->starts.data;
    void *arguments[] = {&from, &order.pairs, &order.experts, &pairs, &places, &starts};
    return krt_launch(models->package, ordinal, stream, &config, arguments);
}

krt_status experts_plan_sum(const char *function, const struct krt_models *models, const char *from,
                            const char *to, struct experts_sum *sum, uint32_t *out_ordinal)
{
    uint32_t each = EXPERTS_SUM_THREADS * EXPERTS_SUM_BYTES / (strcmp(from, "f32") == 0 ? 4 : 2);
    sum->across = (uint32_t)ceil_div(sum->columns, each);
    krt_status status = models_find(models, function, out_ordinal, "experts_sum_%s_%s", from, to);
    return status
               ? status
               : expect_blocks(function, (uint64_t)sum->tokens * sum->across, EXPERTS_SUM_THREADS);
}

krt_status experts_add_up(const struct krt_models *models, struct krt_stream *stream,
                          uint32_t ordinal, const struct experts_sum *sum)
{
    struct krt_launch_config config = {{sum->tokens * sum->across}, {EXPERTS_SUM_THREADS}, 0};
    return krt_launch(models->package, ordinal, stream, &config, (void *[]){(void *)sum});
}

krt_status krt_experts_sum(struct krt_models *models, struct krt_stream *stream,
                           const struct krt_experts_order *order, const struct krt_tensor *made,
                           const struct krt_tensor *weights, const struct krt_tensor *out)
{
    static const char function[] = "krt_experts_sum";
    struct order sizes;
    uint32_t ordinal;
    krt_status status = models_check(function, models);
    if (!status)
        status = order_check(function, order, &sizes);
    if (!status)
        status = check_tensor(function, "made", made, ANY_DTYPE, 2, NULL, DENSE);
    if (status)
        return status;
    const uint64_t from[] = {sizes.pairs, made->dims[1]}, to[] = {sizes.tokens, made->dims[1]};
    status = check_tensor(function, "made", made, ANY_DTYPE, 2, from, DENSE);
    if (!status)
        status = check_tensor(function, "out", out, ANY_DTYPE, 2, to, DENSE);
    if (!status)
        status =
            check_tensor(function, "weights", weights, KRT_F32, 2, order->places.dims, OPTIONAL);
    if (!status)
        status = expect_i32(function, "columns", to[1]);
    const struct operand operands[] = {ORDER_OPERANDS(INPUT, order), OUTPUT("out", out),
                                       INPUT("made", made), INPUT("weights", weights)};
    if (!status)
        status = expect_apart(function, operands, sizeof operands / sizeof *operands);
    if (status)
        return status;
    struct experts_sum work = {.y = made->data,
                               .places = order->places.data,
                               .weights = weights ? weights->data : NULL,
                               .out = out->data,
                               .tokens = sizes.tokens,
                               .each = sizes.each,
                               .columns = (uint32_t)to[1]};
    status = experts_plan_sum(function, models, krt_dtype_name(made->dtype),
                              krt_dtype_name(out->dtype), &work, &ordinal);
    return status || work.tokens == 0 || work.columns == 0
               ? status
               : experts_add_up(models, stream, ordinal, &work);
}
