# In CMake's own graph a build compiles only what changed. The package has the same bytes as that of
# `kbuild build`.
# cmake_jobs.sh GENERATOR
. "$(dirname "$0")/lib.sh"
generator=$1
cp -r "$EXAMPLES/cmake" tree
sed -i "s,TARGETS .*,LAUNCHER \"$TOP/launcher\"\n                   TARGETS gfx1030 gfx90a)," tree/CMakeLists.txt
run 0 cmake -S tree -B build -G "$generator"
compiles 0 "configuring"

# build N WHY: a build runs N compile jobs, and the next build has nothing to do.
build() {
    run 0 cmake --build build --parallel 2
    compiles "$1" "$2"
    run 0 cmake --build build
    says_not "compile "
    says_not "publish"
    says_not "Building C"
    compiles 0 "the build after: $2"
}
build 4 "the first build"
cat >tree/same.yaml <<'YAML'
targets: [gfx1030, gfx90a]
modules:
  - {name: saxpy, sources: [kernels/saxpy.cu]}
  - {name: clamp, sources: [kernels/clamp.cu]}
YAML
run 0 kbuild build tree/same.yaml -o plain
for file in plain/*; do
    same "$file" "build/kernels.kernels/$(basename "$file")"
done

sleep 0.01
touch tree/main.c
build 0 "a source of the program changed"
echo '// a word' >>tree/kernels/clamp.cu
cp -p build/kernels.kernels/kernels.h before.h
build 2 "a module changed"
[ "$(find build/kernels.kernels/kernels.h -newer before.h)" = "" ] || fail "kernels.h stayed the same and was written"
echo '// a word' >>tree/kernels/range.cuh
build 4 "the header of both changed"

# A header that did not exist when the graph was planned.
echo '#define LOWEST low' >tree/kernels/lowest.cuh
sed -i '1i #include "lowest.cuh"' tree/kernels/clamp.cu
build 2 "a header is included that was not before"
echo '#define LOWEST (low)' >tree/kernels/lowest.cuh
build 2 "the new header changed"

sed -i 's/TARGETS gfx/FLAGS -ffp-contract=off TARGETS gfx/' tree/CMakeLists.txt
build 4 "another flag"
sed -i 's/TARGETS gfx1030 gfx90a/TARGETS gfx90a/' tree/CMakeLists.txt
build 0 "a target less"
sed -i 's/TARGETS gfx90a/TARGETS gfx90a gfx1100/' tree/CMakeLists.txt # kbuild supplies a device library
build 2 "a target more"
sed -i 's/TARGETS gfx90a gfx1100/TARGETS gfx90a/' tree/CMakeLists.txt
build 0 "and a target less"
sed -i 's,kernels/clamp.cu,kernels/clamp.cu kernels/zero.cu,' tree/CMakeLists.txt
echo 'extern "C" __global__ void zero(float *x) { *x = 0; }' >tree/kernels/zero.cu
build 1 "another module"
grep -q kernels_launch_zero build/kernels.kernels/kernels.h || fail "the new kernel is not in the package"
run 0 env KRT_DEVICE=emu:gfx90a build/saxpy
says "2 3 5 7 8 8"

# A missing header is an error, also if its translation exists.
rm tree/kernels/lowest.cuh
run_fails cmake --build build
says "kernels/clamp.cu:1:10: fatal error: 'lowest.cuh' file not found"
rm -f "$TOP/compiles"
sed -i 1d tree/kernels/clamp.cu
build 1 "it is no longer included"
