// Words that go to registers: their bits need not be exact until they are observable (exactness.ts).

import type { Ex } from '../../isa/language/expr.js';
import type { Inexact } from '../floats/exactness.js';
import { FLOAT_NAMES } from '../floats/floats.js';
import type { Local } from '../wasm/function-builder.js';
import { deferredWord } from './deferred-words.js';
import { isRareChoice } from './slow-path-values.js';
import { isModified, vgprOf } from './sources.js';
import type { VectorValues } from './vector-values.js';

/** Functions that never give a NaN where their result is taken, or a canonical one. */
const GIVES_NO_NAN: ReadonlySet<string> = new Set(['f32_result', 'divide_f32']);

/** True if a f32 node can be a NaN that is not canonical yet. */
export const producesNan = (node: Ex): boolean =>
  node.kind === 'op'
    ? FLOAT_NAMES.get(node.op) === 'arithmetic'
    : node.kind === 'call' && node.ty === 'f32' && !GIVES_NO_NAN.has(node.name);

/** Leaves and functions that `number` may give without changing what they mean. */
const isRaw = (v: VectorValues, node: Ex): boolean =>
  vgprOf(v, node) === undefined ? producesNan(node) : !isModified(v, node);

/** True if a node is a constant that is neither a NaN nor a denormal. */
function isOrdinary({ instruction }: VectorValues, node: Ex): boolean {
  const operand = node.kind === 'src' && node.dword === 0 ? instruction.operands[node.slot] : undefined;
  const bits = node.kind === 'const' ? Number(node.bits) : operand?.kind === 'const' ? operand.bits : undefined;
  if (bits === undefined) return false;
  const size = bits & 0x7fff_ffff;
  return size === 0 || (size >= 0x0080_0000 && size <= 0x7f80_0000);
}

/** The bits of a word for a register. */
export function rawWord(v: VectorValues, node: Ex): Local {
  if (node.kind !== 'op') return isRaw(v, node) ? v.number(node) : v.word(node);
  if (FLOAT_NAMES.get(node.op) === 'arithmetic' && node.ty !== 'u64' && node.ty !== 'f64') return v.number(node);
  if (node.op === 'asU32' || node.op === 'asF32') return rawWord(v, node.args[0]);
  if (node.op !== 'selF32' && node.op !== 'selU32') return v.word(node);
  if (isRareChoice(v, node)) return deferredWord(v, node) ?? v.word(node);
  const [condition, then, otherwise] = node.args as [Ex, Ex, Ex];
  const choices = [rawWord(v, then), rawWord(v, otherwise)] as const;
  if (choices.some((choice) => v.run.floats.isDeferred(choice))) return v.word(node);
  const [one, other] = choices.map((choice) => v.run.floats.of(choice)) as [Inexact, Inexact];
  const either = { nan: one.nan || other.nan, denormal: one.denormal || other.denormal };
  const same = (each: Inexact): boolean => each.nan === either.nan && each.denormal === either.denormal;
  // Values that are not results of arithmetic keep all their bits, unless making them exact would not change them.
  if (!(same(one) || isOrdinary(v, then)) || !(same(other) || isOrdinary(v, otherwise))) return v.word(node);
  const mask = v.word(condition);
  const chosen = v.keep(() => v.b.get(choices[0]).get(choices[1]).get(mask).simd('v128.bitselect'));
  v.run.floats.mark(chosen, either);
  return chosen;
}
