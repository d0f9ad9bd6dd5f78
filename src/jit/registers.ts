// Which registers an instruction reads and writes: the basis of liveness and of moving scalar instructions.

import { isVector } from '../isa/evaluate.js';
import { EXEC_LO, type Instruction, M0_INDEX, SGPR_COUNT, VCC_LO } from '../isa/instruction.js';
import type { Stmt } from '../isa/language/expr.js';
import { visitExpressions } from '../isa/language/trees.js';

/** Numbers of registers in one space: VGPRs 0-255, scalar registers at 256 + operand code, SCC behind them. */
export const SCALAR = 256;
export const SCC_REGISTER = SCALAR + 128;
export const REGISTER_COUNT = SCC_REGISTER + 1;

export interface Uses {
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
  /** Writes that replace the whole register, whatever EXEC is: scalar registers that are written always. */
  readonly kills: ReadonlySet<number>;
}

const SPECIALS: Readonly<Record<string, readonly number[]>> = {
  SCC: [SCC_REGISTER],
  VCC: [SCALAR + VCC_LO, SCALAR + VCC_LO + 1],
  VCCLANE: [SCALAR + VCC_LO, SCALAR + VCC_LO + 1],
  EXEC: [SCALAR + EXEC_LO, SCALAR + EXEC_LO + 1],
  EXECLANE: [SCALAR + EXEC_LO, SCALAR + EXEC_LO + 1],
  M0: [SCALAR + M0_INDEX],
};

/** Registers `dword` to `dword + count - 1` of an operand. */
function operandRegisters(instruction: Instruction, slot: string, dword: number, count: number): number[] {
  const operand = instruction.operands[slot];
  if (operand?.kind === 'condition') {
    return [...SPECIALS[operand.name === 'SCC' ? 'SCC' : operand.name === 'VCCZ' ? 'VCC' : 'EXEC']!];
  }
  if (operand?.kind !== 'vgpr' && operand?.kind !== 'scalar') return [];
  const base = operand.kind === 'vgpr' ? 0 : SCALAR;
  return Array.from({ length: count }, (_, i) => base + operand.index + dword + i);
}

/** Every register of an operand. */
function wholeOperand(instruction: Instruction, slot: string): number[] {
  const operand = instruction.operands[slot];
  const count = operand?.kind === 'vgpr' || operand?.kind === 'scalar' ? operand.count : 0;
  return operandRegisters(instruction, slot, 0, count);
}

/** Slots that helpers read: of these they may read any register (helpers.ts). */
function wholeSlots(statements: readonly Stmt[]): Set<string> {
  const slots = new Set<string>();
  for (const stmt of statements) {
    if (stmt.do === 'helper') for (const read of stmt.reads) if (read.kind === 'src') slots.add(read.slot);
  }
  return slots;
}

/** What an operand that is displaced by an index may be: any register of its file. */
function anyOf(instruction: Instruction, slot: string): number[] {
  const vector = instruction.operands[slot]?.kind === 'vgpr';
  return Array.from({ length: vector ? SCALAR : SGPR_COUNT }, (_, i) => (vector ? i : SCALAR + i));
}

const width = (ty: string): number => (ty === 'u64' || ty === 'f64' || ty === 'b1' ? 2 : 1);

/** @param statements the semantics after folding: what they do not mention is not used */
export function usesOf(instruction: Instruction, statements: readonly Stmt[], vector: boolean): Uses {
  const reads = new Set<number>();
  const writes = new Set<number>();
  const kills = new Set<number>();
  const addAll = (set: Set<number>, list: readonly number[]): void => {
    for (const register of list) set.add(register);
  };
  for (const slot of wholeSlots(statements)) addAll(reads, wholeOperand(instruction, slot));
  visitExpressions(statements, (ex) => {
    if (ex.kind === 'src') addAll(reads, operandRegisters(instruction, ex.slot, ex.dword, width(ex.ty)));
    else if (ex.kind === 'lane') addAll(reads, operandRegisters(instruction, ex.slot, 0, 1));
    else if (ex.kind === 'special') addAll(reads, SPECIALS[ex.name] ?? []);
    else if (ex.kind === 'relative') addAll(reads, anyOf(instruction, ex.slot));
  });
  if (vector) addAll(reads, SPECIALS['EXEC']!);
  for (const stmt of statements) {
    const { registers, certain } = written(instruction, stmt);
    addAll(writes, registers);
    for (const register of registers) if (certain && register >= SCALAR) kills.add(register);
  }
  return { reads, writes, kills };
}

const known = new WeakMap<object, Uses>();

/** The same of an instruction in a block, found once. */
export function usesIn(placed: { readonly instruction: Instruction; readonly statements: readonly Stmt[] }): Uses {
  let uses = known.get(placed);
  if (!uses) {
    const { instruction, statements } = placed;
    known.set(placed, (uses = usesOf(instruction, statements, isVector(instruction.def))));
  }
  return uses;
}

function written(instruction: Instruction, stmt: Stmt): { registers: readonly number[]; certain: boolean } {
  switch (stmt.do) {
    case 'write': {
      const registers = operandRegisters(instruction, stmt.slot, stmt.dword, width(stmt.value.ty));
      return { registers, certain: stmt.when === undefined };
    }
    case 'mask': {
      const special = SPECIALS[stmt.slot];
      return { registers: special ?? operandRegisters(instruction, stmt.slot, 0, 2), certain: true };
    }
    case 'special':
      return { registers: SPECIALS[stmt.name] ?? [], certain: true };
    case 'writeRelative':
      return { registers: anyOf(instruction, stmt.slot), certain: false };
    case 'helper':
      return { registers: stmt.writes.flatMap((slot) => wholeOperand(instruction, slot)), certain: false };
    case 'writelane':
      return { registers: operandRegisters(instruction, stmt.slot, 0, 1), certain: false };
    case 'atomic': {
      if (!stmt.ret) return { registers: [], certain: false };
      return {
        registers: operandRegisters(instruction, stmt.ret.slot, stmt.ret.dword, stmt.bits / 32),
        certain: false,
      };
    }
    default:
      return { registers: [], certain: false };
  }
}
