// Convolutions on the tensor cores of NVIDIA GPUs, sm_80 and later, of operands whose last
// dimension is channels. They are products of weights, [c_out, k], and patches, [k, pixel]: k runs
// over taps and channels, and pixels are the outputs of all images. A *chunk* is a pack of sixteen
// bytes: channels of one tap. cp.async copies a chunk, or zeros for padding, to the place in shared
// memory from which ldmatrix reads it.
//
// Another kernel runs first and copies both operands from any layout to [.., y, x, channel]. If
// channels do not fill the last chunk of a position, zeros fill it.
#pragma once

#include "../candle/conv/mma.cuh"
#include "../contract/convolution.h"

template <class T> struct alignas(CHANNELS_CHUNK) ChannelPack {
    enum { COUNT = CHANNELS_CHUNK / sizeof(T) };
    T at[COUNT];
};

// ---- Moving a tensor's channels to the last dimension -------------------------------------------

// Neighbouring positions of one channel: as many as a word of 32 bits holds.
template <class T> struct alignas(4) PositionWord {
    T at[4 / sizeof(T)];
};

// Loads neighbouring positions of |count| channels, from channel |first| on, or a single position
// of them if |is_single|. Skips channels from number |channels| on, which do not exist.
template <class T, int count>
__device__ __forceinline__ void load_channels(PositionWord<T> (&words)[count], const T *from,
                                              usize of_channel, u32 channels, u32 first,
                                              bool is_single)
{
    if (is_single) {
#pragma unroll
        for (int i = 0; i < count; ++i) {
            if (first + i < channels) {
                words[i].at[0] = from[i * of_channel];
            }
        }
    } else {
#pragma unroll
        for (int i = 0; i < count; ++i) {
            if (first + i < channels) {
                words[i] = *reinterpret_cast<const PositionWord<T> *>(from + i * of_channel);
            }
        }
    }
}

// Makes the part of an operand's copy that thread block |block| makes: up to CHANNELS_LAST_ACROSS
// chunks of each of the block's positions. T may be any type of the same size.
template <class T>
__device__ inline void move_channels_last(const channels_last_operand &operand, u32 block,
                                          const T *src, ChannelPack<T> *dst)
{
    enum { COUNT = ChannelPack<T>::COUNT, MOST_ACROSS = CHANNELS_LAST_ACROSS };
    using Word = PositionWord<T>;
    const u32 chunks = operand.chunks, step = operand.step,
              across = chunks < MOST_ACROSS ? chunks : MOST_ACROSS,
              bands = (chunks + across - 1) / across, down = CHANNELS_LAST_THREADS / across;
    const u32 row = threadIdx.x / across,
              chunk = block % bands * across + threadIdx.x - row * across,
              first = (block / bands * down + row) * step;
    if (row >= down || chunk >= chunks || first >= operand.positions) {
        return;
    }
    const u32 line = first / operand.width, x = first - line * operand.width,
              batch = line / operand.height, y = line - batch * operand.height;
    const T *from = src + (batch * operand.of_batch + y * operand.of_y + x * operand.of_x +
                           chunk * COUNT * operand.of_channel);
    Word words[COUNT] = {}; // a word of neighbouring positions for each channel
    load_channels(words, from, operand.of_channel, operand.channels, chunk * COUNT, step == 1);
    ChannelPack<T> *to = dst + (static_cast<usize>(first) * chunks + chunk);
#pragma unroll
    for (int j = 0; j < 4 / sizeof(T); ++j) {
        ChannelPack<T> made;
#pragma unroll
        for (int i = 0; i < COUNT; ++i) {
            made.at[i] = words[i].at[j];
        }
        if (j < step) {
            to[j * chunks] = made;
        }
    }
}

#ifdef HAS_TENSOR_CORES

// ---- Products with channels last ----------------------------------------------------------------

