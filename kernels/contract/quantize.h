/* How numbers are quantized. For C11, in which libkrt_ops uses it on the host, and for CUDA's
 * dialect, in which quantize.cu uses it.
 *
 * Host and kernel compute the same bytes. All operations here are therefore rounded as IEEE 754
 * says, in a fixed order, and no product is fused with a sum: build with -ffp-contract=off; for
 * nvcc there is quantize_mul(). A sum over n elements is added in n / 4 parts, where element i
 * belongs to part i % (n / 4); then the parts are added in pairs. Sums over groups are added in
 * pairs, too.
 *
 * "Block" means a quantized block here. A group is the elements that share a scale: a block of 32
 * elements, or 16 or 32 elements of a block of 256. In a block of 256, the scales and offsets of
 * groups are small integers, times a scale and an offset of the block. An element is
 *
 *     scale * quant + offset
 *
 * The code tries a few pairs of scale and offset, and takes the pair with the least sum of weight *
 * (element - x)^2. docs/kernels.md, "quantize", lists which are tried.
 */
#ifndef QUANTIZE_H
#define QUANTIZE_H

#include "quantize_blocks.h" /* a kernel includes device/wave.cuh before this file */

/* ---- Arithmetic on floats and their bits ----------------------------------------------------- */

QUANTIZE uint32_t quantize_bits(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

QUANTIZE float quantize_float(uint32_t bits)
{
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

QUANTIZE float quantize_mul(float a, float b)
{
#if defined(__CUDACC__) && !defined(__HIP__)
    return __fmul_rn(a, b);
#else
    return a * b;
#endif
}

QUANTIZE float quantize_magnitude(float x)
{
    return quantize_float(quantize_bits(x) & 0x7fffffff);
}

/* Returns the number of greater magnitude. If both magnitudes are equal, returns the positive
 * number. */
QUANTIZE float quantize_larger(float a, float b)
{
    float x = quantize_magnitude(a), y = quantize_magnitude(b);
    return x > y || (x == y && a > b) ? a : b;
}

QUANTIZE float quantize_clamp(float x, float low, float high)
{
    x = x < low ? low : x;
    return x > high ? high : x;
}

/* Returns the integer nearest to x, or the even one of two equally near ones. |x| is below 2^22. */
QUANTIZE float quantize_nearest(float x)
{
    return x + 12582912.0f - 12582912.0f;
}

/* Returns the integer from |low| to |high| that is nearest to x, or the even one of two that are
 * equally near. |low| and |high| are below 2^22 in magnitude. */
QUANTIZE float quantize_whole(float x, int low, int high)
{
    return quantize_nearest(quantize_clamp(x, (float)low, (float)high));
}

QUANTIZE float quantize_inverse(float x)
{
    return x != 0 ? 1 / x : 0;
}

QUANTIZE float quantize_from_half(uint32_t half)
{
    uint32_t sign = (half & 0x8000) << 16, rest = half & 0x7fff;
    float x = rest < 0x400    ? quantize_mul((float)rest, 0x1p-24f)
              : rest < 0x7c00 ? quantize_float((rest << 13) + (112u << 23))
                              : quantize_float(rest << 13 | 0x7f800000);
    return quantize_float(quantize_bits(x) | sign);
}

/* Returns 0 for infinities and NaN, whose signs differ between processors, and otherwise x. */
QUANTIZE float quantize_finite(float x)
{
    return quantize_magnitude(x) <= 0x1.fffffep127f ? x : 0;
}

/* Rounds an f32 to f16, to nearest even, but never beyond the largest finite f16. -0 becomes 0. */
QUANTIZE uint32_t quantize_to_half(float x)
{
    uint32_t sign = quantize_bits(x) >> 16 & 0x8000, rest = quantize_bits(x) & 0x7fffffff;
    if (rest >= 0x477ff000)
        rest = 0x7bff;
    else if (rest >= 0x38800000)
        rest = (rest + 0xfff + (rest >> 13 & 1) - (112u << 23)) >> 13;
    else
        rest = quantize_bits(quantize_float(rest) + 0.5f) - 0x3f000000; /* a subnormal f16 is a
                                                                         * multiple of 2^-24 */
    return rest != 0 ? sign | rest : 0;
}

/* Rounds |scale| to f16. A scale that is not 0 does not become 0, because with a scale of 0 all
 * quants of the group would mean 0. */
QUANTIZE float quantize_round_scale(float scale)
{
    uint32_t half = quantize_to_half(scale);
    if (half == 0 && scale != 0)
        half = scale < 0 ? 0x8001 : 1;
    return quantize_from_half(half);
}

enum quantize_type { QUANTIZE_F32, QUANTIZE_F16, QUANTIZE_BF16 };

QUANTIZE float quantize_load(const void *in, uint32_t type, uint64_t i)
{
    if (type == QUANTIZE_F32)
        return ((const float *)in)[i];
    uint32_t half = ((const uint16_t *)in)[i];
    return type == QUANTIZE_F16 ? quantize_from_half(half) : quantize_float(half << 16);
}

/* Returns the number that is quantized in place of x: +0 for NaN and for -0, and otherwise x,
 * limited to about the greatest magnitude that the format can store. */
QUANTIZE float quantize_input(const struct quantize_format *format, float x)
{
    float quant = (float)(-format->low > format->high ? -format->low : format->high);
    float scale =
        (float)(-format->scale_low > format->scale_high ? -format->scale_low : format->scale_high);
    float most = format->scale_type == SCALE_F32 ? 0x1p127f
                 : scale > 0                     ? 65504 * scale * quant
                                                 : 65504 * quant;
    return x != x ? 0 : quantize_clamp(x, -most, most) + 0.0f; /* adding 0 makes +0 of -0 */
}

/* Returns the weight of an element from its |importance|: 0 if the importance is negative or NaN.
 * The upper limit keeps sums of weights finite. */
QUANTIZE float quantize_weight(float importance)
{
    return importance > 0 ? quantize_clamp(importance, 0, 0x1p40f) : 0;
}

/* ---- Quantizing one group -------------------------------------------------------------------- */

/* On a GPU, each lane of a group has eight elements: lane j of n has the elements i with i % n = j,
 * in order, and adds them in two parts. Every lane gets the sums of the whole group. On the host,
 * one lane has all elements. */
#ifdef __cplusplus
enum { PARTS_MAX = 2 };
#else
enum { PARTS_MAX = 8 };
#endif

QUANTIZE int quantize_lanes(const struct quantize_format *format)
{
#ifdef __cplusplus
    return format->group / 8;
#else
    (void)format;
    return 1;
#endif
}

/* Returns how many elements of a group a lane has. */
QUANTIZE int quantize_count(const struct quantize_format *format)
{
#ifdef __cplusplus
    return 8;
#else
    return format->group;
#endif
}

QUANTIZE int quantize_parts(const struct quantize_format *format)
{
    return quantize_count(format) / 4;
}

struct quantize_fit {
    float scale, offset;
};

/* Sums over the elements of a group. For an element, x is the number to quantize, w its weight, q
 * its quant, and y = x - offset. A member's name is its term: |wq| is the sum of w q, and |wqq| the
 * sum of w q q. |error| is the sum of w (scale q + offset - x)^2. */
struct quantize_sums {
    float w, wq, wqq, wy, wqy, error;
};

QUANTIZE float quantize_quant(const struct quantize_format *format, float y, float inverse)
{
    return quantize_whole(quantize_mul(y, inverse), format->low, format->high);
}

QUANTIZE float quantize_sum(const struct quantize_format *format, float *parts)
{
#ifdef __cplusplus
    return warp_reduce(parts[0] + parts[1], Add(), 1, quantize_lanes(format));
#else
    for (int step = quantize_parts(format) / 2; step > 0; step /= 2) {
        for (int k = 0; k < step; k++)
            parts[k] += parts[k + step];
    }
    return parts[0];
#endif
}

/* Returns the weighted error w (scale q + offset - x)^2 of quantizing x to |q|, with the scale and
 * offset of |fit|. */
QUANTIZE float quantize_error_of(struct quantize_fit fit, float x, float w, float q)
{
    float error = quantize_mul(fit.scale, q) + fit.offset - x;
    return quantize_mul(w, quantize_mul(error, error));
}

QUANTIZE struct quantize_sums quantize_sums_of(const struct quantize_format *format, const float *x,
                                               const float *w, struct quantize_fit fit)
{
    float inverse = quantize_inverse(fit.scale);
    float sw[PARTS_MAX] = {0}, swq[PARTS_MAX] = {0}, swqq[PARTS_MAX] = {0};
    float swy[PARTS_MAX] = {0}, swqy[PARTS_MAX] = {0}, errors[PARTS_MAX] = {0};
    int count = quantize_count(format), parts = quantize_parts(format);
    QUANTIZE_UNROLL
    for (int i = 0; i < count; i += parts) {
        QUANTIZE_UNROLL
        for (int k = 0; k < parts; k++) {
            float weight = w[i + k], y = x[i + k] - fit.offset;
            float q = quantize_quant(format, y, inverse), wq = quantize_mul(weight, q);
            sw[k] += weight;
            swq[k] += wq;
            swqq[k] += quantize_mul(wq, q);
            swy[k] += quantize_mul(weight, y);
            swqy[k] += quantize_mul(wq, y);
            errors[k] += quantize_error_of(fit, x[i + k], weight, q);
        }
    }
    struct quantize_sums sums = {0, 0, 0, 0, 0, 0};
    if (format->has_offset) {
        sums.w = quantize_sum(format, sw);
        sums.wq = quantize_sum(format, swq);
        sums.wy = quantize_sum(format, swy);
    }
    sums.wqq = quantize_sum(format, swqq);
    sums.wqy = quantize_sum(format, swqy);
    sums.error = quantize_sum(format, errors);
    return sums;
}

/* Returns the error of a group with |fit|: the sum over its elements of w (scale q + offset - x)^2,
 * where q is the nearest quant for x. */
QUANTIZE float quantize_error(const struct quantize_format *format, const float *x, const float *w,
                              struct quantize_fit fit)
{
    float inverse = quantize_inverse(fit.scale), errors[PARTS_MAX] = {0};
    int count = quantize_count(format), parts = quantize_parts(format);
    QUANTIZE_UNROLL
    for (int i = 0; i < count; i += parts) {
        QUANTIZE_UNROLL
        for (int k = 0; k < parts; k++) {
            float q = quantize_quant(format, x[i + k] - fit.offset, inverse);
            errors[k] += quantize_error_of(fit, x[i + k], w[i + k], q);
        }
    }
    return quantize_sum(format, errors);
}

/* Rounds |fit| to the precision in which the block stores it. Does nothing for formats that store
 * an integer for each group's scale: for these, the head of the block is rounded instead. */
QUANTIZE struct quantize_fit quantize_round(const struct quantize_format *format,
                                            struct quantize_fit fit)
{
    if (format->scale_type == SCALE_F16) {
        fit.scale = quantize_round_scale(fit.scale);
        fit.offset = quantize_from_half(quantize_to_half(fit.offset));
    }
    if (format->scale_type == SCALE_F32 && fit.scale != 0 && fit.scale < 0x1p-126f)
        fit.scale = 0x1p-126f; /* not less, so that 1 / scale is finite */
    return fit;
}

/* Returns the scale and offset with which the quants that |s| sums up have the least error. */
QUANTIZE struct quantize_fit quantize_refit(const struct quantize_format *format,
                                            struct quantize_sums s, struct quantize_fit fit)
{
    float determinant = quantize_mul(s.w, s.wqq) - quantize_mul(s.wq, s.wq);
    float wqx = s.wqy + quantize_mul(fit.offset, s.wq);
    if (format->has_offset && determinant > 0) {
        fit.scale = (quantize_mul(s.w, s.wqy) - quantize_mul(s.wq, s.wy)) / determinant;
        fit.offset += (s.wy - quantize_mul(fit.scale, s.wq)) / s.w;
    }
    if ((!format->has_offset || (format->scale_type == SCALE_OF_GROUPS && fit.offset > 0)) &&
        s.wqq > 0) {
        fit.scale = wqx / s.wqq;
        fit.offset = 0;
    }
    return quantize_round(format, fit);
}

/* The least and the greatest number of a group. For a format without offsets, both members are the
 * group's number of the greatest magnitude. */
struct quantize_range {
    float low, high;
};

QUANTIZE struct quantize_range quantize_range_join(const struct quantize_format *format,
                                                   struct quantize_range a, struct quantize_range b)
{
    struct quantize_range range;
    range.low = b.low < a.low ? b.low : a.low;
    range.high = b.high > a.high ? b.high : a.high;
    if (!format->has_offset)
        range.low = range.high = quantize_larger(a.high, b.high);
    return range;
}

QUANTIZE struct quantize_range quantize_range_of(const struct quantize_format *format,
                                                 const float *x)
{
    struct quantize_range range = {x[0], x[0]};
    QUANTIZE_UNROLL
    for (int i = 1; i < quantize_count(format); i++) {
        struct quantize_range one = {x[i], x[i]};
        range = quantize_range_join(format, range, one);
    }
#ifdef __cplusplus
    const auto join = [format](quantize_range a, quantize_range b) {
        return quantize_range_join(format, a, b);
    };
    range = warp_reduce(range, join, 1, quantize_lanes(format));
#endif
    return range;
}

/* Returns where the quants of a group begin: at its least number, but at 0 if the format has no
 * offsets, or if it has only negative ones and the least number is positive. */
QUANTIZE float quantize_lowest(const struct quantize_format *format, struct quantize_range range)
{
    int is_negative = format->scale_type == SCALE_OF_GROUPS;
    return !format->has_offset || (is_negative && range.low > 0) ? 0 : range.low;
}

enum { START_PLAIN, START_UP, START_DOWN, START_IN, START_GRID, QUANTIZE_STARTS };

/* Makes a scale and an offset to start from. START_PLAIN maps the extremes to the outermost quants.
 * With offsets, START_UP and START_DOWN shift both ends by half a step, and START_IN moves both in.
 * Without offsets, START_UP and START_DOWN map the extreme to half a quant more and to one quant
 * less. */
QUANTIZE struct quantize_fit quantize_start(const struct quantize_format *format,
                                            struct quantize_range range, int start)
{
    float low = quantize_lowest(format, range), high = range.high, quants = (float)format->high;
    struct quantize_fit fit = {0, low};
    if (format->has_offset) {
        float half = (high - low) / quants / 2;
        high += start == START_UP ? half : start == START_PLAIN ? 0 : -half;
        low += start == START_DOWN ? -half : start == START_PLAIN ? 0 : half;
        fit.offset = format->scale_type == SCALE_OF_GROUPS && low > 0 ? 0 : low;
        fit = quantize_round(format, fit);
        fit.scale = (high - (start == START_PLAIN ? low : fit.offset)) / quants;
    } else {
        quants += start == START_UP ? 0.5f : start == START_DOWN ? -1.0f : 0;
        fit.scale =
            format->low == -format->high ? quantize_magnitude(high) / quants : high / (-1 - quants);
    }
    return quantize_round(format, fit);
}

/* Returns the step of a grid that begins at |low| and has all elements, within a tolerance; returns
 * about the tolerance if there is no such grid. The tolerance is an eighth of the step that maps
 * the extremes to the outermost quants. The method is Euclid's algorithm on all elements at once:
 * the least distance of an element from a multiple of the step becomes the next step. */
QUANTIZE float quantize_step(const struct quantize_format *format, const float *x, float low,
                             float extent)
{
    float quants = (float)(format->high - format->low) / (format->has_offset ? 1 : 2);
    float step = extent, tolerance = extent / (8 * quants);
    QUANTIZE_ROLL
    for (int pass = 0; pass < 2; pass++) {
        float inverse = quantize_inverse(step), least = step;
        QUANTIZE_UNROLL
        for (int i = 0; i < quantize_count(format); i++) {
            float y = x[i] - low;
            float multiple = quantize_nearest(quantize_mul(y, inverse));
            float distance = quantize_magnitude(y - quantize_mul(multiple, step));
            least = distance > tolerance && distance < least ? distance : least;
        }
#ifdef __cplusplus
        const auto lesser = [](float a, float b) { return a < b ? a : b; };
        least = warp_reduce(least, lesser, 1, quantize_lanes(format));
#endif
        step = least;
    }
    return step;
}

/* Makes START_GRID, with which elements that are already multiples of a step stay as they are. If
 * there is no such step, makes START_PLAIN. The scale is the step, divided by a power of two, so
 * that groups on the same grid have scales that are near each other, and whose ratios are exact. */
QUANTIZE struct quantize_fit quantize_grid(const struct quantize_format *format, const float *x,
                                           struct quantize_range range)
{
    float low = quantize_lowest(format, range), extent = quantize_magnitude(range.high - low);
    float step = quantize_step(format, x, low, extent), high = (float)format->high;
    float most = -(float)format->low > high ? -(float)format->low : high;
    float steps = quantize_whole(quantize_mul(extent, quantize_inverse(step)), 0, 1 << 20);
    if (!(steps > 0 && steps <= most))
        return quantize_start(format, range, START_PLAIN);
    /* the largest power of two that is at most high / steps */
    float room = quantize_float(quantize_bits(high / steps) & 0x7f800000);
    float quants = quantize_mul(steps, room < 1 ? 1 : room);
    struct quantize_fit fit = {extent / quants, low};
    if (!format->has_offset && format->groups > 1 && steps <= high)
        /* the scales of all groups are made negative, because their integers go from -32 to 31 */
        fit.scale = -fit.scale;
    else if (!format->has_offset && format->low != -format->high)
        fit.scale = range.high / -quants; /* a quant may be -8, but not 8 */
    fit = quantize_round(format, fit);
    if (format->has_offset && format->scale_type == SCALE_F16 && quants < high) {
        /* If the numbers are the result of an earlier quantization in which no element got quant 0,
         * the earlier offset was one step below |low|: take it if f16 stores it more exactly. */
        float below = low - fit.scale, stored = quantize_from_half(quantize_to_half(below));
        if (quantize_magnitude(below - stored) < quantize_magnitude(low - fit.offset))
            fit.offset = stored;
    }
    return fit;
}

/* Finds the best scale and offset. Rounds the elements to quants with each start, then fits scale
 * and offset to these quants. Then rounds and fits once more with the best result. |grid| is
 * quantize_grid()'s result, which must be better than the other results by a hundredth: where a
 * group's extreme is much greater than its other numbers, the scale of a grid is larger than it
 * need be, and larger scales take digits from the block's other groups. */
QUANTIZE struct quantize_fit quantize_search(const struct quantize_format *format, const float *x,
                                             const float *w, struct quantize_range range,
                                             struct quantize_fit grid)
{
    /* whether the format has START_IN */
    int is_wide = format->has_offset && format->groups > 1;
    struct quantize_fit best = {0, 0};
    float least = 0;
    QUANTIZE_ROLL
    for (int start = START_PLAIN; start <= QUANTIZE_STARTS; start++) {
        if (start == START_IN && !is_wide)
            continue;
        struct quantize_fit fit = start == QUANTIZE_STARTS ? best : grid;
        float share = start == START_GRID ? 0.99f : 1;
        if (start < START_GRID)
            fit = quantize_start(format, range, start);
        struct quantize_sums sums = quantize_sums_of(format, x, w, fit);
        if (start == START_PLAIN || sums.error < quantize_mul(share, least)) {
            best = fit;
            least = sums.error;
        }
        fit = quantize_refit(format, sums, fit);
        float error = quantize_error(format, x, w, fit);
        if (error < quantize_mul(share, least)) {
            best = fit;
            least = error;
        }
    }
    return best;
}

/* ---- Scales of all groups of a block --------------------------------------------------------- */

/* The head of a quantized block: a group's scale is |scale| times an integer of the group, and its
 * offset is minus |offset| times another integer. */
struct quantize_head {
    float scale, offset;
};

/* The scale of the greatest magnitude, and the negated offset of the greatest magnitude, among some
 * groups of a block. Peaks can be joined in any order. */
struct quantize_peaks {
    float scale, offset;
};

QUANTIZE struct quantize_peaks quantize_peaks_of(struct quantize_fit fit)
{
    struct quantize_peaks peaks = {fit.scale, -fit.offset};
    return peaks;
}

QUANTIZE struct quantize_peaks quantize_peaks_join(struct quantize_peaks a, struct quantize_peaks b)
{
    struct quantize_peaks peaks = {quantize_larger(a.scale, b.scale),
                                   quantize_larger(a.offset, b.offset)};
    return peaks;
}

/* The turns in which a block's head and the integers of its groups are chosen; the result of the
 * best turn is kept. PLAIN rounds START_PLAIN of each group, so that the result is never worse than
 * without a search. DYADIC rounds START_GRID of each group, with half of the range of integers, a
 * power of two, for the greatest: groups on one grid are then exact. SEARCHED begins with the best
 * fit of each group alone. AGAIN continues from SEARCHED. */
enum { QUANTIZE_PLAIN, QUANTIZE_DYADIC, QUANTIZE_SEARCHED, QUANTIZE_AGAIN, QUANTIZE_TURNS };

/* Returns the head with which the groups that have the greatest scale and the greatest offset get
 * the outermost integers. In turn QUANTIZE_DYADIC, and if the format has offsets, they get half of
 * that, a power of two. */
QUANTIZE struct quantize_head quantize_first_head(const struct quantize_format *format,
                                                  struct quantize_peaks peaks, int turn)
{
    int end = format->has_offset ? format->scale_high : format->scale_low;
    if (turn == QUANTIZE_DYADIC && format->has_offset)
        end = (end + 1) / 2;
    struct quantize_head head = {quantize_round_scale(peaks.scale / (float)end),
                                 quantize_round_scale(peaks.offset / (float)end)};
    return head;
}

/* The integers that a group stores for its scale and its offset, the scale and offset that they
 * mean (|fit|), and the group's error with these. */
struct quantize_choice {
    int scale, offset;
    struct quantize_fit fit;
    float error;
};

/* Chooses the integers that a group stores for its scale and its offset: those nearest to |target|.
 * If |with_neighbours|, also tries the integers beside them, and takes those with the least error.
 */
QUANTIZE struct quantize_choice quantize_choose(const struct quantize_format *format,
                                                const float *x, const float *w,
                                                struct quantize_head head,
                                                struct quantize_fit target, int with_neighbours)
{
    float scale = quantize_mul(target.scale, quantize_inverse(head.scale));
    float offset = quantize_mul(-target.offset, quantize_inverse(head.offset));
    scale = quantize_whole(scale, format->scale_low, format->scale_high);
    offset = quantize_whole(offset, 0, format->scale_high);
    struct quantize_choice best = {0, 0, {0, 0}, 0};
    int count = !with_neighbours ? 1 : format->has_offset ? 9 : 3;
    QUANTIZE_ROLL
    for (int i = 0; i < count; i++) {
        float s = scale + (float)(i % 3 == 2 ? -1 : i % 3);
        float m = offset + (float)(i / 3 == 2 ? -1 : i / 3);
        s = quantize_clamp(s, (float)format->scale_low, (float)format->scale_high);
        m = quantize_clamp(m, 0, (float)format->scale_high);
        struct quantize_fit fit = {quantize_mul(head.scale, s), -quantize_mul(head.offset, m)};
        struct quantize_choice choice = {(int)s, (int)m, fit, quantize_error(format, x, w, fit)};
        if (i == 0 || choice.error < best.error)
            best = choice;
    }
    return best;
}

/* Sums over the elements of all groups of a block, from which quantize_next_head() fits the
 * head. For an element, x is the number to quantize, w its weight, q its quant, and s and m are
 * the integers of its group for the scale and the offset. The block means the number a *
 * head.scale + b * head.offset, where a = s q and b = -m. |aa| is the sum of w a a, |ab| that of
 * w a b, and so on. */
struct quantize_moments {
    float aa, ab, bb, ax, bx;
};

QUANTIZE struct quantize_moments quantize_moments_of(const struct quantize_format *format,
                                                     const float *x, const float *w,
                                                     struct quantize_choice choice)
{
    float a = (float)choice.scale, b = -(float)choice.offset, offset = choice.fit.offset;
    struct quantize_sums s = quantize_sums_of(format, x, w, choice.fit);
    struct quantize_moments moments = {
        quantize_mul(quantize_mul(a, a), s.wqq),
        quantize_mul(quantize_mul(a, b), s.wq),
        quantize_mul(quantize_mul(b, b), s.w),
        quantize_mul(a, s.wqy + quantize_mul(offset, s.wq)),
        quantize_mul(b, s.wy + quantize_mul(offset, s.w)),
    };
    return moments;
}

QUANTIZE struct quantize_moments quantize_moments_add(struct quantize_moments a,
                                                      struct quantize_moments b)
{
    struct quantize_moments sum = {a.aa + b.aa, a.ab + b.ab, a.bb + b.bb, a.ax + b.ax, a.bx + b.bx};
    return sum;
}

/* Returns the head with which the quants and integers that |s| sums up have the least error. */
QUANTIZE struct quantize_head quantize_next_head(const struct quantize_format *format,
                                                 struct quantize_moments s,
                                                 struct quantize_head head)
{
    float determinant = quantize_mul(s.aa, s.bb) - quantize_mul(s.ab, s.ab);
    if (format->has_offset && determinant > 0) {
        head.scale = (quantize_mul(s.ax, s.bb) - quantize_mul(s.bx, s.ab)) / determinant;
        head.offset = (quantize_mul(s.bx, s.aa) - quantize_mul(s.ax, s.ab)) / determinant;
    } else if (s.aa > 0) {
        head.scale = (s.ax - quantize_mul(head.offset, s.ab)) / s.aa;
    }
    head.scale = quantize_round_scale(quantize_finite(head.scale));
    head.offset = quantize_round_scale(quantize_finite(head.offset));
    return head;
}

/* ---- Storing and loading a quantized block's values ------------------------------------------ */

QUANTIZE void quantize_store_2(uint8_t *values, uint32_t number)
{
    values[0] = (uint8_t)number;
    values[1] = (uint8_t)(number >> 8);
}

QUANTIZE void quantize_store_head(const struct quantize_format *format, uint8_t *values,
                                  float scale, float offset)
{
    if (format->scale_type == SCALE_F32) {
        quantize_store_2(values + AT_SCALE, quantize_bits(scale));
        quantize_store_2(values + AT_SCALE + 2, quantize_bits(scale) >> 16);
        return;
    }
    quantize_store_2(values + AT_SCALE, quantize_to_half(scale));
    quantize_store_2(values + AT_OFFSET, quantize_to_half(offset));
}

QUANTIZE struct quantize_head quantize_load_head(const struct quantize_format *format,
                                                 const uint8_t *values)
{
    uint32_t low = values[AT_SCALE] | (uint32_t)values[AT_SCALE + 1] << 8;
    uint32_t high = values[AT_OFFSET] | (uint32_t)values[AT_OFFSET + 1] << 8;
    struct quantize_head head = {quantize_from_half(low), quantize_from_half(high)};
    if (format->scale_type == SCALE_F32)
        head.scale = quantize_float(low | high << 16);
    return head;
}

/* Writes the quants of the elements of lane |lane| of a group to |values|. */
QUANTIZE void quantize_store_quants(const struct quantize_format *format, uint8_t *values,
                                    int group, int lane, const float *x, struct quantize_fit fit)
{
    int lanes = quantize_lanes(format);
    float inverse = quantize_inverse(fit.scale);
    uint8_t *quants = values + AT_QUANTS + group * format->group + lane;
    QUANTIZE_UNROLL
    for (int i = 0; i < quantize_count(format); i++)
        quants[i * lanes] =
            (uint8_t)((int)quantize_quant(format, x[i] - fit.offset, inverse) + format->zero);
}

/* Writes sum number |number|, which is the sum of 16 quants in |values|. */
QUANTIZE void quantize_store_sum(uint8_t *values, int number)
{
    int sum = 0;
    for (int i = 0; i < 16; i++)
        sum += (int8_t)values[AT_QUANTS + 16 * number + i];
    quantize_store_2(values + AT_SUMS + 2 * number, (uint32_t)sum);
}

#endif
