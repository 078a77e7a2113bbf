#include "cuda_bench.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

CudaBench::CudaBench(CudaDevice &device, const std::string &modules, const std::string &against,
                     FILE *table)
    : Bench(device, false), device_(device), modules_(modules), against_(against), table_(table)
{
    require(cuEventCreate(&start_, CU_EVENT_DEFAULT), "event");
    require(cuEventCreate(&stop_, CU_EVENT_DEFAULT), "event");
    const double lanes = 128.0 * device.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    peak_ = 2 * lanes * 1e3 * device.attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    printf("%s: copies move %.0f GB/s, %.1f T f32 operations/s\n", device.name().c_str(),
           copy_rate(512 << 20) / 1e9, peak_ / 1e12);
    printf("%-38s %-22s %10s %8s %6s %9s %6s%s\n", "kernel", "case", "us", "GB/s", "copy", "Gop/s",
           "peak", against.empty() ? "" : "  other us  times");
    if (table_ != nullptr) {
        fprintf(table_, "family\tkernel\tcase\tmicroseconds\tbytes\toperations\tof_copy\tof_peak\t"
                        "other_microseconds\n");
    }
}

CudaBench::~CudaBench()
{
    cuEventDestroy(start_);
    cuEventDestroy(stop_);
}

double CudaBench::launch_seconds(CUfunction function, const Launch &l, void **arguments)
{
    float milliseconds = 0;
    require(cuEventRecord(start_, nullptr), "event");
    require(cuLaunchKernel(function, l.grid[0], l.grid[1], l.grid[2], l.block[0], l.block[1],
                           l.block[2], l.shared, nullptr, arguments, nullptr),
            "launch");
    require(cuEventRecord(stop_, nullptr), "event");
    require(cuEventSynchronize(stop_), "kernel");
    require(cuEventElapsedTime(&milliseconds, start_, stop_), "event");
    return milliseconds / 1e3;
}

static double median(std::vector<double> *times)
{
    std::sort(times->begin(), times->end());
    return (*times)[times->size() / 2];
}

// They take turns, so that a clock that changes is felt by both. Short kernels run more often:
// their times are a few steps of the events' clock. One launch is enough of a kernel that takes a
// second.
CudaBench::Times CudaBench::seconds(CUfunction ours, CUfunction theirs, const Launch &launch,
                                    void **arguments)
{
    double total = 0;
    std::vector<double> times, other_times;
    for (int i = 0; i < 5 || (i < 13 && total < 0.2) || (i < 103 && total < 2e-3); ++i) {
        const double time = launch_seconds(ours, launch, arguments);
        const double other = theirs == nullptr ? 0 : launch_seconds(theirs, launch, arguments);
        const double slower = std::max(time, other);
        total += slower;
        if (i >= 2 || slower > 1) {
            times.push_back(time);
            other_times.push_back(other);
        }
        if (slower > 1) {
            break;
        }
    }
    return {median(&times), median(&other_times)};
}

double CudaBench::copy_rate(double bytes)
{
    // Half of them are read and half are written, in steps of an eighth of a power of two.
    size_t half = static_cast<size_t>(bytes / 2), step = 1;
    while (half / step >= 16) {
        step *= 2;
    }
    half = std::max<size_t>(half / step * step, 4096);
    const auto found = copy_rates_.find(half);
    if (found != copy_rates_.end()) {
        return found->second;
    }
    CUdeviceptr from = 0, to = 0;
    require(cuMemAlloc(&from, half), "allocate");
    require(cuMemAlloc(&to, half), "allocate");
    std::vector<double> times;
    for (int i = 0; i < 13; ++i) {
        float milliseconds = 0;
        require(cuEventRecord(start_, nullptr), "event");
        require(cuMemcpyDtoDAsync(to, from, half, nullptr), "copy");
        require(cuEventRecord(stop_, nullptr), "event");
        require(cuEventSynchronize(stop_), "copy");
        require(cuEventElapsedTime(&milliseconds, start_, stop_), "event");
        times.push_back(milliseconds / 1e3);
    }
    cuMemFree(from);
    cuMemFree(to);
    return copy_rates_[half] = 2.0 * static_cast<double>(half) / median(&times);
}

void CudaBench::time(const Kernel &kernel, const std::string &layout, const Launch &launch,
                     const std::vector<void *> &arguments, Work work)
{
    std::vector<void *> values = arguments;
    const CUfunction ours = device_.function(modules_, kernel);
    if (ours == nullptr || values.size() != kernel.parameters.size()) {
        fprintf(stderr, "%s: %s\n", kernel.name.c_str(),
                ours == nullptr ? "not in its module" : "wrong number of arguments");
        exit(1);
    }
    const CUfunction theirs = against_.empty() ? nullptr : device_.function(against_, kernel);
    const auto [time, other] = seconds(ours, theirs, launch, values.data());
    const double of_copy = work.bytes / time / copy_rate(work.bytes);
    const double of_peak = work.operations / time / peak_;
    printf("%-38s %-22s %10.2f %8.0f %5.0f%% %9.0f %5.1f%%", kernel.name.c_str(), layout.c_str(),
           time * 1e6, work.bytes / time / 1e9, 100 * of_copy, work.operations / time / 1e9,
           100 * of_peak);
    if (theirs != nullptr) {
        printf(" %9.2f %6.2f", other * 1e6, other / time);
    }
    printf("\n");
    if (table_ != nullptr) {
        fprintf(table_, "%s\t%s\t%s\t%.3f\t%.0f\t%.0f\t%.4f\t%.4f\t%.3f\n", kernel.family.c_str(),
                kernel.name.c_str(), layout.c_str(), time * 1e6, work.bytes, work.operations,
                of_copy, of_peak, other * 1e6);
    }
}
