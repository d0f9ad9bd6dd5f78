; VOP2: choices, lanes, arithmetic in each mode, minimum and maximum, shifts, carries, packed conversions, output modifiers.
; Expected values were computed by numpy and by hand from the operations' definitions.

; test: a choice by VCC; by any pair in the 64-bit form, with modifiers
; in: exec=7, vcc=2, s[4:5]=5, v1[0..2]={1.0, 2.0, 3.0}, v2[0..2]={10.0, 20.0, -30.0}
v_cndmask_b32 v0, v1, v2, vcc
v_cndmask_b32_e64 v3, -v1, |v2|, s[4:5]
; out: v0[0..2]={1.0, 20.0, 3.0}, v3[0..2]={10.0, -2.0, 30.0}

; test: lanes are read and written whatever EXEC says; the number counts modulo 64
; in: exec=0, s2=0x42, s3=0x77, v1[0..2]={5, 6, 7}
v_readlane_b32 s8, v1, s2
v_readlane_b32 s9, v1, 1
v_writelane_b32 v1, s3, 0
; out: s8=7, s9=6, v1[0..2]={0x77, 6, 7}

; test: sums: infinities, NaNs, zeros of both signs
; in: exec=0x1f, v3[0..4]={1.5, inf, nan, 0.0, -0.0}, v4[0..4]={2.25, -inf, 1.0, -0.0, -0.0}
v_add_f32 v0, v3, v4
v_sub_f32 v1, v3, v4
v_subrev_f32 v2, v3, v4
; out: v0[0..4]={3.75, nan, nan, 0.0, -0.0}, v1[0..4]={-0.75, inf, nan, 0.0, 0.0}, v2[0..4]={0.75, -inf, nan, -0.0, 0.0}

; test: sums round as MODE says: down
; in: exec=3, mode=0xf2, v1[0..1]={1.0, 1.0}, v2[0..1]={0x30800000, -1.0}
v_add_f32 v0, v1, v2
; out: v0[0..1]={1.0, -0.0}

; test: sums round as MODE says: up
; in: exec=1, mode=0xf1, v1[0]=1.0, v2[0]=0x30800000
v_add_f32 v0, v1, v2
; out: v0[0]=0x3f800001

; test: denormals kept
; in: exec=3, mode=0xf0, v1[0..1]={1, 0x800000}, v2[0..1]={1, 0x80000001}
v_add_f32 v0, v1, v2
v_mul_f32 v3, 0.5, v1
; out: v0[0..1]={2, 0x7fffff}, v3[0..1]={0, 0x400000}

; test: denormals flushed
; in: exec=3, mode=0xc0, v1[0..1]={1, 0x800000}, v2[0..1]={1, 0x80000001}
v_add_f32 v0, v1, v2
v_mul_f32 v3, 0.5, v1
; out: v0[0..1]={0, 0x800000}, v3[0..1]={0, 0}

; test: products; the legacy product of 0 and anything is +0
; in: exec=0xf, v2[0..3]={3.0, 0.0, inf, -0.0}, v3[0..3]={-2.0, inf, 2.0, 5.0}
v_mul_f32 v0, v2, v3
v_mul_legacy_f32 v1, v2, v3
; out: v0[0..3]={-6.0, nan, inf, -0.0}, v1[0..3]={-6.0, 0.0, inf, 0.0}

; test: multiply and accumulate: two roundings, denormals flushed although MODE keeps them
; in: exec=3, mode=0xf0, v1[0..1]={0x3f800800, 0x1a000000}, v2[0..1]={0x3f800800, 0x1a800000}
; in: v0[0..1]={0xbf801000, 0.0}, v3[0..1]={5.0, inf}, v4[0..1]={0.0, 0.0}
v_mac_f32 v0, v1, v2
v_mac_legacy_f32 v3, v4, v3
; out: v0[0..1]={0, 0}, v3[0..1]={5.0, inf}

; test: multiply-add with a literal
; in: exec=1, v1[0]=3.0, v2[0]=5.0
v_madmk_f32 v0, v1, 0x40000000, v2
v_madak_f32 v3, v1, v2, 0x40000000
; out: v0[0]=11.0, v3[0]=17.0

