// A page about the simulated time of a recorded launch, on one chip or on several, as one file that opens anywhere.

import { browserCode, chartLibrary, embed, escapeHtml } from '../page.js';
import { STYLE } from '../run-page-style.js';
import { sortableTable, type TableHeading } from '../sortable-table.js';
import { chartsOf } from './charts.js';
import { differentParameters, differentResults, type TimingDifference } from './differences.js';
import { weightyGuesses } from './guesses.js';
import { percent, sectionsOf, whole } from './sections.js';
import type { SimulatedLaunchData } from './simulated.js';

const MORE_STYLE = `
.chain { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem 1.8rem; padding: 0; margin: .4rem 0; } .chain li { border: 1px solid var(--line); border-radius: 8px; padding: .4rem .7rem; position: relative; font-size: .85rem; }
.chain li + li::before { content: '→'; position: absolute; left: -1.4rem; color: var(--dim); }
canvas.units { width: 100%; height: 260px; image-rendering: pixelated; border: 1px solid var(--line); display: block; } .guess td { color: var(--warn); } .code { margin-top: .3rem; } .scroll + .scroll { margin-top: .8rem; } .of { margin: 1rem 0 0; }`;

const number = (value: number): string => (Number.isInteger(value) ? whole(value) : value.toFixed(2));
const change = ({ a, b, unit }: TimingDifference): string =>
  unit === '%'
    ? `${(b - a).toFixed(2)} points`
    : a === 0
      ? '-'
      : `${b > a ? '+' : ''}${((100 * b) / a - 100).toFixed(1)} %`;

const columns = (a: string, b: string): readonly TableHeading<TimingDifference>[] => [
  ['', ({ name }) => name],
  [a, (one) => number(one.a), (one) => one.a],
  [b, (one) => number(one.b), (one) => one.b],
  ['change', change, (one) => one.b - one.a],
  ['unit', ({ unit }) => unit],
];

function comparison(first: SimulatedLaunchData, other: SimulatedLaunchData, n: number): string {
  const [a, b] = [first.configuration.name, other.configuration.name];
  const title = `${b} beside ${a}`;
  return `<section aria-labelledby="compared${n}"><h2 id="compared${n}">${escapeHtml(title)}</h2>
<p class="dim">The larger changes first.</p>${sortableTable(columns(a, b), differentResults(first, other))}
<details><summary>Parameters that differ</summary>${sortableTable(columns(a, b), differentParameters(first, other))}</details></section>`;
}

function header({ result, configuration }: SimulatedLaunchData): string {
  const facts: readonly (readonly [string, string])[] = [
    ['cycles', whole(result.cycles)],
    ['µs', (result.nanoseconds / 1000).toFixed(2)],
    ['executing', `${whole(result.executionCycles)} cycles`],
    ['work-groups', whole(result.workGroups)],
    ['wavefronts', whole(result.wavefronts)],
    ['wave-instructions', whole(result.waveInstructions)],
  ];
  const warnings = weightyGuesses(result).map(
    ({ parameters, what, share }) => `${parameters.join(', ')} (${what}, ${percent(share)})`,
  );
  const warning =
    warnings.length > 0
      ? `<p class="warning">Guesses that more than a tenth of the time hangs on: ${escapeHtml(warnings.join('; '))}.</p>`
      : '';
  return `<h2 class="of">${escapeHtml(`${configuration.title} (${configuration.name})`)}</h2>
<dl class="numbers">${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>${warning}`;
}

/** @param all of one launch, on one chip each; those behind the first are compared with it */
export function timingHtml(all: readonly SimulatedLaunchData[]): string {
  const [first, ...others] = all as [SimulatedLaunchData, ...SimulatedLaunchData[]];
  const { kernel } = first.result;
  const chips = all.map(({ configuration }) => configuration.name).join(', ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(kernel)}: simulated time</title><style>${STYLE}${MORE_STYLE}</style></head><body>
<header><div class="name"><h1>${escapeHtml(kernel)}</h1><p class="dim">simulated time on ${escapeHtml(chips)} · detailed level, all work-groups</p></div></header>
<main>${others.map((other, n) => comparison(first, other, n)).join('\n')}
${all.map((one, n) => `${header(one)}\n${sectionsOf(one, n)}`).join('\n')}
</main>
<script>${chartLibrary()}</script>
<script>const data = ${embed(all.map(chartsOf))};${browserCode('report/timing-page')}</script>
</body></html>
`;
}
