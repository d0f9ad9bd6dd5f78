; DS: the local data share. Expected values follow from the definitions in the manual; LDS cells are byte offsets.

; test: reads of every size, zero- and sign-extended
ds_read_b32 v1, v0
ds_read_u8 v2, v0 offset:1
ds_read_i8 v3, v0 offset:1
ds_read_u16 v4, v0 offset:2
ds_read_i16 v5, v0 offset:2
ds_read_b64 v[6:7], v0
; in: m0=-1, exec=1, v0=8, lds[8]={0x9234f678, 5}
; out: v1[0]=0x9234f678, v2[0]=0xf6, v3[0]=0xfffffff6, v4[0]=0x9234, v5[0]=0xffff9234, v6[0]=0x9234f678, v7[0]=5

; test: low address bits do not count
; chip: gfx600 gfx803
ds_read_b32 v1, v0
ds_read_u16 v2, v0
ds_read_b64 v[4:5], v0
; in: m0=-1, exec=1, v0=15, lds[8]={0x11112222, 0x33334444}
; out: v1[0]=0x33334444, v2[0]=0x3333, v4[0]=0x11112222, v5[0]=0x33334444

; test: writes of every size
ds_write_b32 v0, v1
ds_write_b8 v0, v1 offset:5
ds_write_b16 v0, v1 offset:10
ds_write_b64 v0, v[1:2] offset:16
; in: m0=-1, exec=1, v0=0, v1=0x12345678, v2=9, lds[4]=-1, lds[8]=-1
; out: lds[0]=0x12345678, lds[4]=0xffff78ff, lds[8]=0x5678ffff, lds[16]=0x12345678, lds[20]=9

; test: writes align like reads
; chip: gfx600 gfx803
ds_write_b32 v0, v1 offset:3
ds_write_b16 v0, v1 offset:9
ds_write_b64 v0, v[1:2] offset:23
; in: m0=-1, exec=1, v0=0, v1=0x12345678, v2=9
; out: lds[0]=0x12345678, lds[8]=0x5678, lds[16]=0x12345678, lds[20]=9

; test: every lane its own address, inactive lanes nothing
ds_write_b32 v0, v1
ds_read_b32 v2, v3
; in: m0=-1, exec=13, v0[0..3]={0, 4, 8, 12}, v1[0..3]={1, 2, 3, 4}, v3[0..3]={8, 0, 12, 4}, v2=9
; out: lds[0]=1, lds[8]=3, lds[12]=4, v2[0]=3, v2[2]=4, v2[3]=0

; test: of lanes that write one address the highest wins
ds_write_b32 v0, v1
; run: m0=-1, exec=7, v1[0..2]={1, 2, 3} -> lds[0]=3

; test: M0 limits reads, writes and atomics
; chip: gfx600 gfx803
ds_read_b32 v1, v0
ds_write_b32 v0, v2 offset:4
ds_add_rtn_u32 v3, v0, v2 offset:8
; in: exec=1, v0=16, v1=7, v2=5, v3=7, lds[16]={1, 2, 3}
; run: m0=-1 -> v1[0]=1, lds[20]=5, v3[0]=3, lds[24]=8
; run: m0=28 -> v1[0]=1, lds[20]=5, v3[0]=3, lds[24]=8
; run: m0=24 -> v1[0]=1, lds[20]=5, v3[0]=0
; run: m0=20 -> v1[0]=1, v3[0]=0
; run: m0=16 -> v1[0]=0, v3[0]=0
; run: m0=0 -> v1[0]=0, v3[0]=0

; test: an access must lie below M0 as a whole
; chip: gfx600 gfx803
ds_read_b64 v[2:3], v0
; in: exec=1, v0=8, v2=7, v3=7, lds[8]={1, 2}
; run: m0=16 -> v2[0]=1, v3[0]=2
; run: m0=15 -> v2[0]=0, v3[0]=0

; test: the allocation of the work-group is a limit too
ds_read_b32 v1, v0
ds_write_b32 v0, v2
ds_add_u32 v0, v2
; lds: 256
; in: m0=-1, exec=1, v2=5, v1=7
; run: v0=252, lds[252]=1 -> v1[0]=1, lds[252]=10
; run: v0=256, lds[256]=1 -> v1[0]=0
; run: v0=0x80000000 -> v1[0]=0

; test: address and offset do not wrap
; chip: gfx600
ds_read_b32 v1, v0 offset:16
; in: m0=-1, exec=1, v1=7, lds[0]=1, lds[12]=9
; run: v0=0xfffffff0 -> v1[0]=0
; run: v0=0xfffffffc -> v1[0]=0

; test: two-address reads
ds_read2_b32 v[2:3], v0 offset0:1 offset1:3
ds_read2st64_b32 v[4:5], v0 offset0:1 offset1:2
ds_read2_b64 v[8:11], v0 offset0:2 offset1:1
ds_read2st64_b64 v[12:15], v0 offset1:1
; in: m0=-1, exec=1, v0=8, lds[8]={1, 2, 3, 4, 5, 6}, lds[264]=7, lds[520]={8, 9}
; out: v2[0]=2, v3[0]=4, v4[0]=7, v5[0]=8, v8[0]=5, v9[0]=6, v10[0]=3, v11[0]=4, v12[0]=1, v13[0]=2, v14[0]=8, v15[0]=9

; test: the halves of a two-address read are limited one by one
; chip: gfx600 gfx803
ds_read2_b32 v[2:3], v0 offset0:1 offset1:4
; run: m0=16, exec=1, v2=9, v3=9, lds[4]=5, lds[16]=6 -> v2[0]=5, v3[0]=0

; test: two-address writes
ds_write2_b32 v0, v1, v2 offset0:1 offset1:3
ds_write2st64_b32 v0, v1, v2 offset0:1 offset1:2
ds_write2_b64 v0, v[4:5], v[6:7] offset0:4 offset1:5
ds_write2st64_b64 v0, v[4:5], v[6:7] offset0:2 offset1:3
; in: m0=-1, exec=1, v1=1, v2=2, v4=4, v5=5, v6=6, v7=7
; out: lds[4]=1, lds[12]=2, lds[256]=1, lds[512]=2, lds[32]={4, 5, 6, 7}, lds[1024]={4, 5}, lds[1536]={6, 7}

; test: exchanges return the old values
ds_wrxchg_rtn_b32 v8, v0, v1
ds_wrxchg_rtn_b64 v[10:11], v0, v[4:5] offset:8
ds_wrxchg2_rtn_b32 v[12:13], v0, v1, v2 offset0:4 offset1:6
ds_wrxchg2_rtn_b64 v[16:19], v0, v[4:5], v[6:7] offset0:4 offset1:5
ds_wrxchg2st64_rtn_b32 v[20:21], v0, v1, v2 offset0:1 offset1:2
ds_wrxchg2st64_rtn_b64 v[24:27], v0, v[4:5], v[6:7] offset0:2 offset1:3
; in: m0=-1, exec=1, v1=1, v2=2, v4=4, v5=5, v6=6, v7=7, lds[0]=90, lds[8]={91, 92}, lds[16]=93, lds[24]=94, lds[32]={95, 96, 97, 98}, lds[256]=80, lds[512]=81, lds[1024]={82, 83}, lds[1536]={84, 85}
; out: v8[0]=90, lds[0]=1, v10[0]=91, v11[0]=92, lds[8]={4, 5}, v12[0]=93, v13[0]=94, lds[16]=1, lds[24]=2, v16[0]=95, v17[0]=96, v18[0]=97, v19[0]=98, lds[32]={4, 5, 6, 7}, v20[0]=80, v21[0]=81, lds[256]=1, lds[512]=2, v24[0]=82, v25[0]=83, v26[0]=84, v27[0]=85, lds[1024]={4, 5}, lds[1536]={6, 7}

