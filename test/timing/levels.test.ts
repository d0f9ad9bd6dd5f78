// Levels of the model on random kernels: every cycle of every slot has one reason, no bound is above the detailed
// level, and a full sample is exact. Sweeps give the same on any number of threads.

import test from 'ava';
import { readConfiguration } from '../../src/timing/config/configuration.js';
import { boundsOf, groupsAtOnce, type IntervalBound, largest } from '../../src/timing/levels/bounds.js';
import { intervalOf } from '../../src/timing/levels/interval.js';
import { LEVEL_NAMES, timeAtLevel } from '../../src/timing/levels/level.js';
import { REASON_NAMES } from '../../src/timing/model/reasons.js';
import { simulate } from '../../src/timing/model/simulate.js';
import { configurationOfCase, partNamed, sweepCases, sweepTasks, variationOf } from '../../src/timing/sweep/cases.js';
import { runSweep } from '../../src/timing/sweep/pool.js';
import { AtollError } from '../../src/util/errors.js';
import { randomKernel } from './random-kernels.js';
import { KERNELS, type Recorded, read, record, SHAPE } from './recorded.js';

const SEEDS = Number(process.env['ATOLL_SEEDS'] ?? 24);
const CHIPS = ['tahiti', 'oland', 'multi2sim-7970'].map(readConfiguration);
const SMALL = configurationOfCase({
  chip: 'tahiti',
  varied: { 'gpu.computeUnits': 2, 'l1.bytes': 1024, 'l2.bytesPerChannel': 2048, 'dram.queueLines': 2 },
  level: 'detailed',
});

function recordRandom(seed: number): Recorded {
  const { text, groups, size, vgprs, ldsBytes } = randomKernel(seed);
  return record(text, { globalSize: [groups * size, 1, 1], localSize: [size, 1, 1], vgprs, ldsBytes });
}

test('on random kernels reasons add up, at every chip, and no bound is above the time', (t) => {
  for (let seed = 1; seed <= SEEDS; seed++)
    read(recordRandom(seed), (records) => {
      for (const chip of [...CHIPS, SMALL]) {
        const { stalls, slotCycles, executionCycles, instructions, waveInstructions } = simulate(records, chip);
        const of = (all: Partial<typeof stalls>): number =>
          REASON_NAMES.reduce((sum, name) => sum + (all[name] ?? 0), 0);
        t.is(of(stalls), slotCycles, `seed ${seed}, ${chip.name}`);
        const empty = REASON_NAMES.filter((name) => name.startsWith('empty')).reduce(
          (sum, name) => sum + stalls[name],
          0,
        );
        // Single instructions have the values that are not empty.
        t.is(
          instructions.reduce((sum, own) => sum + of(own.slotCycles), 0),
          slotCycles - empty,
        );
        t.is(
          instructions.reduce((sum, { issues }) => sum + issues, 0),
          waveInstructions,
        );
        t.true(REASON_NAMES.every((name) => stalls[name] >= 0));
        const [bound, cycles] = largest(boundsOf(records, chip.values));
        t.true(cycles <= executionCycles, `seed ${seed}, ${chip.name}: ${bound} ${cycles} > ${executionCycles}`);
      }
    });
});

test('bounds: a single busy unit is near its bound', (t) => {
  const near = (text: string, expected: IntervalBound, ldsBytes = 0): void =>
    read(record(text, { globalSize: [64 * 640, 1, 1], localSize: [64, 1, 1], ldsBytes }), (records) => {
      const chip = configurationOfCase({ chip: 'tahiti', varied: { 'gpu.computeUnits': 4 }, level: 'bounds' });
      const [bound, cycles] = largest(boundsOf(records, chip.values));
      const { executionCycles } = simulate(records, chip);
      t.is(bound, expected);
      t.true(cycles <= executionCycles && cycles > 0.8 * executionCycles, `${bound}: ${cycles} of ${executionCycles}`);
    });
  near('v_rcp_f32 v1, v2\n'.repeat(64), 'vector');
  near(
    `s_mov_b32 m0, -1\n v_lshlrev_b32 v1, 7, v0\n ${'ds_read_b32 v2, v1\n s_waitcnt lgkmcnt(0)\n'.repeat(16)}`,
    'lds',
    8192,
  );
});

test('levels with all wavefronts sampled equal the detailed one, and bounds are below it', (t) => {
  const [chip] = CHIPS;
  for (const text of Object.values(KERNELS))
    read(record(text, SHAPE), (records) => {
      const results = LEVEL_NAMES.map((level) => timeAtLevel(level, records, chip!));
      const [bounds, interval, sampled, detailed] = results.map(({ executionCycles }) => executionCycles);
      t.is(detailed, simulate(records, chip!).executionCycles);
      t.is(sampled, detailed);
      t.true(bounds! <= detailed!);
      // One wavefront alone has nothing to queue for.
      t.true(Math.abs(interval! / detailed! - 1) < 0.5, `${interval} ${detailed}: ${text}`);
    });
});

