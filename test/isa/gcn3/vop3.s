; VOP3 that Southern Islands does not have. Expected values were computed by exact integers and fractions, halves by one rounding of them.

; test: two operations of 32 bits in one
; chip: gfx900 gfx906
; in: exec=0xf, v1[0..3]={0x12345678, 0xffffffff, 0x80000000, 3}, v2[0..3]={5, 0xffffffff, 0x1f, 0x21}, v3[0..3]={0x9abcdef0, 2, 7, 0xffffffff}
v_xad_u32 v10, v1, v2, v3
v_lshl_add_u32 v11, v1, v2, v3
v_add_lshl_u32 v12, v1, v2, v3
v_add3_u32 v13, v1, v2, v3
v_lshl_or_b32 v14, v1, v2, v3
v_and_or_b32 v15, v1, v2, v3
v_or3_b32 v16, v1, v2, v3
; out: v10[0..3]={0xacf1356d, 2, 0x80000026, 0x21}, v11[0..3]={0xe147adf0, 0x80000002, 7, 5}, v12[0..3]={0x567d0000, 0xfffffff8, 0xf80, 0}, v13[0..3]={0xacf1356d, 0, 0x80000026, 0x23}, v14[0..3]={0xdebedff0, 0x80000002, 7, 0xffffffff}, v15[0..3]={0x9abcdef0, 0xffffffff, 7, 0xffffffff}, v16[0..3]={0x9abcdefd, 0xffffffff, 0x8000001f, 0xffffffff}

; test: bytes by selects: bytes, signs of words, constants
; in: exec=0xf, v1[0..3]={0x81a2b3c4, 0x81a2b3c4, 0x81a2b3c4, 0x81a2b3c4}, v2[0..3]={0x15867788, 0x15867788, 0x15867788, 0x15867788}, v3[0..3]={0x7060504, 0x10203, 0xb0a0908, 0xff0d0c04}
v_perm_b32 v10, v1, v2, v3
; out: v10[0..3]={0x81a2b3c4, 0x88778615, 0xffff0000, 0xffff00c4}

; test: products of 64 bits added to 64 bits, with the carry or the overflow
; in: exec=0xf, v1[0..3]={0xffffffff, 0x80000000, 0xffffffff, 7}, v2[0..3]={0xffffffff, 0x80000000, 2, 6}, v[4:5][0..3]={0xffffffffffffffff, 0x8000000000000000, 0x7fffffffffffffff, 0x100000000}, s[4:5]=-1, s[6:7]=-1
v_mad_u64_u32 v[10:11], s[4:5], v1, v2, v[4:5]
v_mad_i64_i32 v[12:13], s[6:7], v1, v2, v[4:5]
; out: v[10:11][0..3]={0xfffffffe00000000, 0xc000000000000000, 0x80000001fffffffd, 0x10000002a}, s[4:5]=1, v[12:13][0..3]={0, 0xc000000000000000, 0x7ffffffffffffffd, 0x10000002a}, s[6:7]=0

; test: shifts of 64 bits by the first source
; in: exec=0xf, v1[0..3]={1, 0x3f, 0x40, 0x21}, v[2:3][0..3]={0x8000000000000001, 0xfedcba9876543210, 5, 0x7fffffffffffffff}
v_lshlrev_b64 v[10:11], v1, v[2:3]
v_lshrrev_b64 v[12:13], v1, v[2:3]
v_ashrrev_i64 v[14:15], v1, v[2:3]
; out: v[10:11][0..3]={2, 0, 5, 0xfffffffe00000000}, v[12:13][0..3]={0x4000000000000000, 1, 5, 0x3fffffff}, v[14:15][0..3]={0xc000000000000000, 0xffffffffffffffff, 5, 0x3fffffff}

; test: sums of differences of bytes in four windows, of 16 and of 32 bits
; in: exec=1, v[0:1][0]=0xa0b0c0d01ff0380, v2=0xff7f10, v[4:5][0]=0x1fff000020000, v20=1, v21=0xffffffff, v22=3, v23=4
v_qsad_pk_u16_u8 v[10:11], v[0:1], v2, v[4:5]
v_mqsad_pk_u16_u8 v[12:13], v[0:1], v2, v[4:5]
v_mqsad_u32_u8 v[16:19], v[0:1], v2, v[20:23]
; out: v[10:11][0]=0x180025b019a00ed, v[12:13][0]=0x175024f018d00ec, v16[0]=0xed, v17[0]=0x18a, v18[0]=0x262, v19[0]=0x178

