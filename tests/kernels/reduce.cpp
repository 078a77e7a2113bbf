// fast_*: every output against a loop over its elements, for regions of every size and layout.
#include "reduce.hpp"

#include "harness.hpp"

#include <algorithm>

namespace
{

enum class Reduction { sum, min, max, argmin, argmax };

// The last |reduced| dimensions of a view are reduced.
struct FastCase {
    Sizes dims;
    View view;
    size_t reduced;
    size_t missing;     // elements less than there are, in the last output
    unsigned block = 0; // threads; 0: as callers launch
};

Reduction reduction_of(const Kernel &kernel)
{
    static const char *const names[] = {"fast_sum_", "fast_min_", "fast_max_", "fast_argmin_",
                                        "fast_argmax_"};
    int i = 0;
    while (!begins_with(kernel.name, names[i])) {
        ++i;
    }
    return static_cast<Reduction>(i);
}

// Sums get numbers; extremes numbers of all kinds, or so few that most are equal.
Bytes fast_elements(Harness &h, Reduction reduction, Type type, size_t count)
{
    if (reduction == Reduction::sum) {
        return is_float(type) ? h.random_numbers(type, count, 4) : h.random_buffer(type, count);
    }
    const uint64_t draw = h.random() % 4;
    Bytes elements = h.random_buffer(type, count);
    if (draw < 2) {
        return elements;
    }
    const Number values[] = {1.0L, 2.0L, -1.0L, NAN, HUGE_VALL, -HUGE_VALL};
    const size_t kinds = draw == 2 ? 3 : 6;
    for (size_t i = 0; i < count; ++i) {
        const uint64_t value = h.random() % kinds;
        bits_store(type, &elements[i * size_of(type)],
                   is_float(type) ? bits_nearest(type, values[value]) : value % 3);
    }
    return elements;
}

// The first of the best; NaN only where the row begins with it.
size_t place_of_best(const std::vector<Number> &row, bool is_max)
{
    size_t best = 0;
    bool has_best = !row.empty() && !std::isnan(row[0]);
    for (size_t i = 1; i < row.size() && has_best; ++i) {
        if (is_max ? row[i] > row[best] : row[i] < row[best]) {
            best = i;
        }
    }
    return best;
}

// The integer type's largest or least where there is no element; NaN as the types have it.
bool is_extreme(Type type, const std::vector<Number> &row, bool is_max, Number got)
{
    const bool keeps_nan = type == Type::f16 || type == Type::bf16;
    Number best = is_max ? -HUGE_VALL : HUGE_VALL;
    for (Number x : row) {
        if (std::isnan(x) && keeps_nan) {
            return std::isnan(got);
        }
        if (is_max ? x > best : x < best) {
            best = x;
        }
    }
    return got == best;
}

bool is_sum(Type type, const std::vector<uint64_t> &row, uint64_t got)
{
    if (!is_float(type)) {
        uint64_t sum = 0;
        for (uint64_t bits : row) {
            sum += bits;
        }
        return got == (sum & ~0ull >> (64 - 8 * size_of(type)));
    }
    Number sum = 0, terms = 0;
    for (uint64_t bits : row) {
        sum += number_of(type, bits);
        terms += fabsl(number_of(type, bits));
    }
    const Number steps = 2 * sqrtl(static_cast<Number>(row.size())) + 8;
    return is_near(type, number_of(type, got), sum,
                   steps * unit_of(compute_type(type)) * terms + ulp_of(type, sum));
}

bool is_right_output(Reduction reduction, Type type, const std::vector<uint64_t> &row, size_t first,
                     size_t last_dim, uint64_t got)
{
    std::vector<Number> numbers;
    for (uint64_t bits : row) {
        numbers.push_back(number_of(type, bits));
    }
    switch (reduction) {
    case Reduction::sum: return is_sum(type, row, got);
    case Reduction::min: return is_extreme(type, numbers, false, number_of(type, got));
    case Reduction::max: return is_extreme(type, numbers, true, number_of(type, got));
    case Reduction::argmin: return got == (first + place_of_best(numbers, false)) % last_dim;
    case Reduction::argmax: return got == (first + place_of_best(numbers, true)) % last_dim;
    }
    return false;
}

bool run_fast(Harness &h, const Kernel &kernel, const FastCase &c)
{
    const Reduction reduction = reduction_of(kernel);
    const Type type = kernel.type_of("src"), out_type = kernel.type_of("dst");
    size_t rank = c.dims.size(), count = 1, outputs = 1;
    for (size_t d = 0; d < rank; ++d) {
        (d < rank - c.reduced ? outputs : count) *= c.dims[d];
    }
    size_t numel = outputs * count - c.missing;
    const size_t extent = numel == 0 ? 0 : extent_of(c.dims, c.view);
    const Bytes src = fast_elements(h, reduction, type, extent);
    const Upload src_upload(h.backend(), src),
        info_upload(h.backend(), info_bytes(c.dims, {c.view}));
    Output out(h, out_type, outputs, h.random() % 3);
    void *info = info_upload.memory();
    void *from = src_upload.memory() + (numel == 0 ? 0 : c.view.start * size_of(type));
    unsigned block = std::max(c.block, 1u);
    while (c.block == 0 && block < std::min<size_t>(count, 1024)) {
        block *= 2;
    }
    if (!h.launch(kernel, {static_cast<unsigned>(outputs), block},
                  {&numel, &count, &rank, &info, &from, out.argument()}) ||
        !out.fetch(kernel)) {
        return false;
    }
    bool is_right = true;
    for (size_t o = 0; o < outputs; ++o) {
        std::vector<uint64_t> row;
        for (size_t i = o * count; i < std::min((o + 1) * count, numel); ++i) {
            row.push_back(bits_load(type, &src[offset_of(c.dims, c.view, i) * size_of(type)]));
        }
        const size_t last = rank == 0 ? 1 : c.dims[rank - 1];
        if (!is_right_output(reduction, type, row, o * count, last, out.bits(o))) {
            is_right =
                h.report(kernel, "wrong reduction", o, row.empty() ? 0 : row[0], out.bits(o));
        }
    }
    h.count_elements(numel);
    return is_right;
}

// Kept and reduced dimensions of a dense tensor [a, b, c, d], in the order of callers'
// permutations.
FastCase permuted_case(const Sizes &shape, const std::vector<size_t> &order, size_t reduced,
                       size_t start)
{
    const Sizes strides = dense_strides(shape);
    FastCase c = {{}, {{}, start}, reduced, 0};
    for (size_t d : order) {
        c.dims.push_back(shape[d]);
        c.view.strides.push_back(strides[d]);
    }
    return c;
}

std::vector<FastCase> fast_cases(Harness &h, Type type)
{
    std::vector<FastCase> cases;
    const auto add_dense = [&](const Sizes &dims, size_t reduced, size_t start) {
        cases.push_back({dims, view_of(dims, Shape::dense, start), reduced, 0});
    };
    cases.push_back({{}, {{}, 1}, 0, 0});
    size_t start = h.turn() % 4;
    for (size_t count : {1,   2,   3,   5,   8,   15,   16,   17,   31,   33,   64,
                         100, 129, 255, 257, 512, 1000, 1023, 1024, 1025, 2049, 5000}) {
        add_dense({count < 200 ? size_t(5) : size_t(2), count}, 1, start++ % 17);
    }
    // Every kind of view; one, two, three dimensions reduced.
    for (int shape = 0; shape < shape_count; ++shape) {
        for (const Sizes &dims : {Sizes{3, 70}, Sizes{4, 1, 6, 5}, Sizes{2, 3, 1, 4, 5, 2},
                                  Sizes{5, 33, 1}, Sizes{2, 2, 600}}) {
            const size_t reduced = 1 + (static_cast<size_t>(shape) + h.turn()) % (dims.size() - 1);
            cases.push_back(
                {dims, view_of(dims, static_cast<Shape>(shape), start++ % 5), reduced, 0});
        }
    }
    // Along outer and middle dimensions, and along several with others between them.
    cases.push_back(permuted_case({40, 50}, {1, 0}, 1, 1));
    cases.push_back(permuted_case({1100, 5}, {1, 0}, 1, 0));
    cases.push_back(permuted_case({3, 70, 9}, {0, 2, 1}, 1, 0));
    cases.push_back(permuted_case({13, 4, 37}, {1, 0, 2}, 2, 3));
    cases.push_back(permuted_case({4, 6, 5, 7}, {1, 3, 0, 2}, 2, 0));
    cases.push_back(permuted_case({3, 4, 5, 6}, {2, 0, 1, 3}, 3, 0));
    cases.push_back(permuted_case({2, 3, 64, 3}, {1, 3, 2, 0}, 2, 0));
    // Enough outputs side by side for vectors across them, of one run and of several, from where
    // vectors may begin and from elsewhere.
    cases.push_back(permuted_case({520, 128}, {1, 0}, 1, h.turn() % 2 * 16));
    cases.push_back(permuted_case({4, 2, 130, 64}, {1, 3, 0, 2}, 2, h.turn() % 4 == 0 ? 1 : 0));
    // Several dimensions apart.
    cases.push_back(permuted_case({3, 2, 4, 2, 5, 16}, {1, 3, 5, 0, 2, 4}, 3, 0));
    // Rows that are several runs, of vectors or not.
    cases.push_back(permuted_case({6, 3, 64}, {1, 0, 2}, 2, h.turn() % 3));
    cases.push_back(permuted_case({40, 2, 17}, {1, 0, 2}, 2, 0));
    // The tensor ends within the last output.
    cases.push_back({{3, 10}, view_of({3, 10}, Shape::dense, 0), 1, 5});
    cases.push_back({{2, 2000}, view_of({2, 2000}, Shape::step, 0), 1, 1500});
    // So many large blocks that most leave at once: dense rows, of vectors or not, and columns.
    const size_t blocks = 256 * std::min<size_t>(32, 64 / size_of(type)) + 3;
    const FastCase large[] = {
        {{blocks, 16}, view_of({blocks, 16}, Shape::dense, 0), 1, 0, 1024},
        {{blocks, 2, 7}, view_of({blocks, 2, 7}, Shape::dense, 1), 2, 0, 1024},
        {{blocks, 3}, {{1, blocks}, 0}, 1, 0, 1024}};
    for (size_t i = 0; i < 3; ++i) {
        if (h.is_turn(i, 9)) {
            cases.push_back(large[i]);
        }
    }
    // So many threads that tiles are as large as they get, in columns and in rows: other operations
    // of each type.
    const size_t most = (1 << 24) / 1024 + h.turn() % 2 * 3;
    if (!h.brief() && h.is_turn(0, 4)) {
        cases.push_back({{most, 3}, {{1, most}, 0}, 1, 0, 1024});
    }
    if (!h.brief() && h.is_turn(3, 12)) {
        add_dense({most, 16}, 1, h.turn() % 2);
        cases.back().block = 1024;
    }
    // So many that blocks make the outputs of several: in rows, and in columns.
    const size_t many = h.thorough() ? 300000 : 33000;
    if (h.is_turn(0, 3)) {
        add_dense({many, 16}, 1, h.turn() % 2);
    }
    if (h.is_turn(1, 3)) {
        cases.push_back(permuted_case({16, many + 1}, {1, 0}, 1, 0));
    }
    if (h.is_turn(2, 3)) {
        add_dense({h.thorough() ? size_t(5000) : size_t(550), 1000}, 1, 0);
        cases.push_back(
            permuted_case({600, h.thorough() ? size_t(5000) : size_t(301)}, {1, 0}, 1, 0));
    }
    return cases;
}

} // namespace

bool check_fast(Harness &h, const Kernel &kernel)
{
    bool is_right = true;
    for (const FastCase &c : fast_cases(h, kernel.type_of("src"))) {
        is_right = run_fast(h, kernel, c) && is_right;
    }
    if (reduction_of(kernel) == Reduction::sum) {
        is_right = run_fast(h, kernel, {{4, 0}, {{0, 1}, 0}, 1, 0}) && is_right;
        is_right = run_fast(h, kernel, {{300, 3, 0}, {{0, 0, 1}, 0}, 1, 0}) && is_right;
    }
    return is_right;
}

bool check_reduce(Harness &h, const Kernel &kernel)
{
    struct Part {
        const char *name;
        bool (*check)(Harness &, const Kernel &);
    };
    static const Part parts[] = {{"fast_", check_fast},       {"sum_", check_sum},
                                 {"softmax_", check_softmax}, {"rmsnorm_", check_norm},
                                 {"layernorm_", check_norm},  {"rope_", check_rope}};
    for (const Part &part : parts) {
        if (begins_with(kernel.name, part.name)) {
            return part.check(h, kernel);
        }
    }
    return false;
}
