define i64 @f(i64 %x, i64 %y, i8 %b) {
  %1 = xor i64 %x, -1
  %2 = or i64 %1, %y
  %3 = or disjoint i64 %x, %y
  %4 = insertelement <2 x i8> <i8 -1, i8 0>, i8 %b, i32 1
  %5 = or <2 x i8> %4, %4
  ret i64 %2
}
