// Convolutions in groups of few channels, where an output is a sum of few products, and
// neighbouring outputs read mostly the same elements.
//
// A block makes a *tile*: some lines, or parts of lines, of all channels of some groups of an
// image. LDS holds the elements of the input that these outputs meet, and their weights, both as
// f32. A thread makes *patches*: ACROSS neighbouring outputs of each of DOWN lines. It keeps the
// elements that these outputs meet in one line of the input in registers.
#pragma once

#include "../../contract/convolution.h"
#include "../../device/layout.cuh"
#include "../../device/pack.cuh"
#include "shape.cuh"
#include "vendor.cuh"

enum { DOWN = CONV_PATCH_HEIGHT, TAPS_AT_ONCE = 4 };

__device__ inline bool is_finite(f32 x)
{
    return fabsf(x) <= 0x1.fffffep127f;
}

// Returns the alignment, in bytes, of addresses that are any sum of steps away from |first|.
// |steps| is the bitwise or of all steps, in elements.
template <class T> __device__ inline u32 alignment_of(const T *first, u32 steps)
{
    const u32 all =
        static_cast<u32>(reinterpret_cast<usize>(first)) | steps * static_cast<u32>(sizeof(T));
    return all & (0 - all);
}

// A Pair is two outputs of a line that are PAIRS outputs apart, or the elements under one tap of
// two such outputs: some GPUs multiply two numbers by one instruction.
enum { PAIRS = ACROSS / 2 };

struct PatchSums {
    Pair of[DOWN][PAIRS];
};

// The elements of one line of the input that ACROSS neighbouring outputs need for the products with
// K columns of the kernel.
template <int K, int STEP> class InputWindow
{
  public:
    __device__ explicit InputWindow(const f32 *line)
    {
#pragma unroll
        for (int i = 0; i < count; ++i) {
            at_[i] = Pair{line[i], line[i + PAIRS * STEP]};
            keep_together(at_[i]);
        }
    }

    __device__ void add_to(Pair (&sums)[PAIRS], const f32 *weights) const
    {
#pragma unroll
        for (int k = 0; k < K; ++k) {
            const f32 weight = weights[k];
#pragma unroll
            for (int i = 0; i < PAIRS; ++i) {
                sums[i] += weight * at_[i * STEP + k];
            }
        }
    }

  private:
    static constexpr int count = (PAIRS - 1) * STEP + K;

    Pair at_[count];
};

