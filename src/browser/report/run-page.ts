// The behaviour of the report of a run (src/report/run-html.ts).

import type { InstructionClass } from '../../isa/classes.js';
import type { InstructionMix, RunPageData } from '../../report/page-data.js';
import { mapCharts, startSelections } from './access-maps.js';
import { colour, colourOf, inColourOrder } from './colours.js';
import { startLines } from './lines.js';
import { type AnyChart, startPage } from './page.js';
import { percent, sum } from './texts.js';

/** Embedded by the page. */
declare const data: RunPageData;

interface TimelineBar {
  readonly y: string;
  readonly x: readonly [start: number, end: number];
}

function timeline({ launches }: RunPageData): AnyChart {
  const kernels = [...new Set(launches.map(({ kernel }) => kernel))];
  return new Chart<'bar', TimelineBar[]>('timeline', {
    type: 'bar',
    data: {
      labels: kernels,
      datasets: [
        {
          data: launches.map(({ kernel, startMs, ms }) => ({ y: kernel, x: [startMs, startMs + ms] })),
          backgroundColor: launches.map(({ kernel }) => colour(kernels.indexOf(kernel))),
          grouped: false,
          minBarLength: 2,
        },
      ],
    },
    options: {
      indexAxis: 'y',
      maintainAspectRatio: false,
      plugins: { legend: { display: false } },
      scales: { x: { title: { display: true, text: 'ms' }, min: 0 } },
    },
  });
}

function mixChart(mix: InstructionMix, index: number): AnyChart {
  const classes = inColourOrder(Object.keys(mix) as InstructionClass[]);
  const all = sum(Object.values(mix));
  return new Chart<'bar', number[]>(`mix${index}`, {
    type: 'bar',
    data: {
      labels: [''],
      datasets: classes.map((name, n) => ({
        label: name,
        data: [mix[name] ?? 0],
        backgroundColor: colourOf(name, n),
      })),
    },
    options: {
      indexAxis: 'y',
      maintainAspectRatio: false,
      plugins: {
        legend: { labels: { boxWidth: 12 } },
        tooltip: { callbacks: { label: ({ dataset, raw }) => percent(dataset.label ?? '', Number(raw), all) } },
      },
      scales: { x: { stacked: true, title: { display: true, text: 'wave-instructions' } }, y: { stacked: true } },
    },
  });
}

startSelections(startPage(() => [timeline(data), ...data.mixes.map(mixChart), ...mapCharts(data.maps)]));
startLines();
