// asort: rows of every size up to the largest, held against a stable sort of their columns.
#include "harness.hpp"

#include <algorithm>
#include <numeric>

namespace
{

// What rows are made of: all kinds of values; few, so that most are equal; one; and such as are in
// order already, or in the wrong one.
enum class Fill { random, few, equal, rising, falling };
constexpr int fill_count = 5;

Bytes row_values(Harness &h, Type type, size_t count, Fill fill)
{
    Bytes values = h.random_buffer(type, count);
    const size_t size = static_cast<size_t>(format_of(type).size);
    const Number few[] = {0.0L, -0.0L, 1.0L, 2.0L, NAN, HUGE_VALL, -HUGE_VALL, -1.0L};
    for (size_t i = 0; i < count; ++i) {
        const uint64_t draw = h.random() % 8;
        uint64_t bits = bits_load(type, &values[i * size]);
        switch (fill) {
        case Fill::random: break;
        case Fill::few: bits = is_float(type) ? bits_nearest(type, few[draw]) : draw; break;
        case Fill::equal: bits = bits_load(type, values.data()); break;
        case Fill::rising:
        case Fill::falling: {
            const size_t rank = fill == Fill::rising ? i : count - 1 - i;
            bits = is_float(type) ? bits_nearest(type, static_cast<Number>(rank) - 100) : rank / 32;
            break;
        }
        }
        bits_store(type, &values[i * size], bits);
    }
    return values;
}

std::vector<size_t> sorted_columns(const std::vector<Number> &row, bool descending)
{
    std::vector<size_t> columns(row.size());
    std::iota(columns.begin(), columns.end(), size_t(0));
    const auto is_less = [](Number a, Number b) { return std::isnan(b) ? !std::isnan(a) : a < b; };
    std::stable_sort(columns.begin(), columns.end(), [&](size_t a, size_t b) {
        return descending ? is_less(row[b], row[a]) : is_less(row[a], row[b]);
    });
    return columns;
}

// |block| threads, or as callers launch it where that is 0.
bool check_rows(Harness &h, const Kernel &kernel, size_t rows, int columns, unsigned block,
                size_t start)
{
    const bool descending = kernel.name.compare(0, 10, "asort_desc") == 0;
    const Type type = kernel.type_of("x");
    const size_t size = static_cast<size_t>(format_of(type).size),
                 count = static_cast<size_t>(columns);
    int padded = 1;
    while (padded < columns) {
        padded *= 2;
    }
    Bytes x(start * size);
    for (size_t row = 0; row < rows; ++row) {
        const Fill fill = static_cast<Fill>((row + count + h.turn()) % fill_count);
        const Bytes values = row_values(h, type, count, fill);
        x.insert(x.end(), values.begin(), values.end());
    }
    const Upload upload(h.backend(), x);
    Output out(h, Type::u32, rows * count, start);
    void *pointer = upload.memory() + start * size;
    const unsigned threads = block != 0 ? block : static_cast<unsigned>(std::min(padded, 1024));
    const Launch launch({static_cast<unsigned>(rows), 1, 1}, {threads, 1, 1},
                        4 * static_cast<unsigned>(padded));
    if (!h.launch(kernel, launch, {&pointer, out.argument(), &columns, &padded}) ||
        !out.fetch(kernel)) {
        return false;
    }
    bool is_right = true;
    for (size_t row = 0; row < rows; ++row) {
        std::vector<Number> numbers(count);
        for (size_t i = 0; i < count; ++i) {
            numbers[i] = number_of(type, bits_load(type, &x[(start + row * count + i) * size]));
        }
        const std::vector<size_t> wanted = sorted_columns(numbers, descending);
        for (size_t i = 0; i < count; ++i) {
            const uint64_t got = out.bits(row * count + i);
            if (got != wanted[i]) {
                is_right = h.report(kernel, "wrong column", row * count + i, wanted[i], got);
            }
        }
    }
    h.count_elements(rows * count);
    return is_right;
}

} // namespace

bool check_sort(Harness &h, const Kernel &kernel)
{
    bool is_right = true;
    for (const int columns :
         {1, 2, 3, 4, 7, 16, 31, 32, 33, 64, 65, 100, 128, 200, 256, 257, 512}) {
        is_right =
            check_rows(h, kernel, 5, columns, 0, static_cast<size_t>(columns) % 3) && is_right;
    }
    for (const int columns : {1000, 1024, 1025, 2048, 3000, 5000}) {
        const size_t rows = columns < 2000 ? 2 : 1;
        is_right = check_rows(h, kernel, rows, columns, 0, 1) && is_right;
    }
    if (h.thorough()) {
        for (const int columns : {4095, 4096, 4097, 8191, 8192}) {
            is_right = check_rows(h, kernel, fill_count, columns, 0, 0) && is_right;
        }
    }
    // Blocks that callers do not launch: of no power of two, of less than a warp, of one thread.
    is_right = check_rows(h, kernel, 2, 64, 48, 0) && is_right;
    is_right = check_rows(h, kernel, 2, 300, 40, 0) && is_right;
    is_right = check_rows(h, kernel, 2, 60, 16, 1) && is_right;
    is_right = check_rows(h, kernel, 2, 50, 3, 0) && is_right;
    is_right = check_rows(h, kernel, 1, 20, 1, 0) && is_right;
    return is_right;
}
