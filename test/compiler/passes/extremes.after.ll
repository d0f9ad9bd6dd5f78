define float @f(float %a, float %b, float %c) {
  %1 = fcmp olt float %a, %b
  %atoll.extreme.2 = select i1 %1, float %b, float %a
  %2 = call float asm "", "=v,0"(float %atoll.extreme.2)
  %3 = fcmp olt float %2, %c
  %4 = select i1 %3, float %c, float %2, !prof !0
  ret float %4
}

define float @another(float %a, float %b, float %c) {
  %1 = fcmp olt float %a, %b
  %2 = select i1 %1, float %b, float %a
  %3 = fcmp ogt float %2, %c
  %4 = select i1 %3, float %c, float %2
  ret float %4
}
