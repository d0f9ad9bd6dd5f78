// Keeps launches of a program: memory before them, and what they have changed.

import { PAGE_SIZE } from '../abi/memory-map.js';
import { isNameless, type LaunchDescriptor } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import { MemoryShadow } from '../emulator/memory-shadow.js';
import { describeError } from '../util/errors.js';
import type { ExitStatusText } from '../util/exit-status-text.js';
import { changedPages, PAGE_LIMIT, tooMuch } from './pages.js';
import type { RecordedContext } from './recorded-context.js';
import { RecordingWriter } from './writer.js';

/** Plain data: it crosses threads. */
export interface RecordOptions {
  readonly file: string;
  /** Only launches of this kernel count; undefined: of all that have a name. */
  readonly kernel: string | undefined;
  /** The first and the last of them that are kept, from 1 on. */
  readonly first: number;
  readonly last: number;
  /** The order of wavefronts, if one was given. */
  readonly schedule?: string | undefined;
  /** Only launches that fault, or in which something is found, count. */
  readonly failing?: boolean;
}

interface OpenLaunch {
  readonly launch: LaunchDescriptor;
  readonly launchContext: RecordedContext;
  readonly before: MemoryShadow;
}

export class Recorder {
  private seen = 0;
  /** By guest. */
  private readonly begun = new Map<number, OpenLaunch>();
  /** By guest, what memory was when its last launch began. */
  private readonly shadows = new Map<number, MemoryShadow>();
  private readonly writer: RecordingWriter;
  private over = false;

  constructor(
    private readonly options: RecordOptions,
    private readonly words: ExitStatusText,
  ) {
    this.writer = new RecordingWriter(options.file);
  }

  /** A launch is about to begin. @param contextOf gives its context, if it is kept */
  begin(session: number, launch: LaunchDescriptor, memory: GpuMemory, contextOf: () => RecordedContext): void {
    const { kernel, first, last, failing } = this.options;
    if (this.over || (kernel !== undefined && launch.kernel !== kernel)) return;
    if (kernel === undefined && !failing && isNameless(launch)) return;
    // The success of a launch is known only at its end.
    const number = failing ? first : ++this.seen;
    if (number < first || number > last) return;
    this.attempt(() => {
      let before = this.shadows.get(session);
      if (!before) this.shadows.set(session, (before = new MemoryShadow()));
      if (!before.take(memory, PAGE_LIMIT * PAGE_SIZE)) throw tooMuch();
      this.begun.set(session, { launch, launchContext: contextOf(), before });
    });
  }

  /** @param failure why it did not end well @param hasFindings whether something was found in it */
  ended(
    session: number,
    launch: LaunchDescriptor,
    memory: GpuMemory,
    failure: string | undefined,
    hasFindings: boolean,
  ): void {
    const begun = this.begun.get(session);
    if (begun?.launch !== launch) return;
    this.begun.delete(session);
    const { first, last, failing, schedule } = this.options;
    if (this.over || (failing && failure === undefined && !hasFindings)) return;
    this.attempt(() => {
      const { launchContext } = begun;
      const { regions } = begun.before;
      const before = new Map(begun.before.pages());
      const after = changedPages(memory, regions, before);
      this.writer.add({
        launch,
        launchContext,
        base: memory.space.base,
        regions,
        before,
        after,
        failure,
        schedule,
      });
      if (this.writer.count === last - first + 1) this.finish(launch);
    });
  }

  private finish(last?: LaunchDescriptor): void {
    this.over = true;
    this.shadows.clear();
    this.writer.finish();
    const { count } = this.writer;
    const what = count === 1 && last ? `kernel ${last.kernel}` : `${count} launch${count === 1 ? '' : 'es'}`;
    this.words.say(`recorded ${what}: atoll replay ${this.options.file}`);
  }

  /** Launches that are kept so far. */
  get count(): number {
    return this.writer.count;
  }

  /** A guest is gone. */
  left(session: number): void {
    this.begun.delete(session);
    this.shadows.delete(session);
  }

  close(): void {
    if (this.over) return;
    const { kernel = 'any kernel', first, last, failing } = this.options;
    if (failing) return this.writer.count > 0 ? this.attempt(() => this.finish()) : undefined;
    const selection = first === last ? `number ${first}` : `${first} to ${last}`;
    const ended = `the program ended after ${this.seen} launches of ${kernel}, requested: ${selection}`;
    if (this.writer.count === 0) return this.words.lacks(`nothing was recorded: ${ended}`);
    this.words.say(ended);
    this.attempt(() => this.finish());
  }

  /** The program continues, whatever becomes of its recording. */
  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.over = true;
      this.begun.clear();
      this.shadows.clear();
      this.words.lacks(describeError(error));
    }
  }
}
