# doctor's report on the toolchain of this machine.
set -u
: "${KBUILD:?names the kbuild program}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAILED: $*" >&2
    cat "$work/out" >&2
    exit 1
}
"$KBUILD" doctor >"$work/out" 2>&1 || {
    echo "skipped: no HIP toolchain on this machine ('kbuild doctor' describes it)"
    exit 77
}
clang=$(sed -n 's/^ *ok *clang  *[0-9.]* *//p' "$work/out")
lld=$(sed -n 's/^ *ok *linker (lld) *[0-9.]* *//p' "$work/out")
[ -x "$clang" ] || fail "no clang in the report"
case $lld in
"$(dirname "$clang")"/*) ;;
*) grep -q 'no lld beside clang' "$work/out" || fail "the lld is not clang's, and doctor does not report it" ;;
esac
"$KBUILD" doctor --targets gfx1030,gfx1100 --verbose >"$work/out" 2>&1 || fail "cannot compile"
[ "$(grep -c 'tried: [0-9]' "$work/out")" = 2 ] || fail "did not try both targets"
grep -q "ok *libclang  *[0-9]" "$work/out" || fail "did not load libclang"

# The known errors of the device libraries.
libraries=$(sed -n 's/^ *ok *device libraries *//p' "$work/out")
case $(grep -ao 'clang version [0-9]*' "$libraries/ocml.bc" | head -n 1) in
*15) wanted='hsin *NaN for every finite argument' ;;
*17 | *21) wanted='hsin *not correctly rounded' ;;
*) wanted='math functions of these device libraries have not been tested' ;;
esac
grep -q "$wanted" "$work/out" || fail "does not list the known errors of $libraries"

# Damaged device libraries: only a trial compile notices them.
mkdir "$work/libraries"
for name in ocml ockl oclc_isa_version_1030; do
    echo nonsense >"$work/libraries/$name.bc"
done
HIP_DEVICE_LIB_PATH=$work/libraries "$KBUILD" doctor --targets gfx1030 --verbose >"$work/out" 2>&1
rc=$?
[ $rc = 3 ] || fail "exit code $rc, not 3, with broken device libraries"
grep -q 'tried: FAILED: .*error' "$work/out" || fail "the error is not shown"
grep -q 'have not been tested' "$work/out" || fail "lists known errors of broken device libraries"

"$KBUILD" doctor --json >"$work/out" 2>&1 || fail "--json: exit code $?"
grep -q '"works": true' "$work/out" || fail "--json does not report a working toolchain"
grep -q '"known_errors": \[' "$work/out" || fail "--json does not list known errors"
exit 0
