// What nvidia.cubin and nvidia.ptx were made of; see make-data.sh.
struct pair {
    float a, b;
    char c;
};
__device__ int table[100];
__managed__ int counter = 3;

namespace ns {
template <typename T> __global__ void twice(T *out, const T *in, unsigned char n) { out[n] = in[n] + in[n]; }
template __global__ void twice<int>(int *, const int *, unsigned char);
}

extern "C" __global__ void __launch_bounds__(128) plain(float *out, float value, pair both, short s)
{
    __shared__ float part[77];
    part[threadIdx.x % 77] = value;
    __syncthreads();
    out[0] = table[s] + part[s] + both.a * both.b + counter;
}
