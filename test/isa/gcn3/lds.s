; LDS: transfers to buffers without vector registers, alignment.

; test: buffer_store_lds_dword stores dwords of LDS that follow one another for the lanes
; in: s0=data, s1=0x40000, s2=64, s3=0x800000, m0=0x10014, exec=7, lds[20]={11, 12, 13, 14}
buffer_store_lds_dword s[0:3], 8 lds
; out: mem[8]={11, 12, 13}

; test: buffer_store_lds_dword keeps to the end of the buffer, and reads 0 beyond LDS
; in: s0=data, s1=0x40000, s3=0x800000, exec=7, lds[0]={11, 12, 13, 14}, mem[0]={1, 2, 3}
; run: m0=0, s2=2 -> mem[0]={11, 12}
; run: m0=0xffff, s2=3 -> mem[0]={0, 0, 0}
buffer_store_lds_dword s[0:3], 0 lds

; test: loads and stores of LDS need no alignment on GFX9
; chip: gfx900 gfx906
; in: exec=7, v0[0..2]={1, 6, 11}, v6[0..2]={66, 77, 87}, lds[0]={0x33221100, 0x77665544, 0xbbaa9988, 0xffeeddcc}
ds_read_b32 v1, v0
ds_read_u16 v2, v0
ds_read_b64 v[4:5], v0 offset:1
ds_write_b16 v6, v1
ds_write_b32 v6, v1 offset:64
s_waitcnt lgkmcnt(0)
; out: v1[0..2]={0x44332211, 0x99887766, 0xeeddccbb}, v2[0..2]={0x2211, 0x7766, 0xccbb}, v4[0..2]={0x55443322, 0xaa998877, 0xffeeddcc}, v5[0..2]={0x99887766, 0xeeddccbb, 0}, lds[64]={0x22110000, 0, 0, 0x00776600, 0, 0xbb000000, 0xcc}, lds[128]={0x22110000, 0x4433, 0, 0x88776600, 0x99, 0xbb000000, 0xeeddcc}

; test: sixteen bytes of LDS at a multiple of two, as compilers load shorts on GFX9
; chip: gfx900 gfx906
; in: exec=3, v0[0..1]={2, 6}, lds[0]={0x33221100, 0x77665544, 0xbbaa9988, 0xffeeddcc, 0x04030201, 0x08070605}
ds_read_b128 v[4:7], v0
s_waitcnt lgkmcnt(0)
; out: v4[0..1]={0x55443322, 0x99887766}, v5[0..1]={0x99887766, 0xddccbbaa}, v6[0..1]={0xddccbbaa, 0x0201ffee}, v7[0..1]={0x0201ffee, 0x06050403}

; test: atomics of LDS are aligned on every chip
; chip: gfx803 gfx900 gfx906
; in: m0=-1, exec=1, v0=6, v1=1, lds[0]={0, 7, 0}
ds_add_rtn_u32 v2, v0, v1
s_waitcnt lgkmcnt(0)
; out: v2[0]=7, lds[4]=8
