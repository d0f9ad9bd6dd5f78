// Simulates a recorded launch on a chip. Compute units run alone for a window, then what they asked for is answered in order, so nothing
// depends on anything but records and configuration.

import { AtollError } from '../../util/errors.js';
import { type Configuration, guessesOf } from '../config/configuration.js';
import { Program } from '../program/program.js';
import type { RecordFile } from '../records/reader.js';
import type { Cache } from './cache.js';
import { Cluster } from './cluster.js';
import { ComputeUnit, type EndedWavefront } from './compute-unit.js';
import { WorkGroups } from './dispatcher.js';
import { REASON_COUNT, REASON_NAMES, type Reason } from './reasons.js';
import { Requests } from './requests.js';
import { type CacheResult, type InstructionTime, RESULT_SCHEMA, type TimingResult } from './result.js';
import { REQUEST, SharedMemory } from './shared-memory.js';
import { Stalls } from './stalls.js';

class Chip {
  readonly program: Program;
  readonly stalls: Stalls;
  readonly shared: SharedMemory;
  readonly clusters: readonly Cluster[];
  readonly units: readonly ComputeUnit[];
  private readonly requests = new Requests();
  private readonly groups: WorkGroups;
  /** When the last store has arrived. */
  private stored = 0;
  /** The last cycle. */
  end = 0;

  constructor(
    private readonly records: RecordFile,
    private readonly configuration: Configuration,
    ended?: (ended: EndedWavefront) => void,
  ) {
    const { values } = configuration;
    const { computeUnits, computeUnitsPerCluster } = values.gpu;
    this.program = new Program(records.launch, values);
    this.stalls = new Stalls(records.launch.code.length);
    this.shared = new SharedMemory(values);
    const clusters = Math.ceil(computeUnits / computeUnitsPerCluster);
    this.clusters = Array.from({ length: clusters }, () => new Cluster(values));
    this.units = Array.from({ length: computeUnits }, (_, n) => {
      const cluster = this.clusters[Math.floor(n / computeUnitsPerCluster)]!;
      const tell = ended && ((own: Omit<EndedWavefront, 'unit'>) => ended({ unit: n, ...own }));
      return new ComputeUnit(values, this.program, records, this.stalls, cluster, this.requests, tell);
    });
    this.groups = new WorkGroups(values, records, this.units);
  }

  run(): void {
    const { windowCycles } = this.configuration.values.model;
    this.groups.checkFit();
    for (let from = 0; from !== Number.POSITIVE_INFINITY; from = this.nextFrom(from + windowCycles)) {
      const before = from + windowCycles;
      this.groups.give(from, before);
      for (const unit of this.units) {
        unit.settle(from);
        unit.run(from, before);
      }
      this.requests.answer(before, (line, cycle, kind) => this.serve(line, cycle, kind));
    }
    if (this.groups.left || this.units.some(({ resident }) => resident > 0)) this.stuck();
    this.end = this.units.reduce((end, unit) => Math.max(end, unit.end), this.stored);
    for (const unit of this.units) unit.slots.finish(this.end);
  }

  private serve(line: number, cycle: number, kind: number): number {
    const done = this.shared.serve(line, cycle, kind);
    if (kind !== REQUEST.load) this.stored = Math.max(this.stored, done);
    return done;
  }

  /** The next window begins where something happens; infinite when nothing does any more. */
  private nextFrom(earliest: number): number {
    const { units, requests, groups } = this;
    if (groups.left && units.some(({ changed }) => changed)) return earliest;
    const next = units.reduce((first, unit) => Math.min(first, unit.next), requests.first);
    const waiting = units.reduce((first, unit) => Math.min(first, unit.memory.nextReturn), next);
    return Math.max(earliest, waiting);
  }

  /** Wavefronts are left that nothing will wake. */
  private stuck(): never {
    const { kernel } = this.records.launch;
    throw new AtollError(
      'INTERNAL',
      `kernel ${kernel}: the model of time has come to no end`,
      'report this, with the records',
    );
  }
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const cacheResult = (caches: readonly Cache[]): CacheResult => ({
  hits: sum(caches, ({ hits }) => hits),
  misses: sum(caches, ({ misses }) => misses),
});

function byReason(cycles: Float64Array, from: number, all: boolean): Record<Reason, number> {
  const entries = REASON_NAMES.map((name, n) => [name, cycles[from + n]!] as const);
  return Object.fromEntries(entries.filter(([, each]) => all || each > 0)) as Record<Reason, number>;
}

function instructionsOf({ byWord, issues }: Stalls): InstructionTime[] {
  return [...issues.keys()].flatMap((word) =>
    issues[word] === 0
      ? []
      : { offset: 4 * word, issues: issues[word]!, slotCycles: byReason(byWord, word * REASON_COUNT, false) },
  );
}

/**
 * @param ended told of each wavefront that has ended
 * @throws AtollError BAD_INPUT for records that do not fit their code, LIMIT for work-groups that do not fit the chip
 */
export function simulate(
  records: RecordFile,
  configuration: Configuration,
  ended?: (ended: EndedWavefront) => void,
): TimingResult {
  const chip = new Chip(records, configuration, ended);
  chip.run();
  const { values, name, title, groups } = configuration;
  const { units, clusters, shared, stalls, end } = chip;
  const { computeUnits, clockMHz } = values.gpu;
  const { launch } = records;
  const cycles = values.dispatcher.cyclesBeforeLaunch + end + values.dispatcher.cyclesAfterLaunch;
  const slots = computeUnits * values.computeUnit.simds * values.computeUnit.slotsPerSimd;
  return {
    schema: RESULT_SCHEMA,
    kernel: launch.kernel,
    configuration: { name, title, groups },
    guesses: guessesOf(configuration),
    cycles,
    executionCycles: end,
    nanoseconds: Math.ceil((cycles * 1000) / clockMHz),
    workGroups: launch.groups,
    wavefronts: records.wavefronts,
    waveInstructions: stalls.issues.reduce((total, count) => total + count, 0),
    slotCycles: slots * end,
    stalls: byReason(stalls.total, 0, true),
    busyCycles: {
      vector: sum(units, ({ vectorBusy }) => vectorBusy),
      scalar: sum(units, ({ scalarBusy }) => scalarBusy),
      addressUnits: sum(units, ({ memory }) => memory.addressUnit.busy),
      lds: sum(units, ({ memory }) => memory.lds.busy),
    },
    ldsConflictCycles: sum(units, ({ memory }) => memory.ldsConflictCycles),
    caches: {
      l1: cacheResult(units.map(({ memory }) => memory.l1)),
      scalar: cacheResult(clusters.map(({ scalar }) => scalar)),
      instruction: cacheResult(clusters.map(({ instruction }) => instruction)),
      l2: cacheResult(shared.channels),
    },
    dramBytesRead: shared.bytesRead,
    dramBytesWritten: shared.bytesWritten,
    instructions: instructionsOf(stalls),
  };
}
