// Textures and surfaces, as CUDA describes them, on the emulator: what goes in by a copy comes out of a
// texture and of a surface, of every kind of element; layers are layers, and components are components.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

enum { WIDTH = 8, HEIGHT = 4, LAYERS = 3 };
static int failures;

static bool check(bool right, const char *what)
{
    if (!right) {
        printf("%s\n", what);
        ++failures;
    }
    return right;
}
#define CALL(call) check((call) == cudaSuccess, #call)

template <class T>
__global__ void copy(cudaTextureObject_t texture, cudaSurfaceObject_t surface, T *by_texture,
                     T *by_surface)
{
    const int x = threadIdx.x, y = threadIdx.y, i = y * WIDTH + x, bytes = x * (int)sizeof(T);
    by_texture[i] = tex2D<T>(texture, x + 0.5f, y + 0.5f);
    by_surface[i] = surf2Dread<T>(surface, bytes, y);
    __syncthreads();
    surf2Dwrite(by_surface[i], surface, WIDTH * (int)sizeof(T) - (int)sizeof(T) - bytes, y);
}

template <class T> static void elements(const char *name)
{
    T in[HEIGHT][WIDTH], out[HEIGHT][WIDTH], *by_texture, *by_surface;
    for (unsigned i = 0; i < sizeof in; ++i) {
        reinterpret_cast<unsigned char *>(in)[i] = static_cast<unsigned char>(i * 29 + 60);
    }
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t array;
    CALL(cudaMallocArray(&array, &format, WIDTH, HEIGHT, cudaArraySurfaceLoadStore));
    CALL(cudaMemcpy2DToArray(array, 0, 0, in, sizeof *in, sizeof *in, HEIGHT, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    CALL(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    CALL(cudaCreateSurfaceObject(&surface, &resource));
    CALL(cudaMalloc(&by_texture, sizeof in));
    CALL(cudaMalloc(&by_surface, sizeof in));
    copy<<<1, dim3(WIDTH, HEIGHT)>>>(texture, surface, by_texture, by_surface);
    CALL(cudaMemcpy(out, by_texture, sizeof in, cudaMemcpyDeviceToHost));
    bool right = check(memcmp(in, out, sizeof in) == 0, "tex2D");
    CALL(cudaMemcpy(out, by_surface, sizeof in, cudaMemcpyDeviceToHost));
    right &= check(memcmp(in, out, sizeof in) == 0, "surf2Dread");
    CALL(cudaMemcpy2DFromArray(out, sizeof *in, array, 0, 0, sizeof *in, HEIGHT, cudaMemcpyDeviceToHost));
    bool reversed = true;
    for (int y = 0; y < HEIGHT; ++y) {
        for (int x = 0; x < WIDTH; ++x) {
            reversed &= memcmp(&in[y][x], &out[y][WIDTH - 1 - x], sizeof(T)) == 0;
        }
    }
    right &= check(reversed, "surf2Dwrite");
    check(right, name);
}

__global__ void layers(cudaTextureObject_t texture, cudaSurfaceObject_t surface, float *out)
{
    const int x = threadIdx.x, layer = threadIdx.y;
    float *to = out + 4 * (layer * WIDTH + x);
    tex2DLayered(to, texture, x + 0.5f, 1.5f, layer);
    to[1] = tex2DLayeredLod<float>(texture, x + 0.5f, 1.5f, layer, 0);
    to[2] = surf2DLayeredread<float>(surface, 4 * x, 1, layer);
    __syncthreads();
    surf2DLayeredwrite(to[2] + 1, surface, 4 * x, 1, layer);
    __syncthreads();
    surf2DLayeredread(&to[3], surface, 4 * x, 1, layer, cudaBoundaryModeTrap);
}

// CUDA's order: (x0, y1), (x1, y1), (x1, y0), (x0, y0) of the four around a point.
__global__ void gather(cudaTextureObject_t texture, float4 *out)
{
    const int i = threadIdx.x;
    const float x = i + 1.0f, y = 1.0f;
    switch (i) {
    case 0: out[i] = tex2Dgather<float4>(texture, x, y); break;
    case 1: out[i] = tex2Dgather<float4>(texture, x, y, 1); break;
    case 2: out[i] = tex2Dgather<float4>(texture, x, y, 2); break;
    default: tex2Dgather(&out[i], texture, x, y, 3);
    }
}

int main()
{
    elements<float>("float");
    elements<int>("int");
    elements<uchar4>("uchar4");
    elements<short2>("short2");
    elements<signed char>("signed char");
    elements<uint4>("uint4");

    // Layer after layer: the element x, y of a layer is 100 * layer + 10 * y + x.
    float in[LAYERS][HEIGHT][WIDTH], out[LAYERS][WIDTH][4];
    for (int layer = 0; layer < LAYERS; ++layer) {
        for (int i = 0; i < HEIGHT * WIDTH; ++i) {
            in[layer][i / WIDTH][i % WIDTH] = 100.0f * layer + 10 * (i / WIDTH) + i % WIDTH;
        }
    }
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    CALL(cudaMalloc3DArray(&resource.res.array.array, &format, make_cudaExtent(WIDTH, HEIGHT, LAYERS),
                           cudaArrayLayered | cudaArraySurfaceLoadStore));
    cudaMemcpy3DParms copied = {};
    copied.srcPtr = make_cudaPitchedPtr(in, sizeof **in, WIDTH, HEIGHT);
    copied.dstArray = resource.res.array.array;
    copied.extent = make_cudaExtent(WIDTH, HEIGHT, LAYERS);
    copied.kind = cudaMemcpyHostToDevice;
    CALL(cudaMemcpy3D(&copied));
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    CALL(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    CALL(cudaCreateSurfaceObject(&surface, &resource));
    float *device;
    CALL(cudaMalloc(&device, sizeof out));
    layers<<<1, dim3(WIDTH, LAYERS)>>>(texture, surface, device);
    CALL(cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost));
    for (int layer = 0; layer < LAYERS; ++layer) {
        for (int x = 0; x < WIDTH; ++x) {
            const float *got = out[layer][x], wanted = in[layer][1][x];
            check(got[0] == wanted, "tex2DLayered(&value)");
            check(got[1] == wanted, "tex2DLayeredLod");
            check(got[2] == wanted, "surf2DLayeredread");
            check(got[3] == wanted + 1, "surf2DLayeredwrite");
        }
    }

    // Component c of the element x, y is 100 * c + 10 * y + x.
    float4 colours[HEIGHT][WIDTH], found[4];
    for (int i = 0; i < HEIGHT * WIDTH; ++i) {
        const float at = 10.0f * (i / WIDTH) + i % WIDTH;
        colours[i / WIDTH][i % WIDTH] = make_float4(at, at + 100, at + 200, at + 300);
    }
    const cudaChannelFormatDesc four = cudaCreateChannelDesc<float4>();
    CALL(cudaMallocArray(&resource.res.array.array, &four, WIDTH, HEIGHT, cudaArrayTextureGather));
    CALL(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, colours, sizeof *colours, sizeof *colours, HEIGHT,
                             cudaMemcpyHostToDevice));
    CALL(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    gather<<<1, 4>>>(texture, reinterpret_cast<float4 *>(device));
    CALL(cudaMemcpy(found, device, sizeof found, cudaMemcpyDeviceToHost));
    for (int c = 0; c < 4; ++c) {
        const float first = 100.0f * c + c;
        check(found[c].x == first + 10 && found[c].y == first + 11 && found[c].z == first + 1 &&
                  found[c].w == first,
              "tex2Dgather");
    }
    return failures != 0;
}
