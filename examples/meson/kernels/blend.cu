// out = a + t * (b - a)
extern "C" __global__ void blend(unsigned n, float t, const float *a, const float *b, float *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = fmaf(t, b[i] - a[i], a[i]);
}
