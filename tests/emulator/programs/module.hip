/* Kernels from a file: hipModuleLoad, both ways to give arguments, a variable and a texture of the
 * module. */
#include "program.h"

#include <cstddef>
#include <string>

struct pair {
    char tag;
    double value;
};

/* A texture of the module, bound by the driver's functions. */
static void a_texture_is_bound(hipModule_t module)
{
    const int width = 40, height = 9;
    textureReference *picture = nullptr, *none = nullptr;
    HIP_ARRAY_DESCRIPTOR shape = {width, height, HIP_AD_FORMAT_SIGNED_INT16, 1};
    hipArray_t made = nullptr;
    hipFunction_t sample;
    std::vector<short> in(width * height);
    for (int i = 0; i < width * height; i++)
        in[i] = (short)(i * -91);
    CHECK(hipModuleGetTexRef(&none, module, "bias") == hipErrorNotFound, "an int");
    (void)hipGetLastError();
    HIP(hipModuleGetTexRef(&picture, module, "picture"));
    HIP(hipArrayCreate(&made, &shape));
    HIP(hipMemcpy2DToArray(made, 0, 0, in.data(), width * sizeof(short), width * sizeof(short),
                           height, hipMemcpyHostToDevice));
    HIP(hipTexRefSetAddressMode(picture, 0, hipAddressModeClamp));
    HIP(hipTexRefSetAddressMode(picture, 1, hipAddressModeClamp));
    HIP(hipTexRefSetFilterMode(picture, hipFilterModePoint));
    HIP(hipTexRefSetFlags(picture, HIP_TRSF_READ_AS_INTEGER));
    HIP(hipTexRefSetFormat(picture, HIP_AD_FORMAT_SIGNED_INT16, 1));
    hipError_t status = hipTexRefSetArray(picture, made, HIP_TRSA_OVERRIDE_FORMAT);
    int has_pictures = 0;
    HIP(hipDeviceGetAttribute(&has_pictures, hipDeviceAttributeImageSupport, 0));
    CHECK(status == (has_pictures ? hipSuccess : hipErrorNotSupported), "%s",
          hipGetErrorName(status));
    (void)hipGetLastError();
    if (has_pictures) {
        array<int> out(in.size());
        void *arguments[] = {&out.data};
        HIP(hipModuleGetFunction(&sample, module, "sample"));
        HIP(hipModuleLaunchKernel(sample, height, 1, 1, width, 1, 1, 0, nullptr, arguments,
                                  nullptr));
        std::vector<int> r = out.get();
        for (size_t i = 0; i < in.size(); i++)
            CHECK(r[i] == in[i], "%zu: %d", i, r[i]);
    }
    HIP(hipArrayDestroy(made));
}

int main(int argc, char **argv)
{
    const int n = 500;
    hipModule_t module;
    hipFunction_t combine, none;
    std::string path = std::string(argc > 1 ? argv[1] : ".") + "/module_kernels.co";
    HIP(hipModuleLoad(&module, path.c_str()));
    HIP(hipModuleGetFunction(&combine, module, "combine"));
    CHECK(hipModuleGetFunction(&none, module, "no_such_kernel") == hipErrorNotFound, "not found");
    (void)hipGetLastError();

    std::vector<int> in(n);
    for (int i = 0; i < n; i++)
        in[i] = i;
    array<int> din(in);
    array<float> out(n);
    float *out_pointer = out.data;
    const int *in_pointer = din.data;
    char a = -3;
    short b = 1000;
    pair p = {2, 0.5};
    int count = n;
    void *arguments[] = {&out_pointer, &a, &b, &p, &in_pointer, &count};
    HIP(hipModuleLaunchKernel(combine, (n + 63) / 64, 1, 1, 64, 1, 1, 0, nullptr, arguments,
                              nullptr));
    std::vector<float> r = out.get();
    for (int i = 0; i < n; i++)
        CHECK(r[i] == 1003.5f + i, "%d: %g", i, r[i]);

    hipDeviceptr_t bias;
    size_t bytes = 0;
    int value = 5000;
    HIP(hipModuleGetGlobal(&bias, &bytes, module, "bias"));
    CHECK(bytes == sizeof value, "%zu bytes", bytes);
    HIP(hipMemcpyHtoD(bias, &value, sizeof value));

    struct {
        float *out;
        char a;
        short b;
        pair p;
        const int *in;
        int n;
    } packed = {out.data, a, b, p, din.data, n};
    size_t size = sizeof packed;
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     HIP_LAUNCH_PARAM_END};
    HIP(hipModuleLaunchKernel(combine, (n + 63) / 64, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra));
    r = out.get();
    for (int i = 0; i < n; i++)
        CHECK(r[i] == 5999.5f + i, "%d: %g", i, r[i]);

    a_texture_is_bound(module);
    HIP(hipModuleUnload(module));
    CHECK(hipModuleLoad(&module, "/no/such/file.co") == hipErrorFileNotFound, "no file");
    CHECK(hipModuleLoadData(&module, "this is not a code object, whatever its size") != hipSuccess,
          "text is not a module");
    (void)hipGetLastError();
    return report();
}
