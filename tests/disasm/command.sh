#!/bin/sh
# Nothing is lost between llvm-objdump and the reader: every instruction, in order, to the last one.
. "$(dirname "$0")/lib.sh"
. "$HERE/../hip.sh"
objdump "$(hip_llvm)"

for object in gfx1030-v4 gfx1100-v5 gfx90a-v4 gfx90a-v3; do
    file=$OBJECTS/$object.hsaco
    for kernel in pointers by_value fixed_lds dynamic_lds scratch hidden nothing; do
        run 0 kbuild disasm $kernel "$file" --objdump "$objdump"
        instructions .out >ours.txt
        reference "$file" $kernel >theirs.txt
        without_targets ours.txt >ours.cut
        without_targets theirs.txt >theirs.cut
        [ -s theirs.cut ] || fail "$object $kernel: llvm-objdump says nothing"
        same ours.cut theirs.cut
        [ "$(tail -n 1 ours.txt)" = s_endpgm ] || fail "$object $kernel: $(tail -n 1 ours.txt)"
        grep -qx "$kernel:" .out || fail "no label of the kernel"
        count=$(wc -l <ours.txt)
        says "; $count instructions, "

        # Each jump has its label, and each label is there once.
        sed -n 's/^ *s_c*branch[a-z_0-9]* \(.*\)/\1/p' .out | sort -u >wanted.txt
        sed -n 's/^\(L[0-9]*\):$/\1/p' .out | sort >there.txt
        same wanted.txt there.txt
    done
done

# Where a jump goes: its distance in the code is what llvm-objdump prints as the offset.
run 0 kbuild disasm pointers "$OBJECTS/gfx1030-v4.hsaco" --bytes --objdump "$objdump"
offset=$("$objdump" -d --disassemble-symbols=pointers "$OBJECTS/gfx1030-v4.hsaco" |
    sed -n 's/.*s_cbranch_execz.*<pointers+0x\([0-9a-f]*\)>.*/\1/p')
grep -A1 '^L0:$' .out | grep -q "^  0*$offset  " || fail "the label is not at $offset"
says "F4000002 FA000010  s_load_dword"

# What the compiler left nothing of has no instruction, though other code starts there.
for kernel in 'behind<int>' 'last<int>'; do
    run 0 kbuild disasm "*$kernel*" "$OBJECTS/gfx1030-notes-v4.hsaco" --objdump "$objdump"
    says "; 0 instructions, 0 bytes"
    says "the compiler left no instruction"
    [ -z "$(instructions .out)" ] || fail "$kernel: $(cat .out)"
done

# All kernels of all targets at once are the same as one by one.
# kernels FILE: its kernels, sorted, a line each; an empty line is between two.
kernels() { awk 'BEGIN { RS = "" } { gsub("\n", "\t"); print }' "$1" | sort; }
for target in gfx1030 gfx1100 gfx90a; do
    for kernel in pointers by_value fixed_lds dynamic_lds scratch hidden nothing; do
        run 0 kbuild disasm $kernel "$fat" --target $target --objdump "$objdump"
        cat .out
        echo
    done
done >one_by_one.txt
run 0 kbuild disasm '*' "$fat" --objdump "$objdump"
kernels .out >together.txt
[ "$(grep -c 's_endpgm' together.txt)" = 21 ] || fail "there are not 7 kernels for 3 targets"
kernels one_by_one.txt | cmp - together.txt || fail "together they are other code"
run 0 kbuild disasm '*_lds' "$fat" --objdump "$objdump"
[ "$(grep -c '_lds:$' .out)" = 6 ] || fail "the glob"

# What it costs stands in front; the containers are named.
run 0 kbuild disasm fixed_lds "$fat" --target gfx90a --objdump "$objdump"
says "; gfx90a:xnack-, $fat bundle"
says "LDS 256 bytes"
says "wave64"
grep -q '^; occupancy [1-9]' .out || fail "no occupancy"

# Without symbols but those that the loader needs nothing changes; with a symbol that says no size
# the code ends at its last instruction, and a message says so.
cp "$OBJECTS/gfx1030-v4.hsaco" whole.hsaco
run 0 kbuild disasm pointers whole.hsaco --objdump "$objdump"
instructions .out >whole.txt
strip=$(dirname "$(realpath "$objdump")")/llvm-strip
if [ -x "$strip" ]; then
    "$strip" --strip-all whole.hsaco -o stripped.hsaco || fail "llvm-strip"
    run 0 kbuild disasm pointers stripped.hsaco --objdump "$objdump"
    instructions .out | cmp - whole.txt || fail "stripped, other code"
fi
python3 - <<'PY' || skip "no python3"
import struct
data = bytearray(open('whole.hsaco', 'rb').read())
shoff, = struct.unpack_from('<Q', data, 40)
count, = struct.unpack_from('<H', data, 60)
for i in range(count):
    at = shoff + 64 * i
    kind, = struct.unpack_from('<I', data, at + 4)
    offset, size = struct.unpack_from('<QQ', data, at + 24)
    if kind in (2, 11):  # SHT_SYMTAB, SHT_DYNSYM
        for symbol in range(offset, offset + size, 24):
            if data[symbol + 4] & 15 == 2:  # STT_FUNC
                struct.pack_into('<Q', data, symbol + 16, 0)
open('sizeless.hsaco', 'wb').write(data)
PY
run 0 kbuild disasm pointers sizeless.hsaco --objdump "$objdump"
instructions .out | cmp - whole.txt || fail "without a size, other code"
says "no symbol says where it ends"
run 0 kbuild disasm nothing sizeless.hsaco --objdump "$objdump" # the last one of the section
[ "$(instructions .out)" = s_endpgm ] || fail "nothing: $(instructions .out)"

# In version 2 the code begins behind a header of 256 bytes, which llvm-objdump takes for code.
file=$OBJECTS/gfx906-v2.hsaco
run 0 kbuild disasm pointers "$file" --objdump "$objdump"
says "code object version 2"
says_not "no symbol says where it ends"
instructions .out >ours.txt
"$objdump" -d --start-address=0x2700 --stop-address=0x2800 "$file" |
    sed -n 's/^\t\(.*[^ ]\) *\/\/ [0-9A-F]*: .*/\1/p' | sed 's/  */ /g; /^s_endpgm/q' >theirs.txt
[ "$(wc -l <theirs.txt)" = 20 ] || fail "llvm-objdump says $(wc -l <theirs.txt) lines"
without_targets ours.txt >ours.cut
without_targets theirs.txt >theirs.cut
same ours.cut theirs.cut

# No file is left.
mkdir tmp
run 0 env TMPDIR="$TOP/tmp" "$KBUILD" disasm pointers whole.hsaco --objdump "$objdump"
[ -z "$(ls tmp)" ] || fail "left: $(ls tmp)"
