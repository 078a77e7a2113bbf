#!/bin/sh
# What LLVM does not know is never shown as something else without a word, and the message names the
# LLVM that knows it; what older versions drop or refuse of newer code is shown right by each.
. "$(dirname "$0")/lib.sh"
clang=$(command -v clang-19) || skip "no clang-19 to assemble with"

# object NAME WORD...: a kernel `k` of these words and s_endpgm, for $gpu
object() {
    name=$1
    shift
    {
        printf '.text\n.globl k\n.p2align 8\n.type k,@function\nk:\n'
        for word; do echo ".long $word"; done
        printf 's_endpgm\n.Lend:\n.size k, .Lend-k\n.rodata\n.p2align 6\n.amdhsa_kernel k\n'
        printf '.amdhsa_next_free_vgpr 8\n.amdhsa_next_free_sgpr 8\n'
        [ "$gpu" != gfx90a ] || echo '.amdhsa_accum_offset 8'
        printf '.end_amdhsa_kernel\n.amdgpu_metadata\n---\namdhsa.version: [1, 2]\n'
        printf 'amdhsa.kernels:\n  - .name: k\n    .symbol: k.kd\n    .kernarg_segment_size: 0\n'
        printf '    .group_segment_fixed_size: 0\n    .private_segment_fixed_size: 0\n'
        printf '    .kernarg_segment_align: 8\n    .wavefront_size: %s\n' "$lanes"
        printf '    .sgpr_count: 8\n    .vgpr_count: 8\n    .max_flat_workgroup_size: 256\n'
        printf '...\n.end_amdgpu_metadata\n'
    } >"$name.s"
    "$clang" -x assembler -target amdgcn-amd-amdhsa -mcpu="$gpu" "$name.s" -o "$name" || fail "$name"
}

# An encoding that is none: a warning, a count, and what the code behind it may be.
gpu=gfx1100 lanes=32
object none 0xbf800000 0xd4ef0000 0x06000501 0xbf800000
run 1 kbuild disasm k none
says "1 unknown to LLVM"
grep -q '\.long 0xd4ef0000 ; not an instruction that LLVM [0-9]* knows: what follows may' .out ||
    fail "no comment beside the unknown encoding"
grep -q '^; 1 unknown to LLVM' .out || fail "no count in front of the code"
object known 0xbf800000
run 0 kbuild disasm k known
says_not "unknown"

# Not one of these LLVMs is here: nothing to compare.
libraries=
for library in libLLVM-14.so.1 libLLVM-15.so.1 libLLVM-16.so.1 libLLVM-17.so.1 libLLVM.so.18.1 libLLVM.so.19.1 \
    libLLVM.so.21.1 libLLVM.so.22.1 libLLVM.so.23.1; do
    "$KBUILD" disasm k known --llvm $library >/dev/null 2>.err || {
        grep -q 'no LLVM to decode\|does not decode gfx1100; LLVM 15 does' .err || fail "$library"
        continue
    }
    libraries="$libraries $library"
done
[ -n "$libraries" ] || skip "none of Debian's LLVM libraries"

# shows TEXT...: what each LLVM shows, instruction by instruction
shows() {
    printf '%s\n' "$@" s_endpgm >wanted.txt
    for library in $libraries; do
        run 0 kbuild disasm k "$file" --llvm $library
        instructions .out >there.txt
        same there.txt wanted.txt
    done
}

# Halves of registers, and 128 in the fields of sources that there are not.
file=halves
object halves 0x7e0e1781 0x7f0e3900 0xd7620807 0x00018300 0xd5eb0807 0x02010100 0xcc104007 0x1a020501
shows "v_cvt_f32_f16_e32 v7, v1.h" "v_mov_b16_e32 v7.h, v0.l" \
    "v_and_b16 v7.l, v0.h, -1 op_sel:[1,0,0]" "v_cvt_u32_u16_e64 v7, v0.h op_sel:[1,0]" \
    "v_pk_mul_f16 v7, v1, v2"
gpu=gfx90a lanes=64 file=unused
object unused 0xd3904007 0x1a020501 0x780202ff 0x40003c00
shows "v_pk_mul_f16 v7, v1, v2" "v_pk_fmac_f16_e32 v1, 0x40003c00, v1"

# A program that was asked for is believed, but not without a word.
objdump=/usr/lib/llvm-19/bin/llvm-objdump
if [ -x $objdump ]; then
    run 3 kbuild disasm k unused --objdump $objdump
    says "unknown to $objdump"
    says "which may be too old"
fi

# The advice names the version that knows a target: not the one that was tried.
# retarget FROM TO MACH: FROM as a code object for the processor of this number, in hexadecimal
retarget() {
    cp "$1" "$2"
    printf '\'"$(printf %o 0x"$3")" | dd of="$2" bs=1 seek=48 conv=notrunc 2>/dev/null
}
case $libraries in *19.1*)
    retarget known gfx1250.co 49
    run 3 kbuild disasm k gfx1250.co --llvm libLLVM.so.19.1
    says "LLVM 19 does not decode gfx1250; LLVM 21 does"
    says_not "libllvm19"
    ;;
esac
