// Two devices that read and write each other's memory.
#include <cuda_runtime.h>

#include <iostream>
#include <vector>

inline void check(cudaError_t code, const char *what, const char *file, const int line)
{
    if (code != cudaSuccess) {
        std::cerr << file << ":" << line << ": " << what << ": " << cudaGetErrorString(code)
                  << std::endl;
        std::exit(static_cast<int>(code));
    }
}
#define CU(x) check((x), #x, __FILE__, __LINE__)

__global__ void double_it(const float *src, float *dst, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        dst[i] = src[i] * 2.0f;
    }
}

int main()
{
    int count = 0;
    CU(cudaGetDeviceCount(&count));
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            int access = 0;
            if (i != j) {
                CU(cudaDeviceCanAccessPeer(&access, i, j));
            }
            if (access) {
                int rank = 0, atomics = 0;
                CU(cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, i, j));
                CU(cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, i, j));
                std::cout << i << " -> " << j << " rank " << rank << " atomics " << atomics << "\n";
                pairs.emplace_back(i, j);
            }
        }
    }
    if (pairs.empty()) {
        std::cout << "no two devices with peer access\n";
        return 0;
    }
    const int a = pairs[0].first, b = pairs[0].second, n = 1 << 16;
    std::vector<float> host(n, 3.0f);
    float *at_a, *at_b;
    CU(cudaSetDevice(a));
    cudaError_t enabled = cudaDeviceEnablePeerAccess(b, 0);
    if (enabled != cudaErrorPeerAccessAlreadyEnabled) {
        CU(enabled);
    } else {
        (void)cudaGetLastError();
    }
    CU(cudaMalloc(&at_a, n * sizeof(float)));
    CU(cudaSetDevice(b));
    CU(cudaMalloc(&at_b, n * sizeof(float)));
    CU(cudaMemcpy(at_b, host.data(), n * sizeof(*at_b), cudaMemcpyHostToDevice));
    CU(cudaSetDevice(a));
    double_it<<<(n + 255) / 256, 256>>>(at_b, at_a, n);
    CU(cudaGetLastError());
    CU(cudaDeviceSynchronize());
    cudaStream_t stream;
    CU(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CU(cudaMemcpyPeerAsync(at_b, b, at_a, a, n * sizeof(float), stream));
    CU(cudaStreamSynchronize(stream));
    CU(cudaMemcpyPeer(at_a, a, at_b, b, n * sizeof(float)));
    CU(cudaMemcpy(host.data(), at_a, n * sizeof(float), cudaMemcpyDefault));
    CU(cudaDeviceDisablePeerAccess(b));
    CU(cudaStreamDestroy(stream));
    CU(cudaFree(at_a));
    CU(cudaFree(at_b));
    for (float value : host) {
        if (value != 6.0f) {
            std::cout << "wrong: " << value << "\n";
            return 1;
        }
    }
    return 0;
}
