// Properties of instructions that decide whether they may share a run: scalar registers, lane masks and memory.

import type { Instruction } from '../../isa/instruction.js';
import type { Isa } from '../../isa/isa.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import type { Placed } from './flow.js';
import { nodesOf } from './nodes.js';
import type { VectorFacts } from './placed-instruction.js';
import { SCALAR, SCC_REGISTER, usesIn } from './registers.js';

/** Global and scalar accesses go to one memory, LDS is another. */
const space = (name: string): string => (name === 'lds' ? 'lds' : 'global');

/** True if statements read memory. */
export function hasLoad(statements: readonly Stmt[]): boolean {
  return nodesOf(statements).some(({ kind }) => kind === 'load');
}

/** Scalar registers that a node reads as numbers. */
function wordsOf(ex: Ex, { def, operands }: Instruction): readonly number[] {
  if (ex.kind === 'special' && ex.name === 'VCC') return maskRegisters(def.isa, def.isa.operands.special.vcc);
  const operand = ex.kind === 'src' && ex.ty !== 'b1' ? operands[ex.slot] : undefined;
  if (ex.kind !== 'src' || operand?.kind !== 'scalar') return [];
  const first = SCALAR + operand.index + ex.dword;
  return ex.ty === 'u64' || ex.ty === 'f64' ? [first, first + 1] : [first];
}

/** The registers of a mask. */
export const maskRegisters = ({ wave }: Isa, index: number): readonly number[] =>
  Array.from({ length: wave.execWords }, (_, word) => SCALAR + index + word);

/** Operand code of the mask that a `mask` statement writes; undefined where nothing is written. */
export function maskIndex({ def, operands }: Instruction, slot: string): number | undefined {
  const operand = operands[slot];
  const { vcc, exec } = def.isa.operands.special;
  if (slot === 'VCC') return vcc;
  if (slot === 'EXEC') return exec;
  return operand?.kind === 'scalar' ? operand.index : undefined;
}

/** Those of an instruction, found once. */
export function vectorFacts(placed: Placed): VectorFacts {
  placed.facts ??= findFacts(placed);
  return placed.facts;
}

function findFacts(placed: Placed): VectorFacts {
  const { instruction, statements } = placed;
  const { isa } = instruction.def;
  const uses = usesIn(placed);
  const scalar = (set: ReadonlySet<number>): Set<number> => new Set([...set].filter((register) => register >= SCALAR));
  const masks = new Set<number>();
  const loads = new Set<string>();
  const alsoWords = new Set<number>();
  for (const ex of nodesOf(statements)) {
    if (ex.kind === 'special' && ex.name === 'VCCLANE') masks.add(isa.operands.special.vcc);
    const operand = ex.kind === 'src' && ex.ty === 'b1' ? instruction.operands[ex.slot] : undefined;
    if (operand?.kind === 'scalar') masks.add(operand.index);
    for (const register of wordsOf(ex, instruction)) alsoWords.add(register);
    if (ex.kind === 'load') loads.add(space(ex.space));
  }
  const words = scalar(uses.reads);
  for (const mask of masks) for (const register of maskRegisters(isa, mask)) words.delete(register);
  // One operand may be half of another one's mask: v_addc_u32 v0, vcc, vcc_hi, v1, vcc.
  for (const register of alsoWords) words.add(register);
  // EXEC itself does not change inside of a run.
  words.delete(SCC_REGISTER);
  const maskWrites = new Set<number>();
  const stores = new Set<string>();
  for (const stmt of statements) {
    if (stmt.kind === 'store' || stmt.kind === 'atomic') stores.add(space(stmt.space));
    if (stmt.kind === 'atomic') loads.add(space(stmt.space));
    if (stmt.kind !== 'mask') continue;
    const index = maskIndex(instruction, stmt.slot);
    if (index !== undefined) maskWrites.add(index);
  }
  return { writes: scalar(uses.writes), words, masks, maskWrites, loads, stores };
}
