// Every statistic of a run: its name, unit and definition, and how it is folded from what engines count. A new statistic is a new row;
// reports, the summary and docs/statistics.md derive from these.

import { CLASSES, type InstructionClass } from '../isa/classes.js';
import type { InstructionCount, Tally } from './tally.js';

export interface Statistic {
  /** As reports name it. */
  readonly name: string;
  readonly unit: string;
  /** One sentence or two, for a person. */
  readonly definition: string;
  /** Under which words the summary of a run gives it; absent: it does not. */
  readonly brief?: string;
  /** Its value for some launches; undefined when nothing was counted that says it, which is not 0. */
  readonly fold: (tally: Tally) => number | undefined;
}

type Counted = (instruction: InstructionCount) => number | undefined;

const sumOf = ({ instructions }: Tally, counted: Counted): number =>
  instructions.reduce((sum, instruction) => sum + (counted(instruction) ?? 0), 0);

const times: Counted = (instruction) => instruction.times;
const timesOf =
  (wanted: InstructionClass): Counted =>
  (instruction) =>
    instruction.class === wanted ? instruction.times : 0;
/** Lanes of the vector units' instructions. */
const valuLanes: Counted = (instruction) => (instruction.class === 'valu' ? instruction.lanes : 0);

const WAVE = 'wave-instructions';
/** How often wavefronts executed the instructions of a class. */
const classRow = ([name, holds]: [string, string]): Statistic => ({
  name: `instructions.${name}`,
  unit: WAVE,
  definition: `Of \`instructions\`: ${holds}.`,
  fold: (tally) => sumOf(tally, timesOf(name as InstructionClass)) + (name === 'other' ? tally.invalid : 0),
});

const ratio = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole);

export const STATISTICS: readonly Statistic[] = [
  {
    name: 'workGroups',
    unit: 'work-groups',
    definition: 'Work-groups that were started.',
    fold: ({ workGroups }) => workGroups,
  },
  {
    name: 'wavefronts',
    unit: 'wavefronts',
    definition: 'Wavefronts of the work-groups that were started.',
    fold: ({ wavefronts }) => wavefronts,
  },
  {
    name: 'barriers',
    unit: 'meetings',
    definition:
      'How often all wavefronts of a work-group that had not ended met at a barrier. Not how many `s_barrier` were executed.',
    fold: ({ barriers }) => barriers,
  },
  {
    name: 'instructions',
    unit: WAVE,
    definition:
      'Executions of an instruction by a wavefront, whatever EXEC is. What a branch skips does not count; an instruction that faults does, ' +
      'and so does a stop at what is no instruction. Each belongs to exactly one of the classes that follow.',
    fold: (tally) => sumOf(tally, times) + tally.invalid,
  },
  ...Object.entries(CLASSES).map(classRow),
  {
    name: 'exits',
    unit: WAVE,
    definition:
      'Of `instructions`: those that compiled code left to the interpreter because it has no form of its own for them. Not collected by ' +
      'engines that compile nothing.',
    fold: ({ exits }) => exits && [...exits.values()].reduce((sum, count) => sum + count, 0),
  },
  {
    name: 'branchesTaken',
    brief: 'branches taken',
    unit: WAVE,
    definition: 'Of `instructions.branch`: those whose condition held, or that have none, wherever they then led.',
    fold: (tally) => sumOf(tally, ({ taken }) => taken),
  },
  {
    name: 'valuLanes',
    unit: 'lanes',
    definition: 'Lanes that EXEC had switched on, added over all executions of instructions of class `valu`.',
    fold: (tally) => sumOf(tally, valuLanes),
  },
  {
    name: 'simdUtilisation',
    brief: 'SIMD utilisation',
    unit: 'share',
    definition:
      '`valuLanes` divided by 64 lanes of each of `instructions.valu`. There is none without such an instruction.',
    fold: (tally) => ratio(sumOf(tally, valuLanes), 64 * sumOf(tally, timesOf('valu'))),
  },
  {
    name: 'codeBytes',
    unit: 'bytes',
    definition: 'Size of the instructions that were executed at least once, each counted once, literals included.',
    fold: (tally) => sumOf(tally, ({ instruction }) => instruction.size),
  },
];

const byName = new Map(STATISTICS.map((row) => [row.name, row]));

/** The value of one statistic. */
export function statisticOf(name: string, tally: Tally): number | undefined {
  const row = byName.get(name);
  if (!row) throw new TypeError(`there is no statistic ${name}`);
  return row.fold(tally);
}

/** All of them; null: not collected. */
export const valuesOf = (tally: Tally): Record<string, number | null> =>
  Object.fromEntries(STATISTICS.map(({ name, fold }) => [name, fold(tally) ?? null]));
