; VOP2 that Southern Islands does not have. Expected values were computed by numpy (halves by one rounding of the exact value) and by exact integers.

; test: halves: infinities, NaNs, zeros of both signs, ties; the upper half is cleared
; in: exec=0x3ff, v1[0..9]={0xdead3e00, 0xdeadc080, 0xdead7bff, 0xdead0000, 0xdead8000, 0xdead7c00, 0xdead7c00, 0xdead7e00, 0xdead3c00, 0xdead3555}, v2[0..9]={0xbeef4100, 0xbeef3000, 0xbeef7bff, 0xbeef8000, 0xbeef8000, 0xbeef3c00, 0xbeeffc00, 0xbeef3c00, 0xbeef1000, 0xbeef4200}
v_add_f16 v10, v1, v2
v_sub_f16 v11, v1, v2
v_subrev_f16 v12, v1, v2
v_mul_f16 v13, v1, v2
v_min_f16 v14, v1, v2
v_max_f16 v15, v1, v2
; out: v10[0..9]={0x4400, 0xc040, 0x7c00, 0, 0x8000, 0x7c00, 0x7e00, 0x7e00, 0x3c00, 0x42ab}, v11[0..9]={0xbc00, 0xc0c0, 0, 0, 0, 0x7c00, 0x7c00, 0x7e00, 0x3bff, 0xc155}, v12[0..9]={0x3c00, 0x40c0, 0, 0x8000, 0, 0xfc00, 0xfc00, 0x7e00, 0xbbff, 0x4155}, v13[0..9]={0x4380, 0xb480, 0x7c00, 0x8000, 0, 0x7c00, 0xfc00, 0x7e00, 0x1000, 0x3c00}, v14[0..9]={0x3e00, 0xc080, 0x7bff, 0x8000, 0x8000, 0x3c00, 0xfc00, 0x3c00, 0x1000, 0x3555}, v15[0..9]={0x4100, 0x3000, 0x7bff, 0, 0x8000, 0x7c00, 0x7c00, 0x3c00, 0x3c00, 0x4200}

; test: sums of halves round as MODE says
; in: exec=3, v1[0..1]={0x3c00, 0xbc00}, v2[0..1]={0x1000, 0x9000}
v_add_f16 v0, v1, v2
; run: mode=0x3c0 -> v0[0..1]={0x3c00, 0xbc00}
; run: mode=0x3c4 -> v0[0..1]={0x3c01, 0xbc00}
; run: mode=0x3c8 -> v0[0..1]={0x3c00, 0xbc01}
; run: mode=0x3cc -> v0[0..1]={0x3c00, 0xbc00}

; test: denormal halves as MODE says
; in: exec=1, v1=0x0401, v2=0x8001, v0=9, v3=9
v_add_f16 v0, v1, v2
v_mul_f16 v3, 0.5, v1
; run: mode=0x3c0 -> v0[0]=0x400, v3[0]=0x200
; run: mode=0x300 -> v0[0]=0x401, v3[0]=0

; test: multiply and add of halves: two roundings
; in: exec=0x1f, v1[0..4]={0x3e00, 0xc080, 0x4200, 0x7bff, 0x7c00}, v2[0..4]={0x4000, 0x4400, 0x3555, 0x4000, 0}, v3[0..4]={0x3400, 0x4880, 0xbc00, 0xfbff, 0x3c00}
v_mac_f16 v3, v1, v2
v_madmk_f16 v4, v1, 0x4200, v2
v_madak_f16 v5, v1, v2, 0xc500
; out: v3[0..4]={0x4280, 0, 0, 0x7c00, 0x7e00}, v4[0..4]={0x4680, 0xc180, 0x48ab, 0x7c00, 0x7c00}, v5[0..4]={0xc000, 0xcb00, 0xc400, 0x7c00, 0x7e00}

; test: halves times powers of two
; in: exec=0x3f, v1[0..5]={0x3e00, 0x3e00, 0x7bff, 0x3c00, 0xc200, 0}, v2[0..5]={3, 0xffec, 1, 0xffe7, 0xf, 0x7fff}
v_ldexp_f16 v0, v1, v2
; out: v0[0..5]={0x4a00, 0x18, 0x7c00, 0, 0xfc00, 0}

