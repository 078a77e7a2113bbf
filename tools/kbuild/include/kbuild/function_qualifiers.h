// What CUDA writes before functions, parameters and variables, where HIP has no word for it or
// means something else by it. After HIP's headers.
#ifndef KBUILD_FUNCTION_QUALIFIERS_H
#define KBUILD_FUNCTION_QUALIFIERS_H
#pragma GCC system_header

#ifndef __grid_constant__
#define __grid_constant__
#endif
#ifndef __nv_pure__
#define __nv_pure__ __attribute__((pure))
#endif
#ifndef __builtin_align__
#define __builtin_align__(n) __attribute__((aligned(n)))
#endif
// Marks of NVIDIA's headers, which copies of them carry along.
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
// Hints for the register allocator, and clusters of blocks, which AMD GPUs do not have: a kernel
// that needs its cluster does not find the functions to use it.
#ifndef __maxnreg__
#define __maxnreg__(...)
#endif
#ifndef __cluster_dims__
#define __cluster_dims__(...)
#endif
#ifndef __block_size__
#define __block_size__(...)
#endif

// HIP 5 defines it as nothing, so that functions are inlined that ask not to be. From 15 on clang
// knows the word itself, in this spelling too.
#if defined(__noinline__) && defined(__clang_major__) && __clang_major__ >= 15
#undef __noinline__
#endif

// __launch_bounds__(threads, blocks, cluster). HIP takes the second one as waves of an execution
// unit, where CUDA means blocks of |threads| on a multiprocessor, which has four execution units
// (of RDNA a pair of compute units is one). HIP does not take the third.
#undef __launch_bounds__
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
#define KBUILD_BOUNDS_WAVE 32
#else
#define KBUILD_BOUNDS_WAVE 64
#endif
namespace kbuild
{
constexpr unsigned bounds_threads(unsigned threads, unsigned = 0, unsigned = 0)
{
    return threads;
}

// 0 says nothing of the waves.
constexpr unsigned bounds_waves(unsigned threads, unsigned blocks = 0, unsigned = 0)
{
    return (blocks * ((threads + KBUILD_BOUNDS_WAVE - 1) / KBUILD_BOUNDS_WAVE) + 3) / 4;
}
} // namespace kbuild
// Calls of functions take template arguments, A<B, C>::threads, which arguments of macros would
// divide.
#define __launch_bounds__(...)                                                                     \
    __attribute__((amdgpu_flat_work_group_size(1, ::kbuild::bounds_threads(__VA_ARGS__)),          \
                   amdgpu_waves_per_eu(::kbuild::bounds_waves(__VA_ARGS__))))

#endif
