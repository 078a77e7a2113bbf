/* Quantizes numbers to quantized blocks, on a device and on the host, and converts such blocks to
 * numbers on the host. Host and kernels use the same functions: kernels/contract/quantize.h. */
#include "launches.h"
#include "quantize.h"

#include "ops.h"

#include <krt/gguf.h>
#include <string.h>

/* ---- A block on the host -------------------------------------------------------------------- */

enum { GROUPS_MAX = 16, GROUP_MAX = 32 };

/* The numbers of a quantized block and their weights, by groups. */
struct block {
    float x[GROUPS_MAX][GROUP_MAX], w[GROUPS_MAX][GROUP_MAX];
};

static void block_load(const struct quantize_format *format, uint32_t type, const void *in,
                       uint64_t first, const float *importance, struct block *out)
{
    for (int g = 0; g < format->groups; g++) {
        for (int i = 0; i < format->group; i++) {
            int at = g * format->group + i;
            out->x[g][i] = quantize_input(format, quantize_load(in, type, first + (uint64_t)at));
            out->w[g][i] = importance ? quantize_weight(importance[at]) : 1;
        }
    }
}

/* Adds the moments of all groups, in the order in which a kernel's lanes add moments. */
static struct quantize_moments add_moments(struct quantize_moments *moments, int groups)
{
    for (int step = groups / 2; step > 0; step /= 2) {
        for (int g = 0; g < step; g++)
            moments[g] = quantize_moments_add(moments[g], moments[g + step]);
    }
    return moments[0];
}

/* Adds the errors of all groups, in the same order as add_moments(). */
static float add_errors(const struct quantize_choice *choices, int groups)
{
    float errors[GROUPS_MAX];
    for (int g = 0; g < groups; g++)
        errors[g] = choices[g].error;
    for (int step = groups / 2; step > 0; step /= 2) {
        for (int g = 0; g < step; g++)
            errors[g] += errors[g + step];
    }
    return errors[0];
}

static struct quantize_head next_head(const struct quantize_format *format,
                                      const struct block *block,
                                      const struct quantize_choice *choices,
                                      struct quantize_head head)
{
    struct quantize_moments moments[GROUPS_MAX];
    for (int g = 0; g < format->groups; g++)
        moments[g] = quantize_moments_of(format, block->x[g], block->w[g], choices[g]);
    return quantize_next_head(format, add_moments(moments, format->groups), head);
}

static struct quantize_head first_head(const struct quantize_format *format,
                                       const struct quantize_fit *fits, int turn)
{
    struct quantize_peaks peaks = quantize_peaks_of(fits[0]);
    for (int g = 1; g < format->groups; g++)
        peaks = quantize_peaks_join(peaks, quantize_peaks_of(fits[g]));
    return quantize_first_head(format, peaks, turn);
}

/* Chooses a scale for each group of a quantized block. Writes the block's head and the groups'
 * integers to |values|. Writes the scale and offset that these mean for each group to |fits|. */
static void fit_groups(const struct quantize_format *format, const struct block *block,
                       uint8_t *values, struct quantize_fit *fits)
{
    struct quantize_fit plain[GROUPS_MAX], grid[GROUPS_MAX], searched[GROUPS_MAX];
    struct quantize_choice choices[GROUPS_MAX], best[GROUPS_MAX];
    struct quantize_head head = {0, 0}, best_head = head;
    float error = 0;
    for (int g = 0; g < format->groups; g++) {
        struct quantize_range range = quantize_range_of(format, block->x[g]);
        plain[g] = quantize_start(format, range, START_PLAIN);
        grid[g] = quantize_grid(format, block->x[g], range);
        searched[g] = quantize_search(format, block->x[g], block->w[g], range, grid[g]);
    }
    for (int turn = 0; turn < QUANTIZE_TURNS; turn++) {
        const struct quantize_fit *targets = turn == QUANTIZE_PLAIN    ? plain
                                             : turn == QUANTIZE_DYADIC ? grid
                                                                       : searched;
        head = turn == QUANTIZE_AGAIN ? next_head(format, block, choices, head)
                                      : first_head(format, targets, turn);
        for (int g = 0; g < format->groups; g++)
            choices[g] = quantize_choose(format, block->x[g], block->w[g], head, targets[g],
                                         turn >= QUANTIZE_SEARCHED);
        float sum = add_errors(choices, format->groups);
        if (turn == 0 || sum < error) {
            memcpy(best, choices, sizeof best);
            best_head = head;
            error = sum;
        }
    }
    quantize_store_head(format, values, best_head.scale, best_head.offset);
    for (int g = 0; g < format->groups; g++) {
        values[AT_SCALES + g] = (uint8_t)(best[g].scale + format->scale_zero);
        values[AT_OFFSETS + g] = (uint8_t)best[g].offset;
        fits[g] = best[g].fit;
    }
}

