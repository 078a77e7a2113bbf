// fast_*: the grid has a block for each output, which is made of |count| elements of a strided
// tensor. Or blocks consist of teams (has_teams()), and each output has a team. Then the tensor is
// dense, and the elements of an output are whole vectors side by side.
//
// A block makes a tile of outputs:
// - in rows, where the elements of an output are side by side: a team of neighbouring threads makes
//   each output, and loads vectors of 16 bytes. If the whole tensor is dense, no Job needs to be
//   planned.
// - in columns, where a tensor is reduced along an outer dimension and elements of neighbouring
//   outputs are side by side: neighbouring threads make neighbouring outputs. A thread loads
//   vectors with an element of each of several outputs, or elements of one output.
#pragma once

#include "../../device/wave.cuh"
#include "operations.cuh"
#include "region.cuh"
#include "tile.cuh"

// Returns how many outputs a thread makes if they are in columns: one for each element of a load,
// if their states take few registers.
template <class Op, class T> __host__ __device__ constexpr u32 columns_each()
{
    constexpr u32 room = 32 / sizeof(typename Op::State);
    return pack_length<T> < room ? pack_length<T> : room;
}

__device__ inline u32 within_block(u32 tile)
{
    return tile < blockDim.x ? tile : blockDim.x;
}

template <class T> struct Tiles {
    static constexpr u32 most = sizeof(T) == 1 ? 64 : 128 / sizeof(T);
    // The most vectors that one thread loads if a block makes several outputs. A thread needs
    // longer to get to its first vector than to load and add up |share| vectors.
    static constexpr u32 share = 16;

    // In a block of 1024 threads, a tile of rows has at least |most| / 2 outputs if rows are not
    // longer than this.
    static constexpr u32 length_of_half = 2 * 1024 * share * pack_length<T> / most;

    // Returns how many outputs a block makes if they are in rows.
    static __device__ u32 rows(usize count)
    {
        const u32 enough = blockDim.x * share * pack_length<T>;
        const u32 each = count < enough ? (enough >> ceil_log2(static_cast<u32>(count))) : 1;
        return tile_of(within_block(each < most ? each : most));
    }
    // The most outputs that a block makes if outputs are in columns: |most|, but at most one for
    // each lane of a warp, because block_gather() has room for the states of no more outputs.
    static constexpr u32 most_columns = most < WARP ? most : u32(WARP);
};

__device__ inline u32 larger_of(u32 a, u32 b)
{
    return a > b ? a : b;
}

// Returns |at|, or |count| - 1 (the index of the last item) if |at| is larger.
__device__ inline u32 item_at(u32 at, u32 count)
{
    return at < count ? at : count - 1;
}

// Loads |loads| items of a run, |k|, |k| + |step| and so on, and adds them to |state|. There is no
// branch, so all loads start together. In place of an item that does not exist, the last item is
// taken again. |are_all|: all items exist.
template <int V, int loads, bool are_all, int W, class Op, class T>
__device__ __forceinline__ void take_some(const Op &op, typename Op::State (&state)[W],
                                          const T *run, usize stride, u32 count, u32 k, u32 step,
                                          u32 index)
{
    const auto place = [&](u32 at) { return are_all ? at : item_at(at, count); };
    IndexedPack<T, V> held[loads];
#pragma unroll
    for (int j = 0; j < loads; ++j) {
        held[j] = IndexedPack<T, V>::load(run + place(k + j * step) * stride);
    }
#pragma unroll
    for (int j = 0; j < loads; ++j) {
        const u32 at = place(k + j * step);
#pragma unroll
        for (int e = 0; e < V; ++e) {
            op.take(state[W == 1 ? 0 : e], held[j][e], index + at * (V / W) + (W == 1 ? e : 0),
                    at == k + j * step);
        }
    }
}

