// Files of records that are cut off or changed anywhere: each is refused with file and offset, or simulated to its
// end without a wrong report where the change has no effect. Checksums find some changes; others are words with a right
// checksum and impossible contents.

import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import test from 'ava';
import { isaOfCode } from '../../src/isa/load-isa.js';
import { intervalOf } from '../../src/timing/levels/interval.js';
import type { CoreName } from '../../src/timing/model/machine.js';
import { simulate } from '../../src/timing/model/simulate.js';
import { CHUNK_HEAD, ENTRY, PREFIX, TRAILER } from '../../src/timing/records/format.js';
import { RecordFile, withRecords } from '../../src/timing/records/reader.js';
import { configurationOfCase } from '../../src/timing/sweep/cases.js';
import { AtollError } from '../../src/util/errors.js';
import { KERNELS, record, SHAPE } from './recorded.js';

const LONG = process.env['ATOLL_LONG'] !== undefined;
const CHANGES = LONG ? 2000 : 40;
const CHIP = configurationOfCase({ chip: 'hainan', varied: { 'gpu.computeUnits': 1 }, level: 'detailed' });
const { file } = record(KERNELS['accesses of all kinds']!, SHAPE);
const whole = readFileSync(file);

/** Numbers below a limit, the same in every run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const changed = (at: number, bit: number): Buffer => {
  const bytes = Buffer.from(whole);
  bytes[at]! ^= 1 << bit;
  return bytes;
};

/**
 * The error for a file of bytes; undefined when they are simulated to their end. @throws errors that are no AtollError
 */
function refusal(bytes: Buffer, core: CoreName = 'wasm'): string | undefined {
  writeFileSync(`${file}.bad`, bytes);
  try {
    withRecords(`${file}.bad`, (records) => {
      isaOfCode(records.launch.isa);
      simulate(records, CHIP, { core });
      intervalOf(records, CHIP.values, core);
    });
    return undefined;
  } catch (error) {
    if (error instanceof AtollError && ['BAD_INPUT', 'LIMIT'].includes(error.code)) return error.message;
    throw error;
  }
}

test('records that end anywhere are refused', (t) => {
  writeFileSync(`${file}.cut`, whole);
  const fd = openSync(`${file}.cut`, 'r+');
  for (let length = whole.length - 1; length >= 0; length -= LONG ? 1 : 13) {
    ftruncateSync(fd, length);
    const error = t.throws(() => new RecordFile(fd, 'cut'), { instanceOf: AtollError });
    t.regex(error.message, /^cut, offset \d+: (not records of Atoll|the records are truncated)/);
  }
  closeSync(fd);
});

test('a bit that has changed is found, wherever it is', (t) => {
  const next = numbers(1);
  for (let n = 0; n < CHANGES; n++) {
    const [at, bit] = [next(whole.length), next(8)];
    t.regex(refusal(changed(at, bit)) ?? 'simulated', /\.bad, offset \d+: /, `bit ${bit} of byte ${at}`);
  }
});

/** Chunks, from their entries: where their words begin, and how many bytes they are. */
function chunks(): readonly (readonly [from: number, bytes: number])[] {
  const trailer = whole.length - TRAILER;
  const chunks: [number, number][] = [];
  for (let entry = Number(whole.readBigUInt64LE(trailer)); entry < trailer; entry += ENTRY)
    chunks.push([Number(whole.readBigUInt64LE(entry)) + CHUNK_HEAD, 4 * whole.readUInt32LE(entry + 16)]);
  return chunks;
}

test('impossible words are refused, or simulated to their end, by both cores alike', (t) => {
  const next = numbers(2);
  const all = chunks();
  for (let n = 0; n < CHANGES; n++) {
    const [from, count] = all[next(all.length)]!;
    const at = from + next(count);
    const bytes = changed(at, next(8));
    bytes.writeUInt32LE(crc32(bytes.subarray(from, from + count)), from - 4);
    t.is(refusal(bytes), refusal(bytes, 'typescript'), `byte ${at}`);
  }
});

test('impossible headers and indexes are refused, or simulated to their end', (t) => {
  const next = numbers(3);
  const [header, trailer] = [whole.readUInt32LE(12), whole.length - TRAILER];
  const index = Number(whole.readBigUInt64LE(trailer));
  for (let n = 0; n < CHANGES; n++) {
    const isHeader = n % 2 === 0;
    const at = isHeader ? PREFIX + next(header) : index + next(trailer - index);
    const bytes = changed(at, next(8));
    if (isHeader) bytes.writeUInt32LE(crc32(bytes.subarray(PREFIX, PREFIX + header)), 16);
    else bytes.writeUInt32LE(crc32(bytes.subarray(index, trailer)), trailer + 12);
    t.notThrows(() => refusal(bytes), `byte ${at}`);
  }
});
