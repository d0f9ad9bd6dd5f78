// What instructions do that decides whether they may share a run: scalar registers, lane masks and memory.

import type { Stmt } from '../isa/expr.js';
import { EXEC_LO, VCC_LO } from '../isa/instruction.js';
import { visitExpressions } from '../isa/shape.js';
import type { Placed } from './flow.js';
import { SCALAR, SCC_REGISTER, usesOf } from './registers.js';

/** Global and scalar accesses go to one memory, LDS is another. */
const space = (name: string): string => (name === 'lds' ? 'lds' : 'global');

/** Whether statements read memory. */
export function hasLoad(statements: readonly Stmt[]): boolean {
  let found = false;
  visitExpressions(statements, (ex) => {
    found ||= ex.kind === 'load';
  });
  return found;
}

/** What one vector instruction does with scalar registers and memory. */
export interface VectorFacts {
  readonly writes: ReadonlySet<number>;
  /** Scalar registers that are read as numbers. */
  readonly words: ReadonlySet<number>;
  /** Operand codes of pairs that are read as lane masks. */
  readonly masks: ReadonlySet<number>;
  readonly maskWrites: ReadonlySet<number>;
  readonly loads: ReadonlySet<string>;
  readonly stores: ReadonlySet<string>;
}

export function vectorFacts({ instruction, statements }: Placed): VectorFacts {
  const uses = usesOf(instruction, statements, true);
  const scalar = (set: ReadonlySet<number>): Set<number> => new Set([...set].filter((register) => register >= SCALAR));
  const masks = new Set<number>();
  const loads = new Set<string>();
  visitExpressions(statements, (ex) => {
    if (ex.kind === 'special' && ex.name === 'VCCLANE') masks.add(VCC_LO);
    const operand = ex.kind === 'src' && ex.ty === 'b1' ? instruction.operands[ex.slot] : undefined;
    if (operand?.kind === 'scalar') masks.add(operand.index);
    if (ex.kind === 'load') loads.add(space(ex.space));
  });
  const words = scalar(uses.reads);
  for (const mask of masks) for (const half of [0, 1]) words.delete(SCALAR + mask + half);
  // EXEC itself does not change inside of a run.
  words.delete(SCC_REGISTER);
  const maskWrites = new Set<number>();
  const stores = new Set<string>();
  for (const stmt of statements) {
    if (stmt.do === 'store' || stmt.do === 'atomic') stores.add(space(stmt.space));
    if (stmt.do === 'atomic') loads.add(space(stmt.space));
    if (stmt.do !== 'mask') continue;
    const operand = instruction.operands[stmt.slot];
    if (stmt.slot === 'VCC') maskWrites.add(VCC_LO);
    else if (stmt.slot === 'EXEC') maskWrites.add(EXEC_LO);
    else if (operand?.kind === 'scalar') maskWrites.add(operand.index);
  }
  return { writes: scalar(uses.writes), words, masks, maskWrites, loads, stores };
}
