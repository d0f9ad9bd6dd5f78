; FLAT: addresses of lanes that may name LDS. Expected values follow from the definitions.

; test: flat loads of every size
; in: exec=1, v[0:1]=data+8, mem[8]={0x8091a2f3, 0x11111111, 0x22222222, 0x33333333}
flat_load_ubyte v10, v[0:1]
flat_load_sbyte v11, v[0:1]
flat_load_ushort v12, v[0:1]
flat_load_sshort v13, v[0:1]
flat_load_dword v14, v[0:1]
flat_load_dwordx2 v[16:17], v[0:1]
flat_load_dwordx3 v[18:20], v[0:1]
flat_load_dwordx4 v[21:24], v[0:1]
s_waitcnt 0
; out: v10[0]=0xf3, v11[0]=0xfffffff3, v12[0]=0xa2f3, v13[0]=0xffffa2f3, v14[0]=0x8091a2f3, v16[0]=0x8091a2f3, v17[0]=0x11111111, v18[0]=0x8091a2f3, v19[0]=0x11111111, v20[0]=0x22222222, v21[0]=0x8091a2f3, v22[0]=0x11111111, v23[0]=0x22222222, v24[0]=0x33333333

; test: flat stores of every size
; in: exec=1, v5=0x12345678, v6=2, v7=3, v8=4, v[10:11]=data+0, v[12:13]=data+6, v[14:15]=data+8, v[16:17]=data+16, v[18:19]=data+32, v[20:21]=data+48
flat_store_byte v[10:11], v5
flat_store_short v[12:13], v5
flat_store_dword v[14:15], v5
flat_store_dwordx2 v[16:17], v[5:6]
flat_store_dwordx3 v[18:19], v[5:7]
flat_store_dwordx4 v[20:21], v[5:8]
s_waitcnt 0
; out: mem[0]=0x78, mem[4]=0x56780000, mem[8]=0x12345678, mem[16]={0x12345678, 2}, mem[32]={0x12345678, 2, 3}, mem[48]={0x12345678, 2, 3, 4}

; test: flat loads of a half, and stores of the upper half
; chip: gfx900 gfx906
; in: exec=1, v[0:1]=data+8, v2=0x12345678, mem[8]={0x8091a2f3, 0x11111111, 0, 0x33333333}, v10=0x55556666, v11=0x55556666, v12=0x55556666, v13=0x55556666, v14=0x55556666, v15=0x55556666
flat_load_ubyte_d16 v10, v[0:1]
flat_load_ubyte_d16_hi v11, v[0:1]
flat_load_sbyte_d16 v12, v[0:1]
flat_load_sbyte_d16_hi v13, v[0:1]
flat_load_short_d16 v14, v[0:1]
flat_load_short_d16_hi v15, v[0:1]
flat_store_byte_d16_hi v[0:1], v2 offset:8
flat_store_short_d16_hi v[0:1], v2 offset:10
s_waitcnt 0
; out: v10[0]=0x555500f3, v11[0]=0x00f36666, v12[0]=0x5555fff3, v13[0]=0xfff36666, v14[0]=0x5555a2f3, v15[0]=0xa2f36666, mem[16]=0x12340034

; test: generic addresses of LDS
; in: m0=-1, exec=3, v0[0..1]={8, 12}, v1=0x10000, v2[0..1]={0x12345, 7}
flat_store_dword v[0:1], v2
flat_load_ushort v3, v[0:1]
flat_atomic_add v4, v[0:1], v2 glc
s_waitcnt 0
; out: lds[8]={0x2468a, 14}, v3[0..1]={0x2345, 7}, v4[0..1]={0x12345, 7}

; test: generic addresses of LDS need no alignment on GFX9, but for atomics
; chip: gfx900 gfx906
; in: m0=-1, exec=7, v0[0..2]={1, 6, 11}, v1=0x10000, v6[0..2]={66, 77, 87}, v7=0x10000, v8[0..2]={0x103, 0x105, 0x10a}, v9=0x10000, v16=1, lds[0]={0x33221100, 0x77665544, 0xbbaa9988, 0xffeeddcc}, lds[256]={7, 8, 9}
flat_load_dword v10, v[0:1]
flat_load_ushort v11, v[0:1]
flat_load_dwordx2 v[12:13], v[0:1] offset:1
flat_store_short v[6:7], v10
flat_store_dword v[6:7], v10 offset:64
flat_atomic_add v14, v[8:9], v16 glc
s_waitcnt 0
; out: v10[0..2]={0x44332211, 0x99887766, 0xeeddccbb}, v11[0..2]={0x2211, 0x7766, 0xccbb}, v12[0..2]={0x55443322, 0xaa998877, 0xffeeddcc}, v13[0..2]={0x99887766, 0xeeddccbb, 0}, lds[64]={0x22110000, 0, 0, 0x00776600, 0, 0xbb000000, 0xcc}, lds[128]={0x22110000, 0x4433, 0, 0x88776600, 0x99, 0xbb000000, 0xeeddcc}, lds[256]={8, 9, 10}, v14[0..2]={7, 8, 9}

