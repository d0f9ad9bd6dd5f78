// What a dispatch has executed: a handful of numbers that every engine keeps up to date.

import type { FormatName, InstructionDef } from '../isa/define.js';

/** Execution units, and what the sequencer does itself, by which wave-instructions are counted. */
export const UNITS = [
  ...(['salu', 'valu', 'smem', 'vmem', 'lds', 'branch', 'other'] as const),
  ...(['waitcnt', 'barrier', 'endpgm'] as const),
] as const;
export type Unit = (typeof UNITS)[number];

const UNIT_OF_FORMAT: Readonly<Record<FormatName, Unit>> = {
  SOP1: 'salu',
  SOP2: 'salu',
  SOPK: 'salu',
  SOPC: 'salu',
  SOPP: 'other',
  SMRD: 'smem',
  VOP1: 'valu',
  VOP2: 'valu',
  VOP3: 'valu',
  VOPC: 'valu',
  VINTRP: 'other',
  DS: 'lds',
  MUBUF: 'vmem',
  MTBUF: 'vmem',
  MIMG: 'vmem',
  EXP: 'other',
};

/** Program control by name: what changes the program counter, whatever its format, and what has a count of its own. */
const CONTROL: readonly (readonly [RegExp, Unit])[] = [
  [/^s_(branch|cbranch_|setpc_|swappc_|rfe_)/, 'branch'],
  [/^s_waitcnt/, 'waitcnt'],
  [/^s_barrier$/, 'barrier'],
  [/^s_endpgm/, 'endpgm'],
];
const MAY_CONTROL: ReadonlySet<FormatName> = new Set(['SOPP', 'SOP1', 'SOPK']);

/** Index into `Counters.instructions` for an instruction. */
export function unitIndex({ name, format }: InstructionDef): number {
  const control = MAY_CONTROL.has(format) ? CONTROL.find(([pattern]) => pattern.test(name)) : undefined;
  return UNITS.indexOf(control?.[1] ?? UNIT_OF_FORMAT[format]);
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
