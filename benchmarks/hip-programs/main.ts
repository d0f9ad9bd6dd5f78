// Programs of HeCBench that check themselves, under Atoll: `node dist/benchmarks/hip-programs/main.js --help`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../src/util/paths.js';
import { byOwnNode } from '../own-node.js';
import { compare } from './lockstep.js';
import { PROGRAMS } from './programs.js';
import { type HipProgramOutcome, run } from './run.js';
import { documentText, type HipResults, lineOf, sumsOf } from './table.js';

const USAGE = `usage: main.js --built DIR [options]
       main.js --document FILE
  --built DIR       has the executables, NAME-hip/main for each program
  --inputs DIR      has NAME-hip, from where programs find the files that they read (default: --built)
  --device NAME     (default vega10)
  --programs A,B    only these (default: all that there are)
  --time-limit N    seconds for each (default 120)
  --json FILE       adds the results to those that FILE has
  --resume          leaves out what FILE has as verified on this device
  --lockstep        only compares engines: the first launches of each, recorded and replayed in lock step
  --document FILE   writes docs/rocm-programs.md from what --json wrote
  --help

Ends with status 1 if a program was wrong.`;
const DOCUMENT = join(root, 'docs/rocm-programs.md');

function parse() {
  byOwnNode();
  const { values } = parseArgs({
    options: {
      built: { type: 'string' },
      inputs: { type: 'string' },
      device: { type: 'string', default: 'vega10' },
      programs: { type: 'string' },
      'time-limit': { type: 'string', default: '120' },
      json: { type: 'string' },
      resume: { type: 'boolean', default: false },
      lockstep: { type: 'boolean', default: false },
      document: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const limitSeconds = Number(values['time-limit']);
  if (!(limitSeconds > 0)) throw new Error(`--time-limit takes a number above 0, not '${values['time-limit']}'`);
  const names = values.programs?.split(',');
  const unknown = names?.find((name) => PROGRAMS.every((program) => program.name !== name));
  if (unknown !== undefined) throw new Error(`--programs: '${unknown}' is not in benchmarks/hip-programs/programs.ts`);
  const chosen = PROGRAMS.filter(({ name }) => names === undefined || names.includes(name));
  return { ...values, limitSeconds, chosen };
}

function readResults(file: string): HipResults {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as HipResults) : {};
}

/** In the order of the names: new measurements replace old ones. */
function merged(before: readonly HipProgramOutcome[], now: readonly HipProgramOutcome[]): HipProgramOutcome[] {
  const byName = new Map([...before, ...now].map((outcome) => [outcome.name, outcome]));
  // Programs that have been removed from the list have no row.
  return PROGRAMS.flatMap(({ name }) => byName.get(name) ?? []);
}

const { help, built, inputs, device, json, resume, lockstep, document, limitSeconds, chosen } = parse();
if (help) {
  console.log(USAGE);
} else if (document !== undefined) {
  writeFileSync(DOCUMENT, documentText(readResults(document)));
} else if (built === undefined) {
  console.error(USAGE);
  process.exitCode = 125;
} else if (lockstep) {
  const place = { built: resolve(built), inputs: resolve(inputs ?? built), device, limitSeconds };
  for (const program of chosen) {
    const { agrees, text } = compare(program, place);
    console.log(`${program.name.padEnd(24)} ${text}`);
    if (!agrees) process.exitCode = 1;
  }
} else {
  const outcomes: HipProgramOutcome[] = [];
  const done = resume && json !== undefined ? (readResults(json)[device] ?? []) : [];
  for (const program of chosen) {
    if (done.some(({ name, verdict }) => name === program.name && verdict === 'verified')) continue;
    const outcome = run(program, { built: resolve(built), inputs: resolve(inputs ?? built), device, limitSeconds });
    outcomes.push(outcome);
    console.log(lineOf(outcome));
    // After each: nothing is lost if a long campaign is ended.
    if (json === undefined || outcome.verdict === 'not built') continue;
    const before = readResults(json);
    const results = { ...before, [device]: merged(before[device] ?? [], [outcome]) };
    writeFileSync(json, `${JSON.stringify(results, undefined, 1)}\n`);
  }
  console.log(sumsOf(outcomes));
  process.exitCode = outcomes.some(({ verdict }) => verdict === 'wrong') ? 1 : 0;
}
