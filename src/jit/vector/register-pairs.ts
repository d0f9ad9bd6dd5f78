// Pairs of registers as 64-bit values: what an instruction has just computed is taken from there by the next one,
// instead of being put together from two words again.

import type { Local } from '../wasm/function-builder.js';
import type { VectorPair } from './vector-values.js';

/** A 64-bit value of four lanes. */
export interface WideValue {
  /** With the promised bits. */
  readonly exact: VectorPair;
  /** The same for arithmetic: a NaN may have any payload. */
  readonly number: VectorPair;
}

/** The values of one run by the locals of their words. */
export class RegisterPairs {
  private readonly values = new Map<string, WideValue>();

  /** Not inside of a condition. */
  note(low: Local, high: Local, value: WideValue): void {
    this.values.set(`${low}:${high}`, value);
  }
  of(low: Local, high: Local): WideValue | undefined {
    return this.values.get(`${low}:${high}`);
  }
}
