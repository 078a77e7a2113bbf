// The driver API's functions under CUDA's names. They call HIP's functions; results and addresses
// have CUDA's types.
#ifndef KBUILD_DRIVER_H
#define KBUILD_DRIVER_H
#pragma GCC system_header

#include "cuda_prelude.h"
#include "driver_types.h"

#define KBUILD_DRIVER_0(NAME, HIP)                                                                 \
    KBUILD_HOST_API CUresult NAME()                                                                \
    {                                                                                              \
        return kbuild::driver_result(HIP());                                                       \
    }
#define KBUILD_DRIVER_1(NAME, HIP, A)                                                              \
    KBUILD_HOST_API CUresult NAME(A a)                                                             \
    {                                                                                              \
        return kbuild::driver_result(HIP(kbuild::driver_pass(a)));                                 \
    }
#define KBUILD_DRIVER_2(NAME, HIP, A, B)                                                           \
    KBUILD_HOST_API CUresult NAME(A a, B b)                                                        \
    {                                                                                              \
        return kbuild::driver_result(HIP(kbuild::driver_pass(a), kbuild::driver_pass(b)));         \
    }
#define KBUILD_DRIVER_3(NAME, HIP, A, B, C)                                                        \
    KBUILD_HOST_API CUresult NAME(A a, B b, C c)                                                   \
    {                                                                                              \
        return kbuild::driver_result(                                                              \
            HIP(kbuild::driver_pass(a), kbuild::driver_pass(b), kbuild::driver_pass(c)));          \
    }
#define KBUILD_DRIVER_4(NAME, HIP, A, B, C, D)                                                     \
    KBUILD_HOST_API CUresult NAME(A a, B b, C c, D d)                                              \
    {                                                                                              \
        return kbuild::driver_result(HIP(kbuild::driver_pass(a), kbuild::driver_pass(b),           \
                                         kbuild::driver_pass(c), kbuild::driver_pass(d)));         \
    }
#define KBUILD_DRIVER_5(NAME, HIP, A, B, C, D, E)                                                  \
    KBUILD_HOST_API CUresult NAME(A a, B b, C c, D d, E e)                                         \
    {                                                                                              \
        return kbuild::driver_result(HIP(kbuild::driver_pass(a), kbuild::driver_pass(b),           \
                                         kbuild::driver_pass(c), kbuild::driver_pass(d),           \
                                         kbuild::driver_pass(e)));                                 \
    }
#define KBUILD_DRIVER_6(NAME, HIP, A, B, C, D, E, F)                                               \
    KBUILD_HOST_API CUresult NAME(A a, B b, C c, D d, E e, F f)                                    \
    {                                                                                              \
        return kbuild::driver_result(HIP(kbuild::driver_pass(a), kbuild::driver_pass(b),           \
                                         kbuild::driver_pass(c), kbuild::driver_pass(d),           \
                                         kbuild::driver_pass(e), kbuild::driver_pass(f)));         \
    }
#define KBUILD_DRIVER_8(NAME, HIP, A, B, C, D, E, F, G, H)                                         \
    KBUILD_HOST_API CUresult NAME(A a, B b, C c, D d, E e, F f, G g, H h)                          \
    {                                                                                              \
        return kbuild::driver_result(HIP(kbuild::driver_pass(a), kbuild::driver_pass(b),           \
                                         kbuild::driver_pass(c), kbuild::driver_pass(d),           \
                                         kbuild::driver_pass(e), kbuild::driver_pass(f),           \
                                         kbuild::driver_pass(g), kbuild::driver_pass(h)));         \
    }
#define KBUILD_DRIVER_10(NAME, HIP, A, B, C, D, E, F, G, H, I, J)                                  \
    KBUILD_HOST_API CUresult NAME(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j)                \
    {                                                                                              \
        return kbuild::driver_result(HIP(kbuild::driver_pass(a), kbuild::driver_pass(b),           \
                                         kbuild::driver_pass(c), kbuild::driver_pass(d),           \
                                         kbuild::driver_pass(e), kbuild::driver_pass(f),           \
                                         kbuild::driver_pass(g), kbuild::driver_pass(h),           \
                                         kbuild::driver_pass(i), kbuild::driver_pass(j)));         \
    }
#define KBUILD_DRIVER_11(NAME, HIP, A, B, C, D, E, F, G, H, I, J, K)                               \
    KBUILD_HOST_API CUresult NAME(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k)           \
    {                                                                                              \
        return kbuild::driver_result(                                                              \
            HIP(kbuild::driver_pass(a), kbuild::driver_pass(b), kbuild::driver_pass(c),            \
                kbuild::driver_pass(d), kbuild::driver_pass(e), kbuild::driver_pass(f),            \
                kbuild::driver_pass(g), kbuild::driver_pass(h), kbuild::driver_pass(i),            \
                kbuild::driver_pass(j), kbuild::driver_pass(k)));                                  \
    }

// Devices and contexts.
KBUILD_DRIVER_3(cuCtxCreate, hipCtxCreate, hipCtx_t *, unsigned, hipDevice_t)
KBUILD_DRIVER_1(cuCtxDestroy, hipCtxDestroy, hipCtx_t)
KBUILD_DRIVER_1(cuCtxDisablePeerAccess, hipCtxDisablePeerAccess, hipCtx_t)
KBUILD_DRIVER_2(cuCtxEnablePeerAccess, hipCtxEnablePeerAccess, hipCtx_t, unsigned)
KBUILD_DRIVER_1(cuCtxGetCacheConfig, hipCtxGetCacheConfig, hipFuncCache_t *)
KBUILD_DRIVER_1(cuCtxGetCurrent, hipCtxGetCurrent, hipCtx_t *)
KBUILD_DRIVER_1(cuCtxGetDevice, hipCtxGetDevice, hipDevice_t *)
KBUILD_DRIVER_1(cuCtxGetFlags, hipCtxGetFlags, unsigned *)
KBUILD_DRIVER_2(cuCtxGetLimit, hipDeviceGetLimit, size_t *, hipLimit_t)
KBUILD_DRIVER_1(cuCtxGetSharedMemConfig, hipCtxGetSharedMemConfig, hipSharedMemConfig *)
KBUILD_DRIVER_2(cuCtxGetStreamPriorityRange, hipDeviceGetStreamPriorityRange, int *, int *)
KBUILD_DRIVER_1(cuCtxPopCurrent, hipCtxPopCurrent, hipCtx_t *)
KBUILD_DRIVER_1(cuCtxPushCurrent, hipCtxPushCurrent, hipCtx_t)
KBUILD_DRIVER_0(cuCtxResetPersistingL2Cache, cudaCtxResetPersistingL2Cache)
KBUILD_DRIVER_1(cuCtxSetCacheConfig, hipCtxSetCacheConfig, hipFuncCache_t)
KBUILD_DRIVER_1(cuCtxSetCurrent, hipCtxSetCurrent, hipCtx_t)
KBUILD_DRIVER_2(cuCtxSetLimit, cudaDeviceSetLimit, hipLimit_t, size_t)
KBUILD_DRIVER_1(cuCtxSetSharedMemConfig, hipCtxSetSharedMemConfig, hipSharedMemConfig)
KBUILD_DRIVER_0(cuCtxSynchronize, hipCtxSynchronize)
KBUILD_DRIVER_3(cuDeviceCanAccessPeer, hipDeviceCanAccessPeer, int *, hipDevice_t, hipDevice_t)
KBUILD_DRIVER_2(cuDeviceGet, hipDeviceGet, hipDevice_t *, int)
KBUILD_DRIVER_3(cuDeviceGetAttribute, cudaDeviceGetAttribute, int *, hipDeviceAttribute_t,
                hipDevice_t)
KBUILD_DRIVER_2(cuDeviceGetByPCIBusId, hipDeviceGetByPCIBusId, hipDevice_t *, const char *)
KBUILD_DRIVER_1(cuDeviceGetCount, hipGetDeviceCount, int *)
KBUILD_DRIVER_2(cuDeviceGetDefaultMemPool, hipDeviceGetDefaultMemPool, hipMemPool_t *, hipDevice_t)
KBUILD_DRIVER_2(cuDeviceGetMemPool, hipDeviceGetMemPool, hipMemPool_t *, hipDevice_t)
KBUILD_DRIVER_3(cuDeviceGetName, hipDeviceGetName, char *, int, hipDevice_t)
KBUILD_DRIVER_4(cuDeviceGetP2PAttribute, hipDeviceGetP2PAttribute, int *, hipDeviceP2PAttr,
                hipDevice_t, hipDevice_t)
KBUILD_DRIVER_3(cuDeviceGetPCIBusId, hipDeviceGetPCIBusId, char *, int, hipDevice_t)
KBUILD_DRIVER_2(cuDeviceGetUuid, hipDeviceGetUuid, hipUUID *, hipDevice_t)
KBUILD_DRIVER_3(cuDevicePrimaryCtxGetState, hipDevicePrimaryCtxGetState, hipDevice_t, unsigned *,
                int *)
