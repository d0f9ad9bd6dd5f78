// Programs of irregular accesses: a sparse matrix, and cross sections.

import { u32 } from '../machine.js';
import { bytesOf, expectNear, numbers, readAll, type StudyProgram } from '../study.js';

const GROUP = 64;
const ROWS = 4096;

export const spmv: StudyProgram = {
  name: 'SpMV',
  file: 'spmv',
  published: { utilisation: [72, 67], footprint: ['3 MB', '3 MB'] },
  run: (machine) => {
    const next = numbers(9);
    const begins = new Int32Array(ROWS + 1);
    for (let row = 0; row < ROWS; row++) begins[row + 1] = begins[row]! + 24 + Math.floor(next() * 24);
    const entries = begins[ROWS]!;
    const columns = Int32Array.from({ length: entries }, () => Math.floor(next() * ROWS));
    const values = Float32Array.from({ length: entries }, () => Math.floor(next() * 16));
    const vector = Float32Array.from({ length: ROWS }, () => Math.floor(next() * 16));
    const out = machine.buffer(new Float32Array(ROWS));
    const inputs = [values, columns, begins, vector].map((array) => machine.buffer(array));
    machine.launch({ kernel: 'rows', globalSize: [ROWS], localSize: [GROUP], arguments: [...inputs, out, u32(ROWS)] });
    const results = readAll(out, new Float32Array(ROWS));
    const product = (row: number): number => {
      let sum = 0;
      for (let n = begins[row]!; n < begins[row + 1]!; n++) sum += values[n]! * vector[columns[n]!]!;
      return sum;
    };
    expectNear('rows', results, product, [0, 1]);
    return bytesOf(results);
  },
};

const [LOOKUPS, NUCLIDES, POINTS, MATERIALS, MAX_NUCLIDES] = [2048, 24, 128, 12, 20];

interface CrossSections {
  readonly energies: Float64Array;
  readonly places: Int32Array;
  readonly sections: Float64Array;
  readonly counts: Int32Array;
  readonly nuclides: Int32Array;
  readonly densities: Float64Array;
}

function crossSections(): CrossSections {
  const next = numbers(10);
  const sections = new Float64Array(NUCLIDES * POINTS * 6);
  for (let nuclide = 0; nuclide < NUCLIDES; nuclide++)
    for (let n = 0; n < POINTS; n++) {
      const at = (nuclide * POINTS + n) * 6;
      sections[at] = (n + (n === 0 || n === POINTS - 1 ? 0 : 0.8 * next())) / (POINTS - 1);
      for (let k = 1; k < 6; k++) sections[at + k] = next();
    }
  const energyAt = (nuclide: number, n: number): number => sections[(nuclide * POINTS + n) * 6]!;
  const all = Array.from({ length: NUCLIDES * POINTS }, (_, n) => energyAt(Math.floor(n / POINTS), n % POINTS));
  const energies = Float64Array.from(all).sort();
  const places = new Int32Array(energies.length * NUCLIDES);
  const current = new Int32Array(NUCLIDES);
  for (const [n, energy] of energies.entries())
    for (let nuclide = 0; nuclide < NUCLIDES; nuclide++) {
      while (current[nuclide]! < POINTS - 2 && energyAt(nuclide, current[nuclide]! + 1) <= energy) current[nuclide]!++;
      places[n * NUCLIDES + nuclide] = current[nuclide]!;
    }
  const counts = Int32Array.from({ length: MATERIALS }, (_, material) =>
    material === 0 ? MAX_NUCLIDES : 3 + material,
  );
  const nuclides = Int32Array.from({ length: MATERIALS * MAX_NUCLIDES }, () => Math.floor(next() * NUCLIDES));
  const densities = Float64Array.from({ length: MATERIALS * MAX_NUCLIDES }, next);
  return { energies, places, sections, counts, nuclides, densities };
}

/** The random numbers of a work-item, as the kernel makes them. */
function requestOf(i: number): { readonly energy: number; readonly material: number } {
  let state = (Math.imul(i, 0x9e3779b1) + 12345) >>> 0;
  state = (state ^ (state >>> 15)) >>> 0;
  state = Math.imul(state, 0x85ebca6b) >>> 0;
  state = (state ^ (state >>> 13)) >>> 0;
  const energy = (state >>> 8) / 16777216;
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return { energy, material: (state >>> 16) % MATERIALS };
}

function lookup(data: CrossSections, index: number): number {
  const { energies, places, sections, counts, nuclides, densities } = data;
  const { energy, material } = requestOf(Math.floor(index / 5));
  let [low, high] = [0, energies.length - 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (energies[middle]! > energy) high = middle;
    else low = middle;
  }
  let sum = 0;
  for (let n = 0; n < counts[material]!; n++) {
    const nuclide = nuclides[material * MAX_NUCLIDES + n]!;
    const at = (nuclide * POINTS + Math.min(places[low * NUCLIDES + nuclide]!, POINTS - 2)) * 6;
    const f = (sections[at + 6]! - energy) / (sections[at + 6]! - sections[at]!);
    const k = 1 + (index % 5);
    const [lower, upper] = [sections[at + k]!, sections[at + 6 + k]!];
    sum += densities[material * MAX_NUCLIDES + n]! * (upper - f * (upper - lower));
  }
  return sum;
}

export const xsbench: StudyProgram = {
  name: 'XSBench',
  file: 'xsbench',
  published: { utilisation: [52, 53], footprint: ['58 MB', '58 MB'] },
  run: (machine) => {
    const data = crossSections();
    const { energies, places, sections, counts, nuclides, densities } = data;
    const out = machine.buffer(new Float64Array(5 * LOOKUPS));
    const inputs = [energies, places, sections, counts, nuclides, densities].map((array) => machine.buffer(array));
    const sizes = [energies.length, NUCLIDES, POINTS, MAX_NUCLIDES].map((size) => u32(size));
    const values = [...inputs, out, ...sizes];
    machine.launch({ kernel: 'lookup', globalSize: [LOOKUPS], localSize: [GROUP], arguments: values });
    const results = readAll(out, new Float64Array(5 * LOOKUPS));
    expectNear('cross sections', results, (index) => lookup(data, index), [1e-9, 3]);
    return bytesOf(results);
  },
};
