// The sections of a page about the simulated time of a launch on one chip.

import { reportedConfiguration } from '../../timing/config/configuration.js';
import { RESIDENCY_LIMITS, type ResidencyChange } from '../../timing/levels/residency.js';
import { REASON_NAMES, REASONS, sortedReasons } from '../../timing/model/reasons.js';
import type { CacheResult } from '../../timing/model/result.js';
import { elementOf } from '../../util/required.js';
import { escapeHtml } from '../page.js';
import { sortableTable, type TableHeading } from '../sortable-table.js';
import { operationsOf } from './charts.js';
import { configurationText } from './configuration.js';
import { speedOfLight } from './limits.js';
import type { SimulatedLaunchData } from './simulated.js';

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const percent = (part: number, all = 1): string => (all > 0 ? `${((100 * part) / all).toFixed(1)} %` : '-');

const section = (id: string, title: string, content: string): string =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(title)}</h2>\n${content}</section>`;

const canvas = (id: string, label: string, rows: number): string =>
  `<div class="plot" style="--rows:${rows}"><canvas id="${id}" role="img" aria-label="${escapeHtml(label)}"></canvas></div>`;

function speedSection({ result, configuration }: SimulatedLaunchData, n: number): string {
  const rows = speedOfLight(result, configuration.values).map(
    ({ name, share, formula }) =>
      `<tr><td>${name}</td><td class="number share" style="--part:${Math.min(1, share).toFixed(4)}">${percent(share)}</td><td class="dim">${escapeHtml(formula)}</td></tr>`,
  );
  return section(
    `speed${n}`,
    'Speed of light',
    `<p class="dim">How much of what each part of the chip can do it did while the kernel executed.</p><table><tbody>${rows.join('\n')}</tbody></table>`,
  );
}

function rooflineSection(one: SimulatedLaunchData, n: number): string {
  const [operations, unit] = operationsOf(one);
  const { single, double } = one.work.flops;
  const what =
    unit === 'FLOP'
      ? `${whole(single)} operations of single precision, ${whole(double)} of double; a fused multiplication and addition are two`
      : `no floating-point operations: ${whole(operations)} lanes of vector instructions instead`;
  return section(
    `roof${n}`,
    'Roofline',
    `<p class="dim">${escapeHtml(what)}. Lanes that EXEC switched off do not count. Bytes are those of whole lines.</p>${canvas(`roofline${n}`, 'Operations a second over operations for each byte, below the limits of the chip', 12)}`,
  );
}

function stallSection({ result, overTime }: SimulatedLaunchData, n: number): string {
  const rows = REASON_NAMES.filter((name) => result.stalls[name] > 0)
    .sort((a, b) => result.stalls[b] - result.stalls[a])
    .map(
      (name) =>
        `<tr><td>${name}</td><td class="number">${whole(result.stalls[name])}</td><td class="number">${percent(result.stalls[name], result.slotCycles)}</td><td class="dim">${escapeHtml(REASONS[name])}</td></tr>`,
    );
  return section(
    `why${n}`,
    'Stalls',
    `<p class="dim">Each cycle of each slot has one reason; together ${whole(result.slotCycles)}. Over time: stretches of ${whole(overTime.stretchCycles)} cycles.</p>
${canvas(`stalls${n}`, 'Cycles of slots by reason; the table has the same', 4)}
${canvas(`over${n}`, 'Cycles of slots by reason over time', 6)}
<details><summary>Numbers</summary><table><tbody>${rows.join('\n')}</tbody></table></details>`,
  );
}

function memorySection({ result, work }: SimulatedLaunchData, n: number): string {
  const { caches, dramBytesRead, dramBytesWritten } = result;
  const accesses = work.instructions.filter(({ lines }) => lines > 0);
  const sum = (of: (one: (typeof accesses)[number]) => number): number =>
    accesses.reduce((all, each) => all + of(each), 0);
  const vector = accesses.filter(({ accessLanes }) => accessLanes > 0);
  const [times, lines] = [
    vector.reduce((all, each) => all + each.times, 0),
    vector.reduce((all, each) => all + each.lines, 0),
  ];
  const cache = (name: string, { hits, misses }: CacheResult): readonly [string, string] => [
    name,
    `${whole(hits + misses)} lines, ${percent(hits, hits + misses)} hits`,
  ];
  const steps: readonly (readonly [string, string])[] = [
    ['lanes', `${whole(sum(({ accessLanes }) => accessLanes))} in ${whole(times)} accesses`],
    ['lines of 64 bytes', `${whole(lines)}, ${times > 0 ? (lines / times).toFixed(2) : '-'} an access`],
    cache('L1', caches.l1),
    cache('scalar caches', caches.scalar),
    cache('instruction caches', caches.instruction),
    cache('L2', caches.l2),
    ['DRAM', `${whole(dramBytesRead)} bytes read, ${whole(dramBytesWritten)} written`],
  ];
  const worst = work.instructions.reduce((most, each) => (each.conflicts > most.conflicts ? each : most));
  const lds = worst.conflicts > 0 ? `; most at +0x${worst.offset.toString(16)}` : '';
  return section(
    `memory${n}`,
    'Memory chart',
    `<ol class="chain">${steps.map(([name, text]) => `<li><b>${name}</b><br>${text}</li>`).join('')}</ol>
