// Programs of the suite, as they are measured: with their verification, so that measured results are right.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';

export interface InstrumentProgram {
  readonly name: string;
  readonly argv: readonly string[];
  /** Output for a right result. */
  readonly pattern: RegExp;
}

interface Manifest {
  readonly programs: readonly {
    readonly name: string;
    readonly sizes: Readonly<Record<string, readonly string[]>>;
    readonly pattern: string;
  }[];
}

export const SIZES: readonly string[] = ['small', 'default', 'large'];

/** @param names none: all of the suite; @throws Error for a name that there is not */
export function suitePrograms(names: readonly string[], size: string): InstrumentProgram[] {
  const { programs } = JSON.parse(readFileSync(join(root, 'benchmarks', 'manifest.json'), 'utf8')) as Manifest;
  const unknown = names.find((name) => !programs.some((program) => program.name === name));
  if (unknown !== undefined) throw new Error(`the suite has no program ${unknown}`);
  return programs
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map(({ name, sizes, pattern }) => ({
      name,
      argv: [join(root, 'build', 'benchmarks', name), '-verify', '-q', ...(sizes[size] ?? [])],
      pattern: new RegExp(pattern, 'm'),
    }));
}