// Adds this thread's share of a run of |count| items to |state|: the items |first|, |first| +
// |step| and so on. An item is V neighbouring elements; the next item begins |stride| elements
// later. With W = 1 all elements belong to one output, otherwise each element of an item belongs to
// an output of its own. |index| is the index of the run's first element.
template <int V, int loads, int W, class Op, class T>
__device__ inline void take_items(const Op &op, typename Op::State (&state)[W], const T *run,
                                  usize stride, u32 count, u32 first, u32 step, u32 index)
{
    u32 k = first;
    // without this, nvcc would let each load wait for the load before it
    if constexpr (!is_amd) {
#pragma unroll 1
        for (; k < count && count - k > (loads - 1) * step; k += loads * step) {
            take_some<V, loads, true>(op, state, run, stride, count, k, step, index);
        }
    }
#pragma unroll 1
    for (; k < count; k += loads * step) {
        take_some<V, loads, false>(op, state, run, stride, count, k, step, index);
    }
}

// Adds this thread's share of a run of |count| neighbouring elements to |state|: a share of the
// elements before the first vector, of the vectors, and of the elements after the last vector.
template <class Op, class T>
__device__ inline void take_dense(const Op &op, typename Op::State (&state)[1], const T *run,
                                  u32 count, u32 first, u32 step, u32 index)
{
    constexpr int V = pack_length<T>;
    const u32 free = elements_before_vector(run), before = free < count ? free : count;
    const u32 vectors = (count - before) / V, edges = count - vectors * V;
    take_items<V, Op::loads>(op, state, run + before, V, vectors, first, step, index + before);
#pragma unroll 1
    for (u32 k = first; k < edges; k += step) {
        const u32 at = k < before ? k : k + vectors * V;
        typename Op::State edge = op.identity();
        op.take(edge, run[at], index + at, true);
        state[0] = op(state[0], edge);
    }
}

enum class OutputOrder { columns, rows, any };

// Which outputs a block makes, and how its threads share them. A Job stays in shared memory,
// because there are too few registers for it.
struct Job {
    Region region;
    OutputOrder order;
    u32 tile; // how many outputs the block makes
    // how many neighbouring threads make different outputs, if outputs are in columns; 0 if outputs
    // are in rows
    u32 wide;
    u32 members; // how many threads share the elements of one output, or of W outputs in columns
    // how many of the |members| threads share a line of a region; the other threads have other
    // lines
    u32 lanes;
};
using SharedJob = const volatile IN_LDS Job;

// Returns the index of this thread among the members that make its output.
__device__ inline u32 member_of(SharedJob &job)
{
    return job.wide != 0 ? threadIdx.x >> log2_of(job.wide) : threadIdx.x & (job.members - 1);
}

// The states of W outputs, returned as one value.
template <class Op, int W> struct States {
    typename Op::State of[W];
};

// Returns the state of this thread's share of the elements of a region that is one plane; with W >
// 1, the states of its share of W such regions, which begin at |run|, |run| + 1 and so on. |run| is
// the first line of the plane, or null if there is no region.
template <int W, class Op, class T>
__device__ inline States<Op, W> take_plane(const Op &op, SharedJob &job, const T *run)
{
    const volatile IN_LDS Region &region = job.region;
    States<Op, W> state;
#pragma unroll
    for (int e = 0; e < W; ++e) {
        state.of[e] = op.identity();
    }
    if (run == nullptr) {
        return state;
    }
    if (member_of(job) == 0) {
#pragma unroll
        for (int e = 0; e < W; ++e) {
            op.begin(state.of[e], run + e);
        }
    }
    u32 line = member_of(job) >> log2_of(job.lanes);
    run += line * region.middle.stride;
#pragma unroll 1
    for (; line < region.lines; line += job.members >> log2_of(job.lanes)) {
        const u32 lanes = job.lanes, lane = member_of(job) & (lanes - 1);
        const u32 index = line * region.length;
        if constexpr (W > 1) {
            take_items<W, Op::column_loads>(op, state.of, run, region.inner.stride, region.length,
                                            lane, lanes, index);
        } else {
            take_dense(op, state.of, run, region.length, lane, lanes, index);
        }
        run += (job.members >> log2_of(job.lanes)) * region.middle.stride;
    }
    return state;
}

