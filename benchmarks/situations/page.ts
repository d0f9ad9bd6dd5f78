// The page of results, docs/situations.md: what is wanted, what was found, all programs, and where the time of the slowest goes.

import type { MachineInfo } from '../../src/bench/results.js';
import { digits, type Verdict, wordOf } from './judgement.js';
import type { Effort } from './measure.js';
import { PROFILE_COLUMNS, type Profile, profileCells } from './profile.js';
import { COLUMNS, type Row, summariesOf } from './ratios.js';

export interface Results {
  readonly commit: string | null;
  readonly pocl: string;
  readonly machine: MachineInfo;
  readonly effort: Effort;
  readonly rows: readonly Row[];
  readonly failures: readonly string[];
  readonly judgement: readonly Verdict[];
  readonly profiles: readonly Profile[];
}

/** The first `names` columns are words. */
function table(head: readonly string[], lines: readonly (readonly string[])[], names: number): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column < names ? '---' : '---:'))), ...lines.map(line)].join('\n');
}

function wanted(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map((verdict) => {
    const { name, unit, before, found, reach, dream, worst } = verdict;
    const of = (value: number | null): string => (value === null ? '-' : `${digits(value)} ${unit}`);
    const few = worst.map(({ program, value }) => `${program} ${value.toFixed(2)}`).join(', ');
    return [name, before, of(found), of(reach), of(dream), wordOf(verdict), few];
  });
  return table(['', 'before', 'found', 'reach', 'dream', '', 'worst'], lines, 1);
}

function programs(rows: readonly Row[]): string {
  const cells = rows.map(({ program, costs }) => [program, ...COLUMNS.map(({ of }) => of(costs)?.toFixed(2) ?? '-')]);
  const means = summariesOf(rows).map(({ mean }) => mean?.toFixed(2) ?? '-');
  const head = ['', ...COLUMNS.map(({ title }) => title.join(' '))];
  return table(head, [...cells, ['**geometric mean**', ...means]], 1);
}

const profiles = (all: readonly Profile[]): string => `## Where the time of the slowest goes

One run of each of the three slowest of a situation, in milliseconds: builds by clang, translation and compilation that launches waited for, execution
of kernels, the rest (start, end, and what the program does itself); beside them, machine code by clang.

${table(PROFILE_COLUMNS, all.map(profileCells), 2)}
`;

export function pageOf({ commit, pocl, machine, effort, rows, failures, judgement, profiles: all }: Results): string {
  return `<!-- Written by node dist/benchmarks/situations/main.js; edits are lost. -->
# Situations: Atoll beside pocl

What the numbers mean says [benchmarks](benchmarks.md#speed-of-the-simulator); what limits them, [speed](speed.md).

Commit ${commit ?? 'unknown'}; ${pocl}; ${machine.processor}, ${machine.processors} processors, load ${machine.load.toFixed(1)} at the end;
Node ${machine.node}; the least of at most ${effort.rounds} rounds, no new round after ${effort.seconds} s of a situation.

## What is wanted

${wanted(judgement)}

## Programs

Ratios are Atoll's over pocl's, below 1 where Atoll takes less; "2 over 1" is by how much two workers are faster than one.

${programs(rows)}
${failures.map((failure) => `\nNot measured: ${failure}\n`).join('')}${all.length > 0 ? `\n${profiles(all)}` : ''}`;
}
