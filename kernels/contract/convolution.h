/* The convolutions of libkrt_ops and their kernels agree here on the content of |info|, and on the
 * sizes of blocks and tiles. For C11 and for CUDA's dialect. Strides are in elements. */
#ifndef CONTRACT_CONVOLUTION_H
#define CONTRACT_CONVOLUTION_H

#include "divisor.h"

/* ---- conv_tiles_T, conv_strips_T, and their transposed ones ---------------------------------- */

enum {
    CONV_TILE = 64, /* outputs, and channels, that a block of conv_tiles_T makes */
    CONV_TILE_THREADS = 1024,
    CONV_STRIP = 128, /* outputs of one channel that 32 threads of conv_strips_T make */
    CONV_STRIP_THREADS = 256,
};

/* One axis of a convolution. Sizes, strides and paddings are below 2^28, and so is taps *
 * dilation. */
struct conv_axis {
    uint64_t in, taps, out;
    uint64_t stride, padding, dilation;
};

/* info of a grouped convolution. The output is dense. src_y and src_x are below 2^31. */
struct conv_groups_info {
    uint64_t batch, groups, c_in, c_out; /* c_in and c_out are per group */
    struct conv_axis y, x;               /* a 1-D convolution has a |y| with one position */
    uint64_t src_batch, src_channel, src_y, src_x;
    uint64_t kernel_out, kernel_in, kernel_y, kernel_x;
};

/* ---- conv_patches_T -------------------------------------------------------------------------- */

/* The outputs of one patch, which one thread of conv_patches_T or conv_depthwise_T makes, and the
 * number of threads of a block of conv_patches_T. */
enum { CONV_PATCH_WIDTH = 8, CONV_PATCH_HEIGHT = 4, CONV_PATCH_THREADS = 256 };

/* Lines of the input are dense, and so are the whole kernel and output. A block makes a tile of one
 * image: |tile_height| lines and |tile_width| columns of |groups| groups of channels. LDS holds the
 * tile's weights and, from word |first_line| on, the tile's part of the input. */
struct conv_patches_info {
    uint64_t src_batch;
    uint32_t src_channel, src_y; /* src_channel and src_y are below 2^24 */
    uint32_t height, width, out_height, out_width, out_plane;
    uint32_t y_taps, x_taps, taps, y_stride, x_stride; /* x_stride is 1 or 2 */
    uint32_t y_padding, x_padding;
    uint32_t c_in, c_out; /* c_in and c_out are per group */
    uint32_t groups, tile_height, tile_width;
    /* How many patches a line of a tile has, a column of a tile, and a column of the lowest
     * tile. */
    uint32_t across, down, last_down;
    uint32_t weights; /* how many weights one output channel has */
    /* the part of one input channel that LDS holds has |lines| lines of |columns| columns, from
     * word |first_line| of LDS on */
    uint32_t lines, columns, first_line;
    uint32_t plane;        /* distance in LDS from one input channel to the next, in words */
    uint32_t line_threads; /* log2 of the number of threads that load a line */
    /* divisors: the number of tiles beside each other in an image, and below each other */
    struct divisor32 by_parts, by_bands;
    struct divisor32 by_sets; /* divisor: the number of sets of |groups| groups in an image */
    struct divisor32 by_down, by_last_down, by_lines, by_weights, by_c_out;
    struct divisor32 by_outputs; /* divisor: the number of output channels in a tile */
};

/* ---- conv_depthwise_T ------------------------------------------------------------------------ */

enum { CONV_DEPTHWISE_THREADS = 256, CONV_DEPTHWISE_TAPS = 7 /* the largest x_taps */ };

/* Lines of the input and of the kernel are dense, and so is the whole output. Along x the stride is
 * 1, and the padding is x_taps / 2. A warp makes patches of one channel. */
struct conv_depthwise_info {
    uint64_t height, width, out_height, out_width; /* out_width is at least CONV_PATCH_WIDTH */
    uint64_t y_taps, x_taps;                       /* x_taps is 3, 5 or 7 */
    uint64_t y_stride, y_padding;
    uint64_t src_batch, src_channel, src_y, kernel_out, kernel_y;
    /* |patches| is how many patches a channel has, and |warps| how many warps make a channel */
    uint64_t channels, patches, warps;
    /* divisors: the number of patches beside each other in a channel, below each other, and
     * |warps| */
    struct divisor32 by_across, by_down, by_warps;
    struct divisor32 by_members; /* divisor: the number of output channels in a group */
};

/* ---- conv_channels_T, channels_last_T: on NVIDIA GPUs ---------------------------------------- */

enum {
    /* bytes of a chunk, which is neighbouring channels of one position (y, x) of an image */
    CHANNELS_CHUNK = 16,
    CHANNELS_LAST_THREADS = 256,
    CHANNELS_LAST_ACROSS = 8, /* the most chunks of one position that a block writes */
    CHANNELS_TILE_OUT = 64,   /* output channels that a block of conv_channels_T makes */
    CHANNELS_TILE_PIXELS = 128,
    CHANNELS_TILE_THREADS = 128,
    CHANNELS_STEP = 8, /* how many chunks a step along k has */
};

/* A tensor [batch, channels, y, x] that channels_last_T copies to [batch, y, x, channels]. If the
 * tensor is the kernel of the convolution, |batch| is the number of output channels. */
struct channels_last_operand {
    uint64_t of_batch, of_channel, of_y, of_x;
    uint32_t positions; /* batch * height * width */
    uint32_t channels, chunks, height, width;
    uint32_t step; /* how many positions a thread copies: as many as fit a word of 32 bits, or 1 */
    uint32_t blocks; /* how many thread blocks make the copy; if 0, the tensor is not copied */
};

struct channels_last_info {
    struct channels_last_operand src, kernel;
    /* how many counters, one for each tile, channels_last_T sets to 0; may be 0 */
    uint32_t counters;
};

/* |chunks| is the number of chunks of one tap, and |depth| the number of chunks of all taps. A step
 * has CHANNELS_STEP chunks. Steps take |neighbours| chunks of each tap in turn, and then the next
 * |neighbours| chunks of each tap. |splits| blocks of threads share a tile. Each of them adds up
 * |steps| steps, and the last one adds up the sums of all. */
struct conv_channels_info {
    uint32_t pixels, c_out, chunks, neighbours, depth;
    uint32_t height, width, y_taps, x_taps, y_out, x_out;
    uint32_t y_stride, x_stride, y_padding, x_padding, y_dilation, x_dilation;
    uint32_t splits, steps;
};

#endif
