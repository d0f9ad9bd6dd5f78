// Style and behaviour of pages about runs.

export const STYLE = `
:root { color-scheme: light dark; --line: #8884; --hot: 255 112 32; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 1500px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin: 2rem 0 .2rem; }
.plot { position: relative; height: 180px; } .scroll { overflow: auto; max-height: 36rem; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; }
th, td { padding: .15rem .5rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
th { position: sticky; top: 0; background: Canvas; } th button { font: inherit; border: 0; background: none; color: inherit; cursor: pointer; padding: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.strip { position: relative; height: 110px; } figure { margin: .4rem 0; } figcaption { font-size: .85rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(28rem, 1fr)); gap: 1rem; }
.code td { font-family: ui-monospace, monospace; white-space: pre; border: 0; }
.hot td { background: rgb(var(--hot) / calc(.5 * var(--heat))); } .marked td { outline: 1px solid Highlight; }
summary { cursor: pointer; } :focus-visible { outline: 2px solid Highlight; outline-offset: -2px; }`;

/** Runs in the browser, before the script of a page: that has `makeCharts`, called again when the colours change, and tables that sort. */
export const COMMON_SCRIPT = `
const scheme = matchMedia('(prefers-color-scheme: dark)');
let charts = [];
const colours = ['#4e79a7', '#f28e2b', '#59a14f', '#e15759', '#b07aa1', '#76b7b2', '#edc948', '#9c755f', '#ff9da7', '#bab0ac'];
function draw() {
  for (const chart of charts) chart.destroy();
  Chart.defaults.color = scheme.matches ? '#ccc' : '#333';
  Chart.defaults.borderColor = scheme.matches ? '#444' : '#ddd';
  Chart.defaults.animation = false;
  document.documentElement.dataset.theme = scheme.matches ? 'dark' : 'light';
  charts = makeCharts();
}
draw();
scheme.addEventListener('change', draw);
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
    data: { labels: ['wave-instructions'], datasets: Object.entries(mix).map(([label, times], n) => ({ label, data: [times], backgroundColor: colours[n % colours.length] })) },
    options: { indexAxis: 'y', maintainAspectRatio: false, scales: { x: { stacked: true }, y: { stacked: true } } },
  })));
  return [...charts, ...mapCharts()];
}
for (const section of document.querySelectorAll('section')) {
  const mark = (line, on) => { for (const row of section.querySelectorAll('[data-of="' + line + '"]')) row.classList.toggle('marked', on); };
  for (const line of section.querySelectorAll('[data-line]')) {
    for (const name of ['focus', 'mouseenter']) line.addEventListener(name, () => mark(line.dataset.line, true));
    for (const name of ['blur', 'mouseleave']) line.addEventListener(name, () => mark(line.dataset.line, false));
  }
}`;
