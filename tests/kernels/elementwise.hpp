// How element-wise kernels are called, whichever their operands.
#pragma once

#include "backend.hpp"

inline bool is_output(const Parameter &parameter)
{
    return parameter.name == "out" || parameter.name == "buf";
}

// The types of the inputs: the pointers other than those of sizes and the output.
inline std::vector<Type> input_types(const Kernel &kernel)
{
    std::vector<Type> types;
    for (const Parameter &p : kernel.parameters) {
        if (p.is_pointer && !p.is_size && !is_output(p)) {
            types.push_back(p.type);
        }
    }
    return types;
}

// What the parameters of a call are; the scalars are kept as their bits.
struct MapCall {
    size_t numel, rank;
    void *info;
    std::vector<void *> inputs;
    void *out;
    uint64_t scalars[2];

    // Pointers to them in the kernel's order. scalar(type) makes the scalars.
    template <class Scalar> std::vector<void *> arguments(const Kernel &kernel, Scalar scalar)
    {
        std::vector<void *> arguments;
        size_t next_input = 0, next_scalar = 0;
        for (const Parameter &p : kernel.parameters) {
            if (p.is_size) {
                arguments.push_back(p.is_pointer        ? static_cast<void *>(&info)
                                    : p.name == "numel" ? &numel
                                                        : &rank);
            } else if (p.is_pointer) {
                arguments.push_back(is_output(p) ? &out : &inputs[next_input++]);
            } else {
                scalars[next_scalar] = scalar(p.type);
                arguments.push_back(&scalars[next_scalar++]);
            }
        }
        return arguments;
    }
};
