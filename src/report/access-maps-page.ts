// Accesses of a launch to its buffers, in the page about a run: a heat strip for each buffer, of the selected launch.

import type { KernelPart } from './run-data.js';

/** Empty where there are no maps. */
export function mapsSection({ maps }: KernelPart, index: number): string {
  if (maps.length === 0) return '';
  const options = maps.map(({ number }, n) => `<option value="${n}">${number}</option>`).join('');
  const most = Math.max(...maps.map(({ buffers }) => buffers.length));
  const strips = Array.from(
    { length: most },
    (_, n) =>
      `<figure><figcaption id="caption${index}_${n}" aria-live="polite"></figcaption><div class="strip"><canvas id="map${index}_${n}" role="img" aria-labelledby="caption${index}_${n}"></canvas></div></figure>`,
  );
  return `<h3>Memory</h3>
<p><label>Lines of 64 bytes that were read and written by launch <select class="maps" data-kernel="${index}">${options}</select></label></p>
${strips.join('\n')}
`;
}

/** Runs in the browser; more accesses in a bin have more colour, by their logarithm. */
export const MAPS_SCRIPT = `
const sum = (all) => all.reduce((a, b) => a + b, 0);
const inWords = (count) => count.toLocaleString('en');
function stripOf(map, row, rgb, lines, accesses) {
  const most = Math.log1p(Math.max(1, ...map.bins[accesses]));
  const strength = (count) => (count === 0 ? 0 : .15 + .85 * Math.log1p(count) / most);
  return { data: map.bins[accesses].map(() => [row, row + .9]), lines: map.bins[lines], accesses: map.bins[accesses],
    backgroundColor: map.bins[accesses].map((count) => 'rgb(' + rgb + ' / ' + strength(count).toFixed(3) + ')'),
    grouped: false, categoryPercentage: 1, barPercentage: 1 };
}
function mapChart(id, map) {
  return new Chart(id, {
    type: 'bar',
    data: { labels: map.bins.reads.map((_, n) => '+0x' + (n * map.binBytes).toString(16)),
      datasets: [stripOf(map, 1, '48 144 255', 'readLines', 'reads'), stripOf(map, 0, '255 112 32', 'writtenLines', 'writes')] },
    options: { maintainAspectRatio: false,
      scales: { x: { grid: { display: false }, ticks: { maxTicksLimit: 8, maxRotation: 0 } }, y: { min: 0, max: 1.9, grid: { display: false }, afterBuildTicks: (axis) => { axis.ticks = [{ value: .45 }, { value: 1.45 }]; }, ticks: { callback: (value) => (value < 1 ? 'written' : 'read') } } },
      plugins: { legend: { display: false }, tooltip: { callbacks: { label: ({ dataset, dataIndex, datasetIndex }) =>
        inWords(dataset.accesses[dataIndex]) + (datasetIndex === 0 ? ' reads of ' : ' writes of ') + inWords(dataset.lines[dataIndex]) + ' lines' } } } },
  });
}
function mapCharts() {
  return [...document.querySelectorAll('select.maps')].flatMap((choice) => {
    const { kernel } = choice.dataset;
    const { buffers } = data.maps[kernel][Number(choice.value)];
    const strips = [...document.querySelectorAll('[id^="map' + kernel + '_"]')];
    strips.forEach((strip, n) => { strip.closest('figure').hidden = n >= buffers.length; });
    return buffers.map((map, n) => {
      const { readLines, reads, writtenLines, writes } = map.bins;
      document.getElementById('caption' + kernel + '_' + n).textContent = 'argument ' + map.argument + ' ' + map.name + ', ' + inWords(map.bytes) + ' bytes: '
        + inWords(sum(readLines)) + ' lines read by ' + inWords(sum(reads)) + ' accesses, ' + inWords(sum(writtenLines)) + ' written by ' + inWords(sum(writes))
        + '; a column is ' + inWords(map.binBytes) + ' bytes';
      return mapChart('map' + kernel + '_' + n, map);
    });
  });
}
for (const choice of document.querySelectorAll('select.maps')) choice.addEventListener('change', () => draw());
`;