; test: atomics go through the lanes in ascending order
ds_add_rtn_u32 v1, v0, v2
ds_wrxchg_rtn_b32 v4, v0, v3 offset:4
; in: m0=-1, exec=15, v2[0..3]={1, 10, 100, 1000}, v3[0..3]={1, 2, 3, 4}, lds[0]={5, 9}
; out: v1[0..3]={5, 6, 16, 116}, lds[0]=1116, v4[0..3]={9, 1, 2, 3}, lds[4]=4

; test: comparisons of floating-point atomics
ds_cmpst_f32 v0, v1, v2
ds_min_f32 v0, v3 offset:4
ds_max_f32 v0, v3 offset:8
; in: m0=-1, exec=1, v2=5.0
; run: v1=0.0, lds[0]=0x80000000, v3=nan, lds[4]=1.0, lds[8]=1.0 -> lds[0]=5.0
; run: v1=nan, lds[0]=nan, v3=1.0, lds[4]=inf, lds[8]=-inf -> lds[4]=1.0, lds[8]=1.0

; test: ds_append and ds_consume count active lanes and give all of them the old value
ds_append v1 offset:8
ds_consume v2 offset:12
; in: m0=0, v1=77, v2=77
; run: exec=7, lds[8]={100, 200} -> v1[0..2]={100, 100, 100}, v2[0..2]={200, 200, 200}, lds[8]={103, 197}
; run: lds[8]={100, 200} -> v1=100, v2=200, lds[8]={164, 136}
; run: exec=0x8000000000000000 -> v1[63]=0, v2[63]=0, lds[8]={1, -1}
; run: exec=0 ->

; test: ds_append and ds_consume take the address from M0, which limits nothing then
ds_append v1
ds_consume v2 offset:4
; in: v1=77, v2=77, exec=3
; run: m0=8, lds[8]={100, 200} -> v1[0..1]={100, 100}, v2[0..1]={200, 200}, lds[8]={102, 198}
; run: m0=11, lds[8]={100, 200} -> v1[0..1]={100, 100}, v2[0..1]={200, 200}, lds[8]={102, 198}
; run: m0=0, lds[0]={5, 6} -> v1[0..1]={5, 5}, v2[0..1]={6, 6}, lds[0]={7, 4}
; run: m0=-4, lds[0]={5, 6} -> v1[0..1]={0, 0}, v2[0..1]={0, 0}, lds[0]={5, 6}
; run: m0=0x10008, lds[8]={5, 6} -> v1[0..1]={0, 0}, v2[0..1]={0, 0}, lds[8]={5, 6}

; test: ds_swizzle permutes quads
ds_swizzle_b32 v1, v0 offset:swizzle(QUAD_PERM,3,2,0,1)
; run: exec=15, v0[0..3]={10, 11, 12, 13} -> v1[0..3]={13, 12, 10, 11}
; run: exec=0xb, v0[0..3]={10, 11, 12, 13}, v1=9 -> v1[0]=13, v1[1]=0, v1[3]=11

; test: ds_swizzle by masks stays within 32 lanes
ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,16)
ds_swizzle_b32 v2, v0 offset:swizzle(BROADCAST,32,1)
; in: v0[1]=7, v0[17]=8, v0[33]=9, v0[49]=10
; out: v1[1]=8, v1[17]=7, v1[33]=10, v1[49]=9, v2[0..31]={7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}, v2[32..63]={9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}

; test: ds_swizzle may overwrite its source
ds_swizzle_b32 v0, v0 offset:swizzle(SWAP,1)
; run: exec=3, v0[0..1]={1, 2} -> v0[0..1]={2, 1}

; test: src2 forms copy, with the distance in the offset or in the address register
ds_write_src2_b32 v0 offset:2
ds_write_src2_b64 v0 offset:6
ds_write_src2_b32 v1 offset:0x8000
ds_write_src2_b32 v2 offset:0x7fff
; in: m0=-1, exec=1, v0=16, v1=0xa0040, v2=100, lds[24]=5, lds[40]={6, 7}, lds[84]=8, lds[96]=9
; out: lds[16]={6, 7}, lds[64]=8, lds[100]=9

; test: GDS and what needs it is refused
ds_add_u32 v0, v1 gds
; run: -> fault: global data share
; test: global wave sync is refused
ds_gws_barrier v0 gds
; run: -> fault: global wave sync
; test: ordered counts are refused
ds_ordered_count v0, v1 gds
; run: -> fault: ordered counts

; test: ds_add_u32 and ds_add_rtn_u32
ds_add_u32 v0, v2 offset:16
ds_add_rtn_u32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x3 -> lds[20]=0x8, lds[36]=0x8, v8[0]=0x5
; run: lds[20]=0x3, lds[36]=0x3, v2=0x5 -> lds[20]=0x8, lds[36]=0x8, v8[0]=0x3
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0x1 -> lds[20]=0x0, lds[36]=0x0, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x7fffffff -> lds[20]=0xffffffff, lds[36]=0xffffffff, v8[0]=0x80000000
; run: lds[20]=0xff00ff00, lds[36]=0xff00ff00, v2=0xf0f0f0f0 -> lds[20]=0xeff1eff0, lds[36]=0xeff1eff0, v8[0]=0xff00ff00

; test: ds_add_src2_u32
ds_add_src2_u32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x3 -> lds[64]=0x8
; run: lds[64]=0x3, lds[88]=0x5 -> lds[64]=0x8
; run: lds[64]=0xffffffff, lds[88]=0x1 -> lds[64]=0x0

; test: ds_sub_u32 and ds_sub_rtn_u32
ds_sub_u32 v0, v2 offset:16
ds_sub_rtn_u32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x3 -> lds[20]=0x2, lds[36]=0x2, v8[0]=0x5
; run: lds[20]=0x3, lds[36]=0x3, v2=0x5 -> lds[20]=0xfffffffe, lds[36]=0xfffffffe, v8[0]=0x3
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0x1 -> lds[20]=0xfffffffe, lds[36]=0xfffffffe, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x7fffffff -> lds[20]=0x1, lds[36]=0x1, v8[0]=0x80000000
; run: lds[20]=0xff00ff00, lds[36]=0xff00ff00, v2=0xf0f0f0f0 -> lds[20]=0xe100e10, lds[36]=0xe100e10, v8[0]=0xff00ff00

