// cumsum_T and cumprod_T: out[j] = inp[0] op ... op inp[j] along one dimension.
//
// A block scans a row in tiles, and a thread scans |per_thread| neighbours of a tile. Then a warp
// scans the totals of its threads, and the block those of its warps; the total of all earlier tiles
// comes first. The order is fixed, so floats have the same bits for every grid and on every device.
//
// A few long rows are divided into parts, and each part gets a block: a first launch writes the
// totals of the parts, and a second one begins each part with the total of those before it. If many
// rows are short, or are neighbours, one thread scans each row from its first element to its last.
#include "../contract/launches.h"
#include "../device/divide.cuh"
#include "../device/elementwise.cuh"
#include "../device/wave.cuh"

constexpr u32 scan_threads = SCAN_THREADS, per_thread = SCAN_TILE / SCAN_THREADS,
              scan_warps = scan_threads / WARP;

struct Sum {
    template <class C> static constexpr C identity = C(0);
    template <class C> __device__ static C apply(C a, C b)
    {
        return a + b;
    }
};

struct Product {
    template <class C> static constexpr C identity = C(1);
    template <class C> __device__ static C apply(C a, C b)
    {
        return a * b;
    }
};

// Adds up |length| elements at distances of |pitch|, in a fixed order. Returns the total to all
// threads of the block.
template <class Op, class T>
__device__ inline Compute<T> total_of(const T *inp, usize length, usize pitch)
{
    using C = Compute<T>;
    __shared__ C partial[WARP];
    C total = Op::template identity<C>;
    for (usize tile = 0; tile < length; tile += scan_threads * per_thread) {
#pragma unroll
        for (u32 k = 0; k < per_thread; ++k) {
            const usize at = tile + k * scan_threads + threadIdx.x;
            total =
                Op::apply(total, at < length ? widen(inp[at * pitch]) : Op::template identity<C>);
        }
    }
    total = team_reduce(
        total, [](C a, C b) { return Op::apply(a, b); }, scan_threads, partial);
    __syncthreads(); // waits until all threads have read |partial|
    return total;
}

// Whether a thread's elements are moved as one pack. On AMD GPUs never: it would not be faster, and
// elements of 16 bits would have to be taken out of words.
template <class T> __device__ inline bool are_moved_as_one(const T *first, usize pitch)
{
    return !has_any_vector && is_vector<T, per_thread>(first, pitch);
}

// Loads this thread's elements of a row, from |first| on, at distances of |pitch|. Elements beyond
// the end of the row become the identity of the operation, which changes no result.
template <class Op, class T>
__device__ __forceinline__ void load_elements(T (&elements)[per_thread], const T *row, usize first,
                                              usize length, usize pitch, bool is_full)
{
    if (is_full && are_moved_as_one(row + first, pitch)) {
        move_vector<per_thread>(elements, row + first);
    } else {
#pragma unroll
        for (u32 k = 0; k < per_thread; ++k) {
            elements[k] = first + k < length ? row[(first + k) * pitch]
                                             : narrow<T>(Op::template identity<Compute<T>>);
        }
    }
}

template <class T>
__device__ __forceinline__ void store_elements(T *row, const T (&elements)[per_thread], usize first,
                                               usize length, usize pitch, bool is_full)
{
    if (is_full && are_moved_as_one(row + first, pitch)) {
        move_vector<per_thread>(row + first, elements);
    } else {
#pragma unroll
        for (u32 k = 0; k < per_thread; ++k) {
            if (first + k < length) {
                row[(first + k) * pitch] = elements[k];
            }
        }
    }
}

// Scans a thread's own elements in registers, and returns their total.
template <class Op, class T, class C>
__device__ __forceinline__ C scan_own(C (&x)[per_thread], const T (&elements)[per_thread])
{
#pragma unroll
    for (u32 k = 0; k < per_thread; ++k) {
        x[k] = widen(elements[k]);
        if (k > 0) {
            x[k] = Op::apply(x[k - 1], x[k]);
        }
    }
    return x[per_thread - 1];
}

// Returns the total of everything before this thread's elements; |total| is the total of this
// thread's own elements. |carry| is the total before the tile, and becomes the total before the
// next tile. |totals| is memory of the block.
template <class Op, class C>
__device__ __forceinline__ C scan_threads_of_block(C total, C &carry, C (&totals)[scan_warps],
                                                   u32 lane, u32 warp)
{
#pragma unroll
    for (u32 step = 1; step < WARP; step *= 2) {
        const C other = __shfl_up_sync(~0u, total, step);
        if (lane >= step) {
            total = Op::apply(other, total);
        }
    }
    if (lane == WARP - 1) {
        totals[warp] = total;
    }
    const C in_warp = __shfl_up_sync(~0u, total, 1);
    __syncthreads();
    C before = carry;
#pragma unroll
    for (u32 w = 0; w < scan_warps; ++w) {
        before = w < warp ? Op::apply(before, totals[w]) : before;
        carry = Op::apply(carry, totals[w]);
    }
    if (lane > 0) {
        before = Op::apply(before, in_warp);
    }
    return before;
}