template <class T> class PatchTile
{
  public:
    // |memory| has room for the weights, followed by the lines of the input.
    __device__ PatchTile(const conv_patches_info &patches, const Operands<T> &operands, f32 *memory,
                         u32 number)
        : patches_(patches), weights_(memory), lines_(memory + patches.first_line)
    {
        const u32 line = patches.by_parts.quotient(number), set = patches.by_bands.quotient(line),
                  image = patches.by_sets.quotient(set);
        out_x_ = patches.by_parts.rest(number, line) * patches.tile_width;
        out_y_ = patches.by_bands.rest(line, set) * patches.tile_height;
        x_ = out_x_ * patches.x_stride - patches.x_padding;
        y_ = out_y_ * patches.y_stride - patches.y_padding;
        top_ = static_cast<i32>(y_) < 0 ? 0 - y_ : 0;
        const usize group = patches.by_sets.rest(set, image) * patches.groups;
        src_ =
            operands.src + (image * patches.src_batch + group * patches.c_in * patches.src_channel);
        kernel_ = operands.kernel + group * patches.c_out * patches.weights;
        dst_ = operands.dst +
               static_cast<usize>(set * patches.groups * patches.c_out) * patches.out_plane;
    }

    // Loads weights. Returns whether this thread loaded a weight that is infinite or NaN.
    __device__ bool load_weights() const
    {
        const u32 all = patches_.groups * patches_.c_out * patches_.weights;
        bool are_finite = true;
#pragma unroll 1
        for (u32 i = blockDim.x - 1 - threadIdx.x; i < all; i += blockDim.x) {
            // The last threads load the first weights, because load_lines() gives them the fewest
            // lines.
            const u32 channel = patches_.by_weights.quotient(i);
            const f32 weight = widen(kernel_[i]);
            weights_of(channel)[patches_.by_weights.rest(i, channel)] = weight;
            are_finite = are_finite && is_finite(weight);
        }
        return !are_finite;
    }

    __device__ void clear_lines() const
    {
        const u32 words = patches_.groups * patches_.c_in * patches_.plane;
#pragma unroll 1
        for (u32 i = threadIdx.x * 4; i < words; i += blockDim.x * 4) {
            *reinterpret_cast<Pack<f32, 4> *>(lines_ + i) = {};
        }
    }

    // Copies the tile's part of the input to LDS. Elements beside the image stay 0. Lines above and
    // below the image are not copied, and add() does not read them.
    __device__ void load_lines() const
    {
        const u32 outside = static_cast<i32>(x_) < 0 ? 0 - x_ : 0,
                  before = outside < patches_.columns ? outside : patches_.columns;
        const u32 from = x_ + before, most = patches_.columns - before,
                  inside = from < patches_.width ? patches_.width - from : 0,
                  count = inside < most ? inside : most;
        const T *src = src_ + from;
        const u32 all = patches_.groups * patches_.c_in * patches_.lines << patches_.line_threads;
        if (count < ACROSS) {
            load_short_lines(src, all, before, count);
            return;
        }
        const u32 aligned = alignment_of(src, patches_.src_channel | patches_.src_y | count);
#pragma unroll 1
        for (u32 i = threadIdx.x; i < all; i += 2 * blockDim.x) {
            const Run runs[2] = {run_at(i, all, count), run_at(i + blockDim.x, all, count)};
            T elements[2][ACROSS];
#pragma unroll
            // the loop issues both loads before the code waits for the first of them
            for (int n = 0; n < 2; ++n) {
                if (runs[n].exists) {
                    load_pack(elements[n], src + runs[n].src, aligned);
                }
            }
#pragma unroll
            for (int n = 0; n < 2; ++n) {
                if (runs[n].exists) {
                    f32 *to = lines_ + before + runs[n].place;
#pragma unroll
                    for (int k = 0; k < ACROSS; ++k) {
                        to[k] = widen(elements[n][k]);
                    }
                }
            }
        }
    }

    // Makes the patches of the tile. Neighbouring threads take patches of neighbouring lines, then
    // channels, then columns, because LDS serves most of them at once in this order.
    __device__ void make(bool is_exact) const
    {
        const u32 below = patches_.out_height - out_y_, width = columns();
        const bool is_last = below < patches_.tile_height;
        const divisor32 by_down = is_last ? patches_.by_last_down : patches_.by_down;
        const u32 all = patches_.groups * patches_.c_out * patches_.across *
                        (is_last ? patches_.last_down : patches_.down);
#pragma unroll 1
        for (u32 i = threadIdx.x; i < all; i += blockDim.x) {
            const u32 rest = by_down.quotient(i), column = patches_.by_outputs.quotient(rest);
            const u32 channel = patches_.by_outputs.rest(rest, column), next = column * ACROSS,
                      y = by_down.rest(i, rest) * DOWN;
            if (next < width) {
                // The last patch of a line begins earlier if too few outputs are left, and makes
                // some outputs of the patch before it once more.
                const u32 x = next + ACROSS <= width ? next : width < ACROSS ? 0 : width - ACROSS;
                is_exact ? make_exactly(channel, y, x) : make_patch(channel, y, x);
            }
        }
    }

  private:
    // Up to ACROSS neighbouring elements of a line of the input. |src| is the offset of the first
    // of them in memory, and |place| its offset in LDS.
    struct Run {
        bool exists;
        u32 src, place;
    };

    // Returns run number |number| of |all|. Lines have |count| elements. The last run of a line
    // begins earlier if too few elements are left.
    __device__ Run run_at(u32 number, u32 all, u32 count) const
    {
        const u32 threads = patches_.line_threads, line = number >> threads,
                  next = (number & ((1u << threads) - 1)) * ACROSS,
                  last = count < ACROSS ? 0 : count - ACROSS, right = next < last ? next : last;
        const u32 plane = patches_.by_lines.quotient(line),
                  down = top_ + line - __umul24(plane, patches_.lines), y = y_ + down;
        return {number < all && next < count && y < patches_.height,
                __umul24(plane, patches_.src_channel) + __umul24(y, patches_.src_y) + right,
                __umul24(plane, patches_.plane) + place_of(down) + right};
    }

    // Copies lines of |count| elements to LDS, where |count| is less than ACROSS.
    __device__ __forceinline__ void load_short_lines(const T *src, u32 all, u32 before,
                                                     u32 count) const
    {
#pragma unroll 1
        for (u32 i = threadIdx.x; i < all; i += blockDim.x) {
            const Run run = run_at(i, all, count);
            f32 *to = lines_ + before + run.place;
#pragma unroll
            for (int k = 0; k < ACROSS - 1; ++k) {
                if (run.exists && k < count) {
                    to[k] = widen(src[run.src + k]);
                }
            }
        }
    }

    // Returns how many outputs of a line the tile has.
    __device__ u32 columns() const
    {
        const u32 left = patches_.out_width - out_x_, most = patches_.tile_width;
        return left < most ? left : most;
    }
    // Returns the weights of a channel of the output, beginning with its first input channel.
    __device__ f32 *weights_of(u32 channel) const
    {
        return weights_ + channel * (patches_.weights | 1);
    }
    // Returns the lines of a channel of the input.
    __device__ f32 *lines_of(u32 channel) const
    {
        return lines_ + __umul24(channel, patches_.plane);
    }
    // Returns the offset in LDS of a line from the first line that taps of the tile may meet. An
    // element stays free after each DOWN lines. This makes the distance of two patches odd if the
    // stride is odd, so that the lanes that load them use different banks.
    __device__ i32 place_of(u32 line) const
    {
        return __mul24(static_cast<i32>(line - top_), static_cast<i32>(patches_.columns)) +
               static_cast<i32>(line / DOWN - top_ / DOWN);
    }
    __device__ T *dst_of(u32 channel, u32 y, u32 x) const
    {
        return dst_ + (static_cast<usize>(channel) * patches_.out_plane +
                       ((out_y_ + y) * patches_.out_width + (out_x_ + x)));
    }

    __device__ void make_patch(u32 channel, u32 out_y, u32 out_x) const
    {
        const u32 y_step = patches_.y_stride, x_step = patches_.x_stride, columns = patches_.x_taps;
        const f32 *weights = weights_of(channel);
        const f32 *lines = lines_of(patches_.by_c_out.quotient(channel) * patches_.c_in) +
                           place_of(out_y * y_step) + out_x * x_step;
        const u32 y = y_ + out_y * y_step;
        PatchSums sums = {};
        u32 first = 0;
#pragma unroll 1
        do { // each round of the loop multiplies by TAPS_AT_ONCE columns of the kernel
            x_step == 1 ? add<1>(sums, weights + first, lines + first, y, columns - first)
                        : add<2>(sums, weights + first, lines + first, y, columns - first);
            first += TAPS_AT_ONCE;
        } while (first < columns);
        store(sums, channel, out_y, out_x);
    }

    template <int STEP>
    __device__ void add(PatchSums &sums, const f32 *weights, const f32 *lines, u32 y,
                        u32 columns) const
    {
        switch (columns) {
        case 1: add_columns<1, STEP>(sums, weights, lines, y); break;
        case 2: add_columns<2, STEP>(sums, weights, lines, y); break;
        case 3: add_columns<3, STEP>(sums, weights, lines, y); break;
        default: add_columns<4, STEP>(sums, weights, lines, y);
        }
    }

    // Adds the products of one line of the input after another, to the sums of all outputs that
    // meet this line. K columns of the kernel take part.
    template <int K, int STEP>
    __device__ void add_columns(PatchSums &sums, const f32 *weights, const f32 *lines, u32 y) const
    {
        const u32 height = patches_.height, taps = patches_.y_taps, step = patches_.y_stride,
                  columns = patches_.x_taps, pitch = patches_.columns;
        const u32 outs = patches_.out_height < DOWN ? patches_.out_height : DOWN,
                  count = taps + (outs - 1) * step, all = count * pitch + count / DOWN;
        u32 left = patches_.c_in;
#pragma unroll 1
        do {
            u32 line = 0;
#pragma unroll 1
            do {
                if (y + line < height) {
                    const InputWindow<K, STEP> window(lines);
#pragma unroll
                    for (int i = 0; i < DOWN; ++i) {
                        if (line - i * step < taps) {
                            window.add_to(sums.of[i], weights + (line - i * step) * columns);
                        }
                    }
                }
                lines += pitch + (line % DOWN == DOWN - 1);
            } while (++line < count);
            weights += patches_.taps;
            lines += static_cast<i32>(patches_.plane - all);
        } while (--left > 0);
    }

    __device__ void store(const PatchSums &sums, u32 channel, u32 y, u32 x) const
    {
        const u32 lines = patches_.out_height - out_y_ - y,
                  aligned = alignment_of(dst_, patches_.out_width);
        T *dst = dst_of(channel, y, x);
#pragma unroll
        for (int line = 0; line < DOWN; ++line) {
            T elements[ACROSS];
#pragma unroll
            for (int i = 0; i < ACROSS; ++i) {
                elements[i] = narrow<T>(sums.of[line][i % PAIRS][i / PAIRS]);
            }
            if (line < lines) {
                store_line(dst, elements, columns(), aligned);
            }
            dst += patches_.out_width;
        }
    }

    __device__ static void store_line(T *dst, const T (&elements)[ACROSS], u32 count, u32 aligned)
    {
        constexpr int half = ACROSS / 2;
        if (count >= ACROSS) {
            store_pack(dst, elements, aligned);
            return;
        }
        const T low[half] = {elements[0], elements[1], elements[2], elements[3]};
        if (count >= half) {
            store_pack(dst, low, aligned);
        }
#pragma unroll
        for (int i = 0; i < ACROSS - 1; ++i) {
            if (i < count && (i >= half || count < half)) {
                dst[i] = elements[i];
            }
        }
    }

    // Makes one output at a time, and leaves out the taps that are outside of the input. A patch
    // multiplies these taps by zeros, which gives NaN if a weight is infinite.
    __device__ void make_exactly(u32 channel, u32 out_y, u32 out_x) const
    {
        const u32 below = patches_.out_height - out_y_ - out_y;
#pragma unroll 1
        for (u32 i = 0; i < DOWN * ACROSS; ++i) {
            const u32 line = i / ACROSS, column = i % ACROSS;
            if (line < below && column < columns()) {
                *dst_of(channel, out_y + line, out_x + column) =
                    narrow<T>(sum_of(channel, (out_y + line) * patches_.y_stride,
                                     (out_x + column) * patches_.x_stride));
            }
        }
    }

    // Returns the sum of one output: the output whose first tap is |down| lines below, and |right|
    // columns to the right of, the first tap of the tile's first output.
    __device__ f32 sum_of(u32 channel, u32 down, u32 right) const
    {
        const u32 c_in = patches_.c_in, first = patches_.by_c_out.quotient(channel) * c_in;
        const f32 *weights = weights_of(channel);
        f32 sum = 0;
#pragma unroll 1
        for (u32 c = 0; c < c_in; ++c) {
#pragma unroll 1
            for (u32 y = down; y < down + patches_.y_taps; ++y) {
#pragma unroll 1
                for (u32 x = right; x < right + patches_.x_taps; ++x) {
                    if (y_ + y < patches_.height && x_ + x < patches_.width) {
                        sum += *weights * (lines_of(first + c) + place_of(y))[x];
                    }
                    ++weights;
                }
            }
        }
        return sum;
    }

    const conv_patches_info &patches_;
    const T *src_, *kernel_; // the input and the weights of the tile's first channel
    T *dst_;
    f32 *weights_, *lines_;
    u32 out_x_, out_y_; // the tile's first output
    // the coordinates of the input element that the first tap of the tile's first output meets; a
    // negative coordinate, as u32, is larger than any size
    u32 x_, y_;
    u32 top_; // how many lines above the image the tile's first taps meet; LDS does not hold them
};

template <class T>
__device__ inline void convolve_patches(const conv_patches_info &info, const Operands<T> &operands)
{
    extern __shared__ __align__(16) f32 memory[];
    __shared__ u32 is_exact;
    const PatchTile<T> tile(info, operands, memory, blockIdx.x);
    if (threadIdx.x == 0) {
        is_exact = 0;
    }
    tile.clear_lines();
    __syncthreads();
    if (tile.load_weights()) {
        is_exact = 1;
    }
    tile.load_lines();
    __syncthreads();
    tile.make(same_in_wave(is_exact) != 0);
}
