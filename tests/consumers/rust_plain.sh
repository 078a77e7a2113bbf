# examples/rust without cargo: rustc alone, with the options that build.rs prints for cargo.
. "$(dirname "$0")/lib.sh"
needs "${RUSTC:=rustc}"
rust() { "$RUSTC" --edition 2021 -D warnings "$@"; }
crates=$PREFIX/share/kbuild/rust
cp -r "$EXAMPLES/rust" copy
cd copy || exit 1
mkdir out
run 0 rust --crate-type rlib --crate-name kbuild_build "$crates/kbuild-build/src/lib.rs"
run 0 rust --extern kbuild_build=libkbuild_build.rlib build.rs -o build
run 0 env OUT_DIR="$PWD/out" ./build
says "cargo:rerun-if-changed=$PWD/kernels/collatz.cu"
sed -n 's/^cargo:rustc-link-search=/-L/p; s/^cargo:rustc-link-lib=/-l/p; s/^cargo:rustc-link-arg=/-Clink-arg=/p' \
    "$TOP/.out" >options
# shellcheck disable=SC2046 # a list of words
run 0 rust $(grep ^-L options) --crate-type rlib --crate-name krt "$crates/krt/src/lib.rs"
# shellcheck disable=SC2046
run 0 env OUT_DIR="$PWD/out" "$RUSTC" --edition 2021 -D warnings --extern krt=libkrt.rlib src/main.rs -o collatz \
    $(cat options)
run 0 env KRT_DEVICE=emu:gfx1030 ./collatz
example_fences "$EXAMPLES/README.md" rust >wanted
diff wanted "$TOP/.out" || fail "printed something else than the README says"

# include() and define() are those of device code, and what is found there is watched.
mkdir -p more/deep
printf '#define WIDTH 4\n' >more/width.h
printf '#define DEEP 1\n' >more/deep/deep.h
cat >more.rs <<'RS'
fn main() {
    let build = kbuild_build::Build::new("-wide").targets("gfx1030").include("more").includes(["more/deep"]);
    build.define("SIZE", "4").define("FAST", None).exclude(["old*.cu"]).compile();
}
RS
mkdir ./-wide
cat >./-wide/wide.cu <<'CU'
#include "deep.h"
#include "width.h"
#if SIZE != 4 || FAST != 1 || WIDTH != 4 || DEEP != 1
#error "not defined"
#endif
extern "C" __global__ void wide(float *x) { x[0] = SIZE; }
CU
echo '#error "built"' >./-wide/old_wide.cu
mkdir out_more
run 0 rust --extern kbuild_build=libkbuild_build.rlib more.rs -o build_more
run 0 env OUT_DIR="$PWD/out_more" ./build_more
says "cargo:rerun-if-changed=$PWD/more/width.h"
says "cargo:rerun-if-changed=-wide"
says "kbuild: left out old_wide.cu: --exclude"
says_not "compile wide" # progress is for terminals
says "cargo:rerun-if-env-changed=KBUILD_LAUNCHER"

# If a kernel does not compile, build.rs fails and prints the line.
echo 'extern "C" __global__ void bad(float *x) { *x = oops; }' >kernels/bad.cu
run_fails env OUT_DIR="$PWD/out" ./build
says "kernels/bad.cu:1:49: error: use of undeclared identifier 'oops'"
run_fails env OUT_DIR="$PWD/out" KBUILD=/nowhere/kbuild ./build
says "cannot run /nowhere/kbuild"
run 0 rust --test "$crates/kbuild-build/src/lib.rs" -o unit
run 0 ./unit
