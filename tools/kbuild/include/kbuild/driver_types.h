// The types of the driver API that differ between CUDA and HIP: CUDA's results have a type of their
// own, and its device pointers are numbers.
#ifndef KBUILD_DRIVER_TYPES_H
#define KBUILD_DRIVER_TYPES_H
#pragma GCC system_header

#include "host_names.h"
#include "host_qualifiers.h"

#include <hip/hip_runtime_api.h>
#include <hip/hip_version.h>
#include <hip/hiprtc.h>

#include <type_traits>

// Programs overload functions on CUresult and cudaError_t. HIP has one type for both; its numbers
// are CUDA's.
#define KBUILD_RESULTS(X)                                                                          \
    X(CUDA_SUCCESS, 0)                                                                             \
    X(CUDA_ERROR_INVALID_VALUE, 1)                                                                 \
    X(CUDA_ERROR_OUT_OF_MEMORY, 2)                                                                 \
    X(CUDA_ERROR_NOT_INITIALIZED, 3)                                                               \
    X(CUDA_ERROR_DEINITIALIZED, 4)                                                                 \
    X(CUDA_ERROR_PROFILER_DISABLED, 5)                                                             \
    X(CUDA_ERROR_PROFILER_NOT_INITIALIZED, 6)                                                      \
    X(CUDA_ERROR_PROFILER_ALREADY_STARTED, 7)                                                      \
    X(CUDA_ERROR_PROFILER_ALREADY_STOPPED, 8)                                                      \
    X(CUDA_ERROR_STUB_LIBRARY, 34)                                                                 \
    X(CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, 36)                                                   \
    X(CUDA_ERROR_DEVICE_UNAVAILABLE, 46)                                                           \
    X(CUDA_ERROR_NO_DEVICE, 100)                                                                   \
    X(CUDA_ERROR_INVALID_DEVICE, 101)                                                              \
    X(CUDA_ERROR_DEVICE_NOT_LICENSED, 102)                                                         \
    X(CUDA_ERROR_INVALID_IMAGE, 200)                                                               \
    X(CUDA_ERROR_INVALID_CONTEXT, 201)                                                             \
    X(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, 202)                                                     \
    X(CUDA_ERROR_MAP_FAILED, 205)                                                                  \
    X(CUDA_ERROR_UNMAP_FAILED, 206)                                                                \
    X(CUDA_ERROR_ARRAY_IS_MAPPED, 207)                                                             \
    X(CUDA_ERROR_ALREADY_MAPPED, 208)                                                              \
    X(CUDA_ERROR_NO_BINARY_FOR_GPU, 209)                                                           \
    X(CUDA_ERROR_ALREADY_ACQUIRED, 210)                                                            \
    X(CUDA_ERROR_NOT_MAPPED, 211)                                                                  \
    X(CUDA_ERROR_NOT_MAPPED_AS_ARRAY, 212)                                                         \
    X(CUDA_ERROR_NOT_MAPPED_AS_POINTER, 213)                                                       \
    X(CUDA_ERROR_ECC_UNCORRECTABLE, 214)                                                           \
    X(CUDA_ERROR_UNSUPPORTED_LIMIT, 215)                                                           \
    X(CUDA_ERROR_CONTEXT_ALREADY_IN_USE, 216)                                                      \
    X(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, 217)                                                     \
    X(CUDA_ERROR_INVALID_PTX, 218)                                                                 \
    X(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, 219)                                                    \
    X(CUDA_ERROR_NVLINK_UNCORRECTABLE, 220)                                                        \
    X(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221)                                                      \
    X(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222)                                                     \
    X(CUDA_ERROR_JIT_COMPILATION_DISABLED, 223)                                                    \
    X(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, 224)                                                   \
    X(CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC, 225)                                                    \
    X(CUDA_ERROR_CONTAINED, 226)                                                                   \
    X(CUDA_ERROR_INVALID_SOURCE, 300)                                                              \
    X(CUDA_ERROR_FILE_NOT_FOUND, 301)                                                              \
    X(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, 302)                                              \
    X(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, 303)                                                   \
    X(CUDA_ERROR_OPERATING_SYSTEM, 304)                                                            \
    X(CUDA_ERROR_INVALID_HANDLE, 400)                                                              \
    X(CUDA_ERROR_ILLEGAL_STATE, 401)                                                               \
    X(CUDA_ERROR_LOSSY_QUERY, 402)                                                                 \
    X(CUDA_ERROR_NOT_FOUND, 500)                                                                   \
    X(CUDA_ERROR_NOT_READY, 600)                                                                   \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, 700)                                                             \
    X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701)                                                     \
    X(CUDA_ERROR_LAUNCH_TIMEOUT, 702)                                                              \
    X(CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, 703)                                               \
    X(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704)                                                 \
    X(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, 705)                                                     \
    X(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, 708)                                                      \
    X(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709)                                                        \
    X(CUDA_ERROR_ASSERT, 710)                                                                      \
    X(CUDA_ERROR_TOO_MANY_PEERS, 711)                                                              \
    X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712)                                              \
    X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713)                                                  \
    X(CUDA_ERROR_HARDWARE_STACK_ERROR, 714)                                                        \
    X(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715)                                                         \
    X(CUDA_ERROR_MISALIGNED_ADDRESS, 716)                                                          \
    X(CUDA_ERROR_INVALID_ADDRESS_SPACE, 717)                                                       \
    X(CUDA_ERROR_INVALID_PC, 718)                                                                  \
    X(CUDA_ERROR_LAUNCH_FAILED, 719)                                                               \
    X(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720)                                                \
    X(CUDA_ERROR_TENSOR_MEMORY_LEAK, 721)                                                          \
    X(CUDA_ERROR_NOT_PERMITTED, 800)                                                               \
    X(CUDA_ERROR_NOT_SUPPORTED, 801)                                                               \
    X(CUDA_ERROR_SYSTEM_NOT_READY, 802)                                                            \
    X(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, 803)                                                      \
    X(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, 804)                                              \
    X(CUDA_ERROR_MPS_CONNECTION_FAILED, 805)                                                       \
    X(CUDA_ERROR_MPS_RPC_FAILURE, 806)                                                             \
    X(CUDA_ERROR_MPS_SERVER_NOT_READY, 807)                                                        \
    X(CUDA_ERROR_MPS_MAX_CLIENTS_REACHED, 808)                                                     \
    X(CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED, 809)                                                 \
    X(CUDA_ERROR_MPS_CLIENT_TERMINATED, 810)                                                       \
    X(CUDA_ERROR_CDP_NOT_SUPPORTED, 811)                                                           \
    X(CUDA_ERROR_CDP_VERSION_MISMATCH, 812)                                                        \
    X(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900)                                                  \
    X(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, 901)                                                  \
    X(CUDA_ERROR_STREAM_CAPTURE_MERGE, 902)                                                        \
    X(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, 903)                                                    \
    X(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, 904)                                                     \
    X(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, 905)                                                    \
    X(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 906)                                                     \
    X(CUDA_ERROR_CAPTURED_EVENT, 907)                                                              \
    X(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, 908)                                                 \
    X(CUDA_ERROR_TIMEOUT, 909)                                                                     \
    X(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, 910)                                                   \
    X(CUDA_ERROR_EXTERNAL_DEVICE, 911)                                                             \
    X(CUDA_ERROR_INVALID_CLUSTER_SIZE, 912)                                                        \
    X(CUDA_ERROR_FUNCTION_NOT_LOADED, 913)                                                         \
    X(CUDA_ERROR_INVALID_RESOURCE_TYPE, 914)                                                       \
    X(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, 915)                                              \
    X(CUDA_ERROR_KEY_ROTATION, 916)                                                                \
    X(CUDA_ERROR_UNKNOWN, 999)

