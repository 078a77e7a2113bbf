// The measured cases of each family, for one of its kernels.
#pragma once

#include "bench.hpp"

void bench_elementwise(Bench &bench, const Kernel &kernel); // affine binary cast fill ternary unary
void bench_conv(Bench &bench, const Kernel &kernel);
void bench_indexing(Bench &bench, const Kernel &kernel);
void bench_quantized(Bench &bench, const Kernel &kernel);
void bench_quantized_products(Bench &bench, const Kernel &kernel); // of them
void bench_reduce(Bench &bench, const Kernel &kernel);
void bench_sort(Bench &bench, const Kernel &kernel);

// Those of the kernel's family.
void bench_kernel(Bench &bench, const Kernel &kernel);
