#include "bench_families.hpp"

void bench_kernel(Bench &bench, const Kernel &kernel)
{
    static const struct {
        const char *name;
        void (*cases)(Bench &bench, const Kernel &kernel);
    } families[] = {
        {"affine", bench_elementwise},  {"binary", bench_elementwise}, {"cast", bench_elementwise},
        {"conv", bench_conv},           {"fill", bench_elementwise},   {"indexing", bench_indexing},
        {"quantized", bench_quantized}, {"reduce", bench_reduce},      {"sort", bench_sort},
        {"ternary", bench_elementwise}, {"unary", bench_elementwise}};
    for (const auto &family : families) {
        if (kernel.family == family.name) {
            family.cases(bench, kernel);
        }
    }
    bench.next_kernel();
}
