; Buffers and images as Southern Islands does not have them. Expected values follow from the definitions.

; test: three dwords of a buffer
; in: exec=1, s0=data, s2=64, v0=8, v1=1, v2=2, v3=3, mem[12]={7, 8, 9}
buffer_load_dwordx3 v[4:6], v0, s[0:3], 0 offen offset:4
buffer_store_dwordx3 v[1:3], v0, s[0:3], 16 offen
s_waitcnt 0
; out: v4[0]=7, v5[0]=8, v6[0]=9, mem[24]={1, 2, 3}

; test: a resource that adds the lane has the upper bits of its stride where others have their format
; in: exec=7, s0=data, s1=0x80000, s2=0x100000, v1[0..2]={1, 2, 3}
buffer_store_dword v1, off, s[0:3], 0
s_waitcnt 0
; run: s3=0x800000 -> mem[0]=1, mem[8]={2, 0, 3}
; run: s3=0x8000 -> mem[0]=3

; test: a stride of more than 14 bits
; in: exec=2, s0=data-0x4000, s2=16, s3=0x808000, v1=2
buffer_store_dword v1, off, s[0:3], 0
buffer_load_dword v2, off, s[0:3], 0
s_waitcnt 0
; out: mem[0]=2, v2[1]=2

; test: buffer loads of 8 and 16 bits to a half, and stores of the upper half
; chip: gfx900 gfx906
; in: exec=1, s0=data, s2=64, v2=0x12345678, mem[8]=0x8091a2f3, v10=0x55556666, v11=0x55556666, v12=0x55556666, v13=0x55556666, v14=0x55556666, v15=0x55556666
buffer_load_ubyte_d16 v10, off, s[0:3], 0 offset:8
buffer_load_ubyte_d16_hi v11, off, s[0:3], 0 offset:8
buffer_load_sbyte_d16 v12, off, s[0:3], 0 offset:8
buffer_load_sbyte_d16_hi v13, off, s[0:3], 0 offset:8
buffer_load_short_d16 v14, off, s[0:3], 0 offset:8
buffer_load_short_d16_hi v15, off, s[0:3], 0 offset:8
buffer_store_byte_d16_hi v2, off, s[0:3], 0 offset:16
buffer_store_short_d16_hi v2, off, s[0:3], 0 offset:18
s_waitcnt 0
; out: v10[0]=0x555500f3, v11[0]=0x00f36666, v12[0]=0x5555fff3, v13[0]=0xfff36666, v14[0]=0x5555a2f3, v15[0]=0xa2f36666, mem[16]=0x12340034

; test: caches are not there to be invalidated
; in: exec=1, s0=data, s2=4, mem[0]=5
buffer_wbinvl1
buffer_wbinvl1_vol
buffer_load_dword v1, off, s[0:3], 0
s_waitcnt 0
; out: v1[0]=5

; test: every atomic operation on a texel of 32 bits, one after another
; in: s8=data>>8, s9=0x10400000, s10=7, s11=0x80000fac, s12=0xe000, exec=1, v1=10, v2=3, v3=-7, v4=100, v5=90, v6=92, v7=3, v8=240, v9=171, v10=7
image_atomic_swap v1, v0, s[8:15] dmask:0x1 unorm
image_atomic_sub v2, v0, s[8:15] dmask:0x1 unorm
image_atomic_smin v3, v0, s[8:15] dmask:0x1 unorm
image_atomic_smax v4, v0, s[8:15] dmask:0x1 unorm
image_atomic_umin v5, v0, s[8:15] dmask:0x1 unorm
image_atomic_and v6, v0, s[8:15] dmask:0x1 unorm
image_atomic_or v7, v0, s[8:15] dmask:0x1 unorm
image_atomic_xor v8, v0, s[8:15] dmask:0x1 unorm
image_atomic_inc v9, v0, s[8:15] dmask:0x1 unorm
image_atomic_dec v10, v0, s[8:15] dmask:0x1 unorm glc
s_waitcnt 0
; out: v10[0]=0, mem[0]=7

; test: image_gather4h is refused
; chip: gfx900 gfx906
image_gather4h v[20:23], v[0:1], s[8:15], s[16:19] dmask:0x1
; run: -> fault: gather

