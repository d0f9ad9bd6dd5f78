// Interface of a dispatch and compiled code for work-groups that an engine runs by itself: one structure in shared
// memory, and the parameters of the function. Both sides use names; the offsets are computed here.

import type { GpuMemory } from './memory.js';
import { BATCH_OFFSET, BATCH_SIZE, WAVEFRONTS_PER_UNIT } from './state.js';

interface Field {
  /** The writer; `both`: the dispatch where a work-group is resumed, the engine when it stops. */
  readonly by: 'dispatch' | 'engine' | 'both';
  readonly what: string;
  /** There is one for each wavefront of a work-group. */
  readonly each?: true;
}

/** The words of the structure, in their order; all are 32-bit. */
const FIELDS = {
  wavefronts: { by: 'dispatch', what: 'Wavefronts of a work-group.' },
  countX: { by: 'dispatch', what: "Work-groups of the batch's box in x." },
  countY: { by: 'dispatch', what: 'The same in y.' },
  groupX: { by: 'dispatch', what: "Bytes from the start of a slot to the scalar of the work-group's number in x." },
  groupY: { by: 'dispatch', what: 'The same for y.' },
  groupZ: { by: 'dispatch', what: 'The same for z.' },
  ldsBytes: { by: 'dispatch', what: 'LDS of a work-group in bytes, as it is allocated.' },
  vgprBytes: { by: 'dispatch', what: 'Bytes of the allocated VGPRs.' },
  started: { by: 'engine', what: 'Work-groups that have been started.' },
  number: { by: 'both', what: 'Number of the last one in the box.' },
  turn: { by: 'engine', what: 'Its wavefront that runs, or ran last.' },
  begun: { by: 'both', what: 'How many of its wavefronts, from the first on, have their starting state.' },
  running: { by: 'both', what: 'Bits of those that can run, without the one of `turn`.' },
  waiting: { by: 'both', what: 'Bits of those that wait at the barrier.' },
  later: {
    by: 'both',
    what: 'Where a work-group is resumed, bits of those that have their turn behind the others that can run.',
  },
  even: { by: 'dispatch', what: 'All bits where wavefronts give way behind barriers (barrier-yield.ts), or none.' },
  giving: { by: 'both', what: 'Bits of those that are still to do so.' },
  barriers: { by: 'engine', what: 'Meetings at the barrier of all work-groups.' },
  groupBarriers: { by: 'both', what: 'Those of the last work-group.' },
  budget: { by: 'engine', what: 'The rest of the budget.' },
  slice: { by: 'engine', what: 'What the wavefront of `turn` has left of its slice.' },
  executed: { by: 'both', each: true, what: 'Instructions since the wavefront started.' },
  resume: { by: 'both', each: true, what: "A word of the engine's own: the block at which the wavefront goes on." },
  startHints: { by: 'engine', each: true, what: 'What it knows of the VGPRs with which the wavefront starts.' },
} as const satisfies Readonly<Record<string, Field>>;

export type BatchField = keyof typeof FIELDS;

function offsetsOf(fields: Readonly<Record<BatchField, Field>>): Readonly<Record<BatchField, number>> {
  let next = BATCH_OFFSET;
  const offsets = Object.entries(fields).map(([name, { each }]) => {
    const own = next;
    next += 4 * (each ? WAVEFRONTS_PER_UNIT : 1);
    return [name, own] as const;
  });
  if (next > BATCH_OFFSET + BATCH_SIZE) throw new RangeError('a batch is too large');
  return Object.fromEntries(offsets) as Record<BatchField, number>;
}

/** Byte offsets of the fields from the compute unit's slice. */
export const BATCH = offsetsOf(FIELDS);

/** The structure of one compute unit, as the dispatch sees it. */
export class BatchWords {
  private readonly words: Int32Array;
  private readonly base: number;

  /** @param base byte address of the unit's slice */
  constructor({ i32 }: GpuMemory, base: number) {
    this.words = i32;
    this.base = base;
  }

  /** @param wavefront of fields that there are for each of them */
  get(field: BatchField, wavefront = 0): number {
    return this.words[((this.base + BATCH[field]) >>> 2) + wavefront]!;
  }
  set(field: BatchField, value: number, wavefront = 0): void {
    this.words[((this.base + BATCH[field]) >>> 2) + wavefront] = value;
  }
}

/**
 * Parameters of the function that runs work-groups, in their order: byte address of the unit's slice; number of the
 * first work-group in the box, distance of the others' (1 or -1) and how many; instructions that may be executed; 1
 * when the first one is in progress.
 */
export const GROUPS_PARAMETERS = ['unit', 'number', 'step', 'count', 'budget', 'resumes'] as const;
export type GroupsParameter = (typeof GROUPS_PARAMETERS)[number];

/** Calls the function. @returns status and block, see kernel.ts in src/jit/kernel */
export const callGroups = (
  groups: (...parameters: number[]) => number,
  { unit, number, step, count, budget, resumes }: Readonly<Record<GroupsParameter, number>>,
): number => groups(unit, number, step, count, budget, resumes);
