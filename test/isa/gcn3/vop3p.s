; VOP3P: packed arithmetic, mixed precision, dot products. Expected values were computed by exact integers and fractions.

; test: both halves: integers
; chip: gfx900 gfx906
; in: exec=7, v1[0..2]={0x7fff0003, 0x8000ffff, 0x12345678}, v2[0..2]={0x18000, 0xffff0002, 0xf0004}, v3[0..2]={0x50001, 0x7fff8000, 0xffff0001}
v_pk_mul_lo_u16 v10, v1, v2
v_pk_add_i16 v11, v1, v2
v_pk_sub_i16 v12, v1, v2
v_pk_lshlrev_b16 v13, v1, v2
v_pk_lshrrev_b16 v14, v1, v2
v_pk_ashrrev_i16 v15, v1, v2
v_pk_max_i16 v16, v1, v2
v_pk_min_i16 v17, v1, v2
v_pk_add_u16 v18, v1, v2
v_pk_sub_u16 v19, v1, v2
v_pk_max_u16 v20, v1, v2
v_pk_min_u16 v21, v1, v2
v_pk_mad_i16 v22, v1, v2, v3
v_pk_mad_u16 v23, v1, v2, v3
; out: v10[0..2]={0x7fff8000, 0x8000fffe, 0x110c59e0}, v11[0..2]={0x80008003, 0x7fff0001, 0x1243567c}, v12[0..2]={0x7ffe8003, 0x8001fffd, 0x12255674}, v13[0..2]={0x80000000, 0xffff0000, 0xf00400}, v14[0..2]={0x1000, 0xffff0000, 0}, v15[0..2]={0xf000, 0xffff0000, 0}, v16[0..2]={0x7fff0003, 0xffff0002, 0x12345678}, v17[0..2]={0x18000, 0x8000ffff, 0xf0004}, v18[0..2]={0x80008003, 0x7fff0001, 0x1243567c}, v19[0..2]={0x7ffe8003, 0x8001fffd, 0x12255674}, v20[0..2]={0x7fff8000, 0xffffffff, 0x12345678}, v21[0..2]={0x10003, 0x80000002, 0xf0004}, v22[0..2]={0x80048001, 0xffff7ffe, 0x110b59e1}, v23[0..2]={0x80048001, 0xffff7ffe, 0x110b59e1}

; test: both halves: integers saturate with clamp
; chip: gfx900 gfx906
; in: exec=7, v1[0..2]={0x7fff0003, 0x8000ffff, 0x12345678}, v2[0..2]={0x18000, 0xffff0002, 0xf0004}, v3[0..2]={0x50001, 0x7fff8000, 0xffff0001}
v_pk_add_u16 v10, v1, v2 clamp
v_pk_sub_u16 v11, v1, v2 clamp
v_pk_add_i16 v12, v1, v2 clamp
v_pk_sub_i16 v13, v1, v2 clamp
v_pk_mad_u16 v14, v1, v2, v3 clamp
v_pk_mad_i16 v15, v1, v2, v3 clamp
; out: v10[0..2]={0x80008003, 0xffffffff, 0x1243567c}, v11[0..2]={0x7ffe0000, 0xfffd, 0x12255674}, v12[0..2]={0x7fff8003, 0x80000001, 0x1243567c}, v13[0..2]={0x7ffe7fff, 0x8001fffd, 0x12255674}, v14[0..2]={0x8004ffff, 0xffffffff, 0xffffffff}, v15[0..2]={0x7fff8000, 0x7fff8000, 0x7fff7fff}

; test: both halves: floating point
; chip: gfx900 gfx906
; in: exec=7, v1[0..2]={0xc0003e00, 0x7bff7c00, 0x3c01}, v2[0..2]={0x34004000, 0x7bfffc00, 0x80003c01}, v3[0..2]={0x3c003800, 0xbc003c00, 0x4200bc02}
v_pk_fma_f16 v10, v1, v2, v3
v_pk_add_f16 v11, v1, v2
v_pk_mul_f16 v12, v1, v2
v_pk_min_f16 v13, v1, v2
v_pk_max_f16 v14, v1, v2
; out: v10[0..2]={0x38004300, 0x7c00fc00, 0x42000010}, v11[0..2]={0xbf004300, 0x7c007e00, 0x4001}, v12[0..2]={0xb8004200, 0x7c00fc00, 0x80003c02}, v13[0..2]={0xc0003e00, 0x7bfffc00, 0x80003c01}, v14[0..2]={0x34004000, 0x7bff7c00, 0x3c01}

