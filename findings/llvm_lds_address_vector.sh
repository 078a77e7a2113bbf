#!/bin/sh
# LLVM 15 gives a variable in LDS two places if its address is in a constant vector: it seems that the pass that lowers LDS
# replaces the variable in instructions, and not in such a constant. Here 8 bytes become 16, and the
# variable's address, taken apart into two words and put together, is not equal to itself. clang 15 makes such constants of
# code that moves pointers between lanes by words (__shfl, readfirstlane); on a GPU the two halves of a program then use different memory.
# (Debian 12: llvm-15 1:15.0.6-4+b1. LLVM 19 does not read comparisons of constants any more.)
# Needs Debian's llvm-15. Exits with 0 while this is so.
set -eu
command -v llc-15 >/dev/null || { echo "llc-15 is not installed" >&2; exit 77; }
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cat >"$top/same.ll" <<'IR'
target triple = "amdgcn-amd-amdhsa"
@x = internal addrspace(3) global i64 undef, align 8
define amdgpu_kernel void @same(ptr addrspace(1) %out, i1 %asked) {
  store i64 1, ptr addrspace(3) @x
  %equal = select i1 %asked, i1 icmp eq (i64 bitcast (<2 x i32> <
      i32 ptrtoint (ptr addrspacecast (ptr addrspace(3) @x to ptr) to i32),
      i32 trunc (i64 lshr (i64 ptrtoint (ptr addrspacecast (ptr addrspace(3) @x to ptr) to i64), i64 32) to i32)> to i64),
    i64 ptrtoint (ptr addrspacecast (ptr addrspace(3) @x to ptr) to i64)), i1 false
  %word = zext i1 %equal to i32
  store i32 %word, ptr addrspace(1) %out
  ret void
}
IR
llc-15 --version | grep version
llc-15 -opaque-pointers -mcpu=gfx90a -O1 "$top/same.ll" -o "$top/same.s"
grep -E 'ds_write|amdhsa_group_segment_fixed_size' "$top/same.s"
grep -qE 'amdhsa_group_segment_fixed_size 16$' "$top/same.s"
grep -qE 'ds_write_b64 .* offset:8$' "$top/same.s"
echo "as described"
