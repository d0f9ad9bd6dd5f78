define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %1 = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop

loop:                                             ; preds = %loop, %0
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %1
  br i1 %more, label %loop, label %end

end:                                              ; preds = %loop
  store i32 %i, ptr addrspace(1) %p, align 4
  ret void
}
