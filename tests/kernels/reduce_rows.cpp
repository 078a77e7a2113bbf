// softmax, rmsnorm and layernorm: rows from one element to thousands, at every alignment.
#include "reduce.hpp"

#include <algorithm>

namespace
{

struct Rows {
    size_t count;
    size_t columns;
    size_t src_start; // elements behind an aligned address
    size_t dst_start;
};

const size_t row_sizes[] = {1,   2,   3,   5,   8,   15,  16,  31,   32,   33,   64,   100,  127,
                            128, 129, 250, 256, 257, 512, 768, 1000, 1023, 1024, 1025, 2048, 4099};

// Sizes with every alignment of either side, and some alike.
std::vector<Rows> row_cases(Harness &h)
{
    std::vector<Rows> cases;
    size_t turn = h.turn();
    for (size_t columns : row_sizes) {
        const size_t count = columns < 200 ? 5 : 2;
        cases.push_back({count, columns, 0, 0});
        cases.push_back({count, columns, turn % 9, turn % 9});
        cases.push_back({1, columns, turn % 4, turn / 4 % 9});
        turn += 5;
    }
    cases.push_back({1, 10007, 0, 0});
    if (h.thorough()) {
        cases.push_back({3, 100000, 0, 0});
        cases.push_back({7, 65536, 0, 0});
    }
    return cases;
}

void set_number(Type type, Bytes *bytes, size_t index, Number x)
{
    bits_store(type, &(*bytes)[index * size_of(type)], bits_nearest(type, x));
}

// A row with an infinity or a NaN in it, much of which is masked out, or which is far from zero.
void make_row_special(Harness &h, Type type, Bytes *bytes, size_t first, size_t columns,
                      size_t kind)
{
    const size_t place = first + h.random() % columns;
    for (size_t i = first; i < first + columns; ++i) {
        if (kind == 3 || (kind == 4 && i - first < columns * 3 / 4) || (kind == 5 && i % 2 == 0)) {
            set_number(type, bytes, i, -HUGE_VALL);
        } else if (kind == 6) {
            set_number(type, bytes, i,
                       number_of(type, bits_load(type, &(*bytes)[i * size_of(type)])) -
                           (type == Type::f16 ? 60000 : 1e30L));
        }
    }
    if (kind < 3) {
        const Number special[] = {NAN, HUGE_VALL, -HUGE_VALL};
        set_number(type, bytes, place, special[kind]);
    }
}

Number softmax_tolerance(Type type, Number wanted)
{
    switch (type) {
    case Type::f32: return 4e-7L + 2e-6L * wanted;
    case Type::f64: return 1e-16L + 1e-14L * wanted;
    default: return 2 * ulp_of(type, wanted);
    }
}

bool is_softmax(Harness &h, const Kernel &kernel, const std::vector<Number> &row, size_t first,
                const Output &out)
{
    const Type type = kernel.type_of("dst");
    Number largest = row[0], sum = 0, total = 0;
    for (Number x : row) {
        largest = x > largest ? x : largest;
    }
    for (Number x : row) {
        sum += expl(x - largest);
    }
    bool is_right = true;
    for (size_t i = 0; i < row.size(); ++i) {
        const Number wanted = expl(row[i] - largest) / sum;
        const Number got = number_of(type, out.bits(first + i));
        total += got;
        if (!is_near(type, got, wanted, softmax_tolerance(type, wanted))) {
            is_right = h.report(kernel, "wrong weight", first + i, bits_nearest(type, row[i]),
                                out.bits(first + i));
        }
    }
    if (type == Type::f32 && std::isfinite(sum) && fabsl(total - 1) > 1e-5L) {
        is_right = h.report(kernel, "weights do not add up to 1", first, 0, out.bits(first));
    }
    return is_right;
}

bool run_softmax(Harness &h, const Kernel &kernel, const Rows &rows, Number scale)
{
    const Type type = kernel.type_of("src");
    const size_t count = rows.count * rows.columns;
    Bytes src = h.random_numbers(type, rows.src_start + count, scale);
    for (size_t r = 1; r < rows.count; ++r) {
        make_row_special(h, type, &src, rows.src_start + r * rows.columns, rows.columns,
                         h.random() % 12);
    }
    const Upload upload(h.backend(), src);
    Output out(h, type, count, rows.dst_start);
    void *from = upload.memory() + rows.src_start * size_of(type);
    int32_t columns = static_cast<int32_t>(rows.columns);
    if (!h.launch(kernel, {{static_cast<unsigned>(rows.count), 1, 1}, {1, 32, 1}},
                  {&from, out.argument(), &columns}) ||
        !out.fetch(kernel)) {
        return false;
    }
    const std::vector<Number> numbers = numbers_in(type, src, rows.src_start);
    bool is_right = true;
    for (size_t r = 0; r < rows.count; ++r) {
        const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(r * rows.columns);
        const std::vector<Number> row(first, first + static_cast<std::ptrdiff_t>(rows.columns));
        is_right = is_softmax(h, kernel, row, r * rows.columns, out) && is_right;
    }
    h.count_elements(count);
    return is_right;
}

struct NormCase {
    Rows rows;
    bool has_alpha, has_beta;
    Number mean, deviation;
    float eps;
    int32_t block = 0; // threads; 0: as callers launch
};

Number norm_tolerance(Type type, Number wanted)
{
    switch (type) {
    case Type::f32: return 1e-5L * (1 + fabsl(wanted));
    case Type::f64: return 1e-12L * (1 + fabsl(wanted));
    default: return 1e-5L * (1 + fabsl(wanted)) + ulp_of(type, wanted);
    }
}

bool run_norm(Harness &h, const Kernel &kernel, const NormCase &c)
{
    const bool has_mean = begins_with(kernel.name, "layernorm_");
    const Type type = kernel.type_of("src");
    const Rows &rows = c.rows;
    const size_t count = rows.count * rows.columns;
    Bytes src = h.random_numbers(type, rows.src_start + count, c.deviation);
    for (size_t i = 0; i < rows.src_start + count; ++i) {
        set_number(type, &src, i,
                   c.mean + number_of(type, bits_load(type, &src[i * size_of(type)])));
    }
    const Bytes alpha = h.random_numbers(type, rows.src_start + rows.columns, 2);
    const Bytes beta = h.random_numbers(type, rows.dst_start + rows.columns, 2);
    const Upload src_upload(h.backend(), src), alpha_upload(h.backend(), alpha),
        beta_upload(h.backend(), beta);
    Output out(h, type, count, rows.dst_start);
    void *from = src_upload.memory() + rows.src_start * size_of(type);
    void *factors = c.has_alpha ? alpha_upload.memory() + rows.src_start * size_of(type) : nullptr;
    void *terms = c.has_beta ? beta_upload.memory() + rows.dst_start * size_of(type) : nullptr;
    int32_t columns = static_cast<int32_t>(rows.columns), block = columns < 1024 ? 32 : 1024;
    if (c.block != 0) {
        block = c.block;
    }
    float eps = c.eps;
    std::vector<void *> arguments = {&from, out.argument(), &factors};
    if (has_mean) {
        arguments.push_back(&terms);
    }
    arguments.insert(arguments.end(), {&columns, &block, &eps});
    const Launch launch(static_cast<unsigned>(rows.count), static_cast<unsigned>(block));
    if (!h.launch(kernel, launch, arguments) || !out.fetch(kernel)) {
        return false;
    }
    const std::vector<Number> x = numbers_in(type, src, rows.src_start),
                              a = numbers_in(type, alpha, rows.src_start),
                              b = numbers_in(type, beta, rows.dst_start);
    bool is_right = true;
    for (size_t r = 0; r < rows.count; ++r) {
        const size_t first = r * rows.columns;
        const Number n = static_cast<Number>(rows.columns);
        Number mean = 0, square = 0;
        for (size_t i = 0; i < rows.columns && has_mean; ++i) {
            mean += x[first + i] / n;
        }
        for (size_t i = 0; i < rows.columns; ++i) {
            square += (x[first + i] - mean) * (x[first + i] - mean) / n;
        }
        const Number scale = 1 / sqrtl(square + static_cast<Number>(c.eps));
        // As docs/kernels.md limits it: the mean is at most 10 deviations.
        const Number beyond = c.deviation == 0 ? 0 : mean * mean * scale * scale / 100;
        for (size_t i = 0; i < rows.columns; ++i) {
            const Number wanted = (x[first + i] - mean) * scale * (c.has_alpha ? a[i] : 1) +
                                  (has_mean && c.has_beta ? b[i] : 0);
            const uint64_t got = out.bits(first + i);
            if (!is_near(type, number_of(type, got), wanted,
                         norm_tolerance(type, wanted) * fmaxl(1, beyond))) {
                is_right = h.report(kernel, "wrong element", first + i,
                                    bits_nearest(type, x[first + i]), got);
            }
        }
    }
    h.count_elements(count);
    return is_right;
}

} // namespace

