// The kernels' logic without a GPU: the .cu sources themselves, compiled for the host through
// shim/, each launch a loop over its threads.
//
// usage: host_check abi.tsv [brief|thorough]: "brief" takes every third kernel, and fewer cases of
// each
#include "shim/device.h"

#include "kernels/candle/affine.cu"
#include "kernels/candle/binary.cu"
#include "kernels/candle/cast.cu"
#include "kernels/candle/fill.cu"
#include "kernels/candle/ternary.cu"
#include "kernels/candle/unary.cu"

#include "harness.hpp"
#include "views.hpp"

#include <cstdlib>
#include <map>
#include <set>

using Function = void (*)();

static const std::map<std::string, Function> &functions()
{
    static const std::map<std::string, Function> table = {
#define ENTRY(name) {#name, reinterpret_cast<Function>(name)},
#include "kernel_names.inc"
#undef ENTRY
    };
    return table;
}

template <class T> static const T &argument(void **arguments, size_t i)
{
    return *static_cast<const T *>(arguments[i]);
}

// Calls a kernel whose parameters are the types A, with every pointer as void *: another function
// type, the same call.
template <class... A, size_t... I>
#ifdef __clang__
__attribute__((no_sanitize("function")))
#endif
static void
call(Function function, void **arguments, std::index_sequence<I...>)
{
    reinterpret_cast<void (*)(A...)>(function)(argument<A>(arguments, I)...);
}

template <class... A> static void call(Function function, void **arguments)
{
    call<A...>(function, arguments, std::index_sequence_for<A...>());
}

// Scalars of T are passed by value, so their type matters; pointers are all alike.
template <class T>
static void call_kernel(const Kernel &kernel, Function function, void **arguments)
{
    using P = void *;
    if (kernel.family == "affine") {
        call<usize, usize, P, P, P, T, T>(function, arguments);
    } else if (kernel.name.compare(0, 5, "fill_") == 0) {
        call<P, T, usize>(function, arguments);
    } else if (kernel.name.compare(0, 7, "copy2d_") == 0) {
        call<P, P, u32, u32, u32, u32>(function, arguments);
    } else if (kernel.family == "fill") {
        call<usize, usize, P, T, P>(function, arguments);
    } else if (kernel.family == "ternary") {
        call<usize, usize, P, P, P, P, P>(function, arguments);
    } else if (kernel.family == "binary") {
        call<usize, usize, P, P, P, P>(function, arguments);
    } else if (kernel.parameters.size() == 6) {
        call<usize, usize, P, T, P, P>(function, arguments);
    } else {
        call<usize, usize, P, P, P>(function, arguments);
    }
}

class HostBackend : public Backend
{
  public:
    void *allocate(size_t bytes) override
    {
        // As aligned as a device allocation, and no larger than asked for, so that AddressSanitizer
        // sees every read beyond the end.
        void *memory = nullptr;
        return posix_memalign(&memory, 256, bytes) == 0 ? memory : nullptr;
    }
    void release(void *memory) override
    {
        free(memory);
    }
    void write(void *to, const void *from, size_t bytes) override
    {
        memcpy(to, from, bytes);
    }
    void read(void *to, const void *from, size_t bytes) override
    {
        memcpy(to, from, bytes);
    }
    bool launch(const Kernel &kernel, const Launch &shape, void **arguments) override
    {
        const unsigned grid = shape.grid[0], block = shape.block[0];
        const auto found = functions().find(kernel.name);
        if (found == functions().end()) {
            return false;
        }
        gridDim = {grid, 1, 1};
        blockDim = {block, 1, 1};
        for (unsigned b = 0; b < grid; ++b) {
            for (unsigned t = 0; t < block; ++t) {
                blockIdx = {b, 0, 0};
                threadIdx = {t, 0, 0};
                run(kernel, found->second, arguments);
            }
        }
        return true;
    }

  private:
    static void run(const Kernel &kernel, Function function, void **arguments)
    {
        const Parameter *scalar = nullptr;
        for (const Parameter &p : kernel.parameters) {
            if (!p.is_pointer && !p.is_size) {
                scalar = &p;
            }
        }
        switch (scalar == nullptr ? Type::u8 : scalar->type) {
        case Type::u8: return call_kernel<u8>(kernel, function, arguments);
        case Type::u32: return call_kernel<u32>(kernel, function, arguments);
        case Type::i16: return call_kernel<i16>(kernel, function, arguments);
        case Type::i32: return call_kernel<i32>(kernel, function, arguments);
        case Type::i64: return call_kernel<i64>(kernel, function, arguments);
        case Type::f8: return call_kernel<f8e4m3>(kernel, function, arguments);
        case Type::bf16: return call_kernel<bf16>(kernel, function, arguments);
        case Type::f16: return call_kernel<f16>(kernel, function, arguments);
        case Type::f32: return call_kernel<f32>(kernel, function, arguments);
        case Type::f64: return call_kernel<f64>(kernel, function, arguments);
        }
    }
};

