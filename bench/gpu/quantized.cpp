// The quantized family but for its products with q8_1, on weights of the sizes of language models.
#include "bench.hpp"
#include "gguf_launch.hpp"


namespace
{

using gguf::Format;

double bytes_of(const Format &format, size_t elements)
{
    return static_cast<double>(elements) / format.elements * format.bytes;
}

// Blocks of bytes below 100: every number in them is finite.
void *blocks_of(Bench &bench, const Format &format, size_t elements)
{
    return bench.numbers(0, Type::u8, static_cast<size_t>(bytes_of(format, elements)));
}

std::string size_text(size_t rows, size_t columns)
{
    return std::to_string(rows) + "x" + std::to_string(columns);
}

void bench_dequantize(Bench &bench, const Kernel &kernel)
{
    const Format &format = *gguf::format_behind(kernel.name, "dequantize_block_");
    const Type type = kernel.type_of("y");
    const size_t rows = bench.pick(14336, 16), columns = 4096, elements = rows * columns;
    const bool counts_elements = format.id == gguf::Id::q5_0 || format.id == gguf::Id::q5_1;
    int k = static_cast<int>(counts_elements ? elements : elements / 32);
    void *vx = blocks_of(bench, format, elements), *y = bench.numbers(1, type, elements);
    std::vector<void *> arguments = {&vx, &y, &k};
    arguments.resize(kernel.parameters.size());
    const double made = static_cast<double>(elements);
    bench.time(kernel, size_text(rows, columns), gguf::dequantize_launch(format, elements),
               arguments, {bytes_of(format, elements) + made * format_of(type).size, 0, made});
}

// Tokens of a prompt, from a table of embeddings.
void bench_get_rows(Bench &bench, const Kernel &kernel)
{
    const Format *format = gguf::format_behind(kernel.name, "get_rows_");
    const size_t table = bench.pick(32000, 100), ids = bench.pick(8192, 32), columns = 4096;
    std::vector<uint32_t> tokens(ids);
    for (size_t i = 0; i < ids; ++i) {
        tokens[i] = static_cast<uint32_t>(i * 7919 % table);
    }
    const Type type = kernel.type_of("src0");
    const double row = format != nullptr ? bytes_of(*format, columns)
                                         : static_cast<double>(columns) * format_of(type).size;
    void *src0 = format != nullptr ? blocks_of(bench, *format, table * columns)
                                   : bench.numbers(0, type, table * columns);
    void *src1 = bench.upload(tokens.data(), ids * sizeof(uint32_t));
    void *dst = bench.numbers(1, Type::f32, ids * columns);
    int64_t ne00 = static_cast<int64_t>(columns);
    size_t nb01 = static_cast<size_t>(row);
    const double made = static_cast<double>(ids * columns);
    bench.time(kernel, size_text(ids, columns), gguf::lookup_launch(format, ids, columns),
               {&src0, &src1, &dst, &ne00, &nb01},
               {static_cast<double>(ids) * (row + 4) + 4 * made, 0, made});
}

void bench_quantize(Bench &bench, const Kernel &kernel)
{
    for (const size_t rows : {bench.pick(8192, 16), size_t(1)}) {
        const size_t columns = 4096;
        int kx = static_cast<int>(columns), kx_padded = kx;
        void *x = bench.numbers(0, Type::f32, rows * columns);
        void *vy = bench.numbers(1, Type::u8, rows * columns / 32 * 36);
        const double elements = static_cast<double>(rows * columns);
        bench.time(kernel, size_text(rows, columns), gguf::quantize_launch(rows, columns),
                   {&x, &vy, &kx, &kx_padded}, {elements * (4 + 36.0 / 32), 0, elements});
    }
}

void bench_mul_mat_vec(Bench &bench, const Kernel &kernel)
{
    const Format &format = *gguf::format_behind(kernel.name, "dequantize_mul_mat_vec_");
    for (const size_t rows : {bench.pick(14336, 16), bench.pick(4096, 8)}) {
        const size_t columns = 4096;
        int ncols = static_cast<int>(columns), nrows = static_cast<int>(rows);
        void *vx = blocks_of(bench, format, rows * columns);
        void *y = bench.numbers(1, Type::f32, columns), *dst = bench.numbers(2, Type::f32, rows);
        std::vector<void *> arguments = {&vx, &y, &dst, &ncols, &nrows};
        arguments.resize(kernel.parameters.size()); // q5_k takes no nrows
        const double elements = static_cast<double>(rows * columns);
        bench.time(kernel, size_text(rows, columns), {static_cast<unsigned>(rows), 32}, arguments,
                   {bytes_of(format, rows * columns) + 4.0 * static_cast<double>(rows + columns),
                    2 * elements, static_cast<double>(rows)});
    }
}

} // namespace

void bench_quantized(Bench &bench, const Kernel &kernel)
{
    struct Kind {
        const char *prefix;
        void (*time)(Bench &bench, const Kernel &kernel);
    };
    static const Kind kinds[] = {{"dequantize_block_", bench_dequantize},
                                 {"dequantize_mul_mat_vec_", bench_mul_mat_vec},
                                 {"get_rows_", bench_get_rows},
                                 {"quantize_q8_1", bench_quantize}};
    for (const Kind &kind : kinds) {
        if (kernel.name.compare(0, strlen(kind.prefix), kind.prefix) == 0) {
            kind.time(bench, kernel);
            return;
        }
    }
    bench_quantized_products(bench, kernel);
}
