; MUBUF: addressing, range checks, LDS transfers, formats of the resource, atomics. Expected values follow from the formulas
; of the manual. The resource is s[4:7]: base and stride, number of records, format.

; test: loads of every size, zero- and sign-extended
buffer_load_ubyte v1, off, s[4:7], 0 offset:1
buffer_load_sbyte v2, off, s[4:7], 0 offset:1
buffer_load_ushort v3, off, s[4:7], 0 offset:2
buffer_load_sshort v4, off, s[4:7], 0 offset:2
buffer_load_dword v5, off, s[4:7], 0
buffer_load_dwordx2 v[6:7], off, s[4:7], 0 offset:4
buffer_load_dwordx4 v[8:11], off, s[4:7], 0
; in: s[4:5]=data, s6=64, exec=1, mem[0]={0x9234f678, 2, 3, 4}
; out: v1[0]=0xf6, v2[0]=0xfffffff6, v3[0]=0x9234, v4[0]=0xffff9234, v5[0]=0x9234f678, v6[0]=2, v7[0]=3, v8[0]=0x9234f678, v9[0]=2, v10[0]=3, v11[0]=4

; test: stores of every size
buffer_store_byte v1, off, s[4:7], 0 offset:1
buffer_store_short v1, off, s[4:7], 0 offset:6
buffer_store_dword v1, off, s[4:7], 0 offset:8
buffer_store_dwordx2 v[1:2], off, s[4:7], 0 offset:16
buffer_store_dwordx4 v[1:4], off, s[4:7], 0 offset:32
; in: s[4:5]=data, s6=64, exec=1, v1=0x12345678, v2=2, v3=3, v4=4, mem[0]={-1, -1}
; out: mem[0]={0xffff78ff, 0x5678ffff, 0x12345678}, mem[16]={0x12345678, 2}, mem[32]={0x12345678, 2, 3, 4}

; test: low address bits of dwords and shorts do not count
; chip: gfx600 gfx803
buffer_load_dword v1, off, s[4:7], 0 offset:7
buffer_load_ushort v2, off, s[4:7], 0 offset:7
buffer_load_dwordx2 v[4:5], off, s[4:7], 0 offset:5
; in: s[4:5]=data, s6=64, exec=1, mem[4]={0x11112222, 3}
; out: v1[0]=0x11112222, v2[0]=0x1111, v4[0]=0x11112222, v5[0]=3

; test: 64-bit addresses add base, registers, scalar offset and offset
buffer_load_dword v4, v[0:1], s[4:7], s8 addr64 offset:4
buffer_store_dword v4, v[0:1], s[4:7], s8 addr64 offset:8
; in: s[4:5]=4, s8=8, exec=3, v[0:1]=data, v0[1]=data+64, mem[16]=5, mem[80]=6
; out: v4[0..1]={5, 6}, mem[20]=5, mem[84]=6

; test: 64-bit addresses have no range, and negative displacements work
buffer_load_dword v4, v[0:1], s[4:7], 0 addr64
; run: s[4:5]=data+16, s6=0, exec=1, v[0:1]=-8, mem[8]=5 -> v4[0]=5

; test: 64-bit addresses wrap at 48 bits, so the base of a descriptor can be negative
buffer_load_dword v4, v[0:1], s[4:7], 0 addr64
; run: s4=0xffffff00, s5=0xffff, s6=0, exec=1, v[0:1]=data+264, mem[8]=5 -> v4[0]=5

; test: an address outside of memory faults
buffer_load_dword v4, v[0:1], s[4:7], 0 addr64
; run: exec=1 -> fault: read
; run: exec=1, v1=1 -> fault: read
; run: exec=0 ->

; test: offen takes an offset, idxen an index, both two registers
buffer_load_dword v4, v2, s[4:7], 0 offen offset:4
buffer_load_dword v5, v0, s[4:7], 0 idxen
buffer_load_dword v6, v[0:1], s[4:7], 0 idxen offen offset:4
; in: s4=data, s5=0x00100000, s6=4, exec=3, v0[0..1]={1, 2}, v1[0..1]={4, 8}, v2[0..1]={0, 4}, mem[0]={10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33}
; out: v4[0..1]={11, 12}, v5[0..1]={20, 30}, v6[0..1]={22, 33}

; test: the scalar offset is an SGPR, M0 or a constant
buffer_load_dword v4, off, s[4:7], s8
buffer_load_dword v5, off, s[4:7], m0
buffer_load_dword v6, off, s[4:7], 12
; in: s[4:5]=data, s6=64, s8=4, m0=8, exec=1, mem[0]={1, 2, 3, 4}
; out: v4[0]=2, v5[0]=3, v6[0]=4

; test: raw buffers end after their bytes, less the scalar offset
buffer_load_dword v4, v0, s[4:7], s8 offen
buffer_store_dword v5, v0, s[4:7], s8 offen
; in: s[4:5]=data, s6=16, exec=3, v4=9, v5=7, mem[0]={1, 2, 3, 4, 5}
; run: v0[0..1]={12, 16} -> v4[0..1]={4, 0}, mem[12]=7
; run: s8=4, v0[0..1]={8, 12} -> v4[0..1]={4, 0}, mem[12]=7
; run: s8=16 -> v4[0..1]={0, 0}
; run: s8=20 -> v4[0..1]={0, 0}
; run: v0[0..1]={0xfffffffc, 0x80000000} -> v4[0..1]={0, 0}

