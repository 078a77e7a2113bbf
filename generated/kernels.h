/* kernels: 245 GPU kernels in 6 modules.
 *
 * Written by kbuild; do not edit. Each krt_launch_<kernel>() launches one kernel by
 * krt_launch(); see krt/krt.h for streams, |config| and errors. Pointers are to
 * device memory. The functions are asynchronous and thread-safe.
 */
#ifndef KERNELS_H
#define KERNELS_H

#include <krt/krt.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const struct krt_package kernels_package;

/* The ordinals of the kernels, for krt_launch(). */
enum kernels_ordinal {
    /* affine */
    KERNELS_AFFINE_F8_E4M3,
    KERNELS_AFFINE_BF16,
    KERNELS_AFFINE_F16,
    KERNELS_AFFINE_F32,
    KERNELS_AFFINE_F64,
    KERNELS_AFFINE_U8,
    KERNELS_AFFINE_U32,
    KERNELS_AFFINE_I16,
    KERNELS_AFFINE_I32,
    KERNELS_AFFINE_I64,
    /* cast */
    KERNELS_CAST_F8_E4M3_U8,
    KERNELS_CAST_U8_F8_E4M3,
    KERNELS_CAST_F8_E4M3_I32,
    KERNELS_CAST_I32_F8_E4M3,
    KERNELS_CAST_F8_E4M3_BF16,
    KERNELS_CAST_BF16_F8_E4M3,
    KERNELS_CAST_F8_E4M3_F16,
    KERNELS_CAST_F16_F8_E4M3,
    KERNELS_CAST_F8_E4M3_F32,
    KERNELS_CAST_F32_F8_E4M3,
    KERNELS_CAST_F8_E4M3_F64,
    KERNELS_CAST_F64_F8_E4M3,
    KERNELS_CAST_F8_E4M3_F8_E4M3,
    KERNELS_CAST_BF16_U8,
    KERNELS_CAST_BF16_U32,
    KERNELS_CAST_BF16_BF16,
    KERNELS_CAST_BF16_F16,
    KERNELS_CAST_BF16_F32,
    KERNELS_CAST_BF16_F64,
    KERNELS_CAST_F16_U8,
    KERNELS_CAST_F16_U32,
    KERNELS_CAST_F16_BF16,
    KERNELS_CAST_F16_F16,
    KERNELS_CAST_F16_F32,
    KERNELS_CAST_F16_F64,
    KERNELS_CAST_F32_U8,
    KERNELS_CAST_F32_U32,
    KERNELS_CAST_F32_I64,
    KERNELS_CAST_F32_BF16,
    KERNELS_CAST_F32_F16,
    KERNELS_CAST_F32_F32,
    KERNELS_CAST_F32_F64,
    KERNELS_CAST_F64_U8,
    KERNELS_CAST_F64_U32,
    KERNELS_CAST_F64_I64,
    KERNELS_CAST_F64_BF16,
    KERNELS_CAST_F64_F16,
    KERNELS_CAST_F64_F32,
    KERNELS_CAST_F64_F64,
    KERNELS_CAST_U8_U8,
    KERNELS_CAST_U8_U32,
    KERNELS_CAST_U8_I64,
    KERNELS_CAST_U8_BF16,
    KERNELS_CAST_U8_F16,
    KERNELS_CAST_U8_F32,
    KERNELS_CAST_U8_F64,
    KERNELS_CAST_U32_U8,
    KERNELS_CAST_U32_U32,
    KERNELS_CAST_U32_I64,
    KERNELS_CAST_U32_BF16,
    KERNELS_CAST_U32_F16,
    KERNELS_CAST_U32_F32,
    KERNELS_CAST_U32_F64,
    KERNELS_CAST_I64_U8,
    KERNELS_CAST_I64_U32,
    KERNELS_CAST_I64_I64,
    KERNELS_CAST_I64_F32,
    KERNELS_CAST_I64_F64,
    /* fill */
    KERNELS_FILL_U8,
    KERNELS_COPY2D_U8,
    KERNELS_CONST_SET_U8,
    KERNELS_FILL_U32,
    KERNELS_COPY2D_U32,
    KERNELS_CONST_SET_U32,
    KERNELS_FILL_I64,
    KERNELS_COPY2D_I64,
    KERNELS_CONST_SET_I64,
    KERNELS_FILL_F32,
    KERNELS_COPY2D_F32,
    KERNELS_CONST_SET_F32,
    KERNELS_FILL_F64,
    KERNELS_COPY2D_F64,
    KERNELS_CONST_SET_F64,
    KERNELS_FILL_F16,
    KERNELS_COPY2D_F16,
    KERNELS_CONST_SET_F16,
    KERNELS_FILL_BF16,
    KERNELS_COPY2D_BF16,
    KERNELS_CONST_SET_BF16,
    KERNELS_FILL_F8_E4M3,
    KERNELS_COPY2D_F8_E4M3,
    KERNELS_CONST_SET_F8_E4M3,
    /* matmul */
    KERNELS_MATMUL_F32,
    KERNELS_MATMUL_F64,
    KERNELS_MATMUL_F16,
    KERNELS_MATMUL_BF16,
    /* ternary */
    KERNELS_WHERE_I64_BF16,
    KERNELS_WHERE_I64_F16,
    KERNELS_WHERE_I64_F32,
    KERNELS_WHERE_I64_F64,
    KERNELS_WHERE_I64_U8,
    KERNELS_WHERE_I64_U32,
    KERNELS_WHERE_I64_I64,
    KERNELS_WHERE_I64_FP8_E4M3,
    KERNELS_WHERE_U32_BF16,
    KERNELS_WHERE_U32_F16,
    KERNELS_WHERE_U32_F32,
    KERNELS_WHERE_U32_F64,
    KERNELS_WHERE_U32_U8,
    KERNELS_WHERE_U32_U32,
    KERNELS_WHERE_U32_I64,
    KERNELS_WHERE_U32_FP8_E4M3,
    KERNELS_WHERE_U8_BF16,
    KERNELS_WHERE_U8_F16,
    KERNELS_WHERE_U8_F32,
    KERNELS_WHERE_U8_F64,
    KERNELS_WHERE_U8_U8,
    KERNELS_WHERE_U8_U32,
    KERNELS_WHERE_U8_I64,
    KERNELS_WHERE_U8_FP8_E4M3,
    KERNELS_WHERE_I16_FP8_E4M3,
    KERNELS_WHERE_I32_FP8_E4M3,
    /* unary */
    KERNELS_UCOPY_F8_E4M3,
    KERNELS_UCOPY_BF16,
    KERNELS_UCOPY_F16,
    KERNELS_UCOPY_F32,
    KERNELS_UCOPY_F64,
    KERNELS_UCOPY_U8,
    KERNELS_UCOPY_U32,
    KERNELS_UCOPY_I64,
    KERNELS_UNEG_FP8_E4M3,
    KERNELS_UNEG_BF16,
    KERNELS_UNEG_F16,
    KERNELS_UNEG_F32,
    KERNELS_UNEG_F64,
    KERNELS_UABS_FP8_E4M3,
    KERNELS_UABS_BF16,
    KERNELS_UABS_F16,
    KERNELS_UABS_F32,
    KERNELS_UABS_F64,
    KERNELS_URELU_FP8_E4M3,
    KERNELS_URELU_BF16,
    KERNELS_URELU_F16,
    KERNELS_URELU_F32,
    KERNELS_URELU_F64,
    KERNELS_UCEIL_FP8_E4M3,
    KERNELS_UCEIL_BF16,
    KERNELS_UCEIL_F16,
    KERNELS_UCEIL_F32,
    KERNELS_UCEIL_F64,
    KERNELS_UFLOOR_FP8_E4M3,
    KERNELS_UFLOOR_BF16,
    KERNELS_UFLOOR_F16,
    KERNELS_UFLOOR_F32,
    KERNELS_UFLOOR_F64,
    KERNELS_UROUND_FP8_E4M3,
    KERNELS_UROUND_BF16,
    KERNELS_UROUND_F16,
    KERNELS_UROUND_F32,
    KERNELS_UROUND_F64,
    KERNELS_USIGN_FP8_E4M3,
    KERNELS_USIGN_BF16,
    KERNELS_USIGN_F16,
    KERNELS_USIGN_F32,
    KERNELS_USIGN_F64,
    KERNELS_USQR_FP8_E4M3,
    KERNELS_USQR_BF16,
    KERNELS_USQR_F16,
    KERNELS_USQR_F32,
    KERNELS_USQR_F64,
    KERNELS_USQRT_FP8_E4M3,
    KERNELS_USQRT_BF16,
    KERNELS_USQRT_F16,
    KERNELS_USQRT_F32,
    KERNELS_USQRT_F64,
    KERNELS_URECIP_FP8_E4M3,
    KERNELS_URECIP_BF16,
    KERNELS_URECIP_F16,
    KERNELS_URECIP_F32,
    KERNELS_URECIP_F64,
    KERNELS_UEXP_FP8_E4M3,
    KERNELS_UEXP_BF16,
    KERNELS_UEXP_F16,
    KERNELS_UEXP_F32,
    KERNELS_UEXP_F64,
    KERNELS_ULOG_FP8_E4M3,
    KERNELS_ULOG_BF16,
    KERNELS_ULOG_F16,
    KERNELS_ULOG_F32,
    KERNELS_ULOG_F64,
    KERNELS_USIN_FP8_E4M3,
    KERNELS_USIN_BF16,
    KERNELS_USIN_F16,
    KERNELS_USIN_F32,
    KERNELS_USIN_F64,
    KERNELS_UCOS_FP8_E4M3,
    KERNELS_UCOS_BF16,
    KERNELS_UCOS_F16,
    KERNELS_UCOS_F32,
    KERNELS_UCOS_F64,
    KERNELS_UTANH_FP8_E4M3,
    KERNELS_UTANH_BF16,
    KERNELS_UTANH_F16,
    KERNELS_UTANH_F32,
    KERNELS_UTANH_F64,
    KERNELS_UERF_FP8_E4M3,
    KERNELS_UERF_BF16,
    KERNELS_UERF_F16,
    KERNELS_UERF_F32,
    KERNELS_UERF_F64,
    KERNELS_UNORMCDF_FP8_E4M3,
    KERNELS_UNORMCDF_BF16,
    KERNELS_UNORMCDF_F16,
    KERNELS_UNORMCDF_F32,
    KERNELS_UNORMCDF_F64,
    KERNELS_UGELU_FP8_E4M3,
    KERNELS_UGELU_BF16,
    KERNELS_UGELU_F16,
    KERNELS_UGELU_F32,
    KERNELS_UGELU_F64,
    KERNELS_UGELU_ERF_FP8_E4M3,
    KERNELS_UGELU_ERF_BF16,
    KERNELS_UGELU_ERF_F16,
    KERNELS_UGELU_ERF_F32,
    KERNELS_UGELU_ERF_F64,
    KERNELS_USILU_FP8_E4M3,
    KERNELS_USILU_BF16,
    KERNELS_USILU_F16,
    KERNELS_USILU_F32,
    KERNELS_USILU_F64,
    KERNELS_USIGMOID_FP8_E4M3,
    KERNELS_USIGMOID_BF16,
    KERNELS_USIGMOID_F16,
    KERNELS_USIGMOID_F32,
    KERNELS_USIGMOID_F64,
    KERNELS_UELU_FP8_E4M3,
    KERNELS_UELU_BF16,
    KERNELS_UELU_F16,
    KERNELS_UELU_F32,
    KERNELS_UELU_F64,
    KERNELS_UPOWF_FP8_E4M3,
    KERNELS_UPOWF_BF16,
    KERNELS_UPOWF_F16,
    KERNELS_UPOWF_F32,
    KERNELS_UPOWF_F64,
    KERNELS_KERNEL_COUNT
};

