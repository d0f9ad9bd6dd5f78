// Atoll beside pocl in five situations: nothing kept, everything kept, many short launches, two workers and one,
// memory. `node dist/benchmarks/situations/main.js [options]`, on a machine that does nothing else.

import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildPrograms } from '../../src/bench/build.js';
import { commitOf, machineInfo } from '../../src/bench/machine-info.js';
import { type BenchProgram, type Manifest, readManifest } from '../../src/bench/manifest.js';
import { writeJson } from '../../src/bench/results.js';
import { selectPrograms } from '../../src/bench/select.js';
import { release, root } from '../../src/util/paths.js';
import { countOf, type OptionValues, runCommand } from '../command.js';
import { type StartupMeasurement as Started, StartupBench } from '../startup/measure.js';
import { judgementOf, judgementText } from './judgement.js';
import { EFFORT, type Effort, NotMeasurableError, QUICK, Situations } from './measure.js';
import { pageOf } from './page.js';
import { type Profile, Profiler, profilesText, slowestOf } from './profile.js';
import { SituationProgress } from './progress.js';
import { SITUATIONS, summariesOf, tableText } from './ratios.js';
import { rowsToGoOnWith, SCHEMA, type SituationMeasurement } from './results.js';
import { Subjects } from './subjects.js';

const USAGE = `usage: main.js [options]
  --programs A,B   only these programs; * and ? stand for any text and any character (default: all)
  --clients        programs that others have written, as far as they are installed, in place of the suite
  --sources FOLDER with --clients: those of PolyBench/GPU, SHOC and Rodinia, too, whose sources lie in FOLDER
  --manifest FILE  programs of a manifest as \`atoll bench\` takes it, in place of the suite
  --rounds N       runs of each number, of which the least counts (default ${EFFORT.rounds}; ${QUICK.rounds} with --quick)
  --seconds N      no more rounds of a situation are begun after so many seconds (default ${EFFORT.seconds})
  --quick          small sizes, once, and not what starts and empty launches take
  --json FILE      write the results after every program ('-': to standard output at the end, instead of the table)
  --resume         programs that FILE has are not measured again
  --profile        run the slowest of each situation once more (clients: all of them), and say where their time goes
  --markdown FILE  write the results as a page (docs/situations.md and docs/situations-clients.md are such)
  --help

Ratios are Atoll's time or memory over pocl's, below 1 where Atoll takes less; '2 over 1' is by how much two workers are faster than one.`;
const SUITE = join(root, 'benchmarks', 'manifest.json');
const CLIENTS = join(root, 'benchmarks', 'situations', 'clients', 'manifest.json');
/** Programs that its build script makes from sources in a folder that this variable names. */
const FROM_SOURCES = join(root, 'benchmarks', 'situations', 'clients', 'suites.json');
const SOURCES = 'ATOLL_CLIENT_SOURCES';
const LIMIT_SECONDS = 600;
/** Seconds for a program before any was measured: the suite takes so long on two cores that do nothing else. */
const USUAL_SECONDS = { full: 36, quick: 6 };
/** Of the numbers of benchmarks/startup; none of them with --quick. */
const START_ROUNDS = 15;

const OPTIONS = {
  programs: { type: 'string', default: '' },
  clients: { type: 'boolean', default: false },
  sources: { type: 'string' },
  manifest: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  json: { type: 'string' },
  resume: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  markdown: { type: 'string' },
} as const;

interface SituationFindings {
  readonly rows: readonly SituationMeasurement[];
  readonly failures: readonly string[];
  readonly started: readonly Started[];
  readonly profiles: readonly Profile[];
}

/**
 * @param profiler takes a profile of every program
 * @param save called for every new row
 */
async function measureAll(
  subjects: Subjects,
  programs: readonly BenchProgram[],
  effort: Effort,
  progress: SituationProgress,
  profiler: Profiler | undefined,
  save: (row: SituationMeasurement) => void,
): Promise<string[]> {
  const situations = new Situations(subjects, effort, (...what) => progress.begins(...what), LIMIT_SECONDS);
  const failures: string[] = [];
  for (const program of programs) {
    const begun = performance.now();
    progress.begins(program.name);
    try {
      const row = await situations.measure(program);
      const profile = await profiler?.profileAfterwards(program);
      const seconds = (performance.now() - begun) / 1000;
      progress.ended(seconds);
      save({ ...row, seconds, ...(profile && { profile }) });
    } catch (error) {
      if (!(error instanceof NotMeasurableError)) throw error;
      progress.ended(undefined);
      failures.push(error.message);
    }
  }
  progress.close();
  return failures;
}

