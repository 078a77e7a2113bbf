#!/bin/sh
# Makes the files of this folder, each by the tool that people have: bundles of every version of
# CCOB, offload binaries, a host's shared library of two translation units and a relocatable object
# with device code in sections of its own.
#
# Needs hipcc, strip, and the clang-offload-bundler of LLVM 18 (which writes version 1), 19 (version
# 2) and 21 (version 3, when asked), and clang-offload-packager of LLVM 19: name them by BUNDLER18,
# BUNDLER19, BUNDLER21 and PACKAGER19. nvidia.cubin and nvidia.ptx are by nvcc 13.0: NVCC.
set -eu
cd "$(dirname "$0")"
objects=../../codeobj/data
export HIP_PLATFORM=amd

bundle() { # bundle BUNDLER OUTPUT
    "$1" -type=o -bundle-align=4096 -compress \
        -targets=host-x86_64-unknown-linux--,hipv4-amdgcn-amd-amdhsa--gfx1030,hipv4-amdgcn-amd-amdhsa--gfx90a:xnack- \
        -input=/dev/null -input=$objects/gfx1030-v4.hsaco -input=$objects/gfx90a-v4.hsaco \
        -output="$2"
}
bundle "${BUNDLER18:-clang-offload-bundler-18}" ccob-v1
bundle "${BUNDLER19:-clang-offload-bundler-19}" ccob-v2
COMPRESSED_BUNDLE_FORMAT_VERSION=3 bundle "${BUNDLER21:-clang-offload-bundler-21}" ccob-v3

"${PACKAGER19:-clang-offload-packager-19}" -o offload-binary \
    --image=file=$objects/gfx1030-v4.hsaco,triple=amdgcn-amd-amdhsa,arch=gfx1030,kind=openmp \
    --image=file=$objects/gfx1030-v4.hsaco,triple=amdgcn-amd-amdhsa,arch=gfx1030,kind=hip

flags='-fPIC -O2'
# shellcheck disable=SC2086 # a list of words
{
    hipcc $flags --offload-arch=gfx1030 --offload-arch=gfx90a -c one.hip -o one.o
    hipcc $flags --offload-arch=gfx1030 -Done=two -c one.hip -o two.o
    hipcc $flags --offload-arch=gfx90a -fgpu-rdc -c one.hip -o rdc.o
}
gcc -shared -nostdlib one.o two.o -o two.so
strip two.so
rm one.o two.o
chmod a-x two.so

"${NVCC:-nvcc}" -std=c++17 -arch=sm_90 -cubin -o nvidia.cubin nvidia.cu
"${NVCC:-nvcc}" -std=c++17 -arch=compute_80 -ptx -o nvidia.ptx nvidia.cu
