#!/bin/sh
# kernels/verify.yaml: each kernel of the list has cases, and with waves of 32 and of 64 lanes computes what it computed
# on an NVIDIA H200, within the rules. There, with a PACKAGE of kernels/ for sm_90, this recorded what the test compares with:
#   kbuild verify kernels/verify.yaml PACKAGE --on cuda --record tests/verify/h200.results
# A change of a case, or another kernel, needs another recording. Whoever has no such GPU names the kernels here:
unrecorded='
is_i64_bf16 gather_i64_bf16 is_i64_f16 gather_i64_f16 is_i64_f32 gather_i64_f32 is_i64_f64 gather_i64_f64 is_i64_u8
gather_i64_u8 is_i64_u32 gather_i64_u32 is_i64_i64 gather_i64_i64 is_u32_bf16 gather_u32_bf16 is_u32_f16 gather_u32_f16
is_u32_f32 gather_u32_f32 is_u32_f64 gather_u32_f64 is_u32_u8 gather_u32_u8 is_u32_u32 gather_u32_u32 is_u32_i64 gather_u32_i64
is_u8_bf16 gather_u8_bf16 is_u8_f16 gather_u8_f16 is_u8_f32 gather_u8_f32 is_u8_f64 gather_u8_f64 is_u8_u8 gather_u8_u8
is_u8_u32 gather_u8_u32 is_u8_i64 gather_u8_i64 ia_i64_bf16 sa_i64_bf16 ia_i64_f16 sa_i64_f16 ia_i64_f32 sa_i64_f32 ia_i64_f64
sa_i64_f64 ia_i64_u8 sa_i64_u8 ia_i64_u32 sa_i64_u32 ia_i64_i64 sa_i64_i64 ia_u32_bf16 sa_u32_bf16 ia_u32_f16 sa_u32_f16
ia_u32_f32 sa_u32_f32 ia_u32_f64 sa_u32_f64 ia_u32_u8 sa_u32_u8 ia_u32_u32 sa_u32_u32 ia_u32_i64 sa_u32_i64 ia_u8_bf16
sa_u8_bf16 ia_u8_f16 sa_u8_f16 ia_u8_f32 sa_u8_f32 ia_u8_f64 sa_u8_f64 ia_u8_u8 sa_u8_u8 ia_u8_u32 sa_u8_u32 ia_u8_i64 sa_u8_i64
s_i64_bf16 s_i64_f16 s_i64_f32 s_i64_f64 s_i64_u8 s_i64_u32 s_i64_i64 s_u32_bf16 s_u32_f16 s_u32_f32 s_u32_f64 s_u32_u8
s_u32_u32 s_u32_i64 s_u8_bf16 s_u8_f16 s_u8_f32 s_u8_f64 s_u8_u8 s_u8_u32 s_u8_i64 is_i16_f8_e4m3 gather_i16_f8_e4m3
is_i32_f8_e4m3 gather_i32_f8_e4m3 is_i64_f8_e4m3 gather_i64_f8_e4m3 is_u32_f8_e4m3 gather_u32_f8_e4m3 is_u8_f8_e4m3
gather_u8_f8_e4m3 ia_i16_f8_e4m3 sa_i16_f8_e4m3 ia_i32_f8_e4m3 sa_i32_f8_e4m3 ia_i64_f8_e4m3 sa_i64_f8_e4m3 ia_u32_f8_e4m3
sa_u32_f8_e4m3 ia_u8_f8_e4m3 sa_u8_f8_e4m3 fast_sum_bf16 fast_min_bf16 fast_max_bf16 fast_argmin_bf16 fast_argmax_bf16
fast_sum_f16 fast_min_f16 fast_max_f16 fast_argmin_f16 fast_argmax_f16 fast_sum_f32 fast_min_f32 fast_max_f32 fast_argmin_f32
fast_argmax_f32 fast_sum_f64 fast_min_f64 fast_max_f64 fast_argmin_f64 fast_argmax_f64 fast_sum_u8 fast_min_u8 fast_max_u8
fast_argmin_u8 fast_argmax_u8 fast_sum_u32 fast_min_u32 fast_max_u32 fast_argmin_u32 fast_argmax_u32 fast_sum_i64 fast_min_i64
fast_max_i64 fast_argmin_i64 fast_argmax_i64 softmax_f16'
. "$(dirname "$0")/../lib.sh"
package=$SOURCE/generated cases=unchecked.yaml
# emulator.library.* runs the same kernels with the checker, in more layouts.
sed '/^    check: false$/d; s/^  - kernel:/  - check: false\n    kernel:/; s/^  - {kernel:/  - {check: false, kernel:/' \
    "$SOURCE/kernels/verify.yaml" >$cases
[ -s "$package/images.json" ] || skip 'kernels/ is not built; ./dev kernels does'
run 0 kbuild verify "$cases" "$package" --on gfx1100,gfx90a --against "$SOURCE/tests/verify/h200.results" \
    --fail-on different --json
sed -n 's/^{"name":"\([^"]*\)".*/\1/p' .out | sort >found
awk -F'\t' 'NR > 1 { print $2 }' "$SOURCE/tests/kernels/abi.tsv" | sort >wanted
[ -s wanted ] && ! comm -23 wanted found | grep . || fail 'these kernels of the list have no cases'
sed -n 's/^{"name":"\([^"]*\)","cover":"not-covered".*/\1/p' .out | sort >missing
printf '%s\n' $unrecorded | sort | comm -13 - missing | grep . && fail 'these kernels are not in the recording as they run now'
true
