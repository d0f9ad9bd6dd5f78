// Simulated times as text.

import { parameterOf } from '../timing/config/schema.js';
import type { LineTime } from '../timing/model/lines.js';
import { REASON_NAMES, sortedReasons } from '../timing/model/reasons.js';
import type { CacheResult, InstructionTime, TimingResult } from '../timing/model/result.js';

export const whole = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
export const percent = (part: number, all: number): string =>
  all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`;
const hits = ({ hits, misses }: CacheResult): string =>
  `${whole(hits + misses)} (${percent(hits, hits + misses)} hits)`;

/** Maximum of guessed parameters in a line. */
const NAMED = 4;

/** A few lines about one launch. */
export function timingText(result: TimingResult): string {
  const { configuration, caches, busyCycles, stalls, slotCycles, executionCycles, guesses } = result;
  const { value: units } = parameterOf(configuration, 'gpu', 'computeUnits');
  const { value: simds } = parameterOf(configuration, 'computeUnit', 'simds');
  const busy = (cycles: number, count: number): string => percent(cycles, count * executionCycles);
  const reasons = REASON_NAMES.filter((name) => stalls[name] > 0)
    .sort((a, b) => stalls[b] - stalls[a])
    .map((name) => `    ${name.padEnd(14)} ${percent(stalls[name], slotCycles).padStart(7)}`);
  return [
    `kernel ${result.kernel} on ${configuration.name} (${configuration.title})`,
    `  ${whole(result.cycles)} cycles, ${(result.nanoseconds / 1000).toFixed(2)} us; executing ${whole(executionCycles)}`,
    `  ${whole(result.workGroups)} work-groups, ${whole(result.wavefronts)} wavefronts, ${whole(result.waveInstructions)} wave-instructions`,
    `  busy: vector ${busy(busyCycles.vector, units * simds)}, scalar ${busy(busyCycles.scalar, units * simds)}, ` +
      `address units ${busy(busyCycles.addressUnits, units)}, LDS ${busy(busyCycles.lds, units)} (conflicts: ${whole(result.ldsConflictCycles)} cycles)`,
    `  lines: L1 ${hits(caches.l1)}, L2 ${hits(caches.l2)}, scalar ${hits(caches.scalar)}, instructions ${hits(caches.instruction)}`,
    `  DRAM: ${whole(result.dramBytesRead)} bytes read, ${whole(result.dramBytesWritten)} written`,
    '  cycles of slots:',
    ...reasons,
    `  ${guesses.length} parameters are guesses: ${guesses.slice(0, NAMED).join(', ')}... (atoll chip ${configuration.name})`,
  ].join('\n');
}

/** Maximum of stall reasons in a line. */
const NAMED_REASONS = 3;

type Cycles = InstructionTime['slotCycles'];

const sumOf = (own: Cycles): number => REASON_NAMES.reduce((sum, name) => sum + (own[name] ?? 0), 0);

/** The largest reasons except issue, as shares of all cycles. */
function reasonsText(own: Cycles): string {
  const all = sumOf(own);
  return sortedReasons(own)
    .filter(({ name }) => name !== 'issued')
    .slice(0, NAMED_REASONS)
    .map(({ name, cycles }) => `${name} ${percent(cycles, all)}`)
    .join(', ');
}

/** A line for each issued instruction. @param textOf disassembly by offset */
export function instructionLines(
  { instructions, slotCycles }: TimingResult,
  textOf: (offset: number) => string,
): string {
  const lines = instructions.map(
    ({ offset, issues, slotCycles: own }) =>
      `${`+0x${offset.toString(16)}`.padEnd(8)} ${whole(issues).padStart(12)} ${percent(sumOf(own), slotCycles).padStart(8)}  ${textOf(offset).padEnd(48)} ${reasonsText(own)}`,
  );
  return ['offset         issues   slots', ...lines].join('\n');
}

/** A line for each source line with issued instructions, the most expensive first. */
export function sourceLines(lines: readonly LineTime[], slotCycles: number): string {
  const width = Math.max(...lines.map(({ place }) => place.length), 'line'.length);
  const texts = lines.map(
    ({ place, text, issues, slotCycles: own }) =>
      `${place.padEnd(width)} ${whole(issues).padStart(12)} ${percent(sumOf(own), slotCycles).padStart(8)}  ${text.padEnd(48)} ${reasonsText(own)}`,
  );
  return [`${'line'.padEnd(width)}       issues   slots`, ...texts].join('\n');
}
