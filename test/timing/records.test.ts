// Records have exactly the executed instructions: followed through the code they give the counts of the engine, and the
// sums of the probe of addresses. Files that are not whole, or of another version, are refused.

import { readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import test from 'ava';
import { eachStretch } from '../../src/emulator/counts.js';
import { ACCESS_FIELDS } from '../../src/emulator/observations.js';
import { rowsOf } from '../../src/statistics/observe/instruction-sums.js';
import { readConfiguration } from '../../src/timing/config/configuration.js';
import { TimingProgram } from '../../src/timing/program/program.js';
import { FLAG, UNIT } from '../../src/timing/program/units.js';
import { TRAILER } from '../../src/timing/records/format.js';
import { type RecordFile, withRecords } from '../../src/timing/records/reader.js';
import { RecordStream } from '../../src/timing/records/stream.js';
import { conflictsOf, countOf, LISTED, lanesOf, TAG } from '../../src/timing/records/words.js';
import { AtollError } from '../../src/util/errors.js';

import { KERNELS, type Recorded, read, record, SHAPE } from './recorded.js';

interface Sums {
  times: number;
  lanes: number;
  lines: number;
  conflicts: number;
}

/** Records of each instruction, by its word. */
function follow(records: RecordFile): Map<number, Sums> {
  const { launch } = records;
  const program = new TimingProgram(launch, readConfiguration('tahiti').values);
  const stream = new RecordStream(records);
  const lines = new Float64Array(4096);
  const sums = new Map<number, Sums>();
  const one = (group: number, wavefront: number): void => {
    for (let word = stream.open(group, wavefront); ; ) {
      const unit = program.at(word);
      const sum = sums.get(word) ?? { times: 0, lanes: 0, lines: 0, conflicts: 0 };
      sums.set(word, sum);
      sum.times++;
      if (unit === UNIT.vector || unit === UNIT.scalar) {
        const head = stream.take(unit === UNIT.vector ? TAG.vector : TAG.scalar);
        stream.takeLines(head, countOf(head), lines, (head & LISTED) !== 0);
        sum.lines += unit === UNIT.vector ? new Set(lines.subarray(0, countOf(head))).size : 0;
        sum.lanes += lanesOf(head);
      } else if (unit === UNIT.lds) sum.conflicts += conflictsOf(stream.take(TAG.lds));
      if ((program.flags[word]! & FLAG.exec) !== 0) stream.takeExec(64);
      if (unit === UNIT.end) return;
      word = unit === UNIT.branch ? stream.takeBlock() : word + program.size[word]!;
    }
  };
  for (let group = 0; group < launch.groups; group++)
    for (let wavefront = 0; wavefront < launch.wavefronts; wavefront++)
      if (records.chunks(group, wavefront) > 0) one(group, wavefront);
  return sums;
}

function executions({ counts }: Recorded): Map<number, number> {
  const byWord = new Map<number, number>();
  eachStretch(counts.values.code.times, (first, end, times) => {
    for (let word = first; word < end; word++) byWord.set(word, (byWord.get(word) ?? 0) + times);
  });
  return byWord;
}

for (const [name, text] of Object.entries(KERNELS))
  test(`records of ${name} are the executed instructions`, (t) => {
    const recorded = record(text, SHAPE);
    const sums = read(recorded, follow);
    const counted = executions(recorded);
    t.true(sums.size > 4);
    for (const [word, { times }] of sums) t.is(times, counted.get(word) ?? 0, `word ${word}`);
    const all = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);
    const sizes = read(recorded, ({ launch }) => {
      const program = new TimingProgram(launch, readConfiguration('tahiti').values);
      return new Map([...sums.keys()].map((word) => [word, program.at(word) && program.size[word]!]));
    });
    t.is(all([...sums].map(([word, { times }]) => times * sizes.get(word)!)), all(counted.values()));
    const rows = rowsOf(ACCESS_FIELDS, recorded.observations.addresses!.instructions);
    for (const row of rows) {
      const sum = sums.get(row.word)!;
      t.is(sum.lines, row.lines);
      t.is(sum.conflicts, row.ldsCycles - row.ldsIdealCycles);
      if (row.ldsAccesses === 0) t.is(sum.lanes, row.lanes);
    }
    t.is(rows.length > 0, /buffer|ds_/.test(text) && !/exec, 0/.test(text));
  });

