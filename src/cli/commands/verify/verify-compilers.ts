// `atoll verify --compilers`: compares the launches of a run with other compilations, and finds the causes of
// differences.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { parseTolerance, type Tolerance } from '../../../board/client/tolerance.js';
import { FrontEnd } from '../../../compiler/front-end.js';
import type { Compilation } from '../../../compiler/request/compilation.js';
import type { EngineName } from '../../../config/engine-names.js';
import type { ComparedCompilation } from '../../../driver/core/processor/compilation-comparison.js';
import type { LaunchReport } from '../../../driver/core/processor/messages.js';
import type { ComparedBuilds } from '../../../machine/machine-options.js';
import { launchesByKernel } from '../../../report/launches-by-kernel.js';
import { AtollError } from '../../../util/errors.js';
import { ExitStatus } from '../../command-line/exit.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { devicesOf, type RunPlan, type RunVerify } from '../run/run-plan.js';
import { causeText, type FoundCause } from './cause-text.js';
import { parseCompilations } from './compilations.js';
import { causes } from './compiler-causes.js';
import { nothingCompared } from './verify.js';

/** Comparison of a kernel with one other compilation. */
export interface ComparedKernel {
  readonly kernel: string;
  readonly compilation: string;
  readonly launches: number;
  readonly equal: number;
  readonly different: number;
  readonly notCompared: number;
  /** Largest distances of real numbers: in units of the last place; relative above 1 and absolute below. */
  readonly ulp: number;
  readonly apart: number;
}

/** The JSON of `atoll verify --compilers`. */
export interface CompilersVerification {
  readonly schema: 'atoll-verify-compilers-1';
  readonly reference: string;
  readonly compilations: readonly string[];
  readonly kernels: readonly ComparedKernel[];
  /** The first differing launch of each kernel and compilation, with its cause. */
  readonly differences: readonly FoundCause[];
  /** Reasons of launches without comparison, and builds that fail with one compilation only; each once. */
  readonly problems: readonly string[];
}

/** A comparison and its launch. */
interface CompilersDifference {
  readonly launch: LaunchReport;
  readonly one: ComparedCompilation;
}

const most = (all: readonly ComparedCompilation[], of: 'ulp' | 'apart'): number =>
  all.reduce((largest, each) => Math.max(largest, each[of]), 0);

function rowOf(kernel: string, compilation: string, launches: readonly LaunchReport[]): ComparedKernel {
  const own = launches.flatMap((launch) =>
    (launch.compilations ?? []).filter((each) => each.compilation === compilation && each.problem === undefined),
  );
  const different = own.filter(({ difference }) => difference !== undefined).length;
  const count = launches.reduce((sum, { merged = 1 }) => sum + merged, 0);
  return {
    kernel,
    compilation,
    launches: count,
    equal: own.length - different,
    different,
    notCompared: count - own.length,
    ulp: most(own, 'ulp'),
    apart: most(own, 'apart'),
  };
}

export function kernelRows(launches: readonly LaunchReport[], others: readonly string[]): ComparedKernel[] {
  return [...launchesByKernel(launches)].flatMap(([kernel, own]) => others.map((other) => rowOf(kernel, other, own)));
}

/** The first difference of each kernel and compilation. */
function firstDifferences(launches: readonly LaunchReport[]): CompilersDifference[] {
  const differences = new Map<string, CompilersDifference>();
  for (const launch of launches)
    for (const one of launch.compilations ?? []) {
      const key = `${launch.kernel}\0${one.compilation}`;
      if (one.difference && !differences.has(key)) differences.set(key, { launch, one });
    }
  return [...differences.values()];
}

/** @param unequalBuilds problems of builds that are already reported */
function problemsOf(launches: readonly LaunchReport[], unequalBuilds: readonly string[]): string[] {
  const isReported = (problem: string): boolean => unequalBuilds.some((text) => text.endsWith(problem));
  return launches.flatMap(({ kernel, compilations, failure }) => {
    if (!compilations) return [`kernel ${kernel}: ${failure ?? 'not compared'}`];
    return compilations.flatMap(({ compilation, problem }) =>
      problem === undefined || isReported(problem)
        ? []
        : [`kernel ${kernel}${compilation === '' ? '' : `, ${compilation}`}: ${problem}`],
    );
  });
}

