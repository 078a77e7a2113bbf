// Embedding lookups and their gradients; gathers and scatters along a middle and the last
// dimension.
#include "bench.hpp"

#include <cmath>

namespace
{

// inp is [left, from, right], out [left, to, right].
struct Shape3 {
    const char *name;
    size_t left, from, to, right;
};

// Random indices below |dim|, the same every time.
Bytes random_ids(Type type, size_t count, size_t dim)
{
    const size_t size = static_cast<size_t>(format_of(type).size);
    Bytes ids(count * size);
    uint64_t state = 1;
    for (size_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        bits_store(type, &ids[i * size], (state >> 33) % dim);
    }
    return ids;
}

// How many of |dim| places |draws| draws are expected to meet.
double places(size_t dim, size_t draws)
{
    const double count = static_cast<double>(dim);
    return count * (1 - std::pow(1 - 1 / count, static_cast<double>(draws)));
}

size_t size_of(Type type)
{
    return static_cast<size_t>(format_of(type).size);
}

void bench_selection(Bench &bench, const Kernel &kernel, const Shape3 &shape)
{
    const bool is_gather = kernel.name[0] == 'g';
    const Type type = kernel.type_of("out"), id_type = kernel.type_of("ids");
    size_t left = shape.left, dim = shape.from, ids_dim = shape.to, right = shape.right;
    size_t numel = left * ids_dim * right, rank = 1;
    const size_t id_count = is_gather ? numel : ids_dim;
    bench.numbers(1, type, numel);
    void *inp = bench.numbers(0, type, left * dim * right), *out = bench.numbers(1, type, numel);
    void *ids = bench.upload(random_ids(id_type, id_count, dim));
    void *info = bench.info({ids_dim}, {{1}});
    std::vector<void *> arguments = {&numel};
    if (!is_gather) {
        arguments.insert(arguments.end(), {&rank, &info});
    }
    arguments.insert(arguments.end(), {&ids, &inp, &out, &left, &dim, &ids_dim, &right});
    const double elements = static_cast<double>(left * right) * places(dim, ids_dim);
    bench.time(kernel, shape.name, each_thread(numel), arguments,
               {static_cast<double>(size_of(type)) * (elements + static_cast<double>(numel)) +
                    static_cast<double>(id_count * size_of(id_type)),
                0, static_cast<double>(numel)});
}

void bench_scatter(Bench &bench, const Kernel &kernel, const Shape3 &shape)
{
    const bool adds = kernel.name.compare(0, 2, "s_") != 0;
    const bool is_vector = kernel.name.compare(0, 2, "ia") == 0; // the ids
    const Type type = kernel.type_of("out"), id_type = kernel.type_of("ids");
    size_t left = shape.left, from = shape.from, to = shape.to, right = shape.right;
    const size_t numel = left * from * right, id_count = is_vector ? from : numel;
    bench.numbers(1, type, left * to * right);
    void *inp = bench.numbers(0, type, numel), *out = bench.numbers(1, type, left * to * right);
    void *ids = bench.upload(random_ids(id_type, id_count, to));
    std::vector<void *> arguments = {&ids};
    if (is_vector) {
        arguments.push_back(&from);
    }
    arguments.insert(arguments.end(), {&inp, &out, &left, &from, &to, &right});
    const double elements = static_cast<double>(left * right) * places(to, from);
    bench.time(kernel, shape.name, each_thread(left * right), arguments,
               {static_cast<double>(size_of(type)) *
                        (static_cast<double>(numel) + (adds ? 2 : 1) * elements) +
                    static_cast<double>(id_count * size_of(id_type)),
                0, static_cast<double>(numel)});
}

} // namespace

void bench_indexing(Bench &bench, const Kernel &kernel)
{
    // As many rows as the smaller indices can name, where it is those.
    const size_t id_size = size_of(kernel.type_of("ids"));
    const size_t rows = id_size == 1 ? 200 : 1000;
    const size_t words = id_size < 4 ? rows : bench.pick(32000, 200);
    const bool is_gather = kernel.name[0] == 'g';
    if (is_gather || kernel.name.compare(0, 2, "is") == 0) {
        if (!is_gather) {
            bench_selection(bench, kernel,
                            {"embedding 4096x4096", 1, words, bench.pick(4096, 32), 4096});
            bench_selection(bench, kernel,
                            {"embedding 65536x100", 1, words, bench.pick(65536, 1000), 100});
        }
        bench_selection(bench, kernel,
                        {"rows of 1024", bench.pick(16, 1), rows, bench.pick(1000, 100), 1024});
        bench_selection(bench, kernel, {"last dim", bench.pick(16384, 100), rows, 1000, 1});
        bench_selection(bench, kernel, {"4 rows of 4096", 1, rows, 4, bench.pick(4096, 64)});
        bench_selection(bench, kernel, {"rows of 33", 1, rows, bench.pick(262144, 300), 33});
        bench_selection(bench, kernel, {"8 of each row", bench.pick(65536, 100), rows, 8, 1});
        return;
    }
    bench_scatter(bench, kernel, {"4096x4096 to rows", 1, bench.pick(4096, 32), words, 4096});
    bench_scatter(bench, kernel, {"middle dim", bench.pick(512, 4), 128, rows, 256});
    bench_scatter(bench, kernel, {"last dim", bench.pick(4096, 100), 1000, rows, 1});
    bench_scatter(bench, kernel, {"vector", 1, bench.pick(16384, 1000), rows, 1});
    bench_scatter(bench, kernel, {"65536x64 to rows", 1, bench.pick(65536, 300), rows, 64});
    bench_scatter(bench, kernel, {"4 rows of 4096", 1, 4, rows, bench.pick(4096, 64)});
    bench_scatter(bench, kernel, {"8 to each row", bench.pick(65536, 100), 8, rows, 1});
}