KBUILD_DRIVER_1(cuDevicePrimaryCtxRelease, hipDevicePrimaryCtxRelease, hipDevice_t)
KBUILD_DRIVER_1(cuDevicePrimaryCtxReset, hipDevicePrimaryCtxReset, hipDevice_t)
KBUILD_DRIVER_2(cuDevicePrimaryCtxRetain, hipDevicePrimaryCtxRetain, hipCtx_t *, hipDevice_t)
KBUILD_DRIVER_2(cuDevicePrimaryCtxSetFlags, hipDevicePrimaryCtxSetFlags, hipDevice_t, unsigned)
KBUILD_DRIVER_2(cuDeviceSetMemPool, hipDeviceSetMemPool, hipDevice_t, hipMemPool_t)
KBUILD_DRIVER_2(cuDeviceTotalMem, hipDeviceTotalMem, size_t *, hipDevice_t)
KBUILD_DRIVER_1(cuDriverGetVersion, hipDriverGetVersion, int *)
KBUILD_DRIVER_1(cuInit, hipInit, unsigned)

// Memory.
KBUILD_DRIVER_2(cuArray3DCreate, hipArray3DCreate, hipArray_t *, const HIP_ARRAY3D_DESCRIPTOR *)
KBUILD_DRIVER_2(cuArrayCreate, hipArrayCreate, hipArray_t *, const HIP_ARRAY_DESCRIPTOR *)
KBUILD_DRIVER_1(cuArrayDestroy, hipArrayDestroy, hipArray_t)
KBUILD_DRIVER_1(cuIpcCloseMemHandle, hipIpcCloseMemHandle, CUdeviceptr)
KBUILD_DRIVER_2(cuIpcGetEventHandle, hipIpcGetEventHandle, hipIpcEventHandle_t *, hipEvent_t)
KBUILD_DRIVER_2(cuIpcGetMemHandle, hipIpcGetMemHandle, hipIpcMemHandle_t *, CUdeviceptr)
KBUILD_DRIVER_2(cuIpcOpenEventHandle, hipIpcOpenEventHandle, hipEvent_t *, hipIpcEventHandle_t)
KBUILD_DRIVER_3(cuIpcOpenMemHandle, hipIpcOpenMemHandle, CUdeviceptr *, hipIpcMemHandle_t, unsigned)
KBUILD_DRIVER_2(cuMemAddressFree, hipMemAddressFree, CUdeviceptr, size_t)
KBUILD_DRIVER_5(cuMemAddressReserve, hipMemAddressReserve, CUdeviceptr *, size_t, size_t,
                CUdeviceptr, unsigned long long)
KBUILD_DRIVER_4(cuMemAdvise, hipMemAdvise, CUdeviceptr, size_t, hipMemoryAdvise, hipDevice_t)
KBUILD_DRIVER_4(cuMemAdvise, hipMemAdvise, CUdeviceptr, size_t, hipMemoryAdvise, hipMemLocation)
KBUILD_DRIVER_2(cuMemAlloc, hipMalloc, CUdeviceptr *, size_t)
KBUILD_DRIVER_3(cuMemAllocAsync, hipMallocAsync, CUdeviceptr *, size_t, hipStream_t)
KBUILD_DRIVER_4(cuMemAllocFromPoolAsync, hipMallocFromPoolAsync, CUdeviceptr *, size_t,
                hipMemPool_t, hipStream_t)
KBUILD_DRIVER_2(cuMemAllocHost, hipHostMalloc, void **, size_t)
KBUILD_DRIVER_3(cuMemAllocManaged, hipMallocManaged, CUdeviceptr *, size_t, unsigned)
KBUILD_DRIVER_5(cuMemAllocPitch, hipMemAllocPitch, CUdeviceptr *, size_t *, size_t, size_t,
                unsigned)
KBUILD_DRIVER_4(cuMemCreate, hipMemCreate, CUmemGenericAllocationHandle *, size_t,
                const CUmemAllocationProp *, unsigned long long)
KBUILD_DRIVER_4(cuMemExportToShareableHandle, hipMemExportToShareableHandle, void *,
                CUmemGenericAllocationHandle, hipMemAllocationHandleType, unsigned long long)
KBUILD_DRIVER_1(cuMemFree, hipFree, CUdeviceptr)
KBUILD_DRIVER_2(cuMemFreeAsync, hipFreeAsync, CUdeviceptr, hipStream_t)
KBUILD_DRIVER_1(cuMemFreeHost, hipHostFree, void *)
KBUILD_DRIVER_3(cuMemGetAccess, hipMemGetAccess, unsigned long long *, const hipMemLocation *,
                CUdeviceptr)
KBUILD_DRIVER_3(cuMemGetAddressRange, hipMemGetAddressRange, CUdeviceptr *, size_t *, CUdeviceptr)
KBUILD_DRIVER_3(cuMemGetAllocationGranularity, hipMemGetAllocationGranularity, size_t *,
                const CUmemAllocationProp *, hipMemAllocationGranularity_flags)
KBUILD_DRIVER_2(cuMemGetAllocationPropertiesFromHandle, hipMemGetAllocationPropertiesFromHandle,
                CUmemAllocationProp *, CUmemGenericAllocationHandle)
KBUILD_DRIVER_2(cuMemGetInfo, hipMemGetInfo, size_t *, size_t *)
KBUILD_DRIVER_3(cuMemHostAlloc, hipHostMalloc, void **, size_t, unsigned)
KBUILD_DRIVER_3(cuMemHostGetDevicePointer, hipHostGetDevicePointer, CUdeviceptr *, void *, unsigned)
KBUILD_DRIVER_2(cuMemHostGetFlags, hipHostGetFlags, unsigned *, void *)
KBUILD_DRIVER_3(cuMemHostRegister, hipHostRegister, void *, size_t, unsigned)
KBUILD_DRIVER_1(cuMemHostUnregister, hipHostUnregister, void *)
KBUILD_DRIVER_3(cuMemImportFromShareableHandle, hipMemImportFromShareableHandle,
                CUmemGenericAllocationHandle *, void *, hipMemAllocationHandleType)
KBUILD_DRIVER_5(cuMemMap, hipMemMap, CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle,
                unsigned long long)
KBUILD_DRIVER_3(cuMemMapArrayAsync, hipMemMapArrayAsync, hipArrayMapInfo *, unsigned, hipStream_t)
KBUILD_DRIVER_2(cuMemPoolCreate, hipMemPoolCreate, hipMemPool_t *, const hipMemPoolProps *)
KBUILD_DRIVER_1(cuMemPoolDestroy, hipMemPoolDestroy, hipMemPool_t)
KBUILD_DRIVER_2(cuMemPoolExportPointer, hipMemPoolExportPointer, hipMemPoolPtrExportData *,
                CUdeviceptr)
KBUILD_DRIVER_4(cuMemPoolExportToShareableHandle, hipMemPoolExportToShareableHandle, void *,
                hipMemPool_t, hipMemAllocationHandleType, unsigned long long)
KBUILD_DRIVER_3(cuMemPoolGetAccess, hipMemPoolGetAccess, hipMemAccessFlags *, hipMemPool_t,
                hipMemLocation *)
KBUILD_DRIVER_3(cuMemPoolGetAttribute, hipMemPoolGetAttribute, hipMemPool_t, hipMemPoolAttr, void *)
KBUILD_DRIVER_4(cuMemPoolImportFromShareableHandle, hipMemPoolImportFromShareableHandle,
                hipMemPool_t *, void *, hipMemAllocationHandleType, unsigned long long)
KBUILD_DRIVER_3(cuMemPoolImportPointer, hipMemPoolImportPointer, CUdeviceptr *, hipMemPool_t,
                hipMemPoolPtrExportData *)
KBUILD_DRIVER_3(cuMemPoolSetAccess, hipMemPoolSetAccess, hipMemPool_t, const hipMemAccessDesc *,
                size_t)
KBUILD_DRIVER_3(cuMemPoolSetAttribute, hipMemPoolSetAttribute, hipMemPool_t, hipMemPoolAttr, void *)
KBUILD_DRIVER_2(cuMemPoolTrimTo, hipMemPoolTrimTo, hipMemPool_t, size_t)
KBUILD_DRIVER_4(cuMemPrefetchAsync, hipMemPrefetchAsync, CUdeviceptr, size_t, hipDevice_t,
                hipStream_t)
KBUILD_DRIVER_5(cuMemPrefetchAsync, hipMemPrefetchAsync, CUdeviceptr, size_t, hipMemLocation,
                unsigned, hipStream_t)
KBUILD_DRIVER_5(cuMemRangeGetAttribute, hipMemRangeGetAttribute, void *, size_t,
                hipMemRangeAttribute, CUdeviceptr, size_t)
KBUILD_DRIVER_6(cuMemRangeGetAttributes, hipMemRangeGetAttributes, void **, size_t *,
                hipMemRangeAttribute *, size_t, CUdeviceptr, size_t)
KBUILD_DRIVER_1(cuMemRelease, hipMemRelease, CUmemGenericAllocationHandle)
KBUILD_DRIVER_2(cuMemRetainAllocationHandle, hipMemRetainAllocationHandle,
                CUmemGenericAllocationHandle *, void *)
KBUILD_DRIVER_4(cuMemSetAccess, hipMemSetAccess, CUdeviceptr, size_t, const hipMemAccessDesc *,
                size_t)
