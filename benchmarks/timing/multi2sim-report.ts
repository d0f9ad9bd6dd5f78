// What Multi2Sim reports of its detailed simulation of a program (--si-report), and Atoll of the same one (--timing-json), beside each other.

import { z } from 'zod';
import { IniFile } from '../../src/timing/config/ini.js';
import { AtollError } from '../../src/util/errors.js';

/** Of all launches of a program. */
export interface Simulated {
  readonly launches: number;
  readonly workGroups: number;
  readonly instructions: number;
  readonly cycles: number;
}

/** @throws AtollError BAD_INPUT naming file and key */
export function readReport(name: string, text: string): Simulated {
  const file = new IniFile(name, text);
  const of = (key: string): number => {
    const value = file.number('device', key);
    if (value !== undefined) return value;
    const hint = 'Multi2Sim writes it: m2s --si-sim detailed --si-report FILE program';
    throw new AtollError('BAD_INPUT', `${name}: there is no '${key}' in [Device]`, hint);
  };
  const cycles = of('Cycles');
  if (cycles === 0)
    throw new AtollError('BAD_INPUT', `${name}: no cycle was simulated`, 'it has to run with --si-sim detailed');
  return { launches: of('NDRangeCount'), workGroups: of('WorkGroupCount'), instructions: of('Instructions'), cycles };
}

const count = z.number().int().nonnegative();
const time = z.object({ chip: z.string(), workGroups: count, waveInstructions: count, executionCycles: count });
const timings = z.object({ launches: z.array(z.object({ time })).min(1) });

/** @throws AtollError BAD_INPUT naming the file and what is wrong */
export function readTimings(name: string, text: string): Simulated & { readonly chip: string } {
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

const HEAD =
  '| program | launches | wave-instructions | Multi2Sim, cycles | model, cycles | difference |\n|---|---:|---:|---:|---:|---:|';
const grouped = (value: number): string => value.toLocaleString('en-US');

export interface Compared {
  readonly name: string;
  readonly theirs: Simulated;
  readonly ours: Simulated;
}

/** The table, in Markdown. Where both have not executed the same both counts stand there. */
export function tableOf(rows: readonly Compared[]): string {
  const both = (one: number, other: number): string =>
    one === other ? grouped(one) : `${grouped(one)}; ${grouped(other)}`;
  const lines = rows.map(({ name, theirs, ours }) => {
    const cells = [
      name,
      both(theirs.launches, ours.launches),
      both(theirs.instructions, ours.instructions),
      grouped(theirs.cycles),
      grouped(ours.cycles),
      `${((ours.cycles / theirs.cycles - 1) * 100).toFixed(0)} %`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const factors = rows.map(({ theirs, ours }) => Math.abs(Math.log(ours.cycles / theirs.cycles)));
  const mean = Math.exp(factors.reduce((sum, each) => sum + each, 0) / factors.length);
  return [HEAD, ...lines, '', `They differ by a factor of ${mean.toFixed(2)} on average (geometric mean).`].join('\n');
}