#undef CUDA_SUCCESS // HIP's headers define CUDA_SUCCESS as a macro
enum cudaError_enum : unsigned {
#define KBUILD_RESULT(NAME, NUMBER) NAME = NUMBER,
    KBUILD_RESULTS(KBUILD_RESULT)
#undef KBUILD_RESULT
};
typedef cudaError_enum CUresult;

// CUdeviceptr is a number, because programs align, subtract and print device pointers. HIP's type
// is void *.
typedef unsigned long long CUdeviceptr;
typedef CUdeviceptr CUdeviceptr_v1;
typedef CUdeviceptr CUdeviceptr_v2;
// A handle is a number here, as in CUDA; HIP's handle is a pointer.
typedef unsigned long long CUmemGenericAllocationHandle;
typedef CUmemGenericAllocationHandle CUmemGenericAllocationHandle_v1;

// A callback that returns the bytes of dynamic shared memory that a block of |threads| threads
// takes.
typedef size_t(CUDA_CB *CUoccupancyB2DSize)(int threads);

// The parameters of a context in CUDA 13: the parts of the GPU that the context uses, and the
// resources that it shares with graphics.
struct CUctxCreateParams_st {
    struct CUexecAffinityParam_st *execAffinityParams;
    int numExecAffinityParams;
    struct CUctxCigParam_st *cigParams;
};
typedef CUctxCreateParams_st CUctxCreateParams;

