; GLOBAL: addresses of lanes, or of lanes behind a scalar base. Expected values follow from the definitions.

; test: global loads of every size; offsets with a sign
; chip: gfx900 gfx906
; in: exec=1, v[0:1]=data+32, mem[8]={0x8091a2f3, 0x11111111, 0x22222222, 0x33333333}
global_load_ubyte v10, v[0:1], off offset:-24
global_load_sbyte v11, v[0:1], off offset:-24
global_load_ushort v12, v[0:1], off offset:-24
global_load_sshort v13, v[0:1], off offset:-24
global_load_dword v14, v[0:1], off offset:-24
global_load_dwordx2 v[16:17], v[0:1], off offset:-24
global_load_dwordx3 v[18:20], v[0:1], off offset:-24
global_load_dwordx4 v[21:24], v[0:1], off offset:-24
s_waitcnt 0
; out: v10[0]=0xf3, v11[0]=0xfffffff3, v12[0]=0xa2f3, v13[0]=0xffffa2f3, v14[0]=0x8091a2f3, v16[0]=0x8091a2f3, v17[0]=0x11111111, v18[0]=0x8091a2f3, v19[0]=0x11111111, v20[0]=0x22222222, v21[0]=0x8091a2f3, v22[0]=0x11111111, v23[0]=0x22222222, v24[0]=0x33333333

; test: global loads with a scalar base
; chip: gfx900 gfx906
; in: exec=1, s[2:3]=data, v0=4, mem[8]={0x8091a2f3, 0x11111111, 0x22222222, 0x33333333}
global_load_ubyte v10, v0, s[2:3] offset:4
global_load_sbyte v11, v0, s[2:3] offset:4
global_load_ushort v12, v0, s[2:3] offset:4
global_load_sshort v13, v0, s[2:3] offset:4
global_load_dword v14, v0, s[2:3] offset:4
global_load_dwordx2 v[16:17], v0, s[2:3] offset:4
global_load_dwordx3 v[18:20], v0, s[2:3] offset:4
global_load_dwordx4 v[21:24], v0, s[2:3] offset:4
s_waitcnt 0
; out: v10[0]=0xf3, v11[0]=0xfffffff3, v12[0]=0xa2f3, v13[0]=0xffffa2f3, v14[0]=0x8091a2f3, v16[0]=0x8091a2f3, v17[0]=0x11111111, v18[0]=0x8091a2f3, v19[0]=0x11111111, v20[0]=0x22222222, v21[0]=0x8091a2f3, v22[0]=0x11111111, v23[0]=0x22222222, v24[0]=0x33333333

; test: global stores of every size
; chip: gfx900 gfx906
; in: exec=1, v[0:1]=data, v5=0x12345678, v6=2, v7=3, v8=4
global_store_byte v[0:1], v5, off offset:0
global_store_short v[0:1], v5, off offset:6
global_store_dword v[0:1], v5, off offset:8
global_store_dwordx2 v[0:1], v[5:6], off offset:16
global_store_dwordx3 v[0:1], v[5:7], off offset:32
global_store_dwordx4 v[0:1], v[5:8], off offset:48
s_waitcnt 0
; out: mem[0]=0x78, mem[4]=0x56780000, mem[8]=0x12345678, mem[16]={0x12345678, 2}, mem[32]={0x12345678, 2, 3}, mem[48]={0x12345678, 2, 3, 4}

; test: global stores with a scalar base
; chip: gfx900 gfx906
; in: exec=1, s[2:3]=data-0x100, v0=0x100, v5=0x12345678, v6=2, v7=3, v8=4
global_store_byte v0, v5, s[2:3] offset:0
global_store_short v0, v5, s[2:3] offset:6
global_store_dword v0, v5, s[2:3] offset:8
global_store_dwordx2 v0, v[5:6], s[2:3] offset:16
global_store_dwordx3 v0, v[5:7], s[2:3] offset:32
global_store_dwordx4 v0, v[5:8], s[2:3] offset:48
s_waitcnt 0
; out: mem[0]=0x78, mem[4]=0x56780000, mem[8]=0x12345678, mem[16]={0x12345678, 2}, mem[32]={0x12345678, 2, 3}, mem[48]={0x12345678, 2, 3, 4}

; test: global loads of a half, and stores of the upper half
; chip: gfx900 gfx906
; in: exec=1, v[0:1]=data+8, v2=0x12345678, mem[8]={0x8091a2f3, 0x11111111, 0, 0x33333333}, v10=0x55556666, v11=0x55556666, v12=0x55556666, v13=0x55556666, v14=0x55556666, v15=0x55556666
global_load_ubyte_d16 v10, v[0:1], off
global_load_ubyte_d16_hi v11, v[0:1], off
global_load_sbyte_d16 v12, v[0:1], off
global_load_sbyte_d16_hi v13, v[0:1], off
global_load_short_d16 v14, v[0:1], off
global_load_short_d16_hi v15, v[0:1], off
global_store_byte_d16_hi v[0:1], v2, off offset:8
global_store_short_d16_hi v[0:1], v2, off offset:10
s_waitcnt 0
; out: v10[0]=0x555500f3, v11[0]=0x00f36666, v12[0]=0x5555fff3, v13[0]=0xfff36666, v14[0]=0x5555a2f3, v15[0]=0xa2f36666, mem[16]=0x12340034

