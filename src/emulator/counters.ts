// What a dispatch has executed: a handful of numbers that every engine keeps up to date.

import { type Control, controlOf } from '../isa/control.js';
import type { InstructionDef } from '../isa/define.js';
import type { Unit as IsaUnit } from '../isa/format.js';

/** Execution units, and what the sequencer does itself, by which wave-instructions are counted. */
export const UNITS = [
  ...(['salu', 'valu', 'smem', 'vmem', 'lds', 'branch', 'other'] as const),
  ...(['waitcnt', 'barrier', 'endpgm'] as const),
] as const;
export type Unit = (typeof UNITS)[number];

const UNIT_OF: Readonly<Record<IsaUnit, Unit>> = {
  scalar: 'salu',
  vector: 'valu',
  scalarMemory: 'smem',
  vectorMemory: 'vmem',
  lds: 'lds',
  interpolation: 'other',
  export: 'other',
  control: 'other',
};

/** What changes the program counter, whatever executes it, and what has a count of its own. */
const UNIT_OF_CONTROL: Readonly<Record<Control, Unit>> = {
  branch: 'branch',
  wait: 'waitcnt',
  barrier: 'barrier',
  end: 'endpgm',
};

const known = new WeakMap<InstructionDef, number>();

/** Index into `Counters.instructions` for an instruction. */
export function unitIndex(def: InstructionDef): number {
  let index = known.get(def);
  if (index === undefined) {
    const control = controlOf(def);
    known.set(def, (index = UNITS.indexOf(control ? UNIT_OF_CONTROL[control] : UNIT_OF[def.encoding.unit])));
  }
  return index;
}

/** The same for what is no instruction and stops a wavefront. */
export const NO_UNIT = UNITS.indexOf('other');

/** Numbers since the counters were made. */
export class Counters {
  workGroups = 0;
  wavefronts = 0;
  barriers = 0;
  /** Wave-instructions by unit, in the order of UNITS. */
  readonly instructions = new Float64Array(UNITS.length);
  /** Instructions that the JIT left to the interpreter, by mnemonic. They are part of `instructions` too. */
  readonly exits = new Map<string, number>();

  /** All wave-instructions. */
  get total(): number {
    return this.instructions.reduce((sum, count) => sum + count, 0);
  }

  /** Notes one instruction that the JIT left to the interpreter. */
  exit(mnemonic: string): void {
    this.exits.set(mnemonic, (this.exits.get(mnemonic) ?? 0) + 1);
  }

  /** Plain data for another thread. */
  get values(): CounterValues {
    const { workGroups, wavefronts, barriers, instructions, exits } = this;
    return { workGroups, wavefronts, barriers, instructions, exits };
  }

  /** Adds the numbers of another worker. */
  add(other: CounterValues): void {
    this.workGroups += other.workGroups;
    this.wavefronts += other.wavefronts;
    this.barriers += other.barriers;
    for (let unit = 0; unit < UNITS.length; unit++) this.instructions[unit]! += other.instructions[unit]!;
    for (const [mnemonic, count] of other.exits) this.exits.set(mnemonic, (this.exits.get(mnemonic) ?? 0) + count);
  }
}

/** The plain data of counters, as it arrives from a worker thread. */
export type CounterValues = Pick<Counters, 'workGroups' | 'wavefronts' | 'barriers' | 'instructions' | 'exits'>;
