// Counts of all engines, beside an independent count by the oracle's semantics one instruction at a time: executions,
// with how many lanes, which branches were taken.

import test, { type ExecutionContext } from 'ava';
import { Counts } from '../../src/emulator/counts.js';
import {
  Dispatcher,
  type Engine,
  type GpuMemory,
  type LaunchDescriptor,
  type Probe,
} from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { classOf } from '../../src/isa/classes.js';
import { isVector } from '../../src/isa/evaluate.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { tallyOf } from '../../src/statistics/decoded-tallies.js';
import { valuesOf } from '../../src/statistics/statistics.js';
import { counted } from '../emulator/counted.js';
import { CODE, createMemory, DATA, launchOf } from '../emulator/harness.js';
import { Machine } from '../emulator/machine.js';
import { Random } from '../emulator/random.js';
import { assemble } from '../isa/southern-islands.js';
import { denormals } from '../jit/denormals.js';
import { CompiledAtOnce, LEVELS } from '../jit/native/compiled.js';
import { faultingProgram } from '../jit/random-faults.js';
import { LDS_BYTES, randomProgram } from '../jit/random-program.js';

const SEED = Number(process.env['ATOLL_SEED'] ?? 1);
const FUZZ = Number(process.env['ATOLL_FUZZ'] ?? 1);

type Make = (memory: GpuMemory) => Engine;
const native = new CompiledAtOnce(LEVELS[0]!);
const ENGINES: Readonly<Record<string, Make>> = {
  oracle: createOracle,
  interpreter: (memory) => createInterpreter(memory),
  'compiled code': (memory) => createJit(memory, { denormals }),
  'compiled code, exact': (memory) => createJit(memory, { exact: true }),
};
const WITH_NATIVE: Readonly<Record<string, Make>> = {
  ...ENGINES,
  'machine code': (memory) => createJit(memory, { denormals, store: native, nativeCode: native }),
};

function wordsOf(text: string): Uint32Array {
  const { words, problems } = assemble(text);
  if (problems.length > 0) throw new Error(problems.map(({ message, text: line }) => `'${line}': ${message}`).join());
  return words;
}

/**
 * A loop with lanes that diverge, a barrier, LDS, and branches of both kinds; two wavefronts of which the last has 36
 * lanes.
 */
const MIXED = `s_mov_b32 m0, -1\n s_mov_b32 s4, 0\n v_lshlrev_b32 v3, 2, v0
  again: v_cmp_gt_u32 vcc, 37, v0\n s_and_saveexec_b64 s[6:7], vcc\n s_cbranch_execz none\n v_add_i32 v1, vcc, 5, v1\n s_nop 0
  v_mul_u32_u24 v1, 3, v1\n none: s_mov_b64 exec, s[6:7]\n ds_write_b32 v3, v1\n s_waitcnt lgkmcnt(0)\n s_barrier
  ds_read_b32 v2, v3\n s_and_b32 s5, s4, 1\n s_cmp_eq_u32 s5, 0\n s_cbranch_scc1 even\n v_xor_b32 v1, v1, v2\n s_branch odd
  even: v_cmpx_lt_u32 vcc, 3, v0\n v_add_i32 v0, vcc, 1, v0\n odd: s_add_u32 s4, s4, 1\n s_cmp_lt_u32 s4, 5\n s_cbranch_scc1 again
  s_endpgm`;
const SHAPE = { ldsBytes: 1024, globalSize: [300, 1, 1], localSize: [100, 1, 1], vgprs: 8 } as const;

/** Runs a launch to its end, in slices. */
function run(make: Make, code: Uint32Array, more: Partial<LaunchDescriptor>, budget: number, probe?: Probe) {
  const memory = createMemory();
  const launch = launchOf(memory, code, more);
  const dispatch = new Dispatcher(memory, make(memory), probe ? { probe } : {}).start(launch);
  let outcome = dispatch.run(budget);
  while (outcome === 'budget') outcome = dispatch.run(budget);
  return { outcome, counted: counted(dispatch.counts, memory, launch), counts: dispatch.counts, launch };
}

/** The same numbers from an observer. */
function observed(code: Uint32Array, more: Partial<LaunchDescriptor>) {
  const byPc = new Map<number, { name: string; times: number; lanes: number | undefined; taken: number }>();
  const probe: Probe = {
    onInstructionBefore: (w, pc, { def }) => {
      const own = byPc.get(pc) ?? { name: def.name, times: 0, lanes: isVector(def) ? 0 : undefined, taken: 0 };
      own.times++;
      if (own.lanes !== undefined) own.lanes += w.exec.toString(2).replaceAll('0', '').length;
      byPc.set(pc, own);
    },
    onInstructionAfter: (w, pc, { def, size }) => {
      if (classOf(def) === 'branch' && w.pc !== pc + size) byPc.get(pc)!.taken++;
    },
  };
  run((memory) => createInterpreter(memory, { probe }), code, more, Number.POSITIVE_INFINITY, probe);
  return [...byPc]
    .sort(([a], [b]) => a - b)
    .map(
      ([pc, { name, times, lanes, taken }]) =>
        `${pc - CODE} ${name}: ${times} times, ${lanes ?? 'no'} lanes, ${taken} taken`,
    );
}

