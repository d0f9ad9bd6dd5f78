; VOP3: multiply-add, bit fields, sums of differences, medians, doubles, products, divisions.
; Expected values were computed by numpy and by hand from the operations' definitions.

; test: multiply-add rounds twice, fused multiply-add once
; in: exec=1, mode=0xf0, v3[0]=0x3f800800, v4[0]=0xbf801000
v_mad_f32 v0, v3, v3, v4
v_fma_f32 v1, v3, v3, v4
; out: v0[0]=0, v1[0]=0x33800000

; test: multiply-add flushes denormals, fused multiply-add as MODE says
; in: exec=1, mode=0xf0, v3[0]=1, v4[0]=0, v5[0]=0x7f800000
v_mad_f32 v0, 1.0, v3, v4
v_fma_f32 v1, 1.0, v3, v4
v_mad_legacy_f32 v2, v4, v5, 1.0
; out: v0[0]=0, v1[0]=1, v2[0]=1.0

; test: 24-bit multiply-add
; in: exec=1, v2[0]=0xffffff, v3[0]=3, v4[0]=0xa
v_mad_i32_i24 v0, v2, v3, v4
v_mad_u32_u24 v1, v2, v3, v4
; out: v0[0]=7, v1[0]=0x3000007

; test: cube maps
; in: exec=0xf, v4[0..3]={3.0, 1.0, 1.0, 1.0}, v5[0..3]={1.0, -3.0, 2.0, 1.0}, v6[0..3]={2.0, 2.0, 3.0, 1.0}
v_cubeid_f32 v0, v4, v5, v6
v_cubesc_f32 v1, v4, v5, v6
v_cubetc_f32 v2, v4, v5, v6
v_cubema_f32 v3, v4, v5, v6
; out: v0[0..3]={0.0, 3.0, 4.0, 4.0}, v1[0..3]={-2.0, 1.0, 1.0, 1.0}, v2[0..3]={-1.0, -2.0, -2.0, -1.0}, v3[0..3]={6.0, -6.0, 6.0, 2.0}

; test: bit fields: size 0 gives 0, a field past bit 31 ends there
; in: exec=0xf, v2[0..3]={0xf0f0f0f0, 0xf0f0f0f0, 0xf0f0f0f0, 0xf0f0f0f0}, v3[0..3]={4, 0x1c, 0x24, 0}
; in: v4[0..3]={8, 8, 0, 0x20}
v_bfe_u32 v0, v2, v3, v4
v_bfe_i32 v1, v2, v3, v4
; out: v0[0..3]={0xf, 0xf, 0, 0}, v1[0..3]={0xf, 0xffffffff, 0, 0}

; test: a signed bit field extends its top bit
; in: exec=1, v2[0]=0x800
v_bfe_i32 v0, v2, 8, 4
; out: v0[0]=0xfffffff8

; test: bits of two sources by a mask
; in: exec=1, v1[0]=0xff00ff, v2[0]=0x12345678, v3[0]=0xabcdef01
v_bfi_b32 v0, v1, v2, v3
; out: v0[0]=0xab34ef78

; test: sums of differences of bytes and halves
; in: exec=1, v5[0]=0xff1080, v6[0]=0xff001500, v7[0]=0x64
v_sad_u8 v0, v5, v6, v7
v_sad_hi_u8 v1, v5, v6, v7
v_sad_u16 v2, v5, v6, v7
v_sad_u32 v3, v5, v6, v7
v_msad_u8 v4, v5, v6, v7
; out: v0[0]=0x2e7, v1[0]=0x2830064, v2[0]=0x102e5, v3[0]=0xfe0104e4, v4[0]=0x168

; test: four sums over sliding bytes
; in: exec=1, v4[0]=0x4030201, v5[0]=0x8070605, v6[0]=0x20001, v7[0]=0x10002, v8[0]=0x30004
v_qsad_u8 v[0:1], v[4:5], v6, v[7:8]
v_mqsad_pk_u16_u8 v[2:3], v[4:5], v6, v[7:8]
; out: v0[0]=0xc0009, v1[0]=0x160013, v2[0]=0x40003, v3[0]=0xa0009

; test: averages of bytes
; in: exec=1, v1[0]=0x1ff0304, v2[0]=0x2ff0506, v3[0]=0x1000100
v_lerp_u8 v0, v1, v2, v3
; out: v0[0]=0x2ff0405

