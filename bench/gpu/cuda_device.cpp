#include "cuda_device.hpp"

#include <cstdio>
#include <cstdlib>

static bool succeeded(CUresult result, const char *what)
{
    const char *text = nullptr;
    if (result != CUDA_SUCCESS) {
        cuGetErrorString(result, &text);
        fprintf(stderr, "%s: %s\n", what, text == nullptr ? "unknown error" : text);
    }
    return result == CUDA_SUCCESS;
}

void require(CUresult result, const char *what)
{
    if (!succeeded(result, what)) {
        exit(3);
    }
}

static CUdeviceptr address(const void *memory)
{
    return reinterpret_cast<CUdeviceptr>(memory);
}

CudaDevice::CudaDevice()
{
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device_, 0) != CUDA_SUCCESS) {
        fprintf(stderr, "skipped: there is no NVIDIA GPU\n");
        exit(77);
    }
    require(cuDevicePrimaryCtxRetain(&context_, device_), "context");
    require(cuCtxSetCurrent(context_), "context");
}

CudaDevice::~CudaDevice()
{
    for (const auto &module : modules_) {
        if (module.second != nullptr) {
            cuModuleUnload(module.second);
        }
    }
    cuDevicePrimaryCtxRelease(device_);
}

void *CudaDevice::allocate(size_t bytes)
{
    CUdeviceptr memory = 0;
    require(cuMemAllocAsync(&memory, bytes == 0 ? 1 : bytes, nullptr), "allocate");
    return reinterpret_cast<void *>(memory);
}

void CudaDevice::release(void *memory)
{
    require(cuMemFreeAsync(address(memory), nullptr), "release");
}

void CudaDevice::write(void *to, const void *from, size_t bytes)
{
    require(cuMemcpyHtoD(address(to), from, bytes), "write");
}

void CudaDevice::read(void *to, const void *from, size_t bytes)
{
    require(cuMemcpyDtoH(to, address(from), bytes), "read");
}

CUmodule CudaDevice::module_of(const std::string &directory, const std::string &family)
{
    const std::string path = directory + "/" + family;
    const auto found = modules_.find(path);
    if (found != modules_.end()) {
        return found->second;
    }
    CUmodule module = nullptr;
    for (const char *suffix : {".cubin", ".fatbin", ".ptx"}) {
        if (cuModuleLoad(&module, (path + suffix).c_str()) == CUDA_SUCCESS) {
            break;
        }
        module = nullptr;
    }
    return modules_[path] = module;
}

CUfunction CudaDevice::function(const std::string &directory, const Kernel &kernel)
{
    CUfunction function = nullptr;
    const CUmodule module = module_of(directory, kernel.family);
    if (module == nullptr ||
        cuModuleGetFunction(&function, module, kernel.name.c_str()) != CUDA_SUCCESS) {
        return nullptr;
    }
    return function;
}

bool CudaDevice::launch(const Kernel &kernel, const Launch &l, void **arguments)
{
    const CUfunction f = function(directory_, kernel);
    if (f == nullptr) {
        fprintf(stderr, "%s: not in %s/%s.cubin\n", kernel.name.c_str(), directory_.c_str(),
                kernel.family.c_str());
        return false;
    }
    return succeeded(cuLaunchKernel(f, l.grid[0], l.grid[1], l.grid[2], l.block[0], l.block[1],
                                    l.block[2], l.shared, nullptr, arguments, nullptr),
                     "launch") &&
           succeeded(cuCtxSynchronize(), kernel.name.c_str());
}

std::string CudaDevice::name() const
{
    char text[128];
    require(cuDeviceGetName(text, sizeof(text), device_), "name");
    return text;
}

int CudaDevice::attribute(CUdevice_attribute attribute) const
{
    int value = 0;
    require(cuDeviceGetAttribute(&value, attribute, device_), "attribute");
    return value;
}

size_t CudaDevice::free_memory() const
{
    size_t free_bytes = 0, total = 0;
    require(cuMemGetInfo(&free_bytes, &total), "memory");
    return free_bytes;
}
