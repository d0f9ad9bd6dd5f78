// Image reads and writes against pocl: every channel type, every addressing mode, both filters.

import test from 'ava';
import {
  CHANNEL_ORDER,
  CHANNEL_TYPE,
  type ChannelOrderName,
  type ChannelTypeName,
  NUM_FORMAT,
  texelFormat,
} from '../../src/emulator/image/formats.js';
import { imageResource } from '../../src/isa/common/descriptors/image.js';
import { samplerResource } from '../../src/isa/common/descriptors/sampler.js';
import { Bench, bitsOf, floatOf } from './image-bench.js';
import { askOpenCl, type Job } from './image-reference.js';
import { Random } from './random.js';

const BASE = 0x4000_0000;
const ORDERS: readonly ChannelOrderName[] = ['R', 'A', 'RGBA', 'BGRA', 'ARGB'];
const ADDRESSING = {
  none: 0x1130,
  clampToEdge: 0x1131,
  clamp: 0x1132,
  repeat: 0x1133,
  mirroredRepeat: 0x1134,
} as const;
type Addressing = keyof typeof ADDRESSING;

function formatOf(order: ChannelOrderName, type: ChannelTypeName) {
  return texelFormat(CHANNEL_ORDER[order], CHANNEL_TYPE[type]);
}

/**
 * All combinations that both sides support. pocl 3.1 mixes up the bytes of half floats: image-formats.test.ts looks at
 * those.
 */
const FORMATS = ORDERS.flatMap((order) =>
  (Object.keys(CHANNEL_TYPE) as ChannelTypeName[]).flatMap((type) => {
    const format = formatOf(order, type);
    return format && type !== 'HALF_FLOAT' ? [{ order, type, format }] : [];
  }),
);

const suffixOf = (number: string): 'f' | 'i' | 'ui' => (number === 'sint' ? 'i' : number === 'uint' ? 'ui' : 'f');

/** Runs the same job on the emulator: one lane, one texel after another. */
function emulate(job: Job): Uint8Array {
  const format = texelFormat(job.order, job.type)!;
  const [width, height = 1, depth = 1] = job.size as [number, number?, number?];
  const bench = new Bench(BASE, job.texels.length, 1);
  new Uint8Array(bench.memory.buffer).set(job.texels);
  const kind = job.size.length === 3 ? '3d' : '2d';
  const [dataFormat, numFormat] = [format.data.code, NUM_FORMAT[format.number]];
  bench.setImage(
    imageResource({ kind, base: BASE, width, height, depth, dataFormat, numFormat, selects: format.selects }),
  );
  const writes = job.operation.startsWith('write');
  const out = new Uint32Array(job.input.length);
  if (!writes) bench.setSampler(samplerOf(job));
  for (let i = 0; i < job.input.length / 4; i++) {
    const words = [...job.input.subarray(4 * i, 4 * i + 4)];
    if (writes) {
      bench.setAddress(0, i, 0);
      bench.setData(0, ...words);
      bench.run('image_store', { unorm: 1 });
    } else {
      bench.setAddress(0, ...words);
      bench.run('image_sample_lz', {});
      out.set(bench.data(0, 4), 4 * i);
    }
  }
  if (!writes) return new Uint8Array(out.buffer);
  return new Uint8Array(bench.memory.buffer, 0, (job.input.length / 4) * job.answerBytes);
}

function samplerOf(job: Job): Uint32Array {
  const [addressing] = Object.entries(ADDRESSING).find(([, value]) => value === (job.addressing ?? ADDRESSING.none))!;
  return samplerResource({
    normalized: job.normalized === true,
    addressing: addressing as Addressing,
    filter: job.linear ? 'linear' : 'nearest',
  });
}

test('read_image converts every channel type as pocl does', (t) => {
  const random = new Random(7);
  const jobs = FORMATS.map(({ order, type, format }): Job => {
    const width = format.data.bytes === 1 ? 256 : 512;
    const texels = Uint8Array.from({ length: width * format.data.bytes }, (_, i) =>
      format.data.bytes === 1 ? i : random.word() >>> 24,
    );
    if (type === 'FLOAT')
      new Float32Array(texels.buffer).forEach((_, i, all) => {
        all[i] = (random.word() | 0) / 65536;
      });
    const input = new Uint32Array(4 * width);
    for (let i = 0; i < width; i++) input[4 * i] = bitsOf(i);
    const operation = `read${suffixOf(format.number)}` as const;
    return {
      operation,
      order: CHANNEL_ORDER[order],
      type: CHANNEL_TYPE[type],
      size: [width, 1],
      texels,
      input,
      answerBytes: 16,
    };
  });
  const answers = askOpenCl(jobs);
  for (const [i, job] of jobs.entries()) compareReads(t, job, answers[i]!, 0);
});

