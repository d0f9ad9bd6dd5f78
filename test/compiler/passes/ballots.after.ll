define i64 @f(float %a, float %b, i32 %n) {
  %c = fcmp one float %a, %b
  %atoll.ballot.0.w = zext i1 %c to i32
  %atoll.ballot.0.c = call i32 asm "", "=v,0"(i32 %atoll.ballot.0.w)
  %atoll.ballot.0 = trunc i32 %atoll.ballot.0.c to i1
  %1 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %atoll.ballot.0)
  %d = fcmp olt float %a, %b
  %2 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %d)
  %e = fcmp ueq float %a, %b
  %f = xor i1 %e, true
  %atoll.ballot.1.w = zext i1 %f to i32
  %atoll.ballot.1.c = call i32 asm "", "=v,0"(i32 %atoll.ballot.1.w)
  %atoll.ballot.1 = trunc i32 %atoll.ballot.1.c to i1
  %3 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %atoll.ballot.1)
  %g = icmp ne i32 %n, 0
  %4 = tail call i64 @llvm.amdgcn.ballot.i64(i1 %g)
  %5 = tail call i64 @llvm.amdgcn.ballot.i64(i1 true)
  %atoll.ballot.2.w = zext i1 %c to i32
  %atoll.ballot.2.c = call i32 asm "", "=v,0"(i32 %atoll.ballot.2.w)
  %atoll.ballot.2 = trunc i32 %atoll.ballot.2.c to i1
  %6 = tail call i32 @llvm.amdgcn.ballot.i32(i1 %atoll.ballot.2), !dbg !1
  ret i64 %1
}
