// Programs with the directives of an assembler. Nothing is left to a linker. (LLVM 16 never ends when code whose
// size is no multiple of 4 is to be aligned with s_nop.)

export const PROGRAMS: Readonly<Record<string, string>> = {
  'symbols that are known are inline, others are literals': `
.set four, 4
one = 1
.equ later, four + one
s_mov_b32 s0, four
s_mov_b32 s1, later
s_mov_b32 s[four], -one
s_mov_b64 s[four:four+1], later * 2
.set four, 100
s_mov_b32 s3, four
s_mov_b32 s4, end - start
v_mov_b32 v[later], unknown
start:
s_nop four - 90
end:
.set unknown, 3
.set size, end - start
s_mov_b32 s5, size`,
  'the place of a statement': `
s_branch 1f
1: s_nop 0
.set here, .
s_mov_b32 s0, . - here
s_mov_b32 s1, .-1b
1: s_branch 1b
s_cbranch_scc1 here
s_cbranch_vccz 1f
.long . - here, here - .
1: s_endpgm`,
  macros: `
.macro twice name, value=3, rest:vararg
  s_mov_b32 \\name, \\value
.Lmade\\@:
  s_branch .Lmade\\@
  .ifnb \\rest
  .long \\rest
  .endif
.endm
.macro outer register:req
  twice s\\register
  twice value=0x\\register\\()0, name=s1
  .exitm
  s_nop 15
.endm
twice s0, 1
twice s1
twice s2, 2, 7, 8, 9
outer 7
outer 10
.purgem twice
.macro twice
  s_nop 2
.endm
twice`,
  repetitions: `
.set n, 0
.rept 5
  s_mov_b32 s[n], n * 2
  .if n > 2
    s_nop n
  .elseif n == 1
    s_nop 10
  .else
    s_nop 0
  .endif
  n = n + 1
.endr
.irp register, s1, s2, vcc_lo
  s_mov_b32 \\register, 0
.endr
.irpc digit, 135
  s_mov_b32 s\\digit, 0x\\digit\\digit
.endr
.rept 2
  .rept 3
    s_nop 1
  .endr
  s_nop 2
.endr`,
  conditions: `
.set yes, 1
.ifdef yes
  s_nop 1
  .ifndef no
    s_nop 2
  .else
    unknown
  .endif
.else
  .if nothing
  .endif
  s_nop 3
.endif
.ifeq yes - 1
  s_nop 4
.endif
.ifge yes
  s_nop 5
.endif
.ifc abc, abc
  s_nop 6
.endif`,
  data: `
.byte 1, 2, 0xff, -1, 'a', '\\n', '\\'', 0
.short 0x1234, -2
.p2align 2
.long 1, -1, 0xffffffff, 1 << 31
.quad 0x123456789abcdef0, -1
.float 1.0, -0.5, 0x1.8p1, 1e10, 3
.double 1.0, -2.5e-3
.ascii "ab\\tc\\"\\101\\x41; // no comment # here"
.asciz "end", ""
.p2align 3, 0x5a
.zero 3
.zero 5, 0x11
.fill 3, 4, 0x01020304
.fill 2
.skip 2
.balign 4
.octa 0x0123456789abcdef0011223344556677`,
  'alignment of code': `
s_nop 0
.p2align 4
s_nop 1
.p2align 3
.byte 1
.p2align 3, 0x5a
s_nop 2
.p2align 5, , 4
.p2align 8
s_endpgm
.org 300
s_nop 3`,
  sections: `
.section .note.made,"",@progbits
.long 1, 2
.text
s_nop 0
.pushsection .AMDGPU.config
.long 47176
.popsection
.globl kernel
.type kernel,@function
kernel: /* a comment
over two lines; s_nop 3 */ s_nop 1
.Lend:
.size kernel, .Lend-kernel
.section .note.made
.long 3
.previous
s_nop 2 // the end
.ident "a; b"
.section ".note.GNU-stack","",@progbits
.addrsig`,
};
