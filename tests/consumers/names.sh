# In CMake's graph, headers and directories may have names that a depfile cannot have: a change is never missed.
# names.sh GENERATOR
. "$(dirname "$0")/lib.sh"
generator=$1
odd="it's"
mkdir -p "$odd/kernels/a&\$b"
cat >"$odd/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.20)
project(names C)
find_package(kbuild REQUIRED)
kbuild_add_kernels(TARGET kernels SOURCES kernels/k.cu LAUNCHER "$TOP/launcher" TARGETS gfx1030)
CMAKE
header="$odd/kernels/a&\$b/h'[x].cuh"
echo '#define VALUE 1.0f' >"$header"
cat >"$odd/kernels/k.cu" <<'CUDA'
#include "a&$b/h'[x].cuh"
extern "C" __global__ void k(float *p) { *p = VALUE; }
CUDA

# expect NUMBER WHY: a build runs NUMBER compile jobs, and the next build none.
expect() {
    run 0 cmake --build "$1"
    compiles "$2" "$3"
    run 0 cmake --build "$1"
    compiles 0 "the build after: $3"
    says_not "publish"
}
for build in build "$odd/build"; do
    run 0 cmake -S "$odd" -B "$build" -G "$generator"
    expect "$build" 1 "the first build"
    echo "// a word" >>"$odd/kernels/k.cu"
    expect "$build" 1 "the source changed"
    echo '#define VALUE 2.0f' >"$header"
    expect "$build" 1 "the header changed"
    echo '#define VALUE 1.0f' >"$header"
    expect "$build" 1 "the header changed back"
done
exit 0