// Returns the state of this thread's share of |total| elements of any region. The elements begin at
// the logical index |begin|.
template <class Op, class T>
__device__ inline typename Op::State take_region(const Op &op, SharedJob &job, const T *src,
                                                 usize begin, usize total)
{
    const volatile IN_LDS Region &region = job.region;
    typename Op::State state[1] = {op.identity()};
    const usize end = begin + total;
#pragma unroll 1
    for (usize at = begin + (member_of(job) >> log2_of(job.lanes)) * usize(region.length); at < end;
         at += (job.members >> log2_of(job.lanes)) * usize(region.length)) {
        const T *run = src + region_offset(region, at);
        const u32 lanes = job.lanes, lane = member_of(job) & (lanes - 1);
        const u32 index = static_cast<u32>(at) - static_cast<u32>(begin);
        if (at == begin && lane == 0) {
            op.begin(state[0], run);
        }
        take_items<1, sizeof(T) == 8 ? Op::column_loads : 3>(
            op, state, run, region.inner.stride,
            static_cast<u32>(smaller_of(region.length, end - at)), lane, lanes, index);
    }
    return state[0];
}

// Each thread has a state of each of W columns. The W threads whose numbers differ only in
// threadIdx.x / |low| % W combine their states column by column, and each of them returns one
// column's state: that of column threadIdx.x / |low| % W.
template <class Op, int W>
__device__ inline typename Op::State fold_columns(const Op &op, const States<Op, W> &states,
                                                  u32 low)
{
    if constexpr (W == 1) {
        return states.of[0];
    } else {
        constexpr int half = W / 2;
        const bool is_upper = (threadIdx.x & low * half) != 0;
        States<Op, half> rest;
#pragma unroll
        for (int e = 0; e < half; ++e) {
            const typename Op::State lower = states.of[e], upper = states.of[e + half];
            const typename Op::State given = is_upper ? lower : upper;
            rest.of[e] = op(is_upper ? upper : lower,
                            warp_exchange(given, static_cast<int>(low * half), blockDim.x));
        }
        return fold_columns(op, rest, low);
    }
}

// The parameters of make_job(). A vector has V elements. If outputs are in columns, a tile has at
// most |most_columns| outputs, and a thread makes W neighbouring outputs if |are_vectors| (memory
// allows vectors), else one output. If outputs are in rows, a tile has |rows| outputs. A Plan is
// small enough to be passed in registers.
struct Plan {
    usize numel, count, rank;
    const usize *info;
    u32 outputs, V, W, most_columns, rows;
    bool are_vectors;
};

// Returns how many outputs a tile has if they are in columns. The tile has the outputs that one
// thread makes, those in a sector of memory, or |most_columns|; the larger the tile, the more
// blocks must be left to work. The tile has no fewer outputs than in rows, unless |most_columns| is
// less.
__device__ inline u32 tile_of_columns(const Plan &plan)
{
    const u32 least = tile_of(within_block(plan.W), 14);
    const u32 more = tile_of(within_block(2 * plan.V), 16);
    const u32 wide = tile_of(within_block(plan.most_columns));
    const u32 tile = larger_of(larger_of(least, more), larger_of(wide, plan.rows));
    return tile < plan.most_columns ? tile : plan.most_columns;
}

__device__ OUT_OF_LINE void make_job(IN_LDS Job *in_lds, const Plan plan)
{
    // Keeps the return address in its register until return_to(); otherwise clang 19 would keep the
    // address in scratch memory.
    const void *const back = return_address();
    Job &job = *(Job *)in_lds;
    Region &region = job.region;
    const usize count = same_in_wave(plan.count);
    region_describe(region, count, same_in_wave(plan.rank), same_in_wave(plan.info));
    const bool by_columns = region.inner.stride != 1 && region.neighbour == 1;
    const bool is_whole = plan.outputs * count <= plan.numel &&
                          static_cast<usize>(region.lines) * region.length == count;
    const u32 tile = by_columns ? tile_of_columns(plan) : plan.rows;
    const bool are_vectors = is_whole && by_columns && tile >= plan.W &&
                             (region.spacing & (plan.W - 1)) == 0 && plan.are_vectors;
    job.order = are_vectors                            ? OutputOrder::columns
                : is_whole && region.inner.stride == 1 ? OutputOrder::rows
                                                       : OutputOrder::any;
    job.tile = tile;
    const u32 wide = are_vectors ? tile >> log2_of(plan.W) : tile;
    job.wide = by_columns ? wide : 0;
    job.members = blockDim.x >> log2_of(wide);
    const u32 share = job.order == OutputOrder::rows ? 2 * plan.V : 4;
    const u32 wanted = bit_ceil((region.length + share - 1) >> log2_of(share));
    job.lanes = wanted < job.members ? wanted : job.members;
    return_to(back);
}

