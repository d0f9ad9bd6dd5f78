// Answers a program's calls of devices from a recording, and says where the program departs from it.

import { statSync } from 'node:fs';
import { constants } from 'node:os';
import type { Device, FileCall, GuestMemory, IoctlCall, OpenRequest, VirtualFile } from '../host/device.js';
import { describeError } from '../util/errors.js';
import { elementOf } from '../util/required.js';
import { looksLikeAddress } from './areas.js';
import { DeviceMemory } from './device-memory.js';
import { giveOutputs, type LiveCall, liveCall } from './live-call.js';
import type { DeviceRecording, RecordedCall } from './reader.js';
import { ReplayedWaits } from './replayed-waits.js';
import { type Sequence, StrictSequence, TolerantSequence } from './sequence.js';
import { NO_EPOLL, waitedFor, waitsForSeveral } from './waits.js';
import { callText } from './words.js';

export interface DeviceReplayOptions {
  readonly recording: DeviceRecording;
  readonly tolerant: boolean;
  /** Other names for nodes: from that of the recording to that of this run. */
  readonly names: ReadonlyMap<string, string>;
  readonly report: (text: string) => void;
  /** The program waits for what the recording does not have. */
  readonly stuck: () => void;
}

const REFUSED = -constants.errno.EIO;
const PAGE = 4096;
/** A file cannot have more (MAX_LFS_FILESIZE), and offsets are numbers here. */
const MAX_BYTES = 2 ** 52;

export class DeviceReplay {
  /** Calls that are not as in the recording. */
  departures = 0;
  /** The recording turned out to be damaged: its memory is read when a call requests it. */
  isDamaged = false;
  private readonly sequence: Sequence;
  private readonly memory: DeviceMemory;
  private readonly files = new Map<number, ReplayedFile>();
  private readonly waits: ReplayedWaits;

  constructor(private readonly options: DeviceReplayOptions) {
    const { recording, tolerant } = options;
    this.sequence = tolerant ? new TolerantSequence(recording) : new StrictSequence(recording);
    this.memory = new DeviceMemory(recording);
    this.waits = new ReplayedWaits({
      recording,
      sequence: this.sequence,
      memory: this.memory,
      giveUp: (next, text) => {
        this.departures++;
        options.report(`the program deviates from ${this.placeOf(next)}; the program is ended: ${text}`);
        options.stuck();
      },
    });
  }

  devices(): Device[] {
    const { recording, names } = this.options;
    return recording.nodes.map(({ node, path, major, minor, type }) => ({
      path: names.get(path) ?? path,
      major,
      minor,
      isBlock: type === 'block',
      // All but the last: what follows a range must have a number, too.
      requests: { from: 0, to: 0xffff_fffe },
      answersFiles: true,
      open: (request) => this.guarded(() => this.open(node, request)),
    }));
  }

  /** The program has ended. @returns whether it did what it did then */
  finish(): boolean {
    const [first, ...more] = this.sequence.left();
    if (first)
      this.depart(
        first,
        `the program has ended without this call${more.length > 0 ? `, and ${more.length} more` : ''}`,
      );
    if (this.departures > 1) this.options.report(`${this.departures} calls deviate from the recording`);
    return this.departures === 0;
  }

  /** An invalid part of the recording fails that call, and the run at its end. */
  private guarded<T>(action: () => T): T | number {
    try {
      return action();
    } catch (error) {
      if (!this.isDamaged) this.options.report(describeError(error));
      this.isDamaged = true;
      return REFUSED;
    }
  }

  /** Answers a call of an open file. */
  answer(file: ReplayedFile, call: FileCall): number | undefined {
    return this.guarded(() => this.answered(file, call));
  }

  private answered(file: ReplayedFile, call: FileCall): number | undefined {
    const live = liveCall(call, file.node, file.number, this.nodeOf(file).path);
    const match = this.find(live);
    if (!match) return REFUSED;
    const memory = match.memory();
    // Not at waits: which of them a program makes is chance, and so is what it has written until then.
    this.lookAtWrites(match, call.memory);
    this.memory.changeBefore(match);
    this.memory.changeAfter(match);
    if (!giveOutputs(live, memory)) return -constants.errno.EFAULT;
    // The kernel maps our memory in the device's place.
    return call.name.startsWith('mmap') && match.result >= 0 ? undefined : match.result;
  }

  /** A shared word that a thread waits for, or wakes another one at; undefined when it is none of the file's. */
  wait(file: ReplayedFile, call: FileCall): number | undefined {
    return this.guarded(() => this.waits.wait(file, call));
  }

  /** The first of our files that is waited for answers the call. */
  isWaitedFor(file: ReplayedFile, call: FileCall): boolean {
    const first = waitedFor(call)?.find(({ fd }) => fd >= 0 && this.fileAt(call.pid, fd));
    return first !== undefined && this.fileAt(call.pid, first.fd) === file;
  }

