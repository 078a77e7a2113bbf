// Runs every kernel of the five families on a backend, a host or a GPU, over layouts, alignments,
// sizes, launch shapes and special values, and holds each element against semantics.hpp.
#pragma once

#include "kernel_list.hpp"
#include "semantics.hpp"

#include <cstdio>
#include <map>
#include <random>
#include <set>

// Where kernels run. Memory is the backend's own; |arguments| point to values in the order of the
// parameters, as for cuLaunchKernel.
class Backend
{
  public:
    virtual ~Backend() = default;
    virtual void *allocate(size_t bytes) = 0;
    virtual void release(void *memory) = 0;
    virtual void write(void *to, const void *from, size_t bytes) = 0;
    virtual void read(void *to, const void *from, size_t bytes) = 0;
    virtual bool launch(const Kernel &kernel, unsigned grid, unsigned block, void **arguments) = 0;
};

using Bytes = std::vector<uint8_t>;
using Sizes = std::vector<size_t>;

// A view of one operand: strides in elements, and where in its buffer it starts.
struct View {
    Sizes strides;
    size_t start;
};

inline size_t product_of(const Sizes &dims)
{
    size_t product = 1;
    for (size_t dim : dims) {
        product *= dim;
    }
    return product;
}

inline Sizes dense_strides(const Sizes &dims)
{
    Sizes strides(dims.size());
    size_t product = 1;
    for (size_t d = dims.size(); d-- > 0;) {
        strides[d] = product;
        product *= dims[d];
    }
    return strides;
}

inline size_t offset_of(const Sizes &dims, const View &view, size_t index)
{
    size_t offset = view.start;
    for (size_t d = dims.size(); d-- > 0;) {
        offset += index % dims[d] * view.strides[d];
        index /= dims[d];
    }
    return offset;
}

inline size_t extent_of(const Sizes &dims, const View &view)
{
    size_t last = view.start;
    for (size_t d = 0; d < dims.size(); ++d) {
        last += (dims[d] - 1) * view.strides[d];
    }
    return last + 1;
}

enum class Shape {
    dense,
    transposed,
    rows,
    step,
    broadcast,
    broadcast_row,
    broadcast_column,
    odd_ones
};
constexpr int shape_count = 8;

inline View view_of(const Sizes &dims, Shape shape, size_t start)
{
    View view = {dense_strides(dims), start};
    const size_t rank = dims.size();
    if (rank == 0) {
        return view;
    }
    switch (shape) {
    case Shape::dense: break;
    case Shape::transposed: {
        size_t product = 1;
        for (size_t d = 0; d < rank; ++d) {
            view.strides[d] = product;
            product *= dims[d];
        }
        break;
    }
    case Shape::rows: {
        // Rows of a wider tensor, 16 elements more.
        size_t product = dims[rank - 1] + 16;
        for (size_t d = rank - 1; d-- > 0;) {
            view.strides[d] = product;
            product *= dims[d];
        }
        break;
    }
    case Shape::step:
        for (size_t &stride : view.strides) {
            stride *= 3;
        }
        break;
    case Shape::broadcast: std::fill(view.strides.begin(), view.strides.end(), 0); break;
    case Shape::broadcast_row: view.strides[0] = 0; break;
    case Shape::broadcast_column: view.strides[rank - 1] = 0; break;
    case Shape::odd_ones:
        // The stride of a dimension of size 1 means nothing.
        for (size_t d = 0; d < rank; ++d) {
            view.strides[d] = dims[d] == 1 ? 12345 : view.strides[d];
        }
        break;
    }
    return view;
}

enum class Aliasing { none, null_input, same_address };

struct Case {
    Sizes dims;
    std::vector<View> views; // of each operand
    size_t out_start;
    bool null_info;
    Aliasing aliasing;
    unsigned grid;
    unsigned block;
};

class Checker
{
  public:
    // |thorough| runs every case on every kernel, otherwise a quarter of them, another one each
    // time.
    Checker(Backend &backend, bool thorough)
        : backend_(backend), thorough_(thorough), random_(20240607)
    {
    }

    // Prints what failed, at most a few lines a kernel.
    bool check(const Kernel &kernel);

    size_t launches() const
    {
        return launches_;
    }
    size_t elements() const
    {
        return elements_;
    }

  private:
    bool check_map(const Kernel &kernel);
    bool check_fill(const Kernel &kernel);
    bool check_copy2d(const Kernel &kernel);
    bool check_const_set(const Kernel &kernel);
    bool check_empty(const Kernel &kernel);

    bool run_map(const Kernel &kernel, const Case &c, bool exhaustive);
    bool run_const_set(const Kernel &kernel, const Sizes &dims, const View &view, bool null_info,
                       unsigned grid, unsigned block);
    std::vector<Case> map_cases(size_t operands);
    void next_launch(size_t numel, unsigned *out_grid, unsigned *out_block);

    uint64_t random_bits(Type type, bool is_condition);
    Bytes random_buffer(Type type, size_t count, bool is_condition);
    bool launch(const Kernel &kernel, unsigned grid, unsigned block, std::vector<void *> arguments);
    bool report(const Kernel &kernel, const char *what, size_t index, uint64_t input, uint64_t got);
    bool guards_hold(const Kernel &kernel, const Bytes &buffer, const std::vector<bool> &written);

    Backend &backend_;
    bool thorough_;
    std::mt19937_64 random_;
    size_t kernels_ = 0;
    size_t launches_ = 0;
    size_t elements_ = 0;
    unsigned launch_shape_ = 0;
    int reports_ = 0;
};

// Device memory with a copy of |bytes|, for as long as it lives.
class Upload
{
  public:
    Upload(Backend &backend, const Bytes &bytes) : backend_(backend), bytes_(bytes.size())
    {
        memory_ = backend.allocate(bytes.empty() ? 1 : bytes.size());
        if (!bytes.empty()) {
            backend.write(memory_, bytes.data(), bytes.size());
        }
    }
    Upload(const Upload &) = delete;
    Upload &operator=(const Upload &) = delete;
    ~Upload()
    {
        backend_.release(memory_);
    }
    Bytes download() const
    {
        Bytes bytes(bytes_);
        backend_.read(bytes.data(), memory_, bytes_);
        return bytes;
    }
    char *memory() const
    {
        return static_cast<char *>(memory_);
    }

  private:
    Backend &backend_;
    size_t bytes_;
    void *memory_;
};
