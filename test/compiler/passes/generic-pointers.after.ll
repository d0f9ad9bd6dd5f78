define void @f(ptr %p) #2 {
  ret void
}

define void @g(ptr addrspace(1) %p) #0 {
  ret void
}

define amdgpu_kernel void @k(ptr %p) #1 {
  ret void
}

attributes #0 = { noinline nounwind }
attributes #1 = { nounwind }

attributes #2 = { alwaysinline nounwind }