  /** As of files that cannot be waited for. */
  refuseEpoll(file: ReplayedFile): number {
    if (!this.isEpollReported) this.options.report(`${this.nodeOf(file).path}: ${NO_EPOLL}`);
    this.isEpollReported = true;
    return -constants.errno.EPERM;
  }

  private isEpollReported = false;

  released(file: ReplayedFile): void {
    this.memory.released(file.number);
    this.files.delete(file.inode);
  }

  private fileAt(pid: number, fd: number): ReplayedFile | undefined {
    try {
      return this.files.get(statSync(`/proc/${pid}/fd/${fd}`).ino);
    } catch {
      return undefined;
    }
  }

  private open(node: number, { tid, flags, fd, inode }: OpenRequest): VirtualFile | number {
    const live: LiveCall = {
      name: 'open',
      tid,
      node,
      file: 0,
      record: { flags: flags >>> 0 },
      areas: [],
      call: undefined,
    };
    const match = this.find(live);
    if (!match) return REFUSED;
    this.memory.changeBefore(match);
    if (match.result < 0) return match.result;
    const file = new ReplayedFile(this, { number: match.file, node, inode, size: this.sizeOf(node) });
    this.memory.opened(match.file, fd);
    this.files.set(inode, file);
    return file;
  }

  /** Mappable size of it. */
  private sizeOf(node: number): number {
    const ends = this.options.recording.calls.flatMap(({ name, node: own, offset, count, result }) =>
      own === node && name.startsWith('mmap') && result >= 0 ? Number(offset) + (count ?? 0) : [],
    );
    const most = ends.reduce((end, each) => Math.max(end, each), 0);
    return Math.ceil(Math.min(most, MAX_BYTES) / PAGE) * PAGE;
  }

  private nodeOf({ node }: { readonly node: number }): DeviceRecording['nodes'][number] {
    return elementOf(this.options.recording.nodes, node, 'node');
  }

  private find(live: LiveCall): RecordedCall | undefined {
    const match = this.sequence.match(live);
    if (match.is === 'departure') {
      const text = callText({ ...live.record, name: live.name }, this.nodeOf(live));
      this.depart(match.expected, `the program makes ${text}: ${match.difference}`);
      return undefined;
    }
    for (const wait of match.skipped) {
      this.memory.changeBefore(wait);
      this.memory.changeAfter(wait);
    }
    this.waits.answered();
    return match.call;
  }

  /** Checks the program's writes into mapped memory before a call. */
  private lookAtWrites(call: RecordedCall, memory: GuestMemory): void {
    const isAddress = (value: bigint): boolean => looksLikeAddress(memory, value);
    const difference = this.memory.programDifference(call, isAddress);
    if (!difference) return;
    const [recorded, now] = [difference.recorded, difference.now].map((word) => `0x${word.toString(16)}`);
    const text = `the program has written into mapped memory at ${difference.offset}: recorded ${recorded}, now ${now}`;
    if (!this.options.tolerant) return this.depart(call, text);
    if (!this.isReported) this.options.report(`${this.placeOf(call)}; ${text}`);
    this.isReported = true;
  }

  /** Tolerated writes are reported once: others follow from the first. */
  private isReported = false;

  /** Only the first departure is reported, for the others follow from it. */
  private depart(expected: RecordedCall | undefined, text: string): void {
    if (++this.departures > 1) return;
    this.options.report(`the program deviates from ${this.placeOf(expected)}; ${text}`);
  }

  private placeOf(call: RecordedCall | undefined): string {
    const { file, end } = this.options.recording;
    if (!call) return `${file}, of ${end.calls} calls`;
    return `${file}, offset ${call.at}: call ${call.number} is ${callText(call, this.nodeOf(call))}`;
  }
}

interface FilePlace {
  readonly number: number;
  readonly node: number;
  readonly inode: number;
  readonly size: number;
}

/** An open file of a device that is not there. */
export class ReplayedFile implements VirtualFile {
  readonly number: number;
  readonly node: number;
  readonly inode: number;
  readonly size: number;

  constructor(
    private readonly replay: DeviceReplay,
    { number, node, inode, size }: FilePlace,
  ) {
    [this.number, this.node, this.inode, this.size] = [number, node, inode, size];
  }

  ioctl({ request, argument, pid, tid, abi, memory }: IoctlCall): number {
    const values = [0n, BigInt(request), argument, 0n, 0n, 0n] as const;
    return this.replay.answer(this, { name: 'ioctl', arguments: values, pid, tid, abi, memory }) ?? REFUSED;
  }

  call(call: FileCall): number | undefined {
    if (call.name === 'futex') return this.replay.wait(this, call);
    if (call.name === 'epoll_ctl') return this.replay.refuseEpoll(this);
    if (waitsForSeveral(call) && !this.replay.isWaitedFor(this, call)) return undefined;
    return this.replay.answer(this, call);
  }

  release(): void {
    this.replay.released(this);
  }
}
