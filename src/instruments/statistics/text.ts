// Statistics as text: a list for each kernel and launch, and a table for the lines and instructions of a kernel.

import type { Bins } from '../../statistics/instruction-bins.js';
import type { Statistic } from '../../statistics/statistic.js';
import { required } from '../../util/required.js';
import { type Subject, sourceOf } from './numbers.js';

/** Unknown values are shown as `-`, in contrast to 0. */
const numberText = (value: number | null): string => {
  if (value === null) return '-';
  return Number.isInteger(value) ? String(value) : value.toFixed(4);
};

/** `1:20 64:8980`: bins of a histogram with their counts. */
const binsText = (bins: Bins): string => [...bins].map(([bin, times]) => `${bin}:${times}`).join(' ');

/** An empty histogram is shown as its number, 0. */
const cellText = ({ values, bins }: Subject, n: number): string =>
  bins[n] && bins[n].size > 0 ? binsText(bins[n]) : numberText(required(values[n], 'value of the row'));

function columns(lines: readonly (readonly string[])[], left: readonly number[]): string[] {
  const widths = (lines[0] ?? []).map((_, n) => Math.max(...lines.map((line) => required(line[n], 'cell').length)));
  const pad = (text: string, n: number): string =>
    left.includes(n)
      ? text.padEnd(required(widths[n], 'width of the column'))
      : text.padStart(required(widths[n], 'width of the column'));
  return lines.map((line) => `  ${line.map(pad).join('  ').trimEnd()}`);
}

function listOf(rows: readonly Statistic[], subject: Subject): string[] {
  const { scope, kernel, launch, values, bins } = subject;
  const title = scope === 'kernel' ? `statistics of kernel ${kernel}` : `statistics of launch ${launch} of ${kernel}`;
  const lines = rows.map((row, n) => [
    row.name,
    numberText(required(values[n], 'value of the row')),
    row.unit,
    sourceOf(row, subject),
  ]);
  const histograms = rows.flatMap((row, n) =>
    row.bins && bins[n] ? [`    ${row.name} by ${row.bins.by}: ${binsText(bins[n]) || 'none'}`] : [],
  );
  return [title, ...columns(lines, [0, 2, 3]), ...histograms];
}

/** Statistics known only of launches have no column. */
function tableOf(rows: readonly Statistic[], subjects: readonly Subject[]): string[] {
  const shown = rows.flatMap(({ scope }, n) => (scope === 'instruction' ? [n] : []));
  const { kernel, scope } = required(subjects[0], 'subject');
  const what = scope === 'line' ? ['line', 'source'] : ['offset', 'instruction'];
  const head = [...what, ...shown.map((n) => required(rows[n], 'row').name)];
  const lines = subjects.map((subject) => {
    const { offset = 0, instruction = '', line, text = '' } = subject;
    const what = line === undefined ? [`+0x${offset.toString(16)}`, instruction] : [line, text];
    return [...what, ...shown.map((n) => cellText(subject, n))];
  });
  return [`${scope}s of kernel ${kernel}`, ...columns([head, ...lines], [0, 1])];
}

/** All lines. */
export function statisticsText(rows: readonly Statistic[], subjects: readonly Subject[]): string {
  const lines: string[] = [];
  for (let at = 0; at < subjects.length; ) {
    const first = required(subjects[at], 'subject');
    if (first.scope === 'kernel' || first.scope === 'launch') {
      lines.push(...listOf(rows, first));
      at++;
      continue;
    }
    let end = at;
    while (subjects[end]?.scope === first.scope && required(subjects[end], 'subject').kernel === first.kernel) end++;
    lines.push(...tableOf(rows, subjects.slice(at, end)));
    at = end;
  }
  return lines.length === 0 ? 'statistics: no kernel was launched' : lines.join('\n');
}