; test: offsets that wrap are out of range, whichever dword or constant makes them wrap
buffer_load_dwordx2 v[4:5], v0, s[4:7], 0 offen
buffer_load_dwordx4 v[6:9], v0, s[4:7], 0 offen offset:4
buffer_store_dwordx4 v[10:13], v0, s[4:7], 0 offen
buffer_load_format_xy v[14:15], v0, s[4:7], 0 offen offset:8
buffer_atomic_add v16, v0, s[4:7], 0 offen offset:16
; in: s[4:5]=data, s6=64, s7=0x5d000, exec=3, v0[0..1]={0xffffffff, 0xfffffff8}, v4=9, v5=9, v6=9, v7=9, v8=9, v9=9, v10=5, v11=6, v12=7, v13=8, v14=9, v15=9, v16=1, mem[0]={1, 2, 3, 4, 5}
; out: v4[0..1]={0, 0}, v5[0..1]={0, 0}, v6[0..1]={0, 0}, v7[0..1]={0, 0}, v8[0..1]={0, 0}, v9[0..1]={0, 0}, v14[0..1]={0, 0}, v15[0..1]={0, 0}

; test: offsets of records that wrap are out of range
buffer_load_dwordx2 v[4:5], v[0:1], s[4:7], 0 idxen offen offset:4
; in: s4=data, s5=0x00100000, s6=4, exec=3, v0[0..1]={1, 1}, v1[0..1]={-4, 8}, v4=9, v5=9, mem[16]={1, 2, 3, 4, 5}
; out: v4[0..1]={0, 4}, v5[0..1]={0, 0}

; test: dwords of a wide access are checked one by one
buffer_load_dwordx4 v[4:7], v0, s[4:7], 0 offen
buffer_store_dwordx2 v[8:9], v0, s[4:7], 0 offen offset:4
; in: s[4:5]=data, s6=16, exec=1, v0=8, v4=9, v5=9, v6=9, v7=9, v8=5, v9=6, mem[0]={1, 2, 3, 4, 5}
; out: v4[0]=3, v5[0]=4, v6[0]=0, v7[0]=0, mem[12]=5

; test: structured buffers check the index, and the offset when there is an index
buffer_load_dword v4, v[0:1], s[4:7], 0 idxen offen
; in: s4=data, s5=0x00080000, s6=2, v4=9, exec=1, mem[0]={1, 2, 3, 4, 5}
; run: v0=1, v1=4 -> v4[0]=4
; run: v0=2, v1=0 -> v4[0]=0
; run: v0=0, v1=8 -> v4[0]=0
; run: v0=-1, v1=0 -> v4[0]=0

; test: the lane number is an index when the resource says so
buffer_load_dword v4, off, s[4:7], 0
; in: s4=data, s5=0x00040000, s6=3, s7=0x00800000, exec=15, v4=9, mem[0]={1, 2, 3, 4}
; out: v4[0..3]={1, 2, 3, 0}

; test: scratch is a swizzled buffer, dwords of 64 lanes side by side
buffer_store_dword v1, off, s[4:7], s8 offset:4
buffer_load_dword v2, v0, s[4:7], s8 offen
buffer_load_ubyte v3, v0, s[4:7], s8 offen offset:1
; in: s4=data, s5=0x80000000, s6=-1, s7=0xe8f000, s8=16, v0=4, exec=7, v1[0..2]={0x101, 0x202, 0x303}
; out: mem[272]={0x101, 0x202, 0x303}, v2[0..2]={0x101, 0x202, 0x303}, v3[0..2]={1, 2, 3}

; test: what is behind the end of private memory reads 0, and is not written
buffer_load_dword v4, v0, s[4:7], 0 offen
buffer_load_dwordx2 v[6:7], v0, s[4:7], 0 offen
buffer_store_dword v8, v0, s[4:7], 0 offen
buffer_atomic_add v9, v0, s[4:7], 0 offen glc
; in: s4=data, s5=0x80000000, s6=-1, s7=0xe80000, exec=15, v0[0..3]={-4, -400, 0x20000, 5000000}, v4=9, v6=9, v7=9, v8=3, v9=5, mem[0]={1, 2, 3, 4}
; run: -> v4[0..3]={0, 0, 0, 0}, v6[0..3]={0, 0, 0, 0}, v7[0]=1, v7[1..3]={0, 0, 0}, v9[0..3]={0, 0, 0, 0}

; test: swizzled records interleave elements of a group of records
buffer_load_dword v4, v[0:1], s[4:7], 0 idxen offen
; in: s4=data, s5=0x80100000, s6=32, s7=0x00080000, exec=15, v0[0..3]={1, 0, 9, 8}, v1[0..3]={0, 4, 0, 12}, mem[4]=10, mem[32]=11, mem[132]=12, mem[224]=13
; out: v4[0..3]={10, 11, 12, 13}

; test: loads to LDS put lanes side by side from M0 on
buffer_load_dword v0, s[4:7], 0 offen offset:4 lds
buffer_load_ubyte v0, s[4:7], 0 offen lds
; in: s[4:5]=data, s6=64, exec=5, v0[0..2]={0, 4, 8}, m0=0x10020, mem[0]={0x80, 2, 3, 4}
; out: lds[36]=2, lds[44]=4, lds[32]=0x80, lds[40]=3

; test: what cannot go to LDS is refused
buffer_load_dwordx2 off, s[4:7], 0 lds
; run: s[4:5]=data, s6=64 -> fault: LDS

; test: tfe adds a status of 0
buffer_load_dword v[4:5], off, s[4:7], 0 tfe
; run: s[4:5]=data, s6=64, exec=1, v5=9, mem[0]=3 -> v4[0]=3, v5[0]=0

