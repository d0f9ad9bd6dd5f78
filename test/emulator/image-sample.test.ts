// Sampling against the formulas of the OpenCL 1.2 specification, section 8.2, written down here as they stand there.

import test from 'ava';
import { dataFormatNamed, NUM_FORMAT } from '../../src/emulator/image/formats.js';
import { imageResource } from '../../src/isa/common/descriptors/image.js';
import { BORDER_COLOR, SAMPLER_RESOURCE, samplerResource } from '../../src/isa/common/descriptors/sampler.js';
import { writeField } from '../../src/isa/descriptors/field.js';
import { Bench, bitsOf } from './image-bench.js';

const BASE = 0x4000_0000;
const RGBA32F = { dataFormat: dataFormatNamed('32_32_32_32').code, numFormat: NUM_FORMAT.float };

type Addressing = 'clampToEdge' | 'clamp' | 'repeat' | 'mirroredRepeat';

const rint = (x: number): number => {
  const r = Math.round(x);
  return Math.abs(x % 1) === 0.5 && r % 2 !== 0 ? r - 1 : r;
};

/** The 8 bits that the hardware keeps of the place between two texels. */
const fixed = (u: number): number => rint(u * 256) / 256;

/**
 * Section 8.2, in single precision: the texel numbers that one coordinate selects; -1 or `size` stand for the border.
 */
function specTexels(mode: Addressing, filter: 'nearest' | 'linear', s: number, size: number): [number, number, number] {
  const clampTo = (low: number, high: number) => (x: number) => Math.min(Math.max(x, low), high);
  if (mode === 'clamp' || mode === 'clampToEdge') {
    const address = mode === 'clamp' ? clampTo(-1, size) : clampTo(0, size - 1);
    const u = Math.fround(s * size);
    if (filter === 'nearest') return [address(Math.floor(u)), 0, 0];
    const i = Math.floor(fixed(u) - 0.5);
    return [address(i), address(i + 1), fixed(u) - 0.5 - i];
  }
  if (mode === 'repeat') {
    const u = Math.fround(Math.fround(s - Math.floor(s)) * size);
    if (filter === 'nearest') {
      const i = Math.floor(u);
      return [i > size - 1 ? i - size : i, 0, 0];
    }
    let i0 = Math.floor(fixed(u) - 0.5);
    const a = fixed(u) - 0.5 - i0;
    let i1 = i0 + 1;
    if (i0 < 0) i0 += size;
    if (i1 > size - 1) i1 -= size;
    return [i0, i1, a];
  }
  const u = Math.fround(Math.abs(Math.fround(s - 2 * rint(0.5 * s))) * size);
  if (filter === 'nearest') return [Math.min(Math.floor(u), size - 1), 0, 0];
  const i0 = Math.floor(fixed(u) - 0.5);
  return [Math.max(i0, 0), Math.min(i0 + 1, size - 1), fixed(u) - 0.5 - i0];
}

type Pixel = readonly number[];
type Axis = [number, number, number];

/** Section 8.2: the sampled value for each component in double precision. */
function specSample(
  mode: Addressing,
  filter: 'nearest' | 'linear',
  coordinates: readonly number[],
  sizes: readonly number[],
  pixel: (x: number, y: number, z: number) => Pixel,
): number[] {
  const axes: Axis[] = coordinates.map((s, i) => specTexels(mode, filter, s, sizes[i]!));
  while (axes.length < 3) axes.push([0, 0, 0]);
  const get = (x: number, y: number, z: number): Pixel => {
    const inside = [x, y, z].every((c, i) => c >= 0 && c < (sizes[i] ?? 1));
    return inside ? pixel(x, y, z) : [0, 0, 0, 0];
  };
  const [[x0, x1, a], [y0, y1, b], [z0, z1, c]] = axes as [Axis, Axis, Axis];
  if (filter === 'nearest') return [...get(x0, y0, z0)];
  const mix = (component: number): number => {
    let total = 0;
    for (const [x, wx] of [
      [x0, 1 - a],
      [x1, a],
    ] as const)
      for (const [y, wy] of [
        [y0, 1 - b],
        [y1, b],
      ] as const)
        for (const [z, wz] of [
          [z0, 1 - c],
          [z1, c],
        ] as const) {
          const weight = wx * wy * wz;
          if (weight !== 0) total += weight * get(x, y, z)[component]!;
        }
    return total;
  };
  return [0, 1, 2, 3].map(mix);
}

