// The driver API: a module from a file, a function by name, a global, and a launch.
#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CU_CHECK(call)                                                                             \
    do {                                                                                           \
        CUresult r = (call);                                                                       \
        if (r != CUDA_SUCCESS) {                                                                   \
            const char *name = nullptr, *text = nullptr;                                           \
            cuGetErrorName(r, &name);                                                              \
            cuGetErrorString(r, &text);                                                            \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, name, text);                    \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

int main(int argc, char **argv)
{
    CU_CHECK(cuInit(0));
    int devices = 0, version = 0;
    CU_CHECK(cuDeviceGetCount(&devices));
    CU_CHECK(cuDriverGetVersion(&version));
    CUdevice device;
    CU_CHECK(cuDeviceGet(&device, 0));
    char name[128];
    CU_CHECK(cuDeviceGetName(name, sizeof name, device));
    int major = 0, minor = 0, sms = 0;
    CU_CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    CU_CHECK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    CU_CHECK(cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    int width = 0, cluster = 0;
    CU_CHECK(cuDeviceGetAttribute(&width, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH, device));
    CU_CHECK(cuDeviceGetAttribute(&cluster, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, device));
    size_t bytes = 0, available = 0;
    CU_CHECK(cuDeviceTotalMem(&bytes, device));
    printf("%s %d.%d, %d SMs, %zu bytes, driver %d\n", name, major, minor, sms, bytes, version);
    CUcontext context;
    CU_CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CU_CHECK(cuCtxSetCurrent(context));
    CU_CHECK(cuMemGetInfo(&available, &bytes));

    CUmodule module;
    CUfunction function;
    CU_CHECK(cuModuleLoad(&module, argc > 1 ? argv[1] : "saxpy.fatbin"));
    CU_CHECK(cuModuleGetFunction(&function, module, "saxpy"));
    CUdeviceptr scale = 0;
    size_t scale_size = 0;
    if (cuModuleGetGlobal(&scale, &scale_size, module, "scale") == CUDA_SUCCESS) {
        const float one = 1.0f;
        CU_CHECK(cuMemcpyHtoD(scale, &one, sizeof one));
    }
    int threads = 0;
    CU_CHECK(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    CU_CHECK(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_L1));
    CU_CHECK(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024));

    int n = 1000;
    float a = 2.0f;
    std::vector<float> x(n, 1.0f), y(n, 5.0f);
    CUdeviceptr dx, dy;
    CU_CHECK(cuMemAlloc(&dx, n * sizeof(float)));
    CU_CHECK(cuMemAlloc(&dy, n * sizeof(float)));
    CU_CHECK(cuMemcpyHtoD(dx, x.data(), n * sizeof(float)));
    CUstream stream;
    CU_CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CU_CHECK(cuMemcpyHtoDAsync(dy, y.data(), n * sizeof(float), stream));
    CUevent start, stop;
    CU_CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
    CU_CHECK(cuEventCreate(&stop, CU_EVENT_BLOCKING_SYNC));
    CU_CHECK(cuEventRecord(start, stream));
    void *args[] = {&n, &a, &dx, &dy};
    CU_CHECK(cuLaunchKernel(function, (n + 127) / 128, 1, 1, 128, 1, 1, 0, stream, args, nullptr));
    CU_CHECK(cuEventRecord(stop, stream));
    CU_CHECK(cuEventSynchronize(stop));
    float ms = 0;
    CU_CHECK(cuEventElapsedTime(&ms, start, stop));
    CU_CHECK(cuMemcpyDtoHAsync(y.data(), dy, n * sizeof(float), stream));
    CU_CHECK(cuStreamSynchronize(stream));
    CU_CHECK(cuMemsetD32(dx, 0, n));
    CU_CHECK(cuMemsetD8Async(dy, 0, n * sizeof(float), stream));
    CU_CHECK(cuCtxSynchronize());

    struct {
        int n;
        float a;
        CUdeviceptr x, y;
    } packed = {n, a, dx, dy};
    size_t packed_size = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE,
                     &packed_size, CU_LAUNCH_PARAM_END};
    CU_CHECK(cuLaunchKernel(function, 8, 1, 1, 128, 1, 1, 0, NULL, NULL, extra));
    CU_CHECK(cuMemFree(dx));
    CU_CHECK(cuMemFree(dy));
    CU_CHECK(cuEventDestroy(start));
    CU_CHECK(cuEventDestroy(stop));
    CU_CHECK(cuStreamDestroy(stream));
    CU_CHECK(cuModuleUnload(module));
    CU_CHECK(cuDevicePrimaryCtxRelease(device));
    return y[0] == 7.0f ? 0 : 1;
}
