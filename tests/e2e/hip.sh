# HIP's text has HIP's meaning in every way in: its warps are waves, of 64 lanes on gfx9. CUDA's have 32 lanes.
. "$(dirname "$0")/lib.sh"

mkdir -p src/inc
cat >src/inc/shared.cuh <<'EOF2'
#pragma once
#include <cuda_runtime.h>
__device__ inline int lanes() { return warpSize; }
EOF2
# body: a kernel that writes the sum over a wave, the lanes of a warp, the width of a ballot, and ballot(1) >> 32.
body() {
    cat <<'EOF2'
extern "C" __global__ void wave_sum(int *out)
{
    int value = threadIdx.x;
    for (int offset = warpSize / 2; offset; offset /= 2)
        value += __shfl_xor(value, offset);
    auto votes = __ballot(1);
    if (threadIdx.x == 0) {
        out[0] = value;
        out[1] = LANES;
        out[2] = sizeof votes;
        out[3] = static_cast<int>(static_cast<unsigned long long>(votes) >> 32);
    }
}
EOF2
}
{ echo '#include <hip/hip_runtime.h>' && echo '#include <hip/hip_fp16.h>' && body; } | sed s/LANES/warpSize/ >src/named.hip
{ echo '#include "hip/hip_runtime.h"' && echo '#include "inc/shared.cuh"' && body; } | sed 's/LANES/lanes()/; s/wave_sum/by_text/' >src/by_text.cu
{ echo '#include "inc/shared.cuh"' && body; } | sed 's/LANES/lanes()/; s/wave_sum/of_cuda/; s/__shfl_xor(/__shfl_xor_sync(~0u, /; s/__ballot(/__ballot_sync(~0u, /' >src/of_cuda.cu

# A mixed tree: each file has its own meaning, also where two of them include the same header.
run 0 kbuild build src --targets gfx90a,gfx1030 -o out
says "compile named (HIP) for gfx90a"
says "compile by_text (HIP) for gfx90a"
says "compile of_cuda for gfx90a"
[ "$(grep -c 'names.h' out/.kbuild/compile_commands.json)" = 1 ] || fail "editors see CUDA's names in HIP's text"
run 0 kbuild build src --targets gfx90a,gfx1030 -o out --verbose
[ "$(compiled)" = 0 ] || fail "compiled again"

# One translation unit has one language.
printf 'targets: [gfx90a]\nmodules: [{name: both, sources: [src/named.hip, src/of_cuda.cu]}]\n' >both.yaml
run 1 kbuild build both.yaml -o both
says "module 'both': src/named.hip is HIP's text and src/of_cuda.cu is CUDA's, which differ in what a warp is"
printf 'targets: [sm_90]\nmodules: [{name: by_text, sources: [src/by_text.cu]}]\n' >nvidia.yaml
printf '#!/bin/sh\necho "Cuda compilation tools, release 12.4, V12.4.131"\n' >nvcc && chmod +x nvcc
run 1 kbuild build nvidia.yaml -o nvidia --nvcc ./nvcc
says "src/by_text.cu is HIP's text, which cannot be compiled for NVIDIA GPUs"

# A step by itself; and the source that a package brings.
run 0 kbuild compile --target gfx90a -o step.hsaco src/named.hip
printf 'targets: [gfx90a]\nmodules: [{name: by_text, sources: [src/by_text.cu], include: [src], ship_source: true}]\n' >ship.yaml
run 0 kbuild build ship.yaml -o ship
grep -q KRT_LANGUAGE_HIP ship/by_text.source.h || fail "shipped as CUDA's text"

