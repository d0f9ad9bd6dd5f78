// A comparison of two runs for the terminal.

import { required } from '../../util/required.js';
import type { KernelComparison, ReportedRun, RunComparison, ValueChange } from './comparison.js';
import type { LineChange } from './lines.js';
import { changeText, valueText } from './numbers.js';

/** Lines of a kernel; the page has more of them. */
const LINES = 10;

/** Columns: the first and the last to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = required(rows[0], 'row').map((_, column) =>
    Math.max(...rows.map((row) => required(row[column], 'cell').length)),
  );
  const last = widths.length - 1;
  return rows.map((row) =>
    `  ${row.map((cell, n) => (n === 0 || n === last ? cell.padEnd(required(widths[n], 'width of the column')) : cell.padStart(required(widths[n], 'width of the column')))).join('  ')}`.trimEnd(),
  );
}

const HEAD = ['', 'A', 'B', 'change', ''];

const row = (one: ValueChange): string[] => [
  one.name,
  valueText(one.a, one.unit),
  valueText(one.b, one.unit),
  changeText(one),
  one.unit === 'count' ? '' : one.unit,
];

const isSomething = ({ a, b }: ValueChange): boolean => Boolean(a) || Boolean(b);

function run(name: string, { file, command, devices, engine, release, end }: ReportedRun): string {
  const ended = end === undefined ? 'not ended' : `exit ${end}`;
  return `${name}: ${file}: ${command} (${devices.join(', ')}, engine ${engine}, Atoll ${release}, ${ended})`;
}

const lineRow = ({ file, lineA, lineB, a, b, text }: LineChange): string[] => [
  `${file}:${lineA ?? '-'}:${lineB ?? '-'}`,
  valueText(lineA === null ? null : a, 'count'),
  valueText(lineB === null ? null : b, 'count'),
  changeText({ a: lineA === null ? null : a, b: lineB === null ? null : b }),
  text.trim(),
];

function linesOf({ lines }: KernelComparison): string[] {
  if (!lines) return ['  no lines: run with -g'];
  if (lines.length === 0) return [];
  const more = lines.length > LINES ? [`  and ${lines.length - LINES} more lines`] : [];
  return [...table([['line A:B', 'A', 'B', 'change', ''], ...lines.slice(0, LINES).map(lineRow)]), ...more];
}

function kernelOf(part: KernelComparison): string[] {
  const changed = part.mix.filter(({ a, b }) => a !== b);
  const numbers = [...part.numbers.filter(isSomething), ...changed];
  return ['', `kernel ${part.kernel}`, ...table([HEAD, ...numbers.map(row)]), ...linesOf(part)];
}

/** Without a line's end behind it. */
export function comparisonText({ a, b, totals, kernels }: RunComparison): string {
  const all = table([HEAD, ...totals.filter(isSomething).map(row)]);
  return [run('A', a), run('B', b), '', ...all, ...kernels.flatMap(kernelOf)].join('\n');
}
