// The programs whose kernels benchmarks/compiler/compilers.ts compiles in several ways: all that benchmarks and tests
// have.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readManifest } from '../../src/bench/manifest.js';
import { root } from '../../src/util/paths.js';
import { buildHost } from '../../test/generator/host/build-host.js';
import { writeWork } from '../../test/generator/host/work-file.js';
import { BUILD_OPTIONS, makeProgram, printProgram } from '../../test/generator/language/program.js';

export const GROUPS = ['benchmarks', 'opencl', 'executed', 'generator'] as const;
export type ProgramGroup = (typeof GROUPS)[number];

export interface ComparedProgram {
  readonly group: ProgramGroup;
  readonly name: string;
  readonly argv: readonly string[];
}

function compile(folder: string, source: string, flags: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, basename(source, '.cc'));
  execFileSync('g++', ['-std=c++17', '-O1', source, '-o', program, ...flags], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return program;
}

/** At their small sizes. @throws where they have not been built */
function benchmarks(only: readonly string[] | undefined): ComparedProgram[] {
  const { programs: all } = readManifest(join(root, 'benchmarks', 'manifest.json'));
  const programs = all.filter(({ name }) => only === undefined || only.includes(name));
  const missing = programs.filter(({ executable }) => !existsSync(executable)).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`not built: ${missing.join(', ')} (make -C benchmarks)`);
  return programs.map(({ name, executable, flags, sizes }) => ({
    group: 'benchmarks',
    name,
    argv: [executable, ...flags, ...(sizes['small'] ?? [])],
  }));
}

/** Programs of test/opencl that execute kernels, and do not end by their mistakes. */
const OPENCL = [
  'buffers',
  'conversions',
  'host-memory',
  'image-borders',
  'image-kernels',
  'images',
  'kernels',
  'semantics',
];

const opencl = (): ComparedProgram[] =>
  OPENCL.map((name) => {
    const source = join(root, 'test', 'opencl', `${name}.cc`);
    const argv = [compile(join(root, 'build', 'test-opencl'), source, ['-lOpenCL', '-lpthread'])];
    return { group: 'opencl', name, argv };
  });

function executed(): ComparedProgram[] {
  const folder = join(root, 'test', 'compiler', 'executed');
  const program = compile(join(root, 'build', 'test-compiler'), join(folder, 'execute.cc'), ['-lOpenCL']);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.cl'))
    .map((file) => {
      const options = file === 'classes.cl' ? ['-x clc++'] : [];
      return { group: 'executed', name: basename(file, '.cl'), argv: [program, join(folder, file), ...options] };
    });
}

/** Kernels of a generated program. */
const KERNELS = 4;

function generated(seeds: number): ComparedProgram[] {
  const host = buildHost();
  const folder = mkdtempSync(join(tmpdir(), 'atoll-compilers-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return Array.from({ length: seeds }, (_, n) => {
    const own = join(folder, String(n + 1));
    mkdirSync(own);
    const program = makeProgram(n + 1, KERNELS);
    const work = writeWork(own, [{ text: printProgram(program), options: BUILD_OPTIONS, kernels: program.kernels }]);
    const argv = [host, work, join(own, 'results'), '0', '1', '1', 'small'];
    return { group: 'generator', name: `seed ${n + 1}`, argv };
  });
}

/** @param seeds of the generator @param only programs of these names; undefined: all */
export function comparedPrograms(
  groups: readonly ProgramGroup[],
  seeds: number,
  only: readonly string[] | undefined,
): ComparedProgram[] {
  const all: Readonly<Record<ProgramGroup, () => ComparedProgram[]>> = {
    benchmarks: () => benchmarks(only),
    opencl,
    executed,
    generator: () => generated(seeds),
  };
  return groups.flatMap((group) => all[group]()).filter(({ name }) => only === undefined || only.includes(name));
}
