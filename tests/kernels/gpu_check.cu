// The kernels on an NVIDIA GPU: each of abi.tsv against the reference, then the rate of some of
// them beside a device-to-device copy. Built and run by gpu_check.sh.
//
// usage: gpu_check abi.tsv [thorough]
#include "checks.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <functional>

// The host stubs of the kernels, by address only; each is launched with its own arguments.
#define ENTRY(name) extern "C" void name();
#include "kernel_names.inc"
#undef ENTRY

static const std::map<std::string, const void *> &stubs()
{
    static const std::map<std::string, const void *> table = {
#define ENTRY(name) {#name, reinterpret_cast<const void *>(name)},
#include "kernel_names.inc"
#undef ENTRY
    };
    return table;
}

static bool succeeded(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    }
    return error == cudaSuccess;
}

static void require(cudaError_t error, const char *what)
{
    if (!succeeded(error, what)) {
        exit(3);
    }
}

class GpuBackend : public Backend
{
  public:
    void *allocate(size_t bytes) override
    {
        void *memory = nullptr;
        require(cudaMallocAsync(&memory, bytes, nullptr), "allocate");
        return memory;
    }
    void release(void *memory) override
    {
        require(cudaFreeAsync(memory, nullptr), "release");
    }
    void write(void *to, const void *from, size_t bytes) override
    {
        require(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "write");
    }
    void read(void *to, const void *from, size_t bytes) override
    {
        require(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "read");
    }
    bool launch(const Kernel &kernel, unsigned grid, unsigned block, void **arguments) override
    {
        const auto found = stubs().find(kernel.name);
        return found != stubs().end() &&
               succeeded(cudaLaunchKernel(found->second, grid, block, arguments, 0, nullptr),
                         "launch") &&
               succeeded(cudaDeviceSynchronize(), "kernel");
    }
};

