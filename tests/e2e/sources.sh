# A mistake in a source: the message names the user's own file, once; the exit code is 1, without output.
. "$(dirname "$0")/lib.sh"

kernel src/good.cu good
run 0 kbuild build src --targets gfx1030,gfx90a -o out
digests out >before

cat >src/bad.cu <<'EOF'
extern "C" __global__ void first(float *p)
{
    *p = 1.0f;
}
extern "C" __global__ void second(float *p)
{
    *p = undeclared_thing;
}
EOF
run 1 kbuild build src --targets gfx1030,gfx90a -o out
says "src/bad.cu:7:10: error: use of undeclared identifier 'undeclared_thing'"
says_not "/hip/bad.cu:7"
[ "$(cat .out .err | grep -c "undeclared_thing'")" = 1 ] || fail "printed more than once"
digests out >after
same before after

# From inside the directory, or with its absolute path, messages use the name that a user would type.
cd src || exit 1
run 1 "$KBUILD" build . --targets gfx1030 -o ../out
says "bad.cu:7:10: error"
cd ..
run 1 kbuild build "$TOP/src" --targets gfx1030 -o out
says "$TOP/src/bad.cu:7:10: error"

# The message about a mistake in a header names the header and the file that includes it.
printf '#pragma once\n\nfloat wrong( { return 1; }\n' >src/helper.cuh
printf '#include "helper.cuh"\nextern "C" __global__ void k(float *p) { *p = 0; }\n' >src/bad.cu
run 1 kbuild build src --targets gfx1030 -o out
says "src/helper.cuh:3:"
says "In file included from src/bad.cu:1:"

# Also if the header is included by another header.
printf '#include "helper.cuh"\n' >src/middle.cuh
printf '\n#include "middle.cuh"\nextern "C" __global__ void k(float *p) { *p = 0; }\n' >src/bad.cu
run 1 kbuild build src --targets gfx1030 -o out
grep -A1 "In file included from src/bad.cu:2:" .err | grep -q "In file included from src/middle.cuh:1:" ||
    fail "the message does not name the files that include the header"

# --keep-going compiles the other sources, and the published package does not change.
kernel src/third.cu third
run 1 kbuild build src --targets gfx1030,gfx90a -o out --keep-going --verbose
[ -s out/.kbuild/obj/third.gfx90a.hsaco ] || fail "--keep-going stopped"
digests out >after
same before after

# kbuild prints a warning once for all targets. It does not warn of CUDA calls whose result is ignored.
cat >src/bad.cu <<'EOF'
#include <cuda_runtime.h>
extern "C" __global__ void k(float *p) { int forgotten = 1; *p = 0; }
void host(void) { cudaDeviceSynchronize(); }
EOF
cat >warn.yaml <<'EOF'
targets: [gfx1030, gfx90a]
flags: [-Wunused-variable]
modules: [{name: bad, sources: [src/bad.cu]}]
EOF
run 0 kbuild build warn.yaml -o warned
[ "$(cat .out .err | grep -c "src/bad.cu:2:46: warning: unused variable 'forgotten'")" = 1 ] ||
    fail "a warning was not printed once"
says_not "nodiscard"
rm src/bad.cu

# If a source is not C++ at all, hipify reports it.
printf 'const char *s = "abc\n' >src/bad.cu
run 1 kbuild build src --targets gfx1030 -o out
says "src/bad.cu:1:"

rm src/bad.cu
run 0 kbuild build src --targets gfx1030,gfx90a -o out
grep -q kernels_launch_third out/kernels.h || fail "the next build did not complete"

# A translation includes kbuild's own headers by their paths. These headers are not part of the project
# and do not change its root.
mkdir translated
printf '#include <cuda_fp16.h>\n' | cat - src/third.cu >third.cu
run 0 kbuild hipify third.cu -o translated/third.hip
run 0 kbuild build translated --targets gfx1030 -o from-hip
[ "$(find from-hip/.kbuild/hip -type f)" = from-hip/.kbuild/hip/third.hip ] ||
    fail "translated too: $(find from-hip/.kbuild/hip -type f | head -5)"
