/* What convolutions of libkrt_ops and their kernels agree on: what |info| points to, and how a
 * block is made up. For C11 and for CUDA's dialect. Strides are in elements. */
#ifndef CONTRACT_CONVOLUTION_H
#define CONTRACT_CONVOLUTION_H

#include "divisor.h"

/* ---- conv_tiles_T, conv_strips_T, and their transposed ones ---------------------------------- */

enum {
    CONV_TILE = 64, /* channels, and outputs of each, of a block of conv_tiles_T */
    CONV_TILE_THREADS = 1024,
    CONV_STRIP = 128, /* outputs of a channel of 32 threads of conv_strips_T */
    CONV_STRIP_THREADS = 256,
};

/* An axis. A size or step is below 2^28, and so is taps * dilation. */
struct conv_axis {
    uint64_t in, taps, out;
    uint64_t stride, padding, dilation;
};

/* Channels in groups; the output is dense. The input's strides of y and x are below 2^31. */
struct conv_groups_info {
    uint64_t batch, groups, c_in, c_out; /* the channels are those of a group */
    struct conv_axis y, x;               /* y has one line if there is none */
    uint64_t src_batch, src_channel, src_y, src_x;
    uint64_t kernel_out, kernel_in, kernel_y, kernel_x;
};

/* ---- conv_patches_T -------------------------------------------------------------------------- */

/* Neighbouring outputs of neighbouring lines, of a thread; so in conv_depthwise_T. */
enum { CONV_PATCH_WIDTH = 8, CONV_PATCH_HEIGHT = 4, CONV_PATCH_THREADS = 256 };

/* Lines of the input are dense; the kernel and the output are. A block makes a tile: |groups|
 * groups of channels of an image, |tile_height| lines of these, |tile_width| outputs of each. In
 * LDS it has its weights, and from word |first_line| on its part of the input. */
struct conv_patches_info {
    uint64_t src_batch;
    uint32_t src_channel, src_y; /* below 2^24 */
    uint32_t height, width, out_height, out_width, out_plane;
    uint32_t y_taps, x_taps, taps, y_stride, x_stride; /* the latter 1 or 2 */
    uint32_t y_padding, x_padding;
    uint32_t c_in, c_out; /* of a group */
    uint32_t groups, tile_height, tile_width;
    uint32_t across, down,
        last_down;    /* patches of a tile's line and column; of the lowest tile's */
    uint32_t weights; /* of a channel of the output */
    uint32_t lines, columns, first_line; /* of a channel of the input in LDS */
    uint32_t plane;                      /* words from one such channel to the next */
    uint32_t line_threads;               /* that load a line: the logarithm */
    struct divisor32 by_parts, by_bands; /* tiles of a line, and of a column */
    struct divisor32 by_sets;            /* |groups| at a time, of an image */
    struct divisor32 by_down, by_last_down, by_lines, by_weights, by_c_out;
    struct divisor32 by_outputs; /* channels of the output in a tile */
};

/* ---- conv_depthwise_T ------------------------------------------------------------------------ */

enum { CONV_DEPTHWISE_THREADS = 256, CONV_DEPTHWISE_TAPS = 7 /* of a line, at most */ };

/* Lines of the input and of the kernel are dense; the output is. Along x the stride is 1, and the
 * padding x_taps / 2. A warp makes patches of one channel. */
struct conv_depthwise_info {
    uint64_t height, width, out_height, out_width; /* the latter CONV_PATCH_WIDTH at least */
    uint64_t y_taps, x_taps;                       /* the latter 3, 5 or 7 */
    uint64_t y_stride, y_padding;
    uint64_t src_batch, src_channel, src_y, kernel_out, kernel_y;
    uint64_t channels, patches, warps;             /* of the output; of a channel; of its patches */
    struct divisor32 by_across, by_down, by_warps; /* patches of a line, and of a column */
    struct divisor32 by_members;                   /* channels of the output of a group */
};

/* ---- conv_channels_T, channels_last_T: on NVIDIA GPUs ---------------------------------------- */

enum {
    CHANNELS_CHUNK = 16, /* bytes: channels of one position */
    CHANNELS_LAST_THREADS = 256,
    CHANNELS_LAST_ACROSS = 8, /* chunks of a position that a block writes, at most */
    CHANNELS_TILE_OUT = 64,   /* channels of a block of conv_channels_T */
    CHANNELS_TILE_PIXELS = 128,
    CHANNELS_TILE_THREADS = 128,
    CHANNELS_STEP = 8, /* chunks */
};

/* A tensor [batch, channels, y, x] that channels_last_T copies to [batch, y, x, channels]; of the
 * kernel, the channels of the output are the batch. */
struct channels_last_operand {
    uint64_t of_batch, of_channel, of_y, of_x;
    uint32_t positions; /* batch * height * width */
    uint32_t channels, chunks, height, width;
    uint32_t step;   /* positions of a thread: those of a word where memory has such words, or 1 */
    uint32_t blocks; /* 0: there is nothing to copy */
};

struct channels_last_info {
    struct channels_last_operand src, kernel;
    uint32_t counters; /* which begin at 0: one for each tile, if any */
};

/* |chunks| and |depth| count chunks: of a tap, and of all taps. |neighbours| chunks of a tap come
 * before the next tap, and then the further ones of all taps. A tile is the sum of |splits|, each
 * of which a block makes, of |steps| of CHANNELS_STEP chunks. */
struct conv_channels_info {
    uint32_t pixels, c_out, chunks, neighbours, depth;
    uint32_t height, width, y_taps, x_taps, y_out, x_out;
    uint32_t y_stride, x_stride, y_padding, x_padding, y_dilation, x_dilation;
    uint32_t splits, steps;
};

#endif
