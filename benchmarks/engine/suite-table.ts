// The rows of the suite as text, with geometric means.

import Table from 'cli-table3';
import { geometricMean } from './results.js';
import { COLUMNS, type SuiteRow } from './suite-rows.js';

const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const times = (value: number): string => `${number(value)}x`;

/** Marks a ratio that was measured at another size than the row's. */
const cellOf = (row: SuiteRow, key: string): string => {
  const ratio = row.ratios[key];
  if (!ratio) return '';
  return ratio.size === row.size ? times(ratio.ratio) : `${times(ratio.ratio)} ${ratio.size}`;
};

/** Geometric mean, and of how many. */
function meanOf(values: readonly number[]): string {
  return values.length === 0 ? '' : `${times(geometricMean(values))} of ${values.length}`;
}

export function suiteText(rows: readonly SuiteRow[]): string {
  const head = [
    'program',
    'size',
    'kernel s',
    'instructions',
    'ns each',
    ...COLUMNS.map(({ title }) => title),
    'over Multi2Sim',
  ];
  const table = new Table({
    head,
    colAligns: head.map((_, index) => (index < 2 ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows)
    table.push([
      row.benchmark,
      row.size,
      number(row.kernelSeconds),
      row.instructions.toExponential(2),
      number(row.nanosecondsPerInstruction),
      ...COLUMNS.map(({ key }) => cellOf(row, key)),
      times(row.multi2sim),
    ]);
  table.push([
    'geometric mean',
    '',
    '',
    '',
    rows.length === 0 ? '' : number(geometricMean(rows.map((row) => row.nanosecondsPerInstruction))),
    ...COLUMNS.map(({ key }) => meanOf(rows.flatMap(({ ratios }) => (ratios[key] ? [ratios[key].ratio] : [])))),
    meanOf(rows.map((row) => row.multi2sim)),
  ]);
  return [
    table.toString(),
    'x: so many times as fast is Atoll, by the least kernel time of each; a size after it is where both were measured, when not that of the row',
    'pocl, Oclgrind and Multi2Sim are compared with one worker, where that was measured; Multi2Sim by its known or middle rate of wave-instructions',
  ].join('\n');
}
