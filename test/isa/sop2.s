; SOP2: results, SCC and edge cases. Expected values follow from the operations' definitions.

; test: s_add_u32 carries out
s_add_u32 s2, s0, s1
; run: s0=1, s1=2 -> s2=3
; run: s0=0xffffffff, s1=1, scc=0 -> s2=0, scc=1
; run: s0=0xffffffff, s1=0xffffffff -> s2=0xfffffffe, scc=1
; run: s0=5, s1=6, scc=1 -> s2=11, scc=0

; test: s_add_u32 reads before it writes
s_add_u32 s0, s0, s0
; run: s0=0x80000001 -> s0=2, scc=1

; test: s_sub_u32 borrows
s_sub_u32 s2, s0, s1
; run: s0=3, s1=2 -> s2=1
; run: s0=2, s1=3 -> s2=-1, scc=1
; run: s0=0, s1=0xffffffff -> s2=1, scc=1

; test: s_add_i32 overflow
s_add_i32 s2, s0, s1
; run: s0=0x7fffffff, s1=1 -> s2=0x80000000, scc=1
; run: s0=0x80000000, s1=-1 -> s2=0x7fffffff, scc=1
; run: s0=-1, s1=1, scc=1 -> s2=0, scc=0

; test: s_sub_i32 overflow
s_sub_i32 s2, s0, s1
; run: s0=0x80000000, s1=1 -> s2=0x7fffffff, scc=1
; run: s0=0x7fffffff, s1=-1 -> s2=0x80000000, scc=1
; run: s0=0, s1=1, scc=1 -> s2=-1, scc=0

; test: s_addc_u32 chains a 64-bit addition
s_add_u32 s4, s0, s2
s_addc_u32 s5, s1, s3
; run: s0=0xffffffff, s1=0, s2=1, s3=0 -> s4=0, s5=1
; run: s0=0xffffffff, s1=0xffffffff, s2=1, s3=0 -> s4=0, s5=0, scc=1
; run: s0=1, s1=0xffffffff, s2=0xffffffff, s3=0xffffffff -> s4=0, s5=0xffffffff, scc=1

; test: s_addc_u32 with all ones and carry in
s_addc_u32 s2, s0, s1
; run: s0=-1, s1=-1, scc=1 -> s2=-1, scc=1
; run: s0=0, s1=0, scc=1 -> s2=1, scc=0

; test: s_subb_u32
s_subb_u32 s2, s0, s1
; run: s0=5, s1=5, scc=1 -> s2=-1, scc=1
; run: s0=6, s1=5, scc=1 -> s2=0, scc=0
; run: s0=0, s1=-1, scc=1 -> s2=0, scc=1

; test: minimum and maximum
s_min_i32 s2, s0, s1
s_cselect_b32 s10, 1, 0
s_min_u32 s3, s0, s1
s_cselect_b32 s11, 1, 0
s_max_i32 s4, s0, s1
s_cselect_b32 s12, 1, 0
s_max_u32 s5, s0, s1
s_cselect_b32 s13, 1, 0
; run: s0=-1, s1=1 -> s2=-1, s3=1, s4=1, s5=-1, s10=1, s13=1, scc=1
; run: s0=7, s1=7 -> s2=7, s3=7, s4=7, s5=7

; test: s_cselect takes the source that SCC chooses
s_cselect_b32 s4, s0, s1
s_cselect_b64 s[6:7], s[0:1], s[2:3]
; in: s0=1, s1=2, s2=3, s3=4
; run: scc=1 -> s4=1, s6=1, s7=2
; run: scc=0 -> s4=2, s6=3, s7=4

; test: bitwise operations, 32 bits
s_and_b32 s2, s0, s1
s_or_b32 s3, s0, s1
s_xor_b32 s4, s0, s1
s_andn2_b32 s5, s0, s1
s_orn2_b32 s6, s0, s1
s_nand_b32 s7, s0, s1
s_nor_b32 s8, s0, s1
s_xnor_b32 s9, s0, s1
; run: s0=0xff00ff00, s1=0xf0f0f0f0 -> s2=0xf000f000, s3=0xfff0fff0, s4=0x0ff00ff0, s5=0x0f000f00, s6=0xff0fff0f, s7=0x0fff0fff, s8=0x000f000f, s9=0xf00ff00f, scc=1

