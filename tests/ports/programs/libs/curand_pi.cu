// Pi by random numbers of the host API and of the device API.
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>
#include <cmath>
#include <cstdio>
#define CURAND_CALL(x) do { if ((x) != CURAND_STATUS_SUCCESS) { printf("Error at %s:%d\n", __FILE__, __LINE__); return 1; } } while (0)
__global__ void setup_kernel(curandState *state) { int id = threadIdx.x + blockIdx.x * blockDim.x; curand_init(1234, id, 0, &state[id]); }
__global__ void count(curandState *state, unsigned *result, int n) { int id = threadIdx.x + blockIdx.x * blockDim.x; curandState local = state[id]; unsigned inside = 0; for (int i = 0; i < n; i++) { float x = curand_uniform(&local), y = curand_uniform(&local); inside += x * x + y * y < 1; } state[id] = local; atomicAdd(result, inside); if (curand(&local) == 1 && curand_normal(&local) > 9) *result = 0; }
__global__ void philox(float4 *out) { curandStatePhilox4_32_10_t s; curand_init(7, threadIdx.x, 0, &s); out[threadIdx.x] = curand_normal4(&s); }
int main()
{
    curandGenerator_t gen; float *d; const int n = 1 << 16;
    cudaMallocManaged(&d, n * sizeof(float));
    CURAND_CALL(curandCreateGenerator(&gen, CURAND_RNG_PSEUDO_DEFAULT));
    CURAND_CALL(curandSetPseudoRandomGeneratorSeed(gen, 1234ULL));
    CURAND_CALL(curandGenerateUniform(gen, d, n));
    CURAND_CALL(curandGenerateNormal(gen, d, n, 0.f, 1.f));
    CURAND_CALL(curandDestroyGenerator(gen));
    curandState *states; unsigned *result; float4 *four;
    cudaMalloc((void **)&states, 64 * 64 * sizeof(curandState)); cudaMallocManaged(&result, sizeof(unsigned)); cudaMallocManaged(&four, 64 * sizeof(float4));
    *result = 0;
    setup_kernel<<<64, 64>>>(states); count<<<64, 64>>>(states, result, 100); philox<<<1, 64>>>(four);
    cudaDeviceSynchronize();
    const double pi = 4.0 * *result / (64.0 * 64 * 100);
    printf("%f\n", pi);
    return std::fabs(pi - 3.14159) > 0.02;
}
