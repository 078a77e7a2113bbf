/* kernels: tables and launch functions. Written by kbuild; do not edit. */
#include "kernels.h"

#include "kernels.build.h"
#include "affine.hsaco.h"
#include "binary.hsaco.h"
#include "cast.hsaco.h"
#include "conv.hsaco.h"
#include "create.hsaco.h"
#include "fill.hsaco.h"
#include "indexing.hsaco.h"
#include "matmul.hsaco.h"
#include "pad.hsaco.h"
#include "product.hsaco.h"
#include "quantize.hsaco.h"
#include "quantized.hsaco.h"
#include "random.hsaco.h"
#include "reduce.hsaco.h"
#include "scan.hsaco.h"
#include "sort.hsaco.h"
#include "sort_long.hsaco.h"
#include "ternary.hsaco.h"
#include "unary.hsaco.h"

#if KERNELS_INTERFACE != 0x03dae7dfaa30a35eu
#error "this file and its header are of different builds; run kbuild build again"
#elif KERNELS_BUILD != KERNELS_INTERFACE + \
    AFFINE_HSACO_ID + \
    BINARY_HSACO_ID + \
    CAST_HSACO_ID + \
    CONV_HSACO_ID + \
    CREATE_HSACO_ID + \
    FILL_HSACO_ID + \
    INDEXING_HSACO_ID + \
    MATMUL_HSACO_ID + \
    PAD_HSACO_ID + \
    PRODUCT_HSACO_ID + \
    QUANTIZE_HSACO_ID + \
    QUANTIZED_HSACO_ID + \
    RANDOM_HSACO_ID + \
    REDUCE_HSACO_ID + \
    SCAN_HSACO_ID + \
    SORT_HSACO_ID + \
    SORT_LONG_HSACO_ID + \
    TERNARY_HSACO_ID + \
    UNARY_HSACO_ID
#error "tables and code objects are of different builds; run kbuild build again"
#endif

static const struct krt_module kernels_modules[] = {
    {"affine", affine_hsaco, AFFINE_HSACO_SIZE, affine_hsaco_images, AFFINE_HSACO_IMAGE_COUNT},
    {"binary", binary_hsaco, BINARY_HSACO_SIZE, binary_hsaco_images, BINARY_HSACO_IMAGE_COUNT},
    {"cast", cast_hsaco, CAST_HSACO_SIZE, cast_hsaco_images, CAST_HSACO_IMAGE_COUNT},
    {"conv", conv_hsaco, CONV_HSACO_SIZE, conv_hsaco_images, CONV_HSACO_IMAGE_COUNT},
    {"create", create_hsaco, CREATE_HSACO_SIZE, create_hsaco_images, CREATE_HSACO_IMAGE_COUNT},
    {"fill", fill_hsaco, FILL_HSACO_SIZE, fill_hsaco_images, FILL_HSACO_IMAGE_COUNT},
    {"indexing", indexing_hsaco, INDEXING_HSACO_SIZE, indexing_hsaco_images,
     INDEXING_HSACO_IMAGE_COUNT},
    {"matmul", matmul_hsaco, MATMUL_HSACO_SIZE, matmul_hsaco_images, MATMUL_HSACO_IMAGE_COUNT},
    {"pad", pad_hsaco, PAD_HSACO_SIZE, pad_hsaco_images, PAD_HSACO_IMAGE_COUNT},
    {"product", product_hsaco, PRODUCT_HSACO_SIZE, product_hsaco_images, PRODUCT_HSACO_IMAGE_COUNT},
    {"quantize", quantize_hsaco, QUANTIZE_HSACO_SIZE, quantize_hsaco_images,
     QUANTIZE_HSACO_IMAGE_COUNT},
    {"quantized", quantized_hsaco, QUANTIZED_HSACO_SIZE, quantized_hsaco_images,
     QUANTIZED_HSACO_IMAGE_COUNT},
    {"random", random_hsaco, RANDOM_HSACO_SIZE, random_hsaco_images, RANDOM_HSACO_IMAGE_COUNT},
    {"reduce", reduce_hsaco, REDUCE_HSACO_SIZE, reduce_hsaco_images, REDUCE_HSACO_IMAGE_COUNT},
    {"scan", scan_hsaco, SCAN_HSACO_SIZE, scan_hsaco_images, SCAN_HSACO_IMAGE_COUNT},
    {"sort", sort_hsaco, SORT_HSACO_SIZE, sort_hsaco_images, SORT_HSACO_IMAGE_COUNT},
    {"sort_long", sort_long_hsaco, SORT_LONG_HSACO_SIZE, sort_long_hsaco_images,
     SORT_LONG_HSACO_IMAGE_COUNT},
    {"ternary", ternary_hsaco, TERNARY_HSACO_SIZE, ternary_hsaco_images, TERNARY_HSACO_IMAGE_COUNT},
    {"unary", unary_hsaco, UNARY_HSACO_SIZE, unary_hsaco_images, UNARY_HSACO_IMAGE_COUNT},
};

/* Offset and size of each parameter; kernels with the same parameters share an array. */
static const struct krt_parameter kernels_parameters_0[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 1}, {41, 1}};
static const struct krt_parameter kernels_parameters_1[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 2}, {42, 2}};
static const struct krt_parameter kernels_parameters_2[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 4}, {44, 4}};
static const struct krt_parameter kernels_parameters_3[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}};
static const struct krt_parameter kernels_parameters_4[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}};
static const struct krt_parameter kernels_parameters_5[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}};
static const struct krt_parameter kernels_parameters_6[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}, {56, 8}, {64, 8}};
static const struct krt_parameter kernels_parameters_7[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}, {56, 8}, {64, 8}, {72, 8}};
static const struct krt_parameter kernels_parameters_8[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}, {56, 8}, {64, 8}, {72, 8}, {80, 8}};
static const struct krt_parameter kernels_parameters_9[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}, {56, 8}};
static const struct krt_parameter kernels_parameters_10[] = {
    {0, 8}, {8, 8}, {16, 1}, {17, 1}, {24, 8}, {32, 1}, {40, 8}, {48, 8}, {56, 8}, {64, 8}};
static const struct krt_parameter kernels_parameters_11[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}};
static const struct krt_parameter kernels_parameters_12[] = {
    {0, 8}, {8, 4}, {12, 4}, {16, 8}, {24, 8}, {32, 1}, {33, 1}, {40, 8}};
static const struct krt_parameter kernels_parameters_13[] = {
    {0, 8}, {8, 4}, {12, 4}, {16, 8}, {24, 8}, {32, 2}, {34, 2}, {40, 8}};
static const struct krt_parameter kernels_parameters_14[] = {
    {0, 8}, {8, 4}, {12, 4}, {16, 8}, {24, 8}, {32, 4}, {36, 4}, {40, 8}};
static const struct krt_parameter kernels_parameters_15[] = {
    {0, 8}, {8, 4}, {12, 4}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}};
static const struct krt_parameter kernels_parameters_16[] = {
    {0, 8}, {8, 1}, {16, 8}};
static const struct krt_parameter kernels_parameters_17[] = {
    {0, 8}, {8, 8}, {16, 4}, {20, 4}, {24, 4}, {28, 4}};
static const struct krt_parameter kernels_parameters_18[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 1}, {32, 8}};
static const struct krt_parameter kernels_parameters_19[] = {
    {0, 8}, {8, 4}, {16, 8}};
static const struct krt_parameter kernels_parameters_20[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 4}, {32, 8}};
static const struct krt_parameter kernels_parameters_21[] = {
    {0, 8}, {8, 8}, {16, 8}};
static const struct krt_parameter kernels_parameters_22[] = {
    {0, 8}, {8, 2}, {16, 8}};
static const struct krt_parameter kernels_parameters_23[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 2}, {32, 8}};
static const struct krt_parameter kernels_parameters_24[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}, {56, 8}, {64, 8}, {72, 8}, {80, 8},
    {88, 8}, {96, 8}};
static const struct krt_parameter kernels_parameters_25[] = {
    {0, 8}, {8, 4}, {12, 4}, {16, 1}, {24, 8}, {32, 8}, {40, 8}};
static const struct krt_parameter kernels_parameters_26[] = {
    {0, 8}, {8, 4}, {12, 4}, {16, 2}, {24, 8}, {32, 8}, {40, 8}};
static const struct krt_parameter kernels_parameters_27[] = {
    {0, 8}, {8, 4}, {12, 4}, {16, 4}, {24, 8}, {32, 8}, {40, 8}};
static const struct krt_parameter kernels_parameters_28[] = {
    {0, 8}, {8, 4}, {12, 4}, {16, 8}, {24, 8}, {32, 8}, {40, 8}};
static const struct krt_parameter kernels_parameters_29[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}, {56, 8}, {64, 8}, {72, 8}, {80, 8},
    {88, 8}, {96, 4}, {100, 4}, {104, 8}, {112, 8}, {120, 4}, {128, 8}};
static const struct krt_parameter kernels_parameters_30[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 4}, {28, 4}, {32, 8}, {40, 8}, {48, 4}, {56, 8}};
static const struct krt_parameter kernels_parameters_31[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}, {56, 8}, {64, 8}, {72, 8}, {80, 8},
    {88, 8}, {96, 8}, {104, 8}, {112, 8}, {120, 8}, {128, 4}, {136, 8}};
static const struct krt_parameter kernels_parameters_32[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}, {56, 4}, {64, 8}};
static const struct krt_parameter kernels_parameters_33[] = {
    {0, 8}, {8, 8}, {16, 4}, {20, 4}};
static const struct krt_parameter kernels_parameters_34[] = {
    {0, 8}, {8, 4}, {12, 4}, {16, 8}, {24, 8}, {32, 8}};
static const struct krt_parameter kernels_parameters_35[] = {
    {0, 8}, {8, 8}, {16, 4}};
static const struct krt_parameter kernels_parameters_36[] = {
    {0, 8}, {8, 8}};
static const struct krt_parameter kernels_parameters_37[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 4}, {28, 4}};
static const struct krt_parameter kernels_parameters_38[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 4}};
static const struct krt_parameter kernels_parameters_39[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 4}, {28, 4}, {32, 4}, {36, 4}};
static const struct krt_parameter kernels_parameters_40[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 4}, {36, 4}, {40, 4}, {44, 4}, {48, 4}, {52, 4}};
static const struct krt_parameter kernels_parameters_41[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 4}, {28, 4}, {32, 4}, {36, 4}, {40, 4}};
static const struct krt_parameter kernels_parameters_42[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 1}, {41, 1}, {48, 8}};
static const struct krt_parameter kernels_parameters_43[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 2}, {42, 2}, {48, 8}};
static const struct krt_parameter kernels_parameters_44[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 4}, {44, 4}, {48, 8}};
static const struct krt_parameter kernels_parameters_45[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 4}, {40, 8}};
static const struct krt_parameter kernels_parameters_46[] = {
    {0, 4}, {4, 4}, {8, 4}, {16, 8}, {24, 8}};
static const struct krt_parameter kernels_parameters_47[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 4}, {28, 4}, {32, 4}};
static const struct krt_parameter kernels_parameters_48[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 4}, {36, 4}, {40, 4}};
static const struct krt_parameter kernels_parameters_49[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 4}, {36, 4}, {40, 4}, {44, 4}};
static const struct krt_parameter kernels_parameters_50[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 4}, {36, 4}, {40, 4}, {44, 4}, {48, 4}};
static const struct krt_parameter kernels_parameters_51[] = {
    {0, 8}, {8, 4}, {12, 4}, {16, 8}, {24, 8}, {32, 4}, {40, 8}, {48, 8}, {56, 8}, {64, 8}, {72, 8}};
static const struct krt_parameter kernels_parameters_52[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 1}, {32, 8}, {40, 8}};
static const struct krt_parameter kernels_parameters_53[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 2}, {32, 8}, {40, 8}};
static const struct krt_parameter kernels_parameters_54[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 4}, {32, 8}, {40, 8}};

