// The operators of __half and __half2, and of __nv_bfloat16 and its pairs. Included once for each
// type and each type of pairs, with
//   KBUILD_H       the type
//   KBUILD_P       what follows the names of the type's functions: nothing, or 2
//   KBUILD_B       what precedes the names of the comparisons: nothing, or b
//   KBUILD_DIV     the type's division
//   KBUILD_UNIT    1, which ++ and -- count by

#define KBUILD_GLUE_(a, b, c, d) a##b##c##d
#define KBUILD_GLUE(a, b, c, d)  KBUILD_GLUE_(a, b, c, d)
#define KBUILD_NAMED(NAME)       KBUILD_GLUE(__h, NAME, KBUILD_P, )
#define KBUILD_COMPARED(NAME)    KBUILD_GLUE(__h, KBUILD_B, NAME, KBUILD_P)

#define KBUILD_OPERATOR(OP, FUNCTION)                                                              \
    KBUILD_BOTH KBUILD_H operator OP(const KBUILD_H &a, const KBUILD_H &b)                         \
    {                                                                                              \
        return FUNCTION(a, b);                                                                     \
    }                                                                                              \
    KBUILD_BOTH KBUILD_H &operator OP##=(KBUILD_H &a, const KBUILD_H &b)                           \
    {                                                                                              \
        a = FUNCTION(a, b);                                                                        \
        return a;                                                                                  \
    }
KBUILD_OPERATOR(+, KBUILD_NAMED(add))
KBUILD_OPERATOR(-, KBUILD_NAMED(sub))
KBUILD_OPERATOR(*, KBUILD_NAMED(mul))
KBUILD_OPERATOR(/, KBUILD_DIV)
#undef KBUILD_OPERATOR

KBUILD_BOTH KBUILD_H &operator++(KBUILD_H &x)
{
    x = KBUILD_NAMED(add)(x, KBUILD_UNIT);
    return x;
}

KBUILD_BOTH KBUILD_H &operator--(KBUILD_H &x)
{
    x = KBUILD_NAMED(sub)(x, KBUILD_UNIT);
    return x;
}

KBUILD_BOTH KBUILD_H operator++(KBUILD_H &x, const int)
{
    const KBUILD_H before = x;
    x = KBUILD_NAMED(add)(x, KBUILD_UNIT);
    return before;
}

KBUILD_BOTH KBUILD_H operator--(KBUILD_H &x, const int)
{
    const KBUILD_H before = x;
    x = KBUILD_NAMED(sub)(x, KBUILD_UNIT);
    return before;
}

KBUILD_BOTH KBUILD_H operator+(const KBUILD_H &x)
{
    return x;
}

KBUILD_BOTH KBUILD_H operator-(const KBUILD_H &x)
{
    return KBUILD_NAMED(neg)(x);
}

// Pairs compare true if both elements do.
#define KBUILD_COMPARISON(OP, NAME)                                                                \
    KBUILD_BOTH bool operator OP(const KBUILD_H &a, const KBUILD_H &b)                             \
    {                                                                                              \
        return KBUILD_COMPARED(NAME)(a, b);                                                        \
    }
KBUILD_COMPARISON(==, eq)
KBUILD_COMPARISON(!=, neu)
KBUILD_COMPARISON(<, lt)
KBUILD_COMPARISON(<=, le)
KBUILD_COMPARISON(>, gt)
KBUILD_COMPARISON(>=, ge)
#undef KBUILD_COMPARISON

#undef KBUILD_GLUE_
#undef KBUILD_GLUE
#undef KBUILD_NAMED
#undef KBUILD_COMPARED
#undef KBUILD_H
#undef KBUILD_P
#undef KBUILD_B
#undef KBUILD_DIV
#undef KBUILD_UNIT