<p class="dim">Conflicts of banks of LDS: ${whole(result.ldsConflictCycles)} cycles${lds}.</p>`,
  );
}

const RESOURCE_NAMES = { vgprs: 'VGPRs', sgprs: 'SGPRs', ldsBytes: 'bytes of LDS' } as const;
const WHAT_IFS: readonly TableHeading<ResidencyChange>[] = [
  ['resource', ({ resource }) => RESOURCE_NAMES[resource]],
  ['at most', ({ amount }) => whole(amount), ({ amount }) => amount],
  ['wavefronts of a SIMD', (one) => String(one.wavefrontsPerSimd), (one) => one.wavefrontsPerSimd],
  ['work-groups of a compute unit', ({ groups }) => String(groups), ({ groups }) => groups],
  ['limit', ({ limit }) => limit],
];

function occupancySection(
  { residency, whatIfs, overTime, configuration, result }: SimulatedLaunchData,
  n: number,
): string {
  const { simds } = configuration.values.computeUnit;
  const all = overTime.resident.reduce((sum, own) => sum + own.reduce((a, b) => a + b, 0), 0);
  const achieved = all / Math.max(1, result.executionCycles * simds * overTime.resident.length);
  return section(
    `occupancy${n}`,
    'Occupancy',
    `<p>${residency.wavefrontsPerSimd} wavefronts fit into a SIMD; ${residency.limit} (of ${RESIDENCY_LIMITS.join(', ')}) is the limit. Achieved: ${achieved.toFixed(2)} on average over the execution.</p>
<details open><summary>What if the kernel took less, or more</summary>${sortableTable(WHAT_IFS, whatIfs)}</details>`,
  );
}

function unitsSection({ overTime, result }: SimulatedLaunchData, n: number): string {
  const { resident } = overTime;
  const last = resident.map((own) => own.findLastIndex((cycles) => cycles > 0)).filter((place) => place >= 0);
  const first = last.length > 0 ? (Math.min(...last) + 1) * overTime.stretchCycles : 0;
  const tail = Math.max(0, result.executionCycles - first);
  return section(
    `cu${n}`,
    'Compute units over time',
    `<figure><figcaption id="captionunits${n}">${resident.length} compute units from top to bottom, time from left to right; the redder, the more of the slots have a wavefront. From the end of the first compute unit to that of the last: ${percent(tail, result.executionCycles)} of the execution, to a stretch.</figcaption><canvas id="units${n}" class="units" role="img" aria-labelledby="captionunits${n}"></canvas></figure>`,
  );
}

const heat = (part: number): string => `style="--heat:${part.toFixed(3)}"`;

function instructionRows({ result, work, texts }: SimulatedLaunchData): string {
  const worked = new Map(work.instructions.map((each) => [each.offset, each]));
  const all = result.instructions.map(({ slotCycles }) => Object.values(slotCycles).reduce((a, b) => a + b, 0));
  const most = Math.max(1, ...all);
  return result.instructions
    .map(({ offset, issues, slotCycles }, n) => {
      const { lanes = 0, times = 0, lines = 0 } = worked.get(offset) ?? {};
      const own = elementOf(all, n, 'sum of the instruction');
      const reasons = sortedReasons(slotCycles)
        .slice(0, 3)
        .map(({ name, cycles }) => `${name} ${percent(cycles, own)}`);
      const cells = [
        `+0x${offset.toString(16)}`,
        whole(issues),
        times > 0 ? percent(lanes, 64 * times) : '',
        lines > 0 ? (lines / times).toFixed(2) : '',
        percent(own, result.slotCycles),
      ].map((text) => `<td class="number">${text}</td>`);
      return `<tr class="hot" ${heat(own / most)}>${cells.join('')}<td>${escapeHtml(texts.get(offset) ?? '')}</td><td class="dim">${reasons.join(', ')}</td></tr>`;
    })
    .join('\n');
}

function lineRows({ lines, result }: SimulatedLaunchData): string {
  if (!lines) return '';
  const sums = lines.map(({ slotCycles }) => Object.values(slotCycles).reduce((a, b) => a + b, 0));
  const most = Math.max(1, ...sums);
  const rows = lines.map(({ place, text, issues, slotCycles }, n) => {
    const reason = sortedReasons(slotCycles).find(({ name }) => name !== 'issued')?.name;
    const own = elementOf(sums, n, 'sum of the line');
    return `<tr class="hot" ${heat(own / most)}><td>${escapeHtml(place)}</td><td class="number">${whole(issues)}</td><td class="number">${percent(own, result.slotCycles)}</td><td>${escapeHtml(text)}</td><td class="dim">${reason ?? ''}</td></tr>`;
  });
  return `<div class="scroll" tabindex="0" role="group" aria-label="Lines"><table class="code"><thead><tr><th>line</th><th class="number">issues</th><th class="number">slots</th><th>source</th><th>most</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function codeSection(one: SimulatedLaunchData, n: number): string {
  const head =
    '<tr><th class="number">offset</th><th class="number">issues</th><th class="number">lanes</th><th class="number">lines an access</th><th class="number">slots</th><th>instruction</th><th>reasons</th></tr>';
  const source = lineRows(one) || '<p class="dim">Lines are not known: atoll record -g --blocks.</p>';
  return section(
    `code${n}`,
    'Source and instructions',
    `<p class="dim">The redder, the more cycles of slots were at it.</p>${source}
<div class="scroll" tabindex="0" role="group" aria-label="Instructions"><table class="code"><thead>${head}</thead><tbody>${instructionRows(one)}</tbody></table></div>`,
  );
}

const configurationSection = ({ configuration }: SimulatedLaunchData, n: number): string =>
  section(`chip${n}`, 'Configuration', configurationText(reportedConfiguration(configuration)));

/** All of one chip. @param n which of those of the page */
export const sectionsOf = (one: SimulatedLaunchData, n: number): string =>
  [
    speedSection,
    rooflineSection,
    stallSection,
    memorySection,
    occupancySection,
    unitsSection,
    codeSection,
    configurationSection,
  ]
    .map((make) => make(one, n))
    .join('\n');
