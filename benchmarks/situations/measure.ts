// Runs a program in each situation, Atoll and pocl in turn, so that a noisy moment hits both.

import { existsSync } from 'node:fs';
import type { Program } from '../../src/bench/manifest.js';
import { judge } from '../../src/bench/verdict.js';
import type { Cost, Pair, Row, Situation } from './ratios.js';
import type { Ran, Subjects, Who } from './subjects.js';

/** How much of it. */
export interface Effort {
  /** Runs of each number, of which the least counts. */
  readonly rounds: number;
  /** Size of the cold and warm runs, and of those by one and by two workers. */
  readonly size: string;
  readonly wide: string;
  /** Turns of the smallest size that are one run of many short launches. */
  readonly turns: number;
  /** Runs after which is there what is kept of a program, but for what the slow compiler may still make. */
  readonly warming: number;
}
export const EFFORT: Effort = { rounds: 3, size: 'default', wide: 'large', turns: 200, warming: 2 };
export const QUICK: Effort = { rounds: 1, size: 'small', wide: 'default', turns: 50, warming: 1 };

const VERIFY = '--verify';
const WHO: readonly Who[] = ['atoll', 'pocl'];

/** The program did not run, or its results are wrong. */
export class Unmeasurable extends Error {}

export class Situations {
  constructor(
    private readonly subjects: Subjects,
    private readonly effort: Effort,
    /** Told what begins. */
    private readonly progress: (program: string, situation: Situation) => void,
    private readonly limitSeconds: number,
  ) {}

  /** @throws Unmeasurable */
  async measure(program: Program): Promise<Row> {
    if (!existsSync(program.executable)) throw new Unmeasurable(`${program.name}: there is no ${program.executable}`);
    const { size, wide, turns } = this.effort;
    const [args, large] = [argsOf(program, size), argsOf(program, wide)];
    const begin = (situation: Situation): void => this.progress(program.name, situation);
    begin('cold');
    const cold = await this.least(program, args, undefined, true);
    begin('warm');
    await this.warm(program, args);
    const warm = await this.least(program, args);
    let short: Pair | undefined;
    if (program.built) {
      begin('short');
      const turned = [...argsOf(program, 'small'), '--iterations', String(turns)];
      await this.warm(program, turned);
      short = await this.least(program, turned);
    }
    begin('one');
    await this.warm(program, large);
    const one = await this.least(program, large, 1);
    begin('two');
    const two = await this.least(program, large, 2);
    return { program: program.name, costs: { cold, warm, one, two, ...(short && { short }) } };
  }

  /** Runs with a comparison of the results, after which what they need is kept. */
  private async warm(program: Program, args: readonly string[]): Promise<void> {
    for (let n = 0; n < this.effort.warming; n++)
      for (const who of WHO) {
        const compared = program.flags.includes(VERIFY) ? [VERIFY] : [];
        const { end } = await this.run(who, program, [...compared, ...args]);
        const { verdict, reason } = judge(end, program, this.limitSeconds);
        if (verdict !== 'PASS') throw new Unmeasurable(`${program.name} on ${who}: ${verdict} ${reason}`);
      }
  }

  private async least(program: Program, args: readonly string[], processors?: 1 | 2, cold = false): Promise<Pair> {
    const costs: Record<Who, Cost[]> = { atoll: [], pocl: [] };
    for (let round = 0; round < this.effort.rounds; round++) {
      if (cold) this.subjects.forget();
      for (const who of WHO) costs[who].push((await this.run(who, program, args, processors)).cost);
    }
    return { atoll: leastOf(costs.atoll), pocl: leastOf(costs.pocl) };
  }

  private async run(who: Who, program: Program, args: readonly string[], processors?: 1 | 2): Promise<Ran> {
    const ran = await this.subjects.run(who, { program, args, ...(processors && { processors }) });
    const { code, signal, failure, timedOut } = ran.end;
    if (code === 0) return ran;
    const how = timedOut ? `took more than ${this.limitSeconds} s` : failure || `ended with ${code ?? signal}`;
    throw new Unmeasurable(`${program.name} on ${who}: ${how}`);
  }
}

/** The manifest's flags but for the comparison: both would do that alike. */
function argsOf({ name, flags, sizes, built }: Program, size: string): readonly string[] {
  const words = sizes[size] ?? (built ? undefined : sizes['default']);
  if (!words) throw new Unmeasurable(`${name} has no size '${size}'`);
  return [...flags.filter((flag) => flag !== VERIFY), ...words];
}

function leastOf(costs: readonly Cost[]): Cost {
  const of = (field: 'wall' | 'cpu'): number => Math.min(...costs.map((cost) => cost[field]));
  const kernels = costs.flatMap((cost) => (cost.kernels === null ? [] : [cost.kernels]));
  return {
    wall: of('wall'),
    cpu: of('cpu'),
    memory: Math.max(...costs.map(({ memory }) => memory)),
    kernels: kernels.length > 0 ? Math.min(...kernels) : null,
  };
}
