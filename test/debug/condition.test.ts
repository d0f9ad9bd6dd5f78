// Conditions of breakpoints: names that they have in each lane, and the lanes in which they hold.

import test from 'ava';
import { conditionOf, itemNumber } from '../../src/debug/condition.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { VGPR_WORDS, WORD } from '../../src/emulator/state.js';
import type { KernelArgument } from '../../src/launch/argument.js';
import { type LaunchContext, LaunchContexts } from '../../src/launch/launch-context.js';
import { Machine } from '../emulator/machine.js';
import { assemble } from '../isa/southern-islands.js';

const machine = new Machine(createInterpreter);
const { w } = machine;
// Rows of 16 work-items; v0 is three times the lane, s1 is 7.
const state = new Array<number>(24 * VGPR_WORDS).fill(0);
for (let lane = 0; lane < VGPR_WORDS; lane++) state[lane] = 3 * lane;
machine.run(assemble('s_endpgm').words, [...state, 0, 7], 0, 0, [], 0, 16);
w.u[WORD.scc] = 1;

const argument = (name: string, typeName: string, offset: number): KernelArgument =>
  ({ name, kind: 'value', typeName, offset, size: 4 }) as KernelArgument;
const launchContext: LaunchContext = {
  ...new LaunchContexts().of(w.workGroup.launch),
  arguments: [argument('n', 'int', 0), argument('f', 'float', 4), argument('pair', 'int2', 8)],
  segment: new Uint8Array(Int32Array.of(-5, 0x3f80_0000, 1, 2).buffer),
  globalOffset: [100, 0, 0],
};

const condition = (text: string) => conditionOf(text, w, () => launchContext);

for (const [text, lane] of [
  ['v0 == 9', 3],
  ['s1 == 7 && lane > 1', 2],
  ['gid0 == 104', 4],
  ['lid1 == 2', 32],
  ['lid0 == 15 && lid1 == 1', 31],
  ['n == -5', 0],
  ['scc', 0],
  ['v0 == 10', undefined],
] as const)
  test(`${text}: the first lane in which it holds`, (t) => {
    w.exec = (1n << 64n) - 1n;
    const { laneOf, holds } = condition(text);
    t.is(laneOf(w), lane);
    t.is(holds(w), lane !== undefined);
  });

test('lanes that are switched off do not count, though a condition holds in them', (t) => {
  w.exec = 0b11_0000n;
  const { laneOf, holdsIn } = condition('v0 < 15');
  t.is(laneOf(w), 4);
  t.true(holdsIn(w, 0));
  t.is(condition('v0 < 12').laneOf(w), undefined);
  t.is(condition('exec == 48').laneOf(w), 4);
});

for (const text of ['f == 1', 'pair == 1', 'm == 1', 'v256 == 0', 's200', 'gid3', 'n ==', ''])
  test(`'${text}' is refused, with the names that there are`, (t) => {
    t.throws(() => condition(text), { code: 'BAD_INPUT', message: new RegExp(`^${text}: `) });
  });

test('without a wavefront a name may turn out to hold nowhere', (t) => {
  const { holds } = conditionOf('m == 1', undefined, () => launchContext);
  t.false(holds(w));
});

test('positions of a work-item by name, and no others', (t) => {
  t.is(itemNumber('gid0', w, 17, launchContext), 101n);
  t.is(itemNumber('lid1', w, 17, launchContext), 1n);
  t.is(itemNumber('lane', w, 17, launchContext), 17n);
  t.is(itemNumber('v0', w, 17, launchContext), undefined);
});
