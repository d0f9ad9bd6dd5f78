// Recordings with right checksums and wild contents: each is refused by name, or is a launch that runs to an end.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { ADDRESS_SPACE_SIZE, CONTROL_BASE, PAGE_SIZE, SCRATCH_BASE, VRAM_BASE } from '../../src/abi/memory-map.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import { KEPT_FIELDS } from '../../src/replay/header.js';
import { ENTRY, LAUNCH_PREFIX, PREFIX } from '../../src/replay/layout.js';
import { readRecordings } from '../../src/replay/reader.js';
import type { RecordedContext } from '../../src/replay/recorded-context.js';
import { writeRecordings } from '../../src/replay/writer.js';
import { AtollError } from '../../src/util/errors.js';
import { scratchFolder } from '../cli/atoll.js';
import { createMemory, launchOf } from '../emulator/harness.js';

const PAGE = VRAM_BASE / PAGE_SIZE;
const CODE = new Uint8Array(PAGE_SIZE);
new DataView(CODE.buffer).setUint32(0, 0xbf81_0000, true); // s_endpgm
const LAUNCH: LaunchDescriptor = {
  ...launchOf(createMemory(), new Uint32Array(16)),
  kernel: 'k',
  userSgprs: Uint32Array.of(1, 2),
  vgprs: 4,
  sgprs: 16,
};
/** Offset of the first launch's header. */
const FIRST_PART = PREFIX + LAUNCH_PREFIX;
const CONTEXT: RecordedContext = {
  arguments: [
    {
      name: 'out',
      kind: 'global',
      typeName: 'int*',
      size: 8,
      offset: 16,
      alignment: 8,
      addressQualifier: 'global',
      accessQualifier: 'none',
      typeQualifiers: ['restrict'],
      imageDimension: undefined,
    },
  ],
  debug: {
    lines: [{ pc: 0, file: 'k.cl', line: 3, column: 1 }],
    scopes: [
      {
        name: 'k',
        ranges: [{ start: 0, end: 4 }],
        scopes: [{ name: 'f', call: { file: 'k.cl', line: 2, column: 9 }, ranges: [], scopes: [] }],
      },
    ],
    sources: new Map([['k.cl', 'kernel void k']]),
  },
  segment: { address: VRAM_BASE + PAGE_SIZE, bytes: 64 },
  globalOffset: [1, 2, 3],
  launcher: 'clEnqueueNDRangeKernel call 3',
  allocations: [
    { address: 2n ** 40n, size: 4, maker: undefined },
    { address: 1n, size: 2, maker: 'clCreateBuffer call 1', released: true },
  ],
  history: {
    objects: [
      {
        what: 'buffer',
        object: 1,
        call: 1,
        parent: 0,
        address: VRAM_BASE + PAGE_SIZE,
        size: 64,
        flags: 1,
        released: false,
      },
    ],
    call: 3,
    arguments: [1],
    kernelBytes: 64,
    written: [{ address: VRAM_BASE + PAGE_SIZE, size: 8 }],
  },
};
const REGIONS = [{ page: PAGE, count: 2, permission: 3 }];

type Header = Record<string, unknown> & { launch: Record<string, unknown>; regions: Record<string, unknown>[] };

/** A file of one launch, its parts rewritten and with the checksums that they have then. */
function crafted(file: string, parts: readonly Uint8Array[]): void {
  const prefix = readFileSync(file).subarray(0, 16);
  const lengths = Buffer.alloc(LAUNCH_PREFIX);
  parts.forEach((part, n) => {
    lengths.writeUInt32LE(part.length, 8 * n);
    lengths.writeUInt32LE(crc32(part), 8 * n + 4);
  });
  writeFileSync(file, Buffer.concat([prefix, lengths, ...parts]));
}

function intactRecording(t: ExecutionContext): { file: string; header: Header; pages: Uint8Array[] } {
  const file = join(scratchFolder(t), 'launch');
  const before = new Map([[PAGE, CODE]]);
  const plain = { launch: LAUNCH, launchContext: CONTEXT, base: 0n, regions: REGIONS, failure: undefined };
  writeRecordings(file, [{ ...plain, before, after: new Map() }]);
  const bytes = readFileSync(file);
  let at = FIRST_PART;
  const parts = [0, 1, 2, 3].map((n) => {
    const part = bytes.subarray(at, at + bytes.readUInt32LE(16 + 8 * n));
    at += part.length;
    return Buffer.from(part);
  });
  return { file, header: JSON.parse(parts[0]!.toString()), pages: parts.slice(1) };
}