// Beyond what a launch can reach in a test: indices, dimensions and offsets past 2^32.
static bool layout_is_right_for_huge_tensors()
{
    const Sizes dims = {5, 3, (1ull << 31) + 7, 6};
    const View view = {{(1ull << 36) + 1, 0, 11, (1ull << 33)}, 0};
    const View dense = {dense_strides(dims), 0};
    Sizes info = dims;
    info.insert(info.end(), view.strides.begin(), view.strides.end());
    info.insert(info.end(), dense.strides.begin(), dense.strides.end());
    const usize numel = product_of(dims);
    std::mt19937_64 random(7);
    static Walk<2> walk;
    walk.find<4, 8>(dims.size(), info.data(), 7);
    for (int i = 0; i < 100000; ++i) {
        const usize index = i == 0 ? numel - 1 : random() % numel;
        if (walk.offset(walk.access(), 0, index) != offset_of(dims, view, index) ||
            walk.offset(walk.access(), 1, index) != index) {
            fprintf(stderr, "layout: wrong place of element %zu of a walk\n", index);
            return false;
        }
    }
    // Rows of 6 elements are a pack and a part of one.
    walk.find<4, 8>(dims.size(), info.data(), Walk<2>::anywhere);
    if (walk.units() != numel / 6 * 2 || walk.row() != 6 || !walk.access().is_wide() ||
        walk.access().has_no_parts()) {
        fprintf(stderr, "layout: wrong units of a walk\n");
        return false;
    }
    for (int i = 0; i < 100000; ++i) {
        const usize unit = i == 0 ? walk.units() - 1 : random() % walk.units();
        const usize index = unit / 2 * 6 + unit % 2 * 4;
        const Place<2> place = walk.place<true>(walk.access(), unit);
        if (place.offsets.of[0] != offset_of(dims, view, index) || place.offsets.of[1] != index ||
            place.offsets.of[2] != index || place.in_row != unit % 2) {
            fprintf(stderr, "layout: wrong place of unit %zu of a walk\n", unit);
            return false;
        }
    }
    return true;
}

// Strides about 2^32, of few units: |wide| says whether one of them, or of their packs or tiles,
// has more than 32 bits.
static bool strides_are_right(const Sizes &a, const Sizes &b, bool wide)
{
    const Sizes dims = {6, 32, 8};
    const View views[] = {{a, 0}, {b, 0}};
    Sizes info = dims;
    info.insert(info.end(), a.begin(), a.end());
    info.insert(info.end(), b.begin(), b.end());
    static Walk<2> walk;
    walk.find<4, 8>(dims.size(), info.data(), Walk<2>::anywhere);
    const Access access = walk.access();
    bool is_right = access.is_wide() == wide;
    std::set<usize> seen;
    for (usize unit = 0; unit < walk.units(); ++unit) {
        const Place<2> place = access.is_wide() ? walk.place<true>(access, unit)
                                                : walk.place<true>(access, static_cast<u32>(unit));
        const usize index = place.offsets.of[2];
        is_right = is_right && seen.insert(index).second &&
                   place.offsets.of[0] == offset_of(dims, views[0], index) &&
                   place.offsets.of[1] == offset_of(dims, views[1], index);
    }
    if (!is_right || *seen.rbegin() + 4 != product_of(dims)) {
        fprintf(stderr, "layout: wrong places of strides %zu %zu %zu and %zu %zu %zu\n", a[0], a[1],
                a[2], b[0], b[1], b[2]);
        return false;
    }
    return true;
}
static bool layout_is_right_for_large_strides()
{
    constexpr usize limit = 1ull << 32;
    const Sizes dense = {256, 8, 1}, across = {32, 1, 192};
    return strides_are_right({limit - 1, 8, 1}, dense, false) &&
           strides_are_right({limit, 8, 1}, dense, true) &&
           strides_are_right({0 - limit, 8, 1}, dense, true) &&
           strides_are_right(dense, {8, 64, limit / 4 - 1}, false) &&
           strides_are_right(dense, {8, 64, limit / 4}, true) &&
           strides_are_right(across, {8, limit / 8 - 1, 1}, false) &&
           strides_are_right(across, {8, limit / 8, 1}, true);
}

int main(int argc, char **argv)
{
    std::vector<Kernel> kernels;
    const std::string how = argc > 2 ? argv[2] : "";
    const Depth depth = how == "brief"      ? Depth::brief
                        : how == "thorough" ? Depth::thorough
                                            : Depth::usual;
    if (argc < 2 || (argc > 2 && depth == Depth::usual) || !kernels_read(argv[1], &kernels)) {
        fprintf(stderr, "usage: host_check abi.tsv [brief|thorough]\n");
        return 2;
    }
    HostBackend backend;
    Harness harness(backend, depth);
    size_t failed =
        layout_is_right_for_huge_tensors() && layout_is_right_for_large_strides() ? 0 : 1;
    size_t checked = 0, number = 0;
    for (const Kernel &kernel : kernels) {
        // Each operation has kernels for up to ten types: in turn, every third takes all of them.
        if (functions().count(kernel.name) != 0 && (number++ % 3 == 0 || depth != Depth::brief)) {
            failed += harness.check(kernel) ? 0 : 1;
            ++checked;
        }
    }
    printf("%zu kernels, %zu launches, %zu elements checked, %zu failed\n", checked,
           harness.launches(), harness.elements(), failed);
    return failed == 0 && checked > 0 ? 0 : 1;
}