test('files of records that are damaged or of another version are refused, naming file and offset', (t) => {
  const { file } = record(KERNELS['accesses of all kinds']!, SHAPE);
  const whole = readFileSync(file);
  const refused = (bytes: Buffer): string => {
    writeFileSync(`${file}.bad`, bytes);
    const error = t.throws(() => withRecords(`${file}.bad`, follow), { instanceOf: AtollError });
    t.is(error.code, 'BAD_INPUT');
    t.regex(error.message, /\.bad, offset \d+: /);
    return error.message;
  };
  const changed = (at: number, value: number): Buffer => {
    const bytes = Buffer.from(whole);
    bytes[at] = value;
    return bytes;
  };
  for (const length of [0, 7, 12, 19, 30, 400, whole.length - 100, whole.length - 1])
    refused(whole.subarray(0, length));
  t.regex(refused(changed(0, 66)), /not records of Atoll/);
  t.regex(refused(changed(8, 9)), /version 9 of records, this Atoll reads 1/);
  t.regex(refused(changed(40, whole[40]! ^ 1)), /header is damaged/);
  t.regex(refused(changed(whole.length - 30, whole[whole.length - 30]! ^ 1)), /index is damaged/);
  const middle = Math.floor(whole.length / 2);
  t.regex(refused(changed(middle, whole[middle]! ^ 1)), /damaged/);
  t.throws(() => withRecords(`${file}.absent`, follow), { message: /cannot read the records/ });
});

test('impossible headers are refused, naming the field', (t) => {
  const { file } = record(KERNELS['accesses of all kinds']!, SHAPE);
  const whole = readFileSync(file);
  const length = whole.readUInt32LE(12);
  const header = JSON.parse(whole.toString('utf8', 20, 20 + length));
  /** With other fields, and everything else as it has to be then. */
  const refused = (fields: object): string => {
    const text = Buffer.from(JSON.stringify({ ...header, ...fields }));
    const bytes = Buffer.concat([whole.subarray(0, 20), text, whole.subarray(20 + length)]);
    bytes.writeUInt32LE(text.length, 12);
    bytes.writeUInt32LE(crc32(text), 16);
    const index = bytes.length - TRAILER;
    bytes.writeBigUInt64LE(bytes.readBigUInt64LE(index) + BigInt(text.length - length), index);
    writeFileSync(`${file}.bad`, bytes);
    return t.throws(() => withRecords(`${file}.bad`, follow), { instanceOf: AtollError }).message;
  };
  t.regex(refused({ groups: 0 }), /offset 20: header: groups: /);
  t.regex(refused({ groups: 2 ** 27, wavefronts: 16 }), /header: more than \d+ wavefronts/);
  // Two arrays of a gigabyte, of a file of some kilobytes.
  t.regex(refused({ groups: 2 ** 22, wavefronts: 64 }), /header: groups: 4194304 work-groups, and \d+ chunks/);
  t.regex(refused({ wavefronts: -1 }), /header: wavefronts: /);
  t.regex(refused({ entry: 1e6 }), /header: entry: word 1000000 is outside of the code/);
  t.regex(refused({ code: 7 }), /header: code: /);
  t.regex(refused({ source: { files: [] } }), /header: source\.lines: /);
});

test('an index that places a chunk at the end of the file, or behind it, is refused', (t) => {
  const { file } = record(KERNELS['accesses of all kinds']!, SHAPE);
  const whole = readFileSync(file);
  const start = Number(whole.readBigUInt64LE(whole.length - TRAILER));
  for (const place of [whole.length - 4, whole.length, 2 ** 32, 2 ** 60]) {
    const bytes = Buffer.from(whole);
    bytes.writeBigUInt64LE(BigInt(place), start);
    bytes.writeUInt32LE(crc32(bytes.subarray(start, -TRAILER)), bytes.length - TRAILER + 12);
    writeFileSync(`${file}.bad`, bytes);
    const error = t.throws(() => withRecords(`${file}.bad`, follow), { instanceOf: AtollError }, String(place));
    t.regex(error.message, /offset \d+: a chunk of the index is beyond the end/);
  }
});

test('a full disk ends the records and not the launch', (t) => {
  for (const compiled of [undefined, {}]) {
    const failures: unknown[] = [];
    t.throws(() => record(KERNELS['a loop of many iterations']!, SHAPE, compiled, { file: '/dev/full', failures }), {
      message: 'there are no records',
    });
    t.is(failures.length, 1);
    const error = failures[0] as AtollError;
    t.is(error.code, 'HOST');
    t.regex(error.message, /cannot write the records \/dev\/full: ENOSPC/);
  }
});
