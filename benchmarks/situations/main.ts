// Atoll beside pocl in five situations: nothing kept, everything kept, many short launches, two workers and one, memory.
// `node dist/benchmarks/situations/main.js [options]`, on a machine that does nothing else.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPrograms } from '../../src/bench/build.js';
import { commitOf, machineInfo } from '../../src/bench/machine-info.js';
import { type Program, readManifest } from '../../src/bench/manifest.js';
import { selectPrograms } from '../../src/bench/select.js';
import { release, root } from '../../src/util/paths.js';
import { countOf, runCommand, type Values } from '../command.js';
import { EFFORT, type Effort, QUICK, Situations, Unmeasurable } from './measure.js';
import { type Row, summariesOf, tableText } from './ratios.js';
import { Subjects } from './subjects.js';

const USAGE = `usage: main.js [options]
  --programs A,B   only these programs; * and ? stand for any text and any character (default: all)
  --clients        programs that others have written, as far as they are installed, in place of the suite
  --manifest FILE  programs of a manifest as \`atoll bench\` takes it, in place of the suite
  --rounds N       runs of each number, of which the least counts (default ${EFFORT.rounds}; ${QUICK.rounds} with --quick)
  --quick          small sizes, once
  --json FILE      write the results ('-': to standard output, instead of the table)
  --help

Ratios are Atoll's time or memory over pocl's, below 1 where Atoll takes less; '2 over 1' is by how much two workers are faster than one.`;
const SUITE = join(root, 'benchmarks', 'manifest.json');
const CLIENTS = join(root, 'benchmarks', 'situations', 'clients', 'manifest.json');
const LIMIT_SECONDS = 600;
/** Wipes the line of a terminal. */
const BACK = '\r\x1b[K';

interface Outcome {
  readonly rows: readonly Row[];
  readonly failures: readonly string[];
}

const OPTIONS = {
  programs: { type: 'string', default: '' },
  clients: { type: 'boolean', default: false },
  manifest: { type: 'string' },
  rounds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  json: { type: 'string' },
} as const;

/** One line that is written over, on a terminal; elsewhere a line for each program. */
function progressOf(count: number): (program: string, situation: string) => void {
  let [number, latest] = [0, ''];
  return (program, situation) => {
    const isNew = program !== latest;
    if (isNew) number++;
    latest = program;
    const text = `${number} of ${count}: ${program}`;
    if (process.stderr.isTTY) process.stderr.write(`${BACK}${text}, ${situation}`);
    else if (isNew) process.stderr.write(`${text}\n`);
  };
}

async function measureAll(subjects: Subjects, programs: readonly Program[], effort: Effort): Promise<Outcome> {
  const situations = new Situations(subjects, effort, progressOf(programs.length), LIMIT_SECONDS);
  const rows: Row[] = [];
  const failures: string[] = [];
  for (const program of programs)
    try {
      rows.push(await situations.measure(program));
    } catch (error) {
      if (!(error instanceof Unmeasurable)) throw error;
      failures.push(error.message);
    }
  if (process.stderr.isTTY) process.stderr.write(BACK);
  return { rows, failures };
}

function print({ rows, failures }: Outcome): void {
  if (rows.length > 0) console.log(tableText(rows));
  for (const failure of failures) console.log(`not measured: ${failure}`);
}

async function report({
  programs: list,
  clients,
  manifest: file,
  rounds,
  quick,
  json,
}: Values<typeof OPTIONS>): Promise<number> {
  const usual = quick ? QUICK : EFFORT;
  const effort = rounds === undefined ? usual : { ...usual, rounds: countOf('rounds', rounds) };
  const names = list.split(',').filter((name) => name !== '');
  const manifest = readManifest(file ?? (clients ? CLIENTS : SUITE));
  const programs = selectPrograms(manifest, { names, tags: [] });
  const subjects = new Subjects(LIMIT_SECONDS);
  try {
    await buildPrograms(manifest, programs);
    // Atoll's library of builtins is made once for an installation: it is there before anything counts.
    await subjects.run('atoll', { program: programs[0]!, args: programs[0]!.sizes['small'] ?? [] });
    const outcome = await measureAll(subjects, programs, effort);
    const found = {
      schema: 'atoll-situations-benchmark-1',
      release,
      commit: commitOf(),
      pocl: await subjects.describePocl(),
      machine: machineInfo(),
      effort,
      ...outcome,
      summaries: outcome.rows.length > 0 ? summariesOf(outcome.rows) : [],
    };
    const text = `${JSON.stringify(found, null, 2)}\n`;
    if (json === '-') process.stdout.write(text);
    else print(outcome);
    if (json !== undefined && json !== '-') writeFileSync(json, text);
    return outcome.failures.length > 0 ? 1 : 0;
  } finally {
    subjects.close();
  }
}

await runCommand({ usage: USAGE, options: OPTIONS, run: report });
