/* Convolutions of few channels, by kernels/candle/conv/patches.cuh and depthwise.cuh. */
#include "convolve.h"

#include <math.h>

enum { ACROSS = CONV_PATCH_WIDTH, DOWN = CONV_PATCH_HEIGHT };

/* Whether kernels/candle/conv/depthwise.cuh is the fastest. The caller has checked is_common(). */
static bool is_wide_depthwise(const struct krt_tensor *in, const struct krt_tensor *kernel,
                              const struct axis *y, const struct axis *x)
{
    enum { WIDE = 32 };
    bool has_taps = (x->taps == 3 || x->taps == 5 || x->taps == 7) && y->taps <= 7;
    return has_taps && in->rank == 4 && kernel->dims[1] == 1 && x->stride == 1 &&
           x->padding == x->taps / 2 && y->out >= DOWN && x->out >= WIDE &&
           stride_of(kernel, 3) == 1;
}

/* Returns the divisor |by|. are_small() has made sure that |by| is below 2^32. */
static struct divisor32 divisor_of(uint64_t by)
{
    return divisor32_make((uint32_t)by);
}

static krt_status convolve_depthwise(struct krt_ops *ops, struct krt_stream *stream,
                                     const struct axis *y, const struct axis *x,
                                     const struct krt_tensor *in, const struct krt_tensor *kernel,
                                     const struct krt_tensor *out)
{
    uint64_t across = ceil_div(x->out, ACROSS), down = ceil_div(y->out, DOWN);
    uint64_t channels = out->dims[1], patches = in->dims[0] * across * down;
    uint64_t warps = ceil_div(patches, 32);
    const struct conv_depthwise_info info = {
        .height = y->in,
        .width = x->in,
        .out_height = y->out,
        .out_width = x->out,
        .y_taps = y->taps,
        .x_taps = x->taps,
        .y_stride = y->stride,
        .y_padding = y->padding,
        .src_batch = stride_of(in, 0),
        .src_channel = stride_of(in, 1),
        .src_y = stride_of(in, 2),
        .kernel_out = stride_of(kernel, 0),
        .kernel_y = stride_of(kernel, 2),
        .channels = channels,
        .patches = patches,
        .warps = warps,
        .by_across = divisor_of(across),
        .by_down = divisor_of(down),
        .by_warps = divisor_of(warps),
        .by_members = divisor_of(channels / in->dims[1]),
    };
    return launch_convolution(
        ops, stream, OPERATION_CONV_DEPTHWISE,
        at_most_blocks(ceil_div(warps * channels, CONV_DEPTHWISE_THREADS / 32)),
        CONV_DEPTHWISE_THREADS, 0, &info, sizeof info, in, kernel, out);
}

/* The outputs that one block of conv_patches_T makes, of some groups of an image, and the LDS that
 * the block needs. */
struct patch_tile {
    uint64_t groups, height, width;
    uint64_t weights;               /* how many weights one output channel has */
    uint64_t lines, columns, plane; /* for one input channel: the lines and columns that the tile
                                       reads, and the words that they take in LDS */
    uint64_t line_threads;          /* log2 of the number of threads that load a line */
    uint64_t first_line, words;
};

static void measure(struct patch_tile *tile, struct groups groups, const struct axis *y,
                    const struct axis *x)
{
    uint64_t reach = (round_up(tile->height, DOWN) - 1) * y->stride + y->taps;
    tile->lines = reach < y->in ? reach : y->in;
    tile->columns = (round_up(tile->width, ACROSS) - 1) * x->stride + x->taps;
    /* With this distance from one input channel to the next, measurements found no conflicts of LDS
     * banks. */
    tile->plane = (tile->lines * tile->columns + tile->lines / DOWN + 1) | 1;
    tile->first_line = round_up(tile->groups * groups.c_out * (tile->weights | 1), 4);
    tile->words = tile->first_line + round_up(tile->groups * groups.c_in * tile->plane, 4);
    uint64_t runs = ceil_div(tile->columns < x->in ? tile->columns : x->in, ACROSS);
    for (tile->line_threads = 0; runs > 1ULL << tile->line_threads;)
        tile->line_threads++;
}

enum { WAVE = 64, WORDS_MOST = 8160 };

