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

; test: scratch accesses at any address: what leaves a dword goes on in the lane's next one
; chip: gfx900 gfx906
; in: exec=6, s[0:1]=data, v0[1..2]={5, 8}, v1=0x11223344, v2=0x55667788, v3=0x99aabbcc, v4=0xddeeff00, mem[4]={0x03020100, 0x53525150}, mem[260]={0x07060504, 0x57565554}, mem[516]={0x0b0a0908, 0x5b5a5958}, mem[772]={0x0f0e0d0c, 0x5f5e5d5c}, mem[1028]={0x13121110, 0x63626160}, mem[1284]={0x17161514, 0x67666564}
s_mov_b64 flat_scratch, s[0:1]
scratch_load_ubyte v8, v0, off offset:-2
scratch_load_ushort v9, v0, off offset:-2
scratch_load_sshort v10, v0, off offset:-3
scratch_load_short_d16_hi v11, v0, off offset:-2
scratch_load_dword v12, v0, off offset:-4
scratch_load_dwordx2 v[14:15], v0, off offset:-3
scratch_load_dwordx3 v[16:18], v0, off offset:-2
scratch_load_dwordx4 v[20:23], v0, off offset:-2
s_waitcnt 0
s_mov_b64 flat_scratch, 0
; out: v8[1..2]={3, 0x56}, v9[1..2]={0x0403, 0x5756}, v10[1..2]={0x0302, 0x5655}, v11[1..2]={0x04030000, 0x57560000}, v12[1..2]={0x04030201, 0x57565554}, v14[1..2]={0x05040302, 0x58575655}, v15[1..2]={0x09080706, 0x5c5b5a59}, v16[1..2]={0x06050403, 0x59585756}, v17[1..2]={0x0a090807, 0x5d5c5b5a}, v18[1..2]={0x0e0d0c0b, 0x61605f5e}, v20[1..2]={0x06050403, 0x59585756}, v21[1..2]={0x0a090807, 0x5d5c5b5a}, v22[1..2]={0x0e0d0c0b, 0x61605f5e}, v23[1..2]={0x1211100f, 0x65646362}

; test: scratch stores at any address leave other lanes alone
; chip: gfx900 gfx906
; in: exec=2, s[0:1]=data, v0=3, v1=0x11223344, v2=0x55667788, v3=0x99aabbcc, v4=0xddeeff00
s_mov_b64 flat_scratch, s[0:1]
scratch_store_short v0, v1, off
scratch_store_dword v0, v1, off offset:6
scratch_store_dwordx2 v0, v[1:2], off offset:14
scratch_store_dwordx4 v0, v[1:4], off offset:24
scratch_store_short_d16_hi v0, v1, off offset:44
s_waitcnt 0
s_mov_b64 flat_scratch, 0
; out: mem[4]=0x44000000, mem[260]=0x33, mem[516]=0x22334400, mem[772]=0x11, mem[1028]=0x22334400, mem[1284]=0x66778811, mem[1540]=0x44000055, mem[1796]=0x88112233, mem[2052]=0xcc556677, mem[2308]=0x0099aabb, mem[2564]=0x00ddeeff, mem[2820]=0x22000000, mem[3076]=0x11