; test: bitwise operations, 64 bits
s_and_b64 s[4:5], s[0:1], s[2:3]
s_or_b64 s[6:7], s[0:1], s[2:3]
s_xor_b64 s[8:9], s[0:1], s[2:3]
s_andn2_b64 s[10:11], s[0:1], s[2:3]
s_orn2_b64 s[12:13], s[0:1], s[2:3]
s_nand_b64 s[14:15], s[0:1], s[2:3]
s_nor_b64 s[16:17], s[0:1], s[2:3]
s_xnor_b64 s[18:19], s[0:1], s[2:3]
; run: s[0:1]=0xff00ff0000ff00ff, s[2:3]=0xf0f0f0f0f0f0f0f0 -> s[4:5]=0xf000f00000f000f0, s[6:7]=0xfff0fff0f0fff0ff, s[8:9]=0x0ff00ff0f00ff00f, s[10:11]=0x0f000f00000f000f, s[12:13]=0xff0fff0f0fff0fff, s[14:15]=0x0fff0fffff0fff0f, s[16:17]=0x000f000f0f000f00, s[18:19]=0xf00ff00f0ff00ff0, scc=1

; test: SCC of a 64-bit operation looks at both words
s_and_b64 s[4:5], s[0:1], s[2:3]
; run: s[0:1]=0x100000000, s[2:3]=0x100000000 -> s5=1, scc=1
; run: s[0:1]=0x100000000, s[2:3]=1, scc=1 -> scc=0

; test: 64-bit inline constants are doubles and sign-extended integers
s_mov_b64 s[0:1], 1.0
s_mov_b64 s[2:3], -1
s_mov_b64 s[4:5], 64
; run: -> s[0:1]=1.0, s[2:3]=-1, s4=64

; test: a 64-bit literal is zero-extended
s_or_b64 s[0:1], s[2:3], 0xaf123456
; run: -> s0=0xaf123456, scc=1

; test: shifts use the low bits of the count
s_lshl_b32 s2, s0, s1
s_lshr_b32 s3, s0, s1
s_ashr_i32 s4, s0, s1
; run: s0=0x80000001, s1=33 -> s1=33, s2=2, s3=0x40000000, s4=0xc0000000, scc=1
; run: s0=0x80000001, s1=0 -> s2=0x80000001, s3=0x80000001, s4=0x80000001, scc=1
; run: s0=1, s1=1 -> s2=2

; test: 64-bit shifts use six bits of the count
s_lshl_b64 s[4:5], s[0:1], s2
s_lshr_b64 s[6:7], s[0:1], s2
s_ashr_i64 s[8:9], s[0:1], s2
; run: s[0:1]=0x8000000000000001, s2=32 -> s5=1, s6=0x80000000, s[8:9]=0xffffffff80000000, scc=1
; run: s[0:1]=0x8000000000000001, s2=65 -> s4=2, s[6:7]=0x4000000000000000, s[8:9]=0xc000000000000000, scc=1
; run: s[0:1]=0x8000000000000001, s2=63 -> s5=0x80000000, s6=1, s[8:9]=-1, scc=1

; test: s_bfm makes masks
s_bfm_b32 s2, s0, s1
s_bfm_b64 s[4:5], s0, s1
; run: s0=4, s1=8 -> s2=0xf00, s4=0xf00
; run: s0=32, s1=0 -> s[4:5]=0xffffffff
; run: s0=63, s1=1 -> s2=0xfffffffe, s[4:5]=0xfffffffffffffffe

; test: s_mul_i32 keeps the low word
s_mul_i32 s2, s0, s1
; run: s0=-3, s1=5, scc=1 -> s2=-15
; run: s0=0x10001, s1=0x10001 -> s2=0x20001

