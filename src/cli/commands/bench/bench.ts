// `atoll bench`: runs programs that verify themselves on one or several targets, and reports what it measured.

import { join } from 'node:path';
import { buildPrograms } from '../../../bench/build.js';
import type { BenchmarkCase } from '../../../bench/case.js';
import { compare, differences, isRegression } from '../../../bench/compare.js';
import { writeCounts } from '../../../bench/counts.js';
import { type Manifest, readManifest } from '../../../bench/manifest.js';
import { lineProgress, silent } from '../../../bench/progress.js';
import { comparisonTable, resultTable } from '../../../bench/report/table.js';
import { checkReportFiles, type ReportFiles, writeReports } from '../../../bench/report/write.js';
import {
  type BenchResults,
  type BenchSettings,
  type CaseResult,
  caseKey,
  readResults,
  writeJson,
} from '../../../bench/results.js';
import { type MetricName, tally } from '../../../bench/rows.js';
import { type BenchProgress, emptyResults, inOrder, keyOf, measuredBefore, runCases } from '../../../bench/runner.js';
import { selectPrograms, withSize } from '../../../bench/select.js';
import { type BenchTarget, openTargets } from '../../../bench/targets.js';
import { AtollError } from '../../../util/errors.js';
import { root } from '../../../util/paths.js';
import { required } from '../../../util/required.js';
import { ExitStatus } from '../../command-line/exit.js';
import { onInterruption } from '../../command-line/interruption.js';
import { writeError } from '../../command-line/output.js';

/** Programs, targets and repetitions of the command line. */
export interface SelectionFlags {
  readonly manifest?: string;
  readonly tag?: readonly string[];
  readonly size: readonly string[];
  readonly target?: readonly string[];
  readonly baseline?: string;
  readonly warmup: number;
  readonly repeats: number;
  readonly seed: number;
  readonly timeLimit: number;
  readonly statistics?: boolean;
  readonly build: boolean;
}

export interface BenchFlags extends SelectionFlags, ReportFiles {
  readonly resume?: boolean;
  readonly list?: boolean;
  readonly writeCounts?: boolean;
}

export interface CompareFlags {
  readonly metric: MetricName;
  readonly threshold: number;
  readonly json?: boolean;
}

const OUR_MANIFEST = join(root, 'benchmarks', 'manifest.json');

export const manifestOf = ({ manifest }: Pick<SelectionFlags, 'manifest'>): Manifest =>
  readManifest(manifest ?? OUR_MANIFEST);

export const settingsOf = ({ warmup, repeats, seed, timeLimit, statistics }: SelectionFlags): BenchSettings => ({
  ...(statistics && { statistics }),
  warmup,
  repeats,
  limitSeconds: timeLimit,
  seed,
});

/** The command line, for the result file. */
export const commandWords = (): string[] => ['atoll', ...process.argv.slice(2)];

/**
 * All combinations. The targets of a program follow each other, so that short load on the machine affects them alike.
 */
export function casesOf(
  manifest: Manifest,
  names: readonly string[],
  flags: SelectionFlags,
  targets: readonly BenchTarget[],
): BenchmarkCase[] {
  const programs = selectPrograms(manifest, { names, tags: flags.tag ?? [] });
  return flags.size.flatMap((size) =>
    withSize(programs, size).flatMap((program) => targets.map((target) => ({ program, size, target }))),
  );
}

/** @throws AtollError BAD_OPTION for a baseline that is not measured */
export function baselineOf({ baseline }: Pick<SelectionFlags, 'baseline'>, targets: readonly string[]): string {
  const chosen = baseline ?? required(targets[0], 'target');
  if (targets.includes(chosen)) return chosen;
  throw new AtollError('BAD_OPTION', `the baseline '${chosen}' is not a target`, `targets: ${targets.join(', ')}`);
}

export const progressFor = (count: number): BenchProgress =>
  process.stderr.isTTY ? lineProgress(writeError, count, process.stderr.columns || 80) : silent;

/** Prints the table, writes the files, sets the exit status. */
export function conclude(results: BenchResults, files: ReportFiles): void {
  process.stdout.write(resultTable(results));
  writeReports(results, files);
  process.exitCode = tally(results.cases).FAIL > 0 ? ExitStatus.CHECK_FAILED : ExitStatus.OK;
}

function list(manifest: Manifest, names: readonly string[], { tag = [] }: BenchFlags): void {
  for (const { name, sizes, tags } of selectPrograms(manifest, { names, tags: tag }))
    process.stdout.write(`${name}: sizes ${Object.keys(sizes).join(', ')}; tags ${tags.join(', ')}\n`);
}

async function measure(
  cases: readonly BenchmarkCase[],
  fresh: BenchResults,
  { json, resume }: Pick<BenchFlags, 'json' | 'resume'>,
  signal: AbortSignal,
): Promise<BenchResults> {
  if (resume && json === undefined) throw new AtollError('BAD_OPTION', '--resume needs --json, the file to continue');
  const earlier = resume ? measuredBefore(required(json, 'file of the results'), fresh, cases) : [];
  const done = new Set(earlier.map(caseKey));
  const keys = cases.map(keyOf);
  const results: CaseResult[] = [...earlier];
  const current = (): BenchResults => ({ ...fresh, cases: inOrder(results, keys) });
  const left = cases.filter((one) => !done.has(keyOf(one)));
  const options = { settings: fresh.settings, jobs: 1, progress: progressFor(left.length), signal };
  await runCases(left, options, (result) => {
    results.push(result);
    if (json !== undefined) writeJson(json, current());
  });
  return current();
}

export async function bench(names: readonly string[], flags: BenchFlags): Promise<void> {
  const manifest = manifestOf(flags);
  if (flags.list) return list(manifest, names, flags);
  checkReportFiles(flags);
  const targets = openTargets(flags.target ?? ['atoll']);
  const interruption = onInterruption();
  try {
    const baseline = baselineOf(
      flags,
      targets.map(({ name }) => name),
    );
    const cases = casesOf(manifest, names, flags, targets);
    if (flags.build)
      await buildPrograms(
        manifest,
        cases.map(({ program }) => program),
      );
    const header = { manifest, targets, settings: settingsOf(flags), baseline, command: commandWords() };
    const results = await measure(cases, await emptyResults(header), flags, interruption.signal);
    conclude(results, flags);
    if (flags.writeCounts) process.stdout.write(`${writeCounts(results)} counts written to ${manifest.path}\n`);
  } finally {
    interruption.end();
    for (const target of targets) target.close();
  }
}

export function compareFiles(before: string, now: string, { metric, threshold, json }: CompareFlags): void {
  const [old, current] = [readResults(before), readResults(now)];
  const rows = compare(old, current, { metric, thresholdPercent: threshold });
  const notes = differences(old, current);
  if (json) process.stdout.write(`${JSON.stringify({ schema: 1, metric, threshold, notes, cases: rows }, null, 2)}\n`);
  else process.stdout.write(`${comparisonTable(rows)}${notes.map((note) => `note: ${note}\n`).join('')}`);
  process.exitCode = rows.some(isRegression) ? ExitStatus.CHECK_FAILED : ExitStatus.OK;
}

export function report(file: string, files: ReportFiles): void {
  conclude(readResults(file), files);
}
