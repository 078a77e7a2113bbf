// A stream captured into a graph that is launched many times and updated.
#include <cuda_runtime.h>
#include <stdexcept>
#include <string>
#include <vector>
#include <cstdio>

#define CUDA_TRY(expression)                                                                       \
    if (cudaError_t const status = (expression); status != cudaSuccess) {                          \
        throw std::runtime_error(std::string(#expression ": ") + cudaGetErrorString(status));      \
    }

__global__ void scale_and_add(float *out, float const *in, float factor, int n)
{
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) {
        out[i] += factor * in[i];
    }
}

static void enqueue(cudaStream_t stream, cudaStream_t side, cudaEvent_t fork, cudaEvent_t join,
                    float *out, float const *in, float *scratch, int n)
{
    CUDA_TRY(cudaMemsetAsync(out, 0, n * sizeof(float), stream));
    CUDA_TRY(cudaEventRecord(fork, stream));
    CUDA_TRY(cudaStreamWaitEvent(side, fork));
    CUDA_TRY(cudaMemcpyAsync(scratch, in, n * sizeof(float), cudaMemcpyDeviceToDevice, side));
    CUDA_TRY(cudaEventRecord(join, side));
    CUDA_TRY(cudaStreamWaitEvent(stream, join));
    for (int step = 0; step < 20; ++step) {
        scale_and_add<<<(n + 127) / 128, 128, 0, stream>>>(out, scratch, 0.5f, n);
    }
}

int main()
try {
    int const n = 10000;
    float *in, *out, *scratch;
    CUDA_TRY(cudaMalloc(&in, n * sizeof *in));
    CUDA_TRY(cudaMalloc(&out, n * sizeof *out));
    CUDA_TRY(cudaMalloc(&scratch, n * sizeof *scratch));
    std::vector<float> host(n, 2.0f);
    CUDA_TRY(cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    cudaStream_t stream, side;
    cudaEvent_t fork, join;
    CUDA_TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_TRY(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
    CUDA_TRY(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CUDA_TRY(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CUDA_TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    enqueue(stream, side, fork, join, out, in, scratch, n);
    cudaStreamCaptureStatus capturing;
    CUDA_TRY(cudaStreamIsCapturing(stream, &capturing));
    if (capturing != cudaStreamCaptureStatusActive) {
        return 2;
    }
    CUDA_TRY(cudaStreamEndCapture(stream, &graph));
    size_t nodes = 0;
    CUDA_TRY(cudaGraphGetNodes(graph, nullptr, &nodes));
    std::vector<cudaGraphNode_t> list(nodes);
    CUDA_TRY(cudaGraphGetNodes(graph, list.data(), &nodes));
    for (cudaGraphNode_t node : list) {
        cudaGraphNodeType type;
        CUDA_TRY(cudaGraphNodeGetType(node, &type));
        if (type == cudaGraphNodeTypeKernel) {
            cudaKernelNodeParams params = {};
            CUDA_TRY(cudaGraphKernelNodeGetParams(node, &params));
            std::printf("kernel of %u blocks\n", params.gridDim.x);
        }
    }
    CUDA_TRY(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 10; ++i) {
        CUDA_TRY(cudaGraphLaunch(exec, stream));
    }
    CUDA_TRY(cudaStreamSynchronize(stream));
    CUDA_TRY(cudaGraphUpload(exec, stream));

    cudaGraphExecUpdateResultInfo info;
    if (cudaGraphExecUpdate(exec, graph, &info) != cudaSuccess) {
        CUDA_TRY(cudaGraphExecDestroy(exec));
        CUDA_TRY(cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    }
    CUDA_TRY(cudaGraphLaunch(exec, stream));
    CUDA_TRY(cudaMemcpyAsync(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
    CUDA_TRY(cudaStreamSynchronize(stream));
    CUDA_TRY(cudaGraphExecDestroy(exec));
    CUDA_TRY(cudaGraphDestroy(graph));
    for (float value : host) {
        if (value != 20.0f) {
            return 1;
        }
    }
    return 0;
} catch (std::exception const &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
}
