/* Tokens that are chosen from logits. */
#include "sample.h" /* of contract/ */
#include "dtype.h"
#include "models.h"

#include <math.h>

/* Checks |tensor|, which may be NULL: rows of |columns| neighbours for each of |rows|. */
static krt_status rows_of(const char *function, const char *name, const struct krt_tensor *tensor,
                          uint32_t dtype, uint64_t rows, uint64_t columns)
{
    char shape[SHAPE_TEXT];
    krt_status status = check_tensor(function, name, tensor, dtype, 2,
                                     (const uint64_t[]){rows, columns}, STRIDED | OPTIONAL);
    if (!status && tensor && columns > 1 && tensor->strides[1] != 1)
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                     "%s: |%s|, of shape %s, must have the elements of a row beside each other",
                     function, name, tensor_print_shape(tensor, shape));
    return status;
}

/* As rows_of(), of a tensor that kernels write. */
static krt_status written_rows_of(const char *function, const char *name,
                                  const struct krt_tensor *tensor, uint64_t rows, uint64_t columns)
{
    krt_status status = rows_of(function, name, tensor, KRT_U32, rows, columns);
    if (!status && tensor && tensor_repeats(tensor))
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: rows of |%s| share memory", function, name);
    return status;
}

/* Whether nobody will ask for a random number. */
static bool is_greedy(const struct krt_sample_options *options)
{
    return !options->parameters && (options->all.temperature == 0 || options->all.top_k == 1);
}

static krt_status check_parameters(const char *function, const struct krt_sampling *all)
{
    if (!(all->temperature >= 0 && all->top_k >= 0 && all->top_p >= 0 && all->min_p >= 0 &&
          all->min_p <= 1 && all->repetition >= 0) ||
        all->top_k != truncf(all->top_k) || isnan(all->frequency) || isnan(all->presence))
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "%s: temperature %g, top_k %g, top_p %g, min_p %g, repetition %g, frequency "
            "%g, presence %g: the first five may not be negative, top_k is a whole number, "
            "min_p is at most 1, and none is NaN",
            function, (double)all->temperature, (double)all->top_k, (double)all->top_p,
            (double)all->min_p, (double)all->repetition, (double)all->frequency,
            (double)all->presence);
    return KRT_OK;
}

static krt_status check_options(const char *function, const struct krt_sample_options *options,
                                const struct krt_random *state, uint64_t rows, uint64_t columns)
{
    krt_status status = check_parameters(function, &options->all);
    if (!status)
        status = rows_of(function, "bias", options->bias, KRT_F32, rows, columns);
    if (!status)
        status = written_rows_of(function, "counts", options->counts, rows, columns);
    if (!status)
        status = check_tensor(function, "parameters", options->parameters, KRT_F32, 2,
                              (const uint64_t[]){rows, sizeof(struct krt_sampling) / 4}, OPTIONAL);
    if (!status)
        status = check_tensor(function, "states", options->states, KRT_I64, 2,
                              (const uint64_t[]){rows, 3}, OPTIONAL);
    if (!status)
        status = check_tensor(function, "log_probabilities", options->log_probabilities, KRT_F32, 1,
                              &rows, OPTIONAL);
    if (!status)
        status = check_tensor(function, "history", options->history, KRT_U32, 2, NULL,
                              STRIDED | OPTIONAL);
    if (!status && options->history)
        status =
            written_rows_of(function, "history", options->history, rows, options->history->dims[1]);
    if (!status)
        status = check_tensor(function, "lengths", options->lengths, KRT_U32, 1, &rows, OPTIONAL);
    if (!status && !state && !options->states && !is_greedy(options))
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                     "%s: |state| and |states| are NULL, and random numbers are needed", function);
    return status;
}

static krt_status check_apart(const char *function, const struct krt_sample_options *options,
                              const struct krt_tensor *logits, const struct krt_tensor *tokens)
{
    const struct operand operands[] = {
        OUTPUT("tokens", tokens),
        OUTPUT("counts", options->counts),
        OUTPUT("states", options->states),
        OUTPUT("log_probabilities", options->log_probabilities),
        OUTPUT("history", options->history),
        INPUT("logits", logits),
        INPUT("parameters", options->parameters),
        INPUT("bias", options->bias),
        INPUT("lengths", options->lengths),
    };
    return expect_apart(function, operands, sizeof operands / sizeof *operands);
}

static void *data_of(const struct krt_tensor *tensor)
{
    return tensor ? tensor->data : NULL;
}

static uint64_t stride_of(const struct krt_tensor *tensor)
{
    return tensor ? tensor->strides[0] : 0;
}

static uint32_t columns_of(const struct krt_tensor *tensor)
{
    return tensor->dims[1] < UINT32_MAX ? (uint32_t)tensor->dims[1] : UINT32_MAX;
}

/* The threads of a block: enough for a row to be loaded in a few steps. */
static uint32_t threads_for(uint64_t columns)
{
    uint32_t threads = 64;
    while (threads < SAMPLE_THREADS && threads * 16 < columns)
        threads *= 2;
    return threads;
}

