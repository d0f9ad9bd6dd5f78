target triple = "amdgcn--"

define void @sampled(<2 x float> %at, ptr addrspace(5) %image, ptr addrspace(5) %sampler) {
  %t = load <2 x i32>, ptr addrspace(5) %image, align 16
  %s = load <4 x i32>, ptr addrspace(5) %sampler, align 16
  %texel = call <4 x float> asm "image_sample_lz $0, $1, $2, $3 dmask:0xf\0A\09s_waitcnt vmcnt(0)", "=&v,v,s,s"(<2 x float> %at, <2 x i32> %t, <4 x i32> %s) #7, !srcloc !23
  call void asm sideeffect "image_store $0, $1, $2 dmask:0xf", "v,v,s,~{memory}"(<4 x float> %texel, <2 x float> %at, <2 x i32> %t)
  ret void
}

define i32 @others(i32 %a, <2 x i32> %v) {
  %x = call i32 asm "s_not_b32 $0, $1", "=s,s"(i32 %a)
  %y = call i32 asm "v_add_f32 $0, $1, $1", "=v,v"(<2 x i32> %v)
  ret i32 %y
}
