// The kernels that multiply quantized weights by q8_1: what their names say, and how callers launch
// them.
#pragma once

#include "gguf_launch.hpp"

namespace gguf
{

struct ProductKernel {
    enum Kind { vectors, matrices, experts } kind;
    const Format *format;
    size_t count; // vectors of mul_mat_vec

    explicit ProductKernel(const std::string &name)
    {
        const std::string of_vectors = "mul_mat_vec_", of_experts = "indexed_moe_forward_";
        if (name.compare(0, of_vectors.size(), of_vectors) == 0) {
            kind = vectors;
            format = format_behind(name, of_vectors);
            count = static_cast<size_t>(name.back() - '0');
        } else if (name.compare(0, of_experts.size(), of_experts) == 0) {
            kind = experts;
            // Names like q4k end at an underscore.
            format = format_named(
                name.substr(of_experts.size(), name[of_experts.size() + 2] == 'k' ? 3 : 4));
            count = 1;
        } else {
            kind = matrices;
            format = format_behind(name, "mul_mat_");
            count = 0;
        }
    }

    // Of mul_mat: the outputs of a block of threads.
    size_t tile_rows() const
    {
        const bool is_low = format->id == Id::q5_0 || format->id == Id::q5_1 ||
                            format->id == Id::q8_0 || format->id == Id::q6_K;
        return is_low ? 64 : 128;
    }
    size_t tile_columns() const
    {
        const bool is_wide = format->id == Id::q5_0 || format->id == Id::q5_1 ||
                             format->id == Id::q8_0 || format->id == Id::q3_K;
        return is_wide ? 128 : 64;
    }

    size_t row_bytes(size_t columns) const
    {
        return columns / static_cast<size_t>(format->elements) * static_cast<size_t>(format->bytes);
    }

    // |rows| of weights, |lines| of activations where the kernel's name does not say how many.
    Launch launch(size_t rows, size_t lines) const
    {
        if (kind == matrices) {
            return {{ceil_div(rows, tile_rows()), ceil_div(lines, tile_columns()), 1}, {32, 4, 1}};
        }
        return {{ceil_div(rows, count == 1 ? 1 : 2), 1, 1}, {32, count > 4 ? 2u : 4u, 1}};
    }
    Launch launch_experts(size_t rows, size_t batch, size_t topk) const
    {
        return {{static_cast<unsigned>(rows), static_cast<unsigned>(batch),
                 static_cast<unsigned>(topk)},
                {32, 4, 1}};
    }
};

} // namespace gguf
