// Recordings changed where they mean something, with checksums that are right for it: of launches, of blocks, and of
// devices.

import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { PREFIX as DEVICE_PREFIX, FRAME } from '../../src/device-recordings/layout.js';
import { LAUNCH_PREFIX, ENTRY as PAGE_ENTRY, PARTS, PREFIX } from '../../src/replay/layout.js';
import { PREFIX as BLOCKS_PREFIX, CHUNK_HEAD, ENTRY, TRAILER } from '../../src/timing/records/format.js';

/** Numbers of a seed (xorshift). */
export class Chance {
  constructor(private state: number) {}

  below(limit: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % limit;
  }

  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }
}

const WILD: readonly unknown[] = [
  ...[null, true, 'x', '\u001b[2J', '', [], {}, [[]], -1, 0, 1, 2, 0.5, 255, 4096, 65_536],
  ...[2 ** 24, 2 ** 28, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53, 1e300],
];

type Path = readonly (string | number)[];

function* leaves(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

function replaced(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[key!] = rest.length > 0 ? replaced(copy[key!], rest, change) : change(copy[key!]);
  return copy;
}

/** JSON with another value in one place; a number is often only a little another one. */
function changedJson(bytes: Uint8Array, chance: Chance): Buffer {
  const value: unknown = JSON.parse(Buffer.from(bytes).toString());
  const path = chance.of([...leaves(value)]);
  const change = (old: unknown): unknown =>
    typeof old === 'number' && chance.below(2) === 0 ? old + chance.of([-4, -1, 1, 4, 4096]) : chance.of(WILD);
  return Buffer.from(JSON.stringify(replaced(value, path, change)));
}

/** Some bytes are others, or there are fewer, or more. */
function changedBytes(bytes: Uint8Array, chance: Chance): Buffer {
  const copy = Buffer.from(bytes);
  const kind = copy.length === 0 ? 2 : chance.below(6);
  if (kind === 0) return copy.subarray(0, chance.below(copy.length));
  if (kind === 1) return Buffer.concat([copy, copy.subarray(0, 1 + chance.below(copy.length))]);
  if (kind === 2) return Buffer.concat([copy, Buffer.alloc(PAGE_ENTRY, chance.below(256))]);
  for (let n = 1 + chance.below(4); n > 0; n--) copy[chance.below(copy.length)] = chance.below(256);
  return copy;
}

const changedPacked = (frame: Uint8Array, change: (bytes: Buffer) => Uint8Array): Buffer =>
  zstdCompressSync(change(zstdDecompressSync(frame)));

/** A file of one launch. */
export function changedLaunch(file: Buffer, chance: Chance): Buffer {
  let at = PREFIX + LAUNCH_PREFIX;
  const parts = Array.from({ length: PARTS }, (_, n) => file.subarray(at, (at += file.readUInt32LE(PREFIX + 8 * n))));
  const n = chance.below(PARTS + 1);
  if (n === 0) parts[0] = changedJson(parts[0]!, chance);
  else if (n === 1) parts[1] = changedPacked(parts[1]!, (bytes) => changedJson(bytes, chance));
  else if (n < PARTS) parts[n] = changedPacked(parts[n]!, (bytes) => changedBytes(bytes, chance));
  else parts[chance.below(PARTS)] = changedBytes(chance.of(parts), chance);
  const lengths = Buffer.alloc(LAUNCH_PREFIX);
  for (const [i, part] of parts.entries()) {
    lengths.writeUInt32LE(part.length, 8 * i);
    lengths.writeUInt32LE(crc32(part), 8 * i + 4);
  }
  return Buffer.concat([file.subarray(0, PREFIX), lengths, ...parts]);
}

/** Each chunk's checksum is made anew, where the index still finds it. */
function mendChunks(chunks: Buffer, start: number, index: Buffer): void {
  for (let at = 0; at + ENTRY <= index.length; at += ENTRY) {
    const place = Number(index.readBigUInt64LE(at)) - start;
    const end = place + CHUNK_HEAD + 4 * index.readUInt32LE(at + 16);
    if (place < 0 || end > chunks.length) continue;
    chunks.writeUInt32LE(crc32(chunks.subarray(place + CHUNK_HEAD, end)), place + 12);
  }
}

/** A file of blocks. */
export function changedBlocks(file: Buffer, chance: Chance): Buffer {
  const headerEnd = BLOCKS_PREFIX + file.readUInt32LE(12);
  const indexStart = Number(file.readBigUInt64LE(file.length - TRAILER));
  let header = file.subarray(BLOCKS_PREFIX, headerEnd);
  const chunks = Buffer.from(file.subarray(headerEnd, indexStart));
  const index = Buffer.from(file.subarray(indexStart, file.length - TRAILER));
  const kind = chance.below(3);
  if (kind === 0) header = changedJson(header, chance);
  const shift = header.length - (headerEnd - BLOCKS_PREFIX);
  for (let at = 0; at < index.length; at += ENTRY)
    index.writeBigUInt64LE(index.readBigUInt64LE(at) + BigInt(shift), at);
  if (kind === 1) index[chance.below(index.length)] = chance.below(256);
  if (kind === 2) for (let n = 0; n < 4; n++) chunks[chance.below(chunks.length)] = chance.below(256);
  mendChunks(chunks, BLOCKS_PREFIX + header.length, index);
  const prefix = Buffer.from(file.subarray(0, BLOCKS_PREFIX));
  prefix.writeUInt32LE(header.length, 12);
  prefix.writeUInt32LE(crc32(header), 16);
  const trailer = Buffer.from(file.subarray(file.length - TRAILER));
  trailer.writeBigUInt64LE(BigInt(indexStart + shift));
  trailer.writeUInt32LE(index.length / ENTRY, 8);
  trailer.writeUInt32LE(crc32(index), 12);
  return Buffer.concat([prefix, header, chunks, index, trailer]);
}

/** A file of a device's calls: one part is another, or missing, or there twice. */
export function changedDevice(file: Buffer, chance: Chance): Buffer {
  const parts: { head: Buffer; data: Buffer }[] = [];
  for (let at = DEVICE_PREFIX; at < file.length; ) {
    const [head, data] = [file.readUInt32LE(at), file.readUInt32LE(at + 4)];
    const body = file.subarray(at + FRAME, (at += FRAME + head + data));
    parts.push({ head: body.subarray(0, head), data: body.subarray(head) });
  }
  const n = chance.below(parts.length);
  const { head, data } = parts[n]!;
  const kind = chance.below(5);
  if (kind === 0) parts.splice(n, 1);
  else if (kind === 1) parts.splice(n, 0, parts[n]!);
  else if (kind === 2) parts[n] = { head, data: changedBytes(data, chance) };
  else parts[n] = { head: changedJson(head, chance), data };
  const frames = parts.map((part) => {
    const frame = Buffer.alloc(FRAME);
    frame.writeUInt32LE(part.head.length, 0);
    frame.writeUInt32LE(part.data.length, 4);
    frame.writeUInt32LE(crc32(Buffer.concat([part.head, part.data])), 8);
    return Buffer.concat([frame, part.head, part.data]);
  });
  return Buffer.concat([file.subarray(0, DEVICE_PREFIX), ...frames]);
}
