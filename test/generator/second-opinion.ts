// pocl 3.1 runs the work-items of a work-group in loops that it makes between barriers, and is wrong now and then:
// work-item 0 goes once more round a loop whose end all work-items agree on, behind a barrier; barriers in a branch
// within a loop change what is computed without them; a loop that work-items leave in different turns, around one that
// is alike for all and before a barrier, ends too early. Without optimisation most of it is right, and with code of its
// own for each work-item (far slower to compile) some of the rest. So kernels that differ from pocl are compared with
// these, too: where pocl contradicts itself, and agrees with the engine in another way, nothing has failed.

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchSettings, Edited } from './batch.js';
import { compareRuns, type Failure } from './compare.js';
import { type GeneratorEngine, OTHER_REFERENCES } from './host/engines.js';
import type { Data } from './host/results.js';
import { type EngineRun, runEngine } from './host/run-engine.js';
import type { Program } from './language/program.js';

const REFERENCE = 'pocl';

export interface CheckedBatch {
  readonly list: readonly Edited[];
  readonly programs: readonly Program[];
  readonly runs: ReadonlyMap<GeneratorEngine, EngineRun>;
  readonly settings: BatchSettings;
  readonly folder: string;
  readonly writeWork: (folder: string, list: readonly Edited[]) => string;
}

const keyOf = ({ program, kernel, size, argument }: Data): string => `${program} ${kernel} ${size} ${argument}`;

/** The programs once more on pocl in another way, numbered as in the batch. */
async function askAgain(
  reference: GeneratorEngine,
  numbers: readonly number[],
  batch: CheckedBatch,
): Promise<EngineRun> {
  const folder = mkdtempSync(join(batch.folder, 'again-'));
  const chosen = numbers.map((number) => batch.list[number]!);
  const work = batch.writeWork(folder, chosen);
  const run = await runEngine(reference, { ...batch.settings, work, folder, count: chosen.length });
  return { ...run, data: run.data.map((one) => ({ ...one, program: numbers[one.program]! })) };
}

/** Drops differences that another configuration of pocl does not confirm. */
async function withoutExcused(
  reference: GeneratorEngine,
  failures: readonly Failure[],
  batch: CheckedBatch,
): Promise<readonly Failure[]> {
  const doubted = failures.filter((failure) => failure.reference === REFERENCE);
  if (doubted.length === 0) return failures;
  const again = await askAgain(reference, [...new Set(doubted.map(({ program }) => program))], batch);
  const equalData = new Set(again.data.map(keyOf));
  const isExcused = (failure: Failure): boolean => {
    const run = batch.runs.get(failure.engine)!;
    const data = run.data.filter(({ program, kernel }) => program === failure.program && kernel === failure.kernel);
    // Kernels that pocl did not execute are unconfirmed.
    if (!data.every((one) => equalData.has(keyOf(one)))) return false;
    const other = { name: reference, run: again };
    return compareRuns(failure.engine, { ...run, data }, other, batch.programs, false).length === 0;
  };
  return failures.filter((failure) => failure.reference !== REFERENCE || !isExcused(failure));
}

/** Leaves out what pocl itself computes as the engine does, in one of its other ways. */
export async function withoutLoopDefects(
  failures: readonly Failure[],
  batch: CheckedBatch,
): Promise<readonly Failure[]> {
  let left = failures;
  for (const reference of OTHER_REFERENCES) left = await withoutExcused(reference, left, batch);
  return left;
}
