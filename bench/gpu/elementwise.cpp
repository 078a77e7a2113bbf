// Element-wise kernels with the callers' launch, a thread for each element: dense; and for some of
// them the layouts in which callers hand tensors over.
#include "bench.hpp"
#include "elementwise.hpp"

#include <algorithm>

namespace
{

struct Layout {
    const char *name;
    Sizes dims;
    std::vector<Sizes> strides; // of each input; none for dense operands
    bool repeats_last;          // the last input is read from a cache
};

size_t size_of(Type type)
{
    return static_cast<size_t>(format_of(type).size);
}

// Where kernels are counted, too few threads for the path of short launches: what is to be known is
// what large ones cost.
Launch launch_of(const Bench &bench, size_t numel)
{
    return each_thread(bench.pick(numel, numel / 2));
}

// |start| is how many elements the inputs begin behind an aligned address.
void time_map(Bench &bench, const Kernel &kernel, const Layout &layout, size_t start = 0)
{
    const std::vector<Type> types = input_types(kernel);
    const auto output = std::find_if(kernel.parameters.begin(), kernel.parameters.end(), is_output);
    const Type out_type = output->type;
    const size_t numel = product_of(layout.dims);
    const size_t rank = layout.strides.empty() ? 0 : layout.dims.size();
    double bytes = static_cast<double>(numel * size_of(out_type));

    std::vector<size_t> extents(types.size(), numel);
    for (size_t n = 0; n < types.size(); ++n) {
        const bool repeats = layout.repeats_last && n + 1 == types.size();
        if (!layout.strides.empty()) {
            extents[n] = extent_of(layout.dims, {layout.strides[n], 0});
        }
        bytes += static_cast<double>((repeats ? extents[n] : numel) * size_of(types[n]));
    }
    // All of them before their addresses are used.
    MapCall call = {numel, rank, nullptr, std::vector<void *>(types.size()), nullptr, {}};
    for (int pass = 0; pass < 2; ++pass) {
        for (size_t n = 0; n < types.size(); ++n) {
            call.inputs[n] = static_cast<char *>(bench.numbers(static_cast<unsigned>(n), types[n],
                                                               extents[n] + start)) +
                             start * size_of(types[n]);
        }
        call.out = bench.numbers(static_cast<unsigned>(types.size()), out_type, numel);
    }
    call.info = rank == 0 ? nullptr : bench.info(layout.dims, layout.strides);
    const std::vector<void *> arguments = call.arguments(
        kernel, [](Type type) { return is_float(type) ? bits_nearest(type, 1.25L) : 3; });
    bench.time(kernel, layout.name, launch_of(bench, numel), arguments,
               {bytes, 0, static_cast<double>(numel)});
}

// Rows of a matrix into those of one with twice the columns.
void time_copy2d(Bench &bench, const Kernel &kernel, size_t numel)
{
    const Type type = kernel.type_of("src");
    uint32_t rows = 4096, columns = static_cast<uint32_t>(numel / rows), wide = 2 * columns;
    bench.numbers(0, type, numel);
    void *dst = bench.numbers(1, type, 2 * numel), *src = bench.numbers(0, type, numel);
    bench.time(kernel, "rows", launch_of(bench, numel),
               {&src, &dst, &rows, &columns, &columns, &wide},
               {2.0 * static_cast<double>(numel * size_of(type)), 0, static_cast<double>(numel)});
}

bool is_representative(const Kernel &kernel)
{
    static const char *const names[] = {"ucopy_u8",   "ucopy_f16", "ucopy_f32",    "ucopy_f64",
                                        "affine_f32", "badd_f16",  "badd_f32",     "badd_u8",
                                        "bmul_bf16",  "bdiv_f64",  "where_u8_f32", "cast_f32_bf16",
                                        "uerf_f64",   "ugelu_f16"};
    return std::any_of(std::begin(names), std::end(names),
                       [&](const char *name) { return kernel.name == name; });
}

} // namespace

void bench_elementwise(Bench &bench, const Kernel &kernel)
{
    size_t widest = size_of(kernel.parameters[kernel.parameters.size() - 1].type);
    for (const Parameter &p : kernel.parameters) {
        widest = p.is_pointer && !p.is_size ? std::max(widest, size_of(p.type)) : widest;
    }
    const size_t numel = bench.pick(64 << 20, 1 << 19) / widest;
    if (kernel.name.compare(0, 6, "copy2d") == 0) {
        time_copy2d(bench, kernel, numel);
        return;
    }
    time_map(bench, kernel, {"dense", {numel}, {}, false});
    if (!is_representative(kernel)) {
        return;
    }

    const size_t inputs = input_types(kernel).size();
    const size_t rows = bench.pick(4096, 256), columns = numel / rows;
    const auto all = [&](const Sizes &strides) { return std::vector<Sizes>(inputs, strides); };
    const auto last = [&](const Sizes &others, const Sizes &strides) {
        std::vector<Sizes> each(inputs, others);
        each.back() = strides;
        return each;
    };
    time_map(bench, kernel, {"unaligned", {numel}, {}, false}, 1);
    time_map(bench, kernel, {"transposed", {rows, columns}, all({1, rows}), false});
    time_map(bench, kernel, {"rows", {rows * 4, columns / 4}, all({columns / 4 + 16, 1}), false});
    time_map(bench, kernel,
             {"heads",
              {8, 32, rows / 8, columns / 32},
              all({rows / 8 * columns, columns / 32, columns, 1}),
              false});
    time_map(bench, kernel, {"bias", {rows, columns}, last({columns, 1}, {0, 1}), true});
    time_map(bench, kernel, {"a number a row", {rows, columns}, last({columns, 1}, {1, 0}), true});
    time_map(bench, kernel, {"inner 7", {numel / 49 / 16, 16, 49}, all({49 * 16, 1, 16}), false});
    // Where the launch itself counts.
    for (const size_t side : {32, 256, 1024}) {
        const std::string name = std::to_string(side) + "x" + std::to_string(side);
        time_map(bench, kernel, {name.c_str(), {side * side}, {}, false});
        time_map(bench, kernel,
                 {(name + " rows").c_str(), {side, side}, all({side + 16, 1}), false});
        time_map(bench, kernel,
                 {(name + " transposed").c_str(), {side, side}, all({1, side}), false});
    }
}
