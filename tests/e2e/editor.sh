# compile_commands.json: each command works unchanged on the user's own file, and clangd understands that
# file: CUDA's names, CUDA's headers, inline PTX, and headers of the project in another directory.
. "$(dirname "$0")/lib.sh"
mkdir -p src/include
cat >src/kernels.yaml <<'YAML'
targets: [gfx1030]
include: [include]
modules:
  - {name: plain, sources: [plain.cu], defines: ['TEXT="a b"']}
  - {name: ptx, sources: [ptx.cu]}
YAML
printf '#pragma once\n__device__ inline float half_of(float x) { return x / 2; }\n' >src/include/half.cuh
cat >src/plain.cu <<'CUDA'
#include <cooperative_groups.h>
#include <cuda.h>
#include <half.cuh>
#include <library_types.h>
#include "include/half.cuh"
namespace cg = cooperative_groups;
__global__ void plain(float *x, cudaTextureObject_t image)
{
    cg::this_thread_block().sync();
    x[0] = half_of(tex2D<float>(image, 1, 2)) + sizeof TEXT;
    assert(__ballot_sync(~0u, 1));
}
cudaError_t host(cudaStream_t stream)
{
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
        return cudaErrorInvalidValue;
    plain<<<1, 64, 0, stream>>>(nullptr, 0);
    return cudaGetLastError();
}
CUDA
cat >src/ptx.cu <<'CUDA'
#include <half.cuh>
__global__ void ptx(float *x)
{
    float y;
    asm volatile("mul.f32 %0, %1, %1;" : "=f"(y) : "f"(*x));
    *x = half_of(y);
}
CUDA
run 0 kbuild build src -o out
cat >check.py <<'PY'
import json, os, subprocess, sys
for entry in json.load(open("out/.kbuild/compile_commands.json")):
    assert os.path.isabs(entry["file"]) and os.path.exists(entry["file"])
    done = subprocess.run(entry["arguments"], cwd=entry["directory"], stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert not any("/hip/" in word for word in entry["arguments"]), "the translation is for the compiler"
    print(entry["file"])
PY
run 0 python3 check.py
says src/plain.cu
says src/ptx.cu
[ "$(grep -c src/include/half.cuh .out)" = 1 ] || fail "not one entry for a header of two modules"

found=
for clangd in clangd clangd-15 clangd-19; do
    command -v $clangd >/dev/null || continue
    found=$clangd
    for file in plain.cu ptx.cu include/half.cuh; do
        run 0 $clangd "--check=$TOP/src/$file" "--compile-commands-dir=$TOP/out/.kbuild"
        says "0 errors"
    done
done
[ "$found" ] || skip "clangd is not installed; the commands work"
# clangd finds the commands by the .clangd files of the page: one database, and one for each directory.
fence() {
    awk -v open='```yaml' -v wanted="$1" '
        /^```/ { inside = !inside; count += inside && $0 == open; on = inside && $0 == open && count == wanted; next }
        on' "$HERE/../../docs/editors.md"
}
fence 1 | sed 's/generated/out/' >.clangd
fence 2 | sed 's,kernels/,src/,; s,build/CMakeFiles/kernels.kbuild,out/.kbuild,' >other.clangd
for file in .clangd other.clangd; do
    [ -s "$file" ] || fail "docs/editors.md has no settings for clangd"
    [ "$file" = .clangd ] || mv "$file" .clangd
    run 0 "$found" "--check=$TOP/src/plain.cu"
    says "0 errors"
done
rm .clangd
# clangd reports an error.
echo 'cudaError_t wrong() { return cudaNoSuchThing; }' >>src/ptx.cu
$found "--check=$TOP/src/ptx.cu" "--compile-commands-dir=$TOP/out/.kbuild" >"$TOP/.out" 2>"$TOP/.err" && fail "no error"
says "use of undeclared identifier 'cudaNoSuchThing'"
