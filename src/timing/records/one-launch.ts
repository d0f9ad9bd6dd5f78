// `atoll record --blocks`: records of one launch of a program, in a file.

import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { isNameless, type LaunchDescriptor } from '../../emulator/launch.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { Probe } from '../../emulator/probes.js';
import type { DebugInfo } from '../../source/debug-info.js';
import { AtollError, describeError } from '../../util/errors.js';
import type { ExitStatusText } from '../../util/exit-status-text.js';
import { valueAt } from '../../util/required.js';
import { refuseOther } from '../../util/whole-file.js';
import { SessionRecords } from './session.js';

/** Plain data: it crosses threads. */
export interface BlockRecordOptions {
  readonly file: string;
  /** Only launches of this kernel count; undefined: of all that have a name. */
  readonly kernel: string | undefined;
  /** Number of the first one, from 1 on. */
  readonly first: number;
}

interface OpenRecord {
  readonly session: number;
  readonly launch: LaunchDescriptor;
  readonly fd: number;
}

export class OneLaunchRecorder {
  private readonly sessions = new Map<number, SessionRecords>();
  private readonly part: string;
  private seen = 0;
  private current: OpenRecord | undefined;
  private over = false;

  constructor(
    private readonly options: BlockRecordOptions,
    private readonly words: ExitStatusText,
  ) {
    this.part = `${options.file}.${process.pid}.part`;
  }

  probe(session: number): Probe {
    const records = new SessionRecords((error) => this.giveUp(error));
    this.sessions.set(session, records);
    return records.probe;
  }

  begun(session: number, launch: LaunchDescriptor, memory: GpuMemory, debug: DebugInfo | undefined): void {
    const { kernel, first: number } = this.options;
    if (this.over || (kernel === undefined ? isNameless(launch) : launch.kernel !== kernel)) return;
    if (++this.seen !== number) return;
    try {
      refuseOther(this.options.file);
      const fd = openSync(this.part, 'wx+', 0o600);
      this.current = { session, launch, fd };
      valueAt(this.sessions, session, 'session').begin(fd, this.options.file, launch, memory, debug);
    } catch (error) {
      this.giveUp(new AtollError('HOST', `cannot write the records ${this.options.file}: ${(error as Error).message}`));
    }
  }

  ended(session: number, launch: LaunchDescriptor, failure: string | undefined): void {
    const begun = this.current;
    if (begun?.session !== session || begun.launch !== launch) return;
    if (failure !== undefined) return this.giveUp(`kernel ${launch.kernel} failed: nothing was recorded`);
    if (!valueAt(this.sessions, session, 'session').end()) return;
    try {
      fsyncSync(begun.fd);
      renameSync(this.part, this.options.file);
      this.finished();
      this.words.say(`recorded what kernel ${launch.kernel} executed: atoll time ${this.options.file}`);
    } catch (error) {
      this.giveUp(error);
    }
  }

  /** Why the launch that is recorded will never end, if that is known. */
  stuck(session: number): string | undefined {
    return this.sessions.get(session)?.stuck();
  }

  left(session: number): void {
    this.sessions.delete(session);
  }

  close(): void {
    if (this.current) this.giveUp('the launch has not ended: nothing was recorded');
    if (this.over) return;
    const { kernel = 'any kernel', first } = this.options;
    const selection = `requested: number ${first}`;
    this.words.lacks(`nothing was recorded: the program began ${this.seen} launches of ${kernel}, ${selection}`);
  }

  private finished(): void {
    if (this.current) closeSync(this.current.fd);
    this.current = undefined;
    this.over = true;
  }

  /** The program continues, whatever becomes of its records. */
  private giveUp(reason: unknown): void {
    this.finished();
    rmSync(this.part, { force: true });
    this.words.lacks(typeof reason === 'string' ? reason : describeError(reason));
  }
}
