// The search for a pass, over outcomes that are known.

import test from 'ava';
import type { Compilation } from '../../src/compiler/request/compilation.js';
import { causeOf } from '../../src/lockstep/bisect.js';
import type { TrialOutcome } from '../../src/lockstep/relaunch.js';

type Verdict = TrialOutcome['verdict'];

const [A, B]: readonly [Compilation, Compilation] = [{ name: 'a' }, { name: 'b' }];
const PASSES = Array.from({ length: 40 }, (_, n) => `BISECT: running pass (${n + 1}) pass-${n + 1} on k`);

/** A trial whose outcome is that of a function; counts its runs. */
function trialOf(verdict: (compilation: Compilation, expected: Compilation) => Verdict) {
  let expected: Compilation = A;
  let runs = 0;
  return {
    runs: () => runs,
    run: async (compilation: Compilation): Promise<TrialOutcome> => {
      runs++;
      return { verdict: verdict(compilation, expected), log: compilation.limit ? PASSES.join('\n') : '' };
    },
    expect: async (compilation: Compilation): Promise<boolean> => {
      expected = compilation;
      return true;
    },
  };
}

/** How many passes of a step run: all without a limit there. */
const passes = ({ limit }: Compilation, step: 'source' | 'code'): number =>
  limit?.step === step && limit.count >= 0 ? limit.count : PASSES.length;

for (const step of ['source', 'code'] as const)
  test(`a pass of the other compilation is found: ${step}`, async (t) => {
    const trial = trialOf((each) => (each.name === 'b' && passes(each, step) >= 23 ? 'different' : 'equal'));
    const culprit = { compilation: 'b', step, pass: 'pass-23 on k', number: 23, of: 40, earlier: false };
    t.deepEqual(await causeOf(trial, [A, B], false), { type: 'pass', found: culprit });
    t.true(trial.runs() < 16);
  });

test("a pass of the run's own compilation is found where the other one has none", async (t) => {
  const wrong = (each: Compilation): boolean => each.name === 'a' && passes(each, 'source') >= 7;
  const trial = trialOf((each, expected) => (wrong(each) === wrong(expected) ? 'equal' : 'different'));
  const culprit = { compilation: 'a', step: 'source', pass: 'pass-7 on k', number: 7, of: 40, earlier: false } as const;
  t.deepEqual(await causeOf(trial, [A, B], false), { type: 'pass', found: culprit });
});

test('unbuildable pass limits leave open whether an earlier pass is the cause', async (t) => {
  const verdict = (each: Compilation): Verdict => {
    if (each.name === 'a') return 'equal';
    return each.limit?.step === 'source' && passes(each, 'source') < 30 ? 'unbuildable' : 'different';
  };
  const cause = await causeOf(trialOf(verdict), [A, B], false);
  t.like(cause, { type: 'pass', found: { number: 30, step: 'source', earlier: true } });
});

test('real numbers that differ by permitted rounding are explained, whole numbers are not', async (t) => {
  const contracts = ({ name, rounding }: Compilation): boolean => name === 'b' && rounding !== 'exact';
  const verdict = (each: Compilation, expected: Compilation): Verdict =>
    contracts(each) === contracts(expected) ? 'equal' : 'different';
  t.deepEqual(await causeOf(trialOf(verdict), [A, B], true), { type: 'rounding' });
  t.like(await causeOf(trialOf(verdict), [A, B], false), { type: 'unknown' });
});

test('bisection reports differences without any pass, and ones that do not occur again', async (t) => {
  const always = trialOf((each, expected) => (each.name === expected.name ? 'equal' : 'different'));
  t.regex(JSON.stringify(await causeOf(always, [A, B], false)), /without any optional pass/);
  t.regex(
    JSON.stringify(
      await causeOf(
        trialOf(() => 'equal'),
        [A, B],
        false,
      ),
    ),
    /not reproduced by a repetition/,
  );
  t.regex(
    JSON.stringify(
      await causeOf(
        trialOf(() => 'unbuildable'),
        [A, B],
        false,
      ),
    ),
    /could not be built again/,
  );
});
