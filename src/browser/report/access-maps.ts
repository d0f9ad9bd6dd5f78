// The heat strips of the accesses of a launch to its buffers. More accesses in a bin have more colour, by their
// logarithm.

import type { LaunchMaps, ReportedMap } from '../../report/page-data.js';
import { at, whole } from '../dom.js';
import type { AnyChart } from './page.js';
import { sum } from './texts.js';

const READS = { verb: 'reads', row: 1, rgb: '48 144 255', lines: 'readLines' } as const;
const WRITES = { verb: 'writes', row: 0, rgb: '255 112 32', lines: 'writtenLines' } as const;
/** As the datasets of a chart are. */
const STRIPS = [READS, WRITES] as const;

/** The bars of a strip. */
function barsOf({ bins }: ReportedMap, { verb, row, rgb }: (typeof STRIPS)[number]) {
  const accesses = bins[verb];
  const most = Math.log1p(Math.max(1, ...accesses));
  const strength = (count: number): number => (count === 0 ? 0 : 0.15 + (0.85 * Math.log1p(count)) / most);
  return {
    data: accesses.map((): [number, number] => [row, row + 0.9]),
    backgroundColor: accesses.map((count) => `rgb(${rgb} / ${strength(count).toFixed(3)})`),
    grouped: false,
    categoryPercentage: 1,
    barPercentage: 1,
  };
}

function barText({ bins }: ReportedMap, datasetIndex: number, bin: number): string {
  const { verb, lines } = STRIPS[datasetIndex] ?? READS;
  return `${whole(bins[verb][bin] ?? 0)} ${verb} of ${whole(bins[lines][bin] ?? 0)} lines`;
}

function mapChart(id: string, map: ReportedMap): AnyChart {
  return new Chart<'bar', [number, number][]>(id, {
    type: 'bar',
    data: {
      labels: map.bins.reads.map((_, n) => `+0x${(n * map.binBytes).toString(16)}`),
      datasets: STRIPS.map((strip) => barsOf(map, strip)),
    },
    options: {
      maintainAspectRatio: false,
      scales: {
        x: { grid: { display: false }, ticks: { maxTicksLimit: 8, maxRotation: 0 } },
        y: {
          min: 0,
          max: 1.9,
          grid: { display: false },
          afterBuildTicks: (axis) => {
            axis.ticks = [{ value: 0.45 }, { value: 1.45 }];
          },
          ticks: { callback: (value) => (Number(value) < 1 ? 'written' : 'read') },
        },
      },
      plugins: {
        legend: { display: false },
        tooltip: { callbacks: { label: ({ datasetIndex, dataIndex }) => barText(map, datasetIndex, dataIndex) } },
      },
    },
  });
}

function captionText({ argument, name, bytes, binBytes, bins }: ReportedMap): string {
  const { readLines, reads, writtenLines, writes } = bins;
  const read = `${whole(sum(readLines))} lines read by ${whole(sum(reads))} accesses`;
  const written = `${whole(sum(writtenLines))} written by ${whole(sum(writes))}`;
  return `argument ${argument} ${name}, ${whole(bytes)} bytes: ${read}, ${written}; a column is ${whole(binBytes)} bytes`;
}

const selections = (): readonly HTMLSelectElement[] => [...document.querySelectorAll<HTMLSelectElement>('select.maps')];

/** Of the selected launch of each kernel. @param maps of each kernel */
export function mapCharts(maps: readonly (readonly LaunchMaps[])[]): AnyChart[] {
  return selections().flatMap(({ dataset, value }) => {
    const kernel = Number(dataset['kernel']);
    const buffers = maps[kernel]?.[Number(value)]?.buffers ?? [];
    for (const [n, strip] of document.querySelectorAll(`[id^="map${kernel}_"]`).entries()) {
      const figure = strip.closest('figure');
      if (figure) figure.hidden = n >= buffers.length;
    }
    return buffers.map((map, n) => {
      at(`caption${kernel}_${n}`).textContent = captionText(map);
      return mapChart(`map${kernel}_${n}`, map);
    });
  });
}

export function startSelections(redraw: () => void): void {
  for (const selection of selections()) selection.addEventListener('change', redraw);
}
