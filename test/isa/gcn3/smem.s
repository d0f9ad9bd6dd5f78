; Scalar memory of GCN3 and GFX9: loads, stores, atomics, scratch. Stores and atomics happen once, whatever EXEC says.

; test: s_load_dword of all sizes at a number and at a register
; in: s[2:3]=data, s4=8, mem[4]={1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}
s_load_dword s5, s[2:3], 0x4
s_load_dwordx2 s[6:7], s[2:3], s4
s_load_dwordx4 s[8:11], s[2:3], 0xc
s_load_dwordx8 s[16:23], s[2:3], 0x4
s_load_dwordx16 s[32:47], s[2:3], 0x8
; out: s5=1, s6=2, s7=3, s8=3, s9=4, s10=5, s11=6, s16=1, s17=2, s18=3, s19=4, s20=5, s21=6, s22=7, s23=8, s32=2, s33=3, s34=4, s35=5, s36=6, s37=7, s38=8, s39=9, s40=10, s41=11, s42=12, s43=13, s44=14, s45=15, s46=16, s47=17

; test: s_buffer_load_dword of all sizes gives 0 beyond the end
; in: s0=data, s2=32, mem[4]={1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
s_buffer_load_dword s5, s[0:3], 0x1c
s_buffer_load_dwordx2 s[6:7], s[0:3], 0x1c
s_buffer_load_dwordx4 s[8:11], s[0:3], 0x14
s_buffer_load_dwordx8 s[16:23], s[0:3], 0x4
s_buffer_load_dwordx16 s[32:47], s[0:3], 0x10
; out: s5=7, s6=7, s8=5, s9=6, s10=7, s16=1, s17=2, s18=3, s19=4, s20=5, s21=6, s22=7, s32=4, s33=5, s34=6, s35=7

; test: scalar offsets of GFX9 are signed numbers, registers, and both
; chip: gfx900 gfx906
; in: s[2:3]=data+0x20, s4=8, mem[0]={1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
s_load_dword s5, s[2:3], -0x10
s_load_dword s6, s[2:3], s4
s_load_dword s7, s[2:3], s4 offset:0x4
s_load_dword s8, s[2:3], s4 offset:-0x20
; out: s5=5, s6=11, s7=12, s8=3

; test: the two lowest bits of each part of a scalar address do not count
; chip: gfx900 gfx906
; in: s[2:3]=data+3, s4=7, mem[0]={1, 2, 3, 4}
s_load_dword s5, s[2:3], s4 offset:0x7
s_store_dword s4, s[2:3], s4 offset:0xb
; out: s5=3, mem[12]=7

; test: s_store_dword of all sizes, without a lane
; in: s[2:3]=data, s4=0x11, s5=0x22, s8=1, s9=2, s10=3, s11=4, m0=8, exec=0
s_store_dword s4, s[2:3], 0x0
s_store_dword s5, s[2:3], m0
s_store_dwordx2 s[4:5], s[2:3], 0x10
s_store_dwordx4 s[8:11], s[2:3], 0x20
; out: mem[0]=0x11, mem[8]=0x22, mem[16]={0x11, 0x22}, mem[32]={1, 2, 3, 4}

; test: s_store_dword stores what the vector unit loads behind it
; chip: gfx803
; in: s[2:3]=data, s4=0x1234, v0=data
s_store_dword s4, s[2:3], 0x8
s_dcache_wb
s_waitcnt lgkmcnt(0)
v_or_b32 v0, 8, v0
flat_load_dword v2, v[0:1]
s_waitcnt vmcnt(0) lgkmcnt(0)
; out: mem[8]=0x1234, v0=data+8, v2=0x1234

; test: s_store_dword stores what the vector unit loads behind it
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x1234, v0=data
s_store_dword s4, s[2:3], 0x8
s_dcache_wb
s_waitcnt lgkmcnt(0)
v_add_u32 v0, 8, v0
flat_load_dword v2, v[0:1]
s_waitcnt vmcnt(0) lgkmcnt(0)
; out: mem[8]=0x1234, v0=data+8, v2=0x1234

; test: s_buffer_store_dword of all sizes drops what lies beyond the end
; in: s0=data, s2=24, s4=0x11, s5=0x22, s8=1, s9=2, s10=3, s11=4
s_buffer_store_dword s4, s[0:3], 0x0
s_buffer_store_dword s5, s[0:3], 0x18
s_buffer_store_dwordx2 s[4:5], s[0:3], 0x14
s_buffer_store_dwordx4 s[8:11], s[0:3], 0xc
; out: mem[0]=0x11, mem[12]={1, 2, 3}

; test: the size of a buffer with records is theirs
; in: s0=data, s1=0x80000, s2=2, s4=0x11, s5=0x22
s_buffer_store_dwordx2 s[4:5], s[0:3], 0xc
; out: mem[12]=0x11

; test: a scalar store to memory that is not there
; in: s[2:3]=0x7ff0000000, s4=0x11
s_store_dword s4, s[2:3], 0x0
; run: -> fault: write

; test: a scalar store to the null page
; in: s4=0x11
s_store_dwordx2 s[4:5], s[2:3], 0x8
; run: -> fault: write of 4 bytes in the null page

; test: scalar accesses of scratch, where a register counts 64 bytes
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=2, s8=1, s9=2, s10=3, s11=4, mem[136]={5, 6, 7, 8}
s_scratch_load_dword s16, s[2:3], s4 offset:0x8
s_scratch_load_dwordx2 s[18:19], s[2:3], 0x8c
s_scratch_load_dwordx4 s[20:23], s[2:3], s4 offset:0x8
s_scratch_store_dword s8, s[2:3], s4
s_scratch_store_dwordx2 s[8:9], s[2:3], 0x8
s_scratch_store_dwordx4 s[8:11], s[2:3], s4 offset:0x40
; out: s16=5, s18=6, s19=7, s20=5, s21=6, s22=7, s23=8, mem[128]=1, mem[8]={1, 2}, mem[192]={1, 2, 3, 4}

; test: s_atomic_swap of 5 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x3}, exec=0
s_atomic_swap s4, s[2:3], 0x8
; out: mem[8]={0x5}

; test: s_atomic_swap of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x3}
s_atomic_swap s4, s[2:3], 0x8 glc
; out: mem[8]={0x5}, s4=0x3

