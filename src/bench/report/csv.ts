// Results as comma-separated values (RFC 4180): one line a case, times in seconds, counts as whole numbers.

import type { BenchResults } from '../results.js';
import { type BenchRow, rowsOf } from '../rows.js';

const COLUMNS: Readonly<Record<string, (row: BenchRow) => string | number | undefined>> = {
  benchmark: (row) => row.benchmark,
  size: (row) => row.size,
  target: (row) => row.target,
  verdict: (row) => row.verdict,
  reason: (row) => row.reason,
  wall_seconds: (row) => row.wall?.value,
  wall_low: (row) => row.wall?.low,
  wall_high: (row) => row.wall?.high,
  kernel_seconds: (row) => row.kernel?.value,
  launches: (row) => row.launches,
  wavefronts: (row) => row.wavefronts,
  wave_instructions: (row) => row.instructions,
  wave_instructions_per_second: (row) => row.rate,
  ratio: (row) => row.ratio?.value,
  ratio_low: (row) => row.ratio?.low,
  ratio_high: (row) => row.ratio?.high,
  simulated_seconds: (row) => row.simulated,
};

function field(value: string | number | undefined): string {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csv(results: BenchResults): string {
  const lines = rowsOf(results).map((row) => Object.values(COLUMNS).map((cell) => field(cell(row))));
  return [Object.keys(COLUMNS), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}
