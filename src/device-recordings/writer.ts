// Writes requests of a device into a file, as they come; it appears whole or not at all.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { crc32, zstdCompressSync } from 'node:zlib';
import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';
import { type CallHead, FRAME, MAGIC, PREFIX, VERSION } from './layout.js';

/** Less is not worth the packing. */
const PACK_FROM = 512;
/** Size of one write. */
const CHUNK = 2 ** 18;

export class DeviceWriter {
  private readonly temporary: string;
  private fd: number | undefined;
  /** The temporary file is ours. */
  private isCreated = false;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;

  /** @throws AtollError HOST naming the file */
  constructor(private readonly file: string) {
    this.temporary = `${file}.${process.pid}.part`;
    this.attempt(() => {
      this.fd = openSync(this.temporary, 'wx', 0o600);
      this.isCreated = true;
      const prefix = Buffer.alloc(PREFIX);
      prefix.write(MAGIC, 'latin1');
      prefix.writeUInt32LE(VERSION, 8);
      this.write(prefix);
    });
  }

  /** @throws AtollError HOST naming the file, of which nothing is left then */
  add(head: CallHead, data: Uint8Array = new Uint8Array()): void {
    const packed = data.length >= PACK_FROM ? zstdCompressSync(data) : undefined;
    const isPacked = packed !== undefined && packed.length < data.length;
    const stored = isPacked ? packed : data;
    const text = Buffer.from(JSON.stringify(isPacked ? { ...head, packed: data.length } : head));
    const frame = Buffer.alloc(FRAME);
    frame.writeUInt32LE(text.length, 0);
    frame.writeUInt32LE(stored.length, 4);
    frame.writeUInt32LE(crc32(stored, crc32(text)), 8);
    this.attempt(() => {
      for (const bytes of [frame, text, stored]) this.queue(bytes);
    });
  }

  /** Gives the file its name. @throws AtollError HOST naming the file */
  finish(): void {
    this.attempt(() => {
      this.flush();
      const fd = this.openFile();
      fsyncSync(fd);
      this.fd = undefined;
      closeSync(fd);
      renameSync(this.temporary, this.file);
    });
  }

  /** Nothing is to be left. */
  discard(): void {
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
    this.waiting = [];
    if (this.isCreated) rmSync(this.temporary, { force: true });
  }

  private queue(bytes: Uint8Array): void {
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= CHUNK) this.flush();
  }

  private flush(): void {
    for (const bytes of this.waiting) this.write(bytes);
    this.waiting = [];
    this.waitingBytes = 0;
  }

  private write(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(this.openFile(), rest));
  }

  private openFile(): number {
    return required(this.fd, 'open file of the recording');
  }

  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.discard();
      throw new AtollError(
        'HOST',
        `cannot write the recording ${this.file}: ${(error as Error).message}`,
        'check free space and permissions',
      );
    }
  }
}