; test: bit field extraction
s_bfe_u32 s2, s0, s1
s_bfe_i32 s3, s0, s1
; run: s0=0x12f45678, s1=0x00080010 -> s2=0xf4, s3=0xfffffff4, scc=1
; run: s0=0x12f45678, s1=0x00000010 -> s2=0
; run: s0=0xf2345678, s1=0x00100018 -> s2=0xf2, s3=0xfffffff2, scc=1
; run: s0=0xf2345678, s1=0x00200000 -> s2=0xf2345678, s3=0xf2345678, scc=1
; run: s0=0xf2345678, s1=0x007f0004 -> s2=0x0f234567, s3=0xff234567, scc=1
; run: s0=0xf2345678, s1=0x00040024 -> s2=7, s3=7, scc=1

; test: 64-bit bit field extraction
s_bfe_u64 s[4:5], s[0:1], s2
s_bfe_i64 s[6:7], s[0:1], s2
; run: s[0:1]=0x123456789abcdef0, s2=0x00100018 -> s4=0x789a, s6=0x789a, scc=1
; run: s[0:1]=0x123456f89abcdef0, s2=0x00100018 -> s4=0xf89a, s[6:7]=0xfffffffffffff89a, scc=1
; run: s[0:1]=0x8000000000000000, s2=0x0040003f -> s4=1, s[6:7]=-1, scc=1
; run: s[0:1]=0x8000000000000000, s2=0x00400000 -> s5=0x80000000, s7=0x80000000, scc=1
; run: s[0:1]=-1, s2=0, scc=1 -> scc=0

; test: s_absdiff_i32
s_absdiff_i32 s2, s0, s1
; run: s0=3, s1=5 -> s2=2, scc=1
; run: s0=-3, s1=5 -> s2=8, scc=1
; run: s0=7, s1=7, scc=1 -> scc=0
; run: s0=0x80000000, s1=0 -> s2=0x80000000, scc=1

; test: special registers are operands
s_add_u32 m0, exec_lo, vcc_hi
; run: vcc=0x200000000 -> m0=1, scc=1

; test: conditions are sources
s_add_u32 s0, src_vccz, src_execz
s_add_u32 s1, src_scc, 4
; run: -> s0=1, s1=4
; run: exec=0, vcc=1 -> s0=1, s1=4
; run: exec=0 -> s0=2, s1=4
; run: scc=1, vcc=1 -> s1=4, scc=0

; test: s_cbranch_g_fork with lanes of one mind
s_getpc_b64 s[8:9]
s_add_u32 s8, s8, far-4
s_addc_u32 s9, s9, 0
s_cbranch_g_fork s[4:5], s[8:9]
s_mov_b32 s20, 1
far:
s_mov_b32 s21, 1
; run: s[4:5]=-1 -> s8=code+far, s21=1
; run: s[4:5]=0 -> s8=code+far, s20=1, s21=1
; run: s[4:5]=1, exec=1 -> s8=code+far, s21=1

; test: fork and join visit both sides, the smaller half first
; in: s40=100
s_getpc_b64 s[48:49]
s_add_u32 s48, s48, pass-4
s_addc_u32 s49, s49, 0
s_cbranch_g_fork s[44:45], s[48:49]
v_mov_b32 v1, 2
s_add_u32 s40, s40, s40
s_branch join
pass:
v_mov_b32 v1, 1
s_add_u32 s40, s40, 1
join:
s_cbranch_join 0
; run: s[44:45]=3 -> s48=code+pass, s40=202, v1=2, v1[0..1]=1, s[0:1]=0xfffffffffffffffc, s2=code+20, exec=0xfffffffffffffffc
; run: s[44:45]=0xfffffffffffffffe -> s48=code+pass, s40=201, v1=1, v1[0]=2, s[0:1]=0xfffffffffffffffe, s2=code+pass, exec=0xfffffffffffffffe