; test: format loads convert as the resource says
buffer_load_format_xyzw v[4:7], off, s[4:7], 0
buffer_load_format_x v8, off, s[4:7], 0
; in: s[4:5]=data, s6=64, exec=1, mem[0]=0xff804001
; run: s7=0x00054fac -> v4[0]=1, v5[0]=0x40, v6[0]=0x80, v7[0]=0xff, v8[0]=1
; run: s7=0x00050f2e -> v4[0]=0x3f008081, v5[0]=0x3e808081, v6[0]=0x3b808081, v7[0]=1.0, v8[0]=0x3f008081
; run: s7=0x0000c204 -> v4[0]=1, v7[0]=1, v8[0]=1

; test: format loads out of range give what the selects say
buffer_load_format_xyzw v[4:7], off, s[4:7], 0
; in: s[4:5]=data, exec=1, s6=0, v4=9, v5=9, v6=9, v7=9
; run: s7=0x00027204 -> v4[0]=0, v5[0]=0, v6[0]=0, v7[0]=1.0
; run: s7=0x00024204 -> v4[0]=0, v5[0]=0, v6[0]=0, v7[0]=1

; test: format loads to LDS
buffer_load_format_x v0, s[4:7], 0 offen lds
; run: s[4:5]=data, s6=64, s7=0x0000cfac, exec=3, v0[0..1]={1, 2}, m0=8, mem[0]=0x00030201 -> lds[8]={2, 3}

; test: format stores convert as the resource says, selects backwards
buffer_store_format_xyzw v[0:3], off, s[4:7], 0
; in: s[4:5]=data, s6=64, exec=1
; run: s7=0x00054fac, v0=1, v1=2, v2=3, v3=4 -> mem[0]=0x04030201
; run: s7=0x00050f2e, v0=1.0, v1=0.0, v2=0.5, v3=1.0 -> mem[0]=0xffff0080
; run: s7=0x00077fac, v0=1.0, v1=2.0, v2=3.0, v3=4.0 -> mem[0]={0x3f800000, 0x40000000, 0x40400000, 0x40800000}

; test: partial format stores
buffer_store_format_x v0, off, s[4:7], 0
buffer_store_format_xy v[0:1], off, s[4:7], 0 offset:4
buffer_store_format_xyz v[0:2], off, s[4:7], 0 offset:8
; run: s[4:5]=data, s6=64, s7=0x00054fac, exec=1, v0=1, v1=2, v2=300, mem[0]={-1, -1, -1} -> mem[0]={1, 0x201, 0xff0201}

; test: partial format loads
buffer_load_format_xy v[4:5], off, s[4:7], 0
buffer_load_format_xyz v[8:10], off, s[4:7], 0
; run: s[4:5]=data, s6=64, s7=0x00054fac, exec=1, mem[0]=0x04030201 -> v4[0]=1, v5[0]=2, v8[0]=1, v9[0]=2, v10[0]=3

; test: a format that does not exist is refused
buffer_load_format_x v4, off, s[4:7], 0
; run: s[4:5]=data, s6=64, exec=1 -> fault: data format 0

; test: cache control changes nothing
buffer_wbinvl1
buffer_wbinvl1_sc
; in: v0=1, mem[0]=1
; out: v0=1

; test: atomics go through the lanes in ascending order
buffer_atomic_add v1, off, s[4:7], 0 glc
; run: s[4:5]=data, s6=4, exec=7, v1[0..2]={1, 10, 100}, mem[0]=5 -> v1[0..2]={5, 6, 16}, mem[0]=116

; test: atomics out of range return 0 and change nothing
buffer_atomic_add v1, v0, s[4:7], 0 offen glc
buffer_atomic_swap_x2 v[2:3], v0, s[4:7], 0 offen glc
; run: s[4:5]=data, s6=8, exec=3, v0[0..1]={0, 8}, v1=1, v2=2, v3=3, mem[0]={5, 6, 7} -> v1[0..1]={5, 0}, v2[0..1]={6, 0}, v3[0..1]={6, 0}, mem[0]={2, 3}

; test: atomics that return give a status with tfe
buffer_atomic_add v[1:2], off, s[4:7], 0 tfe
buffer_atomic_add v[4:5], off, s[4:7], 0 glc tfe
; run: s[4:5]=data, s6=4, exec=1, v1=1, v2=9, v4=2, v5=9 -> v4[0]=1, v5[0]=0, mem[0]=3

; test: atomics with 64-bit addresses
buffer_atomic_add v2, v[0:1], s[4:7], 0 addr64 offset:4
; run: exec=1, v[0:1]=data, v2=3, mem[4]=5 -> mem[4]=8

; test: buffer_atomic_swap
buffer_atomic_swap v4, off, s[4:7], 0 offset:16
buffer_atomic_swap v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x3, v8=0x3 -> mem[16]={0x3}, mem[32]={0x3}, v8[0]=0x5
; run: mem[16]={0x3}, mem[32]={0x3}, v4=0x5, v8=0x5 -> mem[16]={0x5}, mem[32]={0x5}, v8[0]=0x3
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x1, v8=0x1 -> mem[16]={0x1}, mem[32]={0x1}, v8[0]=0xffffffff
; run: mem[16]={0x80000000}, mem[32]={0x80000000}, v4=0x7fffffff, v8=0x7fffffff -> mem[16]={0x7fffffff}, mem[32]={0x7fffffff}, v8[0]=0x80000000

; test: buffer_atomic_cmpswap
buffer_atomic_cmpswap v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_cmpswap v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x12345678, v5=0x5, v8=0x12345678, v9=0x5 -> mem[16]={0x12345678}, mem[32]={0x12345678}, v8[0]=0x5
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x12345678, v5=0x6, v8=0x12345678, v9=0x6 -> mem[16]={0x5}, mem[32]={0x5}, v8[0]=0x5
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x12345678, v5=0xffffffff, v8=0x12345678, v9=0xffffffff -> mem[16]={0x12345678}, mem[32]={0x12345678}, v8[0]=0xffffffff

