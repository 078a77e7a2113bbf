// Kernels on an NVIDIA GPU through CUDA's driver API, from one cubin a family, as frameworks load
// them.
#pragma once

#include "backend.hpp"

#include <cuda.h>

#include <map>

// Ends the process, saying what failed, unless |result| is success.
void require(CUresult result, const char *what);

class CudaDevice : public Backend
{
  public:
    // Device 0. Ends the process with 77 where there is none.
    CudaDevice();
    CudaDevice(const CudaDevice &) = delete;
    CudaDevice &operator=(const CudaDevice &) = delete;
    ~CudaDevice() override;

    void *allocate(size_t bytes) override;
    void release(void *memory) override;
    void write(void *to, const void *from, size_t bytes) override;
    void read(void *to, const void *from, size_t bytes) override;
    bool launch(const Kernel &kernel, const Launch &launch, void **arguments) override;

    // Where launch() looks for "<family>.cubin".
    void use_modules(const std::string &directory)
    {
        directory_ = directory;
    }
    // The kernel in |directory|'s module of its family ("<family>.cubin", .ptx or .fatbin); null
    // where there is no such module or no such kernel in it.
    CUfunction function(const std::string &directory, const Kernel &kernel);

    std::string name() const;
    int attribute(CUdevice_attribute attribute) const;
    size_t free_memory() const;

  private:
    CUmodule module_of(const std::string &directory, const std::string &family);

    CUdevice device_;
    CUcontext context_;
    std::string directory_;
    std::map<std::string, CUmodule> modules_;
};
