; VOP1: moves, conversions, rounding, the transcendental unit, bit scans, frexp, indexed moves, modifiers.
; Expected values were computed by numpy and by hand from the operations' definitions.

; test: moves keep NaN payloads; inactive lanes keep their value
; in: exec=5, v1[0..2]={0x7f800001, 5, 0xdeadbeef}, v0[0..2]={7, 7, 7}
v_mov_b32 v0, v1
; out: v0[0..2]={0x7f800001, 7, 0xdeadbeef}

; test: a move from an inline constant and a literal
; in: exec=1
v_mov_b32 v0, -16
v_mov_b32 v1, 0.5
v_mov_b32 v2, 0x12345678
; out: v0[0]=0xfffffff0, v1[0]=0x3f000000, v2[0]=0x12345678

; test: readfirstlane takes the first active lane
; in: exec=0xc, v1[0..3]={1, 2, 3, 4}
v_readfirstlane_b32 s5, v1
; out: s5=3

; test: readfirstlane with EXEC 0 takes lane 0
; in: exec=0, v1[0..3]={9, 2, 3, 4}
v_readfirstlane_b32 s5, v1
; out: s5=9

; test: doubles to integers: truncation, saturation, NaN
; in: exec=0x7f, v[2:3][0..6]={-1.9, 2147483648.0, 0xc1e65a0bc0000000, 4294967295.9, 1.0e+300, nan, -inf}
v_cvt_i32_f64 v0, v[2:3]
v_cvt_u32_f64 v1, v[2:3]
; out: v0[0..6]={0xffffffff, 0x7fffffff, 0x80000000, 0x7fffffff, 0x7fffffff, 0, 0x80000000}, v1[0..6]={0, 0x80000000, 0, 0xffffffff, 0xffffffff, 0, 0}

; test: floats to integers: truncation, saturation, NaN
; in: exec=0xff, v2[0..7]={-1.9, 2147483648.0, 0xcf32d05e, 4294967040.0, 1.0e+30, nan, -inf, 1}
v_cvt_i32_f32 v0, v2
v_cvt_u32_f32 v1, v2
; out: v0[0..7]={0xffffffff, 0x7fffffff, 0x80000000, 0x7fffffff, 0x7fffffff, 0, 0x80000000, 0}, v1[0..7]={0, 0x80000000, 0, 0xffffff00, 0xffffffff, 0, 0, 0}

; test: integers to floats round to nearest even
; in: exec=0xf, v2[0..3]={0x1000001, 0x1000003, 0xffffffff, 0x80000000}
v_cvt_f32_u32 v0, v2
v_cvt_f32_i32 v1, v2
; out: v0[0..3]={16777216.0, 16777220.0, 4294967296.0, 2147483648.0}, v1[0..3]={16777216.0, 16777220.0, -1.0, 0xcf000000}

; test: integers to floats round as MODE says: up
; in: exec=1, mode=0xf1, v2[0]=0x1000001
v_cvt_f32_u32 v0, v2
v_cvt_f32_i32 v1, v2
; out: v0[0]=0x4b800001, v1[0]=0x4b800001

; test: integers to doubles are exact
; in: exec=3, v4[0..1]={0xffffffff, 0x80000000}
v_cvt_f64_i32 v[0:1], v4
v_cvt_f64_u32 v[2:3], v4
; out: v[0:1][0..1]={-1.0, 0xc1e0000000000000}, v[2:3][0..1]={4294967295.0, 2147483648.0}

; test: floats to halves to nearest even, with denormals
; in: exec=0xff, v1[0..7]={0.1, 65519.0, 65520.0, 0x33800000, 0x32800000, 0xce6e6b28, inf, nan}
v_cvt_f16_f32 v0, v1
; out: v0[0..7]={0x2e66, 0x7bff, 0x7c00, 1, 0, 0xfc00, 0x7c00, 0x7e00}

; test: floats to halves toward zero
; chip: gfx600
; in: exec=0xf, mode=0xf3, v1[0..3]={0.1, 65535.0, 1000000000.0, 0xb3000000}
v_cvt_f16_f32 v0, v1
; out: v0[0..3]={0x2e66, 0x7bff, 0x7bff, 0x8000}

