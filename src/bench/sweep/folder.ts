// A sweep is a folder: the plan, a part for each finished case, and the merged results. Machines share it and nothing
// else, so a part that is there is a case that is done, and a case without a part is lost or still to come.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { AtollError } from '../../util/errors.js';
import { required } from '../../util/required.js';
import { distrust } from '../../util/trust.js';
import { machineInfo } from '../machine-info.js';
import {
  type BenchResults,
  type CaseResult,
  caseKey,
  caseResultSchema,
  machineSchema,
  readChecked,
  resultsSchema,
  writeJson,
} from '../results.js';

const engineSchema = z.object({
  on: z.enum(['local', 'slurm']),
  /** Cases at a time; 0: as many as there are. */
  jobs: z.number(),
  /** Maximum number of runs of a lost case before the sweep gives up on it. */
  attempts: z.number(),
  /** Cases of one task of a job array. */
  chunk: z.number(),
  /** Options for sbatch. */
  sbatch: z.array(z.string()),
  pollSeconds: z.number(),
});

const planSchema = z.object({
  schema: z.literal(1),
  kind: z.literal('atoll sweep'),
  engine: engineSchema,
  /** The result file before the first result. */
  header: resultsSchema,
  cases: z.array(z.object({ benchmark: z.string(), size: z.string(), target: z.string() })),
});

const partSchema = z.object({ plan: z.string(), machine: machineSchema, result: caseResultSchema });

export type SweepPlan = z.infer<typeof planSchema>;

/** A sweep on disk. */
export interface Sweep {
  readonly folder: string;
  readonly plan: SweepPlan;
  /** Of the plan's bytes: parts of another plan do not count. */
  readonly id: string;
}

export const resultsFile = (folder: string): string => join(folder, 'results.json');
const planFile = (folder: string): string => join(folder, 'plan.json');
const partsFolder = (folder: string): string => join(folder, 'parts');
const partFile = (folder: string, index: number): string => join(partsFolder(folder), `${index}.json`);

/**
 * Opens the sweep of a folder, whose plan says what is executed.
 * @throws AtollError BAD_INPUT when there is none, HOST when another user can have written it
 */
export function openSweep(path: string): Sweep {
  const folder = resolve(path);
  const file = planFile(folder);
  const reason = distrust(file);
  if (reason !== undefined)
    throw new AtollError(
      'HOST',
      `the sweep of ${folder} is not executed: ${reason}`,
      'its plan names programs that are executed: check it, then set its owner and permissions so that only you can write it',
    );
  const plan = readChecked(file, 'the plan of a sweep', planSchema);
  return { folder, plan, id: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

/**
 * Writes a plan into a new folder.
 * @throws AtollError BAD_OPTION when the folder has one already
 */
export function createSweep(path: string, plan: Omit<SweepPlan, 'schema' | 'kind'>): Sweep {
  const folder = resolve(path);
  if (existsSync(planFile(folder)))
    throw new AtollError(
      'BAD_OPTION',
      `${folder} contains a sweep already`,
      `atoll sweep resume ${folder} continues it`,
    );
  try {
    mkdirSync(partsFolder(folder), { recursive: true });
  } catch (error) {
    throw new AtollError('HOST', `cannot create ${folder}: ${(error as Error).message}`);
  }
  writeJson(planFile(folder), { schema: 1, kind: 'atoll sweep', ...plan });
  return openSweep(folder);
}

export function writePart({ folder, id }: Sweep, index: number, result: CaseResult): void {
  writeJson(partFile(folder, index), { plan: id, machine: machineInfo(), result });
}

/** The part of a case; undefined when there is none, or one that another plan or a crash left. */
function readPart({ folder, plan, id }: Sweep, index: number): z.infer<typeof partSchema> | undefined {
  try {
    const part = readChecked(partFile(folder, index), 'a part of a sweep', partSchema);
    return part.plan === id && caseKey(part.result) === caseKey(required(plan.cases[index], 'case')) ? part : undefined;
  } catch (error) {
    if (error instanceof AtollError) return undefined;
    throw error;
  }
}

/** Indexes of the cases that have no result. */
export function pendingCases(sweep: Sweep): number[] {
  const present = new Set(readdirSync(partsFolder(sweep.folder)));
  return sweep.plan.cases.flatMap((_, index) =>
    present.has(`${index}.json`) && readPart(sweep, index) ? [] : [index],
  );
}

/** A lost case counts as failed, so that a partial result is not taken for the whole. */
function lostCase({ plan, folder }: Sweep, index: number): CaseResult {
  return {
    ...required(plan.cases[index], 'case'),
    seed: null,
    tags: [],
    command: [],
    sha256: '',
    machine: '',
    verdict: 'FAIL',
    reason: `lost: no machine delivered a result; atoll sweep resume ${folder} tries again`,
    samples: [],
  };
}

/** All parts as one result file, in the order of the plan. */
export function mergeParts(sweep: Sweep): BenchResults {
  const { header, cases } = sweep.plan;
  const parts = cases.map((_, index) => readPart(sweep, index));
  const machines = parts.flatMap((part) => (part ? [[part.machine.host, part.machine] as const] : []));
  return {
    ...header,
    machines: Object.fromEntries(machines),
    cases: parts.map((part, index) => part?.result ?? lostCase(sweep, index)),
  };
}
