// Adds what probes have seen of launches as wholes. What was not looked at in one of them is not known of all.

import { type AddressObservations, PAGE_FIELDS, type ValueObservations } from '../../emulator/observations.js';

/** Distinct lines of 64 bytes and pages of 4 KiB of GPU memory. */
export interface Footprint {
  readonly lines: number;
  readonly pages: number;
}

/** Pages of a guest's memory: what is the same number in another guest is another page. */
const SESSION_PAGES = 2 ** 32;

const bitsOf = (word: number): number => {
  let count = 0;
  for (let left = word; left !== 0; left &= left - 1) count++;
  return count;
};

export class FootprintSum {
  private readonly pages = new Map<number, [low: number, high: number]>();
  private launches = 0;

  add(observed: AddressObservations | undefined, session = 0): void {
    if (!observed) return;
    this.launches++;
    const { pages } = observed;
    for (let at = 0; at < pages.length; at += PAGE_FIELDS) {
      const key = session * SESSION_PAGES + pages[at]!;
      const lines = this.pages.get(key) ?? [0, 0];
      this.pages.set(key, [lines[0] | pages[at + 1]!, lines[1] | pages[at + 2]!]);
    }
  }

  /** @param launches how many there were in all */
  of(launches: number): Footprint | undefined {
    if (this.launches < launches) return undefined;
    let lines = 0;
    for (const [low, high] of this.pages.values()) lines += bitsOf(low) + bitsOf(high);
    return { lines, pages: this.pages.size };
  }
}

export interface ValueSample {
  readonly groups: number;
  /** Distances between two uses of a VGPR, in instructions of its wavefront, with their frequencies. */
  readonly reuse: ReadonlyMap<number, number>;
}

export class SampleSum {
  private readonly reuse = new Map<number, number>();
  private groups = 0;
  private launches = 0;

  add(observed: ValueObservations | undefined): void {
    if (!observed) return;
    this.launches++;
    this.groups += observed.groups;
    const { reuse } = observed;
    for (let at = 0; at < reuse.length; at += 2)
      this.reuse.set(reuse[at]!, (this.reuse.get(reuse[at]!) ?? 0) + reuse[at + 1]!);
  }

  /** @param launches how many there were in all */
  of(launches: number): ValueSample | undefined {
    return this.launches < launches ? undefined : { groups: this.groups, reuse: this.reuse };
  }
}
