// The debugger's prompt: commands line by line, answers as text.

import { describeFault } from '../emulator/faults.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import { callLines, failureText } from '../launch/failed-call.js';
import type { LaunchContexts } from '../launch/launch-context.js';
import { placeText } from '../source/locator.js';
import { AtollError, describeError } from '../util/errors.js';
import { required } from '../util/required.js';
import { type Breakpoints, breakpointText } from './breakpoints.js';
import { wordsOf } from './command.js';
import { commandNamed, helpLines, runAtCall } from './commands.js';
import { knownWords } from './completion.js';
import type { CallStop, DebugConsole, Frontend, Stop } from './frontend.js';
import { Listing } from './inspect.js';
import { type NamedWords, NO_WORDS } from './known-words.js';
import { isCalled } from './locations.js';
import { hex, hex32 } from './numbers.js';
import { changeLines } from './operand-values.js';
import type { Decision } from './prompt.js';
import { isaOf } from './registers.js';
import { type Snapshot, takeSnapshot } from './snapshot.js';
import { displayLines } from './variables/commands.js';

/** The state of a wavefront when a step began. */
interface StepStart {
  readonly wavefront: Wavefront;
  readonly group: number;
  readonly snapshot: Snapshot;
}

/** Command of a line, and whether an empty line repeats it. @throws AtollError BAD_INPUT */
type CommandLookup = (
  word: string,
  args: readonly string[],
) => { readonly repeats: boolean; readonly run: () => Decision | undefined };

/** Of one guest. */
export class PromptFrontend implements Frontend {
  private readonly listing = new Listing();
  private before: StepStart | undefined;
  private repeated = '';
  /** Breakpoints that cannot be met in a kernel: said of its first launch only. */
  private readonly idle = new Set<string>();

  constructor(
    private readonly console: DebugConsole,
    private readonly breakpoints: Breakpoints,
    private readonly launchContexts: LaunchContexts,
  ) {}

  readonly writeLine = (text: string): void => this.console.write(`${text}\n`);

  /** A breakpoint between instructions would never be met. */
  beginning(group: WorkGroup): void {
    const [wavefront] = group.wavefronts;
    for (const breakpoint of this.breakpoints.all) {
      const named = isCalled(group.launch.kernel, breakpoint.kernel);
      const lineless = breakpoint.place.kind === 'line' && !this.launchContexts.of(group.launch).where.isKnown;
      if (!(named || lineless) || breakpoint.place.kind === 'launch') continue;
      // The runtime's own kernels, which have no name, do not stop at a breakpoint of a line.
      if (!named && group.launch.kernel.startsWith('0x')) continue;
      const key = `${breakpoint.number} ${group.launch.kernel}`;
      if (this.idle.has(key)) continue;
      const addresses = [...this.breakpoints.addresses(breakpoint, group.launch)];
      const problems = addresses
        .filter((address) => !this.listing.startsAt(required(wavefront, 'wavefront'), address))
        .map((address) => `no instruction begins at ${hex32(address)}`);
      if (addresses.length === 0) problems.push(this.noLine(group));
      if (problems.length > 0) this.idle.add(key);
      for (const problem of problems) this.writeLine(`${problem}: breakpoint ${breakpointText(breakpoint)}`);
    }
  }

  private noLine({ launch }: WorkGroup): string {
    if (this.launchContexts.of(launch).where.isKnown) return 'there is no code for that line';
    return `kernel ${launch.kernel} has no source lines (build it with -g, or run with atoll run -g)`;
  }

  attend(stop: Stop): Decision | undefined {
    const { session, prompt } = stop;
    this.announce(stop);
    for (const line of displayLines(prompt)) this.writeLine(line);
    this.before = undefined;
    const find: CommandLookup = (word, args) => {
      const command = commandNamed(word, isaOf(prompt.selected));
      return { repeats: command.repeats === true, run: () => command.run(prompt, args) };
    };
    const decision = this.request(session, find, () => knownWords(prompt));
    if (typeof decision === 'object' && decision.kind === 'step') this.remember(prompt.selected);
    return decision;
  }

  attendCall({ session, prompt, breakpoint }: CallStop): Decision | undefined {
    this.writeLine(failureText(prompt.failed));
    for (const line of callLines(prompt.failed)) this.writeLine(line);
    this.writeLine(`breakpoint ${breakpointText(breakpoint)}`);
    return this.request(session, (word, args) => ({ repeats: false, run: () => runAtCall(prompt, word, args) }));
  }

  /** Takes commands until one of them lets the program continue; undefined when the guest is gone. */
  private request(session: number, find: CommandLookup, words = (): NamedWords => NO_WORDS): Decision | undefined {
    for (;;) {
      const input = this.console.readLine(session, words());
      if (input === 'gone') return undefined;
      const decision = input === 'end' ? 'detach' : this.execute(input.line, find);
      if (decision !== undefined) return decision;
    }
  }

  private remember(wavefront: Wavefront): void {
    this.before = { wavefront, group: wavefront.workGroup.number, snapshot: takeSnapshot(wavefront) };
  }

  /** Runs one line; gives a decision when the prompt ends with it. */
  private execute(line: string, find: CommandLookup): Decision | undefined {
    const text = line.trim() === '' ? this.repeated : line.trim();
    this.repeated = '';
    if (text === '' || text.startsWith('#')) return undefined;
    const [word, ...args] = wordsOf(text);
    try {
      if (word === 'help' || word === 'h' || word === '?') {
        for (const help of helpLines(args[0])) this.writeLine(help);
        return undefined;
      }
      const command = find(word, args);
      if (command.repeats) this.repeated = text;
      return command.run();
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
      this.writeLine(describeError(error));
      return undefined;
    }
  }

  /** `clEnqueueNDRangeKernel call 3 launches sums: global size (1024, 1, 1), local size (128, 1, 1)`. */
  private launchText({ launch }: WorkGroup): string {
    const { launcher } = this.launchContexts.of(launch);
    const sizes = `global size (${launch.globalSize.join(', ')}), local size (${launch.localSize.join(', ')})`;
    return `${launcher === undefined ? 'launch of' : `${launcher} launches`} ${launch.kernel}: ${sizes}`;
  }

  /** Prints the place of the kernel, the reason of the stop, and after a step the changes. */
  private announce({ dispatch: { fault }, prompt: { stopped: wavefront }, reason, cause }: Stop): void {
    const { workGroup, index, pc } = wavefront;
    const { before } = this;
    if (cause && 'breakpoint' in cause && cause.breakpoint.place.kind === 'launch')
      this.writeLine(this.launchText(workGroup));
    if (before?.wavefront === wavefront && before.group === workGroup.number)
      for (const line of changeLines(before.snapshot, wavefront)) this.writeLine(`   ${line}`);
    else {
      const place = `work-group ${workGroup.number} (${workGroup.id.join(', ')}), wavefront ${index} of ${workGroup.wavefronts.length}`;
      this.writeLine(
        `kernel ${workGroup.launch.kernel}, ${place}, pc ${hex32(pc)} (+${hex(pc - workGroup.launch.codeAddress)})`,
      );
    }
    if (fault) this.writeLine(describeFault(fault));
    else if (reason !== '') this.writeLine(reason);
    const source = this.launchContexts.at(workGroup.launch, pc);
    if (source) {
      this.writeLine(placeText(source));
      for (const line of this.launchContexts.of(workGroup.launch).where.excerpt(source[0]).slice(0, 1))
        this.writeLine(`${source[0].line}\t${line}`);
    }
    const context = before ? 0 : 2;
    for (const line of this.listing.around(wavefront, pc, context, context)) this.writeLine(line);
  }
}
