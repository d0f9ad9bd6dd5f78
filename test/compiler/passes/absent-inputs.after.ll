define amdgpu_kernel void @k() #0 {
  ret void
}

attributes #0 = { nounwind "amdgpu-no-queue-ptr" "target-cpu"="tahiti" "amdgpu-no-dispatch-ptr" "amdgpu-no-dispatch-id" "amdgpu-no-flat-scratch-init" "amdgpu-no-lds-kernel-id" }
attributes #1 = { nounwind }
