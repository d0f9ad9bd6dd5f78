// S3D: rates of chemical reactions at points of a grid, and the same at one of them, reckoned here. Its kernels:
// applications/reactions.cl.

import type { Application } from './applications.js';

const POINTS = 24 ** 3;
const [SPECIES, REACTIONS, FALLOFFS, STEADY, BAND] = [22, 206, 21, 11, 5];
/** SHOC's work for a point, of a mechanism of as many species and reactions. */
const OPERATIONS = 10_000;

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);
const share = (r: number, factor: number): number => ((r * factor) % 101) / 101;
const from = (r: number): readonly [number, number] => [(r * 7) % SPECIES, (r * 5 + 3) % SPECIES];
const to = (r: number): readonly [number, number] => [(r * 3 + 8) % SPECIES, (r * 13 + 11) % SPECIES];

interface Point {
  readonly temperature: number;
  readonly pressure: number;
  readonly masses: readonly number[];
}

/** Equations of the species' balance: for each a line of the matrix, its right side last. */
function balanced(forward: readonly number[], backward: readonly number[]): readonly number[] {
  const lines = range(STEADY).map((row) => {
    const whole = forward[18 * row]! + backward[18 * row]! + 1;
    const line = range(STEADY).map((column) => {
      if (column === row) return 3;
      return Math.abs(column - row) > 2 ? 0 : backward[18 * row + column]! / whole / 2;
    });
    return [...line, forward[18 * row]! / whole];
  });
  for (const row of range(STEADY))
    for (const other of range(STEADY)) {
      if (other === row) continue;
      const factor = lines[other]![row]! / lines[row]![row]!;
      lines[other] = lines[other]!.map((each, n) => each - factor * lines[row]![n]!);
    }
  return lines.map((line, row) => line[STEADY]! / line[row]!);
}

/** How much of each species is made at a point. */
function reckoned({ temperature, pressure, masses }: Point): readonly number[] {
  const [t, logarithm] = [temperature / 1000, Math.log(temperature / 1000)];
  const parts = masses.map((mass, n) => mass / (1 + n));
  const all = pressure / (parts.reduce((sum, each) => sum + each) * temperature);
  const moles = parts.map((each) => Math.max(each, 1e-6) * all);
  const third = moles.reduce((sum, each) => sum + each);
  const energy = range(SPECIES).map((n) => {
    const inner = share(n, 31) / 6 + t * (share(n, 37) / 12 + (t * (t > 1 ? 0.5 : 1)) / 20);
    return Math.exp(share(n, 17) * (1 - logarithm) - t * (share(n, 29) + t * inner) + share(n, 41) / t);
  });
  const product = (numbers: readonly number[], [one, other]: readonly [number, number]): number =>
    numbers[one]! * numbers[other]!;
  const rates = range(REACTIONS).map((r): [number, number] => {
    let rate = Math.exp(share(r, 43) + share(r, 47) * logarithm - share(r, 53) / t);
    const equilibrium = product(energy, to(r)) / product(energy, from(r));
    if (r < FALLOFFS) {
      const reduced = (Math.exp(share(r, 59) - share(r, 61) * logarithm) * third) / rate;
      rate *= (reduced / (1 + reduced)) * Math.exp(-share(r, 67) / (1 + Math.log10(reduced + 1e-6) ** 2));
    }
    return [rate * product(moles, from(r)), rate * equilibrium * product(moles, to(r))];
  });
  const steady = balanced(
    rates.map(([forward]) => forward),
    rates.map(([, backward]) => backward),
  );
  const expected = new Array<number>(SPECIES).fill(0);
  rates.forEach(([forward, backward], r) => {
    const net = (forward - backward) * (r > 0 && r % 5 === 0 ? 1 + steady[r % STEADY]! : 1);
    for (const n of to(r)) expected[n]! += net;
    for (const n of from(r)) expected[n]! -= net;
  });
  return expected;
}

export const reactions: Application = async (bench) => {
  const inputs = [
    bench.reals(POINTS, (n) => 900 + ((n * 7) % 100)),
    bench.reals(POINTS, (n) => 1e5 + ((n * 31) % 1000)),
    bench.reals(POINTS * SPECIES),
  ] as const;
  const [temperatures, pressures, masses] = inputs.map((numbers) => bench.device.buffer(numbers));
  const table = (count: number) => bench.device.buffer(count * POINTS * bench.bytes);
  const [moles, energy, products] = [table(SPECIES), table(SPECIES), table(SPECIES)];
  const [forward, backward] = [table(REACTIONS), table(REACTIONS)];
  const [matrix, right] = [table(STEADY * BAND), table(STEADY)];
  const program = await bench.program('reactions');
  const run = (kernel: string, ...buffers: readonly (typeof moles)[]): void =>
    bench.run(program, { kernel, globalSize: [POINTS], localSize: [128], arguments: [...buffers, POINTS] });
  run('concentrations', temperatures!, pressures!, masses!, moles);
  run('energies', temperatures!, energy);
  for (const n of range(9)) run(`rates${n}`, temperatures!, energy, forward, backward);
  run('falloff', temperatures!, moles, forward, backward);
  run('forwards', moles, forward);
  run('backwards', moles, backward);
  run('coupling', forward, backward, matrix, right);
  run('balance', matrix, right);
  run('correct', forward, backward, right);
  for (const n of range(8)) run(`production${n}`, forward, backward, products);
  const result = products.read(bench.reals(SPECIES * POINTS, () => 0));
  for (const point of [0, 7777, POINTS - 1]) {
    const at = { temperature: inputs[0][point]!, pressure: inputs[1][point]! };
    const expected = reckoned({ ...at, masses: range(SPECIES).map((n) => inputs[2][n * POINTS + point]!) });
    const largest = Math.max(...expected.map(Math.abs));
    for (const n of range(SPECIES))
      bench.same(`species ${n} at point ${point}`, result[n * POINTS + point]! / largest, expected[n]! / largest);
  }
  return OPERATIONS * POINTS;
};
