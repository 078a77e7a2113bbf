// mul_mat_vec, mul_mat and indexed_moe_forward: quantized weights times q8_1 activations, against
// the sums that define them in exact integers and long double.
//
// The memory behind the columns that count, and behind the weights, is NaN; so is s where a format
// does not use it. s says nothing about the quants, so that a product which takes one for the other
// is far off.
#include "harness.hpp"
#include "gguf_known.hpp"
#include "gguf_products.hpp"

namespace
{

using gguf::Format;
using gguf::Id;
using gguf::ProductKernel;

constexpr size_t q8_1_bytes = 36;

// 16 neighbouring weights, half a q8_1 block: factor * (q - zero) + offset.
struct Half {
    Number factor, offset;
    int q[16];
};

using Row = std::vector<Half>;

// What multiplies s, instead of something that is summed over quants.
enum class By { none, s, quants };

// How a format's offsets enter.
By offset_by(Id id, bool is_matrix)
{
    switch (id) {
    case Id::q4_0:
    case Id::q4_1:
    case Id::q5_1: return By::s;
    case Id::q5_0: return is_matrix ? By::none : By::s;
    case Id::q2_K: return By::quants;
    case Id::q4_K:
    case Id::q5_K: return is_matrix ? By::s : By::quants;
    default: return By::none;
    }
}

Row row_of(const Format &format, bool is_matrix, const uint8_t *blocks, size_t columns)
{
    const size_t width = static_cast<size_t>(format.elements);
    const By by = offset_by(format.id, is_matrix);
    Row row(columns / 16);
    for (size_t c = 0; c < columns; ++c) {
        const gguf::Element x =
            gguf::element_of(format, blocks + c / width * static_cast<size_t>(format.bytes),
                             static_cast<int>(c % width));
        Half &half = row[c / 16];
        half.factor = x.d * x.scale;
        half.q[c % 16] = x.q;
        if (format.id == Id::q4_1 || format.id == Id::q5_1) {
            half.offset = x.m;
        } else if (format.m >= 0) {
            half.offset = -x.m * x.minimum;
        } else if (by == By::s) {
            half.offset = -x.d * x.zero;
        } else {
            half.q[c % 16] -= x.zero;
        }
    }
    return row;
}

struct Sum {
    Number value, magnitude;