; test: ds_sub_src2_u32
ds_sub_src2_u32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x3 -> lds[64]=0x2
; run: lds[64]=0x3, lds[88]=0x5 -> lds[64]=0xfffffffe
; run: lds[64]=0xffffffff, lds[88]=0x1 -> lds[64]=0xfffffffe

; test: ds_rsub_u32 and ds_rsub_rtn_u32
ds_rsub_u32 v0, v2 offset:16
ds_rsub_rtn_u32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x3 -> lds[20]=0xfffffffe, lds[36]=0xfffffffe, v8[0]=0x5
; run: lds[20]=0x3, lds[36]=0x3, v2=0x5 -> lds[20]=0x2, lds[36]=0x2, v8[0]=0x3
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0x1 -> lds[20]=0x2, lds[36]=0x2, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x7fffffff -> lds[20]=0xffffffff, lds[36]=0xffffffff, v8[0]=0x80000000
; run: lds[20]=0xff00ff00, lds[36]=0xff00ff00, v2=0xf0f0f0f0 -> lds[20]=0xf1eff1f0, lds[36]=0xf1eff1f0, v8[0]=0xff00ff00

; test: ds_rsub_src2_u32
ds_rsub_src2_u32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x3 -> lds[64]=0xfffffffe
; run: lds[64]=0x3, lds[88]=0x5 -> lds[64]=0x2
; run: lds[64]=0xffffffff, lds[88]=0x1 -> lds[64]=0x2

; test: ds_inc_u32 and ds_inc_rtn_u32
ds_inc_u32 v0, v2 offset:16
ds_inc_rtn_u32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x9 -> lds[20]=0x6, lds[36]=0x6, v8[0]=0x5
; run: lds[20]=0x9, lds[36]=0x9, v2=0x9 -> lds[20]=0x0, lds[36]=0x0, v8[0]=0x9
; run: lds[20]=0xa, lds[36]=0xa, v2=0x9 -> lds[20]=0x0, lds[36]=0x0, v8[0]=0xa
; run: lds[20]=0x0, lds[36]=0x0, v2=0x9 -> lds[20]=0x1, lds[36]=0x1, v8[0]=0x0
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0xffffffff -> lds[20]=0x0, lds[36]=0x0, v8[0]=0xffffffff
; run: lds[20]=0x3, lds[36]=0x3, v2=0x0 -> lds[20]=0x0, lds[36]=0x0, v8[0]=0x3

; test: ds_inc_src2_u32
ds_inc_src2_u32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x9 -> lds[64]=0x6
; run: lds[64]=0x9, lds[88]=0x9 -> lds[64]=0x0
; run: lds[64]=0xa, lds[88]=0x9 -> lds[64]=0x0

; test: ds_dec_u32 and ds_dec_rtn_u32
ds_dec_u32 v0, v2 offset:16
ds_dec_rtn_u32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x9 -> lds[20]=0x4, lds[36]=0x4, v8[0]=0x5
; run: lds[20]=0x9, lds[36]=0x9, v2=0x9 -> lds[20]=0x8, lds[36]=0x8, v8[0]=0x9
; run: lds[20]=0xa, lds[36]=0xa, v2=0x9 -> lds[20]=0x9, lds[36]=0x9, v8[0]=0xa
; run: lds[20]=0x0, lds[36]=0x0, v2=0x9 -> lds[20]=0x9, lds[36]=0x9, v8[0]=0x0
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0xffffffff -> lds[20]=0xfffffffe, lds[36]=0xfffffffe, v8[0]=0xffffffff
; run: lds[20]=0x3, lds[36]=0x3, v2=0x0 -> lds[20]=0x0, lds[36]=0x0, v8[0]=0x3

; test: ds_dec_src2_u32
ds_dec_src2_u32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x9 -> lds[64]=0x4
; run: lds[64]=0x9, lds[88]=0x9 -> lds[64]=0x8
; run: lds[64]=0xa, lds[88]=0x9 -> lds[64]=0x9

; test: ds_min_i32 and ds_min_rtn_i32
ds_min_i32 v0, v2 offset:16
ds_min_rtn_i32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x3 -> lds[20]=0x3, lds[36]=0x3, v8[0]=0x5
; run: lds[20]=0x3, lds[36]=0x3, v2=0x5 -> lds[20]=0x3, lds[36]=0x3, v8[0]=0x3
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0x1 -> lds[20]=0xffffffff, lds[36]=0xffffffff, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x7fffffff -> lds[20]=0x80000000, lds[36]=0x80000000, v8[0]=0x80000000
; run: lds[20]=0xff00ff00, lds[36]=0xff00ff00, v2=0xf0f0f0f0 -> lds[20]=0xf0f0f0f0, lds[36]=0xf0f0f0f0, v8[0]=0xff00ff00

; test: ds_min_src2_i32
ds_min_src2_i32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x3 -> lds[64]=0x3
; run: lds[64]=0x3, lds[88]=0x5 -> lds[64]=0x3
; run: lds[64]=0xffffffff, lds[88]=0x1 -> lds[64]=0xffffffff

; test: ds_max_i32 and ds_max_rtn_i32
ds_max_i32 v0, v2 offset:16
ds_max_rtn_i32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x3 -> lds[20]=0x5, lds[36]=0x5, v8[0]=0x5
; run: lds[20]=0x3, lds[36]=0x3, v2=0x5 -> lds[20]=0x5, lds[36]=0x5, v8[0]=0x3
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0x1 -> lds[20]=0x1, lds[36]=0x1, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x7fffffff -> lds[20]=0x7fffffff, lds[36]=0x7fffffff, v8[0]=0x80000000
; run: lds[20]=0xff00ff00, lds[36]=0xff00ff00, v2=0xf0f0f0f0 -> lds[20]=0xff00ff00, lds[36]=0xff00ff00, v8[0]=0xff00ff00

; test: ds_max_src2_i32
ds_max_src2_i32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x3 -> lds[64]=0x5
; run: lds[64]=0x3, lds[88]=0x5 -> lds[64]=0x5
; run: lds[64]=0xffffffff, lds[88]=0x1 -> lds[64]=0x1

; test: ds_min_u32 and ds_min_rtn_u32
ds_min_u32 v0, v2 offset:16
ds_min_rtn_u32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x3 -> lds[20]=0x3, lds[36]=0x3, v8[0]=0x5
; run: lds[20]=0x3, lds[36]=0x3, v2=0x5 -> lds[20]=0x3, lds[36]=0x3, v8[0]=0x3
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0x1 -> lds[20]=0x1, lds[36]=0x1, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x7fffffff -> lds[20]=0x7fffffff, lds[36]=0x7fffffff, v8[0]=0x80000000
; run: lds[20]=0xff00ff00, lds[36]=0xff00ff00, v2=0xf0f0f0f0 -> lds[20]=0xf0f0f0f0, lds[36]=0xf0f0f0f0, v8[0]=0xff00ff00

; test: ds_min_src2_u32
ds_min_src2_u32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x3 -> lds[64]=0x3
; run: lds[64]=0x3, lds[88]=0x5 -> lds[64]=0x3
; run: lds[64]=0xffffffff, lds[88]=0x1 -> lds[64]=0x1

