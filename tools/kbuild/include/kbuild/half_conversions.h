// The conversions that CUDA has for both __half and __nv_bfloat16, and functions that split and
// build pairs. Included once for each type, with
//   KBUILD_H, KBUILD_H2              the type and the type of its pairs
//   KBUILD_NAME(BEFORE, AFTER)       the type's name between both, KBUILD_NAME2 with it twice
//   KBUILD_BITS, KBUILD_OF           kbuild's functions that make a KBUILD_H from bits and from a
//   float KBUILD_FROM_F32, _INTEGER        kbuild's functions that make the bits from a float, an
//   integer

KBUILD_BOTH unsigned short KBUILD_NAME(__, _as_ushort)(const KBUILD_H x)
{
    return x.__x;
}

KBUILD_BOTH short KBUILD_NAME(__, _as_short)(const KBUILD_H x)
{
    return static_cast<short>(x.__x);
}

KBUILD_BOTH KBUILD_H KBUILD_NAME(__ushort_as_, )(const unsigned short bits)
{
    return kbuild::KBUILD_BITS(bits);
}

KBUILD_BOTH KBUILD_H KBUILD_NAME(__short_as_, )(const short bits)
{
    return kbuild::KBUILD_BITS(static_cast<unsigned short>(bits));
}

KBUILD_BOTH KBUILD_H KBUILD_NAME(__float2, )(const float x)
{
    return kbuild::KBUILD_OF(x);
}

KBUILD_BOTH KBUILD_H KBUILD_NAME(__float2, _rn)(const float x)
{
    return kbuild::KBUILD_OF(x);
}

KBUILD_BOTH KBUILD_H KBUILD_NAME(__float2, _rz)(const float x)
{
    return kbuild::KBUILD_BITS(kbuild::KBUILD_FROM_F32<kbuild::toward_zero>(x));
}

KBUILD_BOTH KBUILD_H KBUILD_NAME(__float2, _rd)(const float x)
{
    return kbuild::KBUILD_BITS(kbuild::KBUILD_FROM_F32<kbuild::downward>(x));
}

KBUILD_BOTH KBUILD_H KBUILD_NAME(__float2, _ru)(const float x)
{
    return kbuild::KBUILD_BITS(kbuild::KBUILD_FROM_F32<kbuild::upward>(x));
}

