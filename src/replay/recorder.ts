// Keeps one launch of a program: memory before it, and what it has changed.

import type { LaunchDescriptor } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import { describeError } from '../util/errors.js';
import { changedPages, type Pages, type Region, regionsOf } from './pages.js';
import { writeRecording } from './recording.js';

/** Plain data: it crosses threads. */
export interface RecordOptions {
  readonly file: string;
  /** Only launches of this kernel count. */
  readonly kernel: string | undefined;
  /** Which of them, from 1 on. */
  readonly launch: number;
  /** What wavefronts execute is kept (src/timing), not memory. */
  readonly blocks?: boolean;
}

interface Begun {
  readonly session: number;
  readonly launch: LaunchDescriptor;
  readonly regions: readonly Region[];
  readonly before: Pages;
}

export class Recorder {
  private seen = 0;
  private begun: Begun | undefined;
  private over = false;

  /** @param say told what became of the recording */
  constructor(
    private readonly options: RecordOptions,
    private readonly say: (text: string) => void,
  ) {}

  launching(session: number, launch: LaunchDescriptor, memory: GpuMemory): void {
    const { kernel, launch: wanted } = this.options;
    if (this.over || (kernel !== undefined && launch.kernel !== kernel) || ++this.seen !== wanted) return;
    this.attempt(() => {
      const regions = regionsOf(memory);
      this.begun = { session, launch, regions, before: changedPages(memory, regions, new Map()) };
    });
  }

  ended(session: number, launch: LaunchDescriptor, memory: GpuMemory, failure: string | undefined): void {
    const { begun } = this;
    if (begun?.session !== session || begun.launch !== launch) return;
    this.begun = undefined;
    this.over = true;
    this.attempt(() => {
      const { regions, before } = begun;
      const after = changedPages(memory, regions, before);
      const { file } = this.options;
      writeRecording(file, { launch, base: memory.space.base, regions, before, after, failure });
      this.say(`recorded kernel ${launch.kernel}: atoll replay ${file}`);
    });
  }

  close(): void {
    if (this.over) return;
    const { kernel = 'any kernel', launch } = this.options;
    this.say(`nothing was recorded: the program ended ${this.seen} launches of ${kernel}, wanted is number ${launch}`);
  }

  /** The program goes on, whatever becomes of its recording. */
  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.over = true;
      this.say(describeError(error));
    }
  }
}