; test: generic addresses of LDS are aligned on gfx8
; chip: gfx803
; in: m0=-1, exec=1, v0=6, v1=0x10000, lds[0]={0x33221100, 0x77665544}
flat_load_dword v10, v[0:1]
flat_load_ushort v11, v[0:1]
s_waitcnt 0
; out: v10[0]=0x77665544, v11[0]=0x7766

; test: flat: every atomic operation of 32 bits, lane after lane, with the old values
; in: exec=3, v[0:1]=data+64, v[2:3]=data+68, v[4:5]=data+72, v[6:7]=data+76, v[8:9]=data+80, v[10:11]=data+84, v[12:13]=data+88, v[14:15]=data+92, v[16:17]=data+96, v[18:19]=data+100, v[20:21]=data+104, v[22:23]=data+108, v[24:25]=data+112, v28[0..1]={0x15, 9}, v29[0..1]={0x77, 0x66}, mem[64]={7, 0xffffffff, 3, 0xfffffffb, 0xfffffffb, 0xfffffffb, 9, 0xff, 0x30, 0x3f, 2, 0, 0x77}
flat_atomic_swap v32, v[0:1], v28 glc
flat_atomic_add v33, v[2:3], v28 glc
flat_atomic_sub v34, v[4:5], v28 glc
flat_atomic_smin v35, v[6:7], v28 glc
flat_atomic_umin v36, v[8:9], v28 glc
flat_atomic_smax v37, v[10:11], v28 glc
flat_atomic_umax v38, v[12:13], v28 glc
flat_atomic_and v39, v[14:15], v28 glc
flat_atomic_or v40, v[16:17], v28 glc
flat_atomic_xor v41, v[18:19], v28 glc
flat_atomic_inc v42, v[20:21], v28 glc
flat_atomic_dec v43, v[22:23], v28 glc
flat_atomic_cmpswap v44, v[24:25], v[28:29] glc
s_waitcnt 0
; out: v32[0..1]={7, 0x15}, v33[0..1]={0xffffffff, 0x14}, v34[0..1]={3, 0xffffffee}, v35[0..1]={0xfffffffb, 0xfffffffb}, v36[0..1]={0xfffffffb, 0x15}, v37[0..1]={0xfffffffb, 0x15}, v38[0..1]={9, 0x15}, v39[0..1]={0xff, 0x15}, v40[0..1]={0x30, 0x35}, v41[0..1]={0x3f, 0x2a}, v42[0..1]={2, 3}, v43[0..1]={0, 0x15}, v44[0..1]={0x77, 0x15}, mem[64]={9, 0x1d, 0xffffffe5, 0xfffffffb, 9, 0x15, 0x15, 1, 0x3d, 0x23, 4, 9, 0x15}

