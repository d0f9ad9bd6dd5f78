// Style and behaviour of pages about runs.

import { LOOK } from './theme.js';

export const STYLE = `${LOOK}
.plot { height: calc(60px + 26px * var(--rows, 1)); } section > * + h3, section > * + .sides, .plot + *, .plot + details, section > p + .plot { margin-top: .6rem; } details { margin: .4rem 0; }
th button { font: inherit; border: 0; background: none; color: inherit; cursor: pointer; padding: 0; } th[aria-sort=ascending] button::after { content: ' ▲'; } th[aria-sort=descending] button::after { content: ' ▼'; }
.strip { position: relative; height: 100px; } figure { margin: .6rem 0; } figcaption { font-size: .85rem; } .scroll { max-height: 36rem; }
.code td { font: .82rem/1.5 ui-monospace, monospace; white-space: pre; border: 0; padding-top: 0; padding-bottom: 0; }
.code td:first-child, .code th:first-child { padding-left: .4rem; } .lanes { background: linear-gradient(to left, var(--soft) calc(100% * var(--part)), transparent 0); }
.hot td { background-color: rgb(var(--hot) / calc(.5 * var(--heat))); } .marked td { box-shadow: inset 0 1px var(--main), inset 0 -1px var(--main); }
.bars svg { width: 100%; max-width: 640px; border-bottom: 1px solid var(--dim); fill: var(--main); } .bars table { width: auto; }
.guess td { color: var(--warn); } .explained td:last-child { white-space: normal; min-width: 14rem; color: var(--dim); }`;

/**
 * Runs in the browser, before the script of a page: that has `makeCharts`, called again when the colours change, and
 * tables that sort.
 */
export const COMMON_SCRIPT = `
const scheme = matchMedia('(prefers-color-scheme: dark)');
let charts = [];
/** A class of instructions has the same colour wherever it is shown. */
const CLASSES = ['valu', 'salu', 'vmem', 'smem', 'lds', 'branch', 'waitcnt', 'barrier', 'endpgm', 'other'];
const colourOf = (name, n) => colours[(CLASSES.includes(name) ? CLASSES.indexOf(name) : n) % colours.length];
const percent = (label, value, all) => label + ': ' + value.toLocaleString('en') + (all > 0 ? ', ' + (100 * value / all).toFixed(1) + ' %' : '');
const colours = ['#4e79a7', '#f28e2b', '#59a14f', '#e15759', '#b07aa1', '#76b7b2', '#edc948', '#9c755f', '#ff9da7', '#bab0ac'];
function draw() {
  for (const chart of charts) chart.destroy();
  Chart.defaults.color = scheme.matches ? '#9aa5b4' : '#5a6472';
  Chart.defaults.borderColor = scheme.matches ? '#333a45' : '#d9dde3';
  Chart.defaults.animation = false;
  document.documentElement.dataset.theme = scheme.matches ? 'dark' : 'light';
  charts = makeCharts();
}
draw();
scheme.addEventListener('change', draw);
addEventListener('beforeprint', () => { for (const folded of document.querySelectorAll('details')) folded.open = true; });
for (const table of document.querySelectorAll('.sortable')) {
  const heads = [...table.querySelectorAll('th')];
  heads.forEach((head, column) => head.querySelector('button').addEventListener('click', () => {
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of heads) other.setAttribute('aria-sort', 'none');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const value = (row) => { const cell = row.cells[column]; return 'value' in cell.dataset ? Number(cell.dataset.value) : cell.textContent; };
    const rows = [...table.tBodies[0].rows].sort((a, b) => { const [one, two] = [value(a), value(b)]; return (one < two ? -1 : one > two ? 1 : 0) * (down ? -1 : 1); });
    table.tBodies[0].append(...rows);
  }));
}`;

/** Of the report of a run. */
export const SCRIPT = `
function makeCharts() {
  const kernels = [...new Set(data.launches.map(({ kernel }) => kernel))];
  const charts = [new Chart('timeline', {
    type: 'bar',
    data: { labels: kernels, datasets: [{ data: data.launches.map(({ kernel, startMs, ms }) => ({ y: kernel, x: [startMs, startMs + ms] })),
      backgroundColor: data.launches.map(({ kernel }) => colours[kernels.indexOf(kernel) % colours.length]), grouped: false, minBarLength: 2 }] },
    options: { indexAxis: 'y', maintainAspectRatio: false, plugins: { legend: { display: false } }, scales: { x: { title: { display: true, text: 'ms' }, min: 0 } } },
  })];
  data.mixes.forEach((mix, index) => charts.push(new Chart('mix' + index, {
    type: 'bar',
    data: { labels: [''], datasets: Object.entries(mix).sort(([a], [b]) => CLASSES.indexOf(a) - CLASSES.indexOf(b)).map(([label, times], n) => ({ label, data: [times], backgroundColor: colourOf(label, n) })) },
    options: { indexAxis: 'y', maintainAspectRatio: false, plugins: { legend: { labels: { boxWidth: 12 } }, tooltip: { callbacks: { label: ({ dataset, raw }) => percent(dataset.label, raw, Object.values(mix).reduce((a, b) => a + b, 0)) } } }, scales: { x: { stacked: true, title: { display: true, text: 'wave-instructions' } }, y: { stacked: true } } },
  })));
  return [...charts, ...mapCharts()];
}
for (const section of document.querySelectorAll('section')) {
  const mark = (line, on) => { for (const row of section.querySelectorAll('[data-of="' + line + '"]')) row.classList.toggle('marked', on); };
  for (const line of section.querySelectorAll('[data-line]')) {
    line.addEventListener('focus', () => section.querySelector('[data-of="' + line.dataset.line + '"]')?.scrollIntoView({ block: 'nearest' }));
    for (const name of ['focus', 'mouseenter']) line.addEventListener(name, () => mark(line.dataset.line, true));
    for (const name of ['blur', 'mouseleave']) line.addEventListener(name, () => mark(line.dataset.line, false));
  }
}`;
