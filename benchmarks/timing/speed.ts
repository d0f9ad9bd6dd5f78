// How fast the timing model is: `node dist/benchmarks/timing/speed.js --help`.

import { parseArgs } from 'node:util';
import { type Configuration, readConfiguration } from '../../src/timing/config/configuration.js';
import { timeAtLevel } from '../../src/timing/levels/level.js';
import { simulate } from '../../src/timing/model/simulate.js';
import { SimulationPool } from '../../src/timing/model/simulation-pool.js';
import { noEffort, type WindowCost } from '../../src/timing/model/windows.js';
import type { RecordFile } from '../../src/timing/records/reader.js';
import { byOwnNode } from '../own-node.js';
import { longLaunch, SPEED_KERNELS } from './kernels.js';
import { withLaunch } from './subject.js';

const USAGE = `usage: speed.js [options]
  --rounds N    measure N times, alternating; the best counts (default 5)
  --threads N   compare N threads with one (default 2)
  --scale N     kernels of N times as many work-groups (default 1)
  --only REGEX  only kernels whose name matches
  --long N      instead: simulate a launch of N wave-instructions, and say how much memory that took`;

/** Threads that join adaptively, and threads that always do. */
interface PoolSizes {
  readonly threads: SimulationPool;
  readonly always: SimulationPool;
}

/** Seconds. */
interface SpentTime {
  cpu: number;
  wall: number;
}

function spent(action: () => void): SpentTime {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  action();
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1e6, wall: (performance.now() - wall) / 1000 };
}

/** The minimum of several rounds, in which all come in turn. */
function fastestOf(rounds: number, actions: Readonly<Record<string, () => void>>): Record<string, SpentTime> {
  const fastest: Record<string, SpentTime> = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, action] of Object.entries(actions)) {
      const { cpu, wall } = spent(action);
      const before = fastest[name] ?? { cpu, wall };
      fastest[name] = { cpu: Math.min(cpu, before.cpu), wall: Math.min(wall, before.wall) };
    }
  return fastest;
}

/** Speed-up and CPU time of a simulation by several threads, of the fastest round. */
function effortText(
  name: string,
  alone: number,
  efforts: readonly (readonly [wall: number, effort: WindowCost])[],
): string {
  const [wall, { windows, shared, units, requests, waiting, dispatch, start }] = efforts.reduce((best, each) =>
    each[0] < best[0] ? each : best,
  );
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  return (
    `  ${name}: alone ${ms(1000 * alone)}, together ${ms(1000 * wall)}; ${windows} windows, ${shared} of them shared; ` +
    `of the first thread: compute units ${ms(units)}, requests ${ms(requests)}, waiting ${ms(waiting)}, dispatch ${ms(dispatch)}, start ${ms(start)}`
  );
}

/**
 * Amdahl's bound: compute units and requests can be shared, giving work-groups their places cannot. Of the quickest
 * round of one thread.
 */
function boundText(threads: number, efforts: readonly (readonly [wall: number, effort: WindowCost])[]): string {
  const [, { units, requests, dispatch }] = efforts.reduce((best, each) => (each[0] < best[0] ? each : best));
  const all = units + requests + dispatch;
  const maxSpeedup = all / ((units + requests) / threads + dispatch);
  const share = (part: number): string => `${((100 * part) / all).toFixed(0)} %`;
  return (
    `  alone: requests ${share(requests)}; ${share(dispatch)} is giving work-groups their places, which is serial: ` +
    `${threads} threads are at most ${maxSpeedup.toFixed(2)} times as quick`
  );
}

