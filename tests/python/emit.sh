# kbuild build --emit python writes a module and its stub, which can say every name, and which are of one build.
. "$(dirname "$0")/../e2e/lib.sh"
python() { "$PYTHON" "$@"; }
mkdir src
cat >src/names.cu <<'CU'
namespace ns {
template <typename T> __global__ void fill(T *out, T value) { *out = value; }
template __global__ void fill<float>(float *, float);
}
__device__ int lambda[3] = {1, 2, 3};
extern "C" __global__ void pass(const float *in, float *stream, unsigned lambda) { stream[0] = in[lambda]; }
extern "C" __global__ void nothing() {}
CU
printf 'targets: [gfx1030]\npackage: def\nmodules:\n  - {name: "2-d maße", sources: [names.cu]}\n' >src/kernels.yaml

run 2 kbuild build src -o out --emit go
says "--emit cannot be 'go'; it is one of rust, python"
run 0 kbuild build src -o out
[ ! -e out/def_.py ] || fail "written, though nobody asked"
run 0 kbuild build src -o out --emit python --json --verbose
says '"emit": {"python": "def_.py"}'
[ "$(compiled)" = 0 ] || fail "compiled again"
run 0 kbuild build src -o out --emit python --quiet
[ ! -s "$TOP/.out" ] || fail "not quiet"

# Both files have the same functions; Python reads both.
cat >compare.py <<'PY'
import ast, sys
sys.path.insert(0, "out")
import def_ as module
import krt
stub = ast.parse(open("out/def_.pyi").read())
functions = {one.name: one for one in stub.body if isinstance(one, ast.FunctionDef)}
kernels = {name: one for name, one in vars(module).items() if isinstance(one, krt.Kernel)}
assert set(functions) == set(kernels) == {"ns_fill_float", "pass_", "nothing"}, functions
for name, one in functions.items():
    print(name, kernels[name].name, *(f"{a.arg}:{ast.unparse(a.annotation)}" for a in one.args.posonlyargs[2:]))
print(module.PACKAGE.kernels, [name for name in vars(module.variables) if name[0] != "_"])
PY
run 0 python compare.py
says "pass_ pass in_:krt.Pointer stream_:krt.Pointer lambda_:int"
says "ns_fill_float ns::fill<float> out:krt.Pointer value:float"
says "nothing nothing"
says "('pass', 'nothing', 'ns::fill<float>') ['lambda_']"

# Two packages of one name in a process: each launches its own kernel.
for factor in 10 1000; do
    mkdir "by$factor"
    echo "extern \"C\" __global__ void scale(float *x) { *x *= $factor; }" >"by$factor/scale.cu"
    run 0 kbuild build "by$factor" -t gfx1030 -o "app$factor" --emit python --quiet
done
cat >beside.py <<'PY'
import array, krt
from app10 import kernels as first
from app1000 import kernels as second
stream = krt.Device("emu:gfx1030").stream
x = stream.array(array.array("f", [1]))
for one in first, second, first:
    one.scale(stream, krt.LaunchConfig(1, 1), x)
assert x.tolist() == [100000.0], x.tolist()
PY
run 0 env KRT_LIBRARY="$HIPEMU" "$PYTHON" beside.py

# Two languages: each has its files.
run 0 kbuild build src -o both --emit python --emit rust --emit python --json --quiet
says '"emit": {"rust": "hsaco.rs", "python": "def_.py"}'
for file in def_.py def_.pyi hsaco.rs launch.rs; do
    [ -s "both/$file" ] || fail "--emit python --emit rust: no $file"
done
same both/def_.pyi out/def_.pyi

# Code objects of another build are refused: another size when the module is imported, other bytes when they are loaded.
cp -r out torn
printf x >>"torn/2-d maße.hsaco"
run 1 python -c 'import sys; sys.path.insert(0, "torn"); import def_'
says "it is of another build"
rm "torn/2-d maße.hsaco"
run 1 python -c 'import sys; sys.path.insert(0, "torn"); import def_'
says "FileNotFoundError"
sed 's/0x[0-9a-f]\{16\},$/0x1234,/' out/def_.py >"torn/def_.py"
cp "out/2-d maße.hsaco" torn
run 1 env KRT_LIBRARY="$HIPEMU" "$PYTHON" -c '
import sys; sys.path.insert(0, "torn")
import def_, krt
def_.PACKAGE.preload(krt.Device("emu:gfx1030"))'
says KRT_ERROR_BAD_IMAGE

# A build that fails leaves the module as it was.
digests out >before
echo 'extern "C" __global__ void broken(' >>src/names.cu
run 1 kbuild build src -o out --emit python
digests out >after
same before after
