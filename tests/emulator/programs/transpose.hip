/* Transposition through a padded tile of LDS, of elements of 1, 2, 4, 8 and 16 bytes. */
#include "program.h"

const int TILE = 32, ROWS = 8;

template <typename T> __global__ void transpose(const T *in, T *out, int width, int height)
{
    __shared__ T tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    }
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
    }
}

template <typename T> static void test(const char *name)
{
    const int width = 77, height = 53;
    std::vector<T> in(width * height);
    for (size_t i = 0; i < in.size(); i++)
        memset(&in[i], (int)(i * 37 % 251), sizeof(T));
    array<T> din(in), dout(in.size());
    dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
    transpose<T><<<grid, dim3(TILE, ROWS)>>>(din.data, dout.data, width, height);
    HIP(hipGetLastError());
    std::vector<T> out = dout.get();
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            CHECK(memcmp(&out[x * height + y], &in[y * width + x], sizeof(T)) == 0, "%s (%d,%d)",
                  name, x, y);
    }
}

int main()
{
    test<char>("char");
    test<short>("short");
    test<float>("float");
    test<double>("double");
    test<float4>("float4");
    return report();
}
