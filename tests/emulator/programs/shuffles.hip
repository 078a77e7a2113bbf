/* Every shuffle, of every type and width, and the instructions that they and their like become. */
#include "program.h"

template <typename T> __global__ void shuffle(const T *in, T *out, int width)
{
    int i = threadIdx.x, n = blockDim.x;
    T v = in[i];
    out[i] = __shfl(v, (i * 7 + 3) % width, width);
    out[n + i] = __shfl_up(v, 3, width);
    out[2 * n + i] = __shfl_down(v, 5, width);
    out[3 * n + i] = __shfl_xor(v, 6, width);
}

template <typename T> static void test(const char *name, int lanes)
{
    const int n = 2 * lanes;
    std::vector<T> in(n);
    for (int i = 0; i < n; i++)
        in[i] = (T)(i * 1000003.0 + 0.5);
    array<T> din(in), dout(4 * n);
    for (int width = 8; width <= lanes; width *= 2) {
        shuffle<T><<<1, n>>>(din.data, dout.data, width);
        HIP(hipGetLastError());
        std::vector<T> r = dout.get();
        for (int i = 0; i < n; i++) {
            int base = i / width * width, at = i - base;
            int from[] = {base + (i * 7 + 3) % width, at >= 3 ? i - 3 : i,
                          at + 5 < width ? i + 5 : i, base + (at ^ 6)};
            for (int k = 0; k < 4; k++)
                CHECK(r[k * n + i] == in[from[k]], "%s, width %d, kind %d, lane %d", name, width, k,
                      i);
        }
    }
}

__global__ void builtins(int *out)
{
    int i = threadIdx.x, n = blockDim.x;
    out[i] = __builtin_amdgcn_readlane(i * 3, 9);
    out[n + i] = __builtin_amdgcn_readfirstlane(i + 5);
    out[2 * n + i] = __builtin_amdgcn_ds_bpermute(4 * (i ^ 1), i);
    out[3 * n + i] = __builtin_amdgcn_ds_permute(4 * (i ^ 2), i);
    out[4 * n + i] = __builtin_amdgcn_ds_swizzle(i, 0x1c1f); /* xor 7 */
    out[5 * n + i] = __builtin_amdgcn_update_dpp(-1, i, 0x1b, 0xf, 0xf, false); /* reversed quads */
    out[6 * n + i] = __builtin_amdgcn_update_dpp(-1, i, 0x112, 0xf, 0xf, false); /* row_shr:2 */
    out[7 * n + i] = __builtin_amdgcn_update_dpp(-1, i, 0x141, 0xf, 0xf, false); /* half mirror */
    out[8 * n + i] = __builtin_amdgcn_update_dpp(7, i, 0x101, 0x5, 0xf, true);   /* row_shl:1 */
}

static void test_builtins(int lanes)
{
    array<int> out(9 * lanes);
    builtins<<<1, lanes>>>(out.data);
    HIP(hipGetLastError());
    std::vector<int> r = out.get();
    for (int i = 0; i < lanes; i++) {
        int shifted = i % 16 == 15 ? 0 : i + 1;
        int e[] = {27, 5, i ^ 1, i ^ 2, i ^ 7, i ^ 3, i % 16 >= 2 ? i - 2 : -1, i ^ 7,
                   i / 16 % 2 == 0 ? shifted : 7};
        for (int k = 0; k < 9; k++)
            CHECK(r[k * lanes + i] == e[k], "kind %d, lane %d: %d, not %d", k, i, r[k * lanes + i],
                  e[k]);
    }
}

int main()
{
    hipDeviceProp_t properties;
    HIP(hipGetDeviceProperties(&properties, 0));
    const int lanes = properties.warpSize;
    test<int>("int", lanes);
    test<unsigned>("unsigned", lanes);
    test<float>("float", lanes);
    test<double>("double", lanes);
    test<long long>("long long", lanes);
    test_builtins(lanes);
    return report();
}
