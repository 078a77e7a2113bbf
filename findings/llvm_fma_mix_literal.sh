#!/bin/sh
# LLVM prints the lower half of a literal of v_fma_mix_f32, whose literal is a float if op_sel_hi is 0: the text of a
# disassembler means another number, and its own assembler makes other bytes of it. No text of the assembler makes the
# first bytes: it takes the operand for a half and refuses 0x40490fdb. Needs Debian's llvm-15 or llvm-19. Exits with 0
# while this is so.
set -eu
bytes='0x00,0x00,0x20,0xcc,0x01,0xff,0x09,0x04,0xdb,0x0f,0x49,0x40' # v_fma_mix_f32 v0, v1, 0x40490fdb, v2
tried=
for mc in llvm-mc-15 llvm-mc-19; do
    command -v "$mc" >/dev/null || continue
    "$mc" --version | grep -i version
    text=$(echo "$bytes" | "$mc" -disassemble -arch=amdgcn -mcpu=gfx1100 | grep v_fma)
    again=$(echo "$text" | "$mc" -arch=amdgcn -mcpu=gfx1100 -show-encoding | grep -o '0x00,0x00,0x20.*[^]]')
    echo "$bytes"
    echo "$text"
    echo "$again"
    echo "$text" | grep -q 'v0, v1, 0xfdb, v2'
    [ "$again" = '0x00,0x00,0x20,0xcc,0x01,0xff,0x09,0x04,0xdb,0x0f,0x00,0x00' ]
    if echo 'v_fma_mix_f32 v0, v1, 0x40490fdb, v2' | "$mc" -arch=amdgcn -mcpu=gfx1100 >/dev/null 2>&1; then exit 1; fi
    tried=yes
done
[ "$tried" ] || { echo "there is neither llvm-mc-15 nor llvm-mc-19" >&2; exit 77; }
echo "as described"
