// Results of Multi2Sim's own detailed simulation, kept in multi2sim.json with their source.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from '../../src/util/paths.js';

const FILE = join(root, 'benchmarks', 'timing', 'multi2sim.json');

const count = z.number().int().nonnegative();

const row = z.strictObject({
  program: z.string(),
  arguments: z.array(z.string()),
  /** Null: not measured yet. */
  theirs: z
    .strictObject({
      launches: count,
      workGroups: count,
      instructions: count,
      cycles: count.positive(),
      /** True if the program found its results right. */
      passed: z.boolean(),
    })
    .nullable(),
});

const schema = z.strictObject({
  simulator: z.string(),
  configuration: z.string(),
  programs: z.string(),
  measured: z.string(),
  rows: z.array(row).min(1),
});

export type Multi2SimData = z.infer<typeof schema>;
export type Multi2SimRow = Multi2SimData['rows'][number];

export const readData = (): Multi2SimData => schema.parse(JSON.parse(readFileSync(FILE, 'utf8')));

export const writeData = (data: Multi2SimData): void => writeFileSync(FILE, `${JSON.stringify(data, null, 2)}\n`);
