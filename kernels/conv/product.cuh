// Convolutions as products of matrices that never exist in memory: the weights, [c_out, k], by the
// patches, [k, pixel], where k runs over input channels and taps, and the pixels are the outputs of
// one phase, of all images.
//
// A block makes tiles of SIDE x SIDE. Its threads form groups, each of which makes the whole tile
// from every so many k: so few outputs keep all 1024 threads busy, each with 4 x 4 of them (4 x
// 2 where they are not f32) in registers. At the end the groups' sums are added up in LDS. Of the
// strips of both matrices that a step needs LDS has two copies: while one is computed with, the
// elements of the next step are on their way to the other.
#pragma once

#include "direct.cuh"

template <class T> struct Tiling {
    enum { THREADS = 1024, SIDE = 64, DEPTH = 8 };
    // A thread's; compilers keep sums of integers in two registers each, as those of f64 are.
    enum { ROWS = 4, COLUMNS = std::is_same<Compute<T>, f32>::value ? 4 : 2 };
    enum { MEMBERS = SIDE * SIDE / (ROWS * COLUMNS), GROUPS = THREADS / MEMBERS };
    enum { BESIDE = SIDE / (8 * COLUMNS) };
    enum { STEP = GROUPS * DEPTH };                        // k of a step
    enum { REACH = MEMBERS / DEPTH, HELD = SIDE / REACH }; // a group's lines at once, and turns
    enum { PITCH = SIDE + 4 }; // spreads neighbouring k over LDS's banks
};

// One output of the tile: where its first tap meets the input, and where it is without its channel.
struct Pixel {
    usize src, dst;
    i32 y, x;
};

// One k: an input channel's tap, from the first tap of the first channel.
struct Tap {
    usize src, kernel;
    i32 y, x;

    __device__ void operator+=(const Tap &other)
    {
        src += other.src;
        kernel += other.kernel;
        y += other.y;
        x += other.x;
    }
};

// Channels and pixels, the latter of one phase.
struct Tile {
    usize first_row, first_column;
    u32 rows, columns;
};

template <class T> struct ProductMemory {
    using S = Tiling<T>;
    using A = Compute<T>;
    // Of one step, by group and k.
    struct Strips {
        A weights[S::GROUPS][S::DEPTH][S::PITCH];
        A patches[S::GROUPS][S::DEPTH][S::PITCH];
    };
    union {
        alignas(16) Strips strips[2];
        A sums[S::GROUPS / 2][S::SIDE][S::SIDE];
    };
    Tap taps[2][S::STEP];
    Tap step, line, channel; // lead one step on, and from the end of a line or a channel
    Pixel pixels[S::SIDE];
    Phase y, x;
    u32 depth; // k in all
    Tile tile;
    int has_infinite; // a weight that the block has met: infinite, or not a number
};

// What stands for padding where a zero will not do: a NaN that inputs are kept from being. Integers
// need none.
template <class A> struct Absent {
    __device__ static A mark()
    {
        return 0;
    }
    __device__ static bool is(A)
    {
        return false;
    }
};
template <> struct Absent<f32> {
    __device__ static f32 mark()
    {
        return __uint_as_float(0x7fc0ab5eu);
    }
    __device__ static bool is(f32 x)
    {
        return __float_as_uint(x) == 0x7fc0ab5eu;
    }
};
template <> struct Absent<f64> {
    __device__ static f64 mark()
    {
        return __longlong_as_double(0x7ff80000ab5e0000);
    }
    __device__ static bool is(f64 x)
    {
        return __double_as_longlong(x) == 0x7ff80000ab5e0000;
    }
};

// Where neighbours in memory stay neighbours: vectors of LDS.
template <int count, class A> __device__ inline void load_neighbours(const A *from, A (&to)[count])
{
    struct alignas(count * sizeof(A) < 16 ? count * sizeof(A) : 16) Neighbours {
        A at[count];
    };
    const Neighbours all = *reinterpret_cast<const Neighbours *>(from);
#pragma unroll
    for (int i = 0; i < count; ++i) {
        to[i] = all.at[i];
    }
}

