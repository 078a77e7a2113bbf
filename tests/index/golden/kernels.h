/* kernels: 12 GPU kernels in 2 modules.
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

/* Identifies this interface: the tables must be of the same one. */
#define KERNELS_INTERFACE 0x5c7841710a5b5732u

/* The ordinals of the kernels, for krt_launch(). */
enum kernels_ordinal {
    /* kinds */
    KERNELS_INTEGERS,
    KERNELS_NUMBERS,
    KERNELS_POINTERS,
    KERNELS_RECORDS,
    KERNELS_NAMES,
    KERNELS_NOTHING,
    /* math */
    KERNELS_MATH_SCALE,
    KERNELS_MATH_SCALE_2,
    KERNELS_MATH_HIDDEN,
    KERNELS_MATH_SCALE_3,
    KERNELS_MATH_FILL_FLOAT_4, /* math::fill<float, 4> */
    KERNELS_MATH_FILL_UNSIGNED_CHAR_8, /* math::fill<unsigned char, 8> */
    KERNELS_KERNEL_COUNT
};

/* Records that kernels take by value. Their fields are the source's affair; copy the bytes in. */
struct kernels_dims { /* dims */
    KRT_ALIGNAS(8) unsigned char bytes[32];
};
struct kernels_quad { /* quad */
    KRT_ALIGNAS(16) unsigned char bytes[16];
};
struct kernels_box { /* box */
    KRT_ALIGNAS(8) unsigned char bytes[8];
};

/* ---- kinds: kinds.hip ---- */

krt_status krt_launch_integers(struct krt_stream *stream, const struct krt_launch_config *config,
                               bool a, int8_t b, int16_t c, int32_t d, int64_t e, uint8_t f,
                               uint16_t g, uint32_t h, uint64_t i, uint64_t *out);

krt_status krt_launch_numbers(struct krt_stream *stream, const struct krt_launch_config *config,
                              struct krt_f16 a, float b, double c, struct krt_f16 d,
                              struct krt_bf16 e, struct krt_f8e4m3 f, struct krt_f8e5m2 g,
                              double *out);

krt_status krt_launch_pointers(struct krt_stream *stream, const struct krt_launch_config *config,
                               const void *a, void *b, const float *const *c, struct krt_f16 **d,
                               const void *e, const uint8_t *f, const struct krt_bf16 *g,
                               bool *out);

krt_status krt_launch_records(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint8_t a, struct kernels_dims b, struct kernels_quad c,
                              struct kernels_box d, const void *e, struct kernels_quad f,
                              int32_t *out);

krt_status krt_launch_names(struct krt_stream *stream, const struct krt_launch_config *config,
                            int32_t stream_, int32_t config_, int32_t arguments_, int32_t restrict_,
                            int32_t p_krt_status, int32_t p_kernels_package, int32_t parameter_7,
                            int32_t n, int32_t N, int32_t linux_, int32_t uint64_t_, int32_t *out);

krt_status krt_launch_nothing(struct krt_stream *stream, const struct krt_launch_config *config);

/* ---- math: math.hip ---- */

krt_status krt_launch_math_scale(struct krt_stream *stream, const struct krt_launch_config *config,
                                 float *data, float by);

krt_status krt_launch_math_scale_2(struct krt_stream *stream,
                                   const struct krt_launch_config *config, double *data, double by);

krt_status krt_launch_math_hidden(struct krt_stream *stream, const struct krt_launch_config *config,
                                  int32_t *data);

krt_status krt_launch_math_scale_3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, int32_t *data);

krt_status krt_launch_math_fill_float_4(struct krt_stream *stream,
                                        const struct krt_launch_config *config, float *parameter_1,
                                        float parameter_2);

krt_status krt_launch_math_fill_unsigned_char_8(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                uint8_t *parameter_1, uint8_t parameter_2);

#ifdef __cplusplus
}
#endif

#endif
