// The debugger's prompt: commands line by line, answers as text.

import type { Dispatch } from '../emulator/dispatch.js';
import { describeFault } from '../emulator/faults.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import type { Stories } from '../launch/story.js';
import { placeText } from '../source/where.js';
import { AtollError, describeError } from '../util/errors.js';
import { type Breakpoints, breakpointText } from './breakpoints.js';
import { commandNamed, helpLines } from './commands.js';
import type { DebugConsole, Front, Stop } from './front.js';
import { Listing } from './inspect.js';
import { hex, hex32 } from './numbers.js';
import { changeLines } from './operand-values.js';
import { isCalled } from './places.js';
import type { Decision, Prompt } from './prompt.js';
import { isaOf } from './registers.js';
import { type Snapshot, takeSnapshot } from './snapshot.js';
import { displayLines } from './variables/commands.js';

/** The state of a wavefront when a step began. */
interface Before {
  readonly wavefront: Wavefront;
  readonly group: number;
  readonly snapshot: Snapshot;
}

/** Of one guest. */
export class PromptFront implements Front {
  private readonly listing = new Listing();
  private before: Before | undefined;
  private repeated = '';

  constructor(
    private readonly console: DebugConsole,
    private readonly breakpoints: Breakpoints,
    private readonly stories: Stories,
  ) {}

  readonly say = (text: string): void => this.console.write(`${text}\n`);

  /** A breakpoint between instructions would never be met. */
  beginning(group: WorkGroup): void {
    const [wavefront] = group.wavefronts;
    for (const breakpoint of this.breakpoints.all) {
      const named = isCalled(group.launch.kernel, breakpoint.kernel);
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

  attend({ session, dispatch, prompt, reason }: Stop): Decision | undefined {
    this.announce(dispatch, prompt.stopped, reason);
    for (const line of displayLines(prompt)) this.say(line);
    this.before = undefined;
    for (;;) {
      const input = this.console.readLine(session);
      if (input === 'gone') return undefined;
      const decision = input === 'end' ? 'detach' : this.execute(prompt, input.line);
      if (decision === undefined) continue;
      if (typeof decision === 'object' && decision.kind === 'step') this.remember(prompt.selected);
      return decision;
    }
  }

  private remember(wavefront: Wavefront): void {
    this.before = { wavefront, group: wavefront.workGroup.number, snapshot: takeSnapshot(wavefront) };
  }

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
  private announce({ fault }: Dispatch, wavefront: Wavefront, reason: string): void {
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
    else if (reason !== '') this.say(reason);
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