; test: ds_max_u32 and ds_max_rtn_u32
ds_max_u32 v0, v2 offset:16
ds_max_rtn_u32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x3 -> lds[20]=0x5, lds[36]=0x5, v8[0]=0x5
; run: lds[20]=0x3, lds[36]=0x3, v2=0x5 -> lds[20]=0x5, lds[36]=0x5, v8[0]=0x3
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0x1 -> lds[20]=0xffffffff, lds[36]=0xffffffff, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x7fffffff -> lds[20]=0x80000000, lds[36]=0x80000000, v8[0]=0x80000000
; run: lds[20]=0xff00ff00, lds[36]=0xff00ff00, v2=0xf0f0f0f0 -> lds[20]=0xff00ff00, lds[36]=0xff00ff00, v8[0]=0xff00ff00

; test: ds_max_src2_u32
ds_max_src2_u32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x3 -> lds[64]=0x5
; run: lds[64]=0x3, lds[88]=0x5 -> lds[64]=0x5
; run: lds[64]=0xffffffff, lds[88]=0x1 -> lds[64]=0xffffffff

; test: ds_and_b32 and ds_and_rtn_b32
ds_and_b32 v0, v2 offset:16
ds_and_rtn_b32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x3 -> lds[20]=0x1, lds[36]=0x1, v8[0]=0x5
; run: lds[20]=0x3, lds[36]=0x3, v2=0x5 -> lds[20]=0x1, lds[36]=0x1, v8[0]=0x3
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0x1 -> lds[20]=0x1, lds[36]=0x1, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x7fffffff -> lds[20]=0x0, lds[36]=0x0, v8[0]=0x80000000
; run: lds[20]=0xff00ff00, lds[36]=0xff00ff00, v2=0xf0f0f0f0 -> lds[20]=0xf000f000, lds[36]=0xf000f000, v8[0]=0xff00ff00

; test: ds_and_src2_b32
ds_and_src2_b32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x3 -> lds[64]=0x1
; run: lds[64]=0x3, lds[88]=0x5 -> lds[64]=0x1
; run: lds[64]=0xffffffff, lds[88]=0x1 -> lds[64]=0x1

; test: ds_or_b32 and ds_or_rtn_b32
ds_or_b32 v0, v2 offset:16
ds_or_rtn_b32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x3 -> lds[20]=0x7, lds[36]=0x7, v8[0]=0x5
; run: lds[20]=0x3, lds[36]=0x3, v2=0x5 -> lds[20]=0x7, lds[36]=0x7, v8[0]=0x3
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0x1 -> lds[20]=0xffffffff, lds[36]=0xffffffff, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x7fffffff -> lds[20]=0xffffffff, lds[36]=0xffffffff, v8[0]=0x80000000
; run: lds[20]=0xff00ff00, lds[36]=0xff00ff00, v2=0xf0f0f0f0 -> lds[20]=0xfff0fff0, lds[36]=0xfff0fff0, v8[0]=0xff00ff00

; test: ds_or_src2_b32
ds_or_src2_b32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x3 -> lds[64]=0x7
; run: lds[64]=0x3, lds[88]=0x5 -> lds[64]=0x7
; run: lds[64]=0xffffffff, lds[88]=0x1 -> lds[64]=0xffffffff

; test: ds_xor_b32 and ds_xor_rtn_b32
ds_xor_b32 v0, v2 offset:16
ds_xor_rtn_b32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x3 -> lds[20]=0x6, lds[36]=0x6, v8[0]=0x5
; run: lds[20]=0x3, lds[36]=0x3, v2=0x5 -> lds[20]=0x6, lds[36]=0x6, v8[0]=0x3
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0x1 -> lds[20]=0xfffffffe, lds[36]=0xfffffffe, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x7fffffff -> lds[20]=0xffffffff, lds[36]=0xffffffff, v8[0]=0x80000000
; run: lds[20]=0xff00ff00, lds[36]=0xff00ff00, v2=0xf0f0f0f0 -> lds[20]=0xff00ff0, lds[36]=0xff00ff0, v8[0]=0xff00ff00

; test: ds_xor_src2_b32
ds_xor_src2_b32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[88]=0x3 -> lds[64]=0x6
; run: lds[64]=0x3, lds[88]=0x5 -> lds[64]=0x6
; run: lds[64]=0xffffffff, lds[88]=0x1 -> lds[64]=0xfffffffe

; test: ds_mskor_b32 and ds_mskor_rtn_b32
ds_mskor_b32 v0, v2, v4 offset:16
ds_mskor_rtn_b32 v8, v0, v2, v4 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x3, v4=0x12345678 -> lds[20]=0x1234567c, lds[36]=0x1234567c, v8[0]=0x5
; run: lds[20]=0x3, lds[36]=0x3, v2=0x5, v4=0x12345678 -> lds[20]=0x1234567a, lds[36]=0x1234567a, v8[0]=0x3
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0x1, v4=0x12345678 -> lds[20]=0xfffffffe, lds[36]=0xfffffffe, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x7fffffff, v4=0x12345678 -> lds[20]=0x92345678, lds[36]=0x92345678, v8[0]=0x80000000
; run: lds[20]=0xff00ff00, lds[36]=0xff00ff00, v2=0xf0f0f0f0, v4=0x12345678 -> lds[20]=0x1f345f78, lds[36]=0x1f345f78, v8[0]=0xff00ff00

; test: ds_cmpst_b32 and ds_cmpst_rtn_b32
ds_cmpst_b32 v0, v2, v4 offset:16
ds_cmpst_rtn_b32 v8, v0, v2, v4 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x5, lds[36]=0x5, v2=0x5, v4=0x12345678 -> lds[20]=0x12345678, lds[36]=0x12345678, v8[0]=0x5
; run: lds[20]=0x5, lds[36]=0x5, v2=0x6, v4=0x12345678 -> lds[20]=0x5, lds[36]=0x5, v8[0]=0x5
; run: lds[20]=0xffffffff, lds[36]=0xffffffff, v2=0xffffffff, v4=0x12345678 -> lds[20]=0x12345678, lds[36]=0x12345678, v8[0]=0xffffffff
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x0, v4=0x12345678 -> lds[20]=0x80000000, lds[36]=0x80000000, v8[0]=0x80000000

; test: ds_cmpst_f32 and ds_cmpst_rtn_f32
ds_cmpst_f32 v0, v2, v4 offset:16
ds_cmpst_rtn_f32 v8, v0, v2, v4 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x3fc00000, lds[36]=0x3fc00000, v2=0xc0000000, v4=0x12345678 -> lds[20]=0x3fc00000, lds[36]=0x3fc00000, v8[0]=0x3fc00000
; run: lds[20]=0xbf800000, lds[36]=0xbf800000, v2=0x40400000, v4=0x12345678 -> lds[20]=0xbf800000, lds[36]=0xbf800000, v8[0]=0xbf800000
; run: lds[20]=0x0, lds[36]=0x0, v2=0x80000000, v4=0x12345678 -> lds[20]=0x12345678, lds[36]=0x12345678, v8[0]=0x0
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x0, v4=0x12345678 -> lds[20]=0x12345678, lds[36]=0x12345678, v8[0]=0x80000000
; run: lds[20]=0x40000000, lds[36]=0x40000000, v2=0x40000000, v4=0x12345678 -> lds[20]=0x12345678, lds[36]=0x12345678, v8[0]=0x40000000

