define amdgpu_kernel void @k() #0 {
  ret void
}

attributes #0 = { nounwind "amdgpu-no-queue-ptr" "target-cpu"="tahiti" }
attributes #1 = { nounwind }
