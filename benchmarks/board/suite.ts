// One program of the suite on a board, and in lock step with it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BenchProgram } from '../../src/bench/manifest.js';
import { type ProcessEnd, runProcess } from '../../src/bench/process.js';
import { ATOLL } from '../../src/bench/targets.js';
import { type Judgement, judge } from '../../src/bench/verdict.js';
import type { Verification, VerifiedKernel } from '../../src/cli/commands/verify/verify.js';

export interface SuiteOptions {
  readonly size: string;
  /** Of the board: `opencl:pocl`. */
  readonly engine: string;
  /** Further options of `atoll run`. */
  readonly flags: readonly string[];
  readonly limitSeconds: number;
}

export interface BoardSuiteRow {
  readonly program: string;
  /** Of the program's own check, with its kernels on the board. */
  readonly board: Judgement;
  /** The same in lock step, where launches that differ do not count. */
  readonly lockstep: Judgement;
  readonly kernels: readonly VerifiedKernel[];
  readonly differences: readonly string[];
  readonly problems: readonly string[];
}

/** Status of `atoll verify` where launches differ: the table shows it. */
const DIFFERENT = 1;

async function run(
  program: BenchProgram,
  { size, limitSeconds }: SuiteOptions,
  words: readonly string[],
): Promise<ProcessEnd> {
  const argv = [program.executable, ...program.flags, ...(program.sizes[size] ?? [])];
  return runProcess([process.execPath, ATOLL, ...words, '--', ...argv], {
    cwd: dirname(program.executable),
    env: {},
    limitSeconds,
  });
}

const NOTHING: Pick<Verification, 'kernels' | 'differences' | 'problems'> = {
  kernels: [],
  differences: [],
  problems: [],
};

/** Runs a program both ways. Never throws for mistakes of the program. */
export async function suiteRow(program: BenchProgram, options: SuiteOptions): Promise<BoardSuiteRow> {
  const { engine, flags, limitSeconds } = options;
  const folder = mkdtempSync(join(tmpdir(), 'atoll-board-suite-'));
  const file = join(folder, 'verify.json');
  try {
    const board = judge(await run(program, options, ['run', '--engine', engine, ...flags]), program, limitSeconds);
    const lockstep = ['verify', '--lockstep', `jit,${engine}`, '--json', file, ...flags];
    const end = await run(program, options, lockstep);
    const verified = judge(end.code === DIFFERENT ? { ...end, code: 0 } : end, program, limitSeconds);
    return { program: program.name, board, lockstep: verified, ...readVerification(file) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Nothing where the run has ended before it was written: its judgement has the reason. */
function readVerification(file: string): typeof NOTHING {
  try {
    const { kernels, differences, problems } = JSON.parse(readFileSync(file, 'utf8')) as Verification;
    return { kernels, differences, problems };
  } catch {
    return NOTHING;
  }
}

/** True if the result is right: both runs pass, each launch was compared and is equal. */
export const isEqual = ({ board, lockstep, kernels }: BoardSuiteRow): boolean =>
  [board, lockstep].every(({ verdict }) => verdict === 'PASS') &&
  kernels.length > 0 &&
  kernels.every(({ launches, equal }) => launches === equal);