// Copies a chunk to shared memory, or zeros unless |is_there|. If |is_kept|, the chunk also stays
// in the L1 cache, because threads will read it again soon.
__device__ __forceinline__ void copy_pack(u32 to, const void *from, bool is_there, bool is_kept)
{
    const int bytes = is_there ? 16 : 0;
    if (is_kept) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from),
                     "r"(bytes)
                     : "memory");
    } else {
        copy_chunk(to, from, bytes);
    }
}

// Loads four pieces as words of any type.
template <class Word> __device__ __forceinline__ void load_pieces_as(Word (&to)[4], u32 from)
{
    u32 words[4];
    load_pieces(words, from);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        to[i] = __builtin_bit_cast(Word, words[i]);
    }
}

// A thread block's tile of outputs. Each warp makes all ROWS channels of some pixels. An
// instruction of the tensor cores makes 16 channels of 8 pixels.
template <class T> class ChannelsTile
{
    enum { ROWS = CHANNELS_TILE_OUT, PIXELS = CHANNELS_TILE_PIXELS, DOWN = 4, ACROSS = 4 };
    // SLOTS is how many chunks a line has in a step, and STAGES how many steps LDS holds
    enum { SLOTS = CHANNELS_STEP, STAGES = 2 };
    enum { OWN_PIXELS = 8 * ACROSS, PITCH = OWN_PIXELS + ChannelPack<T>::COUNT };

  public:
    enum { THREADS = PIXELS / OWN_PIXELS * 32 };
    static_assert(THREADS == CHANNELS_TILE_THREADS, "what launches have");
    union Memory {
        struct {
            ChannelPack<T> weights[STAGES][ROWS * SLOTS], patches[STAGES][PIXELS * SLOTS];
        };
        T outputs[THREADS / 32][ROWS][PITCH];
        __device__ Memory()
        {
        }
    };

    __device__ ChannelsTile(const conv_channels_info &shape, const T *src, const T *kernel, T *dst,
                            Memory &memory)
        : shape_(shape), src_(reinterpret_cast<const ChannelPack<T> *>(src)),
          kernel_(reinterpret_cast<const ChannelPack<T> *>(kernel)), dst_(dst), memory_(memory)
    {
        const u32 bands = (shape_.c_out + ROWS - 1) / ROWS;
        first_row_ = blockIdx.x % bands * ROWS;
        first_pixel_ = blockIdx.x / bands * PIXELS;
        Output output = output_of(first_pixel_ + line());
#pragma unroll
        for (int i = 0; i < LOADED_PIXELS; ++i) {
            places_[i] = place_of(output, first_pixel_ + line() + i * LINES);
            output.x += LINES;
            while (output.x >= shape_.x_out) {
                output.x -= shape_.x_out;
                if (++output.y == shape_.y_out) {
                    output.y = 0;
                    ++output.image;
                }
            }
        }
        next_ = Next::of(shape_, blockIdx.y * shape_.steps * SLOTS + slot());
    }

    // Makes the block's tile. |partial| and |counters| are used if several blocks share a tile.
    __device__ void make(float4 *partial, u32 *counters)
    {
        static_assert(STAGES == 2, "a step that is computed with, and the next one");
        const u32 all = (shape_.depth + SLOTS - 1) / SLOTS, begun = blockIdx.y * shape_.steps,
                  steps = all - begun < shape_.steps ? all - begun : shape_.steps;
        load(0);
#pragma unroll 1
        for (u32 step = 0; step < steps; ++step) {
            asm volatile("cp.async.wait_all;" ::: "memory");
            __syncthreads();
            if (step + 1 < steps) {
                load((step + 1) % 2);
            }
            multiply(step % 2);
        }
        __syncthreads();
        if (shape_.splits > 1 && !add_splits(partial, counters[blockIdx.x])) {
            return;
        }
        keep_sums();
        const bool has_vectors = shape_.y_out * shape_.x_out % ChannelPack<T>::COUNT == 0 &&
                                 reinterpret_cast<usize>(dst_) % sizeof(ChannelPack<T>) == 0;
        if (has_vectors) {
            store<ChannelPack<T>::COUNT>();
        } else {
            store<1>();
        }
    }

  private:
    using Word = typename Mma<T>::Word;
    enum { LINES = THREADS / SLOTS }; // how many lines a block loads at a time
    enum { LOADED_PIXELS = PIXELS / LINES, LOADED_ROWS = ROWS / LINES };

    struct Output {
        u32 image, y, x;
    };

    // The input position that meets the first tap of an output: |chunk| is the number of the
    // position's first chunk, modulo 2^32.
    struct Place {
        u32 chunk;
        i32 y, x;
    };

    // Where the chunk is, along k, that this thread loads next: in which tap (y, x), and which
    // chunk of the tap. A thread loads the same chunk of each of its lines.
    struct Next {
        u32 band, y, x, chunk;

        __device__ static Next of(const conv_channels_info &shape, u32 number)
        {
            const u32 line = number / shape.neighbours, taps = shape.y_taps * shape.x_taps,
                      band = line / taps, tap = line - band * taps, y = tap / shape.x_taps;
            return {band * shape.neighbours, y, tap - y * shape.x_taps,
                    number - line * shape.neighbours};
        }
        __device__ void settle(const conv_channels_info &shape)
        {
            while (chunk >= shape.neighbours) {
                chunk -= shape.neighbours;
                if (++x == shape.x_taps) {
                    x = 0;
                    if (++y == shape.y_taps) {
                        y = 0;
                        band += shape.neighbours;
                    }
                }
            }
        }
    };

    __device__ static u32 slot()
    {
        return threadIdx.x % SLOTS;
    }
    __device__ static u32 line()
    {
        return threadIdx.x / SLOTS;
    }
    __device__ static u32 lane()
    {
        return threadIdx.x % 32;
    }
    // Returns the index, in the tile, of the warp's first pixel.
    __device__ static u32 own_pixel()
    {
        return threadIdx.x / 32 * OWN_PIXELS;
    }

    // Returns the address in LDS of a line's chunk in a slot. The chunks of one line fill all
    // banks, and the chunks that different lines have in one slot are spread over the banks.
    __device__ static u32 address(const ChannelPack<T> *strip, u32 line, u32 slot)
    {
        return static_cast<u32>(
            __cvta_generic_to_shared(&strip[line * SLOTS + (slot ^ line % SLOTS)]));
    }

    __device__ Output output_of(u32 pixel) const
    {
        const u32 line = pixel / shape_.x_out, image = line / shape_.y_out;
        return {image, line - image * shape_.y_out, pixel - line * shape_.x_out};
    }

    __device__ Place place_of(const Output &output, u32 pixel) const
    {
        if (pixel >= shape_.pixels) {
            // a pixel that does not exist is where no tap meets the input
            return {0, INT32_MIN / 2, 0};
        }
        const u32 y = output.y * shape_.y_stride - shape_.y_padding,
                  x = output.x * shape_.x_stride - shape_.x_padding;
        return {((output.image * shape_.height + y) * shape_.width + x) * shape_.chunks,
                static_cast<i32>(y), static_cast<i32>(x)};
    }

    __device__ bool meets(const Place &place, u32 down, u32 right) const
    {
        return (place.y + down < shape_.height) & (place.x + right < shape_.width);
    }

    __device__ void load(u32 stage)
    {
        constexpr u32 pass = LINES * SLOTS * sizeof(ChannelPack<T>);
        static_assert(LINES % SLOTS == 0, "a thread's lines are spread alike");
        const bool is_in = next_.band < shape_.chunks, is_repeated = shape_.neighbours < SLOTS;
        const u32 down = next_.y * shape_.y_dilation, right = next_.x * shape_.x_dilation,
                  channel = next_.band + next_.chunk,
                  further = (down * shape_.width + right) * shape_.chunks + channel,
                  tap = (next_.y * shape_.x_taps + next_.x) * shape_.chunks + channel;
        const u32 to_patches = address(memory_.patches[stage], line(), slot()),
                  to_weights = address(memory_.weights[stage], line(), slot());
#pragma unroll
        for (int i = 0; i < LOADED_PIXELS; ++i) {
            const bool is_there = is_in & meets(places_[i], down, right);
            copy_pack(to_patches + i * pass, src_ + (is_there ? places_[i].chunk + further : 0),
                      is_there, is_repeated);
        }
#pragma unroll
        for (int i = 0; i < LOADED_ROWS; ++i) {
            const u32 row = first_row_ + line() + i * LINES;
            const bool is_there = is_in & (row < shape_.c_out);
            copy_pack(to_weights + i * pass, kernel_ + (is_there ? row * shape_.depth + tap : 0),
                      is_there, false);
        }
        next_.chunk += SLOTS;
        next_.settle(shape_);
    }

    __device__ void multiply(u32 stage)
    {
        constexpr u32 lines = 16 * SLOTS * sizeof(ChannelPack<T>);
        const u32 a_from = address(memory_.weights[stage], lane() % 16, lane() / 16),
                  b_from = address(memory_.patches[stage],
                                   own_pixel() + lane() / 16 * 8 + lane() % 8, lane() / 8 % 2);
        // f32 is not unrolled, which saves registers
        constexpr int unrolled = sizeof(T) == 4 ? 1 : SLOTS / 2;
#pragma unroll unrolled
        // one multiplication takes the chunks of two slots
        for (u32 pair = 0; pair < SLOTS; pair += 2) {
            const u32 other = pair * sizeof(ChannelPack<T>);
            Word a[DOWN][4], b[ACROSS / 2][4];
#pragma unroll
            for (int i = 0; i < DOWN; ++i) {
                load_pieces_as(a[i], (a_from ^ other) + i * lines);
            }
#pragma unroll
            for (int j = 0; j < ACROSS / 2; ++j) {
                load_pieces_as(b[j], (b_from ^ other) + j * lines);
            }
#pragma unroll
            for (int i = 0; i < DOWN; ++i) {
#pragma unroll
                for (int j = 0; j < ACROSS; ++j) {
                    const Word own[2] = {b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]};
                    Mma<T>::multiply(sums_[i][j], a[i], own);
                }
            }
        }
    }

    // Returns true in the last of the blocks that share the tile. That last block then holds the
    // totals of all blocks, which were added in the order of their splits.
    __device__ bool add_splits(float4 *partial, u32 &counter)
    {
        enum { COUNT = DOWN * ACROSS };
        const usize stride = static_cast<usize>(gridDim.x) * COUNT * THREADS;
        float4 *at = partial + (blockIdx.x * COUNT * THREADS + threadIdx.x);
#pragma unroll
        for (int i = 0; i < COUNT; ++i) {
            const f32(&sums)[4] = sums_[i / ACROSS][i % ACROSS];
            at[blockIdx.y * stride + i * THREADS] = {sums[0], sums[1], sums[2], sums[3]};
        }
        __threadfence();
        __syncthreads();
        const bool is_last = threadIdx.x == 0 && atomicAdd(&counter, 1) == shape_.splits - 1;
        if (!__syncthreads_or(is_last)) {
            return false;
        }
        __threadfence();
#pragma unroll
        for (int i = 0; i < COUNT; ++i) {
            f32(&sums)[4] = sums_[i / ACROSS][i % ACROSS];
            sums[0] = sums[1] = sums[2] = sums[3] = 0;
        }
#pragma unroll 1
        for (u32 split = 0; split < shape_.splits; ++split, at += stride) {
#pragma unroll
            for (int i = 0; i < COUNT; ++i) {
                const float4 part = __ldcg(&at[i * THREADS]);
                f32(&sums)[4] = sums_[i / ACROSS][i % ACROSS];
                sums[0] += part.x;
                sums[1] += part.y;
                sums[2] += part.z;
                sums[3] += part.w;
            }
        }
        return true;
    }

    __device__ T *outputs(u32 row, u32 pixel)
    {
        return &memory_.outputs[threadIdx.x / 32][row][pixel];
    }

    // Rounds the warp's outputs and stores them in LDS.
    __device__ void keep_sums()
    {
        struct alignas(2 * sizeof(T)) Pair {
            T x, y;
        };
#pragma unroll
        for (int i = 0; i < DOWN; ++i) {
#pragma unroll
            for (int j = 0; j < ACROSS; ++j) {
#pragma unroll
                for (int half = 0; half < 2; ++half) {
                    const f32 *sums = &sums_[i][j][2 * half];
                    T *to = outputs(16 * i + 8 * half + lane() / 4, 8 * j + lane() % 4 * 2);
                    *reinterpret_cast<Pair *>(to) = {narrow<T>(sums[0]), narrow<T>(sums[1])};
                }
            }
        }
        __syncwarp();
    }

    // Stores the warp's outputs, |count| pixels at a time.
    template <int count> __device__ void store()
    {
        enum { BESIDE = OWN_PIXELS / count, ABOVE = 32 / BESIDE };
        struct alignas(count * sizeof(T)) Outputs {
            T at[count];
        };
        const u32 at = lane() % BESIDE * count, pixel = first_pixel_ + own_pixel() + at,
                  plane = shape_.y_out * shape_.x_out, image = pixel / plane;
        if (pixel >= shape_.pixels) {
            return;
        }
        T *const to =
            dst_ + (static_cast<usize>(image) * shape_.c_out * plane + (pixel - image * plane));
#pragma unroll 1
        for (u32 row = lane() / BESIDE; row < ROWS && first_row_ + row < shape_.c_out;
             row += ABOVE) {
            auto &made = *reinterpret_cast<Outputs *>(outputs(row, at));
            f32 nothing = 0;
#pragma unroll
            for (int i = 0; i < count; ++i) {
                nothing += widen(made.at[i]) * 0;
            }
            if (nothing != 0) {
#pragma unroll 1
                for (int i = 0; i < count; ++i) {
                    make_singly(made.at[i], first_row_ + row, pixel + i);
                }
            }
            *reinterpret_cast<Outputs *>(to + static_cast<usize>(first_row_ + row) * plane) = made;
        }
    }

    // Computes an output again, tap by tap, because it is not finite. Zeros for padding may have
    // met infinite weights, and only a finite number of f32 is the sum of two numbers of tf32.
    __device__ void make_singly(T &output, u32 row, u32 pixel) const
    {
        const Place place = place_of(output_of(pixel), pixel);
        const u32 y_last = (shape_.y_taps - 1) * shape_.y_dilation,
                  x_last = (shape_.x_taps - 1) * shape_.x_dilation;
        const bool is_inside = meets(place, 0, 0) && meets(place, y_last, x_last);
        if (widen(output) * 0 == 0 || (is_inside && !std::is_same<T, f32>::value)) {
            return;
        }
        const ChannelPack<T> *weights = kernel_ + row * shape_.depth;
        f32 sum = 0;
        for (u32 down = 0; down <= y_last; down += shape_.y_dilation) {
            for (u32 right = 0; right <= x_last; right += shape_.x_dilation) {
                const ChannelPack<T> *inputs =
                    src_ + (place.chunk + (down * shape_.width + right) * shape_.chunks);
                for (u32 i = 0; i < shape_.chunks && meets(place, down, right); ++i) {
                    const ChannelPack<T> weight = weights[i], input = inputs[i];
#pragma unroll
                    for (int k = 0; k < ChannelPack<T>::COUNT; ++k) {
                        sum += widen(weight.at[k]) * widen(input.at[k]);
                    }
                }
                weights += shape_.chunks;
            }
        }
        output = narrow<T>(sum);
    }

    const conv_channels_info &shape_;
    const ChannelPack<T> *src_, *kernel_;
    T *dst_;
    Memory &memory_;
    u32 first_row_, first_pixel_;
    Place places_[LOADED_PIXELS];
    Next next_;
    f32 sums_[DOWN][ACROSS][4] = {};
};

#endif
