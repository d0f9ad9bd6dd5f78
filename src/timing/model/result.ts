// Result of a simulation, as plain data. Cycles are those of the chip's clock.

import type { ConfigurationGroups } from '../config/schema.js';
import type { Reason } from './reasons.js';

export interface CacheResult {
  readonly hits: number;
  readonly misses: number;
}

export interface InstructionTime {
  /** Bytes from the start of the code. */
  readonly offset: number;
  /** Number of issues by wavefronts. */
  readonly issues: number;
  /** Cycles of slots that were at it, by reason; reasons of none are left out. */
  readonly slotCycles: Readonly<Partial<Record<Reason, number>>>;
}

export const RESULT_SCHEMA = 1;

export interface TimingResult {
  readonly schema: typeof RESULT_SCHEMA;
  readonly kernel: string;
  readonly configuration: { readonly name: string; readonly title: string; readonly groups: ConfigurationGroups };
  /** Keys whose values are guesses. */
  readonly guesses: readonly string[];
  /** From the packet to the completion, and the part between the first and the last work-group. */
  readonly cycles: number;
  readonly executionCycles: number;
  readonly nanoseconds: number;
  readonly workGroups: number;
  readonly wavefronts: number;
  readonly waveInstructions: number;
  /** Slots of the chip times `executionCycles`: the sum of `stalls`. */
  readonly slotCycles: number;
  readonly stalls: Readonly<Record<Reason, number>>;
  /** Cycles in which units worked, added over those there are. */
  readonly busyCycles: {
    readonly vector: number;
    readonly scalar: number;
    readonly addressUnits: number;
    readonly lds: number;
  };
  readonly ldsConflictCycles: number;
  readonly caches: {
    readonly l1: CacheResult;
    readonly scalar: CacheResult;
    readonly instruction: CacheResult;
    readonly l2: CacheResult;
  };
  readonly dramBytesRead: number;
  readonly dramBytesWritten: number;
  /** In the order of addresses. */
  readonly instructions: readonly InstructionTime[];
}