for (const [name, make] of Object.entries(WITH_NATIVE))
  test(`counts: executions, lanes and branches equal those of an observer, in slices of any length: ${name}`, (t) => {
    const code = wordsOf(MIXED);
    const expected = observed(code, SHAPE);
    for (const budget of [Number.POSITIVE_INFINITY, 1, 7, 40, 333]) {
      const { outcome, counted: own } = run(make, code, SHAPE, budget);
      t.is(outcome, 'done');
      t.deepEqual(own.instructions, expected, `slices of ${budget}`);
      t.like(own, { workGroups: 3, wavefronts: 6, barriers: 15, invalid: 0 });
    }
  });

test('random programs with any EXEC count the same on all engines', (t) => {
  const random = new Random(SEED);
  const machines = Object.entries(ENGINES).map(([name, make]) => ({ name, machine: new Machine(make) }));
  let partial = 0;
  for (let n = 0; n < 12 * FUZZ; n++) {
    const code = randomProgram(random, 3 + random.below(10), 'any');
    const state = Array.from({ length: 24 * 64 + 40 }, () => random.edge());
    const counts = machines.map(({ name, machine }) => {
      machine.w.counts = new Counts();
      t.is(machine.run(code, state, 0x3c0, LDS_BYTES), 'end');
      const { instructions } = counted(machine.w.counts, machine.memory, machine.w.workGroup.launch);
      return { name, instructions };
    });
    const [first, ...others] = counts;
    partial += first!.instructions.filter((each) => / (?!no)\d+ lanes/.test(each) && !isFull(each)).length;
    for (const { name, instructions } of others)
      t.deepEqual(instructions, first!.instructions, `program ${n}: ${name}`);
  }
  t.true(partial > 20, `${partial} instructions with lanes switched off`);
});

/** True if an instruction had all lanes each time. */
function isFull(text: string): boolean {
  const [, times, lanes] = /(\d+) times, (\d+) lanes/.exec(text)!;
  return Number(lanes) === 64 * Number(times);
}

test('faulting programs in slices count the same on all engines', (t) => {
  const random = new Random(SEED + 1);
  const faulty = { userSgprs: Uint32Array.of(0, 0, 0, 0, 0, 0, 0xffff_ffff, 0x27fac, DATA, 0x4_0000, 0x100, 0x27fac) };
  const shape = { ...faulty, vgprs: 24, ldsBytes: 512, globalSize: [256, 1, 1], localSize: [128, 1, 1] } as const;
  let faults = 0;
  for (let n = 0; n < 12 * FUZZ; n++) {
    const code = faultingProgram(random);
    const budget = random.pick([3, 11, Number.POSITIVE_INFINITY]);
    const [first, ...others] = Object.values(ENGINES).map((make) => run(make, code, shape, budget));
    if (first!.outcome === 'fault') faults++;
    // Compiled code is interrupted between blocks, so other wavefronts may have come further before a fault.
    for (const { outcome, counted: own } of budget === Number.POSITIVE_INFINITY ? others : others.slice(0, 1))
      t.deepEqual({ outcome, ...own }, { outcome: first!.outcome, ...first!.counted }, `program ${n}, ${budget}`);
  }
  t.true(faults > 2);
});

test('counts: code behind a faulting load keeps its earlier lanes, whatever EXEC becomes there', (t) => {
  // The second work-group's load is refused.
  const code =
    wordsOf(`v_lshlrev_b32 v1, 2, v0\n s_mul_i32 s9, s8, 0x1000000\n v_add_i32 v1, vcc, s9, v1\n v_xor_b32 v1, 20, v1\n v_cmp_gt_u32 vcc, 37, v0
    s_and_saveexec_b64 s[2:3], vcc\n v_mov_b32 v2, 1\n buffer_load_dword v3, v1, s[4:7], 0 offen\n v_add_i32 v2, vcc, 1, v2
    v_cmpx_lt_u32 vcc, 20, v0\n v_add_i32 v2, vcc, 1, v2\n s_endpgm`);
  const userSgprs = Uint32Array.of(0, 0, 0, 0, DATA, 0, 0x7000_0000, 0x27fac);
  const shape = { userSgprs, vgprs: 8, globalSize: [128, 1, 1] } as const;
  for (const [name, make] of Object.entries(WITH_NATIVE)) {
    const { outcome, counted: own } = run(make, code, shape, Number.POSITIVE_INFINITY);
    t.is(outcome, 'fault', name);
    t.deepEqual(
      own.instructions.slice(6).map((text) => text.replace(/^\d+ /, '')),
      [
        'v_mov_b32: 2 times, 74 lanes, 0 taken',
        'buffer_load_dword: 2 times, 74 lanes, 0 taken',
        'v_add_i32: 1 times, 37 lanes, 0 taken',
        'v_cmpx_lt_u32: 1 times, 37 lanes, 0 taken',
        'v_add_i32: 1 times, 16 lanes, 0 taken',
        's_endpgm: 1 times, no lanes, 0 taken',
      ],
      name,
    );
  }
});

