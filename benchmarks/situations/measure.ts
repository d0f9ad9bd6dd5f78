// Runs a program in each situation, Atoll and pocl in turn, so that a noisy moment hits both.

import { existsSync } from 'node:fs';
import type { BenchProgram } from '../../src/bench/manifest.js';
import { type Judgement, judge } from '../../src/bench/verdict.js';
import type { RatioPair, RatioRow, Situation, SituationCost } from './ratios.js';
import type { SubjectName, SubjectRun, Subjects } from './subjects.js';

/** How much of it. */
export interface Effort {
  /** Runs of each number, of which the least counts. */
  readonly rounds: number;
  /** Seconds of a situation after which no more rounds are begun. */
  readonly seconds: number;
  /** Size of the cold and warm runs, and of those by one and by two workers. */
  readonly size: string;
  readonly wide: string;
  /** Turns of the smallest size that are one run of many short launches. */
  readonly turns: number;
  /** Runs that fill a program's caches, except for results that the slow compiler may still make. */
  readonly warming: number;
}
export const EFFORT: Effort = { rounds: 3, seconds: 10, size: 'default', wide: 'large', turns: 200, warming: 2 };
export const QUICK: Effort = { rounds: 1, seconds: 10, size: 'small', wide: 'default', turns: 50, warming: 1 };

const VERIFY = '--verify';
const SUBJECTS: readonly SubjectName[] = ['atoll', 'pocl'];

/** The program did not run, or its results are wrong. */
export class NotMeasurableError extends Error {}

/** How one of the two runs. */
interface RunOptions {
  readonly processors?: 1 | 2;
  readonly unaided?: boolean;
}

export class Situations {
  constructor(
    private readonly subjects: Subjects,
    private readonly effort: Effort,
    /** Called at the start of each measurement. */
    private readonly progress: (program: string, situation: Situation) => void,
    private readonly limitSeconds: number,
  ) {}

  /** @throws Unmeasurable */
  async measure(program: BenchProgram): Promise<RatioRow> {
    if (!existsSync(program.executable))
      throw new NotMeasurableError(`${program.name}: there is no ${program.executable}`);
    const { size, turns } = this.effort;
    const args = argsOf(program, size);
    const begin = (situation: Situation): void => this.progress(program.name, situation);
    let [coldSmall, short]: (RatioPair | undefined)[] = [];
    if (takesFlags(program)) {
      begin('coldSmall');
      coldSmall = await this.fastestRun(program, argsOf(program, 'small'), true);
    }
    begin('cold');
    // With small sizes it is the same once more.
    const cold = size === 'small' && coldSmall ? coldSmall : await this.fastestRun(program, args, true);
    begin('warm');
    let poclFails = await this.warm(program, args);
    const warm = await this.fastestRun(program, args);
    if (takesFlags(program)) {
      begin('short');
      const turned = turnsOf(program, turns);
      const turnsFail = await this.warm(program, turned);
      poclFails ??= turnsFail;
      short = await this.fastestRun(program, turned);
    }
    const wide = await this.wide(program, begin);
    return {
      program: program.name,
      ...(poclFails !== undefined && { poclFails }),
      costs: { cold, warm, ...wide, ...(coldSmall && { coldSmall }), ...(short && { short }) },
    };
  }

  /**
   * The large size by one worker and by two, and by one without clang's machine code. Rounds have all of them, for they
   * are compared.
   */
  private async wide(
    program: BenchProgram,
    begin: (situation: Situation) => void,
  ): Promise<Record<'unaided' | 'one' | 'two', RatioPair>> {
    const args = argsOf(program, this.effort.wide);
    begin('unaided');
    // The reference of large sizes takes long: Atoll's results are compared with it, pocl's have been at the other
    // sizes.
    await this.verify(program, args);
    await this.run('pocl', program, args);
    const { code, stderr } = await this.subjects.compile();
    if (code !== 0) throw new NotMeasurableError(`${program.name}: no machine code: ${stderr.trim()}`);
    const [unaided, one, poclOne, two, poclTwo]: SituationCost[][] = [[], [], [], [], []];
    await this.inRounds(async () => {
      const cost = async (subject: SubjectName, options: RunOptions): Promise<SituationCost> =>
        (await this.run(subject, program, args, options)).cost;
      unaided!.push(await cost('atoll', { processors: 1, unaided: true }));
      begin('one');
      one!.push(await cost('atoll', { processors: 1 }));
      poclOne!.push(await cost('pocl', { processors: 1 }));
      begin('two');
      two!.push(await cost('atoll', { processors: 2 }));
      poclTwo!.push(await cost('pocl', { processors: 2 }));
    });
    const pocl = minimumOf(poclOne!);
    return {
      unaided: { atoll: minimumOf(unaided!), pocl },
      one: { atoll: minimumOf(one!), pocl },
      two: { atoll: minimumOf(two!), pocl: minimumOf(poclTwo!) },
    };
  }

