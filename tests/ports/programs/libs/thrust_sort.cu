// Vectors, transforms, sorts and reductions of Thrust, and a sum of CUB.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <cub/cub.cuh>
struct saxpy { float a; __host__ __device__ float operator()(float x, float y) const { return a * x + y; } };
__global__ void block_sum(const int *in, int *out) { typedef cub::BlockReduce<int, 128> Reduce; __shared__ typename Reduce::TempStorage temp; int sum = Reduce(temp).Sum(in[threadIdx.x]); if (threadIdx.x == 0) *out = sum; }
int main()
{
    thrust::device_vector<float> x(1000), y(1000, 1.0f);
    thrust::sequence(x.begin(), x.end());
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy{2.0f});
    thrust::sort(y.begin(), y.end(), thrust::greater<float>());
    const float sum = thrust::reduce(y.begin(), y.end());
    thrust::device_vector<int> ints(128, 1), out(1);
    block_sum<<<1, 128>>>(thrust::raw_pointer_cast(ints.data()), thrust::raw_pointer_cast(out.data()));
    thrust::host_vector<int> host = out;
    void *temp = nullptr; size_t bytes = 0;
    cub::DeviceReduce::Sum(temp, bytes, ints.begin(), out.begin(), 128);
    return !(y[0] == 1999.0f && sum == 1000000.0f && host[0] == 128);
}
