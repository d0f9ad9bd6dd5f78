define <2 x float> @f(<2 x float> %v, i1 %a, i1 %b) {
  br i1 %a, label %set, label %other

other:                                            ; preds = %0
  br i1 %b, label %set, label %end

set:                                              ; preds = %other, %0
  %1 = insertelement <2 x float> %v, float 1.000000e+00, i32 0
  %atoll.join.0.e0 = extractelement <2 x float> %1, i32 0
  %atoll.join.0.h0 = call float asm "", "=v,0"(float %atoll.join.0.e0)
  %atoll.join.0.v0 = insertelement <2 x float> undef, float %atoll.join.0.h0, i32 0
  %atoll.join.0.e1 = extractelement <2 x float> %1, i32 1
  %atoll.join.0.h1 = call float asm "", "=v,0"(float %atoll.join.0.e1)
  %atoll.join.0 = insertelement <2 x float> %atoll.join.0.v0, float %atoll.join.0.h1, i32 1
  br label %end

end:                                              ; preds = %set, %other
  %2 = phi <2 x float> [ %v, %other ], [ %atoll.join.0, %set ]
  ret <2 x float> %2
}
