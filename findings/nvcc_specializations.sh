#!/bin/sh
# nvcc makes a specialization that says only __device__ a function of the host too, where its template is __host__ __device__:
# the host may call it, and a call of a device function inside is an error. A specialization that is for both leaves a template
# for the device alone as it is. clang finds no template for either specialization (Sema compares the targets of both in
# CheckFunctionTemplateSpecialization()), so that sources which nvcc compiles do not compile for AMD GPUs.
# Needs python3-venv, PyPI, gcc, and Debian's clang-15 or clang-19 with hipcc. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m venv venv
venv/bin/pip -q install nvidia-cuda-nvcc==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-nvvm==13.0.88 nvidia-cuda-runtime==13.0.96
nvcc=$(echo "$top"/venv/lib/python3*/site-packages/nvidia/cu13/bin/nvcc)
cat >both.cu <<'EOT'
template <class T> __host__ __device__ T f(T x) { return x; }
template <> __device__ float f(float x) { return x + 1; }
template <class T> __device__ T g(T x) { return x; }
template <> __host__ __device__ float g(float x) { return x + 1; }
float on_the_host() { return f(1.f) + g(1.f); }
EOT
cat >device_only.cu <<'EOT'
template <class T> __host__ __device__ T f(T x) { return x; }
template <> __device__ float f(float x) { return __expf(x); }
EOT
"$nvcc" --version | tail -1
"$nvcc" -arch=sm_90 -c both.cu -o both.o
echo "nvcc: the host calls both"
if "$nvcc" -arch=sm_90 -c device_only.cu -o device_only.o 2>nvcc.log; then exit 1; fi
grep -F 'calling a __device__ function("__expf") from a __host__ __device__ function("f") is not allowed' nvcc.log
tried=
for clang in clang++-15 clang++-19; do
    command -v "$clang" >/dev/null || continue
    "$clang" --version | head -1
    if "$clang" -x hip --cuda-host-only --rocm-path=/usr -include hip/hip_runtime.h -w -fsyntax-only both.cu 2>clang.log; then exit 1; fi
    [ "$(grep -c "no function template matches function template specialization '[fg]'" clang.log)" = 2 ]
    grep -F "error:" clang.log
    tried=yes
done
[ "$tried" ] || { echo "no clang-15 or clang-19 is installed"; exit 1; }
echo "as described"
