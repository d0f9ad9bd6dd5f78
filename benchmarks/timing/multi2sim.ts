// Multi2Sim's own detailed simulation beside the model's, of the same programs on the same board: `node dist/benchmarks/timing/multi2sim.js --help`.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AtollError } from '../../src/util/errors.js';
import { readReport, readTimings, tableOf } from './multi2sim-report.js';

const USAGE = `usage: multi2sim.js NAME=REPORT,TIMINGS ...
  REPORT   what Multi2Sim has written of a program: m2s --si-sim detailed --si-config samples/southern-islands/7970/si-config
           --mem-config samples/southern-islands/7970/mem-config --si-report REPORT program arguments
  TIMINGS  what Atoll has of the same: atoll run --timing=multi2sim-7970 --timing-json TIMINGS -- program arguments`;

function compared(argument: string) {
  const [, name, report, timings] = /^([^=]+)=([^,]+),(.+)$/.exec(argument) ?? [];
  if (name === undefined) throw new AtollError('BAD_OPTION', `'${argument}' is no NAME=REPORT,TIMINGS`, USAGE);
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      throw new AtollError('BAD_INPUT', `cannot read ${file}: ${(error as Error).message}`, USAGE);
    }
  };
  const ours = readTimings(timings!, read(timings!));
  if (ours.chip !== 'multi2sim-7970') console.error(`${name}: Atoll simulated ${ours.chip}, not multi2sim-7970`);
  return { name, theirs: readReport(report!, read(report!)), ours };
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values.help || positionals.length === 0) return console.log(USAGE);
  try {
    console.log(tableOf(positionals.map(compared)));
  } catch (error) {
    if (!(error instanceof AtollError)) throw error;
    console.error(`${error.message}${error.hint === undefined ? '' : `\n${error.hint}`}`);
    process.exitCode = 1;
  }
}

main();
