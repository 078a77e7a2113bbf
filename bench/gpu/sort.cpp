// Rows of a warp, of a block and of the largest block's worth; and one row alone.
#include "bench.hpp"

#include <algorithm>

void bench_sort(Bench &bench, const Kernel &kernel)
{
    static const struct {
        const char *name;
        size_t rows;
        int columns;
    } shapes[] = {{"8192x1000", 8192, 1000}, {"262144x32", 262144, 32}, {"32768x256", 32768, 256},
                  {"131072x64", 131072, 64}, {"2048x4096", 2048, 4096}, {"1024x8192", 1024, 8192},
                  {"1x1024", 1, 1024},       {"1x8192", 1, 8192},       {"16x128", 16, 128}};
    const Type type = kernel.type_of("x");
    for (const auto &shape : shapes) {
        int columns = shape.columns, padded = 1;
        while (padded < columns) {
            padded *= 2;
        }
        const size_t rows = bench.pick(shape.rows, 1), numel = rows * static_cast<size_t>(columns);
        bench.numbers(0, type, numel);
        void *dst = bench.numbers(1, Type::u32, numel), *x = bench.numbers(0, type, numel);
        const Launch launch({static_cast<unsigned>(rows), 1, 1},
                            {static_cast<unsigned>(std::min(padded, 1024)), 1, 1},
                            4 * static_cast<unsigned>(padded));
        bench.time(kernel, shape.name, launch, {&x, &dst, &columns, &padded},
                   {static_cast<double>(numel) *
                        static_cast<double>(format_of(type).size + format_of(Type::u32).size),
                    0, static_cast<double>(numel)});
    }
}
