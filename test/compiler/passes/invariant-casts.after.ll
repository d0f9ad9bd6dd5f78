define void @f() {
  %1 = call {}* @llvm.invariant.start.p0i8(i64 4, i8* addrspacecast (i32 addrspace(1)* @a to i8*))
  %2 = bitcast i32* %p to i8*
  %3 = call ptr @llvm.invariant.start.p0(i64 4, ptr addrspacecast (ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @a, i64 4) to ptr))
  ret void
}
