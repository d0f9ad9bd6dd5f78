// Atoll and pocl as the situations run them: each with its own folders for caches, and with one or two
// processors.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BenchProgram } from '../../src/bench/manifest.js';
import { type ProcessEnd, runProcess } from '../../src/bench/process.js';
import { type BenchTarget, openTarget } from '../../src/bench/targets.js';
import { root } from '../../src/util/paths.js';
import type { SituationCost } from './ratios.js';

/** As users start it, with the Node that it brings. */
const ATOLL = join(root, 'bin', 'atoll');
/** The folder of files that Atoll makes once for all programs. */
const LIBRARY = 'library';

export type SubjectName = 'atoll' | 'pocl';
export interface SubjectRun {
  readonly end: ProcessEnd;
  readonly cost: SituationCost;
}
export interface SubjectUse {
  readonly program: BenchProgram;
  readonly args: readonly string[];
  /** Workers or processors; absent: as many as there are. */
  readonly processors?: 1 | 2;
  /** Without machine code that clang has made, even if it is kept. */
  readonly unaided?: boolean;
  /** File for Atoll's report of the run. */
  readonly report?: string;
}

export class Subjects {
  private readonly folder = mkdtempSync(join(tmpdir(), 'atoll-situations-'));
  private readonly pocl: BenchTarget;
  private readonly limitSeconds: number;

  constructor(limitSeconds: number) {
    this.limitSeconds = limitSeconds;
    // Throws where there is no pocl, before anything runs.
    this.pocl = openTarget('native:pocl');
  }

  close(): void {
    this.pocl.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  describePocl(): Promise<string> {
    return this.pocl.describe();
  }

  /**
   * From now on nothing is kept of any program. Atoll's library of builtins stays, once it is there: it belongs to the
   * installation.
   */
  forget(): void {
    const [cache, library] = [this.cacheOf('atoll'), join(this.folder, LIBRARY)];
    const cachedLibrary = join(cache, LIBRARY);
    if (!existsSync(library) && existsSync(cachedLibrary)) cpSync(cachedLibrary, library, { recursive: true });
    for (const subject of ['atoll', 'pocl'] as const)
      for (const folder of [this.cacheOf(subject), this.programsCache(subject)])
        rmSync(folder, { recursive: true, force: true });
    for (const subject of ['atoll', 'pocl'] as const) mkdirSync(this.cacheOf(subject), { mode: 0o700 });
    if (existsSync(library)) cpSync(library, cachedLibrary, { recursive: true });
  }

  /**
   * Has machine code made of all cached kernels: a run does so for those that take long, if it lasts until
   * clang is done.
   */
  async compile(): Promise<ProcessEnd> {
    const command = [ATOLL, 'cache', '--compile', '--dir', this.cacheOf('atoll')];
    return runProcess(command, { cwd: this.folder, env: {}, limitSeconds: this.limitSeconds });
  }

  /** A name for a file that goes with the folder. */
  fileFor(name: string): string {
    return join(this.folder, name);
  }

  /** Runs a program to its end. */
  async run(subject: SubjectName, use: SubjectUse): Promise<SubjectRun> {
    const { program, args } = use;
    const times = join(this.folder, 'times');
    // GNU time reports the costs of ended processes; its own file, for the program writes to stderr.
    const measured = ['/usr/bin/time', '--quiet', '-o', times, '-f', '%U %S %M'];
    const end = await runProcess([...measured, ...this.command(subject, [program.executable, ...args], use)], {
      // Others find their kernels beside themselves; those of packages are not to leave anything there.
      cwd: program.executable.startsWith('/usr/') ? this.folder : dirname(program.executable),
      env: {
        ...(subject === 'pocl' && { ...this.pocl.env, POCL_CACHE_DIR: this.cacheOf('pocl') }),
        XDG_CACHE_HOME: this.programsCache(subject),
      },
      limitSeconds: this.limitSeconds,
    });
    const [user = 0, system = 0, kilobytes = 0] = existsSync(times)
      ? readFileSync(times, 'utf8').trim().split(' ').map(Number)
      : [];
    rmSync(times, { force: true });
    const cost = { wall: end.wallSeconds, cpu: user + system, memory: kilobytes / 1024 };
    return { end, cost: { ...cost, ...kernelsOf(end.stdout, program) } };
  }

  private command(
    subject: SubjectName,
    argv: readonly string[],
    { processors, unaided, report }: SubjectUse,
  ): readonly string[] {
    if (subject === 'atoll') {
      const workers = processors === undefined ? [] : ['--workers', String(processors)];
      const code = unaided ? ['--no-native-code'] : [];
      const reportOptions = report === undefined ? [] : ['--report-json', report];
      return [ATOLL, 'run', '--cache-dir', this.cacheOf('atoll'), ...workers, ...code, ...reportOptions, '--', ...argv];
    }
    const bound = processors === undefined ? [] : ['taskset', '--cpu-list', `0-${processors - 1}`];
    return [...bound, ...this.pocl.command(argv, '')];
  }

  private cacheOf(subject: SubjectName): string {
    return join(this.folder, subject);
  }

  /** Caches that programs keep themselves: hashcat, OpenCV and pyopencl have caches of binaries. */
  private programsCache(subject: SubjectName): string {
    return join(this.folder, `${subject}-programs`);
  }
}

/** The second group of the manifest's pattern counts launches, where there is one. */
function kernelsOf(stdout: string, { patterns }: BenchProgram): Pick<SituationCost, 'kernels' | 'launches'> {
  const match = stdout.split('\n').flatMap((line) => {
    const groups = patterns.kernelTime?.exec(line);
    return groups ? [groups] : [];
  })[0];
  const numberOf = (group: string | undefined): number | null => (group === undefined ? null : Number(group));
  return { kernels: numberOf(match?.[1]), launches: numberOf(match?.[2]) };
}