; test: funnel shifts
; in: exec=3, v2[0..1]={0x11223344, 0x11223344}, v3[0..1]={0xaabbccdd, 0xaabbccdd}, v4[0..1]={8, 0x20}
v_alignbit_b32 v0, v2, v3, v4
v_alignbyte_b32 v1, v2, v3, 3
; out: v0[0..1]={0x44aabbcc, 0xaabbccdd}, v1[0..1]={0x223344aa, 0x223344aa}

; test: the product for lighting
; in: exec=0x1f, v1[0..4]={2.0, 2.0, inf, 2.0, 2.0}, v2[0..4]={3.0, 3.0, 0.0, -inf, nan}
; in: v3[0..4]={1.0, 0.0, 1.0, 1.0, 1.0}
v_mullit_f32 v0, v1, v2, v3
; out: v0[0..4]={6.0, 0xff7fffff, 0.0, 0xff7fffff, 0xff7fffff}

; test: three floats; a NaN makes the median the minimum
; in: exec=0xf, v3[0..3]={3.0, nan, 4.0, 9.0}, v4[0..3]={1.0, 4.0, 0x7fc12345, 4.0}, v5[0..3]={2.0, 9.0, 9.0, nan}
v_min3_f32 v0, v3, v4, v5
v_max3_f32 v1, v3, v4, v5
v_med3_f32 v2, v3, v4, v5
; out: v0[0..3]={1.0, 4.0, 4.0, 4.0}, v1[0..3]={3.0, 9.0, 9.0, 9.0}, v2[0..3]={2.0, 4.0, 4.0, 4.0}

; test: three integers
; in: exec=1, v6[0]=0xffffffff, v7[0]=5, v8[0]=0x80000000
v_min3_i32 v0, v6, v7, v8
v_max3_i32 v1, v6, v7, v8
v_med3_i32 v2, v6, v7, v8
v_min3_u32 v3, v6, v7, v8
v_max3_u32 v4, v6, v7, v8
v_med3_u32 v5, v6, v7, v8
; out: v0[0]=0x80000000, v1[0]=5, v2[0]=0xffffffff, v3[0]=5, v4[0]=0xffffffff, v5[0]=0x80000000

; test: a byte of a float
; in: exec=7, v1[0..2]={2.5, 300.0, nan}, v2[0..2]={1, 7, 0}, v3[0..2]={0x11223344, 0x11223344, 0x11223344}
v_cvt_pk_u8_f32 v0, v1, v2, v3
; out: v0[0..2]={0x11220244, 0xff223344, 0x11223300}

; test: 64-bit shifts count modulo 64
; in: exec=3, v[6:7][0..1]={0x8000000000000001, 0x8000000000000001}, v8[0..1]={0x41, 0x24}
v_lshl_b64 v[0:1], v[6:7], v8
v_lshr_b64 v[2:3], v[6:7], v8
v_ashr_i64 v[4:5], v[6:7], v8
; out: v[0:1][0..1]={2, 0x1000000000}, v[2:3][0..1]={0x4000000000000000, 0x8000000}, v[4:5][0..1]={0xc000000000000000, 0xfffffffff8000000}

; test: doubles: sum, product, fused
; in: exec=1, mode=0xf0, v[6:7][0]=0x3ff0000000400000, v[8:9][0]=0xbff0000000800000
v_add_f64 v[0:1], v[6:7], v[8:9]
v_mul_f64 v[2:3], v[6:7], v[6:7]
v_fma_f64 v[4:5], v[6:7], v[6:7], v[8:9]
; out: v[0:1][0]=0xbe10000000000000, v[2:3][0]=0x3ff0000000800000, v[4:5][0]=0x3c30000000000000

; test: doubles: minimum and maximum
; in: exec=7, mode=0xf0, v[4:5][0..2]={-0.0, nan, 3.0}, v[6:7][0..2]={0.0, 5.0, 2.0}
v_min_f64 v[0:1], v[4:5], v[6:7]
v_max_f64 v[2:3], v[4:5], v[6:7]
; out: v[0:1][0..2]={-0.0, 5.0, 2.0}, v[2:3][0..2]={0.0, 5.0, 3.0}

; test: doubles: scaling by powers of two rounds once
; in: exec=7, mode=0xf0, v[2:3][0..2]={1.5, 0x3ff8000000000001, 1}, v4[0..2]={0xfffffbce, 0xfffffbce, 0x7d0}
v_ldexp_f64 v[0:1], v[2:3], v4
; out: v[0:1][0..2]={2, 2, 0x79d0000000000000}

; test: doubles: denormals flushed where MODE says so
; in: exec=1, mode=0x30, v[2:3][0]=1
v_add_f64 v[0:1], v[2:3], v[2:3]
; out: v[0:1][0]=0

