; MIMG on small linear images. The image is s[8:15], the sampler s[16:19]. The 4 x 4 images have a pitch of 4 texels.
; Image words: base / 256; format; width - 1 | (height - 1) << 14; selects | type << 28; (pitch - 1) << 13; slices.

; test: image_load at integer coordinates, 0 outside
image_load v4, v[0:1], s[8:15] dmask:0x1 unorm
; in: s8=data>>8, s9=0x10400000, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=15, v4=9, mem[0]={10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33, 40, 41, 42, 43}
; run: v0[0..3]={0, 3, 2, 1}, v1[0..3]={0, 1, 2, 3} -> v4[0..3]={10, 23, 32, 41}
; run: v0[0..3]={4, 0, -1, 3}, v1[0..3]={0, 4, 0, 3} -> v4[0..3]={0, 0, 0, 43}

; test: image_load converts and packs the components of dmask
image_load v[4:7], v[0:1], s[8:15] dmask:0xf unorm
image_load v[8:9], v[0:1], s[8:15] dmask:0xa unorm
; in: s8=data>>8, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=1, mem[0]=0xff804001
; run: s9=0x10a00000 -> v4[0]=1, v5[0]=0x40, v6[0]=0x80, v7[0]=0xff, v8[0]=0x40, v9[0]=0xff
; run: s9=0x00a00000 -> v4[0]=0x3b808081, v5[0]=0x3e808081, v6[0]=0x3f008081, v7[0]=1.0, v8[0]=0x3e808081, v9[0]=1.0

; test: component selects reorder and fill
image_load v[4:7], v[0:1], s[8:15] dmask:0xf unorm
; in: s8=data>>8, s9=0x10a00000, s10=0xc003, s12=0x6000, exec=1, mem[0]=0x04030201
; run: s11=0x90000f2e -> v4[0]=3, v5[0]=2, v6[0]=1, v7[0]=4
; run: s11=0x90000204 -> v4[0]=1, v7[0]=1

; test: tfe adds a status of 0
image_load v[4:5], v[0:1], s[8:15] dmask:0x1 unorm tfe
; run: s8=data>>8, s9=0x10400000, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=1, v5=9, mem[0]=3 -> v4[0]=3, v5[0]=0

; test: image_store writes texels, nothing outside
image_store v4, v[0:1], s[8:15] dmask:0x1 unorm
; in: s8=data>>8, s9=0x10400000, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=7
; run: v0[0..2]={1, 4, 0}, v1[0..2]={2, 0, 3}, v4[0..2]={5, 6, 7} -> mem[36]=5, mem[48]=7

; test: image_store converts; components without dmask become 0
image_store v[4:7], v[0:1], s[8:15] dmask:0xf unorm
image_store v[4:5], v[0:1], s[8:15] dmask:0x5 unorm
; in: s8=data>>8, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=1, v4=1.0, v5=0.5, v6=0.0, v7=2.0
; run: s9=0x00a00000 -> mem[0]=0x008000ff

