// Programs of particles: linked cells, and lists of neighbours.

import { f32, f64, u32 } from '../machine.js';
import { bytesOf, expectNear, numbers, readAll, type StudyProgram } from '../study.js';

const GROUP = 64;
const [CELLS, SLOTS, CELL_SIZE, CUT] = [4, 16, 2.5, 2.5];

interface CellAtoms {
  readonly axes: readonly [Float64Array, Float64Array, Float64Array];
  readonly counts: Int32Array;
}

/** Some atoms in each cell, on a shaken grid. */
function cellAtoms(): CellAtoms {
  const next = numbers(5);
  const places = CELLS ** 3 * SLOTS;
  const axes = [new Float64Array(places), new Float64Array(places), new Float64Array(places)] as const;
  const counts = new Int32Array(CELLS ** 3);
  for (let cell = 0; cell < counts.length; cell++) {
    counts[cell] = 10 + Math.floor(next() * 6);
    const corner = [cell % CELLS, Math.floor(cell / CELLS) % CELLS, Math.floor(cell / CELLS ** 2)];
    for (let n = 0; n < counts[cell]!; n++)
      for (const [d, axis] of axes.entries()) {
        const grid = [n % 3, Math.floor(n / 3) % 3, Math.floor(n / 9)][d]!;
        axis[cell * SLOTS + n] = (corner[d]! + (grid + 0.4 + 0.2 * next()) / 3) * CELL_SIZE;
      }
  }
  return { axes, counts };
}

/** The energy of an atom, over all others and their images. */
function energyOf({ axes, counts }: CellAtoms, i: number): number {
  const width = CELLS * CELL_SIZE;
  let energy = 0;
  for (const [cell, count] of counts.entries())
    for (let j = cell * SLOTS; j < cell * SLOTS + count; j++) {
      const distance = axes.map((axis) => {
        const d = axis[i]! - axis[j]!;
        return d - width * Math.round(d / width);
      });
      const r2 = distance.reduce((sum, d) => sum + d * d, 0);
      const r6 = 1 / r2 ** 3;
      if (r2 > 0 && r2 <= CUT ** 2) energy += 2 * r6 * (r6 - 1);
    }
  return energy;
}

export const comd: StudyProgram = {
  name: 'CoMD',
  file: 'comd',
  published: { utilisation: [21, 23], footprint: ['4 MB', '4 MB'] },
  run: (machine) => {
    const atoms = cellAtoms();
    const places = atoms.axes[0].length;
    const results = Array.from({ length: 4 }, () => machine.buffer(new Float64Array(places)));
    const inputs = [...atoms.axes, atoms.counts].map((array) => machine.buffer(array));
    const values = [...inputs, ...results, u32(CELLS), u32(SLOTS), f64(CELL_SIZE), f64(CUT)];
    machine.launch({ kernel: 'forces', globalSize: [places], localSize: [GROUP], arguments: values });
    const energies = readAll(results[3]!, new Float64Array(places));
    const isAtom = (i: number): boolean => i % SLOTS < atoms.counts[Math.floor(i / SLOTS)]!;
    expectNear('energies', energies, (i) => (isAtom(i) ? energyOf(atoms, i) : 0), [1e-9, 7]);
    return new Uint8Array(Buffer.concat(results.map((one) => bytesOf(readAll(one, new Float64Array(places))))));
  },
};

const [ATOMS, NEIGHBOURS, MD_CUT] = [2048, 32, 16];
export const md: StudyProgram = {
  name: 'MD',
  file: 'md',
  published: { utilisation: [100, 100], footprint: ['960 KB', '960 KB'] },
  run: (machine) => {
    const next = numbers(6);
    const positions = Float32Array.from({ length: 4 * ATOMS }, () => 1 + 8 * next());
    const lists = Int32Array.from({ length: ATOMS * NEIGHBOURS }, (_, n) => {
      const own = n % ATOMS;
      return (own + 1 + Math.floor(next() * 64)) % ATOMS;
    });
    const out = machine.buffer(new Float32Array(4 * ATOMS));
    const values = [machine.buffer(positions), out, machine.buffer(lists), u32(NEIGHBOURS), u32(ATOMS), f32(MD_CUT)];
    machine.launch({ kernel: 'forces', globalSize: [ATOMS], localSize: [GROUP], arguments: values });
    const results = readAll(out, new Float32Array(4 * ATOMS));
    const force = (index: number): number => {
      const [i, component] = [Math.floor(index / 4), index % 4];
      let sum = 0;
      for (let n = 0; n < NEIGHBOURS; n++) {
        const j = lists[n * ATOMS + i]!;
        const d = [0, 1, 2, 3].map((k) => positions[4 * i + k]! - positions[4 * j + k]!);
        const r2 = d[0]! ** 2 + d[1]! ** 2 + d[2]! ** 2;
        if (r2 < MD_CUT) sum += (d[component]! * (1.5 / r2 ** 3 - 2)) / r2 ** 4;
      }
      return sum;
    };
    expectNear('forces', results, force, [1e-3, 5]);
    return bytesOf(results);
  },
};
