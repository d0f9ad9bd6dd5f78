// Compiled code, by the host's compiler and by clang, in lock step with a slower engine over every program of the
// manifest at its small size: no difference, and the program's own check passes. The interpreter is the other engine,
// with ATOLL_LONG the oracle. Only then clang compiles the programs that it needs most of the time for.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { run } from '../cli/atoll.js';
import { binaries, build, root } from './programs.js';

interface Program {
  readonly name: string;
  readonly sizes: { readonly small: readonly string[] };
  readonly pattern: string;
}

const { programs } = JSON.parse(readFileSync(join(root, 'benchmarks', 'manifest.json'), 'utf8')) as {
  programs: readonly Program[];
};
const LONG = process.env['ATOLL_LONG'] !== undefined;
const slow = LONG ? 'oracle' : 'interp';
/** Programs with a kernel that takes clang as long as the kernels of many others. */
const SLOW_TO_COMPILE: readonly string[] = ['Histogram', 'MonteCarloAsianDP'];

test.before('make builds the programs', async (t) => {
  t.timeout(600_000);
  await build();
});

for (const [{ name, sizes, pattern }, quick] of programs.flatMap((program) =>
  ['jit', 'native']
    .filter((engine) => LONG || engine !== 'native' || !SLOW_TO_COMPILE.includes(program.name))
    .map((engine) => [program, engine] as const),
)) {
  test.serial(`${name}: ${quick} and ${slow} do the same`, async (t) => {
    t.timeout(600_000);
    const argv = [join(binaries, name), '-verify', '-q', ...sizes.small];
    const { exitCode, stdout, stderr } = await run(argv, ['--lockstep', `${quick},${slow}`], { timeout: 600_000 });
    t.is(exitCode, 0, String(stderr));
    t.regex(String(stdout), new RegExp(pattern, 'm'));
  });
}