; test: buffers of private memory take any address: what leaves a dword goes on in the lane's next one
; chip: gfx900 gfx906
; in: exec=2, s0=data, s1=0x80000000, s2=-1, s3=0xe00000, v0=3, v1=0x11223344, v2=0x55667788, v3=0x99aabbcc, v4=0xddeeff00
buffer_store_short v1, v0, s[0:3], 0 offen
buffer_store_dword v1, v0, s[0:3], 0 offen offset:6
buffer_store_dwordx2 v[1:2], v0, s[0:3], 0 offen offset:14
buffer_store_dwordx4 v[1:4], v0, s[0:3], 0 offen offset:24
buffer_store_short_d16_hi v1, off, s[0:3], 0 offset:47
buffer_load_ushort v8, v0, s[0:3], 0 offen
buffer_load_dword v9, v0, s[0:3], 0 offen offset:6
buffer_load_dwordx3 v[10:12], v0, s[0:3], 0 offen offset:25
buffer_load_dwordx4 v[14:17], off, s[0:3], 0 offset:27
buffer_load_short_d16 v18, off, s[0:3], 0 offset:31
s_waitcnt 0
; out: mem[4]=0x44000000, mem[260]=0x33, mem[516]=0x22334400, mem[772]=0x11, mem[1028]=0x22334400, mem[1284]=0x66778811, mem[1540]=0x44000055, mem[1796]=0x88112233, mem[2052]=0xcc556677, mem[2308]=0x0099aabb, mem[2564]=0x00ddeeff, mem[2820]=0x22000000, mem[3076]=0x11, v8[1]=0x3344, v9[1]=0x11223344, v10[1]=0x88112233, v11[1]=0xcc556677, v12[1]=0x0099aabb, v14[1]=0x11223344, v15[1]=0x55667788, v16[1]=0x99aabbcc, v17[1]=0xddeeff00, v18[1]=0x7788

; test: other buffers take any address, too
; chip: gfx900 gfx906
; in: exec=1, s[0:1]=data, s2=64, v1=0x11223344, v2=0x55667788, mem[4]={0x11112222, 3}
buffer_load_dword v8, off, s[0:3], 0 offset:6
buffer_load_ushort v9, off, s[0:3], 0 offset:7
buffer_load_dwordx2 v[10:11], off, s[0:3], 0 offset:5
buffer_store_dwordx2 v[1:2], off, s[0:3], 0 offset:19
buffer_atomic_add v1, off, s[0:3], 0 offset:33
; out: v8[0]=0x00031111, v9[0]=0x0311, v10[0]=0x03111122, v11[0]=0, mem[16]=0x44000000, mem[20]=0x88112233, mem[24]=0x00556677, mem[32]=0x11223344

; test: slices of an array of images, as many as the depth says on GFX9
; in: exec=15, s8=data>>8, s9=0x10400000, s10=0x4007, s11=0xd0000fac, v0=1, v1=1, v2[0..3]={0, 1, 2, 3}, v6=7, mem[36]=10, mem[100]=20, mem[164]=30, mem[228]=40
image_load v4, v[0:2], s[8:15] dmask:0x1 unorm da
image_get_resinfo v5, v7, s[8:15] dmask:0x4 da
image_store v6, v[0:2], s[8:15] dmask:0x1 unorm da
s_waitcnt 0
; run: s12=0xe002, s13=0x4000 -> v4[0..2]={10, 20, 30}, v5[0..3]={3, 3, 3, 3}, mem[36]=7, mem[100]=7, mem[164]=7

; test: on GFX9 nothing but the depth says where an array of images ends
; chip: gfx900 gfx906
; in: exec=15, s8=data>>8, s9=0x10400000, s10=0x7, s11=0xc0000fac, s12=0xe002, v0=1, v1[0..3]={0, 1, 2, 3}, mem[4]=10, mem[36]=20, mem[68]=30, mem[100]=40
image_load v4, v[0:1], s[8:15] dmask:0x1 unorm da
s_waitcnt 0
; out: v4[0..2]={10, 20, 30}

; test: until gfx8 a field of its own says where an array of images ends
; chip: gfx803
; in: exec=15, s8=data>>8, s9=0x10400000, s10=0x7, s11=0xc0000fac, s12=0xe002, s13=0x2000, v0=1, v1[0..3]={0, 1, 2, 3}, mem[4]=10, mem[36]=20, mem[68]=30, mem[100]=40
image_load v4, v[0:1], s[8:15] dmask:0x1 unorm da
s_waitcnt 0
; out: v4[0..1]={10, 20}
