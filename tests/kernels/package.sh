# The package that ./dev kernels made of kernels/: the kernels and parameters of the list, in every target;
# no scratch, in modules beside the list neither. The kernels of convolutions in groups are in no list, nor are sums
# that stay wide, nor those of i64 that libkrt_ops uses for i16, i32 and i64.
#
# usage: package.sh ABI_CHECK ABI_TSV BUILD_DIRECTORY
set -u
abi_check=$1 list=$2 build=$3
[ -s "$build/out/images.json" ] || {
    echo "skipped: kernels/ is not built; ./dev kernels does"
    exit 77
}
families=$(awk -F'\t' 'NR > 1 && !seen[$1]++ { printf " %s ", $1 }' "$list")
set --
for family in $families; do
    set -- "$@" "$build/meta/$family.json"
done
"$abi_check" "$list" --also conv_depthwise_ --also conv_patches_ --also conv_tiles_ --also conv_strips_ --also conv_transpose_tiles_ \
    --also conv_transpose_strips_ --also fast_sum_wide_ --also softmax_long_ --also short_ --also col2im1d_i64 \
    --also avg_pool2d_i64 --also max_pool2d_i64 --also upsample_bilinear2d_i64 "$@" || exit 1

wanted=$(awk -F'\t' 'NR > 1' "$list" | wc -l)
found=$(awk -F'[\t"]' '
    NR == FNR { is_listed[$1, $2] = 1; next }
    /\{"name": / { family = $4 }
    /"symbol": / && is_listed[family, $4] { count++ }
    END { print count + 0 }' "$list" "$build/out/images.json")
[ "$found" = $((3 * wanted)) ] || {
    echo "FAILED: $found kernels in the code objects for 3 targets, not 3 times $wanted" >&2
    exit 1
}
if grep '"symbol": .*"scratch": [1-9]' "$build/out/images.json"; then
    echo "FAILED: these kernels use scratch" >&2
    exit 1
fi
