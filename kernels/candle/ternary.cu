// where_C_T: out[i] = cond[i] != 0 ? t[i] : f[i], copied bit by bit. Each operand has its own
// strides.
#include "../device/elementwise.cuh"

struct Where {
    template <class C, class T> __device__ T operator()(C cond, T t, T f) const
    {
        return cond != 0 ? t : f;
    }
};

#define WHERE(C, NAME, T)                                                                          \
    MAP_KERNEL(where_##C##_##NAME)                                                                 \
    (const usize numel, const usize num_dims, const usize *info, const C *ids, const T *t,         \
     const T *f, T *out)                                                                           \
    {                                                                                              \
        ENTER(map_elements<T, Where, C, T, T>)(numel, num_dims, info, out, Where(), ids, t, f);    \
    }

#define WHERE_EACH_TYPE(C)                                                                         \
    WHERE(C, bf16, bf16)                                                                           \
    WHERE(C, f16, f16)                                                                             \
    WHERE(C, f32, f32)                                                                             \
    WHERE(C, f64, f64)                                                                             \
    WHERE(C, u8, u8)                                                                               \
    WHERE(C, u32, u32)                                                                             \
    WHERE(C, i64, i64)                                                                             \
    WHERE(C, fp8_e4m3, f8e4m3)

WHERE_EACH_TYPE(i64)
WHERE_EACH_TYPE(u32)
WHERE_EACH_TYPE(u8)
WHERE(i16, fp8_e4m3, f8e4m3)
WHERE(i32, fp8_e4m3, f8e4m3)
