define float @f(float %x, <2 x float> %v) {
  %1 = fcmp ogt float %x, 5.000000e+00
  %atoll.choice.0.a = bitcast float %x to i32
  %atoll.choice.0.b = bitcast float -5.000000e+00 to i32
  %atoll.choice.0 = select i1 %1, i32 %atoll.choice.0.a, i32 %atoll.choice.0.b
  %2 = bitcast i32 %atoll.choice.0 to float
  %3 = select i1 %1, float %x, float 5.000000e+00
  %4 = fcmp nnan olt <2 x float> %v, splat (float 2.000000e+00)
  %atoll.choice.1.a = bitcast <2 x float> <float -2.000000e+00, float 1.000000e+00> to <2 x i32>
  %atoll.choice.1.b = bitcast <2 x float> %v to <2 x i32>
  %atoll.choice.1 = select <2 x i1> %4, <2 x i32> %atoll.choice.1.a, <2 x i32> %atoll.choice.1.b
  %5 = bitcast <2 x i32> %atoll.choice.1 to <2 x float>
  ret float %2
}
