// Statistics for other programs: CSV and SQLite, a row for each number.

import { DatabaseSync } from 'node:sqlite';
import type { Statistic } from '../../statistics/statistic.js';
import { required } from '../../util/required.js';
import { type Subject, sourceOf } from './numbers.js';

const COLUMNS = [
  'scope',
  'kernel',
  'launch',
  'code',
  'offset',
  'instruction',
  'line',
  'name',
  'value',
  'unit',
  'source',
  'bin',
] as const;
type Cell = string | number | null;

const cellsOf = (subject: Subject, row: Statistic, value: number | null, bin: number | null = null): Cell[] => {
  const { scope, kernel, launch = null, code = null, offset = null, instruction = null, line = null } = subject;
  return [
    scope,
    kernel,
    launch,
    code,
    offset,
    instruction,
    line,
    row.name,
    value,
    row.unit,
    sourceOf(row, subject),
    bin,
  ];
};

/** All numbers: for instructions and lines, the statistics known of instructions; for histograms also the bins. */
function* numbers(rows: readonly Statistic[], subjects: readonly Subject[]): Generator<Cell[]> {
  for (const subject of subjects)
    for (const [n, row] of rows.entries())
      if (row.scope === 'instruction' || subject.scope === 'kernel' || subject.scope === 'launch') {
        yield cellsOf(subject, row, required(subject.values[n], 'value of the row'));
        for (const [bin, times] of subject.bins[n] ?? []) yield cellsOf(subject, row, times, bin);
      }
}

const csvCell = (cell: Cell): string => {
  const text = cell === null ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** RFC 4180 with line feeds; uncollected values are empty. */
export function statisticsCsv(rows: readonly Statistic[], subjects: readonly Subject[]): string {
  const lines = [[...COLUMNS], ...numbers(rows, subjects)].map((cells) => cells.map(csvCell).join(','));
  return `${lines.join('\n')}\n`;
}

/**
 * Writes a database: `numbers` has the columns of the CSV without the unit, `statistics` the definitions. Uncollected
 * values are NULL.
 * @throws Error of SQLite
 */
export function writeStatisticsDatabase(file: string, rows: readonly Statistic[], subjects: readonly Subject[]): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(
      `BEGIN;
       CREATE TABLE statistics (name TEXT PRIMARY KEY, unit TEXT NOT NULL, definition TEXT NOT NULL, collection TEXT NOT NULL, scope TEXT NOT NULL);
       CREATE TABLE numbers (scope TEXT NOT NULL, kernel TEXT NOT NULL, launch INTEGER, code INTEGER, offset INTEGER, instruction TEXT,
         line TEXT, name TEXT NOT NULL REFERENCES statistics, value REAL, source TEXT NOT NULL, bin INTEGER);`,
    );
    const describe = database.prepare('INSERT INTO statistics VALUES (?, ?, ?, ?, ?)');
    for (const { name, unit, definition, collection, scope } of rows)
      describe.run(name, unit, definition, collection, scope);
    const insert = database.prepare('INSERT INTO numbers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    const unit = COLUMNS.indexOf('unit');
    for (const cells of numbers(rows, subjects)) insert.run(...cells.filter((_, n) => n !== unit));
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}
