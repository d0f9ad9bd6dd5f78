// The debugger: stops kernels at breakpoints and faults, reads commands, says how to go on. The terminal is somebody else's.

import type { Dispatch } from '../emulator/dispatch.js';
import { describeFault } from '../emulator/faults.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import { Stories } from '../launch/story.js';
import { placeText } from '../source/where.js';
import { AtollError, describeError } from '../util/errors.js';
import { Breakpoints, breakpointText } from './breakpoints.js';
import { commandNamed, helpLines } from './commands.js';
import { Listing } from './inspect.js';
import { MemoryImage } from './memory-image.js';
import { hex, hex32 } from './numbers.js';
import { changeLines } from './operand-values.js';
import { parseKernelPlace } from './places.js';
import type { Decision, Prompt } from './prompt.js';
import { isaOf } from './registers.js';
import { type Snapshot, takeSnapshot } from './snapshot.js';
import { Stops } from './stops.js';
import { Watchpoints } from './watchpoints.js';

/** What came from where commands come from: a line, the end of the input, or the news that the guest is gone. */
export type Input = { readonly line: string } | 'end' | 'gone';

export interface DebugConsole {
  /** Text with its line ends. */
  write(text: string): void;
  /** Waits for a command. @param session the guest that stands still: its memory must not be touched after 'gone' */
  readLine(session: number): Input;
}

/** The state of a wavefront when a step began. */
interface Before {
  readonly wavefront: Wavefront;
  readonly group: number;
  readonly snapshot: Snapshot;
}

/** What moves the wavefront that is looked at; all else goes on with the one that has stopped. */
const OF_SELECTED: readonly string[] = ['step', 'until', 'line', 'out'];

/** One guest under the debugger. */
class Session {
  readonly stops: Stops;
  private readonly listing = new Listing();
  private before: Before | undefined;
  /** What going back begins from. */
  private image: MemoryImage | undefined;

  constructor(
    private readonly number: number,
    private readonly breakpoints: Breakpoints,
    private readonly watchpoints: Watchpoints,
    private readonly console: DebugConsole,
    private readonly stories: Stories,
  ) {
    this.stops = new Stops(breakpoints, watchpoints, stories, (group) => this.checkPlaces(group));
  }

  /** A launch begins: nothing of it has been executed. */
  begun(memory: GpuMemory): void {
    this.image = MemoryImage.take(memory);
  }

  private readonly say = (text: string): void => this.console.write(`${text}\n`);

  /** A breakpoint between instructions would never be met. */
  private checkPlaces(group: WorkGroup): void {
    const [wavefront] = group.wavefronts;
    for (const breakpoint of this.breakpoints.all) {
      const named = breakpoint.kernel === group.launch.kernel;
      const lineless = breakpoint.place.kind === 'line' && !this.stories.of(group.launch).where.known;
      if (!(named || lineless) || breakpoint.place.kind === 'launch') continue;
      const addresses = [...this.breakpoints.addresses(breakpoint, group.launch)];
      if (addresses.length === 0) this.say(`${this.noLine(group)}: breakpoint ${breakpointText(breakpoint)}`);
      for (const address of addresses)
        if (!this.listing.startsAt(wavefront!, address))
          this.say(`no instruction begins at ${hex32(address)}: breakpoint ${breakpointText(breakpoint)}`);
    }
  }

  private noLine({ launch }: WorkGroup): string {
    if (this.stories.of(launch).where.known) return 'no code belongs to that line';
    return `kernel ${launch.kernel} has no source lines (build it with -g, or run with atoll run -g)`;
  }

  /** @returns how to go on; undefined when the guest is gone */
  prompt(dispatch: Dispatch): Decision | undefined {
    const stopped = dispatch.stoppedAt!;
    const replayed = this.stops.settle();
    if (replayed === 'go on') return { kind: 'run' };
    if (replayed === 'again') return this.restart(stopped);
    this.announce(dispatch, stopped);
    const prompt: Prompt = {
      breakpoints: this.breakpoints,
      watchpoints: this.watchpoints,
      story: this.stories.of(stopped.workGroup.launch),
      storyOf: ({ workGroup }) => this.stories.of(workGroup.launch),
      canGoBack: this.image !== undefined,
      listing: this.listing,
      stopped,
      selected: stopped,
      faulted: dispatch.fault !== undefined,
      say: this.say,
    };
    for (;;) {
      const input = this.console.readLine(this.number);
      if (input === 'gone') return undefined;
      const decision = input === 'end' ? 'detach' : this.execute(prompt, input.line);
      if (decision === undefined) continue;
      this.leave(decision, prompt);
      return typeof decision === 'object' && decision.kind === 'back' ? this.restart(stopped) : decision;
    }
  }