/* By ordinal: name, symbol, module, parameters. */
static const struct krt_kernel kernels_kernels[] = {
    {"affine_f8_e4m3", "affine_f8_e4m3", 0, 7, kernels_parameters_0},
    {"affine_bf16", "affine_bf16", 0, 7, kernels_parameters_1},
    {"affine_f16", "affine_f16", 0, 7, kernels_parameters_1},
    {"affine_f32", "affine_f32", 0, 7, kernels_parameters_2},
    {"affine_f64", "affine_f64", 0, 7, kernels_parameters_3},
    {"affine_u8", "affine_u8", 0, 7, kernels_parameters_0},
    {"affine_u32", "affine_u32", 0, 7, kernels_parameters_2},
    {"affine_i16", "affine_i16", 0, 7, kernels_parameters_1},
    {"affine_i32", "affine_i32", 0, 7, kernels_parameters_2},
    {"affine_i64", "affine_i64", 0, 7, kernels_parameters_3},
    {"badd_f8_e4m3", "badd_f8_e4m3", 1, 6, kernels_parameters_4},
    {"bsub_f8_e4m3", "bsub_f8_e4m3", 1, 6, kernels_parameters_4},
    {"bmul_f8_e4m3", "bmul_f8_e4m3", 1, 6, kernels_parameters_4},
    {"bdiv_f8_e4m3", "bdiv_f8_e4m3", 1, 6, kernels_parameters_4},
    {"bmaximum_f8_e4m3", "bmaximum_f8_e4m3", 1, 6, kernels_parameters_4},
    {"bminimum_f8_e4m3", "bminimum_f8_e4m3", 1, 6, kernels_parameters_4},
    {"eq_f8_e4m3", "eq_f8_e4m3", 1, 6, kernels_parameters_4},
    {"ne_f8_e4m3", "ne_f8_e4m3", 1, 6, kernels_parameters_4},
    {"lt_f8_e4m3", "lt_f8_e4m3", 1, 6, kernels_parameters_4},
    {"le_f8_e4m3", "le_f8_e4m3", 1, 6, kernels_parameters_4},
    {"gt_f8_e4m3", "gt_f8_e4m3", 1, 6, kernels_parameters_4},
    {"ge_f8_e4m3", "ge_f8_e4m3", 1, 6, kernels_parameters_4},
    {"badd_bf16", "badd_bf16", 1, 6, kernels_parameters_4},
    {"bsub_bf16", "bsub_bf16", 1, 6, kernels_parameters_4},
    {"bmul_bf16", "bmul_bf16", 1, 6, kernels_parameters_4},
    {"bdiv_bf16", "bdiv_bf16", 1, 6, kernels_parameters_4},
    {"bmaximum_bf16", "bmaximum_bf16", 1, 6, kernels_parameters_4},
    {"bminimum_bf16", "bminimum_bf16", 1, 6, kernels_parameters_4},
    {"eq_bf16", "eq_bf16", 1, 6, kernels_parameters_4},
    {"ne_bf16", "ne_bf16", 1, 6, kernels_parameters_4},
    {"lt_bf16", "lt_bf16", 1, 6, kernels_parameters_4},
    {"le_bf16", "le_bf16", 1, 6, kernels_parameters_4},
    {"gt_bf16", "gt_bf16", 1, 6, kernels_parameters_4},
    {"ge_bf16", "ge_bf16", 1, 6, kernels_parameters_4},
    {"badd_f16", "badd_f16", 1, 6, kernels_parameters_4},
    {"bsub_f16", "bsub_f16", 1, 6, kernels_parameters_4},
    {"bmul_f16", "bmul_f16", 1, 6, kernels_parameters_4},
    {"bdiv_f16", "bdiv_f16", 1, 6, kernels_parameters_4},
    {"bmaximum_f16", "bmaximum_f16", 1, 6, kernels_parameters_4},
    {"bminimum_f16", "bminimum_f16", 1, 6, kernels_parameters_4},
    {"eq_f16", "eq_f16", 1, 6, kernels_parameters_4},
    {"ne_f16", "ne_f16", 1, 6, kernels_parameters_4},
    {"lt_f16", "lt_f16", 1, 6, kernels_parameters_4},
    {"le_f16", "le_f16", 1, 6, kernels_parameters_4},
    {"gt_f16", "gt_f16", 1, 6, kernels_parameters_4},
    {"ge_f16", "ge_f16", 1, 6, kernels_parameters_4},
    {"badd_f32", "badd_f32", 1, 6, kernels_parameters_4},
    {"bsub_f32", "bsub_f32", 1, 6, kernels_parameters_4},
    {"bmul_f32", "bmul_f32", 1, 6, kernels_parameters_4},
    {"bdiv_f32", "bdiv_f32", 1, 6, kernels_parameters_4},
    {"bmaximum_f32", "bmaximum_f32", 1, 6, kernels_parameters_4},
    {"bminimum_f32", "bminimum_f32", 1, 6, kernels_parameters_4},
    {"eq_f32", "eq_f32", 1, 6, kernels_parameters_4},
    {"ne_f32", "ne_f32", 1, 6, kernels_parameters_4},
    {"lt_f32", "lt_f32", 1, 6, kernels_parameters_4},
    {"le_f32", "le_f32", 1, 6, kernels_parameters_4},
    {"gt_f32", "gt_f32", 1, 6, kernels_parameters_4},
    {"ge_f32", "ge_f32", 1, 6, kernels_parameters_4},
    {"badd_f64", "badd_f64", 1, 6, kernels_parameters_4},
    {"bsub_f64", "bsub_f64", 1, 6, kernels_parameters_4},
    {"bmul_f64", "bmul_f64", 1, 6, kernels_parameters_4},
    {"bdiv_f64", "bdiv_f64", 1, 6, kernels_parameters_4},
    {"bmaximum_f64", "bmaximum_f64", 1, 6, kernels_parameters_4},
    {"bminimum_f64", "bminimum_f64", 1, 6, kernels_parameters_4},
    {"eq_f64", "eq_f64", 1, 6, kernels_parameters_4},
    {"ne_f64", "ne_f64", 1, 6, kernels_parameters_4},
    {"lt_f64", "lt_f64", 1, 6, kernels_parameters_4},
    {"le_f64", "le_f64", 1, 6, kernels_parameters_4},
    {"gt_f64", "gt_f64", 1, 6, kernels_parameters_4},
    {"ge_f64", "ge_f64", 1, 6, kernels_parameters_4},
    {"badd_u8", "badd_u8", 1, 6, kernels_parameters_4},
    {"bsub_u8", "bsub_u8", 1, 6, kernels_parameters_4},
    {"bmul_u8", "bmul_u8", 1, 6, kernels_parameters_4},
    {"bdiv_u8", "bdiv_u8", 1, 6, kernels_parameters_4},
    {"bmaximum_u8", "bmaximum_u8", 1, 6, kernels_parameters_4},
    {"bminimum_u8", "bminimum_u8", 1, 6, kernels_parameters_4},
    {"eq_u8", "eq_u8", 1, 6, kernels_parameters_4},
    {"ne_u8", "ne_u8", 1, 6, kernels_parameters_4},
    {"lt_u8", "lt_u8", 1, 6, kernels_parameters_4},
    {"le_u8", "le_u8", 1, 6, kernels_parameters_4},
    {"gt_u8", "gt_u8", 1, 6, kernels_parameters_4},
    {"ge_u8", "ge_u8", 1, 6, kernels_parameters_4},
    {"badd_u32", "badd_u32", 1, 6, kernels_parameters_4},
    {"bsub_u32", "bsub_u32", 1, 6, kernels_parameters_4},
    {"bmul_u32", "bmul_u32", 1, 6, kernels_parameters_4},
    {"bdiv_u32", "bdiv_u32", 1, 6, kernels_parameters_4},
    {"bmaximum_u32", "bmaximum_u32", 1, 6, kernels_parameters_4},
    {"bminimum_u32", "bminimum_u32", 1, 6, kernels_parameters_4},
    {"eq_u32", "eq_u32", 1, 6, kernels_parameters_4},
    {"ne_u32", "ne_u32", 1, 6, kernels_parameters_4},
    {"lt_u32", "lt_u32", 1, 6, kernels_parameters_4},
    {"le_u32", "le_u32", 1, 6, kernels_parameters_4},
    {"gt_u32", "gt_u32", 1, 6, kernels_parameters_4},
    {"ge_u32", "ge_u32", 1, 6, kernels_parameters_4},
    {"badd_i64", "badd_i64", 1, 6, kernels_parameters_4},
    {"bsub_i64", "bsub_i64", 1, 6, kernels_parameters_4},
    {"bmul_i64", "bmul_i64", 1, 6, kernels_parameters_4},
    {"bdiv_i64", "bdiv_i64", 1, 6, kernels_parameters_4},
    {"bmaximum_i64", "bmaximum_i64", 1, 6, kernels_parameters_4},
    {"bminimum_i64", "bminimum_i64", 1, 6, kernels_parameters_4},
    {"eq_i64", "eq_i64", 1, 6, kernels_parameters_4},
    {"ne_i64", "ne_i64", 1, 6, kernels_parameters_4},
    {"lt_i64", "lt_i64", 1, 6, kernels_parameters_4},
    {"le_i64", "le_i64", 1, 6, kernels_parameters_4},
    {"gt_i64", "gt_i64", 1, 6, kernels_parameters_4},
    {"ge_i64", "ge_i64", 1, 6, kernels_parameters_4},
    {"cast_f8_e4m3_u8", "cast_f8_e4m3_u8", 2, 5, kernels_parameters_5},
    {"cast_u8_f8_e4m3", "cast_u8_f8_e4m3", 2, 5, kernels_parameters_5},
    {"cast_f8_e4m3_i32", "cast_f8_e4m3_i32", 2, 5, kernels_parameters_5},
    {"cast_i32_f8_e4m3", "cast_i32_f8_e4m3", 2, 5, kernels_parameters_5},
    {"cast_f8_e4m3_bf16", "cast_f8_e4m3_bf16", 2, 5, kernels_parameters_5},
    {"cast_bf16_f8_e4m3", "cast_bf16_f8_e4m3", 2, 5, kernels_parameters_5},
    {"cast_f8_e4m3_f16", "cast_f8_e4m3_f16", 2, 5, kernels_parameters_5},
    {"cast_f16_f8_e4m3", "cast_f16_f8_e4m3", 2, 5, kernels_parameters_5},
    {"cast_f8_e4m3_f32", "cast_f8_e4m3_f32", 2, 5, kernels_parameters_5},
    {"cast_f32_f8_e4m3", "cast_f32_f8_e4m3", 2, 5, kernels_parameters_5},
    {"cast_f8_e4m3_f64", "cast_f8_e4m3_f64", 2, 5, kernels_parameters_5},
    {"cast_f64_f8_e4m3", "cast_f64_f8_e4m3", 2, 5, kernels_parameters_5},
    {"cast_f8_e4m3_f8_e4m3", "cast_f8_e4m3_f8_e4m3", 2, 5, kernels_parameters_5},
    {"cast_bf16_u8", "cast_bf16_u8", 2, 5, kernels_parameters_5},
    {"cast_bf16_u32", "cast_bf16_u32", 2, 5, kernels_parameters_5},
    {"cast_bf16_bf16", "cast_bf16_bf16", 2, 5, kernels_parameters_5},
    {"cast_bf16_f16", "cast_bf16_f16", 2, 5, kernels_parameters_5},
    {"cast_bf16_f32", "cast_bf16_f32", 2, 5, kernels_parameters_5},
    {"cast_bf16_f64", "cast_bf16_f64", 2, 5, kernels_parameters_5},
    {"cast_f16_u8", "cast_f16_u8", 2, 5, kernels_parameters_5},
    {"cast_f16_u32", "cast_f16_u32", 2, 5, kernels_parameters_5},
    {"cast_f16_bf16", "cast_f16_bf16", 2, 5, kernels_parameters_5},
    {"cast_f16_f16", "cast_f16_f16", 2, 5, kernels_parameters_5},
    {"cast_f16_f32", "cast_f16_f32", 2, 5, kernels_parameters_5},
    {"cast_f16_f64", "cast_f16_f64", 2, 5, kernels_parameters_5},
    {"cast_f32_u8", "cast_f32_u8", 2, 5, kernels_parameters_5},
    {"cast_f32_u32", "cast_f32_u32", 2, 5, kernels_parameters_5},
    {"cast_f32_i64", "cast_f32_i64", 2, 5, kernels_parameters_5},
    {"cast_f32_bf16", "cast_f32_bf16", 2, 5, kernels_parameters_5},
    {"cast_f32_f16", "cast_f32_f16", 2, 5, kernels_parameters_5},
    {"cast_f32_f32", "cast_f32_f32", 2, 5, kernels_parameters_5},
    {"cast_f32_f64", "cast_f32_f64", 2, 5, kernels_parameters_5},
    {"cast_f64_u8", "cast_f64_u8", 2, 5, kernels_parameters_5},
    {"cast_f64_u32", "cast_f64_u32", 2, 5, kernels_parameters_5},
    {"cast_f64_i64", "cast_f64_i64", 2, 5, kernels_parameters_5},
    {"cast_f64_bf16", "cast_f64_bf16", 2, 5, kernels_parameters_5},
    {"cast_f64_f16", "cast_f64_f16", 2, 5, kernels_parameters_5},
    {"cast_f64_f32", "cast_f64_f32", 2, 5, kernels_parameters_5},
    {"cast_f64_f64", "cast_f64_f64", 2, 5, kernels_parameters_5},
    {"cast_u8_u8", "cast_u8_u8", 2, 5, kernels_parameters_5},
    {"cast_u8_u32", "cast_u8_u32", 2, 5, kernels_parameters_5},
    {"cast_u8_i64", "cast_u8_i64", 2, 5, kernels_parameters_5},
    {"cast_u8_bf16", "cast_u8_bf16", 2, 5, kernels_parameters_5},
    {"cast_u8_f16", "cast_u8_f16", 2, 5, kernels_parameters_5},
    {"cast_u8_f32", "cast_u8_f32", 2, 5, kernels_parameters_5},
    {"cast_u8_f64", "cast_u8_f64", 2, 5, kernels_parameters_5},
    {"cast_u32_u8", "cast_u32_u8", 2, 5, kernels_parameters_5},
    {"cast_u32_u32", "cast_u32_u32", 2, 5, kernels_parameters_5},
    {"cast_u32_i64", "cast_u32_i64", 2, 5, kernels_parameters_5},
    {"cast_u32_bf16", "cast_u32_bf16", 2, 5, kernels_parameters_5},
    {"cast_u32_f16", "cast_u32_f16", 2, 5, kernels_parameters_5},
    {"cast_u32_f32", "cast_u32_f32", 2, 5, kernels_parameters_5},
    {"cast_u32_f64", "cast_u32_f64", 2, 5, kernels_parameters_5},
    {"cast_i64_u8", "cast_i64_u8", 2, 5, kernels_parameters_5},
    {"cast_i64_u32", "cast_i64_u32", 2, 5, kernels_parameters_5},
    {"cast_i64_i64", "cast_i64_i64", 2, 5, kernels_parameters_5},
    {"cast_i64_f32", "cast_i64_f32", 2, 5, kernels_parameters_5},
    {"cast_i64_f64", "cast_i64_f64", 2, 5, kernels_parameters_5},
    {"conv1d_bf16", "conv1d_bf16", 3, 9, kernels_parameters_6},
    {"conv2d_bf16", "conv2d_bf16", 3, 10, kernels_parameters_7},
    {"conv_transpose1d_bf16", "conv_transpose1d_bf16", 3, 10, kernels_parameters_7},
    {"conv_transpose2d_bf16", "conv_transpose2d_bf16", 3, 11, kernels_parameters_8},
    {"im2col1d_bf16", "im2col1d_bf16", 3, 9, kernels_parameters_6},
    {"im2col_bf16", "im2col_bf16", 3, 11, kernels_parameters_8},
    {"col2im1d_bf16", "col2im1d_bf16", 3, 8, kernels_parameters_9},
    {"avg_pool2d_bf16", "avg_pool2d_bf16", 3, 8, kernels_parameters_9},
    {"max_pool2d_bf16", "max_pool2d_bf16", 3, 8, kernels_parameters_9},
    {"upsample_nearest2d_bf16", "upsample_nearest2d_bf16", 3, 7, kernels_parameters_3},
    {"upsample_bilinear2d_bf16", "upsample_bilinear2d_bf16", 3, 10, kernels_parameters_10},
    {"conv1d_f16", "conv1d_f16", 3, 9, kernels_parameters_6},
    {"conv2d_f16", "conv2d_f16", 3, 10, kernels_parameters_7},
    {"conv_transpose1d_f16", "conv_transpose1d_f16", 3, 10, kernels_parameters_7},
    {"conv_transpose2d_f16", "conv_transpose2d_f16", 3, 11, kernels_parameters_8},
    {"im2col1d_f16", "im2col1d_f16", 3, 9, kernels_parameters_6},
    {"im2col_f16", "im2col_f16", 3, 11, kernels_parameters_8},
    {"col2im1d_f16", "col2im1d_f16", 3, 8, kernels_parameters_9},
    {"avg_pool2d_f16", "avg_pool2d_f16", 3, 8, kernels_parameters_9},
    {"max_pool2d_f16", "max_pool2d_f16", 3, 8, kernels_parameters_9},
    {"upsample_nearest2d_f16", "upsample_nearest2d_f16", 3, 7, kernels_parameters_3},
    {"upsample_bilinear2d_f16", "upsample_bilinear2d_f16", 3, 10, kernels_parameters_10},
    {"conv1d_f32", "conv1d_f32", 3, 9, kernels_parameters_6},
    {"conv2d_f32", "conv2d_f32", 3, 10, kernels_parameters_7},
    {"conv_transpose1d_f32", "conv_transpose1d_f32", 3, 10, kernels_parameters_7},
    {"conv_transpose2d_f32", "conv_transpose2d_f32", 3, 11, kernels_parameters_8},
    {"im2col1d_f32", "im2col1d_f32", 3, 9, kernels_parameters_6},
    {"im2col_f32", "im2col_f32", 3, 11, kernels_parameters_8},
    {"col2im1d_f32", "col2im1d_f32", 3, 8, kernels_parameters_9},
    {"avg_pool2d_f32", "avg_pool2d_f32", 3, 8, kernels_parameters_9},
    {"max_pool2d_f32", "max_pool2d_f32", 3, 8, kernels_parameters_9},
    {"upsample_nearest2d_f32", "upsample_nearest2d_f32", 3, 7, kernels_parameters_3},
    {"upsample_bilinear2d_f32", "upsample_bilinear2d_f32", 3, 10, kernels_parameters_10},
    {"conv1d_f64", "conv1d_f64", 3, 9, kernels_parameters_6},
    {"conv2d_f64", "conv2d_f64", 3, 10, kernels_parameters_7},
    {"conv_transpose1d_f64", "conv_transpose1d_f64", 3, 10, kernels_parameters_7},
    {"conv_transpose2d_f64", "conv_transpose2d_f64", 3, 11, kernels_parameters_8},
    {"im2col1d_f64", "im2col1d_f64", 3, 9, kernels_parameters_6},
    {"im2col_f64", "im2col_f64", 3, 11, kernels_parameters_8},
    {"col2im1d_f64", "col2im1d_f64", 3, 8, kernels_parameters_9},
    {"avg_pool2d_f64", "avg_pool2d_f64", 3, 8, kernels_parameters_9},
    {"max_pool2d_f64", "max_pool2d_f64", 3, 8, kernels_parameters_9},
    {"upsample_nearest2d_f64", "upsample_nearest2d_f64", 3, 7, kernels_parameters_3},
    {"upsample_bilinear2d_f64", "upsample_bilinear2d_f64", 3, 10, kernels_parameters_10},
    {"conv1d_u8", "conv1d_u8", 3, 9, kernels_parameters_6},
    {"conv2d_u8", "conv2d_u8", 3, 10, kernels_parameters_7},
    {"conv_transpose1d_u8", "conv_transpose1d_u8", 3, 10, kernels_parameters_7},
    {"conv_transpose2d_u8", "conv_transpose2d_u8", 3, 11, kernels_parameters_8},
    {"im2col1d_u8", "im2col1d_u8", 3, 9, kernels_parameters_6},
    {"im2col_u8", "im2col_u8", 3, 11, kernels_parameters_8},
    {"col2im1d_u8", "col2im1d_u8", 3, 8, kernels_parameters_9},
    {"avg_pool2d_u8", "avg_pool2d_u8", 3, 8, kernels_parameters_9},
    {"max_pool2d_u8", "max_pool2d_u8", 3, 8, kernels_parameters_9},
    {"upsample_nearest2d_u8", "upsample_nearest2d_u8", 3, 7, kernels_parameters_3},
    {"upsample_bilinear2d_u8", "upsample_bilinear2d_u8", 3, 10, kernels_parameters_10},
    {"conv1d_u32", "conv1d_u32", 3, 9, kernels_parameters_6},
    {"conv2d_u32", "conv2d_u32", 3, 10, kernels_parameters_7},
    {"conv_transpose1d_u32", "conv_transpose1d_u32", 3, 10, kernels_parameters_7},
    {"conv_transpose2d_u32", "conv_transpose2d_u32", 3, 11, kernels_parameters_8},
    {"im2col1d_u32", "im2col1d_u32", 3, 9, kernels_parameters_6},
    {"im2col_u32", "im2col_u32", 3, 11, kernels_parameters_8},
    {"col2im1d_u32", "col2im1d_u32", 3, 8, kernels_parameters_9},
    {"avg_pool2d_u32", "avg_pool2d_u32", 3, 8, kernels_parameters_9},
    {"max_pool2d_u32", "max_pool2d_u32", 3, 8, kernels_parameters_9},
    {"upsample_nearest2d_u32", "upsample_nearest2d_u32", 3, 7, kernels_parameters_3},
    {"upsample_bilinear2d_u32", "upsample_bilinear2d_u32", 3, 10, kernels_parameters_10},
    {"conv_depthwise_bf16", "conv_depthwise_bf16", 3, 4, kernels_parameters_11},
    {"conv_patches_bf16", "conv_patches_bf16", 3, 4, kernels_parameters_11},
    {"conv_depthwise_f16", "conv_depthwise_f16", 3, 4, kernels_parameters_11},
    {"conv_patches_f16", "conv_patches_f16", 3, 4, kernels_parameters_11},
    {"conv_depthwise_f32", "conv_depthwise_f32", 3, 4, kernels_parameters_11},
    {"conv_patches_f32", "conv_patches_f32", 3, 4, kernels_parameters_11},
    {"conv_tiles_bf16", "conv_tiles_bf16", 3, 4, kernels_parameters_11},
    {"conv_transpose_tiles_bf16", "conv_transpose_tiles_bf16", 3, 4, kernels_parameters_11},
    {"conv_strips_bf16", "conv_strips_bf16", 3, 4, kernels_parameters_11},
    {"conv_transpose_strips_bf16", "conv_transpose_strips_bf16", 3, 4, kernels_parameters_11},
    {"conv_tiles_f16", "conv_tiles_f16", 3, 4, kernels_parameters_11},
    {"conv_transpose_tiles_f16", "conv_transpose_tiles_f16", 3, 4, kernels_parameters_11},
    {"conv_strips_f16", "conv_strips_f16", 3, 4, kernels_parameters_11},
    {"conv_transpose_strips_f16", "conv_transpose_strips_f16", 3, 4, kernels_parameters_11},
    {"conv_tiles_f32", "conv_tiles_f32", 3, 4, kernels_parameters_11},
    {"conv_transpose_tiles_f32", "conv_transpose_tiles_f32", 3, 4, kernels_parameters_11},
    {"conv_strips_f32", "conv_strips_f32", 3, 4, kernels_parameters_11},
    {"conv_transpose_strips_f32", "conv_transpose_strips_f32", 3, 4, kernels_parameters_11},
    {"conv_tiles_f64", "conv_tiles_f64", 3, 4, kernels_parameters_11},
    {"conv_transpose_tiles_f64", "conv_transpose_tiles_f64", 3, 4, kernels_parameters_11},
    {"conv_strips_f64", "conv_strips_f64", 3, 4, kernels_parameters_11},
    {"conv_transpose_strips_f64", "conv_transpose_strips_f64", 3, 4, kernels_parameters_11},
    {"conv_tiles_u8", "conv_tiles_u8", 3, 4, kernels_parameters_11},
    {"conv_transpose_tiles_u8", "conv_transpose_tiles_u8", 3, 4, kernels_parameters_11},
    {"conv_strips_u8", "conv_strips_u8", 3, 4, kernels_parameters_11},
    {"conv_transpose_strips_u8", "conv_transpose_strips_u8", 3, 4, kernels_parameters_11},
    {"conv_tiles_u32", "conv_tiles_u32", 3, 4, kernels_parameters_11},
    {"conv_transpose_tiles_u32", "conv_transpose_tiles_u32", 3, 4, kernels_parameters_11},
    {"conv_strips_u32", "conv_strips_u32", 3, 4, kernels_parameters_11},
    {"conv_transpose_strips_u32", "conv_transpose_strips_u32", 3, 4, kernels_parameters_11},
    {"arange_u8", "arange_u8", 4, 4, kernels_parameters_11},
    {"arange_i16", "arange_i16", 4, 4, kernels_parameters_11},
    {"arange_u32", "arange_u32", 4, 4, kernels_parameters_11},
    {"arange_i64", "arange_i64", 4, 4, kernels_parameters_11},
    {"arange_bf16", "arange_bf16", 4, 4, kernels_parameters_11},
    {"linspace_bf16", "linspace_bf16", 4, 5, kernels_parameters_5},
    {"arange_f8_e4m3", "arange_f8_e4m3", 4, 4, kernels_parameters_11},
    {"linspace_f8_e4m3", "linspace_f8_e4m3", 4, 5, kernels_parameters_5},
    {"arange_f16", "arange_f16", 4, 4, kernels_parameters_11},
    {"linspace_f16", "linspace_f16", 4, 5, kernels_parameters_5},
    {"arange_f32", "arange_f32", 4, 4, kernels_parameters_11},
    {"linspace_f32", "linspace_f32", 4, 5, kernels_parameters_5},
    {"arange_f64", "arange_f64", 4, 4, kernels_parameters_11},
    {"linspace_f64", "linspace_f64", 4, 5, kernels_parameters_5},
    {"band_u8", "band_u8", 4, 8, kernels_parameters_12},
    {"band_f16", "band_f16", 4, 8, kernels_parameters_13},
    {"band_u32", "band_u32", 4, 8, kernels_parameters_14},
    {"band_i64", "band_i64", 4, 8, kernels_parameters_15},
    {"fill_u8", "fill_u8", 5, 3, kernels_parameters_16},
    {"copy2d_u8", "copy2d_u8", 5, 6, kernels_parameters_17},
    {"const_set_u8", "const_set_u8", 5, 5, kernels_parameters_18},
    {"fill_u32", "fill_u32", 5, 3, kernels_parameters_19},
    {"copy2d_u32", "copy2d_u32", 5, 6, kernels_parameters_17},
    {"const_set_u32", "const_set_u32", 5, 5, kernels_parameters_20},
    {"fill_i64", "fill_i64", 5, 3, kernels_parameters_21},
    {"copy2d_i64", "copy2d_i64", 5, 6, kernels_parameters_17},
    {"const_set_i64", "const_set_i64", 5, 5, kernels_parameters_5},
    {"fill_f32", "fill_f32", 5, 3, kernels_parameters_19},
    {"copy2d_f32", "copy2d_f32", 5, 6, kernels_parameters_17},
    {"const_set_f32", "const_set_f32", 5, 5, kernels_parameters_20},
    {"fill_f64", "fill_f64", 5, 3, kernels_parameters_21},
    {"copy2d_f64", "copy2d_f64", 5, 6, kernels_parameters_17},
    {"const_set_f64", "const_set_f64", 5, 5, kernels_parameters_5},
    {"fill_f16", "fill_f16", 5, 3, kernels_parameters_22},
    {"copy2d_f16", "copy2d_f16", 5, 6, kernels_parameters_17},
    {"const_set_f16", "const_set_f16", 5, 5, kernels_parameters_23},
    {"fill_bf16", "fill_bf16", 5, 3, kernels_parameters_22},
    {"copy2d_bf16", "copy2d_bf16", 5, 6, kernels_parameters_17},
    {"const_set_bf16", "const_set_bf16", 5, 5, kernels_parameters_23},
    {"fill_f8_e4m3", "fill_f8_e4m3", 5, 3, kernels_parameters_16},
    {"copy2d_f8_e4m3", "copy2d_f8_e4m3", 5, 6, kernels_parameters_17},
    {"const_set_f8_e4m3", "const_set_f8_e4m3", 5, 5, kernels_parameters_18},
    {"is_i64_bf16", "is_i64_bf16", 6, 10, kernels_parameters_7},
    {"gather_i64_bf16", "gather_i64_bf16", 6, 8, kernels_parameters_9},
    {"is_i64_f16", "is_i64_f16", 6, 10, kernels_parameters_7},
    {"gather_i64_f16", "gather_i64_f16", 6, 8, kernels_parameters_9},
    {"is_i64_f32", "is_i64_f32", 6, 10, kernels_parameters_7},
    {"gather_i64_f32", "gather_i64_f32", 6, 8, kernels_parameters_9},
    {"is_i64_f64", "is_i64_f64", 6, 10, kernels_parameters_7},
    {"gather_i64_f64", "gather_i64_f64", 6, 8, kernels_parameters_9},
    {"is_i64_u8", "is_i64_u8", 6, 10, kernels_parameters_7},
    {"gather_i64_u8", "gather_i64_u8", 6, 8, kernels_parameters_9},
    {"is_i64_u32", "is_i64_u32", 6, 10, kernels_parameters_7},
    {"gather_i64_u32", "gather_i64_u32", 6, 8, kernels_parameters_9},
    {"is_i64_i64", "is_i64_i64", 6, 10, kernels_parameters_7},
    {"gather_i64_i64", "gather_i64_i64", 6, 8, kernels_parameters_9},
    {"is_u32_bf16", "is_u32_bf16", 6, 10, kernels_parameters_7},
    {"gather_u32_bf16", "gather_u32_bf16", 6, 8, kernels_parameters_9},
    {"is_u32_f16", "is_u32_f16", 6, 10, kernels_parameters_7},
    {"gather_u32_f16", "gather_u32_f16", 6, 8, kernels_parameters_9},
    {"is_u32_f32", "is_u32_f32", 6, 10, kernels_parameters_7},
    {"gather_u32_f32", "gather_u32_f32", 6, 8, kernels_parameters_9},
    {"is_u32_f64", "is_u32_f64", 6, 10, kernels_parameters_7},
    {"gather_u32_f64", "gather_u32_f64", 6, 8, kernels_parameters_9},
    {"is_u32_u8", "is_u32_u8", 6, 10, kernels_parameters_7},
    {"gather_u32_u8", "gather_u32_u8", 6, 8, kernels_parameters_9},
    {"is_u32_u32", "is_u32_u32", 6, 10, kernels_parameters_7},
    {"gather_u32_u32", "gather_u32_u32", 6, 8, kernels_parameters_9},
    {"is_u32_i64", "is_u32_i64", 6, 10, kernels_parameters_7},
    {"gather_u32_i64", "gather_u32_i64", 6, 8, kernels_parameters_9},
    {"is_u8_bf16", "is_u8_bf16", 6, 10, kernels_parameters_7},
    {"gather_u8_bf16", "gather_u8_bf16", 6, 8, kernels_parameters_9},
    {"is_u8_f16", "is_u8_f16", 6, 10, kernels_parameters_7},
    {"gather_u8_f16", "gather_u8_f16", 6, 8, kernels_parameters_9},
    {"is_u8_f32", "is_u8_f32", 6, 10, kernels_parameters_7},
    {"gather_u8_f32", "gather_u8_f32", 6, 8, kernels_parameters_9},
    {"is_u8_f64", "is_u8_f64", 6, 10, kernels_parameters_7},
    {"gather_u8_f64", "gather_u8_f64", 6, 8, kernels_parameters_9},
    {"is_u8_u8", "is_u8_u8", 6, 10, kernels_parameters_7},
    {"gather_u8_u8", "gather_u8_u8", 6, 8, kernels_parameters_9},
    {"is_u8_u32", "is_u8_u32", 6, 10, kernels_parameters_7},
    {"gather_u8_u32", "gather_u8_u32", 6, 8, kernels_parameters_9},
    {"is_u8_i64", "is_u8_i64", 6, 10, kernels_parameters_7},
    {"gather_u8_i64", "gather_u8_i64", 6, 8, kernels_parameters_9},
    {"ia_i64_bf16", "ia_i64_bf16", 6, 8, kernels_parameters_9},
    {"sa_i64_bf16", "sa_i64_bf16", 6, 7, kernels_parameters_3},
    {"ia_i64_f16", "ia_i64_f16", 6, 8, kernels_parameters_9},
    {"sa_i64_f16", "sa_i64_f16", 6, 7, kernels_parameters_3},
    {"ia_i64_f32", "ia_i64_f32", 6, 8, kernels_parameters_9},
    {"sa_i64_f32", "sa_i64_f32", 6, 7, kernels_parameters_3},
    {"ia_i64_f64", "ia_i64_f64", 6, 8, kernels_parameters_9},
    {"sa_i64_f64", "sa_i64_f64", 6, 7, kernels_parameters_3},
    {"ia_i64_u8", "ia_i64_u8", 6, 8, kernels_parameters_9},
    {"sa_i64_u8", "sa_i64_u8", 6, 7, kernels_parameters_3},
    {"ia_i64_u32", "ia_i64_u32", 6, 8, kernels_parameters_9},
    {"sa_i64_u32", "sa_i64_u32", 6, 7, kernels_parameters_3},
    {"ia_i64_i64", "ia_i64_i64", 6, 8, kernels_parameters_9},
    {"sa_i64_i64", "sa_i64_i64", 6, 7, kernels_parameters_3},
    {"ia_u32_bf16", "ia_u32_bf16", 6, 8, kernels_parameters_9},
    {"sa_u32_bf16", "sa_u32_bf16", 6, 7, kernels_parameters_3},
    {"ia_u32_f16", "ia_u32_f16", 6, 8, kernels_parameters_9},
    {"sa_u32_f16", "sa_u32_f16", 6, 7, kernels_parameters_3},
    {"ia_u32_f32", "ia_u32_f32", 6, 8, kernels_parameters_9},
    {"sa_u32_f32", "sa_u32_f32", 6, 7, kernels_parameters_3},
    {"ia_u32_f64", "ia_u32_f64", 6, 8, kernels_parameters_9},
    {"sa_u32_f64", "sa_u32_f64", 6, 7, kernels_parameters_3},
    {"ia_u32_u8", "ia_u32_u8", 6, 8, kernels_parameters_9},
    {"sa_u32_u8", "sa_u32_u8", 6, 7, kernels_parameters_3},
    {"ia_u32_u32", "ia_u32_u32", 6, 8, kernels_parameters_9},
    {"sa_u32_u32", "sa_u32_u32", 6, 7, kernels_parameters_3},
    {"ia_u32_i64", "ia_u32_i64", 6, 8, kernels_parameters_9},
    {"sa_u32_i64", "sa_u32_i64", 6, 7, kernels_parameters_3},
    {"ia_u8_bf16", "ia_u8_bf16", 6, 8, kernels_parameters_9},
    {"sa_u8_bf16", "sa_u8_bf16", 6, 7, kernels_parameters_3},
    {"ia_u8_f16", "ia_u8_f16", 6, 8, kernels_parameters_9},
    {"sa_u8_f16", "sa_u8_f16", 6, 7, kernels_parameters_3},
    {"ia_u8_f32", "ia_u8_f32", 6, 8, kernels_parameters_9},
    {"sa_u8_f32", "sa_u8_f32", 6, 7, kernels_parameters_3},
    {"ia_u8_f64", "ia_u8_f64", 6, 8, kernels_parameters_9},
    {"sa_u8_f64", "sa_u8_f64", 6, 7, kernels_parameters_3},
    {"ia_u8_u8", "ia_u8_u8", 6, 8, kernels_parameters_9},
    {"sa_u8_u8", "sa_u8_u8", 6, 7, kernels_parameters_3},
    {"ia_u8_u32", "ia_u8_u32", 6, 8, kernels_parameters_9},
    {"sa_u8_u32", "sa_u8_u32", 6, 7, kernels_parameters_3},
    {"ia_u8_i64", "ia_u8_i64", 6, 8, kernels_parameters_9},
    {"sa_u8_i64", "sa_u8_i64", 6, 7, kernels_parameters_3},
    {"s_i64_bf16", "s_i64_bf16", 6, 7, kernels_parameters_3},
    {"s_i64_f16", "s_i64_f16", 6, 7, kernels_parameters_3},
    {"s_i64_f32", "s_i64_f32", 6, 7, kernels_parameters_3},
    {"s_i64_f64", "s_i64_f64", 6, 7, kernels_parameters_3},
    {"s_i64_u8", "s_i64_u8", 6, 7, kernels_parameters_3},
    {"s_i64_u32", "s_i64_u32", 6, 7, kernels_parameters_3},
    {"s_i64_i64", "s_i64_i64", 6, 7, kernels_parameters_3},
    {"s_u32_bf16", "s_u32_bf16", 6, 7, kernels_parameters_3},
    {"s_u32_f16", "s_u32_f16", 6, 7, kernels_parameters_3},
    {"s_u32_f32", "s_u32_f32", 6, 7, kernels_parameters_3},
    {"s_u32_f64", "s_u32_f64", 6, 7, kernels_parameters_3},
    {"s_u32_u8", "s_u32_u8", 6, 7, kernels_parameters_3},
    {"s_u32_u32", "s_u32_u32", 6, 7, kernels_parameters_3},
    {"s_u32_i64", "s_u32_i64", 6, 7, kernels_parameters_3},
    {"s_u8_bf16", "s_u8_bf16", 6, 7, kernels_parameters_3},
    {"s_u8_f16", "s_u8_f16", 6, 7, kernels_parameters_3},
    {"s_u8_f32", "s_u8_f32", 6, 7, kernels_parameters_3},
    {"s_u8_f64", "s_u8_f64", 6, 7, kernels_parameters_3},
    {"s_u8_u8", "s_u8_u8", 6, 7, kernels_parameters_3},
    {"s_u8_u32", "s_u8_u32", 6, 7, kernels_parameters_3},
    {"s_u8_i64", "s_u8_i64", 6, 7, kernels_parameters_3},
    {"is_i16_f8_e4m3", "is_i16_f8_e4m3", 6, 10, kernels_parameters_7},
    {"gather_i16_f8_e4m3", "gather_i16_f8_e4m3", 6, 8, kernels_parameters_9},
    {"is_i32_f8_e4m3", "is_i32_f8_e4m3", 6, 10, kernels_parameters_7},
    {"gather_i32_f8_e4m3", "gather_i32_f8_e4m3", 6, 8, kernels_parameters_9},
    {"is_i64_f8_e4m3", "is_i64_f8_e4m3", 6, 10, kernels_parameters_7},
    {"gather_i64_f8_e4m3", "gather_i64_f8_e4m3", 6, 8, kernels_parameters_9},
    {"is_u32_f8_e4m3", "is_u32_f8_e4m3", 6, 10, kernels_parameters_7},
    {"gather_u32_f8_e4m3", "gather_u32_f8_e4m3", 6, 8, kernels_parameters_9},
    {"is_u8_f8_e4m3", "is_u8_f8_e4m3", 6, 10, kernels_parameters_7},
    {"gather_u8_f8_e4m3", "gather_u8_f8_e4m3", 6, 8, kernels_parameters_9},
    {"ia_i16_f8_e4m3", "ia_i16_f8_e4m3", 6, 8, kernels_parameters_9},
    {"sa_i16_f8_e4m3", "sa_i16_f8_e4m3", 6, 7, kernels_parameters_3},
    {"ia_i32_f8_e4m3", "ia_i32_f8_e4m3", 6, 8, kernels_parameters_9},
    {"sa_i32_f8_e4m3", "sa_i32_f8_e4m3", 6, 7, kernels_parameters_3},
    {"ia_i64_f8_e4m3", "ia_i64_f8_e4m3", 6, 8, kernels_parameters_9},
    {"sa_i64_f8_e4m3", "sa_i64_f8_e4m3", 6, 7, kernels_parameters_3},
    {"ia_u32_f8_e4m3", "ia_u32_f8_e4m3", 6, 8, kernels_parameters_9},
    {"sa_u32_f8_e4m3", "sa_u32_f8_e4m3", 6, 7, kernels_parameters_3},
    {"ia_u8_f8_e4m3", "ia_u8_f8_e4m3", 6, 8, kernels_parameters_9},
    {"sa_u8_f8_e4m3", "sa_u8_f8_e4m3", 6, 7, kernels_parameters_3},
    {"matmul_f32", "matmul_f32", 7, 13, kernels_parameters_24},
    {"matmul_f64", "matmul_f64", 7, 13, kernels_parameters_24},
    {"matmul_f16", "matmul_f16", 7, 13, kernels_parameters_24},
    {"matmul_bf16", "matmul_bf16", 7, 13, kernels_parameters_24},
    {"pad_u8", "pad_u8", 8, 7, kernels_parameters_25},
    {"pad_f16", "pad_f16", 8, 7, kernels_parameters_26},
    {"pad_u32", "pad_u32", 8, 7, kernels_parameters_27},
    {"pad_i64", "pad_i64", 8, 7, kernels_parameters_28},
    {"product_f32", "product_f32", 9, 18, kernels_parameters_29},
    {"product_few_f32", "product_few_f32", 9, 18, kernels_parameters_29},
    {"finish_f32", "finish_f32", 9, 9, kernels_parameters_30},
    {"product_f64", "product_f64", 9, 18, kernels_parameters_31},
    {"product_few_f64", "product_few_f64", 9, 18, kernels_parameters_31},
    {"finish_f64", "finish_f64", 9, 9, kernels_parameters_32},
    {"product_f16", "product_f16", 9, 18, kernels_parameters_29},
    {"product_few_f16", "product_few_f16", 9, 18, kernels_parameters_29},
    {"finish_f16", "finish_f16", 9, 9, kernels_parameters_30},
    {"product_bf16", "product_bf16", 9, 18, kernels_parameters_29},
    {"product_few_bf16", "product_few_bf16", 9, 18, kernels_parameters_29},
    {"finish_bf16", "finish_bf16", 9, 9, kernels_parameters_30},
    {"quantize_q8_1_f16", "quantize_q8_1_f16", 9, 4, kernels_parameters_33},
    {"quantize_q8_1_bf16", "quantize_q8_1_bf16", 9, 4, kernels_parameters_33},
    {"quantize_q4_0", "quantize_q4_0", 10, 6, kernels_parameters_34},
    {"quantize_q4_1", "quantize_q4_1", 10, 6, kernels_parameters_34},
    {"quantize_q5_0", "quantize_q5_0", 10, 6, kernels_parameters_34},
    {"quantize_q5_1", "quantize_q5_1", 10, 6, kernels_parameters_34},
    {"quantize_q8_0", "quantize_q8_0", 10, 6, kernels_parameters_34},
    {"quantize_q2_K", "quantize_q2_K", 10, 6, kernels_parameters_34},
    {"quantize_q3_K", "quantize_q3_K", 10, 6, kernels_parameters_34},
    {"quantize_q4_K", "quantize_q4_K", 10, 6, kernels_parameters_34},
    {"quantize_q5_K", "quantize_q5_K", 10, 6, kernels_parameters_34},
    {"quantize_q6_K", "quantize_q6_K", 10, 6, kernels_parameters_34},
    {"quantize_q8_K", "quantize_q8_K", 10, 6, kernels_parameters_34},
    {"dequantize_block_q4_0_f32", "dequantize_block_q4_0_f32", 11, 3, kernels_parameters_35},
    {"dequantize_block_q4_1_f32", "dequantize_block_q4_1_f32", 11, 3, kernels_parameters_35},
    {"dequantize_block_q5_0_f32", "dequantize_block_q5_0_f32", 11, 3, kernels_parameters_35},
    {"dequantize_block_q5_1_f32", "dequantize_block_q5_1_f32", 11, 3, kernels_parameters_35},
    {"dequantize_block_q8_0_f32", "dequantize_block_q8_0_f32", 11, 3, kernels_parameters_35},
    {"dequantize_block_q2_K_f32", "dequantize_block_q2_K_f32", 11, 2, kernels_parameters_36},
    {"dequantize_block_q3_K_f32", "dequantize_block_q3_K_f32", 11, 2, kernels_parameters_36},
    {"dequantize_block_q4_K_f32", "dequantize_block_q4_K_f32", 11, 2, kernels_parameters_36},
    {"dequantize_block_q5_K_f32", "dequantize_block_q5_K_f32", 11, 2, kernels_parameters_36},
    {"dequantize_block_q6_K_f32", "dequantize_block_q6_K_f32", 11, 2, kernels_parameters_36},
    {"dequantize_block_q8_K_f32", "dequantize_block_q8_K_f32", 11, 2, kernels_parameters_36},
    {"dequantize_block_q4_0_f16", "dequantize_block_q4_0_f16", 11, 3, kernels_parameters_35},
    {"dequantize_block_q4_1_f16", "dequantize_block_q4_1_f16", 11, 3, kernels_parameters_35},
    {"dequantize_block_q5_0_f16", "dequantize_block_q5_0_f16", 11, 3, kernels_parameters_35},
    {"dequantize_block_q5_1_f16", "dequantize_block_q5_1_f16", 11, 3, kernels_parameters_35},
    {"dequantize_block_q8_0_f16", "dequantize_block_q8_0_f16", 11, 3, kernels_parameters_35},
    {"dequantize_block_q2_K_f16", "dequantize_block_q2_K_f16", 11, 2, kernels_parameters_36},
    {"dequantize_block_q3_K_f16", "dequantize_block_q3_K_f16", 11, 2, kernels_parameters_36},
    {"dequantize_block_q4_K_f16", "dequantize_block_q4_K_f16", 11, 2, kernels_parameters_36},
    {"dequantize_block_q5_K_f16", "dequantize_block_q5_K_f16", 11, 2, kernels_parameters_36},
    {"dequantize_block_q6_K_f16", "dequantize_block_q6_K_f16", 11, 2, kernels_parameters_36},
    {"dequantize_block_q8_K_f16", "dequantize_block_q8_K_f16", 11, 2, kernels_parameters_36},
    {"dequantize_mul_mat_vec_q4_0_cuda", "dequantize_mul_mat_vec_q4_0_cuda", 11, 5, kernels_parameters_37},
    {"dequantize_mul_mat_vec_q4_1_cuda", "dequantize_mul_mat_vec_q4_1_cuda", 11, 5, kernels_parameters_37},
    {"dequantize_mul_mat_vec_q5_0_cuda", "dequantize_mul_mat_vec_q5_0_cuda", 11, 5, kernels_parameters_37},
    {"dequantize_mul_mat_vec_q5_1_cuda", "dequantize_mul_mat_vec_q5_1_cuda", 11, 5, kernels_parameters_37},
    {"dequantize_mul_mat_vec_q8_0_cuda", "dequantize_mul_mat_vec_q8_0_cuda", 11, 5, kernels_parameters_37},
    {"dequantize_mul_mat_vec_q2_k", "dequantize_mul_mat_vec_q2_k", 11, 5, kernels_parameters_37},
    {"dequantize_mul_mat_vec_q3_k", "dequantize_mul_mat_vec_q3_k", 11, 5, kernels_parameters_37},
    {"dequantize_mul_mat_vec_q4_k", "dequantize_mul_mat_vec_q4_k", 11, 5, kernels_parameters_37},
    {"dequantize_mul_mat_vec_q6_k", "dequantize_mul_mat_vec_q6_k", 11, 5, kernels_parameters_37},
    {"dequantize_mul_mat_vec_q5_k", "dequantize_mul_mat_vec_q5_k", 11, 4, kernels_parameters_38},
    {"get_rows_q4_0", "get_rows_q4_0", 11, 5, kernels_parameters_5},
    {"get_rows_q4_1", "get_rows_q4_1", 11, 5, kernels_parameters_5},
    {"get_rows_q5_0", "get_rows_q5_0", 11, 5, kernels_parameters_5},
    {"get_rows_q5_1", "get_rows_q5_1", 11, 5, kernels_parameters_5},
    {"get_rows_q8_0", "get_rows_q8_0", 11, 5, kernels_parameters_5},
    {"get_rows_q2_K", "get_rows_q2_K", 11, 5, kernels_parameters_5},
    {"get_rows_q3_K", "get_rows_q3_K", 11, 5, kernels_parameters_5},
    {"get_rows_q4_K", "get_rows_q4_K", 11, 5, kernels_parameters_5},
    {"get_rows_q5_K", "get_rows_q5_K", 11, 5, kernels_parameters_5},
    {"get_rows_q6_K", "get_rows_q6_K", 11, 5, kernels_parameters_5},
    {"get_rows_f32", "get_rows_f32", 11, 5, kernels_parameters_5},
    {"get_rows_f16", "get_rows_f16", 11, 5, kernels_parameters_5},
    {"get_rows_bf16", "get_rows_bf16", 11, 5, kernels_parameters_5},
    {"mul_mat_vec_q4_0_q8_1_cuda1", "mul_mat_vec_q4_0_q8_1_cuda1", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_0_q8_1_cuda2", "mul_mat_vec_q4_0_q8_1_cuda2", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_0_q8_1_cuda3", "mul_mat_vec_q4_0_q8_1_cuda3", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_0_q8_1_cuda4", "mul_mat_vec_q4_0_q8_1_cuda4", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_0_q8_1_cuda5", "mul_mat_vec_q4_0_q8_1_cuda5", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_0_q8_1_cuda6", "mul_mat_vec_q4_0_q8_1_cuda6", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_0_q8_1_cuda7", "mul_mat_vec_q4_0_q8_1_cuda7", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_0_q8_1_cuda8", "mul_mat_vec_q4_0_q8_1_cuda8", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_1_q8_1_cuda1", "mul_mat_vec_q4_1_q8_1_cuda1", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_1_q8_1_cuda2", "mul_mat_vec_q4_1_q8_1_cuda2", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_1_q8_1_cuda3", "mul_mat_vec_q4_1_q8_1_cuda3", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_1_q8_1_cuda4", "mul_mat_vec_q4_1_q8_1_cuda4", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_1_q8_1_cuda5", "mul_mat_vec_q4_1_q8_1_cuda5", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_1_q8_1_cuda6", "mul_mat_vec_q4_1_q8_1_cuda6", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_1_q8_1_cuda7", "mul_mat_vec_q4_1_q8_1_cuda7", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_1_q8_1_cuda8", "mul_mat_vec_q4_1_q8_1_cuda8", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_0_q8_1_cuda1", "mul_mat_vec_q5_0_q8_1_cuda1", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_0_q8_1_cuda2", "mul_mat_vec_q5_0_q8_1_cuda2", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_0_q8_1_cuda3", "mul_mat_vec_q5_0_q8_1_cuda3", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_0_q8_1_cuda4", "mul_mat_vec_q5_0_q8_1_cuda4", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_0_q8_1_cuda5", "mul_mat_vec_q5_0_q8_1_cuda5", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_0_q8_1_cuda6", "mul_mat_vec_q5_0_q8_1_cuda6", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_0_q8_1_cuda7", "mul_mat_vec_q5_0_q8_1_cuda7", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_0_q8_1_cuda8", "mul_mat_vec_q5_0_q8_1_cuda8", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_1_q8_1_cuda1", "mul_mat_vec_q5_1_q8_1_cuda1", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_1_q8_1_cuda2", "mul_mat_vec_q5_1_q8_1_cuda2", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_1_q8_1_cuda3", "mul_mat_vec_q5_1_q8_1_cuda3", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_1_q8_1_cuda4", "mul_mat_vec_q5_1_q8_1_cuda4", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_1_q8_1_cuda5", "mul_mat_vec_q5_1_q8_1_cuda5", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_1_q8_1_cuda6", "mul_mat_vec_q5_1_q8_1_cuda6", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_1_q8_1_cuda7", "mul_mat_vec_q5_1_q8_1_cuda7", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_1_q8_1_cuda8", "mul_mat_vec_q5_1_q8_1_cuda8", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q8_0_q8_1_cuda1", "mul_mat_vec_q8_0_q8_1_cuda1", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q8_0_q8_1_cuda2", "mul_mat_vec_q8_0_q8_1_cuda2", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q8_0_q8_1_cuda3", "mul_mat_vec_q8_0_q8_1_cuda3", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q8_0_q8_1_cuda4", "mul_mat_vec_q8_0_q8_1_cuda4", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q8_0_q8_1_cuda5", "mul_mat_vec_q8_0_q8_1_cuda5", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q8_0_q8_1_cuda6", "mul_mat_vec_q8_0_q8_1_cuda6", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q8_0_q8_1_cuda7", "mul_mat_vec_q8_0_q8_1_cuda7", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q8_0_q8_1_cuda8", "mul_mat_vec_q8_0_q8_1_cuda8", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q2_K_q8_1_cuda1", "mul_mat_vec_q2_K_q8_1_cuda1", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q2_K_q8_1_cuda2", "mul_mat_vec_q2_K_q8_1_cuda2", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q2_K_q8_1_cuda3", "mul_mat_vec_q2_K_q8_1_cuda3", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q2_K_q8_1_cuda4", "mul_mat_vec_q2_K_q8_1_cuda4", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q2_K_q8_1_cuda5", "mul_mat_vec_q2_K_q8_1_cuda5", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q2_K_q8_1_cuda6", "mul_mat_vec_q2_K_q8_1_cuda6", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q2_K_q8_1_cuda7", "mul_mat_vec_q2_K_q8_1_cuda7", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q2_K_q8_1_cuda8", "mul_mat_vec_q2_K_q8_1_cuda8", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q3_K_q8_1_cuda1", "mul_mat_vec_q3_K_q8_1_cuda1", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q3_K_q8_1_cuda2", "mul_mat_vec_q3_K_q8_1_cuda2", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q3_K_q8_1_cuda3", "mul_mat_vec_q3_K_q8_1_cuda3", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q3_K_q8_1_cuda4", "mul_mat_vec_q3_K_q8_1_cuda4", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q3_K_q8_1_cuda5", "mul_mat_vec_q3_K_q8_1_cuda5", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q3_K_q8_1_cuda6", "mul_mat_vec_q3_K_q8_1_cuda6", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q3_K_q8_1_cuda7", "mul_mat_vec_q3_K_q8_1_cuda7", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q3_K_q8_1_cuda8", "mul_mat_vec_q3_K_q8_1_cuda8", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_K_q8_1_cuda1", "mul_mat_vec_q4_K_q8_1_cuda1", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_K_q8_1_cuda2", "mul_mat_vec_q4_K_q8_1_cuda2", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_K_q8_1_cuda3", "mul_mat_vec_q4_K_q8_1_cuda3", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_K_q8_1_cuda4", "mul_mat_vec_q4_K_q8_1_cuda4", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_K_q8_1_cuda5", "mul_mat_vec_q4_K_q8_1_cuda5", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_K_q8_1_cuda6", "mul_mat_vec_q4_K_q8_1_cuda6", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_K_q8_1_cuda7", "mul_mat_vec_q4_K_q8_1_cuda7", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q4_K_q8_1_cuda8", "mul_mat_vec_q4_K_q8_1_cuda8", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_K_q8_1_cuda1", "mul_mat_vec_q5_K_q8_1_cuda1", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_K_q8_1_cuda2", "mul_mat_vec_q5_K_q8_1_cuda2", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_K_q8_1_cuda3", "mul_mat_vec_q5_K_q8_1_cuda3", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_K_q8_1_cuda4", "mul_mat_vec_q5_K_q8_1_cuda4", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_K_q8_1_cuda5", "mul_mat_vec_q5_K_q8_1_cuda5", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_K_q8_1_cuda6", "mul_mat_vec_q5_K_q8_1_cuda6", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_K_q8_1_cuda7", "mul_mat_vec_q5_K_q8_1_cuda7", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q5_K_q8_1_cuda8", "mul_mat_vec_q5_K_q8_1_cuda8", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q6_K_q8_1_cuda1", "mul_mat_vec_q6_K_q8_1_cuda1", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q6_K_q8_1_cuda2", "mul_mat_vec_q6_K_q8_1_cuda2", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q6_K_q8_1_cuda3", "mul_mat_vec_q6_K_q8_1_cuda3", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q6_K_q8_1_cuda4", "mul_mat_vec_q6_K_q8_1_cuda4", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q6_K_q8_1_cuda5", "mul_mat_vec_q6_K_q8_1_cuda5", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q6_K_q8_1_cuda6", "mul_mat_vec_q6_K_q8_1_cuda6", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q6_K_q8_1_cuda7", "mul_mat_vec_q6_K_q8_1_cuda7", 11, 7, kernels_parameters_39},
    {"mul_mat_vec_q6_K_q8_1_cuda8", "mul_mat_vec_q6_K_q8_1_cuda8", 11, 7, kernels_parameters_39},
    {"indexed_moe_forward_q2k_q8_1", "indexed_moe_forward_q2k_q8_1", 11, 10, kernels_parameters_40},
    {"indexed_moe_forward_q3k_q8_1", "indexed_moe_forward_q3k_q8_1", 11, 10, kernels_parameters_40},
    {"indexed_moe_forward_q4k_q8_1", "indexed_moe_forward_q4k_q8_1", 11, 10, kernels_parameters_40},
    {"indexed_moe_forward_q5k_q8_1", "indexed_moe_forward_q5k_q8_1", 11, 10, kernels_parameters_40},
    {"indexed_moe_forward_q6k_q8_1", "indexed_moe_forward_q6k_q8_1", 11, 10, kernels_parameters_40},
    {"indexed_moe_forward_q8_0_q8_1", "indexed_moe_forward_q8_0_q8_1", 11, 10, kernels_parameters_40},
    {"mul_mat_q4_0", "mul_mat_q4_0", 11, 8, kernels_parameters_41},
    {"mul_mat_q4_1", "mul_mat_q4_1", 11, 8, kernels_parameters_41},
    {"mul_mat_q5_0", "mul_mat_q5_0", 11, 8, kernels_parameters_41},
    {"mul_mat_q5_1", "mul_mat_q5_1", 11, 8, kernels_parameters_41},
    {"mul_mat_q8_0", "mul_mat_q8_0", 11, 8, kernels_parameters_41},
    {"mul_mat_q2_K", "mul_mat_q2_K", 11, 8, kernels_parameters_41},
    {"mul_mat_q3_K", "mul_mat_q3_K", 11, 8, kernels_parameters_41},
    {"mul_mat_q4_K", "mul_mat_q4_K", 11, 8, kernels_parameters_41},
    {"mul_mat_q5_K", "mul_mat_q5_K", 11, 8, kernels_parameters_41},
    {"mul_mat_q6_K", "mul_mat_q6_K", 11, 8, kernels_parameters_41},
    {"quantize_q8_1", "quantize_q8_1", 11, 4, kernels_parameters_33},
    {"random_uniform_bf16", "random_uniform_bf16", 12, 7, kernels_parameters_3},
    {"random_normal_bf16", "random_normal_bf16", 12, 7, kernels_parameters_3},
    {"dropout_bf16", "dropout_bf16", 12, 8, kernels_parameters_9},
    {"random_uniform_f8_e4m3", "random_uniform_f8_e4m3", 12, 7, kernels_parameters_3},
    {"random_normal_f8_e4m3", "random_normal_f8_e4m3", 12, 7, kernels_parameters_3},
    {"dropout_f8_e4m3", "dropout_f8_e4m3", 12, 8, kernels_parameters_9},
    {"random_uniform_f16", "random_uniform_f16", 12, 7, kernels_parameters_3},
    {"random_normal_f16", "random_normal_f16", 12, 7, kernels_parameters_3},
    {"dropout_f16", "dropout_f16", 12, 8, kernels_parameters_9},
    {"random_uniform_f32", "random_uniform_f32", 12, 7, kernels_parameters_3},
    {"random_normal_f32", "random_normal_f32", 12, 7, kernels_parameters_3},
    {"dropout_f32", "dropout_f32", 12, 8, kernels_parameters_9},
    {"random_uniform_f64", "random_uniform_f64", 12, 7, kernels_parameters_3},
    {"random_normal_f64", "random_normal_f64", 12, 7, kernels_parameters_3},
    {"dropout_f64", "dropout_f64", 12, 8, kernels_parameters_9},
    {"random_bits_u32", "random_bits_u32", 12, 5, kernels_parameters_5},
    {"random_integer_u8", "random_integer_u8", 12, 7, kernels_parameters_3},
    {"random_integer_i16", "random_integer_i16", 12, 7, kernels_parameters_3},
    {"random_integer_u32", "random_integer_u32", 12, 7, kernels_parameters_3},
    {"random_integer_i64", "random_integer_i64", 12, 7, kernels_parameters_3},
    {"random_bernoulli_u8", "random_bernoulli_u8", 12, 8, kernels_parameters_42},
    {"random_bernoulli_f16", "random_bernoulli_f16", 12, 8, kernels_parameters_43},
    {"random_bernoulli_u32", "random_bernoulli_u32", 12, 8, kernels_parameters_44},
    {"random_bernoulli_i64", "random_bernoulli_i64", 12, 8, kernels_parameters_9},
    {"random_permutation_u32", "random_permutation_u32", 12, 6, kernels_parameters_45},
    {"random_permutation_i64", "random_permutation_i64", 12, 6, kernels_parameters_45},
    {"fast_sum_bf16", "fast_sum_bf16", 13, 6, kernels_parameters_4},
    {"fast_min_bf16", "fast_min_bf16", 13, 6, kernels_parameters_4},
    {"fast_max_bf16", "fast_max_bf16", 13, 6, kernels_parameters_4},
    {"fast_argmin_bf16", "fast_argmin_bf16", 13, 6, kernels_parameters_4},
    {"fast_argmax_bf16", "fast_argmax_bf16", 13, 6, kernels_parameters_4},
    {"fast_sum_f16", "fast_sum_f16", 13, 6, kernels_parameters_4},
    {"fast_min_f16", "fast_min_f16", 13, 6, kernels_parameters_4},
    {"fast_max_f16", "fast_max_f16", 13, 6, kernels_parameters_4},
    {"fast_argmin_f16", "fast_argmin_f16", 13, 6, kernels_parameters_4},
    {"fast_argmax_f16", "fast_argmax_f16", 13, 6, kernels_parameters_4},
    {"fast_sum_f32", "fast_sum_f32", 13, 6, kernels_parameters_4},
    {"fast_min_f32", "fast_min_f32", 13, 6, kernels_parameters_4},
    {"fast_max_f32", "fast_max_f32", 13, 6, kernels_parameters_4},
    {"fast_argmin_f32", "fast_argmin_f32", 13, 6, kernels_parameters_4},
    {"fast_argmax_f32", "fast_argmax_f32", 13, 6, kernels_parameters_4},
    {"fast_sum_f64", "fast_sum_f64", 13, 6, kernels_parameters_4},
    {"fast_min_f64", "fast_min_f64", 13, 6, kernels_parameters_4},
    {"fast_max_f64", "fast_max_f64", 13, 6, kernels_parameters_4},
    {"fast_argmin_f64", "fast_argmin_f64", 13, 6, kernels_parameters_4},
    {"fast_argmax_f64", "fast_argmax_f64", 13, 6, kernels_parameters_4},
    {"fast_sum_u8", "fast_sum_u8", 13, 6, kernels_parameters_4},
    {"fast_min_u8", "fast_min_u8", 13, 6, kernels_parameters_4},
    {"fast_max_u8", "fast_max_u8", 13, 6, kernels_parameters_4},
    {"fast_argmin_u8", "fast_argmin_u8", 13, 6, kernels_parameters_4},
    {"fast_argmax_u8", "fast_argmax_u8", 13, 6, kernels_parameters_4},
    {"fast_sum_u32", "fast_sum_u32", 13, 6, kernels_parameters_4},
    {"fast_min_u32", "fast_min_u32", 13, 6, kernels_parameters_4},
    {"fast_max_u32", "fast_max_u32", 13, 6, kernels_parameters_4},
    {"fast_argmin_u32", "fast_argmin_u32", 13, 6, kernels_parameters_4},
    {"fast_argmax_u32", "fast_argmax_u32", 13, 6, kernels_parameters_4},
    {"fast_sum_i64", "fast_sum_i64", 13, 6, kernels_parameters_4},
    {"fast_min_i64", "fast_min_i64", 13, 6, kernels_parameters_4},
    {"fast_max_i64", "fast_max_i64", 13, 6, kernels_parameters_4},
    {"fast_argmin_i64", "fast_argmin_i64", 13, 6, kernels_parameters_4},
    {"fast_argmax_i64", "fast_argmax_i64", 13, 6, kernels_parameters_4},
    {"fast_sum_wide_bf16", "fast_sum_wide_bf16", 13, 6, kernels_parameters_4},
    {"fast_sum_wide_f16", "fast_sum_wide_f16", 13, 6, kernels_parameters_4},
    {"short_sum_wide_bf16", "short_sum_wide_bf16", 13, 5, kernels_parameters_46},
    {"short_sum_wide_f16", "short_sum_wide_f16", 13, 5, kernels_parameters_46},
    {"short_sum_narrow_bf16", "short_sum_narrow_bf16", 13, 5, kernels_parameters_46},
    {"short_sum_narrow_f16", "short_sum_narrow_f16", 13, 5, kernels_parameters_46},
    {"short_sum_bf16", "short_sum_bf16", 13, 5, kernels_parameters_46},
    {"short_min_bf16", "short_min_bf16", 13, 5, kernels_parameters_46},
    {"short_max_bf16", "short_max_bf16", 13, 5, kernels_parameters_46},
    {"short_argmin_bf16", "short_argmin_bf16", 13, 5, kernels_parameters_46},
    {"short_argmax_bf16", "short_argmax_bf16", 13, 5, kernels_parameters_46},
    {"short_sum_f16", "short_sum_f16", 13, 5, kernels_parameters_46},
    {"short_min_f16", "short_min_f16", 13, 5, kernels_parameters_46},
    {"short_max_f16", "short_max_f16", 13, 5, kernels_parameters_46},
    {"short_argmin_f16", "short_argmin_f16", 13, 5, kernels_parameters_46},
    {"short_argmax_f16", "short_argmax_f16", 13, 5, kernels_parameters_46},
    {"short_sum_f32", "short_sum_f32", 13, 5, kernels_parameters_46},
    {"short_min_f32", "short_min_f32", 13, 5, kernels_parameters_46},
    {"short_max_f32", "short_max_f32", 13, 5, kernels_parameters_46},
    {"short_argmin_f32", "short_argmin_f32", 13, 5, kernels_parameters_46},
    {"short_argmax_f32", "short_argmax_f32", 13, 5, kernels_parameters_46},
    {"short_sum_f64", "short_sum_f64", 13, 5, kernels_parameters_46},
    {"short_min_f64", "short_min_f64", 13, 5, kernels_parameters_46},
    {"short_max_f64", "short_max_f64", 13, 5, kernels_parameters_46},
    {"short_argmin_f64", "short_argmin_f64", 13, 5, kernels_parameters_46},
    {"short_argmax_f64", "short_argmax_f64", 13, 5, kernels_parameters_46},
    {"short_sum_u8", "short_sum_u8", 13, 5, kernels_parameters_46},
    {"short_min_u8", "short_min_u8", 13, 5, kernels_parameters_46},
    {"short_max_u8", "short_max_u8", 13, 5, kernels_parameters_46},
    {"short_argmin_u8", "short_argmin_u8", 13, 5, kernels_parameters_46},
    {"short_argmax_u8", "short_argmax_u8", 13, 5, kernels_parameters_46},
    {"short_sum_u32", "short_sum_u32", 13, 5, kernels_parameters_46},
    {"short_min_u32", "short_min_u32", 13, 5, kernels_parameters_46},
    {"short_max_u32", "short_max_u32", 13, 5, kernels_parameters_46},
    {"short_argmin_u32", "short_argmin_u32", 13, 5, kernels_parameters_46},
    {"short_argmax_u32", "short_argmax_u32", 13, 5, kernels_parameters_46},
    {"short_sum_i64", "short_sum_i64", 13, 5, kernels_parameters_46},
    {"short_min_i64", "short_min_i64", 13, 5, kernels_parameters_46},
    {"short_max_i64", "short_max_i64", 13, 5, kernels_parameters_46},
    {"short_argmin_i64", "short_argmin_i64", 13, 5, kernels_parameters_46},
    {"short_argmax_i64", "short_argmax_i64", 13, 5, kernels_parameters_46},
    {"softmax_bf16", "softmax_bf16", 13, 3, kernels_parameters_35},
    {"softmax_long_bf16", "softmax_long_bf16", 13, 3, kernels_parameters_35},
    {"rmsnorm_bf16", "rmsnorm_bf16", 13, 6, kernels_parameters_47},
    {"layernorm_bf16", "layernorm_bf16", 13, 7, kernels_parameters_48},
    {"softmax_f16", "softmax_f16", 13, 3, kernels_parameters_35},
    {"softmax_long_f16", "softmax_long_f16", 13, 3, kernels_parameters_35},
    {"rmsnorm_f16", "rmsnorm_f16", 13, 6, kernels_parameters_47},
    {"layernorm_f16", "layernorm_f16", 13, 7, kernels_parameters_48},
    {"softmax_f32", "softmax_f32", 13, 3, kernels_parameters_35},
    {"softmax_long_f32", "softmax_long_f32", 13, 3, kernels_parameters_35},
    {"rmsnorm_f32", "rmsnorm_f32", 13, 6, kernels_parameters_47},
    {"layernorm_f32", "layernorm_f32", 13, 7, kernels_parameters_48},
    {"softmax_f64", "softmax_f64", 13, 3, kernels_parameters_35},
    {"softmax_long_f64", "softmax_long_f64", 13, 3, kernels_parameters_35},
    {"rmsnorm_f64", "rmsnorm_f64", 13, 6, kernels_parameters_47},
    {"layernorm_f64", "layernorm_f64", 13, 7, kernels_parameters_48},
    {"rope_i_bf16", "rope_i_bf16", 13, 7, kernels_parameters_48},
    {"rope_bf16", "rope_bf16", 13, 8, kernels_parameters_49},
    {"rope_thd_bf16", "rope_thd_bf16", 13, 9, kernels_parameters_50},
    {"rope_i_f16", "rope_i_f16", 13, 7, kernels_parameters_48},
    {"rope_f16", "rope_f16", 13, 8, kernels_parameters_49},
    {"rope_thd_f16", "rope_thd_f16", 13, 9, kernels_parameters_50},
    {"rope_i_f32", "rope_i_f32", 13, 7, kernels_parameters_48},
    {"rope_f32", "rope_f32", 13, 8, kernels_parameters_49},
    {"rope_thd_f32", "rope_thd_f32", 13, 9, kernels_parameters_50},
    {"rope_i_f64", "rope_i_f64", 13, 7, kernels_parameters_48},
    {"rope_f64", "rope_f64", 13, 8, kernels_parameters_49},
    {"rope_thd_f64", "rope_thd_f64", 13, 9, kernels_parameters_50},
    {"sum_bf16", "sum_bf16", 13, 6, kernels_parameters_4},
    {"sum_f16", "sum_f16", 13, 6, kernels_parameters_4},
    {"sum_f32", "sum_f32", 13, 6, kernels_parameters_4},
    {"sum_f64", "sum_f64", 13, 6, kernels_parameters_4},
    {"sum_u32", "sum_u32", 13, 6, kernels_parameters_4},
    {"cumsum_u8", "cumsum_u8", 14, 7, kernels_parameters_3},
    {"cumprod_u8", "cumprod_u8", 14, 7, kernels_parameters_3},
    {"cumsum_i16", "cumsum_i16", 14, 7, kernels_parameters_3},
    {"cumprod_i16", "cumprod_i16", 14, 7, kernels_parameters_3},
    {"cumsum_u32", "cumsum_u32", 14, 7, kernels_parameters_3},
    {"cumprod_u32", "cumprod_u32", 14, 7, kernels_parameters_3},
    {"cumsum_i64", "cumsum_i64", 14, 7, kernels_parameters_3},
    {"cumprod_i64", "cumprod_i64", 14, 7, kernels_parameters_3},
    {"cumsum_bf16", "cumsum_bf16", 14, 7, kernels_parameters_3},
    {"cumprod_bf16", "cumprod_bf16", 14, 7, kernels_parameters_3},
    {"cumsum_f8_e4m3", "cumsum_f8_e4m3", 14, 7, kernels_parameters_3},
    {"cumprod_f8_e4m3", "cumprod_f8_e4m3", 14, 7, kernels_parameters_3},
    {"cumsum_f16", "cumsum_f16", 14, 7, kernels_parameters_3},
    {"cumprod_f16", "cumprod_f16", 14, 7, kernels_parameters_3},
    {"cumsum_f32", "cumsum_f32", 14, 7, kernels_parameters_3},
    {"cumprod_f32", "cumprod_f32", 14, 7, kernels_parameters_3},
    {"cumsum_f64", "cumsum_f64", 14, 7, kernels_parameters_3},
    {"cumprod_f64", "cumprod_f64", 14, 7, kernels_parameters_3},
    {"asort_asc_bf16", "asort_asc_bf16", 15, 4, kernels_parameters_33},
    {"asort_desc_bf16", "asort_desc_bf16", 15, 4, kernels_parameters_33},
    {"asort_asc_f16", "asort_asc_f16", 15, 4, kernels_parameters_33},
    {"asort_desc_f16", "asort_desc_f16", 15, 4, kernels_parameters_33},
    {"asort_asc_f32", "asort_asc_f32", 15, 4, kernels_parameters_33},
    {"asort_desc_f32", "asort_desc_f32", 15, 4, kernels_parameters_33},
    {"asort_asc_f64", "asort_asc_f64", 15, 4, kernels_parameters_33},
    {"asort_desc_f64", "asort_desc_f64", 15, 4, kernels_parameters_33},
    {"asort_asc_u8", "asort_asc_u8", 15, 4, kernels_parameters_33},
    {"asort_desc_u8", "asort_desc_u8", 15, 4, kernels_parameters_33},
    {"asort_asc_u32", "asort_asc_u32", 15, 4, kernels_parameters_33},
    {"asort_desc_u32", "asort_desc_u32", 15, 4, kernels_parameters_33},
    {"asort_asc_i64", "asort_asc_i64", 15, 4, kernels_parameters_33},
    {"asort_desc_i64", "asort_desc_i64", 15, 4, kernels_parameters_33},
    {"sort_count_u8", "sort_count_u8", 16, 7, kernels_parameters_28},
    {"sort_digit_u8", "sort_digit_u8", 16, 11, kernels_parameters_51},
    {"sort_count_f16", "sort_count_f16", 16, 7, kernels_parameters_28},
    {"sort_digit_f16", "sort_digit_f16", 16, 11, kernels_parameters_51},
    {"sort_count_u32", "sort_count_u32", 16, 7, kernels_parameters_28},
    {"sort_digit_u32", "sort_digit_u32", 16, 11, kernels_parameters_51},
    {"sort_count_i64", "sort_count_i64", 16, 7, kernels_parameters_28},
    {"sort_digit_i64", "sort_digit_i64", 16, 11, kernels_parameters_51},
    {"where_i64_bf16", "where_i64_bf16", 17, 7, kernels_parameters_3},
    {"where_i64_f16", "where_i64_f16", 17, 7, kernels_parameters_3},
    {"where_i64_f32", "where_i64_f32", 17, 7, kernels_parameters_3},
    {"where_i64_f64", "where_i64_f64", 17, 7, kernels_parameters_3},
    {"where_i64_u8", "where_i64_u8", 17, 7, kernels_parameters_3},
    {"where_i64_u32", "where_i64_u32", 17, 7, kernels_parameters_3},
    {"where_i64_i64", "where_i64_i64", 17, 7, kernels_parameters_3},
    {"where_i64_fp8_e4m3", "where_i64_fp8_e4m3", 17, 7, kernels_parameters_3},
    {"where_u32_bf16", "where_u32_bf16", 17, 7, kernels_parameters_3},
    {"where_u32_f16", "where_u32_f16", 17, 7, kernels_parameters_3},
    {"where_u32_f32", "where_u32_f32", 17, 7, kernels_parameters_3},
    {"where_u32_f64", "where_u32_f64", 17, 7, kernels_parameters_3},
    {"where_u32_u8", "where_u32_u8", 17, 7, kernels_parameters_3},
    {"where_u32_u32", "where_u32_u32", 17, 7, kernels_parameters_3},
    {"where_u32_i64", "where_u32_i64", 17, 7, kernels_parameters_3},
    {"where_u32_fp8_e4m3", "where_u32_fp8_e4m3", 17, 7, kernels_parameters_3},
    {"where_u8_bf16", "where_u8_bf16", 17, 7, kernels_parameters_3},
    {"where_u8_f16", "where_u8_f16", 17, 7, kernels_parameters_3},
    {"where_u8_f32", "where_u8_f32", 17, 7, kernels_parameters_3},
    {"where_u8_f64", "where_u8_f64", 17, 7, kernels_parameters_3},
    {"where_u8_u8", "where_u8_u8", 17, 7, kernels_parameters_3},
    {"where_u8_u32", "where_u8_u32", 17, 7, kernels_parameters_3},
    {"where_u8_i64", "where_u8_i64", 17, 7, kernels_parameters_3},
    {"where_u8_fp8_e4m3", "where_u8_fp8_e4m3", 17, 7, kernels_parameters_3},
    {"where_i16_fp8_e4m3", "where_i16_fp8_e4m3", 17, 7, kernels_parameters_3},
    {"where_i32_fp8_e4m3", "where_i32_fp8_e4m3", 17, 7, kernels_parameters_3},
    {"ucopy_f8_e4m3", "ucopy_f8_e4m3", 18, 5, kernels_parameters_5},
    {"ucopy_bf16", "ucopy_bf16", 18, 5, kernels_parameters_5},
    {"ucopy_f16", "ucopy_f16", 18, 5, kernels_parameters_5},
    {"ucopy_f32", "ucopy_f32", 18, 5, kernels_parameters_5},
    {"ucopy_f64", "ucopy_f64", 18, 5, kernels_parameters_5},
    {"ucopy_u8", "ucopy_u8", 18, 5, kernels_parameters_5},
    {"ucopy_u32", "ucopy_u32", 18, 5, kernels_parameters_5},
    {"ucopy_i64", "ucopy_i64", 18, 5, kernels_parameters_5},
    {"uneg_fp8_e4m3", "uneg_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"uneg_bf16", "uneg_bf16", 18, 5, kernels_parameters_5},
    {"uneg_f16", "uneg_f16", 18, 5, kernels_parameters_5},
    {"uneg_f32", "uneg_f32", 18, 5, kernels_parameters_5},
    {"uneg_f64", "uneg_f64", 18, 5, kernels_parameters_5},
    {"uabs_fp8_e4m3", "uabs_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"uabs_bf16", "uabs_bf16", 18, 5, kernels_parameters_5},
    {"uabs_f16", "uabs_f16", 18, 5, kernels_parameters_5},
    {"uabs_f32", "uabs_f32", 18, 5, kernels_parameters_5},
    {"uabs_f64", "uabs_f64", 18, 5, kernels_parameters_5},
    {"urelu_fp8_e4m3", "urelu_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"urelu_bf16", "urelu_bf16", 18, 5, kernels_parameters_5},
    {"urelu_f16", "urelu_f16", 18, 5, kernels_parameters_5},
    {"urelu_f32", "urelu_f32", 18, 5, kernels_parameters_5},
    {"urelu_f64", "urelu_f64", 18, 5, kernels_parameters_5},
    {"uceil_fp8_e4m3", "uceil_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"uceil_bf16", "uceil_bf16", 18, 5, kernels_parameters_5},
    {"uceil_f16", "uceil_f16", 18, 5, kernels_parameters_5},
    {"uceil_f32", "uceil_f32", 18, 5, kernels_parameters_5},
    {"uceil_f64", "uceil_f64", 18, 5, kernels_parameters_5},
    {"ufloor_fp8_e4m3", "ufloor_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"ufloor_bf16", "ufloor_bf16", 18, 5, kernels_parameters_5},
    {"ufloor_f16", "ufloor_f16", 18, 5, kernels_parameters_5},
    {"ufloor_f32", "ufloor_f32", 18, 5, kernels_parameters_5},
    {"ufloor_f64", "ufloor_f64", 18, 5, kernels_parameters_5},
    {"uround_fp8_e4m3", "uround_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"uround_bf16", "uround_bf16", 18, 5, kernels_parameters_5},
    {"uround_f16", "uround_f16", 18, 5, kernels_parameters_5},
    {"uround_f32", "uround_f32", 18, 5, kernels_parameters_5},
    {"uround_f64", "uround_f64", 18, 5, kernels_parameters_5},
    {"usign_fp8_e4m3", "usign_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"usign_bf16", "usign_bf16", 18, 5, kernels_parameters_5},
    {"usign_f16", "usign_f16", 18, 5, kernels_parameters_5},
    {"usign_f32", "usign_f32", 18, 5, kernels_parameters_5},
    {"usign_f64", "usign_f64", 18, 5, kernels_parameters_5},
    {"usqr_fp8_e4m3", "usqr_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"usqr_bf16", "usqr_bf16", 18, 5, kernels_parameters_5},
    {"usqr_f16", "usqr_f16", 18, 5, kernels_parameters_5},
    {"usqr_f32", "usqr_f32", 18, 5, kernels_parameters_5},
    {"usqr_f64", "usqr_f64", 18, 5, kernels_parameters_5},
    {"usqrt_fp8_e4m3", "usqrt_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"usqrt_bf16", "usqrt_bf16", 18, 5, kernels_parameters_5},
    {"usqrt_f16", "usqrt_f16", 18, 5, kernels_parameters_5},
    {"usqrt_f32", "usqrt_f32", 18, 5, kernels_parameters_5},
    {"usqrt_f64", "usqrt_f64", 18, 5, kernels_parameters_5},
    {"urecip_fp8_e4m3", "urecip_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"urecip_bf16", "urecip_bf16", 18, 5, kernels_parameters_5},
    {"urecip_f16", "urecip_f16", 18, 5, kernels_parameters_5},
    {"urecip_f32", "urecip_f32", 18, 5, kernels_parameters_5},
    {"urecip_f64", "urecip_f64", 18, 5, kernels_parameters_5},
    {"uexp_fp8_e4m3", "uexp_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"uexp_bf16", "uexp_bf16", 18, 5, kernels_parameters_5},
    {"uexp_f16", "uexp_f16", 18, 5, kernels_parameters_5},
    {"uexp_f32", "uexp_f32", 18, 5, kernels_parameters_5},
    {"uexp_f64", "uexp_f64", 18, 5, kernels_parameters_5},
    {"ulog_fp8_e4m3", "ulog_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"ulog_bf16", "ulog_bf16", 18, 5, kernels_parameters_5},
    {"ulog_f16", "ulog_f16", 18, 5, kernels_parameters_5},
    {"ulog_f32", "ulog_f32", 18, 5, kernels_parameters_5},
    {"ulog_f64", "ulog_f64", 18, 5, kernels_parameters_5},
    {"usin_fp8_e4m3", "usin_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"usin_bf16", "usin_bf16", 18, 5, kernels_parameters_5},
    {"usin_f16", "usin_f16", 18, 5, kernels_parameters_5},
    {"usin_f32", "usin_f32", 18, 5, kernels_parameters_5},
    {"usin_f64", "usin_f64", 18, 5, kernels_parameters_5},
    {"ucos_fp8_e4m3", "ucos_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"ucos_bf16", "ucos_bf16", 18, 5, kernels_parameters_5},
    {"ucos_f16", "ucos_f16", 18, 5, kernels_parameters_5},
    {"ucos_f32", "ucos_f32", 18, 5, kernels_parameters_5},
    {"ucos_f64", "ucos_f64", 18, 5, kernels_parameters_5},
    {"utanh_fp8_e4m3", "utanh_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"utanh_bf16", "utanh_bf16", 18, 5, kernels_parameters_5},
    {"utanh_f16", "utanh_f16", 18, 5, kernels_parameters_5},
    {"utanh_f32", "utanh_f32", 18, 5, kernels_parameters_5},
    {"utanh_f64", "utanh_f64", 18, 5, kernels_parameters_5},
    {"uerf_fp8_e4m3", "uerf_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"uerf_bf16", "uerf_bf16", 18, 5, kernels_parameters_5},
    {"uerf_f16", "uerf_f16", 18, 5, kernels_parameters_5},
    {"uerf_f32", "uerf_f32", 18, 5, kernels_parameters_5},
    {"uerf_f64", "uerf_f64", 18, 5, kernels_parameters_5},
    {"unormcdf_fp8_e4m3", "unormcdf_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"unormcdf_bf16", "unormcdf_bf16", 18, 5, kernels_parameters_5},
    {"unormcdf_f16", "unormcdf_f16", 18, 5, kernels_parameters_5},
    {"unormcdf_f32", "unormcdf_f32", 18, 5, kernels_parameters_5},
    {"unormcdf_f64", "unormcdf_f64", 18, 5, kernels_parameters_5},
    {"ugelu_fp8_e4m3", "ugelu_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"ugelu_bf16", "ugelu_bf16", 18, 5, kernels_parameters_5},
    {"ugelu_f16", "ugelu_f16", 18, 5, kernels_parameters_5},
    {"ugelu_f32", "ugelu_f32", 18, 5, kernels_parameters_5},
    {"ugelu_f64", "ugelu_f64", 18, 5, kernels_parameters_5},
    {"ugelu_erf_fp8_e4m3", "ugelu_erf_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"ugelu_erf_bf16", "ugelu_erf_bf16", 18, 5, kernels_parameters_5},
    {"ugelu_erf_f16", "ugelu_erf_f16", 18, 5, kernels_parameters_5},
    {"ugelu_erf_f32", "ugelu_erf_f32", 18, 5, kernels_parameters_5},
    {"ugelu_erf_f64", "ugelu_erf_f64", 18, 5, kernels_parameters_5},
    {"usilu_fp8_e4m3", "usilu_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"usilu_bf16", "usilu_bf16", 18, 5, kernels_parameters_5},
    {"usilu_f16", "usilu_f16", 18, 5, kernels_parameters_5},
    {"usilu_f32", "usilu_f32", 18, 5, kernels_parameters_5},
    {"usilu_f64", "usilu_f64", 18, 5, kernels_parameters_5},
    {"usigmoid_fp8_e4m3", "usigmoid_fp8_e4m3", 18, 5, kernels_parameters_5},
    {"usigmoid_bf16", "usigmoid_bf16", 18, 5, kernels_parameters_5},
    {"usigmoid_f16", "usigmoid_f16", 18, 5, kernels_parameters_5},
    {"usigmoid_f32", "usigmoid_f32", 18, 5, kernels_parameters_5},
    {"usigmoid_f64", "usigmoid_f64", 18, 5, kernels_parameters_5},
    {"uelu_fp8_e4m3", "uelu_fp8_e4m3", 18, 6, kernels_parameters_52},
    {"uelu_bf16", "uelu_bf16", 18, 6, kernels_parameters_53},
    {"uelu_f16", "uelu_f16", 18, 6, kernels_parameters_53},
    {"uelu_f32", "uelu_f32", 18, 6, kernels_parameters_54},
    {"uelu_f64", "uelu_f64", 18, 6, kernels_parameters_4},
    {"upowf_fp8_e4m3", "upowf_fp8_e4m3", 18, 6, kernels_parameters_52},
    {"upowf_bf16", "upowf_bf16", 18, 6, kernels_parameters_53},
    {"upowf_f16", "upowf_f16", 18, 6, kernels_parameters_53},
    {"upowf_f32", "upowf_f32", 18, 6, kernels_parameters_54},
    {"upowf_f64", "upowf_f64", 18, 6, kernels_parameters_4},
};

static struct krt_package_state *kernels_state;

const struct krt_package kernels_package = {
    sizeof(struct krt_package),
    "kernels",
    kernels_modules,
    19,
    kernels_kernels,
    KERNELS_KERNEL_COUNT,
    &kernels_state,
    KERNELS_INTERFACE,
    KERNELS_BUILD,
    NULL,
};

krt_status krt_launch_affine_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     struct krt_f8e4m3 mul, struct krt_f8e4m3 add)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out, &mul, &add};
    return krt_launch(&kernels_package, KERNELS_AFFINE_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_affine_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out,
                                  struct krt_bf16 mul, struct krt_bf16 add)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out, &mul, &add};
    return krt_launch(&kernels_package, KERNELS_AFFINE_BF16, stream, config, arguments);
}

krt_status krt_launch_affine_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out, struct krt_f16 mul,
                                 struct krt_f16 add)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out, &mul, &add};
    return krt_launch(&kernels_package, KERNELS_AFFINE_F16, stream, config, arguments);
}

krt_status krt_launch_affine_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out, float mul, float add)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out, &mul, &add};
    return krt_launch(&kernels_package, KERNELS_AFFINE_F32, stream, config, arguments);
}

krt_status krt_launch_affine_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out, double mul, double add)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out, &mul, &add};
    return krt_launch(&kernels_package, KERNELS_AFFINE_F64, stream, config, arguments);
}

krt_status krt_launch_affine_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *inp, uint8_t *out, uint8_t mul, uint8_t add)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out, &mul, &add};
    return krt_launch(&kernels_package, KERNELS_AFFINE_U8, stream, config, arguments);
}

krt_status krt_launch_affine_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *inp, uint32_t *out, uint32_t mul, uint32_t add)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out, &mul, &add};
    return krt_launch(&kernels_package, KERNELS_AFFINE_U32, stream, config, arguments);
}

krt_status krt_launch_affine_i16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int16_t *inp, int16_t *out, int16_t mul, int16_t add)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out, &mul, &add};
    return krt_launch(&kernels_package, KERNELS_AFFINE_I16, stream, config, arguments);
}

