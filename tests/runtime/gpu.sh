#!/bin/sh
# The runtime's tests and benchmark on an NVIDIA GPU of compute capability 9.0, through the CUDA
# driver. The machine that compiles need not be the one with the GPU:
#
#   tests/runtime/gpu.sh pack BUILD DIR   with nvcc: the programs of BUILD (an ordinary build with
#                                         -DKBUILD_BENCH=ON), the libraries they need, and cubins
#   tests/runtime/gpu.sh run DIR          with the GPU: runs them; exits with 1 when one fails
set -eu
tests="core.graphs core.launch core.module_cache core.raw core.threads
    memory.alloc memory.between memory.buffers memory.copies memory.layouts memory.pool memory.stress
    compile.compilers compile.device_header compile.source
    ops.convolve ops.copies ops.create ops.dtypes ops.elementwise ops.graphs ops.images ops.indexing
    ops.matmul ops.pad ops.products ops.quantize ops.quantized_products ops.random ops.reduce
    ops.rows ops.sort
    gguf.load
    fuse.fusion fuse.large fuse.processes fuse.random
    kir.random"

pack() {
    here=$(cd "$(dirname "$0")" && pwd)
    build=$1 out=$2
    mkdir -p "$out/lib" "$out/cubins"
    for test in $tests; do
        cp "$build/tests/runtime/test_runtime.$test" "$out/"
    done
    cmake --build "$build" --target bench_runtime bench_fused bench_ops
    cp "$build/bench/bench_runtime" "$build/bench/bench_fused" "$build/bench/bench_ops" "$out/"
    cp -L "$build/runtime/ops/libkrt_ops.so.0" "$build/runtime/src/libkrt.so.0" \
        "$build/kernels/libkrt-kernels.so.0" "$out/lib/" # the last for bench/ops/torch_compare.py
    ldd "$out"/test_* | awk '/cmocka|zstd|xxhash|yaml|libelf|libz/ {print $3}' | sort -u | xargs -I{} cp -L {} "$out/lib/"
    for source in "$here"/kernels/*.cu "$here"/../../kernels/*.cu; do
        module=$(basename "$source" .cu)
        [ "$module" != shipped ] || continue # which is compiled when it is used
        nvcc -std=c++17 -O3 -arch=sm_90 -cubin -o "$out/cubins/$module.sm_90.cubin" "$source"
    done
    cp "$0" "$out/gpu.sh"
}

run() {
    cd "$1"
    export LD_LIBRARY_PATH="$PWD/lib:/usr/local/cuda/lib64" KRT_TEST_DEVICES=cuda:0 KRT_DEVICE=cuda:0 KRT_CHECKS=1
    export KRT_OVERRIDE_DIR="$PWD/cubins" SAMPLES="$PWD/cubins"
    failed=
    for test in $tests; do
        if "./test_runtime.$test" >"$test.log" 2>&1; then
            echo "passed  runtime.$test"
            grep 'a library took' "$test.log" || true
        else
            echo "FAILED  runtime.$test"
            cat "$test.log"
            failed=1
        fi
    done
    unset KRT_CHECKS
    ./bench_runtime 20000
    ./bench_fused
    ./bench_ops
    [ -z "$failed" ]
}

case ${1-} in
pack) pack "$2" "$3" ;;
run) run "$2" ;;
*)
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
