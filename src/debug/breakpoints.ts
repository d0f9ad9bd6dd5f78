// Breakpoints of a run: numbered, on a kernel's launch or at an instruction, for all wavefronts or chosen ones.

import type { LaunchDescriptor } from '../emulator/launch.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { FailedCall } from '../launch/failed-call.js';
import type { LaunchContexts } from '../launch/launch-context.js';
import type { BreakCondition } from './condition.js';
import type { HitCondition } from './hit-condition.js';
import { ANY_KERNEL, addressesOf, isCalled, type KernelLocation, placeText } from './locations.js';

/** Wavefronts at which a breakpoint stops. */
export interface WaveFilter {
  /** Number of the work-group. */
  readonly group?: number;
  /** Number of the wavefront in it. */
  readonly wave?: number;
  /** Holds for some lane that is switched on. */
  readonly condition?: BreakCondition;
  /** At which of its hits; all others go by. */
  readonly when?: HitCondition;
  /** Said in place of a stop, with values in braces. */
  readonly log?: string;
}

export interface Breakpoint extends KernelLocation, WaveFilter {
  readonly number: number;
  /** Wavefronts that it was met by, whether they stopped or not. */
  hits: number;
  when?: HitCondition;
  /** Messages said in place of stops. */
  logged: number;
  /** Addresses in the launch of the latest query. */
  lastHit: { launch: LaunchDescriptor; addresses: ReadonlySet<number> } | undefined;
}

export class Breakpoints {
  private list: Breakpoint[] = [];
  private latest = 0;

  /** @param launchContexts launch contexts, for lines of the source */
  constructor(private readonly launchContexts: LaunchContexts) {}

  /** For whatever else stops: breakpoints and watchpoints share their numbers. */
  nextNumber(): number {
    return ++this.latest;
  }

  add(where: KernelLocation, filter: WaveFilter = {}): Breakpoint {
    const breakpoint = { ...where, ...filter, number: ++this.latest, hits: 0, logged: 0, lastHit: undefined };
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
   * The breakpoints at which a wavefront has arrived.
   *
   * @param first whether no wavefront of this launch has stopped at its beginning yet
   */
  at(wavefront: Wavefront, pc: number, first: boolean): Breakpoint[] {
    const { index, workGroup } = wavefront;
    return this.list.filter((breakpoint) => {
      const { kernel, place, group, wave, condition } = breakpoint;
      if (kernel !== ANY_KERNEL && !isCalled(workGroup.launch.kernel, kernel)) return false;
      if (!this.addresses(breakpoint, workGroup.launch).has(pc)) return false;
      if (wave !== undefined && wave !== index) return false;
      if (group !== undefined && group !== workGroup.number) return false;
      if (place.kind === 'launch' && !first) return false;
      return !condition || condition.holds(wavefront);
    });
  }

  /** The breakpoint that a failed call stops at; all that it meets are counted. */
  failing({ call, error }: FailedCall): Breakpoint | undefined {
    const hit = this.list.filter(({ place }) => {
      if (place.kind !== 'error') return false;
      return place.what === undefined || place.what === call || place.what === error;
    });
    for (const breakpoint of hit) breakpoint.hits++;
    return hit.find(({ when, hits }) => !when || when.holds(hits));
  }

  /** Addresses of a breakpoint in a launch. */
  addresses(breakpoint: Breakpoint, launch: LaunchDescriptor): ReadonlySet<number> {
    if (breakpoint.lastHit?.launch !== launch) {
      const addresses = addressesOf(breakpoint.place, launch, this.launchContexts.of(launch).where);
      breakpoint.lastHit = { launch, addresses: new Set(addresses) };
    }
    return breakpoint.lastHit.addresses;
  }
}

/** `1  k:+0x10, wavefront 2, 3 hits`. */
export function breakpointText(breakpoint: Breakpoint): string {
  const { number, group, wave, hits, condition, when, log } = breakpoint;
  const only = condition === undefined ? '' : `, if ${condition.text}`;
  const ignored = when === undefined ? '' : `, ${when.text}`;
  const groups = group === undefined ? '' : `, work-group ${group}`;
  const waves = wave === undefined ? '' : `, wavefront ${wave}`;
  const logText = log === undefined ? '' : `, says '${log}'`;
  return `${number}  ${placeText(breakpoint)}${groups}${waves}${only}${ignored}${logText}, ${hits} hit${hits === 1 ? '' : 's'}`;
}
