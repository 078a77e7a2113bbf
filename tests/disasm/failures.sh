#!/bin/sh
# A message names what cannot be shown, and what could be.
. "$(dirname "$0")/lib.sh"

run 2 kbuild disasm
run 2 kbuild disasm pointers
says "needs a KERNEL and a FILE"
run 2 kbuild disasm pointers "$fat" --source --no-source
says "contradict"

run 2 kbuild disasm pointers "$fat" --llvm libLLVM.so --objdump llvm-objdump
says "contradict"

# No disassembler: the package is named.
run 3 kbuild disasm pointers "$fat" --llvm /nonexistent/libLLVM.so
says "no LLVM to decode instructions with"
says "apt-get install libllvm"
run 3 kbuild disasm pointers "$fat" --objdump /nonexistent/llvm-objdump
says "/nonexistent/llvm-objdump: no such program"

# One that does not work, and one that dies.
printf '#!/bin/sh\necho first words >&2; echo more >&2; exit 1\n' >broken
printf '#!/bin/sh\nkill -SEGV $$\n' >dying
chmod +x broken dying
run 1 kbuild disasm pointers "$fat" --target gfx1030 --objdump ./broken
says "./broken fails: first words"
says_not "more"
run 3 kbuild disasm pointers "$fat" --target gfx1030 --objdump ./dying
says "crashed (signal 11)"

# One that does not know the processor, as its llvm-mc says.
mkdir old
printf '#!/bin/sh\nexit 1\n' >old/llvm-objdump
printf '#!/bin/sh\necho "  gfx900 - Select the gfx900 processor." >&2\n' >old/llvm-mc
chmod +x old/*
run 3 kbuild disasm pointers "$fat" --target gfx1030 --objdump old/llvm-objdump
says "old/llvm-objdump does not know gfx1030; LLVM 15 does"

. "$HERE/../hip.sh"
objdump "$(hip_llvm)"
run 1 kbuild disasm pointers missing.so
says "missing.so"
run 1 kbuild disasm pointrs "$fat"
says "no kernel 'pointrs' (did you mean 'pointers'?)"
run 1 kbuild disasm nothing_like_it_at_all "$fat"
says_not "did you mean"
run 1 kbuild disasm pointers "$fat" --target gfx906
says "there is: gfx1030, gfx1100, gfx90a:xnack-"
head -c 30000 "$fat" >cut.hipfb
run 1 kbuild disasm pointers cut.hipfb "$OBJECTS/gfx1030-v4.hsaco"
says "cut.hipfb"
says "; gfx1030, $OBJECTS/gfx1030-v4.hsaco" # what is whole is shown

# An image that no disassembler here knows does not keep the others from being shown.
printf '#!/bin/sh\nexec "%s" "$@"\n' "$objdump" >old/llvm-objdump
printf '#!/bin/sh\necho "  gfx1030 - Select the gfx1030 processor." >&2\n' >old/llvm-mc
run 3 kbuild disasm pointers "$fat" --objdump old/llvm-objdump
says "; gfx1030, "
says_not "; gfx1100, "
says "does not know gfx1100"