; test: ds_min_f32 and ds_min_rtn_f32
ds_min_f32 v0, v2 offset:16
ds_min_rtn_f32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x3fc00000, lds[36]=0x3fc00000, v2=0xc0000000 -> lds[20]=0xc0000000, lds[36]=0xc0000000, v8[0]=0x3fc00000
; run: lds[20]=0xbf800000, lds[36]=0xbf800000, v2=0x40400000 -> lds[20]=0xbf800000, lds[36]=0xbf800000, v8[0]=0xbf800000
; run: lds[20]=0x0, lds[36]=0x0, v2=0x80000000 -> lds[20]=0x0, lds[36]=0x0, v8[0]=0x0
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x0 -> lds[20]=0x80000000, lds[36]=0x80000000, v8[0]=0x80000000
; run: lds[20]=0x40000000, lds[36]=0x40000000, v2=0x40000000 -> lds[20]=0x40000000, lds[36]=0x40000000, v8[0]=0x40000000

; test: ds_min_src2_f32
ds_min_src2_f32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x3fc00000, lds[88]=0xc0000000 -> lds[64]=0xc0000000
; run: lds[64]=0xbf800000, lds[88]=0x40400000 -> lds[64]=0xbf800000
; run: lds[64]=0x0, lds[88]=0x80000000 -> lds[64]=0x0

; test: ds_max_f32 and ds_max_rtn_f32
ds_max_f32 v0, v2 offset:16
ds_max_rtn_f32 v8, v0, v2 offset:32
; in: m0=-1, exec=1, v0=4
; run: lds[20]=0x3fc00000, lds[36]=0x3fc00000, v2=0xc0000000 -> lds[20]=0x3fc00000, lds[36]=0x3fc00000, v8[0]=0x3fc00000
; run: lds[20]=0xbf800000, lds[36]=0xbf800000, v2=0x40400000 -> lds[20]=0x40400000, lds[36]=0x40400000, v8[0]=0xbf800000
; run: lds[20]=0x0, lds[36]=0x0, v2=0x80000000 -> lds[20]=0x0, lds[36]=0x0, v8[0]=0x0
; run: lds[20]=0x80000000, lds[36]=0x80000000, v2=0x0 -> lds[20]=0x80000000, lds[36]=0x80000000, v8[0]=0x80000000
; run: lds[20]=0x40000000, lds[36]=0x40000000, v2=0x40000000 -> lds[20]=0x40000000, lds[36]=0x40000000, v8[0]=0x40000000

; test: ds_max_src2_f32
ds_max_src2_f32 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x3fc00000, lds[88]=0xc0000000 -> lds[64]=0x3fc00000
; run: lds[64]=0xbf800000, lds[88]=0x40400000 -> lds[64]=0x40400000
; run: lds[64]=0x0, lds[88]=0x80000000 -> lds[64]=0x0

; test: ds_add_u64 and ds_add_rtn_u64
ds_add_u64 v0, v[2:3] offset:16
ds_add_rtn_u64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x3 -> lds[24]=0x8, lds[28]=0x0, lds[40]=0x8, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x5 -> lds[24]=0x8, lds[28]=0x0, lds[40]=0x8, lds[44]=0x0, v[8:9][0]=0x3
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0x1 -> lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x7fffffffffffffff -> lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[8:9][0]=0x8000000000000000
; run: lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[2:3]=0xf0f0f0f0f0f0f0f0 -> lds[24]=0xeff1eff0, lds[28]=0xeff1eff1, lds[40]=0xeff1eff0, lds[44]=0xeff1eff1, v[8:9][0]=0xff00ff00ff00ff00

; test: ds_add_src2_u64
ds_add_src2_u64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x3, lds[92]=0x0 -> lds[64]=0x8, lds[68]=0x0
; run: lds[64]=0x3, lds[68]=0x0, lds[88]=0x5, lds[92]=0x0 -> lds[64]=0x8, lds[68]=0x0
; run: lds[64]=0xffffffff, lds[68]=0xffffffff, lds[88]=0x1, lds[92]=0x0 -> lds[64]=0x0, lds[68]=0x0

; test: ds_sub_u64 and ds_sub_rtn_u64
ds_sub_u64 v0, v[2:3] offset:16
ds_sub_rtn_u64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x3 -> lds[24]=0x2, lds[28]=0x0, lds[40]=0x2, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x5 -> lds[24]=0xfffffffe, lds[28]=0xffffffff, lds[40]=0xfffffffe, lds[44]=0xffffffff, v[8:9][0]=0x3
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0x1 -> lds[24]=0xfffffffe, lds[28]=0xffffffff, lds[40]=0xfffffffe, lds[44]=0xffffffff, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x7fffffffffffffff -> lds[24]=0x1, lds[28]=0x0, lds[40]=0x1, lds[44]=0x0, v[8:9][0]=0x8000000000000000
; run: lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[2:3]=0xf0f0f0f0f0f0f0f0 -> lds[24]=0xe100e10, lds[28]=0xe100e10, lds[40]=0xe100e10, lds[44]=0xe100e10, v[8:9][0]=0xff00ff00ff00ff00

; test: ds_sub_src2_u64
ds_sub_src2_u64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x3, lds[92]=0x0 -> lds[64]=0x2, lds[68]=0x0
; run: lds[64]=0x3, lds[68]=0x0, lds[88]=0x5, lds[92]=0x0 -> lds[64]=0xfffffffe, lds[68]=0xffffffff
; run: lds[64]=0xffffffff, lds[68]=0xffffffff, lds[88]=0x1, lds[92]=0x0 -> lds[64]=0xfffffffe, lds[68]=0xffffffff

; test: ds_rsub_u64 and ds_rsub_rtn_u64
ds_rsub_u64 v0, v[2:3] offset:16
ds_rsub_rtn_u64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x3 -> lds[24]=0xfffffffe, lds[28]=0xffffffff, lds[40]=0xfffffffe, lds[44]=0xffffffff, v[8:9][0]=0x5
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x5 -> lds[24]=0x2, lds[28]=0x0, lds[40]=0x2, lds[44]=0x0, v[8:9][0]=0x3
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0x1 -> lds[24]=0x2, lds[28]=0x0, lds[40]=0x2, lds[44]=0x0, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x7fffffffffffffff -> lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[8:9][0]=0x8000000000000000
; run: lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[2:3]=0xf0f0f0f0f0f0f0f0 -> lds[24]=0xf1eff1f0, lds[28]=0xf1eff1ef, lds[40]=0xf1eff1f0, lds[44]=0xf1eff1ef, v[8:9][0]=0xff00ff00ff00ff00

