# Kernels with internal linkage may have the same names as others; see docs/formats.md.
. "$(dirname "$0")/lib.sh"

mkdir src
cat >src/shared.cuh <<'EOF'
inline __global__ void everywhere(float *p) { *p = 0; }
template <typename T> static __global__ void common(T *p) { *p = 1; }
EOF
cat >src/one.cu <<'EOF'
#include "shared.cuh"
static __global__ void fill(float *p) { *p = 1; }
namespace { __global__ void copy(float *p, int n) { *p = n; } }
template <typename T> static __global__ void own(T *p) { *p = 1; }
static __global__ void alone(float *p) { *p = 1; }
void host() { own<float><<<1, 1>>>(nullptr); common<float><<<1, 1>>>(nullptr); }
EOF
cat >src/two.cu <<'EOF'
#include "shared.cuh"
static __global__ void fill(float *p) { *p = 2; }
static __global__ void copy(float *p, float x) { *p = x; }
template <typename T> static __global__ void own(T *p) { *p = 2; }
void host() { own<float><<<1, 1>>>(nullptr); common<float><<<1, 1>>>(nullptr); }
EOF
echo '__global__ void fill(int *p) { *p = 3; }' >src/three.cu
run 0 kbuild build src --targets gfx1030 -o out --emit rust
python3 - <<'EOF' || fail "names"
import json
names = {k["name"]: k.get("wrapper", k.get("template")) for k in json.load(open("out/kernels.json"))["kernels"]}
assert names == {
    "one/fill": "kernels_launch_one_fill", "two/fill": "kernels_launch_two_fill", "fill": "kernels_launch_fill",
    "one/(anonymous namespace)::copy": "kernels_launch_one_copy", "two/copy": "kernels_launch_two_copy",
    "one/everywhere": "kernels_launch_one_everywhere", "two/everywhere": "kernels_launch_two_everywhere",
    "one/own<float>": "kernels_launch_one_own_float", "two/own<float>": "kernels_launch_two_own_float",
    "common<float>": "kernels_launch_common_float_2", # the second of two
    "alone": "kernels_launch_alone"}, names
EOF
for compiler in "gcc -std=c11" "g++ -std=c++17 -x c++"; do
    # shellcheck disable=SC2086
    run 0 $compiler -Wall -Wextra -Wpedantic -Werror -I"$INCLUDE" -Iout -c out/kernels.c -o kernels.o
done

# Two external kernels cannot have one name; the message says how to change that.
echo '__global__ void fill(int *p) { *p = 4; }' >src/four.cu
run 1 kbuild build src --targets gfx1030 -o out --quiet
says "three.cu:1: kernel 'fill' of module 'three' is also in module 'four' (four.cu:1)"
says "rename one, or make it static"

# kbuild refuses modules that have the same name in C, before it compiles anything.
mv src/four.cu src/One.cu
run 1 kbuild build src --targets gfx1030 -o fresh
says "src: modules 'One' and 'one' are both called one in C; rename one"
mv src/One.cu 'src/o"ne.cu'
run 1 kbuild build src --targets gfx1030 -o fresh
says "src: a module cannot be called 'o\"ne': no #include can name its header"
mv 'src/o"ne.cu' 'src/o??ne.cu'
run 1 kbuild build src --targets gfx1030 -o fresh --embed c23
says "src: module 'o??ne': #embed cannot spell this name"
[ ! -e fresh ] || fail "something was made: $(ls fresh)"
exit 0
