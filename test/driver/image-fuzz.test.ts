// Damaged images through everything that the simulator does with an image: none may end, stop or swell it.
//
// ATOLL_FUZZ is the number of images, ATOLL_FUZZ_FROM the first (to continue with a campaign, or to repeat one image),
// ATOLL_SEED the seed. ATOLL_M2S_BINARIES names a folder of genuine images (genuine.test.ts) that are damaged too.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readCalImage } from '../../src/cal/reader.js';
import { writeCalImage } from '../../src/cal/writer.js';
import { AtollError } from '../../src/util/errors.js';
import { imageOf, llvmKernel, catalystKernel as wholeKernel } from '../cal/model.js';
import { catalystImage, catalystKernel } from './catalyst-kernel.js';
import { ImageExerciser, type Outcome } from './image-exercise.js';
import { anatomyOf, damagedImage, seedOf } from './image-mutations.js';

const COUNT = Number(process.env['ATOLL_FUZZ'] ?? 4000);
const FROM = Number(process.env['ATOLL_FUZZ_FROM'] ?? 0);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);
const GENUINE = process.env['ATOLL_M2S_BINARIES'];
/** Images of one test, so that a campaign shows how far it is. */
const PART = 10_000;
/** Every so many images the engine is the one that compiles. */
const COMPILED = 16;
const PART_LIMIT_MS = 3_600_000;
const LARGEST_GENUINE = 60_000;

const RUNNABLE = catalystKernel({
  body: `
    s_mov_b32 s24, 8
    v_mov_b32 v2, 0
    again:
    v_add_i32 v2, vcc, v2, v0
    buffer_load_dword v3, v1, s[20:23], 0 offen
    s_sub_u32 s24, s24, 1
    s_cmp_lg_u32 s24, 0
    s_cbranch_scc1 again
    s_waitcnt vmcnt(0)`,
});

const OWN = [
  writeCalImage(imageOf([llvmKernel, wholeKernel], { globalData: Uint8Array.of(1, 2, 3) })),
  writeCalImage(imageOf([wholeKernel, { ...wholeKernel, name: 'second' }, llvmKernel])),
  catalystImage(RUNNABLE, [1, 2, 3, 4]),
];

