// Coverage as one page of HTML that needs neither network nor script: sources with their counts, each line with its
// instructions.

import { printInstruction } from '../../isa/print.js';
import { escapeHtml } from '../../report/page.js';
import { type Coverage, decodedAt, wordsOf } from './coverage.js';
import { type LineCoverage, part, type SourceCoverage, sourcesOf } from './lines.js';

const STYLE = `
:root { color-scheme: light dark; --hit: #2e7d3233; --miss: #c6282844; --half: #f9a82544; --line: #8884; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 1200px; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } td, th { padding: .1rem .5rem; text-align: left; vertical-align: top; }
.sum td, .sum th { border-bottom: 1px solid var(--line); } .number { text-align: right; font-variant-numeric: tabular-nums; }
.code td { font-family: ui-monospace, monospace; font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.hit { background: var(--hit); } .miss { background: var(--miss); } .half { background: var(--half); }
summary { cursor: pointer; } pre { margin: .2rem 0 .4rem 1.5rem; white-space: pre-wrap; }`;

const percent = ({ hit, total }: ReturnType<typeof part>): string =>
  total === 0 ? '-' : `${hit} of ${total} (${((100 * hit) / total).toFixed(1)} %)`;

/** State of a line: executed, never executed, or with a direction that was never taken. */
function stateOf({ times, branches }: LineCoverage): 'hit' | 'miss' | 'half' {
  if (times === 0) return 'miss';
  return branches.some(({ taken, notTaken }) => taken === 0 || notTaken === 0) ? 'half' : 'hit';
}
const MEANING = { hit: 'executed', miss: 'never executed', half: 'a branch was taken in one direction only' } as const;

function instructionLines({ instructions }: LineCoverage): string {
  return instructions
    .map(({ kernel, instruction: { offset, times } }) => {
      const decoded = decodedAt(kernel.isa, wordsOf(kernel), offset);
      const text = decoded ? printInstruction(decoded) : '';
      return `${String(times).padStart(12)}  ${kernel.kernel} +0x${offset.toString(16).padEnd(6)} ${text}`;
    })
    .join('\n');
}

function row(number: number, text: string, line: LineCoverage | undefined): string {
  if (!line) return `<tr><td class="number">${number}</td><td></td><td>${escapeHtml(text)}</td></tr>`;
  const state = stateOf(line);
  const code = escapeHtml(text) || '&nbsp;';
  const shown =
    line.instructions.length === 0
      ? code
      : `<details><summary>${code}</summary><pre>${escapeHtml(instructionLines(line))}</pre></details>`;
  return `<tr class="${state}" title="${MEANING[state]}"><td class="number">${number}</td><td class="number">${line.times}</td><td>${shown}</td></tr>`;
}

function section(source: SourceCoverage, index: number): string {
  const last = Math.max(...source.lines.keys());
  const text = source.text?.split(/\r?\n/) ?? Array.from({ length: last }, () => '');
  const rows = text.map((line, n) => row(n + 1, line, source.lines.get(n + 1)));
  return `<h2 id="s${index}">${escapeHtml(source.name)}</h2>
<table class="code"><thead><tr><th class="number">line</th><th class="number">times</th><th>source; open a line for its instructions</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

function summaryRow(source: SourceCoverage, index: number): string {
  const lines = part([...source.lines.values()].map(({ times }) => times));
  const branches = part(
    [...source.lines.values()].flatMap((line) => line.branches.flatMap((way) => [way.taken, way.notTaken])),
  );
  const functions = part([...source.functions.values()].map(({ times }) => times));
  const cells = [lines, functions, branches].map((each) => `<td class="number">${percent(each)}</td>`);
  return `<tr><td><a href="#s${index}">${escapeHtml(source.name)}</a></td>${cells.join('')}</tr>`;
}

function kernelRow({ kernel, isa, launches, instructions }: Coverage['kernels'][number]): string {
  const ran = part(instructions.map(({ times }) => times));
  return `<tr><td>${escapeHtml(kernel)}</td><td>${escapeHtml(isa)}</td><td class="number">${launches}</td><td class="number">${percent(ran)}</td></tr>`;
}

export function coverageHtml(coverage: Coverage): string {
  const sources = sourcesOf(coverage);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Coverage of kernels</title><style>${STYLE}</style></head><body>
<h1>Coverage of kernels</h1>
<table class="sum"><thead><tr><th>source</th><th class="number">lines</th><th class="number">functions</th><th class="number">ways of branches</th></tr></thead>
<tbody>${sources.map(summaryRow).join('\n')}</tbody></table>
<table class="sum"><thead><tr><th>kernel</th><th>instruction set</th><th class="number">launches</th><th class="number">instructions</th></tr></thead>
<tbody>${coverage.kernels.map(kernelRow).join('\n')}</tbody></table>
${sources.map(section).join('\n')}
</body></html>
`;
}
