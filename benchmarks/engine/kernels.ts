// Whole kernels: matrix multiplication, and memory that is copied, read with a stride and gathered.

import type { EngineName } from '../../src/threads/engines.js';
import { DATA, MeasuredMachine, type Shape } from './machine.js';
import type { Measurement } from './results.js';
import { type SamplingEffort, sampled } from './sampling.js';

interface KernelMeasurement {
  readonly name: string;
  readonly source: string;
  readonly shape: Shape;
  readonly unit: 'GFLOP/s' | 'GB/s';
  /** Floating-point operations or bytes of one launch. */
  readonly work: number;
  readonly prepare: (machine: MeasuredMachine) => void;
  /** Throws when the result is wrong. */
  readonly check: (machine: MeasuredMachine) => void;
}

/** A buffer over raw bytes without a limit, in four scalar registers. */
const rawBuffer = (first: number, address: string): string[] => [
  `s_mov_b32 s${first}, ${address}`,
  `s_mov_b32 s${first + 1}, 0`,
  `s_mov_b32 s${first + 2}, -1`,
  `s_mov_b32 s${first + 3}, 0x27000`,
];

const SECOND = DATA + (16 << 20);
const THIRD = DATA + (32 << 20);

/** s0: A, s1: B, s2: C, s3: size; s4, s5: work-group. One work-item computes one element, with one loop over k. */
const MATRIX_SOURCE = [
  ...rawBuffer(8, 's0'),
  ...rawBuffer(12, 's1'),
  ...rawBuffer(16, 's2'),
  's_lshl_b32 s6, s4, 4',
  's_lshl_b32 s7, s5, 4',
  'v_add_i32 v2, vcc, s6, v0',
  'v_add_i32 v3, vcc, s7, v1',
  'v_mul_lo_u32 v4, v3, s3',
  'v_add_i32 v9, vcc, v4, v2',
  'v_lshlrev_b32 v9, 2, v9',
  'v_lshlrev_b32 v4, 2, v4',
  'v_lshlrev_b32 v5, 2, v2',
  's_lshl_b32 s20, s3, 2',
  'v_mov_b32 v6, 0',
  's_mov_b32 s21, s3',
  'loop:',
  'buffer_load_dword v7, v4, s[8:11], 0 offen',
  'buffer_load_dword v8, v5, s[12:15], 0 offen',
  's_waitcnt vmcnt(0)',
  'v_mac_f32 v6, v7, v8',
  'v_add_i32 v4, vcc, 4, v4',
  'v_add_i32 v5, vcc, s20, v5',
  's_sub_u32 s21, s21, 1',
  's_cmp_lg_u32 s21, 0',
  's_cbranch_scc1 loop',
  'buffer_store_dword v6, v9, s[16:19], 0 offen',
  's_endpgm',
].join('\n');

function matrix(size: number): KernelMeasurement {
  const [a, b, c] = [DATA / 4, SECOND / 4, THIRD / 4];
  return {
    name: `matrix multiplication ${size} x ${size}`,
    source: MATRIX_SOURCE,
    shape: { globalSize: [size, size, 1], localSize: [16, 16, 1], userSgprs: [DATA, SECOND, THIRD, size] },
    unit: 'GFLOP/s',
    work: 2 * size ** 3,
    prepare: ({ memory }) => {
      for (let i = 0; i < size * size; i++) {
        memory.f32[a + i] = (i % 7) - 3;
        memory.f32[b + i] = (i % 5) - 2;
      }
    },
    check: ({ memory }) => {
      const [row, column] = [size - 1, size >> 1];
      let sum = 0;
      for (let k = 0; k < size; k++) sum += memory.f32[a + row * size + k]! * memory.f32[b + k * size + column]!;
      const result = memory.f32[c + row * size + column];
      if (result !== sum) throw new Error(`matrix element ${row}, ${column} is ${result} instead of ${sum}`);
    },
  };
}

const ITEMS = 1 << 18;
const GROUP = 256;
const STRIDE = 16;

