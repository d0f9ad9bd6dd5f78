// Bisection of LLVM's passes: finds the pass that changes the results of a launch, by the number of passes that run, as
// -opt-bisect-limit counts them.

import { passesIn } from '../compiler/clang/compilation-args.js';
import type { ClangStep, Compilation } from '../compiler/request/compilation.js';
import { required } from '../util/required.js';
import type { Trial, TrialOutcome } from './relaunch.js';

export interface BisectedPass {
  /** Of the compilation in which the pass runs. */
  readonly compilation: string;
  readonly step: ClangStep;
  /** As LLVM names it, and what it ran on. */
  readonly pass: string;
  readonly number: number;
  readonly of: number;
  /** With fewer passes nothing could be built: an earlier one may be it. */
  readonly earlier: boolean;
}

/** Cause of a difference. */
export type Cause =
  | { readonly type: 'pass'; readonly found: BisectedPass }
  /** The results are equal where nothing may be rounded otherwise: contraction, approximate quotients and roots. */
  | { readonly type: 'rounding' }
  | { readonly type: 'unknown'; readonly text: string };

type Runs = Pick<Trial, 'run' | 'expect'>;

/** If code generation alone changes the results, the middle end is correct. */
const STEPS: readonly ClangStep[] = ['code', 'source'];

const limited = (compilation: Compilation, step: ClangStep, count: number): Compilation => ({
  ...compilation,
  limit: { step, count },
});

/** The pass of one step with which results begin to differ; undefined where they differ without any, too. */
async function passOf(trial: Runs, compilation: Compilation, step: ClangStep): Promise<BisectedPass | undefined> {
  const run = (count: number): Promise<TrialOutcome> => trial.run(limited(compilation, step, count));
  const none = await run(0);
  if (none.verdict === 'different') return undefined;
  const whole = await run(-1);
  const names = passesIn(whole.log);
  if (whole.verdict !== 'different' || names.length === 0) return undefined;
  let [low, high] = [0, names.length];
  let lowIsEqual = none.verdict === 'equal';
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const { verdict } = await run(middle);
    if (verdict === 'different') high = middle;
    else [low, lowIsEqual] = [middle, verdict === 'equal'];
  }
  const pass = required(names[high - 1], 'pass');
  return { compilation: compilation.name, step, pass, number: high, of: names.length, earlier: !lowIsEqual };
}

/**
 * Of the passes of a compilation whose results are expected to be others. One that is sure is better than one that is
 * not.
 */
async function passAmong(trial: Runs, compilation: Compilation): Promise<BisectedPass | undefined> {
  let unsure: BisectedPass | undefined;
  for (const step of STEPS) {
    const pass = await passOf(trial, compilation, step);
    if (pass && !pass.earlier) return pass;
    unsure ??= pass;
  }
  return unsure;
}

async function isRounding(trial: Runs, reference: Compilation, other: Compilation): Promise<boolean> {
  const without = (compilation: Compilation): Compilation => ({ ...compilation, rounding: 'exact' });
  if (!(await trial.expect(without(reference)))) return false;
  return (await trial.run(without(other))).verdict === 'equal';
}

/**
 * Finds out why two compilations differ. First in the other one, beside the results of the run; where these differ
 * without any pass, in the run's own, beside the results of the other.
 *
 * @param real whether what differs is a real number
 */
export async function causeOf(
  trial: Runs,
  [reference, other]: readonly [Compilation, Compilation],
  real: boolean,
): Promise<Cause> {
  const again = await trial.run(other);
  if (again.verdict === 'unbuildable') return { type: 'unknown', text: 'it could not be built again' };
  if (again.verdict === 'equal')
    return { type: 'unknown', text: 'not reproduced by a repetition: it depends on more than memory' };
  const pass = await passAmong(trial, other);
  if (pass && !pass.earlier && !real) return { type: 'pass', found: pass };
  if (real && (await isRounding(trial, reference, other))) return { type: 'rounding' };
  if (pass && !pass.earlier) return { type: 'pass', found: pass };
  const own = (await trial.expect(other)) ? await passAmong(trial, reference) : undefined;
  const best = own ?? pass;
  if (best) return { type: 'pass', found: best };
  return {
    type: 'unknown',
    text: 'it occurs without any optional pass, too: in the front end, or in a mandatory pass',
  };
}
