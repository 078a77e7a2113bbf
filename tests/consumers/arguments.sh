# kbuild_add_kernels() passes on every argument, with any characters.
. "$(dirname "$0")/lib.sh"
. "$HERE/../nvcc.sh"
mkdir -p "tree/in clude"
cat >tree/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(tree LANGUAGES C)
find_package(kbuild 0.1 REQUIRED)
kbuild_add_kernels(TARGET first SOURCES "odd $name's.cu" TARGETS "gfx90a:xnack-" gfx1030
                   PACKAGE one EMBED incbin COMPRESS zstd STD c++20 OPTIMIZE 2 CUDA_ARCH 700
                   INCLUDE_DIRECTORIES "in clude" OUTPUT_DIRECTORY "generated $code"
                   DEFINES "TEXT=\"a 'b' $c\"" FLAG_SET FLAGS -Wno-unused-value "-DWITH=[a] b")
kbuild_add_kernels(TARGET second MANIFEST lists/kernels.yaml ARCHIVES krt)
kbuild_add_kernels(TARGET third SOURCES nvidia.cu TARGETS sm_90 compute_80 NVCC ./nvcc DEFINES THIRD)
add_executable(both both.c)
target_link_libraries(both PRIVATE first second krt::krt)
CMAKE
cat >"tree/odd \$name's.cu" <<'CUDA'
#include "header.cuh"
#if __CUDA_ARCH__ != 700 || __cplusplus != 202002L || !defined FLAG_SET || VALUE != 3
#error an argument was lost
#endif
static_assert(sizeof TEXT == sizeof "a 'b' $c");
#define STRING(x) #x
#define STRING_OF(x) STRING(x)
static_assert(sizeof STRING_OF(WITH) == sizeof "[a] b");
extern "C" __global__ void odd(float *x) { *x = VALUE; }
CUDA
echo '#define VALUE 3' >"tree/in clude/header.cuh"
mkdir tree/lists
echo 'extern "C" __global__ void listed(float *x) { *x = 1; }' >tree/lists/listed.cu
cat >tree/lists/kernels.yaml <<'YAML'
package: two
targets: [gfx1030, gfx90a]
modules:
  - {name: both, sources: [listed.cu, more.cu]}
  - {name: one, sources: [listed2.cu], only: [gfx90a], defines: [NAME=listed2]}
  - {name: made, prebuilt: made.*.hsaco, only: [gfx1030]}
fusions:
  - {name: gate, expression: out = silu(a) * b, dtypes: [f16, f32], only: [gfx90a]}
YAML
echo 'extern "C" __global__ void more(float *x) { *x = 1; }' >tree/lists/more.cu
echo 'extern "C" __global__ void NAME(float *x) { *x = 1; }' >tree/lists/listed2.cu
cp "$HERE/../codeobj/data/gfx1030-v4.hsaco" tree/lists/made.gfx1030.hsaco
nvcc_double tree/nvcc
cp "$DATA/nvidia.cu" tree/
cat >tree/both.c <<'C'
#include "one.h"
#include "two.h"
#include <stdio.h>
int main(void)
{
    struct krt_device *device;
    void *memory;
    float value = 0;
    const struct krt_launch_config config = {{1, 1, 1}, {1, 1, 1}, 0};
    if (krt_device_default(&device) || krt_alloc(device, 4, &memory) ||
        one_launch_odd(krt_device_stream(device), &config, memory) ||
        krt_copy_to_host(krt_device_stream(device), &value, memory, 4) ||
        two_launch_more(krt_device_stream(device), &config, memory))
        return puts(krt_error_message()), 1;
    printf("%g\n", (double)value);
    krt_free(device, memory);
    return 0;
}
C
run 0 cmake -S tree -B build -G Ninja
run 0 cmake --build build
run 0 env KRT_DEVICE=emu:gfx1030 build/both
says 3
[ -s "build/generated \$code/odd \$name's.hsaco.zst" ] || fail "not compressed, or elsewhere"
run 0 kbuild inspect "build/generated \$code/odd \$name's.hsaco"
says "gfx90a:xnack-"
[ -s build/second.kernels/gate_f16.hsaco ] || fail "the manifest's fusion is not there"
[ -s build/second.kernels/two.json ] || fail "the manifest's package is not there"
# Code objects that exist already are a module like others.
run 0 kbuild inspect build/second.kernels/made.hsaco --raw-names
kernel=$(kbuild inspect --json tree/lists/made.gfx1030.hsaco | sed -n 's/.*"name":"\([^"]*\)","symbol".*/\1/p' | head -n 1)
says "$kernel"
grep -qF "\"symbol\": \"$kernel\", \"module\": \"made\"" build/second.kernels/two.json || fail "no $kernel in the index"
# So are images for NVIDIA GPUs, which nvcc makes of the sources themselves.
run 0 kbuild inspect --device sm_90 build/third.kernels/nvidia.hsaco
says "sm_90 (cuda-nvptx64-nvidia-cuda--sm_90)"
[ "$(wc -l <log)" = 2 ] || fail "nvcc ran $(wc -l <log) times"
grep -qF -e "-DTHIRD" log || fail "a definition did not reach nvcc"
run 0 cmake --build build
[ "$(wc -l <log)" = 2 ] || fail "nvcc ran again"
# The manifest is part of the graph: a change of it makes CMake plan again.
sed -i '/name: one/s/only: .gfx90a./only: [gfx1030]/' tree/lists/kernels.yaml
run 0 cmake --build build
says "compile one for gfx1030"
says_not "compile both"
# A module that is made again from another file of code objects.
cp "$HERE/../codeobj/data/gfx1030-lines.hsaco" tree/lists/made.gfx1030.hsaco
run 0 cmake --build build
says "bundle made"
