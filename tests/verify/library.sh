#!/bin/sh
# kernels/verify.yaml: each kernel of the list has cases, and with waves of 32 and of 64 lanes computes what it computed
# on an NVIDIA H200, within the rules. There, with a PACKAGE of kernels/ for sm_90, this recorded what the test compares with:
#   kbuild verify kernels/verify.yaml PACKAGE --on cuda --record tests/verify/h200.results
# A change of a case, or another kernel, needs another recording. Whoever has no such GPU names the kernels here:
unrecorded=''
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
