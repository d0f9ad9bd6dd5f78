// Planted bugs under `atoll check` and under Oclgrind: detection, report and time of each. One run for each bug.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, FindingKind } from '../../src/check/finding.js';
import { KINDS } from '../../src/check/finding.js';
import { root } from '../../src/util/paths.js';
import { BOUNDS } from '../../test/check/planted/bounds.js';
import type { PlantedCase } from '../../test/check/planted/case.js';
import { buildRunner, optionsOf, writeCases } from '../../test/check/planted/guest.js';
import { PLACES, withWrong } from '../../test/check/planted/matrix.js';
import { FOUND_TOO } from '../../test/check/planted/oclgrind.js';
import { RACES } from '../../test/check/planted/races.js';
import { CHIP, HANGING } from '../../test/check/planted/residency.js';
import { UNINITIALISED } from '../../test/check/planted/uninitialised.js';
import { hasOclgrind } from './checking.js';
import { leastAndMedian, type Meter } from './meter.js';

const ATOLL = join(root, 'bin', 'atoll');

/** Messages of Oclgrind by kind; absent for kinds that it does not detect. */
const OCLGRIND_REPORTS: Readonly<Partial<Record<FindingKind, RegExp>>> = {
  'out-of-bounds': /^Invalid (read|write).*|^Index .* exceeds.*/m,
  'use-after-free': /^Invalid (read|write).*/m,
  'forbidden-access': /^Invalid (read from|write to) (write|read)-only.*/m,
  uninitialised: /^.*[Uu]ninitialized.*/m,
  race: /^.*data race at.*/m,
  'mixed-atomic': /^.*data race at.*/m,
  'divergent-barrier': /^.*divergence detected.*/m,
  'unaligned-atomic': /^Unaligned address.*/m,
};

/** The result of one tool for a bug. */
interface Verdict {
  /** The first line about it; undefined when it was not found. */
  readonly report: string | undefined;
  /** Least seconds of processor time; undefined when a run failed or took too long. */
  readonly seconds: number | undefined;
}

export interface PlantedRow {
  readonly name: string;
  readonly kind: FindingKind;
  readonly atoll: Verdict;
  /** Undefined where there is none. */
  readonly oclgrind: Verdict | undefined;
}

/** Of launches that do not end on hardware, nor in Oclgrind, whose work-groups wait for those behind them. */
const NOT_RUN: Verdict = { report: undefined, seconds: undefined };

/** A launch that reads at NULL fails, and its program with it. */
const FAILS = 'dereference_null';

/** All of them; of the matrix the ones in a wavefront that is not full. */
export const PLANTED: readonly PlantedCase[] = [
  ...BOUNDS,
  ...RACES,
  ...UNINITIALISED,
  ...HANGING,
  ...FOUND_TOO.filter(({ name }) => name !== FAILS),
  ...withWrong(PLACES['last partial wavefront']),
];

export class PlantedBugs {
  private readonly program: string;

  constructor(
    private readonly meter: Meter,
    private readonly rounds: number,
  ) {
    this.program = buildRunner(meter.folder);
  }

  async row(bug: PlantedCase): Promise<PlantedRow> {
    const argv = [this.program, ...writeCases(this.meter.folder, [bug]), optionsOf(true)];
    const json = join(this.meter.folder, 'findings.json');
    const flags = ['--kinds', Object.keys(KINDS).join(','), '--error-exitcode', '0', '--json', json];
    const hangs = bug.kind === 'residency';
    const check = [ATOLL, 'check', ...flags, ...(hangs ? ['--device', CHIP] : []), '--', ...argv];
    // Its build is cached before the measurement; Oclgrind caches none.
    await this.meter.run(check);
    const atoll = await this.verdict(check, () => {
      const { findings } = JSON.parse(readFileSync(json, 'utf8')) as { findings: readonly Finding[] };
      return findings.find(({ kernel, kind }) => kernel === bug.name && kind === bug.kind)?.message;
    });
    const message = OCLGRIND_REPORTS[bug.kind];
    if (hangs && hasOclgrind()) return { name: bug.name, kind: bug.kind, atoll, oclgrind: NOT_RUN };
    const oclgrind = hasOclgrind()
      ? await this.verdict(['oclgrind', '--data-races', '--uninitialized', ...argv], (text) => message?.exec(text)?.[0])
      : undefined;
    return { name: bug.name, kind: bug.kind, atoll, oclgrind };
  }

