; What clang makes of printf() with -mprintf-kind=buffered, with a control word and a format's number
; that the host gives: a record of 28 bytes for each lane, its number and "four" as the arguments.
target triple = "amdgcn-amd-amdhsa"

declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @report(i32 %control, i64 %format) {
  %implicit = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %slot = getelementptr i8, ptr addrspace(4) %implicit, i64 72
  %buffer = load ptr addrspace(1), ptr addrspace(4) %slot
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %lane.wide = zext i32 %lane to i64
  %offset = atomicrmw add ptr addrspace(1) %buffer, i32 28 syncscope("agent") monotonic
  %offset.wide = zext i32 %offset to i64
  %records = getelementptr i8, ptr addrspace(1) %buffer, i64 8
  %record = getelementptr i8, ptr addrspace(1) %records, i64 %offset.wide
  store i32 %control, ptr addrspace(1) %record, align 4
  %1 = getelementptr i8, ptr addrspace(1) %record, i64 4
  store i64 %format, ptr addrspace(1) %1, align 4
  %2 = getelementptr i8, ptr addrspace(1) %record, i64 12
  store i64 %lane.wide, ptr addrspace(1) %2, align 4
  %3 = getelementptr i8, ptr addrspace(1) %record, i64 20
  store i64 1920298854, ptr addrspace(1) %3, align 4
  ret void
}

!llvm.module.flags = !{!0}
!llvm.printf.fmts = !{!1}
!0 = !{i32 1, !"amdgpu_code_object_version", i32 500}
!1 = !{!"0:0:1122334455667788,lane %d of %s: 1\0A"}
