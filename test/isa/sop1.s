; SOP1: one source. Expected values follow from the operations' definitions.

; test: moves keep SCC
s_mov_b32 s2, s0
s_mov_b64 s[4:5], s[0:1]
; run: s[0:1]=0x123456789abcdef0, scc=1 -> s2=0x9abcdef0, s[4:5]=0x123456789abcdef0

; test: conditional moves
s_cmov_b32 s2, s0
s_cmov_b64 s[4:5], s[0:1]
; in: s0=1, s1=2, s2=7, s4=8
; run: scc=1 -> s2=1, s4=1, s5=2
; run: scc=0 ->

; test: complement
s_not_b32 s2, s0
s_cselect_b32 s3, 1, 0
s_not_b64 s[4:5], s[0:1]
; run: s[0:1]=0xffffffff -> s5=0xffffffff, scc=1
; run: s[0:1]=-1 ->
; run: s[0:1]=0xfffffffe -> s2=1, s3=1, s[4:5]=0xffffffff00000001, scc=1

; test: whole quads
s_wqm_b32 s2, s0
s_wqm_b64 s[4:5], s[0:1]
; run: s[0:1]=0x8000000000000120 -> s2=0xff0, s4=0xff0, s5=0xf0000000, scc=1
; run: s1=1 -> s5=15, scc=1
; run: scc=1 -> scc=0

; test: quad masks
s_quadmask_b32 s2, s0
s_quadmask_b64 s[4:5], s[0:1]
; run: s[0:1]=0x8000000000000120 -> s2=6, s4=0x8006, scc=1
; run: s[0:1]=-1 -> s2=0xff, s4=0xffff, scc=1
; run: s[0:1]=0x1000000010000000 -> s2=0x80, s4=0x8080, scc=1
; run: scc=1, s5=9 -> s5=0, scc=0

; test: bits in reverse order
s_brev_b32 s2, s0
s_brev_b64 s[4:5], s[0:1]
; run: s[0:1]=0x0000000180000002 -> s2=0x40000001, s[4:5]=0x4000000180000000

; test: counting bits
s_bcnt0_i32_b32 s2, s0
s_bcnt0_i32_b64 s3, s[0:1]
s_bcnt1_i32_b32 s4, s0
s_bcnt1_i32_b64 s5, s[0:1]
; run: s[0:1]=0xff00000001 -> s2=31, s3=55, s4=1, s5=9, scc=1
; run: -> s2=32, s3=64
; run: s[0:1]=-1 -> s4=32, s5=64, scc=1

; test: SCC of bit counts
s_bcnt0_i32_b32 s2, s0
; run: s0=-1, scc=1 -> scc=0
; run: s0=1 -> s2=31, scc=1

; test: first zero and one from the low end
s_ff0_i32_b32 s2, s0
s_ff0_i32_b64 s3, s[0:1]
s_ff1_i32_b32 s4, s0
s_ff1_i32_b64 s5, s[0:1]
; run: s[0:1]=0x100000000 -> s4=-1, s5=32
; run: s[0:1]=-1 -> s2=-1, s3=-1
; run: s[0:1]=0xffffffff -> s2=-1, s3=32
; run: s[0:1]=0 -> s4=-1, s5=-1
; run: s[0:1]=7 -> s2=3, s3=3

; test: first one from the high end
s_flbit_i32_b32 s2, s0
s_flbit_i32_b64 s3, s[0:1]
; run: -> s2=-1, s3=-1
; run: s0=1 -> s2=31, s3=63
; run: s0=0x80000000 -> s3=32
; run: s1=0x00008000 -> s2=-1, s3=16

; test: first bit that differs from the sign
s_flbit_i32 s2, s0
s_flbit_i32_i64 s3, s[0:1]
; run: -> s2=-1, s3=-1
; run: s[0:1]=-1 -> s2=-1, s3=-1
; run: s0=1 -> s2=31, s3=63
; run: s[0:1]=-2 -> s2=31, s3=63
; run: s0=0x80000000 -> s2=1, s3=32
; run: s[0:1]=0xffff7fff80000000 -> s2=1, s3=16

; test: sign extension
s_sext_i32_i8 s2, s0
s_sext_i32_i16 s3, s0
; run: s0=0x12348180 -> s2=0xffffff80, s3=0xffff8180
; run: s0=0xffff7f7f -> s2=0x7f, s3=0x7f7f

; test: setting and clearing bits
s_bitset0_b32 s2, s0
s_bitset0_b64 s[4:5], s0
s_bitset1_b32 s6, s0
s_bitset1_b64 s[8:9], s0
; in: s2=-1, s[4:5]=-1
; run: s0=33 -> s2=0xfffffffd, s5=0xfffffffd, s6=2, s9=2
; run: s0=0 -> s2=0xfffffffe, s4=0xfffffffe, s6=1, s8=1
; run: s0=127 -> s2=0x7fffffff, s5=0x7fffffff, s6=0x80000000, s9=0x80000000

; test: s_getpc_b64 gives the following instruction
s_nop 0
s_getpc_b64 s[2:3]
; run: -> s2=code+8

; test: s_setpc_b64 jumps
s_getpc_b64 s[2:3]
s_add_u32 s2, s2, target-4
s_setpc_b64 s[2:3]
s_mov_b32 s10, 1
target:
s_mov_b32 s11, 1
; run: -> s2=code+target, s11=1

