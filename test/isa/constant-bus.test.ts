// Operands of a vector instruction besides VGPRs: every combination of operands of every vector ALU instruction, judged
// by LLVM's assembler; and the errors of those that are not allowed.

import { existsSync } from 'node:fs';
import test from 'ava';
import type { InstructionDef } from '../../src/isa/define.js';
import { makeInstruction } from '../../src/isa/encode.js';
import type { Instruction, Operand } from '../../src/isa/instruction.js';
import { layoutOf, type SlotLayout } from '../../src/isa/layout.js';
import { printInstruction } from '../../src/isa/print.js';
import { faultingLines } from '../../src/isa/report.js';
import { count } from './campaign.js';
import { ENGINES, EngineDriver } from './engine.js';
import { assembleLines, hexBytes, LLVM_MC } from './llvm-mc.js';
import { allInstructions, assemble, codes, decode, southernIslands } from './southern-islands.js';

const { literal: LITERAL_CODE, inlineConstant } = codes;

const ALL_SCALARS = [0, 1, 4, 106, 107, 124, 126, 127, 112, 108];
/** Operands for instructions with three sources in an ordinary run. */
const SOME_SCALARS = [0, 4, 106, 124];

const scalar = (index: number, count: number): Operand => ({ kind: 'scalar', index, count });
const LITERAL = { kind: 'const', bits: 0x12345678, bits64: 0x12345678n, literal: true, code: LITERAL_CODE } as const;
const INLINE: Operand = { kind: 'const', ...inlineConstant(242)!, literal: false, code: 242 };

/** The kinds of operands that the constant bus distinguishes. */
function candidates(def: InstructionDef, slot: SlotLayout, scalars: readonly number[]): readonly Operand[] {
  const { dwords } = slot.shape;
  const registers = scalars.filter((index) => index % dwords === 0 && (index !== 124 || dwords === 1));
  switch (slot.kind) {
    case 'vgpr':
      return [{ kind: 'vgpr', index: 1, count: dwords }];
    case 'sdst':
    case 'vcc':
      return [scalar(106, dwords)];
    case 'literal':
      return [LITERAL];
    default:
      return [
        ...(slot.kind === 'src' && !slot.shape.mask ? [{ kind: 'vgpr', index: 2, count: dwords } as const] : []),
        ...registers.map((index) => scalar(index, dwords)),
        ...(slot.shape.mask ? [] : [INLINE]),
        ...(layoutOf(def).format.literal && slot.field === 'src0' ? [LITERAL] : []),
        ...(slot.kind === 'src' && !slot.shape.mask ? CONDITIONS : []),
      ];
  }
}

const CONDITIONS = (['VCCZ', 'SCC'] as const).map((name) => ({ kind: 'condition', name }) as const);

function combinations(def: InstructionDef): readonly Instruction[] {
  const { slots } = layoutOf(def);
  const many = slots.filter(({ kind }) => kind === 'src' || kind === 'ssrc').length > 2;
  const scalars = many ? SOME_SCALARS.concat(count(0, 1) ? ALL_SCALARS : []) : ALL_SCALARS;
  let lists: Record<string, Operand>[] = [{}];
  for (const slot of slots) {
    const choices = candidates(def, slot, [...new Set(scalars)]);
    lists = lists.flatMap((list) => choices.map((operand) => ({ ...list, [slot.name]: operand })));
  }
  return lists.map((operands) => makeInstruction(def, operands, {}));
}

const REFUSAL = /constant bus/;

/**
 * LLVM 16's assembler refuses M0 as lane select of v_writelane_b32 beside another scalar operand, which its code
 * generator emits for tahiti; since LLVM 18 the assembler takes it (llvm-project, pull request 78827: a lane select
 * does not take the bus).
 */
const LATER_ALLOWED = /^v_writelane_b32 v1, .*, m0$/;

/**
 * Forms that LLVM does not have, so that it does not check the constant bus: its message, and the instructions.
 */
const UNJUDGED = {
  'invalid instruction': ['v_mov_fed_b32', 'v_qsad_u8'],
  'e64 variant of this instruction is not supported': ['v_readfirstlane_b32', 'v_readlane_b32', 'v_writelane_b32'],
  // Lanes and displaced registers are of VGPRs; half-precision constants are not integers.
  'invalid operand for instruction': [
    ...['v_cvt_f32_f16', 'v_movrels_b32', 'v_movrelsd_b32', 'v_readfirstlane_b32', 'v_readlane_b32'],
  ],
  'literal operands are not supported': ['v_cvt_f32_f16'],
};

