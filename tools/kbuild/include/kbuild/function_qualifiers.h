// CUDA's qualifiers of functions, parameters and variables that HIP lacks, or that mean something
// else in HIP. Included after HIP's headers.
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
// Marks that NVIDIA's headers use. Some programs have copies of these headers.
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
// Hints for the register allocator, and the sizes of clusters of blocks, are ignored. AMD GPUs do
// not have clusters: a kernel that needs its cluster does not compile, because the functions that
// use the cluster are missing.
#ifndef __maxnreg__
#define __maxnreg__(...)
#endif
#ifndef __cluster_dims__
#define __cluster_dims__(...)
#endif
#ifndef __block_size__
#define __block_size__(...)
#endif

// HIP 5 defines __noinline__ as nothing, so that the compiler may inline functions that forbid it.
// clang knows __noinline__ itself from 15 on.
#if defined(__noinline__) && defined(__clang_major__) && __clang_major__ >= 15
#undef __noinline__
#endif

// __launch_bounds__(threads, blocks, cluster). In HIP the second argument is the number of waves on
// an execution unit. In CUDA it is the number of blocks of |threads| on a multiprocessor, which has
// four execution units (on RDNA a pair of compute units is one multiprocessor). HIP has no third
// argument.
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

// Returns how many waves must fit on an execution unit; 0 means no demand.
constexpr unsigned bounds_waves(unsigned threads, unsigned blocks = 0, unsigned = 0)
{
    return (blocks * ((threads + KBUILD_BOUNDS_WAVE - 1) / KBUILD_BOUNDS_WAVE) + 3) / 4;
}
} // namespace kbuild
// The arguments of __launch_bounds__ become arguments of functions, not of macros, because a comma
// of template arguments, as in A<B, C>::threads, would divide a macro's argument.
#define __launch_bounds__(...)                                                                     \
    __attribute__((amdgpu_flat_work_group_size(1, ::kbuild::bounds_threads(__VA_ARGS__)),          \
                   amdgpu_waves_per_eu(::kbuild::bounds_waves(__VA_ARGS__))))

#endif