// ---- Structures with device pointers. HIP's have the same members.

// Limits for cuCtxSetLimit that HIP lacks: HIP's function returns that it does not support them.
static const hipLimit_t CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH = static_cast<hipLimit_t>(3);
static const hipLimit_t CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT = static_cast<hipLimit_t>(4);
static const hipLimit_t CU_LIMIT_MAX_L2_FETCH_GRANULARITY = static_cast<hipLimit_t>(5);
static const hipLimit_t CU_LIMIT_PERSISTING_L2_CACHE_SIZE = static_cast<hipLimit_t>(6);

// Flags of cuStreamWriteValue32, which allow to leave out a memory barrier, and of
// cuStreamWaitValue32.
enum CUstreamWriteValue_flags {
    CU_STREAM_WRITE_VALUE_DEFAULT,
    CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER,
};
enum { CU_STREAM_WAIT_VALUE_FLUSH = 1 << 30 }; // a flag with which a wait fails, as CUDA allows
enum CUstreamMemoryBarrier_flags {
    CU_STREAM_MEMORY_BARRIER_TYPE_SYS,
    CU_STREAM_MEMORY_BARRIER_TYPE_GPU,
};

// Flags of cuGraphDebugDotPrint, which HIP's function ignores, and a result of a graph's update,
// which HIP never returns.
enum {
    CU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES = 1 << 1,
    CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS = 1 << 11,
    CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS = 1 << 12,
};
static const hipGraphExecUpdateResult CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED =
    static_cast<hipGraphExecUpdateResult>(8);

typedef struct CUsurfref_st *CUsurfref;
typedef struct ihiprtcLinkState *CUlinkState; // HIP has this type from 5.7 on

struct CUDA_MEMCPY2D_st {
    size_t srcXInBytes, srcY;
    hipMemoryType srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    hipArray_t srcArray;
    size_t srcPitch;
    size_t dstXInBytes, dstY;
    hipMemoryType dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    hipArray_t dstArray;
    size_t dstPitch;
    size_t WidthInBytes, Height;
};
typedef CUDA_MEMCPY2D_st CUDA_MEMCPY2D;
typedef CUDA_MEMCPY2D_st CUDA_MEMCPY2D_v1;
typedef CUDA_MEMCPY2D_st CUDA_MEMCPY2D_v1_st;
typedef CUDA_MEMCPY2D_st CUDA_MEMCPY2D_v2;

