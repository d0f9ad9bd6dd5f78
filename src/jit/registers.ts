// Which registers an instruction reads and writes: the basis of liveness and of moving scalar instructions.

import type { Stmt } from '../isa/expr.js';
import { EXEC_LO, type Instruction, M0_INDEX, VCC_LO } from '../isa/instruction.js';
import { visitExpressions } from '../isa/shape.js';

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

const width = (ty: string): number => (ty === 'u64' || ty === 'f64' || ty === 'b1' ? 2 : 1);

/** @param statements the semantics after folding: what they do not mention is not used */
export function usesOf(instruction: Instruction, statements: readonly Stmt[], vector: boolean): Uses {
  const reads = new Set<number>();
  const writes = new Set<number>();
  const kills = new Set<number>();
  const addAll = (set: Set<number>, list: readonly number[]): void => {
    for (const register of list) set.add(register);
  };
  visitExpressions(statements, (ex) => {
    if (ex.kind === 'src') addAll(reads, operandRegisters(instruction, ex.slot, ex.dword, width(ex.ty)));
    else if (ex.kind === 'lane') addAll(reads, operandRegisters(instruction, ex.slot, 0, 1));
    else if (ex.kind === 'special') addAll(reads, SPECIALS[ex.name] ?? []);
  });
  if (vector) addAll(reads, SPECIALS['EXEC']!);
  for (const stmt of statements) {
    const { registers, certain } = written(instruction, stmt);
    addAll(writes, registers);
    for (const register of registers) if (certain && register >= SCALAR) kills.add(register);
  }
  return { reads, writes, kills };
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
