// A launch on a board, as the command processor drives it.

import { PRINTF_BUFFER, writeText } from '../../cal/printf.js';
import type { LaunchRun, RemoteLaunch } from '../../driver/core/processor/remote-executor.js';
import type { TransferTotals } from '../../driver/core/processor/transfer-totals.js';
import { Counts } from '../../emulator/counts.js';
import type { LaunchDescriptor } from '../../emulator/launch.js';
import { PERMISSION } from '../../emulator/memory.js';
import type { KernelArgument } from '../../launch/argument.js';
import { AtollError, describeError } from '../../util/errors.js';
import { required } from '../../util/required.js';
import { type Line, onLine } from '../calibration/fit.js';
import type { Received } from '../channel.js';
import type { Answer, BoardArgument, ImageShape } from '../protocol.js';
import type { BytesBefore } from './difference-file.js';
import type { BoardGuest, SentLaunch } from './guest.js';

/** Milliseconds of one slice: other guests wait meanwhile. */
const SLICE_MS = 2;

type BoardLine = SentLaunch['line'];

/** A buffer that the board may have changed, and what it has now. */
export interface BoardResult {
  readonly argument: KernelArgument;
  readonly index: number;
  /** Of the buffer in memory, and where in it the argument points to. */
  readonly address: number;
  readonly offset: number;
  readonly contents: Uint8Array;
  /** Of an image. */
  readonly shape?: ImageShape;
}

export class BoardRun implements LaunchRun {
  readonly counts = new Counts(false);
  readonly fault = undefined;
  readonly stoppedAt = undefined;
  readonly runsGroups = false;
  failure: string | undefined;
  traffic: TransferTotals | undefined;
  private line: BoardLine | undefined;
  private heardMs = 0;
  private cancelled = false;
  private arguments: readonly BoardArgument[] = [];
  private readonly printed: Buffer[] = [];

  constructor(
    private readonly guest: BoardGuest,
    private readonly what: RemoteLaunch,
    /** From the device's time to that which events show. */
    private readonly time?: Line,
  ) {}

  get launch(): LaunchDescriptor {
    return this.what.launch;
  }

  run(): ReturnType<LaunchRun['run']> {
    if (this.cancelled) return 'cancelled';
    try {
      return this.line ? this.listen(this.line) : this.begin();
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
      // A launch that the board refuses has not begun; after an error in transit its state is unknown.
      if (this.line || error.code === 'HOST') this.guest.lose(error.message);
      return this.fail(describeError(error));
    }
  }

  private begin(): 'budget' {
    const sent = this.guest.send(this.what);
    this.line = sent.line;
    this.arguments = sent.arguments;
    this.heardMs = performance.now();
    return 'budget';
  }

  private listen(line: BoardLine): ReturnType<LaunchRun['run']> {
    const until = performance.now() + SLICE_MS;
    for (let now = performance.now(); now < until; now = performance.now()) {
      const received = line.channel.receive(until - now);
      if (!received) break;
      this.heardMs = now;
      const outcome = this.onLine(line, received);
      if (outcome) return outcome;
    }
    const { silenceMs } = this.guest;
    if (performance.now() - this.heardMs > silenceMs)
      throw new AtollError('HOST', `no message of the board for ${silenceMs / 1000} seconds (--board-silence)`);
    return 'budget';
  }

  private onLine(line: BoardLine, { head, data }: Received<Answer>): ReturnType<LaunchRun['run']> | undefined {
    switch (head.do) {
      case 'alive':
        return undefined;
      case 'built':
        if (head.failure !== undefined) this.failure = head.failure;
        return undefined;
      case 'changed':
        if (!line.mirrors.receive(head.buffer, head.offset, data))
          throw new AtollError('HOST', 'the board has changed memory outside of the buffers of the launch');
        return undefined;
      case 'printed':
        this.printed.push(Buffer.from(data));
        return undefined;
      case 'done':
        this.print();
        this.traffic = { ...line.mirrors.take(), deviceNs: head.nanoseconds, ...this.shown(head.nanoseconds) };
        return 'done';
      case 'failed':
        // After a build that failed there is no program, which says less.
        return this.fail(this.failure ?? head.text);
      case 'refused':
        throw new AtollError('HOST', `the board: ${head.text}`);
      default:
        throw new AtollError('HOST', `the board answers a launch with '${head.do}'`);
    }
  }

  private shown(nanoseconds: number): Pick<TransferTotals, 'shownNs'> {
    return this.time ? { shownNs: onLine(this.time, nanoseconds) } : {};
  }

  /** After the outcome `done`: what may have changed. */
  get results(): BoardResult[] {
    const { line, what } = this;
    return this.arguments.flatMap((sent, index) => {
      if (!('writes' in sent) || !sent.writes || !line) return [];
      const { buffer: address, offset } = sent;
      const argument = required(required(what.kernel.about, 'declarations of the kernel').arguments[index], 'argument');
      const shape = sent.is === 'image' ? { shape: sent.shape } : {};
      return [
        {
          argument,
          index,
          address,
          offset,
          contents: required(line.mirrors.contentsAt(address), 'contents of the mirror'),
          ...shape,
        },
      ];
    });
  }

  /** Old contents of changed buffers, if results stay aside. */
  get before(): readonly BytesBefore[] {
    return this.line?.mirrors.before ?? [];
  }

  /** Puts what was printed where the guest's library looks for it. */
  private print(): void {
    const { submission, memory } = this.what;
    const at = memory.space.translate(submission.launch.printfBuffer, PRINTF_BUFFER.records) ?? 0;
    if (this.printed.length === 0 || at === 0) return;
    const capacity = memory.view.getUint32(at + PRINTF_BUFFER.capacity, true);
    const size = PRINTF_BUFFER.records + capacity;
    if (!memory.allows(at, size, PERMISSION.readWrite)) return;
    writeText(memory.u8.subarray(at, at + size), Buffer.concat(this.printed));
  }

  private fail(text: string): 'failed' {
    this.failure = `kernel ${this.launch.kernel}: ${text}`;
    return 'failed';
  }

  /** A kernel there can only be stopped by ending the board. */
  cancel(): void {
    if (this.cancelled) return;
    this.cancelled = true;
    if (this.line && !this.traffic && this.failure === undefined) this.guest.lose('a kernel on the board was stopped');
  }

  describe(): string {
    return `kernel ${this.launch.kernel} runs on a board`;
  }
}