// Returns the state of this thread's part of the elements that the block's job has.
template <class Op, class T>
__device__ inline typename Op::State take_part(const Op &op, SharedJob &job, u32 outputs,
                                               usize numel, usize count, const T *src)
{
    constexpr int W = columns_each<Op, T>();
    const u32 each = job.order == OutputOrder::columns ? W : 1;
    const usize output =
        tile_begin(job.tile) + (job.wide != 0 ? (threadIdx.x & (job.wide - 1)) * each
                                              : threadIdx.x >> log2_of(job.members));
    const usize begin = output * count;
    const bool is_there = output < outputs && begin < numel;
    if (job.order == OutputOrder::any) {
        return take_region(op, job, src, begin, is_there ? smaller_of(count, numel - begin) : 0);
    }
    const T *const first = is_there ? src + region_offset(job.region, begin) : nullptr;
    if (job.order == OutputOrder::columns) {
        return fold_columns(op, take_plane<W>(op, job, first), job.wide);
    }
    return take_plane<1>(op, job, first).of[0];
}

// Adds the elements of the vectors |k|, |k| + |step| and so on to |state|: of |loads| vectors, or
// of those whose numbers are below |count|. |next| points to vector |k|. |are_all|: all |loads|
// vectors exist.
template <int V, int loads, bool are_all, class Op, class T>
__device__ __forceinline__ void take_vectors(const Op &op, typename Op::State &state, const T *next,
                                             u32 k, u32 step, u32 count)
{
    IndexedPack<T, V> held[loads] = {};
#pragma unroll
    for (u32 j = 0; j < loads; ++j) {
        if (are_all || k + j * step < count) {
            held[j] = IndexedPack<T, V>::load(next + j * step * V);
        }
    }
#pragma unroll
    for (u32 j = 0; j < loads; ++j) {
        if (are_all || k + j * step < count) {
#pragma unroll
            for (int e = 0; e < V; ++e) {
                op.take(state, held[j][e], (k + j * step) * V + e, true);
            }
        }
    }
}

// Returns the state of |op| after this thread's part of a row: of the |count| elements of output
// |number|, which |lanes| threads share. are_rows() must be true.
template <class Op, class T>
__device__ inline typename Op::State take_row(const Op &op, u32 number, u32 count, u32 lanes,
                                              const T *src)
{
    constexpr int V = pack_length<T>;
    constexpr u32 loads = Op::row_loads;
    const u32 lane = threadIdx.x & (lanes - 1);
    const T *const run = src + static_cast<usize>(number) * count, *next = run + lane * V;
    typename Op::State state = op.identity();
    if (lane == 0) {
        op.begin(state, run);
    }
    u32 k = lane;
#pragma unroll 1
    for (; k + (loads - 1) * lanes < count / V; k += loads * lanes) {
        take_vectors<V, loads, true>(op, state, next, k, lanes, count / V);
        next += loads * lanes * V;
    }
    take_vectors<V, loads, false>(op, state, next, k, lanes, count / V);
    return state;
}

// Whether the elements of each output are whole vectors, and follow the elements of the output
// before.
template <class T>
__device__ inline bool are_rows(u32 outputs, usize numel, usize count, usize rank,
                                const usize *info, const T *src)
{
    return count >> 30 == 0 && count % pack_length<T> == 0 && are_vectors(src) &&
           outputs * count <= numel && is_dense(rank, info);
}

// What a thread has made before the block's threads combine their states. Threads whose numbers
// differ only in the bits from |low| up to |high| are a group (block_gather()), and have parts of
// one output. If a block has nothing to do, |high| is 0.
template <class State> struct Made {
    State state;
    u32 tile, low, high;
};

