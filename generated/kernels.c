/* kernels: tables and launch functions. Written by kbuild; do not edit. */
#include "kernels.h"

#include "affine.hsaco.h"
#include "cast.hsaco.h"
#include "fill.hsaco.h"
#include "matmul.hsaco.h"
#include "ternary.hsaco.h"
#include "unary.hsaco.h"

static const struct krt_module kernels_modules[] = {
    {"affine", affine_hsaco, AFFINE_HSACO_SIZE, affine_hsaco_images, AFFINE_HSACO_IMAGE_COUNT},
    {"cast", cast_hsaco, CAST_HSACO_SIZE, cast_hsaco_images, CAST_HSACO_IMAGE_COUNT},
    {"fill", fill_hsaco, FILL_HSACO_SIZE, fill_hsaco_images, FILL_HSACO_IMAGE_COUNT},
    {"matmul", matmul_hsaco, MATMUL_HSACO_SIZE, matmul_hsaco_images, MATMUL_HSACO_IMAGE_COUNT},
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
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}};
static const struct krt_parameter kernels_parameters_5[] = {
    {0, 8}, {8, 1}, {16, 8}};
static const struct krt_parameter kernels_parameters_6[] = {
    {0, 8}, {8, 8}, {16, 4}, {20, 4}, {24, 4}, {28, 4}};
static const struct krt_parameter kernels_parameters_7[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 1}, {32, 8}};
static const struct krt_parameter kernels_parameters_8[] = {
    {0, 8}, {8, 4}, {16, 8}};
static const struct krt_parameter kernels_parameters_9[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 4}, {32, 8}};
static const struct krt_parameter kernels_parameters_10[] = {
    {0, 8}, {8, 8}, {16, 8}};
static const struct krt_parameter kernels_parameters_11[] = {
    {0, 8}, {8, 2}, {16, 8}};
static const struct krt_parameter kernels_parameters_12[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 2}, {32, 8}};
static const struct krt_parameter kernels_parameters_13[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}, {56, 8}, {64, 8}, {72, 8}, {80, 8},
    {88, 8}, {96, 8}};
