// The behaviour of a comparison of two runs (src/report/compare/html.ts).

import type { ComparedNumber, ComparisonPageData } from '../../report/page-data.js';
import { colour, colourOf } from './colours.js';
import { type AnyChart, startPage } from './page.js';

/** Embedded by the page. */
declare const data: ComparisonPageData;

const timesChart = ({ kernels, times }: ComparisonPageData): AnyChart =>
  new Chart<'bar', (number | null)[]>('times', {
    type: 'bar',
    data: {
      labels: [...kernels],
      datasets: ['A', 'B'].map((label, n) => ({ label, data: [...(times[n] ?? [])], backgroundColor: colour(n) })),
    },
    options: {
      indexAxis: 'y',
      maintainAspectRatio: false,
      scales: { x: { title: { display: true, text: 'ms' }, min: 0 } },
    },
  });

const mixChart = (mix: readonly ComparedNumber[], index: number): AnyChart =>
  new Chart<'bar', (number | null)[]>(`mix${index}`, {
    type: 'bar',
    data: {
      labels: ['A', 'B'],
      datasets: mix.map(({ name, a, b }, n) => ({ label: name, data: [a, b], backgroundColor: colourOf(name, n) })),
    },
    options: {
      indexAxis: 'y',
      maintainAspectRatio: false,
      scales: { x: { stacked: true }, y: { stacked: true } },
    },
  });

startPage(() => [timesChart(data), ...data.mixes.map(mixChart)]);
