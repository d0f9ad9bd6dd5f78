// The chart of work-groups per second.

import type { Chart as LineChart, Point } from 'chart.js';
import type { LiveState } from '../../serve/protocol.js';
import { drawInTheme, setChartTheme } from '../chart-theme.js';

/** Two minutes of states. */
const MAX_POINTS = 600;
const points: Point[] = [];
let chart: LineChart<'line', Point[]> | undefined;
let before: { readonly done: number; readonly seconds: number } | undefined;

function draw(): void {
  chart?.destroy();
  const colour = setChartTheme() ? '#6cb0ff' : '#1565c0';
  const line = { borderColor: colour, backgroundColor: `${colour}33`, fill: true, pointRadius: 0, borderWidth: 1.5 };
  chart = new Chart<'line', Point[]>('speed', {
    type: 'line',
    data: { datasets: [{ data: points, parsing: false, ...line }] },
    options: {
      maintainAspectRatio: false,
      plugins: { legend: { display: false } },
      scales: {
        x: { type: 'linear', ticks: { callback: (value) => `${value} s`, maxTicksLimit: 10 } },
        y: { min: 0, ticks: { maxTicksLimit: 4 } },
      },
    },
  });
}

/** Draws the chart, and again when the theme changes. */
export const startChart = (): void => drawInTheme(draw);

export function addSpeed({ view, ended, seconds }: LiveState): void {
  if (!view || ended || !chart) return;
  const done = view.workGroups + view.running.reduce((sum, { taken }) => sum + taken, 0);
  if (before && seconds > before.seconds)
    points.push({ x: seconds, y: Math.max(0, (done - before.done) / (seconds - before.seconds)) });
  if (points.length > MAX_POINTS) points.shift();
  before = { done, seconds };
  const [first] = points;
  if (first) Object.assign(chart.options.scales?.['x'] ?? {}, { min: first.x, max: seconds });
  chart.update('none');
}
