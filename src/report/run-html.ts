// A report of a run as one file that opens anywhere: launches with a timeline, and for each kernel lines and instructions side by side.

import { MAPS_SCRIPT, mapsSection } from './access-maps-page.js';
import { chartLibrary, embed, escapeHtml } from './page.js';
import type { InstructionRow, KernelPart, LaunchRow, RunData } from './run-data.js';
import { COMMON_SCRIPT, SCRIPT, STYLE } from './run-page-parts.js';
import { type Column, sortableTable } from './sortable-table.js';

const whole = (value: number): string => value.toLocaleString('en');
const decimals = (value: number): string => value.toFixed(3);

/** Of the table of launches. */
const COLUMNS: readonly Column<LaunchRow>[] = [
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
  const row = ({ offset, text, times, active, place, line }: InstructionRow): string => {
    const mark = source && place === `${source.name}:${line}` ? ` data-of="${line}"` : '';
    const lanes = active === null ? '' : `${(100 * active).toFixed(0)} %`;
    return `<tr class="hot"${mark} ${heat(times, most)}><td class="number">+0x${offset.toString(16)}</td><td class="number">${whole(times)}</td><td class="number">${lanes}</td><td>${escapeHtml(text)}</td></tr>`;
  };
  return `<table class="code"><thead><tr><th class="number">offset</th><th class="number">times</th><th class="number">lanes</th><th>instruction</th></tr></thead><tbody>${instructions.map(row).join('\n')}</tbody></table>`;
}

function statisticsTable({ statistics }: KernelPart): string {
  const rows = statistics.map(({ name, unit, definition, value }) => {
    const text = value === null ? '-' : Number.isInteger(value) ? whole(value) : value.toFixed(4);
    return `<tr><td title="${escapeHtml(definition)}">${escapeHtml(name)}</td><td class="number">${text}</td><td>${escapeHtml(unit)}</td></tr>`;
  });
  return `<details><summary>Statistics</summary><table><thead><tr><th>name</th><th class="number">value</th><th>unit</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></details>`;
}

function kernelSection(part: KernelPart, index: number): string {
  const name = escapeHtml(part.kernel);
  return `<section aria-labelledby="k${index}"><h2 id="k${index}">${name}</h2>
<p>${whole(part.launches)} launches, ${decimals(part.ms)} ms. Focus a line to mark its instructions.</p>
<div class="plot"><canvas id="mix${index}" role="img" aria-label="Instruction mix of ${name}"></canvas></div>
${statisticsTable(part)}
${mapsSection(part, index)}<div class="sides"><div class="scroll">${sourceColumn(part)}</div><div class="scroll">${instructionColumn(part)}</div></div></section>`;
}

export function runHtml(data: RunData): string {
  const { program, engine, devices, wallMs, launches, kernels } = data;
  const charts = {
    launches: launches.map(({ kernel, startMs, ms }) => ({ kernel, startMs, ms })),
    mixes: kernels.map(({ mix }) => mix),
    maps: kernels.map(({ maps }) => maps),
  };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(program)}: Atoll</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(program)}</h1>
<p>${escapeHtml(devices.join(', '))}, engine ${escapeHtml(engine)}, ${decimals(wallMs)} ms in all.</p>
<h2>Launches</h2>
<div class="plot"><canvas id="timeline" role="img" aria-label="When launches ran; the table has the same times"></canvas></div>
${launchTable(data)}
${kernels.map(kernelSection).join('\n')}
<script>${chartLibrary()}</script>
<script>const data = ${embed(charts)};${MAPS_SCRIPT}${COMMON_SCRIPT}${SCRIPT}</script>
</body></html>
`;
}