; test: s_swappc_b64 calls and returns
s_getpc_b64 s[2:3]
s_add_u32 s2, s2, function-4
s_swappc_b64 s[4:5], s[2:3]
s_mov_b32 s10, 1
s_endpgm
function:
s_mov_b32 s11, 1
s_setpc_b64 s[4:5]
; run: -> s2=code+function, s4=code+16, s10=1, s11=1

; test: s_swappc_b64 reads its source before it writes
s_getpc_b64 s[2:3]
s_add_u32 s2, s2, function-4
s_swappc_b64 s[2:3], s[2:3]
function:
s_nop 0
; run: -> s2=code+function

; test: s_rfe_b64 continues at its source
s_getpc_b64 s[2:3]
s_add_u32 s2, s2, target-4
s_rfe_b64 s[2:3]
s_mov_b32 s10, 1
target:
s_nop 0
; run: -> s2=code+target

; test: a jump out of the code faults
s_setpc_b64 s[2:3]
; run: s2=data -> fault: branch
; run: s2=code+2 -> fault: branch
; run: s3=1 -> fault: branch

; test: saving EXEC
s_and_saveexec_b64 s[10:11], s[0:1]
s_mov_b64 s[12:13], exec
s_mov_b64 exec, s[2:3]
s_or_saveexec_b64 s[14:15], s[0:1]
s_mov_b64 s[16:17], exec
s_mov_b64 exec, s[2:3]
s_xor_saveexec_b64 s[18:19], s[0:1]
s_mov_b64 s[20:21], exec
s_mov_b64 exec, s[2:3]
s_andn2_saveexec_b64 s[22:23], s[0:1]
s_mov_b64 s[24:25], exec
; in: s[0:1]=0xff00ff0000ff00ff, s[2:3]=0xf0f0f0f0f0f0f0f0, exec=0xf0f0f0f0f0f0f0f0
; run: -> s[10:11]=0xf0f0f0f0f0f0f0f0, s[12:13]=0xf000f00000f000f0, s[14:15]=0xf0f0f0f0f0f0f0f0, s[16:17]=0xfff0fff0f0fff0ff, s[18:19]=0xf0f0f0f0f0f0f0f0, s[20:21]=0x0ff00ff0f00ff00f, s[22:23]=0xf0f0f0f0f0f0f0f0, s[24:25]=0x0f000f00000f000f, exec=0x0f000f00000f000f, scc=1

; test: saving EXEC, inverted operations
s_orn2_saveexec_b64 s[10:11], s[0:1]
s_mov_b64 s[12:13], exec
s_mov_b64 exec, s[2:3]
s_nand_saveexec_b64 s[14:15], s[0:1]
s_mov_b64 s[16:17], exec
s_mov_b64 exec, s[2:3]
s_nor_saveexec_b64 s[18:19], s[0:1]
s_mov_b64 s[20:21], exec
s_mov_b64 exec, s[2:3]
s_xnor_saveexec_b64 s[22:23], s[0:1]
s_mov_b64 s[24:25], exec
; in: s[0:1]=0xff00ff0000ff00ff, s[2:3]=0xf0f0f0f0f0f0f0f0, exec=0xf0f0f0f0f0f0f0f0
; run: -> s[10:11]=0xf0f0f0f0f0f0f0f0, s[12:13]=0xff0fff0f0fff0fff, s[14:15]=0xf0f0f0f0f0f0f0f0, s[16:17]=0x0fff0fffff0fff0f, s[18:19]=0xf0f0f0f0f0f0f0f0, s[20:21]=0x000f000f0f000f00, s[22:23]=0xf0f0f0f0f0f0f0f0, s[24:25]=0xf00ff00f0ff00ff0, exec=0xf00ff00f0ff00ff0, scc=1

; test: an EXEC of zero clears SCC
s_and_saveexec_b64 s[10:11], 0
; run: scc=1 -> s[10:11]=-1, exec=0, scc=0

; test: s_and_saveexec_b64 may write to its source
s_and_saveexec_b64 vcc, vcc
; run: vcc=0xff -> vcc=-1, exec=0xff, scc=1

; test: displaced sources
s_movrels_b32 s2, s4
s_movrels_b64 s[8:9], s[4:5]
; in: s0=99, s1=98, s4=1, s5=2, s6=3, s7=4
; run: m0=0 -> s2=1, s8=1, s9=2
; run: m0=2 -> s2=3, s8=3, s9=4
; run: m0=0x7fffffff -> s2=99, s8=99, s9=98

; test: displaced destinations
s_movreld_b32 s2, s0
s_movreld_b64 s[20:21], s[0:1]
; in: s0=5, s1=6
; run: m0=3 -> s5=5, s23=5, s24=6
; run: m0=1000 ->
; run: m0=83 -> s85=5

; test: s_abs_i32
s_abs_i32 s2, s0
; run: s0=-5 -> s2=5, scc=1
; run: s0=5 -> s2=5, scc=1
; run: scc=1 -> scc=0
; run: s0=0x80000000 -> s2=0x80000000, scc=1

; test: special registers
s_mov_b32 vcc_hi, 7
s_mov_b32 m0, vcc_hi
s_mov_b32 exec_hi, 3
; run: -> vcc_hi=7, m0=7, exec_hi=3
