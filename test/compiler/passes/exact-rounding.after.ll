define float @f(float %a, float %b) !dbg !3 {
  %q = fdiv float %a, %b, !dbg !2
  %r = call float @llvm.sqrt.f32(float %q)
  %s = fdiv float %r, %b
  ret float %s
}

!7 = !{float 2.500000e+00}
