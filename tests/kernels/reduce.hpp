// The parts of the check of family reduce.
#pragma once

#include "harness.hpp"
#include "views.hpp"

bool check_fast(Harness &h, const Kernel &kernel);    // fast_*
bool check_sum(Harness &h, const Kernel &kernel);     // sum_*
bool check_softmax(Harness &h, const Kernel &kernel); // softmax_*
bool check_norm(Harness &h, const Kernel &kernel);    // rmsnorm_*, layernorm_*
bool check_rope(Harness &h, const Kernel &kernel);    // rope_*

inline bool begins_with(const std::string &text, const std::string &with)
{
    return text.compare(0, with.size(), with) == 0;
}

inline size_t size_of(Type type)
{
    return static_cast<size_t>(format_of(type).size);
}

// Half a unit in the last place of 1.
inline Number unit_of(Type type)
{
    return ldexpl(1, -1 - format_of(type).mantissa);
}

// What the elements of |buffer| from |start| on are.
inline std::vector<Number> numbers_in(Type type, const Bytes &buffer, size_t start)
{
    std::vector<Number> numbers(buffer.size() / size_of(type) - start);
    for (size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = number_of(type, bits_load(type, &buffer[(start + i) * size_of(type)]));
    }
    return numbers;
}

// Whether |got| is within |tolerance| of |wanted|; infinity stands for everything that is nearer to
// it than to the largest number, and NaN for NaN.
inline bool is_near(Type type, Number got, Number wanted, Number tolerance)
{
    if (std::isnan(wanted) || std::isnan(got)) {
        return std::isnan(wanted) && std::isnan(got);
    }
    if (std::isinf(wanted)) {
        return got == wanted;
    }
    if (std::isinf(got)) {
        const Number most = largest_of(type);
        return (got > 0) == (wanted > 0) &&
               fabsl(wanted) + tolerance >= most + ulp_of(type, most) / 2;
    }
    return fabsl(got - wanted) <= tolerance;
}