function rows(t: ExecutionContext, make: Make) {
  const { outcome, counts, launch } = run(make, wordsOf(MIXED), SHAPE, Number.POSITIVE_INFINITY);
  t.is(outcome, 'done');
  return valuesOf(tallyOf({ counts: counts.values, isa: launch.isa, code: wordsOf(MIXED) }));
}

test('statistics of a program that was counted by hand', (t) => {
  // v0 as it starts; six wavefronts of 64 and 36 lanes.
  const wave = (lanes: number) => {
    let [valu, active, taken] = [1, lanes, 0];
    let ids = Array.from({ length: 64 }, (_, lane) => (lane < lanes ? lane + (lanes === 36 ? 64 : 0) : -1));
    let exec = ids.map((id) => id >= 0);
    const on = (): number => exec.filter(Boolean).length;
    for (let turn = 0; turn < 5; turn++) {
      const small = exec.map((live, lane) => live && ids[lane]! < 37);
      const few = small.filter(Boolean).length;
      valu += 1 + (few > 0 ? 2 : 0);
      active += on() + 2 * few;
      taken += few > 0 ? 0 : 1;
      if (turn % 2 === 0) {
        valu += 2;
        active += on();
        exec = exec.map((live, lane) => live && ids[lane]! > 3);
        active += on();
        ids = ids.map((id, lane) => (exec[lane] ? id + 1 : id));
        taken++;
      } else {
        valu++;
        active += on();
        taken++;
      }
      if (turn < 4) taken++;
    }
    return { valu, active, taken };
  };
  const [full, rest] = [wave(64), wave(36)];
  const expected = {
    workGroups: 3,
    wavefronts: 6,
    barriers: 15,
    'instructions.barrier': 30,
    'instructions.waitcnt': 30,
    'instructions.endpgm': 6,
    'instructions.lds': 60,
    'instructions.vmem': 0,
    'instructions.valu': 3 * (full.valu + rest.valu),
    valuLanes: 3 * (full.active + rest.active),
    branchesTaken: 3 * (full.taken + rest.taken),
    simdUtilisation: (full.active + rest.active) / (64 * (full.valu + rest.valu)),
    codeBytes: wordsOf(MIXED).byteLength,
  };
  for (const make of Object.values(ENGINES)) t.like(rows(t, make), expected);
  const all = rows(t, createOracle);
  const classes = Object.entries(all).filter(([name]) => name.startsWith('instructions.'));
  t.is(
    all['instructions'],
    classes.reduce((sum, [, value]) => sum + value!, 0),
  );
});

test('a value that was not counted is not 0', (t) => {
  t.is(rows(t, createOracle)['exits'], null);
  t.is(rows(t, (memory) => createJit(memory))['exits'], 0);
  const counts = new Counts().values;
  t.is(valuesOf(tallyOf({ counts, isa: 'southern-islands', code: undefined }))['simdUtilisation'], null);
});

test('numbers of many launches are exact beyond 32 bits', (t) => {
  const code = wordsOf('v_mov_b32 v0, 0\n s_endpgm');
  const counts = new Counts();
  const one = new Counts();
  one.code.ran(0, 2, 2 ** 40);
  one.code.idled(0, 1, 3 * 2 ** 40 + 1);
  for (let n = 0; n < 100; n++) counts.add(one.values);
  const values = valuesOf(tallyOf({ counts: counts.values, isa: 'southern-islands', code }));
  t.is(values['instructions'], 200 * 2 ** 40);
  t.is(values['valuLanes'], 100 * (61 * 2 ** 40 - 1));
});

test('stretches that overlap are added, and excess counts are subtracted', (t) => {
  const counts = new Counts();
  counts.code.ran(0, 3, 2);
  counts.code.ran(1, 3, -1);
  const code = wordsOf('s_nop 0\n s_nop 1\n s_endpgm');
  const { instructions } = tallyOf({ counts: counts.values, isa: 'southern-islands', code });
  t.deepEqual(
    instructions.map(({ times }) => times),
    [2, 1, 1],
  );
});
