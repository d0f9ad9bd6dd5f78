define <2 x float> @f(<2 x float> %v, i1 %a, i1 %b) {
  br i1 %a, label %set, label %other

other:                                            ; preds = %0
  br i1 %b, label %set, label %end

set:                                              ; preds = %other, %0
  %1 = insertelement <2 x float> %v, float 1.000000e+00, i32 0
  br label %end

end:                                              ; preds = %set, %other
  %2 = phi <2 x float> [ %v, %other ], [ %1, %set ]
  ret <2 x float> %2
}
