// The names that generated code sees: views of memory, the runtime, and the operators that JavaScript lacks.

import { byteDifferences, maskedByteDifferences } from '../../isa/language/functions/bytes.js';
import { FUNCTIONS } from '../../isa/language/functions.js';
import type { GpuMemory } from '../memory.js';
import * as arithmetic from './arithmetic.js';
import type { Runtime } from './runtime.js';

const scratch = new ArrayBuffer(8);
const si = new Int32Array(scratch);
const sf = new Float32Array(scratch);
const sd = new Float64Array(scratch);

/** Bits of a f32 number, NaN canonical. */
function bitsOf32(x: number): number {
  sf[0] = x;
  return Number.isNaN(x) ? 0x7fc0_0000 : si[0]!;
}

/** Low word of a f64 number, NaN canonical; the high word is in si[1] then. */
function lowOf64(x: number): number {
  sd[0] = x;
  if (Number.isNaN(x)) {
    si[0] = 0;
    si[1] = 0x7ff8_0000;
  }
  return si[0]!;
}

const big = (low: number, high: number): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);

const WORDS = { byteDifferences, maskedByteDifferences };
const OPERATORS = { ...arithmetic, ...WORDS, functions: FUNCTIONS, si, sf, sd, bitsOf32, lowOf64, big };

export type Environment = Readonly<Record<string, unknown>>;

export const ENVIRONMENT_NAMES: readonly string[] = ['m', 'mi', 'md', 'pages', 'HW', 'kept', ...Object.keys(OPERATORS)];

/** The environment of one interpreter over one memory. */
export const createEnvironment = (memory: GpuMemory, runtime: Runtime): Environment => ({
  ...OPERATORS,
  m: runtime,
  mi: memory.i32,
  md: memory.f64,
  pages: memory.pages,
  // High word of every address in GPU memory.
  HW: memory.space.highWord,
  kept: [],
});
