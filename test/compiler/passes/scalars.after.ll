target triple = "amdgcn--"

define void @sampled(<2 x float> %at, ptr addrspace(5) %image, ptr addrspace(5) %sampler) {
  %t = load <2 x i32>, ptr addrspace(5) %image, align 16
  %s = load <4 x i32>, ptr addrspace(5) %sampler, align 16
  %atoll.scalar.0.e0 = extractelement <2 x i32> %t, i32 0
  %atoll.scalar.0.s0 = call i32 asm "v_readfirstlane_b32 $0, $1", "=s,v"(i32 %atoll.scalar.0.e0)
  %atoll.scalar.0.v0 = insertelement <2 x i32> undef, i32 %atoll.scalar.0.s0, i32 0
  %atoll.scalar.0.e1 = extractelement <2 x i32> %t, i32 1
  %atoll.scalar.0.s1 = call i32 asm "v_readfirstlane_b32 $0, $1", "=s,v"(i32 %atoll.scalar.0.e1)
  %atoll.scalar.0 = insertelement <2 x i32> %atoll.scalar.0.v0, i32 %atoll.scalar.0.s1, i32 1
  %atoll.scalar.1.e0 = extractelement <4 x i32> %s, i32 0
  %atoll.scalar.1.s0 = call i32 asm "v_readfirstlane_b32 $0, $1", "=s,v"(i32 %atoll.scalar.1.e0)
  %atoll.scalar.1.v0 = insertelement <4 x i32> undef, i32 %atoll.scalar.1.s0, i32 0
  %atoll.scalar.1.e1 = extractelement <4 x i32> %s, i32 1
  %atoll.scalar.1.s1 = call i32 asm "v_readfirstlane_b32 $0, $1", "=s,v"(i32 %atoll.scalar.1.e1)
  %atoll.scalar.1.v1 = insertelement <4 x i32> %atoll.scalar.1.v0, i32 %atoll.scalar.1.s1, i32 1
  %atoll.scalar.1.e2 = extractelement <4 x i32> %s, i32 2
  %atoll.scalar.1.s2 = call i32 asm "v_readfirstlane_b32 $0, $1", "=s,v"(i32 %atoll.scalar.1.e2)
  %atoll.scalar.1.v2 = insertelement <4 x i32> %atoll.scalar.1.v1, i32 %atoll.scalar.1.s2, i32 2
  %atoll.scalar.1.e3 = extractelement <4 x i32> %s, i32 3
  %atoll.scalar.1.s3 = call i32 asm "v_readfirstlane_b32 $0, $1", "=s,v"(i32 %atoll.scalar.1.e3)
  %atoll.scalar.1 = insertelement <4 x i32> %atoll.scalar.1.v2, i32 %atoll.scalar.1.s3, i32 3
  %texel = call <4 x float> asm "image_sample_lz $0, $1, $2, $3 dmask:0xf\0A\09s_waitcnt vmcnt(0)", "=&v,v,s,s"(<2 x float> %at, <2 x i32> %atoll.scalar.0, <4 x i32> %atoll.scalar.1) #7, !srcloc !23
  %atoll.scalar.2.e0 = extractelement <2 x i32> %t, i32 0
  %atoll.scalar.2.s0 = call i32 asm "v_readfirstlane_b32 $0, $1", "=s,v"(i32 %atoll.scalar.2.e0)
  %atoll.scalar.2.v0 = insertelement <2 x i32> undef, i32 %atoll.scalar.2.s0, i32 0
  %atoll.scalar.2.e1 = extractelement <2 x i32> %t, i32 1
  %atoll.scalar.2.s1 = call i32 asm "v_readfirstlane_b32 $0, $1", "=s,v"(i32 %atoll.scalar.2.e1)
  %atoll.scalar.2 = insertelement <2 x i32> %atoll.scalar.2.v0, i32 %atoll.scalar.2.s1, i32 1
  call void asm sideeffect "image_store $0, $1, $2 dmask:0xf", "v,v,s,~{memory}"(<4 x float> %texel, <2 x float> %at, <2 x i32> %atoll.scalar.2)
  ret void
}

define i32 @others(i32 %a, <2 x i32> %v) {
  %x = call i32 asm "s_not_b32 $0, $1", "=s,s"(i32 %a)
  %y = call i32 asm "v_add_f32 $0, $1, $1", "=v,v"(<2 x i32> %v)
  ret i32 %y
}