/* Chooses one scale for all groups of a quantized block. Writes to |values| and |fits|, as
 * fit_groups() does. */
static void fit_whole(const struct quantize_format *format, const struct block *block,
                      uint8_t *values, struct quantize_fit *fits)
{
    struct quantize_fit fit = {0, 0};
    for (int g = 0; g < format->groups; g++) {
        const float *x = block->x[g];
        struct quantize_range range = quantize_range_of(format, x);
        struct quantize_fit own =
            format->groups > 1
                ? quantize_start(format, range, START_PLAIN)
                : quantize_search(format, x, block->w[g], range, quantize_grid(format, x, range));
        fit.scale = g == 0 ? own.scale : quantize_larger(fit.scale, own.scale);
        fit.offset = own.offset;
    }
    quantize_store_head(format, values, fit.scale, fit.offset);
    for (int g = 0; g < format->groups; g++)
        fits[g] = fit;
}

static void quantize_block(const struct quantize_format *format, const struct block *block,
                           uint8_t *out)
{
    uint8_t values[VALUES_MAX] = {0};
    struct quantize_fit fits[GROUPS_MAX];
    (format->scale_type == SCALE_OF_GROUPS ? fit_groups : fit_whole)(format, block, values, fits);
    for (int g = 0; g < format->groups; g++)
        quantize_store_quants(format, values, g, 0, block->x[g], fits[g]);
    for (int i = 0; format->scale_type == SCALE_F32 && i < 16; i++)
        quantize_store_sum(values, i);
    for (int i = 0; i < format->bytes; i++)
        out[i] = quantize_pack(format, values, i);
}

/* Unpacks the values of a quantized block: the reverse of quantize_pack(). */
static void unpack_block(const struct quantize_format *format, const uint8_t *block,
                         uint8_t *values)
{
    memset(values, 0, VALUES_MAX);
    for (int f = 0; f < QUANTIZE_FIELDS; f++) {
        const struct quantize_field *field = &format->fields[f];
        for (int i = 0; i < field->bytes; i++) {
            uint8_t *to = values + quantize_place(field, i);
            for (int plane = 0; plane < field->planes; plane++)
                to[plane * field->width] |=
                    (uint8_t)((block[field->offset + i] >> (field->to + plane * field->bits) &
                               ((1u << field->bits) - 1))
                              << field->drop);
        }
    }
}

/* Returns the number that a stored byte |value| means. If the least number |low| is negative and
 * the format subtracts no |zero|, the byte is signed; otherwise it is unsigned, and |zero| is
 * subtracted. */
static int value_of(uint8_t value, int low, int zero)
{
    return low < 0 && zero == 0 ? (int8_t)value : value - zero;
}

static void dequantize_block(const struct quantize_format *format, const uint8_t *block, float *out)
{
    uint8_t values[VALUES_MAX];
    unpack_block(format, block, values);
    struct quantize_head head = quantize_load_head(format, values);
    for (int i = 0; i < format->groups * format->group; i++) {
        int g = i / format->group;
        float scale = head.scale, offset = head.offset;
        if (format->scale_type == SCALE_OF_GROUPS) {
            scale *= (float)value_of(values[AT_SCALES + g], format->scale_low, format->scale_zero);
            offset *= -(float)values[AT_OFFSETS + g];
        }
        out[i] = scale * (float)value_of(values[AT_QUANTS + i], format->low, format->zero);
        /* In a format without offsets, adding an offset of 0 would turn -0 into 0. */
        if (format->has_offset)
            out[i] += offset;
    }
}

/* ---- Checks that host and device share, and the functions for the host ----------------------- */

enum { QUANTIZE_FORMATS = sizeof quantize_formats / sizeof *quantize_formats };
_Static_assert(QUANTIZE_FORMATS == KRT_Q8_K + 1, "quantize.h has the formats up to Q8_K");