export function compilersTable(kernels: readonly ComparedKernel[]): string {
  const table = new Table({
    head: ['kernel', 'compilation', 'launches', 'equal', 'different', 'not compared', 'largest ulp'],
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  });
  for (const { kernel, compilation, launches, equal, different, notCompared, ulp } of kernels)
    table.push([kernel, compilation, launches, equal, different, notCompared, ulp]);
  return table.toString();
}

export interface CompilersFlags {
  readonly compilers: string;
  readonly json?: string | undefined;
  /** Number of differences whose pass is searched. */
  readonly bisect: number;
}

/** Results of one compiler have to be equal at each level; libraries of other versions may round differently. */
const toleranceOf = (text: string | undefined): Tolerance =>
  text === undefined ? { is: 'exact' } : parseTolerance(text);

/** The comparison of a run: its settings, and its result at the end. */
class CompilersRun implements RunVerify {
  readonly builds: ComparedBuilds;
  private readonly launches: LaunchReport[] = [];
  private readonly unequalBuilds: string[] = [];

  constructor(
    private readonly plan: RunPlan,
    private readonly flags: CompilersFlags,
    private readonly compilations: readonly [Compilation, ...Compilation[]],
  ) {
    const [reference, ...others] = compilations;
    const folder = mkdtempSync(join(tmpdir(), 'atoll-compilers-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    this.builds = {
      reference,
      others,
      launches: { folder, tolerance: toleranceOf(plan.settings.tolerance) },
      onUnequalBuild: (text) => void this.unequalBuilds.push(text),
    };
  }

  readonly onLaunch = (launch: LaunchReport): void => void this.launches.push(launch);

  readonly finish = async (log: (text: string) => void): Promise<number | undefined> => {
    const { launches, compilations, unequalBuilds } = this;
    const [reference, ...others] = compilations;
    const names = others.map(({ name }) => name);
    const kernels = kernelRows(launches, names);
    const differences = await this.explain(log);
    const problems = [...new Set([...unequalBuilds, ...problemsOf(launches, unequalBuilds)])];
    if (kernels.length > 0) log(`launches compared with ${reference.name}:\n${compilersTable(kernels)}`);
    for (const each of differences) log(causeText(each));
    for (const each of problems) log(`not compared: ${each}`);
    this.writeJson({
      schema: 'atoll-verify-compilers-1',
      reference: reference.name,
      compilations: names,
      kernels,
      differences,
      problems,
    });
    if (kernels.every(({ equal, different }) => equal + different === 0)) {
      log(nothingCompared(launches.length));
      return ExitStatus.CHECK_FAILED;
    }
    return differences.some(({ cause }) => cause?.type !== 'rounding') ? ExitStatus.CHECK_FAILED : undefined;
  };

  private async explain(log: (text: string) => void): Promise<FoundCause[]> {
    const differences = firstDifferences(this.launches);
    if (differences.length === 0) return [];
    const { settings } = this.plan;
    const { clang } = settings;
    const frontEnd = new FrontEnd({
      cacheDir: cacheFolder(settings.cacheDir),
      cache: settings.cache,
      ...(clang && { clang }),
    });
    try {
      return await causes(
        differences.map(({ launch, one }) => ({ kernel: launch.kernel, compared: one })),
        this.compilations,
        {
          frontEnd,
          engine: settings.engine as EngineName,
          clang,
          devices: devicesOf(settings),
          tolerance: toleranceOf(settings.tolerance),
          limit: this.flags.bisect,
          log,
        },
      );
    } finally {
      await frontEnd.dispose();
    }
  }

  private writeJson(verification: CompilersVerification): void {
    const { json } = this.flags;
    if (json === undefined) return;
    try {
      writeFileSync(json, `${JSON.stringify(verification, null, 2)}\n`);
    } catch (error) {
      throw new AtollError('HOST', `cannot write the comparison ${json}: ${(error as Error).message}`);
    }
  }
}

/** The plan of a run with comparison of compilations. @throws AtollError BAD_OPTION, TOOLCHAIN */
export function verifyCompilers(plan: RunPlan, flags: CompilersFlags): RunPlan {
  if (plan.settings.lockstep)
    throw new AtollError('BAD_OPTION', '--compilers and --lockstep exclude each other', 'omit one of them');
  const run = new CompilersRun(plan, flags, parseCompilations(flags.compilers, plan.settings.clang));
  return { ...plan, verify: run, compilations: run.builds };
}
