// Functions that are compiled once for many kernels, and hints to the compiler about values.
//
// Only a few threads run most of a kernel's code, and most of the code does not depend on the
// kernel's operation. For AMD GPUs such code is in functions marked OUT_OF_LINE, which kernels
// call. A call costs registers that kernels for NVIDIA GPUs do not have to spare: there everything
// is inline.
//
// An OUT_OF_LINE function does not call another function. It uses only registers that a call may
// change, because it would have to save any other register in scratch memory. In inline code the
// compiler sees which memory a pointer points to, and which values all threads of a wave have in
// common. In an OUT_OF_LINE function it has to be told:
//
//   IN_GLOBAL, IN_LDS, IN_CONSTANT   the memory that a pointer points to
//   same_in_wave(x)                  all active threads have the same x: it takes a scalar register
//   shared_in_wave(pointer)          an object in LDS; all active threads have the same address
//   global_in_wave(pointer)          as same_in_wave(), for a pointer to global memory
//
// Elsewhere the compiler knows too much:
//
//   known_from_here(x)   Hides x from the compiler until here. Otherwise the compiler would compute
//                        values that depend on x ahead of a loop, and keep them in registers. A u32
//                        must be the same in all
//                        threads of the wave. A usize may differ, and so may the int that
//                        lane_known_from_here(x) takes.
//   end_of_branch()      Keeps the loads of this branch in it. Otherwise the compiler merges a
//                        vector's load with another branch's loads of its elements, and loads the
//                        elements one by one in both cases.
//   as_it_is(product)    Rounds the product before it is rounded to f16. Since version 16 clang
//                        makes one instruction of both steps, v_fma_mixlo_f16 with an addend of
//                        +0, in which zeros lose their sign.
//   wait_for(x)          Lets no later load begin before x is loaded. Otherwise an unrolled loop
//                        would load all its data at once, and spill them.
//
// A LARGE function does a kernel's work once the operands are in LDS. It needs many registers. The
// compiler knows all callers and sees which registers they do not use, so the function saves no
// registers in scratch memory, unless
//
// - the call is marked as a tail call, which happens in kernels without local variables:
//   OUT_OF_LINE prevents it;
// - another value takes the register of the return address: return_to(return_address()) at the end
//   of the function keeps the address there.
//
// A LARGE function does not call another function. On gfx90a half of its vector registers are
// AGPRs, in which the matrix cores add up. On gfx942 moving these sums would cost up to a quarter
// of the time of a small convolution, so that everything is inline. If a kernel has only one object
// in LDS, that is at the beginning of LDS: first_in_lds(pointer) takes no register for its address.
#pragma once

#include "vendor.cuh"

__device__ inline i64 same_in_wave(i64 x)
{
    return static_cast<i64>(same_in_wave(static_cast<usize>(x)));
}

// Marks a pointer to numbers that nobody writes while the kernel runs.
template <class T> __device__ inline const T *same_in_wave(const T *x)
{
    return (const T *)(IN_CONSTANT const T *)same_in_wave(reinterpret_cast<usize>(x));
}
