// Times kernels on a GPU: a launch beside a device-to-device copy of as many bytes and beside the
// arithmetic peak.
//
// A family's cases are a function of families.hpp: for each kernel the launch that callers make, on
// a tensor large enough that DRAM and not a cache answers, and the layouts that matter to it.
#pragma once

#include "cuda_device.hpp"
#include "reference.hpp"
#include "views.hpp"

// What a launch must do at least.
struct Work {
    double bytes;      // compulsory traffic: every byte that must be read once or written once
    double operations; // a multiply-add counts 2; 0 where memory alone bounds
};

// The launch E(N): a thread for each of |count| items, blocks of 1024.
Launch each_thread(size_t count);

class Bench
{
  public:
    // |against|: a directory with another library's modules under the same names, timed beside;
    // empty for none. |table|: a file that gets a line of tab-separated values for each timing, or
    // null.
    Bench(CudaDevice &device, const std::string &modules, const std::string &against, FILE *table);
    Bench(const Bench &) = delete;
    Bench &operator=(const Bench &) = delete;
    ~Bench();

    // Device memory for |count| elements of |type|, aligned to 256 bytes, with finite numbers in
    // (-1, 1), integers from 0 to 99. One buffer a slot (0 to 7): it keeps what kernels wrote and
    // grows as asked for; a call may move or refill it, so ask for all slots before the pointers
    // are used.
    void *numbers(unsigned slot, Type type, size_t count);
    // A copy of host bytes on the device, until the next kernel's cases.
    void *upload(const void *bytes, size_t size);
    void *upload(const Bytes &bytes)
    {
        return upload(bytes.data(), bytes.size());
    }
    // dims and strides, for the kernels' info.
    void *info(const Sizes &dims, const std::vector<Sizes> &strides);
    // Frees what upload() and info() made.
    void next_kernel();

    // Times the launch and prints a line. |arguments| point to the values of the parameters, in
    // their order. |layout| says what is special about the case: "dense", "rows", "4096x4096 b4".
    void time(const Kernel &kernel, const std::string &layout, const Launch &launch,
              const std::vector<void *> &arguments, Work work);

    CudaDevice &device()
    {
        return device_;
    }

  private:
    double seconds(CUfunction function, const Launch &launch, void **arguments);
    // Bytes a second, read and written, of a copy that moves |bytes|.
    double copy_rate(double bytes);

    struct Buffer {
        CUdeviceptr memory;
        size_t bytes;
        int type; // of the numbers in it, -1 for none
    };

    CudaDevice &device_;
    std::string modules_;
    std::string against_;
    FILE *table_;
    Buffer buffers_[8] = {};
    std::vector<CUdeviceptr> uploads_;
    std::map<size_t, double> copy_rates_;
    CUevent start_;
    CUevent stop_;
    double peak_; // f32 multiply-adds of all lanes, operations a second
};
