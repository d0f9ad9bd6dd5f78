// Simulates a recorded launch on a chip. Compute units run alone for a window, then what they requested is answered in
// order, so nothing depends on anything but records and configuration.

import { AtollError } from '../../util/errors.js';
import { required } from '../../util/required.js';
import type { Configuration } from '../config/configuration.js';
import type { RecordFile } from '../records/reader.js';
import type { EndedWavefront } from './ended-wavefront.js';
import { type CoreName, memoryFor, SimulatedMachine } from './machine.js';
import { type OverTime, Stretches } from './over-time.js';
import type { TimingResult } from './result.js';
import { resultOf, stallCounter } from './results.js';
import type { SimulationPool } from './simulation-pool.js';
import { type WindowCost, Windows } from './windows.js';

export interface SimulationOptions {
  /** Executor of the model: the same cycles, at another speed. */
  readonly core?: CoreName;
  /** Helping threads: the result is the same. */
  readonly pool?: SimulationPool | undefined;
  /** Gets what it took. */
  readonly effort?: WindowCost;
  /** Called for each wavefront that has ended. */
  readonly ended?: (ended: EndedWavefront) => void;
  /** Called with the course of the launch over its time. */
  readonly overTime?: (overTime: OverTime) => void;
}

/** Launches of fewer work-groups do not fill threads. */
const MIN_GROUPS = 16;
/**
 * Launches of fewer bytes of records are simulated before threads have begun; before threads that are there take part.
 */
const MIN_BYTES = 2 ** 18;
const MIN_BYTES_LATER = 2 ** 15;

/** Reports the wavefronts that have ended in a window, in the order of units. */
function reportEnded(
  { core, ints, doubles, parameters }: SimulatedMachine,
  report: (ended: EndedWavefront) => void,
): void {
  const { computeUnits } = parameters.gpu;
  const slots = parameters.computeUnit.simds * parameters.computeUnit.slotsPerSimd;
  const [counts, list] = [core.endedCountAt(), core.endedSlotsAt()];
  const [groups, waves, begun, ended] = [core.streamsAt(), core.streamWavesAt(), core.begunAt(), core.endedAt()];
  for (let unit = 0; unit < computeUnits; unit++)
    for (let n = 0; n < ints[counts + unit]!; n++) {
      const slot = ints[list + unit * slots + n]!;
      const [group, wavefront] = [ints[groups + slot]!, ints[waves + slot]!];
      report({
        unit,
        slot: slot - unit * slots,
        group,
        wavefront,
        from: doubles[begun + slot]!,
        until: doubles[ended + slot]!,
      });
    }
}

/** @throws AtollError LIMIT: why a launch does not begin */
export function checkFit(machine: SimulatedMachine): void {
  const { kernel, vgprs, sgprs, ldsBytes } = machine.records.launch;
  const wavefronts = machine.wavefronts(0);
  if (machine.core.refusal(0, wavefronts) < 0) return;
  const text = `a work-group of ${wavefronts} wavefronts with ${vgprs} VGPRs, ${sgprs} SGPRs and ${ldsBytes} bytes of LDS`;
  throw new AtollError('LIMIT', `kernel ${kernel}: ${text} does not fit into a compute unit`, 'choose another chip');
}

/**
 * @throws AtollError BAD_INPUT for records that do not fit their code, LIMIT for work-groups that do not fit the chip
 */
export function simulate(
  records: RecordFile,
  configuration: Configuration,
  { core: name = 'wasm', pool, ended, overTime, effort }: SimulationOptions = {},
): TimingResult {
  const { values } = configuration;
  const { computeUnits } = values.gpu;
  const least = pool?.always ? 0 : pool?.hasBegun ? MIN_BYTES_LATER : MIN_BYTES;
  const helpers = records.launch.groups < MIN_GROUPS || records.size < least ? undefined : pool;
  const threads = helpers?.threads ?? 1;
  const memory = memoryFor(values, records, threads);
  const slots = computeUnits * values.computeUnit.simds * values.computeUnit.slotsPerSimd;
  const count = overTime && stallCounter(memory.buffer, records.launch.code.length, slots, threads);
  const stretches = overTime && new Stretches(computeUnits, values.model.windowCycles);
  const machine = new SimulatedMachine(records, values, memory, 0, name);
  checkFit(machine);
  const begun = performance.now();
  helpers?.attach(machine, name);
  if (effort) effort.start += performance.now() - begun;
  const windows = new Windows(machine, helpers, effort);
  try {
    runWindows(machine, windows, (before) => {
      const report = (one: EndedWavefront): void => {
        ended?.(one);
        stretches?.ended(one);
      };
      if (ended || stretches) reportEnded(machine, report);
      if (stretches?.isOver(before)) stretches.passed(before, required(count, 'count of the stretch')(before));
    });
  } finally {
    // They read the records, which are closed behind this.
    helpers?.wait();
  }
  const result = resultOf(memory.buffer, records, configuration, threads);
  overTime?.(
    required(stretches, 'stretches').finish(result.executionCycles, required(count, 'count of the stretch')()),
  );
  return result;
}

/** One window after the other, until nothing happens any more. */
function runWindows(
  { core, parameters, records }: SimulatedMachine,
  windows: Windows,
  over: (before: number) => void,
): void {
  const { windowCycles } = parameters.model;
  for (let from = 0; from !== Number.POSITIVE_INFINITY; from = core.nextFrom(from + windowCycles)) {
    const before = from + windowCycles;
    windows.pass(from, before);
    over(before);
  }
  // Wavefronts are left that nothing will wake.
  if (core.groupsLeft() || core.residents() > 0)
    throw new AtollError(
      'INTERNAL',
      `kernel ${records.launch.kernel}: the timing model does not terminate`,
      'report this, with the records',
    );
  core.finish(core.lastCycle());
}
