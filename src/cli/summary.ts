// The few lines after a run: what was executed, how much of it, how fast.

import { personality } from '../driver/personalities.js';
import type { LaunchReport } from '../driver/processor/messages.js';

interface Row {
  launches: number;
  wavefronts: number;
  instructions: number;
  nanoseconds: number;
  /** Instructions that were left to the interpreter, by mnemonic. */
  readonly exits: Map<string, number>;
}

const total = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

function rowsByKernel(launches: readonly LaunchReport[]): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const { kernel, counters, startNs, endNs } of launches) {
    const row = rows.get(kernel) ?? { launches: 0, wavefronts: 0, instructions: 0, nanoseconds: 0, exits: new Map() };
    row.launches++;
    row.wavefronts += counters.wavefronts;
    row.instructions += total(counters.instructions);
    row.nanoseconds += Number(endNs - startNs);
    for (const [name, count] of counters.exits) row.exits.set(name, (row.exits.get(name) ?? 0) + count);
    rows.set(kernel, row);
  }
  return rows;
}

/** With commas. `toLocaleString` would read tables of languages for 20 ms. */
const whole = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
const seconds = (nanoseconds: number): string =>
  nanoseconds < 1e9 ? `${(nanoseconds / 1e6).toFixed(1)} ms` : `${(nanoseconds / 1e9).toFixed(2)} s`;
const rate = ({ instructions, nanoseconds }: Row): string =>
  `${((instructions / Math.max(nanoseconds, 1)) * 1e3).toFixed(1)} M/s`;

/** Mnemonics of exits that a line names. */
const NAMED_EXITS = 6;

/** What the interpreter had to execute, and its share of the wave-instructions; nothing when that was nothing. */
function exitLines({ exits, instructions }: Row): string[] {
  const sum = total(exits.values());
  if (sum === 0) return [];
  const sorted = [...exits].sort(([, a], [, b]) => b - a);
  const named = sorted.slice(0, NAMED_EXITS).map(([name, count]) => `${name} ${whole(count)}`);
  if (sorted.length > NAMED_EXITS) named.push(`${sorted.length - NAMED_EXITS} more`);
  return [
    `    left to the interpreter: ${whole(sum)} (${((100 * sum) / instructions).toFixed(2)} %): ${named.join(', ')}`,
  ];
}

/**
 * @param wallNs from the start of the guest to its end
 * @param devices identifiers of the simulated chips
 */
export function summarize(launches: readonly LaunchReport[], wallNs: bigint, devices: readonly string[]): string {
  const used = [...new Set(launches.map(({ device }) => device))].map((index) => personality(devices[index]!));
  const names = (used.length > 0 ? used : devices.map(personality)).map(({ name, board }) => `${name} (${board})`);
  const lines = [...rowsByKernel(launches)].flatMap(([kernel, row]) => [
    `  ${kernel}: ${whole(row.launches)} launch${row.launches === 1 ? '' : 'es'}, ${whole(row.wavefronts)} wavefronts, ` +
      `${whole(row.instructions)} wave-instructions in ${seconds(row.nanoseconds)} (${rate(row)})`,
    ...exitLines(row),
  ]);
  const kernels = launches.length === 0 ? ['  no kernel was launched'] : lines;
  return [`device ${names.join(', ')}`, ...kernels, `  program: ${seconds(Number(wallNs))} in all`].join('\n');
}
