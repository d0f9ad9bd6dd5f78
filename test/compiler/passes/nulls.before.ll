define i32 addrspace(5)* @f() {
  ret i32 addrspace(5)* addrspacecast (i32* null to i32 addrspace(5)*)
}
