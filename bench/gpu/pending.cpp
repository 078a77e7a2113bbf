// Families whose cases are not written yet.
#include "bench_families.hpp"
#define PENDING(name)                                                                              \
    void bench_##name(Bench &, const Kernel &)                                                     \
    {                                                                                              \
    }
#if !__has_include("elementwise.cpp")
PENDING(elementwise)
#endif
#if !__has_include("reduce.cpp")
PENDING(reduce)
#endif
#if !__has_include("indexing.cpp")
PENDING(indexing)
#endif
#if !__has_include("sort.cpp")
PENDING(sort)
#endif
#if !__has_include("conv.cpp")
PENDING(conv)
#endif
#if !__has_include("quantized.cpp")
PENDING(quantized)
#endif
