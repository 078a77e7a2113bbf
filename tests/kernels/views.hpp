// Strided views of tensors, and the bytes of the info arrays that describe them.
#pragma once

#include "backend.hpp"

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
    transposed_each,
    rows,
    step,
    broadcast,
    broadcast_row,
    broadcast_column,
    odd_ones
};
constexpr int shape_count = 9;

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
    case Shape::transposed_each:
        // A batch of transposed matrices.
        if (rank > 1) {
            view.strides[rank - 1] = dims[rank - 2];
            view.strides[rank - 2] = 1;
        }
        break;
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

// dims, then the strides of each view, as u64.
inline Bytes info_bytes(const Sizes &dims, const std::vector<View> &views)
{
    Sizes info = dims;
    for (const View &view : views) {
        info.insert(info.end(), view.strides.begin(), view.strides.end());
    }
    Bytes bytes(info.size() * sizeof(size_t));
    for (size_t i = 0; i < info.size(); ++i) {
        memcpy(&bytes[i * sizeof(size_t)], &info[i], sizeof(size_t));
    }
    return bytes;
}
