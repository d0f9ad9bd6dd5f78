// Image loads, stores, atomics and resource queries at integer coordinates.

import test from 'ava';
import { dataFormatNamed, NUM_FORMAT } from '../../src/emulator/image/formats.js';
import { surfaceBytes, surfaceOf } from '../../src/emulator/image/surface.js';
import { imageResource } from '../../src/isa/common/descriptors/image.js';
import type { ImageResourceOptions } from '../../src/isa/descriptors/views.js';
import { southernIslands } from '../../src/isa/southern-islands/index.js';
import { Bench, bitsOf } from './image-bench.js';

const BASE = 0x4000_0000;
const UINT32 = { dataFormat: dataFormatNamed('32').code, numFormat: NUM_FORMAT.uint };
const UINT64 = { dataFormat: dataFormatNamed('32_32').code, numFormat: NUM_FORMAT.uint };
const RGBA8 = { dataFormat: dataFormatNamed('8_8_8_8').code, numFormat: NUM_FORMAT.uint };

function benchFor(options: Omit<ImageResourceOptions, 'base'>): Bench {
  const words = imageResource({ base: BASE, ...options });
  const bench = new Bench(BASE, surfaceBytes(surfaceOf(words, southernIslands.descriptors.image)));
  bench.setImage(words);
  return bench;
}

test('rows follow the pitch, slices the height, arrays take their slice from VADDR with da', (t) => {
  const address = (options: Omit<ImageResourceOptions, 'base'>, da: number, ...coordinates: number[]): number => {
    const bench = benchFor(options);
    bench.exec = 1n;
    bench.setAddress(0, ...coordinates);
    bench.setData(0, 0xabcd);
    bench.run('image_store', { dmask: 1, da });
    const words = new Uint32Array(bench.memory.buffer);
    return words.indexOf(0xabcd);
  };
  const size = { width: 5, height: 4, pitch: 8, ...UINT32 };
  t.is(address({ kind: '1d', width: 5, ...UINT32 }, 0, 3), 3);
  t.is(address({ kind: '2d', ...size }, 0, 3, 2), 2 * 8 + 3);
  t.is(address({ kind: '3d', depth: 3, ...size }, 0, 3, 2, 1), (4 + 2) * 8 + 3);
  t.is(address({ kind: '2dArray', arraySize: 3, ...size }, 1, 3, 2, 2), (2 * 4 + 2) * 8 + 3);
  t.is(address({ kind: '2dArray', arraySize: 3, ...size }, 0, 3, 2, 2), 2 * 8 + 3, 'without da slice 0');
  t.is(address({ kind: '1dArray', arraySize: 3, width: 5, ...UINT32 }, 1, 3, 2), 2 * 5 + 3);
  t.is(address({ kind: 'cube', arraySize: 6, ...size }, 1, 1, 1, 5), (5 * 4 + 1) * 8 + 1);
});

test('mip levels follow at multiples of 256 bytes', (t) => {
  const bench = benchFor({ kind: '2d', width: 16, height: 8, levels: 3, ...UINT32 });
  bench.exec = 1n;
  bench.setAddress(0, 1, 1, 2);
  bench.setData(0, 77);
  bench.run('image_store_mip', { dmask: 1 });
  // Level 0 has 512 bytes, level 1 (8 x 4) has 128, level 2 (4 x 2) starts at 768.
  t.is(new Uint32Array(bench.memory.buffer).indexOf(77), 768 / 4 + 4 + 1);
  bench.setData(0, 0);
  bench.run('image_load_mip', { dmask: 1 });
  t.deepEqual(bench.data(0, 1), [77]);
  bench.setAddress(0, 1, 1, 3);
  bench.run('image_load_mip', { dmask: 1 });
  t.deepEqual(bench.data(0, 1), [0], 'a level that does not exist');
});

