// How quick the model of time is: `node dist/benchmarks/timing/speed.js [--rounds N] [--threads N] [--only REGEX] [--long N]`.

import { parseArgs } from 'node:util';
import { type Configuration, readConfiguration } from '../../src/timing/config/configuration.js';
import { timeAtLevel } from '../../src/timing/levels/level.js';
import { Crew } from '../../src/timing/model/crew.js';
import { simulate } from '../../src/timing/model/simulate.js';
import type { RecordFile } from '../../src/timing/records/reader.js';
import { longLaunch, SPEED_KERNELS } from './kernels.js';
import { withLaunch } from './subject.js';

const USAGE = `usage: speed.js [options]
  --rounds N    measure N times, alternating; the best counts (default 5)
  --threads N   compare N threads with one (default 2)
  --only REGEX  only kernels whose name matches
  --long N      instead: simulate a launch of N wave-instructions, and say how much memory that took`;

/** Seconds. */
interface Spent {
  cpu: number;
  wall: number;
}

function spent(action: () => void): Spent {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  action();
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1e6, wall: (performance.now() - wall) / 1000 };
}

/** The least of several rounds, in which all come in turn. */
function least(rounds: number, actions: Readonly<Record<string, () => void>>): Record<string, Spent> {
  const found: Record<string, Spent> = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, action] of Object.entries(actions)) {
      const { cpu, wall } = spent(action);
      const before = found[name] ?? { cpu, wall };
      found[name] = { cpu: Math.min(cpu, before.cpu), wall: Math.min(wall, before.wall) };
    }
  return found;
}

function measure(name: string, records: RecordFile, chip: Configuration, rounds: number, crew: Crew): void {
  const result = simulate(records, chip);
  const found = least(rounds, {
    detailed: () => simulate(records, chip),
    typescript: () => simulate(records, chip, { core: 'typescript' }),
    threads: () => simulate(records, chip, { crew }),
    sampled: () => timeAtLevel('sampled', records, chip),
    interval: () => timeAtLevel('interval', records, chip),
    bounds: () => timeAtLevel('bounds', records, chip),
  });
  const error = (level: 'sampled' | 'interval'): string =>
    `${((100 * timeAtLevel(level, records, chip).executionCycles) / result.executionCycles - 100).toFixed(1)} %`;
  const rate = (key: string): string => (result.waveInstructions / found[key]!.cpu / 1e6).toFixed(2);
  const cells = [
    name,
    (result.waveInstructions / 1e6).toFixed(2),
    ...['detailed', 'typescript', 'sampled', 'interval', 'bounds'].map(rate),
    (found['detailed']!.wall / found['threads']!.wall).toFixed(2),
    error('sampled'),
    error('interval'),
  ];
  console.log(cells.map((cell, n) => (n === 0 ? cell.padEnd(10) : cell.padStart(10))).join(' '));
}

function table(rounds: number, threads: number, only: RegExp): void {
  const chip = readConfiguration('tahiti');
  console.log(`Millions of wave-instructions a second of CPU time, ${chip.title}; best of ${rounds} rounds.`);
  console.log(
    `Threads: how many times quicker ${threads} of them are than one, by the clock. Errors: from the detailed level.`,
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
    'sampled',
    'interval',
  ];
  console.log(head.map((cell, n) => (n === 0 ? cell.padEnd(10) : cell.padStart(10))).join(' '));
  const crew = new Crew(threads);
  try {
    for (const [name, launch] of Object.entries(SPEED_KERNELS))
      if (only.test(name)) withLaunch(launch, (records) => measure(name, records, chip, rounds, crew));
  } finally {
    crew.close();
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
    only: { type: 'string', default: '' },
    long: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  if (values.long !== undefined) return long(Number(values.long));
  table(Number(values.rounds), Number(values.threads), new RegExp(values.only));
}

main();
