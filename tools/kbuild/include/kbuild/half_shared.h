// The functions that CUDA has for both __half and __nv_bfloat16. Included once for each type, with
//   KBUILD_H, KBUILD_H2   the type and the type of its pairs
//   KBUILD_BITS           kbuild's function that makes a KBUILD_H from its bits
//   KBUILD_ONE            the bits of 1
// Arithmetic comes from half.h and bf16.h as overloads in namespace kbuild.

#define KBUILD_BINARY(NAME, FUNCTION)                                                              \
    KBUILD_BOTH KBUILD_H NAME(const KBUILD_H a, const KBUILD_H b)                                  \
    {                                                                                              \
        return kbuild::FUNCTION(a, b);                                                             \
    }
#define KBUILD_BINARY2(NAME, FUNCTION)                                                             \
    KBUILD_BOTH KBUILD_H2 NAME(const KBUILD_H2 a, const KBUILD_H2 b)                               \
    {                                                                                              \
        return kbuild::FUNCTION(a, b);                                                             \
    }
KBUILD_BINARY(__hadd, sum)
KBUILD_BINARY(__hsub, difference)
KBUILD_BINARY(__hmul, product)
KBUILD_BINARY(__hadd_rn, sum_rn)
KBUILD_BINARY(__hsub_rn, difference_rn)
KBUILD_BINARY(__hmul_rn, product_rn)
KBUILD_BINARY(__hdiv, quotient)
KBUILD_BINARY(__hmax, larger)
KBUILD_BINARY(__hmin, smaller)
KBUILD_BINARY2(__hadd2, sum)
KBUILD_BINARY2(__hsub2, difference)
KBUILD_BINARY2(__hmul2, product)
KBUILD_BINARY2(__hadd2_rn, sum_rn)
KBUILD_BINARY2(__hsub2_rn, difference_rn)
KBUILD_BINARY2(__hmul2_rn, product_rn)
KBUILD_BINARY2(__h2div, quotient)
KBUILD_BINARY2(__hmax2, larger)
KBUILD_BINARY2(__hmin2, smaller)
#undef KBUILD_BINARY
#undef KBUILD_BINARY2

KBUILD_BOTH KBUILD_H __hfma(const KBUILD_H a, const KBUILD_H b, const KBUILD_H c)
{
    return kbuild::fused(a, b, c);
}

KBUILD_BOTH KBUILD_H2 __hfma2(const KBUILD_H2 a, const KBUILD_H2 b, const KBUILD_H2 c)
{
    return kbuild::fused(a, b, c);
}

KBUILD_BOTH KBUILD_H __hneg(const KBUILD_H x)
{
    return kbuild::KBUILD_BITS(static_cast<unsigned short>(x.__x ^ 0x8000u));
}

KBUILD_BOTH KBUILD_H __habs(const KBUILD_H x)
{
    return kbuild::KBUILD_BITS(static_cast<unsigned short>(x.__x & 0x7fffu));
}

KBUILD_BOTH KBUILD_H2 __hneg2(const KBUILD_H2 v)
{
    return KBUILD_H2(__hneg(v.x), __hneg(v.y));
}

KBUILD_BOTH KBUILD_H2 __habs2(const KBUILD_H2 v)
{
    return KBUILD_H2(__habs(v.x), __habs(v.y));
}

KBUILD_BOTH bool __hisnan(const KBUILD_H x)
{
    return kbuild::is_nan(x);
}

// The functions whose names end in _nan return NaN if an argument is NaN.
KBUILD_BOTH KBUILD_H __hmax_nan(const KBUILD_H a, const KBUILD_H b)
{
    return __hisnan(a) || __hisnan(b) ? kbuild::KBUILD_BITS(0x7fff) : __hmax(a, b);
}

KBUILD_BOTH KBUILD_H __hmin_nan(const KBUILD_H a, const KBUILD_H b)
{
    return __hisnan(a) || __hisnan(b) ? kbuild::KBUILD_BITS(0x7fff) : __hmin(a, b);
}

KBUILD_BOTH KBUILD_H2 __hmax2_nan(const KBUILD_H2 a, const KBUILD_H2 b)
{
    return KBUILD_H2(__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y));
}