; test: s_atomic_add of 5 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x3}, exec=0
s_atomic_add s4, s[2:3], 0x8
; out: mem[8]={0x8}

; test: s_atomic_add of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x3}
s_atomic_add s4, s[2:3], 0x8 glc
; out: mem[8]={0x8}, s4=0x3

; test: s_atomic_sub of 5 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x3}, exec=0
s_atomic_sub s4, s[2:3], 0x8
; out: mem[8]={0xfffffffe}

; test: s_atomic_sub of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x3}
s_atomic_sub s4, s[2:3], 0x8 glc
; out: mem[8]={0xfffffffe}, s4=0x3

; test: s_atomic_smin of -2 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, mem[8]={0x3}, exec=0
s_atomic_smin s4, s[2:3], 0x8
; out: mem[8]={0xfffffffe}

; test: s_atomic_smin of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, mem[8]={0x3}
s_atomic_smin s4, s[2:3], 0x8 glc
; out: mem[8]={0xfffffffe}, s4=0x3

; test: s_atomic_smin of 5 and -3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0xfffffffd}, exec=0
s_atomic_smin s4, s[2:3], 0x8
; out: mem[8]={0xfffffffd}

; test: s_atomic_smin of 5 and -3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0xfffffffd}
s_atomic_smin s4, s[2:3], 0x8 glc
; out: mem[8]={0xfffffffd}, s4=0xfffffffd

; test: s_atomic_umin of -2 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, mem[8]={0x3}, exec=0
s_atomic_umin s4, s[2:3], 0x8
; out: mem[8]={0x3}

