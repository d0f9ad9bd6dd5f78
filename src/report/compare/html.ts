// A comparison of two runs as one file that opens anywhere.

import { required } from '../../util/required.js';
import { browserCode, chartLibrary, embed, escapeHtml } from '../page.js';
import type { ComparisonPageData } from '../page-data.js';
import { STYLE } from '../run-page-style.js';
import { sortableTable, type TableHeading } from '../sortable-table.js';
import {
  difference,
  type KernelComparison,
  type LaunchComparison,
  numberNamed,
  type ReportedRun,
  type RunComparison,
  type ValueChange,
} from './comparison.js';
import type { LineChange } from './lines.js';
import { changeText, valueText } from './numbers.js';

/** Kernels whose bars have room of their own. */
const MAX_ROWS = 24;
/** Rows that a browser still sorts at once. */
const LISTED = 2000;

const NUMBERS: readonly TableHeading<ValueChange>[] = [
  ['', ({ name }) => name],
  ['A', ({ a, unit }) => valueText(a, unit), ({ a }) => a ?? -1],
  ['B', ({ b, unit }) => valueText(b, unit), ({ b }) => b ?? -1],
  ['change', changeText, difference],
  ['unit', ({ unit }) => unit],
];

/** Of a launch: a number of both runs and its change. */
const compared = (name: string): TableHeading<LaunchComparison>[] => {
  const of = ({ numbers }: LaunchComparison): ValueChange => numberNamed(numbers, name);
  const cell = (value: number | null, { unit }: ValueChange): string => valueText(value, unit);
  return [
    [`A ${name}`, (row) => cell(of(row).a, of(row)), (row) => of(row).a ?? -1],
    [`B ${name}`, (row) => cell(of(row).b, of(row)), (row) => of(row).b ?? -1],
    ['change', (row) => changeText(of(row)), (row) => difference(of(row))],
  ];
};

const LAUNCHES: readonly TableHeading<LaunchComparison>[] = [
  ['kernel', ({ kernel }) => kernel],
  ['launch', ({ number }) => String(number), ({ number }) => number],
  ['A global / local', ({ a = '-' }) => a],
  ['B global / local', ({ b = '-' }) => b],
  ...compared('time'),
  ...compared('wave-instructions'),
];

function runOf(name: string, { file, command, devices, engine, release, end }: ReportedRun): string {
  const ended = end === undefined ? 'had not ended' : `exit ${end}`;
  return `<p class="dim"><b>${name}</b> ${escapeHtml(`${file}: ${command}; ${devices.join(', ')}, engine ${engine}, Atoll ${release}, ${ended}`)}</p>`;
}

/** More of the first colour in B, less of the second; the strongest is the largest change. */
function lineRow(line: LineChange, most: number): string {
  const { file, lineA, lineB, a, b, text } = line;
  const heat = `style="--heat:${(Math.abs(b - a) / most).toFixed(3)}"`;
  const side = (number: number | null, count: number): string =>
    `<td class="number">${number ?? ''}</td><td class="number">${number === null ? '' : valueText(count, 'count')}</td>`;
  const change = changeText({ a: lineA === null ? null : a, b: lineB === null ? null : b });
  return `<tr class="hot ${b > a ? 'more' : 'less'}" tabindex="0" ${heat}>${side(lineA, a)}${side(lineB, b)}<td class="number">${change}</td><td title="${escapeHtml(file)}">${escapeHtml(text)}</td></tr>`;
}

function linesOf({ lines }: KernelComparison): string {
  if (!lines) return '<p>Lines are not known: run both programs with -g.</p>';
  if (lines.length === 0) return '<p>No line was executed more or less often.</p>';
  const most = Math.abs(required(lines[0], 'line').b - required(lines[0], 'line').a);
  const heads = ['A line', 'A wave-instructions', 'B line', 'B wave-instructions', 'change'];
  const head = heads.map((title) => `<th class="number">${title}</th>`).join('');
  const rows = lines.slice(0, LISTED).map((line) => lineRow(line, most));
  return `<div class="scroll" tabindex="0" role="group" aria-label="Lines"><table class="code lines"><thead><tr>${head}<th>line</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function kernelSection(part: KernelComparison, index: number): string {
  const name = escapeHtml(part.kernel);
  return `<section aria-labelledby="k${index}"><h2 id="k${index}">${name}</h2>
${sortableTable(NUMBERS, part.numbers)}
<div class="plot" style="--rows:3"><canvas id="mix${index}" role="img" aria-label="Instruction mix of ${name} in A and B; the table has the same numbers"></canvas></div>
<details><summary>Instruction mix</summary>${sortableTable(NUMBERS, part.mix)}</details>
<details><summary>Statistics</summary>${sortableTable(NUMBERS, part.statistics)}</details>
${linesOf(part)}</section>`;
}

const MORE_STYLE = `
.less { --hot: 48 144 255; } .scroll:has(.lines) { margin-top: .6rem; }`;

function launchesOf({ launches, unlisted }: RunComparison): string {
  const left = Math.max(0, launches.length - LISTED);
  const [a, b] = unlisted;
  const more = left + a + b > 0 ? '<p>More launches are not listed; the kernels have all of them.</p>' : '';
  return `<section aria-labelledby="launches"><h2 id="launches">Launches</h2>${sortableTable(LAUNCHES, launches.slice(0, LISTED))}${more}</section>`;
}

export function comparisonHtml(comparison: RunComparison): string {
  const { a, b, totals, kernels } = comparison;
  const times = kernels.map(({ numbers }) => numberNamed(numbers, 'time'));
  const charts: ComparisonPageData = {
    kernels: kernels.map(({ kernel }) => kernel),
    times: [times.map((one) => one.a), times.map((one) => one.b)],
    mixes: kernels.map(({ mix }) => mix.filter((one) => one.a || one.b)),
  };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Two runs: Atoll</title><style>${STYLE}${MORE_STYLE}</style></head><body>
<header><div class="name"><h1>Two runs</h1>
${runOf('A', a)}
${runOf('B', b)}</div></header>
<main><section aria-labelledby="all"><h2 id="all">In all</h2>
${sortableTable(NUMBERS, totals)}
<div class="plot" style="--rows:${2 * Math.min(kernels.length, MAX_ROWS)}"><canvas id="times" role="img" aria-label="Time of each kernel in A and B; the tables have the same times"></canvas></div></section>
${kernels.map(kernelSection).join('\n')}
${launchesOf(comparison)}
</main>
<script>${chartLibrary()}</script>
<script>const data = ${embed(charts)};${browserCode('report/comparison-page')}</script>
</body></html>
`;
}
