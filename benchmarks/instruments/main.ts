// What looking costs: `node dist/benchmarks/instruments/main.js [options]`. The programs of the suite have to be built (make -C benchmarks).

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { commitOf, machineInfo } from '../../src/bench/machine-info.js';
import { release } from '../../src/util/paths.js';
import { CHECK_HEAD, type CheckRow, checkRow, checkText } from './checking.js';
import {
  type Commands,
  type CostRow,
  costCommands,
  costRow,
  costTable,
  INSTRUMENTS,
  SERVING,
  STATISTICS,
} from './costs.js';
import { Meter } from './meter.js';
import { type Program, SIZES, suitePrograms } from './programs.js';

const USAGE = `usage: main.js [options]
  --series NAME      check: atoll check beside Oclgrind; cost: each instrument beside a plain run;
                     statistics: those of counts (A), addresses (B), values (C) beside a plain run;
                     serve: a live view beside a plain run of short programs (default check)
  --programs NAMES   some of the suite, separated by commas (default: all; of the costs and the statistics a few)
  --size NAME        ${SIZES.join(', ')} (default default)
  --rounds N         measurements of each number, of which the least counts (default 3)
  --limit SECONDS    end what takes longer (default 120); Oclgrind also, when it has taken three times as long as atoll check, and 5 seconds
  --beside FOLDER    cost: plain runs of another build, too: of an older commit, in a folder of its own
  --json FILE        write the results
  --help

Printed are seconds of user and system time of all processes of a run, verification of the result included.`;
/** Of series whose rows take many runs each. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  cost: ['FFT', 'Histogram', 'Mandelbrot'],
  serve: ['BinarySearch', 'Reduction'],
  statistics: ['BitonicSort', 'FFT', 'Histogram', 'MatrixMultiplication', 'MatrixTranspose', 'NBody', 'Reduction'],
};

interface Asked {
  readonly programs: readonly Program[];
  readonly rounds: number;
  readonly meter: Meter;
  /** Folder of another build. */
  readonly beside: string | undefined;
}

async function checkSeries({ programs, rounds, meter }: Asked): Promise<readonly CheckRow[]> {
  const rows: CheckRow[] = [];
  console.log(CHECK_HEAD);
  for (const program of programs) {
    rows.push(await checkRow(meter, program, rounds));
    console.log(checkText(rows.at(-1)!));
  }
  return rows;
}

const costSeries =
  (instruments: Commands) =>
  async ({ programs, rounds, meter, beside }: Asked): Promise<readonly CostRow[]> => {
    const rows: CostRow[] = [];
    const commands = costCommands(instruments, beside);
    for (const program of programs)
      rows.push(await costRow(meter, program, { rounds, commands }, (text) => console.error(text)));
    console.log(costTable(rows, Object.keys(commands)));
    return rows;
  };

const SERIES = {
  check: checkSeries,
  cost: costSeries(INSTRUMENTS),
  statistics: costSeries(STATISTICS),
  serve: costSeries(SERVING),
} as const;

function positive(text: string, option: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`${option} takes a whole number above 0, not '${text}'`);
}

async function main(): Promise<void> {
  const options = {
    series: { type: 'string', default: 'check' },
    programs: { type: 'string' },
    size: { type: 'string', default: 'default' },
    rounds: { type: 'string', default: '3' },
    limit: { type: 'string', default: '120' },
    beside: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  const { series, size, beside } = values;
  if (beside !== undefined && series !== 'cost') throw new Error('--beside goes with --series cost');
  if (!(series in SERIES)) throw new Error(`there is no series '${series}'`);
  if (!SIZES.includes(size)) throw new Error(`there is no size '${size}'`);
  const names = values.programs?.split(',') ?? PROGRAMS[series] ?? [];
  const [rounds, limit] = [positive(values.rounds, '--rounds'), positive(values.limit, '--limit')];
  const meter = new Meter(limit);
  try {
    const rows = await SERIES[series as keyof typeof SERIES]({
      programs: suitePrograms(names, size),
      rounds,
      meter,
      beside,
    });
    const report = {
      schema: 'atoll-instruments-1',
      release,
      commit: commitOf(),
      machine: machineInfo(),
      series,
      size,
      rounds,
      rows,
    };
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  } finally {
    meter.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 1;
}
