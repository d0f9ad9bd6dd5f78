; Scalar instructions that Southern Islands does not have. Expected values are exact integers.

; test: s_mul_hi, unsigned and signed
; chip: gfx900 gfx906
s_mul_hi_u32 s2, s0, s1
s_mul_hi_i32 s3, s0, s1
; run: s0=0xffffffff, s1=0xffffffff -> s2=0xfffffffe, s3=0
; run: s0=0x80000000, s1=2 -> s2=1, s3=0xffffffff
; run: s0=0x12345678, s1=0x9abcdef0 -> s2=0xb00ea4e, s3=0xf8cc93d6

; test: a shifted sum: SCC is the carry
; chip: gfx900 gfx906
s_lshl1_add_u32 s3, s0, s1
s_cselect_b32 s4, 1, 0
s_lshl2_add_u32 s5, s0, s1
s_cselect_b32 s6, 1, 0
s_lshl3_add_u32 s7, s0, s1
s_cselect_b32 s8, 1, 0
s_lshl4_add_u32 s9, s0, s1
s_cselect_b32 s10, 1, 0
; run: s0=5, s1=7 -> s3=0x11, s4=0, s5=0x1b, s6=0, s7=0x2f, s8=0, s9=0x57, s10=0, scc=0
; run: s0=0x80000000, s1=0 -> s3=0, s4=1, s5=0, s6=1, s7=0, s8=1, s9=0, s10=1, scc=1
; run: s0=0x10000000, s1=0xffffffff -> s3=0x1fffffff, s4=1, s5=0x3fffffff, s6=1, s7=0x7fffffff, s8=1, s9=0xffffffff, s10=1, scc=1
; run: s0=0xfffffff, s1=0x10 -> s3=0x2000000e, s4=0, s5=0x4000000c, s6=0, s7=0x80000008, s8=0, s9=0, s10=1, scc=1

; test: halves put together
; chip: gfx900 gfx906
; in: s0=0x11112222, s1=0x33334444
s_pack_ll_b32_b16 s2, s0, s1
s_pack_lh_b32_b16 s3, s0, s1
s_pack_hh_b32_b16 s4, s0, s1
; out: s2=0x44442222, s3=0x33332222, s4=0x33331111

; test: each bit twice
; chip: gfx900 gfx906
s_bitreplicate_b64_b32 s[2:3], s0
; run: s0=1 -> s2=3, s3=0
; run: s0=0x80000001 -> s2=3, s3=0xc0000000
; run: s0=0xdeadbeef -> s2=0xcffcfcff, s3=0xf3fcccf3

; test: s_andn1_saveexec_b64 and what SCC says
; chip: gfx900 gfx906
s_andn1_saveexec_b64 s[2:3], s[0:1]
; run: s[0:1]=0xff00ff0f0f0f0f0, exec=0xff00ff00ff00ff0f -> s2=0xff00ff0f, s3=0xff00ff00, exec_lo=0xf000f0f, exec_hi=0xf000f000, scc=1
; run: s[0:1]=-1, exec=5 -> s2=5, exec=0

; test: s_orn1_saveexec_b64 and what SCC says
; chip: gfx900 gfx906
s_orn1_saveexec_b64 s[2:3], s[0:1]
; run: s[0:1]=0xff00ff0f0f0f0f0, exec=0xff00ff00ff00ff0f -> s2=0xff00ff0f, s3=0xff00ff00, exec_lo=0xff0fff0f, exec_hi=0xff0fff0f, scc=1
; run: s[0:1]=-1, exec=0, scc=1 -> scc=0

; test: s_andn1_wrexec_b64 and what SCC says
; chip: gfx900 gfx906
s_andn1_wrexec_b64 s[2:3], s[0:1]
; run: s[0:1]=0xff00ff0f0f0f0f0, exec=0xff00ff00ff00ff0f -> s2=0xf000f0f, s3=0xf000f000, exec_lo=0xf000f0f, exec_hi=0xf000f000, scc=1
; run: s[0:1]=-1, exec=5, scc=1 -> exec=0, scc=0

; test: s_andn2_wrexec_b64 and what SCC says
; chip: gfx900 gfx906
s_andn2_wrexec_b64 s[2:3], s[0:1]
; run: s[0:1]=0xff00ff0f0f0f0f0, exec=0xff00ff00ff00ff0f -> s2=0xf000f0, s3=0xf000f0, exec_lo=0xf000f0, exec_hi=0xf000f0, scc=1
; run: s[0:1]=5, exec=7, scc=1 -> exec=0, scc=0

; test: comparisons of 64 bits look at both halves
s_cmp_eq_u64 s[0:1], s[2:3]
s_cselect_b32 s4, 1, 0
s_cmp_lg_u64 s[0:1], s[2:3]
s_cselect_b32 s5, 1, 0
; run: s[0:1]=0x100000002, s[2:3]=0x100000002 -> s4=1, s5=0
; run: s[0:1]=0x100000002, s[2:3]=2 -> s4=0, s5=1, scc=1
; run: s[0:1]=0x100000002, s[2:3]=0x100000003 -> s4=0, s5=1, scc=1

; test: a call leaves the address behind it
; chip: gfx900 gfx906
s_call_b64 s[2:3], skipped
s_mov_b32 s4, 1
s_branch over
skipped:
s_mov_b32 s5, 1
s_setpc_b64 s[2:3]
over:
s_nop 0
; out: s2=code+4, s3=0, s4=1, s5=1

; test: indices of vector registers: sources, the result, and what stops it
; in: exec=1, s0=2, s1=3, v0=10, v1=11, v2=12, v3=13
s_set_gpr_idx_on s0, 1
v_mov_b32 v10, v0
s_set_gpr_idx_mode gpr_idx(DST)
v_mov_b32 v10, v1
s_set_gpr_idx_idx s1
v_mov_b32 v20, v2
s_set_gpr_idx_off
v_mov_b32 v30, v0
; out: m0=0x8003, v10[0]=12, v12[0]=11, v23[0]=12, v30[0]=10

; test: what asks a debugger asks nobody, and what wakes wakes nobody
s_cbranch_cdbgsys away
s_cbranch_cdbguser away
s_cbranch_cdbgsys_or_user away
s_cbranch_cdbgsys_and_user away
s_wakeup
s_mov_b32 s0, 1
s_branch end
away:
s_mov_b32 s0, 2
end:
s_nop 0
; out: s0=1

; test: s_endpgm_saved ends
s_mov_b32 s0, 1
s_endpgm_saved
s_mov_b32 s0, 2
; run: -> s0=1

; test: s_setkill is refused
s_setkill 1
; run: -> fault: killing wavefronts is for debuggers

; test: s_rfe_restore_b64 is refused
s_rfe_restore_b64 s[0:1], s2
; run: -> fault: there is no trap handler to return from

; test: s_endpgm_ordered_ps_done is refused
; chip: gfx900 gfx906
s_endpgm_ordered_ps_done
; run: -> fault: there is no pixel shader stage