static const struct krt_parameter kernels_parameters_14[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 1}, {32, 8}, {40, 8}};
static const struct krt_parameter kernels_parameters_15[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 2}, {32, 8}, {40, 8}};
static const struct krt_parameter kernels_parameters_16[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 4}, {32, 8}, {40, 8}};
static const struct krt_parameter kernels_parameters_17[] = {
    {0, 8}, {8, 8}, {16, 8}, {24, 8}, {32, 8}, {40, 8}};

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
    {"cast_f8_e4m3_u8", "cast_f8_e4m3_u8", 1, 5, kernels_parameters_4},
    {"cast_u8_f8_e4m3", "cast_u8_f8_e4m3", 1, 5, kernels_parameters_4},
    {"cast_f8_e4m3_i32", "cast_f8_e4m3_i32", 1, 5, kernels_parameters_4},
    {"cast_i32_f8_e4m3", "cast_i32_f8_e4m3", 1, 5, kernels_parameters_4},
    {"cast_f8_e4m3_bf16", "cast_f8_e4m3_bf16", 1, 5, kernels_parameters_4},
    {"cast_bf16_f8_e4m3", "cast_bf16_f8_e4m3", 1, 5, kernels_parameters_4},
    {"cast_f8_e4m3_f16", "cast_f8_e4m3_f16", 1, 5, kernels_parameters_4},
    {"cast_f16_f8_e4m3", "cast_f16_f8_e4m3", 1, 5, kernels_parameters_4},
    {"cast_f8_e4m3_f32", "cast_f8_e4m3_f32", 1, 5, kernels_parameters_4},
    {"cast_f32_f8_e4m3", "cast_f32_f8_e4m3", 1, 5, kernels_parameters_4},
    {"cast_f8_e4m3_f64", "cast_f8_e4m3_f64", 1, 5, kernels_parameters_4},
    {"cast_f64_f8_e4m3", "cast_f64_f8_e4m3", 1, 5, kernels_parameters_4},
    {"cast_f8_e4m3_f8_e4m3", "cast_f8_e4m3_f8_e4m3", 1, 5, kernels_parameters_4},
    {"cast_bf16_u8", "cast_bf16_u8", 1, 5, kernels_parameters_4},
    {"cast_bf16_u32", "cast_bf16_u32", 1, 5, kernels_parameters_4},
    {"cast_bf16_bf16", "cast_bf16_bf16", 1, 5, kernels_parameters_4},
    {"cast_bf16_f16", "cast_bf16_f16", 1, 5, kernels_parameters_4},
    {"cast_bf16_f32", "cast_bf16_f32", 1, 5, kernels_parameters_4},
    {"cast_bf16_f64", "cast_bf16_f64", 1, 5, kernels_parameters_4},
    {"cast_f16_u8", "cast_f16_u8", 1, 5, kernels_parameters_4},
    {"cast_f16_u32", "cast_f16_u32", 1, 5, kernels_parameters_4},
    {"cast_f16_bf16", "cast_f16_bf16", 1, 5, kernels_parameters_4},
    {"cast_f16_f16", "cast_f16_f16", 1, 5, kernels_parameters_4},
    {"cast_f16_f32", "cast_f16_f32", 1, 5, kernels_parameters_4},
    {"cast_f16_f64", "cast_f16_f64", 1, 5, kernels_parameters_4},
    {"cast_f32_u8", "cast_f32_u8", 1, 5, kernels_parameters_4},
    {"cast_f32_u32", "cast_f32_u32", 1, 5, kernels_parameters_4},
    {"cast_f32_i64", "cast_f32_i64", 1, 5, kernels_parameters_4},
    {"cast_f32_bf16", "cast_f32_bf16", 1, 5, kernels_parameters_4},
    {"cast_f32_f16", "cast_f32_f16", 1, 5, kernels_parameters_4},
    {"cast_f32_f32", "cast_f32_f32", 1, 5, kernels_parameters_4},
    {"cast_f32_f64", "cast_f32_f64", 1, 5, kernels_parameters_4},
    {"cast_f64_u8", "cast_f64_u8", 1, 5, kernels_parameters_4},
    {"cast_f64_u32", "cast_f64_u32", 1, 5, kernels_parameters_4},
    {"cast_f64_i64", "cast_f64_i64", 1, 5, kernels_parameters_4},
    {"cast_f64_bf16", "cast_f64_bf16", 1, 5, kernels_parameters_4},
    {"cast_f64_f16", "cast_f64_f16", 1, 5, kernels_parameters_4},
    {"cast_f64_f32", "cast_f64_f32", 1, 5, kernels_parameters_4},
    {"cast_f64_f64", "cast_f64_f64", 1, 5, kernels_parameters_4},
    {"cast_u8_u8", "cast_u8_u8", 1, 5, kernels_parameters_4},
    {"cast_u8_u32", "cast_u8_u32", 1, 5, kernels_parameters_4},
    {"cast_u8_i64", "cast_u8_i64", 1, 5, kernels_parameters_4},
    {"cast_u8_bf16", "cast_u8_bf16", 1, 5, kernels_parameters_4},
    {"cast_u8_f16", "cast_u8_f16", 1, 5, kernels_parameters_4},
    {"cast_u8_f32", "cast_u8_f32", 1, 5, kernels_parameters_4},
    {"cast_u8_f64", "cast_u8_f64", 1, 5, kernels_parameters_4},
    {"cast_u32_u8", "cast_u32_u8", 1, 5, kernels_parameters_4},
    {"cast_u32_u32", "cast_u32_u32", 1, 5, kernels_parameters_4},
    {"cast_u32_i64", "cast_u32_i64", 1, 5, kernels_parameters_4},
    {"cast_u32_bf16", "cast_u32_bf16", 1, 5, kernels_parameters_4},
    {"cast_u32_f16", "cast_u32_f16", 1, 5, kernels_parameters_4},
    {"cast_u32_f32", "cast_u32_f32", 1, 5, kernels_parameters_4},
    {"cast_u32_f64", "cast_u32_f64", 1, 5, kernels_parameters_4},
    {"cast_i64_u8", "cast_i64_u8", 1, 5, kernels_parameters_4},
    {"cast_i64_u32", "cast_i64_u32", 1, 5, kernels_parameters_4},
    {"cast_i64_i64", "cast_i64_i64", 1, 5, kernels_parameters_4},
    {"cast_i64_f32", "cast_i64_f32", 1, 5, kernels_parameters_4},
    {"cast_i64_f64", "cast_i64_f64", 1, 5, kernels_parameters_4},
    {"fill_u8", "fill_u8", 2, 3, kernels_parameters_5},
    {"copy2d_u8", "copy2d_u8", 2, 6, kernels_parameters_6},
    {"const_set_u8", "const_set_u8", 2, 5, kernels_parameters_7},
    {"fill_u32", "fill_u32", 2, 3, kernels_parameters_8},
    {"copy2d_u32", "copy2d_u32", 2, 6, kernels_parameters_6},
    {"const_set_u32", "const_set_u32", 2, 5, kernels_parameters_9},
    {"fill_i64", "fill_i64", 2, 3, kernels_parameters_10},
    {"copy2d_i64", "copy2d_i64", 2, 6, kernels_parameters_6},
    {"const_set_i64", "const_set_i64", 2, 5, kernels_parameters_4},
    {"fill_f32", "fill_f32", 2, 3, kernels_parameters_8},
    {"copy2d_f32", "copy2d_f32", 2, 6, kernels_parameters_6},
    {"const_set_f32", "const_set_f32", 2, 5, kernels_parameters_9},
    {"fill_f64", "fill_f64", 2, 3, kernels_parameters_10},
    {"copy2d_f64", "copy2d_f64", 2, 6, kernels_parameters_6},
    {"const_set_f64", "const_set_f64", 2, 5, kernels_parameters_4},
    {"fill_f16", "fill_f16", 2, 3, kernels_parameters_11},
    {"copy2d_f16", "copy2d_f16", 2, 6, kernels_parameters_6},
    {"const_set_f16", "const_set_f16", 2, 5, kernels_parameters_12},
    {"fill_bf16", "fill_bf16", 2, 3, kernels_parameters_11},
    {"copy2d_bf16", "copy2d_bf16", 2, 6, kernels_parameters_6},
    {"const_set_bf16", "const_set_bf16", 2, 5, kernels_parameters_12},
    {"fill_f8_e4m3", "fill_f8_e4m3", 2, 3, kernels_parameters_5},
    {"copy2d_f8_e4m3", "copy2d_f8_e4m3", 2, 6, kernels_parameters_6},
    {"const_set_f8_e4m3", "const_set_f8_e4m3", 2, 5, kernels_parameters_7},
    {"matmul_f32", "matmul_f32", 3, 13, kernels_parameters_13},
    {"matmul_f64", "matmul_f64", 3, 13, kernels_parameters_13},
    {"matmul_f16", "matmul_f16", 3, 13, kernels_parameters_13},
    {"matmul_bf16", "matmul_bf16", 3, 13, kernels_parameters_13},
    {"where_i64_bf16", "where_i64_bf16", 4, 7, kernels_parameters_3},
    {"where_i64_f16", "where_i64_f16", 4, 7, kernels_parameters_3},
    {"where_i64_f32", "where_i64_f32", 4, 7, kernels_parameters_3},
    {"where_i64_f64", "where_i64_f64", 4, 7, kernels_parameters_3},
    {"where_i64_u8", "where_i64_u8", 4, 7, kernels_parameters_3},
    {"where_i64_u32", "where_i64_u32", 4, 7, kernels_parameters_3},
    {"where_i64_i64", "where_i64_i64", 4, 7, kernels_parameters_3},
    {"where_i64_fp8_e4m3", "where_i64_fp8_e4m3", 4, 7, kernels_parameters_3},
    {"where_u32_bf16", "where_u32_bf16", 4, 7, kernels_parameters_3},
    {"where_u32_f16", "where_u32_f16", 4, 7, kernels_parameters_3},
    {"where_u32_f32", "where_u32_f32", 4, 7, kernels_parameters_3},
    {"where_u32_f64", "where_u32_f64", 4, 7, kernels_parameters_3},
    {"where_u32_u8", "where_u32_u8", 4, 7, kernels_parameters_3},
    {"where_u32_u32", "where_u32_u32", 4, 7, kernels_parameters_3},
    {"where_u32_i64", "where_u32_i64", 4, 7, kernels_parameters_3},
    {"where_u32_fp8_e4m3", "where_u32_fp8_e4m3", 4, 7, kernels_parameters_3},
    {"where_u8_bf16", "where_u8_bf16", 4, 7, kernels_parameters_3},
    {"where_u8_f16", "where_u8_f16", 4, 7, kernels_parameters_3},
    {"where_u8_f32", "where_u8_f32", 4, 7, kernels_parameters_3},
    {"where_u8_f64", "where_u8_f64", 4, 7, kernels_parameters_3},
    {"where_u8_u8", "where_u8_u8", 4, 7, kernels_parameters_3},
    {"where_u8_u32", "where_u8_u32", 4, 7, kernels_parameters_3},
    {"where_u8_i64", "where_u8_i64", 4, 7, kernels_parameters_3},
    {"where_u8_fp8_e4m3", "where_u8_fp8_e4m3", 4, 7, kernels_parameters_3},
    {"where_i16_fp8_e4m3", "where_i16_fp8_e4m3", 4, 7, kernels_parameters_3},
    {"where_i32_fp8_e4m3", "where_i32_fp8_e4m3", 4, 7, kernels_parameters_3},
    {"ucopy_f8_e4m3", "ucopy_f8_e4m3", 5, 5, kernels_parameters_4},
    {"ucopy_bf16", "ucopy_bf16", 5, 5, kernels_parameters_4},
    {"ucopy_f16", "ucopy_f16", 5, 5, kernels_parameters_4},
    {"ucopy_f32", "ucopy_f32", 5, 5, kernels_parameters_4},
    {"ucopy_f64", "ucopy_f64", 5, 5, kernels_parameters_4},
    {"ucopy_u8", "ucopy_u8", 5, 5, kernels_parameters_4},
    {"ucopy_u32", "ucopy_u32", 5, 5, kernels_parameters_4},
    {"ucopy_i64", "ucopy_i64", 5, 5, kernels_parameters_4},
    {"uneg_fp8_e4m3", "uneg_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"uneg_bf16", "uneg_bf16", 5, 5, kernels_parameters_4},
    {"uneg_f16", "uneg_f16", 5, 5, kernels_parameters_4},
    {"uneg_f32", "uneg_f32", 5, 5, kernels_parameters_4},
    {"uneg_f64", "uneg_f64", 5, 5, kernels_parameters_4},
    {"uabs_fp8_e4m3", "uabs_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"uabs_bf16", "uabs_bf16", 5, 5, kernels_parameters_4},
    {"uabs_f16", "uabs_f16", 5, 5, kernels_parameters_4},
    {"uabs_f32", "uabs_f32", 5, 5, kernels_parameters_4},
    {"uabs_f64", "uabs_f64", 5, 5, kernels_parameters_4},
    {"urelu_fp8_e4m3", "urelu_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"urelu_bf16", "urelu_bf16", 5, 5, kernels_parameters_4},
    {"urelu_f16", "urelu_f16", 5, 5, kernels_parameters_4},
    {"urelu_f32", "urelu_f32", 5, 5, kernels_parameters_4},
    {"urelu_f64", "urelu_f64", 5, 5, kernels_parameters_4},
    {"uceil_fp8_e4m3", "uceil_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"uceil_bf16", "uceil_bf16", 5, 5, kernels_parameters_4},
    {"uceil_f16", "uceil_f16", 5, 5, kernels_parameters_4},
    {"uceil_f32", "uceil_f32", 5, 5, kernels_parameters_4},
    {"uceil_f64", "uceil_f64", 5, 5, kernels_parameters_4},
    {"ufloor_fp8_e4m3", "ufloor_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"ufloor_bf16", "ufloor_bf16", 5, 5, kernels_parameters_4},
    {"ufloor_f16", "ufloor_f16", 5, 5, kernels_parameters_4},
    {"ufloor_f32", "ufloor_f32", 5, 5, kernels_parameters_4},
    {"ufloor_f64", "ufloor_f64", 5, 5, kernels_parameters_4},
    {"uround_fp8_e4m3", "uround_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"uround_bf16", "uround_bf16", 5, 5, kernels_parameters_4},
    {"uround_f16", "uround_f16", 5, 5, kernels_parameters_4},
    {"uround_f32", "uround_f32", 5, 5, kernels_parameters_4},
    {"uround_f64", "uround_f64", 5, 5, kernels_parameters_4},
    {"usign_fp8_e4m3", "usign_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"usign_bf16", "usign_bf16", 5, 5, kernels_parameters_4},
    {"usign_f16", "usign_f16", 5, 5, kernels_parameters_4},
    {"usign_f32", "usign_f32", 5, 5, kernels_parameters_4},
    {"usign_f64", "usign_f64", 5, 5, kernels_parameters_4},
    {"usqr_fp8_e4m3", "usqr_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"usqr_bf16", "usqr_bf16", 5, 5, kernels_parameters_4},
    {"usqr_f16", "usqr_f16", 5, 5, kernels_parameters_4},
    {"usqr_f32", "usqr_f32", 5, 5, kernels_parameters_4},
    {"usqr_f64", "usqr_f64", 5, 5, kernels_parameters_4},
    {"usqrt_fp8_e4m3", "usqrt_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"usqrt_bf16", "usqrt_bf16", 5, 5, kernels_parameters_4},
    {"usqrt_f16", "usqrt_f16", 5, 5, kernels_parameters_4},
    {"usqrt_f32", "usqrt_f32", 5, 5, kernels_parameters_4},
    {"usqrt_f64", "usqrt_f64", 5, 5, kernels_parameters_4},
    {"urecip_fp8_e4m3", "urecip_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"urecip_bf16", "urecip_bf16", 5, 5, kernels_parameters_4},
    {"urecip_f16", "urecip_f16", 5, 5, kernels_parameters_4},
    {"urecip_f32", "urecip_f32", 5, 5, kernels_parameters_4},
    {"urecip_f64", "urecip_f64", 5, 5, kernels_parameters_4},
    {"uexp_fp8_e4m3", "uexp_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"uexp_bf16", "uexp_bf16", 5, 5, kernels_parameters_4},
    {"uexp_f16", "uexp_f16", 5, 5, kernels_parameters_4},
    {"uexp_f32", "uexp_f32", 5, 5, kernels_parameters_4},
    {"uexp_f64", "uexp_f64", 5, 5, kernels_parameters_4},
    {"ulog_fp8_e4m3", "ulog_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"ulog_bf16", "ulog_bf16", 5, 5, kernels_parameters_4},
    {"ulog_f16", "ulog_f16", 5, 5, kernels_parameters_4},
    {"ulog_f32", "ulog_f32", 5, 5, kernels_parameters_4},
    {"ulog_f64", "ulog_f64", 5, 5, kernels_parameters_4},
    {"usin_fp8_e4m3", "usin_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"usin_bf16", "usin_bf16", 5, 5, kernels_parameters_4},
    {"usin_f16", "usin_f16", 5, 5, kernels_parameters_4},
    {"usin_f32", "usin_f32", 5, 5, kernels_parameters_4},
    {"usin_f64", "usin_f64", 5, 5, kernels_parameters_4},
    {"ucos_fp8_e4m3", "ucos_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"ucos_bf16", "ucos_bf16", 5, 5, kernels_parameters_4},
    {"ucos_f16", "ucos_f16", 5, 5, kernels_parameters_4},
    {"ucos_f32", "ucos_f32", 5, 5, kernels_parameters_4},
    {"ucos_f64", "ucos_f64", 5, 5, kernels_parameters_4},
    {"utanh_fp8_e4m3", "utanh_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"utanh_bf16", "utanh_bf16", 5, 5, kernels_parameters_4},
    {"utanh_f16", "utanh_f16", 5, 5, kernels_parameters_4},
    {"utanh_f32", "utanh_f32", 5, 5, kernels_parameters_4},
    {"utanh_f64", "utanh_f64", 5, 5, kernels_parameters_4},
    {"uerf_fp8_e4m3", "uerf_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"uerf_bf16", "uerf_bf16", 5, 5, kernels_parameters_4},
    {"uerf_f16", "uerf_f16", 5, 5, kernels_parameters_4},
    {"uerf_f32", "uerf_f32", 5, 5, kernels_parameters_4},
    {"uerf_f64", "uerf_f64", 5, 5, kernels_parameters_4},
    {"unormcdf_fp8_e4m3", "unormcdf_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"unormcdf_bf16", "unormcdf_bf16", 5, 5, kernels_parameters_4},
    {"unormcdf_f16", "unormcdf_f16", 5, 5, kernels_parameters_4},
    {"unormcdf_f32", "unormcdf_f32", 5, 5, kernels_parameters_4},
    {"unormcdf_f64", "unormcdf_f64", 5, 5, kernels_parameters_4},
    {"ugelu_fp8_e4m3", "ugelu_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"ugelu_bf16", "ugelu_bf16", 5, 5, kernels_parameters_4},
    {"ugelu_f16", "ugelu_f16", 5, 5, kernels_parameters_4},
    {"ugelu_f32", "ugelu_f32", 5, 5, kernels_parameters_4},
    {"ugelu_f64", "ugelu_f64", 5, 5, kernels_parameters_4},
    {"ugelu_erf_fp8_e4m3", "ugelu_erf_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"ugelu_erf_bf16", "ugelu_erf_bf16", 5, 5, kernels_parameters_4},
    {"ugelu_erf_f16", "ugelu_erf_f16", 5, 5, kernels_parameters_4},
    {"ugelu_erf_f32", "ugelu_erf_f32", 5, 5, kernels_parameters_4},
    {"ugelu_erf_f64", "ugelu_erf_f64", 5, 5, kernels_parameters_4},
    {"usilu_fp8_e4m3", "usilu_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"usilu_bf16", "usilu_bf16", 5, 5, kernels_parameters_4},
    {"usilu_f16", "usilu_f16", 5, 5, kernels_parameters_4},
    {"usilu_f32", "usilu_f32", 5, 5, kernels_parameters_4},
    {"usilu_f64", "usilu_f64", 5, 5, kernels_parameters_4},
    {"usigmoid_fp8_e4m3", "usigmoid_fp8_e4m3", 5, 5, kernels_parameters_4},
    {"usigmoid_bf16", "usigmoid_bf16", 5, 5, kernels_parameters_4},
    {"usigmoid_f16", "usigmoid_f16", 5, 5, kernels_parameters_4},
    {"usigmoid_f32", "usigmoid_f32", 5, 5, kernels_parameters_4},
    {"usigmoid_f64", "usigmoid_f64", 5, 5, kernels_parameters_4},
    {"uelu_fp8_e4m3", "uelu_fp8_e4m3", 5, 6, kernels_parameters_14},
    {"uelu_bf16", "uelu_bf16", 5, 6, kernels_parameters_15},
    {"uelu_f16", "uelu_f16", 5, 6, kernels_parameters_15},
    {"uelu_f32", "uelu_f32", 5, 6, kernels_parameters_16},
    {"uelu_f64", "uelu_f64", 5, 6, kernels_parameters_17},
    {"upowf_fp8_e4m3", "upowf_fp8_e4m3", 5, 6, kernels_parameters_14},
    {"upowf_bf16", "upowf_bf16", 5, 6, kernels_parameters_15},
    {"upowf_f16", "upowf_f16", 5, 6, kernels_parameters_15},
    {"upowf_f32", "upowf_f32", 5, 6, kernels_parameters_16},
    {"upowf_f64", "upowf_f64", 5, 6, kernels_parameters_17},
};

static struct krt_package_state *kernels_state;

const struct krt_package kernels_package = {
    sizeof(struct krt_package),
    "kernels",
    kernels_modules,
    6,
    kernels_kernels,
    KERNELS_KERNEL_COUNT,
    &kernels_state,
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
