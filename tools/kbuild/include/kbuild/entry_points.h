// cuGetProcAddress and cudaGetDriverEntryPoint, which find functions of the driver API by name.
//
// A program asks for "cuMemAlloc" of a version of CUDA, converts the pointer to a type of
// cudaTypedefs.h, and calls it. HIP's own look-ups know only HIP's names, and exist from HIP 6.1
// on. As in CUDA, an unknown name is not an error: the pointer is null, and the status says why.
#ifndef KBUILD_ENTRY_POINTS_H
#define KBUILD_ENTRY_POINTS_H
#pragma GCC system_header

// Programs include cuda.h inside extern "C", too.
extern "C++" {
#include "cuda_version.h"
#include "driver.h"

#include <dlfcn.h>

// The functions that can be found. HIP(name, version, function of HIP, types of its arguments...):
// HIP has the function that CUDA calls |name| from |version| on. OLD: the same for a function that
// a later version of CUDA replaced. OWN: kbuild's headers define the function. NONE: CUDA's
// function has arguments that HIP's lacks, so that it is never found.
#define KBUILD_ENTRY_POINTS(HIP, OLD, OWN, NONE)                                                   \
    HIP(cuArray3DCreate, 3020, hipArray3DCreate, hipArray_t *, const HIP_ARRAY3D_DESCRIPTOR *)     \
    HIP(cuArray3DGetDescriptor, 3020, hipArray3DGetDescriptor, HIP_ARRAY3D_DESCRIPTOR *,           \
        hipArray_t)                                                                                \
    HIP(cuArrayCreate, 3020, hipArrayCreate, hipArray_t *, const HIP_ARRAY_DESCRIPTOR *)           \
    HIP(cuArrayDestroy, 2000, hipArrayDestroy, hipArray_t)                                         \
    HIP(cuArrayGetDescriptor, 3020, hipArrayGetDescriptor, HIP_ARRAY_DESCRIPTOR *, hipArray_t)     \
    OLD(cuCtxCreate, 3020, hipCtxCreate, hipCtx_t *, unsigned, hipDevice_t)                        \
    NONE(cuCtxCreate, 11040)                                                                       \
    NONE(cuCtxCreate, 12050)                                                                       \
    HIP(cuCtxDestroy, 4000, hipCtxDestroy, hipCtx_t)                                               \
    HIP(cuCtxDisablePeerAccess, 4000, hipCtxDisablePeerAccess, hipCtx_t)                           \
    HIP(cuCtxEnablePeerAccess, 4000, hipCtxEnablePeerAccess, hipCtx_t, unsigned)                   \
    HIP(cuCtxGetCacheConfig, 3020, hipCtxGetCacheConfig, hipFuncCache_t *)                         \
    HIP(cuCtxGetCurrent, 4000, hipCtxGetCurrent, hipCtx_t *)                                       \
    HIP(cuCtxGetDevice, 2000, hipCtxGetDevice, hipDevice_t *)                                      \
    NONE(cuCtxGetDevice, 13000)                                                                    \
    HIP(cuCtxGetFlags, 7000, hipCtxGetFlags, unsigned *)                                           \
    HIP(cuCtxGetLimit, 3010, hipDeviceGetLimit, size_t *, hipLimit_t)                              \
    HIP(cuCtxGetSharedMemConfig, 4020, hipCtxGetSharedMemConfig, hipSharedMemConfig *)             \
    HIP(cuCtxGetStreamPriorityRange, 5050, hipDeviceGetStreamPriorityRange, int *, int *)          \
    HIP(cuCtxPopCurrent, 4000, hipCtxPopCurrent, hipCtx_t *)                                       \
    HIP(cuCtxPushCurrent, 4000, hipCtxPushCurrent, hipCtx_t)                                       \
    HIP(cuCtxSetCacheConfig, 3020, hipCtxSetCacheConfig, hipFuncCache_t)                           \
    HIP(cuCtxSetCurrent, 4000, hipCtxSetCurrent, hipCtx_t)                                         \
    HIP(cuCtxSetSharedMemConfig, 4020, hipCtxSetSharedMemConfig, hipSharedMemConfig)               \
    HIP(cuCtxSynchronize, 2000, hipCtxSynchronize, void)                                           \
    NONE(cuCtxSynchronize, 13000)                                                                  \
    HIP(cuDestroyExternalMemory, 10000, hipDestroyExternalMemory, hipExternalMemory_t)             \
    HIP(cuDestroyExternalSemaphore, 10000, hipDestroyExternalSemaphore, hipExternalSemaphore_t)    \
    HIP(cuDeviceCanAccessPeer, 4000, hipDeviceCanAccessPeer, int *, hipDevice_t, hipDevice_t)      \
    OWN(cuDeviceComputeCapability, 2000, cuDeviceComputeCapability, int *, int *, hipDevice_t)     \
    HIP(cuDeviceGet, 2000, hipDeviceGet, hipDevice_t *, int)                                       \
    OWN(cuDeviceGetAttribute, 2000, cuDeviceGetAttribute, int *, hipDeviceAttribute_t,             \
        hipDevice_t)                                                                               \
    HIP(cuDeviceGetByPCIBusId, 4010, hipDeviceGetByPCIBusId, hipDevice_t *, const char *)          \
    HIP(cuDeviceGetCount, 2000, hipGetDeviceCount, int *)                                          \
    HIP(cuDeviceGetDefaultMemPool, 11020, hipDeviceGetDefaultMemPool, hipMemPool_t *, hipDevice_t) \
    HIP(cuDeviceGetMemPool, 11020, hipDeviceGetMemPool, hipMemPool_t *, hipDevice_t)               \
    HIP(cuDeviceGetName, 2000, hipDeviceGetName, char *, int, hipDevice_t)                         \
    HIP(cuDeviceGetP2PAttribute, 8000, hipDeviceGetP2PAttribute, int *, hipDeviceP2PAttr,          \
        hipDevice_t, hipDevice_t)                                                                  \
    HIP(cuDeviceGetPCIBusId, 4010, hipDeviceGetPCIBusId, char *, int, hipDevice_t)                 \
    OLD(cuDeviceGetUuid, 9020, hipDeviceGetUuid, hipUUID *, hipDevice_t)                           \
    HIP(cuDeviceGetUuid, 11040, hipDeviceGetUuid, hipUUID *, hipDevice_t)                          \
    HIP(cuDeviceGraphMemTrim, 11040, hipDeviceGraphMemTrim, hipDevice_t)                           \
    HIP(cuDevicePrimaryCtxGetState, 7000, hipDevicePrimaryCtxGetState, hipDevice_t, unsigned *,    \
        int *)                                                                                     \
    HIP(cuDevicePrimaryCtxRelease, 11000, hipDevicePrimaryCtxRelease, hipDevice_t)                 \
    HIP(cuDevicePrimaryCtxReset, 11000, hipDevicePrimaryCtxReset, hipDevice_t)                     \
    HIP(cuDevicePrimaryCtxRetain, 7000, hipDevicePrimaryCtxRetain, hipCtx_t *, hipDevice_t)        \
    HIP(cuDevicePrimaryCtxSetFlags, 11000, hipDevicePrimaryCtxSetFlags, hipDevice_t, unsigned)     \
    HIP(cuDeviceSetMemPool, 11020, hipDeviceSetMemPool, hipDevice_t, hipMemPool_t)                 \
    HIP(cuDeviceTotalMem, 3020, hipDeviceTotalMem, size_t *, hipDevice_t)                          \
    HIP(cuDriverGetVersion, 2020, hipDriverGetVersion, int *)                                      \
    HIP(cuEventCreate, 2000, hipEventCreateWithFlags, hipEvent_t *, unsigned)                      \
    HIP(cuEventDestroy, 4000, hipEventDestroy, hipEvent_t)                                         \
    HIP(cuEventElapsedTime, 2000, hipEventElapsedTime, float *, hipEvent_t, hipEvent_t)            \
    OLD(cuEventElapsedTime, 12080, hipEventElapsedTime, float *, hipEvent_t, hipEvent_t)           \
    HIP(cuEventQuery, 2000, hipEventQuery, hipEvent_t)                                             \
    HIP(cuEventRecord, 2000, hipEventRecord, hipEvent_t, hipStream_t)                              \
    HIP(cuEventRecordWithFlags, 11010, hipEventRecordWithFlags, hipEvent_t, hipStream_t, unsigned) \
    HIP(cuEventSynchronize, 2000, hipEventSynchronize, hipEvent_t)                                 \
    HIP(cuExternalMemoryGetMappedBuffer, 10000, hipExternalMemoryGetMappedBuffer, CUdeviceptr *,   \
        hipExternalMemory_t, const hipExternalMemoryBufferDesc *)                                  \
    HIP(cuFuncGetAttribute, 2020, hipFuncGetAttribute, int *, hipFunction_attribute,               \
        hipFunction_t)                                                                             \
    OWN(cuFuncSetAttribute, 9000, cuFuncSetAttribute, hipFunction_t, hipFunction_attribute, int)   \
    OWN(cuGetErrorName, 6000, cuGetErrorName, CUresult, const char **)                             \
    OWN(cuGetErrorString, 6000, cuGetErrorString, CUresult, const char **)                         \
    HIP(cuGraphAddChildGraphNode, 10000, hipGraphAddChildGraphNode, hipGraphNode_t *, hipGraph_t,  \
        const hipGraphNode_t *, size_t, hipGraph_t)                                                \
    OLD(cuGraphAddDependencies, 10000, hipGraphAddDependencies, hipGraph_t,                        \
        const hipGraphNode_t *, const hipGraphNode_t *, size_t)                                    \
    NONE(cuGraphAddDependencies, 12030)                                                            \
    HIP(cuGraphAddEmptyNode, 10000, hipGraphAddEmptyNode, hipGraphNode_t *, hipGraph_t,            \
        const hipGraphNode_t *, size_t)                                                            \
    HIP(cuGraphAddEventRecordNode, 11010, hipGraphAddEventRecordNode, hipGraphNode_t *,            \
        hipGraph_t, const hipGraphNode_t *, size_t, hipEvent_t)                                    \
    HIP(cuGraphAddEventWaitNode, 11010, hipGraphAddEventWaitNode, hipGraphNode_t *, hipGraph_t,    \
        const hipGraphNode_t *, size_t, hipEvent_t)                                                \
    OLD(cuGraphAddKernelNode, 10000, hipGraphAddKernelNode, hipGraphNode_t *, hipGraph_t,          \
        const hipGraphNode_t *, size_t, const CUDA_KERNEL_NODE_PARAMS *)                           \
    HIP(cuGraphAddKernelNode, 12000, hipGraphAddKernelNode, hipGraphNode_t *, hipGraph_t,          \
        const hipGraphNode_t *, size_t, const CUDA_KERNEL_NODE_PARAMS *)                           \
    HIP(cuGraphAddMemFreeNode, 11040, hipDrvGraphAddMemFreeNode, hipGraphNode_t *, hipGraph_t,     \
        const hipGraphNode_t *, size_t, CUdeviceptr)                                               \
    HIP(cuGraphAddMemcpyNode, 10000, hipDrvGraphAddMemcpyNode, hipGraphNode_t *, hipGraph_t,       \
        const hipGraphNode_t *, size_t, const CUDA_MEMCPY3D *, hipCtx_t)                           \
    HIP(cuGraphChildGraphNodeGetGraph, 10000, hipGraphChildGraphNodeGetGraph, hipGraphNode_t,      \
        hipGraph_t *)                                                                              \
    HIP(cuGraphClone, 10000, hipGraphClone, hipGraph_t *, hipGraph_t)                              \
    HIP(cuGraphCreate, 10000, hipGraphCreate, hipGraph_t *, unsigned)                              \
    HIP(cuGraphDebugDotPrint, 11030, hipGraphDebugDotPrint, hipGraph_t, const char *, unsigned)    \
    HIP(cuGraphDestroy, 10000, hipGraphDestroy, hipGraph_t)                                        \
    HIP(cuGraphDestroyNode, 10000, hipGraphDestroyNode, hipGraphNode_t)                            \
    HIP(cuGraphEventRecordNodeGetEvent, 11010, hipGraphEventRecordNodeGetEvent, hipGraphNode_t,    \
        hipEvent_t *)                                                                              \
    HIP(cuGraphEventRecordNodeSetEvent, 11010, hipGraphEventRecordNodeSetEvent, hipGraphNode_t,    \
        hipEvent_t)                                                                                \
    HIP(cuGraphEventWaitNodeGetEvent, 11010, hipGraphEventWaitNodeGetEvent, hipGraphNode_t,        \
        hipEvent_t *)                                                                              \
    HIP(cuGraphEventWaitNodeSetEvent, 11010, hipGraphEventWaitNodeSetEvent, hipGraphNode_t,        \
        hipEvent_t)                                                                                \
    HIP(cuGraphExecChildGraphNodeSetParams, 11010, hipGraphExecChildGraphNodeSetParams,            \
        hipGraphExec_t, hipGraphNode_t, hipGraph_t)                                                \
    HIP(cuGraphExecDestroy, 10000, hipGraphExecDestroy, hipGraphExec_t)                            \
    HIP(cuGraphExecEventRecordNodeSetEvent, 11010, hipGraphExecEventRecordNodeSetEvent,            \
        hipGraphExec_t, hipGraphNode_t, hipEvent_t)                                                \
    HIP(cuGraphExecEventWaitNodeSetEvent, 11010, hipGraphExecEventWaitNodeSetEvent,                \
        hipGraphExec_t, hipGraphNode_t, hipEvent_t)                                                \
    OLD(cuGraphExecKernelNodeSetParams, 10010, hipGraphExecKernelNodeSetParams, hipGraphExec_t,    \
        hipGraphNode_t, const CUDA_KERNEL_NODE_PARAMS *)                                           \
    HIP(cuGraphExecKernelNodeSetParams, 12000, hipGraphExecKernelNodeSetParams, hipGraphExec_t,    \
        hipGraphNode_t, const CUDA_KERNEL_NODE_PARAMS *)                                           \
    HIP(cuGraphExecMemcpyNodeSetParams, 10020, hipDrvGraphExecMemcpyNodeSetParams, hipGraphExec_t, \
        hipGraphNode_t, const CUDA_MEMCPY3D *, hipCtx_t)                                           \
    OLD(cuGraphExecUpdate, 10020, hipGraphExecUpdate, hipGraphExec_t, hipGraph_t,                  \
        hipGraphNode_t *, hipGraphExecUpdateResult *)                                              \
    NONE(cuGraphExecUpdate, 12000)                                                                 \
    OLD(cuGraphGetEdges, 10000, hipGraphGetEdges, hipGraph_t, hipGraphNode_t *, hipGraphNode_t *,  \
        size_t *)                                                                                  \
    NONE(cuGraphGetEdges, 12030)                                                                   \
    HIP(cuGraphGetNodes, 10000, hipGraphGetNodes, hipGraph_t, hipGraphNode_t *, size_t *)          \
    HIP(cuGraphGetRootNodes, 10000, hipGraphGetRootNodes, hipGraph_t, hipGraphNode_t *, size_t *)  \
    HIP(cuGraphInstantiateWithFlags, 11040, hipGraphInstantiateWithFlags, hipGraphExec_t *,        \
        hipGraph_t, unsigned long long)                                                            \
    HIP(cuGraphKernelNodeCopyAttributes, 11000, hipGraphKernelNodeCopyAttributes, hipGraphNode_t,  \
        hipGraphNode_t)                                                                            \
    HIP(cuGraphKernelNodeGetAttribute, 11000, hipGraphKernelNodeGetAttribute, hipGraphNode_t,      \
        hipKernelNodeAttrID, hipKernelNodeAttrValue *)                                             \
    OLD(cuGraphKernelNodeGetParams, 10000, hipGraphKernelNodeGetParams, hipGraphNode_t,            \
        CUDA_KERNEL_NODE_PARAMS *)                                                                 \
    HIP(cuGraphKernelNodeGetParams, 12000, hipGraphKernelNodeGetParams, hipGraphNode_t,            \
        CUDA_KERNEL_NODE_PARAMS *)                                                                 \
    HIP(cuGraphKernelNodeSetAttribute, 11000, hipGraphKernelNodeSetAttribute, hipGraphNode_t,      \
        hipKernelNodeAttrID, const hipKernelNodeAttrValue *)                                       \
    OLD(cuGraphKernelNodeSetParams, 10000, hipGraphKernelNodeSetParams, hipGraphNode_t,            \
        const CUDA_KERNEL_NODE_PARAMS *)                                                           \
    HIP(cuGraphKernelNodeSetParams, 12000, hipGraphKernelNodeSetParams, hipGraphNode_t,            \
        const CUDA_KERNEL_NODE_PARAMS *)                                                           \
    HIP(cuGraphLaunch, 10000, hipGraphLaunch, hipGraphExec_t, hipStream_t)                         \
    HIP(cuGraphMemcpyNodeGetParams, 10000, hipDrvGraphMemcpyNodeGetParams, hipGraphNode_t,         \
        CUDA_MEMCPY3D *)                                                                           \
    HIP(cuGraphMemcpyNodeSetParams, 10000, hipDrvGraphMemcpyNodeSetParams, hipGraphNode_t,         \
        const CUDA_MEMCPY3D *)                                                                     \
    OWN(cuGraphMemsetNodeGetParams, 10000, cuGraphMemsetNodeGetParams, hipGraphNode_t,             \
        CUDA_MEMSET_NODE_PARAMS *)                                                                 \
    OWN(cuGraphMemsetNodeSetParams, 10000, cuGraphMemsetNodeSetParams, hipGraphNode_t,             \
        const CUDA_MEMSET_NODE_PARAMS *)                                                           \
    HIP(cuGraphNodeFindInClone, 10000, hipGraphNodeFindInClone, hipGraphNode_t *, hipGraphNode_t,  \
        hipGraph_t)                                                                                \
    OLD(cuGraphNodeGetDependencies, 10000, hipGraphNodeGetDependencies, hipGraphNode_t,            \
        hipGraphNode_t *, size_t *)                                                                \
    NONE(cuGraphNodeGetDependencies, 12030)                                                        \
    OLD(cuGraphNodeGetDependentNodes, 10000, hipGraphNodeGetDependentNodes, hipGraphNode_t,        \
        hipGraphNode_t *, size_t *)                                                                \
    NONE(cuGraphNodeGetDependentNodes, 12030)                                                      \
    HIP(cuGraphNodeGetEnabled, 11060, hipGraphNodeGetEnabled, hipGraphExec_t, hipGraphNode_t,      \
        unsigned *)                                                                                \
    HIP(cuGraphNodeGetType, 10000, hipGraphNodeGetType, hipGraphNode_t, hipGraphNodeType *)        \
    HIP(cuGraphNodeSetEnabled, 11060, hipGraphNodeSetEnabled, hipGraphExec_t, hipGraphNode_t,      \
        unsigned)                                                                                  \
    OLD(cuGraphRemoveDependencies, 10000, hipGraphRemoveDependencies, hipGraph_t,                  \
        const hipGraphNode_t *, const hipGraphNode_t *, size_t)                                    \
    NONE(cuGraphRemoveDependencies, 12030)                                                         \
    HIP(cuGraphUpload, 11010, hipGraphUpload, hipGraphExec_t, hipStream_t)                         \
    HIP(cuGraphicsMapResources, 3000, hipGraphicsMapResources, unsigned, hipGraphicsResource_t *,  \
        hipStream_t)                                                                               \
    HIP(cuGraphicsResourceGetMappedPointer, 3020, hipGraphicsResourceGetMappedPointer,             \
        CUdeviceptr *, size_t *, hipGraphicsResource_t)                                            \
    HIP(cuGraphicsSubResourceGetMappedArray, 3000, hipGraphicsSubResourceGetMappedArray,           \
        hipArray_t *, hipGraphicsResource_t, unsigned, unsigned)                                   \
    HIP(cuGraphicsUnmapResources, 3000, hipGraphicsUnmapResources, unsigned,                       \
        hipGraphicsResource_t *, hipStream_t)                                                      \
    HIP(cuGraphicsUnregisterResource, 3000, hipGraphicsUnregisterResource, hipGraphicsResource_t)  \
    HIP(cuImportExternalMemory, 10000, hipImportExternalMemory, hipExternalMemory_t *,             \
        const hipExternalMemoryHandleDesc *)                                                       \
    HIP(cuImportExternalSemaphore, 10000, hipImportExternalSemaphore, hipExternalSemaphore_t *,    \
        const hipExternalSemaphoreHandleDesc *)                                                    \
    HIP(cuInit, 2000, hipInit, unsigned)                                                           \
    HIP(cuIpcCloseMemHandle, 4010, hipIpcCloseMemHandle, CUdeviceptr)                              \
    HIP(cuIpcGetEventHandle, 4010, hipIpcGetEventHandle, hipIpcEventHandle_t *, hipEvent_t)        \
    HIP(cuIpcGetMemHandle, 4010, hipIpcGetMemHandle, hipIpcMemHandle_t *, CUdeviceptr)             \
    HIP(cuIpcOpenEventHandle, 4010, hipIpcOpenEventHandle, hipEvent_t *, hipIpcEventHandle_t)      \
    HIP(cuIpcOpenMemHandle, 11000, hipIpcOpenMemHandle, CUdeviceptr *, hipIpcMemHandle_t,          \
        unsigned)                                                                                  \
    HIP(cuLaunchCooperativeKernel, 9000, hipModuleLaunchCooperativeKernel, hipFunction_t,          \
        unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, hipStream_t,         \
        void **)                                                                                   \
    OWN(cuLaunchHostFunc, 10000, cuLaunchHostFunc, hipStream_t, hipHostFn_t, void *)               \
    HIP(cuLaunchKernel, 4000, hipModuleLaunchKernel, hipFunction_t, unsigned, unsigned, unsigned,  \
        unsigned, unsigned, unsigned, unsigned, hipStream_t, void **, void **)                     \
    OWN(cuLaunchKernelEx, 11060, cuLaunchKernelEx, const CUlaunchConfig *, hipFunction_t, void **, \
        void **)                                                                                   \
    HIP(cuMemAddressFree, 10020, hipMemAddressFree, CUdeviceptr, size_t)                           \
    HIP(cuMemAddressReserve, 10020, hipMemAddressReserve, CUdeviceptr *, size_t, size_t,           \
        CUdeviceptr, unsigned long long)                                                           \
    HIP(cuMemAdvise, 8000, hipMemAdvise, CUdeviceptr, size_t, hipMemoryAdvise, hipDevice_t)        \
    NONE(cuMemAdvise, 12020)                                                                       \
    HIP(cuMemAlloc, 3020, hipMalloc, CUdeviceptr *, size_t)                                        \
    HIP(cuMemAllocAsync, 11020, hipMallocAsync, CUdeviceptr *, size_t, hipStream_t)                \
    HIP(cuMemAllocFromPoolAsync, 11020, hipMallocFromPoolAsync, CUdeviceptr *, size_t,             \
        hipMemPool_t, hipStream_t)                                                                 \
    HIP(cuMemAllocHost, 3020, hipMemAllocHost, void **, size_t)                                    \
    HIP(cuMemAllocManaged, 6000, hipMallocManaged, CUdeviceptr *, size_t, unsigned)                \
    HIP(cuMemAllocPitch, 3020, hipMemAllocPitch, CUdeviceptr *, size_t *, size_t, size_t,          \
        unsigned)                                                                                  \
    OWN(cuMemCreate, 10020, cuMemCreate, CUmemGenericAllocationHandle *, size_t,                   \
        const CUmemAllocationProp *, unsigned long long)                                           \
    HIP(cuMemExportToShareableHandle, 10020, hipMemExportToShareableHandle, void *,                \
        CUmemGenericAllocationHandle, hipMemAllocationHandleType, unsigned long long)              \
    HIP(cuMemFree, 3020, hipFree, CUdeviceptr)                                                     \
    HIP(cuMemFreeAsync, 11020, hipFreeAsync, CUdeviceptr, hipStream_t)                             \
    HIP(cuMemFreeHost, 2000, hipHostFree, void *)                                                  \
    HIP(cuMemGetAccess, 10020, hipMemGetAccess, unsigned long long *, const hipMemLocation *,      \
        CUdeviceptr)                                                                               \
    HIP(cuMemGetAddressRange, 3020, hipMemGetAddressRange, CUdeviceptr *, size_t *, CUdeviceptr)   \
    OWN(cuMemGetAllocationGranularity, 10020, cuMemGetAllocationGranularity, size_t *,             \
        const CUmemAllocationProp *, hipMemAllocationGranularity_flags)                            \
    OWN(cuMemGetAllocationPropertiesFromHandle, 10020, cuMemGetAllocationPropertiesFromHandle,     \
        CUmemAllocationProp *, CUmemGenericAllocationHandle)                                       \
    HIP(cuMemGetInfo, 3020, hipMemGetInfo, size_t *, size_t *)                                     \
    HIP(cuMemHostAlloc, 2020, hipHostMalloc, void **, size_t, unsigned)                            \
    HIP(cuMemHostGetDevicePointer, 3020, hipHostGetDevicePointer, CUdeviceptr *, void *, unsigned) \
    HIP(cuMemHostGetFlags, 2030, hipHostGetFlags, unsigned *, void *)                              \
    HIP(cuMemHostRegister, 6050, hipHostRegister, void *, size_t, unsigned)                        \
    HIP(cuMemHostUnregister, 4000, hipHostUnregister, void *)                                      \
    HIP(cuMemImportFromShareableHandle, 10020, hipMemImportFromShareableHandle,                    \
        CUmemGenericAllocationHandle *, void *, hipMemAllocationHandleType)                        \
    HIP(cuMemMap, 10020, hipMemMap, CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle,     \
        unsigned long long)                                                                        \
    HIP(cuMemMapArrayAsync, 11010, hipMemMapArrayAsync, hipArrayMapInfo *, unsigned, hipStream_t)  \
    HIP(cuMemPoolCreate, 11020, hipMemPoolCreate, hipMemPool_t *, const hipMemPoolProps *)         \
    HIP(cuMemPoolDestroy, 11020, hipMemPoolDestroy, hipMemPool_t)                                  \
    HIP(cuMemPoolExportPointer, 11020, hipMemPoolExportPointer, hipMemPoolPtrExportData *,         \
        CUdeviceptr)                                                                               \
    HIP(cuMemPoolGetAccess, 11020, hipMemPoolGetAccess, hipMemAccessFlags *, hipMemPool_t,         \
        hipMemLocation *)                                                                          \
    HIP(cuMemPoolGetAttribute, 11020, hipMemPoolGetAttribute, hipMemPool_t, hipMemPoolAttr,        \
        void *)                                                                                    \
    HIP(cuMemPoolImportPointer, 11020, hipMemPoolImportPointer, CUdeviceptr *, hipMemPool_t,       \
        hipMemPoolPtrExportData *)                                                                 \
    HIP(cuMemPoolSetAccess, 11020, hipMemPoolSetAccess, hipMemPool_t, const hipMemAccessDesc *,    \
        size_t)                                                                                    \
    HIP(cuMemPoolSetAttribute, 11020, hipMemPoolSetAttribute, hipMemPool_t, hipMemPoolAttr,        \
        void *)                                                                                    \
    HIP(cuMemPoolTrimTo, 11020, hipMemPoolTrimTo, hipMemPool_t, size_t)                            \
    HIP(cuMemPrefetchAsync, 8000, hipMemPrefetchAsync, CUdeviceptr, size_t, hipDevice_t,           \
        hipStream_t)                                                                               \
    NONE(cuMemPrefetchAsync, 12020)                                                                \
    HIP(cuMemRangeGetAttribute, 8000, hipMemRangeGetAttribute, void *, size_t,                     \
        hipMemRangeAttribute, CUdeviceptr, size_t)                                                 \
    HIP(cuMemRangeGetAttributes, 8000, hipMemRangeGetAttributes, void **, size_t *,                \
        hipMemRangeAttribute *, size_t, CUdeviceptr, size_t)                                       \
    HIP(cuMemRelease, 10020, hipMemRelease, CUmemGenericAllocationHandle)                          \
    HIP(cuMemRetainAllocationHandle, 11000, hipMemRetainAllocationHandle,                          \
        CUmemGenericAllocationHandle *, void *)                                                    \
    HIP(cuMemSetAccess, 10020, hipMemSetAccess, CUdeviceptr, size_t, const hipMemAccessDesc *,     \
        size_t)                                                                                    \
    HIP(cuMemUnmap, 10020, hipMemUnmap, CUdeviceptr, size_t)                                       \
    HIP(cuMemcpy2D, 3020, hipMemcpyParam2D, const CUDA_MEMCPY2D *)                                 \
    HIP(cuMemcpy2DAsync, 3020, hipMemcpyParam2DAsync, const CUDA_MEMCPY2D *, hipStream_t)          \
    HIP(cuMemcpy2DUnaligned, 3020, hipDrvMemcpy2DUnaligned, const CUDA_MEMCPY2D *)                 \
    OWN(cuMemcpy3D, 3020, cuMemcpy3D, const CUDA_MEMCPY3D *)                                       \
    OWN(cuMemcpy3DAsync, 3020, cuMemcpy3DAsync, const CUDA_MEMCPY3D *, hipStream_t)                \
    HIP(cuMemcpyAtoA, 3020, hipMemcpyAtoA, hipArray_t, size_t, hipArray_t, size_t, size_t)         \
    HIP(cuMemcpyAtoD, 3020, hipMemcpyAtoD, CUdeviceptr, hipArray_t, size_t, size_t)                \
    HIP(cuMemcpyAtoH, 3020, hipMemcpyAtoH, void *, hipArray_t, size_t, size_t)                     \
    HIP(cuMemcpyAtoHAsync, 3020, hipMemcpyAtoHAsync, void *, hipArray_t, size_t, size_t,           \
        hipStream_t)                                                                               \
    HIP(cuMemcpyDtoA, 3020, hipMemcpyDtoA, hipArray_t, size_t, CUdeviceptr, size_t)                \
    HIP(cuMemcpyDtoD, 3020, hipMemcpyDtoD, CUdeviceptr, CUdeviceptr, size_t)                       \
    HIP(cuMemcpyDtoDAsync, 3020, hipMemcpyDtoDAsync, CUdeviceptr, CUdeviceptr, size_t,             \
        hipStream_t)                                                                               \
    HIP(cuMemcpyDtoH, 3020, hipMemcpyDtoH, void *, CUdeviceptr, size_t)                            \
    HIP(cuMemcpyDtoHAsync, 3020, hipMemcpyDtoHAsync, void *, CUdeviceptr, size_t, hipStream_t)     \
    HIP(cuMemcpyHtoA, 3020, hipMemcpyHtoA, hipArray_t, size_t, const void *, size_t)               \
    HIP(cuMemcpyHtoAAsync, 3020, hipMemcpyHtoAAsync, hipArray_t, size_t, const void *, size_t,     \
        hipStream_t)                                                                               \
    HIP(cuMemcpyHtoD, 3020, hipMemcpyHtoD, CUdeviceptr, const void *, size_t)                      \
    HIP(cuMemcpyHtoDAsync, 3020, hipMemcpyHtoDAsync, CUdeviceptr, const void *, size_t,            \
        hipStream_t)                                                                               \
    HIP(cuMemsetD16, 3020, hipMemsetD16, CUdeviceptr, unsigned short, size_t)                      \
    HIP(cuMemsetD16Async, 3020, hipMemsetD16Async, CUdeviceptr, unsigned short, size_t,            \
        hipStream_t)                                                                               \
    HIP(cuMemsetD32, 3020, hipMemsetD32, CUdeviceptr, unsigned, size_t)                            \
    HIP(cuMemsetD32Async, 3020, hipMemsetD32Async, CUdeviceptr, unsigned, size_t, hipStream_t)     \
    HIP(cuMemsetD8, 3020, hipMemsetD8, CUdeviceptr, unsigned char, size_t)                         \
    HIP(cuMemsetD8Async, 3020, hipMemsetD8Async, CUdeviceptr, unsigned char, size_t, hipStream_t)  \
    HIP(cuMipmappedArrayCreate, 5000, hipMipmappedArrayCreate, hipMipmappedArray_t *,              \
        const HIP_ARRAY3D_DESCRIPTOR *, unsigned)                                                  \
    HIP(cuMipmappedArrayDestroy, 5000, hipMipmappedArrayDestroy, hipMipmappedArray_t)              \
    HIP(cuMipmappedArrayGetLevel, 5000, hipMipmappedArrayGetLevel, hipArray_t *,                   \
        hipMipmappedArray_t, unsigned)                                                             \
    HIP(cuModuleGetFunction, 2000, hipModuleGetFunction, hipFunction_t *, hipModule_t,             \
        const char *)                                                                              \
    HIP(cuModuleGetGlobal, 3020, hipModuleGetGlobal, CUdeviceptr *, size_t *, hipModule_t,         \
        const char *)                                                                              \
    HIP(cuModuleGetTexRef, 2000, hipModuleGetTexRef, hipTexRef *, hipModule_t, const char *)       \
    HIP(cuModuleLoad, 2000, hipModuleLoad, hipModule_t *, const char *)                            \
    HIP(cuModuleLoadData, 2000, hipModuleLoadData, hipModule_t *, const void *)                    \
    HIP(cuModuleLoadDataEx, 2010, hipModuleLoadDataEx, hipModule_t *, const void *, unsigned,      \
        hipJitOption *, void **)                                                                   \
    HIP(cuModuleLoadFatBinary, 2000, hipModuleLoadData, hipModule_t *, const void *)               \
    HIP(cuModuleUnload, 2000, hipModuleUnload, hipModule_t)                                        \
    HIP(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050,                                         \
        hipModuleOccupancyMaxActiveBlocksPerMultiprocessor, int *, hipFunction_t, int, size_t)     \
    HIP(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, 7000,                                \
        hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, int *, hipFunction_t, int,    \
        size_t, unsigned)                                                                          \
    HIP(cuPointerGetAttribute, 4000, hipPointerGetAttribute, void *, hipPointer_attribute,         \
        CUdeviceptr)                                                                               \
    HIP(cuPointerGetAttributes, 7000, hipDrvPointerGetAttributes, unsigned,                        \
        hipPointer_attribute *, void **, CUdeviceptr)                                              \
    HIP(cuPointerSetAttribute, 6000, hipPointerSetAttribute, const void *, hipPointer_attribute,   \
        CUdeviceptr)                                                                               \
    HIP(cuSignalExternalSemaphoresAsync, 10000, hipSignalExternalSemaphoresAsync,                  \
        const hipExternalSemaphore_t *, const hipExternalSemaphoreSignalParams *, unsigned,        \
        hipStream_t)                                                                               \
    HIP(cuStreamAddCallback, 5000, hipStreamAddCallback, hipStream_t, hipStreamCallback_t, void *, \
        unsigned)                                                                                  \
    HIP(cuStreamAttachMemAsync, 6000, hipStreamAttachMemAsync, hipStream_t, CUdeviceptr, size_t,   \
        unsigned)                                                                                  \
    HIP(cuStreamBeginCapture, 10010, hipStreamBeginCapture, hipStream_t, hipStreamCaptureMode)     \
    HIP(cuStreamCreate, 2000, hipStreamCreateWithFlags, hipStream_t *, unsigned)                   \
    HIP(cuStreamCreateWithPriority, 5050, hipStreamCreateWithPriority, hipStream_t *, unsigned,    \
        int)                                                                                       \
    HIP(cuStreamDestroy, 4000, hipStreamDestroy, hipStream_t)                                      \
    HIP(cuStreamEndCapture, 10000, hipStreamEndCapture, hipStream_t, hipGraph_t *)                 \
    OLD(cuStreamGetCaptureInfo, 10010, hipStreamGetCaptureInfo, hipStream_t,                       \
        hipStreamCaptureStatus *, unsigned long long *)                                            \
    OLD(cuStreamGetCaptureInfo, 11030, hipStreamGetCaptureInfo_v2, hipStream_t,                    \
        hipStreamCaptureStatus *, unsigned long long *, hipGraph_t *, const hipGraphNode_t **,     \
        size_t *)                                                                                  \
    NONE(cuStreamGetCaptureInfo, 12030)                                                            \
    OLD(cuStreamGetDevice, 12080, hipStreamGetDevice, hipStream_t, hipDevice_t *)                  \
    HIP(cuStreamGetFlags, 5050, hipStreamGetFlags, hipStream_t, unsigned *)                        \
    HIP(cuStreamGetPriority, 5050, hipStreamGetPriority, hipStream_t, int *)                       \
    HIP(cuStreamIsCapturing, 10000, hipStreamIsCapturing, hipStream_t, hipStreamCaptureStatus *)   \
    HIP(cuStreamQuery, 2000, hipStreamQuery, hipStream_t)                                          \
    HIP(cuStreamSynchronize, 2000, hipStreamSynchronize, hipStream_t)                              \
    OLD(cuStreamUpdateCaptureDependencies, 11030, hipStreamUpdateCaptureDependencies, hipStream_t, \
        hipGraphNode_t *, size_t, unsigned)                                                        \
    NONE(cuStreamUpdateCaptureDependencies, 12030)                                                 \
    HIP(cuStreamWaitEvent, 3020, hipStreamWaitEvent, hipStream_t, hipEvent_t, unsigned)            \
    OLD(cuStreamWriteValue32, 8000, hipStreamWriteValue32, hipStream_t, CUdeviceptr, uint32_t,     \
        unsigned)                                                                                  \
    HIP(cuStreamWriteValue32, 11070, hipStreamWriteValue32, hipStream_t, CUdeviceptr, uint32_t,    \
        unsigned)                                                                                  \
    OLD(cuStreamWriteValue64, 9000, hipStreamWriteValue64, hipStream_t, CUdeviceptr, uint64_t,     \
        unsigned)                                                                                  \
    HIP(cuStreamWriteValue64, 11070, hipStreamWriteValue64, hipStream_t, CUdeviceptr, uint64_t,    \
        unsigned)                                                                                  \
    HIP(cuTexObjectCreate, 5000, hipTexObjectCreate, hipTextureObject_t *,                         \
        const CUDA_RESOURCE_DESC *, const HIP_TEXTURE_DESC *, const HIP_RESOURCE_VIEW_DESC *)      \
    HIP(cuTexObjectDestroy, 5000, hipTexObjectDestroy, hipTextureObject_t)                         \
    HIP(cuTexObjectGetResourceDesc, 5000, hipTexObjectGetResourceDesc, CUDA_RESOURCE_DESC *,       \
        hipTextureObject_t)                                                                        \
    HIP(cuTexObjectGetResourceViewDesc, 5000, hipTexObjectGetResourceViewDesc,                     \
        HIP_RESOURCE_VIEW_DESC *, hipTextureObject_t)                                              \
    HIP(cuTexObjectGetTextureDesc, 5000, hipTexObjectGetTextureDesc, HIP_TEXTURE_DESC *,           \
        hipTextureObject_t)                                                                        \
    HIP(cuTexRefGetArray, 2000, hipTexRefGetArray, hipArray_t *, hipTexRef)                        \
    HIP(cuTexRefSetMipmapLevelBias, 5000, hipTexRefSetMipmapLevelBias, hipTexRef, float)           \
    HIP(cuThreadExchangeStreamCaptureMode, 10010, hipThreadExchangeStreamCaptureMode,              \
        hipStreamCaptureMode *)                                                                    \
    HIP(cuWaitExternalSemaphoresAsync, 10000, hipWaitExternalSemaphoresAsync,                      \
        const hipExternalSemaphore_t *, const hipExternalSemaphoreWaitParams *, unsigned,          \
        hipStream_t)

enum cudaDriverEntryPointQueryResult {
    cudaDriverEntryPointSuccess = 0,
    cudaDriverEntryPointSymbolNotFound = 1,
    cudaDriverEntryPointVersionNotSufficent = 2, // spelled as in CUDA
};
enum cudaGetDriverEntryPointFlags {
    cudaEnableDefault = 0,
    cudaEnableLegacyStream = 1,
    cudaEnablePerThreadDefaultStream = 2,
};
typedef enum CUdriverProcAddressQueryResult_enum {
    CU_GET_PROC_ADDRESS_SUCCESS = 0,
    CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
    CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2,
} CUdriverProcAddressQueryResult;
typedef enum CUdriverProcAddress_flags_enum {
    CU_GET_PROC_ADDRESS_DEFAULT = 0,
    CU_GET_PROC_ADDRESS_LEGACY_STREAM = 1,
    CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2,
} CUdriverProcAddress_flags;

namespace kbuild
{

struct entry_point {
    const char *name;
    int version;
    const char *function; // the name of HIP's function
    void *own;
};

// Returns HIP's |function| from the library that the program is linked with, or null.
KBUILD_HOST_API void *entry_point_load(const char *function, bool per_thread)
{
    char of_thread[128];
    if (per_thread && strlen(function) + sizeof "_spt" <= sizeof of_thread) {
        strcat(strcpy(of_thread, function), "_spt");
        if (void *found = dlsym(RTLD_DEFAULT, of_thread)) {
            return found;
        }
    }
    return dlsym(RTLD_DEFAULT, function);
}

KBUILD_HOST_API hipError_t entry_point_find(const char *name, void **out, int version,
                                            unsigned long long flags, int *status)
{
#define KBUILD_OF_HIP(NAME, VERSION, FUNCTION, ...) {#NAME, VERSION, #FUNCTION, nullptr},
#define KBUILD_OWN(NAME, VERSION, FUNCTION, ...)                                                   \
    {#NAME, VERSION, nullptr,                                                                      \
     reinterpret_cast<void *>(static_cast<CUresult (*)(__VA_ARGS__)>(FUNCTION))},
#define KBUILD_NONE(NAME, VERSION) {#NAME, VERSION, nullptr, nullptr},
    const entry_point entries[] = {
        KBUILD_ENTRY_POINTS(KBUILD_OF_HIP, KBUILD_OF_HIP, KBUILD_OWN, KBUILD_NONE)};
#undef KBUILD_NONE
#undef KBUILD_OWN
#undef KBUILD_OF_HIP
    if (!name || !out || flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) {
        return hipErrorInvalidValue;
    }
    const entry_point *best = nullptr; // the entry of the latest version that is not newer than
                                       // |version|
    bool known = false;
    for (const entry_point &entry : entries) {
        if (strcmp(entry.name, name) == 0) {
            known = true;
            best = entry.version <= version ? &entry : best;
        }
    }
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
    const bool per_thread = flags != CU_GET_PROC_ADDRESS_LEGACY_STREAM;
#else
    const bool per_thread = flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
#endif
    *out = best && best->function ? entry_point_load(best->function, per_thread)
           : best                 ? best->own
                                  : nullptr;
    if (status) {
        *status = *out             ? CU_GET_PROC_ADDRESS_SUCCESS
                  : known && !best ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                   : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    }
    return hipSuccess;
}

} // namespace kbuild

KBUILD_HOST_API CUresult cuGetProcAddress(const char *name, void **out, int version,
                                          unsigned long long flags,
                                          CUdriverProcAddressQueryResult *status = nullptr)
{
    int found = 0;
    const hipError_t error = kbuild::entry_point_find(name, out, version, flags, &found);
    if (status && error == hipSuccess) {
        *status = static_cast<CUdriverProcAddressQueryResult>(found);
    }
    return kbuild::driver_result(error);
}

KBUILD_HOST_API CUresult cuGetProcAddress_v2(const char *name, void **out, int version,
                                             unsigned long long flags,
                                             CUdriverProcAddressQueryResult *status)
{
    return cuGetProcAddress(name, out, version, flags, status);
}

KBUILD_HOST_API hipError_t cudaGetDriverEntryPointByVersion(
    const char *name, void **out, unsigned version, unsigned long long flags,
    cudaDriverEntryPointQueryResult *status = nullptr)
{
    int found = 0;
    const hipError_t error =
        kbuild::entry_point_find(name, out, static_cast<int>(version), flags, &found);
    if (status && error == hipSuccess) {
        *status = static_cast<cudaDriverEntryPointQueryResult>(found);
    }
    return error;
}

KBUILD_HOST_API hipError_t
cudaGetDriverEntryPoint(const char *name, void **out, unsigned long long flags,
                        cudaDriverEntryPointQueryResult *status = nullptr)
{
    return cudaGetDriverEntryPointByVersion(name, out, KBUILD_CUDA_VERSION, flags, status);
}
} // extern "C++"

#endif