krt_status krt_sample(struct krt_models *models, struct krt_stream *stream,
                      const struct krt_sample_options *options, struct krt_random *state,
                      const struct krt_tensor *logits, const struct krt_tensor *tokens)
{
    static const char function[] = "krt_sample";
    struct krt_sample_options all = {.counts = NULL};
    uint32_t ordinal;
    krt_status status = models_check(function, models);
    if (!status)
        status = options_read(function, options, &all, sizeof all);
    if (!status)
        status = check_tensor(function, "logits", logits, ANY_DTYPE, 2, NULL, STRIDED);
    if (!status)
        status = rows_of(function, "logits", logits, ANY_DTYPE, logits->dims[0], logits->dims[1]);
    if (!status)
        status = check_tensor(function, "tokens", tokens, KRT_U32, 1, logits->dims, DENSE);
    if (!status)
        status = expect_i32(function, "rows of |logits|", logits->dims[0]);
    if (!status && (logits->dims[1] == 0 || logits->dims[1] >= (1u << SAMPLE_INDEX_BITS) - 1))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: a vocabulary of %llu tokens; there may be 1 to %u", function,
                          (unsigned long long)logits->dims[1], (1u << SAMPLE_INDEX_BITS) - 2);
    if (!status)
        status = check_options(function, &all, state, logits->dims[0], logits->dims[1]);
    if (!status)
        status = check_apart(function, &all, logits, tokens);
    if (!status)
        status =
            models_find(models, function, &ordinal, "sample_%s", krt_dtype_name(logits->dtype));
    if (status || logits->dims[0] == 0)
        return status;
    struct sample work = {
        .logits = logits->data,
        .logits_stride = logits->strides[0],
        .tokens = tokens->data,
        .log_probabilities = data_of(all.log_probabilities),
        .bias = data_of(all.bias),
        .bias_stride = stride_of(all.bias),
        .counts = data_of(all.counts),
        .counts_stride = stride_of(all.counts),
        .parameters = data_of(all.parameters),
        .states = data_of(all.states),
        .seed = state ? state->seed : 0,
        .sequence = state ? state->sequence : 0,
        .offset = state ? state->offset : 0,
        .all = {all.all.temperature, all.all.top_k, all.all.top_p, all.all.min_p,
                all.all.repetition, all.all.frequency, all.all.presence},
        .history = data_of(all.history),
        .history_stride = stride_of(all.history),
        .lengths = data_of(all.lengths),
        .capacity = all.history ? columns_of(all.history) : 0,
        .vocabulary = (uint32_t)logits->dims[1],
    };
    struct krt_launch_config config = {
        {(uint32_t)logits->dims[0]}, {threads_for(logits->dims[1])}, 0};
    status = krt_launch(models->package, ordinal, stream, &config, (void *[]){&work});
    if (!status && state && !all.states)
        state->offset += logits->dims[0];
    return status;
}

krt_status krt_count_tokens(struct krt_models *models, struct krt_stream *stream,
                            enum krt_count kind, const struct krt_tensor *tokens,
                            const struct krt_tensor *starts, const struct krt_tensor *counts)
{
    static const char function[] = "krt_count_tokens";
    uint64_t count = 0;
    uint32_t ordinal;
    const struct operand operands[] = {OUTPUT("counts", counts), INPUT("tokens", tokens),
                                       INPUT("starts", starts)};
    krt_status status = models_check(function, models);
    if (!status)
        status = check_tensor(function, "tokens", tokens, KRT_U32, starts ? 1 : 2, NULL, DENSE);
    if (!status)
        status = check_tensor(function, "counts", counts, KRT_U32, 2, NULL, STRIDED);
    if (!status)
        status = check_tensor(function, "starts", starts, KRT_U32, 1,
                              &(uint64_t){counts->dims[0] + 1}, OPTIONAL);
    if (!status)
        status = written_rows_of(function, "counts", counts,
                                 starts ? counts->dims[0] : tokens->dims[0], counts->dims[1]);
    if (!status)
        status = krt_tensor_count(tokens, &count);
    if (!status)
        status = expect_i32(function, "tokens", count);
    if (!status)
        status = expect_i32(function, "columns of |counts|", counts->dims[1]);
    if (!status && (unsigned)kind > KRT_COUNT_PROMPT)
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: there is no kind %d", function, (int)kind);
    if (!status)
        status = expect_apart(function, operands, sizeof operands / sizeof *operands);
    if (!status)
        status = models_find(models, function, &ordinal, "count_tokens");
    if (status || count == 0)
        return status;
    struct count_tokens work = {.tokens = tokens->data,
                                .starts = data_of(starts),
                                .counts = counts->data,
                                .counts_stride = counts->strides[0],
                                .count = (uint32_t)count,
                                .batches = (uint32_t)counts->dims[0],
                                .length = starts ? 0 : (uint32_t)tokens->dims[1],
                                .vocabulary = (uint32_t)counts->dims[1],
                                .is_prompt = kind == KRT_COUNT_PROMPT,
                                .added = kind == KRT_COUNT_REMOVE ? -1 : 1};
    struct krt_launch_config config = {
        {(uint32_t)ceil_div(count, COUNT_THREADS)}, {COUNT_THREADS}, 0};
    return krt_launch(models->package, ordinal, stream, &config, (void *[]){&work});
}
