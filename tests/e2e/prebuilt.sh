# Modules of code objects that other compilers made: their kernels are checked, typed, bundled and launched like others.
. "$(dirname "$0")/lib.sh"
. "$HERE/../hip.sh"
CLANG=$(hip_clang) || skip "the clang of HIP is not installed"
mkdir src objects
cat >src/mixed.hip <<'EOF2'
#define __global__ __attribute__((global))
struct pair { float a, b; };
extern "C" __global__ void plain(float *out, float value, pair both) { out[0] = value + both.a * both.b; }
namespace ns {
template <typename T> __global__ void twice(T *out, const T *in, unsigned char n) { out[n] = in[n] + in[n]; }
template __global__ void twice<int>(int *, const int *, unsigned char);
__global__ void typed(double *out, double value) { *out = value; }
}
EOF2
cat >src/ocl.cl <<'EOF2'
__attribute__((reqd_work_group_size(8, 4, 1))) kernel void ocl(global float *data, uint count, float value)
{
    data[0] = value + count;
}
EOF2
for target in gfx1030 gfx90a; do
    run 0 "$CLANG" -x hip --cuda-device-only --no-gpu-bundle-output -nogpulib -nogpuinc -O2 --offload-arch=$target \
        src/mixed.hip -o objects/mixed.$target.hsaco
    run 0 "$CLANG" -x cl -target amdgcn-amd-amdhsa -mcpu=$target -nogpulib -O2 src/ocl.cl -o objects/ocl.$target.hsaco
done

# manifest LINE...: a manifest with these lines of modules.
manifest() {
    echo 'targets: [gfx1030, gfx90a]
modules:' >kernels.yaml
    printf '  - %s\n' "$@" >>kernels.yaml
}
build() { run "$1" kbuild build kernels.yaml -o "${2-out}" --quiet; }
has() { tr -s ' \n' ' ' <out/kernels.h | grep -qF "$1" || fail "kernels.h lacks: $1"; }

manifest '{name: m, prebuilt: objects/none.*.hsaco}'
build 1
says "kernels.yaml:3: 'prebuilt': no file is 'objects/none.*.hsaco'"
manifest '{name: m, prebuilt: objects/ocl.gfx1030.hsaco}'
build 1
says "gfx90a"
manifest '{name: m, prebuilt: objects}' # two for a target
build 1
says "gfx1030"
head -c 700 objects/ocl.gfx90a.hsaco >torn.gfx90a.hsaco
manifest '{name: m, prebuilt: [objects/ocl.gfx1030.hsaco, torn.gfx90a.hsaco]}'
build 1
says "torn.gfx90a.hsaco: offset 700: code object ends before its header tables"
manifest '{name: m, prebuilt: objects/ocl.*.hsaco, ship_source: true}'
build 1
says "it has no source that could be shipped"
[ ! -e out/kernels.h ] || fail "published after an error"

# By the code objects alone. A bundle gives the same.
manifest '{name: mixed, prebuilt: objects/mixed.*.hsaco}' '{name: ocl, prebuilt: [objects/ocl.*.hsaco]}'
build 0
has 'void *parameter_1, struct kernels_bytes4 parameter_2,'
has 'struct kernels_bytes8 parameter_3'
has 'int32_t *parameter_1,'
has 'const int32_t *parameter_2, uint8_t parameter_3'
has 'double *parameter_1, double parameter_2'
has 'kernels_launch_ns_twice_int('
has '#define KERNELS_OCL_BLOCK_Y 4'
has 'float *parameter_1, uint32_t parameter_2, float parameter_3'
run 0 kbuild inspect out/ocl.hsaco
says "ocl"
run 0 kbuild build kernels.yaml -o out
says "no work to do"
run 0 kbuild bundle -o objects/ocl.all objects/ocl.*.hsaco
manifest '{name: mixed, prebuilt: objects/mixed.*.hsaco}' '{name: ocl, prebuilt: objects/ocl.all}'
build 0 other
for file in mixed.hsaco ocl.hsaco; do
    same "out/$file" "other/$file"
done

# With a header, whose declarations must agree with the code.
mkdir include
cat >include/mixed.cuh <<'EOF2'
struct pair { float a, b; };
extern "C" __global__ void plain(float *out, float value, pair both);
namespace ns {
template <typename T> __global__ void twice(T *out, const T *in, unsigned char n);
__global__ void typed(double *out, double value);
}
EOF2
manifest '{name: mixed, prebuilt: objects/mixed.*.hsaco, sources: [include/mixed.cuh]}' '{name: ocl, prebuilt: objects/ocl.*.hsaco}'
build 0
has 'float *out,'
has 'float value, struct kernels_pair both'
sed -i 's/float value, pair both/double value, pair both/' include/mixed.cuh
build 1
says "include/mixed.cuh:2: plain: parameter 2 'value': source has double (8 bytes at 8)"
sed -i 's/double value, pair both/float value, pair both/; /typed/d' include/mixed.cuh
build 1
says "has kernel '_ZN2ns5typedEPdd', which the source does not define"
sed -i 's/^}/__global__ void typed(double *out, double value);\n}/' include/mixed.cuh

