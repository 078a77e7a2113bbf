# The crate krt-tensor: the example's backend does what a framework asks of it, on three GPUs; the program of docs/rust.md
# works; and elements may be those of the crates half and float8.
. "$(dirname "$0")/lib.sh"
needs cargo
mkdir examples
ln -s "$PREFIX/share/kbuild/rust" rust # the crates, where the examples expect them
cp -r "$EXAMPLES/rust-tensor" examples/copy
cd examples/copy || exit 1
export CARGO_TARGET_DIR="$TOP/target" HIPEMU_QUIET=1 RUST_BACKTRACE=0 RUSTFLAGS="-D warnings"
run 0 cargo test --offline --quiet -- --nocapture
for target in gfx1030 gfx1100 gfx90a; do
    grep -Eq "emu:$target: [0-9]{3,} cases" "$TOP/.out" || fail "no cases on $target"
done

# Without the kernels, the message says how to install them.
run 0 "${RUSTC:=rustc}" --edition 2021 --crate-type rlib --crate-name kbuild_build \
    "$PREFIX/share/kbuild/rust/kbuild-build/src/lib.rs"
run 0 "$RUSTC" --edition 2021 --extern kbuild_build=libkbuild_build.rlib build.rs -o without
run 1 env PKG_CONFIG_PATH=/nowhere PKG_CONFIG_LIBDIR=/nowhere ./without
says "./dev install --kernels PREFIX"

# docs/rust.md
mkdir -p ../walk/src
cd ../walk || exit 1
section() { example_fences "$SOURCE/docs/rust.md" "From the crate to a storage type" "$@"; }
printf '[package]\nname = "walk"\nversion = "0.1.0"\nedition = "2021"\n' >Cargo.toml
section "toml Cargo.toml" | sed "s,/usr/share/kbuild/rust,$PREFIX/share/kbuild/rust," >>Cargo.toml
section "rust build.rs" >build.rs
section "rust src/main.rs" >src/main.rs
section >wanted
run 0 env KRT_DEVICE=emu:gfx1100 cargo run --offline --quiet
diff wanted "$TOP/.out" || fail "printed something else than docs/rust.md says"

# half is Debian's; float8 is not in Debian, so a crate with its name, version and layout stands for it.
half=$(ls -d /usr/share/cargo/registry/half-* 2>/dev/null) || {
    echo "not tested: the features half and float8 (librust-half-dev is not installed)"
    exit 0
}
cd ../..
mkdir -p vendor/float8/src halves/src halves/.cargo
ln -s "$half" vendor
cat >vendor/float8/Cargo.toml <<'TOML'
[package]
name = "float8"
version = "0.7.0"
edition = "2021"
TOML
echo '{"files":{},"package":null}' >vendor/float8/.cargo-checksum.json
cat >vendor/float8/src/lib.rs <<'RS'
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct F8E4M3(u8);
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct F8E5M2(u8);
impl F8E4M3 {
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }
}
RS
cat >halves/.cargo/config.toml <<'TOML'
[source.crates-io]
replace-with = "vendored"
[source.vendored]
directory = "../vendor"
TOML
cat >halves/Cargo.toml <<'TOML'
[package]
name = "halves"
version = "0.1.0"
edition = "2021"
[dependencies]
krt = { path = "../rust/krt" }
krt-tensor = { path = "../rust/krt-tensor", features = ["kernels", "half", "float8"] }
half = ">=1.6, <3"
float8 = "0.7"
[build-dependencies]
kbuild-build = { path = "../rust/kbuild-build" }
TOML
cp examples/copy/build.rs halves
cat >halves/src/main.rs <<'RS'
use half::{bf16, f16};
use krt_tensor::{with_dtype, DType, Device, Element, Unary};

fn twice<T: Element + PartialEq>(device: &Device, x: T, y: T) {
    let x = device.upload(&[x]).unwrap();
    assert!(x.all().affine(2.0, 0.0).unwrap().to_vec::<T>().unwrap() == [y], "{}", T::DTYPE);
}

fn main() {
    let stream = krt::Device::open("").unwrap().stream();
    let buffer: krt::Buffer<f16> = stream.upload(&[f16::from_f32(2.5)]).unwrap();
    let device = Device::new(stream, krt_tensor::kernels()).unwrap();
    let x = device.adopt(buffer).unwrap();
    assert_eq!(x.all().unary(Unary::Sqr).unwrap().to_vec::<f16>().unwrap(), [f16::from_f32(6.25)]);
    twice(&device, bf16::from_f32(-1.5), bf16::from_f32(-3.0));
    twice(&device, float8::F8E4M3::from_bits(0x38), float8::F8E4M3::from_bits(0x40)); // 1 and 2
    assert_eq!(x.to_vec::<krt::F16>().unwrap()[0].bits, 0x4100); // krt's own types have the dtype, too
    for value in (0..=u32::MAX).step_by(0x3ff1).map(f32::from_bits) { // which convert as half's do
        assert_eq!(krt::F16::from_f32(value).bits, f16::from_f32(value).to_bits());
        assert_eq!(krt::BF16::from_f32(value).bits, bf16::from_f32(value).to_bits());
    }
    let names = DType::ALL.map(|dtype| with_dtype!(dtype, T => std::any::type_name::<T>()));
    println!("{names:?}");
}
RS
cd halves || exit 1
run 0 cargo build --offline --quiet
run 0 env KRT_DEVICE=emu:gfx90a "$TOP/target/debug/halves"
says '"float8::F8E4M3", "half::'