// The outputs of one phase. Coordinates fit 30 bits, k fits 31.
template <class T> class Product
{
    using S = Tiling<T>;
    using A = Compute<T>;
    using Memory = ProductMemory<T>;

  public:
    __device__ Product(const Convolution &conv, const Operands<T> &operands, T *dst, Memory &memory)
        : conv_(conv), operands_(operands), dst_(dst), memory_(memory)
    {
    }

    // Padding adds nothing, but the zeros in its place do where a weight is infinite: the tile is
    // then made again, exactly, as are the block's next ones.
    __device__ void make()
    {
        A sums[S::ROWS][S::COLUMNS];
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
        __syncthreads(); // nobody reads LDS
    }

  private:
    __device__ static u32 group()
    {
        return threadIdx.x / S::MEMBERS;
    }
    __device__ static u32 member()
    {
        return threadIdx.x % S::MEMBERS;
    }
    // 32 threads make 4 x 8 neighbours, BESIDE such next to each other.
    __device__ static u32 first_own_row()
    {
        return (member() / (32 * S::BESIDE) * 4 + member() % 32 / 8) * S::ROWS;
    }
    __device__ static u32 first_own_column()
    {
        return (member() / 32 % S::BESIDE * 8 + member() % 8) * S::COLUMNS;
    }

    __device__ bool has_infinite() const
    {
        return !std::is_integral<A>::value && memory_.has_infinite != 0;
    }

    __device__ void prepare()
    {
        const Tile &tile = memory_.tile;
        const u32 thread = threadIdx.x;
        if (thread < S::SIDE) {
            // One beyond the last meets nothing of the input.
            memory_.pixels[thread] = thread < tile.columns ? pixel_at(tile.first_column + thread)
                                                           : Pixel{0, 0, INT32_MIN / 2, 0};
        } else if (thread < S::SIDE + 2 * S::STEP) {
            const u32 k = thread - S::SIDE;
            memory_.taps[k / S::STEP][k % S::STEP] = tap_at(k);
        } else if (thread == S::THREADS - 1) {
            memory_.step = tap_at(S::STEP);
            memory_.line = tap_of(0, 1, -memory_.x.reach.count);
            memory_.channel = tap_of(1, -memory_.y.reach.count, 0);
        }
    }

    __device__ Pixel pixel_at(usize index) const
    {
        const usize line = index / memory_.x.outs, image = line / memory_.y.outs;
        const i64 row = line - image * memory_.y.outs, column = index - line * memory_.x.outs;
        const i64 y = memory_.y.reach.in + row * memory_.y.in_step,
                  x = memory_.x.reach.in + column * memory_.x.in_step;
        const usize out_y = memory_.y.out + row * memory_.y.out_step,
                    out_x = memory_.x.out + column * memory_.x.out_step;
        return {image * conv_.src_batch + y * conv_.src_y + x * conv_.src_x,
                (image * conv_.c_out * conv_.y.out + out_y) * conv_.x.out + out_x,
                static_cast<i32>(y), static_cast<i32>(x)};
    }

    __device__ Tap tap_at(u32 k) const
    {
        if (memory_.depth == 0) {
            return {};
        }
        const u32 width = static_cast<u32>(memory_.x.reach.count),
                  height = static_cast<u32>(memory_.y.reach.count);
        const u32 line = k / width, channel = line / height;
        return tap_of(channel, line - channel * height, k - line * width);
    }
    __device__ Tap tap_of(i64 channel, i64 y, i64 x) const
    {
        return {channel * conv_.src_channel + y * conv_.y.hop * conv_.src_y +
                    x * conv_.x.hop * conv_.src_x,
                channel * conv_.kernel_in + y * conv_.y.step * conv_.kernel_y +
                    x * conv_.x.step * conv_.kernel_x,
                static_cast<i32>(y), static_cast<i32>(x)};
    }
    // The tap of the same place one step on.
    __device__ Tap following(Tap tap) const
    {
        tap += memory_.step;
        if (tap.x >= memory_.x.reach.count) {
            tap += memory_.line;
        }
        if (tap.y >= memory_.y.reach.count) {
            tap += memory_.channel;
        }
        return tap;
    }

    // What a thread moves of each step: weights of one k, and elements of one k's patches.
    // Neighbours take neighbouring k of the weights, but neighbouring pixels.
    class Mover
    {
      public:
        __device__ Mover(const Product &product)
            : weight_(product.memory_.y.reach.first * product.conv_.kernel_y +
                      product.memory_.x.reach.first * product.conv_.kernel_x +
                      (product.memory_.tile.first_row + weight_row()) * product.conv_.kernel_out),
              rows_(product.memory_.tile.rows)
        {
#pragma unroll
            for (int i = 0; i < S::HELD; ++i) {
                const Pixel &pixel = product.memory_.pixels[patch_column() + i * S::REACH];
                src_[i] = pixel.src;
                y_[i] = pixel.y;
                x_[i] = pixel.x;
            }
        }

        __device__ void load(const Product &product, u32 step, bool is_exact)
        {
            const Convolution &conv = product.conv_;
            const u32 own_weight = group() * S::DEPTH + weight_k();
            const u32 own_patch = group() * S::DEPTH + patch_k();
            const Tap *taps = product.memory_.taps[step % 2];
            const u32 left =
                step * S::STEP < product.memory_.depth ? product.memory_.depth - step * S::STEP : 0;
            usize weight = weight_ + taps[own_weight].kernel;
#pragma unroll
            for (int i = 0; i < S::HELD; ++i) {
                check_ += weights_[i] * 0; // here, since it need not wait for them
                weights_[i] = 0;
                if (own_weight < left && weight_row() + i * S::REACH < rows_) {
                    weights_[i] = widen(product.operands_.kernel[weight]);
                }
                weight += S::REACH * conv.kernel_out;
            }
            const Tap tap = taps[own_patch];
            const i32 down = tap.y * static_cast<i32>(conv.y.hop);
            const i32 right = tap.x * static_cast<i32>(conv.x.hop);
#pragma unroll
            for (int i = 0; i < S::HELD; ++i) {
                patches_[i] = is_exact ? Absent<A>::mark() : A(0);
                if (own_patch < left &&
                    static_cast<u32>(y_[i] + down) < static_cast<u32>(conv.y.in) &&
                    static_cast<u32>(x_[i] + right) < static_cast<u32>(conv.x.in)) {
                    patches_[i] = widen(product.operands_.src[src_[i] + tap.src]);
                    if (is_exact && Absent<A>::is(patches_[i])) {
                        patches_[i] = -patches_[i]; // another NaN
                    }
                }
            }
        }

        __device__ void store(typename Memory::Strips &strips)
        {
#pragma unroll
            for (int i = 0; i < S::HELD; ++i) {
                strips.weights[group()][weight_k()][weight_row() + i * S::REACH] = weights_[i];
                strips.patches[group()][patch_k()][patch_column() + i * S::REACH] = patches_[i];
            }
        }

        // One of the weights loaded before the last ones was infinite, or not a number.
        __device__ bool has_met_infinite() const
        {
            return check_ != 0;
        }

      private:
        __device__ static u32 weight_k()
        {
            return member() % S::DEPTH;
        }
        __device__ static u32 weight_row()
        {
            return member() / S::DEPTH;
        }
        __device__ static u32 patch_k()
        {
            return member() / S::REACH;
        }
        __device__ static u32 patch_column()
        {
            return member() % S::REACH;
        }

        usize weight_; // offset of the first row's first tap
        u32 rows_;
        usize src_[S::HELD];
        i32 y_[S::HELD], x_[S::HELD];
        A weights_[S::HELD] = {}, patches_[S::HELD];
        A check_ = 0;
    };

    __device__ void multiply(bool is_exact, A (&sums)[S::ROWS][S::COLUMNS])
    {
        Mover mover(*this);
        mover.load(*this, 0, is_exact);
        mover.store(memory_.strips[0]);
        for (auto &row : sums) {
            for (A &sum : row) {
                sum = 0;
            }
        }
        __syncthreads();
        const u32 steps = (memory_.depth + S::STEP - 1) / S::STEP;
#pragma unroll 1
        for (u32 step = 0; step < steps; ++step) {
            mover.load(*this, step + 1, is_exact);
            if (threadIdx.x < S::STEP) {
                memory_.taps[step % 2][threadIdx.x] =
                    following(memory_.taps[(step + 1) % 2][threadIdx.x]);
            }
            if (is_exact) {
                add_products<true>(memory_.strips[step % 2], sums);
            } else {
                add_products<false>(memory_.strips[step % 2], sums);
            }
            mover.store(memory_.strips[(step + 1) % 2]);
            __syncthreads();
        }
        if (mover.has_met_infinite()) {
            memory_.has_infinite = 1;
        }
    }

    template <bool is_exact>
    __device__ static void add_products(const typename Memory::Strips &strips,
                                        A (&sums)[S::ROWS][S::COLUMNS])
    {
        const A *weights = &strips.weights[group()][0][first_own_row()];
        const A *patches = &strips.patches[group()][0][first_own_column()];
        constexpr int at_once = is_exact ? 1 : 4;
#pragma unroll at_once
        for (int k = 0; k < S::DEPTH; ++k) {
            A left[S::ROWS], right[S::COLUMNS];
            load_neighbours(weights + k * S::PITCH, left);
            load_neighbours(patches + k * S::PITCH, right);
#pragma unroll
            for (int j = 0; j < S::COLUMNS; ++j) {
                const bool is_absent = is_exact && Absent<A>::is(right[j]);
#pragma unroll
                for (int i = 0; i < S::ROWS; ++i) {
                    sums[i][j] = is_absent ? sums[i][j] : sums[i][j] + left[i] * right[j];
                }
            }
        }
    }

    // The first group ends up with the sums of all, and memory_.sums[0] with them.
    __device__ void add_groups(A (&sums)[S::ROWS][S::COLUMNS])
    {
#pragma unroll 1
        for (u32 half = S::GROUPS / 2; half > 0; half /= 2) {
            if (group() >= half && group() < 2 * half) {
                exchange(
                    group() - half, [](A &there, A here) { there = here; }, sums);
            }
            __syncthreads();
            if (group() < half) {
                exchange(
                    group(), [](A &there, A &here) { here += there; }, sums);
            }
            __syncthreads();
        }
        if (group() == 0) {
            exchange(
                0, [](A &there, A here) { there = here; }, sums);
        }
        __syncthreads();
    }
    template <class Exchange>
    __device__ void exchange(u32 slot, const Exchange &each, A (&sums)[S::ROWS][S::COLUMNS])
    {
#pragma unroll
        for (int i = 0; i < S::ROWS; ++i) {
#pragma unroll
            for (int j = 0; j < S::COLUMNS; ++j) {
                each(memory_.sums[slot][first_own_row() + i][first_own_column() + j], sums[i][j]);
            }
        }
    }

    __device__ void store() const
    {
        const Tile &tile = memory_.tile;
        const u32 column = threadIdx.x % S::SIDE;
        const usize plane = conv_.y.out * conv_.x.out;
        if (column >= tile.columns) {
            return;
        }
        T *to = dst_ + memory_.pixels[column].dst + tile.first_row * plane;
#pragma unroll 1
        for (u32 row = threadIdx.x / S::SIDE; row < tile.rows; row += S::THREADS / S::SIDE) {
            to[row * plane] = narrow<T>(memory_.sums[0][row][column]);
        }
    }

    const Convolution &conv_; // in LDS
    const Operands<T> operands_;
    T *const dst_;
    Memory &memory_;
};

