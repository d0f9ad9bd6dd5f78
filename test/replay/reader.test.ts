// Recordings with right checksums and wild contents: each is refused by name, or is a launch that runs to an end.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, zstdCompressSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { CONTROL_BASE, PAGE_SIZE, SCRATCH_BASE, VRAM_BASE } from '../../src/abi/memory-map.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import { KEPT_FIELDS } from '../../src/replay/header.js';
import { ENTRY } from '../../src/replay/layout.js';
import { readRecordings } from '../../src/replay/reader.js';
import { writeRecordings } from '../../src/replay/writer.js';
import { AtollError } from '../../src/util/errors.js';
import { scratchFolder } from '../cli/atoll.js';

const PAGE = VRAM_BASE / PAGE_SIZE;
const CODE = new Uint8Array(PAGE_SIZE);
new DataView(CODE.buffer).setUint32(0, 0xbf81_0000, true); // s_endpgm
const LAUNCH: LaunchDescriptor = {
  kernel: 'k',
  isa: 'southern-islands',
  codeAddress: VRAM_BASE,
  codeBytes: 64,
  entry: VRAM_BASE,
  userSgprs: Uint32Array.of(1, 2),
  vgprs: 4,
  sgprs: 16,
  ldsBytes: 0,
  scratchBytesPerLane: 0,
  floatMode: 0xc0,
  ieee: true,
  dx10Clamp: true,
  groupIdX: true,
  groupIdY: false,
  groupIdZ: false,
  groupSize: false,
  scratchOffset: false,
  localIds: 0,
  globalSize: [64, 1, 1],
  localSize: [64, 1, 1],
  order: 'ascending',
};
const REGIONS = [{ page: PAGE, count: 2, permission: 3 }];

type Header = Record<string, unknown> & { launch: Record<string, unknown>; regions: Record<string, unknown>[] };

/** A file of one launch, its parts rewritten and with the checksums that they have then. */
function crafted(file: string, parts: readonly Uint8Array[]): void {
  const prefix = readFileSync(file).subarray(0, 16);
  const lengths = Buffer.alloc(24);
  parts.forEach((part, n) => {
    lengths.writeUInt32LE(part.length, 8 * n);
    lengths.writeUInt32LE(crc32(part), 8 * n + 4);
  });
  writeFileSync(file, Buffer.concat([prefix, lengths, ...parts]));
}

function wellMade(t: ExecutionContext): { file: string; header: Header; pages: Uint8Array[] } {
  const file = join(scratchFolder(t), 'launch');
  const before = new Map([[PAGE, CODE]]);
  writeRecordings(file, [{ launch: LAUNCH, base: 0n, regions: REGIONS, failure: undefined, before, after: new Map() }]);
  const bytes = readFileSync(file);
  let at = 40;
  const parts = [0, 1, 2].map((n) => {
    const part = bytes.subarray(at, at + bytes.readUInt32LE(16 + 8 * n));
    at += part.length;
    return Buffer.from(part);
  });
  return { file, header: JSON.parse(parts[0]!.toString()), pages: parts.slice(1) };
}

const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const read = (file: string): unknown => readRecordings(file)[0]!();

const WILD: readonly unknown[] = [
  null,
  -1,
  0.5,
  1e300,
  2 ** 32,
  2 ** 53,
  '',
  'x',
  [],
  {},
  [1],
  [-1, 1, 1],
  [2 ** 40, 1, 1],
  [0, 0, 0],
  true,
];

test('what was written is read', (t) => {
  const { file } = wellMade(t);
  const recording = readRecordings(file)[0]!();
  t.deepEqual(recording.launch, LAUNCH);
  t.deepEqual(recording.regions, REGIONS);
  t.deepEqual([...recording.before.keys()], [PAGE]);
});

test('no wild value of any field gets through, or crashes', (t) => {
  const { file, header, pages } = wellMade(t);
  t.deepEqual(Object.keys(header.launch).sort(), [...KEPT_FIELDS].sort());
  let refused = 0;
  const attempt = (changed: unknown, name: string): void => {
    crafted(file, [text(changed), ...pages]);
    try {
      read(file);
    } catch (error) {
      t.true(error instanceof AtollError && error.code === 'BAD_INPUT', `${name}: ${String(error)}`);
      t.true((error as Error).message.startsWith(`${file}, offset 40: `), (error as Error).message);
      refused++;
    }
  };
  for (const wild of WILD) {
    const as = JSON.stringify(wild);
    attempt(wild, as);
    for (const key of Object.keys(header.launch)) {
      const before = refused;
      attempt({ ...header, launch: { ...header.launch, [key]: wild } }, `${key} = ${as}`);
      // Words of any kind are names, and lists of small numbers registers; everything else that is accepted would be a hole.
      const harmless =
        (key === 'kernel' && typeof wild === 'string') ||
        (key === 'userSgprs' && ['[]', '[1]', '[0,0,0]'].includes(as)) ||
        (typeof header.launch[key] === 'boolean' && wild === true);
      t.is(refused - before, harmless ? 0 : 1, `${key} = ${as}`);
    }
    for (const key of ['page', 'count', 'permission']) {
      const before = refused;
      attempt({ ...header, regions: [{ ...header.regions[0], [key]: wild }] }, `${key} = ${as}`);
      t.is(refused - before, 1, `${key} = ${as}`);
    }
    for (const key of ['base', 'regions']) {
      const before = refused;
      attempt({ ...header, [key]: wild }, `${key} = ${as}`);
      t.is(refused - before, 1, `${key} = ${as}`);
    }
  }
});