KBUILD_DRIVER_2(cuMemUnmap, hipMemUnmap, CUdeviceptr, size_t)
KBUILD_DRIVER_1(cuMemcpy2D, hipMemcpyParam2D, const CUDA_MEMCPY2D *)
KBUILD_DRIVER_2(cuMemcpy2DAsync, hipMemcpyParam2DAsync, const CUDA_MEMCPY2D *, hipStream_t)
KBUILD_DRIVER_1(cuMemcpy2DUnaligned, hipDrvMemcpy2DUnaligned, const CUDA_MEMCPY2D *)
KBUILD_DRIVER_1(cuMemcpy3D, hipDrvMemcpy3D, const CUDA_MEMCPY3D *)
KBUILD_DRIVER_2(cuMemcpy3DAsync, hipDrvMemcpy3DAsync, const CUDA_MEMCPY3D *, hipStream_t)
KBUILD_DRIVER_4(cuMemcpyAtoH, hipMemcpyAtoH, void *, hipArray_t, size_t, size_t)
KBUILD_DRIVER_3(cuMemcpyDtoD, hipMemcpyDtoD, CUdeviceptr, CUdeviceptr, size_t)
KBUILD_DRIVER_4(cuMemcpyDtoDAsync, hipMemcpyDtoDAsync, CUdeviceptr, CUdeviceptr, size_t,
                hipStream_t)
KBUILD_DRIVER_3(cuMemcpyDtoH, hipMemcpyDtoH, void *, CUdeviceptr, size_t)
KBUILD_DRIVER_4(cuMemcpyDtoHAsync, hipMemcpyDtoHAsync, void *, CUdeviceptr, size_t, hipStream_t)
KBUILD_DRIVER_4(cuMemcpyHtoA, hipMemcpyHtoA, hipArray_t, size_t, const void *, size_t)
KBUILD_DRIVER_3(cuMemsetD16, hipMemsetD16, CUdeviceptr, unsigned short, size_t)
KBUILD_DRIVER_4(cuMemsetD16Async, hipMemsetD16Async, CUdeviceptr, unsigned short, size_t,
                hipStream_t)
KBUILD_DRIVER_3(cuMemsetD32, hipMemsetD32, CUdeviceptr, unsigned, size_t)
KBUILD_DRIVER_4(cuMemsetD32Async, hipMemsetD32Async, CUdeviceptr, unsigned, size_t, hipStream_t)
KBUILD_DRIVER_3(cuMemsetD8, hipMemsetD8, CUdeviceptr, unsigned char, size_t)
KBUILD_DRIVER_4(cuMemsetD8Async, hipMemsetD8Async, CUdeviceptr, unsigned char, size_t, hipStream_t)
KBUILD_DRIVER_1(cuMipmappedArrayDestroy, hipMipmappedArrayDestroy, hipMipmappedArray_t)
KBUILD_DRIVER_3(cuMipmappedArrayGetLevel, hipMipmappedArrayGetLevel, hipArray_t *,
                hipMipmappedArray_t, unsigned)
KBUILD_DRIVER_3(cuPointerGetAttribute, hipPointerGetAttribute, void *, hipPointer_attribute,
                CUdeviceptr)
KBUILD_DRIVER_4(cuPointerGetAttributes, hipDrvPointerGetAttributes, unsigned,
                hipPointer_attribute *, void **, CUdeviceptr)

// Modules and launches.
KBUILD_DRIVER_3(cuFuncGetAttribute, hipFuncGetAttribute, int *, hipFunction_attribute,
                hipFunction_t)
KBUILD_DRIVER_2(cuFuncSetCacheConfig, hipFuncSetCacheConfig, hipFunction_t, hipFuncCache_t)
KBUILD_DRIVER_2(cuFuncSetSharedMemConfig, hipFuncSetSharedMemConfig, hipFunction_t,
                hipSharedMemConfig)
KBUILD_DRIVER_11(cuLaunchKernel, hipModuleLaunchKernel, hipFunction_t, unsigned, unsigned, unsigned,
                 unsigned, unsigned, unsigned, unsigned, hipStream_t, void **, void **)
KBUILD_DRIVER_3(cuModuleGetFunction, hipModuleGetFunction, hipFunction_t *, hipModule_t,
                const char *)
KBUILD_DRIVER_4(cuModuleGetGlobal, hipModuleGetGlobal, CUdeviceptr *, size_t *, hipModule_t,
                const char *)
KBUILD_DRIVER_3(cuModuleGetTexRef, hipModuleGetTexRef, hipTexRef *, hipModule_t, const char *)
KBUILD_DRIVER_2(cuModuleLoad, hipModuleLoad, hipModule_t *, const char *)
KBUILD_DRIVER_2(cuModuleLoadData, hipModuleLoadData, hipModule_t *, const void *)
KBUILD_DRIVER_5(cuModuleLoadDataEx, hipModuleLoadDataEx, hipModule_t *, const void *, unsigned,
                hipJitOption *, void **)
KBUILD_DRIVER_2(cuModuleLoadFatBinary, hipModuleLoadData, hipModule_t *, const void *)
KBUILD_DRIVER_1(cuModuleUnload, hipModuleUnload, hipModule_t)
KBUILD_DRIVER_4(cuOccupancyMaxActiveBlocksPerMultiprocessor,
                hipModuleOccupancyMaxActiveBlocksPerMultiprocessor, int *, hipFunction_t, int,
                size_t)
KBUILD_DRIVER_5(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
                hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, int *, hipFunction_t,
                int, size_t, unsigned)
KBUILD_DRIVER_3(cuLaunchHostFunc, cudaLaunchHostFunc, hipStream_t, hipHostFn_t, void *)

// Streams and events.
KBUILD_DRIVER_1(cuDestroyExternalMemory, hipDestroyExternalMemory, hipExternalMemory_t)
KBUILD_DRIVER_1(cuDestroyExternalSemaphore, hipDestroyExternalSemaphore, hipExternalSemaphore_t)
KBUILD_DRIVER_2(cuEventCreate, hipEventCreateWithFlags, hipEvent_t *, unsigned)
KBUILD_DRIVER_1(cuEventDestroy, hipEventDestroy, hipEvent_t)
KBUILD_DRIVER_3(cuEventElapsedTime, hipEventElapsedTime, float *, hipEvent_t, hipEvent_t)
KBUILD_DRIVER_1(cuEventQuery, hipEventQuery, hipEvent_t)
KBUILD_DRIVER_2(cuEventRecord, hipEventRecord, hipEvent_t, hipStream_t)
KBUILD_DRIVER_1(cuEventSynchronize, hipEventSynchronize, hipEvent_t)
KBUILD_DRIVER_3(cuExternalMemoryGetMappedBuffer, hipExternalMemoryGetMappedBuffer, CUdeviceptr *,
                hipExternalMemory_t, const hipExternalMemoryBufferDesc *)
KBUILD_DRIVER_2(cuImportExternalMemory, hipImportExternalMemory, hipExternalMemory_t *,
                const hipExternalMemoryHandleDesc *)
KBUILD_DRIVER_2(cuImportExternalSemaphore, hipImportExternalSemaphore, hipExternalSemaphore_t *,
                const hipExternalSemaphoreHandleDesc *)
KBUILD_DRIVER_4(cuSignalExternalSemaphoresAsync, hipSignalExternalSemaphoresAsync,
                const hipExternalSemaphore_t *, const hipExternalSemaphoreSignalParams *, unsigned,
                hipStream_t)
KBUILD_DRIVER_4(cuStreamAddCallback, hipStreamAddCallback, hipStream_t, hipStreamCallback_t, void *,
                unsigned)
KBUILD_DRIVER_4(cuStreamAttachMemAsync, hipStreamAttachMemAsync, hipStream_t, CUdeviceptr, size_t,
                unsigned)
KBUILD_DRIVER_2(cuStreamBeginCapture, hipStreamBeginCapture, hipStream_t, hipStreamCaptureMode)
KBUILD_DRIVER_2(cuStreamCreate, hipStreamCreateWithFlags, hipStream_t *, unsigned)
KBUILD_DRIVER_3(cuStreamCreateWithPriority, hipStreamCreateWithPriority, hipStream_t *, unsigned,
                int)
KBUILD_DRIVER_1(cuStreamDestroy, hipStreamDestroy, hipStream_t)
KBUILD_DRIVER_2(cuStreamEndCapture, hipStreamEndCapture, hipStream_t, hipGraph_t *)
KBUILD_DRIVER_3(cuStreamGetCaptureInfo, hipStreamGetCaptureInfo, hipStream_t,
                hipStreamCaptureStatus *, unsigned long long *)
KBUILD_DRIVER_6(cuStreamGetCaptureInfo, hipStreamGetCaptureInfo_v2, hipStream_t,
                hipStreamCaptureStatus *, unsigned long long *, hipGraph_t *,
                const hipGraphNode_t **, size_t *)
KBUILD_DRIVER_2(cuStreamGetFlags, hipStreamGetFlags, hipStream_t, unsigned *)
KBUILD_DRIVER_2(cuStreamGetPriority, hipStreamGetPriority, hipStream_t, int *)
KBUILD_DRIVER_2(cuStreamIsCapturing, hipStreamIsCapturing, hipStream_t, hipStreamCaptureStatus *)
KBUILD_DRIVER_1(cuStreamQuery, hipStreamQuery, hipStream_t)
KBUILD_DRIVER_1(cuStreamSynchronize, hipStreamSynchronize, hipStream_t)
KBUILD_DRIVER_4(cuStreamUpdateCaptureDependencies, hipStreamUpdateCaptureDependencies, hipStream_t,
                hipGraphNode_t *, size_t, unsigned)
