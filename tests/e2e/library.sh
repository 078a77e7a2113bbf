# kbuild build --library: functions of the host and their kernels in one static library; settings of single sources;
# sources that are left out are named.
. "$(dirname "$0")/lib.sh"
mkdir -p src/moe src/other
cat >src/moe/scale.cu <<'EOF'
#include "arch.cuh"
#include <cuda_runtime.h>
template <int Factor> static __global__ void scale(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= Factor;
}
// A launcher chooses an instance by a number.
extern "C" int launch_scale(float *x, int n, int factor, cudaStream_t stream)
{
    switch (factor) {
    case 2: scale<2><<<(n + 63) / 64, 64, 0, stream>>>(x, n); break;
    case 3: scale<3><<<(n + 63) / 64, 64, 0, stream>>>(x, n); break;
    default: return -1;
    }
    return cudaGetLastError();
}
static __global__ void arch(int *out) { *out = ARCH; }
extern "C" void launch_arch_of_scale(int *out, cudaStream_t stream) { arch<<<1, 1, 0, stream>>>(out); }
EOF
cat >src/moe/offset.cu <<'EOF'
#include "arch.cuh"
#include <cuda_runtime.h>
static __device__ float by[1];
static __global__ void scale(float *x, int n) // the name of a kernel of another source
{
    if (threadIdx.x < n)
        x[threadIdx.x] += by[0];
}
extern "C" int launch_offset(float *x, int n, float value, cudaStream_t stream)
{
    cudaMemcpyToSymbolAsync(by, &value, sizeof value, 0, cudaMemcpyHostToDevice, stream);
    scale<<<1, 64, 0, stream>>>(x, n);
    return cudaGetLastError();
}
static __global__ void arch(int *out) { *out = ARCH; }
extern "C" void launch_arch_of_offset(int *out, cudaStream_t stream) { arch<<<1, 1, 0, stream>>>(out); }
EOF
cat >src/moe/arch.cuh <<'EOF'
#pragma once
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define ARCH (__CUDA_ARCH__ + EXTRA)
#else
#define ARCH 1
#endif
EOF
kernel src/other/plain.cu plain
extras="--file offset.cu:define=EXTRA=5 --file moe/scale.cu:define=EXTRA=0"

# ---- What is refused
refused() { # refused EXIT-CODE TEXT ARGUMENT...
    code=$1 text=$2
    shift 2
    run "$code" kbuild build src --targets gfx90a -o out --library moe "$@"
    says "$text"
    [ ! -e out/libmoe.a ] || fail "a library was made"
}
refused 2 "a library cannot be called 'a/b'" --library a/b
refused 2 "--emit is for packages" --emit rust
refused 2 "--embed is for packages" --embed incbin
refused 2 "--compress is for packages" --compress zstd
refused 2 "--package is for packages" --package other
refused 1 "cannot be in libmoe.a: it has a target for NVIDIA GPUs" --targets gfx90a,sm_90
refused 2 "no source of src matches 'offset.cpp'" --file offset.cpp:flag=-g
refused 2 "write a path from there, or a file's name" --file src/moe/offset.cu:flag=-g
refused 2 "there are cuda_arch=NUMBER" --file offset.cu:arch=700
refused 2 "there are cuda_arch=NUMBER" --file offset.cu:cuda_arch=7.5
refused 2 "--file needs GLOB:KEY=VALUE" --file offset.cu
for extra in 'fusions: [{name: f, expression: y = x + 1, dtypes: [f32]}]|is a fusion' \
    'modules: [{name: s, sources: [moe/scale.cu], ship_source: true}]|ships its source'; do
    printf 'library: moe\ntargets: [gfx90a]\n%s\n' "${extra%%|*}" >src/odd.yaml
    run 1 kbuild build src/odd.yaml -o out
    says "cannot be in libmoe.a: it ${extra##*|}"
done
printf 'targets: [gfx90a]\nmodules: [{name: p, sources: [other/plain.cu], skip: text}]\n' >src/none.yaml
run 1 kbuild build src/none.yaml -o out
says "every module is left out: other/plain.cu: text"
run 2 kbuild plan --cmake graph.cmake src/odd.yaml -o out
says "libmoe.a is a library, which only kbuild build makes"

# A mistake in a function of the host: the user's own file, once.
mkdir wrong
echo 'void broken() { cudaMalloc(1); }' >wrong/broken.cu
run 1 kbuild build wrong --targets gfx90a -o out --library moe
once "wrong/broken.cu:1:17: error: no matching function for call to 'hipMalloc'"
[ ! -e out/libmoe.a ] || fail "a library was made"

# An instance that only the host's part has: a warning, because a program may launch it on other GPUs alone.
mkdir odd
cat >odd/odd.cu <<'EOF'
#ifdef __CUDA_ARCH__
#define WIDTH 4
#else
#define WIDTH 8
__global__ void nowhere(float *x) { *x = 1; }
#endif
namespace space1 { namespace { template <int Width> __global__ void wide(float *x) { *x = Width; } } }
template <class T> static __global__ void fill(T *x) { *x = 1; }
extern "C" __global__ void plain(float *x) { *x = 2; }
extern "C" void launch(float *x)
{
    space1::wide<WIDTH><<<1, 1>>>(x);
    fill<<<1, 1>>>(x);
    plain<<<1, 1>>>(x);
}
EOF
run 0 kbuild build odd --targets gfx90a,gfx1030 -o out.odd --library odd
once "warning: compile odd for the host: the code for gfx1030, gfx90a lacks the kernel space1::(anonymous namespace)::wide<8>: "
once "the code for gfx1030, gfx90a lacks the kernel nowhere: "
[ "$(cat "$TOP/.out" "$TOP/.err" | grep -c lacks)" = 2 ] || fail "warned of another kernel"

