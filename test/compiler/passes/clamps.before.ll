define float @f(float %x, float %y) {
  %1 = call float @llvm.fabs.f32(float %x)
  %2 = call nnan float @llvm.maxnum.f32(float %x, float %1), !fpmath !1
  %3 = call float @llvm.maxnum.f32(float %y, float %1)
  ret float %2
}
