// Runs everything that benchmarks and tests have under `atoll verify --compilers`, and writes
// docs/compilers-measured.md.

import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompilersVerification } from '../../src/cli/commands/verify/verify-compilers.js';
import { root } from '../../src/util/paths.js';
import { countOf, runCommand } from '../command.js';
import { type ComparedProgram, comparedPrograms, GROUPS, type ProgramGroup } from './compared-programs.js';
import { type CompilersMeasurement, compilersPage } from './compilers-page.js';

const PAGE = join(root, 'docs', 'compilers-measured.md');
const ATOLL = join(root, 'bin', 'atoll');
/** Seconds of a program that hangs. */
const RUN_TIMEOUT_S = 3000;

const usage = `usage: compilers.js [options]
  --compilers LIST  the first beside each other one (default 22:O2,22:O0,19:O2,19:O0,16:O2,16:O0)
  --group NAME      only this group (may be given again): ${GROUPS.join(', ')}
  --only NAME       only this program (may be given again)
  --seeds N         programs of the generator (default 30)
  --bisect N        differences of a program whose pass is looked for (default 2)
  --jobs N          programs at a time (default 1)
  --record FILE     keep each program's results there; what it has is not run again
  --kept            run nothing: only what the record has
  --write           write ${PAGE.slice(root.length + 1)} instead of printing it`;

interface Settings {
  readonly compilers: string;
  readonly bisect: string;
}

/** Runs one program. @returns its last output if it gave no results */
function verify({ argv }: ComparedProgram, { compilers, bisect }: Settings): Promise<CompilersVerification | string> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-compilers-'));
  const json = join(folder, 'results.json');
  const words = ['verify', '--compilers', compilers, '--bisect', bisect, '--json', json, '--', ...argv];
  const child = spawn(ATOLL, words, { stdio: ['ignore', 'ignore', 'pipe'], timeout: RUN_TIMEOUT_S * 1000 });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString('utf8')).slice(-2000)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      const earlier = existsSync(json) ? (JSON.parse(readFileSync(json, 'utf8')) as CompilersVerification) : undefined;
      rmSync(folder, { recursive: true, force: true });
      resolve(earlier ?? `status ${status}: ${errors.trim().split('\n').at(-1)}`);
    });
  });
}

/** Results of runs before, a line each. */
const recorded = (file: string | undefined): CompilersMeasurement[] =>
  file !== undefined && existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as CompilersMeasurement)
    : [];

const byGroup = (all: readonly CompilersMeasurement[], groups: readonly ProgramGroup[]): CompilersMeasurement[] =>
  groups.flatMap((group) => all.filter((one) => one.group === group));

const same = (program: ComparedProgram, measured: CompilersMeasurement): boolean =>
  program.group === measured.group && program.name === measured.name;

async function measureAll(
  programs: readonly ComparedProgram[],
  settings: Settings,
  { jobs, record }: { readonly jobs: number; readonly record: string | undefined },
): Promise<CompilersMeasurement[]> {
  const measured = recorded(record);
  const left = programs.filter((program) => !measured.some((one) => same(program, one)));
  const work = async (): Promise<void> => {
    for (let program = left.shift(); program; program = left.shift()) {
      const outcome = await verify(program, settings);
      const one = { group: program.group, name: program.name, outcome };
      measured.push(one);
      if (record !== undefined) appendFileSync(record, `${JSON.stringify(one)}\n`);
      const different = typeof outcome === 'string' ? outcome : `${outcome.differences.length} differences`;
      process.stderr.write(`${program.group} ${program.name}: ${different}\n`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return programs.flatMap((program) => measured.find((one) => same(program, one)) ?? []);
}

await runCommand({
  usage,
  options: {
    compilers: { type: 'string', default: '22:O2,22:O0,19:O2,19:O0,16:O2,16:O0' },
    group: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    seeds: { type: 'string', default: '30' },
    bisect: { type: 'string', default: '2' },
    jobs: { type: 'string', default: '1' },
    record: { type: 'string' },
    kept: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
  run: async ({ compilers, group, only, seeds, bisect, jobs, record, kept, write }) => {
    const wrong = group?.find((name) => !GROUPS.includes(name as ProgramGroup));
    if (wrong !== undefined) throw new Error(`there is no group '${wrong}'`);
    const groups = (group ?? GROUPS) as readonly ProgramGroup[];
    const measure = (): Promise<readonly CompilersMeasurement[]> =>
      measureAll(
        comparedPrograms(groups, countOf('seeds', seeds), only),
        { compilers, bisect },
        { jobs: countOf('jobs', jobs), record },
      );
    const measured = kept ? byGroup(recorded(record), groups) : await measure();
    const page = compilersPage(measured, compilers.split(','));
    if (write) writeFileSync(PAGE, page);
    else process.stdout.write(page);
  },
});
