#!/bin/sh
# Lines of the source stand where the debug information puts them.
. "$(dirname "$0")/lib.sh"
. "$HERE/../hip.sh"
objdump "$(hip_llvm)"
clang=$(hip_clang) || skip "the clang of HIP is not installed"

mkdir src
cp "$OBJECTS/kernels.hip" src/
compile() { # compile OUT FLAG...
    out=$1
    shift
    "$clang" -x hip --cuda-device-only --no-gpu-bundle-output -nogpuinc -nogpulib -O2 \
        --offload-arch=gfx1030 "$@" src/kernels.hip -o "$out" 2>/dev/null ||
        skip "$clang cannot compile HIP"
}
compile debug.hsaco -g
compile plain.hsaco

run 0 kbuild disasm pointers debug.hsaco --objdump "$objdump"
says "; kernels.hip:18  if (i < count)"
says "; kernels.hip:19  out[i] = in[i] * (float)factor + tail;"
instructions .out >with.txt
# A line is not said twice in a row.
[ -z "$(grep '^; kernels.hip' .out | uniq -d)" ] || fail "lines repeat"

run 0 kbuild disasm pointers debug.hsaco --no-source --objdump "$objdump"
says_not "kernels.hip:"
instructions .out | cmp - with.txt || fail "--no-source changes the code"
run 0 kbuild disasm pointers plain.hsaco --objdump "$objdump"
says_not "kernels.hip:"
says_not "no debug information"
run 0 kbuild disasm pointers plain.hsaco --source --objdump "$objdump"
says "no debug information"

# Without the source its places are still there; a directory or a pipe in its place is not read.
mv src/kernels.hip moved.hip
run 0 kbuild disasm pointers debug.hsaco --objdump "$objdump"
grep -qx '; kernels.hip:18' .out || fail "no places without the source"
mkfifo src/kernels.hip
run 0 timeout 20 "$KBUILD" disasm pointers debug.hsaco --objdump "$objdump"
rm src/kernels.hip
mkdir src/kernels.hip
run 0 kbuild disasm pointers debug.hsaco --objdump "$objdump"
rmdir src/kernels.hip

# What would steer a terminal does not reach it.
sed 's|out\[i\] = in|out[i] /\x1b[31m/ = in|' moved.hip >src/kernels.hip
run 0 kbuild disasm pointers debug.hsaco --objdump "$objdump"
says "out[i] /?[31m/"
