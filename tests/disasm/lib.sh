# Sourced by the tests of `kbuild disasm`. CMakeLists.txt sets KBUILD and OBJECTS, the folder of code
# objects.
. "$(dirname "$0")/../lib.sh"

fat=$OBJECTS/three.hipfb # gfx1030, gfx1100, gfx90a:xnack-

# objdump VERSION: sets $objdump to llvm-objdump of that LLVM, or skips.
objdump() {
    objdump=$(command -v "llvm-objdump-$1") || objdump=/usr/lib/llvm-$1/bin/llvm-objdump
    [ -x "$objdump" ] || skip "no llvm-objdump-$1 (Debian: llvm-$1)"
}

# Instructions of a disassembly by kbuild, one space between words; no labels, no comments.
instructions() { grep '^  ' "$1" | sed 's/^ *//; s/  */ /g'; }

# The same of what llvm-objdump says of a symbol, as far as the first s_endpgm: in the kernels of
# the test objects that is the last instruction.
reference() { # reference OBJECT SYMBOL
    "$objdump" -d --disassemble-symbols="$2" "$1" |
        sed -n 's/^\t\(.*[^ ]\) *\/\/ [0-9A-F]*: .*/\1/p' | sed 's/  */ /g' | sed '/^s_endpgm/q'
}

# Jumps have labels here and distances there.
without_targets() { sed 's/^\(s_c*branch[a-z_0-9]*\) .*/\1/' "$1"; }