; test: s_atomic_umin of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, mem[8]={0x3}
s_atomic_umin s4, s[2:3], 0x8 glc
; out: mem[8]={0x3}, s4=0x3

; test: s_atomic_smax of -2 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, mem[8]={0x3}, exec=0
s_atomic_smax s4, s[2:3], 0x8
; out: mem[8]={0x3}

; test: s_atomic_smax of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, mem[8]={0x3}
s_atomic_smax s4, s[2:3], 0x8 glc
; out: mem[8]={0x3}, s4=0x3

; test: s_atomic_umax of -2 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, mem[8]={0x3}, exec=0
s_atomic_umax s4, s[2:3], 0x8
; out: mem[8]={0xfffffffe}

; test: s_atomic_umax of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, mem[8]={0x3}
s_atomic_umax s4, s[2:3], 0x8 glc
; out: mem[8]={0xfffffffe}, s4=0x3

; test: s_atomic_and of 12 and 10
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, mem[8]={0xa}, exec=0
s_atomic_and s4, s[2:3], 0x8
; out: mem[8]={0x8}

; test: s_atomic_and of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, mem[8]={0xa}
s_atomic_and s4, s[2:3], 0x8 glc
; out: mem[8]={0x8}, s4=0xa

; test: s_atomic_or of 12 and 10
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, mem[8]={0xa}, exec=0
s_atomic_or s4, s[2:3], 0x8
; out: mem[8]={0xe}

; test: s_atomic_or of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, mem[8]={0xa}
s_atomic_or s4, s[2:3], 0x8 glc
; out: mem[8]={0xe}, s4=0xa

; test: s_atomic_xor of 12 and 10
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, mem[8]={0xa}, exec=0
s_atomic_xor s4, s[2:3], 0x8
; out: mem[8]={0x6}

; test: s_atomic_xor of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, mem[8]={0xa}
s_atomic_xor s4, s[2:3], 0x8 glc
; out: mem[8]={0x6}, s4=0xa

; test: s_atomic_inc of 5 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x3}, exec=0
s_atomic_inc s4, s[2:3], 0x8
; out: mem[8]={0x4}

; test: s_atomic_inc of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x3}
s_atomic_inc s4, s[2:3], 0x8 glc
; out: mem[8]={0x4}, s4=0x3

; test: s_atomic_inc of 3 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x3, mem[8]={0x3}, exec=0
s_atomic_inc s4, s[2:3], 0x8
; out: mem[8]={0x0}

; test: s_atomic_inc of 3 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x3, mem[8]={0x3}
s_atomic_inc s4, s[2:3], 0x8 glc
; out: mem[8]={0x0}, s4=0x3

; test: s_atomic_dec of 5 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x3}, exec=0
s_atomic_dec s4, s[2:3], 0x8
; out: mem[8]={0x2}

; test: s_atomic_dec of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x3}
s_atomic_dec s4, s[2:3], 0x8 glc
; out: mem[8]={0x2}, s4=0x3

; test: s_atomic_dec of 5 and 0
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x0}, exec=0
s_atomic_dec s4, s[2:3], 0x8
; out: mem[8]={0x5}

; test: s_atomic_dec of 5 and 0 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x0}
s_atomic_dec s4, s[2:3], 0x8 glc
; out: mem[8]={0x5}, s4=0x0

; test: s_atomic_dec of 5 and 7
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x7}, exec=0
s_atomic_dec s4, s[2:3], 0x8
; out: mem[8]={0x5}

; test: s_atomic_dec of 5 and 7 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, mem[8]={0x7}
s_atomic_dec s4, s[2:3], 0x8 glc
; out: mem[8]={0x5}, s4=0x7

; test: s_atomic_cmpswap stores the first data where memory is the second
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x9, s5=0x3, mem[8]={0x3, 0x4}
s_atomic_cmpswap s[4:5], s[2:3], 0x8
s_atomic_cmpswap s[4:5], s[2:3], 0xc glc
; out: mem[8]={0x9}, s4=0x4