test('outside of the image loads give zeros (and the constant 1 of the selects), stores nothing', (t) => {
  const bench = benchFor({ kind: '2d', width: 2, height: 2, selects: ['x', 'zero', 'zero', 'one'], ...UINT32 });
  const before = [...new Uint8Array(bench.memory.buffer).fill(0x5a)];
  for (const [x, y] of [
    [2, 0],
    [0, 2],
    [0xffff_ffff, 0],
    [0, 0x8000_0000],
  ] as const) {
    bench.setAddress(0, x, y);
    bench.setData(0, 1, 2, 3, 4);
    bench.exec = 1n;
    bench.run('image_store', {});
    t.deepEqual([...new Uint8Array(bench.memory.buffer)], before);
    bench.run('image_load', {});
    t.deepEqual(bench.data(0, 4), [0, 0, 0, 1], `${x}, ${y}`);
  }
});

test('stores write 0 to components that dmask leaves out, loads pack those that it names', (t) => {
  const bench = benchFor({ kind: '1d', width: 4, ...RGBA8 });
  for (let lane = 0; lane < 4; lane++) {
    bench.setAddress(lane, lane);
    bench.setData(lane, 10 + lane, 20 + lane);
  }
  bench.memory.setUint32(0, 0xffff_ffff);
  bench.exec = 0b1101n;
  bench.run('image_store', { dmask: 0b0101 });
  t.deepEqual(
    [...new Uint8Array(bench.memory.buffer)].slice(0, 16),
    [10, 0, 20, 0, 0, 0, 0, 0, 12, 0, 22, 0, 13, 0, 23, 0],
  );
  bench.run('image_load', { dmask: 0b1110 });
  t.deepEqual(bench.data(3, 3), [0, 23, 0]);
  t.deepEqual(bench.data(1, 2), [11, 21], 'an inactive lane keeps its registers');
});

test('component selects apply to loads and, backwards, to stores', (t) => {
  const bench = benchFor({ kind: '1d', width: 1, selects: ['z', 'y', 'x', 'w'], ...RGBA8 });
  bench.exec = 1n;
  bench.setAddress(0, 0);
  bench.setData(0, 1, 2, 3, 4);
  bench.run('image_store', {});
  t.deepEqual([...new Uint8Array(bench.memory.buffer)].slice(0, 4), [3, 2, 1, 4]);
  bench.run('image_load', {});
  t.deepEqual(bench.data(0, 4), [1, 2, 3, 4]);
});

test('pck forms move raw dwords, sgn extends from the component', (t) => {
  const bench = benchFor({ kind: '1d', width: 2, dataFormat: dataFormatNamed('16').code, numFormat: NUM_FORMAT.unorm });
  bench.exec = 1n;
  bench.setAddress(0, 1);
  bench.setData(0, 0x1234_8765);
  bench.run('image_store_pck', { dmask: 1 });
  t.is(bench.memory.getUint16(2, true), 0x8765);
  bench.run('image_load_pck', { dmask: 1 });
  t.deepEqual(bench.data(0, 1), [0x8765]);
  bench.run('image_load_pck_sgn', { dmask: 1 });
  t.deepEqual(bench.data(0, 1), [0xffff_8765]);
});

test('atomics take 32 or 64 bits, return the old value with glc only, and ignore coordinates outside', (t) => {
  const bench = benchFor({ kind: '1d', width: 2, ...UINT32 });
  bench.memory.setUint32(4, 100, true);
  bench.exec = 0b11n;
  for (const lane of [0, 1]) {
    bench.setAddress(lane, 1);
    bench.setData(lane, 5);
  }
  bench.run('image_atomic_add', { dmask: 1 });
  t.is(bench.memory.getUint32(4, true), 110);
  t.deepEqual([bench.data(0, 1), bench.data(1, 1)], [[5], [5]]);
  bench.run('image_atomic_add', { dmask: 1, glc: 1 });
  t.deepEqual([bench.data(0, 1), bench.data(1, 1)], [[110], [115]], 'lanes in ascending order');
  bench.setAddress(0, 2);
  bench.exec = 1n;
  bench.run('image_atomic_add', { dmask: 1, glc: 1 });
  t.deepEqual(bench.data(0, 1), [0]);
  t.throws(() => bench.run('image_atomic_add', { dmask: 3 }), { message: /8 bytes does not fit texels of 4/ });
  t.throws(() => bench.run('image_atomic_add', { dmask: 15 }), { message: /32 or 64 bits/ });
});

