// Reads records, a chunk of a wavefront at a time. What is read is checked.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { AtollError } from '../../util/errors.js';
import { printableName, printableSource } from '../../util/printable.js';
import { elementOf } from '../../util/required.js';
import {
  CHUNK_HEAD,
  CHUNK_WORDS,
  cannot,
  END,
  ENTRY,
  MAGIC,
  PREFIX,
  type RecordedSource,
  type TimingRecord,
  TRAILER,
  VERSION,
} from './format.js';

const MAX_WAVEFRONTS = 2 ** 28;
/** So many have a place in memory whatever the index has; of more, each work-group has to be there. */
const PLACED_WAVEFRONTS = 2 ** 24;
/** Bytes that are read at a time where chunks are short. */
const AHEAD_BYTES = 65536;
const count = (least: number, most: number) => z.int().min(least).max(most);
const headerSchema = z.strictObject({
  kernel: z.string().transform(printableName),
  isa: z.string(),
  code: z.base64(),
  entry: count(0, 2 ** 28),
  vgprs: count(0, 256),
  sgprs: count(0, 256),
  ldsBytes: count(0, 65536),
  groups: count(1, MAX_WAVEFRONTS),
  wavefronts: count(1, 64),
  source: z
    .strictObject({
      files: z.array(
        z.strictObject({
          name: z.string().transform(printableName),
          text: z.string().transform(printableSource).optional(),
        }),
      ),
      lines: z.array(z.tuple([count(0, 2 ** 30), count(0, 2 ** 30), count(0, 2 ** 31)])),
    })
    .optional(),
});

/** Records of a launch, wavefront by wavefront. */
export class RecordFile {
  readonly launch: TimingRecord;
  /** Entries of the index in the order of wavefronts; those of wavefront n begin at `starts[n]`. */
  private readonly order: Uint32Array;
  private readonly starts: Uint32Array;
  private readonly entries: Buffer;
  private ahead: Buffer = Buffer.alloc(0);
  private aheadFrom = 0;
  private aheadCount = 0;
  /** Of the whole file. */
  readonly size: number;

  /** @param fd is closed by the caller @throws AtollError BAD_INPUT naming file and offset */
  constructor(
    private readonly fd: number,
    private readonly file: string,
  ) {
    const { size } = fstatSync(fd);
    this.size = size;
    const prefix = this.bytes(0, Math.min(PREFIX, size));
    if (prefix.toString('latin1', 0, 8) !== MAGIC) this.refuse(0, 'not records of Atoll');
    if (size < PREFIX) this.refuse(size, 'the records are truncated');
    const version = prefix.readUInt32LE(8);
    if (version !== VERSION) this.refuse(8, `version ${version} of records, this Atoll reads ${VERSION}`);
    if (size < PREFIX + prefix.readUInt32LE(12) + TRAILER) this.refuse(size, 'the records are truncated');
    this.launch = this.header(this.bytes(PREFIX, prefix.readUInt32LE(12)), prefix.readUInt32LE(16));
    const trailer = this.bytes(size - TRAILER, TRAILER);
    if (trailer.toString('latin1', 16) !== END) this.refuse(size, 'the records are truncated');
    const at = Number(trailer.readBigUInt64LE(0));
    if (at + trailer.readUInt32LE(8) * ENTRY + TRAILER !== size) this.refuse(at, 'the index does not fit');
    this.entries = this.bytes(at, trailer.readUInt32LE(8) * ENTRY);
    if (crc32(this.entries) !== trailer.readUInt32LE(12)) this.refuse(at, 'the index is damaged (its CRC differs)');
    [this.order, this.starts] = this.sorted(at);
  }

  private header(bytes: Buffer, crc: number): TimingRecord {
    if (crc32(bytes) !== crc) this.refuse(PREFIX, 'the header is damaged (its CRC differs)');
    const checked = headerSchema.safeParse(this.parsed(bytes.toString()));
    if (!checked.success) {
      const { path, message } = elementOf(checked.error.issues, 0, 'issue');
      return this.refuse(PREFIX, `header: ${path.join('.')}: ${message}`);
    }
    const { code, source, ...rest } = checked.data;
    const raw = Buffer.from(code, 'base64');
    if (rest.entry >= raw.length / 4) this.refuse(PREFIX, `header: entry: word ${rest.entry} is outside of the code`);
    if (rest.groups * rest.wavefronts > MAX_WAVEFRONTS)
      this.refuse(PREFIX, `header: more than ${MAX_WAVEFRONTS} wavefronts`);
    return {
      ...(source ? { source: source as RecordedSource } : {}),
      ...rest,
      code: Uint32Array.from({ length: raw.length / 4 }, (_, n) => raw.readUInt32LE(4 * n)),
    };
  }

