define void @opaque(ptr addrspace(1) %p, ptr addrspace(3) %l, i32 %n) {
  %a = atomicrmw or ptr addrspace(1) %p, i32 0 syncscope("agent") monotonic, align 4, !dbg !26
  %b = atomicrmw volatile add ptr addrspace(3) %l, i32 0 monotonic, align 4
  %c = load atomic i64, ptr addrspace(1) %p seq_cst, align 8
  %d = atomicrmw xchg ptr addrspace(1) %p, i32 0 monotonic, align 4
  %e = atomicrmw and ptr addrspace(1) %p, i32 0 monotonic, align 4
  %f = atomicrmw add ptr addrspace(1) %p, i32 %n monotonic, align 4
  %g = atomicrmw add ptr addrspace(1) %p, i32 10 monotonic, align 4
  %h = load volatile i32, ptr addrspace(1) %p, align 4
  ret void
}

define void @typed(i64 addrspace(1)* %p) {
  %a = atomicrmw xor i64 addrspace(1)* %p, i64 0 syncscope("agent") monotonic, align 8
  %b = atomicrmw sub i64 addrspace(1)* %p, i64 1 syncscope("agent") monotonic, align 8
  ret void
}
