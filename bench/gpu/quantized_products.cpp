// mul_mat_vec, mul_mat and indexed_moe_forward on matrices of the sizes of language models: the
// weights' bytes for a few vectors, multiply-adds for many.
#include "bench.hpp"
#include "gguf_products.hpp"


namespace
{

using gguf::ProductKernel;

// Weights are blocks of bytes below 100, so are activations: every number in them is finite.
struct Operands {
    void *weights, *activations, *dst;
    Work work;
};

constexpr size_t q8_1_bytes = 36;

// |lines| of activations meet |rows| of weights each, of which there are |matrices| times as many
// as are read.
Operands operands_of(Bench &bench, const ProductKernel &product, size_t rows, size_t columns,
                     size_t lines, size_t matrices = 1)
{
    const size_t weights = rows * product.row_bytes(columns);
    const size_t activations = lines * columns / 32 * q8_1_bytes, outputs = rows * lines;
    Operands operands = {};
    operands.weights = bench.numbers(0, Type::u8, weights * matrices + product.row_bytes(512));
    operands.activations = bench.numbers(1, Type::u8, activations);
    operands.dst = bench.numbers(2, Type::f32, outputs);
    operands.work = {static_cast<double>(weights + activations + 4 * outputs),
                     2.0 * static_cast<double>(outputs) * static_cast<double>(columns),
                     static_cast<double>(outputs)};
    return operands;
}

void bench_product(Bench &bench, const Kernel &kernel, const ProductKernel &product, size_t rows,
                   size_t columns, size_t lines)
{
    Operands operands = operands_of(bench, product, rows, columns, lines);
    int ncols_x = static_cast<int>(columns), nrows_x = static_cast<int>(rows);
    int ncols_y = static_cast<int>(lines), nrows_y = ncols_x, nrows_dst = nrows_x;
    std::vector<void *> arguments = {&operands.weights, &operands.activations, &operands.dst,
                                     &ncols_x, &nrows_x};
    if (product.kind == ProductKernel::matrices) {
        arguments.push_back(&ncols_y);
    }
    arguments.push_back(&nrows_y);
    arguments.push_back(&nrows_dst);
    const std::string layout =
        std::to_string(rows) + "x" + std::to_string(columns) + " b" + std::to_string(lines);
    bench.time(kernel, layout, product.launch(rows, lines), arguments, operands.work);
}

// Two of eight experts each, for tokens that come alone and together.
void bench_experts(Bench &bench, const Kernel &kernel, const ProductKernel &product)
{
    constexpr size_t experts = 8, topk = 2;
    const size_t rows = bench.pick(14336, 16), columns = bench.pick(4096, 1024);
    for (const size_t batch : {size_t(1), bench.pick(8, 2)}) {
        const size_t tasks = batch * topk, read = tasks < experts ? tasks : experts;
        Operands operands = operands_of(bench, product, rows * read, columns, 1, experts / read);
        std::vector<uint32_t> ids(tasks);
        for (size_t i = 0; i < tasks; ++i) {
            ids[i] = static_cast<uint32_t>(i * 3 % experts);
        }
        operands.activations = bench.numbers(1, Type::u8, batch * columns / 32 * q8_1_bytes);
        operands.dst = bench.numbers(2, Type::f32, tasks * rows);
        void *indices = bench.upload(ids.data(), ids.size() * sizeof(uint32_t));
        int n = static_cast<int>(rows), k = static_cast<int>(columns), k_padded = k;
        int batch_size = static_cast<int>(batch), top = static_cast<int>(topk), input_dim1 = 1;
        operands.work.operations = 2.0 * static_cast<double>(tasks * rows * columns);
        operands.work.elements = static_cast<double>(tasks * rows);
        bench.time(kernel,
                   std::to_string(rows) + "x" + std::to_string(columns) + " 8 experts, " +
                       std::to_string(batch) + "x2",
                   product.launch_experts(rows, batch, topk),
                   {&operands.weights, &operands.activations, &indices, &operands.dst, &n, &k,
                    &batch_size, &top, &k_padded, &input_dim1},
                   operands.work);
    }
}

} // namespace

void bench_quantized_products(Bench &bench, const Kernel &kernel)
{
    const ProductKernel product(kernel.name);
    if (product.kind == ProductKernel::experts) {
        bench_experts(bench, kernel, product);
        return;
    }
    struct Size {
        size_t rows, columns;
    };
    const Size sizes[] = {{bench.pick(4096, 128), bench.pick(4096, 512)},
                          {bench.pick(11008, 66), bench.pick(4096, 1024)},
                          {bench.pick(4096, 32), bench.pick(14336, 2048)}};
    for (const Size &size : sizes) {
        if (product.kind == ProductKernel::vectors) {
            // All but the first size for 1, 4 and 8 vectors only.
            if (&size == sizes || product.count == 1 || product.count % 4 == 0) {
                bench_product(bench, kernel, product, size.rows, size.columns, product.count);
            }
            continue;
        }
        for (const size_t lines : {bench.pick(128, 64), bench.pick(512, 128)}) {
            bench_product(bench, kernel, product, size.rows, size.columns, lines);
        }
    }
}
