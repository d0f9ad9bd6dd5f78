// State that a file test can access: words of the state by name, and the memory in which they lie.

import type { GpuMemory } from '../../src/emulator/memory.js';
import type { Isa } from '../../src/isa/isa.js';
import { CODE, DATA } from '../emulator/harness.js';

/** Words by name: `s4`, `vcc_lo`, `scc`, `mode`, `v3[17]`, `mem[8]`, `lds[0]` (byte offsets). */
export type Cells = ReadonlyMap<string, number>;

export interface Outcome {
  /** The engine's outcome: `end`, `budget`, or `fault: reason: detail`. */
  readonly outcome: string;
  /** Every changed word. */
  readonly changed: Cells;
  readonly read: (cell: string) => number;
}

/** A test's code, and common parts of its runs. */
export interface Program {
  readonly code: Uint32Array;
  /** Its assembly text. */
  readonly text: string;
  readonly ldsBytes: number;
  /** The instruction set that it is written in. */
  readonly isa: Isa;
  /** Every cell that some run starts from or expects. */
  readonly cells: ReadonlySet<string>;
}

/** One engine with its own machine. */
export interface Driver {
  readonly name: string;
  /**
   * Runs code from its beginning until it ends, from a state in which all other cells are 0 and all lanes are active.
   */
  run(program: Program, state: Cells): Outcome;
}

/** The part of a memory's words that a test sees, from a byte address on. */
export const wordsAt = (memory: GpuMemory, address: number, count: number): Uint32Array =>
  memory.u32.subarray(address / 4, address / 4 + count);

/** Addresses that tests can name. */
export const SYMBOLS: ReadonlyMap<string, bigint> = new Map([
  ['code', BigInt(CODE)],
  ['data', BigInt(DATA)],
]);

export const DATA_WORDS = 1024;
export const MAX_LDS_BYTES = 32768;
export const BUDGET = 100_000;
/**
 * Round to nearest even, denormals of f64 kept and of f32 flushed, DX10 clamp, IEEE: the initial mode of LLVM's
 * kernels.
 */
export const DEFAULT_MODE = 0x3c0;
/** A test's code ended the program itself: registers were not stored. */
export const ENDED_ELSEWHERE = 'ended elsewhere';

/** Adds changed words to `changed`, by the names of their places. */
export function compareWords(
  name: string,
  before: Uint32Array,
  after: Uint32Array,
  changed: Map<string, number>,
): void {
  for (let i = 0; i < before.length; i++) if (before[i] !== after[i]) changed.set(`${name}[${4 * i}]`, after[i]!);
}

/** Byte offset of a cell of memory or LDS, undefined for a register. */
export function offsetOf(cell: string): { readonly area: 'mem' | 'lds'; readonly offset: number } | undefined {
  const [, area, offset] = /^(mem|lds)\[(\d+)\]$/.exec(cell) ?? [];
  return area === undefined ? undefined : { area: area as 'mem' | 'lds', offset: Number(offset) };
}
