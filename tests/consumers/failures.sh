# An error is reported with its place, fails the build, and leaves no half-made files.
. "$(dirname "$0")/lib.sh"
mkdir tree
cat >tree/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(tree LANGUAGES C)
find_package(kbuild 0.1 REQUIRED)
kbuild_add_kernels(${ARGUMENTS})
CMAKE
echo 'extern "C" __global__ void good(float *x) { *x = 1; }' >tree/good.cu

# refuses MESSAGE ARGUMENT...: kbuild_add_kernels() refuses these arguments with MESSAGE, on one line.
refuses() {
    wanted=$1
    shift
    rm -rf build
    run 1 cmake -S tree -B build -G Ninja "-DARGUMENTS=$(IFS=';' && echo "$*")"
    tr -s '\n ' ' ' <"$TOP/.err" >said
    grep -qF "CMakeLists.txt:4 (kbuild_add_kernels)" said || fail "the message does not name the place"
    grep -qF -e "$wanted" said || fail "not printed: $wanted"
    [ ! -e build/build.ninja ] || fail "configured in spite of the error"
    [ "$(find build -name kernels.c)" = "" ] || fail "made a package"
}
refuses "TARGET is missing" SOURCES good.cu TARGETS gfx90a
refuses "not understood: TARGET_IDS" TARGET k TARGET_IDS gfx90a
refuses "kbuild_add_kernels(k): no value for SOURCES" TARGET k SOURCES TARGETS gfx90a
refuses "kbuild_add_kernels(k): give either SOURCES or MANIFEST" TARGET k TARGETS gfx90a
refuses "kbuild_add_kernels(k): kbuild: plan: for which GPUs?" TARGET k SOURCES good.cu
refuses "unknown target 'gfx90b'; did you mean" TARGET k SOURCES good.cu TARGETS gfx90b
refuses "module 'gone': source $TOP/tree/gone.cu is not there" TARGET k SOURCES gone.cu TARGETS gfx90a
refuses "two modules are named 'good'" TARGET k SOURCES good.cu ../tree/good.cu TARGETS gfx90a
refuses "--embed cannot be 'tape'" TARGET k SOURCES good.cu TARGETS gfx90a EMBED tape
refuses "kernels.yaml: cannot" TARGET k MANIFEST kernels.yaml TARGETS gfx90a
refuses "include directory $TOP/tree/nowhere is not there" \
    TARGET k SOURCES good.cu TARGETS gfx90a INCLUDE_DIRECTORIES nowhere
refuses "no such program" TARGET k SOURCES good.cu TARGETS gfx90a LAUNCHER no-such-program

# A kernel does not compile: the message names the line in the user's file. Another module is good.
echo 'extern "C" __global__ void bad(float *x) { *x = oops; }' >tree/bad.cu
for generator in Ninja "Unix Makefiles"; do
    rm -rf build
    run 0 cmake -S tree -B build -G "$generator" "-DARGUMENTS=TARGET;k;SOURCES;good.cu;bad.cu;TARGETS;gfx90a"
    # go on after the error; make's -k takes no number
    if [ "$generator" = Ninja ]; then
        run_fails cmake --build build --parallel 2 -- -k 0
    else
        run_fails cmake --build build --parallel 2 -- -k
    fi
    says "$TOP/tree/bad.cu:1:49: error: use of undeclared identifier 'oops'"
    [ ! -e build/k.kernels ] || [ "$(ls build/k.kernels)" = "" ] || fail "half a package: $(ls build/k.kernels)"
    [ "$(find build -name '*.tmp' -o -name 'bad*.hsaco')" = "" ] || fail "half an object"
    echo 'extern "C" __global__ void bad(float *x) { *x = 2; }' >tree/bad.cu
    run 0 cmake --build build
    cp -r build/k.kernels before
    echo 'extern "C" __global__ void bad(float *x) { *x = oops; }' >tree/bad.cu
    run_fails cmake --build build
    diff -r before build/k.kernels || fail "the former package was changed"
    rm -r before
    # A source was removed.
    mv tree/good.cu tree/kept
    run_fails cmake --build build
    says "good.cu"
    mv tree/kept tree/good.cu
done

# A project without the language C cannot compile the package.
sed -i 's/LANGUAGES C/LANGUAGES NONE/' tree/CMakeLists.txt
refuses "needs the language C" TARGET k SOURCES good.cu TARGETS gfx90a
