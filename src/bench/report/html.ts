// Results as one HTML file that needs no network: plots by Chart.js, which is embedded, and the table.

import { browserCode, chartLibrary, embed, escapeHtml } from '../../report/page.js';
import type { BenchResults } from '../results.js';
import { rowsOf } from '../rows.js';
import { rate, ratioText, timeOf, whole } from './numbers.js';
import type { Plot } from './plot.js';
import { plots } from './plots.js';
import { conclusions, provenance } from './table.js';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --good: #2e7d32; --bad: #c62828; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 1200px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .2rem; }
.plot { position: relative; } table { border-collapse: collapse; width: 100%; font-size: .85rem; }
.scroll { overflow-x: auto; } th, td { padding: .25rem .5rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.PASS { color: var(--good); } .FAIL { color: var(--bad); font-weight: bold; } p { margin: .2rem 0 .6rem; }
li { overflow-wrap: anywhere; }`;

/** Pixels that keep a group of bars distinguishable. */
const groupWidth = ({ datasets, stacked }: Plot): number => (stacked ? 14 : 6 + 6 * datasets.length);

function figure(plot: Plot, index: number): string {
  const title = escapeHtml(plot.title);
  const width = plot.labels.length * groupWidth(plot);
  return `<h2>${title}</h2>
<p>${escapeHtml(plot.text)}</p>
<div class="scroll"><div class="plot" style="height: 380px; min-width: ${width}px">
<canvas id="plot${index}" role="img" aria-label="${title}"></canvas></div></div>`;
}

function table(results: BenchResults): string {
  const cell = (text: string) => `<td>${escapeHtml(text)}</td>`;
  const number = (text: string) => `<td class="number">${escapeHtml(text)}</td>`;
  const rows = rowsOf(results).map(
    (row) =>
      `<tr>${[row.benchmark, row.size, row.target].map(cell).join('')}<td class="${row.verdict}" title="${escapeHtml(row.reason)}">${row.verdict}</td>` +
      `${[timeOf(row.wall), timeOf(row.kernel), whole(row.launches), whole(row.instructions), rate(row.rate), ratioText(row.ratio)].map(number).join('')}</tr>`,
  );
  const numbers = ['wall time', 'kernel time', 'launches', 'wave-instructions', 'per second', 'ratio'];
  const heads = ['benchmark', 'size', 'target', 'verdict'].map((head) => `<th>${head}</th>`);
  return `<div class="scroll"><table><thead><tr>${heads.join('')}${numbers.map((head) => `<th class="number">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

const list = (lines: readonly string[]): string =>
  `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;

export function html(results: BenchResults): string {
  const rows = rowsOf(results);
  const drawn = plots(rows, results.baseline);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Atoll benchmarks</title><style>${STYLE}</style></head><body>
<h1>Benchmarks</h1>
${list(conclusions(results, rows))}
${drawn.map(figure).join('\n')}
<h2>All numbers</h2>
<p>Times with the half width of the 95 % confidence interval; ratio of wall times to ${escapeHtml(results.baseline)} with its interval.</p>
${table(results)}
<h2>Where this comes from</h2>
${list(provenance(results))}
<script>${chartLibrary()}</script>
<script>const plots = ${embed(drawn)};${browserCode('bench/page')}</script>
</body></html>
`;
}
