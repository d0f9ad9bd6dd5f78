; Between LDS and buffers without vector registers.

; test: buffer_store_lds_dword stores dwords of LDS that follow one another for the lanes
; in: s0=data, s1=0x40000, s2=64, s3=0x800000, m0=0x10014, exec=7, lds[20]={11, 12, 13, 14}
buffer_store_lds_dword s[0:3], 8 lds
; out: mem[8]={11, 12, 13}

; test: buffer_store_lds_dword keeps to the end of the buffer, and reads 0 beyond LDS
; in: s0=data, s1=0x40000, s3=0x800000, exec=7, lds[0]={11, 12, 13, 14}, mem[0]={1, 2, 3}
; run: m0=0, s2=2 -> mem[0]={11, 12}
; run: m0=0xffff, s2=3 -> mem[0]={0, 0, 0}
buffer_store_lds_dword s[0:3], 0 lds
