define i64 @f(i64 %x, i64 %y, i8 %b) {
  %1 = xor i64 %x, -1
  %atoll.union.0 = call i64 asm "", "=v,0"(i64 %1)
  %2 = or i64 %atoll.union.0, %y
  %3 = or disjoint i64 %x, %y
  %4 = insertelement <2 x i8> <i8 -1, i8 0>, i8 %b, i32 1
  %atoll.union.1.w = sext <2 x i8> %4 to <2 x i32>
  %atoll.union.1.e0 = extractelement <2 x i32> %atoll.union.1.w, i32 0
  %atoll.union.1.h0 = call i32 asm "", "=v,0"(i32 %atoll.union.1.e0)
  %atoll.union.1.v0 = insertelement <2 x i32> undef, i32 %atoll.union.1.h0, i32 0
  %atoll.union.1.e1 = extractelement <2 x i32> %atoll.union.1.w, i32 1
  %atoll.union.1.h1 = call i32 asm "", "=v,0"(i32 %atoll.union.1.e1)
  %atoll.union.1.o = insertelement <2 x i32> %atoll.union.1.v0, i32 %atoll.union.1.h1, i32 1
  %atoll.union.1 = trunc <2 x i32> %atoll.union.1.o to <2 x i8>
  %atoll.union.2.w = sext <2 x i8> %4 to <2 x i32>
  %atoll.union.2.e0 = extractelement <2 x i32> %atoll.union.2.w, i32 0
  %atoll.union.2.h0 = call i32 asm "", "=v,0"(i32 %atoll.union.2.e0)
  %atoll.union.2.v0 = insertelement <2 x i32> undef, i32 %atoll.union.2.h0, i32 0
  %atoll.union.2.e1 = extractelement <2 x i32> %atoll.union.2.w, i32 1
  %atoll.union.2.h1 = call i32 asm "", "=v,0"(i32 %atoll.union.2.e1)
  %atoll.union.2.o = insertelement <2 x i32> %atoll.union.2.v0, i32 %atoll.union.2.h1, i32 1
  %atoll.union.2 = trunc <2 x i32> %atoll.union.2.o to <2 x i8>
  %5 = or <2 x i8> %atoll.union.1, %atoll.union.2
  ret i64 %2
}