const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const read = (file: string): unknown => readRecordings(file)[0]!.read();

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

test('recordings: written launches are read back equal', (t) => {
  const { file } = intactRecording(t);
  const recording = readRecordings(file)[0]!.read();
  t.deepEqual(recording.launch, LAUNCH);
  t.deepEqual(recording.regions, REGIONS);
  t.deepEqual([...recording.before.keys()], [PAGE]);
  t.deepEqual(recording.launchContext, CONTEXT);
  t.deepEqual(readRecordings(file)[0]!.header().launch, LAUNCH);
});

/** Every value of a tree of JSON, with a way to put another one in its place. */
function* places(
  tree: unknown,
  put: (value: unknown) => unknown,
  path = '',
): Generator<[string, (v: unknown) => unknown]> {
  yield [path, put];
  if (typeof tree !== 'object' || tree === null) return;
  for (const [key, value] of Object.entries(tree)) {
    const within = (changed: unknown): unknown =>
      put(Array.isArray(tree) ? tree.with(Number(key), changed) : { ...tree, [key]: changed });
    yield* places(value, within, `${path}.${key}`);
  }
}

/** Values that a launch context may have in a place without being refused. */
const harmlessInStory = (path: string, wild: unknown): boolean =>
  (typeof wild === 'string' && /\.(name|typeName|file|maker|launcher|sources\.0\.[01])$/.test(path)) ||
  (Array.isArray(wild) &&
    wild.length === 0 &&
    /\.(arguments|typeQualifiers|lines|scopes|ranges|sources|allocations|objects|written)$/.test(path)) ||
  (path === '.history.arguments' && ['[1]', '[0,0,0]', '[1099511627776,1,1]'].includes(JSON.stringify(wild))) ||
  (path === '.globalOffset' && JSON.stringify(wild) === '[0,0,0]') ||
  (/released$/.test(path) && wild === true) ||
  (wild === 2 ** 32 && /(allocations\.\d\.size|\.(object|parent|flags)|history\.arguments\.0)$/.test(path));

test('no wild value in a launch context gets through, or crashes', (t) => {
  const { file, header, pages } = intactRecording(t);
  const context = JSON.parse(zstdDecompressSync(pages[0]!).toString());
  let tried = 0;
  for (const [path, put] of places(context, (value) => value))
    for (const wild of WILD) {
      const parts = [text(header), zstdCompressSync(text(put(wild))), ...pages.slice(1)];
      crafted(file, parts);
      const name = `${path} = ${JSON.stringify(wild)}`;
      tried++;
      if (harmlessInStory(path, wild)) {
        t.notThrows(() => read(file), name);
        continue;
      }
      const error = t.throws(() => read(file), { instanceOf: AtollError }, name);
      t.is(error?.code, 'BAD_INPUT', name);
      t.true(error?.message.startsWith(`${file}, offset ${FIRST_PART + parts[0]!.length}: `), error?.message);
    }
  t.true(tried > 500, String(tried));
});

test('recordings: writes of a launch context are within memory, and in order', (t) => {
  const { file, header, pages } = intactRecording(t);
  const context = JSON.parse(zstdDecompressSync(pages[0]!).toString());
  const refusesHistory = (history: object, pattern: RegExp): void => {
    const changed = { ...context, history: { ...context.history, ...history } };
    refusal(t, file, [text(header), zstdCompressSync(text(changed)), ...pages.slice(1)], pattern);
  };
  const range = { address: VRAM_BASE, size: 8 };
  refusesHistory({ written: [range, range] }, /history.written.1: 8 bytes at \d+ overlap/);
  refusesHistory({ written: [{ address: ADDRESS_SPACE_SIZE, size: 8 }] }, /history.written.0/);
  const [object] = context.history.objects;
  refusesHistory({ objects: [{ ...object, address: 0, size: ADDRESS_SPACE_SIZE }, object] }, /exceed GPU memory/);
  const depth = 100_000;
  const scopes = `${'{"name":"","ranges":[],"scopes":['.repeat(depth)}${']}'.repeat(depth)}`;
  const deep = Buffer.from(
    JSON.stringify({ ...context, debug: { ...context.debug, scopes: ['?'] } }).replace('"?"', scopes),
  );
  crafted(file, [text(header), zstdCompressSync(deep), ...pages.slice(1)]);
  t.notThrows(() => {
    try {
      read(file);
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
    }
  });
});

