// Time and memory of large kernels, beside the interpreter: `node dist/benchmarks/large/main.js [options]`. Kernels are
// built before they are measured; `cold` runs find no translation of an earlier one.

import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { commitOf, machineInfo } from '../../src/bench/machine-info.js';
import { release } from '../../src/util/paths.js';
import { countOf, type OptionValues, runCommand } from '../command.js';
import { KINDS, type LargeKernel, largeKernels, USES } from './kernels.js';
import { type Costs, LargeBench, type LargeMeasurement } from './measure.js';

const USAGE = `usage: main.js [options]
  --size N      0 (kernels of about 5 KB) to 3 (500 KB); smaller ones are measured too (default 1)
  --least N     leave out sizes below this one (default 0)
  --kind NAME   only one of: ${Object.keys(KINDS).join(', ')}
  --use NAME    only one of: ${Object.keys(USES).join(', ')}
  --rounds N    measurements of each number, of which the least counts (default 3)
  --json FILE   write the results ('-': to standard output, instead of the table)
  --help

Printed are least seconds of wall, user and system time and the most MiB of each way, user time as ratios to the interpreter's (least, and
median), and the seconds between SIGTERM and the end. Time and memory are those of all processes, also of a compiler in the background,
however long it lives. Each run is reported on standard error. SIGINT and SIGTERM print the results so far.`;
/** Limits: ratio of user time to the interpreter's, MiB, seconds. */
const LIMITS = { ratio: 1.1, memory: 600, stop: 1 } as const;

/** End it: its children are separate process groups, which would live on. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const costText = ({ least: { wall, user, system, memory } }: Costs): string =>
  `${wall.toFixed(2).padStart(8)} ${user.toFixed(2).padStart(7)} ${system.toFixed(2).padStart(6)} ${memory.toFixed(0).padStart(5)}`;
const ratioOf = (costs: Costs, { interp }: LargeMeasurement, of: keyof Costs = 'least'): number =>
  costs[of].user / interp[of].user;
/** Values beyond the limit get a mark. */
const limited = (value: number, digits: number, limit: number): string =>
  `${value.toFixed(digits)}${value > limit ? '!' : ' '}`.padStart(7);
const rowText = (row: LargeMeasurement): string =>
  [
    row.name.padEnd(21),
    ...[row.interp, row.cold, row.warm].map(costText),
    ...[row.cold, row.warm].flatMap((costs) =>
      (['least', 'median'] as const).map((of) => limited(ratioOf(costs, row, of), 2, LIMITS.ratio)),
    ),
    row.stop === undefined ? '-'.padStart(6) : limited(row.stop, 2, LIMITS.stop),
  ].join(' ');
const HEAD = [
  ' '.repeat(21),
  ...['interp', 'cold', 'warm'].map((way) => `${way}: s    user system   MiB`.padStart(29)),
  ...[' cold x', ' median', ' warm x', ' median', '  stop'],
].join(' ');

/** The worst of each column that has a limit. */
function worstText(measured: readonly LargeMeasurement[]): string {
  const worst = (what: string, limit: number, of: (row: LargeMeasurement) => number): string => {
    const row = measured.reduce((a, b) => (of(b) > of(a) ? b : a));
    return `${what.padEnd(30)} ${of(row).toFixed(2).padStart(7)}  (at most ${limit})  ${row.name}`;
  };
  return [
    worst('user time over interp, cold', LIMITS.ratio, (row) => ratioOf(row.cold, row)),
    worst('user time over interp, warm', LIMITS.ratio, (row) => ratioOf(row.warm, row)),
    worst('MiB', LIMITS.memory, ({ cold, warm }) => Math.max(cold.least.memory, warm.least.memory)),
    worst('seconds after SIGTERM', LIMITS.stop, ({ stop = 0 }) => stop),
  ].join('\n');
}

const OPTIONS = {
  size: { type: 'string', default: '1' },
  least: { type: 'string', default: '0' },
  kind: { type: 'string' },
  use: { type: 'string' },
  rounds: { type: 'string', default: '3' },
  json: { type: 'string' },
} as const;

async function report(values: OptionValues<typeof OPTIONS>): Promise<void> {
  const [least, size, rounds] = [Number(values.least), Number(values.size), countOf('rounds', values.rounds)];
  for (const size of [values.size, values.least])
    if (!['0', '1', '2', '3'].includes(size)) throw new Error(`sizes are numbers from 0 to 3, not '${size}'`);
  if (values.kind !== undefined && !(values.kind in KINDS)) throw new Error(`there is no kind '${values.kind}'`);
  if (values.use !== undefined && !(values.use in USES)) throw new Error(`there is no use '${values.use}'`);
  const toTable = values.json !== '-';
  const measured = await measureAll(
    rounds,
    largeKernels({ least, largest: size, kind: values.kind, use: values.use }),
    toTable,
  );
  if (toTable && measured.length > 0) console.log(`\n${worstText(measured)}`);
  const results = {
    schema: 'atoll-large-benchmark-3',
    release,
    commit: commitOf(),
    rounds,
    machine: machineInfo(),
    measured,
  };
  const json = `${JSON.stringify(results, null, 2)}\n`;
  if (values.json === '-') process.stdout.write(json);
  else if (values.json !== undefined) writeFileSync(values.json, json);
}

/** Rows as they come; until a signal, the rows until then. */
async function measureAll(
  rounds: number,
  kernels: readonly LargeKernel[],
  toTable: boolean,
): Promise<readonly LargeMeasurement[]> {
  const stop = new AbortController();
  const end = (signal: NodeJS.Signals): void => {
    process.exitCode = 128 + constants.signals[signal];
    stop.abort();
  };
  for (const signal of SIGNALS) process.once(signal, end);
  const bench = new LargeBench(
    rounds,
    (name, way, round, { user, system, memory }) =>
      console.error(
        `${name}: ${way} ${round} of ${rounds}: user ${user.toFixed(2)} s, system ${system.toFixed(2)} s, ${memory.toFixed(0)} MiB`,
      ),
    stop.signal,
  );
  const measured: LargeMeasurement[] = [];
  try {
    if (toTable) console.log(HEAD);
    for (const kernel of kernels) {
      const row = await bench.measure(kernel);
      if (toTable) console.log(rowText(row));
      measured.push(row);
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, end);
    bench.close();
  }
  return measured;
}

await runCommand({ usage: USAGE, options: OPTIONS, failed: 1, run: report });
