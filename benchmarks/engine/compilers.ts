// Cost and benefit of machine code of kernels, by compiler: V8's optimiser, and clang at each level of
// optimisation, by its parts. `node dist/benchmarks/engine/compilers.js [--programs A,B]`, on an idle machine.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statedKernelSeconds } from '../../src/bench/case.js';
import { type BenchProgram, readManifest } from '../../src/bench/manifest.js';
import { selectPrograms } from '../../src/bench/select.js';
import { kernelCompiler } from '../../src/kernels/kernel-compiler.js';
import { root } from '../../src/util/paths.js';
import { runCommand } from '../command.js';

const USAGE = `usage: compilers.js [options]
  --programs A,B   of the suite (default: three of different kinds)
  --size NAME      of the programs (default: large)
  --help`;
const PRESET = 'NBody,MatrixMultiplication,AESEncryptDecrypt';
const ATOLL = join(root, 'bin', 'atoll');
/** The one that kernels are compiled with is replaced by each. */
const USED_LEVEL = '-O1';
const LEVELS = ['-O0', USED_LEVEL, '-O2', '-O3'] as const;
/** As many runs of clang, of which the quickest counts. */
const TURNS = 3;

/** Stands in for clang: it keeps clang's input of kernels, and has that compiled at another level. */
const standIn = (clang: string, folder: string, level: string): string => `#!/bin/bash
if [[ " $* " == *" kernel.ll "* ]]; then
  mkdir -p "${folder}/$$/out" && cp kernel.ll "${folder}/$$/" && printf '%s\\n' "$@" > "${folder}/$$/words"
  exec "${clang}" "\${@/#${USED_LEVEL}/${level}}"
fi
exec "${clang}" "$@"
`;

/** Milliseconds in the kernels of a program, in a run with compiled code in the cache. @param clang absent: by V8 */
function kernelTime(program: BenchProgram, size: string, clang?: string): number {
  const cache = mkdtempSync(join(tmpdir(), 'atoll-compilers-'));
  try {
    const args = [...program.flags.filter((flag) => flag !== '--verify'), ...(program.sizes[size] ?? [])];
    const common = [
      'run',
      '--workers',
      '1',
      '--cache-dir',
      cache,
      ...(clang === undefined ? ['--no-native-code'] : []),
    ];
    const atoll = (...words: readonly string[]): string =>
      String(execFileSync(ATOLL, words, { stdio: ['ignore', 'pipe', 'inherit'] }));
    const run = (): string => atoll(...common, '--', program.executable, ...args);
    run();
    if (clang !== undefined) atoll('cache', '--dir', cache, '--compile', '--clang', clang);
    const seconds = statedKernelSeconds(run(), program.patterns.kernelTime);
    if (seconds === null) throw new Error(`${program.name} does not say how long its kernels take`);
    return seconds * 1000;
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Milliseconds of processor time of a command, the minimum of some. */
function processorTime(cwd: string, command: readonly string[]): number {
  const times = Array.from({ length: TURNS }, () => {
    const script = 'TIMEFORMAT="%U %S"; time "$0" "$@" 2>/dev/null';
    const { stderr, status } = spawnSync('bash', ['-c', script, ...command], { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command.join(' ')} has failed`);
    const [user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number) as [number, number];
    return (user + system) * 1000;
  });
  return Math.min(...times);
}

/** Parts of clang's time for one kernel; each part is the difference to the one before. */
function partsOf(clang: string, folder: string): Readonly<Record<string, number>> {
  const words = readFileSync(join(folder, 'words'), 'utf8').trimEnd().split('\n');
  const time = (level: string, ...more: readonly string[]): number =>
    processorTime(folder, [clang, ...words.map((word) => (word === USED_LEVEL ? level : word)), ...more]);
  const start = processorTime(folder, [clang, '--version']);
  const read = processorTime(folder, [
    clang,
    '-cc1',
    '-triple',
    'x86_64-pc-linux-gnu',
    '-x',
    'ir',
    '-O0',
    '-emit-llvm-bc',
    '-o',
    '/dev/null',
    'kernel.ll',
  ]);
  const cc1 = [...words.filter((word) => word !== '-shared'), '-c'];
  const optimised = processorTime(folder, [clang, ...cc1, '-emit-llvm']);
  const object = processorTime(folder, [clang, ...cc1]);
  const whole = LEVELS.map((level) => [`whole ${level}`, time(level)] as const);
  const linked = whole.find(([name]) => name.endsWith(USED_LEVEL))![1] - object;
  return {
    KiB: statSync(join(folder, 'kernel.ll')).size / 1024,
    start,
    read: read - start,
    [`optimise ${USED_LEVEL}`]: optimised - read,
    generate: object - optimised,
    link: linked,
    ...Object.fromEntries(whole),
  };
}

function print(rows: readonly (readonly [name: string, numbers: Readonly<Record<string, number>>])[]): void {
  const names = [...new Set(rows.flatMap(([, numbers]) => Object.keys(numbers)))];
  console.log(`${' '.repeat(24)}${names.map((name) => name.padStart(13)).join('')}`);
  for (const [name, numbers] of rows)
    console.log(`${name.padEnd(24)}${names.map((key) => (numbers[key]?.toFixed(1) ?? '-').padStart(13)).join('')}`);
}

function measure(program: BenchProgram, size: string, clang: string, folder: string) {
  const speeds: Record<string, number> = { V8: kernelTime(program, size) };
  for (const level of LEVELS) {
    const folderOfLevel = join(folder, `${program.name}${level}`);
    mkdirSync(folderOfLevel);
    const script = join(folder, `clang${level}`);
    writeFileSync(script, standIn(clang, folderOfLevel, level));
    chmodSync(script, 0o755);
    speeds[level] = kernelTime(program, size, script);
  }
  const kernels = join(folder, `${program.name}${USED_LEVEL}`);
  const [largest] = readdirSync(kernels)
    .map((name) => join(kernels, name))
    .sort((a, b) => statSync(join(b, 'kernel.ll')).size - statSync(join(a, 'kernel.ll')).size);
  if (largest === undefined) throw new Error(`kernels of ${program.name} are too short to be compiled at size ${size}`);
  return { speeds, parts: partsOf(clang, largest) };
}

await runCommand({
  usage: USAGE,
  options: { programs: { type: 'string', default: PRESET }, size: { type: 'string', default: 'large' } },
  run({ programs, size }) {
    const manifest = readManifest(join(root, 'benchmarks', 'manifest.json'));
    const chosen = selectPrograms(manifest, { names: programs.split(','), tags: [] });
    const clang = kernelCompiler();
    const folder = mkdtempSync(join(tmpdir(), 'atoll-compilers-'));
    try {
      const measured = chosen.map((program) => ({ name: program.name, ...measure(program, size, clang, folder) }));
      console.log('Milliseconds in kernels, one worker, by compiler');
      print(measured.map(({ name, speeds }) => [name, speeds]));
      console.log("\nMilliseconds of clang's processor time for the largest kernel");
      print(measured.map(({ name, parts }) => [name, parts]));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
