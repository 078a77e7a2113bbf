// Pitched and three-dimensional memory, and copies between them.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void add_rows(float *base, size_t pitch, int width, int height)
{
    for (int y = blockIdx.x; y < height; y += gridDim.x) {
        float *row = (float *)((char *)base + y * pitch);
        for (int x = threadIdx.x; x < width; x += blockDim.x) {
            row[x] += 1.0f;
        }
    }
}

__global__ void fill_volume(cudaPitchedPtr volume, cudaExtent extent)
{
    char *base = static_cast<char *>(volume.ptr);
    const size_t slice = volume.pitch * extent.height;
    for (size_t z = 0; z < extent.depth; ++z) {
        for (size_t y = threadIdx.x; y < extent.height; y += blockDim.x) {
            int *row = reinterpret_cast<int *>(base + z * slice + y * volume.pitch);
            for (size_t x = 0; x < extent.width / sizeof(int); ++x) {
                row[x] = static_cast<int>(x + 100 * y + 10000 * z);
            }
        }
    }
}

int main()
{
    const int width = 500, height = 300, depth = 5;
    std::vector<float> host(width * height, 1.0f);
    float *device;
    size_t pitch;
    if (cudaMallocPitch(&device, &pitch, width * sizeof(float), height) != cudaSuccess) {
        return EXIT_FAILURE;
    }
    cudaMemset2D(device, pitch, 0, width * sizeof(float), height);
    cudaMemcpy2D(device, pitch, host.data(), width * sizeof(float), width * sizeof(float), height,
                 cudaMemcpyHostToDevice);
    add_rows<<<64, 128>>>(device, pitch, width, height);
    cudaMemcpy2DAsync(host.data(), width * sizeof(float), device, pitch, width * sizeof(float),
                      height, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
    for (float value : host) {
        if (value != 2.0f) {
            return EXIT_FAILURE;
        }
    }
    cudaExtent extent = make_cudaExtent(width * sizeof(int), height, depth);
    cudaPitchedPtr volume;
    cudaMalloc3D(&volume, extent);
    cudaMemset3D(volume, 0, extent);
    fill_volume<<<1, 256>>>(volume, extent);
    std::vector<int> back(width * height * depth);
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = volume;
    copy.dstPtr = make_cudaPitchedPtr(back.data(), width * sizeof(int), width, height);
    copy.extent = extent;
    copy.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&copy);
    cudaMemcpy3DAsync(&copy, cudaStreamPerThread);
    cudaStreamSynchronize(cudaStreamPerThread);
    for (int z = 0; z < depth; ++z) {
        if (back[(z * height + 2) * width + 3] != 3 + 200 + 10000 * z) {
            return EXIT_FAILURE;
        }
    }
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &desc, width, height);
    cudaMemcpy2DToArray(array, 0, 0, host.data(), width * sizeof(float), width * sizeof(float), height,
                        cudaMemcpyHostToDevice);
    cudaMemcpy2DFromArray(host.data(), width * sizeof(float), array, 0, 0, width * sizeof(float), height,
                          cudaMemcpyDeviceToHost);
    cudaExtent got;
    unsigned flags;
    cudaChannelFormatDesc kept;
    cudaArrayGetInfo(&kept, &got, &flags, array);
    cudaArray *cube;
    cudaChannelFormatDesc four = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    cudaMalloc3DArray(&cube, &four, make_cudaExtent(16, 16, 16), cudaArrayDefault);
    cudaFreeArray(cube);
    cudaFreeArray(array);
    cudaFree(volume.ptr);
    cudaFree(device);
    return got.width == width && kept.x == 32 ? EXIT_SUCCESS : EXIT_FAILURE;
}
