// Functions that are compiled once for many kernels, and what the compiler is told about values.
//
// Few threads run most of a kernel's code, and most of it does not depend on the kernel's
// operation. For AMD GPUs kernels call functions that have this code: those that are marked
// OUT_OF_LINE. A call costs registers that kernels for NVIDIA GPUs do not have to spare: there
// everything is inline.
//
// An OUT_OF_LINE function calls no other. It uses only registers that a call may change: it would
// save others in scratch memory. In inline code the compiler sees where a pointer points, and
// which values a wave has in common. A function has to be told:
//
//   IN_GLOBAL, IN_LDS, IN_CONSTANT   the memory that a pointer points to
//   same_in_wave(x)                  all active threads have the same x: it takes a scalar register
//   shared_in_wave(pointer)          an object in LDS, whose address all active threads have
//   global_in_wave(pointer)          as same_in_wave(), of a pointer to global memory
//
// Elsewhere the compiler knows too much:
//
//   known_from_here(x)   The compiler does not know x before this place: it would compute what
//                        depends on it ahead of a loop, and keep that in registers. A u32 is the
//                        same in the wave, a usize may differ from lane to lane, as an int may
//                        that lane_known_from_here(x) gets.
//   end_of_branch()      Loads of this branch stay in it: several of one element each, merged with
//                        another branch's, would take a vector's place.
//   as_it_is(product)    The product is rounded, and then once more: of both steps clang makes one
//                        since 16, v_fma_mixlo_f16 with an addend of +0, which takes zeros their
//                        sign.
//   wait_for(x)          Nothing behind this is loaded before x is there: an unrolled loop would
//                        load all that it needs at once, and spill it.
//
// A LARGE function is a kernel's work, from where its operands are in LDS. It needs many registers.
// The compiler knows all callers, sees which registers they leave to it, and saves none in scratch
// memory, unless
//
// - a call is marked as one at the end of the caller, which kernels without local variables get:
//   OUT_OF_LINE prevents it;
// - another value takes the place of the return address: return_to(return_address()), where the
//   function ends, keeps it.
//
// A LARGE function calls no other. On gfx90a half of its vector registers are AGPRs, which the
// cores sum in. On gfx942 moving these sums would cost up to a quarter of a small convolution, so
// that everything is inline. A kernel's only object in LDS is at the beginning of LDS:
// first_in_lds(pointer) takes no register for that address.
#pragma once

#include "vendor.cuh"

__device__ inline i64 same_in_wave(i64 x)
{
    return static_cast<i64>(same_in_wave(static_cast<usize>(x)));
}

// A pointer to numbers that nobody writes.
template <class T> __device__ inline const T *same_in_wave(const T *x)
{
    return (const T *)(IN_CONSTANT const T *)same_in_wave(reinterpret_cast<usize>(x));
}