struct CUDA_MEMCPY3D_st {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    hipMemoryType srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    hipArray_t srcArray;
    void *reserved0;
    size_t srcPitch, srcHeight;
    size_t dstXInBytes, dstY, dstZ, dstLOD;
    hipMemoryType dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    hipArray_t dstArray;
    void *reserved1;
    size_t dstPitch, dstHeight;
    size_t WidthInBytes, Height, Depth;
};
typedef CUDA_MEMCPY3D_st CUDA_MEMCPY3D;
typedef CUDA_MEMCPY3D_st CUDA_MEMCPY3D_v1;
typedef CUDA_MEMCPY3D_st CUDA_MEMCPY3D_v1_st;
typedef CUDA_MEMCPY3D_st CUDA_MEMCPY3D_v2;

// A copy between contexts. HIP ignores the contexts: an address implies its device.
struct CUDA_MEMCPY3D_PEER_st {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    hipMemoryType srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    hipArray_t srcArray;
    hipCtx_t srcContext;
    size_t srcPitch, srcHeight;
    size_t dstXInBytes, dstY, dstZ, dstLOD;
    hipMemoryType dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    hipArray_t dstArray;
    hipCtx_t dstContext;
    size_t dstPitch, dstHeight;
    size_t WidthInBytes, Height, Depth;
};
typedef CUDA_MEMCPY3D_PEER_st CUDA_MEMCPY3D_PEER;
typedef CUDA_MEMCPY3D_PEER_st CUDA_MEMCPY3D_PEER_v1;

// The kernel is |func|, or |kern| if |func| is null. HIP has one member for both.
struct CUDA_KERNEL_NODE_PARAMS_st {
    hipFunction_t func;
    unsigned gridDimX, gridDimY, gridDimZ;
    unsigned blockDimX, blockDimY, blockDimZ;
    unsigned sharedMemBytes;
    void **kernelParams, **extra;
    void *kern;
    hipCtx_t ctx;
};
typedef CUDA_KERNEL_NODE_PARAMS_st CUDA_KERNEL_NODE_PARAMS;
typedef CUDA_KERNEL_NODE_PARAMS_st CUDA_KERNEL_NODE_PARAMS_v1;
typedef CUDA_KERNEL_NODE_PARAMS_st CUDA_KERNEL_NODE_PARAMS_v2;
typedef CUDA_KERNEL_NODE_PARAMS_st CUDA_KERNEL_NODE_PARAMS_v2_st;
typedef CUDA_KERNEL_NODE_PARAMS_st CUDA_KERNEL_NODE_PARAMS_v3;
typedef CUDA_KERNEL_NODE_PARAMS_st CUDA_KERNEL_NODE_PARAMS_v3_st;

struct CUDA_MEMSET_NODE_PARAMS_st {
    CUdeviceptr dst;
    size_t pitch;
    unsigned value, elementSize;
    size_t width, height;
};
typedef CUDA_MEMSET_NODE_PARAMS_st CUDA_MEMSET_NODE_PARAMS;
typedef CUDA_MEMSET_NODE_PARAMS_st CUDA_MEMSET_NODE_PARAMS_v1;
typedef CUDA_MEMSET_NODE_PARAMS_st CUDA_MEMSET_NODE_PARAMS_v2;
typedef CUDA_MEMSET_NODE_PARAMS_st CUDA_MEMSET_NODE_PARAMS_v2_st;

struct CUDA_RESOURCE_DESC_st {
    HIPresourcetype resType;
    union {
        struct {
            hipArray_t hArray;
        } array;
        struct {
            hipMipmappedArray_t hMipmappedArray;
        } mipmap;
        struct {
            CUdeviceptr devPtr;
            hipArray_Format format;
            unsigned numChannels;
            size_t sizeInBytes;
        } linear;
        struct {
            CUdeviceptr devPtr;
            hipArray_Format format;
            unsigned numChannels;
            size_t width, height, pitchInBytes;
        } pitch2D;
        struct {
            int reserved[32];
        } reserved;
    } res;
    unsigned flags;
};
typedef CUDA_RESOURCE_DESC_st CUDA_RESOURCE_DESC;
typedef CUDA_RESOURCE_DESC_st CUDA_RESOURCE_DESC_v1;

