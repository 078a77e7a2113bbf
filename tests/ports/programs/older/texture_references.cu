/* Texture references, which CUDA 12 dropped: bound to arrays, linear and pitched memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>
texture<float, 2, cudaReadModeElementType> tex;
texture<float4, cudaTextureType1D> texLinear;
texture<uchar4, 2, cudaReadModeNormalizedFloat> rgbaTex;
texture<int, 1, cudaReadModeElementType> texInts;
texture<float, cudaTextureType3D, cudaReadModeElementType> texVolume;
__global__ void transformKernel(float *outputData, int width, int height, float theta)
{
    unsigned int x = blockIdx.x*blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y*blockDim.y + threadIdx.y;
    float u = (float)x - (float)width/2, v = (float)y - (float)height/2;
    float tu = u*cosf(theta) - v*sinf(theta), tv = v*cosf(theta) + u*sinf(theta);
    tu /= (float)width; tv /= (float)height;
    outputData[y*width + x] = tex2D(tex, tu+0.5f, tv+0.5f);
}
__global__ void gather(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float4 v = tex1Dfetch(texLinear, i), c = tex2D(rgbaTex, i, 0); out[i] = v.x + c.w + tex1Dfetch(texInts, i) + tex3D(texVolume, 0.5f, 0.5f, 0.5f); }
}
int main(int argc, char **argv)
{
    const int width = 64, height = 64, size = width * height * sizeof(float);
    float *h = (float *)malloc(size), *d;
    for (int i = 0; i < width * height; i++) h[i] = i;
    cudaMalloc((void **)&d, size);
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray *cuArray;
    cudaMallocArray(&cuArray, &channelDesc, width, height);
    cudaMemcpyToArray(cuArray, 0, 0, h, size, cudaMemcpyHostToDevice);
    tex.addressMode[0] = cudaAddressModeWrap;
    tex.addressMode[1] = cudaAddressModeWrap;
    tex.filterMode = cudaFilterModeLinear;
    tex.normalized = true;
    cudaBindTextureToArray(tex, cuArray, channelDesc);
    transformKernel<<<dim3(width / 8, height / 8, 1), dim3(8, 8, 1), 0>>>(d, width, height, 0.5f);
    cudaThreadSynchronize();
    float4 *linear; int *ints; uchar4 *rgba; size_t pitch, offset = 0;
    cudaMalloc((void **)&linear, 256 * sizeof(float4));
    cudaMalloc((void **)&ints, 256 * sizeof(int));
    cudaMallocPitch((void **)&rgba, &pitch, 64 * sizeof(uchar4), 64);
    cudaBindTexture(0, texLinear, linear, 256 * sizeof(float4));
    cudaBindTexture(&offset, texInts, ints);
    cudaBindTexture2D(0, rgbaTex, rgba, cudaCreateChannelDesc<uchar4>(), 64, 64, pitch);
    gather<<<4, 64>>>(d, 256);
    cudaUnbindTexture(texLinear);
    cudaUnbindTexture(tex);
    cudaMemcpyFromArray(h, cuArray, 0, 0, size, cudaMemcpyDeviceToHost);
    cudaFreeArray(cuArray);
    cudaThreadExit();
    return h[5] != 5.0f;
}
