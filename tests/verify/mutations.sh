#!/bin/sh
# tests/verify/mutations: which kernels of a module a change reaches, and that the list of changes without effect names lines of
# kernels/candle as they are now.
. "$(dirname "$0")/../lib.sh"
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
command -v python3 >/dev/null || skip 'there is no python3'
run 0 python3 "$HERE/mutations/run" --check

cat >before.ll <<'IR'
@table = internal addrspace(4) constant [2 x i32] [i32 1, i32 2]

define amdgpu_kernel void @adds(i32 %0) #0 {
  call void @add(i32 %0), !noalias !7
  ret void
}

define amdgpu_kernel void @reads(i32 %0) #0 {
  %2 = load i32, i32 addrspace(4)* @table
  ret void
}

define amdgpu_kernel void @alone(i32 %0) #1 {
  ret void
}

define internal void @add(i32 %0) #1 {
  %2 = add i32 %0, 1
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="1,64" }
attributes #1 = { nounwind }
IR
# reach NAMES SED: these kernels are reached by the edit.
reach() {
    sed "$2" before.ll >after.ll
    PYTHONPATH=$HERE/mutations python3 -c '
from reach import Module
before, after = (Module(open(name + ".ll").read()) for name in ("before", "after"))
print(*before.reached(after))' >reached || fail "$2"
    [ "$(cat reached)" = "$1" ] || fail "$2 reaches: $(cat reached)"
}
reach '' ''
reach '' 's/!7/!8/; s/#1/#5/'                       # numbers alone
reach adds 's/add i32 %0, 1/add i32 %0, 2/'         # what a kernel calls
reach reads 's/i32 2\]/i32 3]/'                     # what a kernel reads
reach 'adds reads' 's/1,64/1,65/'                   # attributes
reach adds 's/@add(/@other(/'                       # another function is called
