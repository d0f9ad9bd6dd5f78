// Answers a program's calls of devices from a recording, and says where the program departs from it.

import { statSync } from 'node:fs';
import { constants } from 'node:os';
import type { Device, FileCall, IoctlCall, OpenRequest, VirtualFile } from '../host/device.js';
import { DeviceMemory } from './device-memory.js';
import { mappedRanges, rangeAt } from './guest-maps.js';
import { giveOutputs, type LiveCall, liveCall } from './live-call.js';
import type { DeviceRecording, RecordedCall } from './reader.js';
import { finalWord } from './requests/known.js';
import { isWait, type Sequence, StrictSequence, TolerantSequence } from './sequence.js';
import { callText } from './words.js';

export interface ReplayOptions {
  readonly recording: DeviceRecording;
  readonly tolerant: boolean;
  /** Other names for nodes: from that of the recording to that of this run. */
  readonly names: ReadonlyMap<string, string>;
  readonly say: (text: string) => void;
  /** The program waits for what the recording does not have. */
  readonly stuck: () => void;
}

const REFUSED = -constants.errno.EIO;
const AGAIN = -constants.errno.EAGAIN;
/** So long may a program wait for what nobody does. */
const PATIENCE_MS = 5000;
const FUTEX_COMMAND = 0x7fn;
/** FUTEX_WAIT and FUTEX_WAIT_BITSET. */
const WAITS = [0, 9];
const POLL_ENTRY = 8;
const PAGE = 4096;
/** A file cannot have more (MAX_LFS_FILESIZE), and offsets are numbers here. */
const MOST_BYTES = 2 ** 52;

/** A word of a file that a thread waits for to be another one. */
interface AwaitedWord {
  readonly file: number;
  readonly offset: number;
  readonly expected: number;
}

export class DeviceReplay {
  /** Calls that are not as in the recording. */
  departures = 0;
  /** When the first wait in vain came since the last call that was answered. */
  private waitingSince: number | undefined;
  private readonly sequence: Sequence;
  private readonly memory: DeviceMemory;
  private readonly files = new Map<number, ReplayedFile>();
  private lastLook = '';
  /** What waits were answered with, by file and offset. */
  private readonly answers = new Map<string, number>();

  constructor(private readonly options: ReplayOptions) {
    const { recording, tolerant } = options;
    this.sequence = tolerant ? new TolerantSequence(recording) : new StrictSequence(recording);
    this.memory = new DeviceMemory(recording);
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
      open: (request) => this.open(node, request),
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
    if (this.departures > 1) this.options.say(`${this.departures} calls depart from the recording`);
    return this.departures === 0;
  }

  /** Answers a call of an open file. */
  answer(file: ReplayedFile, call: FileCall): number | undefined {
    const live = liveCall(call, file.node, file.number, this.options.recording.nodes[file.node]!.path);
    const found = this.find(live);
    if (!found) return REFUSED;
    const memory = found.memory();
    this.memory.changeBefore(found);
    this.memory.changeAfter(found);
    if (!giveOutputs(live, memory)) return -constants.errno.EFAULT;
    // The kernel maps our memory in the device's place.
    return call.name.startsWith('mmap') && found.result >= 0 ? undefined : found.result;
  }

  /** A shared word that a thread waits for, or wakes another one at; undefined when it is none of the file's. */
  wait(file: ReplayedFile, call: FileCall): number | undefined {
    const [address, operation, expected] = call.arguments as [bigint, bigint, bigint];
    const range = rangeAt(mappedRanges(call.pid), address);
    if (!range?.shared || !range.identity.endsWith(` ${file.inode}`)) return undefined;
    const offset = Number(range.fileOffset + (address - range.start));
    const how = Number(operation & FUTEX_COMMAND);
    // How often others are woken is chance.
    if (!WAITS.includes(how)) return undefined;
    const word = { file: file.number, offset, expected: Number(BigInt.asUintN(32, expected)) };
    for (let next = this.sequence.next(call.tid); next; next = this.sequence.next(call.tid)) {
      if (this.isSameWait(next, word, how)) return this.take(call.tid, next, word);
      if (!this.isPast(next, word)) break;
      this.take(call.tid, next, word);
      if (this.memory.wordAt(word.file, offset) !== word.expected) return AGAIN;
    }
    return this.goOn(this.sequence.next(call.tid), word);
  }

  /** Whether the recorded thread made it before it began to wait for the word: it wakes others for what the program has written by now. */
  private isPast(next: RecordedCall, { file }: AwaitedWord): boolean {
    if (next.name !== 'futex') return false;
    const word = this.memory.wordOf(next);
    if (WAITS.includes(next.how ?? 0) || !word || word.file !== file) return true;
    return this.memory.wordAt(word.file, word.offset) === this.memory.valueBefore(next, word);
  }

  /** Then the wait was over, without any call, when the thread made its next one: the word had changed until then. */
  private goOn(next: RecordedCall | undefined, { file, offset, expected }: AwaitedWord): number {
    if (next && this.memory.isApart(file, next))
      return this.giveUp(next, 'it has asked for more, or less, than when memory was recorded');
    if (next) this.memory.changeBefore(next);
    if (this.memory.wordAt(file, offset) !== expected) return AGAIN;
    const value = this.overValue(next, { file, offset, expected });
    // Once for each look of the recording: it would not help a second time.
    const look = `${file}:${offset}:${next?.number}:${expected}`;
    if (value === undefined || value === expected || look === this.lastLook) return this.waitFruitlessly(offset, next);
    this.lastLook = look;
    this.memory.set(file, offset, value);
    return AGAIN;
  }

