#!/bin/sh
# The runtime's tests and benchmark on an NVIDIA GPU of compute capability 9.0, through the CUDA
# driver. The machine that compiles need not be the one with the GPU:
#
#   tests/runtime/gpu.sh pack BUILD DIR   with nvcc: configures BUILD so that its packages have code
#                                         for sm_90a, and copies its programs and what they need
#   tests/runtime/gpu.sh run DIR          with the GPU: runs them; exits with 1 when one fails
set -eu
tests="core.graphs core.launch core.module_cache core.raw core.threads
    memory.alloc memory.between memory.buffers memory.copies memory.layouts memory.pool memory.stress
    compile.compilers compile.device_header compile.source
    ops.convolve ops.copies ops.create ops.dtypes ops.elementwise ops.graphs ops.images ops.indexing
    ops.matmul ops.pad ops.products ops.quantize ops.quantized_products ops.quantized_rounding
    ops.random ops.reduce
    ops.rows ops.sort
    models.arguments models.attention models.cache models.experts models.experts_layer models.experts_products
    models.rope models.sample models.starts models.step
    gguf.load
    fuse.fusion fuse.large fuse.processes fuse.random
    kir.random"

pack() {
    root=$(cd "$(dirname "$0")/../.." && pwd)
    build=$1 out=$2
    mkdir -p "$build" "$out"
    build=$(cd "$build" && pwd) out=$(cd "$out" && pwd)
    mkdir -p "$out/lib"
    configure() {
        cmake -S "$root" -B "$build" -G Ninja -DKBUILD_BENCH=ON -DKBUILD_KERNELS_FROM="$build/kernels.nvidia" \
            -DKBUILD_MODELS_FROM="$build/models.nvidia" -DKBUILD_SAMPLES_TARGETS=gfx90a,sm_90
    }
    configure
    cmake --build "$build" --target kbuild
    kbuild=$build/tools/kbuild/kbuild
    "$kbuild" build "$root/kernels" --targets sm_90a -o "$build/kernels.nvidia" --quiet
    "$kbuild" build "$root/kernels/models.yaml" --targets sm_90a -o "$build/models.nvidia" --quiet
    configure # now with the kernels
    # shellcheck disable=SC2046,SC2086 # lists of words
    cmake --build "$build" --target bench_runtime bench_fused bench_ops bench_decode krt krt_ops krt_kernels krt_models \
        $(printf 'test_runtime.%s ' $tests)
    for test in $tests; do
        cp "$build/tests/runtime/test_runtime.$test" "$out/"
    done
    cp "$build/bench/bench_runtime" "$build/bench/bench_fused" "$build/bench/bench_ops" "$build/bench/bench_decode" \
        "$out/"
    cp -L "$build/runtime/ops/libkrt_ops.so.0" "$build/runtime/krt/libkrt.so.0" \
        "$build/kernels/libkrt-kernels.so.0" "$build/kernels/libkrt-models.so.0" "$out/lib/" # for bench/ops/torch_*.py
    cp -r "$build/kernels/krt" "$out/lib/"
    "$kbuild" extract "$build"/tests/runtime/samples/*.hsaco --target sm_90 -o "$out/samples"
    ldd "$out"/test_* | awk '/cmocka|zstd|xxhash|yaml|libelf|libz/ {print $3}' | sort -u | xargs -I{} cp -L {} "$out/lib/"
    cp "$0" "$out/gpu.sh"
}

run() {
    cd "$1"
    export LD_LIBRARY_PATH="$PWD/lib:/usr/local/cuda/lib64" KRT_TEST_DEVICES=cuda:0 KRT_DEVICE=cuda:0 KRT_CHECKS=1
    export SAMPLES="$PWD/samples"
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
    ./bench_decode
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