krt_status krt_launch_affine_i32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int32_t *inp, int32_t *out, int32_t mul, int32_t add)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out, &mul, &add};
    return krt_launch(&kernels_package, KERNELS_AFFINE_I32, stream, config, arguments);
}

krt_status krt_launch_affine_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *inp, int64_t *out, int64_t mul, int64_t add)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out, &mul, &add};
    return krt_launch(&kernels_package, KERNELS_AFFINE_I64, stream, config, arguments);
}

krt_status krt_launch_badd_f8_e4m3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                   struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BADD_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_bsub_f8_e4m3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                   struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BSUB_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_bmul_f8_e4m3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                   struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMUL_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_bdiv_f8_e4m3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                   struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BDIV_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_bmaximum_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *dims_and_strides,
                                       const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                       struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMAXIMUM_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_bminimum_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *dims_and_strides,
                                       const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                       struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMINIMUM_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_eq_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_EQ_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ne_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_NE_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_lt_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LT_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_le_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LE_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_gt_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GT_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ge_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GE_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_badd_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                                const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BADD_BF16, stream, config, arguments);
}

krt_status krt_launch_bsub_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                                const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BSUB_BF16, stream, config, arguments);
}

krt_status krt_launch_bmul_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                                const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMUL_BF16, stream, config, arguments);
}

