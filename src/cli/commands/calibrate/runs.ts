// Times of the launches of programs on the device of a board and in the model of a chip, launch by launch.

import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BenchProgram } from '../../../bench/manifest.js';
import { runProcess } from '../../../bench/process.js';
import { ATOLL } from '../../../bench/targets.js';
import { judge } from '../../../bench/verdict.js';
import type { AgreedLaunch } from '../../../report/agreement.js';
import { parseRunReport } from '../../../report/run-report.js';
import { AtollError, describeError } from '../../../util/errors.js';
import { elementOf } from '../../../util/required.js';
import { temporaryFolder } from '../../../util/temporary.js';

export interface CalibrationRuns {
  /** Flags of `atoll run` for execution on the board. */
  readonly boardFlags: readonly string[];
  readonly chip: string;
  readonly size: string;
  /** Runs of each program on the board; the minimum time of each launch counts. */
  readonly rounds: number;
  readonly limitSeconds: number;
  readonly signal: AbortSignal;
}

interface Launch {
  readonly kernel: string;
  /** Undefined if the report has no time. */
  readonly nanoseconds: number | undefined;
}

/** @returns the report of a run @throws AtollError HOST for a program that does not pass */
async function outputOf(
  program: BenchProgram,
  runs: CalibrationRuns,
  flags: (file: string) => string[],
): Promise<string> {
  const folder = temporaryFolder('calibrate');
  const file = join(folder, 'times.json');
  const { size, limitSeconds, signal } = runs;
  const argv = [program.executable, ...program.flags, ...(program.sizes[size] ?? [])];
  try {
    const end = await runProcess([process.execPath, ATOLL, 'run', ...flags(file), '--', ...argv], {
      cwd: dirname(program.executable),
      env: {},
      limitSeconds,
      signal,
    });
    const { verdict, reason } = judge(end, program, limitSeconds);
    if (verdict !== 'PASS') throw new AtollError('HOST', `it fails: ${reason}`);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onBoard(program: BenchProgram, runs: CalibrationRuns): Promise<Launch[]> {
  const text = await outputOf(program, runs, (file) => [...runs.boardFlags, '--report-json', file]);
  return parseRunReport(text, 'the report').launches.map(({ kernel, deviceSeconds }) => ({
    kernel,
    nanoseconds: deviceSeconds === undefined ? undefined : deviceSeconds * 1e9,
  }));
}

async function onModel(program: BenchProgram, runs: CalibrationRuns): Promise<Launch[]> {
  const text = await outputOf(program, runs, (file) => [`--timing=${runs.chip}`, '--timing-json', file]);
  const { launches } = JSON.parse(text) as { launches: { kernel: string; time: { nanoseconds: number } | null }[] };
  return launches.map(({ kernel, time }) => ({ kernel, nanoseconds: time?.nanoseconds }));
}

/**
 * Pairs of launches, of equal kernels in both runs. @throws AtollError HOST for programs with different launches in
 * each run
 */
export function paired(program: string, measured: readonly Launch[], simulated: readonly Launch[]): AgreedLaunch[] {
  return measured.flatMap(({ kernel, nanoseconds }, n) => {
    const other = simulated[n];
    if (!other) return [];
    if (other.kernel !== kernel)
      throw new AtollError('HOST', `its launch ${n + 1} is ${kernel} on the board and ${other.kernel} in the model`);
    if (nanoseconds === undefined || other.nanoseconds === undefined) return [];
    return [{ program, kernel, measured: nanoseconds, simulated: other.nanoseconds }];
  });
}

/** The minimum time of each launch over several runs. */
function least(all: readonly (readonly Launch[])[]): Launch[] {
  const length = Math.min(...all.map((launches) => launches.length));
  return elementOf(all, 0, 'run')
    .slice(0, length)
    .map(({ kernel }, n) => {
      const same = all.map((launches) => launches[n]).filter((launch) => launch?.kernel === kernel);
      const times = same.flatMap((launch) => launch?.nanoseconds ?? []);
      return { kernel, nanoseconds: times.length > 0 ? Math.min(...times) : undefined };
    });
}

/**
 * Runs a program on both.
 * @returns no launches, after a message, for a program that cannot be measured: the others still can
 */
export async function timedLaunches(
  program: BenchProgram,
  runs: CalibrationRuns,
  say: (text: string) => void,
): Promise<AgreedLaunch[]> {
  try {
    const rounds: Launch[][] = [];
    for (let round = 0; round < runs.rounds; round++) rounds.push(await onBoard(program, runs));
    return paired(program.name, least(rounds), await onModel(program, runs));
  } catch (error) {
    if (!(error instanceof AtollError)) throw error;
    if (!runs.signal.aborted) say(`${program.name} is omitted: ${describeError(error)}`);
    return [];
  }
}
