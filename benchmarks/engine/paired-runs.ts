// The kernels of beside.cpp on Atoll with one and with all workers, on pocl with one and with all processors, as native
// C on one thread, and on Oclgrind: one program, one clock, in turn.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchTarget, openTarget } from '../../src/bench/targets.js';
import { AtollError } from '../../src/util/errors.js';
import { root } from '../../src/util/paths.js';
import type { Measurement } from './results.js';
import { type SamplingEffort, type SpeedSample, summary } from './sampling.js';

type Kind = 'matrix' | 'copy' | 'stride' | 'gather' | 'groups';

interface Task {
  readonly kind: Kind;
  readonly size: number;
  readonly unit: 'GFLOP/s' | 'GB/s';
  /** Floating-point operations or bytes of one launch. */
  readonly work: number;
}

/** A way to execute the program; `ready` is how it is run. */
interface Platform {
  readonly name: string;
  readonly mode: 'opencl' | 'native';
  readonly target: BenchTarget;
  /** So slow that its tasks are smaller: rates are compared. */
  readonly slow: boolean;
}

const NAMES: readonly (readonly [name: string, target: string])[] = [
  ['atoll', 'atoll'],
  ['atoll, 1 worker', 'atoll:workers=1'],
  ['pocl', 'native:pocl'],
  ['pocl, 1 processor', 'native:pocl,processors=1'],
  ['native C, 1 thread', 'native'],
  ['oclgrind', 'oclgrind'],
];
const ELEMENTS = 1 << 20;
const SLOW_ELEMENTS = 1 << 14;

const tasksOf = (matrix: number, elements: number): readonly Task[] => [
  { kind: 'matrix', size: matrix, unit: 'GFLOP/s', work: 2 * matrix ** 3 },
  { kind: 'copy', size: elements, unit: 'GB/s', work: 8 * elements },
  { kind: 'stride', size: elements, unit: 'GB/s', work: 8 * elements },
  { kind: 'gather', size: elements, unit: 'GB/s', work: 8 * elements },
];

/** The program, the platforms that are installed, and how to run one on the other. */
export class PairedMeasurement {
  private readonly folder = mkdtempSync(join(tmpdir(), 'atoll-beside-'));
  private readonly program = join(this.folder, 'beside');
  readonly platforms: readonly Platform[];
  /** Platforms that are not installed, with the reason. */
  readonly missing: string[] = [];

  constructor() {
    const source = join(root, 'benchmarks', 'engine', 'beside.cpp');
    execFileSync('g++', ['-O3', '-march=native', '-std=c++17', source, '-o', this.program, '-lOpenCL']);
    this.platforms = NAMES.flatMap(([name, target]): Platform[] => {
      try {
        const mode = target === 'native' ? 'native' : 'opencl';
        return [{ name, mode, target: openTarget(target), slow: target === 'oclgrind' }];
      } catch (error) {
        if (!(error instanceof AtollError)) throw error;
        this.missing.push(`${name}: ${error.message}`);
        return [];
      }
    });
  }

  close(): void {
    for (const { target } of this.platforms) target.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Milliseconds of the repetitions. @throws Error when the program fails: its results are wrong, or it cannot run */
  times({ mode, target, slow }: Platform, kind: Kind, size: number, { repeats, warmup }: SamplingEffort): number[] {
    const effort = slow ? ['1', '0'] : [String(repeats), String(warmup)];
    const argv = target.command([this.program, mode, kind, String(size), ...effort], this.report);
    const { status, stdout, stderr } = spawnSync(argv[0]!, argv.slice(1), {
      encoding: 'utf8',
      env: { ...process.env, ...target.env },
    });
    if (status !== 0) throw new Error(`${kind} of ${size} on ${target.name} ended with ${status}: ${stderr}`);
    return stdout.trim().split('\n').map(Number);
  }

  /** Wave-instructions of each launch of the last run on Atoll. */
  instructionsOfLast(): number {
    const { launches } = JSON.parse(readFileSync(this.report, 'utf8')) as {
      readonly launches: readonly { readonly instructions: Readonly<Record<string, number>> }[];
    };
    return Object.values(launches[0]!.instructions).reduce((sum, count) => sum + count, 0);
  }

  private get report(): string {
    return join(this.folder, 'report.json');
  }
}

/** @param matrix rows of the matrices */
export function measureBeside(
  beside: PairedMeasurement,
  matrix: number,
  filter: RegExp,
  effort: SamplingEffort,
): Measurement[] {
  const [tasks, small] = [tasksOf(matrix, ELEMENTS), tasksOf(Math.min(matrix, 64), SLOW_ELEMENTS)];
  return tasks.flatMap(({ kind, size }, index) => {
    const name = kind === 'matrix' ? `matrix multiplication ${size} x ${size}` : `${kind}, ${size} floats`;
    if (!filter.test(name)) return [];
    return beside.platforms.map((platform): Measurement => {
      const task = (platform.slow ? small : tasks)[index]!;
      const { best, median } = summary(beside.times(platform, kind, task.size, effort));
      const rate = (milliseconds: number): number => task.work / milliseconds / 1e6;
      return { series: 'beside', name, engine: platform.name, unit: task.unit, best: rate(best), median: rate(median) };
    });
  });
}

/** Wave-instructions of the runs that are too long to measure. */
const LONG_RUNS = [1e9, 1e10, 1e11];

const secondsFor = ({ best, median }: SpeedSample, instructions: number, measured: number): SpeedSample => ({
  best: (best / 1e3 / measured) * instructions,
  median: (median / 1e3 / measured) * instructions,
});

/**
 * Launches of increasing numbers of work-groups, and the extrapolation of the largest one to longer runs.
 */
export function measureScaling(
  beside: PairedMeasurement,
  maxWorkGroups: number,
  filter: RegExp,
  effort: SamplingEffort,
): Measurement[] {
  const platforms = beside.platforms.filter(({ mode, slow }) => mode === 'opencl' && !slow);
  return platforms.flatMap((platform) => {
    const { name: engine, target } = platform;
    const measured: Measurement[] = [];
    for (let groups = 1; groups <= maxWorkGroups; groups *= 10) {
      const name = `${groups} work-groups of 64 work-items`;
      if (!filter.test(name)) continue;
      const sample = summary(beside.times(platform, 'groups', groups, effort));
      const { best, median } = sample;
      measured.push({ series: 'scaling', name, engine, unit: 'µs', best: best * 1e3, median: median * 1e3 });
      if (groups * 10 <= maxWorkGroups || !target.name.startsWith('atoll')) continue;
      const instructions = beside.instructionsOfLast();
      for (const long of LONG_RUNS) {
        const text = `10^${Math.log10(long)} wave-instructions, extrapolated from ${instructions}`;
        measured.push({ series: 'scaling', name: text, engine, unit: 's', ...secondsFor(sample, long, instructions) });
      }
    }
    return measured;
  });
}
