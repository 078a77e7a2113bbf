/* kernels: tables and launch functions. Written by kbuild; do not edit. */
#include "kernels.h"

#include "kernels.build.h"
#include "kinds.hsaco.h"
#include "math.hsaco.h"

#if KERNELS_INTERFACE != 0x5c7841710a5b5732u
#error "this file and its header are of different builds; run kbuild build again"
#elif KERNELS_BUILD != KERNELS_INTERFACE + \
    KINDS_HSACO_ID + \
    MATH_HSACO_ID
#error "tables and code objects are of different builds; run kbuild build again"
#endif

static const struct krt_module kernels_modules[] = {
    {"kinds", kinds_hsaco, KINDS_HSACO_SIZE, kinds_hsaco_images, KINDS_HSACO_IMAGE_COUNT},
    {"math", math_hsaco, MATH_HSACO_SIZE, math_hsaco_images, MATH_HSACO_IMAGE_COUNT},
};

/* Offset and size of each parameter; kernels with the same parameters share an array. */
static const struct krt_parameter kernels_parameters_0[] = {
    {0, 1}, {1, 1}, {2, 2}, {4, 4}, {8, 8}, {16, 1}, {18, 2}, {20, 4}, {24, 8}, {32, 8}};
static const struct krt_parameter kernels_parameters_1[] = {
    {0, 2}, {4, 4}, {8, 8}, {16, 2}, {18, 2}, {20, 1}, {21, 1}, {24, 8}};
static const struct krt_parameter kernels_parameters_2[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}, {56, 8}};
static const struct krt_parameter kernels_parameters_3[] = {
    {0, 1}, {8, 32}, {48, 16}, {64, 8}, {72, 8}, {80, 16}, {96, 8}};
static const struct krt_parameter kernels_parameters_4[] = {
    {0, 4}, {4, 4}, {8, 4}, {12, 4}, {16, 4}, {20, 4}, {24, 4}, {28, 4}, {32, 4}, {36, 4}, {40, 4},
    {48, 8}};
static const struct krt_parameter kernels_parameters_5[] = {
    {0, 8}, {8, 4}};
static const struct krt_parameter kernels_parameters_6[] = {
    {0, 8}, {8, 8}};
static const struct krt_parameter kernels_parameters_7[] = {
    {0, 8}};
static const struct krt_parameter kernels_parameters_8[] = {
    {0, 8}, {8, 1}};

/* By ordinal: name, symbol, module, parameters. */
static const struct krt_kernel kernels_kernels[] = {
    {"integers", "integers", 0, 10, kernels_parameters_0},
    {"numbers", "numbers", 0, 8, kernels_parameters_1},
    {"pointers", "pointers", 0, 8, kernels_parameters_2},
    {"records", "records", 0, 7, kernels_parameters_3},
    {"names", "names", 0, 12, kernels_parameters_4},
    {"nothing", "nothing", 0, 0, NULL},
    {"math::scale(float *, float)", "_ZN4math5scaleEPff", 1, 2, kernels_parameters_5},
    {"math::scale(double *, double)", "_ZN4math5scaleEPdd", 1, 2, kernels_parameters_6},
    {"math::(anonymous namespace)::hidden", "_ZN4math12_GLOBAL__N_16hiddenEPi", 1, 1, kernels_parameters_7},
    {"math_scale", "math_scale", 1, 1, kernels_parameters_7},
    {"math::fill<float, 4>", "_ZN4math4fillIfLi4EEEvPT_S1_", 1, 2, kernels_parameters_5},
    {"math::fill<unsigned char, 8>", "_ZN4math4fillIhLi8EEEvPT_S1_", 1, 2, kernels_parameters_8},
};

static struct krt_package_state *kernels_state;

const struct krt_package kernels_package = {
    sizeof(struct krt_package),
    "kernels",
    kernels_modules,
    2,
    kernels_kernels,
    KERNELS_KERNEL_COUNT,
    &kernels_state,
    KERNELS_INTERFACE,
    KERNELS_BUILD,
    NULL,
};

