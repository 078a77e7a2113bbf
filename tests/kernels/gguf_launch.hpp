// How callers launch the kernels that dequantize, look rows up and quantize.
#pragma once

#include "gguf.hpp"

#include <algorithm>

namespace gguf
{

inline unsigned ceil_div(size_t count, size_t by)
{
    return static_cast<unsigned>((count + by - 1) / by);
}

// Threads of a block where one makes a super-block.
inline unsigned super_threads(const Format &format)
{
    return format.id == Id::q4_K || format.id == Id::q8_K ? 32 : 64;
}

// dequantize_block_FORMAT_T
inline Launch dequantize_launch(const Format &format, size_t elements)
{
    if (format.id == Id::q5_0 || format.id == Id::q5_1) {
        return {ceil_div(elements, 512), 256};
    }
    return {ceil_div(elements, 256), format.elements == 256 ? super_threads(format) : 32};
}

// get_rows_FORMAT of |ids| rows; |format| is null for get_rows_T. |most_y| bounds the grid.
inline Launch lookup_launch(const Format *format, size_t ids, size_t columns,
                            unsigned most_y = 65535)
{
    const unsigned rows = static_cast<unsigned>(ids);
    if (format != nullptr && format->elements == 256) {
        return {{rows, ceil_div(columns, 256), 1}, {super_threads(*format), 1, 1}};
    }
    const unsigned y = ceil_div(columns, format == nullptr ? 256 : 512);
    return {{rows, std::min(y, most_y), 1}, {256, 1, 1}};
}

// quantize_q8_1
inline Launch quantize_launch(size_t rows, size_t padded)
{
    return {{ceil_div(padded, 256), static_cast<unsigned>(rows), 1}, {256, 1, 1}};
}

// The format that a kernel's name has behind |prefix|, whatever follows; null if there is none.
inline const Format *format_behind(const std::string &name, const std::string &prefix)
{
    return format_named(name.substr(prefix.size(), 4));
}

} // namespace gguf
