define amdgpu_kernel void @k(i32 %x) {
  ret void
}


define amdgpu_kernel void @caller(i32 %x) {
  call void @__clang_ocl_kern_imp_called(i32 %x)
  ret void
}

define void @__clang_ocl_kern_imp_called(i32 %x) {
  ret void
}
