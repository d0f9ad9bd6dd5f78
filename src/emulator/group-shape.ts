// Properties that work-groups of one size share.

import { sharesLds } from './barrier-yield.js';
import type { Counts } from './counts.js';
import { GroupBatch } from './group-batch.js';
import { InitialState } from './initial-state.js';
import type { GroupBox, LaunchDescriptor } from './launch.js';
import { wavefrontsPerGroup } from './wavefronts.js';
import type { ComputeUnit } from './workgroup.js';

export interface GroupShape {
  readonly initial: InitialState;
  readonly wavefronts: number;
  /** Parameters of the engine for running them by itself, in the unit's first slot. */
  readonly batch: GroupBatch;
}

interface ShapeContext {
  readonly unit: ComputeUnit;
  readonly launch: LaunchDescriptor;
  readonly counts: Counts;
  /** Set if the scheduler gives each wavefront the same time. */
  readonly isEven: boolean;
}

/** Initial states of launches that are repeated, by the first work-group of a box. */
const initialStates = new WeakMap<LaunchDescriptor, Map<number, InitialState>>();

function initialStateOf(launch: LaunchDescriptor, box: GroupBox): InitialState {
  if (!launch.isRepeated) return new InitialState(launch, box);
  const states = initialStates.get(launch) ?? new Map<number, InitialState>();
  const state = states.get(box.first) ?? new InitialState(launch, box);
  states.set(box.first, state);
  initialStates.set(launch, states);
  return state;
}

export function groupShape(box: GroupBox, { unit, launch, counts, isEven }: ShapeContext): GroupShape {
  const initial = initialStateOf(launch, box);
  const wavefronts = wavefrontsPerGroup(launch, box);
  const slots = unit.workGroup.slots.slice(0, wavefronts);
  const batch = new GroupBatch(unit, launch, box, initial, slots, counts, isEven && sharesLds(launch));
  return { initial, wavefronts, batch };
}