; test: s_atomic_swap_x2 of 5 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_atomic_swap_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0x5, 0x0}

; test: s_atomic_swap_x2 of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}
s_atomic_swap_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0x5, 0x0}, s4=0x3, s5=0x0

; test: s_atomic_add_x2 of 5 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_atomic_add_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0x8, 0x0}

; test: s_atomic_add_x2 of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}
s_atomic_add_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0x8, 0x0}, s4=0x3, s5=0x0

; test: s_atomic_sub_x2 of 5 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_atomic_sub_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0xfffffffe, 0xffffffff}

; test: s_atomic_sub_x2 of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}
s_atomic_sub_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0xfffffffe, 0xffffffff}, s4=0x3, s5=0x0

; test: s_atomic_smin_x2 of -2 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}, exec=0
s_atomic_smin_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0xfffffffe, 0xffffffff}

; test: s_atomic_smin_x2 of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}
s_atomic_smin_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0xfffffffe, 0xffffffff}, s4=0x3, s5=0x0

; test: s_atomic_smin_x2 of 5 and -3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0xfffffffd, 0xffffffff}, exec=0
s_atomic_smin_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0xfffffffd, 0xffffffff}

; test: s_atomic_smin_x2 of 5 and -3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0xfffffffd, 0xffffffff}
s_atomic_smin_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0xfffffffd, 0xffffffff}, s4=0xfffffffd, s5=0xffffffff

; test: s_atomic_umin_x2 of -2 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}, exec=0
s_atomic_umin_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0x3, 0x0}

; test: s_atomic_umin_x2 of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}
s_atomic_umin_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0x3, 0x0}, s4=0x3, s5=0x0

; test: s_atomic_smax_x2 of -2 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}, exec=0
s_atomic_smax_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0x3, 0x0}

; test: s_atomic_smax_x2 of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}
s_atomic_smax_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0x3, 0x0}, s4=0x3, s5=0x0

; test: s_atomic_umax_x2 of -2 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}, exec=0
s_atomic_umax_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0xfffffffe, 0xffffffff}

; test: s_atomic_umax_x2 of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}
s_atomic_umax_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0xfffffffe, 0xffffffff}, s4=0x3, s5=0x0

; test: s_atomic_and_x2 of 12 and 10
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}, exec=0
s_atomic_and_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0x8, 0x0}

; test: s_atomic_and_x2 of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}
s_atomic_and_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0x8, 0x0}, s4=0xa, s5=0x0

; test: s_atomic_or_x2 of 12 and 10
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}, exec=0
s_atomic_or_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0xe, 0x0}

; test: s_atomic_or_x2 of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}
s_atomic_or_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0xe, 0x0}, s4=0xa, s5=0x0

; test: s_atomic_xor_x2 of 12 and 10
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}, exec=0
s_atomic_xor_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0x6, 0x0}

; test: s_atomic_xor_x2 of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}
s_atomic_xor_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0x6, 0x0}, s4=0xa, s5=0x0

; test: s_atomic_inc_x2 of 5 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_atomic_inc_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0x4, 0x0}

; test: s_atomic_inc_x2 of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}
s_atomic_inc_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0x4, 0x0}, s4=0x3, s5=0x0

; test: s_atomic_inc_x2 of 3 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x3, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_atomic_inc_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0x0, 0x0}

; test: s_atomic_inc_x2 of 3 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x3, s5=0x0, mem[8]={0x3, 0x0}
s_atomic_inc_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0x0, 0x0}, s4=0x3, s5=0x0

; test: s_atomic_dec_x2 of 5 and 3
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_atomic_dec_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0x2, 0x0}

; test: s_atomic_dec_x2 of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}
s_atomic_dec_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0x2, 0x0}, s4=0x3, s5=0x0

; test: s_atomic_dec_x2 of 5 and 0
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x0, 0x0}, exec=0
s_atomic_dec_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0x5, 0x0}

