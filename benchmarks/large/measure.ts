// Costs of one kernel: in the interpreter, with no translation of an earlier run, and with one; and how soon Atoll ends
// on a signal.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../src/util/paths.js';
import type { LargeKernel } from './kernels.js';

/** As users start it, with the Node that it brings. */
const ATOLL = join(root, 'bin', 'atoll');
const LIMIT_MS = 1_800_000;
/** When runs are ended: parts of the wall time of a cold one, in the middle of translations and compilations. */
const MOMENTS = [0.2, 0.5, 0.8] as const;

/**
 * Seconds of wall time until the program's end, of user and of system time of all processes; MiB that they had at one
 * time.
 */
export interface LargeCost {
  readonly wall: number;
  readonly user: number;
  readonly system: number;
  readonly memory: number;
}
/**
 * Each number is independent: a round may have the least user time, and another the least wall time. Memory is the most
 * of all rounds.
 */
export interface Costs {
  readonly least: LargeCost;
  readonly median: LargeCost;
}
export interface LargeMeasurement {
  readonly name: string;
  readonly interp: Costs;
  readonly cold: Costs;
  readonly warm: Costs;
  /** Seconds from SIGTERM to the end, the longest; absent when the runs were over before. */
  readonly stop?: number | undefined;
}

type Output = LargeCost & { readonly out: string };
export type LargeMethod = 'interp' | 'cold' | 'warm';
/** Kept things that are not the front end's. */
const KEPT = ['kernels', 'machine-code', 'native-code'];

/** Least and median of runs. */
export function costsOf(runs: readonly LargeCost[]): Costs {
  const memory = Math.max(...runs.map((run) => run.memory));
  const at = (part: number): LargeCost => {
    const of = (field: keyof LargeCost): number =>
      runs.map((run) => run[field]).sort((a, b) => a - b)[Math.floor(part * (runs.length - 1))]!;
    return { wall: of('wall'), user: of('user'), system: of('system'), memory };
  };
  return { least: at(0), median: at(0.5) };
}

export class LargeBench {
  private readonly folder = mkdtempSync(join(tmpdir(), 'atoll-large-'));
  private readonly program = join(this.folder, 'launch');
  private readonly account = join(this.folder, 'account');
  private readonly costs = join(this.folder, 'costs');
  private readonly cache = join(this.folder, 'cache');
  private readonly file = join(this.folder, 'kernel.cl');

  constructor(
    private readonly rounds: number,
    /** Called after each run. */
    private readonly progress: (name: string, way: LargeMethod, round: number, cost: LargeCost) => void,
    /** Ends the run under way. */
    private readonly signal: AbortSignal,
  ) {
    const source = (name: string): string => join(root, 'benchmarks', 'large', name);
    this.compile(source('launch.cpp'), this.program, '-lOpenCL');
    this.compile(source('account.cpp'), this.account);
  }

  /** @throws Error a run failed, or engines differ; whatever was thrown, when the signal has come */
  async measure(kernel: LargeKernel): Promise<LargeMeasurement> {
    writeFileSync(this.file, kernel.source);
    // The front end's part is done before anything is measured.
    await this.run(this.command(['--engine', 'interp'], kernel.n, 1, 64));
    const args = [kernel.n, kernel.launches, kernel.items] as const;
    const runs: Record<LargeMethod, Output[]> = { interp: [], cold: [], warm: [] };
    // In turn, so that a noisy moment hits all.
    for (let round = 1; round <= this.rounds; round++) {
      for (const way of ['interp', 'cold', 'warm'] as const) {
        if (way === 'cold') this.forget();
        const run = await this.run(this.command(way === 'interp' ? ['--engine', 'interp'] : [], ...args));
        runs[way].push(run);
        this.progress(kernel.name, way, round, run);
        if (run.out !== runs.interp[0]!.out) throw new Error(`${kernel.name}: engines differ`);
      }
    }
    const [interp, cold, warm] = [costsOf(runs.interp), costsOf(runs.cold), costsOf(runs.warm)];
    return { name: kernel.name, interp, cold, warm, stop: await this.stopTime(args, cold.least.wall) };
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async stopTime(args: readonly [number, number, number], wall: number): Promise<number | undefined> {
    const times: number[] = [];
    for (const moment of MOMENTS) {
      const time = await this.stopAfter(args, moment * wall);
      if (time !== undefined) times.push(time);
    }
    return times.length > 0 ? Math.max(...times) : undefined;
  }

  /** Ends a cold run some seconds after its start. */
  private async stopAfter(args: readonly [number, number, number], seconds: number): Promise<number | undefined> {
    this.forget();
    const child = spawn(ATOLL, this.command([], ...args), { stdio: 'ignore' });
    const end = once(child, 'exit');
    try {
      await sleep(1000 * seconds, undefined, { signal: this.signal });
    } catch (error) {
      child.kill();
      await end;
      throw error;
    }
    if (child.exitCode !== null) return undefined;
    const start = performance.now();
    child.kill('SIGTERM');
    await end;
    return (performance.now() - start) / 1000;
  }

  private command(flags: readonly string[], n: number, launches: number, items: number): readonly string[] {
    const numbers = [n, launches, items].map(String);
    return ['run', '--cache-dir', this.cache, ...flags, '--', this.program, this.file, ...numbers];
  }

  /** Removes translations that runs have left in the cache. */
  private forget(): void {
    for (const name of KEPT) rmSync(join(this.cache, name), { recursive: true, force: true });
  }

  private async run(args: readonly string[]): Promise<Output> {
    this.signal.throwIfAborted();
    // A separate process group, so that a signal ends Atoll and its children, too.
    const child = spawn(this.account, [this.costs, ATOLL, ...args], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stop = (): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    };
    this.signal.addEventListener('abort', stop);
    const limit = setTimeout(stop, LIMIT_MS);
    try {
      const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      this.signal.throwIfAborted();
      if (status !== 0)
        throw new Error(`atoll ${args.join(' ')}: ${errors || `it did not end as it should (${status})`}`);
      const [wall, user, system, kilobytes] = readFileSync(this.costs, 'utf8').trim().split(' ').map(Number);
      return { wall: wall!, user: user!, system: system!, memory: kilobytes! / 1024, out };
    } finally {
      clearTimeout(limit);
      this.signal.removeEventListener('abort', stop);
    }
  }

  private compile(source: string, program: string, ...libraries: readonly string[]): void {
    const args = ['-std=c++17', '-O1', source, '-o', program, ...libraries];
    const { status, stderr, error } = spawnSync('g++', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`g++ ${args.join(' ')}: ${error?.message ?? stderr}`);
  }
}
