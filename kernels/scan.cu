// cumsum_T and cumprod_T: out[j] = inp[0] op ... op inp[j] along one dimension.
//
// A block does a row in tiles, of which a thread does PER_THREAD neighbours. It scans them, then
// the totals of a warp's threads, then those of the warps; the total of all tiles so far comes
// before. The order is fixed, so floats give the same bits for every grid and on every device.
#include "elementwise.cuh"
#include "wave.cuh"

constexpr u32 scan_threads = 256, per_thread = 4, scan_warps = scan_threads / WARP;

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

// Elements of a row are |pitch| apart.
template <class Op, class T>
__device__ inline void scan_row(const T *inp, T *out, usize length, usize pitch)
{
    using C = Compute<T>;
    __shared__ C totals[scan_warps];
    const u32 lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    C carry = Op::template identity<C>;
    for (usize tile = 0; tile < length; tile += scan_threads * per_thread) {
        const usize first = tile + threadIdx.x * per_thread;
        C x[per_thread];
#pragma unroll
        for (u32 k = 0; k < per_thread; ++k) {
            x[k] = first + k < length ? widen(inp[(first + k) * pitch]) : Op::template identity<C>;
            if (k > 0) {
                x[k] = Op::apply(x[k - 1], x[k]);
            }
        }
        C total = x[per_thread - 1];
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
#pragma unroll
        for (u32 k = 0; k < per_thread; ++k) {
            if (first + k < length) {
                out[(first + k) * pitch] = narrow<T>(Op::apply(before, x[k]));
            }
        }
        __syncthreads();
    }
}

// [left, length, right]: row r of left * right begins where its first element is.
template <class Op, class T>
__device__ inline void scan_rows(usize rows, usize length, usize right, const T *inp, T *out)
{
    for (usize row = blockIdx.x; row < rows; row += gridDim.x) {
        const usize outer = row / right, begin = outer * length * right + (row - outer * right);
        scan_row<Op>(inp + begin, out + begin, length, right);
    }
}

#define SCAN(NAME, T, OP)                                                                          \
    extern "C" __global__ void __launch_bounds__(scan_threads)                                     \
        NAME(const usize rows, const usize length, const usize right, const T *inp, T *out)        \
    {                                                                                              \
        scan_rows<OP>(rows, length, right, inp, out);                                              \
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
