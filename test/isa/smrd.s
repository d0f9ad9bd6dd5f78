; SMRD: addresses, alignment, bounds. Expected values follow from the manual's address formulas.

; test: immediates count dwords
; chip: gfx600
s_load_dword s2, s[0:1], 0x3
; in: s[0:1]=data, mem[0]={10, 11, 12, 13}
; out: s2=13

; test: an SGPR offset counts bytes
s_load_dword s2, s[0:1], s3
; in: s[0:1]=data, mem[0]={10, 11, 12, 13}
; run: s3=8 -> s2=12
; run: s3=0 -> s2=10

; test: the two low bits of base and offset do not count, each on its own
s_load_dword s2, s[0:1], s3
; in: mem[0]={10, 11, 12, 13}
; run: s[0:1]=data+3, s3=3 -> s2=10
; run: s[0:1]=data+2, s3=6 -> s2=11
; run: s[0:1]=data+7, s3=7 -> s2=12

; test: the base may be overwritten
; chip: gfx600
s_load_dwordx2 s[0:1], s[0:1], 0x1
; run: s[0:1]=data, mem[4]={7, 8} -> s[0:1]=0x800000007

; test: wide loads fill consecutive registers
; chip: gfx600
s_load_dwordx2 s[4:5], s[0:1], 0x0
s_load_dwordx4 s[8:11], s[0:1], 0x1
s_load_dwordx8 s[16:23], s[0:1], 0x2
s_load_dwordx16 s[32:47], s[0:1], 0x0
; in: s[0:1]=data, mem[0]={1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
; out: s4=1, s5=2, s8=2, s9=3, s10=4, s11=5, s16=3, s17=4, s18=5, s19=6, s20=7, s21=8, s22=9, s23=10, s32=1, s33=2, s34=3, s35=4, s36=5, s37=6, s38=7, s39=8, s40=9, s41=10, s42=11, s43=12, s44=13, s45=14, s46=15, s47=16

; test: scalar loads do not look at EXEC
s_load_dword s2, s[0:1], 0x0
; run: s[0:1]=data, exec=0, mem[0]=5 -> s2=5

; test: VCC and M0 can be loaded
; chip: gfx600
s_load_dwordx2 vcc, s[0:1], 0x0
s_load_dword m0, s[0:1], 0x2
; run: s[0:1]=data, mem[0]={1, 2, 3} -> vcc=0x200000001, m0=3

; test: an address outside of memory faults
s_load_dword s2, s[0:1], 0x0
; run: s[0:1]=0 -> fault: read
; run: s[0:1]=0x100000000 -> fault: read

; test: s_buffer_load gives 0 beyond a raw buffer, dword by dword
s_buffer_load_dwordx4 s[8:11], s[4:7], s3
; in: s[4:5]=data, mem[0]={1, 2, 3, 4, 5, 6, 7, 8}
; run: s6=16, s3=0 -> s8=1, s9=2, s10=3, s11=4
; run: s6=16, s3=8 -> s8=3, s9=4
; run: s6=16, s3=15, s10=9, s11=9 -> s8=4, s10=0, s11=0
; run: s6=16, s3=16 -> s8=0
; run: s6=16, s3=0xfffffffc -> s8=0

; test: s_buffer_load multiplies records by the stride
; chip: gfx600
s_buffer_load_dwordx2 s[8:9], s[4:7], 0x1
; in: s4=data, mem[0]={1, 2, 3, 4}
; run: s5=0x00040000, s6=2 -> s8=2
; run: s5=0x00040000, s6=3 -> s8=2, s9=3
; run: s5=0x00040000, s6=0 -> s8=0

; test: s_buffer_load ignores what is above 48 bits of the base and the format
s_buffer_load_dword s8, s[4:7], 0x0
; run: s4=data, s5=0x80000000, s6=4, s7=0xffffffff, mem[0]=9 -> s8=9

; test: wide buffer loads
; chip: gfx600
s_buffer_load_dwordx8 s[16:23], s[4:7], 0x0
s_buffer_load_dwordx16 s[32:47], s[4:7], 0x1
; in: s[4:5]=data, s6=40, mem[0]={1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
; out: s16=1, s17=2, s18=3, s19=4, s20=5, s21=6, s22=7, s23=8, s32=2, s33=3, s34=4, s35=5, s36=6, s37=7, s38=8, s39=9, s40=10

; test: the clock goes forward
s_memtime s[0:1]
s_memtime s[2:3]
s_sub_u32 s2, s2, s0
s_subb_u32 s3, s3, s1
v_cmp_gt_u64 vcc, s[2:3], v[0:1]
s_mov_b64 s[0:1], 0
s_mov_b64 s[2:3], 0
s_cmp_lg_u32 vcc_lo, 0
; out: vcc=-1, scc=1

; test: s_dcache_inv changes nothing
s_dcache_inv
; in: s0=1
; out: s0=1