test('compare-and-swap has the new value before the expected one', (t) => {
  const narrow = benchFor({ kind: '1d', width: 1, ...UINT32 });
  narrow.exec = 1n;
  narrow.memory.setUint32(0, 7, true);
  narrow.setAddress(0, 0);
  narrow.setData(0, 9, 7);
  narrow.run('image_atomic_cmpswap', { dmask: 3, glc: 1 });
  t.is(narrow.memory.getUint32(0, true), 9);
  t.deepEqual(narrow.data(0, 2), [7, 7]);
  const wide = benchFor({ kind: '1d', width: 1, ...UINT64 });
  wide.exec = 1n;
  wide.memory.setBigUint64(0, 0x1_0000_0002n, true);
  wide.setAddress(0, 0);
  wide.setData(0, 3, 4, 2, 1);
  wide.run('image_atomic_cmpswap', { dmask: 15, glc: 1 });
  t.is(wide.memory.getBigUint64(0, true), 0x4_0000_0003n);
  t.deepEqual(wide.data(0, 4), [2, 1, 2, 1]);
});

test('get_resinfo gives the sizes of a level', (t) => {
  const query = (options: Omit<ImageResourceOptions, 'base'>, level: number): number[] => {
    const bench = benchFor(options);
    bench.exec = 1n;
    bench.setAddress(0, level);
    bench.run('image_get_resinfo', {});
    return bench.data(0, 4);
  };
  t.deepEqual(query({ kind: '2d', width: 640, height: 480, ...RGBA8 }, 0), [640, 480, 1, 1]);
  t.deepEqual(query({ kind: '3d', width: 16, height: 8, depth: 4, levels: 3, ...RGBA8 }, 1), [8, 4, 2, 3]);
  t.deepEqual(query({ kind: '2dArray', width: 16, height: 8, arraySize: 7, ...RGBA8 }, 0), [16, 8, 7, 1]);
  t.deepEqual(query({ kind: '1dArray', width: 16, arraySize: 7, ...RGBA8 }, 0), [16, 7, 1, 1]);
  t.deepEqual(query({ kind: '2d', width: 16, height: 8, ...RGBA8 }, 1), [0, 0, 0, 1]);
});

test('levels of detail: explicit, from derivatives, biased, clamped, and mixed between two levels', (t) => {
  const format = { dataFormat: dataFormatNamed('32').code, numFormat: NUM_FORMAT.float };
  const bench = benchFor({ kind: '2d', width: 8, height: 8, levels: 4, ...format });
  bench.exec = 1n;
  const [sizes, offsets] = [
    [64, 16, 4, 1],
    [0, 256, 512, 768],
  ];
  sizes.forEach((count, level) => {
    for (let i = 0; i < count; i++) bench.memory.setFloat32(offsets[level]! + 4 * i, level * 10, true);
  });
  // Linear mip filter, levels up to 15.
  const sampler = Uint32Array.of(0, 0xf00 << 12, 2 << 26, 0);
  bench.setSampler(sampler);
  const sample = (name: string, ...words: number[]): number => {
    bench.setAddress(0, ...words.map(bitsOf));
    bench.run(name, { dmask: 1 });
    return bench.floats(0, 1)[0]!;
  };
  t.is(sample('image_sample_lz', 0.3, 0.3), 0);
  t.is(sample('image_sample_l', 0.3, 0.3, 2), 20);
  t.is(sample('image_sample_l', 0.3, 0.3, 1.25), 12.5);
  t.is(sample('image_sample_l', 0.3, 0.3, 9), 30, 'the last level');
  t.is(sample('image_sample_l', 0.3, 0.3, -4), 0);
  t.is(sample('image_sample_d', 0.25, 0, 0, 0.125, 0.3, 0.3), 10, 'two texels wide');
  t.is(sample('image_sample_d_cl', 0.25, 0, 0, 0.125, 0.3, 0.3, 3), 30);
  t.is(sample('image_sample_cd', 0, 0.5, 0.125, 0, 0.3, 0.3), 20);
});