/** Kernels in which concurrent wavefronts compete; the permitted error of the interval level. */
const SHARED: Readonly<Record<string, readonly [text: string, groups: number, most: number]>> = {
  'a line for each lane, which other work-groups read, too': [
    `v_lshlrev_b32 v1, 6, v0\n s_lshl_b32 s20, s16, 10\n v_add_i32 v1, vcc, s20, v1\n s_mov_b32 s21, 0
    again: buffer_load_dword v2, v1, s[4:7], 0 offen\n v_add_i32 v1, vcc, 0x4100, v1\n s_waitcnt vmcnt(0)\n v_mac_f32 v4, v2, v3
    s_add_u32 s21, s21, 1\n s_cmp_lt_u32 s21, 12\n s_cbranch_scc1 again`,
    48,
    0.12,
  ],
  'words of a line, read again before L1 has room for all': [
    `v_lshlrev_b32 v1, 6, v0\n s_lshl_b32 s20, s16, 14\n v_add_i32 v1, vcc, s20, v1\n s_mov_b32 s21, 0
    again: buffer_load_dword v2, v1, s[4:7], 0 offen\n v_add_i32 v1, vcc, 4, v1\n s_waitcnt vmcnt(0)\n v_mac_f32 v4, v2, v3
    s_add_u32 s21, s21, 1\n s_cmp_lt_u32 s21, 16\n s_cbranch_scc1 again`,
    48,
    0.1,
  ],
  'code that comes from DRAM': ['v_mul_f32 v1, 0x40490fdb, v2\n v_mul_f32 v3, 0x40490fdb, v2\n'.repeat(400), 8, 0.05],
  'stores without a wait': [
    `v_lshlrev_b32 v1, 2, v0\n s_lshl_b32 s20, s16, 14\n v_add_i32 v1, vcc, s20, v1
    ${'buffer_store_dword v0, v1, s[4:7], 0 offen\n v_add_i32 v1, vcc, 0x400, v1\n'.repeat(16)}`,
    48,
    0.05,
  ],
  'barriers between wavefronts of unlike lengths': [
    `s_mov_b32 m0, -1\n v_lshlrev_b32 v1, 2, v0\n s_mov_b32 s21, 0\n again: v_readfirstlane_b32 s22, v0
    more: v_rcp_f32 v2, v3\n s_sub_u32 s22, s22, 64\n s_cmp_gt_i32 s22, 0\n s_cbranch_scc1 more\n ds_write_b32 v1, v2\n s_waitcnt lgkmcnt(0)
    s_barrier\n s_add_u32 s21, s21, 1\n s_cmp_lt_u32 s21, 8\n s_cbranch_scc1 again`,
    48,
    0.08,
  ],
};

test('the interval level is near the detailed one, also where wavefronts share caches, code and queues', (t) => {
  const [chip] = ['tahiti'].map((name) =>
    configurationOfCase({ chip: name, varied: { 'gpu.computeUnits': 4 }, level: 'interval' }),
  );
  for (const [name, [text, groups, most]] of Object.entries(SHARED))
    read(record(text, { globalSize: [256 * groups, 1, 1], localSize: [256, 1, 1], ldsBytes: 1024 }, {}), (records) => {
      const [interval, detailed] = (['interval', 'detailed'] as const).map(
        (level) => timeAtLevel(level, records, chip!).executionCycles,
      );
      t.log(name, (100 * interval!) / detailed! - 100);
      t.true(Math.abs(interval! / detailed! - 1) < most, `${name}: ${interval} ${detailed}`);
    });
});

test('how many words of records the interval level has at hand is of no consequence', (t) => {
  for (const kernel of ['a loop of many iterations', 'accesses of all kinds'])
    read(record(KERNELS[kernel]!, SHAPE), (records) => {
      const cycles = [16, 256, 4096].map((words) => intervalOf(records, CHIPS[0]!.values, 'wasm', words).cycles);
      t.deepEqual(cycles, [cycles[0]!, cycles[0]!, cycles[0]!]);
    });
});

