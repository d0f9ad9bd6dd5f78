// A report of a run as one file that opens anywhere: launches with a timeline, and for each kernel lines and
// instructions side by side.

import { mapsSection } from './access-maps-page.js';
import { agreementSection } from './agreement-section.js';
import { histograms, numberTables, valueText } from './number-tables.js';
import { browserCode, chartLibrary, embed, escapeHtml } from './page.js';
import type { RunPageData } from './page-data.js';
import type { KernelPart, LaunchRow, PageSection, ReportedInstruction, RunData } from './run-data.js';
import { STYLE } from './run-page-style.js';
import { stallsSection } from './simulated-stalls.js';
import { sortableTable, type TableHeading } from './sortable-table.js';

const whole = (value: number): string => value.toLocaleString('en');
const decimals = (value: number): string => value.toFixed(3);

/** Of the table of launches. */
const COLUMNS: readonly TableHeading<LaunchRow>[] = [
  ['#', ({ number }) => String(number), ({ number }) => number],
  ['kernel', ({ kernel }) => kernel],
  ['start ms', ({ startMs }) => decimals(startMs), ({ startMs }) => startMs],
  ['ms', ({ ms }) => decimals(ms), ({ ms }) => ms],
  ['made ready ms', ({ preparationMs }) => decimals(preparationMs), ({ preparationMs }) => preparationMs],
  ['global size', ({ global }) => global],
  ['local size', ({ local }) => local],
  ['work-groups', ({ workGroups }) => whole(workGroups), ({ workGroups }) => workGroups],
  ['wavefronts', ({ wavefronts }) => whole(wavefronts), ({ wavefronts }) => wavefronts],
  ['wave-instructions', ({ instructions }) => whole(instructions), ({ instructions }) => instructions],
  ['failure', ({ failure }) => failure],
];

function launchTable({ launches, unlisted }: RunData): string {
  const more =
    unlisted > 0 ? `<p>${whole(unlisted)} more launches are not listed; the kernels below have them.</p>` : '';
  return `${sortableTable(COLUMNS, launches)}${more}`;
}

/** A colour's strength, by the part of the hottest. */
const heat = (times: number, most: number): string => `style="--heat:${most > 0 ? (times / most).toFixed(3) : 0}"`;

/** Something that scrolls, and that the keyboard reaches. */
const scrolling = (label: string, content: string): string =>
  `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(label)}">${content}</div>`;

/** `12.3 ms`, `4.56 s`. */
const time = (ms: number): string => (ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(1)} ms`);

function sourceColumn({ source, instructions }: KernelPart): string {
  if (!source) return '<p>The source is not known.</p>';
  const times = new Map<number, number>();
  for (const one of instructions)
    if (one.place === `${source.name}:${one.line}`) times.set(one.line, (times.get(one.line) ?? 0) + one.times);
  const most = Math.max(0, ...times.values());
  const rows = source.lines.map((text, n) => {
    const own = times.get(n + 1);
    const mark = own === undefined ? '' : ` class="hot" tabindex="0" data-line="${n + 1}" ${heat(own, most)}`;
    return `<tr${mark}><td class="number">${n + 1}</td><td class="number">${own === undefined ? '' : whole(own)}</td><td>${escapeHtml(text)}</td></tr>`;
  });
  return `<table class="code"><thead><tr><th class="number">line</th><th class="number">wave-instructions</th><th>${escapeHtml(source.name)}</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function instructionColumn({ instructions, source }: KernelPart): string {
  const most = Math.max(0, ...instructions.map(({ times }) => times));
  const row = ({ offset, text, times, active, place, line }: ReportedInstruction): string => {
    const mark = source && place === `${source.name}:${line}` ? ` data-of="${line}"` : '';
    const part = active === null ? '' : ` style="--part:${active.toFixed(3)}"`;
    const lanes = active === null ? '' : `${(100 * active).toFixed(0)} %`;
    return `<tr class="hot"${mark} ${heat(times, most)}><td class="number">+0x${offset.toString(16)}</td><td class="number">${whole(times)}</td><td class="number lanes"${part}>${lanes}</td><td>${escapeHtml(text)}</td></tr>`;
  };
  return `<table class="code"><thead><tr><th class="number">offset</th><th class="number">times</th><th class="number">lanes</th><th>instruction</th></tr></thead><tbody>${instructions.map(row).join('\n')}</tbody></table>`;
}

