// Texel formats: half floats against the compiler's, every other width against the definition in exact arithmetic.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import {
  CHANNEL_ORDER,
  CHANNEL_TYPE,
  DATA_FORMATS,
  dataFormatNamed,
  NUM_FORMAT,
  texelFormat,
} from '../../src/emulator/image/formats.js';
import { decodeComponent, encodeComponent } from '../../src/emulator/image/numbers.js';
import { loadTexel, storeTexel } from '../../src/emulator/image/texel.js';
import { Bench, bitsOf, floatOf } from './image-bench.js';
import { Random } from './random.js';

const HALF_SOURCE = fileURLToPath(new URL('../../../test/emulator/half-reference.c', import.meta.url));

function askCompiler(input: Uint32Array): { singles: Uint32Array; halves: Uint16Array } {
  const directory = mkdtempSync(join(tmpdir(), 'atoll-half-'));
  try {
    const program = join(directory, 'half');
    execFileSync('gcc', ['-O1', '-o', program, HALF_SOURCE]);
    const output = execFileSync(program, { input: Buffer.from(input.buffer), maxBuffer: 1 << 24 });
    const bytes = Uint8Array.from(output);
    return { singles: new Uint32Array(bytes.buffer, 0, 65536), halves: new Uint16Array(bytes.buffer, 4 * 65536) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

test('half floats convert both ways as the compiler converts them', (t) => {
  const random = new Random(99);
  // Numbers around halves and between them, and any bits at all.
  const input = Uint32Array.from({ length: 20_000 }, (_, i) => {
    if (i % 4 === 0) return random.word();
    const near = floatOf(decodeComponent(random.word() & 0x7fff, 16, NUM_FORMAT.float, false));
    return bitsOf(near * (1 + ((i % 7) - 3) * 2 ** -11)) ^ (random.word() & 0x8000_0000);
  });
  const { singles, halves } = askCompiler(input);
  for (let half = 0; half < 65536; half++) {
    const actual = decodeComponent(half, 16, NUM_FORMAT.float, false);
    const expected = singles[half]!;
    if (Number.isNaN(floatOf(expected))) t.true(Number.isNaN(floatOf(actual)), `half ${half.toString(16)}`);
    else if (actual !== expected) t.fail(`half ${half.toString(16)} gives ${floatOf(actual)}`);
  }
  for (const [i, bits] of input.entries()) {
    const actual = encodeComponent(bits, 16, NUM_FORMAT.float);
    if (Number.isNaN(floatOf(bits))) t.true((actual & 0x7fff) > 0x7c00, `NaN ${bits.toString(16)}`);
    else if (actual !== halves[i])
      t.fail(`${floatOf(bits)} gives ${actual.toString(16)}, not ${halves[i]!.toString(16)}`);
  }
});

/** True if `bits` is the single-precision number nearest to numerator / denominator, by integer arithmetic. */
function isNearest(bits: number, numerator: bigint, denominator: bigint): boolean {
  // Every number involved is a multiple of 2^-64.
  const scaled = (value: number): bigint => BigInt(Math.round(value * 2 ** 32)) * 2n ** 32n;
  const exact = (value: number): bigint => {
    const high = Math.trunc(value * 2 ** 32) / 2 ** 32;
    return scaled(high) + BigInt(Math.round((value - high) * 2 ** 64));
  };
  const distance = (other: number): bigint => {
    const difference = exact(floatOf(other)) * denominator - numerator * 2n ** 64n;
    return difference < 0n ? -difference : difference;
  };
  return distance(bits) <= distance(bits + 1) && (bits === 0 || distance(bits) <= distance(bits - 1));
}

test('normalized components become the nearest floats, and every component survives the round trip', (t) => {
  for (const width of [1, 2, 4, 5, 6, 8, 10, 11, 16]) {
    const max = 2 ** width - 1;
    for (let bits = 0; bits <= max; bits++) {
      const unorm = decodeComponent(bits, width, NUM_FORMAT.unorm, false);
      if (!isNearest(unorm, BigInt(bits), BigInt(max))) t.fail(`unorm ${bits} of ${width} bits`);
      if (encodeComponent(unorm, width, NUM_FORMAT.unorm) !== bits) t.fail(`unorm ${bits} of ${width} bits and back`);
      if (width < 4) continue;
      const snorm = decodeComponent(bits, width, NUM_FORMAT.snorm, false);
      const lowest = 2 ** (width - 1);
      const back = encodeComponent(snorm, width, NUM_FORMAT.snorm);
      if (back !== (bits === lowest ? lowest + 1 : bits)) t.fail(`snorm ${bits} of ${width} bits and back`);
      for (const number of [NUM_FORMAT.uint, NUM_FORMAT.sint, NUM_FORMAT.uscaled, NUM_FORMAT.sscaled])
        if (encodeComponent(decodeComponent(bits, width, number, false), width, number) !== bits)
          t.fail(`number format ${number}: ${bits} of ${width} bits`);
    }
  }
  t.is(floatOf(decodeComponent(0x80, 8, NUM_FORMAT.snorm, false)), -1);
  t.is(floatOf(decodeComponent(0x80, 8, NUM_FORMAT.snormOgl, false)), -1);
  t.is(floatOf(decodeComponent(0x7f, 8, NUM_FORMAT.snormOgl, false)), 1);
});

test('packed floats of 11 and 10 bits have no sign and 5 exponent bits', (t) => {
  const decode = (bits: number, width: number): number =>
    floatOf(decodeComponent(bits, width, NUM_FORMAT.float, false));
  t.is(decode(0x3c0, 11), 1);
  t.is(decode(0x1e0, 10), 1);
  t.is(decode(1, 11), 2 ** -20);
  t.is(decode(0x7c0, 11), Infinity);
  t.is(encodeComponent(bitsOf(-3), 11, NUM_FORMAT.float), 0);
  for (const [width, infinity] of [
    [11, 0x7c0],
    [10, 0x3e0],
  ] as const)
    for (let bits = 0; bits <= infinity; bits++)
      t.is(encodeComponent(decodeComponent(bits, width, NUM_FORMAT.float, false), width, NUM_FORMAT.float), bits);
});

test('stores saturate, round to even, and turn NaN into 0', (t) => {
  const unorm8 = (value: number): number => encodeComponent(bitsOf(value), 8, NUM_FORMAT.unorm);
  t.deepEqual([NaN, -1, 2, 0.5, Infinity].map(unorm8), [0, 0, 255, 128, 255]);
  t.is(encodeComponent(300, 8, NUM_FORMAT.uint), 255);
  t.is(encodeComponent(0xffff_ff00, 8, NUM_FORMAT.sint), 0x80);
  t.is(encodeComponent(200, 8, NUM_FORMAT.sint), 0x7f);
});

test('texels of every layout keep their components apart', (t) => {
  const bench = new Bench(0x1000, 64);
  const out = new Uint32Array(4);
  for (const format of DATA_FORMATS.filter((candidate) => !candidate.sharedExponent)) {
    for (let i = 0; i < format.widths.length; i++) {
      const values = format.widths.map((width, c) => (c === i ? 2 ** width - 1 : 0));
      storeTexel(bench, 0x1010, format, NUM_FORMAT.uint, values);
      loadTexel(bench, 0x1010, format, NUM_FORMAT.uint, out);
      t.deepEqual(
        [...out],
        [0, 1, 2, 3].map((c) => values[c] ?? 0),
        `${format.name} component ${i}`,
      );
    }
  }
});

test('the first component is in the lowest bits, and a shared exponent scales three fractions', (t) => {
  const bench = new Bench(0, 16);
  const out = new Uint32Array(4);
  bench.writeU32(0, 0xc010_0401);
  loadTexel(bench, 0, dataFormatNamed('2_10_10_10'), NUM_FORMAT.uint, out);
  t.deepEqual([...out], [1, 1, 1, 3]);
  bench.writeU32(0, (16 << 27) | (3 << 18) | (2 << 9) | 256);
  loadTexel(bench, 0, dataFormatNamed('5_9_9_9'), NUM_FORMAT.float, out);
  t.deepEqual([...out].map(floatOf), [1, 2 / 256, 3 / 256, 1]);
});

test('OpenCL image formats map to layouts of the right size, and impossible ones to nothing', (t) => {
  const rgba8 = texelFormat(CHANNEL_ORDER.BGRA, CHANNEL_TYPE.UNORM_INT8)!;
  t.deepEqual([rgba8.data.name, rgba8.number, rgba8.selects], ['8_8_8_8', 'unorm', ['z', 'y', 'x', 'w']]);
  t.is(texelFormat(CHANNEL_ORDER.RG, CHANNEL_TYPE.FLOAT)!.data.bytes, 8);
  t.is(texelFormat(CHANNEL_ORDER.RGB, CHANNEL_TYPE.UNORM_SHORT_565)!.data.name, '5_6_5');
  t.is(texelFormat(CHANNEL_ORDER.RGBA, CHANNEL_TYPE.UNORM_SHORT_565), undefined);
  t.is(texelFormat(CHANNEL_ORDER.LUMINANCE, CHANNEL_TYPE.SIGNED_INT8), undefined);
  t.is(texelFormat(CHANNEL_ORDER.BGRA, CHANNEL_TYPE.FLOAT), undefined);
  t.is(texelFormat(0, 0), undefined);
});
