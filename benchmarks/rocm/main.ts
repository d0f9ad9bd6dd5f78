// Waiting times of ROCm's programs: launches, copies, and the start. `node dist/benchmarks/rocm/main.js [--rounds N]`;
// needs hipcc, rocminfo and gcc, and a machine that does nothing else.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../src/util/paths.js';
import { byOwnNode } from '../own-node.js';

const ATOLL = join(root, 'bin/atoll');
const RUN = ['run', '--device', 'vega10', '--'];

interface Row {
  readonly name: string;
  readonly target: string;
  /** True if more is better. */
  readonly rate?: boolean;
}

/** Milliseconds without a launch before a ring. */
const PAUSES = [10, 100, 1000];

/** In the order of the output of latencies.hip, wake.c and floor.c. */
const ROWS: readonly Row[] = [
  { name: 'empty kernel, one after the other, µs', target: '<= 60' },
  { name: 'empty kernel after 5 ms, µs', target: '<= 150' },
  { name: 'copy of 64 MiB to the GPU, GB/s', target: '>= 5', rate: true },
  { name: 'copy of 64 MiB from the GPU, GB/s', target: '>= 5', rate: true },
  // The runtime copies into its own buffer and has that copied: half of this is the most that there can be.
  { name: 'copy of 64 MiB by memcpy alone, GB/s', target: 'what bounds them', rate: true },
  { name: 'Atoll while nothing is launched, hundredths of a processor', target: 'next to 0' },
  { name: 'the program with its runtime meanwhile', target: 'none of ours' },
  ...PAUSES.flatMap((pause) => [
    { name: `from ring to read after ${pause} ms, middle, µs`, target: '<= 50' },
    { name: `from ring to read after ${pause} ms, 99 of 100, µs`, target: '<= 50' },
  ]),
  ...PAUSES.map((pause) => ({
    name: `a wake from thread to thread after ${pause} ms, in C, without Atoll, µs`,
    target: 'one of two',
  })),
  ...PAUSES.map((pause) => ({
    name: `a touch that a tracer sees and that wakes a thread, after ${pause} ms, in C, µs`,
    target: 'what bounds the ring',
  })),
  // The reference: without a GPU it ends at once under the plain kernel.
  { name: 'rocminfo beside its own run that finds no driver, ms', target: '<= 300' },
];

interface Programs {
  readonly latencies: string;
  readonly wake: string;
  /** Durations of its wake-ups without Atoll. */
  readonly floor: string;
}

function build(folder: string): Programs {
  const program = join(folder, 'latencies');
  const source = join(root, 'benchmarks/rocm/latencies.hip');
  const env = { ...process.env, HIP_PLATFORM: 'amd' };
  execFileSync('hipcc', ['-O2', '--offload-arch=gfx900', source, '-o', program], { env });
  const wake = join(folder, 'wake');
  execFileSync('gcc', ['-O2', join(root, 'benchmarks/rocm/wake.c'), '-o', wake, '-lhsa-runtime64']);
  const floor = join(folder, 'floor');
  execFileSync('gcc', ['-O2', '-pthread', join(root, 'benchmarks/rocm/floor.c'), '-o', floor]);
  return { latencies: program, wake, floor };
}

function milliseconds(command: string, words: readonly string[]): number {
  const start = process.hrtime.bigint();
  // Not by its status: without a GPU rocminfo fails by itself.
  const { error } = spawnSync(command, words, { stdio: 'ignore' });
  if (error) throw error;
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const numbersOf = (command: string, words: readonly string[]): number[] =>
  String(execFileSync(command, words)).trim().split('\n').map(Number);

function once({ latencies, wake, floor }: Programs): number[] {
  const pauses = PAUSES.map(String);
  const numbers = [
    ...numbersOf(ATOLL, [...RUN, latencies]),
    ...numbersOf(ATOLL, [...RUN, wake, ...pauses]),
    ...numbersOf(floor, pauses),
  ];
  const extra = milliseconds(ATOLL, [...RUN, 'rocminfo']) - milliseconds('rocminfo', []);
  return [...numbers, extra];
}

byOwnNode();
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number above 0');
const folder = mkdtempSync(join(tmpdir(), 'atoll-rocm-'));
try {
  const programs = build(folder);
  const measured = Array.from({ length: rounds }, () => once(programs));
  for (const [n, { name, target, rate }] of ROWS.entries()) {
    const numbers = measured.map((row) => row[n]!);
    const best = rate ? Math.max(...numbers) : Math.min(...numbers);
    console.log(`${name.padEnd(76)} ${best.toFixed(rate ? 2 : 1).padStart(8)}  (target: ${target})`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