/* ---- affine: affine.cu ---- */

krt_status krt_launch_affine_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     struct krt_f8e4m3 mul, struct krt_f8e4m3 add);

krt_status krt_launch_affine_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out,
                                  struct krt_bf16 mul, struct krt_bf16 add);

krt_status krt_launch_affine_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out, struct krt_f16 mul,
                                 struct krt_f16 add);

krt_status krt_launch_affine_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out, float mul, float add);

krt_status krt_launch_affine_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out, double mul, double add);

krt_status krt_launch_affine_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *inp, uint8_t *out, uint8_t mul, uint8_t add);

krt_status krt_launch_affine_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *inp, uint32_t *out, uint32_t mul, uint32_t add);

krt_status krt_launch_affine_i16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int16_t *inp, int16_t *out, int16_t mul, int16_t add);

krt_status krt_launch_affine_i32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int32_t *inp, int32_t *out, int32_t mul, int32_t add);

krt_status krt_launch_affine_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *inp, int64_t *out, int64_t mul, int64_t add);

/* ---- cast: cast.cu ---- */

krt_status krt_launch_cast_f8_e4m3_u8(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, uint8_t *out);

krt_status krt_launch_cast_u8_f8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info, const uint8_t *inp,
                                      struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_i32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, int32_t *out);

