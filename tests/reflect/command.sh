# kbuild reflect as a command: where the output goes, what is left alone, which messages come and with which
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
says "needs one SOURCE"
reflect 2 wrong.hip more.hip --
says "needs one SOURCE"
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

# mistake NAME: a source, and below a line of dashes all messages about it, without the lines of the source
# that clang shows. Nothing is written.
mistake() {
    name=$1
    awk -v source="$name.hip" -v said=wanted '/^-----$/ { source = said; next } { print >source }'
    reflect 1 -o mistake.json "$name.hip" -- -x hip --cuda-device-only --offload-arch=gfx1030 -std=c++17 -nogpuinc -nogpulib
    [ ! -e mistake.json ] || fail "wrote a document for a source that does not compile"
    grep -E '^In file |: (fatal )?error: |: note: |^kbuild: ' .err >found
    diff -u wanted found || fail "$name: other messages"
}
cat >bad_header.cuh <<'EOF'
#line 1 "bad_header.cuh"
#define __global__ __attribute__((global))

extern "C" __global__ void broken(nonsense a) {}
EOF
mistake bad_header <<'EOF'
#line 1 "bad_header.cu"
#include "bad_header.cuh"
-----
In file included from bad_header.cu:1:
bad_header.cuh:3:35: error: unknown type name 'nonsense'
kbuild: reflect bad_header: failed
EOF
mistake bad_include <<'EOF'
#include "nowhere.cuh"
-----
bad_include.hip:1:10: fatal error: 'nowhere.cuh' file not found
kbuild: reflect bad_include: failed
EOF
mistake bad_macro <<'EOF'
#line 1 "bad_macro.cu"
#define __global__ __attribute__((global))
#define KERNEL(NAME, T) extern "C" __global__ void NAME(T a) {}
KERNEL(good, int)
KERNEL(bad, nonsense)
-----
bad_macro.cu:4:13: error: unknown type name 'nonsense'
kbuild: reflect bad_macro: failed
EOF
mistake bad_syntax <<'EOF'
#line 7 "bad.cu"
#define __global__ __attribute__((global))
extern "C" __global__ void broken(int a, float {}
-----
bad.cu:8:48: error: expected ')'
bad.cu:8:34: note: to match this '('
bad.cu:8:50: error: expected function body after function declarator
kbuild: reflect bad_syntax: failed
EOF
mistake bad_type <<'EOF'
#line 1 "bad type.cu"
#define __global__ __attribute__((global))

extern "C" __global__ void before(int a) {}

	extern "C" __global__ void broken(missing_t *é, int b) {}
-----
bad type.cu:5:36: error: unknown type name 'missing_t'
kbuild: reflect bad_type: failed
EOF
exit 0
