// The debugger: stops kernels at breakpoints and faults, and gets the next command from a front end. Terminals and
// protocols are in the front ends.

import type { Dispatch } from '../emulator/dispatch.js';
import { type GpuMemory, PERMISSION } from '../emulator/memory.js';
import { MemoryShadow } from '../emulator/memory-shadow.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { FailedCall } from '../launch/failed-call.js';
import { LaunchContexts } from '../launch/launch-context.js';
import { required } from '../util/required.js';
import { Breakpoints, breakpointText } from './breakpoints.js';
import type { DebugConsole, Frontend } from './frontend.js';
import { Listing } from './inspect.js';
import { parseKernelPlace } from './locations.js';
import { logTo } from './log-points.js';
import type { CallPrompt, Decision, Prompt } from './prompt.js';
import { PromptFrontend } from './prompt-frontend.js';
import { Stops } from './stops.js';
import { Watchpoints } from './watchpoints.js';

/** Bytes that are kept of a launch's memory, at most: launches with more to write to cannot be gone back in. */
const IMAGE_LIMIT = 256 << 20;

/** Goals of the selected wavefront; for all others the wavefront that has stopped continues. */
const OF_SELECTED: readonly string[] = ['step', 'until', 'line', 'out'];

/** State that all guests share. */
export interface SharedState {
  readonly breakpoints: Breakpoints;
  readonly watchpoints: Watchpoints;
  readonly launchContexts: LaunchContexts;
  /** Expressions that `display` shows at each stop. */
  readonly displays: string[];
}

/** One guest under the debugger. */
class Session {
  readonly stops: Stops;
  private readonly listing = new Listing();
  /** Memory from which a replay begins. */
  private readonly image = new MemoryShadow(PERMISSION.write);
  private canGoBack = false;

  constructor(
    private readonly number: number,
    private readonly shared: SharedState,
    private readonly front: Frontend,
    /** The first time that anything stands still. */
    private readonly greet: () => void,
  ) {
    const { breakpoints, watchpoints, launchContexts } = shared;
    this.stops = new Stops(
      breakpoints,
      watchpoints,
      launchContexts,
      (group) => front.beginning(group),
      (breakpoint, wavefront) => logTo(this.promptAt(wavefront, false), breakpoint),
    );
  }

  /** A launch begins: nothing of it has been executed. */
  begun(memory: GpuMemory): void {
    this.canGoBack = this.image.take(memory, IMAGE_LIMIT);
  }

  /** @returns how to continue; undefined when the guest is gone */
  prompt(dispatch: Dispatch): Decision | undefined {
    const stopped = required(dispatch.stoppedAt, 'place of the stop');
    const replayed = this.stops.settle();
    if (replayed === 'go on') return { kind: 'run' };
    if (replayed === 'again') return this.restart(stopped);
    const prompt = this.promptAt(stopped, dispatch.fault !== undefined);
    const { reason, cause } = this.stops;
    this.greet();
    const decision = this.front.attend({ session: this.number, dispatch, prompt, reason, cause });
    if (decision === undefined) return undefined;
    this.leave(decision, prompt);
    return typeof decision === 'object' && decision.kind === 'back' ? this.restart(stopped) : decision;
  }

  /** @returns how to continue in a call that has failed; undefined when the guest is gone */
  promptInCall(failed: FailedCall): Decision | undefined {
    const { breakpoints, watchpoints, launchContexts, displays } = this.shared;
    const breakpoint = breakpoints.failing(failed);
    if (!breakpoint) return { kind: 'run' };
    const prompt: CallPrompt = {
      breakpoints,
      watchpoints,
      launchContextOf: ({ workGroup }) => launchContexts.of(workGroup.launch),
      displays,
      failed,
      writeLine: (text) => this.front.writeLine(text),
    };
    this.greet();
    return this.front.attendCall({ session: this.number, prompt, breakpoint });
  }

  private promptAt(stopped: Wavefront, faulted: boolean): Prompt {
    const { breakpoints, watchpoints, launchContexts, displays } = this.shared;
    return {
      breakpoints,
      watchpoints,
      launchContext: launchContexts.of(stopped.workGroup.launch),
      launchContextOf: ({ workGroup }) => launchContexts.of(workGroup.launch),
      canGoBack: this.canGoBack,
      listing: this.listing,
      stopped,
      selected: stopped,
      lane: undefined,
      displays,
      faulted,
      writeLine: (text) => this.front.writeLine(text),
    };
  }

