// threadIdx, blockIdx, blockDim and gridDim as CUDA has them: their members are unsigned int, and
// they convert to uint3 and to dim3.
//
// In HIP 5 threadIdx.x is an object of a class: `auto i = threadIdx.x` does not declare a number,
// printf("%d", threadIdx.x) does not print one, and templates deduce the class. No version of HIP
// converts threadIdx to uint3. The prelude includes <hip/hip_runtime.h> through this header. While
// HIP's header is read, macros rename HIP's variables; CUDA's variables are defined here and read
// HIP's by their new names.
#ifndef KBUILD_BUILTIN_VARIABLES_H
#define KBUILD_BUILTIN_VARIABLES_H
#pragma GCC system_header

#if defined(__HIP__) && !defined(__HIPCC_RTC__) && !defined(HIP_INCLUDE_HIP_HIP_RUNTIME_H) &&      \
    !defined(KBUILD_HIP_BUILTIN_VARIABLES)

// HIP 7 has *_sync functions with masks of 64 bits. The macro removes them; warp.h defines CUDA's
// functions.
#define HIP_DISABLE_WARP_SYNC_BUILTINS
#define threadIdx kbuild_hip_threadIdx
#define blockIdx  kbuild_hip_blockIdx
#define blockDim  kbuild_hip_blockDim
#define gridDim   kbuild_hip_gridDim
// HIP has atomic functions that CUDA lacks (atomicMax for float, atomicAdd for unsigned long), and
// programs define these functions themselves. So HIP's functions get other names here. atomics.h
// has templates for the same types, which do not collide with a program's functions.
#define atomicAdd         kbuild_hip_atomicAdd
#define atomicAdd_system  kbuild_hip_atomicAdd_system
#define atomicSub         kbuild_hip_atomicSub
#define atomicSub_system  kbuild_hip_atomicSub_system
#define atomicExch        kbuild_hip_atomicExch
#define atomicExch_system kbuild_hip_atomicExch_system
#define atomicMin         kbuild_hip_atomicMin
#define atomicMin_system  kbuild_hip_atomicMin_system
#define atomicMax         kbuild_hip_atomicMax
#define atomicMax_system  kbuild_hip_atomicMax_system
#define atomicInc         kbuild_hip_atomicInc
#define atomicInc_system  kbuild_hip_atomicInc_system
#define atomicDec         kbuild_hip_atomicDec
#define atomicDec_system  kbuild_hip_atomicDec_system
#define atomicAnd         kbuild_hip_atomicAnd
#define atomicAnd_system  kbuild_hip_atomicAnd_system
#define atomicOr          kbuild_hip_atomicOr
#define atomicOr_system   kbuild_hip_atomicOr_system
#define atomicXor         kbuild_hip_atomicXor
#define atomicXor_system  kbuild_hip_atomicXor_system
#define atomicCAS         kbuild_hip_atomicCAS
#define atomicCAS_system  kbuild_hip_atomicCAS_system
// HIP includes <thread> and does not use it; nvcc does not include it.
#if !defined(_GLIBCXX_THREAD)
#define _GLIBCXX_THREAD
#define KBUILD_THREAD_IS_LEFT_OUT
#endif
#include <hip/hip_runtime.h>
#if defined(KBUILD_THREAD_IS_LEFT_OUT)
#undef KBUILD_THREAD_IS_LEFT_OUT
#undef _GLIBCXX_THREAD
#endif
#undef atomicAdd
#undef atomicAdd_system
#undef atomicSub
#undef atomicSub_system
#undef atomicExch
#undef atomicExch_system
#undef atomicMin
#undef atomicMin_system
#undef atomicMax
#undef atomicMax_system
#undef atomicInc
#undef atomicInc_system
#undef atomicDec
#undef atomicDec_system
#undef atomicAnd
#undef atomicAnd_system
#undef atomicOr
#undef atomicOr_system
#undef atomicXor
#undef atomicXor_system
#undef atomicCAS
#undef atomicCAS_system
#undef threadIdx
#undef blockIdx
#undef blockDim
#undef gridDim

