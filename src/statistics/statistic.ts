// Definition of a statistic, and its computation from a tally.

import type { Bins } from './instruction-bins.js';
import type { InstructionCount, Tally } from './tally.js';

/**
 * Kind of collection of a statistic. `counts`: engines count anyway, compiled code included. `addresses`: a probe
 * observes every memory access, and the active lanes. `values`: a probe reads registers, in some work-groups.
 * `description`: none, the launch contains it.
 */
export const COLLECTIONS = {
  counts: 'counted by every engine, exactly',
  description: 'said by the launch itself, before anything runs',
  addresses:
    'seen at every access, and wherever lanes are switched off, exactly, by a probe of the interpreter or as compiled code (`jit`, `wasm`, `native`) records it',
  values:
    'seen by a probe in a sample of work-groups (`--stats-every`), which the interpreter runs; compiled code (`jit`, `wasm`, `native`) runs the others',
} as const;
export type Collection = keyof typeof COLLECTIONS;

export interface Statistic {
  /** As reports name it. */
  readonly name: string;
  readonly unit: string;
  /** One sentence or two, for a person. */
  readonly definition: string;
  readonly collection: Collection;
  /** Scope of the values: launches and kernels only, or single instructions too. */
  readonly scope: 'launch' | 'instruction';
  /** Under which words the summary of a run gives it; absent: it does not. */
  readonly brief?: string;
  /** Its value for some launches; undefined when nothing was collected that says it, which is not 0. */
  readonly fold: (tally: Tally) => number | undefined;
  /** Of a histogram: how its value is spread, and by what. Bins of which there is nothing are absent. */
  readonly bins?: { readonly by: string; readonly fold: (tally: Tally) => Bins | undefined };
}

export type InstructionValue = (instruction: InstructionCount) => number | undefined;

/** Added over all instructions. */
export const sumOf = ({ instructions }: Tally, counted: InstructionValue): number =>
  instructions.reduce((sum, instruction) => sum + (counted(instruction) ?? 0), 0);

/** There is none of nothing. */
export const ratio = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole);

export const times: InstructionValue = (instruction) => instruction.times;
export const ofClass =
  (kind: InstructionCount['class'], counted: InstructionValue = times): InstructionValue =>
  (instruction) =>
    instruction.class === kind ? counted(instruction) : 0;

export const WAVE = 'wave-instructions';
