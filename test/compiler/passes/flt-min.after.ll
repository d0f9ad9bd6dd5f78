define i1 @f(float %x) {
  %1 = call float @llvm.fabs.f32(float %x)
  %atoll.smallest.0 = call float asm "", "=v,0"(float 0xB810000000000000)
  %2 = fcmp oge float %1, %atoll.smallest.0, !dbg !1
  %3 = fcmp oge float %1, 0x3810000000000000
  %4 = fneg float %1
  %atoll.smallest.1 = call float asm "", "=v,0"(float 0x3810000000000000)
  %5 = fcmp ole float %4, %atoll.smallest.1
  %atoll.smallest.2 = call float asm "", "=v,0"(float 0xB810000000000000)
  %6 = call float @passed(float noundef %atoll.smallest.2)
  %atoll.smallest.3 = call float asm "", "=v,0"(float 0x3810000000000000)
  store float %atoll.smallest.3, ptr addrspace(5) %p, align 4
  ret i1 %2
}