KBUILD_BOTH KBUILD_H2 __hmin2_nan(const KBUILD_H2 a, const KBUILD_H2 b)
{
    return KBUILD_H2(__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y));
}

namespace kbuild
{
// Clamps |x| to [0, 1]; NaN becomes 0.
KBUILD_BOTH KBUILD_H saturated(KBUILD_H x)
{
    return smaller(larger(x, KBUILD_BITS(0)), KBUILD_BITS(KBUILD_ONE));
}

KBUILD_BOTH KBUILD_H2 saturated(KBUILD_H2 v)
{
    const KBUILD_H zero = KBUILD_BITS(0), one = KBUILD_BITS(KBUILD_ONE);
    return smaller(larger(v, KBUILD_H2(zero, zero)), KBUILD_H2(one, one));
}
} // namespace kbuild

KBUILD_BOTH KBUILD_H __hadd_sat(const KBUILD_H a, const KBUILD_H b)
{
    return kbuild::saturated(__hadd(a, b));
}

KBUILD_BOTH KBUILD_H __hsub_sat(const KBUILD_H a, const KBUILD_H b)
{
    return kbuild::saturated(__hsub(a, b));
}

KBUILD_BOTH KBUILD_H __hmul_sat(const KBUILD_H a, const KBUILD_H b)
{
    return kbuild::saturated(__hmul(a, b));
}

KBUILD_BOTH KBUILD_H __hfma_sat(const KBUILD_H a, const KBUILD_H b, const KBUILD_H c)
{
    return kbuild::saturated(__hfma(a, b, c));
}

KBUILD_BOTH KBUILD_H2 __hadd2_sat(const KBUILD_H2 a, const KBUILD_H2 b)
{
    return kbuild::saturated(__hadd2(a, b));
}

KBUILD_BOTH KBUILD_H2 __hsub2_sat(const KBUILD_H2 a, const KBUILD_H2 b)
{
    return kbuild::saturated(__hsub2(a, b));
}

KBUILD_BOTH KBUILD_H2 __hmul2_sat(const KBUILD_H2 a, const KBUILD_H2 b)
{
    return kbuild::saturated(__hmul2(a, b));
}

KBUILD_BOTH KBUILD_H2 __hfma2_sat(const KBUILD_H2 a, const KBUILD_H2 b, const KBUILD_H2 c)
{
    return kbuild::saturated(__hfma2(a, b, c));
}

KBUILD_BOTH KBUILD_H __hfma_relu(const KBUILD_H a, const KBUILD_H b, const KBUILD_H c)
{
    return __hmax_nan(__hfma(a, b, c), kbuild::KBUILD_BITS(0));
}

KBUILD_BOTH KBUILD_H2 __hfma2_relu(const KBUILD_H2 a, const KBUILD_H2 b, const KBUILD_H2 c)
{
    return KBUILD_H2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}

// Returns a * b + c of complex numbers.
KBUILD_BOTH KBUILD_H2 __hcmadd(const KBUILD_H2 a, const KBUILD_H2 b, const KBUILD_H2 c)
{
    const KBUILD_H2 partial = __hfma2(KBUILD_H2(a.x, a.x), b, c);
    return __hfma2(KBUILD_H2(__hneg(a.y), a.y), KBUILD_H2(b.y, b.x), partial);
}

// Comparisons. If an argument is NaN, comparisons whose names end in u are true and all others are
// false. For pairs, a comparison returns 1 or 0 for each element, or a mask of 16 bits for each
// element, or whether it holds for both elements.

#define KBUILD_COMPARE(NAME, EXPRESSION)                                                           \
    KBUILD_BOTH bool __h##NAME(const KBUILD_H p, const KBUILD_H q)                                 \
    {                                                                                              \
        const auto a = kbuild::number(p), b = kbuild::number(q);                                   \
        return EXPRESSION;                                                                         \
    }
