// The file of a recorded launch (docs/recordings.md): a header as JSON, and two parts of compressed pages. What is read is checked.

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ADDRESS_SPACE_SIZE, PAGE_SIZE } from '../abi/memory-map.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import { AtollError } from '../util/errors.js';
import { PAGE_LIMIT, type Pages, type Region } from './pages.js';

export interface Recording {
  readonly launch: LaunchDescriptor;
  /** Address of the first byte of GPU memory. */
  readonly base: bigint;
  readonly regions: readonly Region[];
  readonly before: Pages;
  /** Pages that the launch has changed. */
  readonly after: Pages;
  /** Why it did not end well. */
  readonly failure: string | undefined;
}

const MAGIC = 'ATOLLREC';
const VERSION = 1;
/** Magic, version, and length and CRC-32 of each part. */
const PREFIX = 8 + 4 + 3 * 8;
const ENTRY = 4 + PAGE_SIZE;

function packed(pages: Pages): Uint8Array {
  const bytes = Buffer.alloc(pages.size * ENTRY);
  let at = 0;
  for (const [page, content] of pages) {
    bytes.writeUInt32LE(page, at);
    bytes.set(content, at + 4);
    at += ENTRY;
  }
  return zstdCompressSync(bytes);
}

function unpacked(part: Uint8Array, refuse: (text: string) => never): Pages {
  let bytes: Buffer;
  try {
    bytes = zstdDecompressSync(part, { maxOutputLength: PAGE_LIMIT * ENTRY });
  } catch (error) {
    return refuse((error as Error).message);
  }
  if (bytes.length % ENTRY !== 0) refuse(`${bytes.length} bytes are no whole pages`);
  const pages: Pages = new Map();
  for (let at = 0; at < bytes.length; at += ENTRY) {
    const page = bytes.readUInt32LE(at);
    if (page >= ADDRESS_SPACE_SIZE / PAGE_SIZE) refuse(`there is no page ${page}`);
    pages.set(page, bytes.subarray(at + 4, at + ENTRY));
  }
  return pages;
}

/**
 * Writes a recording, all of it or nothing.
 * @throws AtollError HOST naming the file
 */
export function writeRecording(file: string, { launch, base, regions, failure, ...memory }: Recording): void {
  const { code: _code, ...described } = launch;
  const header = { launch: { ...described, userSgprs: [...launch.userSgprs] }, base: String(base), regions, failure };
  const parts = [Buffer.from(JSON.stringify(header)), packed(memory.before), packed(memory.after)];
  const prefix = Buffer.alloc(PREFIX);
  prefix.write(MAGIC, 'latin1');
  prefix.writeUInt32LE(VERSION, 8);
  parts.forEach((part, n) => {
    prefix.writeUInt32LE(part.length, 12 + 8 * n);
    prefix.writeUInt32LE(crc32(part), 16 + 8 * n);
  });
  const temporary = `${file}.${process.pid}.part`;
  try {
    const fd = openSync(temporary, 'wx', 0o600);
    try {
      for (let rest of [prefix, ...parts]) while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new AtollError('HOST', `cannot write the recording ${file}: ${(error as Error).message}`);
  }
}

/**
 * @throws AtollError BAD_INPUT naming file and offset
 */
export function readRecording(file: string): Recording {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new AtollError('BAD_INPUT', `cannot read the recording ${file}: ${(error as Error).message}`);
  }
  const refuseAt =
    (offset: number) =>
    (text: string): never => {
      throw new AtollError('BAD_INPUT', `${file}, offset ${offset}: ${text}`, 'make it again with atoll record');
    };
  if (bytes.toString('latin1', 0, 8) !== MAGIC) refuseAt(0)('this is no recording of Atoll');
  if (bytes.length < PREFIX) refuseAt(bytes.length)('the recording is truncated');
  const version = bytes.readUInt32LE(8);
  if (version !== VERSION) refuseAt(8)(`version ${version} of recordings, this Atoll reads ${VERSION}`);
  let at = PREFIX;
  const parts = [0, 1, 2].map((n) => {
    const start = at;
    at += bytes.readUInt32LE(12 + 8 * n);
    if (at > bytes.length) refuseAt(bytes.length)(`the recording is truncated, ${at} bytes are announced`);
    const part = bytes.subarray(start, at);
    if (crc32(part) !== bytes.readUInt32LE(16 + 8 * n)) refuseAt(start)('the recording is damaged (its CRC differs)');
    return { part, refuse: refuseAt(start) };
  });
  const [header, before, after] = parts as [(typeof parts)[0], (typeof parts)[0], (typeof parts)[0]];
  const { launch, base, regions, failure } = JSON.parse(header.part.toString());
  return {
    launch: { ...launch, userSgprs: Uint32Array.from(launch.userSgprs) },
    base: BigInt(base),
    regions,
    failure,
    before: unpacked(before.part, before.refuse),
    after: unpacked(after.part, after.refuse),
  };
}
