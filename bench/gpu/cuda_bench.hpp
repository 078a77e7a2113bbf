// Times launches on an NVIDIA GPU: beside a device-to-device copy of as many bytes and beside the
// arithmetic peak.
#pragma once

#include "bench.hpp"
#include "cuda_device.hpp"

class CudaBench : public Bench
{
  public:
    // |against|: a directory with another library's modules under the same names, timed beside;
    // empty for none. |table|: a file that gets a line of tab-separated values for each timing, or
    // null.
    CudaBench(CudaDevice &device, const std::string &modules, const std::string &against,
              FILE *table);
    ~CudaBench() override;

    void time(const Kernel &kernel, const std::string &layout, const Launch &launch,
              const std::vector<void *> &arguments, Work work) override;

  private:
    struct Times {
        double ours, theirs;
    };

    double launch_seconds(CUfunction function, const Launch &launch, void **arguments);
    // The medians of some launches. |theirs|: null for none, whose time is 0.
    Times seconds(CUfunction ours, CUfunction theirs, const Launch &launch, void **arguments);
    // Bytes a second, read and written, of a copy that moves |bytes|.
    double copy_rate(double bytes);

    CudaDevice &device_;
    std::string modules_;
    std::string against_;
    FILE *table_;
    std::map<size_t, double> copy_rates_;
    CUevent start_;
    CUevent stop_;
    double peak_; // f32 multiply-adds of all lanes, operations a second
};