KBUILD_DRIVER_3(cuStreamWaitEvent, hipStreamWaitEvent, hipStream_t, hipEvent_t, unsigned)
KBUILD_DRIVER_4(cuStreamWaitValue32, hipStreamWaitValue32, hipStream_t, CUdeviceptr, uint32_t,
                unsigned)
KBUILD_DRIVER_4(cuStreamWaitValue64, hipStreamWaitValue64, hipStream_t, CUdeviceptr, uint64_t,
                unsigned)
// The flag CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER allows the driver to leave out the barrier. HIP
// has no flags and always makes the barrier, so |flags| is ignored.
KBUILD_HOST_API CUresult cuStreamWriteValue32(hipStream_t stream, CUdeviceptr address,
                                              uint32_t value, unsigned flags)
{
    return kbuild::driver_result(
        hipStreamWriteValue32(stream, kbuild::driver_pass(address), value,
                              flags & ~CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER));
}
KBUILD_HOST_API CUresult cuStreamWriteValue64(hipStream_t stream, CUdeviceptr address,
                                              uint64_t value, unsigned flags)
{
    return kbuild::driver_result(
        hipStreamWriteValue64(stream, kbuild::driver_pass(address), value,
                              flags & ~CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER));
}
KBUILD_DRIVER_1(cuThreadExchangeStreamCaptureMode, hipThreadExchangeStreamCaptureMode,
                hipStreamCaptureMode *)
KBUILD_DRIVER_4(cuWaitExternalSemaphoresAsync, hipWaitExternalSemaphoresAsync,
                const hipExternalSemaphore_t *, const hipExternalSemaphoreWaitParams *, unsigned,
                hipStream_t)

// Graphs.
KBUILD_DRIVER_5(cuGraphAddChildGraphNode, hipGraphAddChildGraphNode, hipGraphNode_t *, hipGraph_t,
                const hipGraphNode_t *, size_t, hipGraph_t)
KBUILD_DRIVER_4(cuGraphAddDependencies, hipGraphAddDependencies, hipGraph_t, const hipGraphNode_t *,
                const hipGraphNode_t *, size_t)
KBUILD_DRIVER_4(cuGraphAddEmptyNode, hipGraphAddEmptyNode, hipGraphNode_t *, hipGraph_t,
                const hipGraphNode_t *, size_t)
KBUILD_DRIVER_5(cuGraphAddEventRecordNode, hipGraphAddEventRecordNode, hipGraphNode_t *, hipGraph_t,
                const hipGraphNode_t *, size_t, hipEvent_t)
KBUILD_DRIVER_5(cuGraphAddEventWaitNode, hipGraphAddEventWaitNode, hipGraphNode_t *, hipGraph_t,
                const hipGraphNode_t *, size_t, hipEvent_t)
KBUILD_DRIVER_5(cuGraphAddHostNode, hipGraphAddHostNode, hipGraphNode_t *, hipGraph_t,
                const hipGraphNode_t *, size_t, const hipHostNodeParams *)
KBUILD_DRIVER_5(cuGraphAddKernelNode, hipGraphAddKernelNode, hipGraphNode_t *, hipGraph_t,
                const hipGraphNode_t *, size_t, const CUDA_KERNEL_NODE_PARAMS *)
KBUILD_DRIVER_2(cuGraphChildGraphNodeGetGraph, hipGraphChildGraphNodeGetGraph, hipGraphNode_t,
                hipGraph_t *)
KBUILD_DRIVER_2(cuGraphClone, hipGraphClone, hipGraph_t *, hipGraph_t)
KBUILD_DRIVER_2(cuGraphCreate, hipGraphCreate, hipGraph_t *, unsigned)
KBUILD_DRIVER_1(cuGraphDestroy, hipGraphDestroy, hipGraph_t)
KBUILD_DRIVER_1(cuGraphDestroyNode, hipGraphDestroyNode, hipGraphNode_t)
KBUILD_DRIVER_2(cuGraphEventRecordNodeGetEvent, hipGraphEventRecordNodeGetEvent, hipGraphNode_t,
                hipEvent_t *)
KBUILD_DRIVER_2(cuGraphEventRecordNodeSetEvent, hipGraphEventRecordNodeSetEvent, hipGraphNode_t,
                hipEvent_t)
KBUILD_DRIVER_2(cuGraphEventWaitNodeGetEvent, hipGraphEventWaitNodeGetEvent, hipGraphNode_t,
                hipEvent_t *)
KBUILD_DRIVER_2(cuGraphEventWaitNodeSetEvent, hipGraphEventWaitNodeSetEvent, hipGraphNode_t,
                hipEvent_t)
KBUILD_DRIVER_3(cuGraphExecChildGraphNodeSetParams, hipGraphExecChildGraphNodeSetParams,
                hipGraphExec_t, hipGraphNode_t, hipGraph_t)
KBUILD_DRIVER_1(cuGraphExecDestroy, hipGraphExecDestroy, hipGraphExec_t)
KBUILD_DRIVER_3(cuGraphExecEventRecordNodeSetEvent, hipGraphExecEventRecordNodeSetEvent,
                hipGraphExec_t, hipGraphNode_t, hipEvent_t)
KBUILD_DRIVER_3(cuGraphExecEventWaitNodeSetEvent, hipGraphExecEventWaitNodeSetEvent, hipGraphExec_t,
                hipGraphNode_t, hipEvent_t)
KBUILD_DRIVER_3(cuGraphExecHostNodeSetParams, hipGraphExecHostNodeSetParams, hipGraphExec_t,
                hipGraphNode_t, const hipHostNodeParams *)
KBUILD_DRIVER_3(cuGraphExecKernelNodeSetParams, hipGraphExecKernelNodeSetParams, hipGraphExec_t,
                hipGraphNode_t, const CUDA_KERNEL_NODE_PARAMS *)
KBUILD_DRIVER_4(cuGraphExecUpdate, hipGraphExecUpdate, hipGraphExec_t, hipGraph_t, hipGraphNode_t *,
                hipGraphExecUpdateResult *)
KBUILD_DRIVER_4(cuGraphGetEdges, hipGraphGetEdges, hipGraph_t, hipGraphNode_t *, hipGraphNode_t *,
                size_t *)
KBUILD_DRIVER_3(cuGraphGetNodes, hipGraphGetNodes, hipGraph_t, hipGraphNode_t *, size_t *)
KBUILD_DRIVER_3(cuGraphGetRootNodes, hipGraphGetRootNodes, hipGraph_t, hipGraphNode_t *, size_t *)
KBUILD_DRIVER_2(cuGraphHostNodeGetParams, hipGraphHostNodeGetParams, hipGraphNode_t,
                hipHostNodeParams *)
KBUILD_DRIVER_2(cuGraphHostNodeSetParams, hipGraphHostNodeSetParams, hipGraphNode_t,
                const hipHostNodeParams *)
KBUILD_DRIVER_5(cuGraphInstantiate, hipGraphInstantiate, hipGraphExec_t *, hipGraph_t,
                hipGraphNode_t *, char *, size_t)
KBUILD_DRIVER_3(cuGraphInstantiate, hipGraphInstantiateWithFlags, hipGraphExec_t *, hipGraph_t,
                unsigned long long)
KBUILD_DRIVER_3(cuGraphInstantiateWithFlags, hipGraphInstantiateWithFlags, hipGraphExec_t *,
                hipGraph_t, unsigned long long)
KBUILD_DRIVER_3(cuGraphKernelNodeGetAttribute, hipGraphKernelNodeGetAttribute, hipGraphNode_t,
                hipKernelNodeAttrID, hipKernelNodeAttrValue *)
KBUILD_DRIVER_2(cuGraphKernelNodeGetParams, hipGraphKernelNodeGetParams, hipGraphNode_t,
                CUDA_KERNEL_NODE_PARAMS *)
KBUILD_DRIVER_3(cuGraphKernelNodeSetAttribute, hipGraphKernelNodeSetAttribute, hipGraphNode_t,
                hipKernelNodeAttrID, const hipKernelNodeAttrValue *)
KBUILD_DRIVER_2(cuGraphKernelNodeSetParams, hipGraphKernelNodeSetParams, hipGraphNode_t,
                const CUDA_KERNEL_NODE_PARAMS *)
KBUILD_DRIVER_2(cuGraphLaunch, hipGraphLaunch, hipGraphExec_t, hipStream_t)
KBUILD_DRIVER_2(cuGraphMemsetNodeGetParams, hipGraphMemsetNodeGetParams, hipGraphNode_t,
                CUDA_MEMSET_NODE_PARAMS *)
KBUILD_DRIVER_2(cuGraphMemsetNodeSetParams, hipGraphMemsetNodeSetParams, hipGraphNode_t,
                const CUDA_MEMSET_NODE_PARAMS *)
KBUILD_DRIVER_3(cuGraphNodeFindInClone, hipGraphNodeFindInClone, hipGraphNode_t *, hipGraphNode_t,
                hipGraph_t)
KBUILD_DRIVER_3(cuGraphNodeGetDependencies, hipGraphNodeGetDependencies, hipGraphNode_t,
                hipGraphNode_t *, size_t *)
