// Functions of the runtime API that take a kernel: attributes, occupancy, launches. CUDA has them
// as templates over the kernel's type.
#ifndef KBUILD_HOST_FUNCTIONS_H
#define KBUILD_HOST_FUNCTIONS_H
#pragma GCC system_header

#include "host_names.h"
#include "host_qualifiers.h"

#include <type_traits>

namespace kbuild
{

template <class F_>
using if_function = typename std::enable_if<std::is_function<F_>::value, hipError_t>::type;

template <class F_> const void *kernel_address(F_ *kernel)
{
    return reinterpret_cast<const void *>(kernel);
}

} // namespace kbuild

template <class F_>
KBUILD_HOST_API kbuild::if_function<F_> hipFuncSetAttribute(F_ *kernel, hipFuncAttribute attribute,
                                                            kbuild::fallback<int> value)
{
    return hipFuncSetAttribute(kbuild::kernel_address(kernel), attribute, value.value);
}

template <class F_>
KBUILD_HOST_API kbuild::if_function<F_>
hipFuncSetCacheConfig(F_ *kernel, kbuild::fallback<hipFuncCache_t> config)
{
    return hipFuncSetCacheConfig(kbuild::kernel_address(kernel), config.value);
}

template <class F_>
KBUILD_HOST_API kbuild::if_function<F_>
hipFuncSetSharedMemConfig(F_ *kernel, kbuild::fallback<hipSharedMemConfig> config)
{
    return hipFuncSetSharedMemConfig(kbuild::kernel_address(kernel), config.value);
}

template <class F_>
KBUILD_HOST_API kbuild::if_function<F_>
hipFuncGetAttributes(kbuild::fallback<hipFuncAttributes *> attributes, F_ *kernel)
{
    return hipFuncGetAttributes(attributes.value, kbuild::kernel_address(kernel));
}

// Launches.

template <class F_>
KBUILD_HOST_API kbuild::if_function<F_> hipLaunchKernel(F_ *kernel, dim3 grid, dim3 block,
                                                        kbuild::fallback<void **> arguments,
                                                        size_t shared = 0, hipStream_t stream = 0)
{
    return hipLaunchKernel(kbuild::kernel_address(kernel), grid, block, arguments.value, shared,
                           stream);
}

template <class F_>
KBUILD_HOST_API hipError_t hipLaunchCooperativeKernel(F_ *kernel, dim3 grid, dim3 block,
                                                      kbuild::fallback<void **> arguments,
                                                      size_t shared = 0, hipStream_t stream = 0)
{
    return hipLaunchCooperativeKernel(kbuild::kernel_address(kernel), grid, block, arguments.value,
                                      static_cast<unsigned>(shared), stream);
}

// For a |shared| of another type than unsigned or size_t: HIP's own template, which takes the bytes
// as unsigned, and the overload above would match equally well. This overload matches better.
template <class Kernel, class Size>
KBUILD_HOST_API
    typename std::enable_if<std::is_integral<Size>::value && !std::is_same<Size, unsigned>::value,
                            hipError_t>::type
    hipLaunchCooperativeKernel(Kernel *kernel, dim3 grid, dim3 block, void **arguments, Size shared,
                               hipStream_t stream = 0)
{
    return hipLaunchCooperativeKernel(kbuild::kernel_address(kernel), grid, block, arguments,
                                      static_cast<unsigned>(shared), stream);
}

enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow = 1,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeSynchronizationPolicy = 3,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributeProgrammaticEvent = 7,
    cudaLaunchAttributePriority = 8,
    cudaLaunchAttributeMemSyncDomainMap = 9,
    cudaLaunchAttributeMemSyncDomain = 10,
    cudaLaunchAttributePreferredClusterDimension = 11,
    cudaLaunchAttributeLaunchCompletionEvent = 12,
    cudaLaunchAttributeDeviceUpdatableKernelNode = 13,
    cudaLaunchAttributePreferredSharedMemoryCarveout = 14,
};

union cudaLaunchAttributeValue {
    char pad[64];
    hipAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    cudaSynchronizationPolicy syncPolicy;
    struct {
        unsigned x, y, z;
    } clusterDim, preferredClusterDim;
    cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
    int programmaticStreamSerializationAllowed;
    struct {
        hipEvent_t event;
        int flags, triggerAtBlockStart;
    } programmaticEvent;
    struct {
        hipEvent_t event;
        int flags;
    } launchCompletionEvent;
    int priority;
    cudaLaunchMemSyncDomainMap memSyncDomainMap;
    cudaLaunchMemSyncDomain memSyncDomain;
    unsigned sharedMemCarveout;
};

struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    char pad[8 - sizeof(cudaLaunchAttributeID)];
    cudaLaunchAttributeValue val;
};

struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    hipStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};

namespace kbuild
{
// Applies one attribute of a launch. A cooperative launch sets |*cooperative|. Clusters of more
// than one block, and events inside a launch, are not supported. The other attributes are hints, or
// allow the driver to leave out work.
KBUILD_HOST_API hipError_t launch_attribute(cudaLaunchAttributeID id,
                                            const cudaLaunchAttributeValue &value,
                                            bool *cooperative)
{
    switch (id) {
    case cudaLaunchAttributeCooperative: *cooperative = value.cooperative != 0; break;
    case cudaLaunchAttributeClusterDimension:
        if (value.clusterDim.x > 1 || value.clusterDim.y > 1 || value.clusterDim.z > 1) {
            return hipErrorNotSupported;
        }
        break;
    case cudaLaunchAttributeProgrammaticEvent:
    case cudaLaunchAttributeLaunchCompletionEvent: return hipErrorNotSupported;
    default: break;
    }
    return hipSuccess;
}
} // namespace kbuild

