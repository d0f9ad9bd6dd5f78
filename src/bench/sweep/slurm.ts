// The cases of a sweep over the machines of a Slurm cluster: one job array an attempt. What comes back without a result
// was lost (a node died, a task was cancelled, time ran out) and goes into the next attempt. Source for options and
// formats: the manual pages sbatch(1), squeue(1).

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { AtollError } from '../../util/errors.js';
import { readChecked, writeJson, writeWhole } from '../results.js';
import { ATOLL } from '../targets.js';
import { pendingCases, type Sweep } from './folder.js';

const attemptSchema = z.object({
  job: z.string(),
  /** Indexes of cases by task. */
  tasks: z.array(z.array(z.number())),
});
type Attempt = z.infer<typeof attemptSchema>;

export interface SlurmOptions {
  /** One line for each thing that happens. */
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
}

const run = promisify(execFile);
/** Tasks of an array on a cluster with its preset MaxArraySize of 1001. */
const MAX_TASKS = 1000;
/** So often in a row may squeue fail before the cluster counts as gone. */
const MAX_SILENCE = 20;

const attemptsFolder = (folder: string): string => join(folder, 'attempts');
const attemptFile = (folder: string, number: number): string => join(attemptsFolder(folder), `${number}.json`);

function attemptsMade(folder: string): number {
  mkdirSync(attemptsFolder(folder), { recursive: true });
  return readdirSync(attemptsFolder(folder)).filter((file) => /^\d+\.json$/.test(file)).length;
}

const readAttempt = (folder: string, number: number): Attempt =>
  readChecked(attemptFile(folder, number), 'an attempt of a sweep', attemptSchema);

/**
 * The cases of a task of an attempt.
 * @throws AtollError BAD_INPUT when there is no such task
 */
export function taskCases({ folder }: Sweep, attempt: number, task: number): readonly number[] {
  const cases = readAttempt(folder, attempt).tasks[task];
  if (!cases) throw new AtollError('BAD_INPUT', `attempt ${attempt} of ${folder} has no task ${task}`);
  return cases;
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The script that Slurm starts once for each task. */
export function taskScript(folder: string, attempt: number): string {
  const command = [process.execPath, ATOLL, 'sweep-task', folder, String(attempt)].map(quote).join(' ');
  return `#!/bin/sh\nexec ${command} "$SLURM_ARRAY_TASK_ID"\n`;
}

/** Splits cases into tasks; larger ones than requested when there would be too many. */
export function tasksOf(cases: readonly number[], chunk: number): number[][] {
  const length = Math.max(1, chunk, Math.ceil(cases.length / MAX_TASKS));
  return Array.from({ length: Math.ceil(cases.length / length) }, (_, task) =>
    cases.slice(task * length, (task + 1) * length),
  );
}

/** A path in which sbatch replaces nothing (sbatch(1), "filename pattern"). */
const literal = (path: string): string => path.replaceAll('%', '%%');

/** Arguments of sbatch. */
export function sbatchArguments({ folder, plan }: Sweep, attempt: number, tasks: number): string[] {
  const { jobs, sbatch } = plan.engine;
  return [
    '--parsable',
    '--job-name=atoll-sweep',
    `--array=0-${tasks - 1}${jobs > 0 ? `%${jobs}` : ''}`,
    `--output=${literal(join(folder, 'attempts'))}/${attempt}-%a.log`,
    ...sbatch,
    join(attemptsFolder(folder), `${attempt}.sh`),
  ];
}

async function slurm(command: string, args: readonly string[]): Promise<string> {
  try {
    return (await run(command, args, { timeout: 120_000 })).stdout;
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    const reason = code === 'ENOENT' ? 'it is not installed' : stderr?.trim() || (error as Error).message;
    throw new AtollError(
      'HOST',
      `${command}: ${reason}`,
      'apt-get install slurm-client; atoll sweep --on local needs none',
    );
  }
}

async function submit(sweep: Sweep, attempt: number, cases: readonly number[]): Promise<Attempt> {
  const tasks = tasksOf(cases, sweep.plan.engine.chunk);
  writeWhole(join(attemptsFolder(sweep.folder), `${attempt}.sh`), taskScript(sweep.folder, attempt));
  // Tasks may start before sbatch has returned: what they read must be there.
  writeJson(attemptFile(sweep.folder, attempt), { job: '', tasks });
  const [job = ''] = (await slurm('sbatch', sbatchArguments(sweep, attempt, tasks.length))).trim().split(';');
  writeJson(attemptFile(sweep.folder, attempt), { job, tasks });
  return { job, tasks };
}

/** Tasks of a job that wait or run; a job that Slurm has forgotten has none. */
async function queuedTasks(job: string): Promise<number> {
  try {
    const text = await slurm('squeue', ['--noheader', '--array', `--jobs=${job}`, '--format=%T']);
    return text.split('\n').filter((line) => line.trim() !== '').length;
  } catch (error) {
    if (error instanceof AtollError && /invalid job id/i.test(error.message)) return 0;
    throw error;
  }
}

async function waitFor(sweep: Sweep, job: string, { note, signal }: SlurmOptions): Promise<void> {
  let silence = 0;
  let lastState = '';
  while (!signal.aborted) {
    try {
      const tasks = await queuedTasks(job);
      silence = 0;
      if (tasks === 0) return;
      const text = `job ${job}: ${tasks} tasks wait or run, ${pendingCases(sweep).length} cases without a result`;
      if (text !== lastState) note((lastState = text));
    } catch (error) {
      if (++silence > MAX_SILENCE) throw error;
    }
    await sleep(sweep.plan.engine.pollSeconds * 1000, undefined, { signal }).catch(() => {});
  }
}

/**
 * Submits, waits, and submits again what was lost; returns when every case has a result or the attempts are used up.
 * After an interruption the jobs continue, and the next call waits for them.
 * @throws AtollError HOST when Slurm does not answer
 */
export async function runOnSlurm(sweep: Sweep, options: SlurmOptions): Promise<void> {
  const { folder, plan } = sweep;
  const before = attemptsMade(folder);
  const last = before > 0 && existsSync(attemptFile(folder, before)) ? readAttempt(folder, before).job : '';
  if (last !== '') await waitFor(sweep, last, options);
  for (let attempt = before + 1; attempt <= before + plan.engine.attempts && !options.signal.aborted; attempt++) {
    const cases = pendingCases(sweep);
    if (cases.length === 0) return;
    if (attempt > 1) options.note(`${cases.length} cases without a result are run again`);
    const { job, tasks } = await submit(sweep, attempt, cases);
    options.note(`job ${job}: ${cases.length} cases in ${tasks.length} tasks`);
    await waitFor(sweep, job, options);
  }
}
