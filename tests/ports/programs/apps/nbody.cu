// All pairs of bodies, in tiles of shared memory, in single and double precision.
#include <cuda_runtime.h>
#include <math.h>
#include <cstdio>
#include <cstdlib>
template <typename T> struct vec3 { typedef float Type; };
template <> struct vec3<float> { typedef float3 Type; };
template <> struct vec3<double> { typedef double3 Type; };
template <typename T> struct vec4 { typedef float Type; };
template <> struct vec4<float> { typedef float4 Type; };
template <> struct vec4<double> { typedef double4 Type; };
__constant__ float softeningSquared;
__constant__ double softeningSquared_fp64;
template <typename T> __device__ T rsqrt_T(T x) { return rsqrt(x); }
template <> __device__ float rsqrt_T<float>(float x) { return rsqrtf(x); }
template <> __device__ double rsqrt_T<double>(double x) { return rsqrt(x); }
template <typename T> __device__ T getSofteningSquared() { return softeningSquared; }
template <> __device__ double getSofteningSquared<double>() { return softeningSquared_fp64; }
#define SX(i) sharedPos[i + blockDim.x * threadIdx.y]

template <typename T>
__device__ typename vec3<T>::Type bodyBodyInteraction(typename vec3<T>::Type ai, typename vec4<T>::Type bi, typename vec4<T>::Type bj)
{
    typename vec3<T>::Type r;
    r.x = bj.x - bi.x; r.y = bj.y - bi.y; r.z = bj.z - bi.z;
    T distSqr = r.x * r.x + r.y * r.y + r.z * r.z;
    distSqr += getSofteningSquared<T>();
    T invDist = rsqrt_T(distSqr), s = bj.w * invDist * invDist * invDist;
    ai.x += r.x * s; ai.y += r.y * s; ai.z += r.z * s;
    return ai;
}
template <typename T>
__global__ void integrateBodies(typename vec4<T>::Type *__restrict__ newPos, typename vec4<T>::Type *__restrict__ oldPos, typename vec4<T>::Type *vel, unsigned int n, float deltaTime, float damping, int numTiles)
{
    extern __shared__ __align__(sizeof(double)) unsigned char raw[];
    auto *sharedPos = reinterpret_cast<typename vec4<T>::Type *>(raw);
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= n) return;
    typename vec4<T>::Type position = oldPos[index];
    typename vec3<T>::Type acc = {0.0f, 0.0f, 0.0f};
    for (int tile = 0; tile < numTiles; tile++) {
        SX(threadIdx.x) = oldPos[tile * blockDim.x + threadIdx.x];
        __syncthreads();
#pragma unroll 128
        for (unsigned int counter = 0; counter < blockDim.x; counter++) acc = bodyBodyInteraction<T>(acc, position, SX(counter));
        __syncthreads();
    }
    typename vec4<T>::Type velocity = vel[index];
    velocity.x += acc.x * deltaTime; velocity.y += acc.y * deltaTime; velocity.z += acc.z * deltaTime;
    velocity.x *= damping; velocity.y *= damping; velocity.z *= damping;
    position.x += velocity.x * deltaTime; position.y += velocity.y * deltaTime; position.z += velocity.z * deltaTime;
    newPos[index] = position; vel[index] = velocity;
}
template <typename T> bool simulate(int n)
{
    typedef typename vec4<T>::Type body;
    body *pos[2], *vel;
    cudaMallocManaged(&pos[0], n * sizeof(body)); cudaMallocManaged(&pos[1], n * sizeof(body)); cudaMallocManaged(&vel, n * sizeof(body));
    for (int i = 0; i < n; i++) {
        pos[0][i].x = rand() / (T)RAND_MAX; pos[0][i].y = rand() / (T)RAND_MAX; pos[0][i].z = rand() / (T)RAND_MAX; pos[0][i].w = 1;
        vel[i].x = vel[i].y = vel[i].z = vel[i].w = 0;
    }
    const int block = 128;
    for (int step = 0; step < 4; step++)
        integrateBodies<T><<<n / block, block, block * sizeof(body)>>>(pos[(step + 1) & 1], pos[step & 1], vel, n, 1e-3f, 1.0f, n / block);
    if (cudaDeviceSynchronize() != cudaSuccess) return false;
    T momentum = 0;
    for (int i = 0; i < n; i++) momentum += vel[i].x + vel[i].y + vel[i].z;
    printf("momentum %g\n", (double)momentum);
    return fabs(momentum) < 1e-1;
}
int main()
{
    float eps2 = 0.1f * 0.1f; double eps2d = eps2;
    cudaMemcpyToSymbol(softeningSquared, &eps2, sizeof(float), 0, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(softeningSquared_fp64, &eps2d, sizeof(double), 0, cudaMemcpyHostToDevice);
    return !(simulate<float>(1024) && simulate<double>(1024));
}
