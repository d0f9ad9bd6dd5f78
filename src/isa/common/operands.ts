// Operand codes and their names, both ways: scalar registers, inline constants, conditions, literals and VGPRs.
// Source: "Southern Islands Series Instruction Set Architecture", table "SDST, SSRC and SRC operands"; the same tables
// of "AMD GCN3 Instruction Set Architecture" and "AMD Vega Instruction Set Architecture".

import { valueAt } from '../../util/required.js';
import { EXEC_LO, FLAT_SCRATCH_LO, M0_INDEX, VCC_LO } from '../instruction.js';
import type { ConditionName, OperandCodes } from '../operand-codes.js';

export const VGPR_COUNT = 256;

/** The names of scalar registers. */
export interface RegisterNames {
  /** Operand codes from 0 on. */
  readonly sgprCount: number;
  /** Registers that are no SGPRs and no trap temporaries: name by operand code of the 32-bit register. */
  readonly specials: ReadonlyMap<number, string>;
  /** First operand code and number of the trap temporaries. */
  readonly trap: { readonly first: number; readonly count: number };
}

/** Inline floating-point constants by operand code. */
const INLINE_FLOATS: ReadonlyMap<number, number> = new Map([
  [240, 0.5],
  [241, -0.5],
  [242, 1],
  [243, -1],
  [244, 2],
  [245, -2],
  [246, 4],
  [247, -4],
]);

const CONDITIONS: ReadonlyMap<number, ConditionName> = new Map([
  [251, 'VCCZ'],
  [252, 'EXECZ'],
  [253, 'SCC'],
]);

/** The scalar registers of an instruction set. */
function scalarCodes({ sgprCount, specials, trap }: RegisterNames) {
  const isTrap = (code: number): boolean => code >= trap.first && code < trap.first + trap.count;
  const isScalarRegister = (code: number): boolean => code < sgprCount || isTrap(code) || specials.has(code);
  const bankOf = (code: number): string => {
    if (code < sgprCount) return 's';
    return isTrap(code) ? 'ttmp' : valueAt(specials, code, 'special register').replace(/_(lo|hi)$/, '');
  };
  const scalarName = (code: number, count: number): string => {
    const bank = isScalarRegister(code) ? bankOf(code) : 's';
    if (bank === 's') return rangeName('s', code, count);
    if (bank === 'ttmp') return rangeName('ttmp', code - trap.first, count);
    return count === 1 ? valueAt(specials, code, 'special register') : bank;
  };
  /** Pairs must be even, four and more aligned to four (manual: "SGPR alignment"), and a range stays in its bank. */
  const scalarRangeProblem = (code: number, count: number): string | undefined => {
    if (!isScalarRegister(code)) return `operand code ${code} names no scalar register`;
    const last = code + count - 1;
    if (!isScalarRegister(last) || bankOf(last) !== bankOf(code))
      return `${count} registers from ${scalarName(code, 1)} on do not exist`;
    const place = bankOf(code) === 'ttmp' ? code - trap.first : code;
    if (count === 2 && place % 2 !== 0) return `${scalarName(code, 2)} is an odd register pair`;
    if (count > 2 && place % 4 !== 0) return `${scalarName(code, count)} is not aligned to 4`;
    return undefined;
  };
  return { isScalarRegister, scalarName, scalarRangeProblem };
}

/** `v7` or `v[7:10]`. */
const vgprName = (index: number, count: number): string => rangeName('v', index, count);

const rangeName = (bank: string, first: number, count: number): string =>
  count === 1 ? `${bank}${first}` : `${bank}[${first}:${first + count - 1}]`;

/** Bit patterns of an inline constant, or undefined when the code is none. */
function inlineConstant(code: number): { readonly bits: number; readonly bits64: bigint } | undefined {
  const float = INLINE_FLOATS.get(code);
  if (float !== undefined) return floatBits(float);
  const integer = inlineInteger(code);
  return integer === undefined ? undefined : { bits: integer >>> 0, bits64: BigInt.asUintN(64, BigInt(integer)) };
}

function inlineFloatText(code: number): string | undefined {
  const float = INLINE_FLOATS.get(code);
  return float === undefined || !Number.isInteger(float) ? float?.toString() : `${float}.0`;
}

/** 128 is 0, 129..192 are 1..64, 193..208 are -1..-16. */
function inlineInteger(code: number): number | undefined {
  if (code >= 128 && code <= 192) return code - 128;
  if (code >= 193 && code <= 208) return 192 - code;
  return undefined;
}

/** The operand code of an integer that is inline, or undefined. */
function integerCode(value: number): number | undefined {
  if (value >= 0 && value <= 64) return 128 + value;
  if (value < 0 && value >= -16) return 192 - value;
  return undefined;
}

/** The operand code of a number that is an inline floating-point constant, or undefined. */
function floatCode(value: number): number | undefined {
  for (const [code, float] of INLINE_FLOATS) if (Object.is(float, value)) return code;
  return undefined;
}

const view = new DataView(new ArrayBuffer(8));

function floatBits(value: number): { bits: number; bits64: bigint } {
  view.setFloat64(0, value);
  const bits64 = view.getBigUint64(0);
  view.setFloat32(0, value);
  return { bits: view.getUint32(0), bits64 };
}

/** The operand codes of an instruction set that has these registers. */
export const operandCodesFor = (names: RegisterNames): OperandCodes => ({
  special: { vcc: VCC_LO, exec: EXEC_LO, m0: M0_INDEX, flatScratch: FLAT_SCRATCH_LO },
  literal: 255,
  vgpr: 256,
  vgprCount: VGPR_COUNT,
  ldsDirect: 254,
  sgprCount: names.sgprCount,
  apertures: new Map(),
  conditions: CONDITIONS,
  conditionCodes: Object.fromEntries([...CONDITIONS].map(([code, name]) => [name, code])) as Record<
    ConditionName,
    number
  >,
  inlineFloats: INLINE_FLOATS,
  inlineConstant,
  inlineFloatText,
  inlineInteger,
  integerCode,
  floatCode,
  ...scalarCodes(names),
  vgprName,
});
