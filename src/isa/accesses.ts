// What statements read and write of registers and of the state beside them: the one list from which effects
// (effects.ts), liveness and everything else that asks for uses and definitions derive.

import { EXEC_LO, FLAT_SCRATCH_LO, type Instruction, M0_INDEX, VCC_LO } from './instruction.js';
import type { Ex, Special, Stmt, Ty } from './language/expr.js';
import { type Fields, visitReached } from './language/reachable-nodes.js';
import { visitExpressions } from './language/trees.js';

/** Consecutive registers. Scalar registers count by operand code: VCC, EXEC and M0 are among them. */
export interface RegisterRange {
  readonly bank: 'scalar' | 'vgpr';
  readonly index: number;
  readonly count: number;
}

/** Something that is read or written. */
export type AccessedRegister =
  /** Registers `dword` to `dword + count - 1` of an operand. */
  | { readonly kind: 'slot'; readonly slot: string; readonly dword: number; readonly count: number }
  /** Any of an operand's registers: which ones, a helper decides. */
  | { readonly kind: 'whole'; readonly slot: string }
  /** Any register of the file that the operand is in: its number is computed. */
  | { readonly kind: 'displaced'; readonly slot: string }
  /** Any SGPR: its number is computed. */
  | { readonly kind: 'sgpr' }
  | { readonly kind: 'special'; readonly name: Special };

export interface WrittenPlace {
  readonly place: AccessedRegister;
  /** Happens whatever values are; of VGPRs still only in active lanes. */
  readonly certain: boolean;
  /** Happens only when this field is 1. */
  readonly whenField?: string | undefined;
}

/** The registers of special values; the others are state of their own. */
export const SPECIAL_REGISTERS: Readonly<Partial<Record<Special, RegisterRange>>> = {
  VCC: { bank: 'scalar', index: VCC_LO, count: 2 },
  VCCLANE: { bank: 'scalar', index: VCC_LO, count: 2 },
  EXEC: { bank: 'scalar', index: EXEC_LO, count: 2 },
  EXECLANE: { bank: 'scalar', index: EXEC_LO, count: 2 },
  M0: { bank: 'scalar', index: M0_INDEX, count: 1 },
  FLATSCRATCH: { bank: 'scalar', index: FLAT_SCRATCH_LO, count: 2 },
};

const WIDTHS: Readonly<Record<Ty, number>> = { u32: 1, f32: 1, u64: 2, f64: 2, b1: 2 };

const slotPlace = (slot: string, dword: number, count: number): AccessedRegister => ({
  kind: 'slot',
  slot,
  dword,
  count,
});

/**
 * Everything that statements read, more than once where they do; EXEC of what happens in active lanes is not among it.
 * @param fields of the instruction, where what it does not reach with them is to be left out
 */
export function readsOf(statements: readonly Stmt[], fields?: Fields): readonly AccessedRegister[] {
  const places: AccessedRegister[] = [];
  const visit = (ex: Ex): void => {
    if (ex.kind === 'src') places.push(slotPlace(ex.slot, ex.dword, WIDTHS[ex.ty]));
    else if (ex.kind === 'lane') places.push(slotPlace(ex.slot, 0, 1));
    else if (ex.kind === 'relative') places.push({ kind: 'displaced', slot: ex.slot });
    else if (ex.kind === 'sgpr') places.push({ kind: 'sgpr' });
    else if (ex.kind === 'special') places.push({ kind: 'special', name: ex.name });
  };
  if (fields) visitReached(statements, fields, visit);
  else visitExpressions(statements, visit);
  // Of these, helpers may read any register (helpers.ts).
  for (const statement of statements)
    if (statement.kind === 'helper')
      for (const read of statement.reads) if (read.kind === 'src') places.push({ kind: 'whole', slot: read.slot });
  return places;
}

/** What a statement writes. */
export function writesOf(statement: Stmt): readonly WrittenPlace[] {
  switch (statement.kind) {
    case 'write': {
      const place = slotPlace(statement.slot, statement.dword, WIDTHS[statement.value.ty]);
      return [{ place, certain: statement.when === undefined }];
    }
    case 'mask': {
      const { slot } = statement;
      const special = slot === 'VCC' || slot === 'EXEC';
      return [{ place: special ? { kind: 'special', name: slot } : slotPlace(slot, 0, 2), certain: true }];
    }
    case 'special':
      return [{ place: { kind: 'special', name: statement.name }, certain: true }];
    case 'writelane':
      return [{ place: slotPlace(statement.slot, 0, 1), certain: false }];
    case 'writeRelative':
      return [{ place: { kind: 'displaced', slot: statement.slot }, certain: false }];
    case 'writeSgpr':
      return [{ place: { kind: 'sgpr' }, certain: false }];
    case 'helper':
      return statement.writes.map((slot) => ({ place: { kind: 'whole', slot }, certain: false }));
    case 'atomic': {
      if (!statement.ret) return [];
      const { slot, dword, whenField } = statement.ret;
      return [{ place: slotPlace(slot, dword, statement.bits / 32), certain: false, whenField }];
    }
    default:
      return [];
  }
}

/** What an operand that is a bit of the wavefront's state reads. */
export const conditionSpecial = (name: 'VCCZ' | 'EXECZ' | 'SCC'): Special =>
  name === 'SCC' ? 'SCC' : name === 'VCCZ' ? 'VCC' : 'EXEC';

/**
 * The registers of an operand, or the special value that it is; undefined for constants and for operands that are not
 * there.
 */
export function operandPlace({ operands }: Instruction, slot: string): RegisterRange | Special | undefined {
  const operand = operands[slot];
  if (operand?.kind === 'condition') return conditionSpecial(operand.name);
  if (operand?.kind !== 'scalar' && operand?.kind !== 'vgpr') return undefined;
  return { bank: operand.kind, index: operand.index, count: operand.count };
}