; test: multiply and add of halves; gfx8 clears the upper half
; chip: gfx803
; in: exec=0x3f, v1[0..5]={0x3e00, 0xc080, 0x4200, 0x7bff, 0x7c00, 0x3c01}, v2[0..5]={0x4000, 0x4400, 0x3555, 0x4000, 0, 0x3c01}, v3[0..5]={0x3400, 0x4880, 0xbc00, 0xfbff, 0x3c00, 0xbc02}, v10=-1, v11=-1, v12=-1, v13=-1
v_mad_f16 v10, v1, v2, v3
v_fma_f16 v11, v1, v2, v3
v_mad_u16 v12, v1, v2, v3
v_mad_i16 v13, v1, v2, v3
; out: v10[0..5]={0x4280, 0, 0, 0x7c00, 0x7e00, 0}, v11[0..5]={0x4280, 0, 0x8c00, 0x7bff, 0x7e00, 0x10}, v12[0..5]={0x3400, 0x4880, 0xa600, 0xbbff, 0x3c00, 0x3403}, v13[0..5]={0x3400, 0x4880, 0xa600, 0xbbff, 0x3c00, 0x3403}

; test: multiply and add of halves; GFX9 keeps the upper half, but not in the legacy forms
; chip: gfx900 gfx906
; in: exec=0x3f, v1[0..5]={0x3e00, 0xc080, 0x4200, 0x7bff, 0x7c00, 0x3c01}, v2[0..5]={0x4000, 0x4400, 0x3555, 0x4000, 0, 0x3c01}, v3[0..5]={0x3400, 0x4880, 0xbc00, 0xfbff, 0x3c00, 0xbc02}, v10=0x55555555, v11=0x55555555, v12=0x55555555, v13=0x55555555, v14=0x55555555, v15=0x55555555, v16=0x55555555, v17=0x55555555
v_mad_f16 v10, v1, v2, v3
v_fma_f16 v11, v1, v2, v3
v_mad_u16 v12, v1, v2, v3
v_mad_i16 v13, v1, v2, v3
v_mad_legacy_f16 v14, v1, v2, v3
v_fma_legacy_f16 v15, v1, v2, v3
v_mad_legacy_u16 v16, v1, v2, v3
v_mad_legacy_i16 v17, v1, v2, v3
; out: v10[0..5]={0x55554280, 0x55550000, 0x55550000, 0x55557c00, 0x55557e00, 0x55550000}, v11[0..5]={0x55554280, 0x55550000, 0x55558c00, 0x55557bff, 0x55557e00, 0x55550010}, v12[0..5]={0x55553400, 0x55554880, 0x5555a600, 0x5555bbff, 0x55553c00, 0x55553403}, v13[0..5]={0x55553400, 0x55554880, 0x5555a600, 0x5555bbff, 0x55553c00, 0x55553403}, v14[0..5]={0x4280, 0, 0, 0x7c00, 0x7e00, 0}, v15[0..5]={0x4280, 0, 0x8c00, 0x7bff, 0x7e00, 0x10}, v16[0..5]={0x3400, 0x4880, 0xa600, 0xbbff, 0x3c00, 0x3403}, v17[0..5]={0x3400, 0x4880, 0xa600, 0xbbff, 0x3c00, 0x3403}

; test: multiply and add of integers of 16 bits saturates with clamp
; in: exec=7, v1[0..2]={0xffff, 0x8000, 0x7fff}, v2[0..2]={0xffff, 2, 2}, v3[0..2]={0xffff, 0, 1}
v_mad_u16 v10, v1, v2, v3 clamp
v_mad_i16 v11, v1, v2, v3 clamp
; out: v10[0..2]={0xffff, 0xffff, 0xffff}, v11[0..2]={0, 0x8000, 0x7fff}

; test: op_sel chooses halves of sources and of the result
; chip: gfx900 gfx906
; in: exec=1, v1=0x00070002, v2=0xfff60003, v3=0x00050009, v10=0x77777777, v11=0x77777777
v_mad_u16 v10, v1, v2, v3 op_sel:[1,0,1,1]
v_max3_i16 v11, v1, v2, v3 op_sel:[1,1,0,0]
; out: v10[0]=0x1a7777, v11[0]=0x77770009

; test: products of 16 bits added to 32 bits
; chip: gfx900 gfx906
; in: exec=0x7, v1[0..2]={0xabcdffff, 0x8000, 7}, v2[0..2]={0xffff, 0x7fff, 0x9999ffff}, v3[0..2]={0x80000000, 1, 0xffffffff}
v_mad_u32_u16 v10, v1, v2, v3
v_mad_i32_i16 v11, v1, v2, v3
; out: v10[0..2]={0x7ffe0001, 0x3fff8001, 0x6fff8}, v11[0..2]={0x80000001, 0xc0008001, 0xfffffff8}

