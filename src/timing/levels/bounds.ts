// Bounds: how long each part of the chip works at least, whatever the order. No launch is faster than the largest one.

import { LINE_BYTES, type Parameters } from '../config/parameters.js';
import {
  LONGEST_ADDRESS,
  LONGEST_LDS,
  LONGEST_WAVE,
  SUM_ADDRESS,
  SUM_LDS,
  SUM_SCALAR,
  SUM_SERIAL,
  SUM_VECTOR,
} from '../core/walk.js';
import { type CoreName, memoryFor, SimulatedMachine } from '../model/machine.js';
import { checkFit } from '../model/simulate.js';
import type { RecordFile } from '../records/reader.js';

/** Kinds of bounds. */
export const BOUNDS = {
  wavefront: 'the longest wavefront, one instruction after the other',
  slots: 'all wavefronts, as many at a time as fit',
  vector: 'vector units',
  scalar: 'scalar units',
  lds: 'LDS',
  addressUnits: 'address units',
  l2: 'the busiest channel of L2, of stores and atomics',
  dram: 'the busiest channel of DRAM, of lines that are read for the first time',
} as const;
export type IntervalBound = keyof typeof BOUNDS;
export type IntervalBounds = Readonly<Record<IntervalBound, number>>;

const machineFor = (records: RecordFile, parameters: Parameters, core: CoreName): SimulatedMachine =>
  new SimulatedMachine(records, parameters, memoryFor(parameters, records, 1), 0, core);

/** Work-groups of a launch that a compute unit holds at a time. */
function fitting({ core, records }: SimulatedMachine): number {
  const { wavefronts } = records.launch;
  let count = 0;
  for (; core.refusal(0, wavefronts) < 0; count++) {
    const group = core.takeGroup(0, wavefronts);
    for (let wave = 0; wave < wavefronts; wave++) core.takeSlot(0, group, wave);
  }
  return count;
}

/** The same, on a chip: none where there is no room for one. */
export const groupsAtOnce = (parameters: Parameters, records: RecordFile): number =>
  fitting(machineFor(records, parameters, 'wasm'));

/** Result of a walk through all records. */
export class WalkResult {
  private readonly machine: SimulatedMachine;
  private readonly atOnce: number;

  /** @throws AtollError BAD_INPUT, LIMIT for work-groups that do not fit */
  constructor(
    private readonly records: RecordFile,
    private readonly parameters: Parameters,
    core: CoreName = 'wasm',
  ) {
    this.machine = machineFor(records, parameters, core);
    checkFit(this.machine);
    this.atOnce = fitting(this.machine);
    this.machine.core.walkAll();
  }

  private sum(which: number): number {
    return this.machine.doubles[this.machine.core.sumsAt() + which]!;
  }

  private busiest(at: number): number {
    return Math.max(0, ...this.machine.doubles.subarray(at, at + this.parameters.l2.channels));
  }

  /** Cycles of execution that each bound requests. */
  get bounds(): IntervalBounds {
    const { gpu, computeUnit, l2, dram, lds, vectorMemory } = this.parameters;
    const { computeUnits: units, clockMHz } = gpu;
    const { core } = this.machine;
    const parts = (LINE_BYTES * clockMHz * l2.channels) / dram.megabytesPerSecond;
    // A wavefront that has ended does not wait for the queues.
    const queued = (all: number, entries: number, longest: number): number =>
      Math.max(0, all / units - entries * longest);
    return {
      wavefront: this.sum(LONGEST_WAVE),
      slots: this.sum(SUM_SERIAL) / (units * this.atOnce * this.records.launch.wavefronts),
      vector: this.sum(SUM_VECTOR) / (units * computeUnit.simds),
      scalar: this.sum(SUM_SCALAR) / (units * computeUnit.simds),
      lds: queued(this.sum(SUM_LDS), lds.queueEntries, this.sum(LONGEST_LDS)),
      addressUnits: queued(this.sum(SUM_ADDRESS), vectorMemory.queueEntries, this.sum(LONGEST_ADDRESS)),
      l2: this.busiest(core.channelCyclesAt()),
      dram: this.busiest(core.channelLinesAt()) * parts,
    };
  }
}

/** Cycles of execution that each bound requests. @throws AtollError BAD_INPUT */
export const boundsOf = (records: RecordFile, parameters: Parameters): IntervalBounds =>
  new WalkResult(records, parameters).bounds;

/** The largest one, and what it is of. */
export const largest = (bounds: IntervalBounds): readonly [IntervalBound, number] =>
  (Object.entries(bounds) as [IntervalBound, number][]).reduce((most, each) => (each[1] > most[1] ? each : most));