// The median of some launches, in seconds.
static double median_time(const std::function<void()> &launch)
{
    cudaEvent_t start, stop;
    require(cudaEventCreate(&start), "event");
    require(cudaEventCreate(&stop), "event");
    std::vector<double> times;
    for (int i = 0; i < 23; ++i) {
        require(cudaEventRecord(start), "event");
        launch();
        require(cudaEventRecord(stop), "event");
        require(cudaEventSynchronize(stop), "kernel");
        float milliseconds = 0;
        require(cudaEventElapsedTime(&milliseconds, start, stop), "event");
        if (i >= 3) {
            times.push_back(milliseconds / 1e3);
        }
    }
    require(cudaEventDestroy(start), "event");
    require(cudaEventDestroy(stop), "event");
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

static constexpr size_t rate_bytes = 64 << 20; // of the largest operand

class Rates
{
  public:
    Rates()
    {
        for (void *&memory : buffer_) {
            require(cudaMalloc(&memory, 2 * rate_bytes), "allocate");
            require(cudaMemset(memory, 0x35, 2 * rate_bytes), "memset");
        }
        require(cudaMalloc(&info_, 64 * sizeof(size_t)), "allocate");
    }
    Rates(const Rates &) = delete;
    Rates &operator=(const Rates &) = delete;
    ~Rates()
    {
        for (void *memory : buffer_) {
            cudaFree(memory);
        }
        cudaFree(info_);
    }

    void print(const std::vector<Kernel> &kernels)
    {
        const double copy = median_time([&] {
            require(cudaMemcpyAsync(buffer_[0], buffer_[1], rate_bytes, cudaMemcpyDeviceToDevice),
                    "copy");
        });
        copy_rate_ = 2.0 * rate_bytes / copy;
        printf("\ncudaMemcpy device to device, 64 MiB: %.0f GB/s, bytes read and written\n",
               copy_rate_ / 1e9);
        printf("%-22s %-12s %10s %6s %10s %6s\n", "kernel", "layout", "1/thread", "", "pack/thread",
               "");
        for (const char *name :
             {"ucopy_u8",         "ucopy_f16",   "ucopy_f32",      "ucopy_f64",
              "uneg_fp8_e4m3",    "usqr_bf16",   "affine_u8",      "affine_f8_e4m3",
              "affine_f16",       "affine_f32",  "uexp_f32",       "ugelu_f32",
              "ugelu_f16",        "usilu_bf16",  "usilu_fp8_e4m3", "usin_f32",
              "usin_f16",         "uerf_f64",    "cast_f32_bf16",  "cast_bf16_f32",
              "cast_f32_f8_e4m3", "cast_u8_f64", "where_u8_f32",   "where_u8_u8",
              "where_i64_f16",    "fill_f32",    "fill_u8",        "const_set_f16"}) {
            for (const Kernel &kernel : kernels) {
                if (kernel.name == name) {
                    print_map(kernel, "dense", {}, {});
                }
            }
        }
        for (const Kernel &kernel : kernels) {
            if (kernel.name == "ucopy_f32" || kernel.name == "ucopy_f16" ||
                kernel.name == "ucopy_u8" || kernel.name == "affine_f32") {
                const size_t rows = 4096;
                const size_t columns =
                    rate_bytes / static_cast<size_t>(format_of(kernel.type_of("out")).size) / rows;
                print_map(kernel, "transposed", {rows, columns}, {1, rows});
                print_map(kernel, "rows", {rows * 16, columns / 16}, {columns / 16 + 16, 1});
                print_map(kernel, "heads", {8, 32, rows / 8, columns / 32},
                          {rows / 8 * columns, columns / 32, columns, 1});
                print_map(kernel, "bias", {rows, columns}, {0, 1});
                print_map(kernel, "inner 7", {rows * columns / 49 / 16, 16, 49}, {49 * 16, 1, 16});
                print_map(kernel, "unaligned", {}, {});
            }
        }
    }

  private:
    // |strides| of one input over |dims|; none for dense operands.
    void print_map(const Kernel &kernel, const char *layout, const Sizes &dims,
                   const Sizes &strides)
    {
        size_t widest = 1;
        for (const Parameter &p : kernel.parameters) {
            if (p.is_pointer && !p.is_size) {
                widest = std::max(widest, static_cast<size_t>(format_of(p.type).size));
            }
        }
        size_t numel = dims.empty() ? rate_bytes / widest : product_of(dims);
        size_t rank = dims.size();
        void *info = nullptr;
        if (rank != 0) {
            Sizes words = dims;
            words.insert(words.end(), strides.begin(), strides.end());
            require(cudaMemcpy(info_, words.data(), words.size() * sizeof(size_t),
                               cudaMemcpyHostToDevice),
                    "info");
            info = info_;
        }
        const bool unaligned = strcmp(layout, "unaligned") == 0;
        void *pointers[4];
        uint64_t scalars[2] = {0, 0};
        std::vector<void *> arguments;
        size_t bytes = 0, next_pointer = 0, next_scalar = 0;
        for (const Parameter &p : kernel.parameters) {
            const size_t size = static_cast<size_t>(format_of(p.type).size);
            if (p.is_size && p.is_pointer) {
                arguments.push_back(&info);
            } else if (p.is_size) {
                arguments.push_back(p.name == "numel" ? &numel : &rank);
            } else if (p.is_pointer) {
                const bool is_output = p.name == "out" || p.name == "buf";
                pointers[next_pointer] = static_cast<char *>(buffer_[next_pointer]) +
                                         (unaligned && !is_output ? size : 0);
                arguments.push_back(&pointers[next_pointer++]);
                // A broadcast row is read from cache.
                bytes += strcmp(layout, "bias") == 0 && !is_output ? dims[1] * size : numel * size;
            } else {
                scalars[next_scalar] = is_float(p.type) ? bits_nearest(p.type, 1.25L) : 3;
                arguments.push_back(&scalars[next_scalar++]);
            }
        }
        const void *stub = stubs().at(kernel.name);
        const auto rate = [&](size_t per_thread, unsigned block) {
            const size_t threads = (numel + per_thread - 1) / per_thread;
            const unsigned grid = static_cast<unsigned>((threads + block - 1) / block);
            return static_cast<double>(bytes) / median_time([&] {
                       require(cudaLaunchKernel(stub, grid, block, arguments.data(), 0, nullptr),
                               "launch");
                   });
        };
        const double one = rate(1, 1024), pack = rate(16 / widest, 256);
        printf("%-22s %-12s %10.0f %5.0f%% %10.0f %5.0f%%\n", kernel.name.c_str(), layout,
               one / 1e9, 100 * one / copy_rate_, pack / 1e9, 100 * pack / copy_rate_);
    }

    void *buffer_[4];
    void *info_;
    double copy_rate_ = 0;
};

// More elements than 32 bits count, with the callers' launch of one thread an element.
static bool huge_fill_is_right()
{
    size_t numel = (1ull << 32) + 4099;
    char *memory = nullptr;
    if (cudaMalloc(reinterpret_cast<void **>(&memory), numel + 16) != cudaSuccess) {
        cudaGetLastError();
        printf("huge fill: skipped, less than 4 GiB of memory\n");
        return true;
    }
    require(cudaMemset(memory, 0x11, numel + 16), "memset");
    uint8_t value = 0x77;
    void *arguments[] = {&memory, &value, &numel};
    const unsigned grid = static_cast<unsigned>((numel + 1023) / 1024);
    require(cudaLaunchKernel(stubs().at("fill_u8"), grid, 1024, arguments, 0, nullptr), "launch");
    bool right = succeeded(cudaDeviceSynchronize(), "fill_u8");
    Bytes block(1 << 20);
    for (size_t at : {size_t(0), (size_t(1) << 31) - 512, (size_t(1) << 32) - 4096}) {
        const size_t count = std::min(block.size(), numel - at);
        require(cudaMemcpy(block.data(), memory + at, count, cudaMemcpyDeviceToHost), "read");
        right =
            right && std::all_of(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count),
                                 [](uint8_t byte) { return byte == 0x77; });
    }
    require(cudaMemcpy(block.data(), memory + numel, 16, cudaMemcpyDeviceToHost), "read");
    right = right && std::all_of(block.begin(), block.begin() + 16,
                                 [](uint8_t byte) { return byte == 0x11; });
    cudaFree(memory);
    printf("huge fill, %zu elements: %s\n", numel, right ? "right" : "WRONG");
    return right;
}