krt_status krt_launch_bdiv_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                                const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BDIV_BF16, stream, config, arguments);
}

krt_status krt_launch_bmaximum_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *dims_and_strides,
                                    const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                    struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMAXIMUM_BF16, stream, config, arguments);
}

krt_status krt_launch_bminimum_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *dims_and_strides,
                                    const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                    struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMINIMUM_BF16, stream, config, arguments);
}

krt_status krt_launch_eq_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_EQ_BF16, stream, config, arguments);
}

krt_status krt_launch_ne_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_NE_BF16, stream, config, arguments);
}

krt_status krt_launch_lt_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LT_BF16, stream, config, arguments);
}

krt_status krt_launch_le_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LE_BF16, stream, config, arguments);
}

krt_status krt_launch_gt_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GT_BF16, stream, config, arguments);
}

krt_status krt_launch_ge_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GE_BF16, stream, config, arguments);
}

krt_status krt_launch_badd_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                               struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BADD_F16, stream, config, arguments);
}

krt_status krt_launch_bsub_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                               struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BSUB_F16, stream, config, arguments);
}

krt_status krt_launch_bmul_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                               struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMUL_F16, stream, config, arguments);
}

krt_status krt_launch_bdiv_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                               struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BDIV_F16, stream, config, arguments);
}

krt_status krt_launch_bmaximum_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                                   struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMAXIMUM_F16, stream, config, arguments);
}

krt_status krt_launch_bminimum_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                                   struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMINIMUM_F16, stream, config, arguments);
}

krt_status krt_launch_eq_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_EQ_F16, stream, config, arguments);
}

krt_status krt_launch_ne_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_NE_F16, stream, config, arguments);
}

krt_status krt_launch_lt_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LT_F16, stream, config, arguments);
}

krt_status krt_launch_le_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LE_F16, stream, config, arguments);
}

krt_status krt_launch_gt_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GT_F16, stream, config, arguments);
}

krt_status krt_launch_ge_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GE_F16, stream, config, arguments);
}

krt_status krt_launch_badd_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const float *lhs, const float *rhs, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BADD_F32, stream, config, arguments);
}

krt_status krt_launch_bsub_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const float *lhs, const float *rhs, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BSUB_F32, stream, config, arguments);
}

krt_status krt_launch_bmul_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const float *lhs, const float *rhs, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMUL_F32, stream, config, arguments);
}

krt_status krt_launch_bdiv_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const float *lhs, const float *rhs, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BDIV_F32, stream, config, arguments);
}

krt_status krt_launch_bmaximum_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const float *lhs, const float *rhs, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMAXIMUM_F32, stream, config, arguments);
}

krt_status krt_launch_bminimum_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const float *lhs, const float *rhs, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMINIMUM_F32, stream, config, arguments);
}

krt_status krt_launch_eq_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_EQ_F32, stream, config, arguments);
}

krt_status krt_launch_ne_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_NE_F32, stream, config, arguments);
}

krt_status krt_launch_lt_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LT_F32, stream, config, arguments);
}

krt_status krt_launch_le_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LE_F32, stream, config, arguments);
}

krt_status krt_launch_gt_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GT_F32, stream, config, arguments);
}

krt_status krt_launch_ge_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GE_F32, stream, config, arguments);
}

krt_status krt_launch_badd_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const double *lhs, const double *rhs, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BADD_F64, stream, config, arguments);
}

krt_status krt_launch_bsub_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const double *lhs, const double *rhs, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BSUB_F64, stream, config, arguments);
}

krt_status krt_launch_bmul_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const double *lhs, const double *rhs, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMUL_F64, stream, config, arguments);
}

krt_status krt_launch_bdiv_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const double *lhs, const double *rhs, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BDIV_F64, stream, config, arguments);
}

krt_status krt_launch_bmaximum_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const double *lhs, const double *rhs, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMAXIMUM_F64, stream, config, arguments);
}

krt_status krt_launch_bminimum_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const double *lhs, const double *rhs, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMINIMUM_F64, stream, config, arguments);
}

krt_status krt_launch_eq_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_EQ_F64, stream, config, arguments);
}

krt_status krt_launch_ne_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_NE_F64, stream, config, arguments);
}

krt_status krt_launch_lt_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LT_F64, stream, config, arguments);
}

krt_status krt_launch_le_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LE_F64, stream, config, arguments);
}

krt_status krt_launch_gt_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GT_F64, stream, config, arguments);
}

krt_status krt_launch_ge_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GE_F64, stream, config, arguments);
}

krt_status krt_launch_badd_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const uint8_t *lhs, const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BADD_U8, stream, config, arguments);
}

krt_status krt_launch_bsub_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const uint8_t *lhs, const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BSUB_U8, stream, config, arguments);
}

krt_status krt_launch_bmul_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const uint8_t *lhs, const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMUL_U8, stream, config, arguments);
}

krt_status krt_launch_bdiv_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const uint8_t *lhs, const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BDIV_U8, stream, config, arguments);
}

krt_status krt_launch_bmaximum_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims,
                                  const uint64_t *dims_and_strides, const uint8_t *lhs,
                                  const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMAXIMUM_U8, stream, config, arguments);
}

krt_status krt_launch_bminimum_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims,
                                  const uint64_t *dims_and_strides, const uint8_t *lhs,
                                  const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMINIMUM_U8, stream, config, arguments);
}

krt_status krt_launch_eq_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_EQ_U8, stream, config, arguments);
}

krt_status krt_launch_ne_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_NE_U8, stream, config, arguments);
}

krt_status krt_launch_lt_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LT_U8, stream, config, arguments);
}

krt_status krt_launch_le_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LE_U8, stream, config, arguments);
}

krt_status krt_launch_gt_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GT_U8, stream, config, arguments);
}

krt_status krt_launch_ge_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GE_U8, stream, config, arguments);
}

krt_status krt_launch_badd_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const uint32_t *lhs, const uint32_t *rhs, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BADD_U32, stream, config, arguments);
}

krt_status krt_launch_bsub_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const uint32_t *lhs, const uint32_t *rhs, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BSUB_U32, stream, config, arguments);
}

krt_status krt_launch_bmul_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const uint32_t *lhs, const uint32_t *rhs, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMUL_U32, stream, config, arguments);
}

krt_status krt_launch_bdiv_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const uint32_t *lhs, const uint32_t *rhs, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BDIV_U32, stream, config, arguments);
}

krt_status krt_launch_bmaximum_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const uint32_t *lhs, const uint32_t *rhs, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMAXIMUM_U32, stream, config, arguments);
}

krt_status krt_launch_bminimum_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const uint32_t *lhs, const uint32_t *rhs, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMINIMUM_U32, stream, config, arguments);
}

krt_status krt_launch_eq_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_EQ_U32, stream, config, arguments);
}

krt_status krt_launch_ne_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_NE_U32, stream, config, arguments);
}

krt_status krt_launch_lt_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LT_U32, stream, config, arguments);
}

krt_status krt_launch_le_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LE_U32, stream, config, arguments);
}

krt_status krt_launch_gt_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GT_U32, stream, config, arguments);
}

krt_status krt_launch_ge_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GE_U32, stream, config, arguments);
}

krt_status krt_launch_badd_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const int64_t *lhs, const int64_t *rhs, int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BADD_I64, stream, config, arguments);
}

krt_status krt_launch_bsub_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const int64_t *lhs, const int64_t *rhs, int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BSUB_I64, stream, config, arguments);
}

krt_status krt_launch_bmul_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const int64_t *lhs, const int64_t *rhs, int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMUL_I64, stream, config, arguments);
}

krt_status krt_launch_bdiv_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const int64_t *lhs, const int64_t *rhs, int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BDIV_I64, stream, config, arguments);
}

krt_status krt_launch_bmaximum_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const int64_t *lhs, const int64_t *rhs, int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMAXIMUM_I64, stream, config, arguments);
}

krt_status krt_launch_bminimum_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const int64_t *lhs, const int64_t *rhs, int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_BMINIMUM_I64, stream, config, arguments);
}

krt_status krt_launch_eq_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_EQ_I64, stream, config, arguments);
}

krt_status krt_launch_ne_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_NE_I64, stream, config, arguments);
}

krt_status krt_launch_lt_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LT_I64, stream, config, arguments);
}

krt_status krt_launch_le_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_LE_I64, stream, config, arguments);
}

krt_status krt_launch_gt_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GT_I64, stream, config, arguments);
}

krt_status krt_launch_ge_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &dims_and_strides, &lhs, &rhs, &out};
    return krt_launch(&kernels_package, KERNELS_GE_I64, stream, config, arguments);
}

krt_status krt_launch_cast_f8_e4m3_u8(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F8_E4M3_U8, stream, config, arguments);
}

krt_status krt_launch_cast_u8_f8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info, const uint8_t *inp,
                                      struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U8_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_cast_f8_e4m3_i32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, int32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F8_E4M3_I32, stream, config, arguments);
}

krt_status krt_launch_cast_i32_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info, const int32_t *inp,
                                       struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_I32_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_cast_f8_e4m3_bf16(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_f8e4m3 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F8_E4M3_BF16, stream, config, arguments);
}

krt_status krt_launch_cast_bf16_f8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_bf16 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_BF16_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_cast_f8_e4m3_f16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F8_E4M3_F16, stream, config, arguments);
}

krt_status krt_launch_cast_f16_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f16 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F16_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_cast_f8_e4m3_f32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F8_E4M3_F32, stream, config, arguments);
}

krt_status krt_launch_cast_f32_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info, const float *inp,
                                       struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F32_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_cast_f8_e4m3_f64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F8_E4M3_F64, stream, config, arguments);
}

krt_status krt_launch_cast_f64_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info, const double *inp,
                                       struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F64_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_cast_f8_e4m3_f8_e4m3(struct krt_stream *stream,
                                           const struct krt_launch_config *config, uint64_t numel,
                                           uint64_t num_dims, const uint64_t *info,
                                           const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F8_E4M3_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_cast_bf16_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_bf16 *inp, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_BF16_U8, stream, config, arguments);
}

krt_status krt_launch_cast_bf16_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_BF16_U32, stream, config, arguments);
}

krt_status krt_launch_cast_bf16_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_BF16_BF16, stream, config, arguments);
}

krt_status krt_launch_cast_bf16_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_BF16_F16, stream, config, arguments);
}

krt_status krt_launch_cast_bf16_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_BF16_F32, stream, config, arguments);
}

krt_status krt_launch_cast_bf16_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_BF16_F64, stream, config, arguments);
}

krt_status krt_launch_cast_f16_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_f16 *inp, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F16_U8, stream, config, arguments);
}

krt_status krt_launch_cast_f16_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F16_U32, stream, config, arguments);
}

krt_status krt_launch_cast_f16_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F16_BF16, stream, config, arguments);
}

krt_status krt_launch_cast_f16_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F16_F16, stream, config, arguments);
}

krt_status krt_launch_cast_f16_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F16_F32, stream, config, arguments);
}

krt_status krt_launch_cast_f16_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F16_F64, stream, config, arguments);
}

krt_status krt_launch_cast_f32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const float *inp, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F32_U8, stream, config, arguments);
}

krt_status krt_launch_cast_f32_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F32_U32, stream, config, arguments);
}

krt_status krt_launch_cast_f32_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F32_I64, stream, config, arguments);
}

krt_status krt_launch_cast_f32_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const float *inp,
                                    struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F32_BF16, stream, config, arguments);
}

krt_status krt_launch_cast_f32_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F32_F16, stream, config, arguments);
}

krt_status krt_launch_cast_f32_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F32_F32, stream, config, arguments);
}

krt_status krt_launch_cast_f32_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F32_F64, stream, config, arguments);
}

krt_status krt_launch_cast_f64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const double *inp, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F64_U8, stream, config, arguments);
}

krt_status krt_launch_cast_f64_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F64_U32, stream, config, arguments);
}

krt_status krt_launch_cast_f64_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F64_I64, stream, config, arguments);
}

krt_status krt_launch_cast_f64_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const double *inp,
                                    struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F64_BF16, stream, config, arguments);
}

krt_status krt_launch_cast_f64_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F64_F16, stream, config, arguments);
}

krt_status krt_launch_cast_f64_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F64_F32, stream, config, arguments);
}

krt_status krt_launch_cast_f64_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_F64_F64, stream, config, arguments);
}

krt_status krt_launch_cast_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint8_t *inp, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U8_U8, stream, config, arguments);
}

krt_status krt_launch_cast_u8_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U8_U32, stream, config, arguments);
}

krt_status krt_launch_cast_u8_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U8_I64, stream, config, arguments);
}

krt_status krt_launch_cast_u8_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *inp,
                                   struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U8_BF16, stream, config, arguments);
}

krt_status krt_launch_cast_u8_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U8_F16, stream, config, arguments);
}

krt_status krt_launch_cast_u8_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U8_F32, stream, config, arguments);
}

krt_status krt_launch_cast_u8_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U8_F64, stream, config, arguments);
}

krt_status krt_launch_cast_u32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint32_t *inp, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U32_U8, stream, config, arguments);
}

krt_status krt_launch_cast_u32_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U32_U32, stream, config, arguments);
}

krt_status krt_launch_cast_u32_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U32_I64, stream, config, arguments);
}

krt_status krt_launch_cast_u32_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                    struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U32_BF16, stream, config, arguments);
}

krt_status krt_launch_cast_u32_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U32_F16, stream, config, arguments);
}

krt_status krt_launch_cast_u32_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U32_F32, stream, config, arguments);
}

krt_status krt_launch_cast_u32_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_U32_F64, stream, config, arguments);
}

krt_status krt_launch_cast_i64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const int64_t *inp, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_I64_U8, stream, config, arguments);
}

krt_status krt_launch_cast_i64_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_I64_U32, stream, config, arguments);
}

krt_status krt_launch_cast_i64_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_I64_I64, stream, config, arguments);
}

krt_status krt_launch_cast_i64_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_I64_F32, stream, config, arguments);
}

krt_status krt_launch_cast_i64_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CAST_I64_F64, stream, config, arguments);
}

krt_status krt_launch_conv1d_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                  uint64_t padding, uint64_t dilation, const uint64_t *info,
                                  const struct krt_bf16 *src, const struct krt_bf16 *kernel,
                                  struct krt_bf16 *dst)
{
    void *const arguments[] = {&src_numel, &num_dims, &stride, &padding, &dilation, &info, &src,
        &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV1D_BF16, stream, config, arguments);
}

krt_status krt_launch_conv2d_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                  uint64_t stride, uint64_t padding, uint64_t dilation,
                                  const uint64_t *info, const struct krt_bf16 *src,
                                  const struct krt_bf16 *kernel, struct krt_bf16 *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &dilation, &info,
        &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV2D_BF16, stream, config, arguments);
}

krt_status krt_launch_conv_transpose1d_bf16(struct krt_stream *stream,
                                            const struct krt_launch_config *config,
                                            uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                            uint64_t padding, uint64_t out_padding,
                                            uint64_t dilation, const uint64_t *info,
                                            const struct krt_bf16 *src,
                                            const struct krt_bf16 *kernel, struct krt_bf16 *dst)
{
    void *const arguments[] = {&src_numel, &l_out, &stride, &padding, &out_padding, &dilation,
        &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE1D_BF16, stream, config, arguments);
}

krt_status krt_launch_conv_transpose2d_bf16(struct krt_stream *stream,
                                            const struct krt_launch_config *config,
                                            uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                            uint64_t stride, uint64_t padding, uint64_t out_padding,
                                            uint64_t dilation, const uint64_t *info,
                                            const struct krt_bf16 *src,
                                            const struct krt_bf16 *kernel, struct krt_bf16 *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &out_padding,
        &dilation, &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE2D_BF16, stream, config, arguments);
}

krt_status krt_launch_im2col1d_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t dst_numel,
                                    uint64_t l_out, uint64_t l_k, uint64_t stride, uint64_t padding,
                                    uint64_t dilation, const uint64_t *info,
                                    const struct krt_bf16 *src, struct krt_bf16 *dst)
{
    void *const arguments[] = {&dst_numel, &l_out, &l_k, &stride, &padding, &dilation, &info, &src,
        &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL1D_BF16, stream, config, arguments);
}

krt_status krt_launch_im2col_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                  uint64_t w_k, uint64_t stride, uint64_t padding,
                                  uint64_t dilation, const uint64_t *info,
                                  const struct krt_bf16 *src, struct krt_bf16 *dst)
{
    void *const arguments[] = {&dst_numel, &h_out, &w_out, &h_k, &w_k, &stride, &padding, &dilation,
        &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL_BF16, stream, config, arguments);
}

krt_status krt_launch_col2im1d_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t dst_el,
                                    uint64_t l_out, uint64_t l_in, uint64_t c_out, uint64_t k_size,
                                    uint64_t stride, const struct krt_bf16 *src,
                                    struct krt_bf16 *dst)
{
    void *const arguments[] = {&dst_el, &l_out, &l_in, &c_out, &k_size, &stride, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_COL2IM1D_BF16, stream, config, arguments);
}

krt_status krt_launch_avg_pool2d_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                      uint64_t h_stride, const uint64_t *info,
                                      const struct krt_bf16 *src, struct krt_bf16 *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_AVG_POOL2D_BF16, stream, config, arguments);
}

krt_status krt_launch_max_pool2d_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                      uint64_t h_stride, const uint64_t *info,
                                      const struct krt_bf16 *src, struct krt_bf16 *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_MAX_POOL2D_BF16, stream, config, arguments);
}

krt_status krt_launch_upsample_nearest2d_bf16(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              uint64_t w_out, uint64_t h_out, double w_scale,
                                              double h_scale, const uint64_t *info,
                                              const struct krt_bf16 *src, struct krt_bf16 *dst)
{
    void *const arguments[] = {&w_out, &h_out, &w_scale, &h_scale, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_NEAREST2D_BF16, stream, config, arguments);
}

krt_status krt_launch_upsample_bilinear2d_bf16(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               uint64_t w_out, uint64_t h_out, bool align_corners,
                                               bool has_scale_h, double scale_h_factor,
                                               bool has_scale_w, double scale_w_factor,
                                               const uint64_t *info, const struct krt_bf16 *src,
                                               struct krt_bf16 *dst)
{
    void *const arguments[] = {&w_out, &h_out, &align_corners, &has_scale_h, &scale_h_factor,
        &has_scale_w, &scale_w_factor, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_BILINEAR2D_BF16, stream, config,
                      arguments);
}

krt_status krt_launch_conv1d_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                 uint64_t padding, uint64_t dilation, const uint64_t *info,
                                 const struct krt_f16 *src, const struct krt_f16 *kernel,
                                 struct krt_f16 *dst)
{
    void *const arguments[] = {&src_numel, &num_dims, &stride, &padding, &dilation, &info, &src,
        &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV1D_F16, stream, config, arguments);
}

krt_status krt_launch_conv2d_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                 uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const struct krt_f16 *src,
                                 const struct krt_f16 *kernel, struct krt_f16 *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &dilation, &info,
        &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV2D_F16, stream, config, arguments);
}

krt_status krt_launch_conv_transpose1d_f16(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                           uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const struct krt_f16 *src, const struct krt_f16 *kernel,
                                           struct krt_f16 *dst)
{
    void *const arguments[] = {&src_numel, &l_out, &stride, &padding, &out_padding, &dilation,
        &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE1D_F16, stream, config, arguments);
}

krt_status krt_launch_conv_transpose2d_f16(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                           uint64_t stride, uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const struct krt_f16 *src, const struct krt_f16 *kernel,
                                           struct krt_f16 *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &out_padding,
        &dilation, &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE2D_F16, stream, config, arguments);
}