# kbuild hipify leaves HIP's text to HIP's headers, and kbuild flags do not bring CUDA's warps into it.
run 0 kbuild hipify src -o ported
head -1 ported/named.hip | grep -q '^#line 1' || fail "named.hip: $(head -1 ported/named.hip)"
head -1 ported/by_text.cu | grep -q '^#line 1' || fail "by_text.cu has a prelude"
head -1 ported/of_cuda.cu | grep -q prelude || fail "of_cuda.cu has no prelude"
run 0 kbuild hipify --in-place --no-backup ported/named.hip
head -1 ported/named.hip | grep -q '^#line 1' || fail "replaced: $(head -1 ported/named.hip)"
{ cat src/named.hip && echo '#include <assert.h>' && echo '#include <hip/hip_cooperative_groups.h>' &&
    echo '#if defined(__HIP_DEVICE_COMPILE__)' &&
    echo 'static_assert(sizeof(__ballot(1)) == 8, "HIP ballots have 64 bits");' &&
    echo '#endif'; } >flagged.hip
find_clang
run 0 sh -c 'eval "$1 -x hip --cuda-device-only -nogpulib --rocm-path=/usr --offload-arch=gfx90a $("$0" flags) -fsyntax-only flagged.hip"' \
    "$KBUILD" "$real"

# kbuild reflect adds nothing.
run 0 kbuild reflect src/named.hip -- -x hip --cuda-device-only --offload-arch=gfx90a --rocm-path=/usr -nogpulib
says '"wave_sum"'

[ -n "${HIPEMU-}" ] || exit 0
cat >main.c <<'EOF2'
#include <krt/krt.h>
#include <stdio.h>
#include <stdlib.h>
/* main CODE KERNEL */
int main(int count, char **words)
{
    static char code[1 << 20];
    struct krt_launch_config config = {{1, 1, 1}, {64, 1, 1}, 0};
    struct krt_device *device;
    struct krt_raw_module *module;
    struct krt_function *function;
    void *memory;
    int out[4] = {0};
    void *arguments[] = {&memory};
    FILE *file = fopen(words[count - 2], "r");
    size_t size = fread(code, 1, sizeof code, file);
    fclose(file);
    int failed = krt_device_default(&device) || krt_module_load_raw(device, code, size, &module) ||
                 krt_module_function(module, words[count - 1], &function) || krt_alloc(device, sizeof out, &memory) ||
                 krt_function_launch(function, krt_device_stream(device), &config, arguments, 1) ||
                 krt_copy_to_host(krt_device_stream(device), out, memory, sizeof out);
    puts(failed ? krt_error_message() : "");
    printf("sum %d, %d lanes, a ballot of %d bytes, %d\n", out[0], out[1], out[2], out[3]);
    return failed;
}
EOF2
run 0 cc -std=c11 -Wall -Wextra -Werror "-I$INCLUDE" main.c "$KRT" -Wl,-rpath,"$(dirname "$KRT")" -o main
# gives TARGET CODE KERNEL TEXT: what the kernel writes.
gives() {
    run 0 env KRT_DEVICE="emu:$1" KRT_LIBRARY="$HIPEMU" ./main "$2" "$3"
    says "$4"
}
gives gfx90a out/named.hsaco wave_sum "sum 2016, 64 lanes, a ballot of 8 bytes, -1"
gives gfx90a out/by_text.hsaco by_text "sum 2016, 64 lanes, a ballot of 8 bytes, -1"
gives gfx90a out/of_cuda.hsaco of_cuda "sum 496, 32 lanes, a ballot of 4 bytes, 0"
gives gfx1030 out/named.hsaco wave_sum "sum 496, 32 lanes, a ballot of 8 bytes, 0"
gives gfx1030 out/of_cuda.hsaco of_cuda "sum 496, 32 lanes, a ballot of 4 bytes, 0"
gives gfx90a step.hsaco wave_sum "sum 2016, 64 lanes, a ballot of 8 bytes, -1"
if kbuild build src/named.hip --targets gfx942 --clang 19 -o newer >.out 2>.err; then
    gives gfx942 newer/named.hsaco wave_sum "sum 2016, 64 lanes, a ballot of 8 bytes, -1"
fi
