// The interval model: how long each wavefront takes when it waits only for latencies, in the manner of GPUMech; work-groups that fit into
// the chip at a time run side by side; and no launch is faster than its bounds. Nothing queues.

import { NO_WAIT } from '../../isa/rates.js';
import { LINE_BYTES, type Parameters } from '../config/parameters.js';
import { Cache } from '../model/cache.js';
import { ldsTurn, vectorTurn } from '../model/turns.js';
import { FLAG, UNIT } from '../program/units.js';
import type { RecordFile } from '../records/reader.js';
import { KIND, kindOf } from '../records/words.js';
import { boundsOf, groupsAtOnce, largest } from './bounds.js';
import { type Step, Walk } from './walk.js';

/** Accesses of a counter that have not returned, in the order of their issue. */
class Counter {
  private done: number[] = [];

  add(cycle: number): void {
    this.done.push(cycle);
  }

  /** When no more than some are left. */
  until(left: number): number {
    const leaving = this.done.splice(0, Math.max(0, this.done.length - left));
    return leaving.reduce((latest, cycle) => Math.max(latest, cycle), 0);
  }
}

/** Caches as they are when work-groups run one after the other. */
class Caches {
  private readonly l1: readonly Cache[];
  private readonly scalar: readonly Cache[];
  private readonly l2: Cache;
  private read = 0;
  private written = 0;

  constructor(private readonly parameters: Parameters) {
    const { gpu, l1, scalarCache, l2 } = parameters;
    this.l1 = Array.from({ length: gpu.computeUnits }, () => new Cache(l1.bytes, l1.ways));
    const clusters = Math.ceil(gpu.computeUnits / gpu.computeUnitsPerCluster);
    this.scalar = Array.from({ length: clusters }, () => new Cache(scalarCache.bytes, scalarCache.ways));
    this.l2 = new Cache(l2.bytesPerChannel * l2.channels, l2.ways);
  }

  /** Cycles until a line is there. */
  vector(unit: number, line: number, kind: number): number {
    const { l1, l2 } = this.parameters;
    const own = this.l1[unit]!;
    if (kind === KIND.load) {
      if (own.find(line) >= 0) return l1.latencyCycles;
      own.take(line);
    }
    if (kind === KIND.atomic) own.drop(line);
    return this.shared(line, kind) + (kind === KIND.atomic ? l2.atomicCyclesPerLine : 0);
  }

  scalarLoad(unit: number, line: number): number {
    const { scalarCache, gpu } = this.parameters;
    const own = this.scalar[Math.floor(unit / gpu.computeUnitsPerCluster)]!;
    if (own.find(line) >= 0) return scalarCache.latencyCycles;
    own.take(line);
    return scalarCache.latencyCycles + this.shared(line, KIND.load);
  }

  /** Cycles of all channels of DRAM for what these have moved. */
  get dramCycles(): number {
    const { gpu, dram } = this.parameters;
    const parts = (LINE_BYTES * gpu.clockMHz) / dram.megabytesPerSecond;
    return parts * (this.read + (this.written * 100) / dram.writePercent);
  }

  private shared(line: number, kind: number): number {
    const { l2, dram } = this.parameters;
    const found = this.l2.find(line);
    const place = found >= 0 ? found : this.l2.take(line);
    if (found < 0 && this.l2.evictedDirty) this.written++;
    if (kind !== KIND.load) this.l2.write(place);
    if (found >= 0) return l2.latencyCycles;
    // A store has its bytes with it.
    if (kind === KIND.store) return l2.latencyCycles;
    this.read++;
    return 2 * l2.latencyCycles + dram.latencyCycles;
  }
}

/** A wavefront alone. */
class Alone {
  private clock = 0;
  private vm = new Counter();
  private lds = new Counter();
  private scalar = new Counter();
  /** When it came to each barrier, from the one before on, and to its end. */
  readonly stretches: number[] = [];
  private from = 0;

  constructor(
    private readonly parameters: Parameters,
    private readonly walk: Walk,
    private readonly caches: Caches,
    private readonly unit: number,
  ) {}

  readonly step = ({ word, unit, head, count, lines, taken }: Step): void => {
    const { parameters, walk, caches } = this;
    const { program } = walk;
    const { frontEnd, computeUnit, lds } = parameters;
    const issue = this.clock;
    const cycles = unit === UNIT.valu || unit === UNIT.salu ? program.cycles[word]! : 0;
    this.clock += Math.max(computeUnit.simds, cycles);
    const late = program.size[word] === 2 && word % (32 / 4) >= frontEnd.longFreeDwords;
    if (late) this.clock += frontEnd.longPenaltyCycles;
    if (taken) this.clock += frontEnd.branchCycles + frontEnd.fetchLatencyCycles - computeUnit.simds;
    if (unit === UNIT.vector) {
      const end = issue + vectorTurn(parameters, head, count, (program.flags[word]! & FLAG.comparesData) !== 0);
      const kind = kindOf(head);
      let longest = 0;
      for (let n = 0; n < count; n++) longest = Math.max(longest, caches.vector(this.unit, lines[n]!, kind));
      this.vm.add(end + longest);
    } else if (unit === UNIT.lds) this.lds.add(issue + ldsTurn(parameters, head) + lds.latencyCycles);
    else if (unit === UNIT.scalar) {
      let longest = 0;
      for (let n = 0; n < count; n++) longest = Math.max(longest, caches.scalarLoad(this.unit, lines[n]!));
      this.scalar.add(issue + longest);
    } else if (unit === UNIT.wait) this.wait(program.vm[word]!, program.lgkm[word]!);
    else if (unit === UNIT.barrier || unit === UNIT.end) {
      this.stretches.push(this.clock - this.from);
      this.from = this.clock;
    }
  };

  private wait(vm: number, lgkm: number): void {
    if (vm !== NO_WAIT) this.clock = Math.max(this.clock, this.vm.until(vm));
    // Both kinds count together; what is left is taken to be of the second.
    if (lgkm !== NO_WAIT) this.clock = Math.max(this.clock, this.lds.until(lgkm), this.scalar.until(lgkm));
  }
}

/** Cycles of execution. @throws AtollError BAD_INPUT */
export function intervalCycles(records: RecordFile, parameters: Parameters): number {
  const { gpu } = parameters;
  const walk = new Walk(records, parameters);
  const caches = new Caches(parameters);
  const places = groupsAtOnce(parameters, records);
  /** When each place of each compute unit is free. */
  const free = Array.from({ length: gpu.computeUnits }, () => new Float64Array(places));
  let end = 0;
  for (let group = 0; group < records.launch.groups; group++) {
    const unit = group % gpu.computeUnits;
    const stretches: number[] = [];
    for (let wavefront = 0; wavefront < walk.wavefronts(group); wavefront++) {
      const alone = new Alone(parameters, walk, caches, unit);
      walk.each(group, wavefront, alone.step);
      alone.stretches.forEach((cycles, n) => {
        stretches[n] = Math.max(stretches[n] ?? 0, cycles);
      });
    }
    const own = free[unit]!;
    const place = own.indexOf(Math.min(...own));
    own[place]! += stretches.reduce((sum, cycles) => sum + cycles, 0);
    end = Math.max(end, own[place]!);
  }
  // The first line of code comes from DRAM, through L2.
  const cold = 2 * parameters.l2.latencyCycles + parameters.dram.latencyCycles + parameters.frontEnd.fetchLatencyCycles;
  const [, bound] = largest(boundsOf(records, parameters));
  return Math.max(bound, caches.dramCycles, end) + cold;
}
