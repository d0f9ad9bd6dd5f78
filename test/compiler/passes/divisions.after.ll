define i32 @f(ptr addrspace(1) %p, i32 %x) {
  %1 = call i32 @llvm.ctpop.i32(i32 %x)
  %2 = or i32 %1, -18
  %3 = and i32 %1, 3
  %atoll.operand.0 = call i32 asm "", "=v,0"(i32 %2)
  %4 = udiv i32 %atoll.operand.0, %3
  %5 = udiv i32 %x, %3
  %atoll.operand.1 = call i32 asm "", "=v,0"(i32 -18)
  %6 = urem i32 %atoll.operand.1, %3
  %7 = udiv i32 18, %3
  ret i32 %4
}
