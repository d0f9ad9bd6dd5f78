; SOPK: 16-bit constants; hardware registers; s_cbranch_i_fork.

; test: moves sign-extend
s_movk_i32 s0, 0x8000
s_movk_i32 s1, 0x7fff
; run: -> s0=0xffff8000, s1=0x7fff

; test: s_cmovk_i32
s_cmovk_i32 s0, 0xffff
; run: scc=1 -> s0=-1
; run: s0=5 ->

; test: signed comparisons sign-extend the constant
s_cmpk_eq_i32 s0, 0xffff
s_cselect_b32 s10, 1, 0
s_cmpk_lg_i32 s0, 0xffff
s_cselect_b32 s11, 1, 0
s_cmpk_gt_i32 s0, 0xffff
s_cselect_b32 s12, 1, 0
s_cmpk_ge_i32 s0, 0xffff
s_cselect_b32 s13, 1, 0
s_cmpk_lt_i32 s0, 0xffff
s_cselect_b32 s14, 1, 0
s_cmpk_le_i32 s0, 0xffff
s_cselect_b32 s15, 1, 0
; run: s0=-1 -> s10=1, s13=1, s15=1, scc=1
; run: s0=-2 -> s11=1, s14=1, s15=1, scc=1
; run: s0=0x10000 -> s11=1, s12=1, s13=1

; test: unsigned comparisons zero-extend the constant
s_cmpk_eq_u32 s0, 0xffff
s_cselect_b32 s10, 1, 0
s_cmpk_lg_u32 s0, 0xffff
s_cselect_b32 s11, 1, 0
s_cmpk_gt_u32 s0, 0xffff
s_cselect_b32 s12, 1, 0
s_cmpk_ge_u32 s0, 0xffff
s_cselect_b32 s13, 1, 0
s_cmpk_lt_u32 s0, 0xffff
s_cselect_b32 s14, 1, 0
s_cmpk_le_u32 s0, 0xffff
s_cselect_b32 s15, 1, 0
; run: s0=0xffff -> s10=1, s13=1, s15=1, scc=1
; run: s0=-1 -> s11=1, s12=1, s13=1
; run: s0=0xfffe -> s11=1, s14=1, s15=1, scc=1

; test: s_addk_i32 tells overflow
s_addk_i32 s0, 0xffff
; run: s0=5 -> s0=4
; run: s0=0x80000000 -> s0=0x7fffffff, scc=1
; run: s0=0, scc=1 -> s0=-1, scc=0

; test: s_addk_i32 upwards
s_addk_i32 s0, 0x7fff
; run: s0=0x7fffffff -> s0=0x80007ffe, scc=1

; test: s_mulk_i32
s_mulk_i32 s0, -3
; run: s0=7, scc=1 -> s0=-21

; test: s_getreg_b32 reads MODE
s_getreg_b32 s0, hwreg(HW_REG_MODE)
s_getreg_b32 s1, hwreg(HW_REG_MODE, 4, 4)
; run: -> s0=0x3c0, s1=0xc
; run: mode=0xf5 -> s0=0xf5, s1=0xf

; test: s_getreg_b32 reads STATUS
s_getreg_b32 s0, hwreg(HW_REG_STATUS, 0, 1)
s_getreg_b32 s1, hwreg(HW_REG_STATUS, 9, 2)
; run: scc=1 -> s0=1, s1=2
; run: exec=0, vcc=1 -> s1=1

; test: TRAPSTS has the exceptions that have occurred
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 7), 0
v_rcp_f32 v1, v0
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS)
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 5, 1), 0
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS)
; run: v0=3.0 -> v1=0x3eaaaaab, s0=0x20
; run: v0=0 -> v1=0x7f800000, s0=4, s1=4
; run: v0=0, exec=0 ->

; test: registers that record nothing read as zero
s_getreg_b32 s0, hwreg(5, 31, 1)
s_getreg_b32 s1, hwreg(HW_REG_IB_STS)
s_getreg_b32 s2, hwreg(63)
; run: s0=1, s1=1, s2=1 -> s0=0, s1=0, s2=0

; test: s_setreg_b32 writes part of MODE
s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s0
; run: s0=3 -> mode=0x3f0
; run: s0=0xffff0000 ->
; run: s0=-1, mode=0 -> mode=0x30

; test: s_setreg_b32 of all bits
s_setreg_b32 hwreg(HW_REG_MODE, 0, 10), s0
; run: s0=0x155 -> mode=0x155

; test: s_setreg_imm32_b32 has a literal
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0xf
s_mov_b32 s0, 1
; run: -> mode=0x3cf, s0=1

; test: other hardware registers cannot be written
s_setreg_imm32_b32 hwreg(HW_REG_STATUS, 0, 1), 1
; run: ->

; test: rounding changes with MODE
v_add_f32 v1, v0, v0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
v_mul_f32 v2, v0, v0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 2
v_mul_f32 v3, v0, v0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3
v_mul_f32 v4, v0, v0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0
v_mul_f32 v5, v0, v0
; in: v0=0x3f800001
; run: -> v1=0x40000001, v2=0x3f800003, v3=0x3f800002, v4=0x3f800002, v5=0x3f800002

; test: s_cbranch_i_fork takes the smaller side first
s_cbranch_i_fork s[40:41], pass
v_mov_b32 v1, 2
s_branch join
pass:
v_mov_b32 v1, 1
join:
s_cbranch_join 0
; run: s[40:41]=-1 -> v1=1
; run: s[40:41]=0 -> v1=2
; run: s[40:41]=1 -> v1=2, v1[0]=1, s[0:1]=0xfffffffffffffffe, s2=code+4, exec=0xfffffffffffffffe
; run: s[40:41]=0xffffffff -> v1[0..31]=1, v1[32..63]=2, s1=0xffffffff, s2=code+4, exec=0xffffffff00000000

; test: forks nest on the stack in s0 to s7
s_cbranch_i_fork s[40:41], outer
s_branch end
outer:
s_cbranch_i_fork s[42:43], inner
s_branch end
inner:
v_mov_b32 v1, 1
end:
s_cbranch_join 0
; run: s[40:41]=3, s[42:43]=1 -> v1[0]=1, s[0:1]=0xfffffffffffffffc, s2=code+4, s4=2, s6=code+12, exec=0xfffffffffffffffc
