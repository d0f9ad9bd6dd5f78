define double @f(double %x, <2 x double> %v, float %s) {
  %1 = call double @llvm.floor.f64(double %x)
  %2 = call <2 x double> @llvm.ceil.v2f64(<2 x double> %v)
  %3 = call float @llvm.floor.f32(float %s)
  ret double %1
}

declare double @llvm.floor.f64(double)
declare <2 x double> @llvm.ceil.v2f64(<2 x double>)
declare float @llvm.floor.f32(float)
