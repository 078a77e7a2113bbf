#include <cuda_runtime.h>
#include <algorithm>
__global__ void k(float *x, int n) { x[threadIdx.x] = n; }
template <typename T, int N> __global__ void t(T *x) { x[N] = T(); }
template <class T> struct size { enum { value = sizeof(T) }; };

void run(float *x, int n, bool wide, cudaStream_t s)
{
    k<<<(n + 255) / 256, 256>>>(x, n);
    k<<<n > 256 ? n / 256 : 1, wide ? 512 : 256, 0, s>>>(x, n);
    k<<<std::min(n, 256), 256>>>(x, n); k<<<1, 1>>>(x, 1);
    t<float, 4><<<dim3(1, 1, 1), 256>>>(x);
    t<size<size<int>>, 4><<<1, size<size<int>>::value>>>(nullptr);
    k<<<1, [] { return 1 << 5 >> 1; }()>>>(reinterpret_cast<float *>(x), n);
    k <<< 1,
          1, 0,
          s >>> (x, n); // k<<<1, 1>>>(x, n)
    const char *text = "k<<<1, 1>>>(x, n)";
    (void)text;
    std::pair<int, std::pair<int, std::pair<int, int>>> nested;
    (void)nested;
    n = n << 2 >> 1;
    n >>= 1;
    cudaStreamSynchronize(s);
    k << < 1, 1 >> > (x, n);
    k<< <1, std::min<int>(n, 256)>> >(x, n);
    k << /* grid */ < 1, 1, 0, s >> // stream
        > (x, n);
}