; test: s_atomic_dec_x2 of 5 and 0 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x0, 0x0}
s_atomic_dec_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0x5, 0x0}, s4=0x0, s5=0x0

; test: s_atomic_dec_x2 of 5 and 7
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x7, 0x0}, exec=0
s_atomic_dec_x2 s[4:5], s[2:3], 0x8
; out: mem[8]={0x5, 0x0}

; test: s_atomic_dec_x2 of 5 and 7 with the old value
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x5, s5=0x0, mem[8]={0x7, 0x0}
s_atomic_dec_x2 s[4:5], s[2:3], 0x8 glc
; out: mem[8]={0x5, 0x0}, s4=0x7, s5=0x0

; test: s_atomic_cmpswap_x2 stores the first data where memory is the second
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=0x9, s5=0x1, s6=0x3, s7=0x1, mem[8]={0x3, 0x1, 0x4, 0x1}
s_atomic_cmpswap_x2 s[4:7], s[2:3], 0x8
s_atomic_cmpswap_x2 s[4:7], s[2:3], 0x10 glc
; out: mem[8]={0x9, 0x1}, s4=0x4, s5=0x1

; test: s_buffer_atomic_swap of 5 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x3}, exec=0
s_buffer_atomic_swap s4, s[0:3], 0x8
; out: mem[8]={0x5}

; test: s_buffer_atomic_swap of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x3}
s_buffer_atomic_swap s4, s[0:3], 0x8 glc
; out: mem[8]={0x5}, s4=0x3

; test: s_buffer_atomic_add of 5 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x3}, exec=0
s_buffer_atomic_add s4, s[0:3], 0x8
; out: mem[8]={0x8}

; test: s_buffer_atomic_add of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x3}
s_buffer_atomic_add s4, s[0:3], 0x8 glc
; out: mem[8]={0x8}, s4=0x3

; test: s_buffer_atomic_sub of 5 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x3}, exec=0
s_buffer_atomic_sub s4, s[0:3], 0x8
; out: mem[8]={0xfffffffe}

; test: s_buffer_atomic_sub of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x3}
s_buffer_atomic_sub s4, s[0:3], 0x8 glc
; out: mem[8]={0xfffffffe}, s4=0x3

; test: s_buffer_atomic_smin of -2 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, mem[8]={0x3}, exec=0
s_buffer_atomic_smin s4, s[0:3], 0x8
; out: mem[8]={0xfffffffe}

; test: s_buffer_atomic_smin of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, mem[8]={0x3}
s_buffer_atomic_smin s4, s[0:3], 0x8 glc
; out: mem[8]={0xfffffffe}, s4=0x3

; test: s_buffer_atomic_smin of 5 and -3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0xfffffffd}, exec=0
s_buffer_atomic_smin s4, s[0:3], 0x8
; out: mem[8]={0xfffffffd}

; test: s_buffer_atomic_smin of 5 and -3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0xfffffffd}
s_buffer_atomic_smin s4, s[0:3], 0x8 glc
; out: mem[8]={0xfffffffd}, s4=0xfffffffd

; test: s_buffer_atomic_umin of -2 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, mem[8]={0x3}, exec=0
s_buffer_atomic_umin s4, s[0:3], 0x8
; out: mem[8]={0x3}

; test: s_buffer_atomic_umin of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, mem[8]={0x3}
s_buffer_atomic_umin s4, s[0:3], 0x8 glc
; out: mem[8]={0x3}, s4=0x3

; test: s_buffer_atomic_smax of -2 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, mem[8]={0x3}, exec=0
s_buffer_atomic_smax s4, s[0:3], 0x8
; out: mem[8]={0x3}

; test: s_buffer_atomic_smax of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, mem[8]={0x3}
s_buffer_atomic_smax s4, s[0:3], 0x8 glc
; out: mem[8]={0x3}, s4=0x3