KBUILD_DRIVER_3(cuGraphNodeGetDependentNodes, hipGraphNodeGetDependentNodes, hipGraphNode_t,
                hipGraphNode_t *, size_t *)
KBUILD_DRIVER_2(cuGraphNodeGetType, hipGraphNodeGetType, hipGraphNode_t, hipGraphNodeType *)
KBUILD_DRIVER_4(cuGraphRemoveDependencies, hipGraphRemoveDependencies, hipGraph_t,
                const hipGraphNode_t *, const hipGraphNode_t *, size_t)

// Textures, and resources that are shared with a graphics API.
KBUILD_DRIVER_3(cuGraphicsMapResources, hipGraphicsMapResources, unsigned, hipGraphicsResource_t *,
                hipStream_t)
KBUILD_DRIVER_3(cuGraphicsResourceGetMappedPointer, hipGraphicsResourceGetMappedPointer,
                CUdeviceptr *, size_t *, hipGraphicsResource_t)
KBUILD_DRIVER_4(cuGraphicsSubResourceGetMappedArray, hipGraphicsSubResourceGetMappedArray,
                hipArray_t *, hipGraphicsResource_t, unsigned, unsigned)
KBUILD_DRIVER_3(cuGraphicsUnmapResources, hipGraphicsUnmapResources, unsigned,
                hipGraphicsResource_t *, hipStream_t)
KBUILD_DRIVER_1(cuGraphicsUnregisterResource, hipGraphicsUnregisterResource, hipGraphicsResource_t)
KBUILD_DRIVER_4(cuTexObjectCreate, hipTexObjectCreate, hipTextureObject_t *,
                const CUDA_RESOURCE_DESC *, const HIP_TEXTURE_DESC *,
                const HIP_RESOURCE_VIEW_DESC *)
KBUILD_DRIVER_1(cuTexObjectDestroy, hipTexObjectDestroy, hipTextureObject_t)
KBUILD_DRIVER_2(cuTexObjectGetResourceDesc, hipTexObjectGetResourceDesc, CUDA_RESOURCE_DESC *,
                hipTextureObject_t)
KBUILD_DRIVER_2(cuTexObjectGetResourceViewDesc, hipTexObjectGetResourceViewDesc,
                HIP_RESOURCE_VIEW_DESC *, hipTextureObject_t)
KBUILD_DRIVER_2(cuTexObjectGetTextureDesc, hipTexObjectGetTextureDesc, HIP_TEXTURE_DESC *,
                hipTextureObject_t)
KBUILD_DRIVER_2(cuTexRefGetAddress, hipTexRefGetAddress, CUdeviceptr *, hipTexRef)
KBUILD_DRIVER_3(cuTexRefGetAddressMode, hipTexRefGetAddressMode, HIPaddress_mode *, hipTexRef, int)
KBUILD_DRIVER_2(cuTexRefGetFilterMode, hipTexRefGetFilterMode, HIPfilter_mode *, hipTexRef)
KBUILD_DRIVER_2(cuTexRefGetFlags, hipTexRefGetFlags, unsigned *, hipTexRef)
KBUILD_DRIVER_3(cuTexRefGetFormat, hipTexRefGetFormat, hipArray_Format *, int *, hipTexRef)
KBUILD_DRIVER_2(cuTexRefGetMaxAnisotropy, hipTexRefGetMaxAnisotropy, int *, hipTexRef)
KBUILD_DRIVER_2(cuTexRefGetMipmapFilterMode, hipTexRefGetMipmapFilterMode, HIPfilter_mode *,
                hipTexRef)
KBUILD_DRIVER_2(cuTexRefGetMipmapLevelBias, hipTexRefGetMipmapLevelBias, float *, hipTexRef)
KBUILD_DRIVER_3(cuTexRefGetMipmapLevelClamp, hipTexRefGetMipmapLevelClamp, float *, float *,
                hipTexRef)
KBUILD_DRIVER_2(cuTexRefGetMipmappedArray, hipTexRefGetMipMappedArray, hipMipmappedArray_t *,
                hipTexRef)
KBUILD_DRIVER_4(cuTexRefSetAddress, hipTexRefSetAddress, size_t *, hipTexRef, CUdeviceptr, size_t)
KBUILD_DRIVER_4(cuTexRefSetAddress2D, hipTexRefSetAddress2D, hipTexRef,
                const HIP_ARRAY_DESCRIPTOR *, CUdeviceptr, size_t)
KBUILD_DRIVER_3(cuTexRefSetAddressMode, hipTexRefSetAddressMode, hipTexRef, int, HIPaddress_mode)
KBUILD_DRIVER_3(cuTexRefSetArray, hipTexRefSetArray, hipTexRef, hipArray_t, unsigned)
KBUILD_DRIVER_2(cuTexRefSetBorderColor, hipTexRefSetBorderColor, hipTexRef, float *)
KBUILD_DRIVER_2(cuTexRefSetFilterMode, hipTexRefSetFilterMode, hipTexRef, HIPfilter_mode)
KBUILD_DRIVER_2(cuTexRefSetFlags, hipTexRefSetFlags, hipTexRef, unsigned)
KBUILD_DRIVER_3(cuTexRefSetFormat, hipTexRefSetFormat, hipTexRef, hipArray_Format, int)
KBUILD_DRIVER_2(cuTexRefSetMaxAnisotropy, hipTexRefSetMaxAnisotropy, hipTexRef, unsigned)
KBUILD_DRIVER_2(cuTexRefSetMipmapFilterMode, hipTexRefSetMipmapFilterMode, hipTexRef,
                HIPfilter_mode)
KBUILD_DRIVER_2(cuTexRefSetMipmapLevelBias, hipTexRefSetMipmapLevelBias, hipTexRef, float)
KBUILD_DRIVER_3(cuTexRefSetMipmapLevelClamp, hipTexRefSetMipmapLevelClamp, hipTexRef, float, float)
KBUILD_DRIVER_3(cuTexRefSetMipmappedArray, hipTexRefSetMipmappedArray, hipTexRef,
                hipMipmappedArray_t, unsigned)

// Functions that only later versions of HIP have. Each function takes whatever HIP's function
// takes, because not every version declares the parameters in the same way. The functions are
// objects of classes, so that a program may name one without a call: auto function = cuGraphUpload.
#define KBUILD_DRIVER_LATER(NAME, HIP)                                                             \
    namespace kbuild                                                                               \
    {                                                                                              \
    struct later_##NAME {                                                                          \
        template <class... T> static __host__ CUresult call(T... arguments)                        \
        {                                                                                          \
            return driver_result(HIP(driver_pass_any(arguments)...));                              \
        }                                                                                          \
        template <class... T> __host__ CUresult operator()(T... arguments) const                   \
        {                                                                                          \
            return call(arguments...);                                                             \
        }                                                                                          \
        template <class... T> constexpr operator driver_function<T...>() const                     \
        {                                                                                          \
            return &call<T...>;                                                                    \
        }                                                                                          \
        constexpr const later_##NAME &operator&() const                                            \
        {                                                                                          \
            return *this;                                                                          \
        }                                                                                          \
    };                                                                                             \
    }                                                                                              \
    static constexpr kbuild::later_##NAME NAME{};
namespace kbuild
{
template <class... T> using driver_function = CUresult (*)(T...);
}
KBUILD_DRIVER_LATER(cuArray3DGetDescriptor, hipArray3DGetDescriptor)
KBUILD_DRIVER_LATER(cuArrayGetDescriptor, hipArrayGetDescriptor)
KBUILD_DRIVER_LATER(cuDeviceGetGraphMemAttribute, hipDeviceGetGraphMemAttribute)
KBUILD_DRIVER_LATER(cuDeviceGetTexture1DLinearMaxWidth, hipDeviceGetTexture1DLinearMaxWidth)
KBUILD_DRIVER_LATER(cuDeviceGraphMemTrim, hipDeviceGraphMemTrim)
KBUILD_DRIVER_LATER(cuDeviceSetGraphMemAttribute, hipDeviceSetGraphMemAttribute)
KBUILD_DRIVER_LATER(cuEventRecordWithFlags, hipEventRecordWithFlags)
KBUILD_DRIVER_LATER(cuExternalMemoryGetMappedMipmappedArray,
                    hipExternalMemoryGetMappedMipmappedArray)
KBUILD_DRIVER_LATER(cuGraphAddBatchMemOpNode, hipGraphAddBatchMemOpNode)
KBUILD_DRIVER_LATER(cuGraphAddExternalSemaphoresSignalNode, hipGraphAddExternalSemaphoresSignalNode)
KBUILD_DRIVER_LATER(cuGraphAddExternalSemaphoresWaitNode, hipGraphAddExternalSemaphoresWaitNode)
KBUILD_DRIVER_LATER(cuGraphAddMemAllocNode, hipGraphAddMemAllocNode)
KBUILD_DRIVER_LATER(cuGraphAddMemFreeNode, hipDrvGraphAddMemFreeNode)
KBUILD_DRIVER_LATER(cuGraphAddMemcpyNode, hipDrvGraphAddMemcpyNode)
KBUILD_DRIVER_LATER(cuGraphAddMemsetNode, hipDrvGraphAddMemsetNode)
KBUILD_DRIVER_LATER(cuGraphAddNode, hipGraphAddNode)
KBUILD_DRIVER_LATER(cuGraphBatchMemOpNodeGetParams, hipGraphBatchMemOpNodeGetParams)
KBUILD_DRIVER_LATER(cuGraphBatchMemOpNodeSetParams, hipGraphBatchMemOpNodeSetParams)
KBUILD_DRIVER_LATER(cuGraphDebugDotPrint, hipGraphDebugDotPrint)
KBUILD_DRIVER_LATER(cuGraphExecBatchMemOpNodeSetParams, hipGraphExecBatchMemOpNodeSetParams)
KBUILD_DRIVER_LATER(cuGraphExecExternalSemaphoresSignalNodeSetParams,
                    hipGraphExecExternalSemaphoresSignalNodeSetParams)