krt_status krt_launch_cast_i32_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info, const int32_t *inp,
                                       struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_bf16(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_f8e4m3 *inp, struct krt_bf16 *out);

krt_status krt_launch_cast_bf16_f8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_bf16 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_f16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, struct krt_f16 *out);

krt_status krt_launch_cast_f16_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f16 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_f32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, float *out);

krt_status krt_launch_cast_f32_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info, const float *inp,
                                       struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_f64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, double *out);

krt_status krt_launch_cast_f64_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info, const double *inp,
                                       struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_f8_e4m3(struct krt_stream *stream,
                                           const struct krt_launch_config *config, uint64_t numel,
                                           uint64_t num_dims, const uint64_t *info,
                                           const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_cast_bf16_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_bf16 *inp, uint8_t *out);

krt_status krt_launch_cast_bf16_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, uint32_t *out);

krt_status krt_launch_cast_bf16_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_cast_bf16_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, struct krt_f16 *out);

krt_status krt_launch_cast_bf16_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, float *out);

krt_status krt_launch_cast_bf16_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, double *out);

krt_status krt_launch_cast_f16_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_f16 *inp, uint8_t *out);

krt_status krt_launch_cast_f16_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, uint32_t *out);

krt_status krt_launch_cast_f16_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f16 *inp, struct krt_bf16 *out);

