// A graph built from explicit nodes: copies, memset, kernels, a host function, a child graph.
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
template <typename T> void check(T result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
                static_cast<unsigned int>(result), cudaGetErrorName(result), func);
        exit(EXIT_FAILURE);
    }
}

__global__ void reduce(float *inputVec, double *outputVec, size_t inputSize)
{
    __shared__ double tmp[256];
    size_t globaltid = blockIdx.x * blockDim.x + threadIdx.x;
    double temp_sum = 0.0;
    for (size_t i = globaltid; i < inputSize; i += gridDim.x * blockDim.x) {
        temp_sum += (double)inputVec[i];
    }
    tmp[threadIdx.x] = temp_sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            tmp[threadIdx.x] += tmp[threadIdx.x + s];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicAdd(outputVec, tmp[0]);
    }
}

typedef struct callBackData {
    const char *fn_name;
    double *data;
} callBackData_t;

void CUDART_CB myHostNodeCallback(void *data)
{
    callBackData_t *tmp = (callBackData_t *)(data);
    printf("[%s] Host callback final reduced sum = %lf\n", tmp->fn_name, *tmp->data);
    *tmp->data += 1.0;
}

int main(int argc, char **argv)
{
    size_t inputSize = 1 << 20;
    float *h, *d;
    double *result_d, result_h = 0;
    checkCudaErrors(cudaMallocHost(&h, sizeof(float) * inputSize));
    checkCudaErrors(cudaMalloc(&d, sizeof(float) * inputSize));
    checkCudaErrors(cudaMalloc(&result_d, sizeof(double)));
    for (size_t i = 0; i < inputSize; i++) h[i] = 0.5f;

    cudaStream_t stream;
    cudaGraph_t graph;
    std::vector<cudaGraphNode_t> deps;
    cudaGraphNode_t copyNode, setNode, kernelNode, backNode, hostNode, emptyNode;
    cudaKernelNodeParams kernelParams = {0};
    cudaMemcpy3DParms copyParams = {0};
    cudaMemsetParams setParams = {0};

    checkCudaErrors(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    checkCudaErrors(cudaGraphCreate(&graph, 0));
    copyParams.srcArray = NULL;
    copyParams.srcPos = make_cudaPos(0, 0, 0);
    copyParams.srcPtr = make_cudaPitchedPtr(h, sizeof(float) * inputSize, inputSize, 1);
    copyParams.dstArray = NULL;
    copyParams.dstPos = make_cudaPos(0, 0, 0);
    copyParams.dstPtr = make_cudaPitchedPtr(d, sizeof(float) * inputSize, inputSize, 1);
    copyParams.extent = make_cudaExtent(sizeof(float) * inputSize, 1, 1);
    copyParams.kind = cudaMemcpyHostToDevice;
    setParams.dst = (void *)result_d;
    setParams.value = 0;
    setParams.pitch = 0;
    setParams.elementSize = sizeof(float);
    setParams.width = 2;
    setParams.height = 1;
    checkCudaErrors(cudaGraphAddMemcpyNode(&copyNode, graph, NULL, 0, &copyParams));
    checkCudaErrors(cudaGraphAddMemsetNode(&setNode, graph, NULL, 0, &setParams));
    deps.push_back(setNode);
    deps.push_back(copyNode);
    void *kernelArgs[3] = {(void *)&d, (void *)&result_d, &inputSize};
    kernelParams.func = (void *)reduce;
    kernelParams.gridDim = dim3(64, 1, 1);
    kernelParams.blockDim = dim3(256, 1, 1);
    kernelParams.sharedMemBytes = 0;
    kernelParams.kernelParams = (void **)kernelArgs;
    kernelParams.extra = NULL;
    checkCudaErrors(cudaGraphAddKernelNode(&kernelNode, graph, deps.data(), deps.size(), &kernelParams));
    checkCudaErrors(cudaGraphAddMemcpyNode1D(&backNode, graph, &kernelNode, 1, &result_h, result_d,
                                             sizeof(double), cudaMemcpyDefault));
    cudaHostNodeParams hostParams = {0};
    hostParams.fn = myHostNodeCallback;
    callBackData_t hostFnData = {"reduce", &result_h};
    hostParams.userData = &hostFnData;
    checkCudaErrors(cudaGraphAddHostNode(&hostNode, graph, &backNode, 1, &hostParams));
    checkCudaErrors(cudaGraphAddEmptyNode(&emptyNode, graph, NULL, 0));
    checkCudaErrors(cudaGraphAddDependencies(graph, &hostNode, &emptyNode,
#if CUDART_VERSION >= 13000
                                             NULL,
#endif
                                             1));
    cudaGraph_t whole, clone;
    cudaGraphNode_t child;
    checkCudaErrors(cudaGraphCreate(&whole, 0));
    checkCudaErrors(cudaGraphAddChildGraphNode(&child, whole, NULL, 0, graph));
    checkCudaErrors(cudaGraphClone(&clone, whole));
    cudaGraphExec_t exec;
#if CUDART_VERSION >= 12000
    checkCudaErrors(cudaGraphInstantiate(&exec, clone));
#else
    checkCudaErrors(cudaGraphInstantiate(&exec, clone, NULL, NULL, 0));
#endif
    for (int i = 0; i < 3; i++) {
        checkCudaErrors(cudaGraphLaunch(exec, stream));
    }
    checkCudaErrors(cudaStreamSynchronize(stream));
    checkCudaErrors(cudaGraphExecDestroy(exec));
    checkCudaErrors(cudaGraphDestroy(graph));
    checkCudaErrors(cudaGraphDestroy(whole));
    checkCudaErrors(cudaGraphDestroy(clone));
    checkCudaErrors(cudaStreamDestroy(stream));
    return result_h == inputSize * 0.5 + 1.0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
