@c = private unnamed_addr addrspace(5) constant [2 x i32] [i32 1, i32 2], align 4
@d = private unnamed_addr addrspace(4) constant [2 x i32] [i32 1, i32 2], align 4

define amdgpu_kernel void @k() {
  %a = alloca [2 x i32], align 4, addrspace(5)
  call void @llvm.memcpy.p5.p5.i64(ptr addrspace(5) align 4 %a, ptr addrspace(5) align 4 @c, i64 8, i1 false)
  call void @llvm.memcpy.p5.p4.i64(ptr addrspace(5) align 4 %a, ptr addrspace(4) align 4 @d, i64 8, i1 false)
  ret void
}
