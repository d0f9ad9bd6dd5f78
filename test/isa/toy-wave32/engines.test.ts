// Wavefronts of 32 lanes with a third bank of registers on every engine that has its state in memory: what they leave
// is that of these formulas, and the engines agree after every instruction.

import test from 'ava';
import { Dispatcher, type Engine } from '../../../src/emulator/index.js';
import { createInterpreter } from '../../../src/emulator/interpreter/interpreter.js';
import { createLockstep, type EngineFactory } from '../../../src/emulator/lockstep.js';
import type { GpuMemory } from '../../../src/emulator/memory.js';
import { createOracle } from '../../../src/emulator/oracle.js';
import { VGPR_WORDS, WORD } from '../../../src/emulator/state.js';
import { layout } from '../../../src/emulator/state-layout.js';
import { disassemble } from '../../../src/isa/disassemble.js';
import { addIsa } from '../../../src/isa/isas.js';
import { createJit } from '../../../src/jit/engine/jit.js';
import { createMemory, DATA, launchOf } from '../../emulator/harness.js';
import { ACCUMULATORS, BANKS, NAME, SPECIAL, toy, toyWave32 } from './isa.js';

addIsa(toyWave32);

const ENGINES: Readonly<Record<string, EngineFactory>> = {
  oracle: createOracle,
  interpreter: (memory) => createInterpreter(memory),
  jit: (memory) => createJit(memory, { exact: true }),
};

/** v0 is the work-item's number. */
const CODE = Uint32Array.of(
  toy.add(1, 0, 0),
  toy.mac(ACCUMULATORS + 3, 0, 1),
  toy.less(4, 0, 1),
  toy.less(SPECIAL.vcc, 1, ACCUMULATORS + 3),
  toy.andExec(SPECIAL.vcc),
  toy.add(2, 1, ACCUMULATORS + 3),
  toy.mac(ACCUMULATORS + 3, 2, 2),
  toy.store(ACCUMULATORS + 3, 0, 0),
  toy.end(),
);
/** Number of the store among them. */
const STORE = 7;
/** A whole wavefront and one with 8 work-items. */
const ITEMS = 40;
const FILLED = 0xdead_beef;

function launch(memory: GpuMemory) {
  return launchOf(memory, CODE, {
    isa: NAME,
    vgprs: 80,
    sgprs: 10,
    userSgprs: Uint32Array.of(DATA),
    localSize: [ITEMS, 1, 1],
    globalSize: [ITEMS, 1, 1],
  });
}

/** The program's result in a lane. */
function expected(item: number, lane: number) {
  const v1 = 2 * item;
  const first = item * (v1 + lane);
  const isActive = v1 < first;
  const v2 = isActive ? v1 + first : 0;
  return { v1, v2, a3: isActive ? first + v2 * (v2 + lane) : first, isLess: item < v1, isActive };
}

function run(memory: GpuMemory, engine: Engine) {
  const dispatch = new Dispatcher(memory, engine).start(launch(memory));
  dispatch.run();
}

for (const [name, make] of Object.entries(ENGINES))
  test(`${name}: lanes, masks of one word and accumulators`, (t) => {
    const memory = createMemory();
    const engine = make(memory);
    const { exec, vcc } = layout(toyWave32);
    // The neighbours of masks.
    const states: { u: Uint32Array; items: number }[] = [];
    const dispatch = new Dispatcher(memory, {
      name: engine.name,
      prepare: (of) => engine.prepare(of),
      run: (wavefront, budget) => {
        const { u } = wavefront;
        for (const neighbour of [exec + 1, vcc + 1, WORD.scalars + 5]) u[neighbour] = FILLED;
        const outcome = engine.run(wavefront, budget);
        engine.pause?.();
        states.push({ u: u.slice(), items: wavefront.index === 0 ? 32 : ITEMS - 32 });
        return outcome;
      },
      pause: () => engine.pause?.(),
    }).start(launch(memory));
    dispatch.run();
    t.is(states.length, 2);
    let item = 0;
    for (const { u, items } of states) {
      let [less, active] = [0, 0];
      for (let lane = 0; lane < items; lane++, item++) {
        const { v1, v2, a3, isLess, isActive } = expected(item, lane);
        const vector = (register: number): number => u[VGPR_WORDS * register + lane]!;
        t.deepEqual([vector(1), vector(2), vector(ACCUMULATORS + 3)], [v1, v2, a3], `${name}, item ${item}`);
        less += isLess ? 2 ** lane : 0;
        active += isActive ? 2 ** lane : 0;
      }
      t.deepEqual([u[WORD.scalars + 4], u[vcc], u[exec]], [less, active, active]);
      t.deepEqual([u[WORD.scalars + 5], u[vcc + 1], u[exec + 1]], [FILLED, FILLED, FILLED], 'one word each');
    }
    t.is(item, ITEMS);
  });

const PAIRS: readonly (readonly [string, string])[] = [
  ['interpreter', 'oracle'],
  ['jit', 'oracle'],
  ['jit', 'interpreter'],
];
for (const [own, copy] of PAIRS)
  test(`${own} in lock step with ${copy}`, (t) => {
    const memory = createMemory();
    t.notThrows(() => run(memory, createLockstep(memory, ENGINES[own]!, ENGINES[copy]!)));
  });

/** Accumulators of active lanes are in memory; inactive lanes have their previous contents. */
function storedBy(make: EngineFactory) {
  const memory = createMemory();
  const dispatch = new Dispatcher(memory, make(memory)).start(launch(memory));
  dispatch.run();
  return { words: memory.u32.slice(DATA / 4, DATA / 4 + ITEMS), counts: dispatch.counts };
}

const WHOLE_GROUPS: EngineFactory = (memory) => createJit(memory);

for (const [name, make] of Object.entries({ ...ENGINES, 'jit with whole work-groups': WHOLE_GROUPS }))
  test(`${name}: memory, and lanes that are idle of 32`, (t) => {
    const { words, counts } = storedBy(make);
    const lanes = Array.from({ length: ITEMS }, (_, item) => expected(item, item % 32));
    t.deepEqual(
      [...words],
      lanes.map(({ a3, isActive }) => (isActive ? a3 : 0)),
    );
    const idle = 64 - lanes.filter(({ isActive }) => isActive).length;
    const atStore = counts.code.values.idle;
    const sums = new Map<number, number>();
    for (let at = 0; at < atStore.length; at += 3)
      for (let word = atStore[at]!; word < atStore[at + 1]!; word++)
        sums.set(word, (sums.get(word) ?? 0) + atStore[at + 2]!);
    t.deepEqual([sums.get(0), sums.get(STORE)], [64 - ITEMS, idle]);
  });

test('the JIT compiles it: nothing is left to the interpreter', (t) => {
  for (const make of [ENGINES['jit']!, WHOLE_GROUPS]) t.deepEqual(storedBy(make).counts.exits, new Map());
});

test('registers are named by their bank', (t) => {
  const text = disassemble(toyWave32, CODE)
    .map((line) => line.text)
    .join('\n');
  t.regex(text, /t_mac a3, v0, v1/);
  t.regex(text, /t_less vcc, v1, a3/);
  t.deepEqual(
    BANKS.map(({ name }) => name),
    ['v', 'a', 's'],
  );
});
