// Decision to translate a kernel, by the interpreter's time for it.

import test from 'ava';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import type { Wavefront } from '../../src/emulator/wavefront.js';
import { CodeProfile, MEASURES, METER } from '../../src/jit/analysis/code-profile.js';

/** Processor time of this thread, in nanoseconds. */
let worked = 0;
METER.worked = () => worked;
METER.read = (_w: Wavefront) => worked;

const BYTES = 6000;
const COST = (MEASURES.worth * BYTES) / 6;
const profileOf = (codeBytes = BYTES): CodeProfile =>
  new CodeProfile({ codeAddress: 0, codeBytes } as unknown as LaunchDescriptor);
/** So many wavefronts are interpreted, each for `ns`, of which the thread had a processor for a part. */
function interpret(profile: CodeProfile, wavefronts: number, ns: number, share = 1): void {
  for (let n = 0; n < wavefronts; n++) {
    worked += share * ns;
    profile.note(0, 1000, ns, true);
  }
}

test('the interpreter may take several times as long as the translation does', (t) => {
  const profile = profileOf();
  interpret(profile, 1, 4 * COST);
  t.is(profile.hot(5, undefined, 0), undefined);
  interpret(profile, 1, 2 * COST);
  t.deepEqual(profile.hot(5, undefined, 0), { part: undefined });
});

test('cheap code is translated as soon as the interpreter has taken as long as its translation', (t) => {
  const profile = profileOf(60);
  const cost = COST / 100;
  interpret(profile, 1, 0.9 * cost);
  t.is(profile.hot(5, undefined, 0), undefined);
  interpret(profile, 1, 0.2 * cost);
  t.deepEqual(profile.hot(5, undefined, 0), { part: undefined });
});

test('a launch of which much is left need not wait', (t) => {
  const profile = profileOf();
  interpret(profile, 4, COST / 100);
  t.is(profile.hot(5, undefined, 100), undefined);
  t.deepEqual(profile.hot(5, undefined, 1000), { part: undefined });
});

test('the first wavefronts, for which the interpreter prepares, are no estimate for the others', (t) => {
  const profile = profileOf();
  interpret(profile, 2, COST);
  t.is(profile.hot(5, undefined, 1000), undefined);
  interpret(profile, 8, COST / 1000);
  t.is(profile.hot(5, undefined, 1000), undefined);
});

test('wavefronts that end at the same time share the time of their work-group', (t) => {
  const profile = profileOf();
  for (const groups of [1, 2, 3, 4]) {
    worked += COST / 50;
    profile.note(0, 1000, COST / 50, false);
    interpret(profile, 4, 0);
    // The first work-group is no estimate for the others.
    t.is(profile.hot(5, undefined, 300) !== undefined, false, `after ${groups}`);
    t.is(profile.hot(5, undefined, 600) !== undefined, groups > 1, `after ${groups}`);
  }
});

test('waits for a processor do not count as work', (t) => {
  const profile = profileOf();
  interpret(profile, 1, 8 * COST, 1 / 4);
  t.is(profile.hot(5, undefined, 0), undefined);
  t.is(Math.round(profile.forLaterRuns!.total / COST), 2);
});

test('profiles of earlier runs weigh more, most where a translation makes no run much longer', (t) => {
  const large = MEASURES.whole + MEASURES.range;
  for (const [bytes, enough, little] of [
    [300, 1 / 78, 1 / 82],
    [1800, 0.5, 0.45],
    [BYTES, 0.95, 0.9],
    [large, 0.6, 0.5],
  ] as const) {
    const cost = (MEASURES.worth * (bytes === large ? MEASURES.range : bytes)) / 6;
    const recordOf = (times: number) => ({ total: times * cost, ranges: bytes === large ? [times * cost] : [] });
    const [yes, no] = [profileOf(bytes), profileOf(bytes)];
    yes.recall(recordOf(enough));
    no.recall(recordOf(little));
    t.truthy(yes.hot(10, undefined, 0), `${bytes} bytes`);
    t.is(no.hot(10, undefined, 0), undefined, `${bytes} bytes`);
  }
});

test('large kernels with evenly spread time: no small part is translated alone', (t) => {
  const RANGES = 10;
  const cost = (MEASURES.worth * MEASURES.range) / 6;
  // An eighth of its translation's cost makes a range hot.
  const [hot, cool] = [(1.1 / 8) * cost, (0.9 / 8) * cost];
  const partOf = (many: number): unknown => {
    const profile = profileOf(RANGES * MEASURES.range);
    profile.recall({ total: 100 * cost, ranges: Array.from({ length: RANGES }, (_, n) => (n < many ? hot : cool)) });
    return profile.hot(10, undefined, 0);
  };
  t.is(partOf(5), undefined);
  t.deepEqual(partOf(9), { part: [0, 1, 2, 3, 4, 5, 6, 7, 8] });
});