function statisticsTable({ statistics }: KernelPart): string {
  const rows = statistics.map(({ name, unit, definition, value }) => {
    return `<tr><td>${escapeHtml(name)}</td><td class="number">${valueText(value)}</td><td>${escapeHtml(unit)}</td><td>${escapeHtml(definition)}</td></tr>`;
  });
  return `<details><summary>Statistics</summary>${scrolling('Statistics', `<table class="explained"><thead><tr><th>name</th><th class="number">value</th><th>unit</th><th>definition</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`)}</details>`;
}

/** Part of the lanes that were active, over all instructions that work on lanes. */
function laneActivity({ instructions }: KernelPart): string {
  let [all, active] = [0, 0];
  for (const one of instructions) {
    if (one.active === null) continue;
    all += one.times;
    active += one.times * one.active;
  }
  return all === 0 ? '' : `, ${((100 * active) / all).toFixed(1)} % of the lanes active`;
}

function kernelSection(part: KernelPart, index: number, allMs: number): string {
  const name = escapeHtml(part.kernel);
  const share = allMs > 0 ? `, ${((100 * part.ms) / allMs).toFixed(1)} % of the time of all launches` : '';
  return `<section aria-labelledby="k${index}"><h2 id="k${index}">${name}</h2>
<p class="dim">${whole(part.launches)} ${part.launches === 1 ? 'launch' : 'launches'}, ${time(part.ms)}${share}${laneActivity(part)}</p>
<div class="plot" style="--rows:2"><canvas id="mix${index}" role="img" aria-label="Instruction mix of ${name}"></canvas></div>
${statisticsTable(part)}
${histograms(part.histograms)}${numberTables(part.tables)}
${mapsSection(part, index)}<h3>Source and instructions</h3>
<p class="dim">The redder the more often. A line that is focused or pointed at marks its instructions.</p>
<div class="sides">${scrolling(`Source of ${part.kernel}`, sourceColumn(part))}${scrolling(`Instructions of ${part.kernel}`, instructionColumn(part))}</div></section>`;
}

/** Rows of the timeline that have room of their own. */
const MAX_ROWS = 24;

function numbers({ launches, unlisted, kernels, wallMs }: RunData, allMs: number): string {
  const failed = launches.filter(({ failure }) => failure !== '').length;
  const all: readonly (readonly [string, string])[] = [
    ['program', time(wallMs)],
    ['kernels', time(allMs)],
    ['launches', whole(launches.length + unlisted)],
    ['failed', whole(failed)],
    ['wave-instructions', whole(kernels.reduce((sum, { mix }) => sum + total(mix), 0))],
  ];
  return `<dl class="numbers">${all.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

const total = (mix: KernelPart['mix']): number => Object.values(mix).reduce((sum, times) => sum + times, 0);

const instrumentSection = ({ title, html }: PageSection, index: number): string =>
  `<section aria-labelledby="i${index}"><h2 id="i${index}">${escapeHtml(title)}</h2>\n${html}</section>`;

export function runHtml(data: RunData): string {
  const { program, engine, devices, launches, kernels } = data;
  const allMs = kernels.reduce((sum, { ms }) => sum + ms, 0);
  const charts: RunPageData = {
    launches: launches.map(({ kernel, startMs, ms }) => ({ kernel, startMs, ms })),
    mixes: kernels.map(({ mix }) => mix),
    maps: kernels.map(({ maps }) => maps),
  };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(program)}: Atoll</title><style>${STYLE}</style></head><body>
<header><div class="name"><h1>${escapeHtml(program)}</h1><p class="dim">${escapeHtml(devices.join(', '))} · ${escapeHtml(engine)}</p></div></header>
<main>${numbers(data, allMs)}
<section aria-labelledby="launches"><h2 id="launches">Launches</h2>
<div class="plot" style="--rows:${Math.min(kernels.length, MAX_ROWS)}"><canvas id="timeline" role="img" aria-label="When launches ran; the table has the same times"></canvas></div>
${launchTable(data)}</section>
${stallsSection(data.stalls, data.configurations)}
${agreementSection(data.agreement)}
${data.sections.map(instrumentSection).join('\n')}
${kernels.map((part, index) => kernelSection(part, index, allMs)).join('\n')}
</main>
<script>${chartLibrary()}</script>
<script>const data = ${embed(charts)};${browserCode('report/run-page')}</script>
</body></html>
`;
}
