// Files of devices' requests: written calls are read again; other files are refused with the offset.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, zstdCompressSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import {
  type ByteRun,
  type CallHead,
  type CallRecord,
  FRAME,
  type Node,
  PREFIX,
  packRuns,
  unpackRuns,
} from '../../src/device-recordings/layout.js';
import { readDeviceRecording } from '../../src/device-recordings/reader.js';
import { DeviceWriter } from '../../src/device-recordings/writer.js';
import { scratchFolder } from '../cli/atoll.js';

/** Numbers of a seed (xorshift). */
class Chance {
  constructor(private state: number) {}
  below(limit: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % limit;
  }
  bytes(length: number): Uint8Array {
    // Half of them are packed well.
    const even = this.below(2) === 0;
    return Uint8Array.from({ length }, () => (even ? 7 : this.below(256)));
  }
}

interface CallContent {
  readonly head: CallHead;
  readonly data: Uint8Array;
}

function randomCall(chance: Chance, nodes: number): CallContent {
  const areas = Array.from({ length: chance.below(4) }, (_, n) => ({
    name: `area ${n} "é"`,
    length: chance.below(3000),
    when: chance.below(2) === 0 ? ('before' as const) : ('after' as const),
  }));
  const runs = Array.from(
    { length: chance.below(3) },
    (): ByteRun => ({ offset: chance.below(2 ** 31), bytes: chance.bytes(4 * chance.below(200)) }),
  );
  const packed = packRuns(runs);
  const changes =
    runs.length > 0 ? [{ mapping: 1, when: 'after' as const, runs: runs.length, bytes: packed.length }] : [];
  const head: CallRecord = {
    is: 'call',
    thread: 1 + chance.below(3),
    process: 1,
    node: chance.below(nodes),
    file: chance.below(5),
    name: ['ioctl', 'read', 'mmap'][chance.below(3)]!,
    result: chance.below(100) - 50,
    request: chance.below(2 ** 32),
    offset: String(2n ** 63n + BigInt(chance.below(1000))),
    areas,
    changes,
  };
  return {
    head,
    data: Buffer.concat([...areas.map(({ length }) => chance.bytes(length)), ...(changes.length > 0 ? [packed] : [])]),
  };
}

const node = (number: number): Node => ({
  is: 'node',
  node: number,
  path: `/dev/n${number}`,
  type: 'character',
  major: 1,
  minor: number,
});

function write(file: string, calls: readonly CallContent[], nodes: number): void {
  const writer = new DeviceWriter(file);
  for (let n = 0; n < nodes; n++) writer.add(node(n));
  for (const { head, data } of calls) writer.add(head, data);
  writer.add({ is: 'end', calls: calls.length, status: 3, signal: 'SIGABRT' });
  writer.finish();
}

test('device recordings: written calls are read back equal', (t) => {
  const file = join(scratchFolder(t), 'x.dev');
  for (let seed = 1; seed <= 40; seed++) {
    const chance = new Chance(seed * 7919);
    const nodes = 1 + chance.below(3);
    const calls = Array.from({ length: chance.below(30) }, () => randomCall(chance, nodes));
    write(file, calls, nodes);
    const recording = readDeviceRecording(file);
    t.deepEqual(
      recording.nodes,
      Array.from({ length: nodes }, (_, n) => node(n)),
    );
    t.like(recording.end, { calls: calls.length, status: 3, signal: 'SIGABRT' });
    recording.calls.forEach((call, n) => {
      const { memory, number, at, ...head } = call;
      const { areas, changes } = memory();
      const data = Buffer.concat([...areas.map(({ bytes }) => bytes), ...changes.map(({ runs }) => packRuns(runs))]);
      t.like(head, calls[n]!.head, `seed ${seed}, call ${number} at ${at}`);
      t.true(data.equals(calls[n]!.data));
    });
    recording.close();
  }
});

test('runs that end too early, or too late, are refused', (t) => {
  const packed = packRuns([{ offset: 8, bytes: Uint8Array.of(1, 2, 3, 4) }]);
  t.deepEqual(unpackRuns(packed, 1)[0]!.bytes, Buffer.of(1, 2, 3, 4));
  t.throws(() => unpackRuns(packed.subarray(0, -1), 1), { message: /ends too early/ });
  t.throws(() => unpackRuns(packed, 2), { message: /ends too early/ });
  t.throws(() => unpackRuns(packed, 0), { message: /more bytes/ });
});

/** A file of some calls, as bytes. */
function sample(t: ExecutionContext): { file: string; bytes: Buffer } {
  const file = join(scratchFolder(t), 'x.dev');
  const chance = new Chance(4711);
  write(
    file,
    Array.from({ length: 5 }, () => randomCall(chance, 1)),
    1,
  );
  return { file, bytes: readFileSync(file) };
}

test('each truncated file is refused, by where it ends', (t) => {
  const { file, bytes } = sample(t);
  for (let length = 0; length < bytes.length; length += length > 40 ? 97 : 3) {
    writeFileSync(file, bytes.subarray(0, length));
    const error = t.throws(() => readDeviceRecording(file), undefined, `${length} bytes`);
    t.regex(error.message, /x\.dev, offset \d+: (the recording is truncated|not a recording of a device)/);
  }
});

