// Classes shared by host and device through a header of the project.
#include "matrix.cuh"
#include <cstdio>
#include <cstring>
#include <vector>
namespace la {
matrix::matrix(int rows, int cols) : rows_(rows), cols_(cols), data_(nullptr) { cudaMalloc(&data_, sizeof(float) * rows * cols); }
matrix::~matrix() { cudaFree(data_); }
void matrix::upload(const float *from) { cudaMemcpy(data_, from, sizeof(float) * rows_ * cols_, cudaMemcpyHostToDevice); }
static __global__ void trace_kernel(const float *data, int n, float *out, char *where)
{
    vec<float, 4> s(0.0f), t = vec<float, 4>::unit(0);
    for (int i = 0; i < n; ++i) s(0) += data[i * n + i];
    s += t;
    s = s + t;
    *out = s(0) - 2.0f;
    for (int i = 0; i < 7; ++i) where[i] = s.where()[i];
}
float trace(const matrix &m)
{
    float *out, result; char *where, text[8] = {};
    cudaMalloc(&out, sizeof(float)); cudaMalloc(&where, 8);
    trace_kernel<<<1, 1>>>(m.data_, m.rows_, out, where);
    cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(text, where, 7, cudaMemcpyDeviceToHost);
    cudaFree(out); cudaFree(where);
    return std::strcmp(text, "device") == 0 ? result : -1.0f;
}
}
int main()
{
    std::vector<float> host(64, 1.0f);
    la::matrix m(8, 8);
    m.upload(host.data());
    la::vec<double, 3> v(1.0);
    v += la::vec<double, 3>::unit(2);
    const float t = la::trace(m);
    std::printf("%f %f %s\n", t, v(2), v.where());
    return !(t == 8.0f && v(2) == 2.0 && std::strcmp(v.where(), "host") == 0);
}
