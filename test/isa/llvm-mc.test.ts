// Our text through LLVM's assembler gives our bytes: every instruction, several operand variations, one batch.

import { existsSync } from 'node:fs';
import test from 'ava';
import type { Instruction } from '../../src/isa/instruction.js';
import { printInstruction } from '../../src/isa/print.js';
import { count, SEED } from './campaign.js';
import { assembleLines, hexBytes, LLVM_MC } from './llvm-mc.js';
import { randomFrom, randomInstruction } from './random-instruction.js';
import { allInstructions } from './southern-islands.js';

const VARIATIONS = count(8, 64);

/** Forms that LLVM does not have; CLRX is the only other source for them. */
const MISSING_IN_LLVM: ReadonlySet<string> = new Set([
  'VOP1 v_mov_fed_b32',
  'VOP3 v_mov_fed_b32',
  'VOP3 v_qsad_u8',
  'VOP3 v_readfirstlane_b32',
  'VOP3 v_readlane_b32',
  'VOP3 v_writelane_b32',
  'MUBUF buffer_atomic_rsub',
  'MUBUF buffer_atomic_rsub_x2',
]);

/** Features of the machine without LLVM syntax: modifiers of a move, and integers as half-precision constants. */
function beyondLlvm({ def, operands }: Instruction): boolean {
  const source = operands['S0'];
  if (!source || source.kind === 'none') return false;
  if (def.name === 'v_mov_b32') return source.abs === true || source.neg === true;
  return def.name === 'v_cvt_f32_f16' && source.kind === 'const';
}

test('LLVM assembles our text of every instruction to our bytes', (t) => {
  t.true(existsSync(LLVM_MC), 'llvm-mc is missing: apt-get install llvm-16');
  const random = randomFrom(SEED);
  const instructions = allInstructions()
    .filter((def) => !MISSING_IN_LLVM.has(`${def.format} ${def.name}`))
    .flatMap((def) => Array.from({ length: VARIATIONS }, () => randomInstruction(def, random)))
    .filter((instruction) => !beyondLlvm(instruction));
  const lines = instructions.map((instruction) => printInstruction(instruction));
  const { bytes, errors } = assembleLines(lines);
  const differences = instructions.flatMap((instruction, i) => {
    if (bytes.get(i) === hexBytes(instruction)) return [];
    return [`${lines[i]}: ours ${hexBytes(instruction)}, LLVM's ${bytes.get(i) ?? errors.get(i)}`];
  });
  t.deepEqual(differences, []);
  t.true(instructions.length >= 1000 * VARIATIONS);
});
