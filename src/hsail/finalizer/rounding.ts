// Operations on floats with a rounding mode of their own. LLVM takes every rounding on amdgcn for the nearest: the
// machine instruction stands between two changes of MODE, in one piece of assembly (rounding-groups.ts).

import type { HsailInstruction } from './instruction.js';
import { roundingMode } from './rounding-groups.js';
import { valueType } from './shapes.js';

type RoundingContext = Pick<HsailInstruction, 'out' | 'scope'>;

/** The field of MODE, for floats of 32 bits and for the others alike. */
const CODES: Readonly<Record<string, number>> = { near: 0, up: 1, down: 2, zero: 3 };

export const isNearest = (rounding: string): boolean => rounding === 'near' || rounding === 'default';

const setMode = (code: number): string => roundingMode(code | (code << 2));

/** LLVM's quotients keep subnormal numbers between two changes of MODE, where no assembly must stand. */
const keepsPlace = ({ scope }: RoundingContext): boolean => scope.names.flushedFields(scope.executable).has('f32');

/**
 * A machine instruction under a rounding mode.
 * @param text with $0 for the result and $1 and so on for the values
 */
export function rounded(
  context: RoundingContext,
  rounding: string,
  text: string,
  result: string,
  operands: readonly (readonly [type: string, value: string])[],
): string {
  const mode = setMode(CODES[rounding]!);
  return context.out.rounded({ mode, text, type: result, operands, isFixed: keepsPlace(context) });
}

const MACHINE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  f16: {
    add: 'v_add_f16_e64 $0, $1, $2',
    sub: 'v_sub_f16_e64 $0, $1, $2',
    mul: 'v_mul_f16_e64 $0, $1, $2',
    fma: 'v_fma_f16 $0, $1, $2, $3',
  },
  f32: {
    add: 'v_add_f32_e64 $0, $1, $2',
    sub: 'v_sub_f32_e64 $0, $1, $2',
    mul: 'v_mul_f32_e64 $0, $1, $2',
    fma: 'v_fma_f32 $0, $1, $2, $3',
  },
  f64: {
    add: 'v_add_f64 $0, $1, $2',
    sub: 'v_add_f64 $0, $1, -$2',
    mul: 'v_mul_f64 $0, $1, $2',
    fma: 'v_fma_f64 $0, $1, $2, $3',
  },
};

/** A sum, difference, product or `fma` under a rounding mode. */
export function roundedOperation(
  instruction: RoundingContext,
  rounding: string,
  word: 'add' | 'sub' | 'mul' | 'fma',
  type: string,
  values: readonly string[],
): string {
  const own = valueType(type);
  return rounded(
    instruction,
    rounding,
    MACHINE[type]![word]!,
    own,
    values.map((value) => [own, value] as const),
  );
}

const NARROWING: Readonly<Record<string, string>> = {
  'f64 f32': 'v_cvt_f32_f64_e64 $0, $1',
  'f32 f16': 'v_cvt_f16_f32_e64 $0, $1',
  's32 f32': 'v_cvt_f32_i32_e64 $0, $1',
  'u32 f32': 'v_cvt_f32_u32_e64 $0, $1',
};

/** A conversion to a type with less precision under a rounding mode. In two steps: both round in one direction. */
export function roundedConversion(
  instruction: RoundingContext,
  rounding: string,
  [from, to]: readonly [string, string],
  value: string,
): string {
  if (from === 'f64' && to === 'f16')
    return roundedConversion(
      instruction,
      rounding,
      ['f32', 'f16'],
      roundedConversion(instruction, rounding, ['f64', 'f32'], value),
    );
  return rounded(instruction, rounding, NARROWING[`${from} ${to}`]!, valueType(to), [[valueType(from), value]]);
}

/** A fused operation to nearest as the machine's instruction, which LLVM does not compute for constants. */
export function machineFma(context: RoundingContext, type: string, values: readonly string[]): string {
  const own = valueType(type);
  const [word, ...operands] = [MACHINE[type]!['fma']!, ...values.map((value) => `${own} ${value}`)];
  const assembly = keepsPlace(context) ? 'asm sideeffect' : 'asm';
  return context.out.value(`call ${own} ${assembly} "${word}", "=v,v,v,v"(${operands.join(', ')})`);
}