; test: floats to halves rounded up
; chip: gfx600
; in: exec=7, mode=0xf1, v1[0..2]={65505.0, -65505.0, 0x30800000}
v_cvt_f16_f32 v0, v1
; out: v0[0..2]={0x7c00, 0xfbff, 1}

; test: halves to floats, denormals included; the upper half is not read
; in: exec=0xf, v1[0..3]={0xffff0001, 0x7c00, 0xfbff, 0x8000}
v_cvt_f32_f16 v0, v1
; out: v0[0..3]={0x33800000, inf, -65504.0, -0.0}

; test: abs and neg of a half act on its own sign bit
; in: exec=0xf, v1[0..3]={0x80003c00, 0xc000, 0x7e00, 0x83ff8001}, s1=0x8000bc00
v_cvt_f32_f16_e64 v0, -v1
v_cvt_f32_f16_e64 v2, |v1|
v_cvt_f32_f16_e64 v3, -|v1|
v_cvt_f32_f16_e64 v4, -s1
v_cvt_f32_f16_e64 v5, -|s1|
; out: v0[0..3]={-1.0, 2.0, 0x7fc00000, 0x33800000}, v2[0..3]={1.0, 2.0, 0x7fc00000, 0x33800000}, v3[0..3]={-1.0, -2.0, 0x7fc00000, 0xb3800000}, v4[0..3]={1.0, 1.0, 1.0, 1.0}, v5[0..3]={-1.0, -1.0, -1.0, -1.0}

; test: rounding conversions; NaN gives the extreme integer of its sign
; in: exec=0x1f, v2[0..4]={2.5, -2.5, nan, 0xffc00000, 1.0e+20}
v_cvt_rpi_i32_f32 v0, v2
v_cvt_flr_i32_f32 v1, v2
; out: v0[0..4]={3, 0xfffffffe, 0x7fffffff, 0x80000000, 0x7fffffff}, v1[0..4]={2, 0xfffffffd, 0x7fffffff, 0x80000000, 0x7fffffff}

; test: four bits to a float
; in: exec=0xf, v1[0..3]={0, 7, 8, 0xff}
v_cvt_off_f32_i4 v0, v1
; out: v0[0..3]={0.0, 0.4375, -0.5, -0.0625}

; test: doubles to floats: rounding, overflow, denormals kept
; in: exec=0xf, mode=0xf0, v[2:3][0..3]={0x3ff0000010001000, 1.0e+39, 0x36a0000000000000, 0xb680000000000000}
v_cvt_f32_f64 v0, v[2:3]
; out: v0[0..3]={0x3f800001, 0x7f800000, 1, 0x80000000}

; test: doubles to floats: denormals flushed
; in: exec=1, mode=0xc0, v[2:3][0]=0xb6a0000000000000
v_cvt_f32_f64 v0, v[2:3]
; out: v0[0]=0x80000000

; test: floats to doubles
; in: exec=7, mode=0xf0, v2[0..2]={1, 0x7f800000, 0x7fc00000}
v_cvt_f64_f32 v[0:1], v2
; out: v[0:1][0..2]={0x36a0000000000000, inf, nan}

; test: floats to doubles: a denormal is flushed where MODE says so
; in: exec=1, mode=0xc0, v2[0]=0x80000001
v_cvt_f64_f32 v[0:1], v2
; out: v[0:1][0]=0x8000000000000000

; test: bytes to floats
; in: exec=1, v9[0]=0x807f0102
v_cvt_f32_ubyte0 v0, v9
v_cvt_f32_ubyte1 v1, v9
v_cvt_f32_ubyte2 v2, v9
v_cvt_f32_ubyte3 v3, v9
; out: v0[0]=2.0, v1[0]=1.0, v2[0]=127.0, v3[0]=128.0

; test: fractions are below 1
; in: exec=0x1f, v1[0..4]={2.75, -1.25, -1.0e-30, inf, -0.0}
v_fract_f32 v0, v1
; out: v0[0..4]={0.75, 0.75, 0x3f7fffff, nan, 0.0}

; test: fractions of doubles
; in: exec=7, v[2:3][0..2]={-0.25, -1.0e-300, inf}
v_fract_f64 v[0:1], v[2:3]
; out: v[0:1][0..2]={0.75, 0x3fefffffffffffff, nan}