struct CUDA_MEM_ALLOC_NODE_PARAMS_st {
    hipMemPoolProps poolProps;
    const hipMemAccessDesc *accessDescs;
    size_t accessDescCount, bytesize;
    CUdeviceptr dptr;
};
typedef CUDA_MEM_ALLOC_NODE_PARAMS_st CUDA_MEM_ALLOC_NODE_PARAMS;
typedef CUDA_MEM_ALLOC_NODE_PARAMS_st CUDA_MEM_ALLOC_NODE_PARAMS_v1;
typedef CUDA_MEM_ALLOC_NODE_PARAMS_st CUDA_MEM_ALLOC_NODE_PARAMS_v1_st;
typedef CUDA_MEM_ALLOC_NODE_PARAMS_st CUDA_MEM_ALLOC_NODE_PARAMS_v2;
typedef CUDA_MEM_ALLOC_NODE_PARAMS_st CUDA_MEM_ALLOC_NODE_PARAMS_v2_st;

struct CUmemAllocationProp_st {
    hipMemAllocationType type;
    hipMemAllocationHandleType requestedHandleTypes;
    hipMemLocation location;
    void *win32HandleMetaData;
    struct {
        unsigned char compressionType, gpuDirectRDMACapable;
        unsigned short usage;
        unsigned char reserved[4];
    } allocFlags;
};
typedef CUmemAllocationProp_st CUmemAllocationProp;
typedef CUmemAllocationProp_st CUmemAllocationProp_v1;

