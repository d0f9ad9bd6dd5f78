// Reads and writes of statements: registers and the state beside them. Effects (effects.ts), liveness and all other
// users of uses and definitions derive from this one list.

import type { Instruction } from './instruction.js';
import type { Isa } from './isa.js';
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

type SpecialRanges = Readonly<Partial<Record<Special, RegisterRange>>>;

const specialRanges = new WeakMap<Isa, SpecialRanges>();

function rangesOf({ wave: { execWords }, operands: { special } }: Isa): SpecialRanges {
  const range = (index: number, count: number): RegisterRange => ({ bank: 'scalar', index, count });
  const [vcc, exec] = [range(special.vcc, execWords), range(special.exec, execWords)];
  const others = { M0: range(special.m0, 1), FLATSCRATCH: range(special.flatScratch, 2) };
  return { VCC: vcc, VCCLANE: vcc, EXEC: exec, EXECLANE: exec, ...others };
}

/** The registers of a special value; undefined for state of its own. */
export function specialRegisters(isa: Isa, name: Special): RegisterRange | undefined {
  let ranges = specialRanges.get(isa);
  if (!ranges) specialRanges.set(isa, (ranges = rangesOf(isa)));
  return ranges[name];
}

/** True if some of the registers are those of a special value. */
export function touchesSpecial(ranges: readonly RegisterRange[], isa: Isa, name: Special): boolean {
  const own = specialRegisters(isa, name);
  return (
    own !== undefined &&
    ranges.some(
      ({ bank, index, count }) => bank === own.bank && index < own.index + own.count && index + count > own.index,
    )
  );
}

const WIDTHS: Readonly<Record<Exclude<Ty, 'b1'>, number>> = { u32: 1, f32: 1, u64: 2, f64: 2 };
const widthOf = (ty: Ty, { wave }: Isa): number => (ty === 'b1' ? wave.execWords : WIDTHS[ty]);

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
export function readsOf(isa: Isa, statements: readonly Stmt[], fields?: Fields): readonly AccessedRegister[] {
  const places: AccessedRegister[] = [];
  const visit = (ex: Ex): void => {
    if (ex.kind === 'src') places.push(slotPlace(ex.slot, ex.dword, widthOf(ex.ty, isa)));
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

/** Places that a statement writes. */
export function writesOf(isa: Isa, statement: Stmt): readonly WrittenPlace[] {
  switch (statement.kind) {
    case 'write': {
      const place = slotPlace(statement.slot, statement.dword, widthOf(statement.value.ty, isa));
      return [{ place, certain: statement.when === undefined }];
    }
    case 'mask': {
      const { slot } = statement;
      const special = slot === 'VCC' || slot === 'EXEC';
      return [
        { place: special ? { kind: 'special', name: slot } : slotPlace(slot, 0, isa.wave.execWords), certain: true },
      ];
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

/** Special register of an operand that is a bit of the wavefront's state. */
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