; test: ds_rsub_src2_u64
ds_rsub_src2_u64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x3, lds[92]=0x0 -> lds[64]=0xfffffffe, lds[68]=0xffffffff
; run: lds[64]=0x3, lds[68]=0x0, lds[88]=0x5, lds[92]=0x0 -> lds[64]=0x2, lds[68]=0x0
; run: lds[64]=0xffffffff, lds[68]=0xffffffff, lds[88]=0x1, lds[92]=0x0 -> lds[64]=0x2, lds[68]=0x0

; test: ds_inc_u64 and ds_inc_rtn_u64
ds_inc_u64 v0, v[2:3] offset:16
ds_inc_rtn_u64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x9 -> lds[24]=0x6, lds[28]=0x0, lds[40]=0x6, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0x9, lds[28]=0x0, lds[40]=0x9, lds[44]=0x0, v[2:3]=0x9 -> lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[8:9][0]=0x9
; run: lds[24]=0xa, lds[28]=0x0, lds[40]=0xa, lds[44]=0x0, v[2:3]=0x9 -> lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[8:9][0]=0xa
; run: lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[2:3]=0x9 -> lds[24]=0x1, lds[28]=0x0, lds[40]=0x1, lds[44]=0x0, v[8:9][0]=0x0
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0xffffffffffffffff -> lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x0 -> lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[8:9][0]=0x3

; test: ds_inc_src2_u64
ds_inc_src2_u64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x9, lds[92]=0x0 -> lds[64]=0x6, lds[68]=0x0
; run: lds[64]=0x9, lds[68]=0x0, lds[88]=0x9, lds[92]=0x0 -> lds[64]=0x0, lds[68]=0x0
; run: lds[64]=0xa, lds[68]=0x0, lds[88]=0x9, lds[92]=0x0 -> lds[64]=0x0, lds[68]=0x0

; test: ds_dec_u64 and ds_dec_rtn_u64
ds_dec_u64 v0, v[2:3] offset:16
ds_dec_rtn_u64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x9 -> lds[24]=0x4, lds[28]=0x0, lds[40]=0x4, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0x9, lds[28]=0x0, lds[40]=0x9, lds[44]=0x0, v[2:3]=0x9 -> lds[24]=0x8, lds[28]=0x0, lds[40]=0x8, lds[44]=0x0, v[8:9][0]=0x9
; run: lds[24]=0xa, lds[28]=0x0, lds[40]=0xa, lds[44]=0x0, v[2:3]=0x9 -> lds[24]=0x9, lds[28]=0x0, lds[40]=0x9, lds[44]=0x0, v[8:9][0]=0xa
; run: lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[2:3]=0x9 -> lds[24]=0x9, lds[28]=0x0, lds[40]=0x9, lds[44]=0x0, v[8:9][0]=0x0
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0xffffffffffffffff -> lds[24]=0xfffffffe, lds[28]=0xffffffff, lds[40]=0xfffffffe, lds[44]=0xffffffff, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x0 -> lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[8:9][0]=0x3

; test: ds_dec_src2_u64
ds_dec_src2_u64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x9, lds[92]=0x0 -> lds[64]=0x4, lds[68]=0x0
; run: lds[64]=0x9, lds[68]=0x0, lds[88]=0x9, lds[92]=0x0 -> lds[64]=0x8, lds[68]=0x0
; run: lds[64]=0xa, lds[68]=0x0, lds[88]=0x9, lds[92]=0x0 -> lds[64]=0x9, lds[68]=0x0

; test: ds_min_i64 and ds_min_rtn_i64
ds_min_i64 v0, v[2:3] offset:16
ds_min_rtn_i64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x3 -> lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x5 -> lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[8:9][0]=0x3
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0x1 -> lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x7fffffffffffffff -> lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[8:9][0]=0x8000000000000000
; run: lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[2:3]=0xf0f0f0f0f0f0f0f0 -> lds[24]=0xf0f0f0f0, lds[28]=0xf0f0f0f0, lds[40]=0xf0f0f0f0, lds[44]=0xf0f0f0f0, v[8:9][0]=0xff00ff00ff00ff00

; test: ds_min_src2_i64
ds_min_src2_i64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x3, lds[92]=0x0 -> lds[64]=0x3, lds[68]=0x0
; run: lds[64]=0x3, lds[68]=0x0, lds[88]=0x5, lds[92]=0x0 -> lds[64]=0x3, lds[68]=0x0
; run: lds[64]=0xffffffff, lds[68]=0xffffffff, lds[88]=0x1, lds[92]=0x0 -> lds[64]=0xffffffff, lds[68]=0xffffffff

; test: ds_max_i64 and ds_max_rtn_i64
ds_max_i64 v0, v[2:3] offset:16
ds_max_rtn_i64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x3 -> lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x5 -> lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[8:9][0]=0x3
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0x1 -> lds[24]=0x1, lds[28]=0x0, lds[40]=0x1, lds[44]=0x0, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x7fffffffffffffff -> lds[24]=0xffffffff, lds[28]=0x7fffffff, lds[40]=0xffffffff, lds[44]=0x7fffffff, v[8:9][0]=0x8000000000000000
; run: lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[2:3]=0xf0f0f0f0f0f0f0f0 -> lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[8:9][0]=0xff00ff00ff00ff00

; test: ds_max_src2_i64
ds_max_src2_i64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x3, lds[92]=0x0 -> lds[64]=0x5, lds[68]=0x0
; run: lds[64]=0x3, lds[68]=0x0, lds[88]=0x5, lds[92]=0x0 -> lds[64]=0x5, lds[68]=0x0
; run: lds[64]=0xffffffff, lds[68]=0xffffffff, lds[88]=0x1, lds[92]=0x0 -> lds[64]=0x1, lds[68]=0x0

; test: ds_min_u64 and ds_min_rtn_u64
ds_min_u64 v0, v[2:3] offset:16
ds_min_rtn_u64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x3 -> lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x5 -> lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[8:9][0]=0x3
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0x1 -> lds[24]=0x1, lds[28]=0x0, lds[40]=0x1, lds[44]=0x0, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x7fffffffffffffff -> lds[24]=0xffffffff, lds[28]=0x7fffffff, lds[40]=0xffffffff, lds[44]=0x7fffffff, v[8:9][0]=0x8000000000000000
; run: lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[2:3]=0xf0f0f0f0f0f0f0f0 -> lds[24]=0xf0f0f0f0, lds[28]=0xf0f0f0f0, lds[40]=0xf0f0f0f0, lds[44]=0xf0f0f0f0, v[8:9][0]=0xff00ff00ff00ff00

; test: ds_min_src2_u64
ds_min_src2_u64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x3, lds[92]=0x0 -> lds[64]=0x3, lds[68]=0x0
; run: lds[64]=0x3, lds[68]=0x0, lds[88]=0x5, lds[92]=0x0 -> lds[64]=0x3, lds[68]=0x0
; run: lds[64]=0xffffffff, lds[68]=0xffffffff, lds[88]=0x1, lds[92]=0x0 -> lds[64]=0x1, lds[68]=0x0

