// Memory of devices as the program has it mapped: files here, kept in step with the board's mappings by what differs at
// each call.

import { readSync, writeSync } from 'node:fs';
import { differences } from '../../../device-recordings/differences.js';
import { type ByteRun, packRuns, unpackRuns } from '../../../device-recordings/layout.js';
import { CARRIED_LIMIT, MAPPED_LIMIT } from '../protocol.js';

const PAGE = 4096;
const WORD = 4;
/** Size of one comparison: its runs always fit into one message. */
const PIECE = 256 << 10;

export interface MirroredRange {
  readonly file: number;
  /** In the file. */
  readonly offset: number;
  readonly length: number;
}

interface Region extends MirroredRange {
  readonly mapping: number;
  /** Our descriptor of the program's file. */
  readonly fd: number;
  readonly contents: Uint8Array;
  /** Words by which the program says that the rest is ready, in the order in which it writes them. */
  readonly wakes: readonly number[];
}

export class MirroredMemory {
  private regions: Region[] = [];
  private count = 0;
  private bytes = 0;
  private readonly piece = Buffer.alloc(PIECE);

  constructor(private readonly sendBytes: (mapping: number, runs: number, data: Buffer) => void) {}

  /** Offset of a mapping of the program that exists; undefined when it does not. */
  holds({ file, offset, length }: MirroredRange): boolean {
    return this.regions.some(
      (region) => region.file === file && offset >= region.offset && offset + length <= region.offset + region.length,
    );
  }

  /** @returns its number, and words of it that others wait at; undefined when there would be too much of it */
  add(
    fd: number,
    range: MirroredRange,
    wakes: readonly number[],
  ): { mapping: number; wakes: readonly number[] } | undefined {
    if (this.bytes + range.length > MAPPED_LIMIT) return undefined;
    const own = wakes.map((at) => at - range.offset).filter((at) => at >= 0 && at < range.length);
    const region = { ...range, fd, mapping: ++this.count, contents: new Uint8Array(range.length), wakes: own };
    this.regions.push(region);
    this.bytes += range.length;
    return region;
  }

  /** A word of a file; undefined when it is in no mapping. */
  place(file: number, offset: number): { readonly mapping: number; readonly offset: number } | undefined {
    const region = this.regions.find(
      (each) => each.file === file && offset >= each.offset && offset < each.offset + each.length,
    );
    return region && { mapping: region.mapping, offset: offset - region.offset };
  }

  /** Sends the program's changes to the board: words that publish data are read first and sent last. */
  send(): void {
    const ready = this.regions.flatMap((region) =>
      region.wakes.map((at) => ({ region, at, bytes: this.word(region, at) })),
    );
    for (const region of this.regions)
      for (let start = 0; start < region.length; start += PIECE) this.sendPiece(region, start);
    for (const { region, at, bytes } of ready)
      if (bytes.readUInt32LE() !== wordOf(region.contents, at)) this.sendRuns(region, [{ offset: at, bytes }]);
  }

  private sendPiece(region: Region, start: number): void {
    const length = Math.min(PIECE, region.length - start);
    const now = this.piece.subarray(0, length);
    const count = readSync(region.fd, now, 0, length, region.offset + start);
    now.fill(0, count);
    const before = region.contents.subarray(start, start + length);
    for (const at of region.wakes)
      if (at >= start && at < start + length) now.set(before.subarray(at - start, at - start + WORD), at - start);
    const runs = differences(before, now).map((run) => ({ ...run, offset: run.offset + start }));
    if (runs.length > 0) this.sendRuns(region, runs);
  }

  private sendRuns({ mapping, contents }: Region, runs: readonly ByteRun[]): void {
    for (const { offset, bytes } of runs) contents.set(bytes, offset);
    const packed = packRuns(runs);
    if (packed.length > CARRIED_LIMIT) throw new RangeError(`${packed.length} bytes of changes`);
    this.sendBytes(mapping, runs.length, packed);
  }

  private word({ fd, offset }: Region, at: number): Buffer {
    const bytes = Buffer.alloc(WORD);
    readSync(fd, bytes, 0, WORD, offset + at);
    return bytes;
  }

  /** Applies the changes of the device. @throws Error for an invalid list */
  take(mapping: number, count: number, data: Buffer): void {
    const region = this.regions.find((each) => each.mapping === mapping);
    if (!region) return;
    for (const { offset, bytes } of unpackRuns(data, count)) {
      if (offset + bytes.length > region.length) throw new RangeError(`${bytes.length} bytes at ${offset}`);
      region.contents.set(bytes, offset);
      writeSync(region.fd, bytes, 0, bytes.length, region.offset + offset);
    }
  }

  forget(file: number): void {
    for (const { length } of this.regions.filter((each) => each.file === file)) this.bytes -= length;
    this.regions = this.regions.filter((each) => each.file !== file);
  }
}

const wordOf = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);

export const wholePages = (bytes: number): number => Math.ceil(bytes / PAGE) * PAGE;
