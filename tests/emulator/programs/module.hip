/* Kernels from a file: hipModuleLoad, both ways to give arguments, a variable of the module. */
#include "program.h"

#include <cstddef>
#include <string>

struct pair {
    char tag;
    double value;
};

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

    HIP(hipModuleUnload(module));
    CHECK(hipModuleLoad(&module, "/no/such/file.co") == hipErrorFileNotFound, "no file");
    CHECK(hipModuleLoadData(&module, "this is no code object, whatever its size is") != hipSuccess,
          "text is no module");
    (void)hipGetLastError();
    return report();
}
