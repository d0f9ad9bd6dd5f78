// Results for a terminal and for a document: the same columns as a table of text and as Markdown.

import Table from 'cli-table3';
import { type BenchComparison, overall } from '../compare.js';
import type { BenchResults } from '../results.js';
import { type BenchRow, meanRatios, rowsOf, tally } from '../rows.js';
import { rate, ratioText, timeOf, whole } from './numbers.js';
import { columnsOf, comparisonsOf, type KernelTimesRow } from './side-by-side.js';
import type { TableColumn } from './table-column.js';

const RESULT_COLUMNS: readonly TableColumn<BenchRow>[] = [
  { head: 'benchmark', cell: (row) => row.benchmark },
  { head: 'size', cell: (row) => row.size },
  { head: 'target', cell: (row) => row.target },
  { head: 'verdict', cell: (row) => row.verdict },
  { head: 'wall time', cell: (row) => timeOf(row.wall), right: true },
  { head: 'kernel time', cell: (row) => timeOf(row.kernel), right: true },
  { head: 'wave-instructions', cell: (row) => whole(row.instructions), right: true },
  { head: 'per second', cell: (row) => rate(row.rate), right: true },
  { head: 'ratio', cell: (row) => ratioText(row.ratio), right: true },
];

const COMPARISON_COLUMNS: readonly TableColumn<BenchComparison>[] = [
  { head: 'benchmark', cell: (row) => row.benchmark },
  { head: 'size', cell: (row) => row.size },
  { head: 'target', cell: (row) => row.target },
  { head: 'new / old', cell: (row) => ratioText(row.ratio), right: true },
  { head: 'change', cell: (row) => row.change },
  { head: 'reason', cell: (row) => row.reason },
];

function textTable<R>(columns: readonly TableColumn<R>[], rows: readonly R[]): string {
  const table = new Table({
    head: columns.map(({ head }) => head),
    colAligns: columns.map(({ right }) => (right ? 'right' : 'left')),
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows) table.push(columns.map(({ cell }) => cell(row)));
  return table.toString();
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function markdownTable<R>(columns: readonly TableColumn<R>[], rows: readonly R[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [
    line(columns.map(({ head }) => head)),
    line(columns.map(({ right }) => (right ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map(({ cell }) => cell(row)))),
  ].join('\n');
}

/** Lines below a table: how many of each verdict, why those that did not pass did not, mean ratios. */
export function conclusions(results: BenchResults, rows: readonly BenchRow[]): string[] {
  const { PASS, FAIL, SKIP } = tally(results.cases);
  return [
    `${PASS} passed, ${FAIL} failed, ${SKIP} skipped`,
    ...rows
      .filter(({ verdict }) => verdict !== 'PASS')
      .map(({ verdict, benchmark, size, target, reason }) => `${verdict} ${benchmark} ${size} ${target}: ${reason}`),
    ...meanRatios(rows, results.baseline).map(
      ({ target, mean, count }) =>
        `${target}: ${mean.toPrecision(3)} times the wall time of ${results.baseline} (geometric mean of ${count})`,
    ),
  ];
}

/** Provenance of the numbers, to be quoted with them. */
export function provenance(results: BenchResults): string[] {
  const { settings, machines, targets, command } = results;
  return [
    ...Object.values(machines).map(
      ({ host, processor, processors, memoryBytes, kernel, system, node, load }) =>
        `machine ${host}: ${processors} x ${processor}, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${system}, ` +
        `Linux ${kernel}, Node ${node}, load ${load.toFixed(1)}`,
    ),
    ...Object.entries(targets).map(([name, text]) => `target ${name}: ${text}`),
    `command: ${command.join(' ')}`,
    `seed ${settings.seed}, ${settings.warmup} warm-up, ${settings.repeats} measured, Atoll ${results.release}${results.commit ? ` (${results.commit.slice(0, 12)})` : ''}, ${results.started}`,
  ];
}

const titleOf = ({ benchmark, size, kernel }: KernelTimesRow): string => `${benchmark}, ${size}: kernel ${kernel}`;

export function resultTable(results: BenchResults): string {
  const rows = rowsOf(results);
  const statistics = comparisonsOf(results).map(
    (one) => `\n${titleOf(one)}\n${textTable(columnsOf(one.targets), one.rows)}\n`,
  );
  return `${textTable(RESULT_COLUMNS, rows)}\n${conclusions(results, rows).join('\n')}\n${statistics.join('')}`;
}

export function markdown(results: BenchResults): string {
  const rows = rowsOf(results);
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
  const statistics = comparisonsOf(results).map(
    (one) => `\n${titleOf(one)}:\n\n${markdownTable(columnsOf(one.targets), one.rows)}\n`,
  );
  const notes = list([...conclusions(results, rows), ...provenance(results)]);
  return `${markdownTable(RESULT_COLUMNS, rows)}\n\n${notes}\n${statistics.join('')}`;
}

export function comparisonTable(rows: readonly BenchComparison[]): string {
  const mean = overall(rows);
  const end = mean === undefined ? '' : `new over old, geometric mean: ${mean.toPrecision(3)}\n`;
  return `${textTable(COMPARISON_COLUMNS, rows)}\n${end}`;
}