bool check_softmax(Harness &h, const Kernel &kernel)
{
    bool is_right = true;
    size_t turn = 0;
    for (const Rows &rows : row_cases(h)) {
        is_right = run_softmax(h, kernel, rows, turn++ % 2 == 0 ? 8 : 80) && is_right;
    }
    // So many that a block takes several, the last one some that are not there.
    if (h.thorough()) {
        is_right = run_softmax(h, kernel, {(1 << 19) + 1, 20, 0, 0}, 8) && is_right;
    }
    return is_right;
}

bool check_norm(Harness &h, const Kernel &kernel)
{
    bool is_right = true;
    size_t turn = 0;
    for (const Rows &rows : row_cases(h)) {
        const NormCase c = {rows,
                            turn % 5 != 3,
                            turn % 7 != 4,
                            turn % 3 == 0 ? 5.0L : 0.0L,
                            turn % 11 == 10 ? 0.0L : 1.0L,
                            turn % 2 == 0 ? 1e-5f : 1e-6f};
        is_right = run_norm(h, kernel, c) && is_right;
        ++turn;
    }
    // So many that a block takes several; the last one some that are not there.
    const size_t many = h.thorough() ? 70001 : 16500;
    const Number deviation = 1;
    // So many large blocks that most leave at once.
    const size_t blocks = 256 * 64 / size_of(kernel.type_of("src")) + 3;
    if (h.is_turn(2, 4)) {
        is_right =
            run_norm(h, kernel, {{blocks, 16, 0, 0}, true, true, 2, deviation, 1e-5f, 1024}) &&
            is_right;
    }
    if (h.is_turn(0, 2)) {
        is_right =
            run_norm(h, kernel, {{many, 16, 0, 0}, true, true, 0, deviation, 1e-5f}) && is_right;
    }
    if (h.is_turn(1, 2)) {
        is_right =
            run_norm(h, kernel, {{513, 1024, 0, 0}, true, true, 2, deviation, 1e-5f}) && is_right;
    }
    return is_right;
}