int main(int argc, char **argv)
{
    std::vector<Kernel> kernels;
    if (argc < 2 || !kernels_read(argv[1], &kernels)) {
        fprintf(stderr, "usage: gpu_check abi.tsv [thorough]\n");
        return 2;
    }
    cudaDeviceProp properties;
    if (!succeeded(cudaGetDeviceProperties(&properties, 0), "device")) {
        return 77;
    }
    printf("%s\n", properties.name);

    const auto begin = std::chrono::steady_clock::now();
    GpuBackend backend;
    Checker checker(backend, argc > 2);
    std::map<std::string, std::pair<int, int>> counts; // passed, failed
    for (const Kernel &kernel : kernels) {
        auto &[passed, failed] = counts[kernel.family];
        ++(checker.check(kernel) ? passed : failed);
        fflush(stdout);
    }
    int failures = 0;
    for (const auto &[family, count] : counts) {
        printf("%-8s %4d passed %4d failed\n", family.c_str(), count.first, count.second);
        failures += count.second;
    }
    failures += huge_fill_is_right() ? 0 : 1;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    printf("%zu launches, %zu elements checked in %.1f s\n", checker.launches(), checker.elements(),
           elapsed.count());
    Rates().print(kernels);
    return failures == 0 ? 0 : 1;
}
