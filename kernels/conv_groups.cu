// Convolutions whose channels are in groups, and whose steps may differ on each axis, on bf16 f16
// f32 f64 u8 u32: by tiles, as products of matrices, or by strips, for groups of few channels. Sums
// as in conv.cu.
//
// info = batch, groups, c_in and c_out of a group; in, taps, out, stride, padding and dilation of
// y, then of x; the strides of the input's batch, channel, y and x; those of the kernel's c_out,
// c_in, y and x. Sizes fit 28 bits, the input's strides of y and x 31. The output is dense.
#include "elementwise.cuh"

#include "conv/product.cuh"
#include "conv/strips.cuh"

struct Grouping {
    u32 groups, c_out;             // channels of a group
    Divisor channels;              // by c_out
    usize src_group, kernel_group; // from one group to the next
};

__device__ inline Axis axis_at(const usize *info)
{
    return {static_cast<i64>(info[0]),
            static_cast<i64>(info[1]),
            static_cast<i64>(info[2]),
            static_cast<i64>(info[3]),
            static_cast<i64>(info[4]),
            static_cast<i64>(info[5]),
            1,
            1};
}

// Called by all threads of the block. |conv| has the input channels of a group, and the output
// channels of all.
template <class Direction>
__device__ inline void read_shape(const usize *info, Grouping &grouping, Convolution &conv)
{
    if (threadIdx.x == 0) {
        const usize groups = info[1], c_out = info[3];
        conv.batch = info[0];
        conv.c_in = info[2];
        conv.c_out = groups * c_out;
        conv.y = axis_at(info + 4);
        conv.x = axis_at(info + 10);
        conv.src_batch = info[16];
        conv.src_channel = info[17];
        conv.src_y = info[18];
        conv.src_x = info[19];
        conv.kernel_out = info[20];
        conv.kernel_in = info[21];
        conv.kernel_y = info[22];
        conv.kernel_x = info[23];
        grouping = {static_cast<u32>(groups), static_cast<u32>(c_out),
                    Divisor(static_cast<u32>(c_out)), conv.c_in * conv.src_channel,
                    Direction::is_transposed ? conv.c_in * conv.kernel_in
                                             : c_out * conv.kernel_out};
    }
    __syncthreads();
    if (threadIdx.x < 2) {
        Direction::complete(threadIdx.x == 0 ? conv.y : conv.x);
    }
    __syncthreads();
}

// Phases without outputs are left out.
template <class Direction> __device__ inline u32 phases_of(const Axis &axis)
{
    const i64 phases = Direction::phases(axis);
    return same_in_wave(static_cast<u32>(phases < axis.out ? phases : axis.out));
}

// ---- Tiles ------------------------------------------------------------------------------------

// As make_tiles() of tiles.cuh, but a tile has channels of one group only.
template <class Direction, class Product, class T>
__device__ __forceinline__ void make_group_tiles(const Grouping &grouping, const Convolution &conv,
                                                 const Operands<T> &operands, T *dst,
                                                 typename Product::Memory &memory)
{
    enum { ROWS = Product::ROWS };
    const u32 y_phases = phases_of<Direction>(conv.y), x_phases = phases_of<Direction>(conv.x);
    const u32 bands = same_in_wave((grouping.c_out + ROWS - 1) / ROWS);
    u32 number = blockIdx.x; // among the phase's
    if (threadIdx.x == 0) {
        memory.channel = lead_of<T>(conv.src_channel, conv.kernel_in);
        memory.down = lead_of<T>(conv.y.hop * conv.src_y, conv.y.step * conv.kernel_y);
        memory.right = lead_of<T>(conv.x.hop * conv.src_x, conv.x.step * conv.kernel_x);
    }
#pragma unroll 1
    for (u32 phase = 0; phase < y_phases * x_phases; ++phase) {
        if (threadIdx.x < 2) {
            const bool is_y = threadIdx.x == 0;
            (is_y ? memory.y : memory.x) = Direction::phase(
                is_y ? conv.y : conv.x, is_y ? phase / x_phases : phase % x_phases);
        }
        __syncthreads();
        const usize pixels = conv.batch * memory.y.outs * memory.x.outs;
        const u32 across = same_in_wave(static_cast<u32>((pixels + COLUMNS - 1) / COLUMNS));
        const u32 tiles = across * bands * same_in_wave(grouping.groups);
#pragma unroll 1
        for (; number < tiles; number += gridDim.x) {
            const u32 strip = same_in_wave(number / bands), band = number - strip * bands;
            const u32 group = same_in_wave(strip / across);
            if (threadIdx.x == 0) {
                const u32 row = band * ROWS;
                const usize column = static_cast<usize>(strip - group * across) * COLUMNS;
                memory.tile = {group * grouping.c_out + row, column,
                               at_most(grouping.c_out - row, ROWS),
                               at_most(pixels - column, COLUMNS)};
                memory.depth =
                    static_cast<u32>(conv.c_in * memory.y.reach.count * memory.x.reach.count);
            }
            __syncthreads();
            // A tile's rows count from the first channel of all.
            const Operands<T> own = {operands.src + group * grouping.src_group,
                                     operands.kernel + group * (grouping.kernel_group -
                                                                grouping.c_out * conv.kernel_out)};
            Product(conv, own, dst, memory).make();
        }
        number -= tiles;
        __syncthreads(); // nobody reads the phase
    }
}