  /** Memory is as it was when the launch began. */
  private restart({ memory }: Wavefront): 'restart' {
    this.image?.restore(memory);
    return 'restart';
  }

  private leave(decision: Decision, { stopped, selected }: Prompt): void {
    this.before = undefined;
    if (typeof decision === 'string') return;
    if (decision.kind === 'back') return this.stops.repeat(decision.goal);
    const moved = OF_SELECTED.includes(decision.kind) ? selected : stopped;
    this.stops.goOn(decision, moved, moved === stopped);
    if (decision.kind === 'step')
      this.before = { wavefront: moved, group: moved.workGroup.number, snapshot: takeSnapshot(moved) };
  }

  private repeated = '';

  /** Runs one line; gives a decision when the prompt ends with it. */
  private execute(prompt: Prompt, line: string): Decision | undefined {
    const text = line.trim() === '' ? this.repeated : line.trim();
    this.repeated = '';
    if (text === '' || text.startsWith('#')) return undefined;
    const [word, ...args] = text.split(/\s+/) as [string, ...string[]];
    if (word === 'help' || word === 'h' || word === '?') {
      for (const help of helpLines()) this.say(help);
      return undefined;
    }
    try {
      const command = commandNamed(word, isaOf(prompt.selected));
      if (command.repeats) this.repeated = text;
      return command.run(prompt, args);
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
      this.say(describeError(error));
      return undefined;
    }
  }

  /** Where the kernel stands, why, and after a step what has changed. */
  private announce({ fault }: Dispatch, wavefront: Wavefront): void {
    const { workGroup, index, pc } = wavefront;
    const { before } = this;
    if (before?.wavefront === wavefront && before.group === workGroup.number)
      for (const line of changeLines(before.snapshot, wavefront)) this.say(`   ${line}`);
    else {
      const place = `work-group ${workGroup.number} (${workGroup.id.join(', ')}), wavefront ${index} of ${workGroup.wavefronts.length}`;
      this.say(
        `kernel ${workGroup.launch.kernel}, ${place}, pc ${hex32(pc)} (+${hex(pc - workGroup.launch.codeAddress)})`,
      );
    }
    if (fault) this.say(describeFault(fault));
    else if (this.stops.reason !== '') this.say(this.stops.reason);
    const source = this.stories.at(workGroup.launch, pc);
    if (source) {
      this.say(placeText(source));
      for (const line of this.stories.of(workGroup.launch).where.excerpt(source[0]).slice(0, 1))
        this.say(`${source[0].line}\t${line}`);
    }
    const context = before ? 0 : 2;
    for (const line of this.listing.around(wavefront, pc, context, context)) this.say(line);
  }
}

/** What becomes of a launch that has stopped; `restart`: it is repeated from its beginning, where memory is already. */
export type Watched = 'continue' | 'quit' | 'gone' | 'restart';

/** The debugger of a run: all guests share its breakpoints and its console. */
export class Debugger {
  private readonly breakpoints: Breakpoints;
  private readonly watchpoints = new Watchpoints();
  private readonly sessions = new Map<number, Session>();
  private attached = true;

  /**
   * @param places where to stop: `kernel` or `kernel:place`
   * @throws AtollError BAD_INPUT for a text that is no place
   */
  constructor(
    places: readonly string[],
    private readonly console: DebugConsole,
    private readonly stories = new Stories(),
  ) {
    this.breakpoints = new Breakpoints(stories);
    for (const place of places) this.breakpoints.add(parseKernelPlace(place));
  }

  private greeting = 'kernels stand still while the prompt waits; help lists the commands\n';

  /** The probe of a guest's engine. */
  probe(session: number): Stops {
    const created = new Session(session, this.breakpoints, this.watchpoints, this.console, this.stories);
    this.sessions.set(session, created);
    return created.stops;
  }

  /**
   * A dispatch stopped at a breakpoint or with a fault.
   * @returns whether it goes on; when not, the guest is being killed or gone, and nothing of it may be touched
   */
  stopped(session: number, dispatch: Dispatch): Watched {
    const guest = this.sessions.get(session);
    if (!this.attached || !guest || !dispatch.stoppedAt) return 'continue';
    if (this.greeting !== '') this.console.write(this.greeting);
    this.greeting = '';
    const decision = guest.prompt(dispatch);
    if (decision === undefined) return 'gone';
    if (decision === 'quit' || decision === 'restart') return decision;
    if (decision === 'detach') {
      this.attached = false;
      this.breakpoints.clear();
      this.watchpoints.clear();
    }
    return 'continue';
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
    return this.breakpoints.all
      .filter(({ hits }) => hits === 0)
      .map((breakpoint) => `never reached: ${breakpointText(breakpoint)}`);
  }
}
