#!/bin/sh
# nvcc reads t.at<4>(1) in a kernel template anew for each instance: it is a call where the type of t has a member template
# "at", and (t.at < 4) > (1) where "at" is a number. One text means both in one file, with no warning. C++ has it compare
# wherever the type of t depends on a template's argument, unless the word "template" is there: gcc and clang refuse the call,
# and so does nvcc itself as soon as the function is one of the host too, which gcc compiles. So sources that nvcc has always
# compiled are not C++ for other compilers, and which of two meanings was meant is only known for an instance.
# Needs python3-venv, PyPI and gcc; shows Debian's clang++-15 or clang++-19 too where they are installed. Exits with 0 while
# this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m venv venv
venv/bin/pip -q install nvidia-cuda-nvcc==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-nvvm==13.0.88 nvidia-cuda-runtime==13.0.96
nvcc=$(echo "$top"/venv/lib/python3*/site-packages/nvidia/cu13/bin/nvcc)
cat >two.cu <<'EOT'
struct templated { template <int N> __device__ int at(int i) const { return N * 100 + i; } };
struct number { int at; };
template <class T> __global__ void k(T t, int *p) { *p = t.at<4>(1); }
template __global__ void k(templated, int *);
template __global__ void k(number, int *);
EOT
"$nvcc" --version | tail -1
"$nvcc" -Xcompiler -Wall -arch=sm_90 -ptx two.cu -o two.ptx 2>nvcc.log
[ ! -s nvcc.log ]
stored() { # KERNEL: the constant that it stores
    sed -n "/^.visible .entry $1(/,/^}/s/.*mov\.u32[^,]*, \([0-9]*\);/\1/p" two.ptx
}
echo "nvcc: the instance of a member template stores $(stored _Z1kI9templatedEvT_Pi), that of a number $(stored _Z1kI6numberEvT_Pi)"
[ "$(stored _Z1kI9templatedEvT_Pi)" = 401 ]
[ "$(stored _Z1kI6numberEvT_Pi)" = 0 ]
cat >host.cu <<'EOT'
struct templated { template <int N> __host__ __device__ int at(int i) const { return N * 100 + i; } };
template <class T> __host__ __device__ int k(T t) { return t.at<4>(1); }
int on_the_host() { return k(templated()); }
EOT
if "$nvcc" -arch=sm_90 -c host.cu -o host.o 2>host.log; then exit 1; fi
grep -m1 "error:" host.log
sed 's/__host__//g; s/__device__//g' host.cu >host.cpp
for compiler in g++ clang++-15 clang++-19; do
    command -v "$compiler" >/dev/null || continue
    if "$compiler" -c host.cpp -o host.o 2>log; then exit 1; fi
    echo "$compiler: $(grep -m1 'error:' log)"
done
echo "as described"
