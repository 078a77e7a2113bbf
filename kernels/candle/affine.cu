// affine_T: out[i] = inp[i] * mul + add. Integers wrap; narrow floats are computed in f32 and
// rounded once.
#include "../device/elementwise.cuh"

template <class T> struct Affine {
    Compute<T> mul;
    Compute<T> add;

    __device__ T operator()(T x) const
    {
        return narrow<T>(widen(x) * mul + add);
    }
};

#define AFFINE(NAME, T)                                                                            \
    MAP_KERNEL(affine_##NAME)                                                                      \
    (const usize numel, const usize num_dims, const usize *info, const T *inp, T *out,             \
     const T mul, const T add)                                                                     \
    {                                                                                              \
        ENTER(map_or_update<T, Affine<T>, T>)                                                      \
        (numel, num_dims, info, out, Affine<T>{widen(mul), widen(add)}, inp);                      \
    }

AFFINE(f8_e4m3, f8e4m3)
AFFINE(bf16, bf16)
AFFINE(f16, f16)
AFFINE(f32, f32)
AFFINE(f64, f64)
AFFINE(u8, u8)
AFFINE(u32, u32)
AFFINE(i16, i16)
AFFINE(i32, i32)
AFFINE(i64, i64)