/** A picture whose every component of every texel is different. */
const picture = (x: number, y: number, z: number): Pixel =>
  [0, 1, 2, 3].map((c) => Math.fround(0.25 * c + Math.sin(1 + x * 3.1 + y * 17.3 + z * 5.7 + c)));

function benchWith(sizes: readonly number[], pitch: number): Bench {
  const [width, height = 1, depth = 1] = sizes as [number, number?, number?];
  const bench = new Bench(BASE, pitch * height * depth * 16, 1);
  for (let z = 0; z < depth; z++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        picture(x, y, z).forEach((value, c) => {
          bench.memory.setFloat32((((z * height + y) * pitch + x) * 4 + c) * 4, value, true);
        });
  const kind = (['1d', '2d', '3d'] as const)[sizes.length - 1]!;
  bench.setImage(imageResource({ kind, base: BASE, width, height, depth, pitch, ...RGBA32F }));
  return bench;
}

const COORDINATES = [-2.3, -1, -0.51, -0.25, -0.01, 0, 0.05, 0.125, 0.3, 0.5, 0.77, 0.875, 0.99, 1, 1.2, 1.5, 2, 3.4];

for (const mode of ['clampToEdge', 'clamp', 'repeat', 'mirroredRepeat'] as const) {
  for (const filter of ['nearest', 'linear'] as const) {
    test(`${mode} with ${filter} filter follows section 8.2 in one, two and three dimensions`, (t) => {
      for (const sizes of [[8], [8, 4], [4, 3, 5]]) {
        const bench = benchWith(sizes, sizes[0]! + 3);
        bench.setSampler(samplerResource({ normalized: true, addressing: mode, filter }));
        for (const [i, first] of COORDINATES.entries()) {
          const all = sizes.map((_, axis) =>
            Math.fround(COORDINATES[(i * (axis * 4 + 1)) % COORDINATES.length]! + (axis ? 0 : first - COORDINATES[i]!)),
          );
          bench.setAddress(0, ...all.map(bitsOf));
          bench.run('image_sample_lz', {});
          const expected = specSample(mode, filter, all, sizes, picture).map(Math.fround);
          const actual = bench.floats(0);
          const close = actual.every((value, c) => Math.abs(value - expected[c]!) <= 1e-6);
          t.true(
            close,
            `${sizes.join('x')} at ${all.join(', ')}: ${actual.join(' ')} instead of ${expected.join(' ')}`,
          );
        }
      }
    });
  }
}

/** AMD's device library puts coordinates of nearest filters on the edge of the texel that they are in. */
const edgeCoordinate = (texel: number, size: number): number => Math.fround(Math.fround(1 / size) * texel);
const MIRRORED = (texel: number, size: number): number => {
  const inPeriod = ((texel % (2 * size)) + 2 * size) % (2 * size);
  return Math.min(inPeriod, 2 * size - 1 - inPeriod);
};
const ON_EDGES = {
  repeat: (texel: number, size: number) => ((texel % size) + size) % size,
  mirroredRepeat: MIRRORED,
  clampToEdge: (texel: number, size: number) => Math.min(Math.max(texel, 0), size - 1),
} as const;

for (const mode of ['repeat', 'mirroredRepeat', 'clampToEdge'] as const)
  test(`${mode}: nearest filters round coordinates near an edge to it, unless the sampler truncates`, (t) => {
    const sampler = samplerResource({ normalized: true, addressing: mode, filter: 'nearest' });
    writeField(sampler, SAMPLER_RESOURCE.truncCoord, 0);
    for (const size of [1, 3, 5, 7, 8, 13, 49]) {
      const bench = benchWith([size], size);
      bench.setSampler(sampler);
      for (let texel = -3 * size; texel <= 3 * size; texel++) {
        for (const distance of [0, -1 / 600, 1 / 600]) {
          bench.setAddress(0, bitsOf(edgeCoordinate(texel, size) + distance / size));
          bench.run('image_sample_lz', {});
          t.deepEqual(bench.floats(0), [...picture(ON_EDGES[mode](texel, size), 0, 0)], `${texel} of ${size}`);
        }
        bench.setAddress(0, bitsOf(edgeCoordinate(texel, size) - 1 / 300 / size));
        bench.run('image_sample_lz', {});
        t.deepEqual(bench.floats(0), [...picture(ON_EDGES[mode](texel - 1, size), 0, 0)], `before ${texel} of ${size}`);
      }
    }
  });

test('unnormalized coordinates count texels, by the instruction or by the sampler', (t) => {
  const bench = benchWith([8, 4], 8);
  const sample = (unorm: number, normalized: boolean): number[] => {
    bench.setSampler(samplerResource({ normalized, addressing: 'clampToEdge', filter: 'nearest' }));
    bench.setAddress(0, bitsOf(5.9), bitsOf(2));
    bench.run('image_sample_lz', { unorm });
    return bench.floats(0);
  };
  t.deepEqual(sample(1, true), [...picture(5, 2, 0)]);
  t.deepEqual(sample(0, false), [...picture(5, 2, 0)]);
});

test('addresses of 16 bits lie two in a register, derivatives of an odd number apart', (t) => {
  const [one, half, quarter, two] = [0x3c00, 0x3800, 0x3400, 0x4000];
  const pair = (low: number, high: number): number => low | (high << 16);
  const bench = benchWith([8, 4], 8);
  bench.setSampler(samplerResource({ normalized: true, addressing: 'clampToEdge', filter: 'nearest' }));
  bench.setAddress(0, pair(half, quarter));
  bench.run('image_sample_lz', { a16: 1 });
  t.deepEqual(bench.floats(0), [...picture(4, 1, 0)]);
  bench.setAddress(0, pair(2, 1));
  bench.run('image_load', { a16: 1 });
  t.deepEqual(bench.floats(0), [...picture(2, 1, 0)]);
  bench.setImage(imageResource({ kind: '1dArray', base: BASE, width: 8, arraySize: 4, ...RGBA32F }));
  // Both derivatives have one part each: they begin in registers of their own.
  bench.setAddress(0, pair(0, 0xffff), pair(0, 0xffff), pair(half, two));
  bench.run('image_sample_d', { a16: 1, da: 1 });
  t.deepEqual(bench.floats(0), [...picture(4, 2, 0)]);
  bench.setAddress(0, bitsOf(1), pair(half, one), 0);
  bench.setImage(imageResource({ kind: '2d', base: BASE, width: 8, height: 4, ...RGBA32F }));
  bench.run('image_sample_lz_o', { a16: 1 });
  t.deepEqual(bench.floats(0), [...picture(4, 3, 0)], 'offsets keep a register');
});

test('dmask packs the components that it names, and tfe adds a status of 0', (t) => {
  const bench = benchWith([8, 4], 8);
  bench.setSampler(samplerResource({ normalized: false, addressing: 'clampToEdge', filter: 'nearest' }));
  bench.setAddress(0, bitsOf(1), bitsOf(1));
  bench.setData(0, 7, 7, 7, 7);
  bench.run('image_sample_lz', { dmask: 0b1010, tfe: 1 });
  const [, y, , w] = picture(1, 1, 0);
  t.deepEqual(bench.data(0, 4), [bitsOf(y!), bitsOf(w!), 0, 7]);
});

test('offsets are signed texels, and lanes outside of EXEC keep their registers', (t) => {
  const bench = benchWith([8, 4], 8);
  bench.setSampler(samplerResource({ normalized: true, addressing: 'repeat', filter: 'nearest' }));
  bench.setAddress(0, (-3 & 63) | (2 << 8), bitsOf(0.1), bitsOf(0.9));
  bench.run('image_sample_lz_o', {});
  // x: 0.8 - 3 wraps to 5; y: 3.6 + 2 wraps to 1.
  t.deepEqual(bench.floats(0), [...picture(5, 1, 0)]);
  bench.exec = 0n;
  bench.setData(0, 1, 2, 3, 4);
  bench.run('image_sample_lz_o', {});
  t.deepEqual(bench.data(0, 4), [1, 2, 3, 4]);
});

test('depth compare filters the outcomes of reference against texel', (t) => {
  const bench = new Bench(BASE, 16, 1);
  for (const [i, depth] of [0.2, 0.4, 0.6, 0.8].entries()) bench.memory.setFloat32(4 * i, depth, true);
  const format = { dataFormat: dataFormatNamed('32').code, numFormat: NUM_FORMAT.float };
  bench.setImage(imageResource({ kind: '2d', base: BASE, width: 2, height: 2, ...format }));
  const sampler = samplerResource({ normalized: true, addressing: 'clampToEdge', filter: 'linear' });
  writeField(sampler, SAMPLER_RESOURCE.depthCompare, 1);
  bench.setSampler(sampler);
  bench.setAddress(0, bitsOf(0.5), bitsOf(0.5), bitsOf(0.5));
  bench.run('image_sample_c_lz', { dmask: 1 });
  t.deepEqual(bench.floats(0, 1), [0.5], '0.5 is less than two of the four texels');
  writeField(sampler, SAMPLER_RESOURCE.depthCompare, 6);
  bench.setSampler(sampler);
  bench.setAddress(0, bitsOf(0.7), bitsOf(0.5), bitsOf(0.5));
  bench.run('image_sample_c_lz', { dmask: 1 });
  t.deepEqual(bench.floats(0, 1), [0.75], '0.7 is greater than or equal to three of them');
});

test('gather4 gives one component of four texels, counter-clockwise from the lower left', (t) => {
  const bench = benchWith([8, 4], 8);
  bench.setSampler(samplerResource({ normalized: true, addressing: 'clampToEdge', filter: 'linear' }));
  bench.setAddress(0, bitsOf(3 / 8), bitsOf(2 / 4));
  bench.run('image_gather4_lz', { dmask: 0b0100 });
  const z = (x: number, y: number): number => picture(x, y, 0)[2]!;
  t.deepEqual(bench.floats(0), [z(2, 2), z(3, 2), z(3, 1), z(2, 1)]);
});

test('opaque borders, and the alpha that an image without alpha has outside', (t) => {
  const bench = new Bench(BASE, 4, 1);
  bench.setAddress(0, bitsOf(-5), bitsOf(0));
  const format = { dataFormat: dataFormatNamed('8').code, numFormat: NUM_FORMAT.unorm };
  const sampler = samplerResource({ normalized: true, addressing: 'clamp', filter: 'nearest' });
  const sample = (border: number, selects: readonly ['x', 'zero' | 'x', 'zero' | 'x', 'one' | 'x']): number[] => {
    bench.setImage(imageResource({ kind: '2d', base: BASE, width: 2, height: 2, selects, ...format }));
    writeField(sampler, SAMPLER_RESOURCE.borderColorType, border);
    bench.setSampler(sampler);
    bench.run('image_sample_lz', {});
    return bench.floats(0);
  };
  t.deepEqual(sample(BORDER_COLOR.transparentBlack, ['x', 'zero', 'zero', 'one']), [0, 0, 0, 1]);
  t.deepEqual(sample(BORDER_COLOR.transparentBlack, ['x', 'x', 'x', 'x']), [0, 0, 0, 0]);
  t.deepEqual(sample(BORDER_COLOR.opaqueWhite, ['x', 'zero', 'zero', 'one']), [1, 0, 0, 1]);
  t.deepEqual(sample(BORDER_COLOR.opaqueBlack, ['x', 'x', 'x', 'x']), [0, 0, 0, 1]);
});

test('an alpha that is 1 inside of the image only: outside it is that of the border', (t) => {
  const bench = new Bench(BASE, 512, 1);
  const format = { dataFormat: dataFormatNamed('8').code, numFormat: NUM_FORMAT.unorm };
  bench.setImage(
    imageResource({
      kind: '2d',
      base: BASE,
      width: 2,
      height: 2,
      ...format,
      selects: ['x', 'zero', 'zero', 'oneInside'],
    }),
  );
  const sampleAt = (x: number, border: number): number[] => {
    const sampler = samplerResource({ normalized: false, addressing: 'clamp', filter: 'linear' });
    writeField(sampler, SAMPLER_RESOURCE.borderColorType, border);
    bench.setSampler(sampler);
    bench.setAddress(0, bitsOf(x), bitsOf(0.5));
    bench.run('image_sample_lz', {});
    return bench.floats(0);
  };
  t.deepEqual(sampleAt(0.5, BORDER_COLOR.transparentBlack), [0, 0, 0, 1]);
  t.deepEqual(sampleAt(0.25, BORDER_COLOR.transparentBlack), [0, 0, 0, 0.75], 'filtered with the border');
  t.deepEqual(sampleAt(-5, BORDER_COLOR.transparentBlack), [0, 0, 0, 0]);
  t.deepEqual(sampleAt(-5, BORDER_COLOR.opaqueBlack), [0, 0, 0, 1]);
  bench.setAddress(0, 0, 0);
  bench.run('image_load', {});
  t.deepEqual(bench.floats(0), [0, 0, 0, 1]);
});

test('infinite and undefined coordinates select some texel and never fail', (t) => {
  const bench = benchWith([8, 4], 8);
  for (const addressing of ['clampToEdge', 'clamp', 'repeat', 'mirroredRepeat'] as const)
    for (const filter of ['nearest', 'linear'] as const)
      for (const value of [NaN, Infinity, -Infinity, 3e38, -1e-45]) {
        bench.setSampler(samplerResource({ normalized: true, addressing, filter }));
        bench.setAddress(0, bitsOf(value), bitsOf(value));
        bench.run('image_sample_lz', {});
        t.false(bench.floats(0).some(Number.isNaN), `${addressing} ${filter} ${value}`);
      }
});

test('sampling: instructions for graphics only are refused with a reason', (t) => {
  const bench = benchWith([8, 4], 8);
  const sampler = samplerResource({ normalized: true, addressing: 'clamp', filter: 'linear' });
  bench.setSampler(sampler);
  bench.setAddress(0, bitsOf(0.5), bitsOf(0.5));
  t.notThrows(() => bench.run('image_sample', {}), 'one level: the level of detail does not matter');
  writeField(sampler, SAMPLER_RESOURCE.xyMinFilter, 0);
  bench.setSampler(sampler);
  t.throws(() => bench.run('image_sample', {}), { message: /derivatives between pixels/ });
  t.notThrows(() => bench.run('image_sample_l', {}));
  bench.setImage(imageResource({ kind: 'cube', base: BASE, width: 2, height: 2, ...RGBA32F }));
  t.throws(() => bench.run('image_sample_lz', { da: 1 }), { message: /cube maps/ });
  bench.setImage(imageResource({ kind: '2dMsaa', base: BASE, width: 2, height: 2, ...RGBA32F }));
  t.throws(() => bench.run('image_load', {}), { message: /multisampled/ });
  bench.setImage(Uint32Array.of(0, 0, 0, 5 << 28, 0, 0, 0, 0));
  t.throws(() => bench.run('image_load', {}), { message: /type 5, which is not an image/ });
});
