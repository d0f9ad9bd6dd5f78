// A planted bug: a kernel with the macro BUG(planted, clean), which gives one or the other, and the arguments of its
// launch.

import type { FindingKind } from '../../../src/check/finding.js';

export interface PlantedCase {
  readonly name: string;
  readonly kind: FindingKind;
  /** Place and cause in words, for the table. */
  readonly where: string;
  readonly global: number;
  readonly local: number;
  /** Lines for runner.cpp. */
  readonly arguments: readonly string[];
  /** Parameters and body of the kernel. */
  readonly code: string;
}

type Row = readonly [name: string, where: string, sizes: readonly [number, number], args: string, code: string];

/** Rows of one kind. Arguments are separated by commas. */
export const cases = (kind: FindingKind, rows: readonly Row[]): readonly PlantedCase[] =>
  rows.map(([name, where, [global, local], args, code]) => ({
    name,
    kind,
    where,
    global,
    local,
    arguments: args.split(',').map((each) => each.trim()),
    code,
  }));