krt_status krt_launch_cast_f16_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_cast_f16_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, float *out);

krt_status krt_launch_cast_f16_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, double *out);

krt_status krt_launch_cast_f32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const float *inp, uint8_t *out);

krt_status krt_launch_cast_f32_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   uint32_t *out);

krt_status krt_launch_cast_f32_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   int64_t *out);

krt_status krt_launch_cast_f32_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const float *inp,
                                    struct krt_bf16 *out);

krt_status krt_launch_cast_f32_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   struct krt_f16 *out);

krt_status krt_launch_cast_f32_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   float *out);

krt_status krt_launch_cast_f32_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   double *out);

krt_status krt_launch_cast_f64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const double *inp, uint8_t *out);

krt_status krt_launch_cast_f64_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   uint32_t *out);

krt_status krt_launch_cast_f64_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   int64_t *out);

krt_status krt_launch_cast_f64_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const double *inp,
                                    struct krt_bf16 *out);

krt_status krt_launch_cast_f64_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   struct krt_f16 *out);

krt_status krt_launch_cast_f64_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   float *out);

krt_status krt_launch_cast_f64_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   double *out);

krt_status krt_launch_cast_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint8_t *inp, uint8_t *out);

krt_status krt_launch_cast_u8_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, uint32_t *out);

krt_status krt_launch_cast_u8_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, int64_t *out);

krt_status krt_launch_cast_u8_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *inp,
                                   struct krt_bf16 *out);

krt_status krt_launch_cast_u8_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, struct krt_f16 *out);

krt_status krt_launch_cast_u8_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, float *out);

krt_status krt_launch_cast_u8_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, double *out);

krt_status krt_launch_cast_u32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint32_t *inp, uint8_t *out);

krt_status krt_launch_cast_u32_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   uint32_t *out);

krt_status krt_launch_cast_u32_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   int64_t *out);

krt_status krt_launch_cast_u32_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                    struct krt_bf16 *out);

krt_status krt_launch_cast_u32_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   struct krt_f16 *out);

krt_status krt_launch_cast_u32_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   float *out);

krt_status krt_launch_cast_u32_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   double *out);

krt_status krt_launch_cast_i64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const int64_t *inp, uint8_t *out);

krt_status krt_launch_cast_i64_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   uint32_t *out);

krt_status krt_launch_cast_i64_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   int64_t *out);

krt_status krt_launch_cast_i64_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   float *out);

krt_status krt_launch_cast_i64_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   double *out);

/* ---- fill: fill.cu ---- */

krt_status krt_launch_fill_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint8_t *buf, uint8_t value, uint64_t numel);

krt_status krt_launch_copy2d_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *src, uint8_t *dst, uint32_t d1, uint32_t d2,
                                uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, uint8_t inp,
                                   uint8_t *out);

krt_status krt_launch_fill_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint32_t *buf, uint32_t value, uint64_t numel);

krt_status krt_launch_copy2d_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *src, uint32_t *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, uint32_t inp,
                                    uint32_t *out);

krt_status krt_launch_fill_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               int64_t *buf, int64_t value, uint64_t numel);

krt_status krt_launch_copy2d_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *src, int64_t *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, int64_t inp,
                                    int64_t *out);

krt_status krt_launch_fill_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               float *buf, float value, uint64_t numel);

