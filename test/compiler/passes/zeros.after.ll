define float @f(float %x) {
  %1 = fcmp olt float %x, 0.000000e+00
  %atoll.zero.0.a = bitcast float %x to i32
  %atoll.zero.0.b = bitcast float 0.000000e+00 to i32
  %atoll.zero.0 = select i1 %1, i32 %atoll.zero.0.a, i32 %atoll.zero.0.b
  %2 = bitcast i32 %atoll.zero.0 to float
  %3 = select i1 %1, float %x, float 1.000000e+00
  ret float %2
}
