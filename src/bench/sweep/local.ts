// The cases of a sweep on this machine: all of them, or those of one task of a job array.

import { availableParallelism } from 'node:os';
import { AtollError } from '../../util/errors.js';
import { required, valueAt } from '../../util/required.js';
import type { BenchmarkCase } from '../case.js';
import { readManifest } from '../manifest.js';
import { caseKey } from '../results.js';
import { type BenchProgress, runCases } from '../runner.js';
import { type BenchTarget, openTargets } from '../targets.js';
import { type Sweep, writePart } from './folder.js';

/** Puts the names of a plan back together with programs and targets. */
function caseOf({ plan }: Sweep, index: number, targets: readonly BenchTarget[]): BenchmarkCase {
  const next = plan.cases[index];
  if (!next) throw new AtollError('BAD_INPUT', `the sweep has no case ${index}`);
  const { programs, path, sha256 } = readManifest(plan.header.manifest.path);
  if (sha256 !== plan.header.manifest.sha256)
    throw new AtollError('BAD_INPUT', `${path} has changed since the sweep began`, 'start another sweep');
  const program = programs.find(({ name }) => name === next.benchmark);
  const target = targets.find(({ name }) => name === next.target);
  if (!program || !target || !(next.size in program.sizes))
    throw new AtollError('BAD_INPUT', `${path} has no ${caseKey(next)}`);
  return { program, size: next.size, target };
}

/** Runs these cases of a sweep, and writes their parts. */
export async function runIndexes(
  sweep: Sweep,
  indexes: readonly number[],
  { jobs, progress, signal }: { readonly jobs: number; readonly progress: BenchProgress; readonly signal: AbortSignal },
): Promise<void> {
  const targets = openTargets(indexes.map((index) => sweep.plan.cases[index]?.target ?? ''));
  try {
    const cases = indexes.map((index) => caseOf(sweep, index, targets));
    const indexOf = new Map(indexes.map((index) => [caseKey(required(sweep.plan.cases[index], 'case')), index]));
    const options = { settings: sweep.plan.header.settings, jobs: jobs || availableParallelism(), progress, signal };
    await runCases(cases, options, (result) =>
      writePart(sweep, valueAt(indexOf, caseKey(result), 'index of the case'), result),
    );
  } finally {
    for (const target of targets) target.close();
  }
}