/* Estimates how many instructions the waves execute for one group of an image. */
static double cost_of(const struct patch_tile *tile, struct groups groups, const struct axis *y,
                      const struct axis *x)
{
    uint64_t lines = y->taps + (DOWN - 1) * y->stride, taps = y->taps * x->taps;
    uint64_t loads = tile->groups * groups.c_in * tile->lines << tile->line_threads;
    uint64_t weights = tile->groups * groups.c_out * tile->weights;
    /* |patches| is the number of patches in a line. */
    uint64_t patches = tile->groups * groups.c_out * ceil_div(tile->width, ACROSS);
    uint64_t full = y->out / tile->height, rest = y->out % tile->height;
    uint64_t waves = full * ceil_div(patches * ceil_div(tile->height, DOWN), WAVE) +
                     ceil_div(patches * ceil_div(rest, DOWN), WAVE);
    uint64_t all =
        waves * (100 + groups.c_in * (30 * lines + 20 * taps)) +
        (full + (rest > 0)) * (ceil_div(loads, WAVE) * 50 + ceil_div(weights, WAVE) * 12);
    return (double)all / (double)tile->groups;
}

/* Finds the tile with the least cost_of() among those that fit into LDS. Returns false if
 * conv_tiles_T is faster. */
static bool choose_tile(uint64_t batch, struct groups groups, const struct axis *y,
                        const struct axis *x, struct patch_tile *out)
{
    enum { TILES_LEAST = 256, TILES_MOST = 1 << 24, GROUPS_MOST = 64 };
    /* with fewer than TILES_FEW tiles, matrix cores are faster, unless there are fewer than
     * PAIRS_FEW pairs of channels */
    enum { TILES_FEW = 64, PAIRS_FEW = 64 };
    uint64_t least = y->out < DOWN ? y->out : DOWN;
    struct patch_tile tile = {
        .groups = 1, .height = least, .width = x->out, .weights = groups.c_in * y->taps * x->taps};
    for (measure(&tile, groups, y, x); tile.words > WORDS_MOST; measure(&tile, groups, y, x)) {
        if (tile.width <= ACROSS)
            return false;
        tile.width = round_up(ceil_div(tile.width, 2), ACROSS);
    }
    /* the number of patches beside each other in a tile, for one group */
    uint64_t patches = groups.c_out * ceil_div(tile.width, ACROSS);
    /* how many columns of tiles all images have */
    uint64_t columns = batch * ceil_div(x->out, tile.width);
    double best = HUGE_VAL;
    *out = tile;
    for (; tile.groups <= GROUPS_MOST; tile.groups++) {
        if (groups.count % tile.groups != 0)
            continue;
        for (tile.height = least;; tile.height += DOWN) {
            if (tile.height > y->out)
                tile.height = y->out;
            measure(&tile, groups, y, x);
            uint64_t tiles = columns * (groups.count / tile.groups) * ceil_div(y->out, tile.height);
            bool is_small = tile.groups * patches * ceil_div(tile.height, DOWN) <= WAVE;
            if (tile.words > WORDS_MOST || (tiles < TILES_LEAST && !is_small))
                break;
            double cost = cost_of(&tile, groups, y, x);
            if (cost <= best) {
                best = cost;
                *out = tile;
            }
            if (tile.height == y->out)
                break;
        }
    }
    uint64_t tiles = columns * (groups.count / out->groups) * ceil_div(y->out, out->height);
    return tiles < TILES_MOST && (tiles >= TILES_FEW || groups.c_in * groups.c_out <= PAIRS_FEW);
}

/* Whether kernels/candle/conv/patches.cuh is the fastest; finds its tile. The caller has checked
 * is_common(). The kernels count with 32 bits, and multiply numbers of 24 bits. */
static bool has_patches(struct groups groups, const struct krt_tensor *in,
                        const struct krt_tensor *kernel, const struct krt_tensor *out,
                        const struct axis *y, const struct axis *x, struct patch_tile *tile)
{
    enum { CHANNELS_MOST = 256, WIDTH_LEAST = 4, STEP_MOST = 8, FACTORS = 1 << 24 };
    uint64_t channel = stride_of(in, 1), lines = in->rank == 4 ? stride_of(in, 2) : 0;
    bool has_few =
        groups.c_in > 0 && (groups.c_in <= 2 || groups.c_in * groups.c_out <= CHANNELS_MOST);
    bool has_steps = x->stride <= 2 && y->stride <= STEP_MOST;
    bool is_near = channel < FACTORS && lines < FACTORS && y->in < FACTORS &&
                   lines * y->in < LIMIT && in->dims[0] * in->dims[1] < LIMIT &&
                   out->dims[0] * out->dims[1] < LIMIT;
    return has_few && has_steps && is_near && y->in > 0 && tensor_is_dense(kernel) &&
           x->out >= WIDTH_LEAST && choose_tile(in->dims[0], groups, y, x, tile) &&
           tile->groups * groups.c_in * channel < LIMIT;
}

