// The page of the results of `atoll verify --compilers` for all programs of benchmarks and tests.

import { causeWords } from '../../src/cli/commands/verify/cause-text.js';
import type { CompilersVerification } from '../../src/cli/commands/verify/verify-compilers.js';
import type { ProgramGroup } from './compared-programs.js';

/** A program and its result; text where it gave none. */
export interface CompilersMeasurement {
  readonly group: ProgramGroup;
  readonly name: string;
  readonly outcome: CompilersVerification | string;
}

const GROUP_NAMES: Readonly<Record<ProgramGroup, string>> = {
  benchmarks: 'benchmarks/, small sizes',
  opencl: 'test/opencl',
  executed: 'test/compiler/executed',
  generator: 'generated programs',
};

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], right: number, rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map((_, n) => (n < right ? '---' : '--:'))), ...rows.map(row)].join('\n');

/** Without folders of the machine that measured. */
const cell = (text: string): string =>
  text
    .replaceAll(/\/\S+\/bin\/clang/g, 'clang')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ');

interface CompilersResults {
  readonly group: ProgramGroup;
  readonly name: string;
  readonly outcome: CompilersVerification;
}

const wholes = (all: readonly CompilersMeasurement[]): CompilersResults[] =>
  all.flatMap(({ outcome, ...one }) => (typeof outcome === 'string' ? [] : [{ ...one, outcome }]));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** One line for a group and a compilation. */
function totals(all: readonly CompilersResults[], group: ProgramGroup, compilation: string): (string | number)[] {
  const own = all.filter((one) => one.group === group);
  const kernels = own.flatMap(({ outcome }) => outcome.kernels.filter((each) => each.compilation === compilation));
  const of = (key: 'launches' | 'equal' | 'different' | 'notCompared'): number => sum(kernels.map((each) => each[key]));
  const counts = [of('launches'), of('equal'), of('different'), of('notCompared')];
  return [GROUP_NAMES[group], compilation, own.length, kernels.length, ...counts];
}

function differenceRows(all: readonly CompilersResults[]): string[][] {
  return all.flatMap(({ group, name, outcome }) =>
    outcome.differences.map(({ kernel, compilation, text, cause }) => [
      GROUP_NAMES[group],
      name,
      kernel,
      compilation,
      cell(text),
      cell(causeWords(cause)),
    ]),
  );
}

/** Reasons, with how often each was given. Names of kernels are left out of them. */
function problemRows(all: readonly CompilersResults[]): (string | number)[][] {
  const byKernel = new Map<string, Set<string>>();
  for (const { name, outcome } of all)
    for (const problem of outcome.problems) {
      const reason = problem.replace(/^(?:kernel|the (?:build|compile|link) of kernel) \w+/, '').replace(/^[,:] /, '');
      byKernel.set(reason, (byKernel.get(reason) ?? new Set()).add(name));
    }
  return [...byKernel].map(([reason, names]) => [cell(reason), [...names].join(', ')]);
}

const section = (title: string, text: string): string => `## ${title}\n\n${text}\n`;

/** @param compilations in the order of the option, the run's own first */
export function compilersPage(
  measured: readonly CompilersMeasurement[],
  [reference = '', ...others]: readonly string[],
): string {
  const all = wholes(measured);
  const groups = [...new Set(all.map(({ group }) => group))];
  const head = ['programs of', 'compilation', 'programs', 'kernels', 'launches', 'equal', 'different', 'not compared'];
  const rows = groups.flatMap((group) => others.map((other) => totals(all, group, other)));
  const differences = differenceRows(all);
  const problems = problemRows(all);
  const failed = measured.flatMap(({ name, outcome }) => (typeof outcome === 'string' ? [[name, cell(outcome)]] : []));
  const differenceHead = ['programs of', 'program', 'kernel', 'beside', `${reference} and the other`, 'cause'];
  return [
    `# Comparison of compilers: results\n`,
    `Written by \`node dist/benchmarks/compiler/compilers.js --write\`; do not edit. Every kernel that benchmarks and tests execute, compiled by
\`${reference}\` and by each other compilation, executed from the same memory, and compared bit for bit
([compilers.md](compilers.md), where it stands what may differ and what the causes mean). ${all.length} programs, ${sum(all.map(({ outcome }) => new Set(outcome.kernels.map(({ kernel }) => kernel)).size))} kernels.\n`,
    section('Launches', table(head, 2, rows)),
    section(
      'Differences',
      differences.length === 0
        ? 'None.'
        : `The first launch of each kernel and compilation.\n\n${table(differenceHead, 6, differences)}`,
    ),
    section('Not compared', problems.length === 0 ? 'Nothing.' : table(['why', 'programs'], 2, problems)),
    ...(failed.length === 0
      ? []
      : [section('Programs without results', table(['program', 'how it ended'], 2, failed))]),
  ].join('\n');
}
