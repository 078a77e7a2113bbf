// Reductions along the last and the outer dimensions, of a whole tensor; softmax and norms of rows
// as language models have them; rotary embeddings of a batch of prompts.
#include "bench.hpp"

#include <algorithm>

namespace
{

size_t size_of(Type type)
{
    return static_cast<size_t>(format_of(type).size);
}

bool begins_with(const std::string &text, const std::string &with)
{
    return text.compare(0, with.size(), with) == 0;
}

// Rows of |columns| elements that together are more than a cache holds.
size_t row_count(const Bench &bench, Type type, size_t columns)
{
    const size_t elements = bench.pick((size_t(128) << 20) / size_of(type), size_t(1) << 16);
    return std::max<size_t>(elements / columns, 1);
}

// The last |reduced| of |dims| are.
struct Reduced {
    const char *layout;
    Sizes dims, strides;
    size_t reduced;
};

std::vector<Reduced> reduced_cases(const Bench &bench, Type type)
{
    std::vector<Reduced> cases;
    const auto add_rows = [&](const char *layout, size_t columns) {
        const size_t rows = row_count(bench, type, columns);
        cases.push_back({layout, {rows, columns}, {columns, 1}, 1});
    };
    add_rows("rows of 4096", 4096);
    add_rows("rows of 1024", 1024);
    add_rows("rows of 64", 64);
    const size_t few = bench.pick(4096, 256), lines = row_count(bench, type, few);
    cases.push_back({"first of 2 dims", {few, lines}, {1, few}, 1});
    const size_t outer = row_count(bench, type, 64 * 256);
    cases.push_back({"middle of 3 dims", {outer, 256, 64}, {64 * 256, 1, 256}, 1});
    cases.push_back({"outer 2 of 3 dims", {256, outer, 64}, {1, 64 * 256, 256}, 2});
    const size_t images = row_count(bench, type, 64 * 1024);
    cases.push_back({"all but channels", {64, images, 1024}, {1024, 64 * 1024, 1}, 2});
    cases.push_back({"all", {row_count(bench, type, 1)}, {1}, 1});
    return cases;
}

void bench_fast(Bench &bench, const Kernel &kernel)
{
    const Type type = kernel.type_of("src"), out_type = kernel.type_of("dst");
    for (const Reduced &c : reduced_cases(bench, type)) {
        size_t rank = c.dims.size(), count = 1, outputs = 1;
        for (size_t d = 0; d < rank; ++d) {
            (d < rank - c.reduced ? outputs : count) *= c.dims[d];
        }
        size_t numel = outputs * count;
        unsigned block = 1;
        while (block < std::min<size_t>(count, 1024)) {
            block *= 2;
        }
        bench.numbers(1, out_type, outputs);
        void *src = bench.numbers(0, type, numel), *dst = bench.numbers(1, out_type, outputs);
        void *info = bench.info(c.dims, {c.strides});
        const double bytes = static_cast<double>(numel * size_of(type)) +
                             static_cast<double>(outputs * size_of(out_type));
        bench.time(kernel, c.layout, {static_cast<unsigned>(outputs), block},
                   {&numel, &count, &rank, &info, &src, &dst},
                   {bytes, 0, static_cast<double>(numel)});
    }
}

void bench_sum(Bench &bench, const Kernel &kernel)
{
    const Type type = kernel.type_of("inp");
    size_t columns = bench.pick(4096, 256), rows = row_count(bench, type, columns);
    size_t numel = rows * columns, rank = 2;
    struct Case {
        const char *layout;
        std::vector<size_t> info; // of the summed dimensions
        size_t outputs;
    };
    for (const Case &c : {Case{"last of 2 dims", {columns, 1}, rows},
                          Case{"first of 2 dims", {rows, columns}, columns},
                          Case{"all", {rows, columns, columns, 1}, 1}}) {
        bench.numbers(1, type, c.outputs);
        void *inp = bench.numbers(0, type, numel), *out = bench.numbers(1, type, c.outputs);
        std::vector<size_t> words = {rows, columns, columns, 1};
        words.insert(words.end(), c.info.begin(), c.info.end());
        void *info = bench.upload(words.data(), words.size() * sizeof(size_t));
        size_t summed = c.info.size() / 2;
        bench.time(kernel, c.layout, each_thread(numel),
                   {&numel, &rank, &summed, &info, &inp, &out},
                   {static_cast<double>((numel + 2 * c.outputs) * size_of(type)), 0,
                    static_cast<double>(numel)});
    }
}

void bench_rows(Bench &bench, const Kernel &kernel)
{
    const bool is_softmax = begins_with(kernel.name, "softmax_");
    const Type type = kernel.type_of("src");
    for (const size_t width : {4096, 1024, 512, 128, 32768}) {
        const size_t count = row_count(bench, type, width), numel = count * width;
        int32_t columns = static_cast<int32_t>(width), block = columns < 1024 ? 32 : 1024;
        float eps = 1e-5f;
        for (unsigned slot = 0; slot < 4; ++slot) {
            bench.numbers(slot, type, slot < 2 ? numel : width);
        }
        void *src = bench.numbers(0, type, numel), *dst = bench.numbers(1, type, numel);
        void *alpha = bench.numbers(2, type, width), *beta = bench.numbers(3, type, width);
        std::vector<void *> arguments = {&src, &dst, &columns};
        Launch launch({static_cast<unsigned>(count), 1, 1}, {1, 32, 1});
        if (!is_softmax) {
            arguments = {&src, &dst, &alpha};
            if (begins_with(kernel.name, "layernorm_")) {
                arguments.push_back(&beta);
            }
            arguments.insert(arguments.end(), {&columns, &block, &eps});
            launch = Launch(static_cast<unsigned>(count), static_cast<unsigned>(block));
        }
        bench.time(kernel, std::to_string(count) + "x" + std::to_string(width), launch, arguments,
                   {static_cast<double>(2 * numel * size_of(type)), 0, static_cast<double>(numel)});
    }
}

void bench_rope(Bench &bench, const Kernel &kernel)
{
    const Type type = kernel.type_of("src");
    uint32_t b = static_cast<uint32_t>(bench.pick(8, 1)),
             h = static_cast<uint32_t>(bench.pick(32, 4));
    uint32_t t = static_cast<uint32_t>(bench.pick(2048, 64)), d = 128;
    uint32_t bh = b * h, td = t * d, stride_b = 0;
    const size_t numel = static_cast<size_t>(bh) * td, table = td / 2;
    for (unsigned slot = 0; slot < 4; ++slot) {
        bench.numbers(slot, type, slot < 2 ? numel : table);
    }
    void *src = bench.numbers(0, type, numel), *dst = bench.numbers(1, type, numel);
    void *cos = bench.numbers(2, type, table), *sin = bench.numbers(3, type, table);
    std::vector<void *> arguments = {&src, &cos, &sin, &dst};
    if (begins_with(kernel.name, "rope_thd_")) {
        arguments.insert(arguments.end(), {&b, &t, &h, &d, &stride_b});
    } else if (begins_with(kernel.name, "rope_i_")) {
        arguments.insert(arguments.end(), {&bh, &td, &stride_b});
    } else {
        arguments.insert(arguments.end(), {&bh, &td, &d, &stride_b});
    }
    bench.time(kernel, "heads of 128", each_thread(numel / 2), arguments,
               {static_cast<double>((2 * numel + 2 * table) * size_of(type)), 0,
                static_cast<double>(numel)});
}

} // namespace

void bench_reduce(Bench &bench, const Kernel &kernel)
{
    if (begins_with(kernel.name, "fast_")) {
        bench_fast(bench, kernel);
    } else if (begins_with(kernel.name, "sum_")) {
        bench_sum(bench, kernel);
    } else if (begins_with(kernel.name, "rope_")) {
        bench_rope(bench, kernel);
    } else {
        bench_rows(bench, kernel);
    }
}