; test: products of 24 bits
; in: exec=7, v4[0..2]={0xff800000, 0xffffff, 0x12345678}, v5[0..2]={0x7fffff, 0xffffffff, 0xabcdef}
v_mul_i32_i24 v0, v4, v5
v_mul_hi_i32_i24 v1, v4, v5
v_mul_u32_u24 v2, v4, v5
v_mul_hi_u32_u24 v3, v4, v5
; out: v0[0..2]={0x800000, 1, 0x6442d208}, v1[0..2]={0xffffc000, 0, 0xffffeec9}, v2[0..2]={0xff800000, 0xfe000001, 0xdc42d208}, v3[0..2]={0x3fff, 0xffff, 0x231f}

; test: minimum and maximum: a NaN gives way, -0 is below +0
; in: exec=0xf, mode=0xc0, v2[0..3]={1.0, nan, 0x7fc12345, -0.0}, v3[0..3]={2.0, 5.0, nan, 0.0}
v_min_f32 v0, v2, v3
v_max_f32 v1, v2, v3
; out: v0[0..3]={1.0, 5.0, nan, -0.0}, v1[0..3]={2.0, 5.0, nan, 0.0}

; test: minimum and maximum: denormals stay
; chip: gfx600
; in: exec=1, mode=0xc0, v2[0]=1, v3[0]=2
v_min_f32 v0, v2, v3
v_max_f32 v1, v2, v3
; out: v0[0]=1, v1[0]=2

; test: minimum and maximum: a signalling NaN counts in IEEE mode
; in: exec=3, mode=0x2f0, v2[0..1]={0x7f800001, 0x7fc12345}, v3[0..1]={5.0, 5.0}
v_min_f32 v0, v2, v3
v_max_f32 v1, v2, v3
; out: v0[0..1]={nan, 5.0}, v1[0..1]={nan, 5.0}

; test: minimum and maximum: a signalling NaN gives way outside IEEE mode
; in: exec=1, mode=0xf0, v2[0]=0x7f800001, v3[0]=5.0
v_min_f32 v0, v2, v3
v_max_f32 v1, v2, v3
; out: v0[0]=5.0, v1[0]=5.0

; test: legacy minimum and maximum give the second where the compare fails
; in: exec=0xf, v2[0..3]={1.0, nan, 7.0, -0.0}, v3[0..3]={2.0, 5.0, 0x7fc12345, 0.0}
v_min_legacy_f32 v0, v2, v3
v_max_legacy_f32 v1, v2, v3
; out: v0[0..3]={1.0, 5.0, 0x7fc12345, 0.0}, v1[0..3]={2.0, 5.0, 0x7fc12345, -0.0}

; test: integer minimum and maximum
; in: exec=3, v4[0..1]={0xffffffff, 0x80000000}, v5[0..1]={1, 0x7fffffff}
v_min_i32 v0, v4, v5
v_max_i32 v1, v4, v5
v_min_u32 v2, v4, v5
v_max_u32 v3, v4, v5
; out: v0[0..1]={0xffffffff, 0x80000000}, v1[0..1]={1, 0x7fffffff}, v2[0..1]={1, 0x7fffffff}, v3[0..1]={0xffffffff, 0x80000000}

; test: shifts count modulo 32
; in: exec=3, v7[0..1]={0x80000001, 0xfffffff0}, v8[0..1]={0x21, 4}
v_lshr_b32 v0, v7, v8
v_lshrrev_b32 v1, v8, v7
v_ashr_i32 v2, v7, v8
v_ashrrev_i32 v3, v8, v7
v_lshl_b32 v4, v7, v8
v_lshlrev_b32 v5, v8, v7
; out: v0[0..1]={0x40000000, 0xfffffff}, v1[0..1]={0x40000000, 0xfffffff}, v2[0..1]={0xc0000000, 0xffffffff}, v3[0..1]={0xc0000000, 0xffffffff}, v4[0..1]={2, 0xffffff00}, v5[0..1]={2, 0xffffff00}

