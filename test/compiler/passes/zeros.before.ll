define float @f(float %x) {
  %1 = fcmp olt float %x, 0.000000e+00
  %2 = select i1 %1, float %x, float 0.000000e+00
  %3 = select i1 %1, float %x, float 1.000000e+00
  ret float %2
}
