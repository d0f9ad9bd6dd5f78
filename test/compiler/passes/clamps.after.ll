define float @f(float %x, float %y) {
  %1 = call float @llvm.fabs.f32(float %x)
  %atoll.own.0 = call float asm "", "=v,0"(float %1)
  %2 = call nnan float @llvm.maxnum.f32(float %x, float %atoll.own.0), !fpmath !1
  %3 = call float @llvm.maxnum.f32(float %y, float %1)
  ret float %2
}
