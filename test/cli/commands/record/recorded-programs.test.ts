// Records and statistics of the suite's programs do not depend on the compiler of their kernels: the files are equal,
// byte by byte. ATOLL_LONG: ten programs, and the sums of the interpreter's probe as well (its records have the same
// words, but its wavefronts take turns elsewhere, so parts of the file come in another order).

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { root } from '../../../../src/util/paths.js';
import { atoll, run, scratchFolder } from '../../atoll.js';

const LONG = process.env['ATOLL_LONG'] !== undefined;
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  Reduction: ['-x', '5000'],
  ...(LONG && {
    BitonicSort: ['-x', '1000'],
    BlackScholes: ['-x', '30', '-y', '31'],
    DCT: ['-x', '64', '-y', '64'],
    FFT: ['-x', '256', '-y', '4'],
    FloydWarshall: ['-x', '30'],
    MatrixMultiplication: ['-x', '70', '-y', '50', '-z', '90'],
    MatrixTranspose: ['-x', '70', '-y', '50'],
    NBody: ['-x', '300', '--steps', '1'],
    PrefixSum: ['-x', '1000'],
    SobelFilter: ['-x', '60', '-y', '51'],
  }),
};
const COMPILED = ['wasm', 'native'];

/** A file for each engine, which `make` writes. */
async function same(
  t: ExecutionContext,
  engines: readonly string[],
  make: (engine: string, file: string) => Promise<unknown>,
): Promise<void> {
  const folder = scratchFolder(t);
  const files = engines.map((engine) => join(folder, engine));
  for (const [n, engine] of engines.entries()) await make(engine, files[n]!);
  const [first, ...others] = files.map((file) => readFileSync(file));
  t.true(first!.length > 0);
  for (const [n, other] of others.entries()) t.true(first!.equals(other), `${engines[0]} and ${engines[n + 1]} differ`);
}

for (const [name, args] of Object.entries(PROGRAMS)) {
  const program = [join(root, 'build/benchmarks', name), '--quiet', ...args];
  test(`${name}: records of its first launch`, (t) =>
    same(t, COMPILED, (engine, file) =>
      atoll(['record', '--blocks', '-o', file, '--engine', engine, '--', ...program]),
    ));

  test(`${name}: sums of addresses by launch and instruction`, (t) =>
    same(t, LONG ? [...COMPILED, 'interp'] : COMPILED, (engine, file) => {
      const by = ['--stats-by', 'kernel,launch,instruction', '--stats-csv', file];
      return run(program, ['--engine', engine, '--stats=addresses', ...by]);
    }));
}
