// Instructions of NVIDIA GPUs, sm_80 and later, for tiles of f16 and bf16 in shared memory: copies
// to it, pieces of it in registers, and products of pieces. A chunk is 16 bytes of a line. A piece
// is one chunk of each of 8 lines.
#pragma once

#include "../vendor.cuh"

#ifdef HAS_TENSOR_CORES

enum { CHUNK = 16 };

__device__ __forceinline__ u32 shared_address(const void *memory)
{
    return static_cast<u32>(__cvta_generic_to_shared(memory));
}

// Returns threadIdx.x. The compiler does not keep this number, nor what is computed from it, in
// registers from one loop to the next.
__device__ __forceinline__ u32 fresh_thread()
{
    u32 thread;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(thread));
    return thread;
}

// ---- Copies to shared memory --------------------------------------------------------------------

// Starts to copy the first |bytes| bytes of a chunk, and zeros for the others. Both addresses are
// multiples of 16.
__device__ __forceinline__ void copy_chunk(u32 to, const void *from, u32 bytes)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes)
                 : "memory");
}

// Starts to copy the first |bytes| bytes of half a chunk. Both addresses are multiples of 8.
__device__ __forceinline__ void copy_half_chunk(u32 to, const void *from, u32 bytes)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(from), "r"(bytes)
                 : "memory");
}

// Makes one group of the copies that this thread has started since the last group.
__device__ __forceinline__ void end_copy_group()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

// Waits until at most |groups| of this thread's last groups of copies are under way.
template <int groups> __device__ __forceinline__ void wait_for_copies()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(groups) : "memory");
}

// Waits until |count| threads of the block are at barrier |id|, which is not 0. Returns whether one
// of them passed true.
__device__ __forceinline__ bool any_of_threads(u32 id, u32 count, bool is_true)
{
    u32 any;
    asm volatile("{ .reg .pred p;"
                 " setp.ne.u32 p, %3, 0;"
                 " barrier.cta.red.or.pred p, %1, %2, p;"
                 " selp.u32 %0, 1, 0, p; }"
                 : "=r"(any)
                 : "r"(id), "r"(count), "r"(u32(is_true))
                 : "memory");
    return any;
}

// ---- Pieces -------------------------------------------------------------------------------------

// Loads four pieces. The lanes 8 i to 8 i + 7 give the addresses of the chunks of piece i. Lane l
// gets word l % 4 of line l / 4.
__device__ __forceinline__ void load_pieces(u32 (&to)[4], u32 from)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(from)
                 : "memory");
}

// Loads four pieces as load_pieces() does, with numbers of 16 bits transposed: lane l gets number
// l / 4 of the lines l % 4 * 2 and l % 4 * 2 + 1.
__device__ __forceinline__ void load_pieces_across(u32 (&to)[4], u32 from)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(from)
                 : "memory");
}

// ---- Products -----------------------------------------------------------------------------------

// Adds the products of 16 rows of a and 8 columns of b, 16 deep. |a| has the pieces of rows 0 to 7
// and 8 to 15, then those of the second half of the depth; |b| has both halves. Lane l has the sums
// of rows l / 4 (0, 1) and l / 4 + 8 (2, 3), in columns l % 4 * 2 and the next.
template <class T>
__device__ __forceinline__ void add_product(f32 (&sums)[4], const u32 (&a)[4], u32 b0, u32 b1)
{
    if constexpr (std::is_same<T, f16>::value) {
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
            " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    } else {
        asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
            " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    }
}

// ---- Numbers ------------------------------------------------------------------------------------

// Rounds two numbers to a word, |low| in its lower half.
template <class T> __device__ __forceinline__ u32 round_pair(f32 low, f32 high)
{
    u32 word;
    if constexpr (std::is_same<T, f16>::value) {
        asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
    } else {
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
    }
    return word;
}

// Rounds the sums of two pieces, of columns 0 to 7 and 8 to 15, to the first operand of a product.
template <class T>
__device__ __forceinline__ void round_pieces(u32 (&a)[4], const f32 (&left)[4],
                                             const f32 (&right)[4])
{
    a[0] = round_pair<T>(left[0], left[1]);
    a[1] = round_pair<T>(left[2], left[3]);
    a[2] = round_pair<T>(right[0], right[1]);
    a[3] = round_pair<T>(right[2], right[3]);
}

// Returns the two f8e4m3 of |bytes| as numbers of type T. This is exact.
template <class T> __device__ __forceinline__ u32 widen_pair(u16 bytes)
{
    const __half2_raw halves = __nv_cvt_fp8x2_to_halfraw2(bytes, __NV_E4M3);
    if constexpr (std::is_same<T, f16>::value) {
        return __builtin_bit_cast(u32, halves);
    } else {
        const float2 wide = __half22float2(halves);
        return round_pair<bf16>(wide.x, wide.y);
    }
}

// Returns an approximation of 2^x, whose relative error is about 2^-22.
__device__ __forceinline__ f32 power_of_two(f32 x)
{
    f32 power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
    return power;
}

// Returns an approximation of 1 / x, whose relative error is about 2^-23.
__device__ __forceinline__ f32 reciprocal(f32 x)
{
    f32 inverse;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(x));
    return inverse;
}

#endif
