// The assembler: labels, constants, literals, forms, data, and problems with their lines.

import test from 'ava';
import { listingText } from '../../src/isa/disassemble.js';
import { printInstruction } from '../../src/isa/print.js';
import { randomFrom, randomInstruction } from './random-instruction.js';
import { allInstructions, assemble, disassemble } from './southern-islands.js';

const hex = (source: string): string[] => {
  const { words, problems } = assemble(source);
  return problems.length > 0
    ? problems.map(({ line, message }) => `${line}: ${message}`)
    : [...words].map((word) => word.toString(16));
};

test('labels, comments and several statements of a kind', (t) => {
  t.deepEqual(hex('start: s_nop 0 // a comment\n/* another */ s_branch start ; and one more\n# last'), [
    'bf800000',
    'bf82fffe',
  ]);
  t.deepEqual(hex('s_cbranch_scc1 end\ns_nop 0\nend:'), ['bf850001', 'bf800000']);
  t.deepEqual(hex('a: b:\ns_branch b'), ['bf82ffff']);
});

test('constants become inline where they can', (t) => {
  t.deepEqual(hex('s_mov_b32 s0, 64'), ['be8003c0']);
  t.deepEqual(hex('s_mov_b32 s0, -16'), ['be8003d0']);
  t.deepEqual(hex('s_mov_b32 s0, 65'), ['be8003ff', '41']);
  t.deepEqual(hex('s_mov_b32 s0, 1.0'), ['be8003f2']);
  t.deepEqual(hex('s_mov_b32 s0, 0x3f800000'), ['be8003f2']);
  t.deepEqual(hex('s_mov_b32 s0, 1.5'), ['be8003ff', '3fc00000']);
  t.deepEqual(hex('s_mov_b32 s0, lit(1)'), ['be8003ff', '1']);
  t.deepEqual(hex('v_add_f64 v[0:1], 1.0, v[2:3]'), ['d2c80000', '204f2']);
  t.deepEqual(hex('v_cvt_f32_f64 v0, 1.5'), ['7e001eff', '3ff80000']);
  t.deepEqual(hex('s_mov_b32 s0, (1 << 4) + 2 * 3 - ~0'), ['be800397']);
});

test('the form follows from the operands', (t) => {
  t.deepEqual(hex('v_add_f32 v0, s1, v2'), ['6000401']);
  t.deepEqual(hex('v_add_f32 v0, v1, s2'), ['d2060000', '501']);
  t.deepEqual(hex('v_add_f32_e64 v0, v1, v2'), ['d2060000', '20501']);
  t.deepEqual(hex('v_add_f32 v0, |v1|, -v2 clamp mul:2'), ['d2060900', '48020501']);
  t.deepEqual(hex('v_cmp_lt_f32 vcc, v0, v1'), ['7c020300']);
  t.deepEqual(hex('v_cmp_lt_f32 s[2:3], v0, v1'), ['d0020002', '20300']);
  t.deepEqual(hex('V_MOV_B32 v1, v2'), ['7e020302']);
});

test('data and symbols', (t) => {
  t.deepEqual(hex('.set size, 4\n.text\n.long 1, size * 2, -1\nlast: .word last'), ['1', '8', 'ffffffff', 'c']);
  t.deepEqual(hex('s_mov_b32 s0, there\nthere:'), ['be8003ff', '8']);
});

test('problems name the line and the reason', (t) => {
  const problems = [
    ['s_frob s0', "1: there is no instruction 's_frob'"],
    ['s_nop 0\ns_mov_b32 s0', '2: s_mov_b32 takes 2 operands, here are 1'],
    ['s_mov_b64 s[1:2], 0', '1: s_mov_b64: s[1:2] is an odd register pair'],
    ['s_mov_b64 s[0:1], s2', "1: 's2' does not fit the operand S0 of s_mov_b64"],
    ['s_branch nowhere', "1: 'nowhere' is not defined"],
    ['a:\na:', "2: the label 'a' is defined twice"],
    ['s_add_u32 s0, 0x12345, 0x54321', '1: s_add_u32 has room for one literal, here are 2'],
    ['s_movk_i32 s0, 65536', '1: 65536 does not fit 16 bits'],
    ['buffer_load_dword v0, off, s[0:3], 0 offset:4096', "1: '4096' does not fit the modifier 'offset' (0..4095)"],
    ['ds_read_b32 v0, v1 sparkling', "1: ds_read_b32 has no modifier 'sparkling'"],
    ['.frob 1', "1: there is no directive '.frob'"],
    ['.long 1 / 0', '1: division by zero'],
    ['v_mov_b32 v0, |v1', "1: '|v1' is no expression"],
  ] as const;
  for (const [source, expected] of problems) t.deepEqual(hex(source), [expected], source);
});

test('a source without sense gives problems and ends', (t) => {
  const random = randomFrom(3);
  const letters = 's_v[]():,.-+|0123 abcmovlitwq\n';
  for (let i = 0; i < 300; i++) {
    const source = Array.from({ length: random.below(200) }, () => letters[random.below(letters.length)]).join('');
    const { words, problems } = assemble(source);
    t.true(words.length <= source.length && problems.length <= 100);
  }
  t.true(assemble(`.long ${'('.repeat(5000)}`).problems.length > 0);
  t.true(assemble(`s_mov_b32 s0, ${'-'.repeat(3000)}1`).problems.length > 0);
});

test('our text of random instructions assembles to their words', (t) => {
  const random = randomFrom(11);
  for (const def of allInstructions())
    for (let i = 0; i < 4; i++) {
      const instruction = randomInstruction(def, random);
      const text = printInstruction(instruction);
      t.deepEqual([...assemble(text).words], [...instruction.words], text);
    }
});

test('a listing with labels assembles to the same words', (t) => {
  const code = [
    0xbf820001, 0xbe800381, 0x7e000301, 0xbf840001, 0xffffffff, 0xbf82fffb, 0xbe810402, 0xbf810000, 0xd2060000,
  ];
  const listing = listingText(disassemble(code), {
    base: 0x100,
    annotate: (offset) => (offset === 8 ? 'kernel.cl:3' : undefined),
  });
  t.deepEqual([...assemble(listing).words], code);
  t.regex(listing, /^L0008:\n {2}v_mov_b32_e32 v0, v1 +\/\/ 000108: 7e000301$/m);
  t.regex(listing, /^; kernel\.cl:3$/m);
  t.regex(listing, /\.long 0xbe810402 .* ! s_mov_b64 s\[1:2\], s\[2:3\]: .*odd register pair/);
});