krt_status krt_launch_im2col1d_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_numel,
                                   uint64_t l_out, uint64_t l_k, uint64_t stride, uint64_t padding,
                                   uint64_t dilation, const uint64_t *info,
                                   const struct krt_f16 *src, struct krt_f16 *dst)
{
    void *const arguments[] = {&dst_numel, &l_out, &l_k, &stride, &padding, &dilation, &info, &src,
        &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL1D_F16, stream, config, arguments);
}

krt_status krt_launch_im2col_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                 uint64_t w_k, uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const struct krt_f16 *src,
                                 struct krt_f16 *dst)
{
    void *const arguments[] = {&dst_numel, &h_out, &w_out, &h_k, &w_k, &stride, &padding, &dilation,
        &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL_F16, stream, config, arguments);
}

krt_status krt_launch_col2im1d_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_el,
                                   uint64_t l_out, uint64_t l_in, uint64_t c_out, uint64_t k_size,
                                   uint64_t stride, const struct krt_f16 *src, struct krt_f16 *dst)
{
    void *const arguments[] = {&dst_el, &l_out, &l_in, &c_out, &k_size, &stride, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_COL2IM1D_F16, stream, config, arguments);
}

krt_status krt_launch_avg_pool2d_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info,
                                     const struct krt_f16 *src, struct krt_f16 *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_AVG_POOL2D_F16, stream, config, arguments);
}

krt_status krt_launch_max_pool2d_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info,
                                     const struct krt_f16 *src, struct krt_f16 *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_MAX_POOL2D_F16, stream, config, arguments);
}

krt_status krt_launch_upsample_nearest2d_f16(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t w_out,
                                             uint64_t h_out, double w_scale, double h_scale,
                                             const uint64_t *info, const struct krt_f16 *src,
                                             struct krt_f16 *dst)
{
    void *const arguments[] = {&w_out, &h_out, &w_scale, &h_scale, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_NEAREST2D_F16, stream, config, arguments);
}

krt_status krt_launch_upsample_bilinear2d_f16(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              uint64_t w_out, uint64_t h_out, bool align_corners,
                                              bool has_scale_h, double scale_h_factor,
                                              bool has_scale_w, double scale_w_factor,
                                              const uint64_t *info, const struct krt_f16 *src,
                                              struct krt_f16 *dst)
{
    void *const arguments[] = {&w_out, &h_out, &align_corners, &has_scale_h, &scale_h_factor,
        &has_scale_w, &scale_w_factor, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_BILINEAR2D_F16, stream, config, arguments);
}

krt_status krt_launch_conv1d_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                 uint64_t padding, uint64_t dilation, const uint64_t *info,
                                 const float *src, const float *kernel, float *dst)
{
    void *const arguments[] = {&src_numel, &num_dims, &stride, &padding, &dilation, &info, &src,
        &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV1D_F32, stream, config, arguments);
}

krt_status krt_launch_conv2d_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                 uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const float *src, const float *kernel,
                                 float *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &dilation, &info,
        &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV2D_F32, stream, config, arguments);
}

krt_status krt_launch_conv_transpose1d_f32(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                           uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const float *src, const float *kernel, float *dst)
{
    void *const arguments[] = {&src_numel, &l_out, &stride, &padding, &out_padding, &dilation,
        &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE1D_F32, stream, config, arguments);
}

krt_status krt_launch_conv_transpose2d_f32(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                           uint64_t stride, uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const float *src, const float *kernel, float *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &out_padding,
        &dilation, &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE2D_F32, stream, config, arguments);
}

krt_status krt_launch_im2col1d_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_numel,
                                   uint64_t l_out, uint64_t l_k, uint64_t stride, uint64_t padding,
                                   uint64_t dilation, const uint64_t *info, const float *src,
                                   float *dst)
{
    void *const arguments[] = {&dst_numel, &l_out, &l_k, &stride, &padding, &dilation, &info, &src,
        &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL1D_F32, stream, config, arguments);
}

krt_status krt_launch_im2col_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                 uint64_t w_k, uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const float *src, float *dst)
{
    void *const arguments[] = {&dst_numel, &h_out, &w_out, &h_k, &w_k, &stride, &padding, &dilation,
        &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL_F32, stream, config, arguments);
}

krt_status krt_launch_col2im1d_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_el,
                                   uint64_t l_out, uint64_t l_in, uint64_t c_out, uint64_t k_size,
                                   uint64_t stride, const float *src, float *dst)
{
    void *const arguments[] = {&dst_el, &l_out, &l_in, &c_out, &k_size, &stride, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_COL2IM1D_F32, stream, config, arguments);
}

krt_status krt_launch_avg_pool2d_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const float *src,
                                     float *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_AVG_POOL2D_F32, stream, config, arguments);
}

krt_status krt_launch_max_pool2d_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const float *src,
                                     float *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_MAX_POOL2D_F32, stream, config, arguments);
}

krt_status krt_launch_upsample_nearest2d_f32(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t w_out,
                                             uint64_t h_out, double w_scale, double h_scale,
                                             const uint64_t *info, const float *src, float *dst)
{
    void *const arguments[] = {&w_out, &h_out, &w_scale, &h_scale, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_NEAREST2D_F32, stream, config, arguments);
}

krt_status krt_launch_upsample_bilinear2d_f32(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              uint64_t w_out, uint64_t h_out, bool align_corners,
                                              bool has_scale_h, double scale_h_factor,
                                              bool has_scale_w, double scale_w_factor,
                                              const uint64_t *info, const float *src, float *dst)
{
    void *const arguments[] = {&w_out, &h_out, &align_corners, &has_scale_h, &scale_h_factor,
        &has_scale_w, &scale_w_factor, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_BILINEAR2D_F32, stream, config, arguments);
}

krt_status krt_launch_conv1d_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                 uint64_t padding, uint64_t dilation, const uint64_t *info,
                                 const double *src, const double *kernel, double *dst)
{
    void *const arguments[] = {&src_numel, &num_dims, &stride, &padding, &dilation, &info, &src,
        &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV1D_F64, stream, config, arguments);
}

krt_status krt_launch_conv2d_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                 uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const double *src, const double *kernel,
                                 double *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &dilation, &info,
        &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV2D_F64, stream, config, arguments);
}

krt_status krt_launch_conv_transpose1d_f64(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                           uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const double *src, const double *kernel, double *dst)
{
    void *const arguments[] = {&src_numel, &l_out, &stride, &padding, &out_padding, &dilation,
        &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE1D_F64, stream, config, arguments);
}

krt_status krt_launch_conv_transpose2d_f64(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                           uint64_t stride, uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const double *src, const double *kernel, double *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &out_padding,
        &dilation, &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE2D_F64, stream, config, arguments);
}

krt_status krt_launch_im2col1d_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_numel,
                                   uint64_t l_out, uint64_t l_k, uint64_t stride, uint64_t padding,
                                   uint64_t dilation, const uint64_t *info, const double *src,
                                   double *dst)
{
    void *const arguments[] = {&dst_numel, &l_out, &l_k, &stride, &padding, &dilation, &info, &src,
        &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL1D_F64, stream, config, arguments);
}

krt_status krt_launch_im2col_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                 uint64_t w_k, uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const double *src, double *dst)
{
    void *const arguments[] = {&dst_numel, &h_out, &w_out, &h_k, &w_k, &stride, &padding, &dilation,
        &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL_F64, stream, config, arguments);
}

krt_status krt_launch_col2im1d_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_el,
                                   uint64_t l_out, uint64_t l_in, uint64_t c_out, uint64_t k_size,
                                   uint64_t stride, const double *src, double *dst)
{
    void *const arguments[] = {&dst_el, &l_out, &l_in, &c_out, &k_size, &stride, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_COL2IM1D_F64, stream, config, arguments);
}

krt_status krt_launch_avg_pool2d_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const double *src,
                                     double *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_AVG_POOL2D_F64, stream, config, arguments);
}

krt_status krt_launch_max_pool2d_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const double *src,
                                     double *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_MAX_POOL2D_F64, stream, config, arguments);
}

krt_status krt_launch_upsample_nearest2d_f64(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t w_out,
                                             uint64_t h_out, double w_scale, double h_scale,
                                             const uint64_t *info, const double *src, double *dst)
{
    void *const arguments[] = {&w_out, &h_out, &w_scale, &h_scale, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_NEAREST2D_F64, stream, config, arguments);
}

krt_status krt_launch_upsample_bilinear2d_f64(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              uint64_t w_out, uint64_t h_out, bool align_corners,
                                              bool has_scale_h, double scale_h_factor,
                                              bool has_scale_w, double scale_w_factor,
                                              const uint64_t *info, const double *src, double *dst)
{
    void *const arguments[] = {&w_out, &h_out, &align_corners, &has_scale_h, &scale_h_factor,
        &has_scale_w, &scale_w_factor, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_BILINEAR2D_F64, stream, config, arguments);
}

krt_status krt_launch_conv1d_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                uint64_t padding, uint64_t dilation, const uint64_t *info,
                                const uint8_t *src, const uint8_t *kernel, uint8_t *dst)
{
    void *const arguments[] = {&src_numel, &num_dims, &stride, &padding, &dilation, &info, &src,
        &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV1D_U8, stream, config, arguments);
}

krt_status krt_launch_conv2d_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t src_numel, uint64_t w_out, uint64_t h_out, uint64_t stride,
                                uint64_t padding, uint64_t dilation, const uint64_t *info,
                                const uint8_t *src, const uint8_t *kernel, uint8_t *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &dilation, &info,
        &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV2D_U8, stream, config, arguments);
}

krt_status krt_launch_conv_transpose1d_u8(struct krt_stream *stream,
                                          const struct krt_launch_config *config,
                                          uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                          uint64_t padding, uint64_t out_padding, uint64_t dilation,
                                          const uint64_t *info, const uint8_t *src,
                                          const uint8_t *kernel, uint8_t *dst)
{
    void *const arguments[] = {&src_numel, &l_out, &stride, &padding, &out_padding, &dilation,
        &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE1D_U8, stream, config, arguments);
}

krt_status krt_launch_conv_transpose2d_u8(struct krt_stream *stream,
                                          const struct krt_launch_config *config,
                                          uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                          uint64_t stride, uint64_t padding, uint64_t out_padding,
                                          uint64_t dilation, const uint64_t *info,
                                          const uint8_t *src, const uint8_t *kernel, uint8_t *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &out_padding,
        &dilation, &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE2D_U8, stream, config, arguments);
}

krt_status krt_launch_im2col1d_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t dst_numel, uint64_t l_out, uint64_t l_k, uint64_t stride,
                                  uint64_t padding, uint64_t dilation, const uint64_t *info,
                                  const uint8_t *src, uint8_t *dst)
{
    void *const arguments[] = {&dst_numel, &l_out, &l_k, &stride, &padding, &dilation, &info, &src,
        &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL1D_U8, stream, config, arguments);
}

krt_status krt_launch_im2col_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                uint64_t w_k, uint64_t stride, uint64_t padding, uint64_t dilation,
                                const uint64_t *info, const uint8_t *src, uint8_t *dst)
{
    void *const arguments[] = {&dst_numel, &h_out, &w_out, &h_k, &w_k, &stride, &padding, &dilation,
        &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL_U8, stream, config, arguments);
}

krt_status krt_launch_col2im1d_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t dst_el, uint64_t l_out, uint64_t l_in, uint64_t c_out,
                                  uint64_t k_size, uint64_t stride, const uint8_t *src,
                                  uint8_t *dst)
{
    void *const arguments[] = {&dst_el, &l_out, &l_in, &c_out, &k_size, &stride, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_COL2IM1D_U8, stream, config, arguments);
}

krt_status krt_launch_avg_pool2d_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t src_numel,
                                    uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                    uint64_t h_stride, const uint64_t *info, const uint8_t *src,
                                    uint8_t *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_AVG_POOL2D_U8, stream, config, arguments);
}

krt_status krt_launch_max_pool2d_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t src_numel,
                                    uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                    uint64_t h_stride, const uint64_t *info, const uint8_t *src,
                                    uint8_t *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_MAX_POOL2D_U8, stream, config, arguments);
}

krt_status krt_launch_upsample_nearest2d_u8(struct krt_stream *stream,
                                            const struct krt_launch_config *config, uint64_t w_out,
                                            uint64_t h_out, double w_scale, double h_scale,
                                            const uint64_t *info, const uint8_t *src, uint8_t *dst)
{
    void *const arguments[] = {&w_out, &h_out, &w_scale, &h_scale, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_NEAREST2D_U8, stream, config, arguments);
}

krt_status krt_launch_upsample_bilinear2d_u8(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t w_out,
                                             uint64_t h_out, bool align_corners, bool has_scale_h,
                                             double scale_h_factor, bool has_scale_w,
                                             double scale_w_factor, const uint64_t *info,
                                             const uint8_t *src, uint8_t *dst)
{
    void *const arguments[] = {&w_out, &h_out, &align_corners, &has_scale_h, &scale_h_factor,
        &has_scale_w, &scale_w_factor, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_BILINEAR2D_U8, stream, config, arguments);
}

krt_status krt_launch_conv1d_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                 uint64_t padding, uint64_t dilation, const uint64_t *info,
                                 const uint32_t *src, const uint32_t *kernel, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &num_dims, &stride, &padding, &dilation, &info, &src,
        &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV1D_U32, stream, config, arguments);
}

krt_status krt_launch_conv2d_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                 uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const uint32_t *src, const uint32_t *kernel,
                                 uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &dilation, &info,
        &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV2D_U32, stream, config, arguments);
}

krt_status krt_launch_conv_transpose1d_u32(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                           uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const uint32_t *src, const uint32_t *kernel,
                                           uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &l_out, &stride, &padding, &out_padding, &dilation,
        &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE1D_U32, stream, config, arguments);
}

krt_status krt_launch_conv_transpose2d_u32(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                           uint64_t stride, uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const uint32_t *src, const uint32_t *kernel,
                                           uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &w_out, &h_out, &stride, &padding, &out_padding,
        &dilation, &info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE2D_U32, stream, config, arguments);
}

krt_status krt_launch_im2col1d_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_numel,
                                   uint64_t l_out, uint64_t l_k, uint64_t stride, uint64_t padding,
                                   uint64_t dilation, const uint64_t *info, const uint32_t *src,
                                   uint32_t *dst)
{
    void *const arguments[] = {&dst_numel, &l_out, &l_k, &stride, &padding, &dilation, &info, &src,
        &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL1D_U32, stream, config, arguments);
}

krt_status krt_launch_im2col_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                 uint64_t w_k, uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const uint32_t *src, uint32_t *dst)
{
    void *const arguments[] = {&dst_numel, &h_out, &w_out, &h_k, &w_k, &stride, &padding, &dilation,
        &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_IM2COL_U32, stream, config, arguments);
}

krt_status krt_launch_col2im1d_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_el,
                                   uint64_t l_out, uint64_t l_in, uint64_t c_out, uint64_t k_size,
                                   uint64_t stride, const uint32_t *src, uint32_t *dst)
{
    void *const arguments[] = {&dst_el, &l_out, &l_in, &c_out, &k_size, &stride, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_COL2IM1D_U32, stream, config, arguments);
}

krt_status krt_launch_avg_pool2d_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const uint32_t *src,
                                     uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_AVG_POOL2D_U32, stream, config, arguments);
}

krt_status krt_launch_max_pool2d_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const uint32_t *src,
                                     uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &w_k, &h_k, &w_stride, &h_stride, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_MAX_POOL2D_U32, stream, config, arguments);
}

krt_status krt_launch_upsample_nearest2d_u32(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t w_out,
                                             uint64_t h_out, double w_scale, double h_scale,
                                             const uint64_t *info, const uint32_t *src,
                                             uint32_t *dst)
{
    void *const arguments[] = {&w_out, &h_out, &w_scale, &h_scale, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_NEAREST2D_U32, stream, config, arguments);
}

krt_status krt_launch_upsample_bilinear2d_u32(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              uint64_t w_out, uint64_t h_out, bool align_corners,
                                              bool has_scale_h, double scale_h_factor,
                                              bool has_scale_w, double scale_w_factor,
                                              const uint64_t *info, const uint32_t *src,
                                              uint32_t *dst)
{
    void *const arguments[] = {&w_out, &h_out, &align_corners, &has_scale_h, &scale_h_factor,
        &has_scale_w, &scale_w_factor, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_UPSAMPLE_BILINEAR2D_U32, stream, config, arguments);
}

krt_status krt_launch_conv_depthwise_bf16(struct krt_stream *stream,
                                          const struct krt_launch_config *config,
                                          const uint64_t *info, const struct krt_bf16 *src,
                                          const struct krt_bf16 *kernel, struct krt_bf16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_DEPTHWISE_BF16, stream, config, arguments);
}

krt_status krt_launch_conv_patches_bf16(struct krt_stream *stream,
                                        const struct krt_launch_config *config,
                                        const uint64_t *info, const struct krt_bf16 *src,
                                        const struct krt_bf16 *kernel, struct krt_bf16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_PATCHES_BF16, stream, config, arguments);
}

krt_status krt_launch_conv_depthwise_f16(struct krt_stream *stream,
                                         const struct krt_launch_config *config,
                                         const uint64_t *info, const struct krt_f16 *src,
                                         const struct krt_f16 *kernel, struct krt_f16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_DEPTHWISE_F16, stream, config, arguments);
}

krt_status krt_launch_conv_patches_f16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, const uint64_t *info,
                                       const struct krt_f16 *src, const struct krt_f16 *kernel,
                                       struct krt_f16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_PATCHES_F16, stream, config, arguments);
}

krt_status krt_launch_conv_depthwise_f32(struct krt_stream *stream,
                                         const struct krt_launch_config *config,
                                         const uint64_t *info, const float *src,
                                         const float *kernel, float *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_DEPTHWISE_F32, stream, config, arguments);
}

krt_status krt_launch_conv_patches_f32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, const uint64_t *info,
                                       const float *src, const float *kernel, float *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_PATCHES_F32, stream, config, arguments);
}

krt_status krt_launch_conv_tiles_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, const uint64_t *info,
                                      const struct krt_bf16 *src, const struct krt_bf16 *kernel,
                                      struct krt_bf16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TILES_BF16, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_tiles_bf16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const uint64_t *info, const struct krt_bf16 *src,
                                                const struct krt_bf16 *kernel, struct krt_bf16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_TILES_BF16, stream, config,
                      arguments);
}

krt_status krt_launch_conv_strips_bf16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, const uint64_t *info,
                                       const struct krt_bf16 *src, const struct krt_bf16 *kernel,
                                       struct krt_bf16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_STRIPS_BF16, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_strips_bf16(struct krt_stream *stream,
                                                 const struct krt_launch_config *config,
                                                 const uint64_t *info, const struct krt_bf16 *src,
                                                 const struct krt_bf16 *kernel,
                                                 struct krt_bf16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_STRIPS_BF16, stream, config,
                      arguments);
}

krt_status krt_launch_conv_tiles_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint64_t *info,
                                     const struct krt_f16 *src, const struct krt_f16 *kernel,
                                     struct krt_f16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TILES_F16, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_tiles_f16(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               const uint64_t *info, const struct krt_f16 *src,
                                               const struct krt_f16 *kernel, struct krt_f16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_TILES_F16, stream, config,
                      arguments);
}

krt_status krt_launch_conv_strips_f16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, const uint64_t *info,
                                      const struct krt_f16 *src, const struct krt_f16 *kernel,
                                      struct krt_f16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_STRIPS_F16, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_strips_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const uint64_t *info, const struct krt_f16 *src,
                                                const struct krt_f16 *kernel, struct krt_f16 *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_STRIPS_F16, stream, config,
                      arguments);
}

krt_status krt_launch_conv_tiles_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint64_t *info,
                                     const float *src, const float *kernel, float *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TILES_F32, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_tiles_f32(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               const uint64_t *info, const float *src,
                                               const float *kernel, float *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_TILES_F32, stream, config,
                      arguments);
}

krt_status krt_launch_conv_strips_f32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, const uint64_t *info,
                                      const float *src, const float *kernel, float *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_STRIPS_F32, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_strips_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const uint64_t *info, const float *src,
                                                const float *kernel, float *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_STRIPS_F32, stream, config,
                      arguments);
}

krt_status krt_launch_conv_tiles_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint64_t *info,
                                     const double *src, const double *kernel, double *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TILES_F64, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_tiles_f64(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               const uint64_t *info, const double *src,
                                               const double *kernel, double *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_TILES_F64, stream, config,
                      arguments);
}

krt_status krt_launch_conv_strips_f64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, const uint64_t *info,
                                      const double *src, const double *kernel, double *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_STRIPS_F64, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_strips_f64(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const uint64_t *info, const double *src,
                                                const double *kernel, double *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_STRIPS_F64, stream, config,
                      arguments);
}

krt_status krt_launch_conv_tiles_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const uint64_t *info,
                                    const uint8_t *src, const uint8_t *kernel, uint8_t *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TILES_U8, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_tiles_u8(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              const uint64_t *info, const uint8_t *src,
                                              const uint8_t *kernel, uint8_t *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_TILES_U8, stream, config, arguments);
}

krt_status krt_launch_conv_strips_u8(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint64_t *info,
                                     const uint8_t *src, const uint8_t *kernel, uint8_t *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_STRIPS_U8, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_strips_u8(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               const uint64_t *info, const uint8_t *src,
                                               const uint8_t *kernel, uint8_t *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_STRIPS_U8, stream, config,
                      arguments);
}

krt_status krt_launch_conv_tiles_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint64_t *info,
                                     const uint32_t *src, const uint32_t *kernel, uint32_t *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TILES_U32, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_tiles_u32(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               const uint64_t *info, const uint32_t *src,
                                               const uint32_t *kernel, uint32_t *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_TILES_U32, stream, config,
                      arguments);
}

krt_status krt_launch_conv_strips_u32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, const uint64_t *info,
                                      const uint32_t *src, const uint32_t *kernel, uint32_t *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_STRIPS_U32, stream, config, arguments);
}

krt_status krt_launch_conv_transpose_strips_u32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const uint64_t *info, const uint32_t *src,
                                                const uint32_t *kernel, uint32_t *dst)
{
    void *const arguments[] = {&info, &src, &kernel, &dst};
    return krt_launch(&kernels_package, KERNELS_CONV_TRANSPOSE_STRIPS_U32, stream, config,
                      arguments);
}

krt_status krt_launch_arange_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, int64_t start, int64_t step, uint8_t *out)
{
    void *const arguments[] = {&numel, &start, &step, &out};
    return krt_launch(&kernels_package, KERNELS_ARANGE_U8, stream, config, arguments);
}

krt_status krt_launch_arange_i16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, int64_t start, int64_t step, int16_t *out)
{
    void *const arguments[] = {&numel, &start, &step, &out};
    return krt_launch(&kernels_package, KERNELS_ARANGE_I16, stream, config, arguments);
}

krt_status krt_launch_arange_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, int64_t start, int64_t step, uint32_t *out)
{
    void *const arguments[] = {&numel, &start, &step, &out};
    return krt_launch(&kernels_package, KERNELS_ARANGE_U32, stream, config, arguments);
}

krt_status krt_launch_arange_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, int64_t start, int64_t step, int64_t *out)
{
    void *const arguments[] = {&numel, &start, &step, &out};
    return krt_launch(&kernels_package, KERNELS_ARANGE_I64, stream, config, arguments);
}

krt_status krt_launch_arange_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, double start, double step, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &start, &step, &out};
    return krt_launch(&kernels_package, KERNELS_ARANGE_BF16, stream, config, arguments);
}

krt_status krt_launch_linspace_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    double start, double end, double step, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &start, &end, &step, &out};
    return krt_launch(&kernels_package, KERNELS_LINSPACE_BF16, stream, config, arguments);
}

krt_status krt_launch_arange_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     double start, double step, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &start, &step, &out};
    return krt_launch(&kernels_package, KERNELS_ARANGE_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_linspace_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       double start, double end, double step,
                                       struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &start, &end, &step, &out};
    return krt_launch(&kernels_package, KERNELS_LINSPACE_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_arange_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, double start, double step, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &start, &step, &out};
    return krt_launch(&kernels_package, KERNELS_ARANGE_F16, stream, config, arguments);
}

krt_status krt_launch_linspace_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   double start, double end, double step, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &start, &end, &step, &out};
    return krt_launch(&kernels_package, KERNELS_LINSPACE_F16, stream, config, arguments);
}

krt_status krt_launch_arange_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, double start, double step, float *out)
{
    void *const arguments[] = {&numel, &start, &step, &out};
    return krt_launch(&kernels_package, KERNELS_ARANGE_F32, stream, config, arguments);
}

krt_status krt_launch_linspace_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   double start, double end, double step, float *out)
{
    void *const arguments[] = {&numel, &start, &end, &step, &out};
    return krt_launch(&kernels_package, KERNELS_LINSPACE_F32, stream, config, arguments);
}

krt_status krt_launch_arange_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, double start, double step, double *out)
{
    void *const arguments[] = {&numel, &start, &step, &out};
    return krt_launch(&kernels_package, KERNELS_ARANGE_F64, stream, config, arguments);
}

krt_status krt_launch_linspace_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   double start, double end, double step, double *out)
{
    void *const arguments[] = {&numel, &start, &end, &step, &out};
    return krt_launch(&kernels_package, KERNELS_LINSPACE_F64, stream, config, arguments);
}

krt_status krt_launch_band_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint32_t rows, uint32_t columns, int64_t low,
                              int64_t high, uint8_t inside, uint8_t outside, uint8_t *out)
{
    void *const arguments[] = {&numel, &rows, &columns, &low, &high, &inside, &outside, &out};
    return krt_launch(&kernels_package, KERNELS_BAND_U8, stream, config, arguments);
}

krt_status krt_launch_band_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint32_t rows, uint32_t columns, int64_t low,
                               int64_t high, struct krt_f16 inside, struct krt_f16 outside,
                               struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &rows, &columns, &low, &high, &inside, &outside, &out};
    return krt_launch(&kernels_package, KERNELS_BAND_F16, stream, config, arguments);
}

krt_status krt_launch_band_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint32_t rows, uint32_t columns, int64_t low,
                               int64_t high, uint32_t inside, uint32_t outside, uint32_t *out)
{
    void *const arguments[] = {&numel, &rows, &columns, &low, &high, &inside, &outside, &out};
    return krt_launch(&kernels_package, KERNELS_BAND_U32, stream, config, arguments);
}

krt_status krt_launch_band_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint32_t rows, uint32_t columns, int64_t low,
                               int64_t high, int64_t inside, int64_t outside, int64_t *out)
{
    void *const arguments[] = {&numel, &rows, &columns, &low, &high, &inside, &outside, &out};
    return krt_launch(&kernels_package, KERNELS_BAND_I64, stream, config, arguments);
}

krt_status krt_launch_fill_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint8_t *buf, uint8_t value, uint64_t numel)
{
    void *const arguments[] = {&buf, &value, &numel};
    return krt_launch(&kernels_package, KERNELS_FILL_U8, stream, config, arguments);
}

krt_status krt_launch_copy2d_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *src, uint8_t *dst, uint32_t d1, uint32_t d2,
                                uint32_t src_s, uint32_t dst_s)
{
    void *const arguments[] = {&src, &dst, &d1, &d2, &src_s, &dst_s};
    return krt_launch(&kernels_package, KERNELS_COPY2D_U8, stream, config, arguments);
}

krt_status krt_launch_const_set_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, uint8_t inp,
                                   uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CONST_SET_U8, stream, config, arguments);
}

krt_status krt_launch_fill_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint32_t *buf, uint32_t value, uint64_t numel)
{
    void *const arguments[] = {&buf, &value, &numel};
    return krt_launch(&kernels_package, KERNELS_FILL_U32, stream, config, arguments);
}

krt_status krt_launch_copy2d_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *src, uint32_t *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s)
{
    void *const arguments[] = {&src, &dst, &d1, &d2, &src_s, &dst_s};
    return krt_launch(&kernels_package, KERNELS_COPY2D_U32, stream, config, arguments);
}

krt_status krt_launch_const_set_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, uint32_t inp,
                                    uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CONST_SET_U32, stream, config, arguments);
}

krt_status krt_launch_fill_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               int64_t *buf, int64_t value, uint64_t numel)
{
    void *const arguments[] = {&buf, &value, &numel};
    return krt_launch(&kernels_package, KERNELS_FILL_I64, stream, config, arguments);
}

krt_status krt_launch_copy2d_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *src, int64_t *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s)
{
    void *const arguments[] = {&src, &dst, &d1, &d2, &src_s, &dst_s};
    return krt_launch(&kernels_package, KERNELS_COPY2D_I64, stream, config, arguments);
}

krt_status krt_launch_const_set_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, int64_t inp,
                                    int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CONST_SET_I64, stream, config, arguments);
}

krt_status krt_launch_fill_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               float *buf, float value, uint64_t numel)
{
    void *const arguments[] = {&buf, &value, &numel};
    return krt_launch(&kernels_package, KERNELS_FILL_F32, stream, config, arguments);
}

krt_status krt_launch_copy2d_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const float *src, float *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s)
{
    void *const arguments[] = {&src, &dst, &d1, &d2, &src_s, &dst_s};
    return krt_launch(&kernels_package, KERNELS_COPY2D_F32, stream, config, arguments);
}

krt_status krt_launch_const_set_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, float inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CONST_SET_F32, stream, config, arguments);
}

krt_status krt_launch_fill_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               double *buf, double value, uint64_t numel)
{
    void *const arguments[] = {&buf, &value, &numel};
    return krt_launch(&kernels_package, KERNELS_FILL_F64, stream, config, arguments);
}

krt_status krt_launch_copy2d_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const double *src, double *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s)
{
    void *const arguments[] = {&src, &dst, &d1, &d2, &src_s, &dst_s};
    return krt_launch(&kernels_package, KERNELS_COPY2D_F64, stream, config, arguments);
}

krt_status krt_launch_const_set_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, double inp,
                                    double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CONST_SET_F64, stream, config, arguments);
}

krt_status krt_launch_fill_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               struct krt_f16 *buf, struct krt_f16 value, uint64_t numel)
{
    void *const arguments[] = {&buf, &value, &numel};
    return krt_launch(&kernels_package, KERNELS_FILL_F16, stream, config, arguments);
}

krt_status krt_launch_copy2d_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const struct krt_f16 *src, struct krt_f16 *dst, uint32_t d1,
                                 uint32_t d2, uint32_t src_s, uint32_t dst_s)
{
    void *const arguments[] = {&src, &dst, &d1, &d2, &src_s, &dst_s};
    return krt_launch(&kernels_package, KERNELS_COPY2D_F16, stream, config, arguments);
}

krt_status krt_launch_const_set_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, struct krt_f16 inp,
                                    struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CONST_SET_F16, stream, config, arguments);
}

