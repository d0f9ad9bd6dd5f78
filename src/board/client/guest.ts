// One guest on a board: its connection, its buffers and its programs there.

import type { AllocationRecord } from '../../driver/core/processor/messages.js';
import type { RemoteLaunch } from '../../driver/core/processor/remote-executor.js';
import { AXES } from '../../emulator/launch.js';
import type { Native } from '../../host/native.js';
import type { SourceOrigin } from '../../launch/origin.js';
import { AtollError, describeError } from '../../util/errors.js';
import type { BoardArgument, BoardLaunch } from '../protocol.js';
import { readArguments } from './arguments.js';
import { type BoardAccess, type BoardChannel, type BoardConnection, channelOf, connectBoard } from './connect.js';
import { withSource } from './kernel-source.js';
import { BufferMirrors } from './mirror.js';
import { boardOptions } from './options.js';

/** A connection's state: it begins with the first launch, and does not come back when it is lost. */
interface Line {
  readonly channel: BoardChannel;
  readonly mirrors: BufferMirrors;
  /** Handles of programs that the board has, or builds. */
  readonly programs: Set<number>;
}

export interface SentLaunch {
  readonly line: Line;
  readonly arguments: readonly BoardArgument[];
}

export class BoardGuest {
  /** By address. */
  private readonly allocations = new Map<number, AllocationRecord>();
  private line: Line | undefined;
  /** Reason of the end of the board; undefined while it is connected. */
  private lost: string | undefined;

  /** @param take gives a connection that is there already */
  constructor(
    private readonly access: BoardAccess,
    private readonly native: Native,
    private readonly take: () => BoardConnection | undefined,
    /** Results are compared, not taken. */
    private readonly aside = false,
    /** Called with a description of each difference. */
    readonly differs: (text: string) => void = () => {},
  ) {}

  get silenceMs(): number {
    return this.access.silenceMs;
  }

  memory(allocation: AllocationRecord, allocated: boolean): void {
    const { address } = allocation;
    if (allocated) this.allocations.set(address, allocation);
    else if (this.allocations.delete(address)) this.attempt(() => this.line?.mirrors.free(address));
  }

  programGone(program: number): void {
    if (this.line?.programs.delete(program)) this.attempt(() => this.line?.channel.send({ do: 'forget', program }));
  }

  /** An error here is reported by the next launch. */
  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.lose(describeError(error));
    }
  }

  /** No launch of this guest reaches a board from now on. */
  lose(text: string): void {
    this.lost ??= text;
    this.line?.channel.close();
    this.line = undefined;
  }

  close(): void {
    this.lose('the program has ended');
  }

  private open({ memory }: RemoteLaunch): Line {
    if (this.lost !== undefined) throw new AtollError('HOST', `the device is lost: ${this.lost}`);
    if (!this.line) {
      const { fd } = this.take() ?? connectBoard(this.access, this.native);
      const channel = channelOf(fd, this.access, this.native);
      this.line = { channel, mirrors: new BufferMirrors(channel, memory, this.aside), programs: new Set() };
    }
    return this.line;
  }

  /**
   * Sends a launch, with what it needs and the board does not have.
   * @throws AtollError with why it cannot be executed there
   */
  send(what: RemoteLaunch): SentLaunch {
    const { kernel, submission, launch } = what;
    const { origin, arguments: parameters } = withSource(kernel);
    const line = this.open(what);
    const { program } = submission.origin;
    if (!line.programs.has(program)) this.sendProgram(line, program, origin);
    line.mirrors.begin();
    const read = readArguments(what, parameters, (address) => this.allocationAt(address));
    for (const { address, size } of read.buffers) line.mirrors.send(address, size);
    const { workDim, globalOffset } = submission.launch;
    const { globalSize, localSize } = launch;
    // If the last work-groups may be smaller, the kernel does not depend on the division: the device chooses one.
    const whole = AXES.every((d) => launch.globalSize[d] % launch.localSize[d] === 0);
    const order: BoardLaunch = {
      do: 'launch',
      program,
      kernel: kernel.name,
      workDim,
      globalOffset: [...globalOffset],
      globalSize: [...globalSize],
      ...(whole ? { localSize: [...localSize] } : {}),
      arguments: read.arguments,
      prints: submission.launch.printfBuffer !== 0n,
    };
    line.channel.send(order);
    return { line, arguments: read.arguments };
  }

  private sendProgram({ channel, programs }: Line, program: number, { parts, options, folder }: SourceOrigin): void {
    programs.add(program);
    channel.send({
      do: 'program',
      program,
      parts: parts.map((part) => ({ ...part, options: boardOptions(part.options, folder) })),
      options: boardOptions(options, folder),
    });
  }

  /** Allocations of the guest. */
  get memoryNow(): readonly AllocationRecord[] {
    return [...this.allocations.values()];
  }

  private allocationAt(at: number): AllocationRecord | undefined {
    for (const allocation of this.allocations.values())
      if (at >= allocation.address && at < allocation.address + allocation.requested) return allocation;
    return undefined;
  }
}
