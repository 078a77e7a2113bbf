// CUDA's forms of the runtime API's memory functions: templates for typed pointers, default
// arguments, overloads that take a location (cudaMemLocation) instead of a device; and the
// attributes of pointers.
#ifndef KBUILD_HOST_MEMORY_H
#define KBUILD_HOST_MEMORY_H
#pragma GCC system_header

#include "host_names.h"
#include "host_qualifiers.h"

#include <hip/hip_version.h>

#include <type_traits>

template <class T>
KBUILD_HOST_API hipError_t hipMallocPitch(T **address, size_t *pitch, size_t width,
                                          kbuild::fallback<size_t> height)
{
    return hipMallocPitch(reinterpret_cast<void **>(address), pitch, width, height.value);
}

template <class T>
KBUILD_HOST_API hipError_t hipHostGetDevicePointer(T **address, void *host,
                                                   kbuild::fallback<unsigned> flags)
{
    return hipHostGetDevicePointer(reinterpret_cast<void **>(address), host, flags.value);
}

// hipHostAlloc and hipMallocHost, HIP's older names for hipHostMalloc. Programs that were ported to
// HIP before use these names.
template <class T>
KBUILD_HOST_API hipError_t hipHostAlloc(T **address, size_t bytes, kbuild::fallback<unsigned> flags)
{
    return hipHostMalloc(reinterpret_cast<void **>(address), bytes, flags.value);
}

template <class T>
KBUILD_HOST_API hipError_t hipMallocHost(T **address, kbuild::fallback<size_t> bytes)
{
    return hipHostMalloc(reinterpret_cast<void **>(address), bytes.value, hipHostMallocDefault);
}

template <class = void>
KBUILD_HOST_API hipError_t hipMalloc3DArray(hipArray_t *array, const hipChannelFormatDesc *format,
                                            kbuild::fallback<hipExtent> extent)
{
    return hipMalloc3DArray(array, format, extent.value, hipArrayDefault);
}

KBUILD_HOST_API hipExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    return make_hipExtent(width, height, depth);
}
KBUILD_HOST_API hipPos make_cudaPos(size_t x, size_t y, size_t z)
{
    return make_hipPos(x, y, z);
}
KBUILD_HOST_API hipPitchedPtr make_cudaPitchedPtr(void *address, size_t pitch, size_t width,
                                                  size_t height)
{
    return make_hipPitchedPtr(address, pitch, width, height);
}

// Returns the device of a location. CUDA 13 says where memory is by a location, earlier versions by
// a device.
namespace kbuild
{
KBUILD_HOST_API int location_device(hipMemLocation location)
{
    return location.type == hipMemLocationTypeDevice ? location.id : hipCpuDeviceId;
}
} // namespace kbuild

template <class = void>
KBUILD_HOST_API hipError_t hipMemAdvise(const void *address, size_t bytes, hipMemoryAdvise advice,
                                        kbuild::fallback<hipMemLocation> location)
{
    return hipMemAdvise(address, bytes, advice, kbuild::location_device(location.value));
}

template <class = void>
KBUILD_HOST_API hipError_t hipMemPrefetchAsync(const void *address, size_t bytes,
                                               kbuild::fallback<hipMemLocation> location,
                                               unsigned /*flags*/, hipStream_t stream = 0)
{
    return hipMemPrefetchAsync(address, bytes, kbuild::location_device(location.value), stream);
}

// Functions that take a location, under the names that CUDA 12 gives them, and HIP from 7.1 on.
KBUILD_HOST_API hipError_t cudaMemAdvise_v2(const void *address, size_t bytes,
                                            hipMemoryAdvise advice, hipMemLocation location)
{
    return hipMemAdvise(address, bytes, advice, kbuild::location_device(location));
}

KBUILD_HOST_API hipError_t cudaMemPrefetchAsync_v2(const void *address, size_t bytes,
                                                   hipMemLocation location, unsigned flags,
                                                   hipStream_t stream = 0)
{
    (void)flags; // The flags are not used, because no version of CUDA defines one.
    return hipMemPrefetchAsync(address, bytes, kbuild::location_device(location), stream);
}

template <class T>
KBUILD_HOST_API typename std::enable_if<!std::is_void<T>::value, hipError_t>::type
hipStreamAttachMemAsync(hipStream_t stream, T *address, size_t bytes = 0,
                        unsigned flags = hipMemAttachSingle)
{
    return hipStreamAttachMemAsync(stream, static_cast<void *>(address), bytes, flags);
}

// HIP has hipArrayGetInfo from 5.7 on. In earlier versions the array's members are public.
KBUILD_HOST_API hipError_t cudaArrayGetInfo(hipChannelFormatDesc *format, hipExtent *extent,
                                            unsigned *flags, hipArray_t array)
{
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR >= 507
    return hipArrayGetInfo(format, extent, flags, array);
#else
    if (!array) {
        return hipErrorInvalidHandle;
    }
    if (format) {
        *format = array->desc;
    }
    if (extent) {
        *extent = make_hipExtent(array->width, array->height, array->depth);
    }
    if (flags) {
        *flags = array->type;
    }
    return hipSuccess;
#endif
}