; test: global: every atomic operation of 32 bits, lane after lane, with the old values
; chip: gfx900 gfx906
; in: exec=3, v[0:1]=data, v28[0..1]={0x15, 9}, v29[0..1]={0x77, 0x66}, mem[64]={7, 0xffffffff, 3, 0xfffffffb, 0xfffffffb, 0xfffffffb, 9, 0xff, 0x30, 0x3f, 2, 0, 0x77}
global_atomic_swap v32, v[0:1], v28, off offset:64 glc
global_atomic_add v33, v[0:1], v28, off offset:68 glc
global_atomic_sub v34, v[0:1], v28, off offset:72 glc
global_atomic_smin v35, v[0:1], v28, off offset:76 glc
global_atomic_umin v36, v[0:1], v28, off offset:80 glc
global_atomic_smax v37, v[0:1], v28, off offset:84 glc
global_atomic_umax v38, v[0:1], v28, off offset:88 glc
global_atomic_and v39, v[0:1], v28, off offset:92 glc
global_atomic_or v40, v[0:1], v28, off offset:96 glc
global_atomic_xor v41, v[0:1], v28, off offset:100 glc
global_atomic_inc v42, v[0:1], v28, off offset:104 glc
global_atomic_dec v43, v[0:1], v28, off offset:108 glc
global_atomic_cmpswap v44, v[0:1], v[28:29], off offset:112 glc
s_waitcnt 0
; out: v32[0..1]={7, 0x15}, v33[0..1]={0xffffffff, 0x14}, v34[0..1]={3, 0xffffffee}, v35[0..1]={0xfffffffb, 0xfffffffb}, v36[0..1]={0xfffffffb, 0x15}, v37[0..1]={0xfffffffb, 0x15}, v38[0..1]={9, 0x15}, v39[0..1]={0xff, 0x15}, v40[0..1]={0x30, 0x35}, v41[0..1]={0x3f, 0x2a}, v42[0..1]={2, 3}, v43[0..1]={0, 0x15}, v44[0..1]={0x77, 0x15}, mem[64]={9, 0x1d, 0xffffffe5, 0xfffffffb, 9, 0x15, 0x15, 1, 0x3d, 0x23, 4, 9, 0x15}

; test: global: every atomic operation of 64 bits, lane after lane, with the old values
; chip: gfx900 gfx906
; in: exec=3, s[2:3]=data, v[28:29][0..1]={0x500000015, 9}, v[30:31][0..1]={0x77, 0x66}, mem[64]={7, 0, 0xffffffff, 0xffffffff, 3, 0, 0xfffffffb, 0xffffffff, 0xfffffffb, 0xffffffff, 0xfffffffb, 0xffffffff, 9, 0, 0xff, 0, 0x30, 0, 0x3f, 0, 2, 0, 0, 0, 0x77, 0}
global_atomic_swap_x2 v[32:33], v0, v[28:29], s[2:3] offset:64 glc
global_atomic_add_x2 v[34:35], v0, v[28:29], s[2:3] offset:72 glc
global_atomic_sub_x2 v[36:37], v0, v[28:29], s[2:3] offset:80 glc
global_atomic_smin_x2 v[38:39], v0, v[28:29], s[2:3] offset:88 glc
global_atomic_umin_x2 v[40:41], v0, v[28:29], s[2:3] offset:96 glc
global_atomic_smax_x2 v[42:43], v0, v[28:29], s[2:3] offset:104 glc
global_atomic_umax_x2 v[44:45], v0, v[28:29], s[2:3] offset:112 glc
global_atomic_and_x2 v[46:47], v0, v[28:29], s[2:3] offset:120 glc
global_atomic_or_x2 v[48:49], v0, v[28:29], s[2:3] offset:128 glc
global_atomic_xor_x2 v[50:51], v0, v[28:29], s[2:3] offset:136 glc
global_atomic_inc_x2 v[52:53], v0, v[28:29], s[2:3] offset:144 glc
global_atomic_dec_x2 v[54:55], v0, v[28:29], s[2:3] offset:152 glc
global_atomic_cmpswap_x2 v[56:57], v0, v[28:31], s[2:3] offset:160 glc
s_waitcnt 0
; out: v[32:33][0..1]={7, 0x500000015}, v[34:35][0..1]={0xffffffffffffffff, 0x500000014}, v[36:37][0..1]={3, 0xfffffffaffffffee}, v[38:39][0..1]={0xfffffffffffffffb, 0xfffffffffffffffb}, v[40:41][0..1]={0xfffffffffffffffb, 0x500000015}, v[42:43][0..1]={0xfffffffffffffffb, 0x500000015}, v[44:45][0..1]={9, 0x500000015}, v[46:47][0..1]={0xff, 0x15}, v[48:49][0..1]={0x30, 0x500000035}, v[50:51][0..1]={0x3f, 0x50000002a}, v[52:53][0..1]={2, 3}, v[54:55][0..1]={0, 0x500000015}, v[56:57][0..1]={0x77, 0x500000015}, mem[64]={9, 0, 0x1d, 5, 0xffffffe5, 0xfffffffa, 0xfffffffb, 0xffffffff, 9, 0, 0x15, 5, 0x15, 5, 1, 0, 0x3d, 5, 0x23, 5, 4, 0, 9, 0, 0x15, 5}
