// Writes recorded launches into a file, which appears whole or not at all.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { crc32, zstdCompressSync } from 'node:zlib';
import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';
import { refuseOther } from '../util/whole-file.js';
import { ENTRY, LAUNCH_PREFIX, MAGIC, PREFIX, type Recording, VERSION } from './layout.js';
import type { RecordedPages } from './pages.js';
import { contextText } from './recorded-context.js';

function packed(pages: RecordedPages): Uint8Array {
  const bytes = Buffer.alloc(pages.size * ENTRY);
  let at = 0;
  for (const [page, content] of pages) {
    bytes.writeUInt32LE(page, at);
    bytes.set(content, at + 4);
    at += ENTRY;
  }
  return zstdCompressSync(bytes);
}

function prefix(launches: number): Buffer {
  const bytes = Buffer.alloc(PREFIX);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(VERSION, 8);
  bytes.writeUInt32LE(launches, 12);
  return bytes;
}

function partsOf({ launch, launchContext, base, regions, failure, schedule, ...memory }: Recording): Uint8Array[] {
  const { code: _code, following: _following, isRepeated: _isRepeated, order: _order, ...described } = launch;
  const header = {
    launch: { ...described, userSgprs: [...launch.userSgprs] },
    base: String(base),
    regions,
    failure,
    schedule,
  };
  const context = zstdCompressSync(Buffer.from(contextText(launchContext)));
  const parts = [Buffer.from(JSON.stringify(header)), context, packed(memory.before), packed(memory.after)];
  const lengths = Buffer.alloc(LAUNCH_PREFIX);
  parts.forEach((part, n) => {
    lengths.writeUInt32LE(part.length, 8 * n);
    lengths.writeUInt32LE(crc32(part), 8 * n + 4);
  });
  return [lengths, ...parts];
}

export class RecordingWriter {
  private readonly temporary: string;
  private fd: number | undefined;
  private launches = 0;

  /** Nothing is written before the first launch is there. */
  constructor(private readonly file: string) {
    this.temporary = `${file}.${process.pid}.part`;
  }

  /** Number of launches in it. */
  get count(): number {
    return this.launches;
  }

  /** @throws AtollError HOST naming the file, of which nothing is left then */
  add(recording: Recording): void {
    this.attempt(() => {
      if (this.fd === undefined) {
        refuseOther(this.file);
        this.fd = openSync(this.temporary, 'wx', 0o600);
        this.write(prefix(0));
      }
      for (const part of partsOf(recording)) this.write(part);
      this.launches++;
    });
  }

  /** Gives the file its name. @throws AtollError HOST naming the file */
  finish(): void {
    this.attempt(() => {
      const fd = required(this.fd, 'open file of the recording');
      writeSync(fd, prefix(this.launches), 0, PREFIX, 0);
      fsyncSync(fd);
      closeSync(fd);
      this.fd = undefined;
      renameSync(this.temporary, this.file);
    });
  }

  private write(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0; )
      rest = rest.subarray(writeSync(required(this.fd, 'open file of the recording'), rest));
  }

  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      if (this.fd !== undefined) {
        closeSync(this.fd);
        this.fd = undefined;
      }
      rmSync(this.temporary, { force: true });
      throw new AtollError('HOST', `cannot write the recording ${this.file}: ${(error as Error).message}`);
    }
  }
}

/** A file of these launches. @throws AtollError HOST naming the file */
export function writeRecordings(file: string, recordings: readonly Recording[]): void {
  const writer = new RecordingWriter(file);
  for (const recording of recordings) writer.add(recording);
  writer.finish();
}
