// The memory that a recorded call names.

import type { CallRecord } from './layout.js';

export interface PlacedArea {
  readonly name: string;
  readonly address: bigint;
  readonly length: number;
  readonly when: 'before' | 'after';
  readonly masked: readonly number[];
  /** The area in which its address stands, and where; none for an argument of the call. */
  readonly holder?: { readonly name: string; readonly at: number };
}

/** Arguments of a call, and the memory that it names. */
export interface CallAreas {
  readonly record: Partial<CallRecord>;
  readonly areas: readonly PlacedArea[];
}
