// Numbers as people read them.

import type { Estimate } from '../statistics.js';

/** @param value seconds */
export function time(value: number): string {
  if (value < 1e-3) return `${(value * 1e6).toFixed(1)} µs`;
  if (value < 1) return `${(value * 1e3).toFixed(1)} ms`;
  return `${value.toFixed(2)} s`;
}

/**
 * Time with its uncertainty, where one is known: "1.20 s ± 3 %", or as a factor when that is large: "1.20 s ×÷ 2.5".
 */
export function timeOf(estimate: Estimate | undefined): string {
  if (!estimate) return '';
  const spread = estimate.high / estimate.value;
  if (!Number.isFinite(spread)) return time(estimate.value);
  return `${time(estimate.value)} ${spread < 2 ? `± ${percent(spread - 1)}` : `×÷ ${spread.toPrecision(2)}`}`;
}

export const percent = (fraction: number): string =>
  fraction < 0.1 ? `${(fraction * 100).toFixed(1)} %` : `${(fraction * 100).toFixed(0)} %`;

export const whole = (value: number | undefined): string => (value === undefined ? '' : value.toLocaleString('en-US'));

/** Instructions a second: "8.1 M/s". */
export const rate = (value: number | undefined): string =>
  value === undefined ? '' : `${(value / 1e6).toFixed(2)} M/s`;

const factor = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** "1.52", or with what is known of it: "1.52 (1.40 to 1.66)". */
export function ratioText(ratio: Estimate | undefined): string {
  if (!ratio) return '';
  if (!Number.isFinite(ratio.high)) return factor(ratio.value);
  return `${factor(ratio.value)} (${factor(ratio.low)} to ${factor(ratio.high)})`;
}