; test: s_buffer_atomic_umax of -2 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, mem[8]={0x3}, exec=0
s_buffer_atomic_umax s4, s[0:3], 0x8
; out: mem[8]={0xfffffffe}

; test: s_buffer_atomic_umax of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, mem[8]={0x3}
s_buffer_atomic_umax s4, s[0:3], 0x8 glc
; out: mem[8]={0xfffffffe}, s4=0x3

; test: s_buffer_atomic_and of 12 and 10
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, mem[8]={0xa}, exec=0
s_buffer_atomic_and s4, s[0:3], 0x8
; out: mem[8]={0x8}

; test: s_buffer_atomic_and of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, mem[8]={0xa}
s_buffer_atomic_and s4, s[0:3], 0x8 glc
; out: mem[8]={0x8}, s4=0xa

; test: s_buffer_atomic_or of 12 and 10
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, mem[8]={0xa}, exec=0
s_buffer_atomic_or s4, s[0:3], 0x8
; out: mem[8]={0xe}

; test: s_buffer_atomic_or of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, mem[8]={0xa}
s_buffer_atomic_or s4, s[0:3], 0x8 glc
; out: mem[8]={0xe}, s4=0xa

; test: s_buffer_atomic_xor of 12 and 10
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, mem[8]={0xa}, exec=0
s_buffer_atomic_xor s4, s[0:3], 0x8
; out: mem[8]={0x6}

; test: s_buffer_atomic_xor of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, mem[8]={0xa}
s_buffer_atomic_xor s4, s[0:3], 0x8 glc
; out: mem[8]={0x6}, s4=0xa

; test: s_buffer_atomic_inc of 5 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x3}, exec=0
s_buffer_atomic_inc s4, s[0:3], 0x8
; out: mem[8]={0x4}

; test: s_buffer_atomic_inc of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x3}
s_buffer_atomic_inc s4, s[0:3], 0x8 glc
; out: mem[8]={0x4}, s4=0x3

; test: s_buffer_atomic_inc of 3 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x3, mem[8]={0x3}, exec=0
s_buffer_atomic_inc s4, s[0:3], 0x8
; out: mem[8]={0x0}

; test: s_buffer_atomic_inc of 3 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x3, mem[8]={0x3}
s_buffer_atomic_inc s4, s[0:3], 0x8 glc
; out: mem[8]={0x0}, s4=0x3

; test: s_buffer_atomic_dec of 5 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x3}, exec=0
s_buffer_atomic_dec s4, s[0:3], 0x8
; out: mem[8]={0x2}

; test: s_buffer_atomic_dec of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x3}
s_buffer_atomic_dec s4, s[0:3], 0x8 glc
; out: mem[8]={0x2}, s4=0x3

; test: s_buffer_atomic_dec of 5 and 0
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x0}, exec=0
s_buffer_atomic_dec s4, s[0:3], 0x8
; out: mem[8]={0x5}

; test: s_buffer_atomic_dec of 5 and 0 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x0}
s_buffer_atomic_dec s4, s[0:3], 0x8 glc
; out: mem[8]={0x5}, s4=0x0

; test: s_buffer_atomic_dec of 5 and 7
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x7}, exec=0
s_buffer_atomic_dec s4, s[0:3], 0x8
; out: mem[8]={0x5}

; test: s_buffer_atomic_dec of 5 and 7 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, mem[8]={0x7}
s_buffer_atomic_dec s4, s[0:3], 0x8 glc
; out: mem[8]={0x5}, s4=0x7

; test: s_buffer_atomic_cmpswap stores the first data where memory is the second
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x9, s5=0x3, mem[8]={0x3, 0x4}
s_buffer_atomic_cmpswap s[4:5], s[0:3], 0x8
s_buffer_atomic_cmpswap s[4:5], s[0:3], 0xc glc
; out: mem[8]={0x9}, s4=0x4

; test: s_buffer_atomic_swap_x2 of 5 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_buffer_atomic_swap_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0x5, 0x0}