  /** Memory is as it was when the launch began. */
  private restart({ memory }: Wavefront): 'restart' {
    if (this.canGoBack) this.image.restore(memory);
    return 'restart';
  }

  private leave(decision: Decision, { stopped, selected }: Prompt): void {
    if (typeof decision === 'string') return;
    if (decision.kind === 'back') return this.stops.repeat(decision.goal);
    const moved = OF_SELECTED.includes(decision.kind) ? selected : stopped;
    this.stops.goOn(decision, moved, moved === stopped);
  }
}

/** The result of a launch that has stopped; `restart`: it is repeated from its beginning, where memory is already. */
export type LaunchOutcome = 'continue' | 'quit' | 'gone' | 'restart';

/** The debugger of a run: all guests share its breakpoints and its console. */
export class Debugger {
  private readonly shared: SharedState;
  private readonly sessions = new Map<number, Session>();
  private attached = true;

  /**
   * @param places where to stop: `kernel` or `kernel:place`
   * @param createFront of all guests; without it each has a prompt
   * @throws AtollError BAD_OPTION for a text that is no place
   */
  constructor(
    places: readonly string[],
    private readonly console: DebugConsole,
    launchContexts = new LaunchContexts(),
    createFront?: (shared: SharedState, interrupt: () => void) => Frontend,
  ) {
    this.shared = {
      breakpoints: new Breakpoints(launchContexts),
      watchpoints: new Watchpoints(),
      launchContexts,
      displays: [],
    };
    for (const place of places) this.shared.breakpoints.add(parseKernelPlace(place));
    this.front = createFront?.(this.shared, () => this.interrupt());
    if (this.front) this.greeting = '';
  }

  /** One for all guests. */
  private readonly front: Frontend | undefined;
  private greeting = 'kernels are stopped while the prompt waits; help lists the commands\n';

  /** The probe of a guest's engine. */
  probe(session: number): Stops {
    const { breakpoints, launchContexts } = this.shared;
    const front = this.front ?? new PromptFrontend(this.console, breakpoints, launchContexts);
    const created = new Session(session, this.shared, front, () => this.greet());
    this.sessions.set(session, created);
    return created.stops;
  }

  /**
   * A dispatch stopped at a breakpoint or with a fault.
   * @returns whether it continues; when not, the guest is being killed or gone, and nothing of it may be touched
   */
  stopped(session: number, dispatch: Dispatch): LaunchOutcome {
    const guest = this.sessions.get(session);
    if (!this.attached || !guest || !dispatch.stoppedAt) return 'continue';
    const decision = guest.prompt(dispatch);
    return decision === 'restart' ? decision : this.decided(decision);
  }

  /** A call of a guest has failed, and its thread waits in it. */
  callFailed(session: number, failed: FailedCall): Exclude<LaunchOutcome, 'restart'> {
    const guest = this.sessions.get(session);
    return this.attached && guest ? this.decided(guest.promptInCall(failed)) : 'continue';
  }

  private decided(decision: Decision | undefined): Exclude<LaunchOutcome, 'restart'> {
    if (decision === undefined) return 'gone';
    if (decision === 'quit') return decision;
    if (decision === 'detach') {
      this.attached = false;
      this.shared.breakpoints.clear();
      this.shared.watchpoints.clear();
    }
    return 'continue';
  }

  private greet(): void {
    if (this.greeting !== '') this.console.write(this.greeting);
    this.greeting = '';
  }

  /** Stops whatever wavefront executes next. */
  private interrupt(): void {
    for (const { stops } of this.sessions.values()) stops.interrupt();
  }

  /** Passes input to the frontend while kernels run; false if it accepts none then. */
  receive(line: string): boolean {
    this.front?.receive?.(line);
    return this.front?.receive !== undefined;
  }

  /** A launch of a guest begins. */
  begun(session: number, memory: GpuMemory): void {
    if (this.attached) this.sessions.get(session)?.begun(memory);
  }

  /** Forgets a guest. */
  left(session: number): void {
    this.sessions.delete(session);
  }

  /** Breakpoints that no wavefront has reached: a wrong name would otherwise go unnoticed. */
  unmet(): string[] {
    if (!this.attached) return [];
    return this.shared.breakpoints.all
      .filter(({ hits }) => hits === 0)
      .map((breakpoint) => `never reached: ${breakpointText(breakpoint)}`);
  }
}
