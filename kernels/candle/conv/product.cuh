// Convolutions as products of matrices that are never in memory as a whole: weights, [c_out, k],
// times patches, [k, pixel]. k runs over input channels and taps, and pixels are the outputs of one
// phase, of all images. sums.cuh says how threads share a tile of outputs, and mma.cuh how tensor
// cores do.
//
// Threads form groups, and each group takes its own k of every step. At the end of a tile, the sums
// of the groups are added up in LDS. LDS has room for the strips of two steps: while the block
// computes with one, it loads the next into the other. A group waits only for its own threads.
// Groups are therefore at different points of a step, so that one computes while another waits for
// memory.
#pragma once

#include "cores.cuh"
#include "mma.cuh"
#include "vendor.cuh"

// One output of the tile. |src| is the offset, in bytes, of the input's element at the output's
// first tap, and |y| and |x| are the coordinates of that element. |dst| is the output's offset
// without that of the channel.
struct Pixel {
    usize src, dst;
    i32 y, x;
};

// One k, which is a tap of an input channel: the distance from the element at the first tap of the
// first channel to the element at this tap, in bytes and along each axis. A Tap is two words, which
// one vector load reads.
struct alignas(16) Tap {
    usize src;
    u64 place;

    __device__ static Tap of(usize src, i32 down, i32 right)
    {
        return {src, static_cast<u64>(right) << 32 | static_cast<u32>(down)};
    }
    __device__ i32 down() const
    {
        return static_cast<i32>(place);
    }
    __device__ i32 right() const
    {
        return static_cast<i32>(place >> 32);
    }
};

template <class T, int ROWS> struct ProductMemory : TileMemory {
    using S = Sums<T, ROWS>;
    using A = Compute<T>;
    enum { GROUPS = TILE_THREADS / S::MEMBERS };
    enum { TAPS = sizeof(A) == 8 ? 128 : 256 };
    // The strips of both operands for one step along k.
    struct Strips {
        typename S::Weights weights;
        typename S::Patches patches;
    };
    union {
        alignas(16) Strips strips[2];
        A sums[GROUPS / 2][ROWS][TILE_COLUMNS + 8];
    };
    // a Tap for each of TAPS neighbouring k; prepare_taps() replaces them every TAPS / STEP steps
    Tap taps[TAPS];
    usize kernels[TAPS]; // the offsets, in bytes, of the weights at these taps
    Pixel pixels[TILE_COLUMNS];
    int has_infinite; // 1 once the block has met a weight that is infinite or NaN
};

// The mark of padding. An element outside of the input is this mark instead of a zero where a zero
// would be wrong: zero times an infinite weight is NaN. The mark is a NaN with bits that no loaded
// element has. Integers do not need a mark.
template <class A> struct PaddingMark {
    __device__ static A mark()
    {
        return 0;
    }
    __device__ static bool matches(A)
    {
        return false;
    }
};
template <> struct PaddingMark<f32> {
    __device__ static f32 mark()
    {
        return __uint_as_float(0x7fc0ab5eu);
    }
    __device__ static bool matches(f32 x)
    {
        return __float_as_uint(x) == 0x7fc0ab5eu;
    }
};
template <> struct PaddingMark<f64> {
    __device__ static f64 mark()
    {
        return __longlong_as_double(0x7ff80000ab5e0000);
    }
    __device__ static bool matches(f64 x)
    {
        return __double_as_longlong(x) == 0x7ff80000ab5e0000;
    }
};
template <> struct PaddingMark<f16> {
    __device__ static f16 mark()
    {
        return __ushort_as_half(0x7fab);
    }
    __device__ static bool matches(f16 x)
    {
        return __half_as_ushort(x) == 0x7fab;
    }
};
template <> struct PaddingMark<bf16> {
    __device__ static bf16 mark()
    {
        return __ushort_as_bfloat16(0x7fab);
    }
    __device__ static bool matches(bf16 x)
    {
        return __bfloat16_as_ushort(x) == 0x7fab;
    }
};

