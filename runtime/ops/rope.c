/* Rotary embeddings of the tokens of sequences. */
#include "rope.h" /* of contract/ */

#include "dtype.h"
#include "models.h"

/* Queries or keys, before and after. */
struct pair {
    const char *names[2];
    const struct krt_tensor *in, *out;
};

static bool is_packed(const struct krt_tensor *tensor, const struct token_strides *strides)
{
    uint64_t all = strides->outer | strides->token | strides->head;
    /* 2 ROPE_PACK neighbours are loaded as one vector, of up to 16 bytes */
    return all % (2 * ROPE_PACK) == 0 && (uintptr_t)tensor->data % 16 == 0;
}

static krt_status part_of(const char *function, const struct pair *pair,
                          const struct krt_tensor *starts, struct rope_part *out,
                          struct tokens *tokens, bool *packed)
{
    struct tokens to;
    krt_status status = tokens_of(function, pair->names[0], pair->in, starts, tokens);
    if (!status)
        status = tokens_of(function, pair->names[1], pair->out, starts, &to);
    if (!status)
        status = check_tensor(function, pair->names[1], pair->out, pair->in->dtype, pair->in->rank,
                              pair->in->dims, STRIDED);
    if (!status && tensor_repeats(pair->out))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s|: " TENSOR_REPEATS, function,
                          pair->names[1]);
    if (status)
        return status;
    *out = (struct rope_part){.from = pair->in->data,
                              .to = pair->out->data,
                              .from_strides = tokens->strides,
                              .to_strides = to.strides,
                              .heads = tokens->heads};
    *packed = *packed && is_packed(pair->in, &tokens->strides) && is_packed(pair->out, &to.strides);
    return KRT_OK;
}

/* Checks |cos| or |sin|, of |pairs| numbers (0: any) for each of |rows| positions (0: any). */
static krt_status table_of(const char *function, const char *name, const struct krt_tensor *table,
                           uint64_t *rows, uint64_t *pairs, bool *packed)
{
    char shape[SHAPE_TEXT];
    krt_status status = check_tensor(function, name, table, KRT_F32, 2, NULL, STRIDED);
    if (status)
        return status;
    if (table->dims[0] == 0 || table->dims[1] == 0 ||
        (table->dims[1] > 1 && table->strides[1] != 1) || (*rows && *rows != table->dims[0]) ||
        (*pairs && *pairs != table->dims[1]))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |%s| has shape %s: both tables have dense rows of one length, for the "
                        "same positions, at least one",
                        function, name, tensor_print_shape(table, shape));
    *rows = table->dims[0];
    *pairs = table->dims[1];
    *packed = *packed && (table->strides[0] | table->dims[1]) % ROPE_PACK == 0 &&
              (uintptr_t)table->data % 16 == 0;
    return expect_i32(function, name, *rows);
}

static krt_status positions_of(const char *function, const struct krt_tensor *positions,
                               const struct krt_tensor *queries, bool has_starts)
{
    if (!positions)
        return KRT_OK;
    if (positions->dtype != KRT_U32 && positions->dtype != KRT_I64)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |positions| is %s, and must be u32 or i64",
                        function, krt_dtype_name(positions->dtype));
    return check_tensor(function, "positions", positions, ANY_DTYPE, has_starts ? 1 : 2,
                        queries->dims, DENSE);
}

krt_status krt_rope_tokens(struct krt_models *models, struct krt_stream *stream,
                           const struct krt_rope_options *options, const struct krt_tensor *cos,
                           const struct krt_tensor *sin, const struct krt_tensor *queries,
                           const struct krt_tensor *queries_out, const struct krt_tensor *keys,
                           const struct krt_tensor *keys_out)
{
    static const char function[] = "krt_rope_tokens";
    struct krt_rope_options all = {.starts = NULL};
    struct rope work = {.cos = NULL};
    struct tokens tokens, more;
    uint64_t rows = 0, pairs = 0;
    uint32_t ordinal;
    bool packed = true;
    krt_status status = models_check(function, models);
    if (!status)
        status = options_read(function, options, &all, sizeof all);
    const struct pair first = {{"queries", "queries_out"}, queries, queries_out},
                      second = {{"keys", "keys_out"}, keys, keys_out};
    if (!status)
        status = check_tensor(function, "queries", queries, ANY_DTYPE, ANY_RANK, NULL, STRIDED);
    if (!status)
        status = table_of(function, "cos", cos, &rows, &pairs, &packed);
    if (!status)
        status = table_of(function, "sin", sin, &rows, &pairs, &packed);
    if (!status)
        status = part_of(function, &first, all.starts, &work.queries, &tokens, &packed);
    if (!status && (keys || keys_out))
        status = part_of(function, &second, all.starts, &work.keys, &more, &packed);
    if (!status && (keys || keys_out) &&
        (keys->dtype != queries->dtype || more.count != tokens.count ||
         more.length != tokens.length || more.head_size != tokens.head_size))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: |queries| and |keys| differ in dtype, tokens or size of a head",
                          function);
    if (!status && 2 * pairs > tokens.head_size)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: %llu pairs of a position, and heads have %u elements", function,
                          (unsigned long long)pairs, tokens.head_size);
    if (!status)
        status = positions_of(function, all.positions, queries, all.starts != NULL);
    if (!status)
        status = lengths_of(function, "lengths", all.lengths, tokens.batches, &work.lengths);
    const struct operand operands[] = {
        OUTPUT_MAY_BE(queries, "queries_out", queries_out),
        OUTPUT_MAY_BE(keys, "keys_out", keys_out),
        INPUT("queries", queries),
        INPUT("keys", keys),
        INPUT("cos", cos),
        INPUT("sin", sin),
        INPUT("starts", all.starts),
        INPUT("positions", all.positions),
        INPUT("lengths", all.lengths),
    };
    if (!status)
        status = expect_apart(function, operands, sizeof operands / sizeof *operands);
    if (!status)
        status = models_find(models, function, &ordinal, "rope_%s", krt_dtype_name(queries->dtype));
    if (status || tokens.count == 0)
        return status;
    work.cos = cos->data;
    work.sin = sin->data;
    work.cos_stride = cos->strides[0];
    work.sin_stride = sin->strides[0];
    work.positions = all.positions ? all.positions->data : NULL;
    work.has_long_positions = all.positions && all.positions->dtype == KRT_I64;
    work.starts = tokens.starts;
    work.batches = tokens.batches;
    work.length = tokens.length;
    work.head_size = tokens.head_size;
    work.pairs = (uint32_t)pairs;
    work.rows = (uint32_t)rows;
    work.is_interleaved = all.is_interleaved;
    work.is_packed = packed && tokens.head_size % ROPE_PACK == 0;
    struct krt_launch_config config = {{(uint32_t)tokens.count, keys ? 2 : 1}, {ROPE_THREADS}, 0};
    return krt_launch(models->package, ordinal, stream, &config, (void *[]){&work});
}
