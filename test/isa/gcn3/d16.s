; Components of 16 bits (d16): typed buffers and images. On gfx803 each is in a register, on GFX9 two are in one. Word 3 of a descriptor
; of a buffer: selects in bits 0-11 (0xfac: x, y, z, w), number format from bit 12 on (0 unorm, 4 uint, 5 sint, 7 float), data format
; from bit 15 on (1: 8, 2: 16, 4: 32, 10: 8_8_8_8, 11: 32_32, 12: 16_16_16_16, 14: 32_32_32_32).

; test: buffer_load_format_d16 rounds floats of 32 bits to nearest even
; chip: gfx900 gfx906
; in: s0=data, s2=64, s3=0x77fac, mem[0]={0x3f801000, 0x3f803000, 0x477ff000, 0xff800001}, v0=-1, v1=-1, v2=-1, v3=-1, v4=-1, v5=-1, v6=-1, v7=-1
buffer_load_format_d16_x v0, off, s[0:3], 0
buffer_load_format_d16_xy v1, off, s[0:3], 0
buffer_load_format_d16_xyz v[2:3], off, s[0:3], 0
buffer_load_format_d16_xyzw v[4:5], off, s[0:3], 0
buffer_load_format_d16_hi_x v6, off, s[0:3], 0
s_waitcnt vmcnt(0)
; out: v0=0xffff3c00, v1=0x3c023c00, v2=0x3c023c00, v3=0xffff7c00, v4=0x3c023c00, v5=0x7e007c00, v6=0x3c00ffff

; test: buffer_load_format_d16 has a register for each component
; chip: gfx803
; in: s0=data, s2=64, s3=0x77fac, mem[0]={0x3f801000, 0x3f803000, 0x477ff000, 0xff800001}, v0=-1, v1=-1, v2=-1, v3=-1, v4=-1, v5=-1, v6=-1, v7=-1
buffer_load_format_d16_xyz v[0:2], off, s[0:3], 0
buffer_load_format_d16_xyzw v[4:7], off, s[0:3], 0
s_waitcnt vmcnt(0)
; out: v0=0x3c00, v1=0x3c02, v2=0x7c00, v4=0x3c00, v5=0x3c02, v6=0x7c00, v7=0x7e00

; test: buffer_load_format_d16_x and _xy of gfx8
; chip: gfx803
; in: s0=data, s2=64, s3=0x77fac, mem[0]={0xbf800000, 0x33000001}, v0=-1, v1=-1, v2=-1
buffer_load_format_d16_x v0, off, s[0:3], 0
buffer_load_format_d16_xy v[1:2], off, s[0:3], 0
s_waitcnt vmcnt(0)
; out: v0=0xbc00, v1=0xbc00, v2=1

; test: integers saturate
; chip: gfx900 gfx906
; in: s0=data, s2=64, mem[0]={0x12345, 0xffff8000, 0xffff7fff, 0x7fff}
; run: s3=0x74fac -> v0=0xffffffff, v1=0x7fffffff
; run: s3=0x75fac -> v0=0x80007fff, v1=0x7fff8000
buffer_load_format_d16_xyzw v[0:1], off, s[0:3], 0
s_waitcnt vmcnt(0)

; test: normalised components, beyond the end zeros and what selects say
; chip: gfx900 gfx906
; in: s0=data, s3=0x50fac, mem[0]=0xff8000ff, v0=-1, v1=-1
; run: s2=4 -> v0=0x3c00, v1=0x3c003804
; run: s2=0 -> v0=0, v1=0
; run: s2=0, s3=0x50001 -> v0=0x3c00, v1=0
buffer_load_format_d16_xyzw v[0:1], off, s[0:3], 0
s_waitcnt vmcnt(0)

; test: the status of texture fails follows the data
; chip: gfx900 gfx906
; in: s0=data, s2=64, s3=0x77fac, v0=-1, v1=-1, v2=-1, v3=-1
buffer_load_format_d16_xyz v[0:2], off, s[0:3], 0 tfe
buffer_load_dwordx3 v[4:7], off, s[0:3], 0 tfe
buffer_load_short_d16 v[8:9], off, s[0:3], 0 tfe
s_waitcnt vmcnt(0)
; run: v7=-1, v9=-1 -> v0=0, v1=0xffff0000, v2=0, v7=0, v9=0

