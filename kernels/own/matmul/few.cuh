// Multiplies matrices of which one, the short operand, has few lines: a matrix by one vector or a
// few. Most of the time goes into reading the other, long operand. A block reads each element of it
// once for MOST_LINES lines of the short operand, and there are enough blocks to keep memory busy.
//
// The threads of a block divide k among themselves. Each thread multiplies the elements that it
// reads by the lines of the short operand. In the end the block adds up the sums of its threads.
#pragma once

#include "../../device/wave.cuh"
#include "lines.cuh"
#include "rows.cuh"

enum { MOST_LINES = PRODUCT_FEW, WARPS = THREADS / WARP };
static_assert(WARPS == PRODUCT_FEW_ALONG_K, "what launches count");

// How many elements, which are neighbours in memory, a thread reads as one pack.
template <class T> constexpr int RUN = 16 / sizeof(Compute<T>);

// If neighbours in memory are elements of neighbouring lines of the long operand, a block has
// ACROSS threads side by side, and each of them takes RUN lines. The k are dealt out to THREADS /
// ACROSS sets of such threads. If neighbours in memory follow each other along k, each warp takes a
// line.
enum { ACROSS = PRODUCT_FEW_BYTES_ACROSS / 16 };

// The sum of each warp for each output of the block: at[warp][line of the short operand][line of
// the long operand].
template <class T> struct FewSums {
    Compute<T> at[WARPS][MOST_LINES][ACROSS * RUN<T>];
};

template <class T> __device__ inline Elements<T, RUN<T>> load_pack(const T *from)
{
    Pack<T, RUN<T>> pack = *reinterpret_cast<const Pack<T, RUN<T>> *>(from);
    return pack.template pop<RUN<T>>();
}

// Whether elements at distances of |stride| can be loaded as packs. The elements must be
// neighbours, and packs must stay aligned after any number of steps of |other|, the distance in the
// other direction.
template <class T> __device__ inline bool has_packs(const T *data, usize stride, usize other)
{
    return is_vector<T, RUN<T>>(data, stride) && other % RUN<T> == 0;
}

// Sets |lines| to the first |few| lines of |less|, from element |k| on. If |less| has fewer lines,
// its last line is used again.
template <class T, int few, class Places>
__device__ inline void find_lines(const Lines<T> &less, usize k, const T *(&lines)[few],
                                  const Places &places)
{
#pragma unroll
    for (int f = 0; f < few; ++f) {
        lines[f] = less.data + places(f < less.lines ? f : less.lines - 1) * less.line_stride +
                   k * less.k_stride;
    }
}

// Loads elements of RUN neighbouring lines, at distances of |stride|, one at a time. If only
// |count| < RUN lines are left, loads the element of the last line again.
template <class T>
__device__ __forceinline__ Elements<T, RUN<T>> gather_pack(const T *from, usize count, usize stride)
{
    Elements<T, RUN<T>> right;
#pragma unroll
    for (int i = 0; i < RUN<T>; ++i) {
        right.at[i] = from[(i < count ? i : count - 1) * stride];
    }
    return right;
}

// Adds up the sums of those lanes of a warp that have parts of the same output, and stores the
// results in LDS.
template <int few, class T>
__device__ __forceinline__ void store_sums(const Compute<T> (&sums)[few][RUN<T>], u32 warp,
                                           u32 lane, u32 skipped, FewSums<T> &memory)
{
#pragma unroll
    for (int f = 0; f < few; ++f) {
#pragma unroll
        for (int i = 0; i < RUN<T>; ++i) {
            const Compute<T> sum = warp_reduce(sums[f][i], Add(), ACROSS);
            if (lane < ACROSS) {
                memory.at[warp][f][skipped + i] = sum;
            }
        }
    }
}

// Adds up products if neighbours in memory are elements of neighbouring lines. A thread takes RUN
// lines of |many|, or fewer if fewer are left.
template <int few, class T>
__device__ inline void sum_across(const Lines<T> &less, Lines<T> many, FewSums<T> &memory)
{
    // how many packs a thread loads before it uses the first of them
    constexpr int at_once = few > 1 ? 1 : 4;
    constexpr u32 step = THREADS / ACROSS;
    const u32 thread = this_thread(), warp = thread / WARP, lane = thread % WARP;
    const u32 first = thread / ACROSS, skipped = thread % ACROSS * RUN<T>;
    const usize count = many.lines > skipped ? many.lines - skipped : 0;
    const T *from = many.data + skipped * many.line_stride + first * many.k_stride;
    const T *lines[few];
    Compute<T> sums[few][RUN<T>] = {};
    find_lines(less, first, lines, InOrder());
    const auto add = [&](const Elements<T, RUN<T>> &right) {
#pragma unroll
        for (int f = 0; f < few; ++f) {
            const Compute<T> left = widen(*lines[f]);
            lines[f] += step * less.k_stride;
#pragma unroll
            for (int i = 0; i < RUN<T>; ++i) {
                sums[f][i] += left * widen(right.at[i]);
            }
        }
        from += step * many.k_stride;
    };
    usize k = count > 0 ? first : many.k;
    if (count >= RUN<T> && has_packs(from, many.line_stride, many.k_stride)) {
#pragma unroll at_once
        for (; k < many.k; k += step) {
            add(load_pack(from));
        }
    }
#pragma unroll 1
    for (; k < many.k; k += step) {
        add(gather_pack(from, count, many.line_stride));
    }
    store_sums<few, T>(sums, warp, lane, skipped, memory);
}