; test: buffer_atomic_add
buffer_atomic_add v4, off, s[4:7], 0 offset:16
buffer_atomic_add v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x3, v8=0x3 -> mem[16]={0x8}, mem[32]={0x8}, v8[0]=0x5
; run: mem[16]={0x3}, mem[32]={0x3}, v4=0x5, v8=0x5 -> mem[16]={0x8}, mem[32]={0x8}, v8[0]=0x3
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x1, v8=0x1 -> mem[16]={0x0}, mem[32]={0x0}, v8[0]=0xffffffff
; run: mem[16]={0x80000000}, mem[32]={0x80000000}, v4=0x7fffffff, v8=0x7fffffff -> mem[16]={0xffffffff}, mem[32]={0xffffffff}, v8[0]=0x80000000

; test: buffer_atomic_sub
buffer_atomic_sub v4, off, s[4:7], 0 offset:16
buffer_atomic_sub v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x3, v8=0x3 -> mem[16]={0x2}, mem[32]={0x2}, v8[0]=0x5
; run: mem[16]={0x3}, mem[32]={0x3}, v4=0x5, v8=0x5 -> mem[16]={0xfffffffe}, mem[32]={0xfffffffe}, v8[0]=0x3
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x1, v8=0x1 -> mem[16]={0xfffffffe}, mem[32]={0xfffffffe}, v8[0]=0xffffffff
; run: mem[16]={0x80000000}, mem[32]={0x80000000}, v4=0x7fffffff, v8=0x7fffffff -> mem[16]={0x1}, mem[32]={0x1}, v8[0]=0x80000000

; test: buffer_atomic_rsub
buffer_atomic_rsub v4, off, s[4:7], 0 offset:16
buffer_atomic_rsub v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x3, v8=0x3 -> mem[16]={0xfffffffe}, mem[32]={0xfffffffe}, v8[0]=0x5
; run: mem[16]={0x3}, mem[32]={0x3}, v4=0x5, v8=0x5 -> mem[16]={0x2}, mem[32]={0x2}, v8[0]=0x3
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x1, v8=0x1 -> mem[16]={0x2}, mem[32]={0x2}, v8[0]=0xffffffff
; run: mem[16]={0x80000000}, mem[32]={0x80000000}, v4=0x7fffffff, v8=0x7fffffff -> mem[16]={0xffffffff}, mem[32]={0xffffffff}, v8[0]=0x80000000

; test: buffer_atomic_smin
buffer_atomic_smin v4, off, s[4:7], 0 offset:16
buffer_atomic_smin v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x3, v8=0x3 -> mem[16]={0x3}, mem[32]={0x3}, v8[0]=0x5
; run: mem[16]={0x3}, mem[32]={0x3}, v4=0x5, v8=0x5 -> mem[16]={0x3}, mem[32]={0x3}, v8[0]=0x3
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x1, v8=0x1 -> mem[16]={0xffffffff}, mem[32]={0xffffffff}, v8[0]=0xffffffff
; run: mem[16]={0x80000000}, mem[32]={0x80000000}, v4=0x7fffffff, v8=0x7fffffff -> mem[16]={0x80000000}, mem[32]={0x80000000}, v8[0]=0x80000000

; test: buffer_atomic_umin
buffer_atomic_umin v4, off, s[4:7], 0 offset:16
buffer_atomic_umin v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x3, v8=0x3 -> mem[16]={0x3}, mem[32]={0x3}, v8[0]=0x5
; run: mem[16]={0x3}, mem[32]={0x3}, v4=0x5, v8=0x5 -> mem[16]={0x3}, mem[32]={0x3}, v8[0]=0x3
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x1, v8=0x1 -> mem[16]={0x1}, mem[32]={0x1}, v8[0]=0xffffffff
; run: mem[16]={0x80000000}, mem[32]={0x80000000}, v4=0x7fffffff, v8=0x7fffffff -> mem[16]={0x7fffffff}, mem[32]={0x7fffffff}, v8[0]=0x80000000

; test: buffer_atomic_smax
buffer_atomic_smax v4, off, s[4:7], 0 offset:16
buffer_atomic_smax v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x3, v8=0x3 -> mem[16]={0x5}, mem[32]={0x5}, v8[0]=0x5
; run: mem[16]={0x3}, mem[32]={0x3}, v4=0x5, v8=0x5 -> mem[16]={0x5}, mem[32]={0x5}, v8[0]=0x3
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x1, v8=0x1 -> mem[16]={0x1}, mem[32]={0x1}, v8[0]=0xffffffff
; run: mem[16]={0x80000000}, mem[32]={0x80000000}, v4=0x7fffffff, v8=0x7fffffff -> mem[16]={0x7fffffff}, mem[32]={0x7fffffff}, v8[0]=0x80000000

; test: buffer_atomic_umax
buffer_atomic_umax v4, off, s[4:7], 0 offset:16
buffer_atomic_umax v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x3, v8=0x3 -> mem[16]={0x5}, mem[32]={0x5}, v8[0]=0x5
; run: mem[16]={0x3}, mem[32]={0x3}, v4=0x5, v8=0x5 -> mem[16]={0x5}, mem[32]={0x5}, v8[0]=0x3
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x1, v8=0x1 -> mem[16]={0xffffffff}, mem[32]={0xffffffff}, v8[0]=0xffffffff
; run: mem[16]={0x80000000}, mem[32]={0x80000000}, v4=0x7fffffff, v8=0x7fffffff -> mem[16]={0x80000000}, mem[32]={0x80000000}, v8[0]=0x80000000

