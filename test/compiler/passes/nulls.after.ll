define i32 addrspace(5)* @f() {
  ret i32 addrspace(5)* inttoptr (i32 -1 to i32 addrspace(5)*)
}