; test: bit operations
; in: exec=1, v7[0]=0xff00ff00, v8[0]=0xff00ff0, v9[0]=0
v_and_b32 v0, v7, v8
v_or_b32 v1, v7, v8
v_xor_b32 v2, v7, v8
v_bfm_b32 v3, 4, v9
v_bfm_b32 v4, 32, v9
v_bcnt_u32_b32 v5, v7, v9
; out: v0[0]=0xf000f00, v1[0]=0xfff0fff0, v2[0]=0xf0f0f0f0, v3[0]=0xf, v4[0]=0, v5[0]=0x10

; test: counting the lanes below
; in: exec=0x8000000180000021, v1[0]=0, v1[5]=0, v1[31]=0, v1[32]=0, v1[63]=0
v_mbcnt_lo_u32_b32 v0, -1, v1
v_mbcnt_hi_u32_b32 v0, -1, v0
; out: v0[0]=0, v0[5]=5, v0[31]=0x1f, v0[32]=0x20, v0[63]=0x3f

; test: carries: out to VCC for active lanes, 0 for the others
; in: exec=0xb, vcc=0xffffffffffffffff, v1[0..3]={0xffffffff, 1, 0xffffffff, 0x80000000}
; in: v2[0..3]={1, 1, 1, 0x80000000}
v_add_i32 v0, vcc, v1, v2
; out: v0[0]=0, v0[1]=2, v0[3]=0, vcc=9

; test: borrows
; in: exec=7, v1[0..2]={0, 5, 0}, v2[0..2]={1, 3, 0}
v_sub_i32 v0, vcc, v1, v2
v_subrev_i32_e64 v3, s[6:7], v1, v2
; out: v0[0..2]={0xffffffff, 2, 0}, vcc=1, v3[0..2]={1, 0xfffffffe, 0}, s[6:7]=2

; test: carries in and out
; in: exec=7, vcc=3, v1[0..2]={0xffffffff, 0, 0xffffffff}, v2[0..2]={0xffffffff, 0, 0}
v_addc_u32 v0, vcc, v1, v2, vcc
; out: v0[0..2]={0xffffffff, 1, 0xffffffff}, vcc=1

; test: a carry from VCC and an SGPR are more than the constant bus carries (v_addc_u32 v0, vcc, s1, v1, vcc)
; chip: gfx600
.long 0x50000201
; run: -> fault: bad-instruction: v_addc_u32: reads vcc (always) and s1

; test: two SGPRs are more than the constant bus carries, whatever EXEC says (v_add_f32_e64 v0, s1, s2)
; chip: gfx600
s_mov_b64 exec, 0
.long 0xd2060000, 0x00000401
; run: -> fault: bad-instruction: v_add_f32: reads s1 and s2

; test: one SGPR twice is one value
; in: exec=1, s2=3.0
v_add_f32_e64 v0, s2, s2
v_mad_f32 v1, s2, s2, s2
; out: v0[0]=6.0, v1[0]=12.0

; test: M0 selects a lane beside an SGPR
; in: m0=0x41, s2=7
v_writelane_b32 v1, s2, m0
; out: v1[1]=7

; test: borrows in and out, from and to SGPRs
; in: exec=7, s[8:9]=5, v1[0..2]={0, 0, 5}, v2[0..2]={0xffffffff, 0, 5}
v_subb_u32_e64 v0, s[6:7], v1, v2, s[8:9]
v_subbrev_u32_e64 v3, vcc, v1, v2, s[8:9]
; out: v0[0..2]={0, 0, 0xffffffff}, s[6:7]=5, v3[0..2]={0xfffffffe, 0, 0xffffffff}, vcc=4

; test: scaling by powers of two
; in: exec=0x1f, mode=0xf0, v1[0..4]={1.5, 1.0, 1.0, 1, inf}, v2[0..4]={4, 0xffffff6b, 0xc8, 0x12c, 0x80000000}
v_ldexp_f32 v0, v1, v2
; out: v0[0..4]={24.0, 1, inf, inf, inf}