; test: buffer_atomic_and
buffer_atomic_and v4, off, s[4:7], 0 offset:16
buffer_atomic_and v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x3, v8=0x3 -> mem[16]={0x1}, mem[32]={0x1}, v8[0]=0x5
; run: mem[16]={0x3}, mem[32]={0x3}, v4=0x5, v8=0x5 -> mem[16]={0x1}, mem[32]={0x1}, v8[0]=0x3
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x1, v8=0x1 -> mem[16]={0x1}, mem[32]={0x1}, v8[0]=0xffffffff
; run: mem[16]={0x80000000}, mem[32]={0x80000000}, v4=0x7fffffff, v8=0x7fffffff -> mem[16]={0x0}, mem[32]={0x0}, v8[0]=0x80000000

; test: buffer_atomic_or
buffer_atomic_or v4, off, s[4:7], 0 offset:16
buffer_atomic_or v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x3, v8=0x3 -> mem[16]={0x7}, mem[32]={0x7}, v8[0]=0x5
; run: mem[16]={0x3}, mem[32]={0x3}, v4=0x5, v8=0x5 -> mem[16]={0x7}, mem[32]={0x7}, v8[0]=0x3
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x1, v8=0x1 -> mem[16]={0xffffffff}, mem[32]={0xffffffff}, v8[0]=0xffffffff
; run: mem[16]={0x80000000}, mem[32]={0x80000000}, v4=0x7fffffff, v8=0x7fffffff -> mem[16]={0xffffffff}, mem[32]={0xffffffff}, v8[0]=0x80000000

; test: buffer_atomic_xor
buffer_atomic_xor v4, off, s[4:7], 0 offset:16
buffer_atomic_xor v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x3, v8=0x3 -> mem[16]={0x6}, mem[32]={0x6}, v8[0]=0x5
; run: mem[16]={0x3}, mem[32]={0x3}, v4=0x5, v8=0x5 -> mem[16]={0x6}, mem[32]={0x6}, v8[0]=0x3
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0x1, v8=0x1 -> mem[16]={0xfffffffe}, mem[32]={0xfffffffe}, v8[0]=0xffffffff
; run: mem[16]={0x80000000}, mem[32]={0x80000000}, v4=0x7fffffff, v8=0x7fffffff -> mem[16]={0xffffffff}, mem[32]={0xffffffff}, v8[0]=0x80000000

; test: buffer_atomic_inc
buffer_atomic_inc v4, off, s[4:7], 0 offset:16
buffer_atomic_inc v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x9, v8=0x9 -> mem[16]={0x6}, mem[32]={0x6}, v8[0]=0x5
; run: mem[16]={0x9}, mem[32]={0x9}, v4=0x9, v8=0x9 -> mem[16]={0x0}, mem[32]={0x0}, v8[0]=0x9
; run: mem[16]={0xa}, mem[32]={0xa}, v4=0x9, v8=0x9 -> mem[16]={0x0}, mem[32]={0x0}, v8[0]=0xa
; run: mem[16]={0x0}, mem[32]={0x0}, v4=0x9, v8=0x9 -> mem[16]={0x1}, mem[32]={0x1}, v8[0]=0x0
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0xffffffff, v8=0xffffffff -> mem[16]={0x0}, mem[32]={0x0}, v8[0]=0xffffffff

; test: buffer_atomic_dec
buffer_atomic_dec v4, off, s[4:7], 0 offset:16
buffer_atomic_dec v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5}, mem[32]={0x5}, v4=0x9, v8=0x9 -> mem[16]={0x4}, mem[32]={0x4}, v8[0]=0x5
; run: mem[16]={0x9}, mem[32]={0x9}, v4=0x9, v8=0x9 -> mem[16]={0x8}, mem[32]={0x8}, v8[0]=0x9
; run: mem[16]={0xa}, mem[32]={0xa}, v4=0x9, v8=0x9 -> mem[16]={0x9}, mem[32]={0x9}, v8[0]=0xa
; run: mem[16]={0x0}, mem[32]={0x0}, v4=0x9, v8=0x9 -> mem[16]={0x9}, mem[32]={0x9}, v8[0]=0x0
; run: mem[16]={0xffffffff}, mem[32]={0xffffffff}, v4=0xffffffff, v8=0xffffffff -> mem[16]={0xfffffffe}, mem[32]={0xfffffffe}, v8[0]=0xffffffff

; test: buffer_atomic_fcmpswap
buffer_atomic_fcmpswap v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_fcmpswap v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x3fc00000}, mem[32]={0x3fc00000}, v4=0x12345678, v5=0xc0000000, v8=0x12345678, v9=0xc0000000 -> mem[16]={0x3fc00000}, mem[32]={0x3fc00000}, v8[0]=0x3fc00000
; run: mem[16]={0xbf800000}, mem[32]={0xbf800000}, v4=0x12345678, v5=0x40400000, v8=0x12345678, v9=0x40400000 -> mem[16]={0xbf800000}, mem[32]={0xbf800000}, v8[0]=0xbf800000
; run: mem[16]={0x0}, mem[32]={0x0}, v4=0x12345678, v5=0x80000000, v8=0x12345678, v9=0x80000000 -> mem[16]={0x12345678}, mem[32]={0x12345678}, v8[0]=0x0
; run: mem[16]={0x40000000}, mem[32]={0x40000000}, v4=0x12345678, v5=0x40000000, v8=0x12345678, v9=0x40000000 -> mem[16]={0x12345678}, mem[32]={0x12345678}, v8[0]=0x40000000

