define void @f() {
  %1 = call {}* @llvm.invariant.start.p0i8(i64 4, i8* addrspacecast (i32 addrspace(1)* @a to i8*))
  %2 = bitcast i32* %p to i8*
  ret void
}