; test: a byte of a float in the rounding of MODE
; in: exec=0xf, mode=0xf1, v1[0..3]={1.25, 300.0, -5.0, nan}, v2[0..3]={0, 1, 2, 3}
; in: v0[0..3]={0x11223344, 0x11223344, 0x11223344, 0x11223344}
v_cvt_pkaccum_u8_f32 v0, v1, v2
; out: v0[0..3]={0x11223302, 0x1122ff44, 0x11003344, 0x223344}

; test: normalized pairs
; in: exec=3, v2[0..1]={1.0, -2.0}, v3[0..1]={-1.0, 0.5}
v_cvt_pknorm_i16_f32 v0, v2, v3
v_cvt_pknorm_u16_f32 v1, v2, v3
; out: v0[0..1]={0x80017fff, 0x40008001}, v1[0..1]={0xffff, 0x80000000}

; test: halves toward zero
; in: exec=1, v1[0]=0.1, v2[0]=-65535.0
v_cvt_pkrtz_f16_f32 v0, v1, v2
; out: v0[0]=0xfbff2e66

; test: saturated pairs
; in: exec=1, v2[0]=0x12345, v3[0]=0x80000000
v_cvt_pk_u16_u32 v0, v2, v3
v_cvt_pk_i16_i32 v1, v2, v3
; out: v0[0]=0xffffffff, v1[0]=0x80007fff

; test: omod works where denormal results are flushed and IEEE is off, and clamp comes after it
; in: exec=3, mode=0xc0, v1[0..1]={0.25, -1.0}, v2[0..1]={0.5, 0.5}
v_add_f32_e64 v0, v1, v2 mul:2
v_add_f32_e64 v3, v1, v2 mul:2 clamp
v_mul_f32_e64 v4, v1, v2 div:2
; out: v0[0..1]={1.5, -1.0}, v3[0..1]={1.0, 0.0}, v4[0..1]={0.0625, -0.25}

; test: omod makes -0 a +0, clamp does so too
; in: exec=3, mode=0xc0, v1[0..1]={-0.0, -1.1754943508222875e-38}, v2[0..1]={1.0, 1.0}
v_mul_f32_e64 v0, v1, v2
v_mul_f32_e64 v3, v1, v2 mul:2
v_mul_f32_e64 v4, v1, v2 div:2
v_mul_f32_e64 v5, v1, v2 clamp
; out: v0[0..1]={-0.0, 0x80800000}, v3[0..1]={0.0, 0x81000000}, v4[0..1]={0.0, 0.0}, v5[0..1]={0.0, 0.0}

; test: omod is ignored where MODE keeps denormal results, also by v_mac_f32 and v_mad_f32, which flush them all the same
; in: exec=3, mode=0xf0, v0[0..1]={1.0, 1.0}, v1[0..1]={3.0, 1.1754943508222875e-38}, v2[0..1]={2.0, 0.5}, v3[0..1]={0.0, 0.0}
v_mac_f32_e64 v0, v1, v2 mul:2
v_mad_f32 v3, v1, v2, v3 mul:4
v_add_f32_e64 v4, v1, v2 mul:2
; out: v0[0..1]={7.0, 1.0}, v3[0..1]={6.0, 0.0}, v4[0..1]={5.0, 0.5}

; test: omod is ignored where IEEE is set
; in: exec=1, mode=0x2c0, v1[0]=3.0, v2[0]=2.0
v_add_f32_e64 v0, v1, v2 mul:2
v_mac_f32_e64 v3, v1, v2 mul:2
; out: v0[0]=5.0, v3[0]=6.0

; test: omod of v_mac_f32 and v_mad_f32 where MODE flushes
; in: exec=1, mode=0xc0, v0[0]=1.0, v1[0]=3.0, v2[0]=2.0, v3[0]=-6.0
v_mac_f32_e64 v0, v1, v2 mul:2
v_mad_f32 v4, -v1, v2, -v3 div:2
; out: v0[0]=14.0, v4[0]=0.0
