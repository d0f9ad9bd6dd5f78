// Programs of regular accesses: streams, sorting, transforms, grids.

import { f64, u32 } from '../machine.js';
import { bytesOf, expectNear, numbers, readAll, type StudyProgram } from '../study.js';

const GROUP = 64;

const ITEMS = 16_384;
const ROUNDS = 5;
export const arrayBandwidth: StudyProgram = {
  name: 'Array BW',
  file: 'array-bandwidth',
  published: { utilisation: [100, 100], footprint: ['386 KB', '386 KB'] },
  run: (machine) => {
    const next = numbers(1);
    const input = Float32Array.from({ length: ITEMS * ROUNDS }, () => Math.round(next() * 1000));
    const out = machine.buffer(new Float32Array(ITEMS));
    const operands = [machine.buffer(input), out, u32(ITEMS), u32(ROUNDS)];
    machine.launch({ kernel: 'stream', globalSize: [ITEMS], localSize: [GROUP], arguments: operands });
    const sums = readAll(out, new Float32Array(ITEMS));
    const expected = (i: number): number =>
      [...Array(ROUNDS).keys()].reduce((sum, n) => sum + input[i + n * ITEMS]!, 0);
    expectNear('sums', sums, expected, [0, 1]);
    return bytesOf(sums);
  },
};

const KEYS = 2048;
export const bitonicSort: StudyProgram = {
  name: 'Bitonic Sort',
  file: 'bitonic',
  published: { utilisation: [100, 100], footprint: ['512 KB', '512 KB'] },
  run: (machine) => {
    const next = numbers(2);
    const keys = Uint32Array.from({ length: KEYS }, () => Math.floor(next() * 2 ** 32));
    const buffer = machine.buffer(keys);
    for (let block = 1; block < KEYS; block *= 2)
      for (let distance = block; distance >= 1; distance /= 2) {
        const operands = [buffer, u32(distance), u32(block)];
        machine.launch({ kernel: 'order', globalSize: [KEYS / 2], localSize: [GROUP], arguments: operands });
      }
    const sorted = readAll(buffer, new Uint32Array(KEYS));
    const expected = keys.toSorted();
    expectNear('keys', sorted, (index) => expected[index]!, [0, 1]);
    return bytesOf(sorted);
  },
};

const [POINTS, TRANSFORMS] = [512, 32];
export const fft: StudyProgram = {
  name: 'FFT',
  file: 'fft',
  tolerance: 1e-4,
  published: { utilisation: [99, 100], footprint: ['192 MB', '232 MB'] },
  run: (machine) => {
    const next = numbers(3);
    const data = Float32Array.from({ length: 2 * POINTS * TRANSFORMS }, () => next() - 0.5);
    const buffer = machine.buffer(data);
    const globalSize = [GROUP * TRANSFORMS];
    machine.launch({ kernel: 'transform', globalSize, localSize: [GROUP], arguments: [buffer] });
    const results = readAll(buffer, new Float32Array(data.length));
    // Every 97th number, of the sum that defines it.
    const expected = (index: number): number => {
      const [first, frequency] = [Math.floor(index / 2 / POINTS) * POINTS, Math.floor(index / 2) % POINTS];
      let sum = 0;
      for (let n = 0; n < POINTS; n++) {
        const angle = (-2 * Math.PI * ((n * frequency) % POINTS)) / POINTS;
        const [re, im] = [data[2 * (first + n)]!, data[2 * (first + n) + 1]!];
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        sum += index % 2 === 0 ? re * c - im * s : re * s + im * c;
      }
      return sum;
    };
    expectNear('frequencies', results, expected, [1e-3, 97]);
    return bytesOf(results);
  },
};

const SIDE = 32;
const SWEEPS = 2;
const WEIGHT = 1 / 9;

function smoothed(from: Float64Array, right: Float64Array, side: number): Float64Array {
  const at = (i: number, coordinate: number, step: number, sign: number): number =>
    coordinate + sign < 0 || coordinate + sign >= side ? -from[i]! : from[i + sign * step]!;
  return from.map((middle, i) => {
    const [x, y, z] = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)];
    const around = [x, y, z].flatMap((one, n) => [at(i, one, side ** n, -1), at(i, one, side ** n, 1)]);
    return middle + WEIGHT * (right[i]! - around.reduce((sum, one) => sum - one, 6 * middle));
  });
}

export const hpgmg: StudyProgram = {
  name: 'HPGMG',
  file: 'hpgmg',
  published: { utilisation: [100, 100], footprint: ['9 MB', '9 MB'] },
  run: (machine) => {
    const next = numbers(4);
    const right = Float64Array.from({ length: SIDE ** 3 }, next);
    const [operands, coarse] = [machine.buffer(right), machine.buffer(new Float64Array(SIDE ** 3 / 8))];
    const grids = [machine.buffer(new Float64Array(SIDE ** 3)), machine.buffer(new Float64Array(SIDE ** 3))];
    let expected: Float64Array = new Float64Array(SIDE ** 3);
    const size = { globalSize: [SIDE, SIDE, SIDE], localSize: [SIDE, 4, 1] };
    for (let n = 0; n < SWEEPS; n++) {
      const values = [grids[n % 2]!, operands, grids[(n + 1) % 2]!, u32(SIDE), f64(WEIGHT)];
      machine.launch({ kernel: 'smooth', ...size, arguments: values });
      expected = smoothed(expected, right, SIDE);
    }
    const half = SIDE / 2;
    const halves = { globalSize: [half, half, half], localSize: [half, 4, 1] };
    machine.launch({ kernel: 'restrict_grid', ...halves, arguments: [grids[0]!, coarse, u32(SIDE)] });
    const results = readAll(grids[0]!, new Float64Array(SIDE ** 3));
    expectNear('grid', results, (index) => expected[index]!, [1e-12, 1]);
    const sum = (array: Float64Array): number => array.reduce((total, one) => total + one, 0);
    const smaller = readAll(coarse, new Float64Array(SIDE ** 3 / 8));
    expectNear('coarse grid', [sum(smaller)], () => sum(expected) / 8, [1e-9, 1]);
    return new Uint8Array(Buffer.concat([bytesOf(results), bytesOf(smaller)]));
  },
};
