#!/bin/sh
# The fat binaries that nvcc writes into a host's object, in each way to compress them: what is taken out of them is,
# byte for byte, what nvcc writes without a container.
. "$(dirname "$0")/../lib.sh"
command -v nvcc >/dev/null || PATH=$PATH:/usr/local/cuda/bin
command -v nvcc >/dev/null || skip "nvcc is not installed"
cp "$HERE/data/nvidia.cu" k.cu
compile() { nvcc -c k.cu "$@" 2>log || { cat log && fail "nvcc $*"; }; }
compile -cubin -arch=sm_80 -o sm_80.cubin

for mode in none speed size default; do
    nvcc --help | grep -q compress-mode || [ $mode = default ] || continue
    [ $mode = default ] || way=--compress-mode=$mode
    compile ${way-} -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=compute_90 -o $mode.o
    run 0 kbuild inspect --json $mode.o
    says '"kind":"fat binary"'
    says '"target":"sm_80","kind":"code object"'
    says '"target":"compute_90","kind":"code object"'
    rm -rf out && run 0 kbuild extract -o out $mode.o
    same sm_80.cubin out/$mode.sm_80.cubin
    [ -e first.ptx ] || cp out/$mode.compute_90.ptx first.ptx
    same first.ptx out/$mode.compute_90.ptx
    grep -q '^.target sm_90' first.ptx || fail "this is not the PTX"
    way=
done

# Several images in one entry (CUDA 13.4 and later).
if nvcc --help | grep -q -e --concat; then
    compile -cubin -arch=sm_86 -o sm_86.cubin
    compile --concat -gencode arch=compute_80,code=sm_80 -gencode arch=compute_86,code=sm_86 -o several.o
    rm -rf out && run 0 kbuild extract -o out several.o
    same sm_80.cubin out/several.sm_80.cubin
    same sm_86.cubin out/several.sm_86.cubin
fi

# What is yet to be linked has a name and no target; nothing is damaged.
compile -rdc=true -arch=sm_80 -o relocatable.o
run 0 kbuild inspect relocatable.o
says __nv_relfatbin
says relocatable-sm_80
