// A block's sum in LDS, some of it dynamic, and where each work-item is.
__device__ unsigned launches;

extern "C" __global__ void __launch_bounds__(256) block_sum(const unsigned *in, unsigned *out)
{
    extern __shared__ unsigned parts[];
    parts[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = parts[0];
        atomicAdd(&launches, 1);
    }
}

extern "C" __global__ void where(unsigned *out)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    unsigned width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
    out[(z * height + y) * width + x] = z << 16 | y << 8 | x;
}