; test: 32-bit products
; in: exec=1, v4[0]=0xfffffffe, v5[0]=3
v_mul_lo_u32 v0, v4, v5
v_mul_hi_u32 v1, v4, v5
v_mul_lo_i32 v2, v4, v5
v_mul_hi_i32 v3, v4, v5
; out: v0[0]=0xfffffffa, v1[0]=2, v2[0]=0xfffffffa, v3[0]=0xffffffff

; test: a division with denormals kept
; in: exec=0xf, mode=0xf0, v1[0..3]={1.0, 0x7f000000, 0x00000200, 1.0e-30}
; in: v2[0..3]={3.0, 0x00800000, 1024.0, 300000000.0}
v_div_scale_f32 v3, s[10:11], v2, v2, v1
v_div_scale_f32 v4, vcc, v1, v2, v1
v_rcp_f32 v5, v3
v_fma_f32 v6, -v3, v5, 1.0
v_fma_f32 v5, v6, v5, v5
v_mul_f32 v6, v4, v5
v_fma_f32 v7, -v3, v6, v4
v_fma_f32 v6, v7, v5, v6
v_fma_f32 v7, -v3, v6, v4
v_div_fmas_f32 v6, v7, v5, v6
v_div_fixup_f32 v0, v6, v2, v1
; temporaries back to 0
v_mov_b32 v3, 0
v_mov_b32 v4, 0
v_mov_b32 v5, 0
v_mov_b32 v6, 0
v_mov_b32 v7, 0
s_mov_b64 s[10:11], 0
s_mov_b64 vcc, 0
; out: v0[0..3]={0x3eaaaaab, 0x7f800000, 0, 0x244bfa}

; test: a division of doubles
; in: exec=0xf, mode=0xf0, v[2:3][0..3]={1.0, 1.0e+308, 8.0e-323, 1.0e-300}
; in: v[4:5][0..3]={3.0, 1.0e-308, 8.0, 7.0e+20}
v_div_scale_f64 v[6:7], s[10:11], v[4:5], v[4:5], v[2:3]
v_div_scale_f64 v[8:9], vcc, v[2:3], v[4:5], v[2:3]
v_rcp_f64 v[10:11], v[6:7]
v_fma_f64 v[12:13], -v[6:7], v[10:11], 1.0
v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]
v_fma_f64 v[12:13], -v[6:7], v[10:11], 1.0
v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]
v_mul_f64 v[12:13], v[8:9], v[10:11]
v_fma_f64 v[14:15], -v[6:7], v[12:13], v[8:9]
v_div_fmas_f64 v[12:13], v[14:15], v[10:11], v[12:13]
v_div_fixup_f64 v[0:1], v[12:13], v[4:5], v[2:3]
; temporaries back to 0
v_mov_b32 v6, 0
v_mov_b32 v7, 0
v_mov_b32 v8, 0
v_mov_b32 v9, 0
v_mov_b32 v10, 0
v_mov_b32 v11, 0
v_mov_b32 v12, 0
v_mov_b32 v13, 0
v_mov_b32 v14, 0
v_mov_b32 v15, 0
s_mov_b64 s[10:11], 0
s_mov_b64 vcc, 0
; out: v[0:1][0..3]={0x3fd5555555555555, 0x7ff0000000000000, 2, 0x121}

; test: the fix-up of a quotient: signs and special values
; in: exec=0xff, v1[0..7]={7.0, 7.0, 7.0, 7.0, 7.0, 7.0, nan, 7.0}
; in: v2[0..7]={0.0, 0.0, inf, inf, -2.0, nan, 0x00800000, -2.0}
; in: v3[0..7]={0.0, -1.0, -inf, 5.0, 0.0, 1.0, 0x7f000000, -14.0}
v_div_fixup_f32 v0, v1, v2, v3
; out: v0[0..7]={0xffc00000, -inf, 0xffc00000, 0.0, -0.0, nan, inf, 7.0}

; test: bits of 2 / pi
; in: exec=3, v[2:3][0..1]={1.0, 1.0}, v4[0..1]={0, 1}
v_trig_preop_f64 v[0:1], v[2:3], v4
; out: v[0:1][0..1]={0x3fe45f306dc9c882, 0x3c94a7f09d5f47d4}

; test: one SGPR and constants as sources
; in: exec=1, s3=0x40000000, v1[0]=3.0
v_fma_f32 v0, s3, v1, -4.0
; out: v0[0]=2.0
