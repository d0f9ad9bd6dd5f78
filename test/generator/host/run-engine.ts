// Runs the programs of a work file on one engine. Crashes and hangs are noted, and the programs behind them are run
// nevertheless.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { commandOf, type GeneratorEngine, type Surroundings, setupOf } from './engines.js';
import { QuietWatch } from './quiet.js';
import { type Data, type HostError, parseResults, type Results } from './results.js';

/** A program that ended the process, or did not come to an end. */
export interface Crash {
  readonly program: number;
  readonly what: 'crash' | 'hang';
  /** Its end, and the last step that it had begun. */
  readonly text: string;
}

export interface EngineRun {
  readonly data: readonly Data[];
  readonly refused: Results['refused'];
  readonly errors: readonly HostError[];
  readonly crashes: readonly Crash[];
  readonly seconds: number;
}

export interface EngineWork extends Surroundings {
  readonly host: string;
  readonly work: string;
  /** Programs in the work file. */
  readonly count: number;
  /** Folder for results. */
  readonly folder: string;
  /** Seconds of processor time in which nothing happens before a program hangs. */
  readonly hangSeconds: number;
}

interface Ending {
  readonly status: string;
  readonly hung: boolean;
  readonly errors: string;
}

const KEPT_ERRORS = 2000;

/** Runs that have not ended. */
const running = new Set<ChildProcess>();
/** They are in their own groups, and would stay. */
process.on('exit', () => running.forEach(end));
let ending = false;

/** Ends all runs, for good: what waits for one gets an error once its folders are no longer written. */
export async function endRuns(): Promise<void> {
  ending = true;
  const closed = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
  running.forEach(end);
  await Promise.all(closed);
}

/** Ends a process and its children: all of them are in its group. */
function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function runOnce(name: GeneratorEngine, first: number, results: string, work: EngineWork): Promise<Ending> {
  const { rounds, launches, large } = setupOf(name);
  const words = [
    work.host,
    work.work,
    results,
    String(first),
    String(rounds),
    String(launches),
    large ? 'all' : 'small',
  ];
  const { command, args, env } = commandOf(name, words, work);
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  running.add(child);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-KEPT_ERRORS);
  });
  let hung = false;
  const quiet = new QuietWatch(results, child.pid ?? 0, work.hangSeconds);
  const watch = setInterval(() => {
    if (!quiet.hangs) return;
    hung = true;
    end(child);
  }, 1000);
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearInterval(watch);
      running.delete(child);
    };
    child.on('error', (error) => {
      stop();
      reject(error);
    });
    child.on('close', (code, signal) => {
      stop();
      resolve({ status: code === null ? String(signal) : code === 0 ? '' : `status ${code}`, hung, errors });
    });
  });
}

export async function runEngine(name: GeneratorEngine, work: EngineWork): Promise<EngineRun> {
  const start = performance.now();
  const all = {
    data: [] as Data[],
    refused: [] as Results['refused'],
    errors: [] as HostError[],
    crashes: [] as Crash[],
  };
  const path = `${work.folder}/results-${name}`;
  for (let first = 0; first < work.count; ) {
    if (ending) throw new Error('the runs have been ended');
    rmSync(path, { force: true });
    const { status, hung, errors } = await runOnce(name, first, path, work);
    const {
      data,
      refused,
      errors: failed,
      last,
      at,
      finished,
    } = parseResults(sizeOf(path) ? readFileSync(path) : Buffer.of());
    all.data.push(...data);
    all.refused.push(...refused);
    all.errors.push(...failed);
    if (finished && status === '') break;
    const program = Math.max(at, first);
    const text = `${hung ? `nothing for ${work.hangSeconds} s of processor time` : status || 'ended early'}, ${finished ? 'at its end' : last}\n${errors}`;
    all.crashes.push({ program, what: hung ? 'hang' : 'crash', text });
    first = finished ? work.count : program + 1;
  }
  rmSync(path, { force: true });
  return { ...all, seconds: (performance.now() - start) / 1000 };
}
