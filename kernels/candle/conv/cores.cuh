// Computes the tiles of a convolution by the matrix cores of AMD GPUs.
//
// A block's threads form teams. Each team makes the whole tile, from its share of every step's k.
// LDS holds the weights and patches of a step, line by line: a line is a channel, or a pixel. While
// the block computes a step, it loads the elements of the next into registers.
//
// A wave gathers patches: all of its lanes take the same few k, and each lane takes a pixel. The
// whole wave therefore shares a tap, and an element costs one test, whether the element is inside
// the input. An element outside is loaded from beyond the end of a buffer, which gives zero.
#pragma once

#include "../../device/layout.cuh"
#include "../../device/mma/guard.cuh"
#include "../../device/mma/tile.cuh"
#include "tiles.cuh"

template <class T> constexpr bool HAS_CORES = MatrixCore<T>::exists && sizeof(T) <= 4;

#if defined(HAS_MFMA) || defined(HAS_WMMA)

// Instructions that load and store elements of a buffer. Parameters are the buffer's descriptor, an
// offset of the lane, an offset that is the same for the whole wave, and flags. Beyond the end of
// the buffer, loads give zeros, and stores do nothing.
using Buffer = Vector<i32, 4>;
__device__ i16 load_half(Buffer, i32, i32, i32) __asm("llvm.amdgcn.raw.buffer.load.i16");
__device__ u32 load_word(Buffer, i32, i32, i32) __asm("llvm.amdgcn.raw.buffer.load.i32");
__device__ void store_element(uint16_t, Buffer, i32, i32,
                              i32) __asm("llvm.amdgcn.raw.buffer.store.i16");
__device__ void store_element(u32, Buffer, i32, i32, i32) __asm("llvm.amdgcn.raw.buffer.store.i32");

// One k, which is a tap of an input channel. Of the input elements that a pixel's taps meet, the
// lowest is the one at the lowest address. |src| is the distance, in bytes, from this lowest
// element to the element that the tap meets. The tap is inside the input for pixels whose
// CorePixel::inside has all bits of this |inside|. |down| and |right| are the distances along y and
// x from the element that the pixel's first tap meets.
struct alignas(16) CoreTap {
    u32 src, inside;
    i32 down, right;
};

// One output of the tile. |src| is the offset in bytes, from CoreProductMemory::src, of the element
// at the lowest address that the output's taps meet. |inside| says which of the output's taps are
// inside the input. |y| and |x| are the coordinates of the input element that the output's first
// tap meets. |dst| is the output's offset in bytes from CoreProductMemory::dst.
struct CorePixel {
    u32 src, inside;
    i32 y, x;
    u32 dst;
};

// For each axis, the number of a phase's taps if one of them may be outside of the input, or 0 if
// all taps of all outputs are inside.
struct CoreEdges {
    u32 y, x;

    __device__ static u32 of(const Axis &axis, const Phase &phase)
    {
        const i64 first = phase.reach.in, last = first + (phase.outs - 1) * phase.in_step,
                  reach = axis.hop * (phase.reach.count - 1);
        const bool is_inside =
            (reach < 0 ? first + reach : first) >= 0 && (reach > 0 ? last + reach : last) < axis.in;
        return is_inside ? 0 : static_cast<u32>(phase.reach.count);
    }
    __device__ bool any() const
    {
        return (y | x) != 0;
    }
    // Whether a u32 has enough bits for CorePixel::inside: one for each tap that may be outside of
    // the input, and bit 31, which no pixel has (OUTSIDE).
    __device__ bool fit_bits() const
    {
        return y < 32 && x < 32 && y + x < 32;
    }
};

