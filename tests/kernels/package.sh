# The package that ./dev kernels made of kernels/: the kernels and parameters of the list, in every target;
# no scratch, in modules beside the list neither. unlisted.txt has what a family may have besides.
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
for beginning in $(sed -n 's|^[a-z].*/||p' "${list%/*}/unlisted.txt"); do
    set -- --also "$beginning" "$@"
done
"$abi_check" "$list" "$@" || exit 1

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