/** Floats agree within `tolerance` (relative to 1) or one unit in the last place; integers exactly. */
function compareReads(
  t: { true(actual: boolean, message: string): unknown },
  job: Job,
  answer: Uint8Array,
  tolerance: number,
): void {
  const expected = new Uint32Array(answer.buffer);
  const actual = new Uint32Array(emulate(job).buffer);
  const isFloat = job.operation === 'readf';
  const wrong = [...actual].findIndex((bits, i) => {
    // pocl gives integer images of order R an alpha of 0; OpenCL 1.2 table 5.6 has 1, as here.
    const alphaOfR = !isFloat && job.order === CHANNEL_ORDER.R && i % 4 === 3;
    if (bits === (alphaOfR ? 1 : expected[i])) return false;
    if (!isFloat) return true;
    const [a, b] = [floatOf(bits), floatOf(expected[i]!)];
    if (Number.isNaN(a) && Number.isNaN(b)) return false;
    return !(Math.abs(a - b) <= Math.max(tolerance, Math.abs(b) * 2 ** -22));
  });
  const what = `order ${job.order.toString(16)} type ${job.type.toString(16)} at input ${wrong >> 2}`;
  const at = (words: Uint32Array): string =>
    [...words.subarray(wrong & ~3, (wrong & ~3) + 4)].map((w) => (isFloat ? floatOf(w) : w)).join(' ');
  t.true(wrong < 0, `${what}: ${at(actual)} instead of ${at(expected)}`);
}

const SPECIAL_FLOATS = [0, 1, -1, 0.5, 2, -2, 1e-8, 65504, 65519, 1e10, 0.49803922, 0.5 / 255, 1.5 / 255, 2.5 / 255];

test('write_image converts, rounds and saturates every channel type as pocl does', (t) => {
  const random = new Random(11);
  const jobs = FORMATS.map(({ order, type, format }): Job => {
    const count = 64;
    const suffix = suffixOf(format.number);
    const word = (i: number): number => {
      if (suffix !== 'f') return i % 3 ? random.word() : random.word() >> (random.word() & 31);
      const value = SPECIAL_FLOATS[i] ?? ((random.word() | 0) / 2 ** 31) * (i % 2 ? 1 : 2.5);
      // Below -1 pocl stores the most negative integer, D3D hardware its neighbour; both mean -1.
      return bitsOf(format.number === 'snorm' ? Math.max(value, -1) : value);
    };
    return {
      operation: `write${suffix}`,
      order: CHANNEL_ORDER[order],
      type: CHANNEL_TYPE[type],
      size: [count, 1],
      texels: new Uint8Array(count * format.data.bytes),
      input: Uint32Array.from({ length: 4 * count }, (_, i) => word(i)),
      answerBytes: format.data.bytes,
    };
  });
  const answers = askOpenCl(jobs);
  for (const [i, job] of jobs.entries()) {
    const actual = emulate(job);
    const wrong = actual.findIndex((byte, at) => byte !== answers[i]![at]);
    const input = job.input.subarray(4 * Math.floor(wrong / job.answerBytes)).slice(0, 4);
    const { order, type } = FORMATS[i]!;
    t.true(
      wrong < 0,
      `${order} ${type}: byte ${wrong} is ${actual[wrong]} instead of ${answers[i]![wrong]}, value ${[...input].map(floatOf).join(' ')} (${[...input].join(' ')})`,
    );
  }
});

test('samplers address and filter as pocl does', (t) => {
  const random = new Random(23);
  const texelsOf = (count: number): Uint8Array =>
    new Uint8Array(Float32Array.from({ length: 4 * count }, () => (random.word() >>> 8) / 2 ** 24).buffer);
  const jobs = [
    [8, 4],
    [5, 3, 4],
  ].flatMap((size) =>
    (Object.keys(ADDRESSING) as Addressing[]).flatMap((addressing) =>
      [true, false].flatMap((normalized) =>
        [false, true].flatMap((linear): Job[] => {
          const repeats = addressing === 'repeat' || addressing === 'mirroredRepeat';
          if (repeats && !normalized) return [];
          return [
            {
              operation: 'readf',
              order: CHANNEL_ORDER.RGBA,
              type: CHANNEL_TYPE.FLOAT,
              size,
              normalized,
              linear,
              addressing: ADDRESSING[addressing],
              texels: texelsOf(size.reduce((a, b) => a * b, 1)),
              input: coordinates(random, size, normalized, addressing === 'none'),
              answerBytes: 16,
            },
          ];
        }),
      ),
    ),
  );
  const answers = askOpenCl(jobs);
  // pocl computes filter weights in single precision; ours have 8 bits: half of the last one of each axis, of texels
  // below 1.
  for (const [i, job] of jobs.entries()) compareReads(t, job, answers[i]!, job.linear ? 2 ** -9 * job.size.length : 0);
});

/** Random coordinates around the image; inside of it (by a texel) where the addressing mode promises that. */
function coordinates(random: Random, size: readonly number[], normalized: boolean, inside: boolean): Uint32Array {
  const input = new Uint32Array(4 * 200);
  for (let i = 0; i < 200; i++) {
    size.forEach((extent, axis) => {
      const part = random.word() / 2 ** 32;
      const texel = inside ? 0.6 + part * (extent - 1.2) : (part * 3 - 1) * extent;
      input[4 * i + axis] = bitsOf(normalized ? texel / extent : texel);
    });
  }
  return input;
}
