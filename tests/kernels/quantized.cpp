// The quantized family, except for its products with q8_1: blocks dequantized and looked up by row,
// bit for bit, numbers quantized, and vectors multiplied by dequantized rows.
#include "harness.hpp"
#include "gguf_known.hpp"
#include "gguf_launch.hpp"

namespace
{

using gguf::Format;

size_t size_of(Type type)
{
    return static_cast<size_t>(format_of(type).size);
}

bool starts_with(const std::string &text, const std::string &prefix)
{
    return text.compare(0, prefix.size(), prefix) == 0;
}

Bytes random_blocks(Harness &h, const Format &format, size_t count, gguf::Scales scales)
{
    return gguf::random_blocks(format, count, scales, [&h] { return h.random(); });
}

// dequantize_block_FORMAT_T

// f16 is rounded from f32.
uint64_t expected_bits(Type type, Number value)
{
    return bits_nearest(type, nearest(Type::f32, value));
}

// The blocks' elements at |start| of an output between guards; |known|, if it is there, are
// elements of the first block.
bool run_dequantize(Harness &h, const Kernel &kernel, const Format &format, const Bytes &blocks,
                    size_t start, const gguf::WorkedBlock *known = nullptr)
{
    const Type type = kernel.type_of("y");
    const size_t count = blocks.size() / static_cast<size_t>(format.bytes);
    const size_t elements = count * static_cast<size_t>(format.elements);
    const bool counts_elements = format.id == gguf::Id::q5_0 || format.id == gguf::Id::q5_1;
    int k = static_cast<int>(counts_elements ? elements : count);
    const Upload source(h.backend(), blocks);
    void *vx = source.memory();
    Output y(h, type, elements, start);
    std::vector<void *> arguments = {&vx, y.argument()};
    if (format.elements == 32) {
        arguments.push_back(&k);
    }
    if (!h.launch(kernel, gguf::dequantize_launch(format, elements), arguments) ||
        !y.fetch(kernel)) {
        return false;
    }
    bool right = true;
    for (size_t e = 0; e < elements; ++e) {
        const uint64_t wanted = expected_bits(type, gguf::value_in(format, blocks.data(), e));
        if (y.bits(e) != wanted) {
            right = h.report(kernel, "wrong element", e, wanted, y.bits(e));
        }
    }
    if (known != nullptr) {
        for (const auto &[element, value] : known->values) {
            const uint64_t wanted = expected_bits(type, static_cast<Number>(value));
            const uint64_t got = y.bits(static_cast<size_t>(element));
            if (got != wanted) {
                right = h.report(kernel, "wrong worked element", static_cast<size_t>(element),
                                 wanted, got);
            }
        }
    }
    h.count_elements(elements);
    return right;
}

bool check_dequantize(Harness &h, const Kernel &kernel)
{
    const Format &format = *gguf::format_behind(kernel.name, "dequantize_block_");
    bool right = true;
    for (const gguf::WorkedBlock &block : gguf::worked_blocks()) {
        if (gguf::format_named(block.format) == &format) {
            right = run_dequantize(h, kernel, format, block.bytes(), 0, &block) && right;
        }
    }
    right = run_dequantize(h, kernel, format, gguf::patterned_blocks(format, 3), 0) && right;
    // Thread blocks that are full, half full and nearly empty; outputs of every alignment.
    size_t start = 0;
    for (const size_t count : {1, 7, 8, 9, 16, 21, 1030}) {
        if (count > 100 && !h.thorough()) {
            continue;
        }
        for (const gguf::Scales scales : {gguf::Scales::sane, gguf::Scales::edge}) {
            const Bytes blocks = random_blocks(h, format, count, scales);
            right = run_dequantize(h, kernel, format, blocks, start++ % 5) && right;
        }
    }
    return right;
}

// get_rows_FORMAT and get_rows_T

struct Lookup {
    size_t columns;
    std::vector<uint32_t> ids;
    size_t gap;      // blocks between rows of the source
    size_t start;    // of the output, and of a dense source
    unsigned most_y; // the meaning of callers' 65535
};

// |wanted(row, column)| gives the bits of the result.
template <class Wanted>
bool run_lookup(Harness &h, const Kernel &kernel, const Format *format, const Lookup &c, void *src0,
                size_t row_bytes, const Wanted &wanted)
{
    Bytes id_bytes(c.ids.size() * sizeof(uint32_t));
    memcpy(id_bytes.data(), c.ids.data(), id_bytes.size());
    const Upload ids(h.backend(), id_bytes);
    void *src1 = ids.memory();
    Output dst(h, Type::f32, c.ids.size() * c.columns, c.start);
    int64_t ne00 = static_cast<int64_t>(c.columns);
    size_t nb01 = row_bytes;
    const Launch launch = gguf::lookup_launch(format, c.ids.size(), c.columns, c.most_y);
    if (!h.launch(kernel, launch, {&src0, &src1, dst.argument(), &ne00, &nb01}) ||
        !dst.fetch(kernel)) {
        return false;
    }
    bool right = true;
    for (size_t i = 0; i < c.ids.size() * c.columns; ++i) {
        const uint64_t bits = wanted(c.ids[i / c.columns], i % c.columns), got = dst.bits(i);
        const bool both_nan =
            std::isnan(number_of(Type::f32, bits)) && std::isnan(number_of(Type::f32, got));
        if (got != bits && !both_nan) {
            right = h.report(kernel, "wrong element", i, bits, got);
        }
    }
    h.count_elements(c.ids.size() * c.columns);
    return right;
}

constexpr size_t source_rows = 5;

bool run_blocks_lookup(Harness &h, const Kernel &kernel, const Format &format, const Lookup &c)
{
    const size_t blocks = c.columns / static_cast<size_t>(format.elements) + c.gap;
    const size_t row_bytes = blocks * static_cast<size_t>(format.bytes);
    Bytes source = random_blocks(h, format, source_rows * blocks, gguf::Scales::edge);
    source.resize(source.size() - c.gap * static_cast<size_t>(format.bytes));
    const Upload upload(h.backend(), source);
    return run_lookup(h, kernel, &format, c, upload.memory(), row_bytes,
                      [&](size_t row, size_t column) {
                          return expected_bits(
                              Type::f32, gguf::value_in(format, &source[row * row_bytes], column));
                      });
}

bool run_dense_lookup(Harness &h, const Kernel &kernel, Type type, const Lookup &c)
{
    const Bytes source = h.random_buffer(type, c.start + source_rows * c.columns);
    const Upload upload(h.backend(), source);
    return run_lookup(h, kernel, nullptr, c, upload.memory() + c.start * size_of(type),
                      c.columns * size_of(type), [&](size_t row, size_t column) {
                          const uint8_t *at =
                              &source[(c.start + row * c.columns + column) * size_of(type)];
                          return bits_nearest(Type::f32, number_of(type, bits_load(type, at)));
                      });
}

bool check_get_rows(Harness &h, const Kernel &kernel)
{
    const Format *format = gguf::format_behind(kernel.name, "get_rows_");
    bool right = true;
    if (format == nullptr) {
        const Type type = kernel.type_of("src0");
        for (const Lookup &c :
             {Lookup{1, {4, 0}, 0, 0, 65535}, Lookup{37, {0, 4, 4, 2}, 0, 1, 65535},
              Lookup{256, {3, 1}, 0, 0, 65535}, Lookup{1030, {1, 4}, 0, 2, 65535},
              Lookup{2051, {4}, 0, 3, 1}}) {
            right = run_dense_lookup(h, kernel, type, c) && right;
        }
        return right;
    }
    const size_t width = static_cast<size_t>(format->elements);
    for (const Lookup &c :
         {Lookup{width, {4, 0, 4, 1}, 0, 0, 65535}, Lookup{3 * width, {2, 4}, 0, 1, 65535},
          Lookup{2 * width, {3, 1}, 1, 2, 65535}, Lookup{9 * width, {4}, 0, 0, 65535},
          Lookup{2080 / width * width, {4, 0}, 0, 3, 1}}) {
        right = run_blocks_lookup(h, kernel, *format, c) && right;
    }
    return right;
}

// quantize_q8_1

struct Activations {
    size_t rows, columns, padded, start;
};

// In [-1, 1).
float unit_number(Harness &h)
{
    return static_cast<float>(static_cast<int64_t>(h.random() >> 40) - (1 << 23)) / (1 << 23);
}

// A number for a group of |kind|.
float activation(Harness &h, unsigned kind)
{
    const float unit = unit_number(h);
    switch (kind % 8) {
    case 0: return 0;
    case 1: return unit * 1e6f;  // the sum may be infinite in f16
    case 2: return unit * 1e-6f; // d is subnormal in f16, or 0
    case 3: return unit * 1e-36f;
    case 4: return unit * 1e-38f; // d is subnormal in f32
    case 5:                       // half-way between quants, where the largest is 127
        return h.random() % 4 == 0 ? 127.0f : std::floor(unit * 127) + 0.5f;
    case 6: return (h.random() & 1) != 0 ? 3.0f : -0.0f;
    default: return unit * 4;
    }
}

bool run_quantize(Harness &h, const Kernel &kernel, const Activations &c, bool with_nan = false)
{
    std::vector<float> x(c.rows * c.columns);
    for (size_t i = 0; i < x.size(); ++i) {
        x[i] = activation(h, static_cast<unsigned>((i / c.columns + i % c.columns / 32) * 5));
    }
    if (with_nan) {
        x[x.size() / 2] = NAN;
        x[0] = INFINITY;
        x.back() = 1e-45f;
    }
    Bytes bytes((c.start + x.size()) * sizeof(float));
    memcpy(&bytes[c.start * sizeof(float)], x.data(), x.size() * sizeof(float));
    const Upload source(h.backend(), bytes);
    void *from = source.memory() + c.start * sizeof(float);
    const size_t blocks = c.padded / 32;
    const Bytes zeros(c.rows * blocks * 36);
    Output vy(h, Type::u32, zeros.size() / 4, 0, zeros.data());
    int kx = static_cast<int>(c.columns), kx_padded = static_cast<int>(c.padded);
    const Launch launch = gguf::quantize_launch(c.rows, c.padded);
    if (!h.launch(kernel, launch, {&from, vy.argument(), &kx, &kx_padded}) || !vy.fetch(kernel)) {
        return false;
    }
    bool right = true;
    for (size_t b = 0; b < c.rows * blocks && !with_nan; ++b) {
        float group[32];
        for (size_t i = 0; i < 32; ++i) {
            const size_t column = b % blocks * 32 + i;
            group[i] = column < c.columns ? x[b / blocks * c.columns + column] : 0;
        }
        const gguf::Q8_1Group wanted = gguf::quantize_q8_1(group);
        const uint64_t header = vy.bits(9 * b);
        if ((header & 0xffff) != wanted.d) {
            right = h.report(kernel, "wrong d", b, wanted.d, header & 0xffff);
        }
        if (!wanted.is_sum(header >> 16)) {
            right =
                h.report(kernel, "wrong s", b, bits_nearest(Type::f16, wanted.sum), header >> 16);
        }
        for (size_t i = 0; i < 32; ++i) {
            const uint64_t got = vy.bits(9 * b + 1 + i / 4) >> (8 * (i % 4)) & 0xff;
            const uint64_t quant = static_cast<uint64_t>(wanted.q[i]) & 0xff;
            if (got != quant) {
                right = h.report(kernel, "wrong quant", 32 * b + i, quant, got);
            }
        }
    }
    h.count_elements(c.rows * c.padded);
    return right;
}

bool check_quantize(Harness &h, const Kernel &kernel)
{
    bool right = true;
    for (const Activations &c :
         {Activations{1, 1, 512, 0}, Activations{3, 32, 512, 1}, Activations{1, 45, 64, 0},
          Activations{2, 96, 96, 2}, Activations{3, 500, 512, 0}, Activations{2, 512, 512, 3},
          Activations{2, 1000, 1024, 0}, Activations{1, 1057, 1088, 1},
          Activations{5, 2047, 2048, 0}}) {
        right = run_quantize(h, kernel, c) && right;
    }
    return run_quantize(h, kernel, {2, 64, 512, 0}, true) && right;
}

// dequantize_mul_mat_vec_FORMAT

struct Product {
    Bytes weights;
    std::vector<float> y;
    size_t rows;
    size_t y_start;
    unsigned grid; // at least the number of rows
};

bool run_product(Harness &h, const Kernel &kernel, const Format &format, const Product &c,
                 const float *exactly = nullptr)
{
    Bytes y_bytes((c.y_start + c.y.size()) * sizeof(float));
    memcpy(&y_bytes[c.y_start * sizeof(float)], c.y.data(), c.y.size() * sizeof(float));
    const Upload weights(h.backend(), c.weights), activations(h.backend(), y_bytes);
    void *vx = weights.memory(), *y = activations.memory() + c.y_start * sizeof(float);
    int ncols = static_cast<int>(c.y.size()), nrows = static_cast<int>(c.rows);
    Output dst(h, Type::f32, c.rows);
    std::vector<void *> arguments = {&vx, &y, dst.argument(), &ncols, &nrows};
    arguments.resize(kernel.parameters.size()); // q5_k takes no nrows
    if (!h.launch(kernel, {c.grid, 32}, arguments) || !dst.fetch(kernel)) {
        return false;
    }
    bool right = true;
    for (size_t r = 0; r < c.rows; ++r) {
        Number sum = 0, magnitude = 0;
        for (size_t i = 0; i < c.y.size(); ++i) {
            const Number term = gguf::value_in(format, c.weights.data(), r * c.y.size() + i) *
                                static_cast<Number>(c.y[i]);
            sum += term;
            magnitude += fabsl(term);
        }
        const Number got = number_of(Type::f32, dst.bits(r));
        const bool is_near = fabsl(got - sum) <= 1e-6L * magnitude;
        if (!is_near || (exactly != nullptr && got != static_cast<Number>(*exactly))) {
            right = h.report(kernel, "wrong row", r, bits_nearest(Type::f32, sum), dst.bits(r));
        }
    }
    h.count_elements(c.rows);
    return right;
}

// 0 to 255 as q4_0: of each block, d is an eighth of the largest, negated.
Bytes quantized_ramp()
{
    Bytes blocks;
    for (int first = 0; first < 256; first += 32) {
        uint8_t block[18] = {};
        const float d = static_cast<float>(first + 31) / -8;
        bits_store(Type::f16, block, bits_nearest(Type::f16, static_cast<Number>(d)));
        for (int i = 0; i < 32; ++i) {
            const int q =
                std::min(15, static_cast<int>(static_cast<float>(first + i) * (1 / d) + 8.5f));
            block[2 + i % 16] = static_cast<uint8_t>(block[2 + i % 16] | q << (i < 16 ? 0 : 4));
        }
        blocks.insert(blocks.end(), block, block + sizeof(block));
    }
    return blocks;
}

bool check_products(Harness &h, const Kernel &kernel)
{
    const Format &format = *gguf::format_behind(kernel.name, "dequantize_mul_mat_vec_");
    const size_t width = static_cast<size_t>(format.elements);
    std::vector<float> patterned(256);
    for (int j = 0; j < 256; ++j) {
        patterned[static_cast<size_t>(j)] = gguf::patterned_activation(j);
    }
    bool right = run_product(h, kernel, format,
                             {gguf::patterned_blocks(format, 256 / width), patterned, 1, 0, 1});
    if (format.id == gguf::Id::q4_0) {
        std::vector<float> ramp(256);
        for (size_t i = 0; i < 256; ++i) {
            ramp[i] = static_cast<float>(i);
        }
        const float sum = 5561851; // no partial sum is rounded
        right = run_product(h, kernel, format, {quantized_ramp(), ramp, 1, 0, 1}, &sum) && right;
    }
    // Fewer columns than 32 threads take at a time, as many as some steps, some more or fewer; y
    // aligned for vectors, and not.
    std::vector<size_t> widths = width == 32 ? std::vector<size_t>{32, 96, 992, 1024, 1056, 2080}
                                             : std::vector<size_t>{256, 768, 1024, 1280, 2304};
    if (h.thorough()) {
        widths.push_back(14336);
    }
    const bool has_rows = kernel.parameters.size() == 5;
    size_t turn = 0;
    for (const size_t columns : widths) {
        Product c = {{}, std::vector<float>(columns), turn * 2 % 5 + 1, 0, 0};
        c.weights = random_blocks(h, format, c.rows * columns / width, gguf::Scales::sane);
        for (float &number : c.y) {
            number = unit_number(h) * 2;
        }
        c.grid = static_cast<unsigned>(c.rows + (has_rows ? turn % 2 * 2 : 0));
        right = run_product(h, kernel, format, c) && right;
        c.y_start = turn % 3 + 1;
        right = run_product(h, kernel, format, c) && right;
        ++turn;
    }
    return right;
}

} // namespace

bool check_quantized(Harness &h, const Kernel &kernel)
{
    static const bool is_known = gguf::reference_is_right() && gguf::quantizer_is_right();
    struct Kind {
        const char *prefix;
        bool (*check)(Harness &h, const Kernel &kernel);
    };
    static const Kind kinds[] = {{"dequantize_block_", check_dequantize},
                                 {"dequantize_mul_mat_vec_", check_products},
                                 {"get_rows_", check_get_rows},
                                 {"quantize_q8_1", check_quantize}};
    for (const Kind &kind : kinds) {
        if (starts_with(kernel.name, kind.prefix)) {
            return kind.check(h, kernel) && is_known;
        }
    }
    return check_quantized_products(h, kernel) && is_known;
}