namespace kbuild
{

#define KBUILD_MEMBER_READ(MEMBER, VALUE)                                                          \
    __declspec(property(get = get_##MEMBER)) unsigned MEMBER;                                      \
    __device__ inline __attribute__((always_inline)) unsigned get_##MEMBER() const                 \
    {                                                                                              \
        return static_cast<unsigned>(VALUE);                                                       \
    }
#define KBUILD_VARIABLE(NAME, X, Y, Z)                                                             \
    struct NAME##_t {                                                                              \
        KBUILD_MEMBER_READ(x, X)                                                                   \
        KBUILD_MEMBER_READ(y, Y)                                                                   \
        KBUILD_MEMBER_READ(z, Z)                                                                   \
        __device__ inline __attribute__((always_inline)) operator dim3() const                     \
        {                                                                                          \
            return dim3(get_x(), get_y(), get_z());                                                \
        }                                                                                          \
        __device__ inline __attribute__((always_inline)) operator uint3() const                    \
        {                                                                                          \
            return uint3{get_x(), get_y(), get_z()};                                               \
        }                                                                                          \
    };
#define KBUILD_OF_HIP(NAME)                                                                        \
    KBUILD_VARIABLE(NAME, kbuild_hip_##NAME.x, kbuild_hip_##NAME.y, kbuild_hip_##NAME.z)
KBUILD_OF_HIP(threadIdx)
KBUILD_OF_HIP(blockIdx)
KBUILD_OF_HIP(gridDim)
// In HIP the last block of a grid may be smaller than the others, and HIP computes blockDim for
// each block. In CUDA all blocks of a grid have the same size, the workgroup's.
KBUILD_VARIABLE(blockDim, __builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(),
                __builtin_amdgcn_workgroup_size_z())
#undef KBUILD_OF_HIP
#undef KBUILD_VARIABLE
#undef KBUILD_MEMBER_READ

} // namespace kbuild

#ifdef KBUILD_OWN_VECTOR_TYPES
// HIP's char4 has elements of type char, CUDA's of signed char: these traits let textures have
// CUDA's, too.
#if HIP_VERSION_MAJOR == 5 && HIP_VERSION_MINOR < 3
template <> struct __hip_is_tex_channel_type<signed char> : __hip_is_tex_channel_type<char> {
};
template <>
struct __hip_is_tex_normalized_channel_type<signed char>
    : __hip_is_tex_normalized_channel_type<char> {
};
template <> struct __hip_is_itex_channel_type<signed char> : __hip_is_itex_channel_type<char> {
};
template <> struct __hip_is_isurf_channel_type<signed char> : __hip_is_isurf_channel_type<char> {
};
#else
template <>
struct __hip_is_tex_surf_scalar_channel_type<signed char>
    : __hip_is_tex_surf_scalar_channel_type<char> {
};
#endif
#endif

// The variables below are never defined. In the pass for the host they have CUDA's types, because
// sources may declare them again there. A host function that reads one of the variables does not
// link, as with nvcc.
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
// The functions that read a member of a variable do not use the object, which need not exist.
extern const __device__ __attribute__((weak)) kbuild::threadIdx_t threadIdx;
extern const __device__ __attribute__((weak)) kbuild::blockIdx_t blockIdx;
extern const __device__ __attribute__((weak)) kbuild::blockDim_t blockDim;
extern const __device__ __attribute__((weak)) kbuild::gridDim_t gridDim;
#else
extern "C" {
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
}
#endif

namespace kbuild
{
// The translation calls whole() for a variable that an expression uses without naming a member.
template <class T>
__host__ __device__ inline __attribute__((always_inline)) constexpr T &&whole(T &&variable)
{
    return static_cast<T &&>(variable);
}
#define KBUILD_WHOLE(NAME, TYPE)                                                                   \
    __device__ inline __attribute__((always_inline)) TYPE whole(const NAME##_t &variable)          \
    {                                                                                              \
        return variable;                                                                           \
    }
KBUILD_WHOLE(threadIdx, uint3)
KBUILD_WHOLE(blockIdx, uint3)
KBUILD_WHOLE(blockDim, dim3)
KBUILD_WHOLE(gridDim, dim3)
#undef KBUILD_WHOLE
} // namespace kbuild

#else
#include <hip/hip_runtime.h>
namespace kbuild
{
template <class T> constexpr T &&whole(T &&variable)
{
    return static_cast<T &&>(variable);
}
} // namespace kbuild
#endif

#endif