KBUILD_DRIVER_LATER(cuGraphExecExternalSemaphoresWaitNodeSetParams,
                    hipGraphExecExternalSemaphoresWaitNodeSetParams)
KBUILD_DRIVER_LATER(cuGraphExecMemcpyNodeSetParams, hipDrvGraphExecMemcpyNodeSetParams)
KBUILD_DRIVER_LATER(cuGraphExecMemsetNodeSetParams, hipDrvGraphExecMemsetNodeSetParams)
KBUILD_DRIVER_LATER(cuGraphExecNodeSetParams, hipGraphExecNodeSetParams)
KBUILD_DRIVER_LATER(cuGraphExternalSemaphoresSignalNodeGetParams,
                    hipGraphExternalSemaphoresSignalNodeGetParams)
KBUILD_DRIVER_LATER(cuGraphExternalSemaphoresSignalNodeSetParams,
                    hipGraphExternalSemaphoresSignalNodeSetParams)
KBUILD_DRIVER_LATER(cuGraphExternalSemaphoresWaitNodeGetParams,
                    hipGraphExternalSemaphoresWaitNodeGetParams)
KBUILD_DRIVER_LATER(cuGraphExternalSemaphoresWaitNodeSetParams,
                    hipGraphExternalSemaphoresWaitNodeSetParams)
KBUILD_DRIVER_LATER(cuGraphInstantiateWithParams, hipGraphInstantiateWithParams)
KBUILD_DRIVER_LATER(cuGraphKernelNodeCopyAttributes, hipGraphKernelNodeCopyAttributes)
KBUILD_DRIVER_LATER(cuGraphMemAllocNodeGetParams, hipGraphMemAllocNodeGetParams)
KBUILD_DRIVER_LATER(cuGraphMemFreeNodeGetParams, hipGraphMemFreeNodeGetParams)
KBUILD_DRIVER_LATER(cuGraphMemcpyNodeGetParams, hipDrvGraphMemcpyNodeGetParams)
KBUILD_DRIVER_LATER(cuGraphMemcpyNodeSetParams, hipDrvGraphMemcpyNodeSetParams)
KBUILD_DRIVER_LATER(cuGraphNodeGetEnabled, hipGraphNodeGetEnabled)
KBUILD_DRIVER_LATER(cuGraphNodeSetEnabled, hipGraphNodeSetEnabled)
KBUILD_DRIVER_LATER(cuGraphNodeSetParams, hipGraphNodeSetParams)
KBUILD_DRIVER_LATER(cuGraphReleaseUserObject, hipGraphReleaseUserObject)
KBUILD_DRIVER_LATER(cuGraphRetainUserObject, hipGraphRetainUserObject)
KBUILD_DRIVER_LATER(cuGraphUpload, hipGraphUpload)
KBUILD_DRIVER_LATER(cuKernelGetLibrary, hipKernelGetLibrary)
KBUILD_DRIVER_LATER(cuKernelGetName, hipKernelGetName)
KBUILD_DRIVER_LATER(cuLaunchCooperativeKernel, hipModuleLaunchCooperativeKernel)
KBUILD_DRIVER_LATER(cuLaunchCooperativeKernelMultiDevice,
                    hipModuleLaunchCooperativeKernelMultiDevice)
KBUILD_DRIVER_LATER(cuLibraryEnumerateKernels, hipLibraryEnumerateKernels)
KBUILD_DRIVER_LATER(cuLibraryGetKernel, hipLibraryGetKernel)
KBUILD_DRIVER_LATER(cuLibraryGetKernelCount, hipLibraryGetKernelCount)
KBUILD_DRIVER_LATER(cuLibraryLoadData, hipLibraryLoadData)
KBUILD_DRIVER_LATER(cuLibraryLoadFromFile, hipLibraryLoadFromFile)
KBUILD_DRIVER_LATER(cuLibraryUnload, hipLibraryUnload)
KBUILD_DRIVER_LATER(cuLinkAddData, hiprtcLinkAddData)
KBUILD_DRIVER_LATER(cuLinkAddFile, hiprtcLinkAddFile)
KBUILD_DRIVER_LATER(cuLinkComplete, hiprtcLinkComplete)
KBUILD_DRIVER_LATER(cuLinkCreate, hiprtcLinkCreate)
KBUILD_DRIVER_LATER(cuLinkDestroy, hiprtcLinkDestroy)
KBUILD_DRIVER_LATER(cuMemGetHandleForAddressRange, hipMemGetHandleForAddressRange)
KBUILD_DRIVER_LATER(cuMemcpyAtoA, hipMemcpyAtoA)
KBUILD_DRIVER_LATER(cuMemcpyAtoD, hipMemcpyAtoD)
KBUILD_DRIVER_LATER(cuMemcpyAtoHAsync, hipMemcpyAtoHAsync)
KBUILD_DRIVER_LATER(cuMemcpyDtoA, hipMemcpyDtoA)
KBUILD_DRIVER_LATER(cuMemcpyHtoAAsync, hipMemcpyHtoAAsync)
KBUILD_DRIVER_LATER(cuMemsetD2D16, hipMemsetD2D16)
KBUILD_DRIVER_LATER(cuMemsetD2D16Async, hipMemsetD2D16Async)
KBUILD_DRIVER_LATER(cuMemsetD2D32, hipMemsetD2D32)
KBUILD_DRIVER_LATER(cuMemsetD2D32Async, hipMemsetD2D32Async)
KBUILD_DRIVER_LATER(cuMemsetD2D8, hipMemsetD2D8)
KBUILD_DRIVER_LATER(cuMemsetD2D8Async, hipMemsetD2D8Async)
KBUILD_DRIVER_LATER(cuModuleGetFunctionCount, hipModuleGetFunctionCount)
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR >= 702
KBUILD_DRIVER_LATER(cuOccupancyAvailableDynamicSMemPerBlock,
                    hipOccupancyAvailableDynamicSMemPerBlock)
#else
KBUILD_HOST_API CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *available,
                                                                 hipFunction_t function, int blocks,
                                                                 int threads)
{
    hipDevice_t device;
    int all = 0, most = 0, fixed = 0;
    if (!available || blocks <= 0 || threads <= 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    hipError_t error = hipGetDevice(&device);
    error = error ? error
                  : hipDeviceGetAttribute(&all, hipDeviceAttributeMaxSharedMemoryPerMultiprocessor,
                                          device);
    error = error ? error
                  : hipDeviceGetAttribute(&most, hipDeviceAttributeMaxSharedMemoryPerBlock, device);
    error =
        error ? error : hipFuncGetAttribute(&fixed, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
    const int granule = 512; // The hardware allocates LDS in multiples of 512 bytes.
    const int share = all / blocks / granule * granule;
    const int block = share < most ? share : most;
    *available = block > fixed ? block - fixed : 0;
    return kbuild::driver_result(error);
}
#endif
KBUILD_DRIVER_LATER(cuPointerSetAttribute, hipPointerSetAttribute)
KBUILD_DRIVER_LATER(cuStreamBatchMemOp, hipStreamBatchMemOp)
KBUILD_DRIVER_LATER(cuStreamBeginCaptureToGraph, hipStreamBeginCaptureToGraph)
KBUILD_DRIVER_LATER(cuStreamGetDevice, hipStreamGetDevice)
KBUILD_DRIVER_LATER(cuStreamGetId, hipStreamGetId)
KBUILD_DRIVER_LATER(cuTexRefGetArray, hipTexRefGetArray)
KBUILD_DRIVER_LATER(cuTexRefGetBorderColor, hipTexRefGetBorderColor)
KBUILD_DRIVER_LATER(cuUserObjectCreate, hipUserObjectCreate)
KBUILD_DRIVER_LATER(cuUserObjectRelease, hipUserObjectRelease)
KBUILD_DRIVER_LATER(cuUserObjectRetain, hipUserObjectRetain)
// The driver API's types and functions for attributes of launches and streams, which HIP has from
// 7.2 on.
typedef cudaSynchronizationPolicy CUsynchronizationPolicy;
typedef cudaClusterSchedulingPolicy CUclusterSchedulingPolicy;
typedef cudaLaunchMemSyncDomain CUlaunchMemSyncDomain;
typedef cudaLaunchMemSyncDomainMap CUlaunchMemSyncDomainMap;
typedef cudaLaunchAttributeID CUlaunchAttributeID;
typedef cudaLaunchAttributeValue CUlaunchAttributeValue;
struct CUlaunchAttribute_st {
    CUlaunchAttributeID id;
    char pad[8 - sizeof(CUlaunchAttributeID)];
    CUlaunchAttributeValue value;
};
typedef CUlaunchAttribute_st CUlaunchAttribute;
struct CUlaunchConfig_st {
    unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    hipStream_t hStream;
    CUlaunchAttribute *attrs;
    unsigned numAttrs;
};
typedef CUlaunchConfig_st CUlaunchConfig;
#define KBUILD_SAME(NAME, OF_RUNTIME) static constexpr decltype(OF_RUNTIME) NAME = OF_RUNTIME;
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_IGNORE, cudaLaunchAttributeIgnore)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, cudaLaunchAttributeAccessPolicyWindow)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_COOPERATIVE, cudaLaunchAttributeCooperative)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, cudaLaunchAttributeSynchronizationPolicy)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, cudaLaunchAttributeClusterDimension)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
            cudaLaunchAttributeClusterSchedulingPolicyPreference)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
            cudaLaunchAttributeProgrammaticStreamSerialization)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT, cudaLaunchAttributeProgrammaticEvent)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_PRIORITY, cudaLaunchAttributePriority)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP, cudaLaunchAttributeMemSyncDomainMap)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, cudaLaunchAttributeMemSyncDomain)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION,
            cudaLaunchAttributePreferredClusterDimension)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT, cudaLaunchAttributeLaunchCompletionEvent)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE,
            cudaLaunchAttributeDeviceUpdatableKernelNode)
