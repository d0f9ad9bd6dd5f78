// The plots of the results of a benchmark (src/bench/report/html.ts).

import type { Plot } from '../../bench/report/plot.js';

/** Embedded by the page. */
declare const plots: readonly Plot[];

/** Labels above this number are steep, as they have no room. */
const MAX_FLAT_LABELS = 12;

function draw({ labels, datasets, axis, logarithmic, stacked }: Plot, index: number): void {
  new Chart<'bar', (number | null)[]>(`plot${index}`, {
    type: 'bar',
    data: { labels: [...labels], datasets: datasets.map((own) => ({ ...own, data: [...own.data] })) },
    options: {
      maintainAspectRatio: false,
      scales: {
        x: {
          stacked,
          ticks: { autoSkip: false, maxRotation: 90, minRotation: labels.length > MAX_FLAT_LABELS ? 60 : 0 },
        },
        y: {
          stacked,
          type: logarithmic ? 'logarithmic' : 'linear',
          title: { display: true, text: axis },
          ...(stacked ? { max: 100 } : {}),
        },
      },
    },
  });
}

const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
Chart.defaults.color = isDark ? '#ccc' : '#333';
Chart.defaults.borderColor = isDark ? '#444' : '#ddd';
Chart.defaults.animation = false;
plots.forEach(draw);