; test: buffer_store_format_d16 from packed components
; chip: gfx900 gfx906
; in: s0=data, s2=128, v0=0xc0003c00, v1=0x7e018001
; in: s3=0x77fac
buffer_store_format_d16_xyzw v[0:1], off, s[0:3], 0
buffer_store_format_d16_xyz v[0:1], off, s[0:3], 0 offset:16
buffer_store_format_d16_xy v0, off, s[0:3], 0 offset:32
buffer_store_format_d16_x v0, off, s[0:3], 0 offset:48
buffer_store_format_d16_hi_x v0, off, s[0:3], 0 offset:64
; out: mem[0]={1.0, -2.0, 0xb3800000, 0x7fc00000}, mem[16]={1.0, -2.0, 0xb3800000, 0}, mem[32]={1.0, -2.0}, mem[48]=1.0, mem[64]=-2.0

; test: buffer_store_format_d16 from components apart
; chip: gfx803
; in: s0=data, s2=128, s3=0x77fac, v0=0xffff3c00, v1=0xffffc000, v2=0xffff4200, v3=0xffff4400
buffer_store_format_d16_xyzw v[0:3], off, s[0:3], 0
buffer_store_format_d16_xyz v[0:2], off, s[0:3], 0 offset:16
buffer_store_format_d16_xy v[0:1], off, s[0:3], 0 offset:32
buffer_store_format_d16_x v0, off, s[0:3], 0 offset:48
; out: mem[0]={1.0, -2.0, 3.0, 4.0}, mem[16]={1.0, -2.0, 3.0, 0}, mem[32]={1.0, -2.0}, mem[48]=1.0

; test: integers of 16 bits are extended as the format says
; chip: gfx900 gfx906
; in: s0=data, s2=128, v0=0x7fff8000
; run: s3=0x5cfac -> mem[0]={0x8000, 0x7fff}
; run: s3=0x5dfac -> mem[0]={0xffff8000, 0x7fff}
buffer_store_format_d16_xy v0, off, s[0:3], 0

; test: tbuffer_load_format_d16 and tbuffer_store_format_d16
; chip: gfx900 gfx906
; in: s0=data, s2=128, mem[0]={0x3f801000, 0x3f803000, 3.0, 4.0}, v6=0xc0003c00, v7=0x44004200
tbuffer_load_format_d16_x v0, off, s[0:3], 0 dfmt:14, nfmt:7
tbuffer_load_format_d16_xy v1, off, s[0:3], 0 dfmt:14, nfmt:7
tbuffer_load_format_d16_xyz v[2:3], off, s[0:3], 0 dfmt:14, nfmt:7
tbuffer_load_format_d16_xyzw v[4:5], off, s[0:3], 0 dfmt:14, nfmt:7
s_waitcnt vmcnt(0)
tbuffer_store_format_d16_x v6, off, s[0:3], 0 offset:16 dfmt:4, nfmt:7
tbuffer_store_format_d16_xy v6, off, s[0:3], 0 offset:20 dfmt:11, nfmt:7
tbuffer_store_format_d16_xyz v[6:7], off, s[0:3], 0 offset:32 dfmt:14, nfmt:7
tbuffer_store_format_d16_xyzw v[6:7], off, s[0:3], 0 offset:48 dfmt:14, nfmt:7
; out: v0=0x3c00, v1=0x3c023c00, v2=0x3c023c00, v3=0x4200, v4=0x3c023c00, v5=0x44004200, mem[16]=1.0, mem[20]={1.0, -2.0}, mem[32]={1.0, -2.0, 3.0}, mem[48]={1.0, -2.0, 3.0, 4.0}

