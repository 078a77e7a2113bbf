// There for one target only.
extern "C" __global__ void only_gfx90a(unsigned *out)
{
    out[threadIdx.x] = 90;
}
