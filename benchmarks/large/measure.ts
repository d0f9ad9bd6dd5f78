// What one kernel costs: in the interpreter, with no translation of an earlier run, and with one; and how soon Atoll ends when it is told to.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../src/util/paths.js';
import type { LargeKernel } from './kernels.js';

/** As users start it, with the Node that it brings. */
const ATOLL = join(root, 'bin', 'atoll');
const LIMIT_MS = 1_800_000;
/** When runs are ended: parts of the wall time of a cold one, in the middle of translations and compilations. */
const MOMENTS = [0.2, 0.5, 0.8] as const;

/** Seconds of wall and CPU time, MiB at the most, of one run. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
  readonly memory: number;
}
export interface Measured {
  readonly name: string;
  readonly interp: Cost;
  readonly cold: Cost;
  readonly warm: Cost;
  /** Seconds from SIGTERM to the end, the longest; absent when the runs were over before. */
  readonly stop?: number | undefined;
}

type Output = Cost & { readonly out: string };
const WAYS = ['interp', 'cold', 'warm'] as const;
type Way = (typeof WAYS)[number];
/** Kept things that are not the front end's. */
const KEPT = ['kernels', 'machine-code', 'native-code'];

export class Bench {
  private readonly folder = mkdtempSync(join(tmpdir(), 'atoll-large-'));
  private readonly program = join(this.folder, 'launch');
  private readonly cache = join(this.folder, 'cache');
  private readonly file = join(this.folder, 'kernel.cl');

  constructor(private readonly rounds: number) {
    const source = join(root, 'benchmarks', 'large', 'launch.cpp');
    this.must('g++', ['-std=c++17', '-O1', source, '-o', this.program, '-lOpenCL']);
  }

  async measure(kernel: LargeKernel): Promise<Measured> {
    writeFileSync(this.file, kernel.source);
    // The front end's part is done before anything is measured.
    this.run(this.command(['--engine', 'interp'], kernel.n, 1, 64));
    const args = [kernel.n, kernel.launches, kernel.items] as const;
    const rounds = Array.from({ length: this.rounds }, (): Record<Way, Output> => {
      const interp = this.run(this.command(['--engine', 'interp'], ...args));
      this.forget();
      const [cold, warm] = [this.run(this.command([], ...args)), this.run(this.command([], ...args))];
      if (cold.out !== interp.out || warm.out !== interp.out) throw new Error(`${kernel.name}: engines differ`);
      return { interp, cold, warm };
    });
    const least = (way: Way): Cost => {
      const of = (field: keyof Cost): number => Math.min(...rounds.map((round) => round[way][field]));
      return { wall: of('wall'), cpu: of('cpu'), memory: Math.max(...rounds.map((round) => round[way].memory)) };
    };
    const [interp, cold, warm] = [least('interp'), least('cold'), least('warm')];
    return { name: kernel.name, interp, cold, warm, stop: await this.stopTime(args, cold.wall) };
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
    await sleep(1000 * seconds);
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

  /** What runs have left of translations. */
  private forget(): void {
    for (const name of KEPT) rmSync(join(this.cache, name), { recursive: true, force: true });
  }

  private run(args: readonly string[]): Output {
    // GNU time measures what the shell's cannot: the memory.
    const { stdout, stderr } = this.must('/usr/bin/time', ['-f', '%e %U %S %M', ATOLL, ...args]);
    const [wall, user, system, kilobytes] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
    return { wall: wall!, cpu: user! + system!, memory: kilobytes! / 1024, out: stdout };
  }

  private must(program: string, args: readonly string[]): { readonly stdout: string; readonly stderr: string } {
    const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: LIMIT_MS });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
    return { stdout, stderr };
  }
}