template <class T> struct CoreProductMemory : TileMemory {
    enum { TAPS = 256 };
    union {
        struct {
            CoreStrip<HIGH_TILE> weights, patches;
        } strips;
        f32 sums[TILE_THREADS / TEAM / 2][HIGH_TILE * TILE_COLUMNS / TEAM][TEAM];
    };
    // a CoreTap for each of TAPS neighbouring k; prepare_taps() replaces them by those of the next
    // k
    CoreTap taps[TAPS];
    alignas(16) u32 kernels[TAPS]; // the offsets, in bytes, of the weights at these taps
    CorePixel pixels[TILE_COLUMNS];
    CoreEdges edges;
    divisor32 lines;    // divides a number k by the taps of a line: the quotient is a line
    divisor32 channels; // divides a line by the lines of a channel: the quotient is a channel
    // the offset, in bytes, from the element that a pixel's first tap meets to the element at the
    // lowest address that the pixel's taps meet; 0 or negative
    usize lowest;
    // the lowest address that the taps of the phase's first output meet, in the tile's first image
    u64 src;
    u64 kernel; // the address of the tile's first weight
    // the address of the output's first element in the tile's first channel and image
    u64 dst;
    bool has_near_offsets, has_dense_weights;
    GuardMemory guards;
    u32 is_true;
};

