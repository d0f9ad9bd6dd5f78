define void @f(i32 %x) #0 {
  ret void
}

define amdgpu_kernel void @k(i32 %x) #1 {
  ret void
}

attributes #0 = { noinline optnone nounwind }
attributes #1 = { nounwind }