const refusal = (t: ExecutionContext, file: string, parts: readonly Uint8Array[], pattern: RegExp): void => {
  crafted(file, parts);
  const error = t.throws(() => read(file), { instanceOf: AtollError });
  t.is(error.code, 'BAD_INPUT');
  t.regex(error.message, pattern);
};

test('regions, code and sizes have to fit together', (t) => {
  const { file, header, pages } = wellMade(t);
  const launch = (fields: object, pattern: RegExp): void =>
    refusal(t, file, [text({ ...header, launch: { ...header.launch, ...fields } }), ...pages], pattern);
  const regions = (list: readonly object[], pattern: RegExp): void =>
    refusal(t, file, [text({ ...header, regions: list }), ...pages], pattern);
  launch({ entry: VRAM_BASE + 64 }, /launch.entry: \d+ is outside of the code/);
  launch(
    { codeAddress: VRAM_BASE + 2 * PAGE_SIZE, entry: VRAM_BASE + 2 * PAGE_SIZE },
    /page \d+ of it is not readable/,
  );
  launch({ codeBytes: 3 * PAGE_SIZE }, /page \d+ of it is not readable/);
  launch({ codeBytes: 2 ** 27 }, /launch.codeBytes: /);
  launch({ isa: 'other' }, /there is no instruction set 'other'/);
  launch({ globalSize: [1024, 1024, 1], localSize: [1024, 1024, 1] }, /work-items in a work-group/);
  launch({ globalSize: [2 ** 31, 2 ** 31, 64], localSize: [1, 1, 1] }, /work-groups/);
  const region = REGIONS[0]!;
  regions([{ ...region, permission: 2 }], /not readable/);
  regions([region, region], /regions.1: page \d+ lies before the end/);
  regions([{ ...region, count: 2 ** 20 }], /pages up to \d+, there are/);
  regions([{ page: SCRATCH_BASE / PAGE_SIZE, count: 1, permission: 3 }, region], /scratch/);
  regions([{ page: CONTROL_BASE / PAGE_SIZE - 1, count: 1, permission: 3 }, region], /regions.0.page/);
  refusal(t, file, [text({ ...header, base: '4096' }), ...pages], /does not begin at a multiple of 4 GiB/);
  refusal(t, file, [Buffer.from('{'), ...pages], /JSON/);
  refusal(t, file, [Buffer.from('['.repeat(1_000_000)), ...pages], /offset 40: /);
});

test('pages are of the regions, once each, and no more than these have', (t) => {
  const { file, header, pages } = wellMade(t);
  const entry = (page: number): Buffer => {
    const bytes = Buffer.alloc(ENTRY);
    bytes.writeUInt32LE(page);
    return bytes;
  };
  const packed = (bytes: Uint8Array, pattern: RegExp): void =>
    refusal(t, file, [text(header), zstdCompressSync(bytes), pages[1]!], pattern);
  packed(entry(PAGE + 2), /page \d+ is in no region/);
  packed(entry(0xffff_ffff), /page 4294967295 is in no region/);
  packed(Buffer.concat([entry(PAGE), entry(PAGE)]), /page \d+ is there twice/);
  packed(entry(PAGE).subarray(1), /no whole pages/);
  // 256 MiB of zeros in some kilobytes.
  packed(Buffer.alloc(2 ** 28), /larger than|Cannot create a Buffer/);
  refusal(t, file, [text(header), Buffer.from('text'), pages[1]!], /offset \d+: /);
});

test('a file that is none, or is cut off anywhere, is refused', (t) => {
  const { file } = wellMade(t);
  const whole = readFileSync(file);
  t.throws(() => readRecordings('/dev/zero'), { message: /is not a regular file/ });
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(file, whole.subarray(0, length));
    t.throws(() => readRecordings(file), { instanceOf: AtollError, message: /offset \d+: / });
  }
  writeFileSync(file, Buffer.concat([whole, Buffer.from('?')]));
  t.throws(() => readRecordings(file), { message: /1 bytes behind the last launch/ });
  const many = Buffer.from(whole);
  many.writeUInt32LE(0xffff_ffff, 12);
  writeFileSync(file, many);
  t.throws(() => readRecordings(file), { message: /truncated/ });
});
