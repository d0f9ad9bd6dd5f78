// Multi2Sim's own detailed simulation beside the model's, of the same programs on the same board: `node
// dist/benchmarks/timing/multi2sim.js --help`.

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AtollError } from '../../src/util/errors.js';
import { root } from '../../src/util/paths.js';
import { type OptionValues, runCommand } from '../command.js';
import { type Multi2SimData, type Multi2SimRow, readData, writeData } from './multi2sim-data.js';
import { type BothTimes, pageText } from './multi2sim-page.js';
import { CHIP, ourTimes, theirTimes } from './multi2sim-programs.js';
import { readReport, readTimings, readTrace, tableOf } from './multi2sim-report.js';

const PAGE = join(root, 'docs', 'timing-multi2sim.md');

const USAGE = `usage: multi2sim.js --programs FOLDER [--write] [--simulate M2S --samples FOLDER]
       multi2sim.js NAME=REPORT,TRACE,TIMINGS ...
  --programs  the archive m2s-bench-amdsdk-2.5: its programs run under Atoll; beside them stands what Multi2Sim said (multi2sim.json)
  --write     write docs/timing-multi2sim.md
  --simulate  Multi2Sim's command: it simulates the programs first, and what it says is kept
  --samples   its files for the board: samples/southern-islands/7970 of its sources
  REPORT, TRACE  what Multi2Sim has written of a program: m2s --si-sim detailed --si-config samples/southern-islands/7970/si-config
              --mem-config samples/southern-islands/7970/mem-config --si-report REPORT --trace TRACE program arguments
  TIMINGS     what Atoll has of the same: atoll run --timing=${CHIP} --timing-json TIMINGS -- program arguments`;

const OPTIONS = {
  programs: { type: 'string' },
  write: { type: 'boolean', default: false },
  simulate: { type: 'string' },
  samples: { type: 'string' },
} as const;

const nameOf = ({ program, arguments: own }: Multi2SimRow): string => [program, ...own].join(' ');

/** Has Multi2Sim simulate all programs. */
async function simulated(
  data: Multi2SimData,
  simulator: string,
  samples: string,
  archive: string,
): Promise<Multi2SimData> {
  const rows: Multi2SimRow[] = [];
  for (const row of data.rows) {
    const theirs = await theirTimes(resolve(simulator), resolve(samples), archive, row);
    console.log(`${nameOf(row)}: ${theirs.cycles} cycles under Multi2Sim`);
    rows.push({ ...row, theirs });
  }
  const measured = new Date().toISOString().slice(0, 10);
  return { ...data, measured, rows };
}

async function comparePrograms(
  archive: string,
  { simulate, samples, write }: OptionValues<typeof OPTIONS>,
): Promise<void> {
  let data = readData();
  if (simulate !== undefined) {
    if (samples === undefined) throw new AtollError('BAD_OPTION', '--simulate needs --samples');
    data = await simulated(data, simulate, samples, archive);
    writeData(data);
  }
  const rows: BothTimes[] = [];
  for (const row of data.rows) {
    const name = nameOf(row);
    if (row.theirs === null) throw new AtollError('BAD_INPUT', `${name}: Multi2Sim has not simulated it (--simulate)`);
    rows.push({ name, theirs: row.theirs, ours: await ourTimes(archive, row) });
  }
  if (write) writeFileSync(PAGE, pageText(data, rows));
  else console.log(tableOf(rows));
}

async function compareReports(argument: string) {
  const [, name, report, trace, timings] = /^([^=]+)=([^,]+),([^,]+),(.+)$/.exec(argument) ?? [];
  if (name === undefined) throw new AtollError('BAD_OPTION', `'${argument}' is no NAME=REPORT,TRACE,TIMINGS`);
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      throw new AtollError('BAD_INPUT', `cannot read ${file}: ${(error as Error).message}`);
    }
  };
  const ours = readTimings(timings!, read(timings!));
  if (ours.chip !== CHIP) console.error(`${name}: Atoll simulated ${ours.chip}, not ${CHIP}`);
  const theirs = { ...readReport(report!, read(report!)), cycles: await readTrace(trace!) };
  return { name, theirs, ours };
}

await runCommand({
  usage: USAGE,
  options: OPTIONS,
  positionals: true,
  failed: 1,
  run: async (values, reports) => {
    const { programs } = values;
    if (programs !== undefined) await comparePrograms(resolve(programs), values);
    else if (reports.length > 0) console.log(tableOf(await Promise.all(reports.map(compareReports))));
    else console.log(USAGE);
  },
});