KBUILD_SAME(CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
            cudaLaunchAttributePreferredSharedMemoryCarveout)
KBUILD_SAME(CU_SYNC_POLICY_AUTO, cudaSyncPolicyAuto)
KBUILD_SAME(CU_SYNC_POLICY_SPIN, cudaSyncPolicySpin)
KBUILD_SAME(CU_SYNC_POLICY_YIELD, cudaSyncPolicyYield)
KBUILD_SAME(CU_SYNC_POLICY_BLOCKING_SYNC, cudaSyncPolicyBlockingSync)
KBUILD_SAME(CU_CLUSTER_SCHEDULING_POLICY_DEFAULT, cudaClusterSchedulingPolicyDefault)
KBUILD_SAME(CU_CLUSTER_SCHEDULING_POLICY_SPREAD, cudaClusterSchedulingPolicySpread)
KBUILD_SAME(CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING, cudaClusterSchedulingPolicyLoadBalancing)
KBUILD_SAME(CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT, cudaLaunchMemSyncDomainDefault)
KBUILD_SAME(CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE, cudaLaunchMemSyncDomainRemote)
#undef KBUILD_SAME
typedef CUlaunchAttributeID CUstreamAttrID;
typedef CUlaunchAttributeValue CUstreamAttrValue;
#define CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW   CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
#define CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY
#define CU_STREAM_ATTRIBUTE_PRIORITY               CU_LAUNCH_ATTRIBUTE_PRIORITY
#define CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP    CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP
#define CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN        CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN
KBUILD_DRIVER_2(cuStreamCopyAttributes, cudaStreamCopyAttributes, hipStream_t, hipStream_t)
KBUILD_DRIVER_3(cuStreamSetAttribute, cudaStreamSetAttribute, hipStream_t, CUstreamAttrID,
                const CUstreamAttrValue *)
KBUILD_DRIVER_3(cuStreamGetAttribute, cudaStreamGetAttribute, hipStream_t, CUstreamAttrID,
                CUstreamAttrValue *)

KBUILD_HOST_API CUresult cuLaunchKernelEx(const CUlaunchConfig *config, hipFunction_t function,
                                          void **arguments, void **extra)
{
    if (!config) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    bool cooperative = false;
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const hipError_t error =
            kbuild::launch_attribute(config->attrs[i].id, config->attrs[i].value, &cooperative);
        if (error != hipSuccess) {
            return kbuild::driver_result(error);
        }
    }
    if (!cooperative) {
        return cuLaunchKernel(function, config->gridDimX, config->gridDimY, config->gridDimZ,
                              config->blockDimX, config->blockDimY, config->blockDimZ,
                              config->sharedMemBytes, config->hStream, arguments, extra);
    }
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR >= 505
    if (!extra) {
        return cuLaunchCooperativeKernel(function, config->gridDimX, config->gridDimY,
                                         config->gridDimZ, config->blockDimX, config->blockDimY,
                                         config->blockDimZ, config->sharedMemBytes, config->hStream,
                                         arguments);
    }
#endif
    return CUDA_ERROR_NOT_SUPPORTED;
}

template <class T> KBUILD_HOST_API CUresult cuGraphExecGetFlags(hipGraphExec_t graph, T *flags)
{
    return kbuild::driver_result(hipGraphExecGetFlags(graph, kbuild::driver_same<T>{flags}));
}

KBUILD_HOST_API CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy)
{
    return kbuild::driver_result(hipDrvMemcpy3D(kbuild::driver_pass(copy)));
}
KBUILD_HOST_API CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy, hipStream_t stream)
{
    return kbuild::driver_result(hipDrvMemcpy3DAsync(kbuild::driver_pass(copy), stream));
}

// Returns the primary context of the stream's device: HIP's streams have no other.
template <class Context>
KBUILD_HOST_API CUresult cuStreamGetCtx(hipStream_t stream, Context *context)
{
    hipDevice_t device;
    const CUresult result = cuStreamGetDevice(stream, &device);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    const CUresult retained = cuDevicePrimaryCtxRetain(context, device);
    return retained == CUDA_SUCCESS ? cuDevicePrimaryCtxRelease(device) : retained;
}

// Always finds nothing, because code for AMD GPUs cannot declare a surface reference.
KBUILD_HOST_API CUresult cuModuleGetSurfRef(CUsurfref *reference, hipModule_t module,
                                            const char *name)
{
    return reference && module && name ? CUDA_ERROR_NOT_FOUND : CUDA_ERROR_INVALID_VALUE;
}

// HIP 5 declares the source of a copy without const, so the const is cast away.
KBUILD_HOST_API CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    return kbuild::driver_result(
        hipMemcpyHtoD(reinterpret_cast<void *>(to), const_cast<void *>(from), bytes));
}
KBUILD_HOST_API CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes,
                                           hipStream_t stream)
{
    return kbuild::driver_result(
        hipMemcpyHtoDAsync(reinterpret_cast<void *>(to), const_cast<void *>(from), bytes, stream));
}

KBUILD_HOST_API CUresult cuCtxCreate(hipCtx_t *context, CUctxCreateParams *parameters,
                                     unsigned flags, hipDevice_t device)
{
    const bool plain =
        !parameters || (!parameters->numExecAffinityParams && !parameters->cigParams);
    return plain ? cuCtxCreate(context, flags, device) : CUDA_ERROR_NOT_SUPPORTED;
}

KBUILD_HOST_API CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return kbuild::driver_result(
        hipMemcpy(kbuild::driver_number{to}, kbuild::driver_number{from}, bytes, hipMemcpyDefault));
}
KBUILD_HOST_API CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                                       hipStream_t stream)
{
    return kbuild::driver_result(hipMemcpyAsync(
        kbuild::driver_number{to}, kbuild::driver_number{from}, bytes, hipMemcpyDefault, stream));
}

KBUILD_HOST_API CUresult cuMipmappedArrayCreate(hipMipmappedArray_t *array,
                                                const HIP_ARRAY3D_DESCRIPTOR *descriptor,
                                                unsigned levels)
{
    return kbuild::driver_result(
        hipMipmappedArrayCreate(array, const_cast<HIP_ARRAY3D_DESCRIPTOR *>(descriptor), levels));
}

// HIP 5 returns the version of a context as an int.
KBUILD_HOST_API CUresult cuCtxGetApiVersion(hipCtx_t context, unsigned *version)
{
    return kbuild::driver_result(
        hipCtxGetApiVersion(context, kbuild::driver_same<unsigned>{version}));
}

// HIP's contexts belong to devices, so that their addresses identify them as long as the program
// runs.
KBUILD_HOST_API CUresult cuCtxGetId(hipCtx_t context, unsigned long long *id)
{
    const CUresult result = context ? CUDA_SUCCESS : cuCtxGetCurrent(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!id)
        return CUDA_ERROR_INVALID_VALUE;
    *id = reinterpret_cast<unsigned long long>(context);
    return CUDA_SUCCESS;
}

// AMD GPUs have one address space, so that HIP finds the devices by the addresses. The contexts are
// ignored.
KBUILD_HOST_API CUresult cuMemcpyPeer(CUdeviceptr to, hipCtx_t, CUdeviceptr from, hipCtx_t,
                                      size_t bytes)
{
    return cuMemcpyDtoD(to, from, bytes);
}
KBUILD_HOST_API CUresult cuMemcpyPeerAsync(CUdeviceptr to, hipCtx_t, CUdeviceptr from, hipCtx_t,
                                           size_t bytes, hipStream_t stream)
{
    return cuMemcpyDtoDAsync(to, from, bytes, stream);
}

