; VOP1 that Southern Islands does not have. Expected values were computed by numpy (halves by one rounding of the exact value) and by hand.

; test: halves rounded to integers
; in: exec=0xfff, v1[0..11]={0x3e00, 0xc080, 0x7bff, 0, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0x3800, 0x4100, 0xba00, 0x6400}
v_floor_f16 v10, v1
v_ceil_f16 v11, v1
v_trunc_f16 v12, v1
v_rndne_f16 v13, v1
; out: v10[0..11]={0x3c00, 0xc200, 0x7bff, 0, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0, 0x4000, 0xbc00, 0x6400}, v11[0..11]={0x4000, 0xc000, 0x7bff, 0, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0x3c00, 0x4200, 0x8000, 0x6400}, v12[0..11]={0x3c00, 0xc000, 0x7bff, 0, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0, 0x4000, 0x8000, 0x6400}, v13[0..11]={0x4000, 0xc000, 0x7bff, 0, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0, 0x4000, 0xbc00, 0x6400}

; test: parts of halves: fractions, significands, exponents; denormals too
; in: exec=0x7f, v1[0..6]={0x3e00, 0xc080, 0, 0x47c0, 0xb800, 0x6400, 0x8001}
v_fract_f16 v10, v1
v_frexp_mant_f16 v11, v1
v_frexp_exp_i16_f16 v12, v1
; out: v10[0..6]={0x3800, 0x3a00, 0, 0x3a00, 0x3800, 0, 0x3bff}, v11[0..6]={0x3a00, 0xb880, 0, 0x3bc0, 0xb800, 0x3800, 0xb800}, v12[0..6]={1, 2, 0, 3, 0, 0xb, 0xffe9}

; test: significand and exponent of infinity and NaN
; in: exec=7, v1[0..2]={0x7c00, 0xfc00, 0x7e00}, v3=9
v_frexp_mant_f16 v2, v1
v_frexp_exp_i16_f16 v3, v1
; out: v2[0..2]={0x7c00, 0xfc00, 0x7e00}, v3[0..2]={0, 0, 0}

; test: reciprocals of halves
; in: exec=0x7f, v1[0..6]={0x4000, 0xc400, 0, 0x8000, 0x7c00, 0x7e00, 0x4200}
v_rcp_f16 v2, v1
; out: v2[0..6]={0x3800, 0xb400, 0x7c00, 0xfc00, 0, 0x7e00, 0x3555}

; test: roots of halves
; in: exec=0xff, v1[0..7]={0x4400, 0x3400, 0x4080, 0x4000, 0, 0x8000, 0xbc00, 0x7c00}
v_sqrt_f16 v2, v1
v_rsq_f16 v3, v1
; out: v2[0..7]={0x4000, 0x3800, 0x3e00, 0x3da8, 0, 0x8000, 0x7e00, 0x7c00}, v3[0..7]={0x3800, 0x4000, 0x3955, 0x39a8, 0x7c00, 0xfc00, 0x7e00, 0}

; test: logarithms and powers of two
; in: exec=0x3f, v1[0..5]={0x4800, 0x3400, 0x3c00, 0, 0xbc00, 0x7c00}, v2[0..5]={0x4200, 0xc000, 0, 0x4c00, 0xfc00, 0xce00}
v_log_f16 v3, v1
v_exp_f16 v4, v2
; out: v3[0..5]={0x4200, 0xc000, 0, 0xfc00, 0x7e00, 0x7c00}, v4[0..5]={0x4800, 0x3400, 0x3c00, 0x7c00, 0, 1}

; test: the same of f32, as older chips computed them
; in: exec=7, v1[0..2]={8.0, 0.25, 1.0}, v2[0..2]={3.0, -2.0, 0.0}
v_log_legacy_f32 v3, v1
v_exp_legacy_f32 v4, v2
; out: v3[0..2]={3.0, -2.0, 0.0}, v4[0..2]={8.0, 0.25, 1.0}

; test: sine and cosine of turns; beyond 256 turns 0 and 1
; in: exec=0xf, v1[0..3]={0x3400, 0x3a00, 0x5c04, 0xdcb0}, v3=9
v_sin_f16 v2, v1
v_cos_f16 v3, v1
; out: v2[0..3]={0x3c00, 0xbc00, 0, 0}, v3[0..3]={0, 0, 0x3c00, 0x3c00}

