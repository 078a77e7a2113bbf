# Build::build_lib() of the crate kbuild-build: a crate whose launchers are a static library, with settings of single
# sources; linked with AMD's runtime and executed by libhipemu, and linked with libhipemu.
. "$(dirname "$0")/lib.sh"
needs cargo
ln -s "$PREFIX/share/kbuild/rust" rust # where Cargo.toml expects the crates
cp -r "$SOURCE/tests/consumers/rust_lib" crate
cd crate || exit 1
export CARGO_TARGET_DIR="$TOP/target" HIPEMU_DEVICES=gfx90a HIPEMU_QUIET=1 RUSTFLAGS="-D warnings"
build() { run 0 cargo build --offline --quiet; }
prints() { # prints LINE: the program does so, on libhipemu
    run 0 env LD_LIBRARY_PATH="$(dirname "$(find "$PREFIX" -name libhipemu.so)")${LD_LIBRARY_PATH+:$LD_LIBRARY_PATH}" \
        "$TOP/target/debug/launchers"
    [ "$(cat "$TOP/.out")" = "$1" ] || fail "printed something else than $1"
}

# Failures first: the message of kbuild is that of cargo, with the line.
sed -i 's/blocks(n), 64/block(n), 64/' kernels/scale.cu
run 101 cargo build --offline --quiet
says "kernels/scale.cu:20:13: error: use of undeclared identifier 'block'"
sed -i 's/block(n), 64/blocks(n), 64/' kernels/scale.cu
sed -i 's/liblaunchers.a/launchers/' build.rs
run 101 cargo build --offline --quiet
says "launchers' is not the name of a static library: libNAME.a"
sed -i 's/"launchers"/"liblaunchers.a"/; s/;$/; \/\/ emulated/' build.rs
sed -i 's/\.build_lib/.runtime("hipemu").build_lib/' build.rs
build
prints "[1400.5, 1400.5]"

# cargo runs the build script again if a header changes, and the program has the new code.
sleep 1 # cargo compares times of whole seconds
sed -i 's/FACTOR + offset/FACTOR - offset/' kernels/scale.cu
build
prints "[1399.5, 1399.5]"
output=$(ls "$TOP"/target/debug/build/launchers-*/output | head -1)
for line in "rerun-if-changed=$PWD/kernels/include/grid.h" "rerun-if-changed=kernels/fill.cu" \
    rustc-link-lib=static=launchers rustc-link-lib=stdc++ rustc-link-lib=hipemu; do
    grep -q "^cargo:$line$" "$output" || fail "no $line"
done

# Two libraries of one name, and two packages: a linker finds one library, and a launch.rs is replaced.
mkdir twice twice/src
cp Cargo.toml twice
sed -i 's:"\.\./rust:"../../rust:' twice/Cargo.toml
echo 'fn main() {}' >twice/src/main.rs
cp -r kernels twice
twice() { # twice CALL OTHER-CALL
    echo "fn main() { $1; $2 }" >twice/build.rs
    run 101 cargo build --offline --quiet --manifest-path twice/Cargo.toml
}
fill='kbuild_build::Build::sources(["kernels/fill.cu"]).include("kernels/include").targets("gfx90a").runtime("hipemu")'
twice "$fill.build_lib(\"libfill.a\")" "$fill.build_lib(\"other/libfill.a\")"
says "build_lib: this build script has made a libfill.a; linkers find one of a name, rename one"
twice "$fill.compile()" "$fill.compile()"
says "compile: this build script has made a package; a second one would replace its launch.rs"

# A program that is linked with AMD's runtime is executed by the emulator, too.
ld -o /dev/null --unresolved-symbols=ignore-all -lamdhip64 2>/dev/null || skip "libamdhip64.so is not installed"
sed -i 's/\.runtime("hipemu")//' build.rs
build
readelf -d "$TOP/target/debug/launchers" | grep -q 'NEEDED.*libamdhip64' || fail "not linked with libamdhip64"
run 0 env LD_LIBRARY_PATH="$(dirname "$(find "$PREFIX" -name 'libamdhip64.so.5')")" "$TOP/target/debug/launchers"
says "[1399.5, 1399.5]"