// The kind of memory that a pointer points to. HIP 5 numbers the kinds in its own way, has no name
// for managed memory, and fails for memory that it did not allocate; CUDA calls such memory
// "unregistered".
enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3,
};

struct cudaPointerAttributes {
    cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};

namespace kbuild
{

KBUILD_HOST_API cudaMemoryType pointer_type(const hipPointerAttribute_t &found)
{
#if HIP_VERSION_MAJOR < 6
    const hipMemoryType type = found.memoryType;
#else
    const hipMemoryType type = found.type;
    if (type == hipMemoryTypeUnregistered) {
        return cudaMemoryTypeUnregistered;
    }
#endif
    return found.isManaged || static_cast<int>(type) == 3 ? cudaMemoryTypeManaged
           : type == hipMemoryTypeHost                    ? cudaMemoryTypeHost
                                                          : cudaMemoryTypeDevice;
}

} // namespace kbuild

KBUILD_HOST_API hipError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes,
                                                    const void *pointer)
{
    if (!attributes) {
        return hipErrorInvalidValue;
    }
    hipPointerAttribute_t found = {};
    const hipError_t error = hipPointerGetAttributes(&found, pointer);
    if (error == hipSuccess) {
        *attributes = {kbuild::pointer_type(found), found.device, found.devicePointer,
                       found.hostPointer};
        return hipSuccess;
    }
    if (error != hipErrorInvalidValue) {
        return error;
    }
    (void)hipGetLastError();
    *attributes = {cudaMemoryTypeUnregistered, -2, nullptr, const_cast<void *>(pointer)};
    return hipSuccess;
}

// Copies between arrays, by HIP's function for copies in three dimensions.
KBUILD_HOST_API hipError_t cudaMemcpy2DArrayToArray(hipArray_t to, size_t to_x, size_t to_y,
                                                    hipArray_const_t from, size_t from_x,
                                                    size_t from_y, size_t width, size_t height,
                                                    hipMemcpyKind kind = hipMemcpyDeviceToDevice)
{
    hipChannelFormatDesc format = {};
    hipArray_t source = const_cast<hipArray_t>(from);
    const hipError_t error = cudaArrayGetInfo(&format, nullptr, nullptr, source);
    const size_t element = static_cast<size_t>(format.x + format.y + format.z + format.w) / 8;
    if (error != hipSuccess || !element) {
        return error != hipSuccess ? error : hipErrorInvalidValue;
    }
    hipMemcpy3DParms copy = {};
    copy.srcArray = source;
    copy.srcPos = make_hipPos(from_x / element, from_y, 0);
    copy.dstArray = to;
    copy.dstPos = make_hipPos(to_x / element, to_y, 0);
    copy.extent = make_hipExtent(width / element, height, 1);
    copy.kind = kind;
    return hipMemcpy3D(&copy);
}

// Copies in three dimensions from one device to another. HIP has these names from 7.2 on. AMD GPUs
// have one address space, so that HIP's plain copy in three dimensions finds the devices by the
// addresses.
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 702
struct hipMemcpy3DPeerParms {
    hipArray_t srcArray;
    hipPos srcPos;
    hipPitchedPtr srcPtr;
    int srcDevice;
    hipArray_t dstArray;
    hipPos dstPos;
    hipPitchedPtr dstPtr;
    int dstDevice;
    hipExtent extent;
};

namespace kbuild
{
KBUILD_HOST_API hipMemcpy3DParms copy_of_peers(const hipMemcpy3DPeerParms &peers)
{
    hipMemcpy3DParms copy = {};
    copy.srcArray = peers.srcArray;
    copy.srcPos = peers.srcPos;
    copy.srcPtr = peers.srcPtr;
    copy.dstArray = peers.dstArray;
    copy.dstPos = peers.dstPos;
    copy.dstPtr = peers.dstPtr;
    copy.extent = peers.extent;
    copy.kind = hipMemcpyDeviceToDevice;
    return copy;
}
} // namespace kbuild

KBUILD_HOST_API hipError_t hipMemcpy3DPeer(const hipMemcpy3DPeerParms *peers)
{
    if (!peers) {
        return hipErrorInvalidValue;
    }
    const hipMemcpy3DParms copy = kbuild::copy_of_peers(*peers);
    return hipMemcpy3D(&copy);
}

KBUILD_HOST_API hipError_t hipMemcpy3DPeerAsync(const hipMemcpy3DPeerParms *peers,
                                                hipStream_t stream = 0)
{
    if (!peers) {
        return hipErrorInvalidValue;
    }
    const hipMemcpy3DParms copy = kbuild::copy_of_peers(*peers);
    return hipMemcpy3DAsync(&copy, stream);
}
#endif

#endif
