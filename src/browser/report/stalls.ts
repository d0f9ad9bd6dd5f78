// Cycles of slots by reason: in all, and over time.

import type { TimingPageData } from '../../report/page-data.js';
import type { Reason } from '../../timing/model/reasons.js';
import { colour } from './colours.js';
import type { AnyChart } from './page.js';
import { cycleText, percent, sum } from './texts.js';

/** Greys of reasons of empty slots. */
const EMPTY = ['#c9cdd3', '#b4b9c1', '#9fa6af', '#8b929c', '#777f8a', '#c4b8a8', '#dfe2e6'];

const reasonColour = (name: Reason, n: number): string =>
  name.startsWith('empty') ? EMPTY[n % EMPTY.length]! : colour(n);

export function stallChart(id: string, { stalls }: TimingPageData): AnyChart {
  const cycles = sum(stalls.map(({ all }) => all));
  return new Chart<'bar', number[]>(id, {
    type: 'bar',
    data: {
      labels: [''],
      datasets: stalls.map(({ name, all }, n) => ({
        label: name,
        data: [all],
        backgroundColor: reasonColour(name, n),
      })),
    },
    options: {
      indexAxis: 'y',
      maintainAspectRatio: false,
      plugins: {
        legend: { labels: { boxWidth: 12 } },
        tooltip: { callbacks: { label: ({ dataset, raw }) => percent(dataset.label ?? '', Number(raw), cycles) } },
      },
      scales: { x: { stacked: true, title: { display: true, text: 'cycles of slots' } }, y: { stacked: true } },
    },
  });
}

export function overTimeChart(id: string, { stalls, stretchCycles }: TimingPageData): AnyChart {
  const count = stalls[0]?.over.length ?? 0;
  return new Chart<'bar', number[]>(id, {
    type: 'bar',
    data: {
      labels: Array.from({ length: count }, (_, n) => cycleText(n * stretchCycles)),
      datasets: stalls.map(({ name, over }, n) => ({
        label: name,
        data: [...over],
        backgroundColor: reasonColour(name, n),
        categoryPercentage: 1,
        barPercentage: 1,
      })),
    },
    options: {
      maintainAspectRatio: false,
      plugins: { legend: { display: false } },
      scales: {
        x: {
          stacked: true,
          ticks: { maxTicksLimit: 10, maxRotation: 0 },
          title: { display: true, text: 'cycle' },
        },
        y: { stacked: true, title: { display: true, text: 'cycles of slots' } },
      },
    },
  });
}
