define i64 @f(i64 %a, i64 %b, i32 %c) {
  %1 = mul i64 %a, %b
  %2 = zext i32 %c to i64
  %atoll.addend.0 = call i64 asm "", "=v,0"(i64 %1)
  %3 = add i64 %atoll.addend.0, %2
  %4 = icmp ult i64 %3, %1
  %5 = zext i1 %4 to i64
  ret i64 %5
}

define i1 @edge(i64 %a, i64 %b) {
  %1 = mul i64 %a, %b
  %atoll.addend.1 = call i64 asm "", "=v,0"(i64 %1)
  %2 = add i64 %atoll.addend.1, 1, !dbg !7
  %3 = icmp eq i64 %2, 0, !dbg !7
  ret i1 %3
}