krt_status krt_launch_integers(struct krt_stream *stream, const struct krt_launch_config *config,
                               bool a, int8_t b, int16_t c, int32_t d, int64_t e, uint8_t f,
                               uint16_t g, uint32_t h, uint64_t i, uint64_t *out)
{
    void *const arguments[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &out};
    return krt_launch(&kernels_package, KERNELS_INTEGERS, stream, config, arguments);
}

krt_status krt_launch_numbers(struct krt_stream *stream, const struct krt_launch_config *config,
                              struct krt_f16 a, float b, double c, struct krt_f16 d,
                              struct krt_bf16 e, struct krt_f8e4m3 f, struct krt_f8e5m2 g,
                              double *out)
{
    void *const arguments[] = {&a, &b, &c, &d, &e, &f, &g, &out};
    return krt_launch(&kernels_package, KERNELS_NUMBERS, stream, config, arguments);
}

krt_status krt_launch_pointers(struct krt_stream *stream, const struct krt_launch_config *config,
                               const void *a, void *b, const float *const *c, struct krt_f16 **d,
                               const void *e, const uint8_t *f, const struct krt_bf16 *g, bool *out)
{
    void *const arguments[] = {&a, &b, &c, &d, &e, &f, &g, &out};
    return krt_launch(&kernels_package, KERNELS_POINTERS, stream, config, arguments);
}

krt_status krt_launch_records(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint8_t a, struct kernels_dims b, struct kernels_quad c,
                              struct kernels_box d, const void *e, struct kernels_quad f,
                              int32_t *out)
{
    void *const arguments[] = {&a, &b, &c, &d, &e, &f, &out};
    return krt_launch(&kernels_package, KERNELS_RECORDS, stream, config, arguments);
}

krt_status krt_launch_names(struct krt_stream *stream, const struct krt_launch_config *config,
                            int32_t stream_, int32_t config_, int32_t arguments_, int32_t restrict_,
                            int32_t p_krt_status, int32_t p_kernels_package, int32_t parameter_7,
                            int32_t n, int32_t N, int32_t linux_, int32_t uint64_t_, int32_t *out)
{
    void *const arguments[] = {&stream_, &config_, &arguments_, &restrict_, &p_krt_status,
        &p_kernels_package, &parameter_7, &n, &N, &linux_, &uint64_t_, &out};
    return krt_launch(&kernels_package, KERNELS_NAMES, stream, config, arguments);
}

krt_status krt_launch_nothing(struct krt_stream *stream, const struct krt_launch_config *config)
{
    return krt_launch(&kernels_package, KERNELS_NOTHING, stream, config, NULL);
}

krt_status krt_launch_math_scale(struct krt_stream *stream, const struct krt_launch_config *config,
                                 float *data, float by)
{
    void *const arguments[] = {&data, &by};
    return krt_launch(&kernels_package, KERNELS_MATH_SCALE, stream, config, arguments);
}

krt_status krt_launch_math_scale_2(struct krt_stream *stream,
                                   const struct krt_launch_config *config, double *data, double by)
{
    void *const arguments[] = {&data, &by};
    return krt_launch(&kernels_package, KERNELS_MATH_SCALE_2, stream, config, arguments);
}

krt_status krt_launch_math_hidden(struct krt_stream *stream, const struct krt_launch_config *config,
                                  int32_t *data)
{
    void *const arguments[] = {&data};
    return krt_launch(&kernels_package, KERNELS_MATH_HIDDEN, stream, config, arguments);
}

krt_status krt_launch_math_scale_3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, int32_t *data)
{
    void *const arguments[] = {&data};
    return krt_launch(&kernels_package, KERNELS_MATH_SCALE_3, stream, config, arguments);
}

krt_status krt_launch_math_fill_float_4(struct krt_stream *stream,
                                        const struct krt_launch_config *config, float *parameter_1,
                                        float parameter_2)
{
    void *const arguments[] = {&parameter_1, &parameter_2};
    return krt_launch(&kernels_package, KERNELS_MATH_FILL_FLOAT_4, stream, config, arguments);
}

krt_status krt_launch_math_fill_unsigned_char_8(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                uint8_t *parameter_1, uint8_t parameter_2)
{
    void *const arguments[] = {&parameter_1, &parameter_2};
    return krt_launch(&kernels_package, KERNELS_MATH_FILL_UNSIGNED_CHAR_8, stream, config,
                      arguments);
}