; test: ds_max_u64 and ds_max_rtn_u64
ds_max_u64 v0, v[2:3] offset:16
ds_max_rtn_u64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x3 -> lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x5 -> lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[8:9][0]=0x3
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0x1 -> lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x7fffffffffffffff -> lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[8:9][0]=0x8000000000000000
; run: lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[2:3]=0xf0f0f0f0f0f0f0f0 -> lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[8:9][0]=0xff00ff00ff00ff00

; test: ds_max_src2_u64
ds_max_src2_u64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x3, lds[92]=0x0 -> lds[64]=0x5, lds[68]=0x0
; run: lds[64]=0x3, lds[68]=0x0, lds[88]=0x5, lds[92]=0x0 -> lds[64]=0x5, lds[68]=0x0
; run: lds[64]=0xffffffff, lds[68]=0xffffffff, lds[88]=0x1, lds[92]=0x0 -> lds[64]=0xffffffff, lds[68]=0xffffffff

; test: ds_and_b64 and ds_and_rtn_b64
ds_and_b64 v0, v[2:3] offset:16
ds_and_rtn_b64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x3 -> lds[24]=0x1, lds[28]=0x0, lds[40]=0x1, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x5 -> lds[24]=0x1, lds[28]=0x0, lds[40]=0x1, lds[44]=0x0, v[8:9][0]=0x3
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0x1 -> lds[24]=0x1, lds[28]=0x0, lds[40]=0x1, lds[44]=0x0, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x7fffffffffffffff -> lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[8:9][0]=0x8000000000000000
; run: lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[2:3]=0xf0f0f0f0f0f0f0f0 -> lds[24]=0xf000f000, lds[28]=0xf000f000, lds[40]=0xf000f000, lds[44]=0xf000f000, v[8:9][0]=0xff00ff00ff00ff00

; test: ds_and_src2_b64
ds_and_src2_b64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x3, lds[92]=0x0 -> lds[64]=0x1, lds[68]=0x0
; run: lds[64]=0x3, lds[68]=0x0, lds[88]=0x5, lds[92]=0x0 -> lds[64]=0x1, lds[68]=0x0
; run: lds[64]=0xffffffff, lds[68]=0xffffffff, lds[88]=0x1, lds[92]=0x0 -> lds[64]=0x1, lds[68]=0x0

; test: ds_or_b64 and ds_or_rtn_b64
ds_or_b64 v0, v[2:3] offset:16
ds_or_rtn_b64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x3 -> lds[24]=0x7, lds[28]=0x0, lds[40]=0x7, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x5 -> lds[24]=0x7, lds[28]=0x0, lds[40]=0x7, lds[44]=0x0, v[8:9][0]=0x3
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0x1 -> lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x7fffffffffffffff -> lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[8:9][0]=0x8000000000000000
; run: lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[2:3]=0xf0f0f0f0f0f0f0f0 -> lds[24]=0xfff0fff0, lds[28]=0xfff0fff0, lds[40]=0xfff0fff0, lds[44]=0xfff0fff0, v[8:9][0]=0xff00ff00ff00ff00

; test: ds_or_src2_b64
ds_or_src2_b64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x3, lds[92]=0x0 -> lds[64]=0x7, lds[68]=0x0
; run: lds[64]=0x3, lds[68]=0x0, lds[88]=0x5, lds[92]=0x0 -> lds[64]=0x7, lds[68]=0x0
; run: lds[64]=0xffffffff, lds[68]=0xffffffff, lds[88]=0x1, lds[92]=0x0 -> lds[64]=0xffffffff, lds[68]=0xffffffff

; test: ds_xor_b64 and ds_xor_rtn_b64
ds_xor_b64 v0, v[2:3] offset:16
ds_xor_rtn_b64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x3 -> lds[24]=0x6, lds[28]=0x0, lds[40]=0x6, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x5 -> lds[24]=0x6, lds[28]=0x0, lds[40]=0x6, lds[44]=0x0, v[8:9][0]=0x3
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0x1 -> lds[24]=0xfffffffe, lds[28]=0xffffffff, lds[40]=0xfffffffe, lds[44]=0xffffffff, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x7fffffffffffffff -> lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[8:9][0]=0x8000000000000000
; run: lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[2:3]=0xf0f0f0f0f0f0f0f0 -> lds[24]=0xff00ff0, lds[28]=0xff00ff0, lds[40]=0xff00ff0, lds[44]=0xff00ff0, v[8:9][0]=0xff00ff00ff00ff00

; test: ds_xor_src2_b64
ds_xor_src2_b64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x5, lds[68]=0x0, lds[88]=0x3, lds[92]=0x0 -> lds[64]=0x6, lds[68]=0x0
; run: lds[64]=0x3, lds[68]=0x0, lds[88]=0x5, lds[92]=0x0 -> lds[64]=0x6, lds[68]=0x0
; run: lds[64]=0xffffffff, lds[68]=0xffffffff, lds[88]=0x1, lds[92]=0x0 -> lds[64]=0xfffffffe, lds[68]=0xffffffff

; test: ds_mskor_b64 and ds_mskor_rtn_b64
ds_mskor_b64 v0, v[2:3], v[4:5] offset:16
ds_mskor_rtn_b64 v[8:9], v0, v[2:3], v[4:5] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x3, v[4:5]=0x123456789abcdef0 -> lds[24]=0x9abcdef4, lds[28]=0x12345678, lds[40]=0x9abcdef4, lds[44]=0x12345678, v[8:9][0]=0x5
; run: lds[24]=0x3, lds[28]=0x0, lds[40]=0x3, lds[44]=0x0, v[2:3]=0x5, v[4:5]=0x123456789abcdef0 -> lds[24]=0x9abcdef2, lds[28]=0x12345678, lds[40]=0x9abcdef2, lds[44]=0x12345678, v[8:9][0]=0x3
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0x1, v[4:5]=0x123456789abcdef0 -> lds[24]=0xfffffffe, lds[28]=0xffffffff, lds[40]=0xfffffffe, lds[44]=0xffffffff, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x7fffffffffffffff, v[4:5]=0x123456789abcdef0 -> lds[24]=0x9abcdef0, lds[28]=0x92345678, lds[40]=0x9abcdef0, lds[44]=0x92345678, v[8:9][0]=0x8000000000000000
; run: lds[24]=0xff00ff00, lds[28]=0xff00ff00, lds[40]=0xff00ff00, lds[44]=0xff00ff00, v[2:3]=0xf0f0f0f0f0f0f0f0, v[4:5]=0x123456789abcdef0 -> lds[24]=0x9fbcdff0, lds[28]=0x1f345f78, lds[40]=0x9fbcdff0, lds[44]=0x1f345f78, v[8:9][0]=0xff00ff00ff00ff00

