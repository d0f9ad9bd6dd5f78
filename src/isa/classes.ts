// Classes for counts of instructions: by their execution unit, and those of the sequencer itself.

import { type Control, controlOf } from './control.js';
import type { InstructionDef } from './define.js';
import type { FormatUnit } from './format.js';

/** The contents of each class. */
export const CLASSES = {
  salu: 'scalar arithmetic and moves',
  valu: 'vector arithmetic, comparisons and moves',
  smem: 'scalar loads, and what goes with the scalar cache',
  vmem: 'accesses of lanes to buffers and images, their atomics included',
  lds: 'accesses of lanes to the local data share, their atomics included',
  branch: 'what may continue elsewhere, its condition true or not, whatever unit executes it',
  other: 'what is left: hints to the sequencer, messages, exports, interpolation, and stops at what is no instruction',
  waitcnt: 'waits for accesses and messages that are outstanding',
  barrier: 'waits for the other wavefronts of the work-group',
  endpgm: 'ends of wavefronts',
} as const;

export type InstructionClass = keyof typeof CLASSES;

export const CLASS_NAMES = Object.keys(CLASSES) as readonly InstructionClass[];

const CLASS_OF: Readonly<Record<FormatUnit, InstructionClass>> = {
  scalar: 'salu',
  vector: 'valu',
  scalarMemory: 'smem',
  vectorMemory: 'vmem',
  lds: 'lds',
  interpolation: 'other',
  export: 'other',
  control: 'other',
};

/** Instructions that change the program counter, on any unit, and those with a class of their own. */
const CLASS_OF_CONTROL: Readonly<Record<Control, InstructionClass>> = {
  branch: 'branch',
  wait: 'waitcnt',
  barrier: 'barrier',
  end: 'endpgm',
};

/** The one class of an instruction. */
export function classOf(def: InstructionDef): InstructionClass {
  const control = controlOf(def);
  return control ? CLASS_OF_CONTROL[control] : CLASS_OF[def.encoding.unit];
}
