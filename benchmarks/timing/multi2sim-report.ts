// Reports of Multi2Sim's detailed simulation of a program (--si-report, --trace) beside Atoll's of the same one
// (--timing-json).

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { IniFile } from '../../src/timing/config/ini.js';
import { AtollError } from '../../src/util/errors.js';

/** Of all launches of a program. */
export interface SimulatedTimeRow {
  readonly launches: number;
  readonly workGroups: number;
  readonly instructions: number;
  readonly cycles: number;
}

/** @throws AtollError BAD_INPUT naming file and key */
export function readReport(name: string, text: string): Omit<SimulatedTimeRow, 'cycles'> {
  const file = new IniFile(name, text);
  const of = (key: string): number => {
    const value = file.number('device', key);
    if (value !== undefined) return value;
    const hint = 'Multi2Sim writes it: m2s --si-sim detailed --si-report FILE program';
    throw new AtollError('BAD_INPUT', `${name}: there is no '${key}' in [Device]`, hint);
  };
  if (of('Cycles') === 0)
    throw new AtollError('BAD_INPUT', `${name}: no cycle was simulated`, 'it has to run with --si-sim detailed');
  return { launches: of('NDRangeCount'), workGroups: of('WorkGroupCount'), instructions: of('Instructions') };
}

const [CLOCK, PLACED, GONE] = ['c clk=', 'si.map_wg ', 'si.unmap_wg '];

/**
 * Cycles in which the device had work-groups. Those of the report count on while the program's own processor prepares a
 * launch: some 2,000 before the first one.
 * @param lines of a trace
 * @throws AtollError BAD_INPUT naming the file
 */
export async function cyclesOf(name: string, lines: AsyncIterable<string> | Iterable<string>): Promise<number> {
  let [clock, resident, since, cycles] = [0, 0, 0, 0];
  for await (const line of lines)
    if (line.startsWith(CLOCK)) clock = Number(line.slice(CLOCK.length));
    else if (line.startsWith(PLACED)) {
      if (resident++ === 0) since = clock;
    } else if (line.startsWith(GONE) && --resident === 0) cycles += clock - since;
  if (resident === 0 && cycles > 0) return cycles;
  const what = cycles > 0 ? 'a work-group has not ended' : 'no work-group of Southern Islands is in it';
  throw new AtollError(
    'BAD_INPUT',
    `${name}: ${what}`,
    'Multi2Sim writes it: m2s --si-sim detailed --trace FILE program',
  );
}

/** Of a file as Multi2Sim writes it, which may be large. @throws AtollError BAD_INPUT naming the file */
export async function readTrace(file: string): Promise<number> {
  const text = createReadStream(file).on('error', (error) => unpacked.destroy(error));
  const unpacked = text.pipe(createGunzip());
  try {
    return await cyclesOf(file, createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }));
  } catch (error) {
    if (error instanceof AtollError) throw error;
    throw new AtollError('BAD_INPUT', `cannot read ${file}: ${(error as Error).message}`);
  }
}

const count = z.number().int().nonnegative();
const time = z.object({ chip: z.string(), workGroups: count, waveInstructions: count, executionCycles: count });
const timings = z.object({ launches: z.array(z.object({ time })).min(1) });

/** @throws AtollError BAD_INPUT naming the file and the reason */
export function readTimings(name: string, text: string): SimulatedTimeRow & { readonly chip: string } {
  const refuse = (what: string): never => {
    throw new AtollError(
      'BAD_INPUT',
      `${name}: ${what}`,
      'atoll run --timing=multi2sim-7970 --timing-json FILE writes it',
    );
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse((error as Error).message);
  }
  const checked = timings.safeParse(value);
  if (!checked.success) {
    const { path, message } = checked.error.issues[0]!;
    return refuse(`${path.join('.')}: ${message}`);
  }
  const times = checked.data.launches.map((launch) => launch.time);
  const sum = (of: 'workGroups' | 'waveInstructions' | 'executionCycles'): number =>
    times.reduce((all, each) => all + each[of], 0);
  return {
    chip: [...new Set(times.map(({ chip }) => chip))].join(', '),
    launches: times.length,
    workGroups: sum('workGroups'),
    instructions: sum('waveInstructions'),
    cycles: sum('executionCycles'),
  };
}

export const HEAD =
  '| program | launches | wave-instructions | Multi2Sim, cycles | model, cycles | difference |\n|---|---:|---:|---:|---:|---:|';
export const grouped = (value: number): string => value.toLocaleString('en-US');

export interface TimesComparison {
  readonly name: string;
  readonly theirs: SimulatedTimeRow;
  readonly ours: SimulatedTimeRow;
}

/** In Markdown. Counts that differ are both shown. */
export function rowOf({ name, theirs, ours }: TimesComparison): string {
  const both = (one: number, other: number): string =>
    one === other ? grouped(one) : `${grouped(one)}; ${grouped(other)}`;
  const difference = Math.round((ours.cycles / theirs.cycles - 1) * 100);
  const cells = [
    name,
    both(theirs.launches, ours.launches),
    both(theirs.instructions, ours.instructions),
    grouped(theirs.cycles),
    grouped(ours.cycles),
    `${difference > 0 ? '+' : ''}${difference} %`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The factor by which both differ, in the geometric mean. */
export function meanFactor(rows: readonly TimesComparison[]): number {
  const factors = rows.map(({ theirs, ours }) => Math.abs(Math.log(ours.cycles / theirs.cycles)));
  return Math.exp(factors.reduce((sum, each) => sum + each, 0) / factors.length);
}

/** The table, in Markdown. */
export const tableOf = (rows: readonly TimesComparison[]): string =>
  [
    HEAD,
    ...rows.map(rowOf),
    '',
    `They differ by a factor of ${meanFactor(rows).toFixed(2)} on average (geometric mean).`,
  ].join('\n');
