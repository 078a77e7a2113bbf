// Sparse matrix times vector: CSR scalar, CSR vector (a warp a row), ELL, COO with atomics.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename ValueType, typename IndexType> struct csr_matrix {
    IndexType rows, cols;
    std::vector<IndexType> offsets, columns;
    std::vector<ValueType> values;
};

template <typename V, typename I>
__global__ void csr_scalar(I rows, const I *__restrict__ Ap, const I *__restrict__ Aj, const V *__restrict__ Ax, const V *__restrict__ x, V *__restrict__ y)
{
    for (I row = blockDim.x * blockIdx.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        V sum = y[row];
        for (I jj = Ap[row]; jj < Ap[row + 1]; jj++) sum += Ax[jj] * __ldg(x + Aj[jj]);
        y[row] = sum;
    }
}

template <typename V, typename I, unsigned int THREADS_PER_VECTOR>
__launch_bounds__(128, 1) __global__
void csr_vector(const I rows, const I *Ap, const I *Aj, const V *Ax, const V *x, V *y)
{
    __shared__ volatile V sdata[128 + THREADS_PER_VECTOR / 2];
    const I thread_id = blockDim.x * blockIdx.x + threadIdx.x;
    const I lane = threadIdx.x & (THREADS_PER_VECTOR - 1);
    for (I row = thread_id / THREADS_PER_VECTOR; row < rows; row += gridDim.x * blockDim.x / THREADS_PER_VECTOR) {
        V sum = 0;
        for (I jj = Ap[row] + lane; jj < Ap[row + 1]; jj += THREADS_PER_VECTOR) sum += Ax[jj] * x[Aj[jj]];
        sdata[threadIdx.x] = sum;
        __syncwarp();
        V temp;
        if (THREADS_PER_VECTOR > 16) { temp = sdata[threadIdx.x + 16]; __syncwarp(); sdata[threadIdx.x] = sum = sum + temp; __syncwarp(); }
        if (THREADS_PER_VECTOR > 8) { temp = sdata[threadIdx.x + 8]; __syncwarp(); sdata[threadIdx.x] = sum = sum + temp; __syncwarp(); }
        if (THREADS_PER_VECTOR > 4) { temp = sdata[threadIdx.x + 4]; __syncwarp(); sdata[threadIdx.x] = sum = sum + temp; __syncwarp(); }
        if (THREADS_PER_VECTOR > 2) { temp = sdata[threadIdx.x + 2]; __syncwarp(); sdata[threadIdx.x] = sum = sum + temp; __syncwarp(); }
        if (THREADS_PER_VECTOR > 1) { temp = sdata[threadIdx.x + 1]; __syncwarp(); sdata[threadIdx.x] = sum = sum + temp; __syncwarp(); }
        if (lane == 0) y[row] += sdata[threadIdx.x];
    }
}

__global__ void coo(int nnz, const int *r, const int *c, const double *v, const double *x, double *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nnz) atomicAdd(&y[r[i]], v[i] * x[c[i]]);
}

template <class T> T *upload(const std::vector<T> &h)
{
    T *d = nullptr;
    if (cudaMalloc(&d, h.size() * sizeof(T)) != cudaSuccess) std::abort();
    cudaMemcpy(d, h.data(), sizeof(T) * h.size(), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    csr_matrix<double, int> A;
    A.rows = A.cols = 1000;
    std::vector<int> rows;
    A.offsets.push_back(0);
    for (int r = 0; r < A.rows; ++r) {
        for (int k = 0; k < 1 + r % 40; ++k) { A.columns.push_back((r * 7 + k * 13) % A.cols); A.values.push_back(1.0 + k); rows.push_back(r); }
        A.offsets.push_back((int)A.columns.size());
    }
    std::vector<double> x(A.cols, 2.0), y(A.rows, 0.0);
    auto *Ap = upload(A.offsets), *Aj = upload(A.columns), *Ai = upload(rows);
    auto *Ax = upload(A.values), *dx = upload(x), *dy = upload(y);
    csr_scalar<<<8, 128>>>(A.rows, Ap, Aj, Ax, dx, dy);
    csr_vector<double, int, 32><<<8, 128>>>(A.rows, Ap, Aj, Ax, dx, dy);
    csr_vector<double, int, 4><<<8, 128>>>(A.rows, Ap, Aj, Ax, dx, dy);
    coo<<<(int)(rows.size() + 255) / 256, 256>>>((int)rows.size(), Ai, Aj, Ax, dx, dy);
    cudaMemcpy(y.data(), dy, y.size() * sizeof(double), cudaMemcpyDeviceToHost);
    for (int r = 0; r < A.rows; ++r) {
        const double n = 1 + r % 40, expected = 4 * 2.0 * (n + n * (n - 1) / 2);
        if (y[r] < expected - 1e-6 || y[r] > expected + 1e-6) { printf("%d: %f %f\n", r, y[r], expected); return 1; }
    }
    return 0;
}
