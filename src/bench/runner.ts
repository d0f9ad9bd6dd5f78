// Runs many cases, so many at a time, and keeps the result file up to date: whatever ends the run, what was measured
// stays.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { AtollError } from '../util/errors.js';
import { release } from '../util/paths.js';
import { type BenchmarkCase, runCase } from './case.js';
import { commitOf, machineInfo, relevantEnvironment } from './machine-info.js';
import type { Manifest } from './manifest.js';
import { type BenchResults, type BenchSettings, type CaseResult, caseKey, readResults } from './results.js';
import type { BenchTarget } from './targets.js';

/** Progress of a long run. */
export interface BenchProgress {
  readonly started: (one: BenchmarkCase, run: number, runs: number) => void;
  readonly finished: (result: CaseResult) => void;
}

export interface RunnerOptions {
  readonly settings: BenchSettings;
  /** Cases at a time. */
  readonly jobs: number;
  readonly progress: BenchProgress;
  readonly signal: AbortSignal;
}

export interface Header {
  readonly manifest: Manifest;
  readonly targets: readonly BenchTarget[];
  readonly settings: BenchSettings;
  readonly baseline: string;
  readonly command: readonly string[];
}

/** A result file without cases. */
export async function emptyResults({ manifest, targets, settings, baseline, command }: Header): Promise<BenchResults> {
  const machine = machineInfo();
  const texts = await Promise.all(targets.map(async (target) => [target.name, await target.describe()] as const));
  return {
    schema: 1,
    kind: 'atoll benchmark results',
    release,
    commit: commitOf(),
    started: new Date().toISOString(),
    command: [...command],
    manifest: { path: manifest.path, sha256: manifest.sha256 },
    settings,
    baseline,
    targets: Object.fromEntries(texts),
    environment: relevantEnvironment(),
    machines: { [machine.host]: machine },
    cases: [],
  };
}

export const keyOf = ({ program, size, target }: BenchmarkCase): string =>
  caseKey({ benchmark: program.name, size, target: target.name });

/** Runs cases; each result is handed over when it is there. Returns when all are done or the signal says to stop. */
export async function runCases(
  cases: readonly BenchmarkCase[],
  { settings, jobs, progress, signal }: RunnerOptions,
  onResult: (result: CaseResult) => void,
): Promise<void> {
  const queue = [...cases];
  const worker = async () => {
    for (let one = queue.shift(); one && !signal.aborted; one = queue.shift()) {
      const current = one;
      const onRun = (run: number, runs: number) => progress.started(current, run, runs);
      const result = await runCase(current, { settings, onRun, signal });
      if (!result) return;
      onResult(result);
      progress.finished(result);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, worker));
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Results of an interrupted run with the same settings and the same executables.
 * @throws AtollError BAD_OPTION when the file belongs to another run
 */
export function measuredBefore(file: string, fresh: BenchResults, cases: readonly BenchmarkCase[]): CaseResult[] {
  if (!existsSync(file)) return [];
  const old = readResults(file);
  for (const part of ['settings', 'manifest', 'targets', 'environment', 'baseline'] as const)
    if (!same(old[part], fresh[part]))
      throw new AtollError(
        'BAD_OPTION',
        `${file} cannot be resumed: its ${part} differs from that of this run`,
        'without --resume the run starts anew',
      );
  const caseOfKey = new Map(cases.map((one) => [keyOf(one), one]));
  return old.cases.filter((result) => {
    const one = caseOfKey.get(caseKey(result));
    return one !== undefined && result.verdict !== 'FAIL' && isExecutable(one.program.executable, result.sha256);
  });
}

const isExecutable = (file: string, sha256: string): boolean =>
  existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex') === sha256;

/** Results in the order of the plan, whatever order they came in. */
export function inOrder(results: readonly CaseResult[], keys: readonly string[]): CaseResult[] {
  const place = new Map(keys.map((key, index) => [key, index]));
  return [...results].sort((a, b) => (place.get(caseKey(a)) ?? 0) - (place.get(caseKey(b)) ?? 0));
}
