// Stops of the kernels of one guest for the debugger: a probe with the breakpoints and the goal of the step.

import type { LaunchDescriptor } from '../emulator/launch.js';
import type { Probe } from '../emulator/probes.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import type { Instruction } from '../isa/instruction.js';
import type { LaunchContexts } from '../launch/launch-context.js';
import { type Breakpoint, type Breakpoints, breakpointText } from './breakpoints.js';
import { Replay, type ReplayGoal } from './replay.js';
import { hitText, type WatchHit, type Watchpoint, type Watchpoints } from './watchpoints.js';

/** Source position at which a step began. */
export interface LineMark {
  readonly line: string;
  /** Functions on the stack. */
  readonly depth: number;
}

/** Goal of a resumed execution. */
export type ResumeGoal =
  /** To a breakpoint. */
  | { readonly kind: 'run' }
  /** `left` more instructions of one wavefront. */
  | { readonly kind: 'step'; left: number }
  /** `left` more lines of one wavefront; `over`: those of functions that are called do not count. */
  | { readonly kind: 'line'; readonly over: boolean; left: number; from: LineMark }
  /** Of one wavefront: out of the function that was inlined. */
  | { readonly kind: 'out'; readonly depth: number }
  /** To the next instruction of any wavefront. */
  | { readonly kind: 'any' }
  /** To the next instruction of another wavefront. */
  | { readonly kind: 'other' }
  /** Of this work-group, to behind the next barrier; of the launch, to the next work-group. */
  | { readonly kind: 'barrier'; readonly passed: number }
  | { readonly kind: 'group' }
  /** To an address, of one wavefront. */
  | { readonly kind: 'until'; readonly addresses: readonly number[] };

/** Cause of a wavefront's stop. */
export type StopCause = { readonly breakpoint: Breakpoint } | { readonly watch: Watchpoint };

const RUN: ResumeGoal = { kind: 'run' };

export class Stops implements Probe {
  /** Why the latest stop happened. */
  reason = '';
  cause: StopCause | undefined;
  /** Wave-instructions of this launch that have begun. */
  executed = 0;
  /**
   * Values of `executed` at which this launch has stopped: a repeated one has to stop there too, to take the same
   * turns.
   */
  private history: number[] = [];
  private replay: Replay | undefined;
  private resume: ResumeGoal = RUN;
  private launch: LaunchDescriptor | undefined;
  /** Set until the breakpoint at the beginning of this launch has been reached. */
  private atLaunch = true;
  private wavefront: Wavefront | undefined;
  /** Work-groups reuse their wavefronts: the number of the one that is meant. */
  private group = -1;
  /** Set until the stepped wavefront begins its current instruction. */
  private waiting = false;
  /** The next instruction of any wavefront stops. */
  private interrupted = false;
  /** Hits of breakpoints before this launch: a step back counts again from there. */
  private hitsBefore = new Map<Breakpoint | Watchpoint, number>();
  /** Watched memory that wavefronts have accessed with their last instruction. */
  private readonly touched = new Map<Wavefront, WatchHit>();

  /**
   * @param onLaunch called with each launch before its first instruction
   * @param onLog called when a wavefront is at a breakpoint with a message in place of a stop
   */
  constructor(
    private readonly breakpoints: Breakpoints,
    private readonly watchpoints: Watchpoints,
    private readonly launchContexts: LaunchContexts,
    private readonly onLaunch: (group: WorkGroup) => void,
    private readonly onLog: (breakpoint: Breakpoint, wavefront: Wavefront) => void,
  ) {}

  /**
   * Says how far to go, and with which wavefront.
   *
   * @param stopped whether it is the one that has stopped: its next instruction is executed without a question
   */
  goOn(resume: ResumeGoal, wavefront: Wavefront, stopped = true): void {
    this.resume = resume;
    this.wavefront = wavefront;
    this.group = wavefront.workGroup.number;
    this.waiting = !stopped && !wavefront.passBreakpoint;
  }

  /** Stops at the next instruction, whenever that is and of whichever launch. */
  interrupt(): void {
    this.interrupted = true;
  }

  /** The launch is about to be repeated from its beginning, up to what the goal requests. */
  repeat(goal: ReplayGoal): void {
    this.replay = new Replay(goal, this.executed, this.history);
    this.rewind();
  }

  private rewind(): void {
    this.executed = 0;
    this.atLaunch = true;
    this.touched.clear();
    for (const each of this.counted) each.hits = this.hitsBefore.get(each) ?? 0;
  }

  /** Breakpoints and watchpoints that count hits of instructions. */
  private get counted(): readonly (Breakpoint | Watchpoint)[] {
    return [...this.breakpoints.all.filter(({ place }) => place.kind !== 'error'), ...this.watchpoints.all];
  }

  /**
   * After a stop of a repeated launch: `look` to show it, `continue` where the first run had stopped too, `again` to
   * repeat once more.
   */
  settle(): 'look' | 'go on' | 'again' {
    const { replay } = this;
    if (!replay) return 'look';
    const next = replay.stopped(this.executed);
    if (next === 'again') this.rewind();
    if (next !== 'look') return next;
    this.replay = undefined;
    this.interrupted = false;
    this.history = this.history.filter((count) => count < this.executed);
    this.history.push(this.executed);
    this.resume = RUN;
    if (!replay.stopsAtHits || replay.reason !== '') {
      this.reason = replay.reason;
      this.cause = undefined;
    }
    return 'look';
  }

