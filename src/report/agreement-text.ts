// Simulated and measured times of kernels, as text.

import Table from 'cli-table3';
import type { Agreement } from './agreement.js';

export const percent = (part: number): string => `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;
export const time = (ns: number): string =>
  ns < 1000 ? `${ns.toFixed(0)} ns` : ns < 1e6 ? `${(ns / 1000).toPrecision(3)} us` : `${(ns / 1e6).toFixed(2)} ms`;

export const tableOf = (head: readonly string[], left: number): InstanceType<typeof Table> =>
  new Table({
    head: [...head],
    colAligns: head.map((_, n) => (n < left ? 'left' : 'right')),
    style: { head: [], border: [] },
  });

/** One line for each kernel, largest deviation from the usual ratio first; with the program if there are several. */
export function agreementTable({ kernels }: Agreement): string {
  const named = new Set(kernels.map(({ program }) => program)).size > 1;
  const head = ['kernel', 'launches', 'measured', 'simulated', 'ratio', ''];
  const table = named ? tableOf(['program', ...head], 2) : tableOf(head, 1);
  const far = (ratio: number): number => Math.abs(Math.log(ratio));
  for (const each of [...kernels].sort((a, b) => far(b.ratio) - far(a.ratio)))
    table.push([
      ...(named ? [each.program] : []),
      each.kernel,
      each.launches,
      time(each.measured),
      time(each.simulated),
      each.ratio.toPrecision(2),
      each.outlier ? 'outlier' : '',
    ]);
  return table.toString();
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export function agreementText({ kernels, correlation, meanError, meanErrorOfShape, usualRatio }: Agreement): string {
  const outliers = kernels.filter(({ outlier }) => outlier).length;
  return (
    `${counted(kernels.length, 'kernel')}: correlation ${correlation === null ? 'not known' : correlation.toFixed(3)} (of logarithms), ` +
    `mean error ${percent(meanError)}, ${percent(meanErrorOfShape)} relative to the median ratio of ${usualRatio.toPrecision(3)}, ${counted(outliers, 'outlier')}`
  );
}
