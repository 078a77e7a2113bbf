#!/bin/sh
# kernels/verify.yaml: each kernel of the list has cases, and with waves of 32 and of 64 lanes computes what it computed
# on an NVIDIA H200, within the rules. There, with a PACKAGE of kernels/ for sm_90, this recorded what the test compares with:
#   kbuild verify kernels/verify.yaml PACKAGE --on cuda --record tests/verify/h200.results
# A change of a case, or another kernel, needs another recording. Whoever has no such GPU names the kernels here:
unrecorded='
    fast_sum_bf16 fast_sum_f16 fast_sum_f32 fast_sum_f64 fast_sum_u8 fast_sum_u32 fast_sum_i64 fast_min_bf16
    fast_min_f16 fast_min_f32 fast_min_f64 fast_min_u8 fast_min_u32 fast_min_i64 fast_max_bf16 fast_max_f16 fast_max_f32
    fast_max_f64 fast_max_u8 fast_max_u32 fast_max_i64 fast_argmin_bf16 fast_argmin_f16 fast_argmin_f32 fast_argmin_f64
    fast_argmin_u8 fast_argmin_u32 fast_argmin_i64 fast_argmax_bf16 fast_argmax_f16 fast_argmax_f32 fast_argmax_f64
    fast_argmax_u8 fast_argmax_u32 fast_argmax_i64 softmax_bf16 softmax_f16 softmax_f32 softmax_f64 rmsnorm_f32
    layernorm_f32 uelu_f32 uelu_f64'
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