namespace kbuild
{

KBUILD_HOST_API constexpr CUresult driver_result(hipError_t error)
{
    return static_cast<CUresult>(error);
}
// The linker is a part of hipRTC, and its functions return hipRTC's type of results.
KBUILD_HOST_API CUresult driver_result(hiprtcResult result)
{
    switch (static_cast<int>(result)) {
    case HIPRTC_SUCCESS: return CUDA_SUCCESS;
    case HIPRTC_ERROR_OUT_OF_MEMORY: return CUDA_ERROR_OUT_OF_MEMORY;
    case HIPRTC_ERROR_INVALID_INPUT:
    case HIPRTC_ERROR_INVALID_OPTION: return CUDA_ERROR_INVALID_VALUE;
    case HIPRTC_ERROR_PROGRAM_CREATION_FAILURE: return CUDA_ERROR_FILE_NOT_FOUND;
    case 100 /* HIPRTC_ERROR_LINKING, which HIP has from 5.7 on */: return CUDA_ERROR_INVALID_IMAGE;
    default: return CUDA_ERROR_UNKNOWN;
    }
}

// ---- driver_pass() converts CUDA's arguments to those of HIP's functions. It returns an argument
// as it is, unless the argument's type is one of the types above, or a pointer to one.

template <class T> T driver_pass(T value)
{
    return value;
}

// A number that converts to a pointer where HIP's function takes one.
struct driver_number {
    unsigned long long value;
    operator unsigned long long() const
    {
        return value;
    }
    template <class T> operator T *() const
    {
        return reinterpret_cast<T *>(value);
    }
};
inline driver_number driver_pass(CUdeviceptr value)
{
    return driver_number{value};
}

// A pointer to an object that HIP reads or writes as another type of the same layout.
template <class Cuda> struct driver_same {
    Cuda *value;
    template <class TO> operator TO *() const
    {
        using Known = typename ::std::conditional<::std::is_void<TO>::value, Cuda, TO>::type;
        static_assert(sizeof(Known) == sizeof(Cuda), "HIP's structure differs from CUDA's");
        return reinterpret_cast<TO *>(value);
    }
};
#define KBUILD_SAME(CUDA)                                                                          \
    inline driver_same<CUDA> driver_pass(CUDA *value)                                              \
    {                                                                                              \
        return driver_same<CUDA>{value};                                                           \
    }
KBUILD_SAME(CUdeviceptr)
KBUILD_SAME(const CUDA_MEMCPY2D)
KBUILD_SAME(CUDA_RESOURCE_DESC)
KBUILD_SAME(HIPaddress_mode)
KBUILD_SAME(HIPfilter_mode)
KBUILD_SAME(const CUDA_RESOURCE_DESC)
KBUILD_SAME(CUDA_MEM_ALLOC_NODE_PARAMS)
#undef KBUILD_SAME

// HIP's functions for texture references take the runtime's enumerations.
inline hipTextureAddressMode driver_pass(HIPaddress_mode value)
{
    return static_cast<hipTextureAddressMode>(value);
}
inline hipTextureFilterMode driver_pass(HIPfilter_mode value)
{
    return static_cast<hipTextureFilterMode>(value);
}

// driver_move() copies CUDA's structures to HIP's and back, where members have another size or
// order in HIP.
#define KBUILD_MOVE(MEMBER)    to.MEMBER = static_cast<decltype(to.MEMBER)>(from.MEMBER);
#define KBUILD_ADDRESS(MEMBER) to.MEMBER = driver_number{(CUdeviceptr)from.MEMBER};
template <class To, class From>
inline auto driver_move(To &to, const From &from) -> decltype(void(to.Depth))
{
    KBUILD_MOVE(srcXInBytes)
    KBUILD_MOVE(srcY)
    KBUILD_MOVE(srcZ)
    KBUILD_MOVE(srcLOD)
    KBUILD_MOVE(srcMemoryType)
    KBUILD_MOVE(srcHost)
    KBUILD_ADDRESS(srcDevice)
    KBUILD_MOVE(srcArray)
    KBUILD_MOVE(srcPitch)
    KBUILD_MOVE(srcHeight)
    KBUILD_MOVE(dstXInBytes)
    KBUILD_MOVE(dstY)
    KBUILD_MOVE(dstZ)
    KBUILD_MOVE(dstLOD)
    KBUILD_MOVE(dstMemoryType)
    KBUILD_MOVE(dstHost)
    KBUILD_ADDRESS(dstDevice)
    KBUILD_MOVE(dstArray)
    KBUILD_MOVE(dstPitch)
    KBUILD_MOVE(dstHeight)
    KBUILD_MOVE(WidthInBytes)
    KBUILD_MOVE(Height)
    KBUILD_MOVE(Depth)
}
template <class To, class From>
inline auto driver_move(To &to, const From &from) -> decltype(void(to.elementSize))
{
    KBUILD_ADDRESS(dst)
    KBUILD_MOVE(pitch)
    KBUILD_MOVE(value)
    KBUILD_MOVE(width)
    KBUILD_MOVE(height)
    KBUILD_MOVE(elementSize)
}
#undef KBUILD_ADDRESS
#undef KBUILD_MOVE
inline void driver_move(hipKernelNodeParams &to, const CUDA_KERNEL_NODE_PARAMS &from)
{
    to.func = from.func ? reinterpret_cast<void *>(from.func) : from.kern;
    to.gridDim = dim3(from.gridDimX, from.gridDimY, from.gridDimZ);
    to.blockDim = dim3(from.blockDimX, from.blockDimY, from.blockDimZ);
    to.sharedMemBytes = from.sharedMemBytes;
    to.kernelParams = from.kernelParams;
    to.extra = from.extra;
}
inline void driver_move(CUDA_KERNEL_NODE_PARAMS &to, const hipKernelNodeParams &from)
{
    to = CUDA_KERNEL_NODE_PARAMS{};
    to.func = static_cast<hipFunction_t>(from.func);
    to.gridDimX = from.gridDim.x;
    to.gridDimY = from.gridDim.y;
    to.gridDimZ = from.gridDim.z;
    to.blockDimX = from.blockDim.x;
    to.blockDimY = from.blockDim.y;
    to.blockDimZ = from.blockDim.z;
    to.sharedMemBytes = from.sharedMemBytes;
    to.kernelParams = from.kernelParams;
    to.extra = from.extra;
}
// Copies the members |allocFlags|, which HIP has from 5.7 on.
template <class To, class From> void driver_move_flags(To &to, const From &from)
{
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR >= 507
    to.allocFlags.compressionType = from.allocFlags.compressionType;
    to.allocFlags.gpuDirectRDMACapable = from.allocFlags.gpuDirectRDMACapable;
    to.allocFlags.usage = from.allocFlags.usage;
#else
    (void)to, (void)from;
#endif
}
inline void driver_move(hipMemAllocationProp &to, const CUmemAllocationProp &from)
{
    to.type = from.type;
    to.requestedHandleType = from.requestedHandleTypes;
    to.location = from.location;
    to.win32HandleMetaData = from.win32HandleMetaData;
    driver_move_flags(to, from);
}
inline void driver_move(CUmemAllocationProp &to, const hipMemAllocationProp &from)
{
    to.type = from.type;
    to.requestedHandleTypes = from.requestedHandleType;
    to.location = from.location;
    to.win32HandleMetaData = from.win32HandleMetaData;
    driver_move_flags(to, from);
}

// A copy of a CUDA structure in HIP's type, which exists until the call of HIP's function is over.
// If HIP's function may write into the copy, the destructor copies it back.
template <class Cuda, class TO> struct driver_copy {
    Cuda *value;
    TO copy;
    driver_copy(Cuda *from) : value(from), copy()
    {
        if (from) {
            driver_move(copy, *from);
        }
    }
    ~driver_copy()
    {
        write(value);
    }
    void write(const Cuda *)
    {
    }
    template <class T> void write(T *to)
    {
        if (to) {
            driver_move(*to, copy);
        }
    }
    operator TO *()
    {
        return value ? &copy : nullptr;
    }
    // HIP 6 has two types for this structure: TO, and one with CUDA's layout, which this operator
    // is for.
    template <class AS, class = typename ::std::enable_if<!::std::is_same<AS, TO>::value>::type>
    operator const AS *() const
    {
        static_assert(sizeof(AS) == sizeof(Cuda), "HIP's structure differs from CUDA's");
        return reinterpret_cast<const AS *>(value);
    }
};
#define KBUILD_COPIED(CUDA, HIP)                                                                   \
    inline driver_copy<CUDA, HIP> driver_pass(CUDA *value)                                         \
    {                                                                                              \
        return driver_copy<CUDA, HIP>(value);                                                      \
    }
KBUILD_COPIED(CUDA_MEMCPY3D, HIP_MEMCPY3D)
KBUILD_COPIED(const CUDA_MEMCPY3D, HIP_MEMCPY3D)
KBUILD_COPIED(const CUDA_MEMCPY3D_PEER, HIP_MEMCPY3D)
KBUILD_COPIED(CUDA_KERNEL_NODE_PARAMS, hipKernelNodeParams)
KBUILD_COPIED(const CUDA_KERNEL_NODE_PARAMS, hipKernelNodeParams)
KBUILD_COPIED(CUmemAllocationProp, hipMemAllocationProp)
KBUILD_COPIED(const CUmemAllocationProp, hipMemAllocationProp)
KBUILD_COPIED(CUDA_MEMSET_NODE_PARAMS, hipMemsetParams)
KBUILD_COPIED(const CUDA_MEMSET_NODE_PARAMS, hipMemsetParams)
#undef KBUILD_COPIED

// driver_pass() for a parameter whose type is not known: an integer may be a null pointer or an
// address.
template <class T, typename ::std::enable_if<::std::is_integral<T>::value, int>::type = 0>
driver_number driver_pass_any(T value)
{
    return driver_number{static_cast<unsigned long long>(value)};
}
template <class T, typename ::std::enable_if<!::std::is_integral<T>::value, int>::type = 0>
auto driver_pass_any(T value) -> decltype(driver_pass(value))
{
    return driver_pass(value);
}

} // namespace kbuild

#endif