krt_status krt_launch_fill_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                struct krt_bf16 *buf, struct krt_bf16 value, uint64_t numel)
{
    void *const arguments[] = {&buf, &value, &numel};
    return krt_launch(&kernels_package, KERNELS_FILL_BF16, stream, config, arguments);
}

krt_status krt_launch_copy2d_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const struct krt_bf16 *src, struct krt_bf16 *dst, uint32_t d1,
                                  uint32_t d2, uint32_t src_s, uint32_t dst_s)
{
    void *const arguments[] = {&src, &dst, &d1, &d2, &src_s, &dst_s};
    return krt_launch(&kernels_package, KERNELS_COPY2D_BF16, stream, config, arguments);
}

krt_status krt_launch_const_set_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, struct krt_bf16 inp,
                                     struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CONST_SET_BF16, stream, config, arguments);
}

krt_status krt_launch_fill_f8_e4m3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, struct krt_f8e4m3 *buf,
                                   struct krt_f8e4m3 value, uint64_t numel)
{
    void *const arguments[] = {&buf, &value, &numel};
    return krt_launch(&kernels_package, KERNELS_FILL_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_copy2d_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config,
                                     const struct krt_f8e4m3 *src, struct krt_f8e4m3 *dst,
                                     uint32_t d1, uint32_t d2, uint32_t src_s, uint32_t dst_s)
{
    void *const arguments[] = {&src, &dst, &d1, &d2, &src_s, &dst_s};
    return krt_launch(&kernels_package, KERNELS_COPY2D_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_const_set_f8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        struct krt_f8e4m3 inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_CONST_SET_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_is_i64_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const int64_t *ids, const struct krt_bf16 *inp,
                                  struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                  uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_I64_BF16, stream, config, arguments);
}

krt_status krt_launch_gather_i64_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      const int64_t *ids, const struct krt_bf16 *inp,
                                      struct krt_bf16 *out, uint64_t left_size,
                                      uint64_t src_dim_size, uint64_t ids_dim_size,
                                      uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_I64_BF16, stream, config, arguments);
}

krt_status krt_launch_is_i64_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_I64_F16, stream, config, arguments);
}

krt_status krt_launch_gather_i64_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const int64_t *ids, const struct krt_f16 *inp,
                                     struct krt_f16 *out, uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_I64_F16, stream, config, arguments);
}

krt_status krt_launch_is_i64_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *ids, const float *inp, float *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_I64_F32, stream, config, arguments);
}

krt_status krt_launch_gather_i64_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const int64_t *ids, const float *inp, float *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_I64_F32, stream, config, arguments);
}

krt_status krt_launch_is_i64_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *ids, const double *inp, double *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_I64_F64, stream, config, arguments);
}

krt_status krt_launch_gather_i64_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const int64_t *ids, const double *inp, double *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_I64_F64, stream, config, arguments);
}

krt_status krt_launch_is_i64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const int64_t *ids, const uint8_t *inp, uint8_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_I64_U8, stream, config, arguments);
}

krt_status krt_launch_gather_i64_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const int64_t *ids, const uint8_t *inp, uint8_t *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_I64_U8, stream, config, arguments);
}

krt_status krt_launch_is_i64_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *ids, const uint32_t *inp, uint32_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_I64_U32, stream, config, arguments);
}

krt_status krt_launch_gather_i64_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const int64_t *ids, const uint32_t *inp, uint32_t *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_I64_U32, stream, config, arguments);
}

krt_status krt_launch_is_i64_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *ids, const int64_t *inp, int64_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_I64_I64, stream, config, arguments);
}

krt_status krt_launch_gather_i64_i64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const int64_t *ids, const int64_t *inp, int64_t *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_I64_I64, stream, config, arguments);
}

krt_status krt_launch_is_u32_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint32_t *ids, const struct krt_bf16 *inp,
                                  struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                  uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U32_BF16, stream, config, arguments);
}

krt_status krt_launch_gather_u32_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      const uint32_t *ids, const struct krt_bf16 *inp,
                                      struct krt_bf16 *out, uint64_t left_size,
                                      uint64_t src_dim_size, uint64_t ids_dim_size,
                                      uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U32_BF16, stream, config, arguments);
}

krt_status krt_launch_is_u32_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *ids, const struct krt_f16 *inp,
                                 struct krt_f16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U32_F16, stream, config, arguments);
}

krt_status krt_launch_gather_u32_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint32_t *ids, const struct krt_f16 *inp,
                                     struct krt_f16 *out, uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U32_F16, stream, config, arguments);
}

krt_status krt_launch_is_u32_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *ids, const float *inp, float *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U32_F32, stream, config, arguments);
}

krt_status krt_launch_gather_u32_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint32_t *ids, const float *inp, float *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U32_F32, stream, config, arguments);
}

krt_status krt_launch_is_u32_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *ids, const double *inp, double *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U32_F64, stream, config, arguments);
}

krt_status krt_launch_gather_u32_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint32_t *ids, const double *inp, double *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U32_F64, stream, config, arguments);
}

krt_status krt_launch_is_u32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint32_t *ids, const uint8_t *inp, uint8_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U32_U8, stream, config, arguments);
}

krt_status krt_launch_gather_u32_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint32_t *ids, const uint8_t *inp, uint8_t *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U32_U8, stream, config, arguments);
}

krt_status krt_launch_is_u32_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *ids, const uint32_t *inp, uint32_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U32_U32, stream, config, arguments);
}

krt_status krt_launch_gather_u32_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint32_t *ids, const uint32_t *inp, uint32_t *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U32_U32, stream, config, arguments);
}

krt_status krt_launch_is_u32_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *ids, const int64_t *inp, int64_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U32_I64, stream, config, arguments);
}

krt_status krt_launch_gather_u32_i64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint32_t *ids, const int64_t *inp, int64_t *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U32_I64, stream, config, arguments);
}

krt_status krt_launch_is_u8_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint8_t *ids, const struct krt_bf16 *inp,
                                 struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U8_BF16, stream, config, arguments);
}

krt_status krt_launch_gather_u8_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint8_t *ids, const struct krt_bf16 *inp,
                                     struct krt_bf16 *out, uint64_t left_size,
                                     uint64_t src_dim_size, uint64_t ids_dim_size,
                                     uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U8_BF16, stream, config, arguments);
}

krt_status krt_launch_is_u8_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U8_F16, stream, config, arguments);
}

krt_status krt_launch_gather_u8_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint8_t *ids, const struct krt_f16 *inp,
                                    struct krt_f16 *out, uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U8_F16, stream, config, arguments);
}

krt_status krt_launch_is_u8_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *ids, const float *inp, float *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U8_F32, stream, config, arguments);
}

krt_status krt_launch_gather_u8_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint8_t *ids, const float *inp, float *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U8_F32, stream, config, arguments);
}

krt_status krt_launch_is_u8_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *ids, const double *inp, double *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U8_F64, stream, config, arguments);
}

krt_status krt_launch_gather_u8_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint8_t *ids, const double *inp, double *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U8_F64, stream, config, arguments);
}

krt_status krt_launch_is_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const uint8_t *ids, const uint8_t *inp, uint8_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                               uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U8_U8, stream, config, arguments);
}

krt_status krt_launch_gather_u8_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   const uint8_t *ids, const uint8_t *inp, uint8_t *out,
                                   uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                   uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U8_U8, stream, config, arguments);
}

krt_status krt_launch_is_u8_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *ids, const uint32_t *inp, uint32_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U8_U32, stream, config, arguments);
}

krt_status krt_launch_gather_u8_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint8_t *ids, const uint32_t *inp, uint32_t *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U8_U32, stream, config, arguments);
}

krt_status krt_launch_is_u8_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *ids, const int64_t *inp, int64_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U8_I64, stream, config, arguments);
}

krt_status krt_launch_gather_u8_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint8_t *ids, const int64_t *inp, int64_t *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U8_I64, stream, config, arguments);
}

krt_status krt_launch_ia_i64_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const int64_t *ids, uint64_t ids_dim_size,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out,
                                  uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                  uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_I64_BF16, stream, config, arguments);
}

krt_status krt_launch_sa_i64_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const int64_t *ids, const struct krt_bf16 *inp,
                                  struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                  uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_I64_BF16, stream, config, arguments);
}

krt_status krt_launch_ia_i64_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, uint64_t ids_dim_size,
                                 const struct krt_f16 *inp, struct krt_f16 *out, uint64_t left_size,
                                 uint64_t src_dim_size, uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_I64_F16, stream, config, arguments);
}

krt_status krt_launch_sa_i64_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_I64_F16, stream, config, arguments);
}

krt_status krt_launch_ia_i64_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, uint64_t ids_dim_size, const float *inp,
                                 float *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_I64_F32, stream, config, arguments);
}

krt_status krt_launch_sa_i64_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const float *inp, float *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_I64_F32, stream, config, arguments);
}

krt_status krt_launch_ia_i64_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, uint64_t ids_dim_size, const double *inp,
                                 double *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_I64_F64, stream, config, arguments);
}

krt_status krt_launch_sa_i64_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const double *inp, double *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_I64_F64, stream, config, arguments);
}

krt_status krt_launch_ia_i64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, uint64_t ids_dim_size, const uint8_t *inp,
                                uint8_t *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_I64_U8, stream, config, arguments);
}

krt_status krt_launch_sa_i64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const uint8_t *inp, uint8_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_I64_U8, stream, config, arguments);
}

krt_status krt_launch_ia_i64_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, uint64_t ids_dim_size, const uint32_t *inp,
                                 uint32_t *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_I64_U32, stream, config, arguments);
}

krt_status krt_launch_sa_i64_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const uint32_t *inp, uint32_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_I64_U32, stream, config, arguments);
}

krt_status krt_launch_ia_i64_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, uint64_t ids_dim_size, const int64_t *inp,
                                 int64_t *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_I64_I64, stream, config, arguments);
}

krt_status krt_launch_sa_i64_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const int64_t *inp, int64_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_I64_I64, stream, config, arguments);
}

krt_status krt_launch_ia_u32_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const uint32_t *ids, uint64_t ids_dim_size,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out,
                                  uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                  uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U32_BF16, stream, config, arguments);
}

krt_status krt_launch_sa_u32_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const uint32_t *ids, const struct krt_bf16 *inp,
                                  struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                  uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U32_BF16, stream, config, arguments);
}

krt_status krt_launch_ia_u32_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, uint64_t ids_dim_size,
                                 const struct krt_f16 *inp, struct krt_f16 *out, uint64_t left_size,
                                 uint64_t src_dim_size, uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U32_F16, stream, config, arguments);
}

krt_status krt_launch_sa_u32_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const struct krt_f16 *inp,
                                 struct krt_f16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U32_F16, stream, config, arguments);
}

krt_status krt_launch_ia_u32_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, uint64_t ids_dim_size, const float *inp,
                                 float *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U32_F32, stream, config, arguments);
}

krt_status krt_launch_sa_u32_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const float *inp, float *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U32_F32, stream, config, arguments);
}

krt_status krt_launch_ia_u32_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, uint64_t ids_dim_size, const double *inp,
                                 double *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U32_F64, stream, config, arguments);
}

krt_status krt_launch_sa_u32_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const double *inp, double *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U32_F64, stream, config, arguments);
}

krt_status krt_launch_ia_u32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, uint64_t ids_dim_size, const uint8_t *inp,
                                uint8_t *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U32_U8, stream, config, arguments);
}

krt_status krt_launch_sa_u32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const uint8_t *inp, uint8_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U32_U8, stream, config, arguments);
}

krt_status krt_launch_ia_u32_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, uint64_t ids_dim_size, const uint32_t *inp,
                                 uint32_t *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U32_U32, stream, config, arguments);
}

krt_status krt_launch_sa_u32_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const uint32_t *inp, uint32_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U32_U32, stream, config, arguments);
}

krt_status krt_launch_ia_u32_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, uint64_t ids_dim_size, const int64_t *inp,
                                 int64_t *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U32_I64, stream, config, arguments);
}

krt_status krt_launch_sa_u32_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const int64_t *inp, int64_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U32_I64, stream, config, arguments);
}

krt_status krt_launch_ia_u8_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint8_t *ids, uint64_t ids_dim_size,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U8_BF16, stream, config, arguments);
}

krt_status krt_launch_sa_u8_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint8_t *ids, const struct krt_bf16 *inp,
                                 struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U8_BF16, stream, config, arguments);
}

krt_status krt_launch_ia_u8_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, uint64_t ids_dim_size,
                                const struct krt_f16 *inp, struct krt_f16 *out, uint64_t left_size,
                                uint64_t src_dim_size, uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U8_F16, stream, config, arguments);
}

krt_status krt_launch_sa_u8_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U8_F16, stream, config, arguments);
}

krt_status krt_launch_ia_u8_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, uint64_t ids_dim_size, const float *inp,
                                float *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U8_F32, stream, config, arguments);
}

krt_status krt_launch_sa_u8_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const float *inp, float *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U8_F32, stream, config, arguments);
}

krt_status krt_launch_ia_u8_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, uint64_t ids_dim_size, const double *inp,
                                double *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U8_F64, stream, config, arguments);
}

krt_status krt_launch_sa_u8_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const double *inp, double *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U8_F64, stream, config, arguments);
}

krt_status krt_launch_ia_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, uint64_t ids_dim_size, const uint8_t *inp,
                               uint8_t *out, uint64_t left_size, uint64_t src_dim_size,
                               uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U8_U8, stream, config, arguments);
}

krt_status krt_launch_sa_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const uint8_t *inp, uint8_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U8_U8, stream, config, arguments);
}

krt_status krt_launch_ia_u8_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, uint64_t ids_dim_size, const uint32_t *inp,
                                uint32_t *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U8_U32, stream, config, arguments);
}

krt_status krt_launch_sa_u8_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const uint32_t *inp, uint32_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U8_U32, stream, config, arguments);
}

krt_status krt_launch_ia_u8_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, uint64_t ids_dim_size, const int64_t *inp,
                                int64_t *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U8_I64, stream, config, arguments);
}

krt_status krt_launch_sa_u8_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const int64_t *inp, int64_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U8_I64, stream, config, arguments);
}

krt_status krt_launch_s_i64_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const struct krt_bf16 *inp,
                                 struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_I64_BF16, stream, config, arguments);
}

krt_status krt_launch_s_i64_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_I64_F16, stream, config, arguments);
}

krt_status krt_launch_s_i64_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const float *inp, float *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_I64_F32, stream, config, arguments);
}

krt_status krt_launch_s_i64_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const double *inp, double *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_I64_F64, stream, config, arguments);
}

krt_status krt_launch_s_i64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               const int64_t *ids, const uint8_t *inp, uint8_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_I64_U8, stream, config, arguments);
}

krt_status krt_launch_s_i64_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const uint32_t *inp, uint32_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_I64_U32, stream, config, arguments);
}

krt_status krt_launch_s_i64_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const int64_t *inp, int64_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_I64_I64, stream, config, arguments);
}

krt_status krt_launch_s_u32_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const struct krt_bf16 *inp,
                                 struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U32_BF16, stream, config, arguments);
}

krt_status krt_launch_s_u32_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U32_F16, stream, config, arguments);
}

krt_status krt_launch_s_u32_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const float *inp, float *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U32_F32, stream, config, arguments);
}

krt_status krt_launch_s_u32_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const double *inp, double *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U32_F64, stream, config, arguments);
}

krt_status krt_launch_s_u32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint32_t *ids, const uint8_t *inp, uint8_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U32_U8, stream, config, arguments);
}

krt_status krt_launch_s_u32_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const uint32_t *inp, uint32_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U32_U32, stream, config, arguments);
}

krt_status krt_launch_s_u32_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const int64_t *inp, int64_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U32_I64, stream, config, arguments);
}

krt_status krt_launch_s_u8_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const struct krt_bf16 *inp,
                                struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U8_BF16, stream, config, arguments);
}

krt_status krt_launch_s_u8_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U8_F16, stream, config, arguments);
}

krt_status krt_launch_s_u8_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const float *inp, float *out, uint64_t left_size,
                               uint64_t src_dim_size, uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U8_F32, stream, config, arguments);
}

krt_status krt_launch_s_u8_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const double *inp, double *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U8_F64, stream, config, arguments);
}

krt_status krt_launch_s_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              const uint8_t *ids, const uint8_t *inp, uint8_t *out,
                              uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                              uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U8_U8, stream, config, arguments);
}

krt_status krt_launch_s_u8_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const uint32_t *inp, uint32_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U8_U32, stream, config, arguments);
}

krt_status krt_launch_s_u8_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const int64_t *inp, int64_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_S_U8_I64, stream, config, arguments);
}

krt_status krt_launch_is_i16_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const int16_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_I16_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_gather_i16_f8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         const int16_t *ids, const struct krt_f8e4m3 *inp,
                                         struct krt_f8e4m3 *out, uint64_t left_size,
                                         uint64_t src_dim_size, uint64_t ids_dim_size,
                                         uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_I16_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_is_i32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const int32_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_I32_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_gather_i32_f8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         const int32_t *ids, const struct krt_f8e4m3 *inp,
                                         struct krt_f8e4m3 *out, uint64_t left_size,
                                         uint64_t src_dim_size, uint64_t ids_dim_size,
                                         uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_I32_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_is_i64_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_I64_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_gather_i64_f8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         const int64_t *ids, const struct krt_f8e4m3 *inp,
                                         struct krt_f8e4m3 *out, uint64_t left_size,
                                         uint64_t src_dim_size, uint64_t ids_dim_size,
                                         uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_I64_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_is_u32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U32_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_gather_u32_f8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         const uint32_t *ids, const struct krt_f8e4m3 *inp,
                                         struct krt_f8e4m3 *out, uint64_t left_size,
                                         uint64_t src_dim_size, uint64_t ids_dim_size,
                                         uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U32_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_is_u8_f8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &inp, &out, &left_size,
        &src_dim_size, &ids_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IS_U8_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_gather_u8_f8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        const uint8_t *ids, const struct krt_f8e4m3 *inp,
                                        struct krt_f8e4m3 *out, uint64_t left_size,
                                        uint64_t src_dim_size, uint64_t ids_dim_size,
                                        uint64_t right_size)
{
    void *const arguments[] = {&numel, &ids, &inp, &out, &left_size, &src_dim_size, &ids_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_GATHER_U8_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ia_i16_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int16_t *ids,
                                     uint64_t ids_dim_size, const struct krt_f8e4m3 *inp,
                                     struct krt_f8e4m3 *out, uint64_t left_size,
                                     uint64_t src_dim_size, uint64_t dst_dim_size,
                                     uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_I16_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_sa_i16_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int16_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_I16_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ia_i32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int32_t *ids,
                                     uint64_t ids_dim_size, const struct krt_f8e4m3 *inp,
                                     struct krt_f8e4m3 *out, uint64_t left_size,
                                     uint64_t src_dim_size, uint64_t dst_dim_size,
                                     uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_I32_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_sa_i32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int32_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_I32_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ia_i64_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int64_t *ids,
                                     uint64_t ids_dim_size, const struct krt_f8e4m3 *inp,
                                     struct krt_f8e4m3 *out, uint64_t left_size,
                                     uint64_t src_dim_size, uint64_t dst_dim_size,
                                     uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_I64_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_sa_i64_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int64_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_I64_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ia_u32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint32_t *ids,
                                     uint64_t ids_dim_size, const struct krt_f8e4m3 *inp,
                                     struct krt_f8e4m3 *out, uint64_t left_size,
                                     uint64_t src_dim_size, uint64_t dst_dim_size,
                                     uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U32_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_sa_u32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint32_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U32_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ia_u8_f8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const uint8_t *ids,
                                    uint64_t ids_dim_size, const struct krt_f8e4m3 *inp,
                                    struct krt_f8e4m3 *out, uint64_t left_size,
                                    uint64_t src_dim_size, uint64_t dst_dim_size,
                                    uint64_t right_size)
{
    void *const arguments[] = {&ids, &ids_dim_size, &inp, &out, &left_size, &src_dim_size,
        &dst_dim_size, &right_size};
    return krt_launch(&kernels_package, KERNELS_IA_U8_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_sa_u8_f8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const uint8_t *ids,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t dst_dim_size, uint64_t right_size)
{
    void *const arguments[] = {&ids, &inp, &out, &left_size, &src_dim_size, &dst_dim_size,
        &right_size};
    return krt_launch(&kernels_package, KERNELS_SA_U8_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_matmul_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                 uint64_t num_dims, const uint64_t *info, const float *a,
                                 uint64_t a_row, uint64_t a_column, const float *b, uint64_t b_row,
                                 uint64_t b_column, float *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &c};
    return krt_launch(&kernels_package, KERNELS_MATMUL_F32, stream, config, arguments);
}

krt_status krt_launch_matmul_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                 uint64_t num_dims, const uint64_t *info, const double *a,
                                 uint64_t a_row, uint64_t a_column, const double *b, uint64_t b_row,
                                 uint64_t b_column, double *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &c};
    return krt_launch(&kernels_package, KERNELS_MATMUL_F64, stream, config, arguments);
}

krt_status krt_launch_matmul_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                 uint64_t num_dims, const uint64_t *info, const struct krt_f16 *a,
                                 uint64_t a_row, uint64_t a_column, const struct krt_f16 *b,
                                 uint64_t b_row, uint64_t b_column, struct krt_f16 *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &c};
    return krt_launch(&kernels_package, KERNELS_MATMUL_F16, stream, config, arguments);
}

krt_status krt_launch_matmul_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                  uint64_t num_dims, const uint64_t *info, const struct krt_bf16 *a,
                                  uint64_t a_row, uint64_t a_column, const struct krt_bf16 *b,
                                  uint64_t b_row, uint64_t b_column, struct krt_bf16 *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &c};
    return krt_launch(&kernels_package, KERNELS_MATMUL_BF16, stream, config, arguments);
}

krt_status krt_launch_pad_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint32_t rank, uint32_t margins, uint8_t value,
                             const uint64_t *info, const uint8_t *src, uint8_t *dst)
{
    void *const arguments[] = {&numel, &rank, &margins, &value, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_PAD_U8, stream, config, arguments);
}

krt_status krt_launch_pad_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint32_t rank, uint32_t margins, struct krt_f16 value,
                              const uint64_t *info, const struct krt_f16 *src, struct krt_f16 *dst)
{
    void *const arguments[] = {&numel, &rank, &margins, &value, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_PAD_F16, stream, config, arguments);
}

krt_status krt_launch_pad_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint32_t rank, uint32_t margins, uint32_t value,
                              const uint64_t *info, const uint32_t *src, uint32_t *dst)
{
    void *const arguments[] = {&numel, &rank, &margins, &value, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_PAD_U32, stream, config, arguments);
}

krt_status krt_launch_pad_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint32_t rank, uint32_t margins, int64_t value,
                              const uint64_t *info, const int64_t *src, int64_t *dst)
{
    void *const arguments[] = {&numel, &rank, &margins, &value, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_PAD_I64, stream, config, arguments);
}

krt_status krt_launch_product_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                  uint64_t num_dims, const uint64_t *info, const float *a,
                                  uint64_t a_row, uint64_t a_column, const float *b, uint64_t b_row,
                                  uint64_t b_column, float alpha, float beta, const float *bias,
                                  const float *wide_bias, uint32_t activation, float *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &alpha, &beta, &bias, &wide_bias, &activation, &c};
    return krt_launch(&kernels_package, KERNELS_PRODUCT_F32, stream, config, arguments);
}

krt_status krt_launch_product_few_f32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t m,
                                      uint64_t n, uint64_t k, uint64_t batches, uint64_t num_dims,
                                      const uint64_t *info, const float *a, uint64_t a_row,
                                      uint64_t a_column, const float *b, uint64_t b_row,
                                      uint64_t b_column, float alpha, float beta, const float *bias,
                                      const float *wide_bias, uint32_t activation, float *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &alpha, &beta, &bias, &wide_bias, &activation, &c};
    return krt_launch(&kernels_package, KERNELS_PRODUCT_FEW_F32, stream, config, arguments);
}

krt_status krt_launch_finish_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t columns, const float *sums, float alpha,
                                 float beta, const float *bias, const float *wide_bias,
                                 uint32_t activation, float *out)
{
    void *const arguments[] = {&numel, &columns, &sums, &alpha, &beta, &bias, &wide_bias,
        &activation, &out};
    return krt_launch(&kernels_package, KERNELS_FINISH_F32, stream, config, arguments);
}

krt_status krt_launch_product_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                  uint64_t num_dims, const uint64_t *info, const double *a,
                                  uint64_t a_row, uint64_t a_column, const double *b,
                                  uint64_t b_row, uint64_t b_column, double alpha, double beta,
                                  const double *bias, const float *wide_bias, uint32_t activation,
                                  double *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &alpha, &beta, &bias, &wide_bias, &activation, &c};
    return krt_launch(&kernels_package, KERNELS_PRODUCT_F64, stream, config, arguments);
}

krt_status krt_launch_product_few_f64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t m,
                                      uint64_t n, uint64_t k, uint64_t batches, uint64_t num_dims,
                                      const uint64_t *info, const double *a, uint64_t a_row,
                                      uint64_t a_column, const double *b, uint64_t b_row,
                                      uint64_t b_column, double alpha, double beta,
                                      const double *bias, const float *wide_bias,
                                      uint32_t activation, double *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &alpha, &beta, &bias, &wide_bias, &activation, &c};
    return krt_launch(&kernels_package, KERNELS_PRODUCT_FEW_F64, stream, config, arguments);
}

krt_status krt_launch_finish_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t columns, const double *sums, double alpha,
                                 double beta, const double *bias, const float *wide_bias,
                                 uint32_t activation, double *out)
{
    void *const arguments[] = {&numel, &columns, &sums, &alpha, &beta, &bias, &wide_bias,
        &activation, &out};
    return krt_launch(&kernels_package, KERNELS_FINISH_F64, stream, config, arguments);
}

krt_status krt_launch_product_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                  uint64_t num_dims, const uint64_t *info, const struct krt_f16 *a,
                                  uint64_t a_row, uint64_t a_column, const struct krt_f16 *b,
                                  uint64_t b_row, uint64_t b_column, float alpha, float beta,
                                  const struct krt_f16 *bias, const float *wide_bias,
                                  uint32_t activation, struct krt_f16 *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &alpha, &beta, &bias, &wide_bias, &activation, &c};
    return krt_launch(&kernels_package, KERNELS_PRODUCT_F16, stream, config, arguments);
}

krt_status krt_launch_product_few_f16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t m,
                                      uint64_t n, uint64_t k, uint64_t batches, uint64_t num_dims,
                                      const uint64_t *info, const struct krt_f16 *a, uint64_t a_row,
                                      uint64_t a_column, const struct krt_f16 *b, uint64_t b_row,
                                      uint64_t b_column, float alpha, float beta,
                                      const struct krt_f16 *bias, const float *wide_bias,
                                      uint32_t activation, struct krt_f16 *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &alpha, &beta, &bias, &wide_bias, &activation, &c};
    return krt_launch(&kernels_package, KERNELS_PRODUCT_FEW_F16, stream, config, arguments);
}

krt_status krt_launch_finish_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t columns, const float *sums, float alpha,
                                 float beta, const struct krt_f16 *bias, const float *wide_bias,
                                 uint32_t activation, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &columns, &sums, &alpha, &beta, &bias, &wide_bias,
        &activation, &out};
    return krt_launch(&kernels_package, KERNELS_FINISH_F16, stream, config, arguments);
}

krt_status krt_launch_product_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t m, uint64_t n,
                                   uint64_t k, uint64_t batches, uint64_t num_dims,
                                   const uint64_t *info, const struct krt_bf16 *a, uint64_t a_row,
                                   uint64_t a_column, const struct krt_bf16 *b, uint64_t b_row,
                                   uint64_t b_column, float alpha, float beta,
                                   const struct krt_bf16 *bias, const float *wide_bias,
                                   uint32_t activation, struct krt_bf16 *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &alpha, &beta, &bias, &wide_bias, &activation, &c};
    return krt_launch(&kernels_package, KERNELS_PRODUCT_BF16, stream, config, arguments);
}

krt_status krt_launch_product_few_bf16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t m,
                                       uint64_t n, uint64_t k, uint64_t batches, uint64_t num_dims,
                                       const uint64_t *info, const struct krt_bf16 *a,
                                       uint64_t a_row, uint64_t a_column, const struct krt_bf16 *b,
                                       uint64_t b_row, uint64_t b_column, float alpha, float beta,
                                       const struct krt_bf16 *bias, const float *wide_bias,
                                       uint32_t activation, struct krt_bf16 *c)
{
    void *const arguments[] = {&m, &n, &k, &batches, &num_dims, &info, &a, &a_row, &a_column, &b,
        &b_row, &b_column, &alpha, &beta, &bias, &wide_bias, &activation, &c};
    return krt_launch(&kernels_package, KERNELS_PRODUCT_FEW_BF16, stream, config, arguments);
}

krt_status krt_launch_finish_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t columns, const float *sums, float alpha,
                                  float beta, const struct krt_bf16 *bias, const float *wide_bias,
                                  uint32_t activation, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &columns, &sums, &alpha, &beta, &bias, &wide_bias,
        &activation, &out};
    return krt_launch(&kernels_package, KERNELS_FINISH_BF16, stream, config, arguments);
}

krt_status krt_launch_quantize_q8_1_f16(struct krt_stream *stream,
                                        const struct krt_launch_config *config,
                                        const struct krt_f16 *x, void *vy, int32_t kx,
                                        int32_t kx_padded)
{
    void *const arguments[] = {&x, &vy, &kx, &kx_padded};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q8_1_F16, stream, config, arguments);
}

krt_status krt_launch_quantize_q8_1_bf16(struct krt_stream *stream,
                                         const struct krt_launch_config *config,
                                         const struct krt_bf16 *x, void *vy, int32_t kx,
                                         int32_t kx_padded)
{
    void *const arguments[] = {&x, &vy, &kx, &kx_padded};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q8_1_BF16, stream, config, arguments);
}

krt_status krt_launch_quantize_q4_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out)
{
    void *const arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q4_0, stream, config, arguments);
}

krt_status krt_launch_quantize_q4_1(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out)
{
    void *const arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q4_1, stream, config, arguments);
}

krt_status krt_launch_quantize_q5_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out)
{
    void *const arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q5_0, stream, config, arguments);
}

krt_status krt_launch_quantize_q5_1(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out)
{
    void *const arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q5_1, stream, config, arguments);
}

krt_status krt_launch_quantize_q8_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out)
{
    void *const arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q8_0, stream, config, arguments);
}

krt_status krt_launch_quantize_q2_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out)
{
    void *const arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q2_K, stream, config, arguments);
}

krt_status krt_launch_quantize_q3_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out)
{
    void *const arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q3_K, stream, config, arguments);
}

