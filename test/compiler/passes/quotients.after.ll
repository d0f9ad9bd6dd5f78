define i32 @f(ptr addrspace(1) %p) {
  %1 = load i8, ptr addrspace(1) %p, align 1
  %2 = sext i8 %1 to i32
  %3 = sub nsw i32 7, %2
  %atoll.dividend.0 = call i32 asm "", "=v,0"(i32 %2)
  %4 = sdiv i32 %atoll.dividend.0, %2, !dbg !1
  %5 = sdiv i32 %2, 3
  %6 = sdiv <2 x i32> <i32 -1, i32 1>, <i32 2, i32 3>
  ret i32 %4
}
