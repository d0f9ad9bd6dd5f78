// One case: a program at a size on a target. Warm-up runs, measured runs, a verdict on each of them.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunReport, runReportSchema } from '../report/run-report.js';
import { required } from '../util/required.js';
import { temporaryFolder } from '../util/temporary.js';
import type { BenchProgram } from './manifest.js';
import { type ProcessEnd, runProcess } from './process.js';
import { type BenchSettings, type CaseResult, readChecked, type Sample } from './results.js';
import type { BenchTarget } from './targets.js';
import { type Judgement, judge, linesOf } from './verdict.js';

export interface BenchmarkCase {
  readonly program: BenchProgram;
  readonly size: string;
  readonly target: BenchTarget;
}

export interface CaseOptions {
  readonly settings: BenchSettings;
  /** Called before each run; the warm-up counts. */
  readonly onRun?: (run: number, runs: number) => void;
  /** Ends the case early; it then has no result. */
  readonly signal?: AbortSignal | undefined;
}

interface Run extends Judgement {
  readonly sample: Sample;
  readonly report: RunReport | undefined;
}

/** The program's own command line: flags of the manifest, size, seed. */
export function programCommand({ program, size }: BenchmarkCase, { seed }: BenchSettings): string[] {
  const seedWords = program.seedFlag === undefined ? [] : [program.seedFlag, String(seed)];
  return [
    program.executable,
    ...program.flags,
    ...required(program.sizes[size], 'arguments of the size'),
    ...seedWords,
  ];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Seconds in kernels by the program's own account. */
export function statedKernelSeconds(stdout: string, pattern: RegExp | undefined): number | null {
  for (const line of linesOf(stdout)) {
    const seconds = Number(pattern?.exec(line)?.[1] ?? Number.NaN);
    if (seconds >= 0) return seconds;
  }
  return null;
}

function sampleOf({ wallSeconds, stdout }: ProcessEnd, report: RunReport | undefined, program: BenchProgram): Sample {
  if (!report) {
    const kernelSeconds = statedKernelSeconds(stdout, program.patterns.kernelTime);
    return { wallSeconds, kernelSeconds, launches: null, wavefronts: null, instructions: null };
  }
  const instructions: Record<string, number> = {};
  for (const kernel of report.kernels)
    for (const [unit, count] of Object.entries(kernel.instructions))
      instructions[unit] = (instructions[unit] ?? 0) + count;
  return {
    wallSeconds,
    kernelSeconds: sum(report.kernels.map((kernel) => kernel.seconds)),
    launches: report.launchCount,
    wavefronts: sum(report.kernels.map((kernel) => kernel.wavefronts)),
    instructions,
    ...simulatedOf(report),
  };
}

/** Nothing where not all launches were simulated, or are listed. */
function simulatedOf({ launches, launchCount }: RunReport): Pick<Sample, 'simulatedSeconds'> {
  const times = launches.flatMap(({ simulatedSeconds }) => simulatedSeconds ?? []);
  return times.length > 0 && times.length === launchCount ? { simulatedSeconds: sum(times) } : {};
}

const kernelsOf = ({ kernels }: RunReport): CaseResult['kernels'] =>
  kernels.map(({ kernel, statistics = {} }) => ({ name: kernel, statistics }));

/** Verified results of a run that launched something else than expected are right by luck. */
function judgeCounts({ program, size, target }: BenchmarkCase, { launches, wavefronts }: Sample): string {
  const expected = program.counts[size];
  if (!target.counts || !expected || launches === null) return '';
  if (launches !== expected.launches) return `${launches} launches instead of ${expected.launches}`;
  return wavefronts === expected.wavefronts ? '' : `${wavefronts} wavefronts instead of ${expected.wavefronts}`;
}

/** The report of a run; undefined where none is made, or when the run ended before it was written. */
function readReport(file: string): RunReport | undefined {
  if (!existsSync(file) || statSync(file).size === 0) return undefined;
  return readChecked(file, 'a report of atoll run', runReportSchema);
}

async function runOnce(
  one: BenchmarkCase,
  { settings, signal }: CaseOptions,
  command: BenchTarget['command'] = one.target.command,
): Promise<Run> {
  const folder = temporaryFolder('bench');
  const file = join(folder, 'report.json');
  try {
    const { program, target } = one;
    const end = await runProcess(command(programCommand(one, settings), file), {
      cwd: dirname(program.executable),
      env: target.env,
      limitSeconds: settings.limitSeconds,
      signal,
    });
    const judgement = judge(end, program, settings.limitSeconds);
    const report = readReport(file);
    const sample = sampleOf(end, report, program);
    const unexpected = judgement.verdict === 'PASS' ? judgeCounts(one, sample) : '';
    const failure = unexpected ? ({ verdict: 'FAIL', reason: unexpected } as const) : undefined;
    return { ...(failure ?? judgement), sample, report };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Runs a case; undefined when it was ended early. The first run that does not pass is the last one. */
export async function runCase(one: BenchmarkCase, options: CaseOptions): Promise<CaseResult | undefined> {
  const { program, size, target } = one;
  const { settings, onRun, signal } = options;
  const base = {
    benchmark: program.name,
    size,
    target: target.name,
    seed: program.seedFlag === undefined ? null : settings.seed,
    tags: [...program.tags],
    command: [...target.command(programCommand(one, settings), 'report.json')],
    machine: hostname(),
  };
  if (!existsSync(program.executable))
    return { ...base, sha256: '', verdict: 'FAIL', reason: `there is no ${program.executable}`, samples: [] };
  const sha256 = hashOf(program.executable);
  const samples: Sample[] = [];
  const counting = settings.statistics ? target.statisticsCommand : undefined;
  const measured = settings.warmup + settings.repeats;
  const runs = measured + Number(counting !== undefined);
  let kernels: CaseResult['kernels'];
  for (let run = 0; run < runs; run++) {
    if (signal?.aborted) return undefined;
    onRun?.(run, runs);
    const isLast = run === measured;
    const { verdict, reason, sample, report } = await runOnce(one, options, isLast ? counting : undefined);
    if (signal?.aborted) return undefined;
    if (verdict !== 'PASS') return { ...base, sha256, verdict, reason, samples };
    if (isLast) kernels = report && kernelsOf(report);
    else if (run >= settings.warmup) samples.push(sample);
  }
  return { ...base, sha256, verdict: 'PASS', reason: '', samples, ...(kernels && { kernels }) };
}