; test: integers of 16 bits; the upper half is cleared
; in: exec=0x3f, v1[0..5]={0xdead0001, 0xffff, 0x8000, 0x7fff, 0x1234, 0xfff3}, v2[0..5]={0xffff, 0xbeef0002, 0x8000, 0xffff, 0xff, 0x11}
v_add_u16 v10, v1, v2
v_sub_u16 v11, v1, v2
v_subrev_u16 v12, v1, v2
v_mul_lo_u16 v13, v1, v2
v_max_u16 v14, v1, v2
v_min_u16 v15, v1, v2
v_max_i16 v16, v1, v2
v_min_i16 v17, v1, v2
v_lshlrev_b16 v18, v1, v2
v_lshrrev_b16 v19, v1, v2
v_ashrrev_i16 v20, v1, v2
; out: v10[0..5]={0, 1, 0, 0x7ffe, 0x1333, 4}, v11[0..5]={2, 0xfffd, 0, 0x8000, 0x1135, 0xffe2}, v12[0..5]={0xfffe, 3, 0, 0x8000, 0xeecb, 0x1e}, v13[0..5]={0xffff, 0xfffe, 0, 0x8001, 0x21cc, 0xff23}, v14[0..5]={0xffff, 0xffff, 0x8000, 0xffff, 0x1234, 0xfff3}, v15[0..5]={1, 2, 0x8000, 0x7fff, 0xff, 0x11}, v16[0..5]={1, 2, 0x8000, 0x7fff, 0x1234, 0x11}, v17[0..5]={0xffff, 0xffff, 0x8000, 0xffff, 0xff, 0xfff3}, v18[0..5]={0xfffe, 0, 0x8000, 0x8000, 0xff0, 0x88}, v19[0..5]={0x7fff, 0, 0x8000, 1, 0xf, 2}, v20[0..5]={0xffff, 0, 0x8000, 0xffff, 0xf, 2}

; test: sums of 16 bits saturate with clamp
; in: exec=0xf, v1[0..3]={0xffff, 5, 0x8000, 7}, v2[0..3]={1, 7, 0x8000, 7}
v_add_u16_e64 v0, v1, v2 clamp
v_sub_u16_e64 v3, v1, v2 clamp
v_subrev_u16_e64 v4, v1, v2 clamp
; out: v0[0..3]={0xffff, 0xc, 0xffff, 0xe}, v3[0..3]={0xfffe, 0, 0, 0}, v4[0..3]={0, 2, 0, 0}

; test: shifts by the first source
; in: exec=0x1f, v1[0..4]={1, 0xffffffff, 0x80000000, 0x1f, 0x25}, v2[0..4]={0x12345678, 1, 0x80000001, 0xfedcba98, 0xffffffff}
v_lshrrev_b32 v10, v1, v2
v_ashrrev_i32 v11, v1, v2
v_lshlrev_b32 v12, v1, v2
; out: v10[0..4]={0x91a2b3c, 0, 0x80000001, 1, 0x7ffffff}, v11[0..4]={0x91a2b3c, 0, 0x80000001, 0xffffffff, 0xffffffff}, v12[0..4]={0x2468acf0, 0x80000000, 0x80000001, 0, 0xffffffe0}

; test: sums without a carry
; chip: gfx900 gfx906
; in: exec=0x1f, v1[0..4]={1, 0xffffffff, 0x80000000, 0x1f, 0x25}, v2[0..4]={0x12345678, 1, 0x80000001, 0xfedcba98, 0xffffffff}, vcc=5
v_add_u32 v10, v1, v2
v_sub_u32 v11, v1, v2
v_subrev_u32 v12, v1, v2
; out: v10[0..4]={0x12345679, 0, 1, 0xfedcbab7, 0x24}, v11[0..4]={0xedcba989, 0xfffffffe, 0xffffffff, 0x1234587, 0x26}, v12[0..4]={0x12345677, 2, 1, 0xfedcba79, 0xffffffda}