  onWorkGroupStart(group: WorkGroup): void {
    if (group.launch === this.launch) return;
    this.launch = group.launch;
    this.hitsBefore = new Map(this.counted.map((each) => [each, each.hits]));
    this.atLaunch = true;
    this.resume = RUN;
    this.executed = 0;
    this.history = [];
    this.touched.clear();
    this.replay = undefined;
    this.onLaunch(group);
  }

  /** A wavefront that is stepped through has ended: the next one that runs is looked at. */
  onWavefrontEnd(wavefront: Wavefront): void {
    this.touched.delete(wavefront);
    const follows = this.resume.kind !== 'run' && this.resume.kind !== 'barrier' && this.resume.kind !== 'group';
    if (!this.replay && this.isSelected(wavefront) && follows) this.resume = { kind: 'any' };
  }

  onInstructionBefore(wavefront: Wavefront, _pc: number, instruction: Instruction): void {
    this.executed++;
    const what = this.watchpoints.touchedBy(wavefront, instruction);
    if (what) this.touched.set(wavefront, what);
  }

  breaksAt(wavefront: Wavefront, pc: number): boolean {
    const breakpoint = this.metAt(wavefront, pc);
    const hit = this.touched.get(wavefront);
    this.touched.delete(wavefront);
    const { replay } = this;
    if (replay) {
      const stops = replay.stopsAt(wavefront, this.executed, {
        breaks: () => hit !== undefined || breakpoint !== undefined,
        line: () => this.lineAt(wavefront, pc).line,
      });
      if (stops) this.note(hit, breakpoint);
      return stops;
    }
    const stops = this.stopsAt(wavefront, pc, hit, breakpoint);
    if (stops) {
      // Whatever has stopped it, there is nothing left to interrupt.
      this.interrupted = false;
      this.history.push(this.executed);
    }
    return stops;
  }

  /** Counts the breakpoints at which a wavefront has arrived; gives the one that stops it. */
  private metAt(wavefront: Wavefront, pc: number): Breakpoint | undefined {
    const atAddress = this.breakpoints.at(wavefront, pc, this.atLaunch);
    for (const breakpoint of atAddress) {
      breakpoint.hits++;
      if (breakpoint.place.kind === 'launch') this.atLaunch = false;
    }
    const due = atAddress.filter(({ when, hits }) => !when || when.holds(hits));
    // On the way back the message has been printed already.
    if (!this.replay) for (const each of due) if (each.log !== undefined) this.onLog(each, wavefront);
    return due.find(({ log }) => log === undefined);
  }

  private stopsAt(
    wavefront: Wavefront,
    pc: number,
    hit: WatchHit | undefined,
    breakpoint: Breakpoint | undefined,
  ): boolean {
    if (hit || breakpoint) {
      this.note(hit, breakpoint);
      this.resume = RUN;
      return true;
    }
    if (this.interrupted) return this.arrive();
    if (this.waiting && this.isSelected(wavefront)) {
      this.waiting = false;
      return false;
    }
    if (this.resume.kind === 'run' || !this.arrived(this.resume, wavefront, pc)) return false;
    return this.arrive();
  }

  private arrive(): true {
    this.reason = '';
    this.cause = undefined;
    this.resume = RUN;
    return true;
  }

  /** Sets cause and text of a stop. */
  private note(hit: WatchHit | undefined, breakpoint: Breakpoint | undefined): void {
    this.cause = hit ? { watch: hit.watch } : breakpoint && { breakpoint };
    this.reason = hit ? hitText(hit) : breakpoint ? `breakpoint ${breakpointText(breakpoint)}` : '';
  }

  private isSelected(wavefront: Wavefront): boolean {
    return wavefront === this.wavefront && wavefront.workGroup.number === this.group;
  }

  /** Line and depth of a wavefront; each instruction is a line of its own where the source is not known. */
  lineAt({ workGroup }: Wavefront, pc: number): LineMark {
    const place = this.launchContexts.at(workGroup.launch, pc);
    return place ? { line: `${place[0].file}:${place[0].line}`, depth: place.length } : { line: `${pc}`, depth: 0 };
  }

  private arrived(resume: ResumeGoal, wavefront: Wavefront, pc: number): boolean {
    switch (resume.kind) {
      case 'run':
        return false;
      case 'any':
        return true;
      case 'other':
        return !this.isSelected(wavefront);
      case 'group':
        return wavefront.workGroup.number !== this.group;
      case 'barrier':
        return wavefront.workGroup.number !== this.group || wavefront.workGroup.barriers > resume.passed;
      case 'until':
        return this.isSelected(wavefront) && resume.addresses.includes(pc);
      case 'step':
        return this.isSelected(wavefront) && --resume.left <= 0;
      case 'out':
        return this.isSelected(wavefront) && this.lineAt(wavefront, pc).depth < resume.depth;
      case 'line':
        return this.isSelected(wavefront) && this.isNextLine(resume, this.lineAt(wavefront, pc));
    }
  }

  private isNextLine(resume: ResumeGoal & { kind: 'line' }, now: LineMark): boolean {
    // Code without a line belongs to none: it is passed on the way to the next one.
    if (now.depth === 0 && resume.from.depth > 0) return false;
    if (now.line === resume.from.line || (resume.over && now.depth > resume.from.depth)) return false;
    resume.from = now;
    return --resume.left <= 0;
  }
}
