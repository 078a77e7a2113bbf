# kbuild reflect as a command: where the output goes, what is left alone, what is said and with which
# exit code.
set -u
: "${KBUILD:?names the kbuild program}"
work=$(mktemp -d)
trap 'cd /; rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() {
    echo "FAILED: $*" >&2
    cat out err >&2
    exit 1
}
run() { # WANTED-EXIT-CODE ARGUMENT...
    wanted=$1
    shift
    "$KBUILD" reflect "$@" >out 2>err
    rc=$?
    [ $rc = "$wanted" ] || fail "exit code $rc, not $wanted: reflect $*"
}
says() { grep -qF -e "$1" err || fail "not said: $1"; }

echo '__attribute__((global)) void k(int a) {}' >"it's a \$ource.hip"
echo '__attribute__((global)) void k(int a {}' >wrong.hip

# What is missing, or too much.
run 2
says "wants one SOURCE"
run 2 wrong.hip more.hip --
says "wants one SOURCE"
run 1 nowhere.hip --libclang /nowhere/libclang.so --
says "nowhere.hip: no such file"
run 3 wrong.hip --libclang /nowhere/libclang.so --
says "/nowhere/libclang.so"
says "libclang1-15"
run 3 wrong.hip --clang /nowhere/clang++ --
says "/nowhere/clang++"

"$KBUILD" doctor >doctor 2>&1 || {
    echo "skipped: no HIP toolchain here (kbuild doctor tells)"
    exit 77
}
clang=$(sed -n 's/^ *ok *clang  *[0-9.]* *//p' doctor)

# A clang whose libclang is not installed is not enough, and the package that has it is named.
mkdir -p alone/bin
printf '#!/bin/sh\nexec "%s" "$@"\n' "$clang" | sed 's/"%s"/"$REAL_CLANG"/' >alone/bin/clang++
chmod +x alone/bin/clang++
KBUILD_SYSROOT=$work/none REAL_CLANG=$clang PATH=/usr/bin:/bin
export KBUILD_SYSROOT REAL_CLANG PATH
run 3 wrong.hip --clang "$work/alone/bin/clang++" --
says "libclang1-"
unset KBUILD_SYSROOT

set -- -- -x hip --cuda-device-only --offload-arch=gfx1030 -nogpuinc -nogpulib
run 0 "it's a \$ource.hip" "$@"
grep -qF '"module": "it'"'"'s a $ource"' out || fail "the module is not called after the file"
run 0 "it's a \$ource.hip" --module other -o "an other.json" "$@"
[ ! -s out ] || fail "wrote to standard output, too"
grep -qF '"module": "other"' "an other.json" || fail "--module did nothing"

# The same bytes do not make the file new.
touch -d @1000000000 "an other.json"
run 0 "it's a \$ource.hip" --module other -o "an other.json" "$@"
[ "$(stat -c %Y "an other.json")" = 1000000000 ] || fail "an unchanged document was written again"

# A source that does not compile leaves the old document alone.
cp "an other.json" before
run 1 wrong.hip -o "an other.json" "$@"
says "wrong.hip:1:38: error:"
says "kbuild: reflect wrong: failed"
cmp before "an other.json" || fail "a failure touched the output"

# Arguments that clang does not take are the user's mistake.
run 1 "it's a \$ource.hip" "$@" --offload-arch=gfx9999
says "libclang does not take these arguments"

run 3 "it's a \$ource.hip" -o /proc/nowhere/x.json "$@"
says "/proc/nowhere/x.json: cannot write"
exit 0
