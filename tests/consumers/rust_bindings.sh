# The crate krt over krt/graph.h, krt/fused.h, krt/custom.h, krt/gguf.h and kir/kir.h: each part fails with a message where
# it must, and does its work on a device.
. "$(dirname "$0")/lib.sh"
needs cargo
mkdir src
cp "$SOURCE/tests/consumers/rust_bindings/main.rs" src
cat >Cargo.toml <<TOML
[package]
name = "bindings"
version = "0.1.0"
edition = "2021"
[dependencies]
krt = { path = "$PREFIX/share/kbuild/rust/krt", features = ["ops", "kir"] }
[build-dependencies]
kbuild-build = { path = "$PREFIX/share/kbuild/rust/kbuild-build" }
TOML
echo 'fn main() { kbuild_build::link("krt_ops") }' >build.rs
export HIPEMU_QUIET=1 KRT_CACHE_DIR="$TOP/cache" RUSTFLAGS="-D warnings" CARGO_TARGET_DIR="$TOP/target"
run 0 cargo build --offline --quiet
run 0 env KRT_DEVICE=emu:gfx1100 "$TOP/target/debug/bindings"
[ "$(tr '\n' ' ' <"$TOP/.out")" = "graphs fusions operations files kernels " ] || fail "a part is missing"
