// Results of a sweep as a table, CSV or JSON.

import { whole } from '../../../report/timing-text.js';
import type { SweepResult } from '../../../timing/sweep/cases.js';
import { required } from '../../../util/required.js';

const variedText = ({ varied }: SweepResult): string =>
  Object.entries(varied)
    .map(([place, value]) => `${place}=${value}`)
    .join(' ');

/** Deviation of another level from the detailed one of the same chip, if that was simulated, too. */
export function errorOf(result: SweepResult, all: readonly SweepResult[]): number | undefined {
  if (result.level === 'detailed') return undefined;
  const same = all.find(
    (other) =>
      other.level === 'detailed' &&
      other.file === result.file &&
      other.chip === result.chip &&
      variedText(other) === variedText(result),
  );
  return same && result.executionCycles / same.executionCycles - 1;
}

const percentText = (share: number | undefined): string =>
  share === undefined ? '' : `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)} %`;

const HEAD = ['records', 'kernel', 'chip', 'varied', 'level', 'cycles', 'executing', 'us', 'from detailed', ''];

function cellsOf(result: SweepResult, all: readonly SweepResult[]): readonly string[] {
  const { file, kernel, chip, level, cycles, executionCycles, nanoseconds, note } = result;
  const time = (nanoseconds / 1000).toFixed(2);
  const isOnly = all.every((other) => other.file === file);
  return [
    ...(isOnly ? ['', ''] : [file, kernel]),
    chip,
    variedText(result),
    level,
    whole(cycles),
    whole(executionCycles),
    time,
    percentText(errorOf(result, all)),
    note,
  ];
}

/** Numbers are aligned to the right. */
const RIGHT = new Set([5, 6, 7, 8]);

export function tableText(results: readonly SweepResult[]): string {
  const rows = [HEAD, ...results.map((result) => cellsOf(result, results))];
  /** Omits empty columns. */
  const widths = HEAD.map((_, n) =>
    rows.slice(1).every((row) => row[n] === '') ? 0 : Math.max(...rows.map((row) => required(row[n], 'cell').length)),
  );
  const lineOf = (row: readonly string[]): string =>
    row
      .flatMap((cell, n) =>
        widths[n] === 0
          ? []
          : RIGHT.has(n)
            ? cell.padStart(required(widths[n], 'width of the column'))
            : cell.padEnd(required(widths[n], 'width of the column')),
      )
      .join('  ');
  return rows.map((row) => lineOf(row).trimEnd()).join('\n');
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function csvText(results: readonly SweepResult[]): string {
  const places = [...new Set(results.flatMap(({ varied }) => Object.keys(varied)))];
  const head = [
    'records',
    'kernel',
    'chip',
    ...places,
    'level',
    'cycles',
    'executionCycles',
    'nanoseconds',
    'errorFromDetailed',
    'note',
  ];
  const rows = results.map((result) => [
    result.file,
    result.kernel,
    result.chip,
    ...places.map((place) => String(result.varied[place] ?? '')),
    result.level,
    ...[result.cycles, result.executionCycles, result.nanoseconds, errorOf(result, results) ?? ''].map(String),
    result.note,
  ]);
  return [head, ...rows].map((row) => row.map(quoted).join(',')).join('\n');
}
