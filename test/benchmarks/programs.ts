// Building and running the programs of benchmarks/ on pocl, for the tests of this folder.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const binaries = join(root, 'build', 'benchmarks');

/** Runs make for these programs, or for all; waits for other processes that do the same. */
export async function build(names: readonly string[] = []): Promise<void> {
  const targets = names.map((name) => join(binaries, name));
  const make = ['make', '-C', join(root, 'benchmarks'), '-j2', `BUILD=${binaries}`, ...targets];
  await execa('flock', [join(root, 'benchmarks'), ...make]);
}

/** Runs a program on pocl, whatever other platforms there are; never throws. */
export function run(program: string, args: string[], cwd = tmpdir()) {
  return execa(program, ['--platform', 'Portable Computing Language', ...args], {
    cwd,
    reject: false,
    timeout: 240_000,
  });
}
