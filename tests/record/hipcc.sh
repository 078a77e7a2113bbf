#!/bin/sh
# kbuild record and replay of programs that hipcc made, which launch by <<<>>>: hipcc.sh PROGRAMS.
. "$(dirname "$0")/../lib.sh"
PROGRAMS=$1
[ -x "$PROGRAMS/launches" ] || skip "$PROGRAMS/launches is not compiled"
unset HIPEMU_DEVICES HIPEMU_CHECK KRT_RECORD

for program in launches workgroups arithmetic; do
    run 0 kbuild record --device gfx1100 --kernel '*' --after -o $program.krec -- "$PROGRAMS/$program" "$PROGRAMS"
    run 0 kbuild replay $program.krec --list
    numbers=$(sed -n 's/^launch \([0-9]*\):.*/\1/p' .out)
    [ "$(echo "$numbers" | wc -l)" -gt 3 ] || fail "$program has few launches"
    for number in $numbers; do
        kbuild replay $program.krec --launch "$number" >.out 2>.err
        # the programs also make launches that a runtime refuses
        grep -q -e 'the kernel ended' .out || says 'hipemu: hipExtModuleLaunchKernel: kernel'
        ! grep -q 'words of 4 bytes differ' .out || fail "launch $number of $program has another result"
    done
done

# Variables of the program: a constant, and a pointer to memory; and a function of the runtime with a name of C++.
command -v hipcc >/dev/null || skip 'hipcc is not installed'
cat >variables.hip <<'HIP'
#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

__constant__ int bias = 3;
__device__ int *table;

__global__ void add(int *out)
{
    out[threadIdx.x] = table[threadIdx.x] + bias;
}

__global__ void inc(int *out)
{
    out[threadIdx.x]++;
}

int main()
{
    int *out, *values, seven = 7, from[64];
    for (int i = 0; i < 64; i++)
        from[i] = i;
    if (hipMalloc(&out, sizeof from) || hipMalloc(&values, sizeof from) || hipMemcpy(values, from, sizeof from, hipMemcpyHostToDevice) ||
        hipMemcpyToSymbol(HIP_SYMBOL(bias), &seven, sizeof seven) || hipMemcpyToSymbol(HIP_SYMBOL(table), &values, sizeof values))
        return 2;
    add<<<1, 64>>>(out);
    hipModule_t module;
    hipFunction_t function;
    void *arguments[] = {&out};
    if (hipModuleLoad(&module, "variables.co") || hipModuleGetFunction(&function, module, "_Z3incPi") ||
        hipExtModuleLaunchKernel(function, 64, 1, 1, 64, 1, 1, 0, 0, arguments, nullptr))
        return 5;
    if (hipMemcpy(from, out, sizeof from, hipMemcpyDeviceToHost))
        return 3;
    return from[5] == 13 ? 0 : 4;
}
HIP
flags=$(kbuild flags --targets gfx1100 --lines | grep -e '^--rocm-device-lib-path' -e '^--offload-arch')
# shellcheck disable=SC2086 # a list of words
hipcc $flags variables.hip -o variables && hipcc --genco $flags variables.hip -o variables.co || fail 'hipcc'
run 0 kbuild record --device gfx1100 --after --kernel '*' -o variables.krec -- ./variables
run 0 kbuild replay variables.krec --check
says 'launch 2: inc(int*), 1 x 1 x 1 workgroups of 64'
says 'no difference'
run 0 kbuild replay variables.krec --check --launch 1
says 'launch 1: add(int*), 1 x 1 x 1 workgroups of 64'
says '2 variables'
says '2 allocations of 512 bytes'
says 'no difference'

# Kernels of a graph that was captured from <<<>>>: the program does not ask for their functions.
cat >graph.hip <<'HIP'
#include <hip/hip_runtime.h>

__global__ void twice(int *out)
{
    out[threadIdx.x] *= 2;
}

int main()
{
    int *out, values[64];
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphExec_t exec;
    for (int i = 0; i < 64; i++)
        values[i] = i;
    if (hipMalloc(&out, sizeof values) || hipMemcpy(out, values, sizeof values, hipMemcpyHostToDevice) || hipStreamCreate(&stream) ||
        hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal))
        return 2;
    for (int i = 0; i < 3; i++)
        twice<<<1, 64, 0, stream>>>(out);
    if (hipStreamEndCapture(stream, &graph) || hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0) || hipGraphDestroy(graph) ||
        hipGraphLaunch(exec, stream) || hipStreamSynchronize(stream) || hipMemcpy(values, out, sizeof values, hipMemcpyDeviceToHost))
        return 3;
    return values[5] == 40 ? 0 : 4;
}
HIP
# shellcheck disable=SC2086 # a list of words
hipcc $flags graph.hip -o graph || fail 'hipcc'
run 0 kbuild record --device gfx1100 --after --kernel twice -o graph.krec -- ./graph
says 'graph.krec has 3 launches'
for number in 1 2 3; do
    run 0 kbuild replay graph.krec --check --launch $number
    says 'no difference'
done