; test: ds_cmpst_b64 and ds_cmpst_rtn_b64
ds_cmpst_b64 v0, v[2:3], v[4:5] offset:16
ds_cmpst_rtn_b64 v[8:9], v0, v[2:3], v[4:5] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x5, v[4:5]=0x123456789abcdef0 -> lds[24]=0x9abcdef0, lds[28]=0x12345678, lds[40]=0x9abcdef0, lds[44]=0x12345678, v[8:9][0]=0x5
; run: lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[2:3]=0x6, v[4:5]=0x123456789abcdef0 -> lds[24]=0x5, lds[28]=0x0, lds[40]=0x5, lds[44]=0x0, v[8:9][0]=0x5
; run: lds[24]=0xffffffff, lds[28]=0xffffffff, lds[40]=0xffffffff, lds[44]=0xffffffff, v[2:3]=0xffffffffffffffff, v[4:5]=0x123456789abcdef0 -> lds[24]=0x9abcdef0, lds[28]=0x12345678, lds[40]=0x9abcdef0, lds[44]=0x12345678, v[8:9][0]=0xffffffffffffffff
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x0, v[4:5]=0x123456789abcdef0 -> lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[8:9][0]=0x8000000000000000

; test: ds_cmpst_f64 and ds_cmpst_rtn_f64
ds_cmpst_f64 v0, v[2:3], v[4:5] offset:16
ds_cmpst_rtn_f64 v[8:9], v0, v[2:3], v[4:5] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x0, lds[28]=0x3ff80000, lds[40]=0x0, lds[44]=0x3ff80000, v[2:3]=0xc000000000000000, v[4:5]=0x123456789abcdef0 -> lds[24]=0x0, lds[28]=0x3ff80000, lds[40]=0x0, lds[44]=0x3ff80000, v[8:9][0]=0x3ff8000000000000
; run: lds[24]=0x0, lds[28]=0xbff00000, lds[40]=0x0, lds[44]=0xbff00000, v[2:3]=0x4008000000000000, v[4:5]=0x123456789abcdef0 -> lds[24]=0x0, lds[28]=0xbff00000, lds[40]=0x0, lds[44]=0xbff00000, v[8:9][0]=0xbff0000000000000
; run: lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[2:3]=0x8000000000000000, v[4:5]=0x123456789abcdef0 -> lds[24]=0x9abcdef0, lds[28]=0x12345678, lds[40]=0x9abcdef0, lds[44]=0x12345678, v[8:9][0]=0x0
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x0, v[4:5]=0x123456789abcdef0 -> lds[24]=0x9abcdef0, lds[28]=0x12345678, lds[40]=0x9abcdef0, lds[44]=0x12345678, v[8:9][0]=0x8000000000000000
; run: lds[24]=0x0, lds[28]=0x40000000, lds[40]=0x0, lds[44]=0x40000000, v[2:3]=0x4000000000000000, v[4:5]=0x123456789abcdef0 -> lds[24]=0x9abcdef0, lds[28]=0x12345678, lds[40]=0x9abcdef0, lds[44]=0x12345678, v[8:9][0]=0x4000000000000000

; test: ds_min_f64 and ds_min_rtn_f64
ds_min_f64 v0, v[2:3] offset:16
ds_min_rtn_f64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x0, lds[28]=0x3ff80000, lds[40]=0x0, lds[44]=0x3ff80000, v[2:3]=0xc000000000000000 -> lds[24]=0x0, lds[28]=0xc0000000, lds[40]=0x0, lds[44]=0xc0000000, v[8:9][0]=0x3ff8000000000000
; run: lds[24]=0x0, lds[28]=0xbff00000, lds[40]=0x0, lds[44]=0xbff00000, v[2:3]=0x4008000000000000 -> lds[24]=0x0, lds[28]=0xbff00000, lds[40]=0x0, lds[44]=0xbff00000, v[8:9][0]=0xbff0000000000000
; run: lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[2:3]=0x8000000000000000 -> lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[8:9][0]=0x0
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x0 -> lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[8:9][0]=0x8000000000000000
; run: lds[24]=0x0, lds[28]=0x40000000, lds[40]=0x0, lds[44]=0x40000000, v[2:3]=0x4000000000000000 -> lds[24]=0x0, lds[28]=0x40000000, lds[40]=0x0, lds[44]=0x40000000, v[8:9][0]=0x4000000000000000

; test: ds_min_src2_f64
ds_min_src2_f64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x0, lds[68]=0x3ff80000, lds[88]=0x0, lds[92]=0xc0000000 -> lds[64]=0x0, lds[68]=0xc0000000
; run: lds[64]=0x0, lds[68]=0xbff00000, lds[88]=0x0, lds[92]=0x40080000 -> lds[64]=0x0, lds[68]=0xbff00000
; run: lds[64]=0x0, lds[68]=0x0, lds[88]=0x0, lds[92]=0x80000000 -> lds[64]=0x0, lds[68]=0x0

; test: ds_max_f64 and ds_max_rtn_f64
ds_max_f64 v0, v[2:3] offset:16
ds_max_rtn_f64 v[8:9], v0, v[2:3] offset:32
; in: m0=-1, exec=1, v0=8
; run: lds[24]=0x0, lds[28]=0x3ff80000, lds[40]=0x0, lds[44]=0x3ff80000, v[2:3]=0xc000000000000000 -> lds[24]=0x0, lds[28]=0x3ff80000, lds[40]=0x0, lds[44]=0x3ff80000, v[8:9][0]=0x3ff8000000000000
; run: lds[24]=0x0, lds[28]=0xbff00000, lds[40]=0x0, lds[44]=0xbff00000, v[2:3]=0x4008000000000000 -> lds[24]=0x0, lds[28]=0x40080000, lds[40]=0x0, lds[44]=0x40080000, v[8:9][0]=0xbff0000000000000
; run: lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[2:3]=0x8000000000000000 -> lds[24]=0x0, lds[28]=0x0, lds[40]=0x0, lds[44]=0x0, v[8:9][0]=0x0
; run: lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[2:3]=0x0 -> lds[24]=0x0, lds[28]=0x80000000, lds[40]=0x0, lds[44]=0x80000000, v[8:9][0]=0x8000000000000000
; run: lds[24]=0x0, lds[28]=0x40000000, lds[40]=0x0, lds[44]=0x40000000, v[2:3]=0x4000000000000000 -> lds[24]=0x0, lds[28]=0x40000000, lds[40]=0x0, lds[44]=0x40000000, v[8:9][0]=0x4000000000000000

; test: ds_max_src2_f64
ds_max_src2_f64 v0 offset:6
; in: m0=-1, exec=1, v0=64
; run: lds[64]=0x0, lds[68]=0x3ff80000, lds[88]=0x0, lds[92]=0xc0000000 -> lds[64]=0x0, lds[68]=0x3ff80000
; run: lds[64]=0x0, lds[68]=0xbff00000, lds[88]=0x0, lds[92]=0x40080000 -> lds[64]=0x0, lds[68]=0x40080000
; run: lds[64]=0x0, lds[68]=0x0, lds[88]=0x0, lds[92]=0x80000000 -> lds[64]=0x0, lds[68]=0x0


; test: every global wave sync instruction is refused
ds_gws_init v0 gds
; run: -> fault: global wave sync
; test: ds_gws_sema_v
ds_gws_sema_v gds
; run: -> fault: global wave sync
; test: ds_gws_sema_br
ds_gws_sema_br v0 gds
; run: -> fault: global wave sync
; test: ds_gws_sema_p
ds_gws_sema_p gds
; run: -> fault: global wave sync
