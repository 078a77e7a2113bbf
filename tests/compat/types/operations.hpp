// The operations of CUDA's 16-bit and 8-bit types as a table of functions on bit patterns, so that
// one set of headers can be held against another, and both against a reference.
#pragma once

#include <cstdint>
#include <vector>

// What an argument or a result is, one letter each:
//   h, b  __half, __nv_bfloat16      H, B  their pairs, the first in the lower half
//   f, d  float, double              F     two floats, the first in the lower half
//   4, 5, 8  the bytes of e4m3, e5m2 and e8m0
//   i        an integer or a truth
//   2, 3, 6, 7, 0, 1, 9, u  of arguments: short, unsigned short, int, unsigned, long, unsigned long,
//            long long, unsigned long long
struct Operation {
    const char *name;
    const char *arguments;
    char result;
    uint64_t (*run)(uint64_t a, uint64_t b, uint64_t c);
};

// Of kbuild's headers, and of NVIDIA's where they are installed (else none).
const std::vector<Operation> &operations_ours();
const std::vector<Operation> &operations_theirs();
