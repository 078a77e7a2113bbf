# kbuild reflect as a command: where the output goes, what is left alone, what is said and with which
# exit code.
. "$(dirname "$0")/../lib.sh"

reflect() { # WANTED-EXIT-CODE ARGUMENT...
    reflect_rc=$1
    shift
    run "$reflect_rc" "$KBUILD" reflect "$@"
}

echo '__attribute__((global)) void k(int a) {}' >"it's a \$ource.hip"
echo '__attribute__((global)) void k(int a {}' >wrong.hip

# What is missing, or too much.
reflect 2
says "wants one SOURCE"
reflect 2 wrong.hip more.hip --
says "wants one SOURCE"
reflect 1 nowhere.hip --libclang /nowhere/libclang.so --
says "nowhere.hip: no such file"
reflect 3 wrong.hip --libclang /nowhere/libclang.so --
says "/nowhere/libclang.so"
says "libclang1-15"
reflect 3 wrong.hip --clang /nowhere/clang++ --
says "/nowhere/clang++"

"$KBUILD" doctor >doctor 2>&1 || skip "no HIP toolchain here (kbuild doctor tells)"
clang=$(sed -n 's/^ *ok *clang  *[0-9.]* *//p' doctor)

# A clang whose libclang is not installed is not enough, and the package that has it is named.
mkdir -p alone/bin
printf '#!/bin/sh\nexec "%s" "$@"\n' "$clang" | sed 's/"%s"/"$REAL_CLANG"/' >alone/bin/clang++
chmod +x alone/bin/clang++
KBUILD_SYSROOT=$TOP/none REAL_CLANG=$clang PATH=/usr/bin:/bin
export KBUILD_SYSROOT REAL_CLANG PATH
reflect 3 wrong.hip --clang "$TOP/alone/bin/clang++" --
says "libclang1-"
unset KBUILD_SYSROOT

set -- -- -x hip --cuda-device-only --offload-arch=gfx1030 -nogpuinc -nogpulib
reflect 0 "it's a \$ource.hip" "$@"
grep -qF '"module": "it'"'"'s a $ource"' .out || fail "the module is not called after the file"
reflect 0 "it's a \$ource.hip" --module other -o "an other.json" "$@"
[ ! -s .out ] || fail "wrote to standard output, too"
grep -qF '"module": "other"' "an other.json" || fail "--module did nothing"

# The same bytes do not make the file new.
touch -d @1000000000 "an other.json"
reflect 0 "it's a \$ource.hip" --module other -o "an other.json" "$@"
[ "$(stat -c %Y "an other.json")" = 1000000000 ] || fail "an unchanged document was written again"

# A source that does not compile leaves the old document alone.
cp "an other.json" before
reflect 1 wrong.hip -o "an other.json" "$@"
says "wrong.hip:1:38: error:"
says "kbuild: reflect wrong: failed"
cmp before "an other.json" || fail "a failure touched the output"

# Arguments that clang does not take are the user's mistake.
reflect 1 "it's a \$ource.hip" "$@" --offload-arch=gfx9999
says "libclang does not take these arguments"

reflect 3 "it's a \$ource.hip" -o /proc/nowhere/x.json "$@"
says "/proc/nowhere/x.json: cannot write"
exit 0
