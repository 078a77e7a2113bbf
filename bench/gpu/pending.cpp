// Families whose cases are not written yet.
#include "bench_families.hpp"
#define PENDING(name) void bench_##name(Bench &, const Kernel &) {}
#if !__has_include("../../bench/gpu/elementwise.cpp")
PENDING(elementwise)
#endif
#if !__has_include("../../bench/gpu/quantized_products.cpp")
PENDING(quantized_products)
#endif