; test: arrays take their slice from VADDR
image_load v4, v[0:2], s[8:15] dmask:0x1 unorm da
; in: s8=data>>8, s9=0x10400000, s10=0x4001, s11=0xd0000fac, s12=0x2000, exec=3, mem[0]={1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
; run: s13=0x4000, v0[0..1]={0, 1}, v1[0..1]={1, 0}, v2[0..1]={2, 1} -> v4[0..1]={11, 6}
; run: s13=0x4001, v2[0..1]={0, 1} -> v4[0..1]={5, 9}
; run: s13=0x2000, v2[0..1]={2, 1} -> v4[0..1]={0, 5}

; test: depth is the third coordinate
image_load v4, v[0:2], s[8:15] dmask:0x1 unorm
; run: s8=data>>8, s9=0x10400000, s10=0x4001, s11=0xa0000fac, s12=0x2001, exec=1, v0=1, v1=0, v2=1, mem[0]={1, 2, 3, 4, 5, 6, 7, 8} -> v4[0]=6

; test: a 1D image
image_load v4, v0, s[8:15] dmask:0x1 unorm
; run: s8=data>>8, s9=0x10400000, s10=7, s11=0x80000fac, s12=0xe000, exec=3, v0[0..1]={7, 8}, mem[28]=5 -> v4[0..1]={5, 0}

; test: r128 descriptors have a pitch equal to the width
image_load v4, v[0:1], s[8:11] dmask:0x1 unorm r128
; run: s8=data>>8, s9=0x10400000, s10=0x4002, s11=0x90000fac, s12=-1, exec=1, v0=1, v1=1, mem[16]=5 -> v4[0]=5

; test: mip levels
image_load_mip v4, v[0:2], s[8:15] dmask:0x1 unorm
image_store_mip v5, v[0:2], s[8:15] dmask:0x1 unorm
image_load_mip_pck v6, v[0:2], s[8:15] dmask:0x1 unorm
image_load_mip_pck_sgn v7, v[0:2], s[8:15] dmask:0x1 unorm
; in: s8=data>>8, s9=0x10400000, s10=0xc003, s11=0x90020fac, s12=0x6000, exec=1, v0=1, v1=1, v2=1, v5=6, mem[268]=5
; out: v4[0]=5, mem[268]=6, v6[0]=6, v7[0]=6

; test: raw texels
image_load_pck v4, v0, s[8:15] dmask:0x1 unorm
image_load_pck_sgn v5, v0, s[8:15] dmask:0x1 unorm
image_store_pck v6, v0, s[8:15] dmask:0x1 unorm
image_store_mip_pck v6, v[0:1], s[8:15] dmask:0x1 unorm
; run: s8=data>>8, s9=0x00200000, s10=7, s11=0x80000fac, s12=0xe000, exec=1, v0=1, v1=0, v6=0x12345678, mem[0]=0x8765ffff -> v4[0]=0x8765, v5[0]=0xffff8765, mem[0]=0x5678ffff

; test: image_get_resinfo
image_get_resinfo v[4:7], v0, s[8:15] dmask:0xf
; in: s10=0x00fb831f, s12=0x6000, s9=0x10400000, exec=1
; run: s11=0x90000fac -> v4[0]=800, v5[0]=1007, v6[0]=1, v7[0]=1
; run: s11=0x90030fac, v0=2 -> v4[0]=200, v5[0]=251, v6[0]=1, v7[0]=4
; run: s11=0xd0000fac, s13=0x8000 -> v4[0]=800, v5[0]=1007, v6[0]=5, v7[0]=1

; test: atomics return the old value with glc
image_atomic_add v4, v[0:1], s[8:15] dmask:0x1 unorm
image_atomic_umax v5, v[0:1], s[8:15] dmask:0x1 unorm glc
; in: s8=data>>8, s9=0x10400000, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=3, v0=1, v1=1
; run: v4[0..1]={3, 4}, v5[0..1]={9, 20}, mem[20]=5 -> mem[20]=20, v5[0..1]={12, 12}

; test: every atomic operation on a 32-bit texel
image_atomic_swap v1, v0, s[8:15] dmask:0x1 unorm
image_atomic_sub v2, v0, s[8:15] dmask:0x1 unorm
image_atomic_rsub v3, v0, s[8:15] dmask:0x1 unorm
image_atomic_smin v4, v0, s[8:15] dmask:0x1 unorm
image_atomic_smax v5, v0, s[8:15] dmask:0x1 unorm
image_atomic_umin v6, v0, s[8:15] dmask:0x1 unorm
image_atomic_and v7, v0, s[8:15] dmask:0x1 unorm
image_atomic_or v8, v0, s[8:15] dmask:0x1 unorm
image_atomic_xor v9, v0, s[8:15] dmask:0x1 unorm
image_atomic_inc v10, v0, s[8:15] dmask:0x1 unorm
image_atomic_dec v11, v0, s[8:15] dmask:0x1 unorm glc
; in: s8=data>>8, s9=0x10400000, s10=7, s11=0x80000fac, s12=0xe000, exec=1
; run: v1=10, v2=3, v3=5, v4=-7, v5=100, v6=90, v7=0x5c, v8=3, v9=0xf0, v10=0xab, v11=7 -> v11[0]=0, mem[0]=7

; test: compare-and-swap takes the new value before the one to compare with
image_atomic_cmpswap v[4:5], v0, s[8:15] dmask:0x3 unorm glc
; in: s8=data>>8, s9=0x10400000, s10=7, s11=0x80000fac, s12=0xe000, exec=1, v4=7, mem[0]=5
; run: v5=5 -> v4[0]=5, mem[0]=7
; run: v5=6 -> v4[0]=5

; test: floating-point atomics
image_atomic_fmin v4, v0, s[8:15] dmask:0x1 unorm
image_atomic_fmax v5, v0, s[8:15] dmask:0x1 unorm
image_atomic_fcmpswap v[6:7], v0, s[8:15] dmask:0x3 unorm glc
; run: s8=data>>8, s9=0x10400000, s10=7, s11=0x80000fac, s12=0xe000, exec=1, v4=-2.0, v5=3.0, v6=9.0, v7=3.0, mem[0]=1.0 -> v6[0]=3.0, mem[0]=9.0

; test: 64-bit atomics
image_atomic_add v[4:5], v0, s[8:15] dmask:0x3 unorm glc
; run: s8=data>>8, s9=0x10b00000, s10=7, s11=0x80000fac, s12=0xe000, exec=1, v0=1, v4=1, v5=0, mem[8]={-1, 2} -> v4[0]=-1, v5[0]=2, mem[8]={0, 3}

; test: image_sample_lz with unnormalized coordinates, nearest texel
image_sample_lz v4, v[0:1], s[8:15], s[16:19] dmask:0x1
; in: s8=data>>8, s9=0x1c400000, s10=0xc003, s11=0x90000fac, s12=0x6000, s16=0x8092, exec=3, mem[0]={1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0}
; run: v0[0..1]={1.0, 2.9}, v1[0..1]={0.0, 1.5} -> v4[0..1]={2.0, 7.0}
; run: v0[0..1]={-3.0, 100.0}, v1[0..1]={0.0, 1.0} -> v4[0..1]={1.0, 8.0}

; test: the instruction's unorm does the same
image_sample_lz v4, v[0:1], s[8:15], s[16:19] dmask:0x1 unorm
; run: s8=data>>8, s9=0x1c400000, s10=0xc003, s11=0x90000fac, s12=0x6000, s16=0x92, exec=1, v0=2.5, v1=1.5, mem[24]=7.0 -> v4[0]=7.0

; test: the border is black outside, or opaque where the image has no alpha
image_sample_lz v[4:7], v[0:1], s[8:15], s[16:19] dmask:0xf
; in: s8=data>>8, s9=0x1c400000, s10=0xc003, s12=0x6000, s16=0x81b6, exec=1, v0=-1.0, v1=1.0, v4=9, v5=9, v6=9, v7=9, mem[0]=1.0
; run: s11=0x90000fac -> v4[0]=0, v5[0]=0, v6[0]=0, v7[0]=0
; run: s11=0x90000204 -> v4[0]=0, v5[0]=0, v6[0]=0, v7[0]=1.0

; test: linear filter between four texels, repeating with normalized coordinates
image_sample_lz v4, v[0:1], s[8:15], s[16:19] dmask:0x1
; in: s8=data>>8, s9=0x1c400000, s10=0xc003, s11=0x90000fac, s12=0x6000, s16=0, s18=0x500000, exec=1, mem[0]={1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0}
; run: v0=0.25, v1=0.25 -> v4[0]=3.5
; run: v0=0.125, v1=0.125 -> v4[0]=1.0
; run: v0=1.0, v1=0.125 -> v4[0]=2.5

; test: explicit, clamped and derived levels of detail
image_sample_l v4, v[0:2], s[8:15], s[16:19] dmask:0x1
image_sample_d v5, v[8:13], s[8:15], s[16:19] dmask:0x1
image_sample_cd_cl v6, v[8:14], s[8:15], s[16:19] dmask:0x1
; in: s8=data>>8, s9=0x1c400000, s10=0xc003, s11=0x90020fac, s12=0x6000, s16=0x92, s17=0xf00000, s18=0x4000000, exec=1, mem[256]=1.0, mem[512]=2.0
; run: v2=1.0, v8=0.5, v14=2.0 -> v4[0]=1.0, v5[0]=1.0, v6[0]=2.0
; run: v2=1.75, v11=1.0, v14=0.0 -> v4[0]=2.0, v5[0]=2.0, v6[0]=2.0

; test: texel offsets are three signed 6-bit numbers
image_sample_lz_o v4, v[0:2], s[8:15], s[16:19] dmask:0x1
; run: s8=data>>8, s9=0x1c400000, s10=0xc003, s11=0x90000fac, s12=0x6000, s16=0x8092, exec=1, v0=0x13f, v1=2.0, v2=0.0, mem[20]=5.0 -> v4[0]=5.0

; test: depth compare gives 1 where the reference passes
image_sample_c_lz v4, v[0:2], s[8:15], s[16:19] dmask:0x1
; in: s8=data>>8, s9=0x1c400000, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=1, v1=1.0, mem[4]=0.5
; run: s16=0x9092, v0=0.25 -> v4[0]=1.0
; run: s16=0x9092, v0=0.75, v4=9 -> v4[0]=0.0
; run: s16=0xb092, v0=0.5 -> v4[0]=1.0
; run: s16=0xf092, v0=9.0 -> v4[0]=1.0
; run: s16=0x8092, v0=0.5, v4=9 -> v4[0]=0.0

; test: image_gather4 gives four texels counter-clockwise from the lower left
image_gather4_lz v[4:7], v[0:1], s[8:15], s[16:19] dmask:0x1
; in: s8=data>>8, s9=0x1c400000, s10=0xc003, s11=0x90000fac, s12=0x6000, s16=0x8092, exec=1, mem[0]={1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0}
; run: v0=2.0, v1=1.0 -> v4[0]=6.0, v5[0]=7.0, v6[0]=3.0, v7[0]=2.0
; run: v0=0.0, v1=0.0 -> v4[0]=1.0, v5[0]=1.0, v6[0]=1.0, v7[0]=1.0

; test: image_gather4 with compare
image_gather4_c_lz v[4:7], v[0:2], s[8:15], s[16:19] dmask:0x1
; run: s8=data>>8, s9=0x1c400000, s10=0xc003, s11=0x90000fac, s12=0x6000, s16=0x9092, exec=1, v0=4.0, v1=1.0, v2=1.0, mem[0]={1.0, 4.5, 9.0, 9.0, 3.0, 6.0} -> v4[0]=0.0, v5[0]=1.0, v6[0]=1.0, v7[0]=0.0

; test: an implied level of detail works where it does not matter
image_sample v4, v[0:1], s[8:15], s[16:19] dmask:0x1
image_sample_b v5, v[0:2], s[8:15], s[16:19] dmask:0x1
; in: s8=data>>8, s9=0x1c400000, s10=0xc003, s12=0x6000, s16=0x8092, exec=1, v0=1.0, v1=0.0, mem[0]={1.0, 2.0}
; run: s11=0x90000fac -> v4[0]=2.0, v5[0]=1.0
; run: s11=0x90020fac -> fault: derivatives between pixels

; test: what only graphics has is refused
image_get_lod v4, v[0:1], s[8:15], s[16:19] dmask:0x1
; run: -> fault: only pixel shaders
; test: a descriptor of zeros reads 0
image_load v4, v0, s[8:15] dmask:0x1 unorm
; run: v4[0]=7, exec=1 -> v4[0]=0

; test: what is no image that is known is refused
image_load v4, v0, s[8:15] dmask:0x1 unorm
; run: s9=0x10400000, s11=0xe0000000 -> fault: multisampled
; run: s9=0x02300000, s11=0x90000000 -> fault: no linear layout

; test: an image outside of memory faults
image_load v4, v[0:1], s[8:15] dmask:0x1 unorm
; run: s9=0x10400000, s10=0xc003, s11=0x90000fac, s12=0x6000 -> fault: read

; test: no active lane, no access
image_load v4, v[0:1], s[8:15] dmask:0x1 unorm
; run: s9=0x10400000, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=0 ->
