define i64 @f(float %a, float %b, i32 %n) {
  %c = fcmp one float %a, %b
  %1 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %c)
  %d = fcmp olt float %a, %b
  %2 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %d)
  %e = fcmp ueq float %a, %b
  %f = xor i1 %e, true
  %3 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %f)
  %g = icmp ne i32 %n, 0
  %4 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %g)
  %5 = tail call i64 @llvm.amdgcn.ballot.i64(i1 true)
  %6 = tail call i32 @llvm.amdgcn.ballot.i32(i1 %c), !dbg !1
  ret i64 %1
}
