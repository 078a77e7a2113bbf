# kbuild flags, and that hipcc compiles a translation with them, and with none.
. "$(dirname "$0")/lib.sh"
. "$HERE/../hip.sh"
run 2 "$KBUILD" flags extra
says "'extra' is too much"
run 2 "$KBUILD" flags --targets gfx9999
run 0 "$KBUILD" flags --std c++20 --cuda-arch 800
says "-std=c++20"
says "-DKBUILD_CUDA_ARCH=800"
says_not "--offload-arch"
run 0 "$KBUILD" flags --lines
[ "$(wc -l <.out)" -ge 4 ] || fail "not one flag a line"

# Sources of C++ may have the same flags.
if clang=$(hip_clang); then
    echo 'int main() {}' >plain.cpp
    run 0 sh -c 'eval "$1 -Werror $("$0" flags) -fsyntax-only plain.cpp"' "$KBUILD" "$clang"
fi

command -v hipcc >/dev/null || skip "hipcc is not installed"
export XDG_CACHE_HOME="$TOP/cache dir"

# Casts saturate on the device alone: on the host they are the machine's.
cat >casts.hip <<'END'
#include <hip/hip_runtime.h>
#include <stdio.h>
extern "C" __global__ void cast(unsigned *to, float from) { to[0] = (unsigned)from; }
int main()
{
    volatile float large = 300.0f, negative = -1.0f;
    printf("%d %x\n", (int)(unsigned char)large, (unsigned)negative);
}
END
run 0 sh -c 'eval "hipcc -O2 $("$0" flags --targets gfx1030) casts.hip -o casts"' "$KBUILD"
run 0 ./casts
says "44 ffffffff"
for pass in host device; do
    run 0 sh -c 'eval "hipcc -O2 $("$0" flags --targets gfx1030) --cuda-$1-only -S -emit-llvm casts.hip -o $1.ll"' "$KBUILD" $pass
done
! grep 'fpto[su]i\.sat' host.ll || fail "casts saturate on the host"
grep -q 'fptoui\.sat' device.ll || fail "casts do not saturate on the device"

run 0 "$KBUILD" flags --targets gfx1030,gfx1100,gfx90a
cat >half.cu <<'END'
#include <cuda_fp16.h>
__global__ void scale(__half *x, float by) { x[threadIdx.x] = __float2half(__half2float(x[threadIdx.x]) * by); }
int main()
{
    __half *x = nullptr;
    if (cudaMalloc(&x, 64 * sizeof *x) != cudaSuccess)
        return 1;
    scale<<<1, 64>>>(x, 2.0f);
    return cudaDeviceSynchronize() != cudaSuccess;
}
END
hipify 0 half.cu -o half.hip
run 0 sh -c 'eval "hipcc $("$0" flags --targets gfx1100,gfx1101,gfx90a) -c half.hip -o half.o"' "$KBUILD"
[ -s half.o ] || fail "no object"
# Clang 15's pass for s_delay_alu is off for each gfx11, by an option that LLVM has once and that no linker sees.
if hipcc --version | grep -q 'clang version 15'; then
    run 0 "$KBUILD" flags --targets gfx1100,gfx1101
    says "-Xclang -mllvm -Xclang -amdgpu-enable-delay-alu=0"
    run 0 "$KBUILD" flags --targets gfx1030,gfx90a
    says_not "delay-alu"
fi
run 0 hipcc --offload-arch=gfx1030 -c half.hip -o plain.o
mkdir tree
cp half.cu tree/
hipify 0 tree -o ported
run 0 hipcc --offload-arch=gfx90a -c ported/half.cu -o ported.o
