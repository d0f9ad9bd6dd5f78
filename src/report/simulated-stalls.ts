// The part of a report of a run with `--timing`: by kernel, what the slots of the simulated chip did, cycle by cycle.

import type { ReportedConfiguration } from '../timing/config/configuration.js';
import { REASON_NAMES, REASONS, type Reason } from '../timing/model/reasons.js';
import type { EstimatedTime, LaunchTime } from '../timing/timed-launches.js';
import { escapeHtml } from './page.js';
import type { ReportedLaunch } from './reported-launch.js';
import { sortableTable, type TableHeading } from './sortable-table.js';
import { configurationText } from './timing/configuration.js';

/** Of a kernel's launches that were simulated in detail. */
export interface KernelStalls {
  readonly kernel: string;
  readonly chip: string;
  readonly launches: number;
  readonly cycles: number;
  readonly nanoseconds: number;
  readonly slotCycles: number;
  /** Reasons of none are left out. */
  readonly stalls: readonly (readonly [reason: Reason, cycles: number])[];
}

function simulatedOf({ observations }: ReportedLaunch): LaunchTime | undefined {
  const time = observations?.time?.result as LaunchTime | EstimatedTime | undefined;
  return time && !('estimated' in time) ? time : undefined;
}

function stallsOf(kernel: string, chip: string, times: readonly LaunchTime[]): KernelStalls {
  const sum = (of: (time: LaunchTime) => number): number => times.reduce((all, time) => all + of(time), 0);
  return {
    kernel,
    chip,
    launches: times.length,
    cycles: sum(({ cycles }) => cycles),
    nanoseconds: sum(({ nanoseconds }) => nanoseconds),
    slotCycles: sum(({ slotCycles }) => slotCycles),
    stalls: REASON_NAMES.map((name) => [name, sum(({ stalls }) => stalls[name])] as const)
      .filter(([, cycles]) => cycles > 0)
      .sort((a, b) => b[1] - a[1]),
  };
}

/** The kernel that takes longest first; empty where nothing was simulated. */
export function kernelStalls(launches: readonly ReportedLaunch[]): KernelStalls[] {
  const byKernel = new Map<string, LaunchTime[]>();
  for (const launch of launches) {
    const time = simulatedOf(launch);
    if (!time) continue;
    const key = JSON.stringify([launch.kernel, time.chip]);
    const own = byKernel.get(key);
    if (own) own.push(time);
    else byKernel.set(key, [time]);
  }
  return [...byKernel]
    .map(([key, times]) => stallsOf(...(JSON.parse(key) as [string, string]), times))
    .sort((a, b) => b.nanoseconds - a.nanoseconds);
}

interface Row {
  readonly kernel: string;
  readonly reason: Reason;
  readonly cycles: number;
  readonly part: number;
}

const whole = (value: number): string => value.toLocaleString('en');
const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

const KERNELS: readonly TableHeading<KernelStalls>[] = [
  ['kernel', ({ kernel }) => kernel],
  ['chip', ({ chip }) => chip],
  ['launches', ({ launches }) => whole(launches), ({ launches }) => launches],
  ['cycles', ({ cycles }) => whole(cycles), ({ cycles }) => cycles],
  ['\u00b5s', ({ nanoseconds }) => (nanoseconds / 1000).toFixed(2), ({ nanoseconds }) => nanoseconds],
];
const REASON_COLUMNS: readonly TableHeading<Row>[] = [
  ['kernel', ({ kernel }) => kernel],
  ['reason', ({ reason }) => reason],
  ['cycles of slots', ({ cycles }) => whole(cycles), ({ cycles }) => cycles],
  ['part of the kernel', ({ part }) => percent(part), ({ part }) => part],
  ['meaning', ({ reason }) => REASONS[reason]],
];

/** Empty where nothing was simulated. */
export function stallsSection(
  kernels: readonly KernelStalls[],
  configurations: readonly ReportedConfiguration[],
): string {
  if (kernels.length === 0) return '';
  const rows = kernels.flatMap(({ kernel, slotCycles, stalls }) =>
    stalls.map(([reason, cycles]): Row => ({ kernel, reason, cycles, part: cycles / Math.max(1, slotCycles) })),
  );
  return `<section aria-labelledby="stalls"><h2 id="stalls">Simulated time</h2>
<p class="dim">By the timing model, of launches that were simulated in detail.</p>
${sortableTable(KERNELS, kernels)}
<h3>Stalls</h3>
<p class="dim">Each cycle of each slot for a wavefront has one reason.</p>
${sortableTable(REASON_COLUMNS, rows)}
${configurations.map((one) => `<h3>${escapeHtml(one.name)}</h3>\n${configurationText(one)}`).join('\n')}</section>`;
}