; test: flat: every atomic operation of 64 bits, lane after lane, with the old values
; in: exec=3, v[0:1]=data+64, v[2:3]=data+72, v[4:5]=data+80, v[6:7]=data+88, v[8:9]=data+96, v[10:11]=data+104, v[12:13]=data+112, v[14:15]=data+120, v[16:17]=data+128, v[18:19]=data+136, v[20:21]=data+144, v[22:23]=data+152, v[24:25]=data+160, v[28:29][0..1]={0x500000015, 9}, v[30:31][0..1]={0x77, 0x66}, mem[64]={7, 0, 0xffffffff, 0xffffffff, 3, 0, 0xfffffffb, 0xffffffff, 0xfffffffb, 0xffffffff, 0xfffffffb, 0xffffffff, 9, 0, 0xff, 0, 0x30, 0, 0x3f, 0, 2, 0, 0, 0, 0x77, 0}
flat_atomic_swap_x2 v[32:33], v[0:1], v[28:29] glc
flat_atomic_add_x2 v[34:35], v[2:3], v[28:29] glc
flat_atomic_sub_x2 v[36:37], v[4:5], v[28:29] glc
flat_atomic_smin_x2 v[38:39], v[6:7], v[28:29] glc
flat_atomic_umin_x2 v[40:41], v[8:9], v[28:29] glc
flat_atomic_smax_x2 v[42:43], v[10:11], v[28:29] glc
flat_atomic_umax_x2 v[44:45], v[12:13], v[28:29] glc
flat_atomic_and_x2 v[46:47], v[14:15], v[28:29] glc
flat_atomic_or_x2 v[48:49], v[16:17], v[28:29] glc
flat_atomic_xor_x2 v[50:51], v[18:19], v[28:29] glc
flat_atomic_inc_x2 v[52:53], v[20:21], v[28:29] glc
flat_atomic_dec_x2 v[54:55], v[22:23], v[28:29] glc
flat_atomic_cmpswap_x2 v[56:57], v[24:25], v[28:31] glc
s_waitcnt 0
; out: v[32:33][0..1]={7, 0x500000015}, v[34:35][0..1]={0xffffffffffffffff, 0x500000014}, v[36:37][0..1]={3, 0xfffffffaffffffee}, v[38:39][0..1]={0xfffffffffffffffb, 0xfffffffffffffffb}, v[40:41][0..1]={0xfffffffffffffffb, 0x500000015}, v[42:43][0..1]={0xfffffffffffffffb, 0x500000015}, v[44:45][0..1]={9, 0x500000015}, v[46:47][0..1]={0xff, 0x15}, v[48:49][0..1]={0x30, 0x500000035}, v[50:51][0..1]={0x3f, 0x50000002a}, v[52:53][0..1]={2, 3}, v[54:55][0..1]={0, 0x500000015}, v[56:57][0..1]={0x77, 0x500000015}, mem[64]={9, 0, 0x1d, 5, 0xffffffe5, 0xfffffffa, 0xfffffffb, 0xffffffff, 9, 0, 0x15, 5, 0x15, 5, 1, 0, 0x3d, 5, 0x23, 5, 4, 0, 9, 0, 0x15, 5}

; test: generic addresses of private memory name any byte: what leaves a dword goes on in the lane's next one
; chip: gfx900 gfx906
; in: exec=2, s[0:1]=data, v4=3, v5=0x20000, v0=0x11223344, v1=0x55667788, v2=0x99aabbcc, v3=0xddeeff00
s_mov_b64 flat_scratch, s[0:1]
flat_store_short v[4:5], v0
flat_store_dword v[4:5], v0 offset:6
flat_store_dwordx2 v[4:5], v[0:1] offset:14
flat_store_dwordx4 v[4:5], v[0:3] offset:24
flat_load_ushort v8, v[4:5]
flat_load_dword v9, v[4:5] offset:6
flat_load_dwordx3 v[10:12], v[4:5] offset:25
flat_load_dwordx4 v[14:17], v[4:5] offset:24
s_waitcnt 0
s_mov_b64 flat_scratch, 0
; out: mem[4]=0x44000000, mem[260]=0x33, mem[516]=0x22334400, mem[772]=0x11, mem[1028]=0x22334400, mem[1284]=0x66778811, mem[1540]=0x44000055, mem[1796]=0x88112233, mem[2052]=0xcc556677, mem[2308]=0x0099aabb, mem[2564]=0x00ddeeff, v8[1]=0x3344, v9[1]=0x11223344, v10[1]=0x88112233, v11[1]=0xcc556677, v12[1]=0x0099aabb, v14[1]=0x11223344, v15[1]=0x55667788, v16[1]=0x99aabbcc, v17[1]=0xddeeff00

; test: generic addresses of private memory on gfx8 leave other lanes alone, too
; chip: gfx803
; in: exec=2, s0=data>>8, v4=3, v5=0x20000, v0=0x11223344, v1=0x55667788
s_mov_b32 flat_scratch_hi, s0
flat_store_dwordx2 v[4:5], v[0:1]
flat_load_dword v9, v[4:5]
s_waitcnt 0
s_mov_b32 flat_scratch_hi, 0
; out: mem[4]=0x44000000, mem[260]=0x88112233, mem[516]=0x00556677, v9[1]=0x11223344