krt_status krt_launch_quantize_q4_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out)
{
    void *const arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q4_K, stream, config, arguments);
}

krt_status krt_launch_quantize_q5_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out)
{
    void *const arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q5_K, stream, config, arguments);
}

krt_status krt_launch_quantize_q6_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out)
{
    void *const arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q6_K, stream, config, arguments);
}

krt_status krt_launch_quantize_q8_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out)
{
    void *const arguments[] = {&blocks, &columns, &type, &in, &importance, &out};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q8_K, stream, config, arguments);
}

krt_status krt_launch_dequantize_block_q4_0_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y, int32_t k)
{
    void *const arguments[] = {&vx, &y, &k};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q4_0_F32, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q4_1_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y, int32_t k)
{
    void *const arguments[] = {&vx, &y, &k};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q4_1_F32, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q5_0_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y, int32_t k)
{
    void *const arguments[] = {&vx, &y, &k};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q5_0_F32, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q5_1_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y, int32_t k)
{
    void *const arguments[] = {&vx, &y, &k};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q5_1_F32, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q8_0_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y, int32_t k)
{
    void *const arguments[] = {&vx, &y, &k};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q8_0_F32, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q2_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q2_K_F32, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q3_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q3_K_F32, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q4_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q4_K_F32, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q5_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q5_K_F32, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q6_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q6_K_F32, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q8_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q8_K_F32, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q4_0_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y, int32_t k)
{
    void *const arguments[] = {&vx, &y, &k};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q4_0_F16, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q4_1_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y, int32_t k)
{
    void *const arguments[] = {&vx, &y, &k};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q4_1_F16, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q5_0_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y, int32_t k)
{
    void *const arguments[] = {&vx, &y, &k};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q5_0_F16, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q5_1_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y, int32_t k)
{
    void *const arguments[] = {&vx, &y, &k};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q5_1_F16, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q8_0_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y, int32_t k)
{
    void *const arguments[] = {&vx, &y, &k};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q8_0_F16, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q2_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q2_K_F16, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q3_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q3_K_F16, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q4_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q4_K_F16, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q5_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q5_K_F16, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q6_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q6_K_F16, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_block_q8_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y)
{
    void *const arguments[] = {&vx, &y};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_BLOCK_Q8_K_F16, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_mul_mat_vec_q4_0_cuda(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *vx,
    const float *y, float *dst, int32_t ncols, int32_t nrows)
{
    void *const arguments[] = {&vx, &y, &dst, &ncols, &nrows};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q4_0_CUDA, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_mul_mat_vec_q4_1_cuda(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *vx,
    const float *y, float *dst, int32_t ncols, int32_t nrows)
{
    void *const arguments[] = {&vx, &y, &dst, &ncols, &nrows};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q4_1_CUDA, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_mul_mat_vec_q5_0_cuda(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *vx,
    const float *y, float *dst, int32_t ncols, int32_t nrows)
{
    void *const arguments[] = {&vx, &y, &dst, &ncols, &nrows};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q5_0_CUDA, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_mul_mat_vec_q5_1_cuda(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *vx,
    const float *y, float *dst, int32_t ncols, int32_t nrows)
{
    void *const arguments[] = {&vx, &y, &dst, &ncols, &nrows};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q5_1_CUDA, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_mul_mat_vec_q8_0_cuda(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *vx,
    const float *y, float *dst, int32_t ncols, int32_t nrows)
{
    void *const arguments[] = {&vx, &y, &dst, &ncols, &nrows};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q8_0_CUDA, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_mul_mat_vec_q2_k(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const float *yy, float *dst,
                                                  int32_t ncols, int32_t nrows)
{
    void *const arguments[] = {&vx, &yy, &dst, &ncols, &nrows};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q2_K, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_mul_mat_vec_q3_k(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const float *yy, float *dst,
                                                  int32_t ncols, int32_t nrows)
{
    void *const arguments[] = {&vx, &yy, &dst, &ncols, &nrows};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q3_K, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_mul_mat_vec_q4_k(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const float *yy, float *dst,
                                                  int32_t ncols, int32_t nrows)
{
    void *const arguments[] = {&vx, &yy, &dst, &ncols, &nrows};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q4_K, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_mul_mat_vec_q6_k(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const float *yy, float *dst,
                                                  int32_t ncols, int32_t nrows)
{
    void *const arguments[] = {&vx, &yy, &dst, &ncols, &nrows};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q6_K, stream, config,
                      arguments);
}

krt_status krt_launch_dequantize_mul_mat_vec_q5_k(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const float *yy, float *dst,
                                                  int32_t ncols)
{
    void *const arguments[] = {&vx, &yy, &dst, &ncols};
    return krt_launch(&kernels_package, KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q5_K, stream, config,
                      arguments);
}

krt_status krt_launch_get_rows_q4_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_Q4_0, stream, config, arguments);
}

krt_status krt_launch_get_rows_q4_1(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_Q4_1, stream, config, arguments);
}

krt_status krt_launch_get_rows_q5_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_Q5_0, stream, config, arguments);
}

krt_status krt_launch_get_rows_q5_1(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_Q5_1, stream, config, arguments);
}

krt_status krt_launch_get_rows_q8_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_Q8_0, stream, config, arguments);
}

krt_status krt_launch_get_rows_q2_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_Q2_K, stream, config, arguments);
}

krt_status krt_launch_get_rows_q3_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_Q3_K, stream, config, arguments);
}

krt_status krt_launch_get_rows_q4_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_Q4_K, stream, config, arguments);
}

krt_status krt_launch_get_rows_q5_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_Q5_K, stream, config, arguments);
}

krt_status krt_launch_get_rows_q6_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_Q6_K, stream, config, arguments);
}

krt_status krt_launch_get_rows_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const float *src0,
                                   const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_F32, stream, config, arguments);
}

krt_status krt_launch_get_rows_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config,
                                   const struct krt_f16 *src0, const uint32_t *src1, float *dst,
                                   int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_F16, stream, config, arguments);
}

krt_status krt_launch_get_rows_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config,
                                    const struct krt_bf16 *src0, const uint32_t *src1, float *dst,
                                    int64_t ne00, uint64_t nb01)
{
    void *const arguments[] = {&src0, &src1, &dst, &ne00, &nb01};
    return krt_launch(&kernels_package, KERNELS_GET_ROWS_BF16, stream, config, arguments);
}

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA1, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA2, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA3, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA4, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA5, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA6, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA7, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA8, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA1, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA2, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA3, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA4, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA5, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA6, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA7, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA8, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA1, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA2, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA3, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA4, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA5, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA6, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA7, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA8, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA1, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA2, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA3, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA4, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA5, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA6, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA7, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA8, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA1, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA2, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA3, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA4, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA5, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA6, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA7, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA8, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA1, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA2, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA3, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA4, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA5, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA6, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA7, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA8, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA1, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA2, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA3, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA4, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA5, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA6, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA7, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA8, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA1, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA2, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA3, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA4, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA5, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA6, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA7, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA8, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA1, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA2, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA3, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA4, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA5, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA6, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA7, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA8, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA1, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA2, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA3, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA4, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA5, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA6, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA7, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA8, stream, config,
                      arguments);
}

krt_status krt_launch_indexed_moe_forward_q2k_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1)
{
    void *const arguments[] = {&all_weights, &all_inputs, &indices, &all_outputs, &n, &k, &batch,
        &topk, &k_padded, &input_dim1};
    return krt_launch(&kernels_package, KERNELS_INDEXED_MOE_FORWARD_Q2K_Q8_1, stream, config,
                      arguments);
}

krt_status krt_launch_indexed_moe_forward_q3k_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1)
{
    void *const arguments[] = {&all_weights, &all_inputs, &indices, &all_outputs, &n, &k, &batch,
        &topk, &k_padded, &input_dim1};
    return krt_launch(&kernels_package, KERNELS_INDEXED_MOE_FORWARD_Q3K_Q8_1, stream, config,
                      arguments);
}

krt_status krt_launch_indexed_moe_forward_q4k_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1)
{
    void *const arguments[] = {&all_weights, &all_inputs, &indices, &all_outputs, &n, &k, &batch,
        &topk, &k_padded, &input_dim1};
    return krt_launch(&kernels_package, KERNELS_INDEXED_MOE_FORWARD_Q4K_Q8_1, stream, config,
                      arguments);
}

krt_status krt_launch_indexed_moe_forward_q5k_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1)
{
    void *const arguments[] = {&all_weights, &all_inputs, &indices, &all_outputs, &n, &k, &batch,
        &topk, &k_padded, &input_dim1};
    return krt_launch(&kernels_package, KERNELS_INDEXED_MOE_FORWARD_Q5K_Q8_1, stream, config,
                      arguments);
}

krt_status krt_launch_indexed_moe_forward_q6k_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1)
{
    void *const arguments[] = {&all_weights, &all_inputs, &indices, &all_outputs, &n, &k, &batch,
        &topk, &k_padded, &input_dim1};
    return krt_launch(&kernels_package, KERNELS_INDEXED_MOE_FORWARD_Q6K_Q8_1, stream, config,
                      arguments);
}

krt_status krt_launch_indexed_moe_forward_q8_0_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1)
{
    void *const arguments[] = {&all_weights, &all_inputs, &indices, &all_outputs, &n, &k, &batch,
        &topk, &k_padded, &input_dim1};
    return krt_launch(&kernels_package, KERNELS_INDEXED_MOE_FORWARD_Q8_0_Q8_1, stream, config,
                      arguments);
}

krt_status krt_launch_mul_mat_q4_0(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &ncols_y, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_Q4_0, stream, config, arguments);
}

krt_status krt_launch_mul_mat_q4_1(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &ncols_y, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_Q4_1, stream, config, arguments);
}

krt_status krt_launch_mul_mat_q5_0(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &ncols_y, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_Q5_0, stream, config, arguments);
}

krt_status krt_launch_mul_mat_q5_1(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &ncols_y, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_Q5_1, stream, config, arguments);
}

krt_status krt_launch_mul_mat_q8_0(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &ncols_y, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_Q8_0, stream, config, arguments);
}

krt_status krt_launch_mul_mat_q2_K(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &ncols_y, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_Q2_K, stream, config, arguments);
}

krt_status krt_launch_mul_mat_q3_K(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &ncols_y, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_Q3_K, stream, config, arguments);
}

krt_status krt_launch_mul_mat_q4_K(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &ncols_y, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_Q4_K, stream, config, arguments);
}

krt_status krt_launch_mul_mat_q5_K(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &ncols_y, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_Q5_K, stream, config, arguments);
}

krt_status krt_launch_mul_mat_q6_K(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst)
{
    void *const arguments[] = {&vx, &vy, &dst, &ncols_x, &nrows_x, &ncols_y, &nrows_y, &nrows_dst};
    return krt_launch(&kernels_package, KERNELS_MUL_MAT_Q6_K, stream, config, arguments);
}

krt_status krt_launch_quantize_q8_1(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const float *x,
                                    void *vy, int32_t kx, int32_t kx_padded)
{
    void *const arguments[] = {&x, &vy, &kx, &kx_padded};
    return krt_launch(&kernels_package, KERNELS_QUANTIZE_Q8_1, stream, config, arguments);
}

krt_status krt_launch_random_uniform_bf16(struct krt_stream *stream,
                                          const struct krt_launch_config *config, uint64_t numel,
                                          uint64_t seed, uint64_t sequence, uint64_t offset,
                                          double low, double range, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &low, &range, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_UNIFORM_BF16, stream, config, arguments);
}

krt_status krt_launch_random_normal_bf16(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         double mean, double deviation, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &mean, &deviation, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_NORMAL_BF16, stream, config, arguments);
}

krt_status krt_launch_dropout_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t seed, uint64_t sequence, uint64_t offset,
                                   uint64_t threshold, double scale, const struct krt_bf16 *inp,
                                   struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &threshold, &scale, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_DROPOUT_BF16, stream, config, arguments);
}

krt_status krt_launch_random_uniform_f8_e4m3(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t numel,
                                             uint64_t seed, uint64_t sequence, uint64_t offset,
                                             double low, double range, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &low, &range, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_UNIFORM_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_random_normal_f8_e4m3(struct krt_stream *stream,
                                            const struct krt_launch_config *config, uint64_t numel,
                                            uint64_t seed, uint64_t sequence, uint64_t offset,
                                            double mean, double deviation, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &mean, &deviation, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_NORMAL_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_dropout_f8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t seed, uint64_t sequence, uint64_t offset,
                                      uint64_t threshold, double scale,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &threshold, &scale, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_DROPOUT_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_random_uniform_f16(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         double low, double range, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &low, &range, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_UNIFORM_F16, stream, config, arguments);
}

krt_status krt_launch_random_normal_f16(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t seed, uint64_t sequence, uint64_t offset,
                                        double mean, double deviation, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &mean, &deviation, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_NORMAL_F16, stream, config, arguments);
}

krt_status krt_launch_dropout_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t seed, uint64_t sequence, uint64_t offset,
                                  uint64_t threshold, double scale, const struct krt_f16 *inp,
                                  struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &threshold, &scale, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_DROPOUT_F16, stream, config, arguments);
}

krt_status krt_launch_random_uniform_f32(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         double low, double range, float *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &low, &range, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_UNIFORM_F32, stream, config, arguments);
}

krt_status krt_launch_random_normal_f32(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t seed, uint64_t sequence, uint64_t offset,
                                        double mean, double deviation, float *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &mean, &deviation, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_NORMAL_F32, stream, config, arguments);
}

krt_status krt_launch_dropout_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t seed, uint64_t sequence, uint64_t offset,
                                  uint64_t threshold, double scale, const float *inp, float *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &threshold, &scale, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_DROPOUT_F32, stream, config, arguments);
}

krt_status krt_launch_random_uniform_f64(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         double low, double range, double *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &low, &range, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_UNIFORM_F64, stream, config, arguments);
}

krt_status krt_launch_random_normal_f64(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t seed, uint64_t sequence, uint64_t offset,
                                        double mean, double deviation, double *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &mean, &deviation, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_NORMAL_F64, stream, config, arguments);
}

krt_status krt_launch_dropout_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t seed, uint64_t sequence, uint64_t offset,
                                  uint64_t threshold, double scale, const double *inp, double *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &threshold, &scale, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_DROPOUT_F64, stream, config, arguments);
}

krt_status krt_launch_random_bits_u32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t seed, uint64_t sequence, uint64_t offset,
                                      uint32_t *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_BITS_U32, stream, config, arguments);
}

krt_status krt_launch_random_integer_u8(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t seed, uint64_t sequence, uint64_t offset,
                                        int64_t low, uint64_t range, uint8_t *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &low, &range, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_INTEGER_U8, stream, config, arguments);
}

krt_status krt_launch_random_integer_i16(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         int64_t low, uint64_t range, int16_t *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &low, &range, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_INTEGER_I16, stream, config, arguments);
}

krt_status krt_launch_random_integer_u32(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         int64_t low, uint64_t range, uint32_t *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &low, &range, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_INTEGER_U32, stream, config, arguments);
}

krt_status krt_launch_random_integer_i64(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         int64_t low, uint64_t range, int64_t *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &low, &range, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_INTEGER_I64, stream, config, arguments);
}

krt_status krt_launch_random_bernoulli_u8(struct krt_stream *stream,
                                          const struct krt_launch_config *config, uint64_t numel,
                                          uint64_t seed, uint64_t sequence, uint64_t offset,
                                          uint64_t threshold, uint8_t yes, uint8_t no, uint8_t *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &threshold, &yes, &no, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_BERNOULLI_U8, stream, config, arguments);
}

krt_status krt_launch_random_bernoulli_f16(struct krt_stream *stream,
                                           const struct krt_launch_config *config, uint64_t numel,
                                           uint64_t seed, uint64_t sequence, uint64_t offset,
                                           uint64_t threshold, struct krt_f16 yes,
                                           struct krt_f16 no, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &threshold, &yes, &no, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_BERNOULLI_F16, stream, config, arguments);
}

krt_status krt_launch_random_bernoulli_u32(struct krt_stream *stream,
                                           const struct krt_launch_config *config, uint64_t numel,
                                           uint64_t seed, uint64_t sequence, uint64_t offset,
                                           uint64_t threshold, uint32_t yes, uint32_t no,
                                           uint32_t *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &threshold, &yes, &no, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_BERNOULLI_U32, stream, config, arguments);
}

krt_status krt_launch_random_bernoulli_i64(struct krt_stream *stream,
                                           const struct krt_launch_config *config, uint64_t numel,
                                           uint64_t seed, uint64_t sequence, uint64_t offset,
                                           uint64_t threshold, int64_t yes, int64_t no,
                                           int64_t *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &threshold, &yes, &no, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_BERNOULLI_I64, stream, config, arguments);
}

krt_status krt_launch_random_permutation_u32(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t numel,
                                             uint64_t seed, uint64_t sequence, uint64_t offset,
                                             uint32_t half_bits, uint32_t *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &half_bits, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_PERMUTATION_U32, stream, config, arguments);
}

krt_status krt_launch_random_permutation_i64(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t numel,
                                             uint64_t seed, uint64_t sequence, uint64_t offset,
                                             uint32_t half_bits, int64_t *out)
{
    void *const arguments[] = {&numel, &seed, &sequence, &offset, &half_bits, &out};
    return krt_launch(&kernels_package, KERNELS_RANDOM_PERMUTATION_I64, stream, config, arguments);
}

krt_status krt_launch_fast_sum_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t src_numel,
                                    uint64_t el_to_sum_per_block, uint64_t num_dims,
                                    const uint64_t *info, const struct krt_bf16 *src,
                                    struct krt_bf16 *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_SUM_BF16, stream, config, arguments);
}

krt_status krt_launch_fast_min_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t src_numel,
                                    uint64_t el_to_sum_per_block, uint64_t num_dims,
                                    const uint64_t *info, const struct krt_bf16 *src,
                                    struct krt_bf16 *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MIN_BF16, stream, config, arguments);
}

krt_status krt_launch_fast_max_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t src_numel,
                                    uint64_t el_to_sum_per_block, uint64_t num_dims,
                                    const uint64_t *info, const struct krt_bf16 *src,
                                    struct krt_bf16 *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MAX_BF16, stream, config, arguments);
}

krt_status krt_launch_fast_argmin_bf16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t src_numel,
                                       uint64_t el_to_sum_per_block, uint64_t num_dims,
                                       const uint64_t *info, const struct krt_bf16 *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMIN_BF16, stream, config, arguments);
}

krt_status krt_launch_fast_argmax_bf16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t src_numel,
                                       uint64_t el_to_sum_per_block, uint64_t num_dims,
                                       const uint64_t *info, const struct krt_bf16 *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMAX_BF16, stream, config, arguments);
}

krt_status krt_launch_fast_sum_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const struct krt_f16 *src,
                                   struct krt_f16 *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_SUM_F16, stream, config, arguments);
}

krt_status krt_launch_fast_min_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const struct krt_f16 *src,
                                   struct krt_f16 *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MIN_F16, stream, config, arguments);
}

krt_status krt_launch_fast_max_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const struct krt_f16 *src,
                                   struct krt_f16 *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MAX_F16, stream, config, arguments);
}

krt_status krt_launch_fast_argmin_f16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const struct krt_f16 *src,
                                      uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMIN_F16, stream, config, arguments);
}

krt_status krt_launch_fast_argmax_f16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const struct krt_f16 *src,
                                      uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMAX_F16, stream, config, arguments);
}

krt_status krt_launch_fast_sum_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const float *src, float *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_SUM_F32, stream, config, arguments);
}

krt_status krt_launch_fast_min_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const float *src, float *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MIN_F32, stream, config, arguments);
}

krt_status krt_launch_fast_max_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const float *src, float *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MAX_F32, stream, config, arguments);
}

krt_status krt_launch_fast_argmin_f32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const float *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMIN_F32, stream, config, arguments);
}

krt_status krt_launch_fast_argmax_f32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const float *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMAX_F32, stream, config, arguments);
}

krt_status krt_launch_fast_sum_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const double *src, double *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_SUM_F64, stream, config, arguments);
}

krt_status krt_launch_fast_min_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const double *src, double *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MIN_F64, stream, config, arguments);
}

krt_status krt_launch_fast_max_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const double *src, double *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MAX_F64, stream, config, arguments);
}

krt_status krt_launch_fast_argmin_f64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const double *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMIN_F64, stream, config, arguments);
}

krt_status krt_launch_fast_argmax_f64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const double *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMAX_F64, stream, config, arguments);
}

krt_status krt_launch_fast_sum_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t src_numel, uint64_t el_to_sum_per_block,
                                  uint64_t num_dims, const uint64_t *info, const uint8_t *src,
                                  uint8_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_SUM_U8, stream, config, arguments);
}

krt_status krt_launch_fast_min_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t src_numel, uint64_t el_to_sum_per_block,
                                  uint64_t num_dims, const uint64_t *info, const uint8_t *src,
                                  uint8_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MIN_U8, stream, config, arguments);
}

krt_status krt_launch_fast_max_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t src_numel, uint64_t el_to_sum_per_block,
                                  uint64_t num_dims, const uint64_t *info, const uint8_t *src,
                                  uint8_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MAX_U8, stream, config, arguments);
}

krt_status krt_launch_fast_argmin_u8(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t el_to_sum_per_block, uint64_t num_dims,
                                     const uint64_t *info, const uint8_t *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMIN_U8, stream, config, arguments);
}

krt_status krt_launch_fast_argmax_u8(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t el_to_sum_per_block, uint64_t num_dims,
                                     const uint64_t *info, const uint8_t *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMAX_U8, stream, config, arguments);
}

krt_status krt_launch_fast_sum_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const uint32_t *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_SUM_U32, stream, config, arguments);
}

krt_status krt_launch_fast_min_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const uint32_t *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MIN_U32, stream, config, arguments);
}

krt_status krt_launch_fast_max_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const uint32_t *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MAX_U32, stream, config, arguments);
}

krt_status krt_launch_fast_argmin_u32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const uint32_t *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMIN_U32, stream, config, arguments);
}

krt_status krt_launch_fast_argmax_u32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const uint32_t *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMAX_U32, stream, config, arguments);
}

krt_status krt_launch_fast_sum_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const int64_t *src, int64_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_SUM_I64, stream, config, arguments);
}

krt_status krt_launch_fast_min_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const int64_t *src, int64_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MIN_I64, stream, config, arguments);
}

krt_status krt_launch_fast_max_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const int64_t *src, int64_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_MAX_I64, stream, config, arguments);
}

krt_status krt_launch_fast_argmin_i64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const int64_t *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMIN_I64, stream, config, arguments);
}

krt_status krt_launch_fast_argmax_i64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const int64_t *src, uint32_t *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_ARGMAX_I64, stream, config, arguments);
}

krt_status krt_launch_fast_sum_wide_bf16(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t src_numel,
                                         uint64_t el_to_sum_per_block, uint64_t num_dims,
                                         const uint64_t *info, const struct krt_bf16 *src,
                                         float *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_SUM_WIDE_BF16, stream, config, arguments);
}

krt_status krt_launch_fast_sum_wide_f16(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t src_numel,
                                        uint64_t el_to_sum_per_block, uint64_t num_dims,
                                        const uint64_t *info, const struct krt_f16 *src, float *dst)
{
    void *const arguments[] = {&src_numel, &el_to_sum_per_block, &num_dims, &info, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_FAST_SUM_WIDE_F16, stream, config, arguments);
}

krt_status krt_launch_short_sum_wide_bf16(struct krt_stream *stream,
                                          const struct krt_launch_config *config, uint32_t outputs,
                                          uint32_t count, uint32_t inner,
                                          const struct krt_bf16 *src, float *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_SUM_WIDE_BF16, stream, config, arguments);
}

krt_status krt_launch_short_sum_wide_f16(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint32_t outputs,
                                         uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                         float *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_SUM_WIDE_F16, stream, config, arguments);
}

krt_status krt_launch_short_sum_narrow_bf16(struct krt_stream *stream,
                                            const struct krt_launch_config *config,
                                            uint32_t outputs, uint32_t count, uint32_t inner,
                                            const float *src, struct krt_bf16 *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_SUM_NARROW_BF16, stream, config, arguments);
}

krt_status krt_launch_short_sum_narrow_f16(struct krt_stream *stream,
                                           const struct krt_launch_config *config, uint32_t outputs,
                                           uint32_t count, uint32_t inner, const float *src,
                                           struct krt_f16 *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_SUM_NARROW_F16, stream, config, arguments);
}

krt_status krt_launch_short_sum_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint32_t outputs,
                                     uint32_t count, uint32_t inner, const struct krt_bf16 *src,
                                     struct krt_bf16 *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_SUM_BF16, stream, config, arguments);
}

krt_status krt_launch_short_min_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint32_t outputs,
                                     uint32_t count, uint32_t inner, const struct krt_bf16 *src,
                                     struct krt_bf16 *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MIN_BF16, stream, config, arguments);
}

krt_status krt_launch_short_max_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint32_t outputs,
                                     uint32_t count, uint32_t inner, const struct krt_bf16 *src,
                                     struct krt_bf16 *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MAX_BF16, stream, config, arguments);
}

krt_status krt_launch_short_argmin_bf16(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint32_t outputs,
                                        uint32_t count, uint32_t inner, const struct krt_bf16 *src,
                                        uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMIN_BF16, stream, config, arguments);
}

krt_status krt_launch_short_argmax_bf16(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint32_t outputs,
                                        uint32_t count, uint32_t inner, const struct krt_bf16 *src,
                                        uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMAX_BF16, stream, config, arguments);
}

krt_status krt_launch_short_sum_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                    struct krt_f16 *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_SUM_F16, stream, config, arguments);
}

krt_status krt_launch_short_min_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                    struct krt_f16 *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MIN_F16, stream, config, arguments);
}

krt_status krt_launch_short_max_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                    struct krt_f16 *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MAX_F16, stream, config, arguments);
}

krt_status krt_launch_short_argmin_f16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMIN_F16, stream, config, arguments);
}

krt_status krt_launch_short_argmax_f16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMAX_F16, stream, config, arguments);
}

krt_status krt_launch_short_sum_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const float *src, float *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_SUM_F32, stream, config, arguments);
}

krt_status krt_launch_short_min_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const float *src, float *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MIN_F32, stream, config, arguments);
}

krt_status krt_launch_short_max_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const float *src, float *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MAX_F32, stream, config, arguments);
}

krt_status krt_launch_short_argmin_f32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const float *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMIN_F32, stream, config, arguments);
}

krt_status krt_launch_short_argmax_f32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const float *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMAX_F32, stream, config, arguments);
}

krt_status krt_launch_short_sum_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const double *src, double *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_SUM_F64, stream, config, arguments);
}

krt_status krt_launch_short_min_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const double *src, double *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MIN_F64, stream, config, arguments);
}

krt_status krt_launch_short_max_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const double *src, double *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MAX_F64, stream, config, arguments);
}

krt_status krt_launch_short_argmin_f64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const double *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMIN_F64, stream, config, arguments);
}

krt_status krt_launch_short_argmax_f64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const double *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMAX_F64, stream, config, arguments);
}

krt_status krt_launch_short_sum_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint32_t outputs,
                                   uint32_t count, uint32_t inner, const uint8_t *src, uint8_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_SUM_U8, stream, config, arguments);
}

krt_status krt_launch_short_min_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint32_t outputs,
                                   uint32_t count, uint32_t inner, const uint8_t *src, uint8_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MIN_U8, stream, config, arguments);
}

krt_status krt_launch_short_max_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint32_t outputs,
                                   uint32_t count, uint32_t inner, const uint8_t *src, uint8_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MAX_U8, stream, config, arguments);
}

krt_status krt_launch_short_argmin_u8(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint32_t outputs,
                                      uint32_t count, uint32_t inner, const uint8_t *src,
                                      uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMIN_U8, stream, config, arguments);
}

krt_status krt_launch_short_argmax_u8(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint32_t outputs,
                                      uint32_t count, uint32_t inner, const uint8_t *src,
                                      uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMAX_U8, stream, config, arguments);
}

krt_status krt_launch_short_sum_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const uint32_t *src,
                                    uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_SUM_U32, stream, config, arguments);
}

krt_status krt_launch_short_min_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const uint32_t *src,
                                    uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MIN_U32, stream, config, arguments);
}

krt_status krt_launch_short_max_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const uint32_t *src,
                                    uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MAX_U32, stream, config, arguments);
}

krt_status krt_launch_short_argmin_u32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const uint32_t *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMIN_U32, stream, config, arguments);
}

krt_status krt_launch_short_argmax_u32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const uint32_t *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMAX_U32, stream, config, arguments);
}

krt_status krt_launch_short_sum_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const int64_t *src,
                                    int64_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_SUM_I64, stream, config, arguments);
}

krt_status krt_launch_short_min_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const int64_t *src,
                                    int64_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MIN_I64, stream, config, arguments);
}

krt_status krt_launch_short_max_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const int64_t *src,
                                    int64_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_MAX_I64, stream, config, arguments);
}

krt_status krt_launch_short_argmin_i64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const int64_t *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMIN_I64, stream, config, arguments);
}

krt_status krt_launch_short_argmax_i64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const int64_t *src,
                                       uint32_t *dst)
{
    void *const arguments[] = {&outputs, &count, &inner, &src, &dst};
    return krt_launch(&kernels_package, KERNELS_SHORT_ARGMAX_I64, stream, config, arguments);
}

krt_status krt_launch_softmax_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config,
                                   const struct krt_bf16 *src, struct krt_bf16 *dst, int32_t n_cols)
{
    void *const arguments[] = {&src, &dst, &n_cols};
    return krt_launch(&kernels_package, KERNELS_SOFTMAX_BF16, stream, config, arguments);
}

krt_status krt_launch_softmax_long_bf16(struct krt_stream *stream,
                                        const struct krt_launch_config *config,
                                        const struct krt_bf16 *src, struct krt_bf16 *dst,
                                        int32_t n_cols)
{
    void *const arguments[] = {&src, &dst, &n_cols};
    return krt_launch(&kernels_package, KERNELS_SOFTMAX_LONG_BF16, stream, config, arguments);
}

krt_status krt_launch_rmsnorm_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config,
                                   const struct krt_bf16 *src, struct krt_bf16 *dst,
                                   const struct krt_bf16 *alpha, int32_t n_cols, int32_t block_size,
                                   float eps)
{
    void *const arguments[] = {&src, &dst, &alpha, &n_cols, &block_size, &eps};
    return krt_launch(&kernels_package, KERNELS_RMSNORM_BF16, stream, config, arguments);
}

krt_status krt_launch_layernorm_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config,
                                     const struct krt_bf16 *src, struct krt_bf16 *dst,
                                     const struct krt_bf16 *alpha, const struct krt_bf16 *beta,
                                     int32_t n_cols, int32_t block_size, float eps)
{
    void *const arguments[] = {&src, &dst, &alpha, &beta, &n_cols, &block_size, &eps};
    return krt_launch(&kernels_package, KERNELS_LAYERNORM_BF16, stream, config, arguments);
}

