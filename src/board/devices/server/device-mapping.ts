// Memory of a real device that a program elsewhere has mapped: kept in step by what differs.

import { constants } from 'node:os';
import { differences } from '../../../device-recordings/differences.js';
import { type ByteRun, packRuns } from '../../../device-recordings/layout.js';
import { bytesAt } from '../../c-memory.js';
import { callApart, callNow } from '../kernel-calls.js';
import { CARRIED_LIMIT, type DeviceOrder, SLICE_MS } from '../protocol.js';
import type { Pending } from './pending.js';

const WORD = 4;
const TIMESPEC = 16;
const [PROT_READ_WRITE, MAP_SHARED] = [3n, 1n];
const FUTEX_WAIT = 0n;
const FUTEX_WAKE = 1n;
const EVERYBODY = 0x7fff_ffffn;
const NANOSECONDS = 1_000_000;

/** Memory of a device, and what the program's side knows of it. */
export class DeviceMapping {
  private readonly contents: Uint8Array;
  private readonly bytes: Buffer;
  private hasEnded = false;

  private constructor(
    readonly file: number,
    private readonly address: bigint,
    readonly length: number,
    private readonly wakes: readonly number[],
  ) {
    this.bytes = bytesAt(address, length);
    this.contents = new Uint8Array(length);
  }

  /** @returns the mapping, or a negative errno */
  static make(
    fd: number,
    { file, offset, length, wakes }: Extract<DeviceOrder, { do: 'map' }>,
  ): DeviceMapping | number {
    const address = callNow('mmap', 0n, length, PROT_READ_WRITE, MAP_SHARED, fd, offset);
    return address < 0n && address > -4096n ? Number(address) : new DeviceMapping(file, address, length, wakes);
  }

  /** Applies changes of the program. @throws RangeError for places outside of the mapping */
  change(runs: readonly ByteRun[]): void {
    for (const { offset, bytes } of runs) {
      if (offset % WORD !== 0 || bytes.length % WORD !== 0 || offset + bytes.length > this.length)
        throw new RangeError(`${bytes.length} bytes at ${offset} of a mapping of ${this.length}`);
      this.bytes.set(bytes, offset);
      this.contents.set(bytes, offset);
    }
    for (const place of this.wakes)
      if (runs.some(({ offset, bytes }) => place >= offset && place < offset + bytes.length))
        this.wake(place, EVERYBODY);
  }

  /** Changes since the last call, in lists of bounded size. */
  *changed(): Generator<{ readonly runs: number; readonly packed: Buffer }> {
    for (let start = 0; start < this.length; start += CARRIED_LIMIT / 2) {
      const end = Math.min(start + CARRIED_LIMIT / 2, this.length);
      const runs = differences(this.contents.subarray(start, end), this.bytes.subarray(start, end)).map((run) => ({
        ...run,
        offset: run.offset + start,
      }));
      for (const { offset, bytes } of runs) this.contents.set(bytes, offset);
      if (runs.length > 0) yield* piecesOf(runs);
    }
  }

  /** @returns how many others were woken */
  wake(offset: number, count: bigint): number {
    return Number(callNow('futex', this.wordAt(offset), FUTEX_WAKE, count, 0n, 0n, 0n));
  }

  /** @returns 0 when it was woken, or a negative errno */
  async wait(offset: number, value: number, milliseconds: number, pending: Pending): Promise<number> {
    const end = milliseconds < 0 ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;
    while (!pending.cancelled) {
      if (this.hasEnded) return -constants.errno.EFAULT;
      const rest = Math.min(SLICE_MS, end - performance.now());
      if (rest <= 0) return -constants.errno.ETIMEDOUT;
      const time = Buffer.alloc(TIMESPEC);
      time.writeBigInt64LE(BigInt(Math.ceil(rest * NANOSECONDS)), TIMESPEC / 2);
      const result = Number(await callApart('futex', this.wordAt(offset), FUTEX_WAIT, value, time, 0n, 0n));
      if (result !== -constants.errno.ETIMEDOUT && result !== -constants.errno.EINTR) return result;
    }
    return -constants.errno.EINTR;
  }

  private wordAt(offset: number): bigint {
    if (!(offset >= 0 && offset % WORD === 0 && offset < this.length)) throw new RangeError(`no word at ${offset}`);
    return this.address + BigInt(offset);
  }

  end(): void {
    this.hasEnded = true;
    callNow('munmap', this.address, this.length);
  }
}

/** A list's head is longer than a word: lists of many short runs are cut. */
const MAX_RUNS = 2 ** 17;

function* piecesOf(runs: readonly ByteRun[]): Generator<{ readonly runs: number; readonly packed: Buffer }> {
  for (let at = 0; at < runs.length; at += MAX_RUNS) {
    const piece = runs.slice(at, at + MAX_RUNS);
    yield { runs: piece.length, packed: packRuns(piece) };
  }
}