/** Failures are added to those that there are. */
async function profilesOf(
  subjects: Subjects,
  programs: readonly BenchProgram[],
  effort: Effort,
  rows: readonly SituationMeasurement[],
  failures: string[],
): Promise<readonly Profile[]> {
  const slowest = slowestOf(rows);
  const profiler = new Profiler(subjects, effort);
  const profiles: Profile[] = [];
  for (const program of programs) {
    const situations = SITUATIONS.filter((situation) => slowest.get(situation)?.includes(program.name));
    if (situations.length === 0) continue;
    try {
      profiles.push(...(await profiler.profile(program, situations)));
    } catch (error) {
      if (!(error instanceof NotMeasurableError)) throw error;
      failures.push(error.message);
    }
  }
  return profiles.sort((a, b) => SITUATIONS.indexOf(a.situation) - SITUATIONS.indexOf(b.situation));
}

function startsOf(rounds: number): readonly Started[] {
  const bench = new StartupBench(rounds);
  try {
    return bench.judged();
  } finally {
    bench.close();
  }
}

function print({ rows, failures, started, profiles }: SituationFindings): void {
  if (rows.length > 0) console.log(`${tableText(rows)}\n\n${judgementText(judgementOf(rows, started))}`);
  if (profiles.length > 0) console.log(`\n${profilesText(profiles)}`);
  for (const failure of failures) console.log(`not measured: ${failure}`);
}

function effortOf({ quick, rounds, seconds }: OptionValues<typeof OPTIONS>): Effort {
  const usual = quick ? QUICK : EFFORT;
  return {
    ...usual,
    ...(rounds !== undefined && { rounds: countOf('rounds', rounds) }),
    ...(seconds !== undefined && { seconds: countOf('seconds', seconds) }),
  };
}

function manifestsOf({ manifest, clients, sources }: OptionValues<typeof OPTIONS>): readonly Manifest[] {
  if (manifest !== undefined) return [readManifest(manifest)];
  if (!clients) return [readManifest(SUITE)];
  if (sources === undefined) return [readManifest(CLIENTS)];
  process.env[SOURCES] = resolve(sources);
  return [readManifest(CLIENTS), readManifest(FROM_SOURCES)];
}

async function report(values: OptionValues<typeof OPTIONS>): Promise<number> {
  const { programs: list, clients, sources, quick, json, resume, profile, markdown } = values;
  const effort = effortOf(values);
  const names = list.split(',').filter((name) => name !== '');
  if (sources !== undefined && !clients) throw new Error('--sources goes with --clients');
  const manifests = manifestsOf(values);
  const programs = selectPrograms({ programs: manifests.flatMap((each) => each.programs) }, { names, tags: [] });
  const path = json === '-' ? undefined : json;
  if (resume && path === undefined) throw new Error('--resume goes on with the file of --json');
  const commit = commitOf();
  const resumedRows = resume && path !== undefined && existsSync(path) ? rowsToGoOnWith(path, effort, commit) : [];
  const rows: SituationMeasurement[] = resumedRows.filter(({ program }) =>
    programs.some(({ name }) => name === program),
  );
  const left = programs.filter(({ name }) => !rows.some(({ program }) => program === name));
  const subjects = new Subjects(LIMIT_SECONDS);
  try {
    for (const manifest of manifests)
      await buildPrograms(
        manifest,
        left.filter((program) => manifest.programs.includes(program)),
      );
    const head = {
      schema: SCHEMA,
      release,
      commit,
      pocl: await subjects.describePocl(),
      machine: machineInfo(),
      effort,
    };
    const documentOf = (findings: SituationFindings) => ({
      ...head,
      ...findings,
      summaries: rows.length > 0 ? summariesOf(rows) : [],
      judgement: judgementOf(rows, findings.started),
    });
    const progress = new SituationProgress(left.length, USUAL_SECONDS[quick ? 'quick' : 'full'], process.stderr);
    // Atoll's library of builtins is made once for an installation: it is there before anything counts.
    const [first] = left;
    if (first) await subjects.run('atoll', { program: first, args: first.sizes['small'] ?? [] });
    const profiler = clients && profile ? new Profiler(subjects, effort) : undefined;
    const failures = await measureAll(subjects, left, effort, progress, profiler, (row) => {
      rows.push(row);
      if (path !== undefined) writeJson(path, documentOf({ rows, failures: [], started: [], profiles: [] }));
    });
    const started = quick || clients || rows.length === 0 ? [] : startsOf(START_ROUNDS);
    const earlierProfiles = rows.flatMap((row) => row.profile ?? []);
    const profiles =
      profile && !clients ? await profilesOf(subjects, programs, effort, rows, failures) : earlierProfiles;
    const all: SituationFindings = { rows, failures, started, profiles };
    if (json === '-') process.stdout.write(`${JSON.stringify(documentOf(all), null, 2)}\n`);
    else print(all);
    if (path !== undefined) writeJson(path, documentOf(all));
    if (markdown !== undefined && rows.length > 0) writeFileSync(markdown, pageOf({ ...documentOf(all), clients }));
    return failures.length > 0 ? 1 : 0;
  } finally {
    subjects.close();
  }
}

await runCommand({ usage: USAGE, options: OPTIONS, run: report });
