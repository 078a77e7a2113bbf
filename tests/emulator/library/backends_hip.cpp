// Kernels through HIP's C ABI, as any program would: modules, functions, kernelParams.
#include "backends.hpp"

#define __HIP_PLATFORM_AMD__ 1
#include <hip/hip_runtime_api.h>

#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <iterator>

namespace
{

class HipBackend : public Backend
{
  public:
    HipBackend(const std::string &library, const std::string &directory) : directory_(directory)
    {
        library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library_ == nullptr) {
            fprintf(stderr, "%s\n", dlerror());
            exit(1);
        }
        find("hipGetErrorString", &error_string_);
        find("hipSetDevice", &set_device_);
        find("hipDeviceSynchronize", &synchronize_);
        find("hipMalloc", &malloc_);
        find("hipFree", &free_);
        find("hipMemcpy", &memcpy_);
        find("hipModuleLoadData", &load_);
        find("hipModuleUnload", &unload_);
        find("hipModuleGetFunction", &function_);
        find("hipModuleLaunchKernel", &launch_);
        require(set_device_(0), "hipSetDevice");
    }
    HipBackend(const HipBackend &) = delete;
    HipBackend &operator=(const HipBackend &) = delete;
    ~HipBackend() override
    {
        for (const auto &module : modules_) {
            require(unload_(module.second), "hipModuleUnload");
        }
    }
    void *allocate(size_t bytes) override
    {
        void *memory = nullptr;
        require(malloc_(&memory, bytes), "hipMalloc");
        return memory;
    }
    void release(void *memory) override
    {
        require(free_(memory), "hipFree");
    }
    void write(void *to, const void *from, size_t bytes) override
    {
        require(memcpy_(to, from, bytes, hipMemcpyHostToDevice), "hipMemcpy");
    }
    void read(void *to, const void *from, size_t bytes) override
    {
        require(memcpy_(to, from, bytes, hipMemcpyDeviceToHost), "hipMemcpy");
    }
    bool launch(const Kernel &kernel, const Launch &shape, void **arguments) override
    {
        hipFunction_t function = nullptr;
        const unsigned *g = shape.grid, *b = shape.block;
        return succeeded(function_(&function, module_of(kernel.family), kernel.name.c_str()),
                         "hipModuleGetFunction") &&
               succeeded(launch_(function, g[0], g[1], g[2], b[0], b[1], b[2], shape.shared,
                                 nullptr, arguments, nullptr),
                         "hipModuleLaunchKernel") &&
               succeeded(synchronize_(), "hipDeviceSynchronize");
    }

  private:
    template <class Function> void find(const char *name, Function **out)
    {
        *out = reinterpret_cast<Function *>(dlsym(library_, name));
        if (*out == nullptr) {
            fprintf(stderr, "%s\n", dlerror());
            exit(1);
        }
    }
    bool succeeded(hipError_t error, const char *what) const
    {
        if (error != hipSuccess) {
            fprintf(stderr, "%s: %s\n", what, error_string_(error));
        }
        return error == hipSuccess;
    }
    void require(hipError_t error, const char *what) const
    {
        if (!succeeded(error, what)) {
            exit(1);
        }
    }
    hipModule_t module_of(const std::string &family)
    {
        const auto found = modules_.find(family);
        if (found != modules_.end()) {
            return found->second;
        }
        const Bytes image = file_bytes(directory_ + "/" + family + ".hsaco");
        hipModule_t module = nullptr;
        require(load_(&module, image.data()), "hipModuleLoadData");
        return modules_[family] = module;
    }

    std::string directory_;
    std::map<std::string, hipModule_t> modules_;
    // Never closed: libraries of this kind have threads of their own.
    void *library_;
    decltype(hipGetErrorString) *error_string_;
    decltype(hipSetDevice) *set_device_;
    decltype(hipDeviceSynchronize) *synchronize_;
    hipError_t (*malloc_)(void **, size_t); // the header has templates of the same name
    decltype(hipFree) *free_;
    decltype(hipMemcpy) *memcpy_;
    decltype(hipModuleLoadData) *load_;
    decltype(hipModuleUnload) *unload_;
    decltype(hipModuleGetFunction) *function_;
    decltype(hipModuleLaunchKernel) *launch_;
};

} // namespace

Bytes file_bytes(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        fprintf(stderr, "skipped: %s is not there; `./dev kernels` makes it\n", path.c_str());
        exit(77);
    }
    return Bytes(std::istreambuf_iterator<char>(file), {});
}

std::unique_ptr<Backend> hip_backend(const std::string &library, const std::string &directory)
{
    return std::make_unique<HipBackend>(library, directory);
}
