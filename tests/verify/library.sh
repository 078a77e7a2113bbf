#!/bin/sh
# kernels/verify.yaml: each kernel of the list has cases, and with waves of 32 and of 64 lanes computes what it computed
# on an NVIDIA H200, within the rules. There, with a PACKAGE of kernels/ for sm_90, this recorded what the test compares with:
#   kbuild verify kernels/verify.yaml PACKAGE --on cuda --record tests/verify/h200.results
# A change of a case, or another kernel, needs another recording. Whoever has no such GPU names the kernels here:
unrecorded='
    conv1d_bf16 conv2d_bf16 conv_transpose1d_bf16 conv_transpose2d_bf16 upsample_nearest2d_bf16 conv1d_f16 conv2d_f16
    conv_transpose1d_f16 conv_transpose2d_f16 upsample_nearest2d_f16 conv1d_f32 conv2d_f32 conv_transpose1d_f32
    conv_transpose2d_f32 upsample_nearest2d_f32 conv1d_f64 conv2d_f64 conv_transpose1d_f64 conv_transpose2d_f64
    upsample_nearest2d_f64 conv1d_u8 conv2d_u8 conv_transpose1d_u8 conv_transpose2d_u8 upsample_nearest2d_u8 conv1d_u32
    conv2d_u32 conv_transpose1d_u32 conv_transpose2d_u32 upsample_nearest2d_u32 avg_pool2d_bf16 max_pool2d_bf16
    avg_pool2d_f16 max_pool2d_f16 avg_pool2d_f32 max_pool2d_f32 avg_pool2d_f64 max_pool2d_f64 avg_pool2d_u8
    max_pool2d_u8 avg_pool2d_u32 max_pool2d_u32 avg_pool2d_i64 max_pool2d_i64 s_i64_bf16 s_i64_f16 s_i64_f32 s_i64_f64
    s_i64_u8 s_i64_u32 s_i64_i64 s_u32_bf16 s_u32_f16 s_u32_f32 s_u32_f64 s_u32_u8 s_u32_u32 s_u32_i64 quantize_q8_1
    mul_mat_vec_q4_0_q8_1_cuda1 mul_mat_vec_q4_0_q8_1_cuda2 mul_mat_vec_q4_0_q8_1_cuda3 mul_mat_vec_q4_0_q8_1_cuda4
    mul_mat_vec_q4_0_q8_1_cuda5 mul_mat_vec_q4_0_q8_1_cuda6 mul_mat_vec_q4_0_q8_1_cuda7 mul_mat_vec_q4_0_q8_1_cuda8
    mul_mat_vec_q4_1_q8_1_cuda1 mul_mat_vec_q4_1_q8_1_cuda2 mul_mat_vec_q4_1_q8_1_cuda3 mul_mat_vec_q4_1_q8_1_cuda4
    mul_mat_vec_q4_1_q8_1_cuda5 mul_mat_vec_q4_1_q8_1_cuda6 mul_mat_vec_q4_1_q8_1_cuda7 mul_mat_vec_q4_1_q8_1_cuda8
    mul_mat_vec_q5_0_q8_1_cuda1 mul_mat_vec_q5_0_q8_1_cuda2 mul_mat_vec_q5_0_q8_1_cuda3 mul_mat_vec_q5_0_q8_1_cuda4
    mul_mat_vec_q5_0_q8_1_cuda5 mul_mat_vec_q5_0_q8_1_cuda6 mul_mat_vec_q5_0_q8_1_cuda7 mul_mat_vec_q5_0_q8_1_cuda8
    mul_mat_vec_q5_1_q8_1_cuda1 mul_mat_vec_q5_1_q8_1_cuda2 mul_mat_vec_q5_1_q8_1_cuda3 mul_mat_vec_q5_1_q8_1_cuda4
    mul_mat_vec_q5_1_q8_1_cuda5 mul_mat_vec_q5_1_q8_1_cuda6 mul_mat_vec_q5_1_q8_1_cuda7 mul_mat_vec_q5_1_q8_1_cuda8
    mul_mat_vec_q8_0_q8_1_cuda1 mul_mat_vec_q8_0_q8_1_cuda2 mul_mat_vec_q8_0_q8_1_cuda3 mul_mat_vec_q8_0_q8_1_cuda4
    mul_mat_vec_q8_0_q8_1_cuda5 mul_mat_vec_q8_0_q8_1_cuda6 mul_mat_vec_q8_0_q8_1_cuda7 mul_mat_vec_q8_0_q8_1_cuda8
    mul_mat_vec_q2_K_q8_1_cuda1 mul_mat_vec_q2_K_q8_1_cuda2 mul_mat_vec_q2_K_q8_1_cuda3 mul_mat_vec_q2_K_q8_1_cuda4
    mul_mat_vec_q2_K_q8_1_cuda5 mul_mat_vec_q2_K_q8_1_cuda6 mul_mat_vec_q2_K_q8_1_cuda7 mul_mat_vec_q2_K_q8_1_cuda8
    mul_mat_vec_q3_K_q8_1_cuda1 mul_mat_vec_q3_K_q8_1_cuda2 mul_mat_vec_q3_K_q8_1_cuda3 mul_mat_vec_q3_K_q8_1_cuda4
    mul_mat_vec_q3_K_q8_1_cuda5 mul_mat_vec_q3_K_q8_1_cuda6 mul_mat_vec_q3_K_q8_1_cuda7 mul_mat_vec_q3_K_q8_1_cuda8
    mul_mat_vec_q4_K_q8_1_cuda1 mul_mat_vec_q4_K_q8_1_cuda2 mul_mat_vec_q4_K_q8_1_cuda3 mul_mat_vec_q4_K_q8_1_cuda4
    mul_mat_vec_q4_K_q8_1_cuda5 mul_mat_vec_q4_K_q8_1_cuda6 mul_mat_vec_q4_K_q8_1_cuda7 mul_mat_vec_q4_K_q8_1_cuda8
    mul_mat_vec_q5_K_q8_1_cuda1 mul_mat_vec_q5_K_q8_1_cuda2 mul_mat_vec_q5_K_q8_1_cuda3 mul_mat_vec_q5_K_q8_1_cuda4
    mul_mat_vec_q5_K_q8_1_cuda5 mul_mat_vec_q5_K_q8_1_cuda6 mul_mat_vec_q5_K_q8_1_cuda7 mul_mat_vec_q5_K_q8_1_cuda8
    mul_mat_vec_q6_K_q8_1_cuda1 mul_mat_vec_q6_K_q8_1_cuda2 mul_mat_vec_q6_K_q8_1_cuda3 mul_mat_vec_q6_K_q8_1_cuda4
    mul_mat_vec_q6_K_q8_1_cuda5 mul_mat_vec_q6_K_q8_1_cuda6 mul_mat_vec_q6_K_q8_1_cuda7 mul_mat_vec_q6_K_q8_1_cuda8
    fast_sum_bf16 fast_min_bf16 fast_max_bf16 fast_argmin_bf16 fast_argmax_bf16 fast_sum_f16 fast_min_f16 fast_max_f16
    fast_argmin_f16 fast_argmax_f16 fast_sum_f32 fast_min_f32 fast_max_f32 fast_argmin_f32 fast_argmax_f32 fast_sum_f64
    fast_min_f64 fast_max_f64 fast_argmin_f64 fast_argmax_f64 fast_sum_u8 fast_min_u8 fast_max_u8 fast_argmin_u8
    fast_argmax_u8 fast_sum_u32 fast_min_u32 fast_max_u32 fast_argmin_u32 fast_argmax_u32 fast_sum_i64 fast_min_i64
    fast_max_i64 fast_argmin_i64 fast_argmax_i64'
. "$(dirname "$0")/../lib.sh"
package=$SOURCE/generated cases=$SOURCE/kernels/verify.yaml
[ -s "$package/images.json" ] || skip 'kernels/ is not built; ./dev kernels does'
run 0 kbuild verify "$cases" "$package" --on gfx1100,gfx90a --against "$SOURCE/tests/verify/h200.results" \
    --fail-on different --json
sed -n 's/^{"name":"\([^"]*\)".*/\1/p' .out | sort >found
awk -F'\t' 'NR > 1 { print $2 }' "$SOURCE/tests/kernels/abi.tsv" | sort >wanted
[ -s wanted ] && ! comm -23 wanted found | grep . || fail 'these kernels of the list have no cases'
sed -n 's/^{"name":"\([^"]*\)","cover":"not-covered".*/\1/p' .out | sort >missing
printf '%s\n' $unrecorded | sort | comm -13 - missing | grep . && fail 'these kernels are not in the recording as they run now'
true
