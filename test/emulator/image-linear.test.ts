// Linear filters against the rule of OpenCL's conformance suite: coordinates and fractions in single precision, and an
// error of at most 2^-7 of the largest texel that the filter may look at. Neighbours that it may not look at are a
// million times as large.

import test from 'ava';
import { dataFormatNamed, NUM_FORMAT } from '../../src/emulator/image/formats.js';
import { imageResource } from '../../src/isa/common/descriptors/image.js';
import { samplerResource } from '../../src/isa/common/descriptors/sampler.js';
import { Bench, bitsOf } from './image-bench.js';
import { Random } from './random.js';

const BASE = 0x4000_0000;
const f = Math.fround;
const TOLERANCE = 2 ** -7;
const ROUNDS = 400 * Number(process.env['ATOLL_FUZZ'] ?? 1);

type Addressing = 'clampToEdge' | 'clamp' | 'repeat' | 'mirroredRepeat';
const MODES: readonly Addressing[] = ['clampToEdge', 'clamp', 'repeat', 'mirroredRepeat'];

function rint(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
}

/** One axis in single precision: two texels (-1: border) and the weight of the second. */
function axis(mode: Addressing, coordinate: number, size: number, normalized: boolean): [number, number, number] {
  let u = coordinate;
  if (normalized) {
    if (mode === 'repeat') u = f(f(coordinate - Math.floor(coordinate)) * size);
    else if (mode === 'mirroredRepeat') u = f(Math.abs(f(coordinate - f(2 * rint(f(coordinate * 0.5))))) * size);
    else u = f(coordinate * size);
  }
  const at = f(u - 0.5);
  const first = Math.floor(at);
  const place = (i: number): number => {
    if (mode === 'repeat') return ((i % size) + size) % size;
    if (mode === 'clamp') return i < 0 || i >= size ? -1 : i;
    return Math.min(Math.max(i, 0), size - 1);
  };
  return [place(first), place(first + 1), f(at - first)];
}

/** The result in single precision, and the largest texel that has a part in it. */
function filtered(axes: readonly (readonly [number, number, number])[], texel: (at: readonly number[]) => number) {
  let [sum, largest] = [0, 0];
  for (let corner = 0; corner < 1 << axes.length; corner++) {
    const sides = axes.map((_, i) => (corner >> i) & 1);
    const weight = axes.reduce((product, [, , a], i) => product * (sides[i] ? a : 1 - a), 1);
    const value = texel(axes.map((one, i) => one[sides[i]!]!));
    sum += weight * value;
    largest = Math.max(largest, Math.abs(value));
  }
  return { sum, largest };
}

function coordinateOf(random: Random, size: number, normalized: boolean): number {
  const texel = random.below(3 * size) - size;
  // Centres and edges of texels, where rounding decides which texels are neighbours; and random coordinates.
  const place = texel + [0.5, 0, random.word() / 2 ** 32][random.below(3)]!;
  return f(normalized ? place / size : place);
}

for (const mode of MODES) {
  for (const normalized of mode === 'repeat' || mode === 'mirroredRepeat' ? [true] : [true, false]) {
    test(`${mode}, ${normalized ? '' : 'un'}normalized: within 2^-7 of the largest neighbour`, (t) => {
      const random = new Random(97);
      const wrong: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const sizes = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(40));
        const [width, height = 1, depth = 1] = sizes as [number, number?, number?];
        const bench = new Bench(BASE, 4 * width * height * depth, 1);
        for (let i = 0; i < width * height * depth; i++) {
          const size = f(2 ** (random.below(200) - 100));
          bench.memory.setFloat32(4 * i, random.chance(0.5) ? size : -size, true);
        }
        const kind = (['1d', '2d', '3d'] as const)[sizes.length - 1]!;
        const format = { dataFormat: dataFormatNamed('32').code, numFormat: NUM_FORMAT.float };
        bench.setImage(imageResource({ kind, base: BASE, width, height, depth, ...format }));
        bench.setSampler(samplerResource({ normalized, addressing: mode, filter: 'linear' }));
        const coordinates = sizes.map((size) => coordinateOf(random, size, normalized));
        bench.setAddress(0, ...coordinates.map(bitsOf));
        bench.run('image_sample_lz', { dmask: 1 });
        const axes = coordinates.map((value, i) => axis(mode, value, sizes[i]!, normalized));
        const { sum, largest } = filtered(axes, ([x, y = 0, z = 0]) =>
          Math.min(x!, y, z) < 0 ? 0 : bench.memory.getFloat32(4 * (x! + width * (y + height * z)), true),
        );
        const actual = bench.floats(0, 1)[0]!;
        const good = Math.abs(actual - sum) <= TOLERANCE * largest;
        if (!good) wrong.push(`${sizes.join('x')} at ${coordinates.join(', ')}: ${actual} instead of ${sum}`);
      }
      t.deepEqual(wrong, []);
    });
  }
}

test('weights have 8 bits', (t) => {
  const bench = new Bench(BASE, 8, 1);
  bench.memory.setFloat32(4, 1, true);
  const format = { dataFormat: dataFormatNamed('32').code, numFormat: NUM_FORMAT.float };
  bench.setImage(imageResource({ kind: '1d', base: BASE, width: 2, ...format }));
  bench.setSampler(samplerResource({ normalized: false, addressing: 'clampToEdge', filter: 'linear' }));
  for (let step = 0; step <= 4096; step++) {
    bench.setAddress(0, bitsOf(0.5 + step / 4096));
    bench.run('image_sample_lz', { dmask: 1 });
    t.is(bench.floats(0, 1)[0], rint((step / 4096) * 256) / 256);
  }
});
