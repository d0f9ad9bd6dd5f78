// The detailed model: published rates come out again, cycles of slots add up, and better parameters are never slower.

import test from 'ava';
import { eachStretch } from '../../src/emulator/counts.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import {
  type Configuration,
  configurationNames,
  configurationOf,
  readConfiguration,
} from '../../src/timing/config/configuration.js';
import { REASON_NAMES } from '../../src/timing/model/reasons.js';
import type { TimingResult } from '../../src/timing/model/result.js';
import { simulate } from '../../src/timing/model/simulate.js';
import { AtollError } from '../../src/util/errors.js';
import { KERNELS, type Recorded, read, record, SHAPE } from './recorded.js';

const tahiti = readConfiguration('tahiti');

/** A chip with other values: `'l1.bytes': 8192`. */
function changed(values: Readonly<Record<string, number>>, base = tahiti): Configuration {
  const groups: Record<string, Record<string, (typeof base.groups)[string][string]>> = {};
  for (const [group, keys] of Object.entries(base.groups)) groups[group] = { ...keys };
  for (const [place, value] of Object.entries(values)) {
    const [group, key] = place.split('.') as [string, string];
    groups[group]![key] = { value, source: 'a test', confidence: 'guess' };
  }
  return configurationOf('changed', 'changed', groups);
}

const time = (recorded: Recorded, chip = tahiti): TimingResult => read(recorded, (records) => simulate(records, chip));
const cycles = (text: string, shape: Partial<LaunchDescriptor> = {}, chip = tahiti): number =>
  time(record(text, shape), chip).executionCycles;

const ONE = { globalSize: [64, 1, 1], localSize: [64, 1, 1] } as const;
/** Cycles of one more of some lines in a loop, without those that its first iterations take while its code is cold. */
function marginal(line: string, shape: Partial<LaunchDescriptor> = ONE, chip = tahiti): number {
  const loop = (lines: number, times: number): number =>
    cycles(
      `s_mov_b32 s20, 0\n loop:\n${`${line}\n`.repeat(lines)} s_add_u32 s20, s20, 1
       s_cmp_lt_u32 s20, ${times}\n s_cbranch_scc1 loop`,
      shape,
      chip,
    );
  const more = (lines: number): number => (loop(lines, 48) - loop(lines, 16)) / 32;
  return (more(24) - more(8)) / 16;
}

test('published rates come out again: one wavefront', (t) => {
  const near = (line: string, expected: number): void => {
    const cycles = marginal(line);
    t.true(Math.abs(cycles - expected) <= 0.25, `${line}: ${cycles}, published ${expected}`);
  };
  near('v_mov_b32 v1, v2', 4);
  near('v_rcp_f32 v1, v2', 16);
  // Five of eight places of 8-byte instructions cost 4 cycles more.
  near('v_mul_lo_u32 v1, v2, v3 \n v_mov_b32 v1, v2', 16 + 4 + (4 * 5) / 8);
  near('s_mov_b32 s21, s22', 4);
  near('s_and_saveexec_b64 s[22:23], exec', 8);
});

test('published rates come out again: ten wavefronts of a SIMD hide all other latencies', (t) => {
  const many = { globalSize: [64 * 10, 1, 1], localSize: [64, 1, 1] } as const;
  const one = changed({ 'gpu.computeUnits': 1, 'gpu.computeUnitsPerCluster': 1, 'computeUnit.simds': 1 });
  for (const [line, expected] of [
    ['v_mov_b32 v1, v2', 4],
    ['v_add_f64 v[2:3], v[4:5], v[6:7]', 8],
    ['v_mul_f64 v[2:3], v[4:5], v[6:7]', 16],
    ['v_fma_f32 v1, v2, v3, v4', 4],
    ['v_sqrt_f32 v1, v2', 16],
    ['v_lshl_b64 v[2:3], v[4:5], v0', 8],
  ] as const) {
    const chip = changed({}, one);
    const cycles = marginal(line, many, chip) / 10;
    t.true(Math.abs(cycles - expected) <= 0.2, `${line}: ${cycles}, published ${expected}`);
  }
});

test('every cycle of every slot has one reason, and every instruction that was executed is issued once', (t) => {
  for (const text of Object.values(KERNELS)) {
    const recorded = record(text, SHAPE);
    let executed = 0;
    eachStretch(recorded.counts.values.code.times, (first, end, times) => {
      executed += (end - first) * times;
    });
    for (const chip of configurationNames()
      .map(readConfiguration)
      .concat(changed({ 'gpu.computeUnits': 1 }))) {
      const result = time(recorded, chip);
      const sum = REASON_NAMES.reduce((total, name) => total + result.stalls[name], 0);
      t.is(sum, result.slotCycles, `${chip.name}: ${text}`);
      const { computeUnits } = chip.values.gpu;
      const { simds, slotsPerSimd } = chip.values.computeUnit;
      t.is(result.slotCycles, result.executionCycles * computeUnits * simds * slotsPerSimd);
      t.true(result.waveInstructions <= executed && result.waveInstructions > executed / 2);
      t.deepEqual(time(recorded, chip), result);
    }
  }
});

const STREAM = `v_lshlrev_b32 v1, 2, v0\n s_lshl_b32 s20, s16, 8\n v_add_i32 v1, vcc, s20, v1\n s_mov_b32 s21, 0
  again: buffer_load_dword v2, v1, s[4:7], s21 offen\n s_waitcnt vmcnt(0)\n v_add_i32 v3, vcc, v2, v3\n s_add_u32 s21, s21, 0x4000
  s_cmp_lt_u32 s21, 0x80000\n s_cbranch_scc1 again\n buffer_store_dword v3, v1, s[4:7], 0 offen`;

