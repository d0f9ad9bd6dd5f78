// 40,191 encodings from outside: each decodes, prints LLVM's text where LLVM has one, and encodes back to its bytes.

import test, { type ExecutionContext } from 'ava';
import { encode } from '../../src/isa/encode.js';
import type { Instruction } from '../../src/isa/instruction.js';
import { printInstruction } from '../../src/isa/print.js';
import { type EncodingRow, encodingRows, opcodeRows } from './shared-data.js';
import { assemble, decode } from './southern-islands.js';

/**
 * Rows that are no instruction: bytes after which the source of the row put `.int` or an `_ill_` name; opcodes of one
 * table only; and three operands that an encoding does not allow (a literal in VOP3, a VGPR as scalar source of
 * v_writelane_b32).
 */
const FORBIDDEN_OPERANDS: ReadonlySet<string> = new Set(['2a0000d0fffe0100', '15bd3404']);

/** Texts of LLVM that lose bits of the encoding or are another form's, with our text. */
const DIFFERENT_TEXT: ReadonlyMap<string, string> = new Map([
  // Unused bits of simm16 are set, which counter names cannot express.
  ['s_waitcnt vmcnt(1) expcnt(4) lgkmcnt(1)', 's_waitcnt 0x3141'],
  ['s_waitcnt vmcnt(1) expcnt(5) lgkmcnt(1)', 's_waitcnt 0xc1d1'],
  // The text of the 32-bit form.
  ['v_nop', 'v_nop_e64'],
  // There are 64 attributes: the compiler's number 64 wrapped to 0.
  ['v_interp_p1_f32 v11, v0, attr64.w', 'v_interp_p1_f32 v11, v0, attr0.w'],
  ['v_interp_p1_f32 v0, v0, attr64.x', 'v_interp_p1_f32 v0, v0, attr0.x'],
  ['v_interp_p2_f32 v9, v1, attr64.x', 'v_interp_p2_f32 v9, v1, attr0.x'],
  ['v_interp_mov_f32 v10, p10, attr64.y', 'v_interp_mov_f32 v10, p10, attr0.y'],
  // The compiler counts a register for lwe, the assembler does not.
  ['image_load v[0:4], v5, s[0:7] dmask:0xf unorm lwe', 'image_load v[0:3], v5, s[0:7] dmask:0xf unorm lwe'],
  ['image_load v[0:4], v5, s[0:7] dmask:0xf unorm lwe da', 'image_load v[0:3], v5, s[0:7] dmask:0xf unorm lwe da'],
  ['image_load_mip v[0:4], v5, s[0:7] dmask:0xf unorm lwe', 'image_load_mip v[0:3], v5, s[0:7] dmask:0xf unorm lwe'],
  ['image_sample v[0:4], v5, s[0:7], s[8:11] dmask:0xf lwe', 'image_sample v[0:3], v5, s[0:7], s[8:11] dmask:0xf lwe'],
]);

/** How numbers are written, and how many address registers an image instruction lists, is not part of the encoding. */
function normalised(text: string): string {
  return text
    .replace(/^(image_\S+ \S+, v)(?:\[(\d+):\d+\]|(\d+))/, (_all, start, range, single) => start + (range ?? single))
    .replace(/\b0x[0-9a-f]+\b/g, (number) => String(Number(number)));
}

const sameWords = (a: ArrayLike<number>, b: readonly number[]): boolean =>
  a.length === b.length && b.every((word, i) => word === a[i]);

/** The error in a row, or undefined. */
function problemOf(row: EncodingRow, instruction: Instruction, executable: boolean): string | undefined {
  const text = printInstruction(instruction);
  if (!sameWords(encode(instruction.def, instruction.operands, instruction.fields), row.words))
    return `${text}: encoded differently`;
  if (instruction.def.opcode !== row.opcode || instruction.def.format !== row.family)
    return `${text}: another instruction`;
  if (executable && !sameWords(assemble(text).words, row.words)) return `${text}: our text gives other bytes`;
  if (row.canonical === undefined) return undefined;
  const expected = normalised(row.canonical);
  const excepted = [...DIFFERENT_TEXT].find(
    ([theirs]) => normalised(theirs) === expected && normalised(text) !== expected,
  );
  const canonical = normalised(excepted ? excepted[1] : row.canonical);
  if (normalised(text) !== canonical) return `${text}: expected ${row.canonical}`;
  if (!executable) return `${text}: refused although LLVM has it`;
  if (!excepted && !sameWords(assemble(row.canonical).words, row.words))
    return `${row.canonical}: LLVM's text gives other bytes`;
  return undefined;
}

function checkAll(t: ExecutionContext, rows: readonly EncodingRow[]): void {
  const certain = new Set(
    opcodeRows()!
      .filter((row) => row.certain)
      .map(({ family, opcode }) => `${family} ${opcode}`),
  );
  const counts = { decoded: 0, refused: 0, undefined: 0 };
  const problems: string[] = [];
  for (const row of rows) {
    const decoded = decode(row.words);
    const instruction = decoded.ok ? decoded.instruction : decoded.error.instruction;
    if (instruction) {
      counts[decoded.ok ? 'decoded' : 'refused']++;
      const problem = problemOf(row, instruction, decoded.ok);
      if (problem !== undefined) problems.push(`${row.hex} ${problem}`);
      continue;
    }
    counts.undefined++;
    const expected = /\bill_|_ill_|\.int/.test(row.text) || !certain.has(`${row.family} ${row.opcode}`);
    if (!expected && !FORBIDDEN_OPERANDS.has(row.hex)) problems.push(`${row.hex} ${row.text} does not decode`);
  }
  t.deepEqual(problems.slice(0, 20), []);
  t.deepEqual({ ...counts, rows: rows.length }, { decoded: 39865, refused: 48, undefined: 278, rows: 40191 });
}

const ROWS = encodingRows();

test('encodings from the manual', (t) => {
  const encodings = [
    ['010380be', 's_mov_b32 s0, s1'],
    ['ff0380be78563412', 's_mov_b32 s0, 0x12345678'],
    ['80020a7e', 'v_mov_b32_e32 v5, 0'],
    ['000006d201050200', 'v_add_f32_e64 v0, v1, v2'],
    ['000081bf', 's_endpgm'],
  ] as const;
  for (const [hex, text] of encodings) {
    const words = [...hex.matchAll(/.{8}/g)].map(([word]) => Buffer.from(word, 'hex').readUInt32LE(0));
    const decoded = decode(words);
    t.is(decoded.ok ? printInstruction(decoded.instruction) : decoded.error.reason, text);
    t.deepEqual([...assemble(text).words], words);
  }
});

// Without the table, llvm-mc.test.ts still checks every instruction from outside.
if (ROWS) test('every encoding of the table decodes, prints and encodes', (t) => checkAll(t, ROWS));
