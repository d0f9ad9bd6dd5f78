// `atoll sweep`: many programs, sizes, devices and options, over all cores of this machine or over the machines of a
// cluster.

import { buildPrograms } from '../../../bench/build.js';
import { silent } from '../../../bench/progress.js';
import { checkReportFiles, type ReportFiles, writeReports } from '../../../bench/report/write.js';
import { caseKey } from '../../../bench/results.js';
import { emptyResults } from '../../../bench/runner.js';
import {
  createSweep,
  mergeParts,
  openSweep,
  pendingCases,
  resultsFile,
  type Sweep,
} from '../../../bench/sweep/folder.js';
import { runIndexes } from '../../../bench/sweep/local.js';
import { runOnSlurm, taskCases } from '../../../bench/sweep/slurm.js';
import { openTargets } from '../../../bench/targets.js';
import { AtollError } from '../../../util/errors.js';
import { required } from '../../../util/required.js';
import { onInterruption } from '../../command-line/interruption.js';
import { writeError } from '../../command-line/output.js';
import {
  baselineOf,
  casesOf,
  commandWords,
  conclude,
  manifestOf,
  progressFor,
  type SelectionFlags,
  settingsOf,
} from '../bench/bench.js';

export interface SweepFlags extends SelectionFlags, ReportFiles {
  readonly output?: string;
  readonly devices?: readonly string[];
  readonly options?: readonly string[];
  readonly on: 'local' | 'slurm';
  readonly jobs?: number;
  readonly attempts: number;
  readonly chunk: number;
  readonly sbatch?: readonly string[];
  readonly poll: number;
}

const ATOLL_TARGET = /^atoll(:|$)/;

/** Each target of Atoll combined with each device and each set of options; other targets unchanged. */
export function sweepTargets({ target = ['atoll'], devices = [], options = [] }: Partial<SweepFlags>): string[] {
  const extend = (name: string, flags: string) => `${name}${name.includes(':') ? ',' : ':'}${flags}`;
  const multiply = (names: readonly string[], flags: readonly string[]) =>
    flags.length === 0 ? names : names.flatMap((name) => flags.map((flag) => extend(name, flag)));
  return target.flatMap((name) =>
    ATOLL_TARGET.test(name)
      ? multiply(
          multiply(
            [name],
            devices.map((device) => `device=${device}`),
          ),
          options,
        )
      : [name],
  );
}

async function plan(names: readonly string[], flags: SweepFlags): Promise<Sweep> {
  const { output } = flags;
  if (output === undefined) throw new AtollError('BAD_OPTION', 'a sweep needs --output FOLDER', 'atoll sweep --help');
  const manifest = manifestOf(flags);
  checkReportFiles(flags);
  const targets = openTargets(sweepTargets(flags));
  try {
    const baseline = baselineOf(
      flags,
      targets.map(({ name }) => name),
    );
    const cases = casesOf(manifest, names, flags, targets);
    const programs = [...new Set(cases.map(({ program }) => program))];
    if (flags.build) await buildPrograms(manifest, programs);
    const { on, jobs = 0, attempts, chunk, sbatch = [], poll } = flags;
    return createSweep(output, {
      engine: { on, jobs, attempts, chunk, sbatch: [...sbatch], pollSeconds: poll },
      header: await emptyResults({
        manifest,
        targets,
        settings: settingsOf(flags),
        baseline,
        command: commandWords(),
      }),
      cases: cases.map(({ program, size, target }) => ({ benchmark: program.name, size, target: target.name })),
    });
  } finally {
    for (const target of targets) target.close();
  }
}

async function execute(sweep: Sweep, files: ReportFiles): Promise<void> {
  const interruption = onInterruption();
  try {
    const { on, jobs } = sweep.plan.engine;
    const pending = pendingCases(sweep);
    const { signal } = interruption;
    if (on === 'slurm') await runOnSlurm(sweep, { note: (text) => writeError(`atoll: ${text}\n`), signal });
    else await runIndexes(sweep, pending, { jobs, progress: progressFor(pending.length), signal });
    const results = mergeParts(sweep);
    writeReports(results, { json: resultsFile(sweep.folder) });
    conclude(results, files);
    for (const index of pendingCases(sweep))
      writeError(`atoll: no result: ${caseKey(required(sweep.plan.cases[index], 'case'))}\n`);
  } finally {
    interruption.end();
  }
}

export const sweep = async (names: readonly string[], flags: SweepFlags): Promise<void> =>
  execute(await plan(names, flags), flags);

export const resume = (folder: string, files: ReportFiles): Promise<void> => execute(openSweep(folder), files);

/** One task of a job array: its cases one after the other. */
export async function sweepTask(folder: string, attempt: number, task: number): Promise<void> {
  const opened = openSweep(folder);
  const interruption = onInterruption();
  try {
    const pending = new Set(pendingCases(opened));
    const cases = taskCases(opened, attempt, task).filter((index) => pending.has(index));
    await runIndexes(opened, cases, { jobs: 1, progress: silent, signal: interruption.signal });
  } finally {
    interruption.end();
  }
}