; test: rounding to integers
; in: exec=0x3f, v4[0..5]={2.5, -2.5, 3.5, -0.25, 0.75, 1.0e+30}
v_trunc_f32 v0, v4
v_ceil_f32 v1, v4
v_rndne_f32 v2, v4
v_floor_f32 v3, v4
; out: v0[0..5]={2.0, -2.0, 3.0, -0.0, 0.0, 0x7149f2ca}, v1[0..5]={3.0, -2.0, 4.0, -0.0, 1.0, 0x7149f2ca}, v2[0..5]={2.0, -2.0, 4.0, -0.0, 1.0, 0x7149f2ca}, v3[0..5]={2.0, -3.0, 3.0, -1.0, 0.0, 0x7149f2ca}

; test: rounding sees denormals as MODE says: kept
; in: exec=3, mode=0xf0, v2[0..1]={1, 0x80000001}
v_ceil_f32 v0, v2
v_floor_f32 v1, v2
; out: v0[0..1]={1.0, -0.0}, v1[0..1]={0.0, -1.0}

; test: rounding sees denormals as MODE says: flushed
; in: exec=3, mode=0xc0, v2[0..1]={1, 0x80000001}
v_ceil_f32 v0, v2
v_floor_f32 v1, v2
; out: v0[0..1]={0.0, -0.0}, v1[0..1]={0.0, -0.0}

; test: powers of two
; in: exec=0xff, mode=0xf0, v1[0..7]={3.0, -126.0, -126.5, 128.0, 0.5, nan, -inf, 1}
v_exp_f32 v0, v1
; out: v0[0..7]={8.0, 0x00800000, 0.0, inf, 0x3fb504f3, nan, 0.0, 1.0}

; test: logarithms; denormals count as 0
; in: exec=0xff, mode=0xf0, v1[0..7]={8.0, 0.0, -0.0, -1.0, inf, 1.0, 10.0, 1}
v_log_f32 v0, v1
; out: v0[0..7]={3.0, -inf, -inf, nan, inf, 0.0, 0x40549a78, -inf}

; test: the clamped logarithm
; in: exec=7, v1[0..2]={0.0, 4.0, inf}
v_log_clamp_f32 v0, v1
; out: v0[0..2]={0xff7fffff, 2.0, inf}

; test: reciprocals; denormals flushed on both sides
; in: exec=0x7f, mode=0xf0, v1[0..6]={3.0, 0.0, -0.0, inf, 0x7f000000, 1, nan}
v_rcp_f32 v0, v1
; out: v0[0..6]={0x3eaaaaab, inf, -inf, 0.0, 0.0, inf, nan}

; test: reciprocals with clamped or zeroed infinities
; in: exec=7, v3[0..2]={0.0, -0.0, 4.0}
v_rcp_clamp_f32 v0, v3
v_rcp_legacy_f32 v1, v3
v_rcp_iflag_f32 v2, v3
; out: v0[0..2]={0x7f7fffff, 0xff7fffff, 0.25}, v1[0..2]={0.0, -0.0, 0.25}, v2[0..2]={inf, -inf, 0.25}

; test: reciprocal square roots
; in: exec=0x1f, v3[0..4]={4.0, 0.0, -0.0, -1.0, 1}
v_rsq_f32 v0, v3
v_rsq_clamp_f32 v1, v3
v_rsq_legacy_f32 v2, v3
; out: v0[0..4]={0.5, inf, -inf, nan, inf}, v1[0..4]={0.5, 0x7f7fffff, 0xff7fffff, nan, 0x7f7fffff}, v2[0..4]={0.5, 0.0, -0.0, nan, 0.0}

; test: reciprocals of doubles
; in: exec=7, v[4:5][0..2]={3.0, 0.0, -0.0}
v_rcp_f64 v[0:1], v[4:5]
v_rcp_clamp_f64 v[2:3], v[4:5]
; out: v[0:1][0..2]={0x3fd5555555555555, inf, -inf}, v[2:3][0..2]={0x3fd5555555555555, 0x7fefffffffffffff, 0xffefffffffffffff}

; test: roots of doubles
; in: exec=7, v[6:7][0..2]={4.0, 0.0, -1.0}
v_rsq_f64 v[0:1], v[6:7]
v_rsq_clamp_f64 v[2:3], v[6:7]
v_sqrt_f64 v[4:5], v[6:7]
; out: v[0:1][0..2]={0.5, inf, nan}, v[2:3][0..2]={0.5, 0x7fefffffffffffff, nan}, v[4:5][0..2]={2.0, 0.0, nan}

