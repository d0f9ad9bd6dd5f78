// Arguments and results of functions whose rounding and flushing an argument names, in vector code.

import type { FloatMode } from '../../emulator/float-mode.js';
import type { Ex } from '../../isa/language/expr.js';
import { HOW } from '../../isa/language/functions/rounded.js';
import { ROUND } from '../../isa/language/softfloat.js';
import type { VectorPair, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { Lanes } from '../wasm/lanes.js';
import type { Direction } from './rounding-steps.js';

export interface RoundingArgument {
  readonly direction: Direction;
  readonly flushes: boolean;
  /** Of HOW.format; 2 for f64. */
  readonly format: number;
  /** The same of a conversion's result. */
  readonly result: number;
}

/** Meaning of the last argument, if it is known. */
export function roundingOf(args: readonly Ex[]): RoundingArgument | undefined {
  const how = args.at(-1);
  if (how?.kind !== 'const') return undefined;
  const bits = Number(how.bits);
  const field = (place: number): number => (bits >>> place) & 3;
  return {
    direction: field(HOW.round) as Direction,
    flushes: ((bits >>> HOW.flush) & 1) === 1,
    format: field(HOW.format),
    result: field(HOW.result),
  };
}

/** Of code that rounds itself: MODE keeps what f64 computes. */
export const isExact = ({ f64 }: FloatMode): boolean =>
  f64.round === ROUND.nearestEven && !f64.flushInputs && !f64.flushResults;

/** The low words of a value of 64 bits. */
export const lowWords = (v: VectorValues, node: Ex): Local =>
  node.kind === 'op' && node.op === 'zext64' ? v.word(node.args[0]) : v.half(v.pair(node), 0);

/** Words with zeros above. */
export const asPair = (v: VectorValues, words: Local): VectorPair => v.interleave(words, new Lanes(v.b).words(0));