KBUILD_HOST_API hipError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                               void **arguments)
{
    if (!config || !kernel) {
        return hipErrorInvalidValue;
    }
    bool cooperative = false;
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const hipError_t error =
            kbuild::launch_attribute(config->attrs[i].id, config->attrs[i].val, &cooperative);
        if (error != hipSuccess) {
            return error;
        }
    }
    return cooperative
               ? hipLaunchCooperativeKernel(kernel, config->gridDim, config->blockDim, arguments,
                                            static_cast<unsigned>(config->dynamicSmemBytes),
                                            config->stream)
               : hipLaunchKernel(kernel, config->gridDim, config->blockDim, arguments,
                                 config->dynamicSmemBytes, config->stream);
}

namespace kbuild
{

template <class... Parameters>
hipError_t launch_converted(const cudaLaunchConfig_t *config, const void *kernel,
                            Parameters... parameters)
{
    void *addresses[sizeof...(Parameters) + 1] = {
        const_cast<void *>(reinterpret_cast<const volatile void *>(&parameters))..., nullptr};
    return cudaLaunchKernelExC(config, kernel, addresses);
}

} // namespace kbuild

template <class... Parameters, class... Arguments>
KBUILD_HOST_API hipError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                              void (*kernel)(Parameters...),
                                              Arguments &&...arguments)
{
    return kbuild::launch_converted<Parameters...>(config, kbuild::kernel_address(kernel),
                                                   static_cast<Arguments &&>(arguments)...);
}

// Occupancy.

namespace kbuild
{
// Finds the block size with the most active threads on a multiprocessor. Tries |most| threads, then
// fewer by whole warps, so that the largest of equally good sizes is found. |blocks_of| (blocks,
// threads) sets |blocks| to how many blocks of |threads| threads fit.
template <class BlocksOf>
KBUILD_HOST_API hipError_t best_block(int *grid, int *block, int most, int processors,
                                      BlocksOf blocks_of)
{
    int best = 0;
    for (int threads = most; threads > 0; threads = (threads - 1) / 32 * 32) {
        int blocks = 0;
        const hipError_t error = blocks_of(&blocks, threads);
        if (error != hipSuccess) {
            return error;
        }
        if (blocks * threads > best) {
            best = blocks * threads;
            *grid = blocks * processors;
            *block = threads;
        }
    }
    return best ? hipSuccess : hipErrorInvalidConfiguration;
}
} // namespace kbuild

// Finds the best block size for |kernel|. |shared| (threads) returns the bytes of dynamic shared
// memory that a block of |threads| threads takes.
template <class Shared, class Kernel>
KBUILD_HOST_API hipError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *grid, int *block, Kernel kernel, Shared shared, int limit = 0, unsigned flags = 0)
{
    if (!grid || !block) {
        return hipErrorInvalidValue;
    }
    const void *address = reinterpret_cast<const void *>(kernel);
    hipFuncAttributes attributes;
    hipDeviceProp_t prop;
    int device = 0;
    hipError_t error = hipGetDevice(&device);
    if (error == hipSuccess) {
        error = hipGetDeviceProperties(&prop, device);
    }
    if (error == hipSuccess) {
        error = hipFuncGetAttributes(&attributes, address);
    }
    if (error != hipSuccess) {
        return error;
    }
    int most = attributes.maxThreadsPerBlock;
    if (most <= 0 || most > prop.maxThreadsPerBlock) {
        most = prop.maxThreadsPerBlock;
    }
    if (limit > 0 && limit < most) {
        most = limit;
    }
    return kbuild::best_block(
        grid, block, most, prop.multiProcessorCount, [&](int *blocks, int threads) {
            return hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                blocks, address, threads, static_cast<size_t>(shared(threads)), flags);
        });
}

template <class Shared, class Kernel>
KBUILD_HOST_API hipError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block,
                                                                          Kernel kernel,
                                                                          Shared shared,
                                                                          int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel, shared,
                                                                   limit);
}

// Sets |bytes| to the dynamic shared memory that each block may take if |blocks| blocks must fit on
// a multiprocessor.
template <class Kernel>
KBUILD_HOST_API hipError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, Kernel kernel,
                                                                     int blocks, int)
{
    if (!bytes || blocks <= 0) {
        return hipErrorInvalidValue;
    }
    hipFuncAttributes attributes;
    hipDeviceProp_t prop;
    int device = 0;
    hipError_t error = hipGetDevice(&device);
    if (error == hipSuccess) {
        error = hipGetDeviceProperties(&prop, device);
    }
    if (error == hipSuccess) {
        error = hipFuncGetAttributes(&attributes, reinterpret_cast<const void *>(kernel));
    }
    if (error != hipSuccess) {
        return error;
    }
    size_t share = prop.maxSharedMemoryPerMultiProcessor / static_cast<size_t>(blocks);
    if (share > prop.sharedMemPerBlock) {
        share = prop.sharedMemPerBlock;
    }
    *bytes = share > attributes.sharedSizeBytes ? share - attributes.sharedSizeBytes : 0;
    return hipSuccess;
}

template <class Kernel>
KBUILD_HOST_API hipError_t cudaOccupancyMaxActiveClusters(int *clusters, Kernel,
                                                          const cudaLaunchConfig_t *)
{
    *clusters = 0;
    return hipErrorNotSupported;
}

template <class Kernel>
KBUILD_HOST_API hipError_t cudaOccupancyMaxPotentialClusterSize(int *size, Kernel,
                                                                const cudaLaunchConfig_t *)
{
    *size = 1;
    return hipErrorNotSupported;
}

#endif
