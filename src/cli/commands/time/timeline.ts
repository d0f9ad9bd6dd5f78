// The timeline of a simulated launch: a process for each compute unit, a row for each slot of a SIMD, a span for each
// wavefront.

import { rmSync } from 'node:fs';
import type { Configuration } from '../../../timing/config/configuration.js';
import type { EndedWavefront } from '../../../timing/model/ended-wavefront.js';
import type { TimingResult } from '../../../timing/model/result.js';
import { simulate } from '../../../timing/model/simulate.js';
import type { SimulationPool } from '../../../timing/model/simulation-pool.js';
import type { RecordFile } from '../../../timing/records/reader.js';
import { PerfettoWriter } from '../../../trace/perfetto.js';
import { AtollError } from '../../../util/errors.js';

class SlotRows {
  private readonly tracks = new Map<number, number>();
  private readonly groups = new Map<number, { readonly id: number; readonly process: number; readonly name: string }>();
  private ids = 0;

  constructor(
    private readonly writer: PerfettoWriter,
    private readonly slotsPerSimd: number,
  ) {}

  /** Row number of a slot. */
  of(unit: number, slot: number): number {
    const key = unit * 4096 + slot;
    let id = this.tracks.get(key);
    if (id === undefined) {
      this.tracks.set(key, (id = ++this.ids));
      const [simd, place] = [Math.floor(slot / this.slotsPerSimd), slot % this.slotsPerSimd];
      this.writer.track({ id, group: this.group(unit), name: `SIMD ${simd}, slot ${place}` });
    }
    return id;
  }

  private group(unit: number): { readonly id: number; readonly process: number; readonly name: string } {
    let group = this.groups.get(unit);
    if (!group) {
      group = { id: ++this.ids, process: unit + 1, name: `compute unit ${unit}` };
      this.groups.set(unit, group);
      this.writer.group(group);
    }
    return group;
  }
}

/** @throws AtollError HOST naming the file of a timeline */
function attempt<Result>(file: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    const text = `cannot write the timeline ${file}: ${(error as Error).message}`;
    throw new AtollError('HOST', text, 'choose a new file on a disk with free space');
  }
}

/** @throws AtollError HOST when the file cannot be written, BAD_INPUT for bad records */
export function simulateWithTimeline(
  records: RecordFile,
  configuration: Configuration,
  file: string,
  workers?: SimulationPool,
): TimingResult {
  const { clockMHz } = configuration.values.gpu;
  const writer = attempt(file, () => new PerfettoWriter(file));
  try {
    const rows = new SlotRows(writer, configuration.values.computeUnit.slotsPerSimd);
    const ns = (cycle: number): number => Math.floor((cycle * 1000) / clockMHz);
    const ended = ({ unit, slot, group, wavefront, from, until }: EndedWavefront): void =>
      attempt(file, () =>
        writer.span({
          track: rows.of(unit, slot),
          category: 'wavefront',
          name: `work-group ${group}, wavefront ${wavefront}`,
          startNs: ns(from),
          endNs: ns(until),
          details: { group, wavefront, firstCycle: from, lastCycle: until },
        }),
      );
    const result = simulate(records, configuration, { pool: workers, ended });
    const { kernel, executionCycles } = result;
    attempt(file, () => writer.finish({ kernel, chip: configuration.name, executionCycles }));
    return result;
  } catch (error) {
    writer.abandon();
    rmSync(file, { force: true });
    throw error;
  }
}