#define KBUILD_COMPARE2(NAME)                                                                      \
    KBUILD_BOTH KBUILD_H2 __h##NAME##2(const KBUILD_H2 a, const KBUILD_H2 b)                       \
    {                                                                                              \
        return KBUILD_H2(kbuild::KBUILD_BITS(__h##NAME(a.x, b.x) ? KBUILD_ONE : 0),                \
                         kbuild::KBUILD_BITS(__h##NAME(a.y, b.y) ? KBUILD_ONE : 0));               \
    }                                                                                              \
    KBUILD_BOTH unsigned __h##NAME##2_mask(const KBUILD_H2 a, const KBUILD_H2 b)                   \
    {                                                                                              \
        return (__h##NAME(a.x, b.x) ? 0xffffu : 0u) | (__h##NAME(a.y, b.y) ? 0xffff0000u : 0u);    \
    }                                                                                              \
    KBUILD_BOTH bool __hb##NAME##2(const KBUILD_H2 a, const KBUILD_H2 b)                           \
    {                                                                                              \
        return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y);                                         \
    }
KBUILD_COMPARE(eq, a == b)
KBUILD_COMPARE(ne, a<b || a> b)
KBUILD_COMPARE(lt, a < b)
KBUILD_COMPARE(le, a <= b)
KBUILD_COMPARE(gt, a > b)
KBUILD_COMPARE(ge, a >= b)
KBUILD_COMPARE(equ, !(a < b || a > b))
KBUILD_COMPARE(neu, a != b)
KBUILD_COMPARE(ltu, !(a >= b))
KBUILD_COMPARE(leu, !(a > b))
KBUILD_COMPARE(gtu, !(a <= b))
KBUILD_COMPARE(geu, !(a < b))
KBUILD_COMPARE2(eq)
KBUILD_COMPARE2(ne)
KBUILD_COMPARE2(lt)
KBUILD_COMPARE2(le)
KBUILD_COMPARE2(gt)
KBUILD_COMPARE2(ge)
KBUILD_COMPARE2(equ)
KBUILD_COMPARE2(neu)
KBUILD_COMPARE2(ltu)
KBUILD_COMPARE2(leu)
KBUILD_COMPARE2(gtu)
KBUILD_COMPARE2(geu)
#undef KBUILD_COMPARE
#undef KBUILD_COMPARE2

KBUILD_BOTH KBUILD_H2 __hisnan2(const KBUILD_H2 v)
{
    return KBUILD_H2(kbuild::KBUILD_BITS(__hisnan(v.x) ? KBUILD_ONE : 0),
                     kbuild::KBUILD_BITS(__hisnan(v.y) ? KBUILD_ONE : 0));
}

KBUILD_BOTH KBUILD_H2 __lowhigh2highlow(const KBUILD_H2 v)
{
    return KBUILD_H2(v.y, v.x);
}

KBUILD_BOTH float __low2float(const KBUILD_H2 v)
{
    return float(kbuild::number(v.x));
}

KBUILD_BOTH float __high2float(const KBUILD_H2 v)
{
    return float(kbuild::number(v.y));
}

// Loads and stores with cache hints are templates in memory.h.

#if defined(__HIP__)
namespace kbuild
{
KBUILD_DEVICE unsigned word_of_pair(KBUILD_H2 v)
{
    unsigned word;
    __builtin_memcpy(&word, &v, sizeof(word));
    return word;
}
} // namespace kbuild

// Relaxed atomic additions, by compare-and-swap of 16 or 32 bits: the GPU's own packed additions
// work only on some kinds of memory. In CUDA each half of a pair is atomic by itself; here the pair
// is atomic as a whole.

KBUILD_DEVICE KBUILD_H atomicAdd(KBUILD_H *address, const KBUILD_H value)
{
    return kbuild::KBUILD_BITS(kbuild::atomic_update16(&address->__x, [=](unsigned short &bits) {
        bits = __hadd(kbuild::KBUILD_BITS(bits), value).__x;
        return true;
    }));
}

KBUILD_DEVICE KBUILD_H2 atomicAdd(KBUILD_H2 *address, const KBUILD_H2 value)
{
    unsigned *word = reinterpret_cast<unsigned *>(address);
    unsigned seen = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    KBUILD_H2 before;
    unsigned after;
    do {
        __builtin_memcpy(static_cast<void *>(&before), &seen, sizeof(before));
        after = kbuild::word_of_pair(__hadd2(before, value));
    } while (!__hip_atomic_compare_exchange_strong(word, &seen, after, __ATOMIC_RELAXED,
                                                   __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT));
    return before;
}
#endif