# With what Triton writes beside a kernel. Here it lies beside a kernel of clang's.
cp objects/ocl.gfx1030.hsaco add.gfx1030.hsaco
cp objects/ocl.gfx90a.hsaco add.gfx90a.hsaco
for target in gfx1030 gfx90a; do
    echo '{"name": "ocl", "num_warps": 4, "shared": 16}' >add.$target.json
    echo 'module { tt.func public @ocl(%x: !tt.ptr<f16, 1> {tt.divisibility = 16 : i32} loc("x"(#loc)), %n: i32 loc("a, (b"(#loc1))) attributes {} {' >add.$target.ttir
done
sed -i 's/16}/48}/' add.gfx90a.json
manifest '{name: mixed, prebuilt: objects/mixed.*.hsaco, sources: [include/mixed.cuh]}' '{name: add, prebuilt: add.*.hsaco}'
build 0
has '#define KERNELS_OCL_WARPS 4'
has '#define KERNELS_OCL_SHARED 48'
has 'struct krt_f16 *x, int32_t n, struct kernels_bytes4 scratch_1'
run 0 kbuild build kernels.yaml -o python --quiet --emit python
for line in 'OCL_WARPS = 4' 'OCL_SHARED = 48' 'ocl = PACKAGE.kernel('; do
    grep -qF "$line" python/kernels.py || fail "kernels.py lacks: $line"
done
grep -qF 'OCL_SHARED: int' python/kernels.pyi || fail "kernels.pyi lacks the facts"
sed -i 's/"num_warps": 4/"num_warps": 8/' add.gfx90a.json
build 1
says "add.gfx90a.hsaco: kernel 'ocl' was compiled for 8 warps, and for 4 for another target"
sed -i 's/"num_warps": 8/"num_warps": 4/' add.gfx90a.json
build 0
# Half of such a file gives fewer types, never another error.
cp add.gfx90a.ttir whole.ttir
for bytes in 25 26 30 42 60 85 90 105; do
    head -c $bytes whole.ttir >add.gfx90a.ttir
    run 0 kbuild bundle -o torn.hsaco --reflect torn.json --module m add.gfx90a.hsaco
    grep -q '"symbol": "ocl"' torn.json || fail "no kernel after $bytes bytes of types"
done
echo '{"num_warps": "many"}' >add.gfx90a.json
run 0 kbuild bundle -o torn.hsaco --reflect torn.json --module m add.gfx90a.hsaco
mv whole.ttir add.gfx90a.ttir

[ -n "${HIPEMU-}" ] || exit 0
cat >main.c <<'EOF2'
#include "kernels.h"
#include <stdio.h>
#include <string.h>
int main(void)
{
    struct krt_launch_config config = {{1, 1, 1}, {1, 1, 1}, 0};
    struct krt_device *device;
    void *memory;
    float result[2] = {0};
    struct kernels_pair pair = {3, 4};
    struct kernels_bytes4 value;
    memcpy(value.bytes, &(float){0.5f}, sizeof value);
    int failed = krt_device_default(&device) || krt_alloc(device, 8, &memory);
    struct krt_stream *stream = krt_device_stream(device);
    failed = failed || kernels_launch_plain(stream, &config, (float *)memory, 1.5f, pair);
    failed = failed || krt_copy_to_host(stream, result, memory, 4);
    memcpy(config.block, (uint32_t[]){KERNELS_OCL_BLOCK_X, KERNELS_OCL_BLOCK_Y, 1}, 12);
    failed = failed || kernels_launch_ocl(stream, &config, (struct krt_f16 *)memory, 7, value);
    failed = failed || krt_copy_to_host(stream, result + 1, memory, 4);
    printf("%g %g\n", (double)result[0], (double)result[1]);
    if (failed)
        fprintf(stderr, "%s\n", krt_error_message());
    return failed;
}
EOF2
run 0 cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Iout "-I$INCLUDE" main.c out/kernels.c "$KRT" \
    -Wl,-rpath,"$(dirname "$KRT")" -o main
for target in gfx1030 gfx90a; do
    run 0 env KRT_DEVICE=emu:$target KRT_LIBRARY="$HIPEMU" ./main
    says "13.5 7.5"
done
