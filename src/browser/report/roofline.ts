// A roofline: operations a second over operations for each byte, below the limits of the chip.

import type { Point } from 'chart.js';
import type { Roofline } from '../../report/page-data.js';
import { colour } from './colours.js';
import type { AnyChart } from './page.js';

/** Numbers of colours: roofs of arithmetic are behind those of memory. */
const FIRST_ARITHMETIC_COLOUR = 4;

interface RooflineBounds {
  readonly left: number;
  readonly right: number;
}

function boundsOf({ points }: Roofline): RooflineBounds {
  const xs = points.map(({ x }) => x);
  return { left: Math.min(0.01, ...xs) / 2, right: Math.max(100, ...xs) * 2 };
}

const line = (label: string, colourOfLine: string, data: Point[]) => ({
  label,
  type: 'line' as const,
  pointRadius: 0,
  borderWidth: 1.5,
  borderColor: colourOfLine,
  backgroundColor: colourOfLine,
  data,
});

function slopes({ arithmetic, memory }: Roofline, { left, right }: RooflineBounds) {
  const top = Math.max(...arithmetic.map(({ giga }) => giga));
  return memory.map(({ name, giga }, n) => {
    const end = Math.min(right, top / giga);
    return line(`${name}, ${giga.toFixed(0)} GB/s`, colour(n), [
      { x: left, y: left * giga },
      { x: end, y: end * giga },
    ]);
  });
}

const flats = ({ arithmetic }: Roofline, { left, right }: RooflineBounds) =>
  arithmetic.map(({ name, giga }, n) => ({
    ...line(`${name}, ${giga.toFixed(0)} GFLOP/s`, colour(FIRST_ARITHMETIC_COLOUR + n), [
      { x: left, y: giga },
      { x: right, y: giga },
    ]),
    borderDash: [6, 4],
  }));

const launchPoints = ({ points }: Roofline) =>
  points.map(({ level, x, y }, n) => ({
    label: `this launch, by bytes of ${level}`,
    pointRadius: 6,
    backgroundColor: colour(n + 1),
    data: [{ x, y }],
  }));

export function rooflineChart(id: string, roofline: Roofline): AnyChart {
  const bounds = boundsOf(roofline);
  const { left, right } = bounds;
  const { unit } = roofline;
  return new Chart<'line' | 'scatter', Point[]>(id, {
    type: 'scatter',
    data: { datasets: [...launchPoints(roofline), ...slopes(roofline, bounds), ...flats(roofline, bounds)] },
    options: {
      maintainAspectRatio: false,
      plugins: { legend: { position: 'right', labels: { boxWidth: 12 } } },
      scales: {
        x: { type: 'logarithmic', min: left, max: right, title: { display: true, text: `${unit} for each byte` } },
        y: { type: 'logarithmic', title: { display: true, text: `10^9 ${unit} a second` } },
      },
    },
  });
}
