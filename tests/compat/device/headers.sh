#!/bin/sh
# Each of CUDA's small headers can be the first one, twice, and without -I.
#
# environment: INCLUDE (the directory of the device headers), CLANG
. "$(dirname "$0")/lib.sh"
status=0
cd "$INCLUDE" || exit 1

headers=$(ls math_constants.h cuComplex.h cuda_profiler_api.h nvToolsExt*.h nvtx3/*.h* crt/*.h sm_*.h \
    device_*.h math_functions.h common_functions.h vector_*.h* host_*.h builtin_types.h texture_*.h \
    surface_*.h channel_descriptor.h cuda/std/* cuda/functional cuda/utility cuda/type_traits \
    cuda/limits cuda/cmath | grep -v 'std/atomic\|std/barrier\|std/latch\|std/semaphore')
[ "$(echo "$headers" | wc -l)" -gt 60 ] || { echo "headers are missing"; status=1; }
forwarding=0
for target in gfx1030; do
    for header in $headers; do
        # Those that only forward are all alike.
        if grep -q "prelude stands for it" "$header"; then
            forwarding=$((forwarding + 1))
            [ $forwarding -le 2 ] || continue
        fi
        printf '#include "%s"\n#include "%s"\nint used;\n' "$PWD/$header" "$PWD/$header" >"$TOP/one.hip"
        INCLUDE=$TOP check_syntax $target "$TOP/one.hip" -std=c++17 -Wall -Wextra -Werror >"$TOP/out" 2>&1 || {
            echo "$target: $header:"
            grep 'error' "$TOP/out" | head -5
            status=1
        }
    done
done

# rocThrust's choice of a compiler sees no __CUDACC__, and what follows the prelude does.
mkdir -p "$TOP/thrust/detail/config"
printf '#pragma once\n#ifdef __CUDACC__\n#define NVIDIA 1\n#else\n#define NVIDIA 0\n#endif\n' \
    >"$TOP/thrust/detail/config/compiler.h"
printf '#include "kbuild/cuda_prelude.h"\n#include <thrust/detail/config/compiler.h>\nstatic_assert(!NVIDIA && __CUDACC__, "");\nstatic const _CCCL_DEVICE int one = 1;\n' \
    >"$TOP/thrust.hip"
check_syntax gfx1030 "$TOP/thrust.hip" -std=c++17 -I"$TOP" >"$TOP/out" 2>&1 || {
    grep error "$TOP/out"
    status=1
}

# What a build leaves out, because nvcc does not include it, a source can include.
cat >"$TOP/left.hip" <<'EOF'
#if defined(_GLIBCXX_COMPLEX) || defined(_GLIBCXX_SSTREAM) || defined(_GLIBCXX_THREAD_H)
#error the prelude includes <complex> or <thread>
#endif
#include <complex>
#include <thread>
__global__ void multiply(std::complex<float> *x) { x[threadIdx.x] *= x[0] / std::complex<float>(0, 1); }
void join() { std::thread([] {}).join(); }
EOF
check_syntax gfx1030 "$TOP/left.hip" -std=c++17 -D__CLANG_CUDA_WRAPPERS_COMPLEX -include kbuild/cuda_prelude.h >"$TOP/out" 2>&1 || {
    grep error "$TOP/out"
    status=1
}

# HIP's libraries include its complex numbers, whose operators would clash with those of programs.
cat >"$TOP/complex.hip" <<'END'
#include "kbuild/cuda_prelude.h"
#include <hip/hip_complex.h>
__host__ __device__ inline float2 operator+(const float2 &a, const float2 &b) { return make_float2(a.x + b.x, a.y + b.y); }
__host__ __device__ inline double2 operator*(const double2 &a, const double2 &b) { return make_double2(a.x * b.x, a.y * b.y); }
__device__ hipFloatComplex sum(hipComplex a, float2 b) { return a + hipConjf(b); }
__device__ hipDoubleComplex product(hipDoubleComplex a) { return a * a; }
END
check_syntax gfx1030 "$TOP/complex.hip" -std=c++17 >"$TOP/out" 2>&1 || {
    grep error "$TOP/out"
    status=1
}

# HIP's 8-bit types convert, whatever the program forbids for its own text.
mkdir -p "$TOP/later/hip"
cat >"$TOP/later/hip/hip_fp8.h" <<'END'
__device__ inline float from_raw(const __nv_bfloat16_raw raw) { float f = __hip_bfloat16(raw); return f; }
__device__ inline __hip_bfloat16 to_bf16(float f) { return __hip_bfloat16(f); }
struct fp8 { float f; explicit __device__ fp8(const __hip_bfloat16 x) : f(x) {} };
END
cat >"$TOP/forbidden.hip" <<'END'
#define __CUDA_NO_BFLOAT16_CONVERSIONS__
#include "kbuild/cuda_prelude.h"
#include <hip/hip_fp8.h>
#include <type_traits>
static_assert(std::is_same<__hip_bfloat16, __nv_bfloat16>::value && !std::is_convertible<__nv_bfloat16, float>::value, "");
__device__ float own(__nv_bfloat16 x) { __nv_bfloat16 y = to_bf16(fp8(x).f); return from_raw(y); }
END
check_syntax gfx1030 "$TOP/forbidden.hip" -std=c++17 -isystem "$TOP/later" >"$TOP/out" 2>&1 || {
    grep error "$TOP/out"
    status=1
}
exit $status