; test: buffer_atomic_fmin
buffer_atomic_fmin v4, off, s[4:7], 0 offset:16
buffer_atomic_fmin v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x3fc00000}, mem[32]={0x3fc00000}, v4=0xc0000000, v8=0xc0000000 -> mem[16]={0xc0000000}, mem[32]={0xc0000000}, v8[0]=0x3fc00000
; run: mem[16]={0xbf800000}, mem[32]={0xbf800000}, v4=0x40400000, v8=0x40400000 -> mem[16]={0xbf800000}, mem[32]={0xbf800000}, v8[0]=0xbf800000
; run: mem[16]={0x0}, mem[32]={0x0}, v4=0x80000000, v8=0x80000000 -> mem[16]={0x0}, mem[32]={0x0}, v8[0]=0x0
; run: mem[16]={0x40000000}, mem[32]={0x40000000}, v4=0x40000000, v8=0x40000000 -> mem[16]={0x40000000}, mem[32]={0x40000000}, v8[0]=0x40000000

; test: buffer_atomic_fmax
buffer_atomic_fmax v4, off, s[4:7], 0 offset:16
buffer_atomic_fmax v8, off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x3fc00000}, mem[32]={0x3fc00000}, v4=0xc0000000, v8=0xc0000000 -> mem[16]={0x3fc00000}, mem[32]={0x3fc00000}, v8[0]=0x3fc00000
; run: mem[16]={0xbf800000}, mem[32]={0xbf800000}, v4=0x40400000, v8=0x40400000 -> mem[16]={0x40400000}, mem[32]={0x40400000}, v8[0]=0xbf800000
; run: mem[16]={0x0}, mem[32]={0x0}, v4=0x80000000, v8=0x80000000 -> mem[16]={0x0}, mem[32]={0x0}, v8[0]=0x0
; run: mem[16]={0x40000000}, mem[32]={0x40000000}, v4=0x40000000, v8=0x40000000 -> mem[16]={0x40000000}, mem[32]={0x40000000}, v8[0]=0x40000000

; test: buffer_atomic_swap_x2
buffer_atomic_swap_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_swap_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x3, v[8:9]=0x3 -> mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[4:5]=0x5, v[8:9]=0x5 -> mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[8:9][0]=0x3
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x1, v[8:9]=0x1 -> mem[16]={0x1, 0x0}, mem[32]={0x1, 0x0}, v[8:9][0]=0xffffffffffffffff
; run: mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[4:5]=0x7fffffffffffffff, v[8:9]=0x7fffffffffffffff -> mem[16]={0xffffffff, 0x7fffffff}, mem[32]={0xffffffff, 0x7fffffff}, v[8:9][0]=0x8000000000000000

; test: buffer_atomic_cmpswap_x2
buffer_atomic_cmpswap_x2 v[4:7], off, s[4:7], 0 offset:16
buffer_atomic_cmpswap_x2 v[8:11], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x123456789abcdef0, v[6:7]=0x5, v[8:9]=0x123456789abcdef0, v[10:11]=0x5 -> mem[16]={0x9abcdef0, 0x12345678}, mem[32]={0x9abcdef0, 0x12345678}, v[8:9][0]=0x5
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x123456789abcdef0, v[6:7]=0x6, v[8:9]=0x123456789abcdef0, v[10:11]=0x6 -> mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x123456789abcdef0, v[6:7]=0xffffffffffffffff, v[8:9]=0x123456789abcdef0, v[10:11]=0xffffffffffffffff -> mem[16]={0x9abcdef0, 0x12345678}, mem[32]={0x9abcdef0, 0x12345678}, v[8:9][0]=0xffffffffffffffff