test('timing model: a better parameter is never slower', (t) => {
  const recorded = record(STREAM, { globalSize: [64 * 64, 1, 1], localSize: [64, 1, 1] });
  const base = { 'gpu.computeUnits': 4, 'dram.megabytesPerSecond': 20000 };
  const slowest = time(recorded, changed(base)).executionCycles;
  const improvements: readonly Readonly<Record<string, number>>[] = [
    { 'dram.megabytesPerSecond': 200000 },
    { 'dram.latencyCycles': 20 },
    { 'gpu.computeUnits': 16 },
    { 'l1.latencyCycles': 20 },
    { 'frontEnd.fetchLatencyCycles': 4 },
  ];
  for (const better of improvements)
    t.true(time(recorded, changed({ ...base, ...better })).executionCycles <= slowest, JSON.stringify(better));
  t.true(time(recorded, changed({ ...base, 'dram.megabytesPerSecond': 5000 })).executionCycles > 2 * slowest);
});

test('cycles hardly depend on the window, and bandwidth is not exceeded', (t) => {
  const recorded = record(STREAM, { globalSize: [64 * 64, 1, 1], localSize: [64, 1, 1] });
  const results = [16, 64, 128].map((window) => time(recorded, changed({ 'model.windowCycles': window })));
  const all = results.map(({ executionCycles }) => executionCycles);
  t.true(Math.max(...all) <= 1.03 * Math.min(...all), String(all));
  for (const { dramBytesRead, executionCycles } of results)
    t.true((dramBytesRead * 925e6) / executionCycles <= 264e9 * 1.001);
  t.is(results[0]!.caches.l1.misses, 64 * 4 * 32);
});

test('writes do not exceed the bandwidth either, though no wavefront waits for them', (t) => {
  const text = `v_lshlrev_b32 v1, 2, v0\n s_lshl_b32 s20, s16, 8\n v_add_i32 v1, vcc, s20, v1\n s_mov_b32 s21, 0
    again: buffer_store_dword v0, v1, s[4:7], s21 offen\n s_add_u32 s21, s21, 0x4000\n s_cmp_lt_u32 s21, 0x100000\n s_cbranch_scc1 again`;
  const recorded = record(text, { globalSize: [64 * 64, 1, 1], localSize: [64, 1, 1] });
  const small = { 'l2.bytesPerChannel': 4096, 'dram.queueLines': 16 };
  const { dramBytesWritten, executionCycles } = time(recorded, changed(small));
  t.is(dramBytesWritten, 2 ** 20 - 12 * 4096);
  // Half of 264 GB/s, and the requests in the queues of twelve channels.
  t.true(((dramBytesWritten - 12 * 16 * 64) * 925e6) / executionCycles <= 132e9 * 1.001);
});

test('a wait waits for its own counter', (t) => {
  const after = (wait: string): number =>
    cycles(
      `v_lshlrev_b32 v1, 2, v0\n s_mov_b32 m0, -1\n buffer_load_dword v2, v1, s[4:7], 0 offen\n ds_read_b32 v3, v1\n ${wait}
      ${'v_rcp_f32 v4, v5\n'.repeat(20)} s_waitcnt vmcnt(0)`,
      { ...ONE, ldsBytes: 1024 },
    );
  const { l2, dram } = tahiti.values;
  t.true(after('s_waitcnt vmcnt(0)') >= after('s_waitcnt lgkmcnt(0)') + 200);
  t.true(after('s_waitcnt vmcnt(0)') >= l2.latencyCycles + dram.latencyCycles + 320);
});

test('wavefronts meet at a barrier, and their report is right', (t) => {
  const text = `v_readfirstlane_b32 s20, v0\n s_cmp_lg_u32 s20, 0\n s_cbranch_scc1 meet\n ${'v_rcp_f32 v4, v5\n'.repeat(100)}
    meet: s_barrier`;
  const { stalls, executionCycles } = time(record(text, { globalSize: [256, 1, 1], localSize: [256, 1, 1] }));
  t.true(executionCycles > 1600);
  t.true(stalls.barrier > 3 * 1400 && stalls.barrier < 3 * executionCycles);
});

test('occupancy is limited by the resources of a work-group', (t) => {
  const text = 's_nop 0\n'.repeat(400);
  const shape = { globalSize: [64 * 400, 1, 1], localSize: [64, 1, 1] } as const;
  const chip = changed({ 'gpu.computeUnits': 1 });
  const limited = (more: Partial<LaunchDescriptor>) => time(record(text, { ...shape, ...more }), chip).stalls;
  t.true(limited({ ldsBytes: 16384 }).emptyLds > 0);
  t.true(limited({ vgprs: 128 }).emptyVgprs > 0);
  t.true(limited({ sgprs: 104 }).emptySgprs > 0);
  t.is(limited({}).emptyVgprs + limited({}).emptyLds, 0);
  const groups = { localSize: [128, 1, 1] } as const;
  t.true(limited(groups).emptyBarriers > 0);
});

test('a work-group that fits nowhere is refused', (t) => {
  const recorded = record('s_nop 0', { ...ONE, ldsBytes: 32768 });
  const error = t.throws(() => time(recorded, changed({ 'computeUnit.ldsBytes': 16384 })), { instanceOf: AtollError });
  t.regex(error.message, /kernel test: a work-group of 1 wavefronts .* 32768 bytes of LDS does not fit/);
});
