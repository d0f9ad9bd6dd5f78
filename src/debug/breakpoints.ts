// Breakpoints of a run: numbered, on a kernel's launch or at an instruction, for all wavefronts or chosen ones.

import type { Wavefront } from '../emulator/wavefront.js';
import { ANY_KERNEL, addressOf, type KernelPlace, placeText } from './places.js';

/** Which wavefronts stop. */
export interface WaveFilter {
  /** Number of the work-group. */
  readonly group?: number;
  /** Number of the wavefront in it. */
  readonly wave?: number;
}

export interface Breakpoint extends KernelPlace, WaveFilter {
  readonly number: number;
  hits: number;
}

export class Breakpoints {
  private list: Breakpoint[] = [];
  private latest = 0;

  add(where: KernelPlace, filter: WaveFilter = {}): Breakpoint {
    const breakpoint = { ...where, ...filter, number: ++this.latest, hits: 0 };
    this.list.push(breakpoint);
    return breakpoint;
  }

  /** @returns whether there was one */
  delete(number: number): boolean {
    const before = this.list.length;
    this.list = this.list.filter((breakpoint) => breakpoint.number !== number);
    return this.list.length < before;
  }

  clear(): void {
    this.list = [];
  }

  get all(): readonly Breakpoint[] {
    return this.list;
  }

  /**
   * The breakpoint at which a wavefront has arrived.
   *
   * @param first whether no wavefront of this launch has stopped at its beginning yet
   */
  at({ index, workGroup }: Wavefront, pc: number, first: boolean): Breakpoint | undefined {
    for (const breakpoint of this.list) {
      const { kernel, place, group, wave } = breakpoint;
      if (kernel !== ANY_KERNEL && kernel !== workGroup.launch.kernel) continue;
      if (pc !== addressOf(place, workGroup.launch)) continue;
      if (wave !== undefined && wave !== index) continue;
      if (group !== undefined && group !== workGroup.number) continue;
      if (place.kind === 'launch' && !first) continue;
      return breakpoint;
    }
    return undefined;
  }
}

/** `1  k:+0x10, wavefront 2, 3 hits`. */
export function breakpointText(breakpoint: Breakpoint): string {
  const { number, group, wave, hits } = breakpoint;
  const groups = group === undefined ? '' : `, work-group ${group}`;
  const waves = wave === undefined ? '' : `, wavefront ${wave}`;
  return `${number}  ${placeText(breakpoint)}${groups}${waves}, ${hits} hit${hits === 1 ? '' : 's'}`;
}