// Whether tiles pay: an eighth of one is filled at least, and 32 bits are enough.
template <class T, class Direction> __device__ inline bool suits_product(const Convolution &conv)
{
    constexpr usize side = Tiling<T>::SIDE;
    const usize phases = Direction::phases(conv.y) * Direction::phases(conv.x);
    const usize pixels = conv.batch * (conv.y.out * conv.x.out / phases);
    const usize depth = conv.c_in * (conv.y.taps * conv.x.taps / phases);
    const usize rows = conv.c_out < side ? conv.c_out : side;
    const usize columns = pixels < side ? pixels : side;
    return rows * columns >= side * side / 8 && depth >= 16 && depth < 1u << 28 &&
           conv.y.is_small() && conv.x.is_small();
}

// A block of them fills a multiprocessor, and makes one tile where all are full; transposed ones
// more, since each block works out every phase.
template <class Direction> using Makers = Workers<Direction::is_transposed ? 8 : 4, 128>;

template <class Direction, class T>
__device__ inline void make_tiles(const Convolution &conv, const Operands<T> &operands, T *dst,
                                  ProductMemory<T> &memory)
{
    constexpr usize side = Tiling<T>::SIDE;
    const usize x_phases = Direction::phases(conv.x), phases = Direction::phases(conv.y) * x_phases;
    const usize bands = (conv.c_out + side - 1) / side;
    const u32 blocks = Makers<Direction>::count();
    usize number = blockIdx.x; // among the phase's
#pragma unroll 1
    for (usize phase = 0; phase < phases; ++phase) {
        if (threadIdx.x < 2) {
            const usize y_phase = phase / x_phases;
            const bool is_y = threadIdx.x == 0;
            (is_y ? memory.y : memory.x) = Direction::phase(
                is_y ? conv.y : conv.x, is_y ? y_phase : phase - y_phase * x_phases);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            memory.depth =
                static_cast<u32>(conv.c_in * memory.y.reach.count * memory.x.reach.count);
        }
        __syncthreads();
        const usize pixels = conv.batch * memory.y.outs * memory.x.outs;
        const usize tiles = (pixels + side - 1) / side * bands;
        Product<T> product(conv, operands, dst, memory);
#pragma unroll 1
        for (; number < tiles; number += blocks) {
            if (threadIdx.x == 0) {
                const usize column = number / bands, row = number - column * bands;
                memory.tile = {row * side, column * side, at_most(conv.c_out - row * side, side),
                               at_most(pixels - column * side, side)};
            }
            __syncthreads();
            product.make();
        }
        number -= tiles;
        __syncthreads(); // nobody reads the phase
    }
}

template <class Direction, class T>
__device__ inline void convolve(const Convolution &given, const Operands<T> &operands, T *dst)
{
    __shared__ Convolution conv;
    __shared__ ProductMemory<T> memory;
    __shared__ bool has_tiles;
    if (Makers<Direction>::is_idle()) {
        return;
    }
    if (threadIdx.x == 0) {
        conv = given;
        has_tiles = suits_product<T, Direction>(given);
        memory.has_infinite = 0;
    }
    __syncthreads();
    if (threadIdx.x < 2) {
        Direction::complete(threadIdx.x == 0 ? conv.y : conv.x);
    }
    __syncthreads();
    if (has_tiles) {
        make_tiles<Direction>(conv, operands, dst, memory);
    } else {
        fill_matrix<Makers<Direction>>(Direct<T, Direction>{conv, operands},
                                       conv.batch * conv.c_out * conv.y.out, conv.x.out, dst);
    }
}