; test: op_sel, op_sel_hi, neg_lo and neg_hi choose halves and signs
; chip: gfx900 gfx906
; in: exec=1, v1=0x42004000, v2=0x44003800
v_pk_add_f16 v10, v1, v2 op_sel:[1,0] op_sel_hi:[0,0]
v_pk_mul_f16 v11, v1, v2 neg_lo:[1,0] neg_hi:[0,1]
v_pk_sub_i16 v12, v1, v2 op_sel:[0,1] op_sel_hi:[1,0]
; out: v10[0]=0x41004300, v11[0]=0xca00bc00, v12[0]=0xa00fc00

; test: v_mad_mix: each source a number of 32 bits or a half of a register
; chip: gfx900
; in: exec=1, v1=0x42004000, v2=0x44003800, v3=0xbc003e00, v12=0x55555555, v13=0x55555555
v_mad_mix_f32 v10, v1, v2, v3
v_mad_mix_f32 v11, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[1,1,0]
v_mad_mixlo_f16 v12, v1, v2, v3 op_sel_hi:[1,1,1]
v_mad_mixhi_f16 v13, v1, -v2, |v3| op_sel:[0,1,1] op_sel_hi:[1,1,1]
; out: v10[0]=0x46807818, v11[0]=0x3fbeff84, v12[0]=0x55554100, v13[0]=0xc7005555

; test: v_fma_mix: each source a number of 32 bits or a half of a register
; chip: gfx906
; in: exec=1, v1=0x42004000, v2=0x44003800, v3=0xbc003e00, v12=0x55555555, v13=0x55555555
v_fma_mix_f32 v10, v1, v2, v3
v_fma_mix_f32 v11, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[1,1,0]
v_fma_mixlo_f16 v12, v1, v2, v3 op_sel_hi:[1,1,1]
v_fma_mixhi_f16 v13, v1, -v2, |v3| op_sel:[0,1,1] op_sel_hi:[1,1,1]
; out: v10[0]=0x46807818, v11[0]=0x3fbeff84, v12[0]=0x55554100, v13[0]=0xc7005555

; test: a mixed product: one rounding or two
; chip: gfx900
; in: exec=1, v1=0x3f800800, v2=0x3f800800, v3=0xbf801000, v10=7
v_mad_mix_f32 v10, v1, v2, v3
; out: v10[0]=0

; test: a mixed product: one rounding or two
; chip: gfx906
; in: exec=1, v1=0x3f800800, v2=0x3f800800, v3=0xbf801000
v_fma_mix_f32 v10, v1, v2, v3
; out: v10[0]=0x33800000

; test: dot products of integers
; chip: gfx906
; in: exec=7, v1[0..2]={0x1ff7f80, 0xffffffff, 0x80008000}, v2[0..2]={0x2037f80, 0xffffffff, 0x80008000}, v3[0..2]={5, 0xfffffff0, 0x7fffffff}
v_dot2_i32_i16 v10, v1, v2, v3
v_dot2_u32_u16 v11, v1, v2, v3
v_dot4_i32_i8 v12, v1, v2, v3
v_dot4_u32_u8 v13, v1, v2, v3
v_dot8_i32_i4 v14, v1, v2, v3
v_dot8_u32_u4 v15, v1, v2, v3
v_dot2_i32_i16 v16, v1, v2, v3 clamp
v_dot2_u32_u16 v17, v1, v2, v3 clamp
v_dot4_i32_i8 v18, v1, v2, v3 clamp
v_dot4_u32_u8 v19, v1, v2, v3 clamp
v_dot8_i32_i4 v20, v1, v2, v3 clamp
v_dot8_u32_u4 v21, v1, v2, v3 clamp
; out: v10[0..2]={0x3f844402, 0xfffffff2, 0xffffffff}, v11[0..2]={0x3f844402, 0xfffbfff2, 0xffffffff}, v12[0..2]={0x7f05, 0xfffffff4, 0x80007fff}, v13[0..2]={0x8205, 0x3f7f4, 0x80007fff}, v14[0..2]={0x76, 0xfffffff8, 0x8000007f}, v15[0..2]={0x186, 0x6f8, 0x8000007f}, v16[0..2]={0x3f844402, 0xfffffff2, 0x7fffffff}, v17[0..2]={0x3f844402, 0xffffffff, 0xffffffff}, v18[0..2]={0x7f05, 0xfffffff4, 0x7fffffff}, v19[0..2]={0x8205, 0xffffffff, 0x80007fff}, v20[0..2]={0x76, 0xfffffff8, 0x7fffffff}, v21[0..2]={0x186, 0xffffffff, 0x8000007f}

; test: a dot product of halves
; chip: gfx906
; in: exec=3, v1[0..1]={0xc0003e00, 0x3c007bff}, v2[0..1]={0x38004400, 0x3c007bff}, v3[0..1]={0.25, 0.0}
v_dot2_f32_f16 v10, v1, v2, v3
; out: v10[0..1]={5.25, 0x4f7fc004}
