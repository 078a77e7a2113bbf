; A kernel that uses a variable of another file.
target triple = "amdgcn-amd-amdhsa"

@missing = external addrspace(1) global i32

define amdgpu_kernel void @use() {
  store i32 1, ptr addrspace(1) @missing
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdgpu_code_object_version", i32 500}
