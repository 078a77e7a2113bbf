# One case: reflects cases/<case>.hip and compares what is written with golden/<case>.json. Sources with a mistake are
# in command.sh.
#
# usage: run.sh CASE [CLANG-ARGUMENT...], with $KBUILD in the environment. UPDATE=1 writes the golden
# file instead: look at the difference before you keep it.
set -u
: "${KBUILD:?names the kbuild program}"
here=$(cd "$(dirname "$0")" && pwd)
name=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*" >&2
    cat "$work/err" >&2
    exit 1
}

"$KBUILD" doctor >"$work/doctor" 2>&1 || {
    echo "skipped: no HIP toolchain here (kbuild doctor tells)"
    exit 77
}
hip=$(sed -n 's/^ *ok *HIP headers *[0-9.]* *//p' "$work/doctor")
set -- -x hip --cuda-device-only --no-gpu-bundle-output --offload-arch=gfx1030 -std=c++17 \
    "--rocm-path=$hip" -nogpulib "$@"

# Twice, from two directories: the document does not tell where it was made.
cd "$here/cases" || exit 1
"$KBUILD" reflect -o "$work/one.json" "$name.hip" -- "$@" 2>"$work/err"
rc=$?
cd "$work" || exit 1
"$KBUILD" reflect --output=two.json --module "$name" "$here/cases/$name.hip" -- "$@" 2>"$work/err2"
[ $? = $rc ] || fail "another exit code from another directory"

golden=$here/golden/$name.json
found=$work/one.json
[ $rc = 0 ] || fail "exit code $rc"
cmp "$work/one.json" "$work/two.json" || fail "another document from another directory"
if [ -n "${UPDATE-}" ]; then
    cp "$found" "$golden"
fi
diff -u "$golden" "$found" || fail "not what $golden says"
