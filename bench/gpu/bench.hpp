// A place where kernels are measured by their families' cases: on a GPU timed, on an emulated one
// counted.
//
// A family's cases are a function below: for each kernel the launch that callers
// make, on a tensor large enough that DRAM and not a cache answers, and the layouts that matter to
// it.
#pragma once

#include "backend.hpp"
#include "reference.hpp"
#include "views.hpp"

// What a launch must do at least.
struct Work {
    double bytes;      // compulsory traffic: every byte that must be read once or written once
    double operations; // a multiply-add counts 2; 0 where memory alone bounds
    double elements;   // that it makes
};

// The launch E(N): a thread for each of |count| items, blocks of 1024.
Launch each_thread(size_t count);

class Bench
{
  public:
    // |is_small|: the device is slow, and cases should be.
    Bench(Backend &backend, bool is_small) : backend_(backend), is_small_(is_small)
    {
    }
    Bench(const Bench &) = delete;
    Bench &operator=(const Bench &) = delete;
    virtual ~Bench();

    // The one where GPUs are timed, the other where every instruction is counted: a size of a
    // tensor's dimension, or bytes. On an emulated device a case should have at most about 2^17
    // elements and 2^24 multiply-adds.
    size_t pick(size_t large, size_t small) const
    {
        return is_small_ ? small : large;
    }

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

    // Measures the launch and prints a line. |arguments| point to the values of the parameters, in
    // their order. |layout| says what is special about the case: "dense", "rows", "4096x4096 b4".
    virtual void time(const Kernel &kernel, const std::string &layout, const Launch &launch,
                      const std::vector<void *> &arguments, Work work) = 0;

  private:
    struct Buffer {
        void *memory;
        size_t bytes;
        int type; // of the numbers in it, -1 for none
    };

    Backend &backend_;
    bool is_small_;
    Buffer buffers_[8] = {};
    std::vector<void *> uploads_;
};

// The measured cases of each family, for one of its kernels.
void bench_elementwise(Bench &bench, const Kernel &kernel); // affine binary cast fill ternary unary
void bench_conv(Bench &bench, const Kernel &kernel);
void bench_indexing(Bench &bench, const Kernel &kernel);
void bench_quantized(Bench &bench, const Kernel &kernel);
void bench_quantized_products(Bench &bench, const Kernel &kernel); // of them
void bench_reduce(Bench &bench, const Kernel &kernel);
void bench_sort(Bench &bench, const Kernel &kernel);

// Those of the kernel's family.
void bench_kernel(Bench &bench, const Kernel &kernel);
