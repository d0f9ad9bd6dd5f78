// Reads the result of a simulation out of the core's memory.

import { type Configuration, guessesOf } from '../config/configuration.js';
import * as core from '../core/index.js';
import { bind } from '../core/platform.js';
import type { RecordFile } from '../records/reader.js';
import { REASON_COUNT, REASON_NAMES, type Reason } from './reasons.js';
import { type CacheResult, type InstructionTime, RESULT_SCHEMA, type TimingResult } from './result.js';

/** Counters of all threads. */
interface CounterNames {
  readonly byWord: Float64Array;
  readonly byNone: Float64Array;
  readonly issues: Float64Array;
  /** Bytes that DRAM has read, and written. */
  readonly moved: Float64Array;
}

function addTo(sum: Float64Array, doubles: Float64Array, at: number): void {
  for (let n = 0; n < sum.length; n++) sum[n]! += doubles[at + n]!;
}

function countedBy(threads: number, words: number, memory: ArrayBufferLike): CounterNames {
  const doubles = new Float64Array(memory);
  const counted = {
    byWord: new Float64Array(words * REASON_COUNT),
    byNone: new Float64Array(REASON_COUNT),
    issues: new Float64Array(words),
    moved: new Float64Array(2),
  };
  for (let thread = 0; thread < threads; thread++) {
    core.attach(thread, false);
    addTo(counted.byWord, doubles, core.byWordAt());
    addTo(counted.byNone, doubles, core.byNoneAt());
    addTo(counted.issues, doubles, core.issuesAt());
    addTo(counted.moved, doubles, core.movedAt());
  }
  return counted;
}

/**
 * Cycles of slots by reason until some cycle, what lasts then included; or, without one, what has been counted.
 * To be made before anything runs: it looks where that will be.
 */
export function stallCounter(
  memory: ArrayBufferLike,
  words: number,
  slots: number,
  threads: number,
): (until?: number) => Float64Array {
  bind(memory, undefined);
  const places = Array.from({ length: threads }, (_, thread) => {
    core.attach(thread, false);
    return [core.byNoneAt(), core.byWordAt()] as const;
  });
  const [reasons, since] = [core.reasonsAt(), core.sinceAt()];
  const [ints, doubles] = [new Int32Array(memory), new Float64Array(memory)];
  return (until = 0) => {
    const sum = new Float64Array(REASON_COUNT);
    for (const [none, each] of places) {
      addTo(sum, doubles, none);
      for (let word = 0; word < words; word++) addTo(sum, doubles, each + word * REASON_COUNT);
    }
    for (let slot = 0; slot < slots; slot++) sum[ints[reasons + slot]!]! += Math.max(0, until - doubles[since + slot]!);
    return sum;
  };
}

function byReason(cycles: Float64Array, from: number, all: boolean): Record<Reason, number> {
  const entries = REASON_NAMES.map((name, n) => [name, cycles[from + n]!] as const);
  return Object.fromEntries(entries.filter(([, each]) => all || each > 0)) as Record<Reason, number>;
}

function totalOf({ byWord, byNone }: CounterNames): Float64Array {
  const total = byNone.slice();
  for (let n = 0; n < byWord.length; n++) total[n % REASON_COUNT]! += byWord[n]!;
  return total;
}

const instructionsOf = ({ byWord, issues }: CounterNames): InstructionTime[] =>
  [...issues.keys()].flatMap((word) =>
    issues[word] === 0
      ? []
      : { offset: 4 * word, issues: issues[word]!, slotCycles: byReason(byWord, word * REASON_COUNT, false) },
  );

/** Busy cycles, conflicts and caches, summed over the units. */
function unitCounters(
  memory: ArrayBufferLike,
  units: number,
  channels: number,
): Pick<TimingResult, 'busyCycles' | 'ldsConflictCycles' | 'caches'> {
  const doubles = new Float64Array(memory);
  const sum = (at: number, first: number, end: number): number =>
    doubles.subarray(at + first, at + end).reduce((total, value) => total + value, 0);
  const cache = (first: number, end: number): CacheResult => ({
    hits: sum(core.hitsAt(), first, end),
    misses: sum(core.missesAt(), first, end),
  });
  const [scalar, instruction, l2] = [core.firstScalarCache(), core.firstInstructionCache(), core.firstChannelCache()];
  return {
    busyCycles: {
      vector: sum(core.vectorBusyAt(), 0, units),
      scalar: sum(core.scalarBusyAt(), 0, units),
      addressUnits: sum(core.queueBusyAt(), 0, units),
      lds: sum(core.queueBusyAt(), units, 2 * units),
    },
    ldsConflictCycles: sum(core.conflictsAt(), 0, units),
    caches: {
      l1: cache(0, scalar),
      scalar: cache(scalar, instruction),
      instruction: cache(instruction, l2),
      l2: cache(l2, l2 + channels),
    },
  };
}

export function resultOf(
  memory: ArrayBufferLike,
  records: RecordFile,
  { values, name, title, groups, ...rest }: Configuration,
  threads: number,
): TimingResult {
  bind(memory, undefined);
  const { launch } = records;
  const counted = countedBy(threads, launch.code.length, memory);
  const { computeUnits: units, clockMHz } = values.gpu;
  const { cyclesBeforeLaunch, cyclesAfterLaunch } = values.dispatcher;
  const end = core.lastCycle();
  const cycles = cyclesBeforeLaunch + end + cyclesAfterLaunch;
  return {
    schema: RESULT_SCHEMA,
    kernel: launch.kernel,
    configuration: { name, title, groups },
    guesses: guessesOf({ values, name, title, groups, ...rest }),
    cycles,
    executionCycles: end,
    nanoseconds: Math.ceil((cycles * 1000) / clockMHz),
    workGroups: launch.groups,
    wavefronts: records.wavefronts,
    waveInstructions: counted.issues.reduce((total, count) => total + count, 0),
    slotCycles: units * values.computeUnit.simds * values.computeUnit.slotsPerSimd * end,
    stalls: byReason(totalOf(counted), 0, true),
    ...unitCounters(memory, units, values.l2.channels),
    dramBytesRead: counted.moved[0]!,
    dramBytesWritten: counted.moved[1]!,
    instructions: instructionsOf(counted),
  };
}
