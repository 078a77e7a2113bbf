# examples/rust without cargo: rustc alone, with the options that build.rs prints for cargo.
. "$(dirname "$0")/lib.sh"
needs "${RUSTC:=rustc}"
cp -r "$EXAMPLES/rust" copy
cd copy || exit 1
mkdir out
run 0 "$RUSTC" --edition 2021 -D warnings build.rs -o build
run 0 env OUT_DIR="$PWD/out" ./build
sed -n 's/^cargo:rustc-link-search=/-L/p; s/^cargo:rustc-link-lib=/-l/p; s/^cargo:rustc-link-arg=/-Clink-arg=/p' \
    "$TOP/.out" >options
# shellcheck disable=SC2046 # a list of words
run 0 env OUT_DIR="$PWD/out" "$RUSTC" --edition 2021 -D warnings src/main.rs -o collatz $(cat options)
run 0 env KRT_DEVICE=emu:gfx1030 ./collatz
fences README.md >wanted
diff wanted "$TOP/.out" || fail "printed something else than the README says"

# If a kernel does not compile, build.rs fails and prints the line.
echo 'extern "C" __global__ void bad(float *x) { *x = oops; }' >kernels/bad.cu
run_fails env OUT_DIR="$PWD/out" ./build
says "kernels/bad.cu:1:49: error: use of undeclared identifier 'oops'"