function measure(name: string, records: RecordFile, chip: Configuration, rounds: number, pools: PoolSizes): void {
  const efforts: Record<keyof PoolSizes | 'alone', [number, WindowCost][]> = { alone: [], threads: [], always: [] };
  const simulated = (key: keyof typeof efforts) => (): void => {
    const [begun, effort] = [performance.now(), noEffort()];
    simulate(records, chip, { pool: key === 'alone' ? undefined : pools[key], effort });
    efforts[key].push([(performance.now() - begun) / 1000, effort]);
  };
  const result = simulate(records, chip);
  const spentByCore = fastestOf(rounds, {
    detailed: simulated('alone'),
    typescript: () => simulate(records, chip, { core: 'typescript' }),
    threads: simulated('threads'),
    always: simulated('always'),
    sampled: () => timeAtLevel('sampled', records, chip),
    interval: () => timeAtLevel('interval', records, chip),
    bounds: () => timeAtLevel('bounds', records, chip),
  });
  const error = (level: 'sampled' | 'interval'): string =>
    `${((100 * timeAtLevel(level, records, chip).executionCycles) / result.executionCycles - 100).toFixed(1)} %`;
  const rate = (key: string): string => (result.waveInstructions / spentByCore[key]!.cpu / 1e6).toFixed(2);
  const cells = [
    name,
    (result.waveInstructions / 1e6).toFixed(2),
    ...['detailed', 'typescript', 'sampled', 'interval', 'bounds'].map(rate),
    ...(['threads', 'always'] as const).map((key) =>
      (spentByCore['detailed']!.wall / spentByCore[key]!.wall).toFixed(2),
    ),
    error('sampled'),
    error('interval'),
  ];
  console.log(cells.map((cell, n) => (n === 0 ? cell.padEnd(10) : cell.padStart(10))).join(' '));
  console.log(boundText(pools.always.threads, efforts.alone));
  for (const key of ['threads', 'always'] as const)
    console.log(effortText(key, spentByCore['detailed']!.wall, efforts[key]));
}

function table(rounds: number, threads: number, scale: number, only: RegExp): void {
  const chip = readConfiguration('tahiti');
  console.log(`Millions of wave-instructions a second of CPU time, ${chip.title}; best of ${rounds} rounds.`);
  console.log(
    `Threads: how many times quicker ${threads} of them are than one, by the clock, where the model decides which windows they share, and\n` +
      'always: where they share all of them. Errors: from the detailed level.',
  );
  const head = [
    'kernel',
    'millions',
    'detailed',
    'TypeScript',
    'sampled',
    'interval',
    'bounds',
    'threads',
    'always',
    'sampled',
    'interval',
  ];
  console.log(head.map((cell, n) => (n === 0 ? cell.padEnd(10) : cell.padStart(10))).join(' '));
  const pools = { threads: new SimulationPool(threads), always: new SimulationPool(threads, true) };
  try {
    for (const [name, launch] of Object.entries(SPEED_KERNELS))
      if (only.test(name))
        withLaunch({ ...launch, groups: scale * launch.groups }, (records) =>
          measure(name, records, chip, rounds, pools),
        );
  } finally {
    for (const pool of Object.values(pools)) pool.close();
  }
}

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

function long(instructions: number): void {
  const chip = readConfiguration('tahiti');
  console.log(`before: ${mebibytes(process.memoryUsage().rss)} MiB resident`);
  withLaunch(longLaunch(instructions), (records) => {
    const peak = (): string => mebibytes(process.resourceUsage().maxRSS * 1024);
    console.log(`recorded: ${mebibytes(records.size)} MiB of records, at most ${peak()} MiB resident`);
    let counted = 0;
    const { cpu } = spent(() => {
      counted = simulate(records, chip).waveInstructions;
    });
    const rate = (counted / cpu / 1e6).toFixed(2);
    console.log(
      `simulated: ${counted} wave-instructions, ${rate} million a second of CPU time, at most ${peak()} MiB resident`,
    );
  });
}

function main(): void {
  const options = {
    rounds: { type: 'string', default: '5' },
    threads: { type: 'string', default: '2' },
    scale: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    long: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const;
  byOwnNode();
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  if (values.long !== undefined) return long(Number(values.long));
  table(Number(values.rounds), Number(values.threads), Number(values.scale), new RegExp(values.only));
}

main();