// AMD GPUs give a function all shared memory, and have no carveout: nothing has to be set.
KBUILD_HOST_API CUresult cuFuncSetAttribute(hipFunction_t function, hipFunction_attribute attribute,
                                            int)
{
    const bool known = attribute == HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ||
                       attribute == HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
    return !function ? CUDA_ERROR_INVALID_HANDLE : known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

KBUILD_HOST_API CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block,
                                                                   hipFunction_t function,
                                                                   CUoccupancyB2DSize shared,
                                                                   size_t bytes, int limit,
                                                                   unsigned flags)
{
    if (!shared) {
        return kbuild::driver_result(hipModuleOccupancyMaxPotentialBlockSizeWithFlags(
            grid, block, function, bytes, limit, flags));
    }
    int most = 0, processors = 0;
    hipDevice_t device;
    hipError_t error = hipCtxGetDevice(&device);
    if (error == hipSuccess) {
        error = hipDeviceGetAttribute(&processors, hipDeviceAttributeMultiprocessorCount, device);
    }
    if (error == hipSuccess) {
        error = hipFuncGetAttribute(&most, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
    }
    if (error != hipSuccess || !grid || !block) {
        return error != hipSuccess ? kbuild::driver_result(error) : CUDA_ERROR_INVALID_VALUE;
    }
    return kbuild::driver_result(
        kbuild::best_block(grid, block, limit > 0 && limit < most ? limit : most, processors,
                           [=](int *blocks, int threads) {
                               return hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                                   blocks, function, threads, shared(threads), flags);
                           }));
}
KBUILD_HOST_API CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block,
                                                          hipFunction_t function,
                                                          CUoccupancyB2DSize shared, size_t bytes,
                                                          int limit)
{
    return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, shared, bytes, limit,
                                                     0);
}

KBUILD_HOST_API CUresult cuDeviceComputeCapability(int *major, int *minor, hipDevice_t device)
{
    const CUresult error =
        cuDeviceGetAttribute(major, hipDeviceAttributeComputeCapabilityMajor, device);
    return error != CUDA_SUCCESS
               ? error
               : cuDeviceGetAttribute(minor, hipDeviceAttributeComputeCapabilityMinor, device);
}

KBUILD_HOST_API CUresult cuGetErrorName(CUresult error, const char **name)
{
    if (!name) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    switch (error) {
#define KBUILD_RESULT(NAME, NUMBER)                                                                \
    case NAME: *name = #NAME; return CUDA_SUCCESS;
        KBUILD_RESULTS(KBUILD_RESULT)
#undef KBUILD_RESULT
    }
    *name = nullptr;
    return CUDA_ERROR_INVALID_VALUE;
}
KBUILD_HOST_API CUresult cuGetErrorString(CUresult error, const char **text)
{
    const CUresult known = cuGetErrorName(error, text);
    if (known == CUDA_SUCCESS) {
        *text = hipGetErrorString(static_cast<hipError_t>(error));
    }
    return known;
}

// HIP's functions for profilers fail, because programs do not control the profilers of AMD GPUs.
// These functions succeed.
KBUILD_HOST_API CUresult cuProfilerStart()
{
    return CUDA_SUCCESS;
}
KBUILD_HOST_API CUresult cuProfilerStop()
{
    return CUDA_SUCCESS;
}

// Names with a version's suffix, which CUDA's header defines, too.
#define cuArray3DCreate_v2                    cuArray3DCreate
#define cuArray3DGetDescriptor_v2             cuArray3DGetDescriptor
#define cuArrayCreate_v2                      cuArrayCreate
#define cuArrayGetDescriptor_v2               cuArrayGetDescriptor
#define cuCtxCreate_v2                        cuCtxCreate
#define cuCtxDestroy_v2                       cuCtxDestroy
#define cuCtxGetDevice_v2                     cuCtxGetDevice
#define cuCtxPopCurrent_v2                    cuCtxPopCurrent
#define cuCtxPushCurrent_v2                   cuCtxPushCurrent
#define cuCtxSynchronize_v2                   cuCtxSynchronize
#define cuDeviceGetUuid_v2                    cuDeviceGetUuid
#define cuDevicePrimaryCtxRelease_v2          cuDevicePrimaryCtxRelease
#define cuDevicePrimaryCtxReset_v2            cuDevicePrimaryCtxReset
#define cuDevicePrimaryCtxSetFlags_v2         cuDevicePrimaryCtxSetFlags
#define cuDeviceTotalMem_v2                   cuDeviceTotalMem
#define cuEventDestroy_v2                     cuEventDestroy
#define cuEventElapsedTime_v2                 cuEventElapsedTime
#define cuGraphAddDependencies_v2             cuGraphAddDependencies
#define cuGraphAddNode_v2                     cuGraphAddNode
#define cuGraphGetEdges_v2                    cuGraphGetEdges
#define cuGraphInstantiate_v2                 cuGraphInstantiate
#define cuGraphNodeGetDependencies_v2         cuGraphNodeGetDependencies
#define cuGraphNodeGetDependentNodes_v2       cuGraphNodeGetDependentNodes
#define cuGraphRemoveDependencies_v2          cuGraphRemoveDependencies
#define cuGraphicsResourceGetMappedPointer_v2 cuGraphicsResourceGetMappedPointer
#define cuIpcOpenMemHandle_v2                 cuIpcOpenMemHandle
#define cuLinkAddData_v2                      cuLinkAddData
#define cuLinkAddFile_v2                      cuLinkAddFile
#define cuLinkCreate_v2                       cuLinkCreate
#define cuMemAdvise_v2                        cuMemAdvise
#define cuMemAllocHost_v2                     cuMemAllocHost
#define cuMemAllocPitch_v2                    cuMemAllocPitch
#define cuMemAlloc_v2                         cuMemAlloc
#define cuMemFree_v2                          cuMemFree
#define cuMemGetAddressRange_v2               cuMemGetAddressRange
#define cuMemGetInfo_v2                       cuMemGetInfo
#define cuMemHostGetDevicePointer_v2          cuMemHostGetDevicePointer
#define cuMemHostRegister_v2                  cuMemHostRegister
#define cuMemPrefetchAsync_v2                 cuMemPrefetchAsync
#define cuMemcpy2DAsync_v2                    cuMemcpy2DAsync
#define cuMemcpy2DUnaligned_v2                cuMemcpy2DUnaligned
#define cuMemcpy2D_v2                         cuMemcpy2D
#define cuMemcpy3DAsync_v2                    cuMemcpy3DAsync
#define cuMemcpy3D_v2                         cuMemcpy3D
#define cuMemcpyAtoA_v2                       cuMemcpyAtoA
#define cuMemcpyAtoD_v2                       cuMemcpyAtoD
#define cuMemcpyAtoHAsync_v2                  cuMemcpyAtoHAsync
#define cuMemcpyAtoH_v2                       cuMemcpyAtoH
#define cuMemcpyDtoA_v2                       cuMemcpyDtoA
#define cuMemcpyDtoDAsync_v2                  cuMemcpyDtoDAsync
#define cuMemcpyDtoD_v2                       cuMemcpyDtoD
#define cuMemcpyDtoHAsync_v2                  cuMemcpyDtoHAsync
#define cuMemcpyDtoH_v2                       cuMemcpyDtoH
#define cuMemcpyHtoAAsync_v2                  cuMemcpyHtoAAsync
#define cuMemcpyHtoA_v2                       cuMemcpyHtoA
#define cuMemcpyHtoDAsync_v2                  cuMemcpyHtoDAsync
#define cuMemcpyHtoD_v2                       cuMemcpyHtoD
#define cuMemsetD16_v2                        cuMemsetD16
#define cuMemsetD2D16_v2                      cuMemsetD2D16
#define cuMemsetD2D32_v2                      cuMemsetD2D32
#define cuMemsetD2D8_v2                       cuMemsetD2D8
#define cuMemsetD32_v2                        cuMemsetD32
#define cuMemsetD8_v2                         cuMemsetD8
#define cuModuleGetGlobal_v2                  cuModuleGetGlobal
#define cuStreamBatchMemOp_v2                 cuStreamBatchMemOp
#define cuStreamBeginCapture_ptsz             cuStreamBeginCapture
#define cuStreamBeginCapture_v2               cuStreamBeginCapture
#define cuStreamDestroy_v2                    cuStreamDestroy
#define cuStreamGetCaptureInfo_v2             cuStreamGetCaptureInfo
#define cuStreamGetCaptureInfo_v3             cuStreamGetCaptureInfo
#define cuStreamUpdateCaptureDependencies_v2  cuStreamUpdateCaptureDependencies
#define cuStreamWaitValue32_v2                cuStreamWaitValue32
#define cuStreamWaitValue64_v2                cuStreamWaitValue64
#define cuStreamWriteValue32_v2               cuStreamWriteValue32
#define cuStreamWriteValue64_v2               cuStreamWriteValue64
#define cuTexRefGetAddress_v2                 cuTexRefGetAddress
#define cuTexRefSetAddress2D_v2               cuTexRefSetAddress2D
#define cuTexRefSetAddress2D_v3               cuTexRefSetAddress2D
#define cuTexRefSetAddress_v2                 cuTexRefSetAddress

#undef KBUILD_DRIVER_LATER
#undef KBUILD_DRIVER_0
#undef KBUILD_DRIVER_1
#undef KBUILD_DRIVER_2
#undef KBUILD_DRIVER_3
#undef KBUILD_DRIVER_4
#undef KBUILD_DRIVER_5
#undef KBUILD_DRIVER_6
#undef KBUILD_DRIVER_8
#undef KBUILD_DRIVER_10
#undef KBUILD_DRIVER_11

#endif