krt_status krt_launch_softmax_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const struct krt_f16 *src, struct krt_f16 *dst, int32_t n_cols)
{
    void *const arguments[] = {&src, &dst, &n_cols};
    return krt_launch(&kernels_package, KERNELS_SOFTMAX_F16, stream, config, arguments);
}

krt_status krt_launch_softmax_long_f16(struct krt_stream *stream,
                                       const struct krt_launch_config *config,
                                       const struct krt_f16 *src, struct krt_f16 *dst,
                                       int32_t n_cols)
{
    void *const arguments[] = {&src, &dst, &n_cols};
    return krt_launch(&kernels_package, KERNELS_SOFTMAX_LONG_F16, stream, config, arguments);
}

krt_status krt_launch_rmsnorm_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const struct krt_f16 *src, struct krt_f16 *dst,
                                  const struct krt_f16 *alpha, int32_t n_cols, int32_t block_size,
                                  float eps)
{
    void *const arguments[] = {&src, &dst, &alpha, &n_cols, &block_size, &eps};
    return krt_launch(&kernels_package, KERNELS_RMSNORM_F16, stream, config, arguments);
}

krt_status krt_launch_layernorm_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config,
                                    const struct krt_f16 *src, struct krt_f16 *dst,
                                    const struct krt_f16 *alpha, const struct krt_f16 *beta,
                                    int32_t n_cols, int32_t block_size, float eps)
{
    void *const arguments[] = {&src, &dst, &alpha, &beta, &n_cols, &block_size, &eps};
    return krt_launch(&kernels_package, KERNELS_LAYERNORM_F16, stream, config, arguments);
}

krt_status krt_launch_softmax_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const float *src, float *dst, int32_t n_cols)
{
    void *const arguments[] = {&src, &dst, &n_cols};
    return krt_launch(&kernels_package, KERNELS_SOFTMAX_F32, stream, config, arguments);
}

krt_status krt_launch_softmax_long_f32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, const float *src,
                                       float *dst, int32_t n_cols)
{
    void *const arguments[] = {&src, &dst, &n_cols};
    return krt_launch(&kernels_package, KERNELS_SOFTMAX_LONG_F32, stream, config, arguments);
}

krt_status krt_launch_rmsnorm_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const float *src, float *dst, const float *alpha, int32_t n_cols,
                                  int32_t block_size, float eps)
{
    void *const arguments[] = {&src, &dst, &alpha, &n_cols, &block_size, &eps};
    return krt_launch(&kernels_package, KERNELS_RMSNORM_F32, stream, config, arguments);
}

krt_status krt_launch_layernorm_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const float *src,
                                    float *dst, const float *alpha, const float *beta,
                                    int32_t n_cols, int32_t block_size, float eps)
{
    void *const arguments[] = {&src, &dst, &alpha, &beta, &n_cols, &block_size, &eps};
    return krt_launch(&kernels_package, KERNELS_LAYERNORM_F32, stream, config, arguments);
}

krt_status krt_launch_softmax_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const double *src, double *dst, int32_t n_cols)
{
    void *const arguments[] = {&src, &dst, &n_cols};
    return krt_launch(&kernels_package, KERNELS_SOFTMAX_F64, stream, config, arguments);
}

krt_status krt_launch_softmax_long_f64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, const double *src,
                                       double *dst, int32_t n_cols)
{
    void *const arguments[] = {&src, &dst, &n_cols};
    return krt_launch(&kernels_package, KERNELS_SOFTMAX_LONG_F64, stream, config, arguments);
}

krt_status krt_launch_rmsnorm_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const double *src, double *dst, const double *alpha,
                                  int32_t n_cols, int32_t block_size, float eps)
{
    void *const arguments[] = {&src, &dst, &alpha, &n_cols, &block_size, &eps};
    return krt_launch(&kernels_package, KERNELS_RMSNORM_F64, stream, config, arguments);
}

krt_status krt_launch_layernorm_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const double *src,
                                    double *dst, const double *alpha, const double *beta,
                                    int32_t n_cols, int32_t block_size, float eps)
{
    void *const arguments[] = {&src, &dst, &alpha, &beta, &n_cols, &block_size, &eps};
    return krt_launch(&kernels_package, KERNELS_LAYERNORM_F64, stream, config, arguments);
}

krt_status krt_launch_rope_i_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const struct krt_bf16 *src, const struct krt_bf16 *cos,
                                  const struct krt_bf16 *sin, struct krt_bf16 *dst, uint32_t bh,
                                  uint32_t td, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &bh, &td, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_I_BF16, stream, config, arguments);
}

krt_status krt_launch_rope_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const struct krt_bf16 *src, const struct krt_bf16 *cos,
                                const struct krt_bf16 *sin, struct krt_bf16 *dst, uint32_t bh,
                                uint32_t td, uint32_t d, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &bh, &td, &d, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_BF16, stream, config, arguments);
}

krt_status krt_launch_rope_thd_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config,
                                    const struct krt_bf16 *src, const struct krt_bf16 *cos,
                                    const struct krt_bf16 *sin, struct krt_bf16 *dst, uint32_t b,
                                    uint32_t t, uint32_t h, uint32_t d, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &b, &t, &h, &d, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_THD_BF16, stream, config, arguments);
}

krt_status krt_launch_rope_i_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const struct krt_f16 *src, const struct krt_f16 *cos,
                                 const struct krt_f16 *sin, struct krt_f16 *dst, uint32_t bh,
                                 uint32_t td, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &bh, &td, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_I_F16, stream, config, arguments);
}

krt_status krt_launch_rope_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               const struct krt_f16 *src, const struct krt_f16 *cos,
                               const struct krt_f16 *sin, struct krt_f16 *dst, uint32_t bh,
                               uint32_t td, uint32_t d, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &bh, &td, &d, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_F16, stream, config, arguments);
}

krt_status krt_launch_rope_thd_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config,
                                   const struct krt_f16 *src, const struct krt_f16 *cos,
                                   const struct krt_f16 *sin, struct krt_f16 *dst, uint32_t b,
                                   uint32_t t, uint32_t h, uint32_t d, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &b, &t, &h, &d, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_THD_F16, stream, config, arguments);
}

krt_status krt_launch_rope_i_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const float *src, const float *cos, const float *sin, float *dst,
                                 uint32_t bh, uint32_t td, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &bh, &td, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_I_F32, stream, config, arguments);
}

krt_status krt_launch_rope_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               const float *src, const float *cos, const float *sin, float *dst,
                               uint32_t bh, uint32_t td, uint32_t d, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &bh, &td, &d, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_F32, stream, config, arguments);
}

krt_status krt_launch_rope_thd_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const float *src,
                                   const float *cos, const float *sin, float *dst, uint32_t b,
                                   uint32_t t, uint32_t h, uint32_t d, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &b, &t, &h, &d, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_THD_F32, stream, config, arguments);
}

krt_status krt_launch_rope_i_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const double *src, const double *cos, const double *sin,
                                 double *dst, uint32_t bh, uint32_t td, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &bh, &td, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_I_F64, stream, config, arguments);
}

krt_status krt_launch_rope_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               const double *src, const double *cos, const double *sin, double *dst,
                               uint32_t bh, uint32_t td, uint32_t d, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &bh, &td, &d, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_F64, stream, config, arguments);
}

krt_status krt_launch_rope_thd_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const double *src,
                                   const double *cos, const double *sin, double *dst, uint32_t b,
                                   uint32_t t, uint32_t h, uint32_t d, uint32_t stride_b)
{
    void *const arguments[] = {&src, &cos, &sin, &dst, &b, &t, &h, &d, &stride_b};
    return krt_launch(&kernels_package, KERNELS_ROPE_THD_F64, stream, config, arguments);
}

krt_status krt_launch_sum_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, uint64_t num_sum_dims,
                               const uint64_t *info, const struct krt_bf16 *inp,
                               struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &num_sum_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_SUM_BF16, stream, config, arguments);
}

krt_status krt_launch_sum_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, uint64_t num_sum_dims,
                              const uint64_t *info, const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &num_sum_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_SUM_F16, stream, config, arguments);
}

krt_status krt_launch_sum_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, uint64_t num_sum_dims,
                              const uint64_t *info, const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &num_sum_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_SUM_F32, stream, config, arguments);
}

krt_status krt_launch_sum_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, uint64_t num_sum_dims,
                              const uint64_t *info, const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &num_sum_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_SUM_F64, stream, config, arguments);
}

krt_status krt_launch_sum_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, uint64_t num_sum_dims,
                              const uint64_t *info, const uint32_t *inp, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &num_sum_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_SUM_U32, stream, config, arguments);
}

krt_status krt_launch_cumsum_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t rows, uint64_t length, uint64_t right,
                                uint64_t length_of_part, const uint8_t *inp, uint8_t *out,
                                uint32_t *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMSUM_U8, stream, config, arguments);
}

krt_status krt_launch_cumprod_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const uint8_t *inp, uint8_t *out,
                                 uint32_t *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMPROD_U8, stream, config, arguments);
}

krt_status krt_launch_cumsum_i16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const int16_t *inp, int16_t *out,
                                 uint32_t *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMSUM_I16, stream, config, arguments);
}

krt_status krt_launch_cumprod_i16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const int16_t *inp, int16_t *out,
                                  uint32_t *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMPROD_I16, stream, config, arguments);
}

krt_status krt_launch_cumsum_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const uint32_t *inp, uint32_t *out,
                                 uint32_t *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMSUM_U32, stream, config, arguments);
}

krt_status krt_launch_cumprod_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const uint32_t *inp, uint32_t *out,
                                  uint32_t *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMPROD_U32, stream, config, arguments);
}

krt_status krt_launch_cumsum_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const int64_t *inp, int64_t *out,
                                 uint64_t *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMSUM_I64, stream, config, arguments);
}

krt_status krt_launch_cumprod_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const int64_t *inp, int64_t *out,
                                  uint64_t *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMPROD_I64, stream, config, arguments);
}

krt_status krt_launch_cumsum_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const struct krt_bf16 *inp,
                                  struct krt_bf16 *out, float *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMSUM_BF16, stream, config, arguments);
}

krt_status krt_launch_cumprod_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t rows,
                                   uint64_t length, uint64_t right, uint64_t length_of_part,
                                   const struct krt_bf16 *inp, struct krt_bf16 *out, float *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMPROD_BF16, stream, config, arguments);
}

krt_status krt_launch_cumsum_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint64_t length, uint64_t right, uint64_t length_of_part,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     float *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMSUM_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_cumprod_f8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t rows,
                                      uint64_t length, uint64_t right, uint64_t length_of_part,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                      float *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMPROD_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_cumsum_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const struct krt_f16 *inp,
                                 struct krt_f16 *out, float *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMSUM_F16, stream, config, arguments);
}

krt_status krt_launch_cumprod_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const struct krt_f16 *inp,
                                  struct krt_f16 *out, float *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMPROD_F16, stream, config, arguments);
}

krt_status krt_launch_cumsum_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const float *inp, float *out,
                                 float *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMSUM_F32, stream, config, arguments);
}

krt_status krt_launch_cumprod_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const float *inp, float *out,
                                  float *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMPROD_F32, stream, config, arguments);
}

krt_status krt_launch_cumsum_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const double *inp, double *out,
                                 double *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMSUM_F64, stream, config, arguments);
}

krt_status krt_launch_cumprod_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const double *inp, double *out,
                                  double *totals)
{
    void *const arguments[] = {&rows, &length, &right, &length_of_part, &inp, &out, &totals};
    return krt_launch(&kernels_package, KERNELS_CUMPROD_F64, stream, config, arguments);
}

krt_status krt_launch_asort_asc_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config,
                                     const struct krt_bf16 *x, uint32_t *dst, int32_t ncols,
                                     int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_ASC_BF16, stream, config, arguments);
}

krt_status krt_launch_asort_desc_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config,
                                      const struct krt_bf16 *x, uint32_t *dst, int32_t ncols,
                                      int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_DESC_BF16, stream, config, arguments);
}

krt_status krt_launch_asort_asc_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const struct krt_f16 *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_ASC_F16, stream, config, arguments);
}

krt_status krt_launch_asort_desc_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config,
                                     const struct krt_f16 *x, uint32_t *dst, int32_t ncols,
                                     int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_DESC_F16, stream, config, arguments);
}

krt_status krt_launch_asort_asc_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const float *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_ASC_F32, stream, config, arguments);
}

krt_status krt_launch_asort_desc_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const float *x,
                                     uint32_t *dst, int32_t ncols, int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_DESC_F32, stream, config, arguments);
}

krt_status krt_launch_asort_asc_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const double *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_ASC_F64, stream, config, arguments);
}

krt_status krt_launch_asort_desc_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const double *x,
                                     uint32_t *dst, int32_t ncols, int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_DESC_F64, stream, config, arguments);
}

krt_status krt_launch_asort_asc_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const uint8_t *x,
                                   uint32_t *dst, int32_t ncols, int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_ASC_U8, stream, config, arguments);
}

krt_status krt_launch_asort_desc_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const uint8_t *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_DESC_U8, stream, config, arguments);
}

krt_status krt_launch_asort_asc_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const uint32_t *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_ASC_U32, stream, config, arguments);
}

krt_status krt_launch_asort_desc_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint32_t *x,
                                     uint32_t *dst, int32_t ncols, int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_DESC_U32, stream, config, arguments);
}

krt_status krt_launch_asort_asc_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const int64_t *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_ASC_I64, stream, config, arguments);
}

krt_status krt_launch_asort_desc_i64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int64_t *x,
                                     uint32_t *dst, int32_t ncols, int32_t ncols_pad)
{
    void *const arguments[] = {&x, &dst, &ncols, &ncols_pad};
    return krt_launch(&kernels_package, KERNELS_ASORT_DESC_I64, stream, config, arguments);
}

krt_status krt_launch_sort_count_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t rows,
                                    uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                    uint64_t flipped, const uint8_t *keys, uint32_t *counts)
{
    void *const arguments[] = {&rows, &columns, &length_of_part, &infinity, &flipped, &keys,
        &counts};
    return krt_launch(&kernels_package, KERNELS_SORT_COUNT_U8, stream, config, arguments);
}

krt_status krt_launch_sort_digit_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t rows,
                                    uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                    uint64_t flipped, uint32_t are_halves, const uint8_t *keys,
                                    const uint32_t *from, const uint32_t *counts, uint8_t *rest,
                                    uint32_t *dst)
{
    void *const arguments[] = {&rows, &columns, &length_of_part, &infinity, &flipped, &are_halves,
        &keys, &from, &counts, &rest, &dst};
    return krt_launch(&kernels_package, KERNELS_SORT_DIGIT_U8, stream, config, arguments);
}

krt_status krt_launch_sort_count_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, const uint16_t *keys, uint32_t *counts)
{
    void *const arguments[] = {&rows, &columns, &length_of_part, &infinity, &flipped, &keys,
        &counts};
    return krt_launch(&kernels_package, KERNELS_SORT_COUNT_F16, stream, config, arguments);
}

krt_status krt_launch_sort_digit_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, uint32_t are_halves, const uint16_t *keys,
                                     const uint32_t *from, const uint32_t *counts, uint16_t *rest,
                                     uint32_t *dst)
{
    void *const arguments[] = {&rows, &columns, &length_of_part, &infinity, &flipped, &are_halves,
        &keys, &from, &counts, &rest, &dst};
    return krt_launch(&kernels_package, KERNELS_SORT_DIGIT_F16, stream, config, arguments);
}

krt_status krt_launch_sort_count_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, const uint32_t *keys, uint32_t *counts)
{
    void *const arguments[] = {&rows, &columns, &length_of_part, &infinity, &flipped, &keys,
        &counts};
    return krt_launch(&kernels_package, KERNELS_SORT_COUNT_U32, stream, config, arguments);
}

krt_status krt_launch_sort_digit_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, uint32_t are_halves, const uint32_t *keys,
                                     const uint32_t *from, const uint32_t *counts, uint32_t *rest,
                                     uint32_t *dst)
{
    void *const arguments[] = {&rows, &columns, &length_of_part, &infinity, &flipped, &are_halves,
        &keys, &from, &counts, &rest, &dst};
    return krt_launch(&kernels_package, KERNELS_SORT_DIGIT_U32, stream, config, arguments);
}

krt_status krt_launch_sort_count_i64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, const uint64_t *keys, uint32_t *counts)
{
    void *const arguments[] = {&rows, &columns, &length_of_part, &infinity, &flipped, &keys,
        &counts};
    return krt_launch(&kernels_package, KERNELS_SORT_COUNT_I64, stream, config, arguments);
}

krt_status krt_launch_sort_digit_i64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, uint32_t are_halves, const uint64_t *keys,
                                     const uint32_t *from, const uint32_t *counts, uint64_t *rest,
                                     uint32_t *dst)
{
    void *const arguments[] = {&rows, &columns, &length_of_part, &infinity, &flipped, &are_halves,
        &keys, &from, &counts, &rest, &dst};
    return krt_launch(&kernels_package, KERNELS_SORT_DIGIT_I64, stream, config, arguments);
}

krt_status krt_launch_where_i64_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                     const struct krt_bf16 *t, const struct krt_bf16 *f,
                                     struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_I64_BF16, stream, config, arguments);
}

krt_status krt_launch_where_i64_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const struct krt_f16 *t, const struct krt_f16 *f,
                                    struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_I64_F16, stream, config, arguments);
}

krt_status krt_launch_where_i64_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const float *t, const float *f, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_I64_F32, stream, config, arguments);
}

krt_status krt_launch_where_i64_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const double *t, const double *f, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_I64_F64, stream, config, arguments);
}

krt_status krt_launch_where_i64_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                   const uint8_t *t, const uint8_t *f, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_I64_U8, stream, config, arguments);
}

krt_status krt_launch_where_i64_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const uint32_t *t, const uint32_t *f, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_I64_U32, stream, config, arguments);
}

krt_status krt_launch_where_i64_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const int64_t *t, const int64_t *f, int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_I64_I64, stream, config, arguments);
}

krt_status krt_launch_where_i64_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const int64_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_I64_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_where_u32_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                     const struct krt_bf16 *t, const struct krt_bf16 *f,
                                     struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U32_BF16, stream, config, arguments);
}

krt_status krt_launch_where_u32_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const struct krt_f16 *t, const struct krt_f16 *f,
                                    struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U32_F16, stream, config, arguments);
}

krt_status krt_launch_where_u32_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const float *t, const float *f, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U32_F32, stream, config, arguments);
}

krt_status krt_launch_where_u32_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const double *t, const double *f, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U32_F64, stream, config, arguments);
}

krt_status krt_launch_where_u32_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                   const uint8_t *t, const uint8_t *f, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U32_U8, stream, config, arguments);
}

krt_status krt_launch_where_u32_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const uint32_t *t, const uint32_t *f, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U32_U32, stream, config, arguments);
}

krt_status krt_launch_where_u32_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const int64_t *t, const int64_t *f, int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U32_I64, stream, config, arguments);
}

krt_status krt_launch_where_u32_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const uint32_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U32_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_where_u8_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                    const struct krt_bf16 *t, const struct krt_bf16 *f,
                                    struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U8_BF16, stream, config, arguments);
}

krt_status krt_launch_where_u8_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const struct krt_f16 *t, const struct krt_f16 *f,
                                   struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U8_F16, stream, config, arguments);
}

krt_status krt_launch_where_u8_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const float *t, const float *f, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U8_F32, stream, config, arguments);
}

krt_status krt_launch_where_u8_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const double *t, const double *f, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U8_F64, stream, config, arguments);
}

krt_status krt_launch_where_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *ids, const uint8_t *t, const uint8_t *f,
                                  uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U8_U8, stream, config, arguments);
}

krt_status krt_launch_where_u8_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const uint32_t *t, const uint32_t *f, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U8_U32, stream, config, arguments);
}

krt_status krt_launch_where_u8_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const int64_t *t, const int64_t *f, int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U8_I64, stream, config, arguments);
}

krt_status krt_launch_where_u8_fp8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                        const struct krt_f8e4m3 *t, const struct krt_f8e4m3 *f,
                                        struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_U8_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_where_i16_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const int16_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_I16_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_where_i32_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const int32_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &ids, &t, &f, &out};
    return krt_launch(&kernels_package, KERNELS_WHERE_I32_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ucopy_f8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOPY_F8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ucopy_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOPY_BF16, stream, config, arguments);
}

krt_status krt_launch_ucopy_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOPY_F16, stream, config, arguments);
}

krt_status krt_launch_ucopy_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOPY_F32, stream, config, arguments);
}

krt_status krt_launch_ucopy_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOPY_F64, stream, config, arguments);
}

krt_status krt_launch_ucopy_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const uint8_t *inp, uint8_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOPY_U8, stream, config, arguments);
}

krt_status krt_launch_ucopy_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint32_t *inp, uint32_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOPY_U32, stream, config, arguments);
}

krt_status krt_launch_ucopy_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const int64_t *inp, int64_t *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOPY_I64, stream, config, arguments);
}

krt_status krt_launch_uneg_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UNEG_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_uneg_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UNEG_BF16, stream, config, arguments);
}

krt_status krt_launch_uneg_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UNEG_F16, stream, config, arguments);
}

krt_status krt_launch_uneg_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UNEG_F32, stream, config, arguments);
}

krt_status krt_launch_uneg_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UNEG_F64, stream, config, arguments);
}

krt_status krt_launch_uabs_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UABS_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_uabs_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UABS_BF16, stream, config, arguments);
}

krt_status krt_launch_uabs_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UABS_F16, stream, config, arguments);
}

krt_status krt_launch_uabs_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UABS_F32, stream, config, arguments);
}

krt_status krt_launch_uabs_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UABS_F64, stream, config, arguments);
}

krt_status krt_launch_urelu_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_URELU_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_urelu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_URELU_BF16, stream, config, arguments);
}

krt_status krt_launch_urelu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_URELU_F16, stream, config, arguments);
}

krt_status krt_launch_urelu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_URELU_F32, stream, config, arguments);
}

krt_status krt_launch_urelu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_URELU_F64, stream, config, arguments);
}

krt_status krt_launch_uceil_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCEIL_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_uceil_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCEIL_BF16, stream, config, arguments);
}

krt_status krt_launch_uceil_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCEIL_F16, stream, config, arguments);
}

krt_status krt_launch_uceil_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCEIL_F32, stream, config, arguments);
}

krt_status krt_launch_uceil_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCEIL_F64, stream, config, arguments);
}

krt_status krt_launch_ufloor_fp8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UFLOOR_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ufloor_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UFLOOR_BF16, stream, config, arguments);
}

krt_status krt_launch_ufloor_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UFLOOR_F16, stream, config, arguments);
}

krt_status krt_launch_ufloor_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UFLOOR_F32, stream, config, arguments);
}

krt_status krt_launch_ufloor_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UFLOOR_F64, stream, config, arguments);
}

krt_status krt_launch_uround_fp8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UROUND_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_uround_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UROUND_BF16, stream, config, arguments);
}

krt_status krt_launch_uround_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UROUND_F16, stream, config, arguments);
}

krt_status krt_launch_uround_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UROUND_F32, stream, config, arguments);
}

krt_status krt_launch_uround_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UROUND_F64, stream, config, arguments);
}

krt_status krt_launch_usign_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIGN_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_usign_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIGN_BF16, stream, config, arguments);
}

krt_status krt_launch_usign_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIGN_F16, stream, config, arguments);
}

krt_status krt_launch_usign_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIGN_F32, stream, config, arguments);
}

krt_status krt_launch_usign_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIGN_F64, stream, config, arguments);
}

krt_status krt_launch_usqr_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USQR_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_usqr_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USQR_BF16, stream, config, arguments);
}

krt_status krt_launch_usqr_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USQR_F16, stream, config, arguments);
}

krt_status krt_launch_usqr_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USQR_F32, stream, config, arguments);
}

krt_status krt_launch_usqr_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USQR_F64, stream, config, arguments);
}

krt_status krt_launch_usqrt_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USQRT_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_usqrt_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USQRT_BF16, stream, config, arguments);
}

krt_status krt_launch_usqrt_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USQRT_F16, stream, config, arguments);
}

krt_status krt_launch_usqrt_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USQRT_F32, stream, config, arguments);
}

krt_status krt_launch_usqrt_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USQRT_F64, stream, config, arguments);
}

krt_status krt_launch_urecip_fp8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_URECIP_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_urecip_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_URECIP_BF16, stream, config, arguments);
}

krt_status krt_launch_urecip_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_URECIP_F16, stream, config, arguments);
}

krt_status krt_launch_urecip_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_URECIP_F32, stream, config, arguments);
}

krt_status krt_launch_urecip_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_URECIP_F64, stream, config, arguments);
}

krt_status krt_launch_uexp_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UEXP_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_uexp_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UEXP_BF16, stream, config, arguments);
}

krt_status krt_launch_uexp_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UEXP_F16, stream, config, arguments);
}

krt_status krt_launch_uexp_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UEXP_F32, stream, config, arguments);
}

krt_status krt_launch_uexp_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UEXP_F64, stream, config, arguments);
}

krt_status krt_launch_ulog_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_ULOG_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ulog_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_ULOG_BF16, stream, config, arguments);
}

krt_status krt_launch_ulog_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_ULOG_F16, stream, config, arguments);
}

krt_status krt_launch_ulog_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_ULOG_F32, stream, config, arguments);
}

krt_status krt_launch_ulog_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_ULOG_F64, stream, config, arguments);
}

krt_status krt_launch_usin_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIN_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_usin_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIN_BF16, stream, config, arguments);
}

krt_status krt_launch_usin_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIN_F16, stream, config, arguments);
}

krt_status krt_launch_usin_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIN_F32, stream, config, arguments);
}

krt_status krt_launch_usin_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIN_F64, stream, config, arguments);
}

krt_status krt_launch_ucos_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOS_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ucos_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOS_BF16, stream, config, arguments);
}

krt_status krt_launch_ucos_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOS_F16, stream, config, arguments);
}

krt_status krt_launch_ucos_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOS_F32, stream, config, arguments);
}

krt_status krt_launch_ucos_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UCOS_F64, stream, config, arguments);
}

krt_status krt_launch_utanh_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UTANH_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_utanh_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UTANH_BF16, stream, config, arguments);
}

krt_status krt_launch_utanh_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UTANH_F16, stream, config, arguments);
}

krt_status krt_launch_utanh_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UTANH_F32, stream, config, arguments);
}

krt_status krt_launch_utanh_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UTANH_F64, stream, config, arguments);
}

krt_status krt_launch_uerf_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UERF_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_uerf_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UERF_BF16, stream, config, arguments);
}

krt_status krt_launch_uerf_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UERF_F16, stream, config, arguments);
}

krt_status krt_launch_uerf_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UERF_F32, stream, config, arguments);
}

krt_status krt_launch_uerf_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UERF_F64, stream, config, arguments);
}

krt_status krt_launch_unormcdf_fp8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UNORMCDF_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_unormcdf_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UNORMCDF_BF16, stream, config, arguments);
}

krt_status krt_launch_unormcdf_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UNORMCDF_F16, stream, config, arguments);
}

krt_status krt_launch_unormcdf_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UNORMCDF_F32, stream, config, arguments);
}

krt_status krt_launch_unormcdf_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UNORMCDF_F64, stream, config, arguments);
}

krt_status krt_launch_ugelu_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UGELU_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ugelu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UGELU_BF16, stream, config, arguments);
}

krt_status krt_launch_ugelu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UGELU_F16, stream, config, arguments);
}

krt_status krt_launch_ugelu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UGELU_F32, stream, config, arguments);
}

krt_status krt_launch_ugelu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UGELU_F64, stream, config, arguments);
}

krt_status krt_launch_ugelu_erf_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UGELU_ERF_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_ugelu_erf_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UGELU_ERF_BF16, stream, config, arguments);
}

krt_status krt_launch_ugelu_erf_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UGELU_ERF_F16, stream, config, arguments);
}

krt_status krt_launch_ugelu_erf_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const float *inp,
                                    float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UGELU_ERF_F32, stream, config, arguments);
}

krt_status krt_launch_ugelu_erf_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const double *inp,
                                    double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UGELU_ERF_F64, stream, config, arguments);
}

krt_status krt_launch_usilu_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USILU_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_usilu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USILU_BF16, stream, config, arguments);
}

krt_status krt_launch_usilu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USILU_F16, stream, config, arguments);
}

krt_status krt_launch_usilu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USILU_F32, stream, config, arguments);
}

krt_status krt_launch_usilu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USILU_F64, stream, config, arguments);
}

krt_status krt_launch_usigmoid_fp8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIGMOID_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_usigmoid_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIGMOID_BF16, stream, config, arguments);
}

krt_status krt_launch_usigmoid_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIGMOID_F16, stream, config, arguments);
}

krt_status krt_launch_usigmoid_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIGMOID_F32, stream, config, arguments);
}

krt_status krt_launch_usigmoid_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_USIGMOID_F64, stream, config, arguments);
}

krt_status krt_launch_uelu_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    struct krt_f8e4m3 param, const struct krt_f8e4m3 *inp,
                                    struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &param, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UELU_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_uelu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                struct krt_bf16 param, const struct krt_bf16 *inp,
                                struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &param, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UELU_BF16, stream, config, arguments);
}

krt_status krt_launch_uelu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               struct krt_f16 param, const struct krt_f16 *inp, struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &param, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UELU_F16, stream, config, arguments);
}

krt_status krt_launch_uelu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info, float param,
                               const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &param, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UELU_F32, stream, config, arguments);
}

krt_status krt_launch_uelu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               double param, const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &param, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UELU_F64, stream, config, arguments);
}

krt_status krt_launch_upowf_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     struct krt_f8e4m3 param, const struct krt_f8e4m3 *inp,
                                     struct krt_f8e4m3 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &param, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UPOWF_FP8_E4M3, stream, config, arguments);
}

krt_status krt_launch_upowf_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 struct krt_bf16 param, const struct krt_bf16 *inp,
                                 struct krt_bf16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &param, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UPOWF_BF16, stream, config, arguments);
}

krt_status krt_launch_upowf_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                struct krt_f16 param, const struct krt_f16 *inp,
                                struct krt_f16 *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &param, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UPOWF_F16, stream, config, arguments);
}

krt_status krt_launch_upowf_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                float param, const float *inp, float *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &param, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UPOWF_F32, stream, config, arguments);
}

krt_status krt_launch_upowf_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                double param, const double *inp, double *out)
{
    void *const arguments[] = {&numel, &num_dims, &info, &param, &inp, &out};
    return krt_launch(&kernels_package, KERNELS_UPOWF_F64, stream, config, arguments);
}
