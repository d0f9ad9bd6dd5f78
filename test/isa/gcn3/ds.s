; LDS as Southern Islands does not have it. Expected values follow from the definitions.

; test: reads and writes of three and four dwords
; in: m0=-1, exec=1, v0=16, v1=1, v2=2, v3=3, v4=4
ds_write_b96 v0, v[1:3]
ds_write_b128 v0, v[1:4] offset:16
ds_read_b96 v[10:12], v0 offset:4
ds_read_b128 v[13:16], v0 offset:16
; out: lds[16]={1, 2, 3}, lds[32]={1, 2, 3, 4}, v10[0]=2, v11[0]=3, v12[0]=0, v13[0]=1, v14[0]=2, v15[0]=3, v16[0]=4

; test: sums of floating-point numbers, lane after lane
; in: m0=-1, exec=3, v0=8, v1[0..1]={1.5, -4.0}, lds[8]={1.0, 2.0}
ds_add_f32 v0, v1
ds_add_rtn_f32 v2, v0, v1 offset:4
; out: lds[8]={-1.5, -0.5}, v2[0..1]={2.0, 3.5}

; test: a sum of two places
; in: m0=-1, exec=1, v0=8, lds[8]={1.5, 0.0, 2.25}
ds_add_src2_f32 v0 offset:2
; out: lds[8]=3.75

; test: ds_wrap_rtn_b32 takes away what is reached
; in: m0=-1, exec=7, v0=8, v2=2, v3=5, lds[8]=1
ds_wrap_rtn_b32 v4, v0, v2, v3
; out: v4[0..2]={1, 6, 4}, lds[8]=2

; test: values pushed to lanes: the highest one wins, and pulled from lanes: 0 from inactive ones
; in: exec=0xf, v0[0..3]={8, 0, 8, 16}, v1[0..3]={10, 11, 12, 13}, v2=9, v3=9
ds_permute_b32 v2, v0, v1
ds_bpermute_b32 v3, v0, v1 offset:4
; out: v2[0..3]={11, 0, 12, 0}, v3[0..3]={13, 11, 13, 0}

; test: dwords exchanged where they are marked
; in: m0=-1, exec=1, v0=8, v2=0x80000012, v3=0x34, lds[8]={1, 2}
ds_condxchg32_rtn_b64 v[4:5], v0, v[2:3]
; out: v4[0]=1, v5[0]=2, lds[8]=0x12

; test: ds_nop does nothing
; in: m0=-1, v0=4, lds[4]=7
ds_nop
s_mov_b32 s0, 1
; out: s0=1

; test: ds_gws_sema_release_all is refused
ds_gws_sema_release_all gds
; run: -> fault: global wave sync needs resources

; test: dwords of the lanes side by side
; chip: gfx900 gfx906
; in: m0=0x10, exec=7, v1[0..2]={1, 2, 3}, lds[20]=9
ds_write_addtid_b32 v1 offset:8
ds_read_addtid_b32 v2 offset:4
; out: lds[24]={1, 2, 3}, v2[0..2]={9, 1, 2}

; test: loads of 8 and 16 bits to a half of a register, whose other half stays
; chip: gfx900 gfx906
; in: exec=1, v0=10, lds[8]=0x80f61234, v10=0x55556666, v11=0x55556666, v12=0x55556666, v13=0x55556666, v14=0x55556666, v15=0x55556666
ds_read_u8_d16 v10, v0
ds_read_u8_d16_hi v11, v0
ds_read_i8_d16 v12, v0
ds_read_i8_d16_hi v13, v0
ds_read_u16_d16 v14, v0
ds_read_u16_d16_hi v15, v0
; out: v10[0]=0x555500f6, v11[0]=0x00f66666, v12[0]=0x5555fff6, v13[0]=0xfff66666, v14[0]=0x555580f6, v15[0]=0x80f66666

; test: stores of the upper half
; chip: gfx900 gfx906
; in: exec=1, v0=8, v1=0x12345678
ds_write_b8_d16_hi v0, v1
ds_write_b16_d16_hi v0, v1 offset:2
; out: lds[8]=0x12340034
