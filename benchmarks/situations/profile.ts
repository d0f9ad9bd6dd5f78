// Profiles of the slowest programs: each of them once more in its situation, by Atoll's report of the run.

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { BenchProgram } from '../../src/bench/manifest.js';
import { argsOf, type Effort, NotMeasurableError, takesFlags, turnsOf } from './measure.js';
import { type RatioRow, SITUATIONS, type Situation, summariesOf } from './ratios.js';
import type { Subjects, SubjectUse } from './subjects.js';

/** Its part of `atoll run --report-json`. */
const report = z.object({
  wallSeconds: z.number(),
  builds: z.object({ seconds: z.number() }),
  compilations: z.object({ seconds: z.number() }),
  launchCount: z.number(),
  kernels: z.array(
    z.object({
      seconds: z.number(),
      translationSeconds: z.number(),
      compilationSeconds: z.number(),
      instructions: z.record(z.string(), z.number()),
    }),
  ),
});

/** Seconds of wall time, one part after the other. */
export interface Profile {
  readonly program: string;
  readonly situation: Situation;
  readonly wall: number;
  /** clang and later steps, from sources to an image. */
  readonly builds: number;
  /** Machine instructions to WebAssembly, and that to machine code, as far as launches waited. */
  readonly translation: number;
  readonly compilation: number;
  /** Kernels being executed. */
  readonly execution: number;
  /** Start and end, and work of the program itself. */
  readonly rest: number;
  /** clang's machine code of kernels, made beside all of this. */
  readonly beside: number;
  readonly launches: number;
  readonly instructions: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export function profileOf(program: string, situation: Situation, text: string): Profile {
  const { wallSeconds: wall, builds, compilations, launchCount, kernels } = report.parse(JSON.parse(text));
  const [seconds, translation, compilation] = [
    sum(kernels.map((kernel) => kernel.seconds)),
    sum(kernels.map((kernel) => kernel.translationSeconds)),
    sum(kernels.map((kernel) => kernel.compilationSeconds)),
  ];
  return {
    program,
    situation,
    wall,
    builds: builds.seconds,
    translation,
    compilation,
    execution: Math.max(0, seconds - translation - compilation),
    rest: Math.max(0, wall - builds.seconds - seconds),
    beside: compilations.seconds,
    launches: launchCount,
    instructions: sum(kernels.flatMap((kernel) => Object.values(kernel.instructions))),
  };
}

/** The three slowest programs of each situation, in the order of the situations. */
export function slowestOf(rows: readonly RatioRow[]): ReadonlyMap<Situation, readonly string[]> {
  const summaries = summariesOf(rows).filter(({ key }) => key !== 'twoPocl' && key !== 'memory');
  const programsIn = (situation: Situation): string[] =>
    summaries
      .flatMap((summary) => (summary.situation === situation ? summary.worst : []))
      .map(({ program }) => program);
  return new Map(SITUATIONS.map((situation) => [situation, [...new Set(programsIn(situation))]]));
}

export class Profiler {
  constructor(
    private readonly subjects: Subjects,
    private readonly effort: Effort,
  ) {}

  /** @throws Unmeasurable */
  async profile(program: BenchProgram, situations: readonly Situation[]): Promise<readonly Profile[]> {
    const { size, wide, turns } = this.effort;
    const { subjects } = this;
    const profiles: Profile[] = [];
    const take = async (situation: Situation, use: SubjectUse, before: () => Promise<void> | void): Promise<void> => {
      if (!situations.includes(situation)) return;
      await before();
      profiles.push(await this.take(situation, use));
    };
    const forget = (): void => subjects.forget();
    const warm = (use: SubjectUse) => async (): Promise<void> => {
      for (let n = 0; n < this.effort.warming; n++) await this.run(use);
    };
    if (takesFlags(program)) {
      const small = { program, args: argsOf(program, 'small') };
      await take('coldSmall', small, forget);
    }
    const usual = { program, args: argsOf(program, size) };
    await take('cold', usual, forget);
    await take('warm', usual, warm(usual));
    if (takesFlags(program)) {
      const turned = { program, args: turnsOf(program, turns) };
      await take('short', turned, warm(turned));
    }
    const large = { program, args: argsOf(program, wide), processors: 1 as const };
    let isCompiled = false;
    const compiled = async (): Promise<void> => {
      if (isCompiled) return;
      isCompiled = true;
      await this.run(large);
      const { code, stderr } = await subjects.compile();
      if (code !== 0) throw new NotMeasurableError(`${program.name}: no machine code: ${stderr.trim()}`);
    };
    await take('unaided', { ...large, unaided: true }, compiled);
    await take('one', large, compiled);
    await take('two', { ...large, processors: 2 }, compiled);
    return profiles;
  }

  /** Of a program that has just been measured: caches of all situations are kept, and used. */
  profileAfterwards(program: BenchProgram): Promise<Profile> {
    return this.take('two', { program, args: argsOf(program, this.effort.wide), processors: 2 });
  }

  private async take(situation: Situation, use: SubjectUse): Promise<Profile> {
    const file = this.subjects.fileFor('report');
    await this.run({ ...use, report: file });
    return profileOf(use.program.name, situation, readFileSync(file, 'utf8'));
  }

  private async run(use: SubjectUse): Promise<void> {
    const { end } = await this.subjects.run('atoll', use);
    if (end.code !== 0)
      throw new NotMeasurableError(`${use.program.name} on atoll: ended with ${end.code ?? end.signal}`);
  }
}

const PARTS = ['builds', 'translation', 'compilation', 'execution', 'rest'] as const;

/** The part that takes most, in per cent of all. */
export function limitOf(profile: Profile): string {
  const [largestPart] = [...PARTS].sort((a, b) => profile[b] - profile[a]);
  return `${largestPart} ${Math.round((100 * profile[largestPart!]) / Math.max(profile.wall, 1e-9))} %`;
}

export const PROFILE_COLUMNS = [
  'situation',
  'program',
  'ms',
  ...PARTS,
  'beside',
  'launches',
  'ns/instr.',
  'most',
] as const;

/** A cell for each column: milliseconds, launches, nanoseconds of execution by wave-instruction. */
export const profileCells = (profile: Profile): readonly string[] => [
  profile.situation,
  profile.program,
  ...[profile.wall, ...PARTS.map((part) => profile[part]), profile.beside].map((seconds) => (seconds * 1e3).toFixed(1)),
  String(profile.launches),
  profile.instructions > 0 ? ((profile.execution * 1e9) / profile.instructions).toFixed(1) : '-',
  limitOf(profile),
];

export function profilesText(profiles: readonly Profile[]): string {
  const lines = [PROFILE_COLUMNS, ...profiles.map(profileCells)];
  const widths = PROFILE_COLUMNS.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ');
  return lines.map((cells) => line(cells).trimEnd()).join('\n');
}