test('a sample of many equal work-groups gives the time of all', (t) => {
  const text = `v_lshlrev_b32 v1, 2, v0\n ${'buffer_load_dword v2, v1, s[4:7], 0 offen\n s_waitcnt vmcnt(0)\n v_rcp_f32 v2, v2\n'.repeat(8)}`;
  read(record(text, { globalSize: [64 * 2000, 1, 1], localSize: [64, 1, 1] }), (records) => {
    const one = configurationOfCase({ chip: 'tahiti', varied: { 'gpu.computeUnits': 2 }, level: 'sampled' });
    t.is(groupsAtOnce(one.values, records), 40);
    const [sampled, detailed] = (['sampled', 'detailed'] as const).map((level) => timeAtLevel(level, records, one));
    t.is(sampled!.note, '320 of 2000 work-groups (16.0 %)');
    t.true(Math.abs(sampled!.executionCycles / detailed!.executionCycles - 1) < 0.05);
  });
});

test('every level reports why a work-group does not fit', (t) => {
  read(record('s_nop 0', { ldsBytes: 32768 }), (records) => {
    const small = configurationOfCase({ chip: 'tahiti', varied: { 'computeUnit.ldsBytes': 16384 }, level: 'bounds' });
    for (const level of LEVEL_NAMES) {
      const error = t.throws(() => timeAtLevel(level, records, small), { instanceOf: AtollError }, level);
      t.is(error.code, 'LIMIT');
      t.regex(error.message, /32768 bytes of LDS does not fit/);
    }
  });
});

const textOf = (value: object): string => JSON.stringify(value);

test('a sweep gives the same in the same order on any number of threads, whole or in parts', async (t) => {
  const { file } = record(KERNELS['divergence, LDS and barriers']!, SHAPE);
  const other = record(KERNELS['banks of LDS']!, SHAPE).file;
  const cases = sweepCases(
    ['tahiti', 'pitcairn'],
    [variationOf('l1.latencyCycles=50,100'), variationOf('lds.latencyCycles=30,60')],
    ['interval', 'detailed'],
  );
  t.is(cases.length, 16);
  t.deepEqual(cases[1], {
    chip: 'tahiti',
    varied: { 'l1.latencyCycles': 50, 'lds.latencyCycles': 30 },
    level: 'detailed',
  });
  const tasks = sweepTasks([file, other], () => cases);
  t.is(tasks.length, 32);
  const alone = await runSweep(tasks, 1);
  const results: string[] = [];
  t.deepEqual(await runSweep(tasks, 3, (result) => results.push(textOf(result))), alone);
  t.deepEqual(results.sort(), alone.map(textOf).sort());
  t.true(alone[7]!.cycles > alone[5]!.cycles, 'slower LDS');
  t.not(alone[16]!.cycles, alone[0]!.cycles, 'another launch');
  const parts = ['1/3', '2/3', '3/3'].map((text) => sweepTasks([file, other], () => cases, partNamed(text)));
  t.deepEqual(
    parts.map(({ length }) => length),
    [12, 10, 10],
  );
  t.deepEqual(parts.flat().map(textOf).sort(), tasks.map(textOf).sort());
  // Levels of one chip are compared.
  for (const part of parts)
    for (let n = 0; n < part.length; n += 2) t.deepEqual(part[n + 1], { ...part[n]!, level: 'detailed' });
});

test('sweep: invalid parameters are refused', async (t) => {
  for (const [text, pattern] of [
    ['l1.bytes', /is not of the form/],
    ['l1.bytes=', /is not of the form/],
    ['l1.bytes=-1', /is not of the form/],
    ['l1.byte=1', /there is no parameter 'l1\.byte'/],
  ] as const)
    t.throws(() => variationOf(text), { instanceOf: AtollError, message: pattern });
  const many = variationOf(`l1.latencyCycles=${Array.from({ length: 200 }, (_, n) => n + 1).join(',')}`);
  t.throws(() => sweepCases(['tahiti'], [many, many], ['bounds']), { message: /more than 10000 simulations/ });
  for (const [text, pattern] of [
    ['l1.ways=0', /: l1\.ways: 0 is not a whole number from 1/],
    ['gpu.computeUnits=0', /: gpu\.computeUnits: 0 is not a whole number from 1 to 1024/],
    ['gpu.computeUnits=2000000000', /: gpu\.computeUnits: /],
    ['l2.interleaveBytes=100', /: l2\.interleaveBytes: 100 is not a power of two/],
  ] as const) {
    const cases = sweepCases(['tahiti'], [variationOf(text)], ['detailed']);
    await t.throwsAsync(runSweep(sweepTasks(['/absent'], () => cases)), { instanceOf: AtollError, message: pattern });
  }
  const cases = sweepCases(['tahiti', 'oland'], [], ['detailed']);
  for (const text of ['0/2', '3/2', '1', '1/x', ''])
    t.throws(() => partNamed(text), { message: /is not of the form 2\/8/ });
  await t.throwsAsync(
    runSweep(
      sweepTasks(['/absent'], () => cases),
      2,
    ),
    {
      instanceOf: AtollError,
      message: /cannot read the records/,
    },
  );
});