krt_status krt_launch_copy2d_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const float *src, float *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, float inp, float *out);

krt_status krt_launch_fill_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               double *buf, double value, uint64_t numel);

krt_status krt_launch_copy2d_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const double *src, double *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, double inp,
                                    double *out);

krt_status krt_launch_fill_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               struct krt_f16 *buf, struct krt_f16 value, uint64_t numel);

krt_status krt_launch_copy2d_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const struct krt_f16 *src, struct krt_f16 *dst, uint32_t d1,
                                 uint32_t d2, uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, struct krt_f16 inp,
                                    struct krt_f16 *out);

krt_status krt_launch_fill_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                struct krt_bf16 *buf, struct krt_bf16 value, uint64_t numel);

krt_status krt_launch_copy2d_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const struct krt_bf16 *src, struct krt_bf16 *dst, uint32_t d1,
                                  uint32_t d2, uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, struct krt_bf16 inp,
                                     struct krt_bf16 *out);

krt_status krt_launch_fill_f8_e4m3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, struct krt_f8e4m3 *buf,
                                   struct krt_f8e4m3 value, uint64_t numel);

krt_status krt_launch_copy2d_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config,
                                     const struct krt_f8e4m3 *src, struct krt_f8e4m3 *dst,
                                     uint32_t d1, uint32_t d2, uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_f8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        struct krt_f8e4m3 inp, struct krt_f8e4m3 *out);

/* ---- matmul: matmul.cu ---- */

krt_status krt_launch_matmul_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                 uint64_t num_dims, const uint64_t *info, const float *a,
                                 uint64_t a_row, uint64_t a_column, const float *b, uint64_t b_row,
                                 uint64_t b_column, float *c);

krt_status krt_launch_matmul_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                 uint64_t num_dims, const uint64_t *info, const double *a,
                                 uint64_t a_row, uint64_t a_column, const double *b, uint64_t b_row,
                                 uint64_t b_column, double *c);

krt_status krt_launch_matmul_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                 uint64_t num_dims, const uint64_t *info, const struct krt_f16 *a,
                                 uint64_t a_row, uint64_t a_column, const struct krt_f16 *b,
                                 uint64_t b_row, uint64_t b_column, struct krt_f16 *c);

krt_status krt_launch_matmul_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                  uint64_t num_dims, const uint64_t *info, const struct krt_bf16 *a,
                                  uint64_t a_row, uint64_t a_column, const struct krt_bf16 *b,
                                  uint64_t b_row, uint64_t b_column, struct krt_bf16 *c);

/* ---- ternary: ternary.cu ---- */

krt_status krt_launch_where_i64_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                     const struct krt_bf16 *t, const struct krt_bf16 *f,
                                     struct krt_bf16 *out);

krt_status krt_launch_where_i64_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const struct krt_f16 *t, const struct krt_f16 *f,
                                    struct krt_f16 *out);

krt_status krt_launch_where_i64_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const float *t, const float *f, float *out);

krt_status krt_launch_where_i64_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const double *t, const double *f, double *out);

krt_status krt_launch_where_i64_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                   const uint8_t *t, const uint8_t *f, uint8_t *out);

krt_status krt_launch_where_i64_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const uint32_t *t, const uint32_t *f, uint32_t *out);

krt_status krt_launch_where_i64_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const int64_t *t, const int64_t *f, int64_t *out);

krt_status krt_launch_where_i64_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const int64_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out);

krt_status krt_launch_where_u32_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                     const struct krt_bf16 *t, const struct krt_bf16 *f,
                                     struct krt_bf16 *out);

krt_status krt_launch_where_u32_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const struct krt_f16 *t, const struct krt_f16 *f,
                                    struct krt_f16 *out);

krt_status krt_launch_where_u32_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const float *t, const float *f, float *out);

krt_status krt_launch_where_u32_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const double *t, const double *f, double *out);

krt_status krt_launch_where_u32_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                   const uint8_t *t, const uint8_t *f, uint8_t *out);

krt_status krt_launch_where_u32_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const uint32_t *t, const uint32_t *f, uint32_t *out);

krt_status krt_launch_where_u32_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const int64_t *t, const int64_t *f, int64_t *out);

krt_status krt_launch_where_u32_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const uint32_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out);

krt_status krt_launch_where_u8_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                    const struct krt_bf16 *t, const struct krt_bf16 *f,
                                    struct krt_bf16 *out);

krt_status krt_launch_where_u8_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const struct krt_f16 *t, const struct krt_f16 *f,
                                   struct krt_f16 *out);

