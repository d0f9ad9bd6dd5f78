// omod and clamp of VOP3 on a float result, as src/isa/language/float-ops.ts `modifyOutput` defines them.

import { type Ex, f32, f64, ops } from '../../isa/language/expr.js';
import { ROUND } from '../float-mode.js';
import { FACTORS, flushText, MIN_NORMAL } from './float-operators.js';
import type { ValueEmitter } from './values.js';

export interface ModifiedValue {
  /** Text of the number. */
  readonly number: string;
  /** Set if the value was multiplied: a NaN is the canonical one then. */
  readonly scaled: boolean;
}

/** The modified number, or undefined when this write has no output modifiers. */
export function emitOutputModifiers(v: ValueEmitter, slot: string, value: Ex): ModifiedValue | undefined {
  if (slot !== 'D' || (value.ty !== 'f32' && value.ty !== 'f64')) return undefined;
  const mode = value.ty === 'f32' ? v.mode.f32 : v.mode.f64;
  const { clamp = 0, omod: encoded = 0 } = v.instruction.fields;
  // Scaling needs results that are flushed, and is none of the operations of IEEE 754.
  const omod = v.mode.ieee || !mode.flushResults ? 0 : encoded;
  if (omod === 0 && clamp === 0) return undefined;
  let x = value.ty === 'f32' ? v.f32(value) : v.f64(value);
  // Adding +0 makes -0 a +0 and changes nothing else.
  if (omod !== 0) x = v.bind(value, `${scaled(v, value, x, omod, mode)} + 0`);
  if (clamp === 0) return { number: x, scaled: true };
  const limited = `${x} > 0 ? (${x} > 1 ? 1 : ${x})`;
  const text = v.mode.dx10Clamp ? `${limited} : 0` : `${limited} : (${x} === ${x} ? 0 : ${x})`;
  return { number: v.bind(value, text), scaled: omod !== 0 };
}

function scaled(v: ValueEmitter, value: Ex, x: string, omod: number, mode: typeof v.mode.f32): string {
  if (mode.round !== ROUND.nearestEven) {
    const factor = value.ty === 'f32' ? f32(FACTORS[omod]!) : f64(FACTORS[omod]!);
    const product = ops[value.ty === 'f32' ? 'fmul' : 'dmul'](value as never, factor as never);
    return value.ty === 'f32' ? v.f32(product) : v.f64(product);
  }
  const least = MIN_NORMAL[value.ty as 'f32' | 'f64'];
  const input = mode.flushInputs ? v.bind(value, flushText(x, least)) : x;
  const product = `${input} * ${FACTORS[omod]}`;
  const result = v.bind(value, value.ty === 'f32' ? `Math.fround(${product})` : product);
  return flushText(result, least);
}
