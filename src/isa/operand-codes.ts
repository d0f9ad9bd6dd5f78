// Operand codes of an instruction set: scalar registers, inline constants, conditions, and the names of registers.

import type { Operand } from './instruction.js';

/** Sources that are one bit of the wavefront's state. */
export type ConditionName = 'VCCZ' | 'EXECZ' | 'SCC';

/** A source of which the chip knows the value; one that has none is not for compute. */
export interface Aperture {
  readonly name: string;
  readonly value?: bigint;
}

/** Operand codes of scalar registers with a meaning; masks of lanes have as many words as EXEC (wave.ts). */
export interface SpecialRegisters {
  readonly vcc: number;
  readonly exec: number;
  readonly m0: number;
  readonly flatScratch: number;
}

export interface OperandCodes {
  readonly special: SpecialRegisters;
  /** The code that says: the literal constant after the instruction. */
  readonly literal: number;
  /** First code of a VGPR in a source field. */
  readonly vgpr: number;
  readonly vgprCount: number;
  readonly ldsDirect: number;
  /** SGPRs: operand codes from 0 on. */
  readonly sgprCount: number;
  /** Sources that are constants of the chip, by code: the limits of the apertures of LDS and private memory. */
  readonly apertures: ReadonlyMap<number, Aperture>;
  readonly conditions: ReadonlyMap<number, ConditionName>;
  readonly conditionCodes: Readonly<Record<ConditionName, number>>;
  /** Inline floating-point constants by code. */
  readonly inlineFloats: ReadonlyMap<number, number>;
  /**
   * Bit patterns of an inline constant, or undefined when the code is none.
   * @param half whether an operand of 16 bits is read
   */
  inlineConstant(code: number, half?: boolean): { readonly bits: number; readonly bits64: bigint } | undefined;
  /** The text of an inline floating-point constant. @param wide as an operand of 64 bits */
  inlineFloatText(code: number, wide: boolean): string | undefined;
  inlineInteger(code: number): number | undefined;
  /** The code of an integer that is inline, or undefined. */
  integerCode(value: number): number | undefined;
  /** The code of a number that is an inline floating-point constant, or undefined. */
  floatCode(value: number): number | undefined;
  /** True if a code names a scalar register. */
  isScalarRegister(code: number): boolean;
  /** Why `count` scalar registers cannot start at `code`, or undefined when they can. */
  scalarRangeProblem(code: number, count: number): string | undefined;
  /** The assembly name of `count` scalar registers: `s4`, `s[4:7]`, `vcc`, `ttmp[4:5]`, `m0`. */
  scalarName(code: number, count: number): string;
  /** `v7` or `v[7:10]`. */
  vgprName(index: number, count: number): string;
}

/**
 * A read of 32 bits gets the low word: 0 of a base, all ones of a limit. Source: LLVM, SIRegisterInfo.td, aperture
 * registers.
 */
export const apertureOperand = (code: number, { value }: Aperture): Operand =>
  value === undefined
    ? { kind: 'aperture', code }
    : { kind: 'const', bits: Number(value & 0xffff_ffffn), bits64: value, literal: false, code };
