define float @f(float %x, <2 x float> %v) {
  %1 = fcmp ogt float %x, 5.000000e+00
  %2 = select i1 %1, float %x, float -5.000000e+00
  %3 = select i1 %1, float %x, float 5.000000e+00
  %4 = fcmp nnan olt <2 x float> %v, splat (float 2.000000e+00)
  %5 = select <2 x i1> %4, <2 x float> <float -2.000000e+00, float 1.000000e+00>, <2 x float> %v
  ret float %2
}
