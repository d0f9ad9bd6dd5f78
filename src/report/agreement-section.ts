// The part of a report about simulated beside measured time.

import type { Agreement, KernelAgreement } from './agreement.js';
import { sortableTable, type TableHeading } from './sortable-table.js';

const micro = (ns: number): string => (ns / 1000).toFixed(2);
const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

const COLUMNS: readonly TableHeading<KernelAgreement>[] = [
  ['kernel', ({ kernel }) => kernel],
  ['launches', ({ launches }) => String(launches), ({ launches }) => launches],
  ['measured \u00b5s', ({ measured }) => micro(measured), ({ measured }) => measured],
  ['simulated \u00b5s', ({ simulated }) => micro(simulated), ({ simulated }) => simulated],
  ['ratio relative to the median', ({ ratio }) => ratio.toFixed(2), ({ ratio }) => ratio],
  ['outlier', ({ outlier }) => (outlier ? 'yes' : '')],
];

/** Empty where there is nothing to compare. */
export function agreementSection(agreement: Agreement | undefined): string {
  if (!agreement) return '';
  const { kernels, correlation, meanError, meanErrorOfShape, usualRatio } = agreement;
  const numbers: readonly (readonly [string, string])[] = [
    ['correlation of logarithms', correlation === null ? 'of three kernels or more' : correlation.toFixed(3)],
    ['mean error', percent(meanError)],
    ['relative to the median ratio', percent(meanErrorOfShape)],
    ['usual ratio', usualRatio.toPrecision(3)],
    ['outliers', String(kernels.filter(({ outlier }) => outlier).length)],
  ];
  return `<section aria-labelledby="agreement"><h2 id="agreement">Simulated and measured time</h2>
<p class="dim">Mean times of launches by kernel: by the timing model, and by the clock of the OpenCL that has executed them, too.</p>
<dl class="numbers">${numbers.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
${sortableTable(COLUMNS, kernels)}</section>`;
}
