// Numbers of comparisons as people read them.

import type { ValueChange } from './comparison.js';

const grouped = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 });

/** `-` where a run does not have it. */
export function valueText(value: number | null, unit: string): string {
  if (value === null) return '-';
  if (unit === 'ms') return value.toFixed(3);
  return Number.isInteger(value) ? grouped(value) : value.toFixed(4);
}

/** `+12.5 %`; `only A`, `only B` where one run has nothing of it; empty where nothing has changed. */
export function changeText({ a, b }: Pick<ValueChange, 'a' | 'b'>): string {
  if (a === b) return '';
  if (b === null) return 'only A';
  if (a === null) return 'only B';
  if (a === 0) return 'from 0';
  const percent = (100 * (b - a)) / Math.abs(a);
  return `${percent < 0 ? '' : '+'}${percent.toFixed(Math.abs(percent) < 10 ? 2 : 1)} %`;
}
