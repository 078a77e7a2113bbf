// Kernels that the runtime's tests launch.
extern "C" __global__ void add_u32(unsigned *data, unsigned value, unsigned long long count)
{
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
         i < count; i += gridDim.x * (unsigned long long)blockDim.x)
        data[i] += value;
}

// Parameters of every size, to see that each gets to its place.
extern "C" __global__ void spread(unsigned long long *out, char a, short b, int c, long long d,
                                  float e, double f, bool g)
{
    out[0] = (unsigned long long)a;
    out[1] = (unsigned long long)b;
    out[2] = (unsigned long long)c;
    out[3] = (unsigned long long)d;
    out[4] = (unsigned long long)(e * 4);
    out[5] = (unsigned long long)(f * 4);
    out[6] = g;
}
