// Where the kernels of one guest stop for the debugger: a probe that knows the breakpoints and how far to go.

import type { LaunchDescriptor } from '../emulator/launch.js';
import type { Probe } from '../emulator/probes.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import { type Breakpoint, type Breakpoints, breakpointText } from './breakpoints.js';

/** How far to go. */
export type Resume =
  /** To a breakpoint. */
  | { readonly kind: 'run' }
  /** `left` more instructions of one wavefront. */
  | { readonly kind: 'step'; left: number }
  /** To the next instruction of any wavefront. */
  | { readonly kind: 'any' }
  /** To the next instruction of another wavefront. */
  | { readonly kind: 'next' }
  /** To an address, of one wavefront. */
  | { readonly kind: 'until'; readonly address: number };

const RUN: Resume = { kind: 'run' };

export class Stops implements Probe {
  /** Why the latest stop happened. */
  reason = '';
  private resume: Resume = RUN;
  private launch: LaunchDescriptor | undefined;
  /** Whether the breakpoint at the beginning of this launch has still to be met. */
  private atLaunch = true;
  private wavefront: Wavefront | undefined;
  /** Work-groups reuse their wavefronts: the number of the one that is meant. */
  private group = -1;
  /** Whether the wavefront that is meant has still to begin the instruction where it stands. */
  private waiting = false;

  /** @param onLaunch told of each launch before its first instruction */
  constructor(
    private readonly breakpoints: Breakpoints,
    private readonly onLaunch: (group: WorkGroup) => void,
  ) {}

  /**
   * Says how far to go, and with which wavefront.
   *
   * @param stopped whether it is the one that has stopped: its next instruction is executed without a question
   */
  goOn(resume: Resume, wavefront: Wavefront, stopped = true): void {
    this.resume = resume;
    this.wavefront = wavefront;
    this.group = wavefront.workGroup.number;
    this.waiting = !stopped && !wavefront.passBreakpoint;
  }

  onWorkGroupStart(group: WorkGroup): void {
    if (group.launch === this.launch) return;
    this.launch = group.launch;
    this.atLaunch = true;
    this.resume = RUN;
    this.onLaunch(group);
  }

  /** A wavefront that is stepped through has ended: the next one that runs is looked at. */
  onWavefrontEnd(wavefront: Wavefront): void {
    if (this.isMeant(wavefront) && this.resume.kind !== 'run') this.resume = { kind: 'any' };
  }

  breaksAt(wavefront: Wavefront, pc: number): boolean {
    const breakpoint = this.breakpoints.at(wavefront, pc, this.atLaunch);
    if (breakpoint) {
      this.note(breakpoint);
      return true;
    }
    if (this.waiting && this.isMeant(wavefront)) {
      this.waiting = false;
      return false;
    }
    if (this.resume.kind === 'run' || !this.arrived(this.resume, wavefront, pc)) return false;
    this.reason = '';
    this.resume = RUN;
    return true;
  }

  private note(breakpoint: Breakpoint): void {
    breakpoint.hits++;
    this.reason = `breakpoint ${breakpointText(breakpoint)}`;
    if (breakpoint.place.kind === 'launch') this.atLaunch = false;
    this.resume = RUN;
  }

  private isMeant(wavefront: Wavefront): boolean {
    return wavefront === this.wavefront && wavefront.workGroup.number === this.group;
  }

  private arrived(resume: Resume, wavefront: Wavefront, pc: number): boolean {
    switch (resume.kind) {
      case 'run':
        return false;
      case 'any':
        return true;
      case 'next':
        return !this.isMeant(wavefront);
      case 'until':
        return this.isMeant(wavefront) && pc === resume.address;
      case 'step':
        return this.isMeant(wavefront) && --resume.left <= 0;
    }
  }
}