test('each damaged byte is found', (t) => {
  const { file, bytes } = sample(t);
  for (let at = 0; at < bytes.length; at += 61) {
    // Zeros of the prefix mean nothing.
    if (at >= 12 && at < PREFIX) continue;
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 0x41;
    writeFileSync(file, damaged);
    t.throws(() => readDeviceRecording(file), { message: /x\.dev, offset \d+: / }, `byte ${at}`);
  }
});

test('other files, other versions, and fields that cannot be are refused', (t) => {
  const { file, bytes } = sample(t);
  writeFileSync(file, 'ATOLLREC and more');
  t.throws(() => readDeviceRecording(file), { message: /offset 0: not a recording of a device/ });
  const newer = Buffer.from(bytes);
  newer[8] = 9;
  writeFileSync(file, newer);
  t.throws(() => readDeviceRecording(file), { message: /offset 8: version 9 of such recordings, this Atoll reads 1/ });
  const call = randomCall(new Chance(1), 1).head as CallRecord;
  const wrong: [CallHead, RegExp][] = [
    [{ ...call, node: 8 }, /a call of node 8, which was not defined before/],
    [
      { ...call, areas: [{ name: 'x', length: 5, when: 'before' }], changes: [] },
      /0 bytes of memory, where the call has 5/,
    ],
    [{ ...call, areas: [], changes: [], request: -1 }, /request: /],
    [{ is: 'end', calls: 4, status: 0 }, /4 calls are declared, found 0/],
    [{ is: 'node', node: 3, path: '/dev/x', type: 'block', major: 1, minor: 1 }, /node 3, where 1 would follow/],
  ];
  for (const [head, message] of wrong) {
    const writer = new DeviceWriter(file);
    writer.add(node(0));
    writer.add(head);
    writer.finish();
    t.throws(() => readDeviceRecording(file), { message });
  }
  t.true(FRAME > 0);
});

test('compressed parts of a file are decompressed on access, to the size that they declare', (t) => {
  const { file } = sample(t);
  const length = 2 ** 28;
  const zeros = zstdCompressSync(Buffer.alloc(length));
  const area = { name: 'x\u001b[2J', length, when: 'before' };
  const call = { ...randomCall(new Chance(1), 1).head, areas: [area], changes: [], packed: length };
  const part = (head: object, data: Uint8Array): Buffer => {
    const text = Buffer.from(JSON.stringify(head));
    const frame = Buffer.alloc(FRAME);
    for (const [n, value] of [text.length, data.length, crc32(Buffer.concat([text, data]))].entries())
      frame.writeUInt32LE(value, 4 * n);
    return Buffer.concat([frame, text, data]);
  };
  const prefix = readFileSync(file).subarray(0, PREFIX);
  const contents = (calls: readonly Buffer[]): void =>
    writeFileSync(
      file,
      Buffer.concat([
        prefix,
        part(node(0), Buffer.alloc(0)),
        ...calls,
        part({ is: 'end', calls: calls.length, status: 0 }, Buffer.alloc(0)),
      ]),
    );
  const before = process.memoryUsage.rss();
  contents(Array.from({ length: 100 }, () => part(call, zeros)));
  const recording = readDeviceRecording(file);
  t.true(process.memoryUsage.rss() - before < 128 << 20);
  t.is(recording.calls.length, 100);
  t.is(recording.calls[0]!.areas[0]!.name, 'x\\x1b[2J');
  t.is(recording.calls[7]!.memory().areas[0]!.bytes.length, length);
  recording.close();

  contents([part({ ...call, areas: [{ ...area, length: 16 }], packed: 16 }, zeros)]);
  t.throws(() => readDeviceRecording(file), { message: /offset \d+: packed: 16 bytes, its data declares 268435456/ });
  contents([part(call, Buffer.from('no frame'))]);
  t.throws(() => readDeviceRecording(file), { message: /packed: 268435456 bytes, its data declares none/ });
  const cut = zeros.subarray(0, -8);
  contents([part(call, cut)]);
  const damaged = readDeviceRecording(file);
  t.throws(() => damaged.calls[0]!.memory(), { message: /offset \d+: packed: / });
  damaged.close();
  const path = part({ ...node(0), path: '/dev/\u001b[2J' }, Buffer.alloc(0));
  writeFileSync(file, Buffer.concat([prefix, path]));
  t.throws(() => readDeviceRecording(file), { message: /path: a path with control characters/ });
});

test('a disk that is full leaves nothing', (t) => {
  const error = t.throws(() => new DeviceWriter('/dev/full/x.dev'));
  t.regex(error.message, /cannot write the recording \/dev\/full\/x\.dev: ENOTDIR/);
  const folder = scratchFolder(t);
  const writer = new DeviceWriter(join(folder, 'x.dev'));
  writer.add(node(0));
  writer.discard();
  t.deepEqual(readdirSync(folder), []);
  t.false(existsSync(join(folder, 'x.dev')));
});
