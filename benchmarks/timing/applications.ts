// Applications in the shape of SHOC's level 1, written anew: their data, their launches, and a look whether the results
// are right.

import { local } from '../../src/library/arguments.js';
import type { TimingBench } from './bench.js';

/** Runs an application. @returns its amount of work: bytes or floating-point operations, as SHOC counts them */
export type Application = <Result>(bench: TimingBench<Result>) => Promise<number>;

const GROUP = 256;
const room = (bench: { bytes: number }, count: number) => local(bench.bytes * count);
const sum = (numbers: Iterable<number>): number => {
  let all = 0;
  for (const number of numbers) all += number;
  return all;
};

export const reduction: Application = async (bench) => {
  const [count, groups] = [1 << 20, 64];
  const [data, sums] = [bench.reals(count), bench.reals(groups)];
  bench.run(await bench.program('reduction'), {
    kernel: 'reduction',
    globalSize: [groups * GROUP],
    localSize: [GROUP],
    arguments: [data, sums, count, room(bench, GROUP)],
  });
  bench.same('the sum', sum(sums), sum(data));
  return count * bench.bytes;
};

export const scan: Application = async (bench) => {
  const [count, groups] = [1 << 19, 64];
  const [data, out] = [bench.device.buffer(bench.reals(count, (n) => n % 7)), bench.device.buffer(count * bench.bytes)];
  const sums = bench.device.buffer(groups * bench.bytes);
  const program = await bench.program('scan');
  const regions = { globalSize: [groups * GROUP], localSize: [GROUP] };
  const part = room(bench, 2 * GROUP);
  bench.run(program, { kernel: 'region_sums', ...regions, arguments: [data, sums, count, part] });
  bench.run(program, { kernel: 'scan_sums', globalSize: [GROUP], localSize: [GROUP], arguments: [sums, groups, part] });
  bench.run(program, { kernel: 'scan_regions', ...regions, arguments: [data, sums, out, count, part] });
  const prefixSums = out.read(bench.reals(count));
  for (const n of [0, 255, 70_000, count - 1])
    bench.same(`prefix sum ${n}`, prefixSums[n]!, sum(Array.from({ length: n + 1 }, (_, m) => m % 7)));
  return count * bench.bytes;
};

export const fft: Application = async (bench) => {
  const [points, transforms] = [512, 512];
  const data = bench.reals(2 * points * transforms);
  const before = data.slice();
  bench.run(await bench.program('fft'), {
    kernel: 'fft',
    globalSize: [64 * transforms],
    localSize: [64],
    arguments: [data],
  });
  const first = 2 * points * (transforms - 1);
  for (const k of [0, 1, 77, 511]) {
    let [real, imaginary] = [0, 0];
    for (let n = 0; n < points; n++) {
      const angle = (-2 * Math.PI * k * n) / points;
      const [x, y] = [before[first + 2 * n]!, before[first + 2 * n + 1]!];
      real += x * Math.cos(angle) - y * Math.sin(angle);
      imaginary += x * Math.sin(angle) + y * Math.cos(angle);
    }
    bench.same(`transform ${k}`, data[first + 2 * k]!, real, 1e-2);
    bench.same(`transform ${k}`, data[first + 2 * k + 1]!, imaginary, 1e-2);
  }
  return 5 * points * Math.log2(points) * transforms;
};

export const gemm: Application = async (bench) => {
  const [size, inner] = [1024, 64];
  const [a, b, c] = [bench.reals(size * inner), bench.reals(inner * size), bench.reals(size * size, () => 0)];
  bench.run(await bench.program('gemm'), {
    kernel: 'gemm',
    globalSize: [(16 * size) / 64, (4 * size) / 16],
    localSize: [16, 4],
    arguments: [a, b, c, size, inner],
  });
  for (const [row, column] of [
    [0, 0],
    [77, 300],
    [1023, 1023],
  ] as const) {
    const expected = sum(Array.from({ length: inner }, (_, k) => a[row + k * size]! * b[k + column * inner]!));
    bench.same(`element ${row}, ${column}`, c[row + column * size]!, expected);
  }
  return 2 * size * size * inner;
};

export const md: Application = async (bench) => {
  const [atoms, neighbours] = [12288, 128];
  const positions = bench.reals(4 * atoms, (n) => (n % 4 === 3 ? 0 : ((n * 7919) % 2003) / 1000));
  const lists = bench.integers(atoms * neighbours, atoms);
  for (let n = 0; n < lists.length; n++) if (lists[n] === n % atoms) lists[n] = (lists[n]! + 1) % atoms;
  const forces = bench.reals(4 * atoms, () => 0);
  bench.run(await bench.program('md'), {
    kernel: 'md',
    globalSize: [atoms],
    localSize: [GROUP],
    arguments: [positions, forces, neighbours, lists, 16, atoms],
  });
  const own = 4321;
  let expected = 0;
  for (let n = 0; n < neighbours; n++) {
    const other = lists[n * atoms + own]!;
    const [dx, dy, dz] = [0, 1, 2].map((axis) => positions[4 * own + axis]! - positions[4 * other + axis]!);
    const two = 1 / (dx! * dx! + dy! * dy! + dz! * dz!);
    expected += dx! * two * two ** 3 * (1.5 * two ** 3 - 2);
  }
  bench.same('a force', forces[4 * own]!, expected, 2e-2);
  const pairs = atoms * neighbours;
  return 3 * bench.bytes * (1 + pairs) + 3 * bench.bytes * atoms + 4 * pairs;
};

