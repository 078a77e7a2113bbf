// A convolution whose shape is in LDS. It is made by tiles, or one output at a time.
#pragma once

#include "product.cuh"
#include "tiles.cuh"

// ---- Choosing tiles -----------------------------------------------------------------------------

// How many phases an axis has, and how many outputs the largest phase has.
struct AxisPhases {
    usize count, outs;

    template <class Direction> __device__ static AxisPhases of(const Axis &axis)
    {
        const usize out = same_in_wave(static_cast<usize>(axis.out)),
                    phases = same_in_wave(static_cast<usize>(Direction::phases(axis)));
        return {phases, phases == 1 ? out : quotient_of(out - 1, phases) + 1};
    }
};

// Completes the task: chooses tiles and counts them. The block's first two threads call it.
template <class Direction> __device__ LARGE void complete_task(IN_LDS Task *in_lds, bool has_cores)
{
    const void *const back = return_address();
    Task &task = first_in_lds(in_lds);
    Convolution &conv = task.conv;
    Direction::complete(conv.axes[threadIdx.x]);
    if (threadIdx.x == 0) {
        const AxisPhases y = AxisPhases::of<Direction>(conv.y),
                         x = AxisPhases::of<Direction>(conv.x);
        const usize phases = y.count * x.count, pixels = same_in_wave(conv.batch) * y.outs * x.outs,
                    taps = same_in_wave(static_cast<usize>(conv.y.taps)) *
                           same_in_wave(static_cast<usize>(conv.x.taps)),
                    depth =
                        same_in_wave(conv.c_in) * (phases == 1 ? taps : quotient_of(taps, phases));
        const usize rows = same_in_wave(conv.c_out), high = (rows - 1) / HIGH + 1,
                    across = (pixels - 1) / COLUMNS + 1;
        const u32 c_out = same_in_wave(task.grouping.c_out);
        // Tiles are faster if outputs fill an eighth of a high tile. Numbers of tiles have 32 bits.
        const bool has_tiles =
            at_most(rows, HIGH) * at_most(pixels, COLUMNS) >= HIGH * COLUMNS / 8 && depth >= 16 &&
            depth < 1u << 28 && phases < 1u << 28 && conv.y.is_small() && conv.x.is_small();
        // Low tiles are faster if there are few channels, or so few outputs that multiprocessors
        // have room for two low tiles in place of each high one.
        const bool has_low =
            !same_in_wave(u32(has_cores)) && (c_out <= LOW || phases * across * high <= 64);
        const u32 bands = has_low ? (c_out + LOW - 1) / LOW : (c_out + HIGH - 1) / HIGH;
        task.has_tiles = has_tiles;
        task.has_low = has_low;
        task.bands = bands;
        task.most_tiles = at_most(phases * across * bands * same_in_wave(task.groups), UINT32_MAX);
#if defined(__HIP__)
        if (!has_tiles) {
            task.plan = MatrixPlan::of(same_in_wave(conv.batch) * rows *
                                           same_in_wave(static_cast<usize>(conv.y.out)),
                                       same_in_wave(static_cast<usize>(conv.x.out)), Singles::most,
                                       same_in_wave(task.blocks));
        }
#endif
        // The count leaves out phases without outputs.
        task.x_phases = at_most(x.count, static_cast<u32>(conv.x.out));
        task.phases = task.x_phases * at_most(y.count, static_cast<u32>(conv.y.out));
    }
    return_to(back);
}

// ---- Making the outputs -------------------------------------------------------------------------

// On AMD GPUs, code for both directions and all ranks is compiled once for each type.
#if defined(__HIP__)
template <class Direction> using DirectionOf = EitherDirection;
#else
template <class Direction> using DirectionOf = Direction;
#endif

// Chooses the class that makes tiles, and its LDS. Calls make(product, memory), where only the type
// of |product| counts.
template <class T, bool has_cores = HAS_CORES<T>> struct Tiles {
    union Memory {
        ProductMemory<T, HIGH> high;
        ProductMemory<T, LOW> low;
    };

    template <class Make>
    __device__ static void make(Memory &memory, bool has_low, const Make &make)
    {
        if (threadIdx.x == 0) {
            (has_low ? memory.low.has_infinite : memory.high.has_infinite) = 0;
        }
        if (has_low) {
            make(static_cast<Product<T, LOW> *>(nullptr), memory.low);
        } else {
            make(static_cast<Product<T, HIGH> *>(nullptr), memory.high);
        }
    }
};