  /** All of them by one program: how long it takes both; undefined where one of them has no time. */
  async together(
    bugs: readonly PlantedCase[],
  ): Promise<{ readonly atoll: number; readonly oclgrind: number } | undefined> {
    if (!hasOclgrind()) return undefined;
    const argv = [this.program, ...writeCases(this.meter.folder, bugs), optionsOf(true)];
    const [atoll, oclgrind] = [
      await this.verdict([ATOLL, 'check', '--error-exitcode', '0', '--', ...argv], () => undefined),
      await this.verdict(['oclgrind', '--data-races', '--uninitialized', ...argv], () => undefined),
    ];
    const [a, o] = [atoll.seconds, oclgrind.seconds];
    return a !== undefined && o !== undefined ? { atoll: a, oclgrind: o } : undefined;
  }

  private async verdict(
    command: readonly string[],
    reportIn: (output: string) => string | undefined,
  ): Promise<Verdict> {
    const seconds: number[] = [];
    let report: string | undefined;
    for (let round = 0; round < this.rounds; round++) {
      const run = await this.meter.run(command);
      if (!run) return { report: undefined, seconds: undefined };
      seconds.push(run.seconds);
      report = reportIn(`${run.stdout}\n${run.stderr}`);
    }
    return { report, seconds: leastAndMedian(seconds).least };
  }
}

const time = (verdict: Verdict | undefined): string => verdict?.seconds?.toFixed(2) ?? '-';

const cell = (kind: FindingKind, verdict: Verdict | undefined, isOclgrind: boolean): string => {
  if (!verdict) return 'not installed';
  if (verdict.report !== undefined) return verdict.report.replaceAll('|', '\\|');
  return isOclgrind && !OCLGRIND_REPORTS[kind] ? '*not looked for*' : '**not found**';
};

export const PLANTED_HEAD =
  '| bug | kind | `atoll check` | Oclgrind | seconds, Atoll | Oclgrind |\n|---|---|---|---|---:|---:|';

export const plantedText = ({ name, kind, atoll, oclgrind }: PlantedRow): string =>
  `| \`${name}\` | ${kind} | ${cell(kind, atoll, false)} | ${cell(kind, oclgrind, true)} | ${time(atoll)} | ${time(oclgrind)} |`;

/** Number of found mistakes by tool, and the times, in two sentences. */
export function plantedSummary(rows: readonly PlantedRow[]): string {
  const looked = rows.filter(({ kind }) => OCLGRIND_REPORTS[kind] !== undefined);
  const foundCount = (of: readonly PlantedRow[], way: 'atoll' | 'oclgrind'): number =>
    of.filter((row) => row[way]?.report !== undefined).length;
  const both = rows.flatMap(({ atoll, oclgrind }) =>
    atoll.seconds !== undefined && oclgrind?.seconds !== undefined ? [{ a: atoll.seconds, o: oclgrind.seconds }] : [],
  );
  const sum = (numbers: readonly number[]): string => numbers.reduce((total, each) => total + each, 0).toFixed(1);
  const quicker = both.filter(({ a, o }) => a < o).length;
  return [
    `Atoll finds ${foundCount(rows, 'atoll')} of ${rows.length}; of the ${looked.length} whose kind Oclgrind looks for, ` +
      `Atoll finds ${foundCount(looked, 'atoll')} and Oclgrind ${foundCount(looked, 'oclgrind')}.`,
    `Processor seconds of all runs: Atoll ${sum(both.map(({ a }) => a))}, Oclgrind ${sum(both.map(({ o }) => o))}; ` +
      `Atoll takes less on ${quicker} of ${both.length}.`,
  ].join('\n');
}