; test: s_buffer_atomic_swap_x2 of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}
s_buffer_atomic_swap_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0x5, 0x0}, s4=0x3, s5=0x0

; test: s_buffer_atomic_add_x2 of 5 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_buffer_atomic_add_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0x8, 0x0}

; test: s_buffer_atomic_add_x2 of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}
s_buffer_atomic_add_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0x8, 0x0}, s4=0x3, s5=0x0

; test: s_buffer_atomic_sub_x2 of 5 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_buffer_atomic_sub_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0xfffffffe, 0xffffffff}

; test: s_buffer_atomic_sub_x2 of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}
s_buffer_atomic_sub_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0xfffffffe, 0xffffffff}, s4=0x3, s5=0x0

; test: s_buffer_atomic_smin_x2 of -2 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}, exec=0
s_buffer_atomic_smin_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0xfffffffe, 0xffffffff}

; test: s_buffer_atomic_smin_x2 of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}
s_buffer_atomic_smin_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0xfffffffe, 0xffffffff}, s4=0x3, s5=0x0

; test: s_buffer_atomic_smin_x2 of 5 and -3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0xfffffffd, 0xffffffff}, exec=0
s_buffer_atomic_smin_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0xfffffffd, 0xffffffff}

; test: s_buffer_atomic_smin_x2 of 5 and -3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0xfffffffd, 0xffffffff}
s_buffer_atomic_smin_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0xfffffffd, 0xffffffff}, s4=0xfffffffd, s5=0xffffffff

; test: s_buffer_atomic_umin_x2 of -2 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}, exec=0
s_buffer_atomic_umin_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0x3, 0x0}

; test: s_buffer_atomic_umin_x2 of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}
s_buffer_atomic_umin_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0x3, 0x0}, s4=0x3, s5=0x0

; test: s_buffer_atomic_smax_x2 of -2 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}, exec=0
s_buffer_atomic_smax_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0x3, 0x0}

; test: s_buffer_atomic_smax_x2 of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}
s_buffer_atomic_smax_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0x3, 0x0}, s4=0x3, s5=0x0

; test: s_buffer_atomic_umax_x2 of -2 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}, exec=0
s_buffer_atomic_umax_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0xfffffffe, 0xffffffff}

; test: s_buffer_atomic_umax_x2 of -2 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xfffffffe, s5=0xffffffff, mem[8]={0x3, 0x0}
s_buffer_atomic_umax_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0xfffffffe, 0xffffffff}, s4=0x3, s5=0x0

; test: s_buffer_atomic_and_x2 of 12 and 10
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}, exec=0
s_buffer_atomic_and_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0x8, 0x0}

; test: s_buffer_atomic_and_x2 of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}
s_buffer_atomic_and_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0x8, 0x0}, s4=0xa, s5=0x0

; test: s_buffer_atomic_or_x2 of 12 and 10
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}, exec=0
s_buffer_atomic_or_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0xe, 0x0}

; test: s_buffer_atomic_or_x2 of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}
s_buffer_atomic_or_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0xe, 0x0}, s4=0xa, s5=0x0

; test: s_buffer_atomic_xor_x2 of 12 and 10
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}, exec=0
s_buffer_atomic_xor_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0x6, 0x0}

; test: s_buffer_atomic_xor_x2 of 12 and 10 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0xc, s5=0x0, mem[8]={0xa, 0x0}
s_buffer_atomic_xor_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0x6, 0x0}, s4=0xa, s5=0x0

; test: s_buffer_atomic_inc_x2 of 5 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_buffer_atomic_inc_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0x4, 0x0}

; test: s_buffer_atomic_inc_x2 of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}
s_buffer_atomic_inc_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0x4, 0x0}, s4=0x3, s5=0x0

; test: s_buffer_atomic_inc_x2 of 3 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x3, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_buffer_atomic_inc_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0x0, 0x0}

; test: s_buffer_atomic_inc_x2 of 3 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x3, s5=0x0, mem[8]={0x3, 0x0}
s_buffer_atomic_inc_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0x0, 0x0}, s4=0x3, s5=0x0

