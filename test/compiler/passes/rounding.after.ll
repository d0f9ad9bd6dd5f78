define double @f(double %x, <2 x double> %v, float %s) {
  %1 = call double @atoll.floor.f64(double %x)
  %2 = call <2 x double> @atoll.ceil.v2f64(<2 x double> %v)
  %3 = call float @llvm.floor.f32(float %s)
  ret double %1
}

declare float @llvm.floor.f32(float)

declare double @llvm.trunc.f64(double)

declare double @llvm.fabs.f64(double)

declare double @llvm.copysign.f64(double, double)

define internal double @atoll.floor.f64(double %x) alwaysinline nounwind {
  %t = call double @llvm.trunc.f64(double %x)
  %beyond = fcmp ogt double %t, %x
  %next = fadd double %t, -1.0
  %r = select i1 %beyond, double %next, double %t
  ret double %r
}

define internal double @atoll.ceil.f64(double %x) alwaysinline nounwind {
  %t = call double @llvm.trunc.f64(double %x)
  %beyond = fcmp olt double %t, %x
  %next = fadd double %t, 1.0
  %r = select i1 %beyond, double %next, double %t
  %s = call double @llvm.copysign.f64(double %r, double %x)
  ret double %s
}

define internal <2 x double> @atoll.ceil.v2f64(<2 x double> %x) alwaysinline nounwind {
  %x0 = extractelement <2 x double> %x, i32 0
  %y0 = call double @atoll.ceil.f64(double %x0)
  %r0 = insertelement <2 x double> undef, double %y0, i32 0
  %x1 = extractelement <2 x double> %x, i32 1
  %y1 = call double @atoll.ceil.f64(double %x1)
  %r1 = insertelement <2 x double> %r0, double %y1, i32 1
  ret <2 x double> %r1
}
