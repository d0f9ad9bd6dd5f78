// Writes records while a launch runs.

import { writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { AtollError } from '../../util/errors.js';
import {
  CHUNK_HEAD,
  CHUNK_WORDS,
  cannot,
  END,
  ENTRY,
  MAGIC,
  PREFIX,
  type TimingRecord,
  TRAILER,
  VERSION,
} from './format.js';

const MAX_CHUNKS = 2 ** 24;
const BUFFERED = 1 << 18;

/** Words of a wavefront that have not left. */
class Pending {
  readonly words = new Uint32Array(CHUNK_WORDS);
  used = 0;
}

/** Chunks by place, in growing memory. */
class Index {
  private bytes = Buffer.alloc(ENTRY * 1024);
  count = 0;

  add(offset: number, group: number, wavefront: number, words: number): void {
    if (this.count === MAX_CHUNKS) throw new AtollError('LIMIT', `more than ${MAX_CHUNKS} chunks of records`);
    const at = this.count++ * ENTRY;
    if (at + ENTRY > this.bytes.length) this.bytes = Buffer.concat([this.bytes], 2 * this.bytes.length);
    this.bytes.writeBigUInt64LE(BigInt(offset), at);
    this.bytes.writeUInt32LE(group, at + 8);
    this.bytes.writeUInt32LE(wavefront, at + 12);
    this.bytes.writeUInt32LE(words, at + 16);
  }

  get content(): Buffer {
    return this.bytes.subarray(0, this.count * ENTRY);
  }
}

export class RecordWriter {
  private readonly pending = new Map<number, Pending[]>();
  private readonly free: Pending[] = [];
  private readonly index = new Index();
  private readonly buffer = Buffer.alloc(BUFFERED);
  private used = 0;
  /** Bytes that have been given to the file, those in the buffer included. */
  private written = 0;

  /**
   * @param fd a new file, open for reading and writing
   * @param file its name, for messages
   */
  constructor(
    readonly fd: number,
    private readonly file: string,
    launch: TimingRecord,
  ) {
    const code = Buffer.from(launch.code.buffer, launch.code.byteOffset, launch.code.byteLength).toString('base64');
    const header = Buffer.from(JSON.stringify({ ...launch, code }));
    const prefix = Buffer.alloc(PREFIX);
    prefix.write(MAGIC, 'latin1');
    for (const [n, value] of [VERSION, header.length, crc32(header)].entries()) prefix.writeUInt32LE(value, 8 + 4 * n);
    this.put(prefix);
    this.put(header);
  }

  /** Words that a wavefront has executed. @throws AtollError HOST, LIMIT */
  add(group: number, wavefront: number, words: readonly number[]): void {
    let all = this.pending.get(group);
    if (!all) this.pending.set(group, (all = []));
    const pending = (all[wavefront] ??= this.free.pop() ?? new Pending());
    if (pending.used + words.length > CHUNK_WORDS) this.flush(group, wavefront, pending);
    for (let at = 0; at < words.length; at++) pending.words[pending.used++] = words[at]!;
  }

  endGroup(group: number): void {
    this.pending.get(group)?.forEach((pending, wavefront) => {
      this.flush(group, wavefront, pending);
      this.free.push(pending);
    });
    this.pending.delete(group);
  }

  private flush(group: number, wavefront: number, pending: Pending): void {
    if (pending.used === 0) return;
    const bytes = Buffer.from(pending.words.buffer, 0, 4 * pending.used);
    const head = Buffer.alloc(CHUNK_HEAD);
    for (const [n, value] of [group, wavefront, pending.used, crc32(bytes)].entries()) head.writeUInt32LE(value, 4 * n);
    this.index.add(this.written, group, wavefront, pending.used);
    this.put(head);
    this.put(bytes);
    pending.used = 0;
  }

  private put(bytes: Uint8Array): void {
    if (this.used + bytes.length > BUFFERED) this.drain();
    if (bytes.length > BUFFERED) this.write(bytes);
    else {
      this.buffer.set(bytes, this.used);
      this.used += bytes.length;
    }
    this.written += bytes.length;
  }

  private drain(): void {
    this.write(this.buffer.subarray(0, this.used));
    this.used = 0;
  }

  private write(bytes: Uint8Array): void {
    try {
      for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(this.fd, rest));
    } catch (error) {
      throw cannot('write', this.file, error);
    }
  }

  /** The launch is over: the file can be read. */
  finish(): void {
    for (const group of [...this.pending.keys()]) this.endGroup(group);
    const { content, count } = this.index;
    const trailer = Buffer.alloc(TRAILER);
    trailer.writeBigUInt64LE(BigInt(this.written));
    trailer.writeUInt32LE(count, 8);
    trailer.writeUInt32LE(crc32(content), 12);
    trailer.write(END, 16, 'latin1');
    this.put(content);
    this.put(trailer);
    this.drain();
  }
}