  /**
   * Runs that fill the caches; the first one compares the results. @returns why pocl's are wrong, if they
   * are
   */
  private async warm(program: BenchProgram, args: readonly string[]): Promise<string | undefined> {
    await this.verify(program, args);
    const { verdict, reason } = await this.judged('pocl', program, args);
    if (verdict === 'SKIP') throw new NotMeasurableError(`${program.name} on pocl: ${verdict} ${reason}`);
    for (let n = 1; n < this.effort.warming; n++)
      for (const subject of SUBJECTS) await this.run(subject, program, args);
    return verdict === 'FAIL' ? reason : undefined;
  }

  /** Atoll's results. @throws Unmeasurable when they are wrong */
  private async verify(program: BenchProgram, args: readonly string[]): Promise<void> {
    const { verdict, reason } = await this.judged('atoll', program, args);
    if (verdict !== 'PASS') throw new NotMeasurableError(`${program.name} on atoll: ${verdict} ${reason}`);
  }

  private async judged(subject: SubjectName, program: BenchProgram, args: readonly string[]): Promise<Judgement> {
    const compared = program.flags.includes(VERIFY) ? [VERIFY] : [];
    const { end } = await this.run(subject, program, [...compared, ...args]);
    return judge(end, program, this.limitSeconds);
  }

  private async fastestRun(program: BenchProgram, args: readonly string[], cold = false): Promise<RatioPair> {
    const costs: Record<SubjectName, SituationCost[]> = { atoll: [], pocl: [] };
    await this.inRounds(async () => {
      if (cold) this.subjects.forget();
      for (const subject of SUBJECTS) costs[subject].push((await this.run(subject, program, args)).cost);
    });
    return { atoll: minimumOf(costs.atoll), pocl: minimumOf(costs.pocl) };
  }

  private async inRounds(one: () => Promise<void>): Promise<void> {
    const until = performance.now() + this.effort.seconds * 1000;
    for (let round = 0; round < this.effort.rounds && (round === 0 || performance.now() < until); round++) await one();
  }

  private async run(
    subject: SubjectName,
    program: BenchProgram,
    args: readonly string[],
    options: RunOptions = {},
  ): Promise<SubjectRun> {
    const ran = await this.subjects.run(subject, { program, args, ...options });
    const { code, signal, failure, timedOut } = ran.end;
    if (code === 0) return ran;
    const how = timedOut ? `took more than ${this.limitSeconds} s` : failure || `ended with ${code ?? signal}`;
    throw new NotMeasurableError(`${program.name} on ${subject}: ${how}`);
  }
}

/** Many turns of the smallest size. */
export const turnsOf = (program: BenchProgram, turns: number): readonly string[] => [
  ...argsOf(program, 'small'),
  '--iterations',
  String(turns),
];

/** Programs of the suite take its flags, that for turns among them; others have but the arguments of their manifest. */
export function takesFlags({ flags }: BenchProgram): boolean {
  return flags.includes(VERIFY);
}

/** The manifest's flags but for the comparison: both would do that alike. */
export function argsOf(program: BenchProgram, size: string): readonly string[] {
  const { name, flags, sizes } = program;
  const words = sizes[size] ?? (takesFlags(program) ? undefined : sizes['default']);
  if (!words) throw new NotMeasurableError(`${name} has no size '${size}'`);
  return [...flags.filter((flag) => flag !== VERIFY), ...words];
}

function minimumOf(costs: readonly SituationCost[]): SituationCost {
  const of = (field: 'wall' | 'cpu'): number => Math.min(...costs.map((cost) => cost[field]));
  const kernels = costs.flatMap((cost) => (cost.kernels === null ? [] : [cost.kernels]));
  return {
    wall: of('wall'),
    cpu: of('cpu'),
    memory: Math.max(...costs.map(({ memory }) => memory)),
    kernels: kernels.length > 0 ? Math.min(...kernels) : null,
    launches: costs[0]?.launches ?? null,
  };
}
