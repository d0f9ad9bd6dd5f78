// Hands out the work-groups of a launch, between windows: in turn to the compute units in which the next one fits.

import { AtollError } from '../../util/errors.js';
import type { Parameters } from '../config/parameters.js';
import type { RecordFile } from '../records/reader.js';
import type { ComputeUnit } from './compute-unit.js';
import { R } from './reasons.js';

export class WorkGroups {
  private next = 0;
  private unit = 0;
  /** When the next one may begin. */
  private from = 0;

  constructor(
    private readonly parameters: Parameters,
    private readonly records: RecordFile,
    private readonly units: readonly ComputeUnit[],
  ) {}

  get left(): boolean {
    return this.next < this.records.launch.groups;
  }

  /** Wavefronts of the next one. */
  private get wavefronts(): number {
    const { launch } = this.records;
    let count = launch.wavefronts;
    while (count > 0 && this.records.chunks(this.next, count - 1) === 0) count--;
    if (count === 0) this.records.refuse(0, `there is no work-group ${this.next}`);
    return count;
  }

  /** Starts what can start in a window. */
  give(from: number, before: number): void {
    const { units } = this;
    this.from = Math.max(this.from, from);
    for (let tried = 0; this.left && this.from < before && tried < units.length; ) {
      const unit = units[this.unit]!;
      this.unit = (this.unit + 1) % units.length;
      const { wavefronts } = this;
      if (!unit.changed || unit.residents.refusal(wavefronts) !== undefined) {
        unit.changed = false;
        tried++;
        continue;
      }
      unit.start(this.next++, wavefronts, this.from);
      this.from += this.parameters.dispatcher.cyclesPerWorkGroup;
      tried = 0;
    }
    this.explain(from);
  }

  /** Says why slots are empty. */
  private explain(cycle: number): void {
    const wavefronts = this.left ? this.wavefronts : 0;
    for (const unit of this.units) {
      if (!this.left) unit.slots.leaveEmpty(cycle, R.emptyNoWork);
      else unit.slots.leaveEmpty(cycle, unit.residents.refusal(wavefronts) ?? R.emptyDispatch);
    }
  }

  /** @throws AtollError LIMIT when a work-group fits nowhere */
  checkFit(): void {
    const { kernel, vgprs, sgprs, ldsBytes } = this.records.launch;
    if (this.units[0]!.residents.refusal(this.wavefronts) === undefined) return;
    const text = `a work-group of ${this.wavefronts} wavefronts with ${vgprs} VGPRs, ${sgprs} SGPRs and ${ldsBytes} bytes of LDS`;
    throw new AtollError('LIMIT', `kernel ${kernel}: ${text} does not fit into a compute unit`, 'choose another chip');
  }
}