test('no wild value of any field gets through, or crashes', (t) => {
  const { file, header, pages } = intactRecording(t);
  t.deepEqual(Object.keys(header.launch).sort(), [...KEPT_FIELDS].sort());
  let refused = 0;
  const attempt = (changed: unknown, name: string): void => {
    crafted(file, [text(changed), ...pages]);
    try {
      read(file);
    } catch (error) {
      t.true(error instanceof AtollError && error.code === 'BAD_INPUT', `${name}: ${String(error)}`);
      t.true((error as Error).message.startsWith(`${file}, offset ${FIRST_PART}: `), (error as Error).message);
      refused++;
    }
  };
  for (const wild of WILD) {
    const as = JSON.stringify(wild);
    attempt(wild, as);
    for (const key of Object.keys(header.launch)) {
      const before = refused;
      attempt({ ...header, launch: { ...header.launch, [key]: wild } }, `${key} = ${as}`);
      // Words of any kind are names, and lists of small numbers registers; everything else that is accepted would be a
      // hole.
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
  const { file, header, pages } = intactRecording(t);
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
  regions([region, region], /regions.1: page \d+ overlaps the region/);
  regions([{ ...region, count: 2 ** 20 }], /pages up to \d+, there are/);
  regions([{ page: SCRATCH_BASE / PAGE_SIZE, count: 1, permission: 3 }, region], /scratch/);
  regions([{ page: CONTROL_BASE / PAGE_SIZE - 1, count: 1, permission: 3 }, region], /regions.0.page/);
  refusal(t, file, [text({ ...header, base: '4096' }), ...pages], /does not begin at a multiple of 4 GiB/);
  refusal(t, file, [Buffer.from('{'), ...pages], /JSON/);
  refusal(t, file, [Buffer.from('['.repeat(1_000_000)), ...pages], new RegExp(`offset ${FIRST_PART}: `));
});

test('names are shown without control characters', (t) => {
  const { file, header, pages } = intactRecording(t);
  const name = 'k\u001b[2J\u202e';
  const named = { ...header, launch: { ...header.launch, kernel: name }, failure: `${name}\nline` };
  crafted(file, [text(named), ...pages]);
  const { launch, failure } = readRecordings(file)[0]!.read();
  t.deepEqual([launch.kernel, failure], ['k\\x1b[2J\\u202e', 'k\\x1b[2J\\u202e\nline']);
});

test('pages are of the regions, once each, and no more than these have', (t) => {
  const { file, header, pages } = intactRecording(t);
  const entry = (page: number): Buffer => {
    const bytes = Buffer.alloc(ENTRY);
    bytes.writeUInt32LE(page);
    return bytes;
  };
  const packed = (bytes: Uint8Array, pattern: RegExp): void =>
    refusal(t, file, [text(header), pages[0]!, zstdCompressSync(bytes), pages[2]!], pattern);
  packed(entry(PAGE + 2), /page \d+ is in no region/);
  packed(entry(0xffff_ffff), /page 4294967295 is in no region/);
  packed(Buffer.concat([entry(PAGE), entry(PAGE)]), /page \d+ occurs twice/);
  packed(entry(PAGE).subarray(1), /not a whole number of pages/);
  // 256 MiB of zeros in some kilobytes.
  packed(Buffer.alloc(2 ** 28), /pages before: 268435456 bytes unpacked, the limit is 8200/);
  // Small values of JSON take many times their text.
  const context = zstdCompressSync(Buffer.from(`[${'[],'.repeat(2 ** 25)}0]`));
  const before = process.memoryUsage.rss();
  refusal(t, file, [text(header), context, pages[1]!, pages[2]!], /launch context: \d+ values, the limit is \d+/);
  t.true(process.memoryUsage.rss() - before < 512 << 20);
  refusal(t, file, [text(header), pages[0]!, Buffer.from('text'), pages[2]!], /offset \d+: /);
  refusal(t, file, [text(header), Buffer.from('text'), pages[1]!, pages[2]!], /offset \d+: /);
});

test('a file that is none, or is cut off anywhere, is refused', (t) => {
  const { file } = intactRecording(t);
  const whole = readFileSync(file);
  t.throws(() => readRecordings('/dev/zero'), { message: /is not a regular file/ });
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(file, whole.subarray(0, length));
    t.throws(() => readRecordings(file), { instanceOf: AtollError, message: /offset \d+: / });
  }
  writeFileSync(file, Buffer.concat([whole, Buffer.from('?')]));
  t.throws(() => readRecordings(file), { message: /1 bytes after the last launch/ });
  const many = Buffer.from(whole);
  many.writeUInt32LE(0xffff_ffff, 12);
  writeFileSync(file, many);
  t.throws(() => readRecordings(file), { message: /truncated/ });
});