// Scans a row whose elements are at distances of |pitch|. The row begins with the total |carry| of
// what comes before.
template <class Op, class T>
__device__ inline void scan_row(const T *inp, T *out, usize length, usize pitch, Compute<T> carry)
{
    using C = Compute<T>;
    __shared__ C totals[scan_warps];
    const u32 lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    for (usize tile = 0; tile < length; tile += scan_threads * per_thread) {
        const usize first = tile + threadIdx.x * per_thread;
        const bool is_full = first + per_thread <= length;
        alignas(sizeof(T) * per_thread) T elements[per_thread];
        load_elements<Op>(elements, inp, first, length, pitch, is_full);
        C x[per_thread];
        const C total = scan_own<Op>(x, elements);
        const C before = scan_threads_of_block<Op>(total, carry, totals, lane, warp);
#pragma unroll
        for (u32 k = 0; k < per_thread; ++k) {
            elements[k] = narrow<T>(Op::apply(before, x[k]));
        }
        store_elements(out, elements, first, length, pitch, is_full);
        __syncthreads();
    }
}

// Scans a row by one thread, which loads several elements at a time.
template <class Op, class T>
__device__ inline void scan_alone(const T *inp, T *out, u32 length, usize pitch)
{
    using C = Compute<T>;
    C sum = Op::template identity<C>;
#pragma unroll 1
    for (u32 left = length; left > 0;) {
        const u32 count = left < per_thread ? left : per_thread;
        T elements[per_thread];
#pragma unroll
        // past the end of the row, loads the batch's first element again
        for (u32 k = 0; k < per_thread; ++k) {
            elements[k] = inp[k < count ? k * pitch : 0];
        }
#pragma unroll
        for (u32 k = 0; k < per_thread; ++k) {
            sum = Op::apply(sum, widen(elements[k]));
            if (k < count) {
                out[k * pitch] = narrow<T>(sum);
            }
        }
        inp += count * pitch;
        out += count * pitch;
        left -= count;
    }
}

template <class Op, class T>
__device__ inline void scan_each_alone(usize rows, usize length, usize right, const T *inp, T *out)
{
    for (usize row = first_thread(); row < rows; row += thread_count()) {
        const usize outer = index_quotient(row, right);
        const usize begin = outer * length * right + (row - outer * right);
        scan_alone<Op>(inp + begin, out + begin, static_cast<u32>(length), right);
    }
}

// Scans rows of [left, length, right], where row r is one of left * right. A part of a row has
// |most| elements, and the last part has the remaining elements. The thread block at (x, part)
// scans one part. The totals of a row's parts are neighbours. If |out| is null, only totals are
// written.
template <class Op, class T>
__device__ inline void scan_rows(usize rows, usize length, usize right, usize most, const T *inp,
                                 T *out, Compute<T> *totals)
{
    using C = Compute<T>;
    const usize part = blockIdx.y, first = part * most, left = length - first;
    const usize count = left < most ? left : most;
    for (usize row = blockIdx.x; row < rows; row += gridDim.x) {
        const usize outer = right == 1 ? row : row / right;
        const usize begin = (outer * length + first) * right + (row - outer * right);
        C *const own = totals + row * grid_height();
        if (out == nullptr) {
            const C total = total_of<Op>(inp + begin, count, right);
            if (threadIdx.x == 0) {
                own[part] = total;
            }
        } else {
            const C carry = part > 0 ? total_of<Op, C>(own, part, 1) : Op::template identity<C>;
            scan_row<Op>(inp + begin, out + begin, count, right, carry);
        }
    }
}

#define SCAN(NAME, T, OP)                                                                          \
    extern "C" __global__ void __launch_bounds__(scan_threads)                                     \
        NAME(const usize rows, const usize length, const usize right, const usize length_of_part,  \
             const T *inp, T *out, Compute<T> *totals)                                             \
    {                                                                                              \
        if (length_of_part == 0) {                                                                 \
            scan_each_alone<OP>(rows, length, right, inp, out);                                    \
        } else {                                                                                   \
            scan_rows<OP>(rows, length, right, length_of_part, inp, out, totals);                  \
        }                                                                                          \
    }
#define SCANS(NAME, T)                                                                             \
    SCAN(cumsum_##NAME, T, Sum)                                                                    \
    SCAN(cumprod_##NAME, T, Product)

SCANS(u8, u8)
SCANS(i16, i16)
SCANS(u32, u32)
SCANS(i64, i64)
SCANS(bf16, bf16)
SCANS(f8_e4m3, f8e4m3)
SCANS(f16, f16)
SCANS(f32, f32)
SCANS(f64, f64)
