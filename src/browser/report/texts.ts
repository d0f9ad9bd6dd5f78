// Numbers as texts of charts.

import { whole } from '../dom.js';

/** `label: 1,234, 5.6 %`. */
export function percent(label: string, value: number, all: number): string {
  const part = all > 0 ? `, ${((100 * value) / all).toFixed(1)} %` : '';
  return `${label}: ${whole(value)}${part}`;
}

export const cycleText = (cycle: number): string => whole(Math.round(cycle));

export const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);
