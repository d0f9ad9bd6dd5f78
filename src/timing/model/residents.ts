// Work-groups of a compute unit: what they take of its registers, LDS, barriers and slots, and whether another one fits.

import type { Parameters } from '../config/parameters.js';
import type { RecordedLaunch } from '../records/format.js';
import { R } from './reasons.js';

export interface ResidentGroup {
  readonly number: number;
  readonly slots: readonly number[];
  /** Wavefronts that have not ended, and those of them that wait at a barrier. */
  left: number;
  waiting: number;
}

const granules = (count: number, granule: number): number => Math.max(1, Math.ceil(count / granule)) * granule;

export class Residents {
  /** Of each slot; undefined where it is empty. */
  readonly groups: (ResidentGroup | undefined)[];
  private readonly freeSlots: Int32Array;
  private readonly vgprs: Int32Array;
  private readonly sgprs: Int32Array;
  private lds: number;
  private barriers: number;
  private readonly ofWavefront: { readonly vgprs: number; readonly sgprs: number };
  private readonly ofGroup: number;
  /** The SIMD that was given a wavefront last. */
  private last = 0;

  constructor(
    private readonly parameters: Parameters,
    { vgprs, sgprs, ldsBytes }: RecordedLaunch,
  ) {
    const unit = parameters.computeUnit;
    const simds = (value: number): Int32Array => new Int32Array(unit.simds).fill(value);
    [this.freeSlots, this.vgprs, this.sgprs] = [
      simds(unit.slotsPerSimd),
      simds(unit.vgprsPerSimd),
      simds(unit.sgprsPerSimd),
    ];
    [this.lds, this.barriers] = [unit.ldsBytes, unit.barrierSlots];
    this.groups = new Array(unit.simds * unit.slotsPerSimd).fill(undefined);
    this.ofWavefront = { vgprs: granules(vgprs, unit.vgprGranule), sgprs: granules(sgprs, unit.sgprGranule) };
    this.ofGroup = ldsBytes === 0 ? 0 : granules(ldsBytes, unit.ldsGranuleBytes);
  }

  /** Why a work-group does not fit; undefined when it does. */
  refusal(wavefronts: number): number | undefined {
    const { freeSlots, vgprs, ofWavefront } = this;
    const sum = (room: (simd: number) => number): number => freeSlots.reduce((total, _, simd) => total + room(simd), 0);
    const byVgprs = (simd: number): number => Math.floor(vgprs[simd]! / ofWavefront.vgprs);
    if (sum((simd) => freeSlots[simd]!) < wavefronts) return R.emptySlots;
    if (sum((simd) => Math.min(freeSlots[simd]!, byVgprs(simd))) < wavefronts) return R.emptyVgprs;
    if (sum((simd) => this.room(simd)) < wavefronts) return R.emptySgprs;
    if (this.lds < this.ofGroup) return R.emptyLds;
    return wavefronts > 1 && this.barriers === 0 ? R.emptyBarriers : undefined;
  }

  private room(simd: number): number {
    const { vgprs, sgprs } = this.ofWavefront;
    return Math.min(
      this.freeSlots[simd]!,
      Math.floor(this.vgprs[simd]! / vgprs),
      Math.floor(this.sgprs[simd]! / sgprs),
    );
  }

  /** Gives a work-group its slots: each wavefront the SIMD with the most room, in turn. */
  take(number: number, wavefronts: number): ResidentGroup {
    const slots: number[] = [];
    const group: ResidentGroup = { number, slots, left: wavefronts, waiting: 0 };
    for (let n = 0; n < wavefronts; n++) {
      const slot = this.slotOn(this.roomiest());
      this.groups[slot] = group;
      slots.push(slot);
    }
    this.lds -= this.ofGroup;
    if (wavefronts > 1) this.barriers--;
    return group;
  }

  private roomiest(): number {
    const { simds } = this.parameters.computeUnit;
    let best = -1;
    for (let step = 1; step <= simds; step++) {
      const simd = (this.last + step) % simds;
      if (this.room(simd) > 0 && (best < 0 || this.freeSlots[simd]! > this.freeSlots[best]!)) best = simd;
    }
    return (this.last = best);
  }

  private slotOn(simd: number): number {
    const { slotsPerSimd } = this.parameters.computeUnit;
    const slot = this.groups.indexOf(undefined, simd * slotsPerSimd);
    this.freeSlots[simd]!--;
    this.vgprs[simd]! -= this.ofWavefront.vgprs;
    this.sgprs[simd]! -= this.ofWavefront.sgprs;
    return slot;
  }

  /** A wavefront has ended; its work-group may have, too. */
  leave(slot: number): void {
    const group = this.groups[slot]!;
    const simd = Math.floor(slot / this.parameters.computeUnit.slotsPerSimd);
    this.groups[slot] = undefined;
    this.freeSlots[simd]!++;
    this.vgprs[simd]! += this.ofWavefront.vgprs;
    this.sgprs[simd]! += this.ofWavefront.sgprs;
    if (--group.left > 0) return;
    this.lds += this.ofGroup;
    if (group.slots.length > 1) this.barriers++;
  }
}