static krt_status convolve_patch_tiles(struct krt_ops *ops, struct krt_stream *stream,
                                       struct groups groups, const struct patch_tile *tile,
                                       const struct axis *y, const struct axis *x,
                                       const struct krt_tensor *in, const struct krt_tensor *kernel,
                                       const struct krt_tensor *out)
{
    uint64_t sets = groups.count / tile->groups, parts = ceil_div(x->out, tile->width);
    uint64_t bands = ceil_div(y->out, tile->height);
    uint64_t last_down = ceil_div(y->out - (bands - 1) * tile->height, DOWN);
    uint64_t tiles = in->dims[0] * sets * bands * parts;
    uint64_t across = ceil_div(tile->width, ACROSS), down = ceil_div(tile->height, DOWN);
    uint64_t patches = tile->groups * groups.c_out * across * down;
    /* |each| is the number of patches of a thread. */
    uint64_t each = ceil_div(patches, ceil_div(patches, CONV_PATCH_THREADS));
    const struct conv_patches_info info = {
        .src_batch = stride_of(in, 0),
        .src_channel = (uint32_t)stride_of(in, 1),
        .src_y = in->rank == 4 ? (uint32_t)stride_of(in, 2) : 0,
        .height = (uint32_t)y->in,
        .width = (uint32_t)x->in,
        .out_height = (uint32_t)y->out,
        .out_width = (uint32_t)x->out,
        .out_plane = (uint32_t)(y->out * x->out),
        .y_taps = (uint32_t)y->taps,
        .x_taps = (uint32_t)x->taps,
        .taps = (uint32_t)(y->taps * x->taps),
        .y_stride = (uint32_t)y->stride,
        .x_stride = (uint32_t)x->stride,
        .y_padding = (uint32_t)y->padding,
        .x_padding = (uint32_t)x->padding,
        .c_in = (uint32_t)groups.c_in,
        .c_out = (uint32_t)groups.c_out,
        .groups = (uint32_t)tile->groups,
        .tile_height = (uint32_t)tile->height,
        .tile_width = (uint32_t)tile->width,
        .across = (uint32_t)across,
        .down = (uint32_t)down,
        .last_down = (uint32_t)last_down,
        .weights = (uint32_t)tile->weights,
        .lines = (uint32_t)tile->lines,
        .columns = (uint32_t)tile->columns,
        .first_line = (uint32_t)tile->first_line,
        .plane = (uint32_t)tile->plane,
        .line_threads = (uint32_t)tile->line_threads,
        .by_parts = divisor_of(parts),
        .by_bands = divisor_of(bands),
        .by_sets = divisor_of(sets),
        .by_down = divisor_of(down),
        .by_last_down = divisor_of(last_down),
        .by_lines = divisor_of(tile->lines),
        .by_weights = divisor_of(tile->weights),
        .by_c_out = divisor_of(groups.c_out),
        .by_outputs = divisor_of(tile->groups * groups.c_out),
    };
    return launch_convolution(ops, stream, OPERATION_CONV_PATCHES, tiles,
                              (uint32_t)round_up(each, WAVE), (uint32_t)tile->words * 4, &info,
                              sizeof info, in, kernel, out);
}

/* Whether the requirements are met that depthwise.cuh and patches.cuh share. */
static bool is_common(const struct krt_ops *ops, const struct krt_convolution *c,
                      const struct krt_tensor *in, const struct krt_tensor *out,
                      const struct axis *y, const struct axis *x)
{
    return ops_has(ops, OPERATION_CONV_PATCHES, in->dtype, 0) && !c->is_transposed &&
           y->dilation == 1 && x->dilation == 1 && stride_of(in, in->rank - 1) == 1 &&
           are_small(in, out->dims[1], y, x);
}

krt_status convolve_few(struct krt_ops *ops, struct krt_stream *stream,
                        const struct krt_convolution *c, const struct axis *y, const struct axis *x,
                        const struct krt_tensor *in, const struct krt_tensor *kernel,
                        const struct krt_tensor *out, bool *out_is_done)
{
    const struct groups groups = groups_of(c, in, out);
    struct patch_tile tile;
    *out_is_done = false;
    if (!is_common(ops, c, in, out, y, x))
        return KRT_OK;
    *out_is_done = true;
    if (is_wide_depthwise(in, kernel, y, x))
        return convolve_depthwise(ops, stream, y, x, in, kernel, out);
    if (has_patches(groups, in, kernel, out, y, x, &tile))
        return convolve_patch_tiles(ops, stream, groups, &tile, y, x, in, kernel, out);
    *out_is_done = false;
    return KRT_OK;
}
