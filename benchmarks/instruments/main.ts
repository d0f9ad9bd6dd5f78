// Costs of the instruments: `node dist/benchmarks/instruments/main.js [options]`. The programs of the suite have to be
// built (make -C benchmarks).

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { commitOf, machineInfo } from '../../src/bench/machine-info.js';
import { release } from '../../src/util/paths.js';
import { byOwnNode } from '../own-node.js';
import { CHECK_HEAD, type CheckRow, checkRow, checkText } from './checking.js';
import {
  type Commands,
  type CostRow,
  costCommands,
  costRow,
  costTable,
  INSTRUMENTS,
  PER_LAUNCH,
  SERVING,
  STATISTICS,
} from './costs.js';
import { GENUINE_HEAD, type GenuineRow, genuinePrograms, genuineRow, genuineText } from './genuine.js';
import { type InstrumentLaunchRow, launchRows, launchTable } from './launches.js';
import { type MemoryRow, memoryRows, memoryText } from './memory.js';
import { Meter } from './meter.js';
import { PLANTED, PLANTED_HEAD, PlantedBugs, type PlantedRow, plantedSummary, plantedText } from './planted.js';
import { type InstrumentProgram, SIZES, suitePrograms } from './programs.js';
import { type TableRow, tableRows, tableText, writeTablePage } from './table.js';

const USAGE = `usage: main.js [options]
  --series NAME      check: atoll check beside Oclgrind; cost: each instrument beside a plain run;
                     statistics: those of counts (A), addresses (B), values (C) beside a plain run;
                     table: all statistics of ten programs of small size, beside what another probe counted once; needs no other option;
                     memory: the most memory of a launch of 10, 100 and 1000 million wave-instructions under A, B, C and --timing;
                     planted: planted bugs under atoll check and Oclgrind, with their reports (--programs: names of bugs);
                     genuine: atoll check on programs with AMD's kernel images, in the folder ATOLL_M2S_BINARIES;
                     launches: what each instrument costs a launch, by processor time of a program with thousands;
                     serve: a live view beside a plain run of short programs (default check)
  --programs NAMES   some of the suite, separated by commas (default: all; of the costs and the live view a few)
  --size NAME        ${SIZES.join(', ')} (default default)
  --rounds N         measurements of each number, of which the least counts (default 3)
  --limit SECONDS    end what takes longer (default 120); Oclgrind also, when it has taken three times as long as atoll check, and 5 seconds
  --beside FOLDER    cost: plain runs of another build, too: of an older commit, in a folder of its own
  --json FILE        write the results
  --write            table: write docs/statistics-measured.md
  --help

Printed are seconds of user and system time of all processes of a run, verification of the result included; of series but check also ratios
of time that passed, and geometric means.`;
/** Of series whose rows take many runs each. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  cost: ['FFT', 'Histogram', 'Mandelbrot'],
  serve: ['BinarySearch', 'Reduction'],
};

interface InstrumentOptions {
  /** The series selected by name. */
  readonly names: readonly string[];
  readonly programs: readonly InstrumentProgram[];
  readonly rounds: number;
  readonly meter: Meter;
  /** Folder of another build. */
  readonly beside: string | undefined;
  /** Write the page. */
  readonly write: boolean;
}

async function checkSeries({ programs, rounds, meter }: InstrumentOptions): Promise<readonly CheckRow[]> {
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
  async ({ programs, rounds, meter, beside }: InstrumentOptions): Promise<readonly CostRow[]> => {
    const rows: CostRow[] = [];
    const commands = costCommands(instruments, beside);
    for (const program of programs)
      rows.push(await costRow(meter, program, { rounds, commands }, (text) => console.error(text)));
    console.log(costTable(rows, Object.keys(commands)));
    return rows;
  };

async function plantedSeries({ names, rounds, meter }: InstrumentOptions): Promise<readonly PlantedRow[]> {
  const unknown = names.find((name) => !PLANTED.some((bug) => bug.name === name));
  if (unknown !== undefined) throw new Error(`there is no planted bug ${unknown}`);
  const bugs = new PlantedBugs(meter, rounds);
  const rows: PlantedRow[] = [];
  const selected = PLANTED.filter(({ name }) => names.length === 0 || names.includes(name));
  console.log(PLANTED_HEAD);
  for (const bug of selected) {
    rows.push(await bugs.row(bug));
    console.log(plantedText(rows.at(-1)!));
  }
  console.log(`\n${plantedSummary(rows)}`);
  const ending = selected.filter((_, index) => rows[index]!.oclgrind?.seconds !== undefined);
  const together = await bugs.together(ending);
  if (together)
    console.log(
      `${ending.length} of them in one program: Atoll ${together.atoll.toFixed(2)}, Oclgrind ${together.oclgrind.toFixed(2)}.`,
    );
  return rows;
}

async function genuineSeries({ names, rounds, meter }: InstrumentOptions): Promise<readonly GenuineRow[]> {
  const binaries = process.env['ATOLL_M2S_BINARIES'];
  const programs = genuinePrograms(binaries, names);
  const rows: GenuineRow[] = [];
  console.log(GENUINE_HEAD);
  for (const program of programs) {
    rows.push(await genuineRow(meter, binaries!, program, rounds));
    console.log(genuineText(rows.at(-1)!));
  }
  return rows;
}

async function tableSeries({ meter, write }: InstrumentOptions): Promise<readonly TableRow[]> {
  const rows = await tableRows(meter);
  console.log(tableText(rows));
  if (write) writeTablePage(rows);
  return rows;
}

async function launchSeries({ rounds, meter, beside }: InstrumentOptions): Promise<readonly InstrumentLaunchRow[]> {
  const rows = await launchRows(meter, rounds, costCommands(PER_LAUNCH, beside));
  console.log(launchTable(rows));
  return rows;
}

async function memorySeries({ meter }: InstrumentOptions): Promise<readonly MemoryRow[]> {
  const rows = await memoryRows(meter, (text) => console.error(text));
  console.log(memoryText(rows));
  return rows;
}

/** Series whose programs are not of the suite, or always the same. */
const OWN_PROGRAMS: readonly string[] = ['planted', 'genuine', 'table', 'launches', 'memory'];

const SERIES = {
  genuine: genuineSeries,
  check: checkSeries,
  planted: plantedSeries,
  cost: costSeries(INSTRUMENTS),
  statistics: costSeries(STATISTICS),
  serve: costSeries(SERVING),
  table: tableSeries,
  launches: launchSeries,
  memory: memorySeries,
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
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  byOwnNode();
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  const { series, size, beside, write } = values;
  if (beside !== undefined && series !== 'cost') throw new Error('--beside goes with --series cost');
  if (write && series !== 'table') throw new Error('--write goes with --series table');
  if (!(series in SERIES)) throw new Error(`there is no series '${series}'`);
  if (!SIZES.includes(size)) throw new Error(`there is no size '${size}'`);
  const names = values.programs?.split(',') ?? PROGRAMS[series] ?? [];
  const [rounds, limit] = [positive(values.rounds, '--rounds'), positive(values.limit, '--limit')];
  const meter = new Meter(limit);
  try {
    const rows = await SERIES[series as keyof typeof SERIES]({
      names,
      programs: OWN_PROGRAMS.includes(series) ? [] : suitePrograms(names, size),
      rounds,
      meter,
      beside,
      write,
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
