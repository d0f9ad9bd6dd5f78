// The file of results: written after every program, read again to continue.

import { z } from 'zod';
import { readChecked } from '../../src/bench/results.js';
import { AtollError } from '../../src/util/errors.js';
import type { Effort } from './measure.js';
import type { Profile } from './profile.js';
import { type RatioRow, SITUATIONS, type SituationCost } from './ratios.js';

export const SCHEMA = 'atoll-situations-benchmark-2';

const count = z.number().nonnegative();
const cost: z.ZodType<SituationCost> = z.object({
  wall: count,
  cpu: count,
  memory: count,
  kernels: count.nullable(),
  launches: count.nullable(),
});
const pair = z.object({ atoll: cost, pocl: cost });

/** A row, how many seconds it took to measure it, and the profile that was taken then, if one was. */
export interface SituationMeasurement extends RatioRow {
  readonly seconds: number;
  readonly profile?: Profile | undefined;
}
const profile: z.ZodType<Profile> = z.object({
  program: z.string(),
  situation: z.enum(SITUATIONS),
  wall: count,
  builds: count,
  translation: count,
  compilation: count,
  execution: count,
  rest: count,
  beside: count,
  launches: count,
  instructions: count,
});
const measured: z.ZodType<SituationMeasurement> = z.object({
  program: z.string(),
  poclFails: z.string().optional(),
  costs: z.object({
    coldSmall: pair.optional(),
    cold: pair,
    warm: pair,
    short: pair.optional(),
    unaided: pair,
    one: pair,
    two: pair,
  }) as unknown as z.ZodType<RatioRow['costs']>,
  seconds: count,
  profile: profile.optional(),
});
const effort: z.ZodType<Effort> = z.object({
  rounds: count,
  seconds: count,
  size: z.string(),
  wide: z.string(),
  turns: count,
  warming: count,
});
const file = z.object({ schema: z.literal(SCHEMA), commit: z.string().nullable(), effort, rows: z.array(measured) });

/**
 * The rows of an earlier, interrupted run.
 * @throws AtollError BAD_INPUT for a file of something else, or of another commit or effort: its rows could not stand
 * beside new ones
 */
export function rowsToGoOnWith(path: string, effort: Effort, commit: string | null): readonly SituationMeasurement[] {
  const earlier = readChecked(path, 'a file of situations', file);
  const hint = 'measure anew without --resume, or with another --json';
  if (earlier.commit !== commit)
    throw new AtollError('BAD_INPUT', `${path} was measured at commit ${earlier.commit}, this is ${commit}`, hint);
  const other = (Object.keys(effort) as (keyof Effort)[]).find((key) => earlier.effort[key] !== effort[key]);
  if (other)
    throw new AtollError('BAD_INPUT', `${path} has ${other} ${earlier.effort[other]}, this run ${effort[other]}`, hint);
  return earlier.rows;
}
