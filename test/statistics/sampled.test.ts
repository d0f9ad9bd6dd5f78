// Values are looked at in some work-groups, which the interpreter runs; compiled code runs the others. All numbers are
// those of the interpreter alone.

import test from 'ava';
import { assign, registerNamed } from '../../src/debug/registers.js';
import { Dispatcher, type Engine, type GpuMemory, type LaunchDescriptor } from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import type { Probe } from '../../src/emulator/probes.js';
import { createSampled } from '../../src/emulator/sampling-engine.js';
import { DEFAULT_ISA } from '../../src/isa/isas.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { tallyOf } from '../../src/statistics/decoded-tallies.js';
import { Collector } from '../../src/statistics/observe/collector.js';
import { DistinctWords } from '../../src/statistics/observe/distinct.js';
import { valuesOf } from '../../src/statistics/statistics.js';
import { createMemory, DATA, launchOf } from '../emulator/harness.js';
import { Random } from '../emulator/random.js';
import { KERNELS, wordsOf } from '../timing/recorded.js';

const USER = Uint32Array.of(0, 0, DATA, 0, DATA, 0, 0x10_0000, 0x27fac, 0, 0, 0, 0, 0, 0, 0, 0);
const SHAPES: Readonly<Record<string, Partial<LaunchDescriptor>>> = {
  ascending: { globalSize: [1100, 1, 1], localSize: [100, 1, 1] },
  descending: { globalSize: [1100, 1, 1], localSize: [100, 1, 1], order: 'descending' },
};

type Create = (memory: GpuMemory, probe: Probe) => Engine;
const sampling: Create = (memory, probe) => {
  const { rest, everyOf } = probe.sampled!;
  return createSampled(createJit(memory, { probe: rest }), createInterpreter(memory, { probe }), everyOf);
};

function run(text: string, shape: Partial<LaunchDescriptor>, addresses: boolean, create: Create) {
  const memory = createMemory();
  const collector = new Collector({ addresses, values: true, every: 3 });
  const looked = new Set<number>();
  const { probe } = collector;
  const own: Probe = {
    ...probe,
    onInstructionBefore: (w, pc, instruction) => {
      looked.add(w.workGroup.number);
      probe.onInstructionBefore!(w, pc, instruction);
    },
  };
  const code = wordsOf(text);
  const more = { userSgprs: USER, vgprs: 24, sgprs: 48, ldsBytes: 16384 };
  const launch = launchOf(memory, code, { ...more, ...shape });
  const dispatch = new Dispatcher(memory, create(memory, own), { probe: own }).start(launch);
  if (dispatch.run() !== 'done') throw new Error('the kernel did not end');
  const { isa } = launch;
  const { exits: _, ...statistics } = valuesOf(
    tallyOf({ counts: dispatch.counts.values, isa, code, observations: collector.take() }),
  );
  return { statistics, looked: [...looked].sort((a, b) => a - b), data: memory.u32.slice(DATA / 4, DATA / 4 + 4096) };
}

for (const [name, shape] of Object.entries(SHAPES))
  test(`a sample of work-groups is looked at, and nothing else differs: ${name}`, (t) => {
    for (const [kernel, text] of Object.entries(KERNELS))
      for (const addresses of [false, true]) {
        const expected = run(text, shape, addresses, (memory, probe) => createInterpreter(memory, { probe }));
        const { looked, statistics, data } = run(text, shape, addresses, sampling);
        t.deepEqual(statistics, expected.statistics, kernel);
        t.deepEqual(data, expected.data, kernel);
        t.deepEqual(looked, [0, 3, 6, 9], kernel);
        t.is(statistics['sampledWorkGroups'], 4);
      }
  });

test('distinct words of active lanes are counted as a set does', (t) => {
  const random = new Random(3);
  const distinct = new DistinctWords();
  for (let n = 0; n < 300; n++) {
    const few = random.below(2) === 0;
    // Multiples of a large power of two meet in one place.
    const words = Uint32Array.from({ length: 128 }, () => (few ? random.below(9) << 28 : random.below(2 ** 32)));
    const [low, high] = [random.below(2 ** 32), n % 3 === 0 ? 0 : random.below(2 ** 32)];
    distinct.look(words, 64, low, high);
    const active = [...words.subarray(64)].filter((_, lane) => (((lane < 32 ? low : high) >>> (lane % 32)) & 1) === 1);
    t.is(distinct.lanes, active.length);
    t.is(distinct.values, new Set(active).size);
  }
});

test('distinct words that are evenly apart are counted as a set does', (t) => {
  const distinct = new DistinctWords();
  for (const [first, step] of [0, 7, 0xffff_fff0].flatMap((from) =>
    [0, 1, -4, 3 << 20, 2 ** 26, 2 ** 27, 3 * 2 ** 27, 2 ** 30, 2 ** 31].map((apart) => [from, apart] as const),
  ))
    for (const odd of [-1, 1, 2, 40, 63]) {
      const words = Uint32Array.from({ length: 64 }, (_, lane) => first + lane * step + (lane === odd ? 5 : 0));
      distinct.look(words, 0, 0xffff_ffff, 0xffff_ffff);
      t.is(distinct.lanes, 64);
      t.is(distinct.values, new Set(words).size, `${first} ${step} ${odd}`);
    }
});

test('a write to a register with a known value is observed', (t) => {
  const memory = createMemory();
  const collector = new Collector({ addresses: false, values: true, every: 1 });
  const { probe } = collector;
  const edited: Probe = {
    ...probe,
    onInstructionBefore: (w, pc, instruction) => {
      // The result of v_mov_b32 is one value from here on.
      if (instruction.def.name.startsWith('v_add')) assign(w, registerNamed(DEFAULT_ISA, 'v1'), '5');
      probe.onInstructionBefore!(w, pc, instruction);
    },
  };
  const code = wordsOf('v_mov_b32 v1, v0\n v_add_i32 v2, vcc, v1, v1');
  const launch = launchOf(memory, code, { globalSize: [64, 1, 1], localSize: [64, 1, 1] });
  const dispatch = new Dispatcher(memory, createInterpreter(memory, { probe: edited }), { probe: edited }).start(
    launch,
  );
  t.is(dispatch.run(), 'done');
  const { isa } = launch;
  const values = valuesOf(tallyOf({ counts: dispatch.counts.values, isa, code, observations: collector.take() }));
  t.like(values, { vgprReadLanes: 128, vgprReadValues: 65, vgprWrittenValues: 65 });
});
