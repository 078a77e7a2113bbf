# A precompiled header saves time and changes nothing: not the package, not a message, whatever becomes of it.
. "$(dirname "$0")/lib.sh"

[ -z "${KBUILD_LAUNCHER-}" ] || unset KBUILD_LAUNCHER # with a launcher, compiles do without
mkdir -p src
cat >src/a.cu <<'EOF'
#include <cassert>
#include <cuda_fp16.h>
#include <functional>
struct pair { float x, y; };
template <typename T> __global__ void scale(T *p, pair by, int n)
{
    assert(n > __COUNTER__);
    p[threadIdx.x] = T(sinf(by.x) * by.y);
}
template __global__ void scale<float>(float *, pair, int);
template __global__ void scale<__half>(__half *, pair, int);
EOF
kernel src/b.cu b1

# A compiler that counts the commands with a precompiled header, and refuses them when it is told to.
find_clang
wrap_clang <<EOF
#!/bin/sh
case " \$* " in *" -include-pch "*)
    echo >>"$TOP/readers"
    [ ! -e "$TOP/refuse" ] || exit 1 ;;
*" -emit-pch "*)
    [ ! -e "$TOP/kill" ] || kill -9 \$\$ ;;
esac
exec "$real" "\$@"
EOF
build() { kbuild build src --targets gfx1030 --clang "$TOP/bin/clang++" "$@"; }

# expect N WHAT: the last build compiled with a precompiled header N times.
expect() {
    [ "$(wc -l <readers 2>/dev/null || echo 0)" = "$1" ] || fail "$2: $(wc -l <readers) compiles with it, not $1"
    : >readers
}
: >readers

run 0 build -o plain --launcher env # which runs the compiler as it is
expect 0 "with a launcher"
run 0 build -o out
expect 2 "the first build"
digests plain >want
digests out >got
same want got
for module in a b; do same plain/.kbuild/meta/$module.json out/.kbuild/meta/$module.json; done

run 0 build -o out --verbose
expect 0 "nothing changed"
says "no work to do"
printf '// a word\n' >>src/b.cu
run 0 build -o out
expect 1 "one source changed"
kernel src/new/c.cu c1
run 0 build -o out
expect 1 "a source in a new directory"
rm -r src/new

# Of gfx11, clang 15 needs an option of LLVM.
run 0 kbuild build src --targets gfx1100 --clang "$TOP/bin/clang++" -o repaired
expect 2 "a target with a repair"

# Wrong sources: the messages are those of a compile without it.
cp -r src wrong
cat >wrong/a.cu <<'EOF'
#include <functional>
#include <string>
__global__ void no(int *p) { std::function<int(int)> f = [](int x) { return x; }; *p = f(2) + std::stoi("3"); }
EOF
printf '__global__ void no(missing *p) { }\n' >wrong/c.cu
printf '#warning "well"\nextern "C" __global__ void d1(int *p) { int unused; *p = 1; }\n' >wrong/d.cu
for how in "--launcher env" ""; do
    # shellcheck disable=SC2086 # words
    run 1 kbuild build wrong --targets gfx1030 -o bad -k --quiet $how
    sort .err >"said.${how:+plain}"
    rm -r bad
done
grep -q missing said. || fail "no error"
same said.plain said.