static krt_status check_input(const char *function, uint32_t format, uint32_t dtype,
                              uint64_t columns, uint32_t *type)
{
    krt_status status = check_blocks(function, format, columns);
    if (!status && format >= QUANTIZE_FORMATS)
        return krt_fail(KRT_ERROR_UNSUPPORTED,
                        "%s: numbers are not quantized to %s; the formats are q4_0 to q8_K",
                        function, krt_block_format_name(format));
    *type = dtype == KRT_F32 ? QUANTIZE_F32 : dtype == KRT_F16 ? QUANTIZE_F16 : QUANTIZE_BF16;
    if (!status && dtype != KRT_F32 && dtype != KRT_F16 && dtype != KRT_BF16)
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |in| is %s, and must be f32, f16 or bf16",
                     function, krt_dtype_name(dtype));
    return status;
}

krt_status krt_quantize_host(uint32_t format, uint32_t dtype, const void *in, uint64_t rows,
                             uint32_t columns, const float *importance, void *out)
{
    static const char function[] = "krt_quantize_host";
    uint32_t type;
    krt_status status = check_input(function, format, dtype, columns, &type);
    if (status || rows == 0 || columns == 0)
        return status;
    if (!in || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function,
                        in ? "out" : "in");
    const struct quantize_format *f = &quantize_formats[format];
    uint32_t elements = krt_block_format_elements(format);
    uint8_t *to = out;
    struct block block;
    for (uint64_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column += elements) {
            block_load(f, type, in, row * columns + column, importance ? importance + column : NULL,
                       &block);
            quantize_block(f, &block, to);
            to += f->bytes;
        }
    }
    return KRT_OK;
}

krt_status krt_dequantize_host(uint32_t format, const void *in, uint64_t count, float *out)
{
    static const char function[] = "krt_dequantize_host";
    krt_status status = check_blocks(function, format, count);
    if (status || count == 0)
        return status;
    if (!in || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function,
                        in ? "out" : "in");
    if (format >= QUANTIZE_FORMATS)
        return krt_gguf_dequantize(krt_gguf_blocks("", format, 0, NULL, NULL).type, in, count, out);
    const struct quantize_format *f = &quantize_formats[format];
    uint32_t elements = krt_block_format_elements(format);
    const uint8_t *from = in;
    for (uint64_t i = 0; i < count; i += elements, from += f->bytes)
        dequantize_block(f, from, out + i);
    return KRT_OK;
}

/* ---- Quantizing on a device ------------------------------------------------------------------ */

static krt_status launch(const struct krt_ops *ops, uint32_t ordinal, struct krt_stream *stream,
                         uint64_t count, uint32_t format, uint32_t columns, uint32_t type,
                         const void *in, const void *importance, void *out)
{
    uint64_t blocks = count / krt_block_format_elements(format);
    struct krt_launch_config config =
        grid_by(ceil_div(count, QUANTIZE_THREAD_ELEMENTS), QUANTIZE_THREADS);
    void *arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(ops->package, ordinal, stream, &config, arguments);
}

krt_status krt_quantize(struct krt_ops *ops, struct krt_stream *stream, uint32_t format,
                        const struct krt_tensor *in, const struct krt_tensor *importance, void *out)
{
    static const char function[] = "krt_quantize";
    uint32_t ordinal, type;
    uint64_t count, columns;
    krt_status status = expect_tensor(function, ops, "in", in, ANY_DTYPE, ANY_RANK, NULL, STRIDED);
    if (status)
        return status;
    columns = in->rank > 0 ? in->dims[in->rank - 1] : 1;
    status = check_input(function, format, in->dtype, columns, &type);
    if (!status)
        status = expect_i32(function, "columns", columns);
    if (!status)
        status = expect_tensor(function, ops, "importance", importance, KRT_F32, 1, &columns,
                               STRIDED | OPTIONAL);
    if (!status)
        status = krt_tensor_count(in, &count);
    if (!status)
        status = quantized_find(ops, QUANTIZED_QUANTIZE, format, &ordinal);
    if (status || count == 0)
        return status;
    if (!out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |out| is NULL", function);
    struct krt_tensor numbers, weights = {.data = NULL};
    status = dense_take(ops, stream, in, in->dtype, &numbers);
    if (status)
        return status;
    if (importance)
        status = dense_take(ops, stream, importance, importance->dtype, &weights);
    if (!status) {
        status = launch(ops, ordinal, stream, count, format, (uint32_t)columns, type, numbers.data,
                        weights.data, out);
        if (importance)
            status = dense_give(stream, importance, &weights, status);
    }
    return dense_give(stream, in, &numbers, status);
}