// __half2int_rn, _rz, _rd, _ru and __int2half_rn, _rz, _rd, _ru, and so on. A conversion to an
// integer clamps; NaN gives 0 or, for 64 bits, the highest bit alone.
#define KBUILD_CONVERSIONS(NAME, TYPE)                                                             \
    KBUILD_BOTH TYPE KBUILD_NAME(__, 2##NAME##_rn)(const KBUILD_H x)                               \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(rintf(KBUILD_NAME(__, 2float)(x)));                  \
    }                                                                                              \
    KBUILD_BOTH TYPE KBUILD_NAME(__, 2##NAME##_rz)(const KBUILD_H x)                               \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(KBUILD_NAME(__, 2float)(x));                         \
    }                                                                                              \
    KBUILD_BOTH TYPE KBUILD_NAME(__, 2##NAME##_rd)(const KBUILD_H x)                               \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(floorf(KBUILD_NAME(__, 2float)(x)));                 \
    }                                                                                              \
    KBUILD_BOTH TYPE KBUILD_NAME(__, 2##NAME##_ru)(const KBUILD_H x)                               \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(ceilf(KBUILD_NAME(__, 2float)(x)));                  \
    }                                                                                              \
    KBUILD_BOTH KBUILD_H KBUILD_NAME(__##NAME##2, _rn)(const TYPE x)                               \
    {                                                                                              \
        return kbuild::KBUILD_BITS(kbuild::KBUILD_FROM_INTEGER(x));                                \
    }                                                                                              \
    KBUILD_BOTH KBUILD_H KBUILD_NAME(__##NAME##2, _rz)(const TYPE x)                               \
    {                                                                                              \
        return kbuild::KBUILD_BITS(kbuild::KBUILD_FROM_INTEGER<kbuild::toward_zero>(x));           \
    }                                                                                              \
    KBUILD_BOTH KBUILD_H KBUILD_NAME(__##NAME##2, _rd)(const TYPE x)                               \
    {                                                                                              \
        return kbuild::KBUILD_BITS(kbuild::KBUILD_FROM_INTEGER<kbuild::downward>(x));              \
    }                                                                                              \
    KBUILD_BOTH KBUILD_H KBUILD_NAME(__##NAME##2, _ru)(const TYPE x)                               \
    {                                                                                              \
        return kbuild::KBUILD_BITS(kbuild::KBUILD_FROM_INTEGER<kbuild::upward>(x));                \
    }
KBUILD_CONVERSIONS(short, short)
KBUILD_CONVERSIONS(ushort, unsigned short)
KBUILD_CONVERSIONS(int, int)
KBUILD_CONVERSIONS(uint, unsigned)
KBUILD_CONVERSIONS(ll, long long)
KBUILD_CONVERSIONS(ull, unsigned long long)
#undef KBUILD_CONVERSIONS

KBUILD_BOTH signed char KBUILD_NAME(__, 2char_rz)(const KBUILD_H x)
{
    return kbuild::integer_from_f32<signed char>(KBUILD_NAME(__, 2float)(x));
}

KBUILD_BOTH unsigned char KBUILD_NAME(__, 2uchar_rz)(const KBUILD_H x)
{
    return kbuild::integer_from_f32<unsigned char>(KBUILD_NAME(__, 2float)(x));
}

// Functions that build, split and rearrange pairs.

KBUILD_BOTH KBUILD_H2 KBUILD_NAME(make_, 2)(const KBUILD_H low, const KBUILD_H high)
{
    return KBUILD_H2(low, high);
}

KBUILD_BOTH KBUILD_H2 KBUILD_NAME(__halves2, 2)(const KBUILD_H low, const KBUILD_H high)
{
    return KBUILD_H2(low, high);
}

KBUILD_BOTH KBUILD_H2 KBUILD_NAME2(__, 2, 2)(const KBUILD_H x)
{
    return KBUILD_H2(x, x);
}

KBUILD_BOTH KBUILD_H KBUILD_NAME(__low2, )(const KBUILD_H2 v)
{
    return v.x;
}

KBUILD_BOTH KBUILD_H KBUILD_NAME(__high2, )(const KBUILD_H2 v)
{
    return v.y;
}

KBUILD_BOTH KBUILD_H2 KBUILD_NAME(__low2, 2)(const KBUILD_H2 v)
{
    return KBUILD_H2(v.x, v.x);
}

KBUILD_BOTH KBUILD_H2 KBUILD_NAME(__high2, 2)(const KBUILD_H2 v)
{
    return KBUILD_H2(v.y, v.y);
}

KBUILD_BOTH KBUILD_H2 KBUILD_NAME(__lows2, 2)(const KBUILD_H2 a, const KBUILD_H2 b)
{
    return KBUILD_H2(a.x, b.x);
}

KBUILD_BOTH KBUILD_H2 KBUILD_NAME(__highs2, 2)(const KBUILD_H2 a, const KBUILD_H2 b)
{
    return KBUILD_H2(a.y, b.y);
}

KBUILD_BOTH KBUILD_H2 KBUILD_NAME(__float2, 2_rn)(const float x)
{
    return KBUILD_H2(kbuild::KBUILD_OF(x), kbuild::KBUILD_OF(x));
}

KBUILD_BOTH KBUILD_H2 KBUILD_NAME(__floats2, 2_rn)(const float low, const float high)
{
    return KBUILD_H2(kbuild::KBUILD_OF(low), kbuild::KBUILD_OF(high));
}

KBUILD_BOTH KBUILD_H2 KBUILD_NAME(__float22, 2_rn)(const float2 v)
{
    return KBUILD_NAME(__floats2, 2_rn)(v.x, v.y);
}

KBUILD_BOTH float2 KBUILD_NAME(__, 22float2)(const KBUILD_H2 v)
{
    return make_float2(KBUILD_NAME(__, 2float)(v.x), KBUILD_NAME(__, 2float)(v.y));
}

#undef KBUILD_H
#undef KBUILD_H2
#undef KBUILD_NAME
#undef KBUILD_NAME2
#undef KBUILD_BITS
#undef KBUILD_OF
#undef KBUILD_FROM_F32
#undef KBUILD_FROM_INTEGER
