define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %old = atomicrmw volatile add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4
  %pair = cmpxchg weak ptr addrspace(1) %"p q", i32 0, i32 1 monotonic monotonic, align 4
  %local = atomicrmw add ptr addrspace(3) %l, i32 1 monotonic, align 4
  %x = atomicrmw xchg ptr addrspace(1) @fixed, i32 1 monotonic, align 4
  ret void
}