    void add(Number term, Number size)
    {
        value += term;
        magnitude += fabsl(size);
    }
};

Sum multiply(const Row &row, By by, const uint8_t *activations)
{
    Sum sum = {};
    for (size_t i = 0; i < row.size(); ++i) {
        const uint8_t *block = activations + i / 2 * q8_1_bytes;
        const Number d = gguf::half_at(block);
        int dot = 0, dot_size = 0, quants = 0, quants_size = 0;
        for (size_t k = 0; k < 16; ++k) {
            const int u = gguf::signed_byte(block[4 + i % 2 * 16 + k]);
            dot += row[i].q[k] * u;
            dot_size += std::abs(row[i].q[k] * u);
            quants += u;
            quants_size += std::abs(u);
        }
        const Number factor = row[i].factor * d, offset = row[i].offset;
        sum.add(factor * dot, factor * dot_size);
        if (by == By::quants) {
            sum.add(offset * d * quants, offset * d * quants_size);
        } else if (by == By::s && i % 2 == 0) {
            const Number s = gguf::half_at(block + 2);
            sum.add(offset * s, offset * s);
        }
    }
    return sum;
}

// Operands of one launch.
struct Case {
    size_t rows, columns, lines;
    size_t padded; // columns of a line of activations
    Bytes weights, activations;
};

// NaN as f16, and as quants not 0.
constexpr uint8_t stray = 0x7f;

Bytes weights_of(Harness &h, const ProductKernel &product, size_t rows, size_t columns)
{
    const Format &format = *product.format;
    Bytes bytes = gguf::random_blocks(format, rows * columns / static_cast<size_t>(format.elements),
                                      h.random() % 4 == 0 ? gguf::Scales::edge : gguf::Scales::sane,
                                      [&h] { return h.random(); });
    bytes.resize(bytes.size() + product.row_bytes(512), stray);
    return bytes;
}

Bytes activations_of(Harness &h, const ProductKernel &product, size_t lines, size_t columns,
                     size_t padded)
{
    const By by = offset_by(product.format->id, product.kind == ProductKernel::matrices);
    const Format &q8_1 = *gguf::format_named("q8_1");
    Bytes bytes = gguf::random_blocks(q8_1, lines * padded / 32, gguf::Scales::sane,
                                      [&h] { return h.random(); });
    for (size_t i = 0; i < bytes.size() / q8_1_bytes; ++i) {
        uint8_t *block = &bytes[i * q8_1_bytes];
        if (i % (padded / 32) >= columns / 32) {
            std::fill(block, block + q8_1_bytes, stray);
        } else if (by != By::s) {
            bits_store(Type::f16, block + 2, 0x7e00);
        }
        if (h.random() % 8 == 0) { // the largest dots there are
            std::fill(block + 4, block + q8_1_bytes, h.random() % 2 == 0 ? 0x80 : 0x7f);
        }
    }
    return bytes;
}

bool is_right(Harness &h, const Kernel &kernel, const Sum &wanted, size_t index, uint64_t bits)
{
    const Number got = number_of(Type::f32, bits);
    if (fabsl(got - wanted.value) <= 1e-6L * wanted.magnitude) {
        return true;
    }
    return h.report(kernel, "wrong sum", index, bits_nearest(Type::f32, wanted.value), bits);
}

bool launch_products(Harness &h, const Kernel &kernel, const ProductKernel &product, const Case &c,
                     Output &dst)
{
    const Upload weights(h.backend(), c.weights), activations(h.backend(), c.activations);
    void *vx = weights.memory(), *vy = activations.memory();
    int ncols_x = static_cast<int>(c.columns), nrows_x = static_cast<int>(c.rows);
    int ncols_y = static_cast<int>(c.lines), nrows_y = static_cast<int>(c.padded);
    int nrows_dst = nrows_x;
    std::vector<void *> arguments = {&vx, &vy, dst.argument(), &ncols_x, &nrows_x};
    if (product.kind == ProductKernel::matrices) {
        arguments.push_back(&ncols_y);
    }
    arguments.push_back(&nrows_y);
    arguments.push_back(&nrows_dst);
    return h.launch(kernel, product.launch(c.rows, c.lines), arguments) && dst.fetch(kernel);
}

bool run_products(Harness &h, const Kernel &kernel, const ProductKernel &product, const Case &c,
                  size_t start)
{
    Output dst(h, Type::f32, c.rows * c.lines, start);
    if (!launch_products(h, kernel, product, c, dst)) {
        return false;
    }
    const bool is_matrix = product.kind == ProductKernel::matrices;
    const By by = offset_by(product.format->id, is_matrix);
    bool right = true;
    for (size_t r = 0; r < c.rows; ++r) {
        const Row row = row_of(*product.format, is_matrix,
                               &c.weights[r * product.row_bytes(c.columns)], c.columns);
        for (size_t j = 0; j < c.lines; ++j) {
            const Sum wanted = multiply(row, by, &c.activations[j * c.padded / 32 * q8_1_bytes]);
            const size_t index = j * c.rows + r;
            right = is_right(h, kernel, wanted, index, dst.bits(index)) && right;
        }
    }
    h.count_elements(c.rows * c.lines);
    return right;
}

bool run_random(Harness &h, const Kernel &kernel, const ProductKernel &product, size_t rows,
                size_t columns, size_t lines, size_t padded)
{
    const Case c = {rows,
                    columns,
                    lines,
                    padded,
                    weights_of(h, product, rows, columns),
                    activations_of(h, product, lines, columns, padded)};
    return run_products(h, kernel, product, c, rows % 4);
}

// Numbers as callers quantize them.
Bytes quantized_activations(const std::vector<float> &numbers)
{
    Bytes bytes;
    for (size_t first = 0; first < numbers.size(); first += 32) {
        float x[32];
        std::copy_n(&numbers[first], 32, x);
        const gguf::Q8_1Group group = gguf::quantize_q8_1(x);
        uint8_t block[q8_1_bytes];
        bits_store(Type::f16, block, group.d);
        bits_store(Type::f16, block + 2, bits_nearest(Type::f16, group.sum));
        std::copy_n(group.q, 32, block + 4);
        bytes.insert(bytes.end(), block, block + q8_1_bytes);
    }
    return bytes;
}

// A row of 256 patterned weights times patterned activations: what others' kernels gave.
struct KnownSum {
    Id id;
    Number vector, matrix;
};

bool check_patterned(Harness &h, const Kernel &kernel, const ProductKernel &product)
{
    static const KnownSum sums[] = {
        {Id::q4_0, 39.00085L, 39.00085L},   {Id::q4_1, 3.675201L, 3.675201L},
        {Id::q5_0, -22.97639L, -23.00056L}, {Id::q5_1, -125.6329L, -125.6328L},
        {Id::q8_0, 120.6422L, 120.6422L},   {Id::q2_K, -22.83817L, -22.83817L},
        {Id::q3_K, -566.7617L, -566.7617L}, {Id::q4_K, 94.51929L, 94.49719L},
        {Id::q5_K, -5869.92L, -5869.942L},  {Id::q6_K, 42286.3L, 42286.3L}};
    std::vector<float> line(256), numbers;
    for (int i = 0; i < 256; ++i) {
        line[static_cast<size_t>(i)] = gguf::patterned_activation(i);
    }
    const size_t lines = product.kind == ProductKernel::matrices ? 3 : product.count;
    for (size_t j = 0; j < lines; ++j) {
        numbers.insert(numbers.end(), line.begin(), line.end());
    }
    const size_t blocks = 256 / static_cast<size_t>(product.format->elements);
    const Case c = {1,
                    256,
                    lines,
                    256,
                    gguf::patterned_blocks(*product.format, blocks),
                    quantized_activations(numbers)};
    Output dst(h, Type::f32, lines);
    if (!launch_products(h, kernel, product, c, dst)) {
        return false;
    }
    const bool is_matrix = product.kind == ProductKernel::matrices;
    const Sum sum = multiply(row_of(*product.format, is_matrix, c.weights.data(), 256),
                             offset_by(product.format->id, is_matrix), c.activations.data());
    bool right = true;
    for (const KnownSum &known : sums) {
        if (known.id != product.format->id) {
            continue;
        }
        // Known to seven digits.
        const Number value = is_matrix ? known.matrix : known.vector;
        const Sum wanted = {value, sum.magnitude + fabsl(value)};
        for (size_t j = 0; j < lines; ++j) {
            right = is_right(h, kernel, wanted, j, dst.bits(j)) && right;
        }
    }
    return right;
}

// As q4_0: of each block, d is an eighth of the number of largest magnitude, negated.
Bytes quantized_nibbles(const std::vector<float> &numbers)
{
    Bytes bytes;
    for (size_t first = 0; first < numbers.size(); first += 32) {
        const float *x = &numbers[first];
        const float largest = *std::max_element(
            x, x + 32, [](float a, float b) { return std::fabs(a) < std::fabs(b); });
        const float d = largest / -8, inverse = d == 0 ? 0 : 1 / d;
        uint8_t block[18] = {};
        bits_store(Type::f16, block, bits_nearest(Type::f16, static_cast<Number>(d)));
        for (size_t i = 0; i < 32; ++i) {
            const int q = std::min(15, static_cast<int>(x[i] * inverse + 8.5f));
            block[2 + i % 16] = static_cast<uint8_t>(block[2 + i % 16] | q << (i < 16 ? 0 : 4));
        }
        bytes.insert(bytes.end(), block, block + sizeof(block));
    }
    return bytes;
}

// Ramps in q4_0 times themselves, which callers' own tests expect. The order of summation is open,
// so that the last bits are.
bool check_ramps(Harness &h, const Kernel &kernel, const ProductKernel &product)
{
    struct Known {
        size_t index;
        Number value;
    };
    const bool is_matrix = product.kind == ProductKernel::matrices;
    const std::vector<Known> known =
        is_matrix ? std::vector<Known>{{0, 347604.0L},   {1, 888153.06L}, {4, 869780.7L},
                                       {5, 2483145.0L},  {11, 9407368.L}, {14, 9470856.L},
                                       {15, 13138824.0L}}
                  : std::vector<Known>{{0, 5561664.5L}};
    const size_t rows = is_matrix ? 4 : 1;
    std::vector<float> ramp(rows * 256);
    for (size_t i = 0; i < ramp.size(); ++i) {
        ramp[i] = static_cast<float>(i) / (is_matrix ? 4 : 1);
    }
    const Case c = {rows, 256, rows, 256, quantized_nibbles(ramp), quantized_activations(ramp)};
    Output dst(h, Type::f32, rows * rows);
    if (!launch_products(h, kernel, product, c, dst)) {
        return false;
    }
    bool right = true;
    for (const Known &one : known) {
        const Number got = number_of(Type::f32, dst.bits(one.index));
        if (fabsl(got - one.value) > 2 * ulp_of(Type::f32, one.value)) {
            right = h.report(kernel, "wrong ramp", one.index, bits_nearest(Type::f32, one.value),
                             dst.bits(one.index));
        }
    }
    return right;
}

bool check_vectors(Harness &h, const Kernel &kernel, const ProductKernel &product)
{
    // One block; not all threads; a pass and some more; several; rows that fill a block of
    // threads, or do not.
    const bool is_plain = product.format->elements == 32;
    const std::vector<size_t> widths = is_plain ? std::vector<size_t>{32, 96, 1056, 2080, 4224}
                                                : std::vector<size_t>{256, 512, 1280, 2304, 4352};
    static const size_t rows[] = {1, 4, 3, 2, 5};
    bool right = true;
    for (size_t i = 0; i < widths.size(); ++i) {
        const size_t padded = i % 2 == 0 ? (widths[i] + 511) / 512 * 512 : widths[i];
        right = run_random(h, kernel, product, rows[(i + h.turn()) % 5], widths[i], product.count,
                           padded) &&
                right;
    }
    return right;
}

// A weight's factor that is infinite spoils its row, an activations' that is not a number its line,
// and neither anything else.
bool check_infinite(Harness &h, const Kernel &kernel, const ProductKernel &product)
{
    constexpr size_t rows = 5, lines = 3, row = 2, line = 1;
    const size_t columns = product.format->elements == 32 ? 96 : 256;
    Case c = {rows,
              columns,
              lines,
              columns,
              weights_of(h, product, rows, columns),
              activations_of(h, product, lines, columns, columns)};
    Output finite(h, Type::f32, rows * lines), spoiled(h, Type::f32, rows * lines);
    if (!launch_products(h, kernel, product, c, finite)) {
        return false;
    }
    bits_store(Type::f16, &c.weights[row * product.row_bytes(columns) + product.format->d], 0x7c00);
    bits_store(Type::f16, &c.activations[line * columns / 32 * q8_1_bytes], 0x7e00);
    if (!launch_products(h, kernel, product, c, spoiled)) {
        return false;
    }
    bool right = true;
    for (size_t i = 0; i < rows * lines; ++i) {
        const uint64_t before = finite.bits(i), after = spoiled.bits(i);
        const bool is_finite = (after & 0x7f800000) != 0x7f800000;
        const bool is_hit = i % rows == row || i / rows == line;
        if (is_hit ? is_finite : after != before) {
            right = h.report(kernel, "infinite factors", i, before, after);
        }
    }
    return right;
}

bool check_matrices(Harness &h, const Kernel &kernel, const ProductKernel &product)
{
    const size_t down = product.tile_rows(), across = product.tile_columns();
    const size_t width = product.format->elements == 32 ? 32 : 256;
    struct Shape {
        size_t rows, columns, lines;
    };
    const Shape shapes[] = {{1, width, 1},
                            {down, 2 * width, across},
                            {3, 9 * width, across + 3},
                            {down + 1, 3 * width, 2},
                            {down - 1, 5 * width, across - 1},
                            {2 * down + 2, width, across + 1}};
    bool right = true;
    for (const Shape &s : shapes) {
        const size_t padded = s.rows % 2 == 0 ? (s.columns + 511) / 512 * 512 : s.columns;
        right = run_random(h, kernel, product, s.rows, s.columns, s.lines, padded) && right;
    }
    return check_infinite(h, kernel, product) && right;
}

// |inputs|: 1 where the tasks of a batch entry share one, else topk.
bool run_experts(Harness &h, const Kernel &kernel, const ProductKernel &product, size_t rows,
                 size_t columns, size_t batch, size_t topk, size_t inputs)
{
    constexpr size_t experts = 5;
    const size_t padded = (columns + 511) / 512 * 512;
    const Bytes weights = weights_of(h, product, experts * rows, columns);
    const Bytes activations = activations_of(h, product, batch * inputs, columns, padded);
    std::vector<uint32_t> ids(batch * topk);
    for (uint32_t &id : ids) {
        id = static_cast<uint32_t>(h.random() % experts);
    }
    ids[0] = experts - 1;
    Bytes id_bytes(ids.size() * sizeof(uint32_t));
    memcpy(id_bytes.data(), ids.data(), id_bytes.size());
    const Upload w(h.backend(), weights), y(h.backend(), activations), i(h.backend(), id_bytes);
    void *all_weights = w.memory(), *all_inputs = y.memory(), *indices = i.memory();
    int n = static_cast<int>(rows), k = static_cast<int>(columns);
    int batch_size = static_cast<int>(batch), top = static_cast<int>(topk);
    int k_padded = static_cast<int>(padded), input_dim1 = static_cast<int>(inputs);
    Output out(h, Type::f32, ids.size() * rows, topk);
    if (!h.launch(kernel, product.launch_experts(rows, batch, topk),
                  {&all_weights, &all_inputs, &indices, out.argument(), &n, &k, &batch_size, &top,
                   &k_padded, &input_dim1}) ||
        !out.fetch(kernel)) {
        return false;
    }
    const By by = offset_by(product.format->id, false);
    bool right = true;
    for (size_t index = 0; index < ids.size() * rows; ++index) {
        const size_t task = index / rows;
        const size_t input = inputs == 1 ? task / topk : task;
        const size_t row = ids[task] * rows + index % rows;
        const Sum wanted = multiply(
            row_of(*product.format, false, &weights[row * product.row_bytes(columns)], columns), by,
            &activations[input * padded / 32 * q8_1_bytes]);
        right = is_right(h, kernel, wanted, index, out.bits(index)) && right;
    }
    h.count_elements(ids.size() * rows);
    return right;
}

bool check_experts(Harness &h, const Kernel &kernel, const ProductKernel &product)
{
    const size_t width = static_cast<size_t>(product.format->elements);
    bool right = run_experts(h, kernel, product, 3, width, 2, 3, 1);
    right = run_experts(h, kernel, product, 2, 512 + width, 3, 2, 2) && right;
    return run_experts(h, kernel, product, 1, 2304, 1, 1, 1) && right;
}

} // namespace

bool check_quantized_products(Harness &h, const Kernel &kernel)
{
    const ProductKernel product(kernel.name);
    if (product.kind == ProductKernel::experts) {
        return check_experts(h, kernel, product);
    }
    bool right = check_patterned(h, kernel, product);
    if (product.format->id == Id::q4_0 && product.count < 2) {
        right = check_ramps(h, kernel, product) && right;
    }
    return (product.kind == ProductKernel::vectors ? check_vectors : check_matrices)(h, kernel,
                                                                                     product) &&
           right;
}