; test: square roots
; in: exec=0x1f, v1[0..4]={2.0, -0.0, -4.0, inf, 1}
v_sqrt_f32 v0, v1
; out: v0[0..4]={0x3fb504f3, -0.0, nan, inf, 0.0}

; test: sine and cosine of revolutions
; in: exec=0xff, v2[0..7]={0.25, -0.25, 0.5, 256.0, 257.0, inf, nan, 0x3daaaaab}
v_sin_f32 v0, v2
v_cos_f32 v1, v2
; out: v0[0..7]={1.0, -1.0, 0.0, 0.0, 0.0, nan, nan, 0.5}, v1[0..7]={0.0, 0.0, -1.0, 1.0, 1.0, nan, nan, 0x3f5db3d7}

; test: bits
; in: exec=0xf, v9[0..3]={0, 0xffffffff, 0x10000, 0x80000001}
v_not_b32 v0, v9
v_bfrev_b32 v1, v9
v_ffbh_u32 v2, v9
v_ffbl_b32 v3, v9
v_ffbh_i32 v4, v9
; out: v0[0..3]={0xffffffff, 0, 0xfffeffff, 0x7ffffffe}, v1[0..3]={0, 0xffffffff, 0x8000, 0x80000001}, v2[0..3]={0xffffffff, 0, 0xf, 0}, v3[0..3]={0xffffffff, 0, 0x10, 0}, v4[0..3]={0xffffffff, 0xffffffff, 0xf, 1}

; test: frexp of floats
; in: exec=0x3f, mode=0xf0, v2[0..5]={8.0, -0.75, -0.0, 1, inf, nan}
v_frexp_mant_f32 v0, v2
v_frexp_exp_i32_f32 v1, v2
; out: v0[0..5]={0.5, -0.75, -0.0, 0.5, 0xffc00000, nan}, v1[0..5]={4, 0, 0, 0xffffff6c, 0xffffffff, 0xffffffff}

; test: frexp of doubles
; in: exec=0x1f, mode=0xf0, v[3:4][0..4]={8.0, 1, -0.0, inf, nan}
v_frexp_mant_f64 v[0:1], v[3:4]
v_frexp_exp_i32_f64 v2, v[3:4]
; out: v[0:1][0..4]={0.5, 0.5, -0.0, 0xfff8000000000000, nan}, v2[0..4]={4, 0xfffffbcf, 0, 0xffffffff, 0xffffffff}

; test: indexed moves by M0
; in: exec=1, m0=2, v1[0]=0xb, v3[0]=0x21, v4[0]=0x2c, v5[0]=0x37, v6[0]=0x42, v7[0]=0
v_movrels_b32 v0, v1
v_movreld_b32 v5, v4
v_movrelsd_b32 v6, v1
; out: v0[0]=0x21, v5[0]=0x37, v7[0]=0x2c, v8[0]=0x21

; test: nothing happens
; in: exec=1, v0[0]=5
v_nop
v_clrexcp
; out: v0[0]=5

; test: modifiers: |x|, -x, clamp and omod
; in: exec=3, mode=0xc0, v1[0..1]={-0.75, 3.0}
v_floor_f32_e64 v0, -|v1|
v_sqrt_f32_e64 v2, |v1| clamp
v_trunc_f32_e64 v3, v1 mul:4
; out: v0[0..1]={-1.0, -3.0}, v2[0..1]={0x3f5db3d7, 1.0}, v3[0..1]={0.0, 12.0}

; test: clamp gives 0 for NaN under DX10_CLAMP only
; in: exec=1, mode=0x1c0, v1[0]=0x7fc00000
v_floor_f32_e64 v0, v1 clamp
; out: v0[0]=0

; test: clamp keeps NaN without DX10_CLAMP
; in: exec=1, mode=0xc0, v1[0]=0x7fc00000
v_floor_f32_e64 v0, v1 clamp
; out: v0[0]=0x7fc00000

; test: the move that would inject a memory error is a move
; in: exec=1, v1[0]=5
v_mov_fed_b32 v0, v1
; out: v0[0]=5