; test: carries in scalar registers, 0 in lanes that are inactive
; chip: gfx900 gfx906
; in: exec=0x1f, v1[0..4]={1, 0xffffffff, 0x80000000, 0x1f, 0x25}, v2[0..4]={0x12345678, 1, 0x80000001, 0xfedcba98, 0xffffffff}, s[4:5]=0x16, s[20:21]=-1
v_add_co_u32_e64 v10, s[20:21], v1, v2
v_sub_co_u32_e64 v11, s[22:23], v1, v2
v_subrev_co_u32_e64 v12, s[24:25], v1, v2
v_addc_co_u32_e64 v13, s[26:27], v1, v2, s[4:5]
v_subb_co_u32_e64 v14, s[28:29], v1, v2, s[4:5]
v_subbrev_co_u32_e64 v15, s[30:31], v1, v2, s[4:5]
; out: v10[0..4]={0x12345679, 0, 1, 0xfedcbab7, 0x24}, s[20:21]=0x16, v11[0..4]={0xedcba989, 0xfffffffe, 0xffffffff, 0x1234587, 0x26}, s[22:23]=0x1d, v12[0..4]={0x12345677, 2, 1, 0xfedcba79, 0xffffffda}, s[24:25]=2, v13[0..4]={0x12345679, 1, 2, 0xfedcbab7, 0x25}, s[26:27]=0x16, v14[0..4]={0xedcba989, 0xfffffffd, 0xfffffffe, 0x1234587, 0x25}, s[28:29]=0x1d, v15[0..4]={0x12345677, 1, 0, 0xfedcba79, 0xffffffd9}, s[30:31]=2

; test: carries in scalar registers, 0 in lanes that are inactive
; chip: gfx803
; in: exec=0x1f, v1[0..4]={1, 0xffffffff, 0x80000000, 0x1f, 0x25}, v2[0..4]={0x12345678, 1, 0x80000001, 0xfedcba98, 0xffffffff}, s[4:5]=0x16, s[20:21]=-1
v_add_u32_e64 v10, s[20:21], v1, v2
v_sub_u32_e64 v11, s[22:23], v1, v2
v_subrev_u32_e64 v12, s[24:25], v1, v2
v_addc_u32_e64 v13, s[26:27], v1, v2, s[4:5]
v_subb_u32_e64 v14, s[28:29], v1, v2, s[4:5]
v_subbrev_u32_e64 v15, s[30:31], v1, v2, s[4:5]
; out: v10[0..4]={0x12345679, 0, 1, 0xfedcbab7, 0x24}, s[20:21]=0x16, v11[0..4]={0xedcba989, 0xfffffffe, 0xffffffff, 0x1234587, 0x26}, s[22:23]=0x1d, v12[0..4]={0x12345677, 2, 1, 0xfedcba79, 0xffffffda}, s[24:25]=2, v13[0..4]={0x12345679, 1, 2, 0xfedcbab7, 0x25}, s[26:27]=0x16, v14[0..4]={0xedcba989, 0xfffffffd, 0xfffffffe, 0x1234587, 0x25}, s[28:29]=0x1d, v15[0..4]={0x12345677, 1, 0, 0xfedcba79, 0xffffffd9}, s[30:31]=2

; test: v_xnor_b32
; chip: gfx906
; in: exec=0x1f, v1[0..4]={1, 0xffffffff, 0x80000000, 0x1f, 0x25}, v2[0..4]={0x12345678, 1, 0x80000001, 0xfedcba98, 0xffffffff}
v_xnor_b32 v10, v1, v2
; out: v10[0..4]={0xedcba986, 1, 0xfffffffe, 0x1234578, 0x25}

; test: v_fmac_f32 rounds once and keeps no product
; chip: gfx906
; in: exec=3, v0[0..1]={0xbf801000, 1.0}, v1[0..1]={0x3f800800, 2.0}, v2[0..1]={0x3f800800, 3.0}
v_fmac_f32 v0, v1, v2
; out: v0[0..1]={0x33800000, 7.0}

; test: parts of registers of two sources
; in: exec=1, v1=0xff004000, v2=0xc2000007, v4=0x11223344
v_add_u16_sdwa v3, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_3 src1_sel:WORD_1
v_mul_f16_sdwa v4, -v1, |v2| dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_1
; out: v3[0]=0xc2ff0000, v4[0]=0x11220044

; test: other lanes: a sum over neighbours, a bank left out
; in: exec=0xff, v1[4..8]={0x3c00, 0x4000, 0x4200, 0x4400, 0x4500}, v2=0x3c00, v3=7
v_add_f16_dpp v3, v1, v2 row_shl:1 row_mask:0xf bank_mask:0xe bound_ctrl:1
; out: v3[0..3]={7, 7, 7, 7}, v3[4..7]={0x4200, 0x4400, 0x4500, 0x3c00}
