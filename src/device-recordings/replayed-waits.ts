// Waits on words of mapped memory (futex) of a program whose device is a recording: answered by what was recorded, and
// by how memory was then.

import { constants } from 'node:os';
import type { FileCall } from '../host/device.js';
import { elementOf } from '../util/required.js';
import type { DeviceMemory } from './device-memory.js';
import { mappedRanges, rangeAt } from './guest-maps.js';
import type { DeviceRecording, RecordedCall } from './reader.js';
import { finalWord } from './requests/known.js';
import { isWait, type Sequence } from './sequence.js';

const REFUSED = -constants.errno.EIO;
const AGAIN = -constants.errno.EAGAIN;
/** Limit of a program's wait for something that does not happen. */
const WAIT_TIMEOUT_MS = 5000;
const FUTEX_COMMAND = 0x7fn;
/** FUTEX_WAIT and FUTEX_WAIT_BITSET. */
const WAITS = [0, 9];

/** A word of a file that a thread waits for to be another one. */
interface AwaitedWord {
  readonly file: number;
  readonly offset: number;
  readonly expected: number;
}

/** An open file of a device that is not there. */
interface WaitedFile {
  readonly number: number;
  readonly inode: number;
}

export interface WaitOptions {
  readonly recording: DeviceRecording;
  readonly sequence: Sequence;
  readonly memory: DeviceMemory;
  /** The program waits for what the recording does not have. */
  readonly giveUp: (next: RecordedCall | undefined, text: string) => void;
}

export class ReplayedWaits {
  /** When the first wait in vain came since the last call that was answered. */
  private waitingSince: number | undefined;
  private lastLook = '';
  /** Answers to waits, by file and offset. */
  private readonly answers = new Map<string, number>();

  constructor(private readonly options: WaitOptions) {}

  /** Another call has been answered. */
  answered(): void {
    this.waitingSince = undefined;
  }

  /** A shared word that a thread waits for, or wakes another one at; undefined when it is none of the file's. */
  wait(file: WaitedFile, call: FileCall): number | undefined {
    const [address, operation, expected] = call.arguments;
    const range = rangeAt(mappedRanges(call.pid), address);
    if (!range?.shared || !range.identity.endsWith(` ${file.inode}`)) return undefined;
    const offset = Number(range.fileOffset + (address - range.start));
    const how = Number(operation & FUTEX_COMMAND);
    // The number of wakes depends on timing.
    if (!WAITS.includes(how)) return undefined;
    const word = { file: file.number, offset, expected: Number(BigInt.asUintN(32, expected)) };
    for (let next = this.options.sequence.next(call.tid); next; next = this.options.sequence.next(call.tid)) {
      if (this.isSameWait(next, word, how)) return this.take(call.tid, next, word);
      if (!this.isPast(next, word)) break;
      this.take(call.tid, next, word);
      if (this.options.memory.wordAt(word.file, offset) !== word.expected) return AGAIN;
    }
    return this.goOn(this.options.sequence.next(call.tid), word);
  }

  /**
   * True if the recorded thread made it before it began to wait for the word: it wakes others for earlier writes of the
   * program.
   */
  private isPast(next: RecordedCall, { file }: AwaitedWord): boolean {
    if (next.name !== 'futex') return false;
    const word = this.options.memory.wordOf(next);
    if (WAITS.includes(next.how ?? 0) || !word || word.file !== file) return true;
    return this.options.memory.wordAt(word.file, word.offset) === this.options.memory.valueBefore(next, word);
  }

  /** Then the wait was over, without any call, when the thread made its next one: the word had changed until then. */
  private goOn(next: RecordedCall | undefined, { file, offset, expected }: AwaitedWord): number {
    if (next && this.options.memory.isApart(file, next))
      return this.giveUp(next, 'its number of requests differs from the recorded one');
    if (next) this.options.memory.changeBefore(next);
    if (this.options.memory.wordAt(file, offset) !== expected) return AGAIN;
    const value = this.overValue(next, { file, offset, expected });
    // Once for each look of the recording: it would not help a second time.
    const look = `${file}:${offset}:${next?.number}:${expected}`;
    if (value === undefined || value === expected || look === this.lastLook) return this.waitFruitlessly(offset, next);
    this.lastLook = look;
    this.options.memory.set(file, offset, value);
    return AGAIN;
  }

  /** Value of a word whose wait is over; undefined when it is unknown. */
  private overValue(next: RecordedCall | undefined, { file, offset, expected }: AwaitedWord): number | undefined {
    if (next === undefined) return undefined;
    const value = this.options.memory.recordedWord(file, offset);
    const word = finalWord(elementOf(this.options.recording.nodes, next.node, 'node').path, offset, value);
    // The program may have set it back: what the device writes there it has written before.
    return word ?? (value === expected ? this.answers.get(`${file}:${offset}`) : value);
  }

  /** Other threads may change it, for a while. */
  private waitFruitlessly(offset: number, next: RecordedCall | undefined): number {
    const now = performance.now();
    this.waitingSince ??= now;
    if (now - this.waitingSince < WAIT_TIMEOUT_MS) return AGAIN;
    return this.giveUp(next, `it waits for memory at ${offset}, which is not changed any more in the recording`);
  }

  private giveUp(next: RecordedCall | undefined, text: string): number {
    this.options.giveUp(next, text);
    return REFUSED;
  }

  private isSameWait(next: RecordedCall, { file, offset }: AwaitedWord, how: number): boolean {
    const word = isWait(next) ? this.options.memory.wordOf(next) : undefined;
    return word !== undefined && word.file === file && word.offset === offset && next.how === how;
  }

  /** A wait that is the thread's next call. */
  private take(tid: number, next: RecordedCall, { file, offset, expected }: AwaitedWord): number {
    this.options.sequence.skip(tid);
    this.options.memory.changeBefore(next);
    this.options.memory.changeAfter(next);
    const value = this.options.memory.wordAt(file, offset);
    if (value !== undefined && value !== expected) this.answers.set(`${file}:${offset}`, value);
    return next.result;
  }
}