template <class T> class CoreProduct
{
  public:
    enum { ROWS = HIGH_TILE };
    using Memory = CoreProductMemory<T>;

    __device__ CoreProduct(const Convolution &conv, SharedOperands<T> operands, Memory &memory)
        : conv_(conv), operands_(operands), memory_(memory)
    {
    }

    __device__ void make()
    {
        using Safe = typename Guard<T, T>::Safe;
        prepare();
        __syncthreads();
        Outcome made = memory_.has_near_offsets ? make_by<T>() : not_made;
        if constexpr (!std::is_same<T, Safe>::value) {
            if (made == lost_small_numbers) {
                made = make_by<Safe>();
            }
        }
        if (made != right) {
            make_exactly();
        }
        __syncthreads(); // waits until all threads have read memory_
    }

  private:
    enum Outcome { right, lost_small_numbers, not_made };
    enum : u32 { OUTSIDE = 1u << 31 }; // an offset that is outside of every buffer
    template <class Value> using InMemory = Value __attribute__((address_space(1))) *;

    // Returns the descriptor of a buffer of 2^31 - 1 bytes that begins at |first|.
    __device__ static Buffer buffer_at(u64 first)
    {
#ifdef __GFX9__
        constexpr i32 raw = 0x27000;
#else
        constexpr i32 raw = 0x31004000;
#endif
        first = same_in_wave(first);
        return {static_cast<i32>(first), static_cast<i32>(first >> 32 & 0xffff), INT32_MAX, raw};
    }
    enum { SHARE = STEP_BYTES<HIGH_TILE> / (TILE_THREADS / TEAM) };

    // ---- Preparations ---------------------------------------------------------------------------

    // Prepares the members of memory_ that are the same for all pixels. |image| is the image of the
    // tile's first pixel.
    __device__ __forceinline__ void prepare_tile(const CoreEdges &edges, usize plane, usize image)
    {
        const Tile &tile = memory_.tile;
        const Phase &y = memory_.y, &x = memory_.x;
        const usize y_first = y.reach.in * conv_.src_y, x_first = x.reach.in * conv_.src_x;
        memory_.edges = edges;
        memory_.lines = divisor32_make(static_cast<u32>(x.reach.count));
        memory_.channels = divisor32_make(static_cast<u32>(y.reach.count));
        memory_.lowest = lowest_tap();
        memory_.src = reinterpret_cast<u64>(operands_.src) +
                      (tile.src + image * conv_.src_batch + y_first + x_first) * sizeof(T) +
                      memory_.lowest;
        memory_.kernel = reinterpret_cast<u64>(operands_.kernel) +
                         (tile.kernel + y.reach.first * conv_.kernel_y +
                          x.reach.first * conv_.kernel_x + tile.first_row * conv_.kernel_out) *
                             sizeof(T);
        memory_.dst =
            reinterpret_cast<u64>(operands_.dst) +
            (image * conv_.c_out + tile.first_row) * conv_.y.out * conv_.x.out * sizeof(T);
        memory_.has_near_offsets = has_near_offsets(plane);
        memory_.has_dense_weights = has_dense_weights();
    }

    __device__ void prepare()
    {
        const Tile &tile = memory_.tile;
        const Phase &y = memory_.y, &x = memory_.x;
        const u32 thread = this_thread();
        if (thread >= TILE_COLUMNS) {
            return;
        }
        const CoreEdges edges = {CoreEdges::of(conv_.y, y), CoreEdges::of(conv_.x, x)};
        const usize plane = y.outs * x.outs;
        const Quotient first(tile.first_column, plane);
        if (thread == 0) {
            prepare_tile(edges, plane, first.whole);
        }
        CorePixel pixel = {OUTSIDE, 0, INT32_MIN / 2, 0, 0};
        if (thread < tile.columns) {
            const Quotient image(first.rest + thread, plane), row(image.rest, x.outs);
            const usize down = row.whole * y.in_step, right = row.rest * x.in_step;
            const usize out_y = y.out + row.whole * y.out_step,
                        out_x = x.out + row.rest * x.out_step;
            pixel.src = static_cast<u32>(
                (image.whole * conv_.src_batch + down * conv_.src_y + right * conv_.src_x) *
                sizeof(T));
            pixel.y = static_cast<i32>(y.reach.in + down);
            pixel.x = static_cast<i32>(x.reach.in + right);
            pixel.dst = static_cast<u32>(
                ((image.whole * conv_.c_out * conv_.y.out + out_y) * conv_.x.out + out_x) *
                sizeof(T));
            if (edges.fit_bits()) {
                pixel.inside = taps_inside(conv_.y, pixel.y, edges.y) |
                               taps_inside(conv_.x, pixel.x, edges.x) << edges.y;
            }
        }
        memory_.pixels[thread] = pixel;
    }

    __device__ static u32 taps_inside(const Axis &axis, i32 first, u32 count)
    {
        const u32 size = static_cast<u32>(axis.in), hop = static_cast<u32>(axis.hop);
        u32 at = static_cast<u32>(first), inside = 0;
#pragma unroll 1
        for (u32 tap = 0; tap < count; ++tap) {
            inside |= static_cast<u32>(at < size) << tap;
            at += hop;
        }
        return inside;
    }

    // Returns the offset, in bytes, from the element that a pixel's first tap meets to the element
    // at the lowest address that the pixel's taps meet. Hops may be negative; distances from the
    // lowest address are not.
    __device__ usize lowest_tap() const
    {
        const i64 down = static_cast<i64>(memory_.down.src) * (memory_.y.reach.count - 1),
                  right = static_cast<i64>(memory_.right.src) * (memory_.x.reach.count - 1);
        return static_cast<usize>((down < 0 ? down : 0) + (right < 0 ? right : 0));
    }

    // Returns x as f32. A number of more than 32 bits becomes 2^32, which is too large for
    // has_near_offsets() in any case.
    __device__ static f32 as_f32(u64 x)
    {
        return static_cast<f32>(x >> 32 != 0 ? ~0u : static_cast<u32>(x));
    }

    // Whether the offsets of all elements of the tile, in bytes, fit into 31 bits. |plane| is the
    // number of outputs of a phase in one image and channel.
    __device__ bool has_near_offsets(usize plane) const
    {
        const Phase &y = memory_.y, &x = memory_.x;
        const usize crossed = quotient_of(static_cast<usize>(TILE_COLUMNS - 2), plane) + 1,
                    most = conv_.batch - 1;
        const f32 images = as_f32(crossed < most ? crossed : most), c_in = as_f32(conv_.c_in);
        const f32 src = images * as_f32(conv_.src_batch) + c_in * as_f32(conv_.src_channel) +
                        (as_f32(y.outs * y.in_step) + as_f32(conv_.y.taps * conv_.y.dilation)) *
                            as_f32(conv_.src_y) +
                        (as_f32(x.outs * x.in_step) + as_f32(conv_.x.taps * conv_.x.dilation)) *
                            as_f32(conv_.src_x);
        const f32 kernel = ROWS * as_f32(conv_.kernel_out) + c_in * as_f32(conv_.kernel_in) +
                           as_f32(conv_.y.taps) * as_f32(conv_.kernel_y) +
                           as_f32(conv_.x.taps) * as_f32(conv_.kernel_x);
        const f32 dst = (images * as_f32(conv_.c_out) + ROWS) * as_f32(conv_.y.out * conv_.x.out);
        const f32 one = src < kernel ? kernel : src;
        return (one < dst ? dst : one) * sizeof(T) < 2e9f;
    }

    // Whether the weights of one output channel are neighbours in memory, in the order of k.
    __device__ bool has_dense_weights() const
    {
        const usize width = memory_.x.reach.count, height = memory_.y.reach.count;
        return (width == 1 || memory_.right.kernel == sizeof(T)) &&
               (height == 1 || memory_.down.kernel == width * sizeof(T)) &&
               (conv_.c_in == 1 || memory_.channel.kernel == height * width * sizeof(T));
    }

    // Writes the taps of the TAPS k from |first| on to memory_: one thread for each k.
    __device__ void prepare_taps(u32 first) const
    {
        const u32 i = this_thread(), k = first + i;
        if (i >= Memory::TAPS) {
            return;
        }
        // a tap that is outside of the input for every pixel
        CoreTap tap = {0, OUTSIDE, INT32_MIN / 2, 0};
        u32 kernel = OUTSIDE;
        if (k < memory_.depth) {
            const u32 width = static_cast<u32>(memory_.x.reach.count),
                      height = static_cast<u32>(memory_.y.reach.count);
            const u32 line = memory_.lines.quotient(k), channel = memory_.channels.quotient(line);
            const u32 y = line - channel * height, x = k - line * width;
            const CoreEdges edges = memory_.edges;
            tap.src = static_cast<u32>(channel * memory_.channel.src + y * memory_.down.src +
                                       x * memory_.right.src - memory_.lowest);
            tap.inside =
                (edges.y == 0 ? 0 : 1u << y % 32) | (edges.x == 0 ? 0 : 1u << (edges.y + x) % 32);
            tap.down = static_cast<i32>(y) * static_cast<i32>(conv_.y.hop);
            tap.right = static_cast<i32>(x) * static_cast<i32>(conv_.x.hop);
            kernel = static_cast<u32>(channel * memory_.channel.kernel + y * memory_.down.kernel +
                                      x * memory_.right.kernel);
        }
        memory_.taps[i] = tap;
        memory_.kernels[i] = kernel;
    }

    // ---- Strips ---------------------------------------------------------------------------------

    // Moves a thread's share of each step from memory to LDS: a pack along k of one channel's
    // weights, and a pack along k of one pixel's patch. The elements are converted to E.
    template <class E> class Mover
    {
      public:
        enum { STEP = STEP_BYTES<HIGH_TILE> / sizeof(E), RUN = HIGH_TILE * STEP / TILE_THREADS };

        __device__ explicit Mover(const CoreProduct &product)
            : thread_(this_thread()), patch_k_(same_in_wave(thread_ / TILE_COLUMNS) * RUN),
              depth_(same_in_wave(product.memory_.depth)),
              has_dense_weights_(same_in_wave(u32(product.memory_.has_dense_weights))),
              has_tap_bits_(same_in_wave(u32(product.memory_.edges.fit_bits())))
        {
            const Memory &memory = product.memory_;
            const u32 rows = memory.tile.rows;
            // Neighbouring threads take weights that are neighbours along k, if these are
            // neighbours in memory; otherwise they take weights of neighbouring channels.
            weight_row_ = has_dense_weights_ ? thread_ / (STEP / RUN) : thread_ % ROWS;
            weight_k_ = (has_dense_weights_ ? thread_ % (STEP / RUN) : thread_ / ROWS) * RUN;
            const CorePixel &pixel = memory.pixels[thread_ % TILE_COLUMNS];
            weights_from_ = same_in_wave(memory.kernel);
            weight_ = (weight_row_ < rows ? weight_row_ : rows - 1) *
                      static_cast<u32>(product.conv_.kernel_out * sizeof(T));
            patches_from_ = buffer_at(memory.src);
            own_tap_ = patch_k_ + thread_ % RUN;
            src_ = pixel.src;
            inside_ = pixel.inside;
            y_ = pixel.y;
            x_ = pixel.x;
        }

        __device__ void load(const CoreProduct &product, u32 step)
        {
            const Memory &memory = product.memory_;
            const u32 first = step * STEP % Memory::TAPS;
            if (has_dense_weights_ && (step + 1) * STEP <= depth_) {
                load_run(step * STEP);
            } else {
                load_weights(memory.kernels + first);
            }
            load_patches((memory.taps + first)[own_tap_], product.conv_);
        }

        __device__ void store(Memory &memory, Guard<T, E> &weights, Guard<T, E> &patches) const
        {
            store_run(&memory.strips.weights.at[weight_row_][weight_k_ * sizeof(E)], weights_,
                      weights);
            store_run(&memory.strips.patches.at[thread_ % TILE_COLUMNS][patch_k_ * sizeof(E)],
                      packed(patches_), patches);
        }

      private:
        enum { WORDS = RUN * sizeof(T) / sizeof(u32) };
        using Run = Vector<u32, WORDS>;
        typedef Run Unaligned __attribute__((aligned(2)));

        __device__ void load_run(u32 first)
        {
            const u64 from = weights_from_ + first * sizeof(T);
            u32 offset = weight_ + weight_k_ * sizeof(T);
            // otherwise the compiler would keep the offset in 64 bits
            asm volatile("" : "+v"(offset));
            weights_ = *reinterpret_cast<InMemory<const Unaligned>>(
                reinterpret_cast<InMemory<const u8>>(from) + offset);
        }
        // Loads weights one by one. |kernels| has the offset of each k's weight from a channel's
        // first weight.
        __device__ void load_weights(const u32 *kernels)
        {
            const Buffer from = buffer_at(weights_from_);
            u32 offsets[RUN], elements[RUN];
            load_from_lds(kernels + weight_k_, offsets);
#pragma unroll
            for (int i = 0; i < RUN; ++i) {
                elements[i] = load_element(from, weight_ + offsets[i], 0);
            }
            weights_ = packed(elements);
        }

        // Loads a pack of a pixel's patch. |own| is one of the pack's taps; neighbouring lanes have
        // the others.
        __device__ void load_patches(const CoreTap &own, const Convolution &conv)
        {
            Vector<u32, 2> src_inside; // one load instruction reads both |src| and |inside|
            __builtin_memcpy(&src_inside, &own, sizeof src_inside);
            const u32 src = src_inside[0], inside = src_inside[1];
            u32 pixels[RUN];
            if (has_tap_bits_) {
#pragma unroll
                for (int i = 0; i < RUN; ++i) {
                    const u32 bits = __builtin_amdgcn_readlane(inside, i);
                    pixels[i] = (inside_ & bits) == bits ? src_ : OUTSIDE;
                }
            } else {
                const u32 height = same_in_wave(static_cast<u32>(conv.y.in)),
                          width = same_in_wave(static_cast<u32>(conv.x.in));
                const i32 down = own.down, right = own.right;
#pragma unroll
                for (int i = 0; i < RUN; ++i) {
                    const u32 y = y_ + __builtin_amdgcn_readlane(down, i),
                              x = x_ + __builtin_amdgcn_readlane(right, i);
                    pixels[i] = y < height && x < width ? src_ : OUTSIDE;
                }
            }
#pragma unroll
            for (int i = 0; i < RUN; ++i) {
                patches_[i] =
                    load_element(patches_from_, pixels[i], __builtin_amdgcn_readlane(src, i));
            }
        }
        // Loads an element of a buffer. Halves are loaded with their sign, which is free. Otherwise
        // the compiler would clear the upper bits, and wait for the load to do so.
        __device__ static u32 load_element(const Buffer &from, u32 lane, u32 wave)
        {
            const i32 in_lane = static_cast<i32>(lane), in_wave = static_cast<i32>(wave);
            if constexpr (sizeof(T) == 2) {
                return static_cast<u32>(static_cast<i32>(load_half(from, in_lane, in_wave, 0)));
            } else {
                return load_word(from, in_lane, in_wave, 0);
            }
        }
        __device__ static Run packed(const u32 (&elements)[RUN])
        {
            Run words;
#pragma unroll
            for (int i = 0; i < WORDS; ++i) {
                words[i] = sizeof(T) == 2 ? __builtin_amdgcn_perm(elements[2 * i + 1],
                                                                  elements[2 * i], 0x05040100)
                                          : elements[i];
            }
            return words;
        }
        __device__ static u32 wide_bits(u32 word)
        {
            const uint16_t bits = static_cast<uint16_t>(word);
            T narrow;
            __builtin_memcpy(&narrow, &bits, sizeof narrow);
            return __float_as_uint(widen(narrow));
        }
        __device__ static void store_run(u8 *to, const Run &words, Guard<T, E> &guard)
        {
            Vector<u32, 2> run;
            static_assert(RUN * sizeof(E) == sizeof run, "what a thread stores at once");
            if constexpr (sizeof(T) == sizeof(E)) {
                run = {guard.word_for_cores(words[0]), guard.word_for_cores(words[1])};
            } else {
                run = {wide_bits(words[0]), wide_bits(words[0] >> 16)};
            }
            *reinterpret_cast<Vector<u32, 2> *>(to) = run;
        }

        const u32 thread_, patch_k_, depth_;
        const bool has_dense_weights_, has_tap_bits_;
        u64 weights_from_;
        Buffer patches_from_;
        u32 weight_row_, weight_k_, weight_, own_tap_, src_, inside_;
        i32 y_, x_;
        Run weights_;
        u32 patches_[RUN];
    };

    // ---- Sums -----------------------------------------------------------------------------------

    template <class E> __device__ Outcome make_by()
    {
        using Move = Mover<E>;
        CoreSums<E, HIGH_TILE, SHARE> sums;
        Guard<T, E> of_weights, of_patches;
        const auto &strips = memory_.strips;
        const u32 steps =
            __builtin_amdgcn_readfirstlane((memory_.depth + Move::STEP - 1) / Move::STEP);
        prepare_taps(0);
        __syncthreads();
        Move mover(*this);
        if (steps > 0) {
            mover.load(*this, 0);
        }
#pragma unroll 1
        for (u32 step = 0; step < steps;) {
            core_barrier(); // waits until all threads have read the strips and the taps
            mover.store(memory_, of_weights, of_patches);
            if (++step % (Memory::TAPS / Move::STEP) == 0) {
                prepare_taps(step * Move::STEP);
            }
            core_barrier();
            if (step < steps) {
                mover.load(*this, step);
            }
            sums.add(strips.weights, strips.patches);
        }
        if (!Guard<T, E>::sums_are_right(of_weights, of_patches, sums, memory_.guards)) {
            return lost_small_numbers;
        }
        if (!Guard<T, E>::needs_finite_sums && memory_.edges.any() &&
            !holds_in_block(sums.are_finite()) && !holds_in_block(weights_are_finite())) {
            // Sums may be wrong: padding was multiplied as zeros, and zero times an infinite weight
            // is NaN.
            return not_made;
        }
        add_teams(sums);
        store<E>(sums);
        return right;
    }

    // Whether |is_true| holds in all threads of the block. All threads call this.
    __device__ bool holds_in_block(bool is_true)
    {
        __syncthreads();
        return is_true_in_block(is_true, memory_.is_true);
    }

    __device__ bool weights_are_finite() const
    {
        const u32 width = static_cast<u32>(memory_.x.reach.count),
                  height = static_cast<u32>(memory_.y.reach.count);
        const char *from =
            (const char *)reinterpret_cast<InMemory<const char>>(same_in_wave(memory_.kernel));
        f32 zero = 0;
#pragma unroll 1
        for (u32 k = this_thread(); k < memory_.depth; k += TILE_THREADS) {
            const u32 line = k / width, channel = line / height;
            const char *weight = from + (channel * memory_.channel.kernel +
                                         (line - channel * height) * memory_.down.kernel +
                                         (k - line * width) * memory_.right.kernel);
#pragma unroll 1
            for (u32 row = 0; row < memory_.tile.rows; ++row) {
                zero += widen(*reinterpret_cast<const T *>(weight)) * 0;
                weight += conv_.kernel_out * sizeof(T);
            }
        }
        return zero == 0;
    }

    // Adds the sums of all teams to the sums of the first team.
    template <class Sums> __device__ void add_teams(Sums &sums)
    {
        const u32 thread = this_thread(), team = thread / TEAM, member = thread % TEAM;
#pragma unroll 1
        for (u32 half = TILE_THREADS / TEAM / 2; half > 0; half /= 2) {
            core_barrier();
            if (team >= half && team < 2 * half) {
                sums.each_of_lane([&](int number, u32, f32 sum) {
                    return memory_.sums[team - half][number][member] = sum;
                });
            }
            core_barrier();
            if (team < half) {
                sums.each_of_lane([&](int number, u32, f32 sum) {
                    return sum + memory_.sums[team][number][member];
                });
            }
        }
    }

    template <class E, class Sums> __device__ void store(Sums &sums) const
    {
        const u32 thread = this_thread();
        if (thread >= TEAM) {
            return;
        }
        const Tile &tile = memory_.tile;
        const u32 row = Sums::row_of_lane(thread), column = Sums::column_of_lane(thread);
        const u32 rows = tile.rows, below = row < rows ? rows - row : 0;
        const u32 plane = same_in_wave(static_cast<u32>(conv_.y.out * conv_.x.out * sizeof(T)));
        const Buffer to = buffer_at(memory_.dst);
        const i32 dst = column < tile.columns ? memory_.pixels[column].dst + row * plane : OUTSIDE;
        sums.each_of_lane([&](int, u32 down, f32 sum) {
            using Word = typename WordOf<sizeof(T)>::type;
            Pack<f32, 1> one;
            one.push(Elements<f32, 1>{{sum}});
            const T element = narrow<T>(Guard<T, E>::restore(one).template pop<1>().at[0]);
            const i32 offset = down < below ? dst : static_cast<i32>(OUTSIDE);
            store_element(__builtin_bit_cast(Word, element), to, offset, down * plane, 0);
            return sum;
        });
    }

    // Makes one output after another, without padding. The asm makes the compiler compute
    // everything anew in each round; otherwise it would keep more values than there are registers.
    __device__ void make_exactly() const
    {
        const DirectSum<T> direct = {conv_,
                                     {global_in_wave(operands_.src) + memory_.tile.src,
                                      global_in_wave(operands_.kernel) + memory_.tile.kernel,
                                      global_in_wave(operands_.dst)}};
        const Phase &y = memory_.y, &x = memory_.x;
#pragma unroll 1
        for (u32 i = threadIdx.x; i < ROWS * TILE_COLUMNS; i += TILE_THREADS) {
            asm volatile("" : "+v"(i) : : "memory");
            const Tile &tile = memory_.tile;
            const u32 row = i / TILE_COLUMNS, column = i % TILE_COLUMNS;
            if (row >= tile.rows || column >= tile.columns) {
                continue;
            }
            const usize channel = tile.first_row + row;
            const Quotient line(tile.first_column + column, x.outs), image(line.whole, y.outs);
            const usize plane = image.whole * conv_.c_out + channel,
                        out_y = y.out + image.rest * y.out_step,
                        out_x = x.out + line.rest * x.out_step;
            direct.operands.dst[(plane * conv_.y.out + out_y) * conv_.x.out + out_x] =
                direct.at(direct.row_of(y.reach_of(image.rest), image.whole, channel),
                          direct.column_of(x.reach_of(line.rest)));
        }
    }

    const Convolution &conv_; // the convolution; the object is in LDS
    SharedOperands<T> operands_;
    Memory &memory_;
};

#endif