// Makes this thread's part of a tile of rows.
template <class Op, class T>
__device__ __forceinline__ Made<typename Op::State>
make_rows(const Op &op, u32 tile, u32 turn, u32 outputs, usize count, const T *src)
{
    if (!is_tile_worker(tile, turn)) {
        return {op.identity(), tile, 1, 0};
    }
    Made<typename Op::State> made = {op.identity(), tile, 1, blockDim.x >> log2_of(tile)};
    const u32 number =
        static_cast<u32>(tile_begin(tile)) * blockDim.y + (block_thread() >> log2_of(made.high));
    if (number < outputs && count > 0) {
        made.state = take_row(op, number, static_cast<u32>(count), made.high, src);
    }
    return made;
}

// Makes this thread's part of a tile of any tensor. One thread plans the job for the block.
template <class Op, class T>
__device__ __forceinline__ Made<typename Op::State>
make_planned(const Op &op, Job &shared_job, u32 rows, u32 outputs, usize numel, usize count,
             usize rank, const usize *__restrict__ info, const T *src)
{
    if (threadIdx.x == 0) {
        constexpr u32 W = columns_each<Op, T>();
        make_job((IN_LDS Job *)&shared_job,
                 {numel, count, rank, info, outputs, pack_length<T>, W, Tiles<T>::most_columns,
                  rows, reinterpret_cast<usize>(src) % (W * sizeof(T)) == 0});
    }
    __syncthreads();
    SharedJob &job = *(SharedJob *)&shared_job;
    if (!is_tile_worker(same_in_wave(job.tile))) {
        return {op.identity(), rows, 1, 0};
    }
    const typename Op::State state = take_part(op, job, outputs, numel, count, src);
    // The number of outputs in a tile. Threads read it again from the job, because NVIDIA GPUs have
    // no registers to keep it in.
    const u32 tile = same_in_wave(job.tile);
    const bool by_columns = same_in_wave(job.wide) != 0;
    return {state, tile, by_columns ? tile : 1,
            by_columns ? blockDim.x : blockDim.x >> log2_of(tile)};
}

template <class Op, class T, class Out>
__device__ inline void reduce_fast(usize numel, usize count, usize rank,
                                   const usize *__restrict__ info, const T *__restrict__ src,
                                   Out *__restrict__ dst)
{
    using Tile = Tiles<T>;
    __shared__ typename Op::State partial[WARP * Tile::most_columns];
    __shared__ Job shared_job;
    if (leaves_at_once<Tile::most / 2>(count <= Tile::length_of_half)) {
        return;
    }
    const u32 outputs = grid_width() * blockDim.y;
    u32 tile = 1, turn = 0;
    bool by_rows = true;
    if (!has_teams()) {
        tile = Tile::rows(count);
        if (tile > 1) {
            turn = tile_turn();
            // Here it is not known yet whether outputs are in rows or in columns. In columns tiles
            // may be smaller, so that more blocks work: only a block that is idle in both cases
            // returns.
            if (!is_tile_worker(tile < Tile::most_columns ? tile : Tile::most_columns, turn)) {
                return;
            }
        }
        by_rows = count == 0 || are_rows(outputs, numel, count, rank, info, src);
    }
    const Op op = {};
    const Made<typename Op::State> made =
        by_rows ? make_rows(op, tile, turn, outputs, count, src)
                : make_planned(op, shared_job, tile, outputs, numel, count, rank, info, src);
    if (made.high == 0) {
        return;
    }
    const Gathered<typename Op::State> sum =
        block_gather(made.state, op, made.low, same_in_wave(made.high), partial);
    u32 number = sum.number;
    // Outputs are in columns, and a thread may have made several of them.
    if (made.low > 1) {
        const u32 wide = ((SharedJob *)&shared_job)->wide;
        number = (number & (wide - 1)) * (made.tile >> log2_of(wide)) + (number >> log2_of(wide));
    }
    const u32 into = static_cast<u32>(tile_begin(made.tile)) * blockDim.y + number;
    if (sum.is_first && into < outputs) {
        const Shape shape(rank, info);
        dst[into] = op.result(sum.value, static_cast<usize>(into) * count,
                              shape.rank > 0 ? shape.sizes[shape.rank - 1] : 1);
    }
}