; test: integers of 16 bits as halves: ties to even
; in: exec=0xff, v1[0..7]={0xabcd0000, 0xabcd0001, 0xabcdffff, 0xabcd8000, 0xabcd7fff, 0xabcd0801, 0xabcd5800, 0xabcdfffe}
v_cvt_f16_u16 v2, v1
v_cvt_f16_i16 v3, v1
; out: v2[0..7]={0, 0x3c00, 0x7c00, 0x7800, 0x7800, 0x6800, 0x7580, 0x7c00}, v3[0..7]={0, 0x3c00, 0xbc00, 0xf800, 0x7800, 0x6800, 0x7580, 0xc000}

; test: halves as integers: toward zero, saturated, 0 for NaN
; in: exec=0xfff, v1[0..11]={0x3e00, 0xc080, 0x7bff, 0, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0x3800, 0x4100, 0xba00, 0x6400}
v_cvt_u16_f16 v10, v1
v_cvt_i16_f16 v11, v1
; out: v10[0..11]={1, 0, 0xffe0, 0, 0, 0xffff, 0, 0, 0, 2, 0, 0x400}, v11[0..11]={1, 0xfffe, 0x7fff, 0, 0, 0x7fff, 0x8000, 0, 0, 2, 0, 0x400}

; test: normalised integers of 16 bits
; chip: gfx900 gfx906
; in: exec=0x7f, v1[0..6]={0x3c00, 0xbc00, 0x3800, 0xb400, 0x4000, 0xc200, 0x7e00}
v_cvt_norm_i16_f16 v10, v1
v_cvt_norm_u16_f16 v11, v1
; out: v10[0..6]={0x7fff, 0x8001, 0x4000, 0xe000, 0x7fff, 0x8001, 0}, v11[0..6]={0xffff, 0, 0x8000, 0, 0xffff, 0, 0}

; test: both halves saturated to bytes
; chip: gfx900 gfx906
; in: exec=0xf, v1[0..3]={0xff0001, 0x1000010, 0xffff00fe, 0x7fff8000}
v_sat_pk_u8_i16 v2, v1
; out: v2[0..3]={0xff01, 0xff10, 0xfe, 0xff00}

; test: an exchange, in active lanes only
; chip: gfx900 gfx906
; in: exec=5, v0=1, v1=2
v_swap_b32 v0, v1
; out: v0[0]=2, v1[0]=1, v0[2]=2, v1[2]=1

; test: doubles rounded to integers
; in: exec=0x1ff, v[2:3][0..8]={1.5, -1.5, 2.5, -0.5, 0.0, -0.0, 4503599627370498.0, inf, -inf}
v_trunc_f64 v[4:5], v[2:3]
v_ceil_f64 v[6:7], v[2:3]
v_rndne_f64 v[8:9], v[2:3]
v_floor_f64 v[10:11], v[2:3]
; out: v[4:5][0..8]={1.0, -1.0, 2.0, -0.0, 0.0, -0.0, 4503599627370498.0, inf, -inf}, v[6:7][0..8]={2.0, -1.0, 3.0, -0.0, 0.0, -0.0, 4503599627370498.0, inf, -inf}, v[8:9][0..8]={2.0, -2.0, 2.0, -0.0, 0.0, -0.0, 4503599627370498.0, inf, -inf}, v[10:11][0..8]={1.0, -2.0, 2.0, -1.0, 0.0, -0.0, 4503599627370498.0, inf, -inf}

; test: reciprocals and roots that older chips have with other ones
; in: exec=7, v1[0..2]={4.0, 0.0, -0.0}
v_rcp_iflag_f32 v2, v1
v_rsq_f32 v3, v1
; out: v2[0..2]={0.25, inf, -inf}, v3[0..2]={0.5, inf, -inf}

; test: roots of doubles
; in: exec=7, v[0:1][0..2]={4.0, 0.0, -1.0}
v_rsq_f64 v[2:3], v[0:1]
v_sqrt_f64 v[4:5], v[0:1]
; out: v[2:3][0..2]={0.5, inf, nan}, v[4:5][0..2]={2.0, 0.0, nan}

; test: v_screen_partition_4se_b32 is refused
; chip: gfx900 gfx906
v_screen_partition_4se_b32 v0, v1
; run: -> fault: parts of the screen belong to four shader engines

; test: parts of registers of one source
; in: exec=1, v1=0x12f44100, v3=0x1111aaaa
v_mov_b32_sdwa v2, sext(v1) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2
v_floor_f16_sdwa v3, v1 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0
; out: v2[0]=0xfffffff4, v3[0]=0x4000aaaa

; test: lanes of quads, of rows, and none
; in: exec=0xf, v1[0..3]={10, 11, 12, 13}, v3[0..3]={5, 6, 7, 8}
v_mov_b32_dpp v2, v1 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v3, v1 row_shr:1 row_mask:0xf bank_mask:0xf
; out: v2[0..3]={13, 12, 11, 10}, v3[0..3]={5, 10, 11, 12}
