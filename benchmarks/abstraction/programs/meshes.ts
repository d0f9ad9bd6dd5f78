// Programs of meshes: hexahedra, and sweeps of discrete ordinates.

import { f64, u32 } from '../machine.js';
import { bytesOf, expectNear, numbers, readAll, type StudyProgram } from '../study.js';

const GROUP = 64;
const [EDGE, STEP] = [8, 1e-3];
const NODES = EDGE + 1;

export const lulesh: StudyProgram = {
  name: 'LULESH',
  file: 'lulesh',
  published: { utilisation: [96, 98], footprint: ['8 MB', '36 MB'] },
  run: (machine) => {
    const next = numbers(7);
    const elements = EDGE ** 3;
    // Inner nodes are moved, so that the sum of all volumes remains.
    const places = [0, 1, 2].map((d) =>
      Float64Array.from({ length: NODES ** 3 }, (_, node) => {
        const grid = [node % NODES, Math.floor(node / NODES) % NODES, Math.floor(node / NODES ** 2)];
        const isInner = grid.every((one) => one > 0 && one < EDGE);
        return grid[d]! + (isInner ? 0.2 * (next() - 0.5) : 0);
      }),
    );
    const speeds = Float64Array.from({ length: NODES ** 3 }, () => next() - 0.5);
    const results = [elements, 8 * elements, 2 * elements].map((size) => machine.buffer(new Float64Array(size)));
    const values = [...places, speeds].map((array) => machine.buffer(array));
    const operands = [...values, ...results, f64(STEP), u32(elements)];
    machine.launch({ kernel: 'kinematics', globalSize: [elements], localSize: [GROUP], arguments: operands });
    const volumes = readAll(results[0]!, new Float64Array(elements));
    const forces = readAll(results[1]!, new Float64Array(8 * elements));
    const states = readAll(results[2]!, new Float64Array(2 * elements));
    const total = volumes.reduce((sum, one) => sum + one, 0);
    expectNear('sum of volumes', [total], () => elements, [1e-9, 1]);
    // The normals of a closed surface add up to nothing.
    const force = (element: number): number => forces.subarray(8 * element, 8 * element + 8).reduce((a, b) => a + b, 0);
    expectNear(
      'sums of forces',
      volumes.map((_, element) => force(element)),
      () => 0,
      [1e-9, 1],
    );
    return new Uint8Array(Buffer.concat([volumes, forces, states].map(bytesOf)));
  },
};

const [CELLS_X, CELLS_Y, ANGLES, GROUPS] = [12, 6, 64, 8];

interface Sweep {
  readonly angles: readonly Float64Array[];
  readonly source: Float64Array;
  readonly total: Float64Array;
}

/** The flux of one cell with the fluxes that leave it. */
function cellFlux(sweep: Sweep, [a, cell]: readonly [number, number], entering: readonly number[]) {
  const factors = sweep.angles.map((angle) => angle[a]!);
  const [source, total] = [sweep.source[cell]!, sweep.total[cell]!];
  const weighted = (weight: (d: number) => number): number =>
    factors.reduce((sum, factor, d) => sum + factor * weight(d), 0);
  let psi = (source + weighted((d) => entering[d]!)) / (total + weighted(() => 1));
  let leaving = entering.map((one) => 2 * psi - one);
  if (leaving.some((one) => one < 0)) {
    const kept = leaving.map((one) => (one < 0 ? 0 : 1));
    psi = (source + 0.5 * weighted((d) => entering[d]! * (1 + kept[d]!))) / (total + weighted((d) => kept[d]!));
    leaving = entering.map((one, d) => Math.max(0, 2 * psi - one) * kept[d]!);
  }
  return { psi, leaving };
}

function sweptFlux(sweep: Sweep, a: number, group: number): Map<number, number> {
  const flux = new Map<number, number>();
  const planes = [0, 1].map(() => new Float64Array(CELLS_X).fill(0.01 * (group + 1)));
  for (let j = 0; j < CELLS_Y; j++) {
    let first = 0.1;
    for (let i = 0; i < CELLS_X; i++) {
      const cell = (group * CELLS_Y + j) * CELLS_X + i;
      const { psi, leaving } = cellFlux(sweep, [a, cell], [first, planes[0]![i]!, planes[1]![i]!]);
      [first, planes[0]![i], planes[1]![i]] = leaving as [number, number, number];
      flux.set(cell * ANGLES + a, psi);
    }
  }
  return flux;
}

export const snap: StudyProgram = {
  name: 'SNAP',
  file: 'snap',
  published: { utilisation: [100, 100], footprint: ['2 MB', '2 MB'] },
  run: (machine) => {
    const next = numbers(8);
    const cells = CELLS_X * CELLS_Y * GROUPS;
    const angles = [0, 1, 2].map(() => Float64Array.from({ length: ANGLES }, () => 0.2 + next()));
    const source = Float64Array.from({ length: cells }, next);
    const total = Float64Array.from({ length: cells }, () => 0.5 + next());
    const inputs = [...angles, source, total].map((array) => machine.buffer(array));
    const planes = machine.buffer(new Float64Array(2 * CELLS_X * ANGLES * GROUPS));
    const flux = machine.buffer(new Float64Array(cells * ANGLES));
    const values = [...inputs, planes, flux, u32(CELLS_X), u32(CELLS_Y), u32(ANGLES)];
    machine.launch({ kernel: 'sweep', globalSize: [ANGLES, GROUPS], localSize: [GROUP, 1], arguments: values });
    const fluxes = readAll(flux, new Float64Array(cells * ANGLES));
    for (const [a, group] of [
      [0, 0],
      [17, 3],
      [63, 7],
    ] as const) {
      const expected = sweptFlux({ angles, source, total }, a, group);
      for (const [index, value] of expected) expectNear(`flux ${index}`, [fluxes[index]!], () => value, [1e-9, 1]);
    }
    return bytesOf(fluxes);
  },
};