#if defined(HAS_MFMA) || defined(HAS_WMMA)
template <class T> struct Tiles<T, true> {
    using Memory = CoreProductMemory<T>;

    template <class Make> __device__ static void make(Memory &memory, bool, const Make &make)
    {
        make(static_cast<CoreProduct<T> *>(nullptr), memory);
    }
};
#endif

template <class T, class Direction> struct ConvolutionMemory {
    Task task;
    Operands<T> operands;
    union {
        typename Tiles<T>::Memory tiles;
        RowTables<Singles, Direct<T, Direction>> direct;
    };
};

template <class T, class Direction>
__device__ __forceinline__ void convolve_by_tiles(ConvolutionMemory<T, Direction> &memory,
                                                  SharedOperands<T> operands)
{
    Tiles<T>::make(memory.tiles, same_in_wave(memory.task.has_low),
                   [&](auto *product, auto &of_tiles) {
                       using Maker = typename std::remove_pointer<decltype(product)>::type;
                       make_tiles<T, Direction, Maker>(memory.task, operands, of_tiles);
                   });
}

template <class T, class Direction>
__device__ __forceinline__ void convolve_singly(ConvolutionMemory<T, Direction> &memory,
                                                const Operands<T> &operands)
{
    const Convolution &conv = memory.task.conv;
    const usize rows = same_in_wave(conv.batch) * same_in_wave(conv.c_out) *
                       same_in_wave(static_cast<usize>(conv.y.out));
    const usize columns = same_in_wave(static_cast<usize>(conv.x.out));
#if defined(__HIP__)
    const MatrixPlan plan = memory.task.plan.in_wave();
#else
    const MatrixPlan plan = MatrixPlan::of(rows, columns, Singles::most, memory.task.blocks);
#endif
    fill_matrix(Direct<T, Direction>{conv, operands}, plan, rows, columns, operands.dst,
                memory.direct);
}

#if defined(__HIP__)
template <class T>
__device__ LARGE void tiles_in_lds(IN_LDS ConvolutionMemory<T, EitherDirection> *in_lds)
{
    const void *const back = return_address();
    auto &memory = first_in_lds(in_lds);
    convolve_by_tiles(memory, memory.operands);
    return_to(back);
}

template <class T>
__device__ LARGE void singly_in_lds(IN_LDS ConvolutionMemory<T, EitherDirection> *in_lds)
{
    const void *const back = return_address();
    auto &memory = first_in_lds(in_lds);
    convolve_singly(memory,
                    {global_in_wave(memory.operands.src), global_in_wave(memory.operands.kernel),
                     global_in_wave(memory.operands.dst)});
    return_to(back);
}
#endif

// Makes a convolution. The block's first thread calls describe(task), which sets |conv| up to the
// members that complete_task() sets, |grouping|, |groups| and |blocks|.
template <class Direction, bool is_by_tiles, class T, class Describe>
__device__ inline void convolve(const Operands<T> &operands, const Describe &describe)
{
    using Memory = ConvolutionMemory<T, DirectionOf<Direction>>;
    __shared__ Memory memory;
    if (threadIdx.x == 0) {
        describe(memory.task);
#if defined(__HIP__)
        memory.operands = operands;
#endif
    }
    __syncwarp();
    if (threadIdx.x < 2) {
        complete_task<DirectionOf<Direction>>((IN_LDS Task *)&memory.task, HAS_CORES<T>);
    }
    __syncthreads();
    const Task &task = memory.task;
    if (is_by_tiles || same_in_wave(task.has_tiles)) {
        if (blockIdx.x >= same_in_wave(task.most_tiles)) {
            return;
        }
#if defined(__HIP__)
        tiles_in_lds<T>((IN_LDS Memory *)&memory);
    } else {
        singly_in_lds<T>((IN_LDS Memory *)&memory);
#else
        convolve_by_tiles(memory, operands);
    } else {
        convolve_singly(memory, operands);
#endif
    }
}