; test: buffer_atomic_add_x2
buffer_atomic_add_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_add_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x3, v[8:9]=0x3 -> mem[16]={0x8, 0x0}, mem[32]={0x8, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[4:5]=0x5, v[8:9]=0x5 -> mem[16]={0x8, 0x0}, mem[32]={0x8, 0x0}, v[8:9][0]=0x3
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x1, v[8:9]=0x1 -> mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[8:9][0]=0xffffffffffffffff
; run: mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[4:5]=0x7fffffffffffffff, v[8:9]=0x7fffffffffffffff -> mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[8:9][0]=0x8000000000000000

; test: buffer_atomic_sub_x2
buffer_atomic_sub_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_sub_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x3, v[8:9]=0x3 -> mem[16]={0x2, 0x0}, mem[32]={0x2, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[4:5]=0x5, v[8:9]=0x5 -> mem[16]={0xfffffffe, 0xffffffff}, mem[32]={0xfffffffe, 0xffffffff}, v[8:9][0]=0x3
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x1, v[8:9]=0x1 -> mem[16]={0xfffffffe, 0xffffffff}, mem[32]={0xfffffffe, 0xffffffff}, v[8:9][0]=0xffffffffffffffff
; run: mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[4:5]=0x7fffffffffffffff, v[8:9]=0x7fffffffffffffff -> mem[16]={0x1, 0x0}, mem[32]={0x1, 0x0}, v[8:9][0]=0x8000000000000000

; test: buffer_atomic_rsub_x2
buffer_atomic_rsub_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_rsub_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x3, v[8:9]=0x3 -> mem[16]={0xfffffffe, 0xffffffff}, mem[32]={0xfffffffe, 0xffffffff}, v[8:9][0]=0x5
; run: mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[4:5]=0x5, v[8:9]=0x5 -> mem[16]={0x2, 0x0}, mem[32]={0x2, 0x0}, v[8:9][0]=0x3
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x1, v[8:9]=0x1 -> mem[16]={0x2, 0x0}, mem[32]={0x2, 0x0}, v[8:9][0]=0xffffffffffffffff
; run: mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[4:5]=0x7fffffffffffffff, v[8:9]=0x7fffffffffffffff -> mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[8:9][0]=0x8000000000000000

; test: buffer_atomic_smin_x2
buffer_atomic_smin_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_smin_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x3, v[8:9]=0x3 -> mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[4:5]=0x5, v[8:9]=0x5 -> mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[8:9][0]=0x3
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x1, v[8:9]=0x1 -> mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[8:9][0]=0xffffffffffffffff
; run: mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[4:5]=0x7fffffffffffffff, v[8:9]=0x7fffffffffffffff -> mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[8:9][0]=0x8000000000000000

; test: buffer_atomic_umin_x2
buffer_atomic_umin_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_umin_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x3, v[8:9]=0x3 -> mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[4:5]=0x5, v[8:9]=0x5 -> mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[8:9][0]=0x3
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x1, v[8:9]=0x1 -> mem[16]={0x1, 0x0}, mem[32]={0x1, 0x0}, v[8:9][0]=0xffffffffffffffff
; run: mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[4:5]=0x7fffffffffffffff, v[8:9]=0x7fffffffffffffff -> mem[16]={0xffffffff, 0x7fffffff}, mem[32]={0xffffffff, 0x7fffffff}, v[8:9][0]=0x8000000000000000

; test: buffer_atomic_smax_x2
buffer_atomic_smax_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_smax_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x3, v[8:9]=0x3 -> mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[4:5]=0x5, v[8:9]=0x5 -> mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[8:9][0]=0x3
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x1, v[8:9]=0x1 -> mem[16]={0x1, 0x0}, mem[32]={0x1, 0x0}, v[8:9][0]=0xffffffffffffffff
; run: mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[4:5]=0x7fffffffffffffff, v[8:9]=0x7fffffffffffffff -> mem[16]={0xffffffff, 0x7fffffff}, mem[32]={0xffffffff, 0x7fffffff}, v[8:9][0]=0x8000000000000000

; test: buffer_atomic_umax_x2
buffer_atomic_umax_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_umax_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x3, v[8:9]=0x3 -> mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[4:5]=0x5, v[8:9]=0x5 -> mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[8:9][0]=0x3
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x1, v[8:9]=0x1 -> mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[8:9][0]=0xffffffffffffffff
; run: mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[4:5]=0x7fffffffffffffff, v[8:9]=0x7fffffffffffffff -> mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[8:9][0]=0x8000000000000000

; test: buffer_atomic_and_x2
buffer_atomic_and_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_and_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x3, v[8:9]=0x3 -> mem[16]={0x1, 0x0}, mem[32]={0x1, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[4:5]=0x5, v[8:9]=0x5 -> mem[16]={0x1, 0x0}, mem[32]={0x1, 0x0}, v[8:9][0]=0x3
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x1, v[8:9]=0x1 -> mem[16]={0x1, 0x0}, mem[32]={0x1, 0x0}, v[8:9][0]=0xffffffffffffffff
; run: mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[4:5]=0x7fffffffffffffff, v[8:9]=0x7fffffffffffffff -> mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[8:9][0]=0x8000000000000000

; test: buffer_atomic_or_x2
buffer_atomic_or_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_or_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x3, v[8:9]=0x3 -> mem[16]={0x7, 0x0}, mem[32]={0x7, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[4:5]=0x5, v[8:9]=0x5 -> mem[16]={0x7, 0x0}, mem[32]={0x7, 0x0}, v[8:9][0]=0x3
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x1, v[8:9]=0x1 -> mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[8:9][0]=0xffffffffffffffff
; run: mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[4:5]=0x7fffffffffffffff, v[8:9]=0x7fffffffffffffff -> mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[8:9][0]=0x8000000000000000

; test: buffer_atomic_xor_x2
buffer_atomic_xor_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_xor_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x3, v[8:9]=0x3 -> mem[16]={0x6, 0x0}, mem[32]={0x6, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x3, 0x0}, mem[32]={0x3, 0x0}, v[4:5]=0x5, v[8:9]=0x5 -> mem[16]={0x6, 0x0}, mem[32]={0x6, 0x0}, v[8:9][0]=0x3
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0x1, v[8:9]=0x1 -> mem[16]={0xfffffffe, 0xffffffff}, mem[32]={0xfffffffe, 0xffffffff}, v[8:9][0]=0xffffffffffffffff
; run: mem[16]={0x0, 0x80000000}, mem[32]={0x0, 0x80000000}, v[4:5]=0x7fffffffffffffff, v[8:9]=0x7fffffffffffffff -> mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[8:9][0]=0x8000000000000000

; test: buffer_atomic_inc_x2
buffer_atomic_inc_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_inc_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x9, v[8:9]=0x9 -> mem[16]={0x6, 0x0}, mem[32]={0x6, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x9, 0x0}, mem[32]={0x9, 0x0}, v[4:5]=0x9, v[8:9]=0x9 -> mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[8:9][0]=0x9
; run: mem[16]={0xa, 0x0}, mem[32]={0xa, 0x0}, v[4:5]=0x9, v[8:9]=0x9 -> mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[8:9][0]=0xa
; run: mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[4:5]=0x9, v[8:9]=0x9 -> mem[16]={0x1, 0x0}, mem[32]={0x1, 0x0}, v[8:9][0]=0x0
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0xffffffffffffffff, v[8:9]=0xffffffffffffffff -> mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[8:9][0]=0xffffffffffffffff

; test: buffer_atomic_dec_x2
buffer_atomic_dec_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_dec_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x5, 0x0}, mem[32]={0x5, 0x0}, v[4:5]=0x9, v[8:9]=0x9 -> mem[16]={0x4, 0x0}, mem[32]={0x4, 0x0}, v[8:9][0]=0x5
; run: mem[16]={0x9, 0x0}, mem[32]={0x9, 0x0}, v[4:5]=0x9, v[8:9]=0x9 -> mem[16]={0x8, 0x0}, mem[32]={0x8, 0x0}, v[8:9][0]=0x9
; run: mem[16]={0xa, 0x0}, mem[32]={0xa, 0x0}, v[4:5]=0x9, v[8:9]=0x9 -> mem[16]={0x9, 0x0}, mem[32]={0x9, 0x0}, v[8:9][0]=0xa
; run: mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[4:5]=0x9, v[8:9]=0x9 -> mem[16]={0x9, 0x0}, mem[32]={0x9, 0x0}, v[8:9][0]=0x0
; run: mem[16]={0xffffffff, 0xffffffff}, mem[32]={0xffffffff, 0xffffffff}, v[4:5]=0xffffffffffffffff, v[8:9]=0xffffffffffffffff -> mem[16]={0xfffffffe, 0xffffffff}, mem[32]={0xfffffffe, 0xffffffff}, v[8:9][0]=0xffffffffffffffff

; test: buffer_atomic_fcmpswap_x2
buffer_atomic_fcmpswap_x2 v[4:7], off, s[4:7], 0 offset:16
buffer_atomic_fcmpswap_x2 v[8:11], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x0, 0x3ff80000}, mem[32]={0x0, 0x3ff80000}, v[4:5]=0x123456789abcdef0, v[6:7]=0xc000000000000000, v[8:9]=0x123456789abcdef0, v[10:11]=0xc000000000000000 -> mem[16]={0x0, 0x3ff80000}, mem[32]={0x0, 0x3ff80000}, v[8:9][0]=0x3ff8000000000000
; run: mem[16]={0x0, 0xbff00000}, mem[32]={0x0, 0xbff00000}, v[4:5]=0x123456789abcdef0, v[6:7]=0x4008000000000000, v[8:9]=0x123456789abcdef0, v[10:11]=0x4008000000000000 -> mem[16]={0x0, 0xbff00000}, mem[32]={0x0, 0xbff00000}, v[8:9][0]=0xbff0000000000000
; run: mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[4:5]=0x123456789abcdef0, v[6:7]=0x8000000000000000, v[8:9]=0x123456789abcdef0, v[10:11]=0x8000000000000000 -> mem[16]={0x9abcdef0, 0x12345678}, mem[32]={0x9abcdef0, 0x12345678}, v[8:9][0]=0x0
; run: mem[16]={0x0, 0x40000000}, mem[32]={0x0, 0x40000000}, v[4:5]=0x123456789abcdef0, v[6:7]=0x4000000000000000, v[8:9]=0x123456789abcdef0, v[10:11]=0x4000000000000000 -> mem[16]={0x9abcdef0, 0x12345678}, mem[32]={0x9abcdef0, 0x12345678}, v[8:9][0]=0x4000000000000000

; test: buffer_atomic_fmin_x2
buffer_atomic_fmin_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_fmin_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x0, 0x3ff80000}, mem[32]={0x0, 0x3ff80000}, v[4:5]=0xc000000000000000, v[8:9]=0xc000000000000000 -> mem[16]={0x0, 0xc0000000}, mem[32]={0x0, 0xc0000000}, v[8:9][0]=0x3ff8000000000000
; run: mem[16]={0x0, 0xbff00000}, mem[32]={0x0, 0xbff00000}, v[4:5]=0x4008000000000000, v[8:9]=0x4008000000000000 -> mem[16]={0x0, 0xbff00000}, mem[32]={0x0, 0xbff00000}, v[8:9][0]=0xbff0000000000000
; run: mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[4:5]=0x8000000000000000, v[8:9]=0x8000000000000000 -> mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[8:9][0]=0x0
; run: mem[16]={0x0, 0x40000000}, mem[32]={0x0, 0x40000000}, v[4:5]=0x4000000000000000, v[8:9]=0x4000000000000000 -> mem[16]={0x0, 0x40000000}, mem[32]={0x0, 0x40000000}, v[8:9][0]=0x4000000000000000

; test: buffer_atomic_fmax_x2
buffer_atomic_fmax_x2 v[4:5], off, s[4:7], 0 offset:16
buffer_atomic_fmax_x2 v[8:9], off, s[4:7], 0 offset:32 glc
; in: s[4:5]=data, s6=64, exec=1
; run: mem[16]={0x0, 0x3ff80000}, mem[32]={0x0, 0x3ff80000}, v[4:5]=0xc000000000000000, v[8:9]=0xc000000000000000 -> mem[16]={0x0, 0x3ff80000}, mem[32]={0x0, 0x3ff80000}, v[8:9][0]=0x3ff8000000000000
; run: mem[16]={0x0, 0xbff00000}, mem[32]={0x0, 0xbff00000}, v[4:5]=0x4008000000000000, v[8:9]=0x4008000000000000 -> mem[16]={0x0, 0x40080000}, mem[32]={0x0, 0x40080000}, v[8:9][0]=0xbff0000000000000
; run: mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[4:5]=0x8000000000000000, v[8:9]=0x8000000000000000 -> mem[16]={0x0, 0x0}, mem[32]={0x0, 0x0}, v[8:9][0]=0x0
; run: mem[16]={0x0, 0x40000000}, mem[32]={0x0, 0x40000000}, v[4:5]=0x4000000000000000, v[8:9]=0x4000000000000000 -> mem[16]={0x0, 0x40000000}, mem[32]={0x0, 0x40000000}, v[8:9][0]=0x4000000000000000

