// Surface objects: what a kernel writes to an array, another reads as a texture.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__global__ void paint(cudaSurfaceObject_t image, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        surf2Dwrite(make_uchar4(x, y, x ^ y, 255), image, x * sizeof(uchar4), y);
    }
}

__global__ void swap_channels(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    uchar4 data;
    surf2Dread(&data, in, x * 4, y);
    uchar4 again = surf2Dread<uchar4>(in, x * 4, y, cudaBoundaryModeClamp);
    surf2Dwrite(make_uchar4(data.z, again.y, data.x, data.w), out, x * sizeof(uchar4), y, cudaBoundaryModeTrap);
}

__global__ void volume(cudaSurfaceObject_t cube, cudaSurfaceObject_t line)
{
    const int i = threadIdx.x;
    float v = surf3Dread<float>(cube, i * sizeof(float), 0, 0);
    surf3Dwrite(v + 1.0f, cube, i * sizeof(float), 1, 2);
    surf1Dwrite(v, line, i * sizeof(float));
    surf1Dread(&v, line, i * sizeof(float));
    surf3Dread(&v, cube, i * sizeof(float), 1, 2, cudaBoundaryModeClamp);
    surf3Dwrite(v, cube, i * sizeof(float), 2, 1, cudaBoundaryModeZero);
    surf1Dwrite(v, line, i * sizeof(float), cudaBoundaryModeTrap);
}

__global__ void layers(cudaSurfaceObject_t lines, cudaSurfaceObject_t images, cudaSurfaceObject_t cube)
{
    const int x = threadIdx.x * sizeof(float2), layer = blockIdx.x;
    float2 v;
    surf1DLayeredread(&v, lines, x, layer, cudaBoundaryModeZero);
    surf2DLayeredwrite(v, images, x, 1, layer, cudaBoundaryModeZero);
    surfCubemapread(&v, cube, x, 1, layer, cudaBoundaryModeTrap);
    surfCubemapwrite(v, cube, x, 2, layer, cudaBoundaryModeTrap);
    surf1DLayeredwrite(surf1DLayeredread<float2>(lines, x, layer), lines, x, layer + 1);
}

int main()
{
    const int width = 128, height = 64;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<uchar4>();
    cudaArray *a, *b;
    cudaMallocArray(&a, &desc, width, height, cudaArraySurfaceLoadStore);
    cudaMallocArray(&b, &desc, width, height, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    cudaSurfaceObject_t first = 0, second = 0;
    resource.res.array.array = a;
    cudaCreateSurfaceObject(&first, &resource);
    resource.res.array.array = b;
    cudaCreateSurfaceObject(&second, &resource);
    dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    paint<<<grid, block>>>(first, width, height);
    swap_channels<<<grid, block>>>(first, second, width, height);
    std::vector<uchar4> host(width * height);
    cudaMemcpy2DFromArray(host.data(), width * sizeof(uchar4), b, 0, 0, width * sizeof(uchar4), height,
                          cudaMemcpyDeviceToHost);
    cudaDestroySurfaceObject(first);
    cudaDestroySurfaceObject(second);
    cudaFreeArray(a);
    cudaFreeArray(b);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const uchar4 c = host[y * width + x];
            if (c.x != (x ^ y) || c.y != y || c.z != x || c.w != 255) return 1;
        }
    return 0;
}
