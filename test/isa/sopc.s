; SOPC: comparisons set SCC and nothing else.

; test: signed comparisons
s_cmp_eq_i32 s0, s1
s_cselect_b32 s10, 1, 0
s_cmp_lg_i32 s0, s1
s_cselect_b32 s11, 1, 0
s_cmp_gt_i32 s0, s1
s_cselect_b32 s12, 1, 0
s_cmp_ge_i32 s0, s1
s_cselect_b32 s13, 1, 0
s_cmp_lt_i32 s0, s1
s_cselect_b32 s14, 1, 0
s_cmp_le_i32 s0, s1
s_cselect_b32 s15, 1, 0
; run: s0=-1, s1=1 -> s11=1, s14=1, s15=1, scc=1
; run: s0=1, s1=-1 -> s11=1, s12=1, s13=1
; run: s0=0x80000000, s1=0x80000000 -> s10=1, s13=1, s15=1, scc=1

; test: unsigned comparisons
s_cmp_eq_u32 s0, s1
s_cselect_b32 s10, 1, 0
s_cmp_lg_u32 s0, s1
s_cselect_b32 s11, 1, 0
s_cmp_gt_u32 s0, s1
s_cselect_b32 s12, 1, 0
s_cmp_ge_u32 s0, s1
s_cselect_b32 s13, 1, 0
s_cmp_lt_u32 s0, s1
s_cselect_b32 s14, 1, 0
s_cmp_le_u32 s0, s1
s_cselect_b32 s15, 1, 0
; run: s0=-1, s1=1 -> s11=1, s12=1, s13=1
; run: s0=1, s1=-1 -> s11=1, s14=1, s15=1, scc=1
; run: s0=5, s1=5 -> s10=1, s13=1, s15=1, scc=1

; test: bit tests
s_bitcmp0_b32 s0, s2
s_cselect_b32 s10, 1, 0
s_bitcmp1_b32 s0, s2
s_cselect_b32 s11, 1, 0
s_bitcmp0_b64 s[0:1], s2
s_cselect_b32 s12, 1, 0
s_bitcmp1_b64 s[0:1], s2
s_cselect_b32 s13, 1, 0
; run: s[0:1]=0x200000001, s2=33 -> s10=1, s13=1, scc=1
; run: s[0:1]=0x200000001, s2=32 -> s11=1, s12=1
; run: s[0:1]=0x200000001, s2=64 -> s11=1, s13=1, scc=1

; test: literals and inline floating-point constants
s_cmp_eq_u32 s0, 0x3f800000
s_cselect_b32 s10, 1, 0
s_cmp_eq_u32 s0, 0x12345678
s_cselect_b32 s11, 1, 0
; run: s0=1.0 -> s10=1
; run: s0=0x12345678 -> s11=1, scc=1

; test: s_setvskip skips vector instructions, not scalar ones
s_setvskip s0, s1
v_mov_b32 v0, 1
s_mov_b32 s4, 1
s_setvskip 0, 0
v_mov_b32 v1, 1
; run: s0=8, s1=3 -> s4=1, v1=1
; run: s0=8, s1=2 -> s4=1, v0=1, v1=1