; test: tbuffer_load_format_d16 and tbuffer_store_format_d16 of gfx8
; chip: gfx803
; in: s0=data, s2=128, mem[0]={1.0, 2.0, 3.0, 4.0}, v12=0xffff3c00, v13=0xffffc000, v14=0x4200, v15=0x4400
tbuffer_load_format_d16_x v0, off, s[0:3], 0 dfmt:14, nfmt:7
tbuffer_load_format_d16_xy v[2:3], off, s[0:3], 0 dfmt:14, nfmt:7
tbuffer_load_format_d16_xyz v[4:6], off, s[0:3], 0 dfmt:14, nfmt:7
tbuffer_load_format_d16_xyzw v[8:11], off, s[0:3], 0 dfmt:14, nfmt:7
s_waitcnt vmcnt(0)
tbuffer_store_format_d16_x v12, off, s[0:3], 0 offset:16 dfmt:4, nfmt:7
tbuffer_store_format_d16_xy v[12:13], off, s[0:3], 0 offset:20 dfmt:11, nfmt:7
tbuffer_store_format_d16_xyz v[12:14], off, s[0:3], 0 offset:32 dfmt:14, nfmt:7
tbuffer_store_format_d16_xyzw v[12:15], off, s[0:3], 0 offset:48 dfmt:14, nfmt:7
; out: v0=0x3c00, v2=0x3c00, v3=0x4000, v4=0x3c00, v5=0x4000, v6=0x4200, v8=0x3c00, v9=0x4000, v10=0x4200, v11=0x4400, mem[16]=1.0, mem[20]={1.0, -2.0}, mem[32]={1.0, -2.0, 3.0}, mem[48]={1.0, -2.0, 3.0, 4.0}

; test: image_load with d16 packs the components of dmask
; chip: gfx900 gfx906
image_load v[4:5], v[0:1], s[8:15] dmask:0xf unorm d16
image_load v6, v[0:1], s[8:15] dmask:0xa unorm d16
image_load v[7:8], v[0:1], s[8:15] dmask:0x7 unorm d16
image_load v[10:11], v[0:1], s[8:15] dmask:0x3 unorm tfe d16
s_waitcnt vmcnt(0)
; in: s8=data>>8, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=1, v8=-1, v11=7, mem[0]=0xff804001
; run: s9=0x10a00000 -> v4[0]=0x400001, v5[0]=0xff0080, v6[0]=0xff0040, v7[0]=0x400001, v8[0]=0xffff0080, v10[0]=0x400001, v11[0]=0
; run: s9=0x00a00000 -> v4[0]=0x34041c04, v5[0]=0x3c003804, v6[0]=0x3c003404, v7[0]=0x34041c04, v8[0]=0xffff3804, v10[0]=0x34041c04, v11[0]=0

; test: image_load with d16 has a register for each component on gfx8
; chip: gfx803
image_load v[4:7], v[0:1], s[8:15] dmask:0xf unorm d16
s_waitcnt vmcnt(0)
; in: s8=data>>8, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=1, v4=-1, v5=-1, v6=-1, v7=-1, mem[0]=0xff804001
; run: s9=0x10a00000 -> v4[0]=1, v5[0]=0x40, v6[0]=0x80, v7[0]=0xff
; run: s9=0x00a00000 -> v4[0]=0x1c04, v5[0]=0x3404, v6[0]=0x3804, v7[0]=0x3c00

; test: image_store with d16
; chip: gfx900 gfx906
image_store v[4:5], v[0:1], s[8:15] dmask:0xf unorm d16
; in: s8=data>>8, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=1, v4=0x38003c00, v5=0x40000000
; run: s9=0x00a00000 -> mem[0]=0xff0080ff

; test: image_sample and image_gather4 with d16
; chip: gfx900 gfx906
image_sample_lz v[4:5], v[0:2], s[8:15], s[16:19] dmask:0xf unorm d16
image_gather4_lz v[6:7], v[0:2], s[8:15], s[16:19] dmask:0x1 unorm d16
s_waitcnt vmcnt(0)
; in: s8=data>>8, s9=0x00a00000, s10=0xc003, s11=0x90000fac, s12=0x6000, s16=0x92, exec=1, v0=1.0, v1=1.0, mem[0]=0x11, mem[4]=0x22, mem[16]=0x33, mem[20]=0xff8040ff
; out: v4[0]=0x34043c00, v5[0]=0x3c003804, v6[0]=0x3c003266, v7[0]=0x2c443044

; test: addresses of images in 16 bits lie two in a register
; chip: gfx900 gfx906
image_load v4, v[0:2], s[8:15] dmask:0x1 unorm a16
s_waitcnt vmcnt(0)
; in: s8=data>>8, s9=0x10400000, s10=0xc003, s11=0x90000fac, s12=0x6000, exec=1, v0=0x10002, mem[24]=0xabcd
; out: v4[0]=0xabcd
