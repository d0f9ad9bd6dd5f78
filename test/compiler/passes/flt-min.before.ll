define i1 @f(float %x) {
  %1 = call float @llvm.fabs.f32(float %x)
  %2 = fcmp oge float %1, 0xB810000000000000, !dbg !1
  %3 = fcmp oge float %1, 0x3810000000000000
  %4 = fneg float %1
  %5 = fcmp ole float %4, 0x3810000000000000
  %6 = call float @passed(float noundef 0xB810000000000000)
  store float 0x3810000000000000, ptr addrspace(5) %p, align 4
  ret i1 %2
}
