; SCRATCH: the lane's private memory, dwords of which lie side by side with those of the other lanes. Expected values follow from the definitions.

; test: scratch loads of every size: dwords of lanes lie side by side
; chip: gfx900 gfx906
; in: exec=2, s[0:1]=data, v0=12, mem[512]={0x55555555, 0x8091a2f3}, mem[768]={0x55555555, 0x11111111}, mem[1024]={0x55555555, 0x22222222}, mem[1280]={0x55555555, 0x33333333}
s_mov_b64 flat_scratch, s[0:1]
scratch_load_ubyte v10, v0, off offset:-4
scratch_load_sbyte v11, v0, off offset:-4
scratch_load_ushort v12, v0, off offset:-4
scratch_load_sshort v13, v0, off offset:-4
scratch_load_dword v14, v0, off offset:-4
scratch_load_dwordx2 v[16:17], v0, off offset:-4
scratch_load_dwordx3 v[18:20], v0, off offset:-4
scratch_load_dwordx4 v[21:24], v0, off offset:-4
s_waitcnt 0
s_mov_b64 flat_scratch, 0
; out: v10[1]=0xf3, v11[1]=0xfffffff3, v12[1]=0xa2f3, v13[1]=0xffffa2f3, v14[1]=0x8091a2f3, v16[1]=0x8091a2f3, v17[1]=0x11111111, v18[1]=0x8091a2f3, v19[1]=0x11111111, v20[1]=0x22222222, v21[1]=0x8091a2f3, v22[1]=0x11111111, v23[1]=0x22222222, v24[1]=0x33333333

; test: scratch loads at a scalar address
; chip: gfx900 gfx906
; in: exec=2, s[0:1]=data, s2=4, mem[512]={0x55555555, 0x8091a2f3}, mem[768]={0x55555555, 0x11111111}, mem[1024]={0x55555555, 0x22222222}, mem[1280]={0x55555555, 0x33333333}
s_mov_b64 flat_scratch, s[0:1]
scratch_load_ubyte v10, off, s2 offset:4
scratch_load_sbyte v11, off, s2 offset:4
scratch_load_ushort v12, off, s2 offset:4
scratch_load_sshort v13, off, s2 offset:4
scratch_load_dword v14, off, s2 offset:4
scratch_load_dwordx2 v[16:17], off, s2 offset:4
scratch_load_dwordx3 v[18:20], off, s2 offset:4
scratch_load_dwordx4 v[21:24], off, s2 offset:4
s_waitcnt 0
s_mov_b64 flat_scratch, 0
; out: v10[1]=0xf3, v11[1]=0xfffffff3, v12[1]=0xa2f3, v13[1]=0xffffa2f3, v14[1]=0x8091a2f3, v16[1]=0x8091a2f3, v17[1]=0x11111111, v18[1]=0x8091a2f3, v19[1]=0x11111111, v20[1]=0x22222222, v21[1]=0x8091a2f3, v22[1]=0x11111111, v23[1]=0x22222222, v24[1]=0x33333333

; test: scratch stores of every size
; chip: gfx900 gfx906
; in: exec=2, s[0:1]=data, v0=0, v5=0x12345678, v6=2, v7=3, v8=4
s_mov_b64 flat_scratch, s[0:1]
scratch_store_byte v0, v5, off offset:0
scratch_store_short v0, v5, off offset:6
scratch_store_dword v0, v5, off offset:8
scratch_store_dwordx2 v0, v[5:6], off offset:16
scratch_store_dwordx3 v0, v[5:7], off offset:32
scratch_store_dwordx4 v0, v[5:8], off offset:48
s_waitcnt 0
s_mov_b64 flat_scratch, 0
; out: mem[4]=0x78, mem[260]=0x56780000, mem[516]=0x12345678, mem[1028]=0x12345678, mem[1284]=2, mem[2052]=0x12345678, mem[2308]=2, mem[2564]=3, mem[3076]=0x12345678, mem[3332]=2, mem[3588]=3, mem[3844]=4

; test: scratch loads of a half, and stores of the upper half
; chip: gfx900 gfx906
; in: exec=1, s[0:1]=data, s2=4, v2=0x12345678, mem[256]=0x8091a2f3, v10=0x55556666, v11=0x55556666, v12=0x55556666, v13=0x55556666, v14=0x55556666, v15=0x55556666
s_mov_b64 flat_scratch, s[0:1]
scratch_load_ubyte_d16 v10, off, s2
scratch_load_ubyte_d16_hi v11, off, s2
scratch_load_sbyte_d16 v12, off, s2
scratch_load_sbyte_d16_hi v13, off, s2
scratch_load_short_d16 v14, off, s2
scratch_load_short_d16_hi v15, off, s2
scratch_store_byte_d16_hi off, v2, s2 offset:4
scratch_store_short_d16_hi off, v2, s2 offset:6
s_waitcnt 0
s_mov_b64 flat_scratch, 0
; out: v10[0]=0x555500f3, v11[0]=0x00f36666, v12[0]=0x5555fff3, v13[0]=0xfff36666, v14[0]=0x5555a2f3, v15[0]=0xa2f36666, mem[512]=0x12340034
