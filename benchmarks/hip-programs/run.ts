// One program under Atoll, and its verdict.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';
import type { HipProgram } from './programs.js';

/** From the best to the worst. */
export type HipVerdict = 'verified' | 'not built' | 'no verdict' | 'time limit' | 'failed' | 'wrong';

export interface HipProgramOutcome {
  readonly name: string;
  readonly words: string;
  readonly verdict: HipVerdict;
  readonly seconds: number;
  readonly reason: string;
}

export interface ProgramFolder {
  /** Has NAME-hip/main. */
  readonly built: string;
  /** Has NAME-hip, from where programs find their inputs. */
  readonly inputs: string;
  readonly device: string;
  readonly limitSeconds: number;
}

const ATOLL = join(root, 'bin/atoll');
const RIGHT = /\b(?:PASS|PASSED|Passed|Pass|SUCCESS)\b/;
const WRONG = /\b(?:FAIL|FAILED|Fail|FAILURE|NOT PASSED|[Mm]ismatch)\b/;
const FAULT = /^.*(?:atoll: .*|Memory access fault.*|Assertion .* failed.*|[Ee]rror.*)$/m;
const TOO_MUCH = 64 << 20;
const REASON_LENGTH = 160;

interface End {
  readonly status: number | null;
  readonly signal: string | null;
  readonly late: boolean;
  readonly text: string;
}

function lineOf(pattern: RegExp, text: string): string {
  return (pattern.exec(text)?.[0] ?? '').trim().slice(0, REASON_LENGTH);
}

function wholeLine(pattern: RegExp): RegExp {
  return new RegExp(`^.*(?:${pattern.source}).*$`, 'm');
}

/** By its output and its end: some print PASS for a part and die later. */
export function judge(
  { right = RIGHT, wrong = WRONG }: HipProgram,
  end: End,
): Pick<HipProgramOutcome, 'verdict' | 'reason'> {
  const { text, status, signal } = end;
  if (wrong.test(text)) return { verdict: 'wrong', reason: lineOf(wholeLine(wrong), text) };
  if (end.late) return { verdict: 'time limit', reason: '' };
  if (signal !== null || status !== 0) {
    const how = signal ?? `status ${status}`;
    return { verdict: 'failed', reason: [how, lineOf(FAULT, text)].filter(Boolean).join(': ') };
  }
  if (right.test(text)) return { verdict: 'verified', reason: '' };
  return { verdict: 'no verdict', reason: text.trim().split('\n').at(-1)!.slice(0, REASON_LENGTH) };
}

export function run(program: HipProgram, place: ProgramFolder): HipProgramOutcome {
  const { name, words } = program;
  const executable = join(place.built, `${name}-hip`, 'main');
  if (!existsSync(executable)) return { name, words, verdict: 'not built', seconds: 0, reason: '' };
  const start = process.hrtime.bigint();
  const ran = spawnSync(
    ATOLL,
    ['run', '--device', place.device, '--', executable, ...words.split(' ').filter((word) => word !== '')],
    {
      cwd: join(place.inputs, `${name}-hip`),
      timeout: place.limitSeconds * 1000,
      maxBuffer: TOO_MUCH,
      encoding: 'latin1',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const late = (ran.error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT';
  if (ran.error && !late) throw ran.error;
  const { status, signal, stdout, stderr } = ran;
  return { name, words, seconds, ...judge(program, { status, signal, late, text: `${stdout}\n${stderr}` }) };
}