krt_status krt_launch_where_u8_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const float *t, const float *f, float *out);

krt_status krt_launch_where_u8_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const double *t, const double *f, double *out);

krt_status krt_launch_where_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *ids, const uint8_t *t, const uint8_t *f,
                                  uint8_t *out);

krt_status krt_launch_where_u8_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const uint32_t *t, const uint32_t *f, uint32_t *out);

krt_status krt_launch_where_u8_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const int64_t *t, const int64_t *f, int64_t *out);

krt_status krt_launch_where_u8_fp8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                        const struct krt_f8e4m3 *t, const struct krt_f8e4m3 *f,
                                        struct krt_f8e4m3 *out);

krt_status krt_launch_where_i16_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const int16_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out);

krt_status krt_launch_where_i32_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const int32_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out);

/* ---- unary: unary.cu ---- */

krt_status krt_launch_ucopy_f8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ucopy_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ucopy_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ucopy_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_ucopy_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_ucopy_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const uint8_t *inp, uint8_t *out);

krt_status krt_launch_ucopy_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint32_t *inp, uint32_t *out);

krt_status krt_launch_ucopy_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const int64_t *inp, int64_t *out);

krt_status krt_launch_uneg_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uneg_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uneg_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uneg_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_uneg_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_uabs_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uabs_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uabs_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uabs_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_uabs_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_urelu_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_urelu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_urelu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_urelu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_urelu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_uceil_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uceil_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uceil_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uceil_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_uceil_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_ufloor_fp8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ufloor_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ufloor_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ufloor_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out);

krt_status krt_launch_ufloor_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out);

krt_status krt_launch_uround_fp8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uround_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uround_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uround_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out);

krt_status krt_launch_uround_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out);

krt_status krt_launch_usign_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usign_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usign_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usign_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_usign_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_usqr_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usqr_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usqr_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usqr_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_usqr_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_usqrt_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usqrt_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usqrt_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usqrt_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_usqrt_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_urecip_fp8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_urecip_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_urecip_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_urecip_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out);

krt_status krt_launch_urecip_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out);

krt_status krt_launch_uexp_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uexp_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uexp_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uexp_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_uexp_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_ulog_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ulog_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ulog_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ulog_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_ulog_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_usin_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usin_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usin_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usin_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_usin_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_ucos_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ucos_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ucos_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ucos_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_ucos_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_utanh_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_utanh_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_utanh_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_utanh_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_utanh_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_uerf_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uerf_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uerf_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uerf_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_uerf_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_unormcdf_fp8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_unormcdf_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_unormcdf_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_unormcdf_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   float *out);

krt_status krt_launch_unormcdf_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   double *out);

krt_status krt_launch_ugelu_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ugelu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ugelu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ugelu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_ugelu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_ugelu_erf_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ugelu_erf_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ugelu_erf_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ugelu_erf_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const float *inp,
                                    float *out);

krt_status krt_launch_ugelu_erf_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const double *inp,
                                    double *out);

krt_status krt_launch_usilu_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usilu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usilu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usilu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_usilu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_usigmoid_fp8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usigmoid_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usigmoid_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usigmoid_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   float *out);

krt_status krt_launch_usigmoid_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   double *out);

krt_status krt_launch_uelu_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    struct krt_f8e4m3 param, const struct krt_f8e4m3 *inp,
                                    struct krt_f8e4m3 *out);

krt_status krt_launch_uelu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                struct krt_bf16 param, const struct krt_bf16 *inp,
                                struct krt_bf16 *out);

krt_status krt_launch_uelu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               struct krt_f16 param, const struct krt_f16 *inp,
                               struct krt_f16 *out);

krt_status krt_launch_uelu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info, float param,
                               const float *inp, float *out);

krt_status krt_launch_uelu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               double param, const double *inp, double *out);

krt_status krt_launch_upowf_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     struct krt_f8e4m3 param, const struct krt_f8e4m3 *inp,
                                     struct krt_f8e4m3 *out);

krt_status krt_launch_upowf_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 struct krt_bf16 param, const struct krt_bf16 *inp,
                                 struct krt_bf16 *out);

krt_status krt_launch_upowf_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                struct krt_f16 param, const struct krt_f16 *inp,
                                struct krt_f16 *out);

krt_status krt_launch_upowf_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                float param, const float *inp, float *out);

krt_status krt_launch_upowf_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                double param, const double *inp, double *out);

#ifdef __cplusplus
}
#endif

#endif
