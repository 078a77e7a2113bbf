// When two results are the same: bit for bit, but any NaN is a NaN.
#pragma once

#include "operations.hpp"

#include <cstdio>
#include <string>

inline bool is_nan_pattern(char kind, uint64_t bits)
{
    switch (kind) {
    case 'h': return (bits & 0x7fff) > 0x7c00;
    case 'b': return (bits & 0x7fff) > 0x7f80;
    case 'f': return (bits & 0x7fffffff) > 0x7f800000;
    case 'd': return (bits & ~(1ull << 63)) > 0x7ff0000000000000;
    case '4': return (bits & 0x7f) == 0x7f;
    case '5': return (bits & 0x7f) > 0x7c;
    default: return false;
    }
}

inline bool same_result(char kind, uint64_t wanted, uint64_t got)
{
    if (kind == 'H' || kind == 'B') {
        const char element = kind == 'H' ? 'h' : 'b';
        return same_result(element, wanted & 0xffff, got & 0xffff) &&
               same_result(element, wanted >> 16, got >> 16);
    }
    if (kind == 'F') {
        return same_result('f', wanted & 0xffffffff, got & 0xffffffff) &&
               same_result('f', wanted >> 32, got >> 32);
    }
    return wanted == got || (is_nan_pattern(kind, wanted) && is_nan_pattern(kind, got));
}

// Counts what is compared and says the first few that differ.
struct Tally {
    size_t checked = 0, failed = 0, operations = 0;

    void expect(const Operation &operation, uint64_t a, uint64_t b, uint64_t c, uint64_t wanted,
                uint64_t got, bool right)
    {
        ++checked;
        if (right) {
            return;
        }
        if (failed_here++ < 5) {
            fprintf(stderr, "%s [%s](%#llx, %#llx, %#llx): wanted %#llx, got %#llx\n",
                    operation.name, operation.arguments, static_cast<unsigned long long>(a),
                    static_cast<unsigned long long>(b), static_cast<unsigned long long>(c),
                    static_cast<unsigned long long>(wanted), static_cast<unsigned long long>(got));
        }
        ++failed;
    }
    void next_operation()
    {
        ++operations;
        failed_here = 0;
    }

  private:
    size_t failed_here = 0;
};
