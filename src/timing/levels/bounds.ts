// Bounds: how long each part of the chip works at least, whatever the order. No launch is faster than the largest one.

import { LINE_BYTES, type Parameters } from '../config/parameters.js';
import { Residents } from '../model/residents.js';
import { ldsTurn, vectorTurn } from '../model/turns.js';
import { FLAG, UNIT } from '../program/units.js';
import type { RecordFile } from '../records/reader.js';
import { KIND, kindOf } from '../records/words.js';
import { type Step, Walk } from './walk.js';

/** What a bound is of. */
export const BOUNDS = {
  wavefront: 'the longest wavefront, an instruction after the other',
  slots: 'all wavefronts, as many at a time as fit',
  vector: 'vector units',
  scalar: 'scalar units',
  lds: 'LDS',
  addressUnits: 'address units',
  l2: 'the busiest channel of L2, of stores and atomics',
  dram: 'the busiest channel of DRAM, of lines that are read for the first time',
} as const;
export type Bound = keyof typeof BOUNDS;
export type Bounds = Readonly<Record<Bound, number>>;

/** Work-groups of a launch that a compute unit holds at a time. */
export function groupsAtOnce(parameters: Parameters, { launch }: RecordFile): number {
  const residents = new Residents(parameters, launch);
  let count = 0;
  for (; residents.refusal(launch.wavefronts) === undefined; count++) residents.take(count, launch.wavefronts);
  return count;
}

class Sums {
  vector = 0;
  scalar = 0;
  lds = 0;
  ldsLongest = 0;
  address = 0;
  addressLongest = 0;
  serial = 0;
  longest = 0;
  readonly l2: Float64Array;
  readonly dram: Float64Array;
  private readonly seen = new Set<number>();
  private mine = 0;
  /** Lines that a wavefront has asked for and has not waited for. */
  private unwaited: number[] = [];

  constructor(
    private readonly parameters: Parameters,
    private readonly walk: Walk,
  ) {
    this.l2 = new Float64Array(parameters.l2.channels);
    this.dram = new Float64Array(parameters.l2.channels);
  }

  /** The channel of a line. */
  private channel(line: number): number {
    const { interleaveBytes, channels } = this.parameters.l2;
    return Math.floor(line / (interleaveBytes / LINE_BYTES)) % channels;
  }

  wavefront(group: number, wavefront: number): void {
    this.mine = 0;
    this.unwaited = [];
    this.walk.each(group, wavefront, (step) => this.step(step));
    // Nobody needs to have seen them at the end.
    for (const line of this.unwaited) this.dram[this.channel(line)]!--;
    this.serial += this.mine;
    this.longest = Math.max(this.longest, this.mine);
  }

  private step({ word, unit, head, count, lines }: Step): void {
    const { parameters, walk } = this;
    const { program } = walk;
    const turn = parameters.computeUnit.simds;
    const cycles = unit === UNIT.valu || unit === UNIT.salu ? program.cycles[word]! : 0;
    this.mine += Math.max(turn, cycles);
    if (unit === UNIT.valu) this.vector += cycles;
    else if (unit === UNIT.salu) this.scalar += cycles;
    else if (unit === UNIT.lds) {
      const own = ldsTurn(parameters, head);
      this.lds += own;
      this.ldsLongest = Math.max(this.ldsLongest, own);
    } else if (unit === UNIT.vector)
      this.vectorAccess(head, count, lines, (program.flags[word]! & FLAG.comparesData) !== 0);
    else if (unit === UNIT.wait && program.vm[word] === 0) this.unwaited = [];
  }

  private vectorAccess(head: number, count: number, lines: Float64Array, comparesData: boolean): void {
    const { l2 } = this.parameters;
    const own = vectorTurn(this.parameters, head, count, comparesData);
    this.address += own;
    this.addressLongest = Math.max(this.addressLongest, own);
    const kind = kindOf(head);
    for (let n = 0; n < count; n++) {
      const line = lines[n]!;
      const channel = this.channel(line);
      if (kind === KIND.load && !this.seen.has(line)) {
        this.dram[channel]!++;
        this.unwaited.push(line);
      }
      if (kind !== KIND.load) this.l2[channel]! += kind === KIND.atomic ? l2.atomicCyclesPerLine : l2.cyclesPerLine;
      this.seen.add(line);
    }
  }
}

/** Cycles of execution that each bound asks for. @throws AtollError BAD_INPUT */
export function boundsOf(records: RecordFile, parameters: Parameters): Bounds {
  const walk = new Walk(records, parameters);
  const sums = new Sums(parameters, walk);
  const { groups, wavefronts } = records.launch;
  for (let group = 0; group < groups; group++)
    for (let wavefront = 0; wavefront < walk.wavefronts(group); wavefront++) sums.wavefront(group, wavefront);
  const { gpu, computeUnit, l2, dram, lds, vectorMemory } = parameters;
  const units = gpu.computeUnits;
  const parts = (LINE_BYTES * gpu.clockMHz * l2.channels) / dram.megabytesPerSecond;
  // Who has ended does not wait for what is in the queues.
  const queued = (all: number, entries: number, longest: number): number =>
    Math.max(0, all / units - entries * longest);
  return {
    wavefront: sums.longest,
    slots: sums.serial / (units * groupsAtOnce(parameters, records) * wavefronts),
    vector: sums.vector / (units * computeUnit.simds),
    scalar: sums.scalar / (units * computeUnit.simds),
    lds: queued(sums.lds, lds.queueEntries, sums.ldsLongest),
    addressUnits: queued(sums.address, vectorMemory.queueEntries, sums.addressLongest),
    l2: Math.max(...sums.l2),
    dram: Math.max(0, ...sums.dram) * parts,
  };
}

/** The largest one, and what it is of. */
export const largest = (bounds: Bounds): readonly [Bound, number] =>
  (Object.entries(bounds) as [Bound, number][]).reduce((most, each) => (each[1] > most[1] ? each : most));
