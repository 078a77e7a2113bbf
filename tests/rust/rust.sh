# What a Rust program gets from hsaco.rs is what the build made, byte for byte; every name, however
# odd, can be said; and files of two builds do not compile together. launch.rs launches it.
. "$(dirname "$0")/../e2e/lib.sh"
RUSTC=${RUSTC-$(command -v /usr/bin/rustc || command -v rustc)} && [ -n "$RUSTC" ] || skip "rustc is not installed"

# rust PACKAGE SOURCE [OPTION...]
rust() {
    HSACO_RS="$TOP/$1/hsaco.rs"
    shift
    HSACO_RS="$HSACO_RS" "$RUSTC" --edition 2021 -D warnings "$@"
}
build() { run 0 kbuild build src -o out --build-dir work "$@"; }

kernel src/a.cu a1 a2
kernel src/b.cu b1
kernel src/c.cu c1
kernel src/d.cu d1
cat >src/names.cu <<'EOF'
namespace ns {
template <typename T> __global__ void fill(T *out, T value) { *out = value; }
template __global__ void fill<float>(float *, float);
__global__ void add(float *out) { *out += 1.0f; }
// Members that are words of Rust, arrays, records in records, and a larger alignment than the type's.
struct inner { short type; float at[2][3]; };
struct outer { bool fn; inner parts[2]; union { int i; float f; } either; short lone; alignas(32) unsigned char bits; const float *in; };
struct __attribute__((packed)) dense { char c; int n; };
__global__ void members(outer a, dense b, float *out)
{
    out[0] = a.parts[1].at[1][2] + a.bits + a.in[0] + b.n + a.either.i + (a.fn ? 100 : 0) + a.parts[0].type;
}
}
__device__ int loop[3] = {1, 2, 3};
struct range { unsigned first, end; float add; };
extern "C" __global__ void match(range where, bool twice, _Float16 factor, const float *in, float *self)
{
    unsigned i = threadIdx.x;
    if (i >= where.first && i < where.end)
        self[i] = (in[i] + where.add) * (float)factor * (twice ? 2 : 1) + where.first + 0.5f * i;
}
EOF
cat >src/kernels.yaml <<'EOF'
targets: [gfx1030, "gfx90a:xnack-", "gfx90a:xnack+"]
modules:
  - {name: affine, sources: [a.cu]}
  - {name: all_ids, sources: [b.cu], only: ["gfx90a:xnack-"]}
  - {name: 2-d maße, sources: [c.cu]}
  - {name: self, sources: [d.cu]}
  - {name: ns.names, sources: [names.cu]}
EOF
run 2 kbuild build src -o out --emit go
says "--emit cannot be 'go'; it is one of rust"
build --json
says_not '"emit"'
[ ! -e out/hsaco.rs ] || fail "written, though nobody asked"
build --emit rust --json --verbose
says '"emit": {"rust": "hsaco.rs"}'
[ "$(compiled)" = 0 ] || fail "compiled again"
same work/out/hsaco.rs out/hsaco.rs

run 0 rust out "$HERE/main.rs" -o main
run 0 ./main
cp "$TOP/.out" said
for line in 'targets ["gfx1030", "gfx90a:xnack+", "gfx90a:xnack-"]' 'module 0 M2DMaE 2-d maße' \
    'module 1 Affine affine' 'module 2 AllIds all_ids' 'module 3 NsNames ns.names' \
    'module 4 Self_2 self' 'kernel a1 a1' 'kernel a2 a2' 'kernel ns::add _ZN2ns3addEPf' \
    'kernel ns::fill<float> _ZN2ns4fillIfEEvPT_S1_'; do
    grep -qxF "$line" said || fail "not said: $line"
done
[ "$(grep -c ^image said)" = 13 ] || fail "$(grep -c ^image said) images, not 13"
for module in affine all_ids '2-d maße' ns.names self; do
    ./main "$module" >bytes
    same bytes "out/$module.hsaco"
    for object in "work/obj/$module".*.hsaco; do
        target=${object#"work/obj/$module."}
        target=$(echo "${target%.hsaco}" | tr _ :)
        ./main "$module" "$target" >bytes || fail "no image of $module for $target"
        same bytes "$object"
    done
done

# The crate declares what the headers declare.
runtime=$HERE/../../runtime
if command -v python3 >/dev/null; then
    python3 "$HERE/../../rust/bindings.py" "$runtime/include/krt" "$runtime/kir/include/kir" >sys.rs
    diff sys.rs "$HERE/../../rust/krt/src/sys.rs" || fail "write sys.rs again: see rust/bindings.py"
fi
# Typed launches, where there is an emulator and libkrt is not built with a sanitizer.
if [ -n "${HIPEMU-}" ]; then
    libraries=$(dirname "$KRT")
    run 0 "$RUSTC" --edition 2021 -D warnings -L "$libraries" --crate-type rlib --crate-name krt \
        "$HERE/../../rust/krt/src/lib.rs"
    launch() {
        PACKAGE="$TOP/out" "$RUSTC" --edition 2021 -D warnings --extern krt=libkrt.rlib -L "$libraries" \
            -C link-arg=-Wl,-rpath,"$libraries" "$1" -o launch
    }
    run 0 launch "$HERE/launch.rs"
    run 0 env KRT_LIBRARY="$HIPEMU" ./launch
    sed 's/alloc_zeros::<f32>/alloc_zeros::<f64>/' "$HERE/launch.rs" >wrong.rs
    run 1 launch wrong.rs
    says 'expected `f32`, found `f64`'
fi

# Without std; nobody uses any of it; as a module beside others.
printf '#![no_std]\npub mod kernels {\n    include!(env!("HSACO_RS"));\n}\n' >lib.rs
run 0 rust out lib.rs --crate-type rlib
echo '#[path = "out/hsaco.rs"] mod hsaco; fn main() {}' >unused.rs
run 0 rust out unused.rs

# A code object of another build is another type.
cp -r out torn
printf x >>torn/affine.hsaco
run 1 rust torn lib.rs --crate-type rlib
says "mismatched types"

# A build that fails leaves it as it was; one that changes a module changes both in the same step.
digests out >before
echo 'extern "C" __global__ void b2(' >>src/b.cu
run 1 kbuild build src -o out --build-dir work --emit rust
digests out >after
same before after
kernel src/b.cu b1 b2
build --emit rust
grep -q '"b2"' out/hsaco.rs || fail "not written anew"
run 0 rust out "$HERE/main.rs" -o main
kernel src/b.cu b1
build --emit rust
digests out >after
same before after