/** s0: from, s1: to, s2: table of indices; s3: work-group. v2 is the number of the work-item. */
const moving = (index: readonly string[]): string =>
  [
    ...rawBuffer(8, 's0'),
    ...rawBuffer(12, 's1'),
    ...rawBuffer(16, 's2'),
    's_lshl_b32 s6, s3, 8',
    'v_add_i32 v2, vcc, s6, v0',
    'v_lshlrev_b32 v3, 2, v2',
    ...index,
    'buffer_load_dword v5, v4, s[8:11], 0 offen',
    's_waitcnt vmcnt(0)',
    'buffer_store_dword v5, v3, s[12:15], 0 offen',
    's_endpgm',
  ].join('\n');

/** @param place the dword that work-item i reads @param read dwords that one work-item reads */
function move(name: string, index: readonly string[], place: (i: number) => number, read: number): KernelMeasurement {
  return {
    name: `${name}, ${ITEMS} dwords`,
    source: moving(index),
    shape: { globalSize: [ITEMS, 1, 1], localSize: [GROUP, 1, 1], userSgprs: [DATA, SECOND, THIRD] },
    unit: 'GB/s',
    work: 4 * ITEMS * (read + 1),
    prepare: ({ memory }) => {
      for (let i = 0; i < ITEMS * STRIDE; i++) memory.u32[DATA / 4 + i] = i * 3;
      for (let i = 0; i < ITEMS; i++) memory.u32[THIRD / 4 + i] = 4 * place(i);
    },
    check: ({ memory }) => {
      for (const i of [0, 1, 64, ITEMS - 1]) {
        const result = memory.u32[SECOND / 4 + i];
        if (result !== place(i) * 3) throw new Error(`${name}: dword ${i} is ${result} instead of ${place(i) * 3}`);
      }
    },
  };
}

export const KERNELS: readonly KernelMeasurement[] = [
  matrix(128),
  move('copy', ['v_mov_b32 v4, v3'], (i) => i, 1),
  move(`stride of ${STRIDE} dwords`, ['v_lshlrev_b32 v4, 4, v3'], (i) => i * STRIDE, 1),
  move('gather', ['buffer_load_dword v4, v3, s[16:19], 0 offen', 's_waitcnt vmcnt(0)'], scattered, 2),
];

/** A permutation of the work-items: multiplication by an odd number. */
function scattered(i: number): number {
  return Math.imul(i, 0x9e3779b1) & (ITEMS - 1);
}

export function measureKernels(engine: EngineName, filter: RegExp, effort: SamplingEffort): Measurement[] {
  return KERNELS.filter(({ name }) => filter.test(name)).map(({ name, source, shape, unit, work, prepare, check }) => {
    const machine = new MeasuredMachine(engine);
    prepare(machine);
    const kernel = machine.load(source);
    const { best, median } = sampled(() => kernel.run(shape), effort);
    check(machine);
    const speed = (milliseconds: number): number => work / milliseconds / 1e6;
    return { series: 'kernel', name, engine, unit, best: speed(best), median: speed(median) };
  });
}

const GROUP_COUNTS = [1, 10, 100, 1000, 10_000, 100_000];

/** Launches of a kernel that ends at once, with work-groups of one wavefront. */
export function measureLaunches(engine: EngineName, filter: RegExp, effort: SamplingEffort): Measurement[] {
  const names = GROUP_COUNTS.map((groups) => ({ groups, name: `${groups} work-groups` }));
  const selected = names.filter(({ name }) => filter.test(name));
  if (selected.length === 0) return [];
  const kernel = new MeasuredMachine(engine).load('s_endpgm');
  return selected.map(({ groups, name }) => {
    const shape: Shape = { globalSize: [64 * groups, 1, 1], localSize: [64, 1, 1], userSgprs: [0] };
    const { best, median } = sampled(() => kernel.run(shape), effort);
    return { series: 'launch', name, engine, unit: 'µs', best: best * 1e3, median: median * 1e3 };
  });
}
