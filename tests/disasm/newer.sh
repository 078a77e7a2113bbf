#!/bin/sh
# Of several disassemblers one that knows the processor is taken; a generic target needs LLVM 19.
. "$(dirname "$0")/lib.sh"
objdump 19

for kernel in pointers scratch; do
    run 0 kbuild disasm $kernel "$OBJECTS/gfx11-generic-v6.hsaco" --objdump "$objdump"
    instructions .out >ours.txt
    reference "$OBJECTS/gfx11-generic-v6.hsaco" $kernel >theirs.txt
    without_targets ours.txt >ours.cut
    without_targets theirs.txt >theirs.cut
    [ -s theirs.cut ] || fail "llvm-objdump says nothing"
    same ours.cut theirs.cut
done

# Without being told, where it stands in its place.
if [ -x /usr/lib/llvm-19/bin/llvm-objdump ]; then
    run 0 kbuild disasm pointers "$OBJECTS/gfx11-generic-v6.hsaco"
fi