// Adds up products if neighbours in memory follow each other along k. A warp takes one line of
// |many|. |places| says where the lines of |less| are.
template <int few, class T, class Places = InOrder>
__device__ inline void sum_along(const Lines<T> &less, const Lines<T> &many, FewSums<T> &memory,
                                 const Places &places = {})
{
    // how many packs a thread loads before it uses the first of them
    constexpr int at_once = few > 1 ? 1 : 4;
    const u32 thread = this_thread(), warp = thread / WARP, lane = thread % WARP;
    const T *from = many.data + (warp < many.lines ? warp : many.lines - 1) * many.line_stride;
    const T *lines[few];
    Compute<T> sums[few] = {};
    find_lines(less, 0, lines, places);
    usize k = 0;
    if (has_packs(many.data, many.k_stride, many.line_stride) &&
        has_packs(less.data, less.k_stride, less.line_stride)) {
#pragma unroll at_once
        for (k = lane * RUN<T>; k + RUN<T> <= many.k; k += WARP * RUN<T>) {
            const Elements<T, RUN<T>> right = load_pack(from + k);
#pragma unroll
            for (int f = 0; f < few; ++f) {
                const Elements<T, RUN<T>> left = load_pack(lines[f] + k);
#pragma unroll
                for (int i = 0; i < RUN<T>; ++i) {
                    sums[f] += widen(left.at[i]) * widen(right.at[i]);
                }
            }
        }
        k = many.k / RUN<T> * RUN<T>;
    }
#pragma unroll 1
    for (k += lane; k < many.k; k += WARP) {
        const Compute<T> right = widen(from[k * many.k_stride]);
#pragma unroll
        for (int f = 0; f < few; ++f) {
            sums[f] += widen(lines[f][k * less.k_stride]) * right;
        }
    }
#pragma unroll
    for (int f = 0; f < few; ++f) {
        memory.at[0][f][warp] = warp_sum(sums[f]); // all lanes of a warp store the same sum
    }
}

// Returns the total of the sums of the first |warps| warps, for line |f| of the short operand and
// line |line| of the long operand.
template <class T>
__device__ __forceinline__ Compute<T> sum_of_warps(const FewSums<T> &memory, u32 warps, u32 f,
                                                   u32 line)
{
    Compute<T> sum = 0;
#pragma unroll 1
    for (u32 warp = 0; warp < warps; ++warp) {
        sum += memory.at[warp][f][line];
    }
    return sum;
}

// c = a x b. If both operands have equally many lines, a is the short one, because its lines are
// more often contiguous. Calls |end| for each sum, as if the sum were a row of one element.
template <class T, class End>
__device__ inline void multiply_few(usize batches, usize rank, const usize *info, const Lines<T> &a,
                                    const Lines<T> &b, T *c, const End &end)
{
    __shared__ FewSums<T> memory;
    const bool is_left = a.lines <= b.lines;
    Lines<T> less = is_left ? a : b, many = is_left ? b : a;
    const usize less_lines = less.lines, many_lines = many.lines;
    const bool is_along_k = many.k_stride < many.line_stride;
    const u32 few = less_lines == 1 ? 1 : MOST_LINES, wide = is_along_k ? WARPS : ACROSS * RUN<T>;
    // 32 bits count the parts: a matrix with more would not fit into any memory.
    const u32 across = static_cast<u32>((many_lines + wide - 1) >> log2_of(wide)),
              parts = static_cast<u32>((less_lines + few - 1) >> log2_of(few)) * across;
#pragma unroll 1
    for (usize block = blockIdx.x; block < batches * parts; block += gridDim.x) {
        const usize batch = block / parts;
        const u32 at = static_cast<u32>(block - batch * parts), band = at / across;
        const usize first = static_cast<usize>(band) * few;
        const usize skipped = static_cast<usize>(at - band * across) * wide;
        const T *left = a.data, *right = b.data;
        find_matrices(batch, rank, info, left, right);
        less.data = (is_left ? left : right) + first * less.line_stride;
        many.data = (is_left ? right : left) + skipped * many.line_stride;
        less.lines = less_lines - first;
        many.lines = many_lines - skipped;
        if (is_along_k) {
            few == 1 ? sum_along<1>(less, many, memory) : sum_along<MOST_LINES>(less, many, memory);
        } else {
            few == 1 ? sum_across<1>(less, many, memory)
                     : sum_across<MOST_LINES>(less, many, memory);
        }
        __syncthreads();
        const u32 thread = this_thread(), f = thread / wide, line = thread % wide;
        if (f < few && f < less.lines && line < many.lines) {
            const Compute<T> sum = sum_of_warps(memory, is_along_k ? 1 : WARPS, f, line);
            const usize row = is_left ? first + f : skipped + line;
            const usize column = is_left ? skipped + line : first + f;
            Pack<Compute<T>, 1> sums;
            sums.set_first(sum);
            end.template operator()<1>(c + (batch * a.lines + row) * b.lines + column, column, 1,
                                       sums);
        }
        __syncthreads(); // waits until all threads have read the sums
    }
}
