// All the ways to launch: chevrons, by pointer, by the API, with a configuration and attributes.
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

template <typename T, int VPT> __global__ void scale(T *y, T by, int n)
{
    const int base = (blockIdx.x * blockDim.x + threadIdx.x) * VPT;
#pragma unroll
    for (int v = 0; v < VPT; ++v)
        if (base + v < n) y[base + v] *= by;
}

typedef void (*kernel_t)(int, float, const float *, float *);

template <typename... Formal, typename... Actual>
cudaError_t launch(void (*kernel)(Formal...), dim3 grid, dim3 block, cudaStream_t stream, Actual &&...actual)
{
    kernel<<<grid, block, 0, stream>>>(std::forward<Actual>(actual)...);
    return cudaGetLastError();
}

int main()
{
    const int n = 1 << 16;
    float *x, *y;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    for (int i = 0; i < n; ++i) { x[i] = 1.0f; y[i] = 0.0f; }
    float a = 1.0f;
    int count = n;
    saxpy<<<(n + 255) / 256, n < 256 ? n : 256>>>(n, a, x, y);
    saxpy <<< dim3((n + 255) / 256), dim3(256, 1, 1), 0, 0 >>> (n, a, x, y);
    kernel_t by_pointer = saxpy;
    by_pointer<<<n / 256, 256, 0>>>(n, a, x, y);
    kernel_t table[] = {saxpy, &saxpy};
    (*table[1])<<<n / 256, 256>>>(n, a, x, y);
    void *args[] = {&count, &a, &x, &y};
    cudaLaunchKernel((const void *)saxpy, dim3(n / 256), dim3(256), args, 0, 0);
    cudaLaunchKernel(saxpy, n / 256, 256, args);
    launch(saxpy, n / 256, 256, nullptr, n, a, x, y);
    scale<float, 4><<<n / 1024, 256>>>(y, 2.0f, n);
    scale<float, (3 > 2) ? 4 : 1><<<n / 1024, 256>>>(y, 0.5f, n);

    cudaLaunchConfig_t config = {0};
    config.gridDim = dim3(n / 256);
    config.blockDim = 256;
    config.dynamicSmemBytes = 0;
    config.stream = 0;
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributePriority;
    attribute[0].val.priority = 0;
    config.attrs = attribute;
    config.numAttrs = 0;
    cudaLaunchKernelEx(&config, saxpy, n, a, (const float *)x, y);
    cudaLaunchKernelExC(&config, (const void *)saxpy, args);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i)
        if (y[i] != 9.0f) { printf("%d: %f\n", i, y[i]); return 1; }
    return 0;
}
