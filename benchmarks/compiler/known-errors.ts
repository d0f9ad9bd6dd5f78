// The largest errors that any campaign has seen: one run with some samples sees less. `builtins.js --record` adds what
// it has seen.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';
import type { BuiltinRow } from './campaign.js';

const FILE = join(root, 'benchmarks', 'compiler', 'known-errors.json');
const keyOf = ({ group, function: name, type }: BuiltinRow): string => `${group}/${name}/${type}`;

/** Ulp by group, function and type. */
export type KnownErrors = Readonly<Record<string, number>>;

export const knownErrors = (): KnownErrors => JSON.parse(readFileSync(FILE, 'utf8')) as KnownErrors;

/** The rows with the largest errors known. */
export const withRecordedErrors = (rows: readonly BuiltinRow[], recorded: KnownErrors): BuiltinRow[] =>
  rows.map((row) => {
    const error = recorded[keyOf(row)];
    return error !== undefined && typeof row.worst === 'number' && error > row.worst ? { ...row, worst: error } : row;
  });

/** The errors to record after a run: those of functions with a bound, of one ulp or more. */
export function extended(rows: readonly BuiltinRow[], recorded: KnownErrors): KnownErrors {
  const all: Record<string, number> = { ...recorded };
  for (const row of rows) {
    const { worst, bound } = row;
    if (typeof worst !== 'number' || typeof bound !== 'number' || bound === 0 || worst < 1) continue;
    all[keyOf(row)] = Math.max(all[keyOf(row)] ?? 0, worst);
  }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const recordErrors = (rows: readonly BuiltinRow[]): void =>
  writeFileSync(FILE, `${JSON.stringify(extended(rows, knownErrors()), null, 2)}\n`);
