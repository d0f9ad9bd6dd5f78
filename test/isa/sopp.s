; SOPP: branches, messages, waiting, ends.

; test: s_branch skips forwards and backwards
s_branch forwards
back:
s_mov_b32 s1, 1
s_branch end
s_mov_b32 s2, 1
forwards:
s_mov_b32 s0, 1
s_branch back
end:
s_nop 0
; run: -> s0=1, s1=1

; test: branches on SCC
s_cbranch_scc0 zero
s_mov_b32 s0, 1
zero:
s_cbranch_scc1 one
s_mov_b32 s1, 1
one:
s_nop 0
; run: -> s1=1
; run: scc=1 -> s0=1

; test: branches on VCC look at all 64 bits
s_cbranch_vccz zero
s_mov_b32 s0, 1
zero:
s_cbranch_vccnz one
s_mov_b32 s1, 1
one:
s_nop 0
; run: -> s1=1
; run: vcc=0x8000000000000000 -> s0=1
; run: vcc=1 -> s0=1

; test: branches on EXEC look at all 64 bits
s_cbranch_execz zero
s_mov_b32 s0, 1
zero:
s_cbranch_execnz one
s_mov_b32 s1, 1
one:
s_nop 0
; run: exec=0 -> s1=1
; run: exec=0x8000000000000000 -> s0=1

; test: a loop
loop:
s_add_u32 s1, s1, s0
s_sub_u32 s0, s0, 1
s_cmp_lg_u32 s0, 0
s_cbranch_scc1 loop
; run: s0=10 -> s0=0, s1=55

; test: s_endpgm ends
s_endpgm
s_mov_b32 s0, 1
; run: ->

; test: what has no functional effect
s_nop 7
s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
s_waitcnt 0
s_sleep 3
s_setprio 3
s_icache_inv
s_incperflevel 1
s_decperflevel 1
s_ttracedata
s_sethalt 0
; run: m0=5 ->

; test: a barrier lets a single wavefront go on
s_mov_b32 s0, 1
s_barrier
s_mov_b32 s1, 1
; run: -> s0=1, s1=1

; test: a message to the graphics pipeline
s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0)
; run: -> fault: unsupported: message 2

; test: a message to the driver's interrupt handler
s_sendmsghalt sendmsg(MSG_INTERRUPT)
; run: -> fault: unsupported: message 1

; test: a trap without a handler
s_trap 3
; run: -> fault: trap: trap 3

; test: a halted wavefront
s_sethalt 1
; run: -> fault: trap

; test: a branch out of the code
s_branch -3
; run: -> fault: branch

; test: words that are no instruction
.long 0xffffffff
; run: -> fault: 0xffffffff

; test: a word of an undefined opcode
; chip: gfx600
.long 0xbf8b0000
; run: -> fault: opcode 11