const spmv =
  (kernel: 'scalar_rows' | 'vector_rows' | 'padded_rows'): Application =>
  async (bench) => {
    const [rows, average] = [4096, 41];
    const lengths = bench.integers(rows, 2 * average);
    const begins = new Int32Array(rows + 1);
    for (let row = 0; row < rows; row++) begins[row + 1] = begins[row]! + lengths[row]!;
    const isPadded = kernel === 'padded_rows';
    const entries = isPadded ? rows * 2 * average : begins[rows]!;
    const [values, vector] = [bench.reals(entries), bench.reals(rows)];
    const columns = bench.integers(entries, rows);
    const out = bench.reals(rows, () => 0);
    bench.run(await bench.program('spmv'), {
      kernel,
      globalSize: [kernel === 'vector_rows' ? 32 * rows : rows],
      localSize: [kernel === 'vector_rows' ? 128 : GROUP],
      arguments: [values, vector, columns, isPadded ? lengths : begins, rows, out],
    });
    for (const row of [0, 1234, rows - 1]) {
      const place = (n: number): number => (isPadded ? n * rows + row : begins[row]! + n);
      const expected = sum(
        Array.from({ length: lengths[row]! }, (_, n) => values[place(n)]! * vector[columns[place(n)]!]!),
      );
      bench.same(`row ${row}`, out[row]!, expected);
    }
    return 2 * begins[rows]!;
  };
export const spmvScalar = spmv('scalar_rows');
export const spmvVector = spmv('vector_rows');
export const spmvPadded = spmv('padded_rows');

export const stencil: Application = async (bench) => {
  const size = 1024;
  const pitch = size + 16;
  const [data, out] = [bench.reals(pitch * (size + 2)), bench.reals(pitch * (size + 2), () => 0)];
  const [centre, side, corner] = [0.25, 0.15, 0.05];
  bench.run(await bench.program('stencil'), {
    kernel: 'stencil',
    globalSize: [size / 8, size],
    localSize: [1, 256],
    arguments: [data, out, pitch, centre, side, corner],
  });
  for (const [row, column] of [
    [1, 1],
    [500, 256],
    [size, size],
  ] as const) {
    const at = (y: number, x: number): number => data[(row + y) * pitch + column + x]!;
    const sides = at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1);
    const corners = at(-1, -1) + at(-1, 1) + at(1, -1) + at(1, 1);
    const expected = centre * at(0, 0) + side * sides + corner * corners;
    bench.same(`point ${row}, ${column}`, out[row * pitch + column]!, expected);
  }
  return 11 * size * size;
};

export const triad: Application = async (bench) => {
  const count = 1 << 20;
  const [b, c, a] = [bench.reals(count), bench.reals(count), bench.reals(count)];
  bench.run(await bench.program('triad'), {
    kernel: 'triad',
    globalSize: [count],
    localSize: [128],
    arguments: [b, c, a, 1.75],
  });
  bench.same('an element', a[777]!, b[777]! + 1.75 * c[777]!);
  return 3 * count * bench.bytes;
};

/** One pass of eight. */
export const sort: Application = async (bench) => {
  const [count, groups, passes, shift] = [1 << 17, 64, 8, 8];
  const keys = Uint32Array.from(bench.integers(count, 2 ** 20));
  const moved = new Uint32Array(count);
  const counts = bench.device.buffer(4 * 16 * groups);
  const program = await bench.program('sort');
  const regions = { globalSize: [groups * GROUP], localSize: [GROUP] };
  const part = local(4 * 2 * GROUP);
  bench.run(program, { kernel: 'count_digits', ...regions, arguments: [keys, counts, count, shift, part] });
  bench.run(program, {
    kernel: 'scan_counts',
    globalSize: [GROUP],
    localSize: [GROUP],
    arguments: [counts, groups, part],
  });
  bench.run(program, { kernel: 'move_keys', ...regions, arguments: [keys, counts, moved, count, shift, part] });
  const digit = (key: number): number => (key >>> shift) & 15;
  const expected = [...keys].sort((one, other) => digit(one) - digit(other));
  for (let n = 0; n < count; n += 997) bench.same(`key ${n}`, moved[n]!, expected[n]!, 0);
  return (4 * count) / passes;
};

export const bitonic: Application = async (bench) => {
  const count = 1 << 14;
  const keys = bench.device.buffer(Uint32Array.from(bench.integers(count, 2 ** 30)));
  const program = await bench.program('bitonic');
  for (let stage = 0; stage < Math.log2(count); stage++)
    for (let step = 0; step <= stage; step++)
      bench.run(program, {
        kernel: 'bitonic',
        globalSize: [count / 2],
        localSize: [GROUP],
        arguments: [keys, stage, step],
      });
  const sorted = keys.read(new Uint32Array(count));
  for (let n = 1; n < count; n++) if (sorted[n - 1]! > sorted[n]!) throw new Error(`key ${n} is out of order`);
  return 4 * count;
};

export const copy: Application = async (bench) => {
  const count = 1 << 19;
  const [data, out] = [bench.reals(count), bench.reals(count, () => 0)];
  bench.run(await bench.program('copy'), {
    kernel: 'copy',
    globalSize: [count / 8],
    localSize: [GROUP],
    arguments: [data, out],
  });
  bench.same('an element', out[count - 1]!, data[count - 1]!);
  return 2 * count * bench.bytes;
};
