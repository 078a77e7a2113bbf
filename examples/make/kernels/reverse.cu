// Reverses what each block of threads holds, through shared memory.
extern "C" __global__ void reverse(unsigned n, const float *in, float *out)
{
    extern __shared__ float held[];
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < n)
        held[threadIdx.x] = in[at];
    __syncthreads();
    const unsigned mirror = blockDim.x - 1 - threadIdx.x;
    if (at < n && blockIdx.x * blockDim.x + mirror < n)
        out[at] = held[mirror];
}