; test: s_buffer_atomic_dec_x2 of 5 and 3
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}, exec=0
s_buffer_atomic_dec_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0x2, 0x0}

; test: s_buffer_atomic_dec_x2 of 5 and 3 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x3, 0x0}
s_buffer_atomic_dec_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0x2, 0x0}, s4=0x3, s5=0x0

; test: s_buffer_atomic_dec_x2 of 5 and 0
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x0, 0x0}, exec=0
s_buffer_atomic_dec_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0x5, 0x0}

; test: s_buffer_atomic_dec_x2 of 5 and 0 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x0, 0x0}
s_buffer_atomic_dec_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0x5, 0x0}, s4=0x0, s5=0x0

; test: s_buffer_atomic_dec_x2 of 5 and 7
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x7, 0x0}, exec=0
s_buffer_atomic_dec_x2 s[4:5], s[0:3], 0x8
; out: mem[8]={0x5, 0x0}

; test: s_buffer_atomic_dec_x2 of 5 and 7 with the old value
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x5, s5=0x0, mem[8]={0x7, 0x0}
s_buffer_atomic_dec_x2 s[4:5], s[0:3], 0x8 glc
; out: mem[8]={0x5, 0x0}, s4=0x7, s5=0x0

; test: s_buffer_atomic_cmpswap_x2 stores the first data where memory is the second
; chip: gfx900 gfx906
; in: s0=data, s2=64, s4=0x9, s5=0x1, s6=0x3, s7=0x1, mem[8]={0x3, 0x1, 0x4, 0x1}
s_buffer_atomic_cmpswap_x2 s[4:7], s[0:3], 0x8
s_buffer_atomic_cmpswap_x2 s[4:7], s[0:3], 0x10 glc
; out: mem[8]={0x9, 0x1}, s4=0x4, s5=0x1

; test: s_buffer_atomic_add beyond the end changes nothing and gives 0
; chip: gfx900 gfx906
; in: s0=data, s2=12, s4=5, s[6:7]=7, mem[8]={1, 2}
s_buffer_atomic_add s4, s[0:3], 0xc glc
s_buffer_atomic_add_x2 s[6:7], s[0:3], 0x8 glc
; out: s4=0, s6=0

; test: s_atomic_add is aligned to its data
; chip: gfx900 gfx906
; in: s[2:3]=data, s4=5, s[6:7]=7, mem[8]={1, 2}
s_atomic_add s4, s[2:3], 0xb
s_atomic_add_x2 s[6:7], s[2:3], 0xc
; out: mem[8]={13, 2}

; test: an atomic of the scalar unit where memory is read-only faults
; chip: gfx900 gfx906
; in: s4=5
s_atomic_add s4, s[2:3], 0x0
; run: -> fault: in the null page

; test: the cache of scalars
; in: s[2:3]=data
s_dcache_inv
s_dcache_wb
s_dcache_inv_vol
s_dcache_wb_vol
s_atc_probe 1, s[2:3], 0x10
s_atc_probe_buffer 1, s[4:7], 0x10
; out:

; test: lines of the cache of scalars
; chip: gfx900 gfx906
; in: s[2:3]=data
s_dcache_discard s[2:3], 0x40
s_dcache_discard_x2 s[2:3], 0x80
; out:

; test: clocks go on
s_memtime s[2:3]
s_memtime s[4:5]
s_memrealtime s[6:7]
s_sub_u32 s8, s4, s2
s_sub_u32 s9, s6, s4
s_cmp_lg_u32 s8, 0
s_cselect_b32 s8, 1, 0
s_cmp_lg_u32 s9, 0
s_cselect_b32 s9, 1, 0
s_mov_b64 s[2:3], 0
s_mov_b64 s[4:5], 0
s_mov_b64 s[6:7], 0
s_cmp_lg_u32 0, 0
; out: s8=1, s9=1