// Makes the outputs of one phase. Coordinates fit into 30 bits, and k into 31.
template <class T, int rows> class Product
{
    using S = Sums<T, rows>;
    using A = Compute<T>;
    using Element = typename S::Element;
    enum { DEPTH = S::DEPTH, STEP = S::STEP, MEMBERS = S::MEMBERS };
    enum { GROUPS = ProductMemory<T, rows>::GROUPS, TAPS = ProductMemory<T, rows>::TAPS };
    static_assert(TAPS % STEP == 0 && TILE_COLUMNS + TAPS <= TILE_THREADS,
                  "whole steps, a thread for each");

  public:
    enum { ROWS = rows };
    using Memory = ProductMemory<T, rows>;

    __device__ Product(const Convolution &conv, SharedOperands<T> operands, Memory &memory)
        : conv_(conv), operands_(operands), memory_(memory)
    {
    }

    // Makes the tile. Padding must not add to a sum, but zeros for padding do if a weight is
    // infinite. The tile is then made again with marks for padding, and so are all later tiles of
    // the block.
    __device__ void make()
    {
        S sums;
        bool is_exact;
        do {
            is_exact = has_infinite();
            prepare();
            __syncthreads();
            multiply(is_exact, sums);
            __syncthreads();
        } while (!is_exact && has_infinite());
        add_groups(sums);
        store();
        __syncthreads(); // waits until all threads have read memory_
    }

  private:
    __device__ static u32 group()
    {
        return threadIdx.x / MEMBERS;
    }
    __device__ static u32 member()
    {
        return threadIdx.x % MEMBERS;
    }

    __device__ bool has_infinite() const
    {
        return !std::is_integral<A>::value && memory_.has_infinite != 0;
    }

    __device__ void prepare()
    {
        const Tile &tile = memory_.tile;
        const u32 thread = threadIdx.x;
        if (thread < TILE_COLUMNS) {
            // A pixel beyond the last one is outside of the input.
            memory_.pixels[thread] = thread < tile.columns ? pixel_at(tile.first_column + thread)
                                                           : Pixel{0, 0, INT32_MIN / 2, 0};
        }
        prepare_taps(0);
    }

    __device__ Pixel pixel_at(usize index) const
    {
        const Quotient column(index, memory_.x.outs), row(column.whole, memory_.y.outs);
        const usize image = row.whole;
        const i64 y = memory_.y.reach.in + row.rest * memory_.y.in_step,
                  x = memory_.x.reach.in + column.rest * memory_.x.in_step;
        const usize out_y = memory_.y.out + row.rest * memory_.y.out_step,
                    out_x = memory_.x.out + column.rest * memory_.x.out_step;
        return {(memory_.tile.src + image * conv_.src_batch + y * conv_.src_y + x * conv_.src_x) *
                    sizeof(T),
                (image * conv_.c_out * conv_.y.out + out_y) * conv_.x.out + out_x,
                static_cast<i32>(y), static_cast<i32>(x)};
    }

    // Writes the taps of the TAPS k from |first| on to memory_. This is the work of the threads
    // behind those that prepare pixels: each of them writes the tap of one k.
    __device__ void prepare_taps(u32 first)
    {
        const u32 i = threadIdx.x - TILE_COLUMNS, k = first + i;
        if (i >= TAPS) {
            return;
        }
        // a tap that is outside of the input for every pixel
        Tap tap = Tap::of(0, INT32_MIN / 2, 0);
        usize kernel = 0;
        if (k < memory_.depth) {
            const u32 width = static_cast<u32>(memory_.x.reach.count),
                      height = static_cast<u32>(memory_.y.reach.count);
            const u32 line = k / width, channel = line / height;
            const u32 y = line - channel * height, x = k - line * width;
            tap = Tap::of(channel * memory_.channel.src + y * memory_.down.src +
                              x * memory_.right.src,
                          static_cast<i32>(y) * static_cast<i32>(conv_.y.hop),
                          static_cast<i32>(x) * static_cast<i32>(conv_.x.hop));
            kernel = channel * memory_.channel.kernel + y * memory_.down.kernel +
                     x * memory_.right.kernel;
        }
        memory_.taps[i] = tap;
        memory_.kernels[i] = kernel;
    }

    // Moves a thread's share of each step: weights of one k, and several k of one pixel's patch.
    // Neighbouring threads load neighbouring k of the weights, but neighbouring pixels of the
    // patches.
    class Mover
    {
      public:
        __device__ Mover(const Product &product)
            : weight_(reinterpret_cast<const char *>(
                  global_in_wave(product.operands_.kernel) +
                  (product.memory_.tile.kernel +
                   product.memory_.y.reach.first * product.conv_.kernel_y +
                   product.memory_.x.reach.first * product.conv_.kernel_x +
                   (product.memory_.tile.first_row + weight_row()) * product.conv_.kernel_out))),
              rows_(product.memory_.tile.rows),
              pixel_(reinterpret_cast<const char *>(global_in_wave(product.operands_.src)) +
                     product.memory_.pixels[patch_column()].src),
              y_(product.memory_.pixels[patch_column()].y),
              x_(product.memory_.pixels[patch_column()].x)
        {
        }

        __device__ void load(const Product &product, u32 step, bool is_exact)
        {
            const Convolution &conv = product.conv_;
            const u32 first = step * STEP % TAPS + group() * DEPTH;
            const Tap *taps = product.memory_.taps + first;
            const char *weight = weight_ + product.memory_.kernels[first + weight_k()];
            const usize weight_step = WEIGHT_ROWS * sizeof(T) * conv.kernel_out;
#pragma unroll
            for (int i = 0; i < WEIGHTS; ++i) {
                weights_[i] = Element(0);
                if (weight_row() + i * WEIGHT_ROWS < rows_) {
                    weights_[i] = static_cast<Element>(*reinterpret_cast<const T *>(weight));
                }
                weight += weight_step;
            }
#pragma unroll
            for (int i = 0; i < PATCHES; ++i) {
                const Tap tap = taps[patch_k() + i];
                const char *src = pixel_ + tap.src;
                const bool is_inside =
                    (static_cast<u32>(y_ + tap.down()) < static_cast<u32>(conv.y.in)) &
                    (static_cast<u32>(x_ + tap.right()) < static_cast<u32>(conv.x.in));
                patches_[i] = is_exact ? PaddingMark<Element>::mark() : Element(0);
                if (is_inside) {
                    patches_[i] = static_cast<Element>(*reinterpret_cast<const T *>(src));
                    if (is_exact && PaddingMark<Element>::matches(patches_[i])) {
                        // the negation of a NaN is a NaN whose bits are not those of the mark of
                        // padding
                        patches_[i] = -patches_[i];
                    }
                }
            }
        }

        __device__ void store(typename Memory::Strips &strips, bool is_exact)
        {
#pragma unroll
            for (int i = 0; i < WEIGHTS; ++i) {
                check_ += zero_if_finite(weights_[i]);
                if (WEIGHT_ROWS <= ROWS || weight_row() < ROWS) {
                    strips.weights.at(weight_row() + i * WEIGHT_ROWS,
                                      group() * DEPTH + weight_k()) = weights_[i];
                }
            }
#pragma unroll
            for (int i = 0; i < PATCHES; ++i) {
                if (S::needs_finite && !is_exact) {
                    check_ += zero_if_finite(patches_[i]);
                }
                strips.patches.at(patch_column(), group() * DEPTH + patch_k() + i) = patches_[i];
            }
        }

        // Whether the thread has loaded an infinite weight or a NaN. If S::needs_finite, inputs
        // count too.
        __device__ bool has_met_infinite() const
        {
            return check_ != 0;
        }

      private:
        // Returns 0, or NaN if x is infinite or NaN. If S::needs_finite, it also returns NaN for
        // numbers that tensor cores would round to infinity.
        __device__ static A zero_if_finite(Element x)
        {
            const A wide = widen(x);
            return (S::needs_finite ? wide * A(1.001) : wide) * 0;
        }

        enum { WEIGHT_ROWS = MEMBERS / DEPTH }; // rows that a group's threads load at once
        enum { WEIGHTS = WEIGHT_ROWS < ROWS ? ROWS / WEIGHT_ROWS : 1 };
        enum { PATCHES = TILE_COLUMNS * DEPTH / MEMBERS };

        __device__ static u32 weight_k()
        {
            return member() % DEPTH;
        }
        __device__ static u32 weight_row()
        {
            return member() / DEPTH;
        }
        __device__ static u32 patch_k()
        {
            return member() / TILE_COLUMNS * PATCHES;
        }
        __device__ static u32 patch_column()
        {
            return member() % TILE_COLUMNS;
        }

        const char *weight_; // the weight of the thread's first row and first tap
        u32 rows_;
        const char *pixel_; // the input's element at the pixel's first tap
        i32 y_, x_;
        Element weights_[WEIGHTS], patches_[PATCHES];
        A check_ = 0;
    };

    __device__ void multiply(bool is_exact, S &sums)
    {
        const u32 steps = (memory_.depth + STEP - 1) / STEP;
        sums.clear();
        if (steps == 0) {
            return;
        }
        Mover mover(*this);
        mover.load(*this, 0, is_exact);
        mover.store(memory_.strips[0], is_exact);
        wait_for_group<MEMBERS>(group());
#pragma unroll 1
        for (u32 step = 0; step < steps; ++step) {
            const u32 next = step + 1;
            if (next < steps) {
                if (next % (TAPS / STEP) == 0) {
                    __syncthreads(); // waits until all threads have read the taps
                    prepare_taps(next * STEP);
                    __syncthreads();
                }
                mover.load(*this, next, is_exact);
            }
            const typename Memory::Strips &strips = memory_.strips[step % 2];
            if (is_exact) {
                add_exactly(strips, sums);
            } else {
                sums.add(strips.weights, strips.patches, member(), group() * DEPTH);
            }
            if (next < steps) {
                mover.store(memory_.strips[next % 2], is_exact);
                wait_for_group<MEMBERS>(group());
            }
        }
        if (mover.has_met_infinite()) {
            memory_.has_infinite = 1;
        }
    }

    __device__ static void add_exactly(const typename Memory::Strips &strips, S &sums)
    {
#pragma unroll 1
        for (u32 k = group() * DEPTH; k < (group() + 1) * DEPTH; ++k) {
            sums.each(member(), [&](u32 row, u32 column, A &sum) {
                const Element patch = strips.patches.at(column, k);
                if (!PaddingMark<Element>::matches(patch)) {
                    sum += widen(strips.weights.at(row, k)) * widen(patch);
                }
            });
        }
    }

    // Adds the sums of all groups to those of the first, and stores them in memory_.sums[0].
    __device__ void add_groups(S &sums)
    {
#pragma unroll 1
        for (u32 half = GROUPS / 2; half > 0; half /= 2) {
            if (group() >= half && group() < 2 * half) {
                exchange(
                    group() - half, [](A &there, A here) { there = here; }, sums);
            }
            __syncthreads();
            if (group() < half) {
                exchange(
                    group(), [](A there, A &here) { here += there; }, sums);
            }
            __syncthreads();
        }
        if (group() == 0) {
            exchange(
                0, [](A &there, A here) { there = here; }, sums);
        }
        __syncthreads();
    }
    template <class Exchange> __device__ void exchange(u32 slot, const Exchange &exchange, S &sums)
    {
        sums.each(member(), [&](u32 row, u32 column, A &sum) {
            exchange(memory_.sums[slot][row][column], sum);
        });
    }

    __device__ void store() const
    {
        const Tile &tile = memory_.tile;
        const u32 column = threadIdx.x % TILE_COLUMNS;
        const usize plane = conv_.y.out * conv_.x.out;
        if (column >= tile.columns) {
            return;
        }
        T *to = global_in_wave(operands_.dst) + memory_.pixels[column].dst + tile.first_row * plane;
#pragma unroll 1
        for (u32 row = threadIdx.x / TILE_COLUMNS; row < tile.rows;
             row += TILE_THREADS / TILE_COLUMNS) {
            to[row * plane] = narrow<T>(memory_.sums[0][row][column]);
        }
    }

    const Convolution &conv_; // the convolution; the object is in LDS
    SharedOperands<T> operands_;
    Memory &memory_;
};
