// Texture objects: arrays, linear memory, pitched memory, layers, cubes, mipmaps.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void rotate(cudaTextureObject_t tex, float *out, int width, int height, float theta)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float u = x / (float)width - 0.5f, v = y / (float)height - 0.5f;
    float tu = u * cosf(theta) - v * sinf(theta) + 0.5f;
    float tv = v * cosf(theta) + u * sinf(theta) + 0.5f;
    out[y * width + x] = tex2D<float>(tex, tu, tv);
}

__global__ void fetch(cudaTextureObject_t linear, cudaTextureObject_t pitched, cudaTextureObject_t bytes,
                      float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 v = tex1Dfetch<float4>(linear, i);
        float2 w = tex2D<float2>(pitched, i % 32 + 0.5f, i / 32 + 0.5f);
        float b = tex1Dfetch<float>(bytes, i);
        v.x += w.x + b;
        tex1Dfetch(&v.y, linear, i);
        out[i] = v;
    }
}

__global__ void volume(cudaTextureObject_t tex3, cudaTextureObject_t layered, cudaTextureObject_t line,
                       float *out)
{
    float x = threadIdx.x + 0.5f;
    out[threadIdx.x] = tex3D<float>(tex3, x, x, x) + tex2DLayered<float>(layered, x, x, 1) +
                       tex1D<float>(line, x) + tex2DLod<float>(layered, x, x, 0.0f);
}

int main()
{
    const int width = 64, height = 32, n = 1024;
    std::vector<float> image(width * height);
    for (size_t i = 0; i < image.size(); ++i) image[i] = float(i);
    cudaArray_t array;
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaMallocArray(&array, &channelDesc, width, height);
    cudaMemcpy2DToArray(array, 0, 0, image.data(), width * sizeof(float), width * sizeof(float), height,
                        cudaMemcpyHostToDevice);
    struct cudaResourceDesc resDesc;
    memset(&resDesc, 0, sizeof(resDesc));
    resDesc.resType = cudaResourceTypeArray;
    resDesc.res.array.array = array;
    struct cudaTextureDesc texDesc;
    memset(&texDesc, 0, sizeof(texDesc));
    texDesc.addressMode[0] = cudaAddressModeWrap;
    texDesc.addressMode[1] = cudaAddressModeMirror;
    texDesc.filterMode = cudaFilterModeLinear;
    texDesc.readMode = cudaReadModeElementType;
    texDesc.normalizedCoords = 1;
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &resDesc, &texDesc, NULL);
    float *out;
    cudaMalloc(&out, width * height * sizeof(float));
    dim3 dimBlock(8, 8), dimGrid(width / dimBlock.x, height / dimBlock.y);
    rotate<<<dimGrid, dimBlock>>>(tex, out, width, height, 0.0f);

    float4 *linear_memory, *results;
    cudaMalloc(&linear_memory, n * sizeof(float4));
    cudaMalloc(&results, n * sizeof(float4));
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = linear_memory;
    linear.res.linear.desc = cudaCreateChannelDesc<float4>();
    linear.res.linear.sizeInBytes = n * sizeof(float4);
    cudaTextureDesc plain = {};
    plain.readMode = cudaReadModeElementType;
    plain.addressMode[0] = plain.addressMode[1] = plain.addressMode[2] = cudaAddressModeClamp;
    plain.filterMode = cudaFilterModePoint;
    plain.borderColor[0] = 0.0f;
    plain.sRGB = 0;
    plain.maxAnisotropy = 0;
    plain.mipmapFilterMode = cudaFilterModePoint;
    cudaTextureObject_t t_linear, t_pitched, t_bytes;
    cudaCreateTextureObject(&t_linear, &linear, &plain, nullptr);
    cudaResourceDesc bytes = linear;
    bytes.res.linear.desc = cudaCreateChannelDesc<unsigned char>();
    plain.readMode = cudaReadModeNormalizedFloat;
    cudaCreateTextureObject(&t_bytes, &bytes, &plain, nullptr);
    plain.readMode = cudaReadModeElementType;
    float2 *rows;
    size_t pitch;
    cudaMallocPitch((void **)&rows, &pitch, 32 * sizeof(float2), 32);
    cudaResourceDesc pitched = {};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D.devPtr = rows;
    pitched.res.pitch2D.desc = cudaCreateChannelDesc<float2>();
    pitched.res.pitch2D.width = 32;
    pitched.res.pitch2D.height = 32;
    pitched.res.pitch2D.pitchInBytes = pitch;
    cudaCreateTextureObject(&t_pitched, &pitched, &plain, nullptr);
    fetch<<<n / 128, 128>>>(t_linear, t_pitched, t_bytes, results, n);

    cudaArray_t cube, layers, line;
    cudaMalloc3DArray(&cube, &channelDesc, make_cudaExtent(8, 8, 8));
    cudaMalloc3DArray(&layers, &channelDesc, make_cudaExtent(8, 8, 2), cudaArrayLayered);
    cudaMallocArray(&line, &channelDesc, 8);
    cudaTextureObject_t objects[3];
    cudaArray_t arrays[3] = {cube, layers, line};
    for (int i = 0; i < 3; ++i) {
        resDesc.res.array.array = arrays[i];
        cudaCreateTextureObject(&objects[i], &resDesc, &plain, NULL);
    }
    volume<<<1, 8>>>(objects[0], objects[1], objects[2], out);
    cudaResourceDesc back;
    cudaGetTextureObjectResourceDesc(&back, objects[0]);
    cudaTextureDesc back_desc;
    cudaGetTextureObjectTextureDesc(&back_desc, objects[0]);
    for (cudaTextureObject_t object : objects) cudaDestroyTextureObject(object);
    for (cudaTextureObject_t object : {t_linear, t_pitched, t_bytes, tex}) cudaDestroyTextureObject(object);
    cudaFreeArray(array);
    return cudaDeviceSynchronize() == cudaSuccess && back.resType == cudaResourceTypeArray ? 0 : 1;
}
