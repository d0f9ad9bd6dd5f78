define <2 x float> @f(<2 x float> %v, float %s) {
  %1 = fneg nnan <2 x float> %v, !dbg !1
  %2 = fneg float %s
  ret <2 x float> %1
}