  /** What a word held that is not waited for any more; undefined when that is not known. */
  private overValue(next: RecordedCall | undefined, { file, offset, expected }: AwaitedWord): number | undefined {
    if (next === undefined) return undefined;
    const held = this.memory.recordedWord(file, offset);
    const known = finalWord(this.options.recording.nodes[next.node]!.path, offset, held);
    // The program may have set it back: what the device writes there it has written before.
    return known ?? (held === expected ? this.answers.get(`${file}:${offset}`) : held);
  }

  /** Other threads may change it, for a while. */
  private waitFruitlessly(offset: number, next: RecordedCall | undefined): number {
    const now = performance.now();
    this.waitingSince ??= now;
    if (now - this.waitingSince < PATIENCE_MS) return AGAIN;
    return this.giveUp(next, `it waits for memory at ${offset}, which does not change any more`);
  }

  private giveUp(next: RecordedCall | undefined, text: string): number {
    this.depart(next, `the program is ended: ${text}`);
    this.options.stuck();
    return REFUSED;
  }

  /** The first of our files that a poll asks for answers it. */
  isPolled(
    file: ReplayedFile,
    { arguments: [address], memory, pid, tid, name, abi, arguments: raw }: FileCall,
  ): boolean {
    const live = liveCall({ arguments: raw, memory, pid, tid, name, abi }, file.node, file.number, '');
    const bytes = memory.read(address!, (live.said.count ?? 0) * POLL_ENTRY);
    for (let at = 0; bytes && at < bytes.length; at += POLL_ENTRY) {
      const polled = this.fileAt(pid, new DataView(bytes.buffer, bytes.byteOffset).getInt32(at, true));
      if (polled) return polled === file;
    }
    return false;
  }

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

  private isSameWait(next: RecordedCall, { file, offset }: AwaitedWord, how: number): boolean {
    const word = isWait(next) ? this.memory.wordOf(next) : undefined;
    return word !== undefined && word.file === file && word.offset === offset && next.how === how;
  }

  /** A wait that is the thread's next call. */
  private take(tid: number, next: RecordedCall, { file, offset, expected }: AwaitedWord): number {
    this.sequence.skip(tid);
    this.memory.changeBefore(next);
    this.memory.changeAfter(next);
    const value = this.memory.wordAt(file, offset);
    if (value !== undefined && value !== expected) this.answers.set(`${file}:${offset}`, value);
    return next.result;
  }

  private open(node: number, { tid, flags, fd, inode }: OpenRequest): VirtualFile | number {
    const live: LiveCall = {
      name: 'open',
      tid,
      node,
      file: 0,
      said: { flags: flags >>> 0 },
      areas: [],
      call: undefined,
    };
    const found = this.find(live);
    if (!found) return REFUSED;
    this.memory.changeBefore(found);
    if (found.result < 0) return found.result;
    const file = new ReplayedFile(this, { number: found.file, node, inode, size: this.sizeOf(node) });
    this.memory.opened(found.file, fd);
    this.files.set(inode, file);
    return file;
  }

  /** What can be mapped of it. */
  private sizeOf(node: number): number {
    const ends = this.options.recording.calls.flatMap(({ name, node: own, offset, count, result }) =>
      own === node && name.startsWith('mmap') && result >= 0 ? Number(offset) + (count ?? 0) : [],
    );
    const most = ends.reduce((end, each) => Math.max(end, each), 0);
    return Math.ceil(Math.min(most, MOST_BYTES) / PAGE) * PAGE;
  }

  private find(live: LiveCall): RecordedCall | undefined {
    const match = this.sequence.match(live);
    if (match.is === 'departure') {
      const made = callText({ ...live.said, name: live.name }, this.options.recording.nodes[live.node]!);
      this.depart(match.expected, `the program makes ${made}: ${match.difference}`);
      return undefined;
    }
    for (const wait of match.skipped) {
      this.memory.changeBefore(wait);
      this.memory.changeAfter(wait);
    }
    this.waitingSince = undefined;
    return match.call;
  }

  /** The first departure is told, for the others follow from it. */
  private depart(expected: RecordedCall | undefined, text: string): void {
    if (++this.departures > 1) return;
    const { file, nodes, end } = this.options.recording;
    const place = expected
      ? `offset ${expected.at}: call ${expected.number} is ${callText(expected, nodes[expected.node]!)}`
      : `of ${end.calls} calls`;
    this.options.say(`the program departs from ${file}, ${place}; ${text}`);
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
    const call = { name: 'ioctl', arguments: [0n, BigInt(request), argument], pid, tid, abi, memory };
    return this.replay.answer(this, call) ?? REFUSED;
  }

  call(call: FileCall): number | undefined {
    if (call.name === 'futex') return this.replay.wait(this, call);
    if (call.name.endsWith('poll') && !this.replay.isPolled(this, call)) return undefined;
    return this.replay.answer(this, call);
  }

  release(): void {
    this.replay.released(this);
  }
}
