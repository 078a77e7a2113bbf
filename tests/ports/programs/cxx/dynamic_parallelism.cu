// A quicksort whose kernels launch kernels.
#include <cuda_runtime.h>
#include <cstdio>
__global__ void quicksort(int *data, int left, int right, int depth)
{
    if (depth > 16 || right - left < 16) { for (int i = left; i <= right; ++i) for (int j = i; j > left && data[j - 1] > data[j]; --j) { int t = data[j]; data[j] = data[j - 1]; data[j - 1] = t; } return; }
    int l = left, r = right; const int pivot = data[(l + r) / 2];
    while (l <= r) { while (data[l] < pivot) l++; while (data[r] > pivot) r--; if (l <= r) { int t = data[l]; data[l++] = data[r]; data[r--] = t; } }
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    if (left < r) quicksort<<<1, 1, 0, s>>>(data, left, r, depth + 1);
    if (l < right) quicksort<<<1, 1, 0, s>>>(data, l, right, depth + 1);
    cudaStreamDestroy(s);
}
int main()
{
    int *d; const int n = 1000;
    cudaMallocManaged(&d, n * sizeof(int));
    for (int i = 0; i < n; i++) d[i] = (i * 7919) % n;
    quicksort<<<1, 1>>>(d, 0, n - 1, 0);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int i = 1; i < n; i++) if (d[i - 1] > d[i]) return 1;
    return 0;
}
