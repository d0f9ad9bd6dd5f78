// The page of results, docs/situations.md: targets, results, all programs, and where the time of the
// slowest goes.

import type { MachineInfo } from '../../src/bench/results.js';
import { digits, type SituationVerdict, wordOf } from './judgement.js';
import type { Effort } from './measure.js';
import { PROFILE_COLUMNS, type Profile, profileCells } from './profile.js';
import { columnsOf, nameOf, type RatioRow, remarksOf, type SituationCost, summariesOf } from './ratios.js';

export interface SituationResults {
  readonly commit: string | null;
  readonly pocl: string;
  readonly machine: MachineInfo;
  readonly effort: Effort;
  readonly rows: readonly RatioRow[];
  readonly failures: readonly string[];
  readonly judgement: readonly SituationVerdict[];
  readonly profiles: readonly Profile[];
  /** True if the programs are clients', not the suite's. */
  readonly clients: boolean;
}

/** The first `names` columns are words. */
function table(head: readonly string[], lines: readonly (readonly string[])[], names: number): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column < names ? '---' : '---:'))), ...lines.map(line)].join('\n');
}

function targetsText(verdicts: readonly SituationVerdict[]): string {
  const lines = verdicts.map((verdict) => {
    const { name, unit, before, found: figure, reach, dream, worst } = verdict;
    const of = (value: number | null): string => (value === null ? '-' : `${digits(value)} ${unit}`);
    const few = worst.map(({ program, value }) => `${program} ${value.toFixed(2)}`).join(', ');
    return [name, before, of(figure), of(reach), of(dream), wordOf(verdict), few];
  });
  return table(['', 'before', 'found', 'reach', 'dream', '', 'worst'], lines, 1);
}

function programs(rows: readonly RatioRow[]): string {
  const columns = columnsOf(rows);
  const cells = rows.map((row) => [nameOf(row), ...columns.map(({ of }) => of(row.costs)?.toFixed(2) ?? '-')]);
  const summaries = new Map(summariesOf(rows).map(({ key, mean }) => [key, mean]));
  const means = columns.map(({ key }) => summaries.get(key)?.toFixed(2) ?? '-');
  const head = ['', ...columns.map(({ title }) => title.join(' '))];
  return table(head, [...cells, ['**geometric mean**', ...means]], 1);
}

const SECONDS = ['cold', 'warm', 'one'] as const;

function seconds(rows: readonly RatioRow[]): string {
  const head = SECONDS.flatMap((situation) => [`${situation}, Atoll`, 'pocl']);
  const cells = rows.map((row) => [
    nameOf(row),
    ...SECONDS.flatMap((situation) => [row.costs[situation].atoll, row.costs[situation].pocl].map(cpuText)),
  ]);
  return `## Times in seconds

Processor time of the same runs; "one" is with one worker, and with machine code of all kernels.

${table(['', ...head], cells, 1)}
`;
}
const cpuText = ({ cpu }: SituationCost): string => cpu.toFixed(2);

const suitesProfiles = `## Profiles of the slowest programs

One run of each of the three slowest of a situation`;
const clientsProfiles = `## Profiles

One run of each by two workers, with all that is kept and machine code of all kernels`;

const profiles = (
  all: readonly Profile[],
  clients: boolean,
): string => `${clients ? clientsProfiles : suitesProfiles}, in milliseconds: builds by clang, translation and compilation that launches waited for, execution
of kernels, the rest (start, end, and what the program does itself); beside them, machine code by clang.

${table(PROFILE_COLUMNS, all.map(profileCells), 2)}
`;

const SUITES_HEAD = `# Situations: Atoll compared with pocl

What the numbers mean says [benchmarks](benchmarks.md#speed-of-the-simulator); what limits them, [speed](speed.md).`;
const CLIENTS_HEAD = `# Third-party programs compared with pocl

What they are and what the numbers mean says [benchmarks](benchmarks.md#third-party-programs); what limits them, [speed](speed.md).`;

const targetsPart = (judgement: readonly SituationVerdict[]): string => `## Targets

${targetsText(judgement)}

`;

export function pageOf(results: SituationResults): string {
  const { commit, pocl, machine, effort, rows, failures, judgement, profiles: all, clients } = results;
  const { processor, processors, load, node } = machine;
  return `<!-- Written by node dist/benchmarks/situations/main.js; edits are lost. -->
${clients ? CLIENTS_HEAD : SUITES_HEAD}

Commit ${commit ?? 'unknown'}; ${pocl}; ${processor}, ${processors} processors, load ${load.toFixed(1)} at the end;
Node ${node}; the least of at most ${effort.rounds} rounds, no new round after ${effort.seconds} s of a situation.

${clients ? '' : targetsPart(judgement)}## Programs

Ratios are Atoll's over pocl's, below 1 where Atoll takes less${clients ? '' : '; "2 over 1" is by how much two workers are faster than one'}.

${programs(rows)}
${[...remarksOf(rows), ...failures.map((failure) => `Not measured: ${failure}`)].map((line) => `\n${line}\n`).join('')}${clients ? `\n${seconds(rows)}` : ''}${all.length > 0 ? `\n${profiles(all, clients)}` : ''}`;
}