; test: the least, the greatest and the middle one of three integers of 16 bits
; chip: gfx900 gfx906
; in: exec=0xf, v1[0..3]={0x8000, 5, 0x7fff, 1}, v2[0..3]={1, 5, 0xffff, 2}, v3[0..3]={0xffff, 4, 0, 3}, v10=0x55555555, v11=0x55555555, v12=0x55555555, v13=0x55555555, v14=0x55555555, v15=0x55555555
v_min3_i16 v10, v1, v2, v3
v_min3_u16 v11, v1, v2, v3
v_max3_i16 v12, v1, v2, v3
v_max3_u16 v13, v1, v2, v3
v_med3_i16 v14, v1, v2, v3
v_med3_u16 v15, v1, v2, v3
; out: v10[0..3]={0x55558000, 0x55550004, 0x5555ffff, 0x55550001}, v11[0..3]={0x55550001, 0x55550004, 0x55550000, 0x55550001}, v12[0..3]={0x55550001, 0x55550005, 0x55557fff, 0x55550003}, v13[0..3]={0x5555ffff, 0x55550005, 0x5555ffff, 0x55550003}, v14[0..3]={0x5555ffff, 0x55550005, 0x55550000, 0x55550002}, v15[0..3]={0x55558000, 0x55550005, 0x55557fff, 0x55550002}

; test: the least, the greatest and the middle one of three halves; the middle one with a NaN is their minimum
; chip: gfx900 gfx906
; in: exec=0xf, v1[0..3]={0x3c00, 0x8000, 0x7c00, 0x7e00}, v2[0..3]={0x4200, 0, 0x4000, 0x4500}, v3[0..3]={0x4000, 0xbc00, 0xfc00, 0x4400}
v_min3_f16 v10, v1, v2, v3
v_max3_f16 v11, v1, v2, v3
v_med3_f16 v12, v1, v2, v3
; out: v10[0..3]={0x3c00, 0xbc00, 0xfc00, 0x4400}, v11[0..3]={0x4200, 0, 0x7c00, 0x4500}, v12[0..3]={0x4000, 0x8000, 0x4000, 0x4400}

; test: signed sums, which saturate with clamp
; chip: gfx900 gfx906
; in: exec=7, v1[0..2]={0x7fffffff, 0x80000000, 5}, v2[0..2]={1, 0xffffffff, 0xfffffff9}
v_add_i32 v10, v1, v2
v_sub_i32 v11, v1, v2
v_add_i32 v12, v1, v2 clamp
v_sub_i32 v13, v2, v1 clamp
; out: v10[0..2]={0x80000000, 0x7fffffff, 0xfffffffe}, v11[0..2]={0x7ffffffe, 0x80000001, 0xc}, v12[0..2]={0x7fffffff, 0x80000000, 0xfffffffe}, v13[0..2]={0x80000002, 0x7fffffff, 0xfffffff4}

; test: signed sums of 16 bits
; chip: gfx900 gfx906
; in: exec=7, v1[0..2]={0x7fff, 0x8000, 5}, v2[0..2]={1, 0xffff, 0xfff9}, v10=0x55555555, v11=0x55555555, v12=0x55555555, v13=0x55555555
v_add_i16 v10, v1, v2
v_sub_i16 v11, v1, v2
v_add_i16 v12, v1, v2 clamp
v_sub_i16 v13, v2, v1 clamp
; out: v10[0..2]={0x55558000, 0x55557fff, 0x5555fffe}, v11[0..2]={0x55557ffe, 0x55558001, 0x5555000c}, v12[0..2]={0x55557fff, 0x55558000, 0x5555fffe}, v13[0..2]={0x55558002, 0x55557fff, 0x5555fff4}

; test: two halves put together
; chip: gfx900 gfx906
; in: exec=1, v1=0x3c004000, v2=0x1111c400
v_pack_b32_f16 v10, v1, v2
v_pack_b32_f16 v11, -v1, |v2| op_sel:[1,0,0]
; out: v10[0]=0xc4004000, v11[0]=0x4400bc00

; test: normalised integers of two halves
; chip: gfx900 gfx906
; in: exec=1, v1=0x3800, v2=0xbc00
v_cvt_pknorm_i16_f16 v10, v1, v2
v_cvt_pknorm_u16_f16 v11, v1, v2
; out: v10[0]=0x80014000, v11[0]=0x8000

; test: quotients of special values
; in: exec=0x3f, v1[0..5]={0x3555, 0x3555, 0x3555, 0x3555, 0x3555, 0x3555}, v2[0..5]={0x4200, 0, 0x7c00, 0, 0x7e00, 0x7c00}, v3[0..5]={0xbc00, 0xbc00, 0x3c00, 0x8000, 0x3c00, 0xfc00}
v_div_fixup_f16 v10, v1, v2, v3
; out: v10[0..5]={0xb555, 0xfc00, 0, 0xfe00, 0x7e00, 0xfe00}

