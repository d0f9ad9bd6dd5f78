// Some programs on some engines: every result is compared with that of the first engine, and with that of Atoll's
// first.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareRuns, type Failure, troubles } from './compare.js';
import { type GeneratorEngine, isKept, type Surroundings, sameCompiler } from './host/engines.js';
import { type EngineRun, runEngine } from './host/run-engine.js';
import { type Source, writeWork } from './host/work-file.js';
import { BUILD_OPTIONS, makeProgram, type Program, printProgram } from './language/program.js';
import { type Edits, NO_EDITS } from './language/tree.js';
import { withoutLoopDefects } from './second-opinion.js';

export interface BatchSettings extends Surroundings {
  /** The first one is the reference. */
  readonly engines: readonly GeneratorEngine[];
  readonly host: string;
  readonly hangSeconds: number;
  /** Engines that run at a time. */
  readonly jobs: number;
  /** Of clBuildProgram, besides those of each program. */
  readonly options?: string | undefined;
}

export interface BatchResult {
  readonly failures: readonly Failure[];
  /** Seconds by engine. */
  readonly seconds: Readonly<Partial<Record<GeneratorEngine, number>>>;
}

/** A program, changed or not. */
export interface Edited {
  readonly program: Program;
  readonly edits: Edits;
}

export const makePrograms = (seed: number, count: number, kernels: number): Edited[] =>
  Array.from({ length: count }, (_, n) => ({ program: makeProgram(seed + n, kernels), edits: NO_EDITS }));

const sourceOf = ({ program, edits }: Edited, options = ''): Source => ({
  text: printProgram(program, edits),
  options: `${BUILD_OPTIONS} ${options}`.trimEnd(),
  kernels: program.kernels.filter(({ statement }) => !edits.removed.has(statement)),
});

/** Some at a time, in order; `kept` waits for its predecessors. */
async function runAll(
  engines: readonly GeneratorEngine[],
  jobs: number,
  run: (name: GeneratorEngine) => Promise<void>,
): Promise<void> {
  const first = engines.filter((name) => !isKept(name));
  const queue = [...first];
  const worker = async (): Promise<void> => {
    for (let name = queue.shift(); name; name = queue.shift()) await run(name);
  };
  // All of them end before their folder goes, also when one has failed.
  const ends = await Promise.allSettled(Array.from({ length: jobs }, worker));
  for (const one of ends) if (one.status === 'rejected') throw one.reason;
  for (const name of engines.filter(isKept)) await run(name);
}

export async function runBatch(list: readonly Edited[], settings: BatchSettings): Promise<BatchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-generator-'));
  try {
    const write = (where: string, some: readonly Edited[]): string =>
      writeWork(
        where,
        some.map((one) => sourceOf(one, settings.options)),
      );
    const work = write(folder, list);
    const runs = new Map<GeneratorEngine, EngineRun>();
    const { engines, jobs, ...rest } = settings;
    await runAll(engines, jobs, async (name) => {
      runs.set(name, await runEngine(name, { ...rest, work, folder, count: list.length }));
    });
    const programs = list.map(visible);
    const differences = engines.flatMap((name) => judge(name, runs, engines, programs));
    const failures = await withoutLoopDefects(differences, {
      list,
      programs,
      runs,
      settings,
      folder,
      writeWork: write,
    });
    return {
      failures: onePerKernel(failures),
      seconds: Object.fromEntries([...runs].map(([name, { seconds }]) => [name, seconds])),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A program with the kernels that it still has: by these, results are numbered. */
const visible = ({ program, edits }: Edited): Program => ({
  ...program,
  kernels: program.kernels.filter(({ statement }) => !edits.removed.has(statement)),
});

function judge(
  name: GeneratorEngine,
  runs: ReadonlyMap<GeneratorEngine, EngineRun>,
  engines: readonly GeneratorEngine[],
  programs: readonly Program[],
): Failure[] {
  const run = runs.get(name)!;
  const failures = troubles(name, run, programs);
  const [reference] = engines;
  const leader = engines.find((other) => sameCompiler(other, name));
  const others = [...new Set([reference, leader])].filter((other) => other !== undefined && other !== name);
  const wrong = others.flatMap((other) =>
    compareRuns(name, run, { name: other!, run: runs.get(other!)! }, programs, sameCompiler(other!, name)),
  );
  return [...failures, ...wrong];
}

/** A kernel is wrong once, however many engines it is unlike. */
function onePerKernel(failures: readonly Failure[]): Failure[] {
  const reported = new Set<string>();
  return failures.filter(({ what, engine, program, kernel }) => {
    const key = `${engine} ${program} ${kernel}`;
    return what !== 'wrong' || (!reported.has(key) && reported.add(key));
  });
}
