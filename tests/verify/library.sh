#!/bin/sh
# kernels/verify.yaml: each kernel of the list has cases, and all targets compute the same, within its rules.
. "$(dirname "$0")/../lib.sh"
package=$SOURCE/generated cases=$SOURCE/kernels/verify.yaml
[ -s "$package/images.json" ] || skip 'kernels/ is not built; ./dev kernels does'
run 0 kbuild verify "$cases" "$package" --on gfx1100 --record original.results
says ' 0 of which failed'
[ "$(wc -c <original.results)" -le 3000000 ] || fail 'the results are larger than 3 MB'
run 0 kbuild verify "$cases" "$package" --on gfx1030,gfx90a --against original.results --json
sed -n 's/^{"name":"\([^"]*\)".*/\1/p' .out | sort >found
awk -F'\t' 'NR > 1 { print $2 }' "$SOURCE/tests/kernels/abi.tsv" | sort >wanted
[ -s wanted ] && ! comm -23 wanted found | grep . || fail 'these kernels of the list have no cases'