; test: the same in the legacy form, which clears the upper half
; chip: gfx900 gfx906
; in: exec=0x3f, v1[0..5]={0x3555, 0x3555, 0x3555, 0x3555, 0x3555, 0x3555}, v2[0..5]={0x4200, 0, 0x7c00, 0, 0x7e00, 0x7c00}, v3[0..5]={0xbc00, 0xbc00, 0x3c00, 0x8000, 0x3c00, 0xfc00}, v10=-1, v11=-1
v_div_fixup_legacy_f16 v10, v1, v2, v3
v_div_fixup_f16 v11, v1, v2, v3
; out: v10[0..5]={0xb555, 0xfc00, 0, 0xfe00, 0x7e00, 0xfe00}, v11[0..5]={0xffffb555, 0xfffffc00, 0xffff0000, 0xfffffe00, 0xffff7e00, 0xfffffe00}

; test: the wide forms of interpolation are refused
v_interp_p1_f32_e64 v0, v1, attr0.x
; run: -> fault: vertex parameters

; test: the wide form of the second part of an interpolation is refused
v_interp_p2_f32_e64 v0, -v1, attr1.y clamp
; run: -> fault: vertex parameters

; test: the wide form of moves of parameters is refused
v_interp_mov_f32_e64 v0, p20, attr2.z
; run: -> fault: vertex parameters

; test: v_interp_p1ll_f16 is refused
v_interp_p1ll_f16 v0, v1, attr0.x
; run: -> fault: interpolation needs vertex parameters

; test: v_interp_p1lv_f16 is refused
v_interp_p1lv_f16 v0, v1, attr0.x, v2
; run: -> fault: interpolation needs vertex parameters

; test: v_interp_p2_f16 is refused
v_interp_p2_f16 v0, v1, attr0.x, v2
; run: -> fault: interpolation needs vertex parameters

; test: v_interp_p2_legacy_f16 is refused
; chip: gfx900 gfx906
v_interp_p2_legacy_f16 v0, v1, attr0.x, v2
; run: -> fault: interpolation needs vertex parameters

; test: minimum, maximum and the middle one flush denormals as MODE says
; chip: gfx900 gfx906
; in: exec=1, v1=0x00000012, v2=0x80000034, v3=0x00000056, v[4:5]=0x12, v[6:7]=0x8000000000000034, v20=7, v21=7, v22=7, v23=7, v24=7, v[26:27]=7, v[28:29]=7
v_min_f32 v20, v1, v2
v_max_f32 v21, v1, v2
v_min3_f32 v22, v1, v2, v3
v_max3_f32 v23, v1, v2, v3
v_med3_f32 v24, v1, v2, v3
v_min_f64 v[26:27], v[4:5], v[6:7]
v_max_f64 v[28:29], v[4:5], v[6:7]
; run: mode=0xf0 -> v20[0]=0x80000034, v21[0]=0x12, v22[0]=0x80000034, v23[0]=0x56, v24[0]=0x12, v26[0]=0x34, v27[0]=0x80000000, v28[0]=0x12, v29[0]=0
; run: mode=0 -> v20[0]=0x80000000, v21[0]=0, v22[0]=0x80000000, v23[0]=0, v24[0]=0, v26[0]=0, v27[0]=0x80000000, v28[0]=0, v29[0]=0
; run: mode=0xc0 -> v20[0]=0x80000000, v21[0]=0, v22[0]=0x80000000, v23[0]=0, v24[0]=0, v26[0]=0x34, v27[0]=0x80000000, v28[0]=0x12, v29[0]=0

; test: minimum, maximum and the middle one leave denormals alone
; chip: gfx803
; in: exec=1, v1=0x00000012, v2=0x80000034, v3=0x00000056, v[4:5]=0x12, v[6:7]=0x8000000000000034, v20=7, v21=7, v22=7, v23=7, v24=7, v[26:27]=7, v[28:29]=7
v_min_f32 v20, v1, v2
v_max_f32 v21, v1, v2
v_min3_f32 v22, v1, v2, v3
v_max3_f32 v23, v1, v2, v3
v_med3_f32 v24, v1, v2, v3
v_min_f64 v[26:27], v[4:5], v[6:7]
v_max_f64 v[28:29], v[4:5], v[6:7]
; run: mode=0 -> v20[0]=0x80000034, v21[0]=0x12, v22[0]=0x80000034, v23[0]=0x56, v24[0]=0x12, v26[0]=0x34, v27[0]=0x80000000, v28[0]=0x12, v29[0]=0