# ---- A library from a directory
# shellcheck disable=SC2086 # a list of words
library() { run 0 kbuild build src --targets gfx90a -o out --library moe --exclude other $extras "$@"; }
library --depfile lib.d
says "kbuild: left out other/: --exclude"
says "out/libmoe.a: 2 objects for gfx90a"
says_not "lacks"
[ "$(ls out)" = libmoe.a ] || fail "more than the library: $(ls out)"
grep -q "^out/libmoe.a:" lib.d && grep -q "src/moe/arch.cuh" lib.d || fail "the depfile"
cp out/libmoe.a first.a
library
says_not "compile"
same first.a out/libmoe.a
library --json
says '"format": "kbuild-library-1"'
says '"other/: --exclude"'
sed -i 's/+=/-=/' src/moe/offset.cu
library
says "compile moe_offset for the host"
says_not "compile moe_scale"
sed -i 's/-=/+=/' src/moe/offset.cu # named/ has it

# What a killed build left is removed: an archiver would add the objects to an archive that is there.
cp first.a out/.kbuild/out/libmoe.a.tmp
: >out/.kbuild/host/gone.o-01234567.tmp.tmp
: >out/.kbuild/host/gone.o.tmp
run 0 kbuild build src/moe/scale.cu --targets gfx90a -o out --library moe -DEXTRA=0
! grep -q moe_offset out/libmoe.a || fail "an object of the killed build is in the library"
[ -z "$(find out/.kbuild -name '*.tmp')" ] || fail "temporary files of a killed build are still there"
echo old >sum.tmp
run 0 "$KBUILD" step --output sum --label sum -- sh -c 'echo new >>sum.tmp'
[ "$(cat sum)" = new ] || fail "a step added to the file of a killed step"

# ---- A library from a manifest, with settings of its modules
cat >src/moe/kernels.yaml <<'EOF'
library: moe
targets: [gfx90a]
defines: [EXTRA=5]
modules:
  - {name: scale, sources: [scale.cu], cuda_arch: 700}
  - {name: offset, sources: [offset.cu]}
  - {name: plain, sources: [../other/plain.cu], skip: "it has\nno launcher\n"}
EOF
run 0 kbuild build src/moe -o named --json
says "kbuild: left out ../other/plain.cu: it has no launcher"
sed -i '/^library/d' src/moe/kernels.yaml # a package says it as well
sed -i 's/, cuda_arch: 700/, only: [nvidia]/; s/\[offset.cu\]/&, skip: text/; s/, skip: "it .*/}/' src/moe/kernels.yaml
run 0 kbuild build src/moe -o package
says "kbuild: left out scale.cu: built for none of these targets"
tr -d '\n ' <package/images.json | grep -q '"left_out":\["offset.cu:text","scale.cu:builtfornoneofthesetargets"\]' ||
    fail "images.json"

# ---- Both are executed
[ -n "${HIPEMU-}" ] || skip "no libhipemu: the libraries were not executed"
command -v g++ >/dev/null || skip "g++ is not installed: the libraries were not executed"
cat >main.cpp <<'EOF'
#include <hip/hip_runtime_api.h>
#include <stdio.h>
extern "C" int launch_scale(float *x, int n, int factor, hipStream_t stream);
extern "C" int launch_offset(float *x, int n, float value, hipStream_t stream);
extern "C" void launch_arch_of_scale(int *out, hipStream_t stream);
extern "C" void launch_arch_of_offset(int *out, hipStream_t stream);
int main()
{
    float x[2] = {1, 2};
    void *memory;
    hipStream_t stream;
    int first, second;
    if (hipStreamCreate(&stream) || hipMalloc(&memory, sizeof x))
        return 1;
    float *floats = static_cast<float *>(memory);
    int *ints = static_cast<int *>(memory);
    (void)hipMemcpy(floats, x, sizeof x, hipMemcpyHostToDevice);
    int codes[] = {launch_scale(floats, 2, 2, stream), launch_scale(floats, 2, 3, stream),
                   launch_scale(floats, 2, 4, stream), launch_offset(floats, 2, 0.5f, stream)};
    (void)hipStreamSynchronize(stream);
    (void)hipMemcpy(x, floats, sizeof x, hipMemcpyDeviceToHost);
    launch_arch_of_scale(ints, stream);
    launch_arch_of_offset(ints + 1, stream);
    (void)hipStreamSynchronize(stream);
    (void)hipMemcpy(&first, ints, sizeof first, hipMemcpyDeviceToHost);
    (void)hipMemcpy(&second, ints + 1, sizeof second, hipMemcpyDeviceToHost);
    printf("%d %d %d %d: %g %g, %d %d\n", codes[0], codes[1], codes[2], codes[3], x[0], x[1], first, second);
}
EOF
g++ -D__HIP_PLATFORM_AMD__ -c main.cpp -o main.o || fail "main.cpp"
directory=$(dirname "$HIPEMU")
executes() { # executes LIBRARY TEXT
    g++ main.o "$1" -L"$directory" -lhipemu -Wl,-rpath,"$directory" -o main || fail "$1 does not link"
    run 0 env HIPEMU_DEVICES=gfx90a HIPEMU_CHECK=fatal ./main
    says "$2"
}
executes first.a "0 0 -1 0: 6.5 12.5, 900 905"
executes named/libmoe.a "0 0 -1 0: 6.5 12.5, 1 905"
