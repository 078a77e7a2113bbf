#include "bench.hpp"

#include <algorithm>

Launch each_thread(size_t count)
{
    return {static_cast<unsigned>((count + 1023) / 1024), 1024};
}

Bench::~Bench()
{
    next_kernel();
    for (const Buffer &buffer : buffers_) {
        if (buffer.memory != nullptr) {
            backend_.release(buffer.memory);
        }
    }
}

// Numbers that repeat after a prime count of elements, so that rows differ.
static Bytes number_pattern(Type type)
{
    constexpr size_t count = 65521;
    const size_t size = static_cast<size_t>(format_of(type).size);
    Bytes pattern(count * size);
    uint64_t state = 1;
    for (size_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const uint64_t draw = state >> 33;
        const Number unit = static_cast<Number>(draw) / 1073741824.0L - 1;
        bits_store(type, &pattern[i * size],
                   is_float(type) ? bits_nearest(type, unit) : draw % 100);
    }
    return pattern;
}

void *Bench::numbers(unsigned slot, Type type, size_t count)
{
    Buffer &buffer = buffers_[slot];
    const size_t bytes = count * static_cast<size_t>(format_of(type).size);
    if (buffer.bytes < bytes) {
        if (buffer.memory != nullptr) {
            backend_.release(buffer.memory);
        }
        buffer = {backend_.allocate(bytes), bytes, -1};
    }
    if (buffer.type != static_cast<int>(type)) {
        // Some patterns at a time.
        Bytes numbers;
        const Bytes pattern = number_pattern(type);
        while (numbers.size() < std::min<size_t>(buffer.bytes, 64 << 20)) {
            numbers.insert(numbers.end(), pattern.begin(), pattern.end());
        }
        for (size_t done = 0; done < buffer.bytes; done += numbers.size()) {
            backend_.write(static_cast<char *>(buffer.memory) + done, numbers.data(),
                           std::min(numbers.size(), buffer.bytes - done));
        }
        buffer.type = static_cast<int>(type);
    }
    return buffer.memory;
}

void *Bench::upload(const void *bytes, size_t size)
{
    uploads_.push_back(backend_.allocate(size == 0 ? 1 : size));
    if (size != 0) {
        backend_.write(uploads_.back(), bytes, size);
    }
    return uploads_.back();
}

void *Bench::info(const Sizes &dims, const std::vector<Sizes> &strides)
{
    std::vector<View> views;
    for (const Sizes &each : strides) {
        views.push_back({each, 0});
    }
    return upload(info_bytes(dims, views));
}

void Bench::next_kernel()
{
    for (void *memory : uploads_) {
        backend_.release(memory);
    }
    uploads_.clear();
}

void bench_kernel(Bench &bench, const Kernel &kernel)
{
    static const struct {
        const char *name;
        void (*cases)(Bench &bench, const Kernel &kernel);
    } families[] = {
        {"affine", bench_elementwise},  {"binary", bench_elementwise}, {"cast", bench_elementwise},
        {"conv", bench_conv},           {"fill", bench_elementwise},   {"indexing", bench_indexing},
        {"quantized", bench_quantized}, {"reduce", bench_reduce},      {"sort", bench_sort},
        {"ternary", bench_elementwise}, {"unary", bench_elementwise}};
    for (const auto &family : families) {
        if (kernel.family == family.name) {
            family.cases(bench, kernel);
        }
    }
    bench.next_kernel();
}
