# The sources of cases.txtar are reflected as golden.txt says. Sources with a mistake are in command.sh.
. "$(dirname "$0")/../lib.sh"
kbuild doctor >doctor 2>&1 || skip "no HIP toolchain here (kbuild doctor tells)"
hip=$(sed -n 's/^ *ok *HIP headers *[0-9.]* *//p' doctor)
sh "$HERE/../unpack.sh" "$HERE/cases.txtar" cases

# case_of NAME [CLANG-ARGUMENT...]
case_of() {
    name=$1
    shift
    set -- -x hip --cuda-device-only --no-gpu-bundle-output --offload-arch=gfx1030 -std=c++17 \
        "--rocm-path=$hip" -nogpulib "$@"
    # Twice, from two directories: the document does not tell where it was made.
    cd "$TOP/cases" || exit 1
    run 0 kbuild reflect -o "$TOP/one.json" "$name.hip" -- "$@"
    cd "$TOP" || exit 1
    run 0 kbuild reflect --output=two.json --module "$name" "$TOP/cases/$name.hip" -- "$@"
    same one.json two.json
    transcribe "$name.hip" one.json
}
for name in scalars pointers records names templates macros bodies variables system; do
    case_of $name -nogpuinc
done
case_of conditions -nogpuinc -D__CUDA_ARCH__=900
case_of half

# Later versions of libclang, where they are installed, show the same.
for library in /usr/lib/llvm-1[6-9]/lib/libclang-[1-9]*.so.[1-9]* /usr/lib/llvm-[2-9]?/lib/libclang-[1-9]*.so.[1-9]*; do
    [ -e "$library" ] || continue
    run 0 kbuild reflect --libclang "$library" -o later.json cases/records.hip -- -x hip --cuda-device-only \
        --offload-arch=gfx1030 -std=c++17 -nogpulib -nogpuinc
    run 0 kbuild reflect -o usual.json cases/records.hip -- -x hip --cuda-device-only --offload-arch=gfx1030 -std=c++17 \
        -nogpulib -nogpuinc
    same usual.json later.json
done
golden "$HERE/golden.txt"
