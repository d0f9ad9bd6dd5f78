// Cost of one more instruction: loops of different lengths and numbers of iterations, whose differences have no cold
// code in them.

import type { Configuration } from '../../src/timing/config/configuration.js';
import { type Launch, timeOf } from './subject.js';

/** Iterations that are compared, and lines of a loop. */
const [FEW, MANY] = [16, 48];
const [SHORT, LONG] = [8, 24];

const SETUP = 's_mov_b32 m0, -1\n s_mov_b32 s20, 0\n v_lshlrev_b32 v1, 2, v0\n s_mov_b64 s[24:25], exec\n';

const loop = (body: string, times: number): string =>
  `loop:\n ${body}\n s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, ${times}\n s_cbranch_scc1 loop`;

export interface Loop extends Omit<Launch, 'text'> {
  /** In front of the loop. v1 is four times the number of the work-item. */
  readonly setup?: string;
}

/** Cycles of an iteration. */
export function iteration(body: string, { setup = '', ...launch }: Loop, chip: Configuration): number {
  const cycles = (times: number): number =>
    timeOf({ ...launch, text: `${SETUP}${setup}\n${loop(body, times)}` }, chip).executionCycles;
  return (cycles(MANY) - cycles(FEW)) / (MANY - FEW);
}

/** Cycles of one more of some lines. */
export function marginal(line: string, launch: Loop, chip: Configuration): number {
  const lines = (count: number): string => `${line}\n`.repeat(count);
  return (iteration(lines(LONG), launch, chip) - iteration(lines(SHORT), launch, chip)) / (LONG - SHORT);
}