const genuine = (folder: string): Uint8Array[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .flatMap((path) => readdirSync(path).map((name) => join(path, name)))
    .filter((path) => path.endsWith('_Kernels.bin'))
    .map((path) => new Uint8Array(readFileSync(path)))
    .filter(({ length }) => length <= LARGEST_GENUINE);

const seeds = [...OWN, ...(GENUINE === undefined ? [] : genuine(GENUINE))].map(seedOf);

for (let first = FROM; first < FROM + COUNT; first += PART) {
  const last = Math.min(first + PART, FROM + COUNT) - 1;
  test.serial(`damaged images ${first} to ${last} of seed ${SEED} are survived`, (t) => {
    t.timeout(PART_LIMIT_MS);
    const exerciser = new ImageExerciser();
    const countOf: Partial<Record<Outcome, number>> = {};
    for (let index = first; index <= last; index++) {
      try {
        const engine = index % COMPILED === 0 ? 'jit' : 'interp';
        const outcome = exerciser.run(damagedImage(seeds, SEED, index), engine);
        countOf[outcome] = (countOf[outcome] ?? 0) + 1;
      } catch (error) {
        t.fail(`image ${index}: ${(error as Error).stack}`);
      }
    }
    t.log(JSON.stringify(countOf), `${Math.round(process.memoryUsage().heapUsed / 2 ** 20)} MB of heap`);
    t.true((countOf.refused ?? 0) > 0 && (countOf.done ?? 0) > 0 && (countOf.fault ?? 0) > 0);
  });
}

test('the undamaged seeds are read, and those with instructions run', (t) => {
  const exerciser = new ImageExerciser();
  for (const engine of ['interp', 'jit'] as const) t.is(exerciser.run(OWN[2]!, engine), 'done');
  for (const { image, anatomy } of seeds) {
    t.notThrows(() => readCalImage(image));
    t.true(anatomy.fields.length > 100 && anatomy.sections.length > 5 && anatomy.symbols.length > 4);
  }
});

test('a user element behind the user registers is refused at the launch', (t) => {
  const [element, ...others] = RUNNABLE.userElements;
  const behind = { ...RUNNABLE, userElements: [{ ...element!, firstSgpr: 11 }, ...others] };
  t.is(new ImageExerciser().run(catalystImage(behind), 'interp'), 'launch refused');
});

/** The reader's error for an image; undefined when it is accepted. */
function refusal(image: Uint8Array): string | undefined {
  try {
    readCalImage(image, 'x');
    return undefined;
  } catch (error) {
    if (error instanceof AtollError) return error.message;
    throw error;
  }
}

/** An image whose symbols `named` all have the place of `like`. */
function shared(image: Uint8Array, named: RegExp): Uint8Array {
  const bytes = image.slice();
  const view = new DataView(bytes.buffer);
  const { symbols } = anatomyOf(image);
  const strings = Buffer.from(bytes.buffer).indexOf('\0__OpenCL_compile_options\0');
  const nameOf = (symbol: number): string => {
    const start = strings + view.getUint32(symbol, true);
    return Buffer.from(bytes.buffer).toString('latin1', start, bytes.indexOf(0, start));
  };
  const matching = symbols.filter((symbol) => named.test(nameOf(symbol)));
  for (const symbol of matching) view.setUint32(symbol + 4, 0, true);
  for (const symbol of matching) view.setUint32(symbol + 8, bytes.length / matching.length + 1, true);
  return bytes;
}

test('kernels that share their bytes are refused: a small file would become a large program', (t) => {
  const kernels = Array.from({ length: 64 }, (_, i) => ({ ...llvmKernel, name: `k${i}` }));
  const image = writeCalImage(imageOf(kernels));
  t.is(refusal(image), undefined);
  t.regex(
    refusal(shared(image, /_kernel$/)) ?? '',
    /its kernels have \d+ bytes in total, more than the \d+ of the whole/,
  );
  t.regex(refusal(shared(image, /_metadata$/)) ?? '', /its metadata texts have \d+ bytes in total/);
});

test('symbols that share a long name are refused', (t) => {
  const kernel = { ...llvmKernel, name: 'n'.repeat(30_000) };
  const bytes = writeCalImage(
    imageOf([kernel, ...Array.from({ length: 64 }, (_, i) => ({ ...llvmKernel, name: `k${i}` }))]),
  );
  const view = new DataView(bytes.buffer);
  const { symbols } = anatomyOf(bytes);
  const strings = Buffer.from(bytes.buffer).indexOf('\0__OpenCL_compile_options\0');
  const name = Buffer.from(bytes.buffer).indexOf(`\0__OpenCL_${kernel.name}_kernel`) + 1 - strings;
  t.is(refusal(bytes), undefined);
  for (const symbol of symbols) view.setUint32(symbol, name, true);
  t.regex(refusal(bytes) ?? '', /symbol names have more than \d+ characters in total/);
});

test('numbers of resources that no table holds are refused', (t) => {
  const damaged = (fields: Parameters<typeof catalystKernel>[0]['fields']): string =>
    refusal(catalystImage({ ...RUNNABLE, ...fields })) ?? 'taken';
  const element = RUNNABLE.userElements[0]!;
  t.regex(
    damaged({ userElements: [{ ...element, apiSlot: 0xffff_ffff }] }),
    /the slot of a user element is 4294967295/,
  );
  t.regex(damaged({ uavs: [{ id: 1024, words: [4, 0, 5] }] }), /the number of a UAV is 1024, the limit is 1023/);
  t.regex(damaged({ inlineSamplers: [{ id: 5000, value: 0 }] }), /the number of a sampler is 5000/);
  t.regex(damaged({ args: [{ ...RUNNABLE.args[0]!, offset: 1 << 21 }] }), /the size of the arguments is 2097168/);
  t.regex(damaged({ args: [{ ...RUNNABLE.args[0]!, offset: 6 }] }), /argument result is at 6, not a multiple of 16/);
});