  private parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      return this.refuse(PREFIX, `header: ${(error as Error).message}`);
    }
  }

  /** A counting sort by wavefront: the chunks of each stay in their order. */
  private sorted(offset: number): [order: Uint32Array, starts: Uint32Array] {
    const { groups, wavefronts } = this.launch;
    const count = this.entries.length / ENTRY;
    if (groups * wavefronts > Math.max(PLACED_WAVEFRONTS, count * wavefronts))
      this.refuse(PREFIX, `header: groups: ${groups} work-groups, and ${count} chunks in the index`);
    const starts = new Uint32Array(groups * wavefronts + 1);
    const keyOf = (n: number): number => {
      const [group, wavefront] = [this.entries.readUInt32LE(n * ENTRY + 8), this.entries.readUInt32LE(n * ENTRY + 12)];
      if (group >= groups || wavefront >= wavefronts)
        this.refuse(offset + n * ENTRY, `there is no wavefront ${wavefront} of work-group ${group}`);
      return group * wavefronts + wavefront;
    };
    for (let n = 0; n < count; n++) starts[keyOf(n) + 1]!++;
    for (let n = 1; n < starts.length; n++) starts[n]! += starts[n - 1]!;
    const next = starts.slice();
    const order = new Uint32Array(count);
    for (let n = 0; n < count; n++) order[next[keyOf(n)]!++] = n;
    return [order, starts];
  }

  /** Number of a wavefront's chunks; 0 if the work-group does not have it: the last ones may have fewer. */
  chunks(group: number, wavefront: number): number {
    const key = group * this.launch.wavefronts + wavefront;
    return this.starts[key + 1]! - this.starts[key]!;
  }

  /** File from which another thread opens the records. */
  get source(): { readonly fd: number; readonly file: string } {
    const { fd, file } = this;
    return { fd, file };
  }

  /** Wavefronts of a work-group; none where there is no such work-group. */
  wavefrontsOf(group: number): number {
    let count = this.launch.wavefronts;
    while (count > 0 && this.chunks(group, count - 1) === 0) count--;
    return count;
  }

  /** The same, as if the launch had ended with some work-groups. */
  first(groups: number): RecordFile {
    return Object.create(this, { launch: { value: { ...this.launch, groups } } }) as RecordFile;
  }

  /** Number of wavefronts. */
  get wavefronts(): number {
    let count = 0;
    const { groups, wavefronts } = this.launch;
    for (let key = 1; key <= groups * wavefronts; key++) if (this.starts[key] !== this.starts[key - 1]) count++;
    return count;
  }

  /** One of the chunks of a wavefront. @throws AtollError BAD_INPUT when it is damaged */
  chunk(group: number, wavefront: number, n: number): Uint32Array {
    const { buffer, byteOffset, byteLength } = this.chunkBytes(group, wavefront, n);
    return new Uint32Array(buffer.slice(byteOffset, byteOffset + byteLength));
  }

  /** The same as bytes, valid until the next call. */
  chunkBytes(group: number, wavefront: number, n: number): Buffer {
    const { entries } = this;
    const entry = this.order[this.starts[group * this.launch.wavefronts + wavefront]! + n]! * ENTRY;
    const offset = entries.readUInt32LE(entry) + 2 ** 32 * entries.readUInt32LE(entry + 4);
    const count = entries.readUInt32LE(entry + 16);
    if (count > CHUNK_WORDS) this.refuse(offset, `a chunk of ${count} words`);
    const bytes = this.nearby(offset, CHUNK_HEAD + 4 * count);
    const content = bytes.subarray(CHUNK_HEAD);
    const fits =
      bytes.readUInt32LE(0) === group && bytes.readUInt32LE(4) === wavefront && bytes.readUInt32LE(8) === count;
    if (!fits || bytes.readUInt32LE(12) !== crc32(content))
      this.refuse(offset, 'the chunk is damaged (its head or its CRC differs)');
    return content;
  }

  /** Bytes of chunks: short ones are read many at a time, since those that follow are needed soon. */
  private nearby(offset: number, count: number): Buffer {
    if (offset + count > this.size) this.refuse(Math.min(offset, this.size), 'a chunk of the index is beyond the end');
    const at = offset - this.aheadFrom;
    if (at >= 0 && at + count <= this.aheadCount) return this.ahead.subarray(at, at + count);
    if (count > AHEAD_BYTES / 16) return this.bytes(offset, count);
    const read = Math.min(AHEAD_BYTES, this.size - offset);
    if (this.ahead.length < read) this.ahead = Buffer.allocUnsafeSlow(read);
    this.read(offset, this.ahead.subarray(0, read));
    [this.aheadFrom, this.aheadCount] = [offset, read];
    return this.ahead.subarray(0, count);
  }

  private bytes(offset: number, count: number): Buffer {
    if (offset + count > this.size) this.refuse(Math.min(offset, this.size), 'the records are truncated');
    const bytes = Buffer.alloc(count);
    this.read(offset, bytes);
    return bytes;
  }

  private read(offset: number, bytes: Buffer): void {
    const count = bytes.length;
    let bytesRead = 0;
    try {
      for (let now = -1; bytesRead < count && now !== 0; bytesRead += now)
        now = readSync(this.fd, bytes, bytesRead, count - bytesRead, offset + bytesRead);
    } catch (error) {
      throw cannot('read', this.file, error);
    }
    if (bytesRead < count) this.refuse(offset + bytesRead, 'the records are truncated');
  }

  refuse(offset: number, text: string): never {
    throw new AtollError('BAD_INPUT', `${this.file}, offset ${offset}: ${text}`, 'repeat atoll record --blocks');
  }
}

/** Calls back with the records of a file. @throws AtollError BAD_INPUT */
export function withRecords<Result>(file: string, use: (records: RecordFile) => Result): Result {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    throw new AtollError('BAD_INPUT', `cannot read the records ${file}: ${(error as Error).message}`);
  }
  try {
    return use(new RecordFile(fd, file));
  } finally {
    closeSync(fd);
  }
}