test('constant bus: permitted operands are those of LLVM’s assembler', (t) => {
  t.true(existsSync(LLVM_MC), 'llvm-mc is missing: apt-get install llvm-16');
  const defs = allInstructions().filter(({ format }) => format.startsWith('VOP'));
  const instructions = defs.flatMap(combinations);
  const lines = instructions.map((instruction) => printInstruction(instruction));
  const { bytes, errors } = assembleLines(lines);
  const differences: string[] = [];
  const unjudged = new Map<string, Set<string>>();
  let [refused, accepted] = [0, 0];
  for (const [i, instruction] of instructions.entries()) {
    const decoded = decode(instruction.words);
    const ours = decoded.ok ? 'accepted' : decoded.error.problem;
    const error = errors.get(i);
    const judged = error === undefined ? bytes.get(i) === hexBytes(instruction) : REFUSAL.test(error);
    if (!judged) {
      const message = error ?? 'other bytes';
      unjudged.set(message, (unjudged.get(message) ?? new Set()).add(instruction.def.name));
      continue;
    }
    const theirs = error === undefined ? 'accepted' : 'constant-bus';
    if (theirs === 'accepted') accepted++;
    else refused++;
    if (ours !== theirs && !LATER_ALLOWED.test(lines[i]!))
      differences.push(`${lines[i]}: ours ${ours}, LLVM's ${theirs}`);
  }
  t.deepEqual(differences.slice(0, 40), []);
  t.deepEqual(Object.fromEntries([...unjudged].map(([message, names]) => [message, [...names].sort()])), UNJUDGED);
  t.true(refused > 10_000 && accepted > 10_000, `${refused} refused, ${accepted} accepted`);
});

/** Violations, their words, and how both operands are named. */
const VIOLATIONS = [
  ['v_add_f32_e64 v0, s1, s2', [0xd2060000, 0x401], 's1 and s2'],
  ['v_add_f32_e64 v0, s1, m0', [0xd2060000, 0xf801], 's1 and m0'],
  ['v_mad_f32 v0, s1, v1, vcc_lo', [0xd2820000, 0x1aa0201], 's1 and vcc_lo'],
  ['v_ldexp_f64 v[0:1], s[0:1], s0', [0xd2d00000, 0], 's[0:1] and s0'],
  ['v_madmk_f32 v0, s1, 0x12345678, v1', [0x40000201, 0x12345678], 's1 and the literal 0x12345678'],
  ['v_addc_u32_e32 v0, vcc, 0x12345678, v1, vcc', [0x500002ff, 0x12345678], 'vcc (always) and the literal 0x12345678'],
  ['v_cndmask_b32_e32 v0, s1, v1, vcc', [0x201], 'vcc (always) and s1'],
  ['v_cndmask_b32_e64 v0, s1, v1, s[2:3]', [0xd2000000, 0xa0201], 's1 and s[2:3]'],
  ['v_div_fmas_f32 v0, v1, exec_lo, v2', [0xd2de0000, 0x408fd01], 'vcc (always) and exec_lo'],
  ['v_movreld_b32_e32 v0, s1', [0x7e008401], 'm0 (always) and s1'],
  ['v_writelane_b32 v0, s1, s2', [0x4000401], 's1 and s2'],
  ['v_cmp_eq_u32_e64 s[0:1], src_scc, s1', [0xd1840000, 0x2fd], 'src_scc and s1'],
] as const;

test('the assembler, listings and checks name both operands', (t) => {
  for (const [text, words, operands] of VIOLATIONS) {
    const { problems } = assemble(`s_nop 0\n${text}`);
    t.is(problems.length, 1, text);
    t.is(problems[0]!.line, 2);
    t.true(problems[0]!.message.includes(`reads ${operands}, `), problems[0]!.message);
    const lines = faultingLines(southernIslands, [0xbf800000, ...words, 0xbf810000]);
    t.deepEqual(
      lines.map(({ offset }) => offset),
      [4],
    );
    t.true(lines[0]!.problem!.startsWith(`${text}: `) && lines[0]!.problem!.includes(operands), lines[0]!.problem);
  }
});

test('without a suffix, the 32-bit form that could be encoded gives the reason', (t) => {
  const [problem] = assemble('v_addc_u32 v0, vcc, 0x12345678, v1, vcc').problems;
  t.regex(problem!.message, /reads vcc \(always\) and the literal/);
});

test('every engine faults at the instruction, and nowhere before', (t) => {
  for (const [text, words, operands] of VIOLATIONS) {
    const code = Uint32Array.of(0xbe800385, ...words);
    for (const make of ENGINES) {
      const driver = new EngineDriver(make);
      const { outcome, read } = driver.run({ code, ldsBytes: 0 }, new Map());
      t.true(outcome.startsWith('fault: bad-instruction: ') && outcome.includes(operands), `${driver.name} ${outcome}`);
      t.is(read('s0'), 5, `${driver.name}: what comes before ${text} has happened`);
    }
  }
});
