// Typed buffer access: conversion, component selects, range, alignment, and the transfer to LDS.

import test from 'ava';
import { runHelper } from '../../src/emulator/image/bodies.js';
import { dataFormatNamed, NUM_FORMAT } from '../../src/emulator/image/formats.js';
import { FORMAT_ARGUMENT } from '../../src/isa/descriptors/element-access.js';
import { IDENTITY_SELECTS, packSelects, type Selects } from '../../src/isa/descriptors/selects.js';
import { Bench, bitsOf, imageInstruction } from './image-bench.js';

interface Options {
  readonly address: number;
  readonly format: string;
  readonly number: number;
  readonly selects?: Selects;
  readonly components?: number;
  readonly inRange?: boolean;
  readonly lds?: boolean;
}

/** Runs a format helper with given arguments; the operands are the bench's. */
function run(bench: Bench, name: string, options: Options): void {
  const args: number[] = [];
  const set = (argument: keyof typeof FORMAT_ARGUMENT, value: number): void => {
    args[FORMAT_ARGUMENT[argument]] = value;
  };
  set('addressLow', options.address);
  set('addressHigh', 0);
  set('inRange', options.inRange === false ? 0 : 1);
  set('dataFormat', dataFormatNamed(options.format).code);
  set('numFormat', options.number);
  set('selects', packSelects(options.selects ?? IDENTITY_SELECTS));
  set('components', options.components ?? 4);
  set('lds', options.lds ? 1 : 0);
  set('ldsAddress', 64);
  bench.args = args;
  runHelper(name, imageInstruction('image_load', {}), bench);
}

test('loads convert, select and give as many components as the mnemonic has', (t) => {
  const bench = new Bench(0x100, 32, 1);
  bench.memory.setUint32(4, 0xff80_4000, true);
  bench.setData(0, 9, 9, 9, 9);
  run(bench, 'buffer_load_format', { address: 0x104, format: '8_8_8_8', number: NUM_FORMAT.unorm, components: 3 });
  t.deepEqual(bench.data(0, 4), [bitsOf(0), bitsOf(64 / 255), bitsOf(128 / 255), 9]);
  const selects = ['w', 'one', 'zero', 'x'] as const;
  run(bench, 'buffer_load_format', { address: 0x104, format: '8_8_8_8', number: NUM_FORMAT.sint, selects });
  t.deepEqual(bench.data(0, 4), [0xffff_ffff, 1, 0, 0]);
});

test('addresses are aligned to the element, at most to a dword', (t) => {
  const bench = new Bench(0x100, 32, 1);
  bench.memory.setUint32(4, 0x1234_5678, true);
  const load = (address: number, format: string): number => {
    run(bench, 'buffer_load_format', { address, format, number: NUM_FORMAT.uint, components: 1 });
    return bench.data(0, 1)[0]!;
  };
  t.is(load(0x107, '8'), 0x12);
  t.is(load(0x107, '16'), 0x1234);
  t.is(load(0x107, '32'), 0x1234_5678);
  t.is(load(0x107, '32_32'), 0x1234_5678);
});

test('out of range loads give zeros and the ones of the selects, stores nothing', (t) => {
  const bench = new Bench(0x100, 16, 1);
  const options = { address: 0xdead_0000, format: '32', number: NUM_FORMAT.float, inRange: false } as const;
  run(bench, 'buffer_load_format', { ...options, selects: ['x', 'zero', 'zero', 'one'] });
  t.deepEqual(bench.floats(0), [0, 0, 0, 1]);
  t.notThrows(() => run(bench, 'buffer_store_format', options));
});

test('stores convert, and components that are not given are 0', (t) => {
  const bench = new Bench(0x100, 16, 1);
  bench.memory.setUint32(0, 0xffff_ffff);
  bench.setData(0, bitsOf(1), bitsOf(0.5), bitsOf(1), bitsOf(1));
  run(bench, 'buffer_store_format', { address: 0x100, format: '8_8_8_8', number: NUM_FORMAT.unorm, components: 2 });
  t.is(bench.memory.getUint32(0, true), 0x0000_80ff);
  run(bench, 'buffer_store_format', {
    address: 0x108,
    format: '16_16',
    number: NUM_FORMAT.float,
    selects: ['y', 'x', 'zero', 'one'],
  });
  t.is(bench.memory.getUint32(8, true), 0x3c00_3800);
});

test('with lds the first component goes to LDS and no register changes', (t) => {
  const bench = new Bench(0x100, 16, 1);
  bench.memory.setUint8(1, 200);
  bench.setData(0, 5);
  run(bench, 'buffer_load_format', { address: 0x101, format: '8', number: NUM_FORMAT.uint, components: 1, lds: true });
  t.deepEqual([...bench.lds], [[64, 200]]);
  t.deepEqual(bench.data(0, 1), [5]);
});

test('formats that buffers do not have are refused', (t) => {
  const bench = new Bench(0, 16, 1);
  bench.args = [0, 0, 1, 15, 0, 0, 1, 0, 0];
  t.throws(() => runHelper('buffer_load_format', imageInstruction('image_load', {}), bench), {
    message: /data format 15/,
  });
});