# Whatever happens to it.
: >readers
touch refuse
run 0 build -o refused
expect 2 "a compiler that refuses it"
rm refuse
digests refused >got
digests plain >want
same want got
for how in 'truncate -s 1000' 'rm -r'; do
    $how out/.kbuild/precompiled/*.pch
    rm -rf out/.kbuild/precompiled/*.in
    run 0 build -o out
    expect 2 "$how: it was made again"
done
digests out >got
digests plain >want
same want got

# A directory of the project has a header that the prelude includes, too: its text counts, in each module.
mkdir own
run 0 build -o out -I own
printf '#include_next <math.h>\n#define ADDED 5.0f\n' >own/math.h
printf 'extern "C" __global__ void a1(float *p) { *p = ADDED; }\n' >src/a.cu
run 0 build -o plain -I own --launcher env
: >readers
run 0 build -o out -I own
expect 0 "the project has a header of the prelude"
digests plain >want
digests out >got
same want got
[ "$(ls -d out/.kbuild/precompiled/*.pch | wc -l)" = 1 ] || fail "that of the other flags is still there"
rm src/a.cu

# Flags that could mean another thing in each of two commands, or of which clang warns behind the place of the prelude.
printf '#define ADDED 6.0f\n' >first.h
for flag in "-include, $TOP/first.h" -g '"-Wp,-DX"' '-DX=1, -DX=2'; do
    printf 'targets: [gfx1030]\nflags: [%s]\nmodules: [{name: b, sources: [src/b.cu]}]\n' "$flag" >kernels.yaml
    run 0 kbuild build kernels.yaml -o flags --clang "$TOP/bin/clang++"
    expect 0 "$flag"
done

# Packages of headers are replaced by others that are older than the build.
foreign() { printf '#include_next <math.h>\n%s\n' "$1" >foreign/math.h && touch -d 2001-01-01 foreign/math.h; }
mkdir foreign
foreign ""
printf 'targets: [gfx1030]\nflags: ["-I%s/foreign"]\nmodules: [{name: b, sources: [src/b.cu]}]\n' "$TOP" >kernels.yaml
run 0 kbuild build kernels.yaml -o foreign/out --clang "$TOP/bin/clang++"
expect 1 "a header of another package"
foreign "#define ADDED 7.0f"
run 0 kbuild build kernels.yaml -o foreign/out --clang "$TOP/bin/clang++"
expect 1 "another header of another package"
run 0 kbuild build kernels.yaml -o foreign/out --clang "$TOP/bin/clang++" --verbose
says "no work to do"

# Fusions have no sources.
printf 'targets: [gfx1100]\nfusions: [{name: f, expression: "z = x + y", dtypes: [f32]}]\n' >kernels.yaml
run 0 kbuild build kernels.yaml -o fused --clang "$TOP/bin/clang++"
expect 1 "a fusion for gfx11"

# A clang that was killed, for want of memory say, may succeed next time.
touch kill
run 0 kbuild build src --targets gfx1030 -o killed --clang "$TOP/bin/clang++"
expect 0 "clang was killed"
rm kill
run 0 kbuild build src --targets gfx1030 -o killed --clang "$TOP/bin/clang++"
expect 1 "clang was not killed"

# It leaves the beginning of another.
pch=$(echo fused/.kbuild/precompiled/*.pch)
: >"$pch-01234567.tmp.tmp"
run 0 kbuild build kernels.yaml -o fused --clang "$TOP/bin/clang++"
[ ! -e "$pch-01234567.tmp.tmp" ] || fail "clang's temporary file is still there"

# In CMake's graph it belongs to several modules, whose sources may differ in all else.
kernel one/b.cu b1
kernel two/c.cu b2
run 0 kbuild plan --cmake planned.cmake --targets gfx1030 -o planned --build-dir planned one/b.cu two/c.cu
printf '#include <hip/hip_runtime.h>\n__global__ void b2(int *p) { *p = 1; }\n' >two/c.cu
run 0 kbuild compile --precompile --build-dir planned --targets gfx1030 -o "$TOP/planned/precompiled/b.pch" planned/units/precompiled_*.json
[ -s planned/precompiled/b.pch ] || fail "one of the sources became HIP's"
! grep -q 'DEPENDS.*units/precompiled' planned.cmake || fail "another source would make it anew"
mkdir found
for name in types.h math.h; do
    : >found/$name
    run 0 kbuild plan --cmake planned.cmake --targets gfx1030 -o planned --build-dir planned -I found one/b.cu
    grep -e --precompile planned.cmake >$name.command
done
! cmp -s types.h.command math.h.command || fail "a new header in a directory of -I"