template <class Direction, class T>
__device__ inline void convolve_by_tiles(const usize *info, const Operands<T> &operands, T *dst)
{
    __shared__ Grouping grouping;
    __shared__ Convolution conv;
    __shared__ typename Tiles<T, Direction>::Memory memory;
    read_shape<Direction>(info, grouping, conv);
    const bool has_low = grouping.c_out <= LOW || suits_low<Direction>(conv);
    Tiles<T, Direction>::make(memory, has_low, [&](auto *product, auto &of_tiles) {
        using Maker = typename std::remove_pointer<decltype(product)>::type;
        make_group_tiles<Direction, Maker>(grouping, conv, operands, dst, of_tiles);
    });
}

// ---- Strips -----------------------------------------------------------------------------------

template <class Direction, class T>
__device__ inline void convolve_by_strips(const usize *info, const Operands<T> &operands, T *dst)
{
    __shared__ Grouping grouping;
    __shared__ Convolution conv;
    __shared__ StripPhase phase;
    read_shape<Direction>(info, grouping, conv);
    const u32 y_phases = phases_of<Direction>(conv.y), x_phases = phases_of<Direction>(conv.x);
    const u32 channels = static_cast<u32>(conv.c_out);
    const usize plane = conv.y.out * conv.x.out, warps = thread_count() / STRIP_LANES;
    usize number = first_thread() / STRIP_LANES; // among the phase's
#pragma unroll 1
    for (u32 y = 0; y < y_phases; ++y) {
#pragma unroll 1
        for (u32 x = 0; x < x_phases; ++x) {
            if (threadIdx.x == 0) {
                phase = StripPhase::of<Direction>(conv, y, x);
            }
            __syncthreads();
            const usize strips = static_cast<usize>(phase.strips) * channels;
#pragma unroll 1
            for (; number < strips; number += warps) {
                const u32 strip = static_cast<u32>(number),
                          channel = phase.channels.quotient(strip);
                const u32 group = grouping.channels.quotient(channel);
                const StripChannel<T> own = {
                    operands.src + group * grouping.src_group,
                    operands.kernel + (group * grouping.kernel_group +
                                       (channel - group * grouping.c_out) * conv.kernel_out),
                    dst + channel * plane};
                Strip<T>(conv, phase)
                    .make((strip - channel * phase.strips) * STRIP, own, channels * plane);
                __syncwarp(); // keeps compilers from holding all of the phase in registers
            }
            number -= strips;
            __syncthreads(); // nobody reads the phase
        }
    }
}

#define STRIPS_KERNEL(name) extern "C" __global__ void __launch_bounds__(256, 3) name

#define CONV_GROUPS(NAME, T)                                                                       \
    KERNEL(conv_tiles_##NAME)(const usize *info, const T *src, const T *kernel, T *dst)            \
    {                                                                                              \
        convolve_by_tiles<Forward>(info, Operands<T>{src, kernel}, dst);                           \
    }                                                                                              \
    KERNEL(conv_transpose_tiles_##NAME)(const usize *info, const T *src, const T *kernel, T *dst)  \
    {                                                                                              \
        convolve_by_tiles<Transposed>(info, Operands<T>{src, kernel}, dst);                        \
    }                                                                                              \
    STRIPS_KERNEL(conv_strips_##NAME)(const usize *info, const T *src, const T *kernel, T *dst)    \
    {                                                                                              \
        convolve_by_strips<Forward>(info, Operands<T>{src, kernel}, dst);                          \
    }                                                                                              \
    STRIPS_KERNEL(conv_transpose_strips_##NAME)                                                    \
    (const usize *info, const T *src, const T *kernel, T *dst)                                     \
    {                                                                                              \
        convolve_by_strips<Transposed>(info, Operands<T>{src, kernel}, dst);                       \
    }

CONV_GROUPS(bf16, bf16)
CONV_GROUPS(f16, f16)
CONV_GROUPS(f32, f32)
CONV_GROUPS(f64, f64)
CONV_GROUPS(u8, u8)
CONV_GROUPS(u32, u32)
