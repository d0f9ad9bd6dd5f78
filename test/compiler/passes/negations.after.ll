define <2 x float> @f(<2 x float> %v, float %s) {
  %atoll.negated.0.e0 = extractelement <2 x float> %v, i32 0
  %atoll.negated.0.n0 = fneg nnan float %atoll.negated.0.e0, !dbg !1
  %atoll.negated.0.v0 = insertelement <2 x float> undef, float %atoll.negated.0.n0, i32 0
  %atoll.negated.0.e1 = extractelement <2 x float> %v, i32 1
  %atoll.negated.0.n1 = fneg nnan float %atoll.negated.0.e1, !dbg !1
  %1 = insertelement <2 x float> %atoll.negated.0.v0, float %atoll.negated.0.n1, i32 1
  %2 = fneg float %s
  ret <2 x float> %1
}
