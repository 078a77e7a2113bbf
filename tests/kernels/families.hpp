// The check of each family: every case that its kernels must get right.
#pragma once

#include "harness.hpp"

bool check_elementwise(Harness &harness, const Kernel &kernel); // affine binary cast ternary unary
bool check_fill(Harness &harness, const Kernel &kernel);
bool check_indexing(Harness &harness, const Kernel &kernel);
bool check_sort(Harness &harness, const Kernel &kernel);
bool check_reduce(Harness &harness, const Kernel &kernel);
bool check_conv(Harness &harness, const Kernel &kernel);
bool check_quantized(Harness &harness, const Kernel &kernel);
// Of them the ones that multiply by rounded activations.
bool check_quantized_products(Harness &harness, const Kernel &kernel);
