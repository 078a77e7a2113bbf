// Streams, events and graphs of the runtime API: CUDA's default arguments and overloads, and the
// functions of later versions.
#ifndef KBUILD_HOST_STREAMS_H
#define KBUILD_HOST_STREAMS_H
#pragma GCC system_header

#include "host_functions.h"
#include "host_names.h"
#include "host_qualifiers.h"

#include <hip/hip_version.h>

template <class = void>
KBUILD_HOST_API hipError_t hipEventCreate(hipEvent_t *event, kbuild::fallback<unsigned> flags)
{
    return hipEventCreateWithFlags(event, flags.value);
}

template <class = void>
KBUILD_HOST_API hipError_t hipStreamWaitEvent(hipStream_t stream,
                                              kbuild::fallback<hipEvent_t> event)
{
    return hipStreamWaitEvent(stream, event.value, 0);
}

KBUILD_HOST_API hipError_t cudaEventRecordWithFlags(hipEvent_t event, hipStream_t stream = 0,
                                                    unsigned = cudaEventRecordDefault)
{
    return hipEventRecord(event, stream);
}

// Calls a host function in a stream. HIP 5.2 declares hipLaunchHostFunc, but its library lacks the
// function. So a callback is added to the stream instead. HIP calls a callback even if an earlier
// call failed; |function| must not run then.
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 503
namespace kbuild
{
struct host_call {
    hipHostFn_t function;
    void *context;
    static void run(hipStream_t, hipError_t error, void *context)
    {
        host_call *call = static_cast<host_call *>(context);
        if (error == hipSuccess) {
            call->function(call->context);
        }
        delete call;
    }
};
} // namespace kbuild
KBUILD_HOST_API hipError_t cudaLaunchHostFunc(hipStream_t stream, hipHostFn_t function,
                                              void *context)
{
    if (!function) {
        return hipErrorInvalidValue;
    }
    kbuild::host_call *call = new kbuild::host_call{function, context};
    const hipError_t error = hipStreamAddCallback(stream, kbuild::host_call::run, call, 0);
    if (error != hipSuccess) {
        delete call;
    }
    return error;
}
#else
KBUILD_HOST_API hipError_t cudaLaunchHostFunc(hipStream_t stream, hipHostFn_t function,
                                              void *context)
{
    return hipLaunchHostFunc(stream, function, context);
}
#endif

// Attributes of streams are only hints on an AMD GPU.
typedef cudaLaunchAttributeID cudaStreamAttrID;
typedef cudaLaunchAttributeValue cudaStreamAttrValue;
#define cudaStreamAttributeAccessPolicyWindow    cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributeMemSyncDomainMap      cudaLaunchAttributeMemSyncDomainMap
#define cudaStreamAttributeMemSyncDomain         cudaLaunchAttributeMemSyncDomain
#define cudaStreamAttributePriority              cudaLaunchAttributePriority

KBUILD_HOST_API hipError_t cudaStreamSetAttribute(hipStream_t, cudaStreamAttrID,
                                                  const cudaStreamAttrValue *value)
{
    return value ? hipSuccess : hipErrorInvalidValue;
}

KBUILD_HOST_API hipError_t cudaStreamGetAttribute(hipStream_t, cudaStreamAttrID,
                                                  cudaStreamAttrValue *value)
{
    if (!value) {
        return hipErrorInvalidValue;
    }
    *value = cudaStreamAttrValue();
    return hipSuccess;
}

KBUILD_HOST_API hipError_t cudaStreamCopyAttributes(hipStream_t, hipStream_t)
{
    return hipSuccess;
}

// Graphs.

template <class = void>
KBUILD_HOST_API hipError_t hipGraphInstantiate(hipGraphExec_t *exec,
                                               kbuild::fallback<hipGraph_t> graph,
                                               unsigned long long flags = 0)
{
    // HIP 5 knows only flag 1. CUDA's other flags ask only for what HIP does anyway.
    return hipGraphInstantiateWithFlags(exec, graph.value, flags & 1u);
}

template <class = void>
KBUILD_HOST_API hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *exec,
                                                        kbuild::fallback<hipGraph_t> graph)
{
    return hipGraphInstantiateWithFlags(exec, graph.value, 0);
}

struct cudaGraphExecUpdateResultInfo {
    hipGraphExecUpdateResult result;
    hipGraphNode_t errorNode, errorFromNode;
};

KBUILD_HOST_API hipError_t hipGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph,
                                              cudaGraphExecUpdateResultInfo *info)
{
    hipGraphNode_t node = nullptr;
    hipGraphExecUpdateResult result = hipGraphExecUpdateSuccess;
    const hipError_t error = hipGraphExecUpdate(exec, graph, &node, &result);
    if (info) {
        *info = {result, node, nullptr};
    }
    return error;
}

KBUILD_HOST_API hipError_t cudaGraphUpload(hipGraphExec_t exec, hipStream_t stream)
{
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR >= 507
    return hipGraphUpload(exec, stream);
#else
    (void)stream;
    // Nothing is uploaded here: the first launch of the graph uploads it.
    return exec ? hipSuccess : hipErrorInvalidValue;
#endif
}

// CUDA 13 passes a description of each edge of a graph. HIP has only edges without a description.
struct cudaGraphEdgeData {
    unsigned char from_port, to_port, type, reserved[5];
};

template <class = void>
KBUILD_HOST_API hipError_t
hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to,
                        kbuild::fallback<const cudaGraphEdgeData *> edges, size_t count)
{
    return edges.value ? hipErrorNotSupported : hipGraphAddDependencies(graph, from, to, count);
}

namespace kbuild
{
template <class T> // a symbol that is an array is passed by its address
using if_variable = typename std::enable_if<!std::is_array<T>::value, hipError_t>::type;
} // namespace kbuild

// |symbol| is the variable itself; HIP's function takes the variable's address.
template <class T>
KBUILD_HOST_API kbuild::if_variable<T>
hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after,
                              size_t count, const T &symbol, const void *from, size_t bytes,
                              size_t offset, kbuild::fallback<hipMemcpyKind> kind)
{
    return hipGraphAddMemcpyNodeToSymbol(node, graph, after, count,
                                         static_cast<const void *>(&symbol), from, bytes, offset,
                                         kind.value);
}

template <class T>
KBUILD_HOST_API kbuild::if_variable<T>
hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after,
                                size_t count, void *to, const T &symbol, size_t bytes,
                                size_t offset, kbuild::fallback<hipMemcpyKind> kind)
{
    return hipGraphAddMemcpyNodeFromSymbol(node, graph, after, count, to,
                                           static_cast<const void *>(&symbol), bytes, offset,
                                           kind.value);
}

#endif
