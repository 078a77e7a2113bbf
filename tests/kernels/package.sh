# The package that ./dev kernels made of kernels/: the kernels and parameters of the list in every module
# and target, no scratch, and the committed interface.
#
# usage: package.sh ABI_CHECK ABI_TSV BUILD_DIRECTORY
set -u
abi_check=$1 list=$2 build=$3
[ -s "$build/out/images.json" ] || {
    echo "skipped: kernels/ is not built; ./dev kernels does"
    exit 77
}
"$abi_check" "$list" "$build"/meta/*.json || exit 1

wanted=$(awk -F'\t' 'NR > 1' "$list" | wc -l)
found=$(grep -c '"symbol": ' "$build/out/images.json")
[ "$found" = $((3 * wanted)) ] || {
    echo "FAILED: $found kernels in the code objects for 3 targets, not 3 times $wanted" >&2
    exit 1
}
if grep '"symbol": .*"scratch": [1-9]' "$build/out/images.json"; then
    echo "FAILED: these kernels use scratch" >&2
    exit 1
fi
