// Every statistic of small kernels beside an independent count by the oracle, exactly.

import test, { type ExecutionContext } from 'ava';
import { addChip, DEFAULT_CHIP } from '../../src/chips/chips.js';
import { Counts } from '../../src/emulator/counts.js';
import { Dispatcher, type LaunchDescriptor } from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { assemble } from '../../src/isa/assemble.js';
import type { Isa } from '../../src/isa/isa.js';
import { DEFAULT_ISA } from '../../src/isa/isas.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { tallyOf, totalsOf } from '../../src/statistics/decoded-tallies.js';
import { Collector } from '../../src/statistics/observe/collector.js';
import { limitsOf, occupancyOf } from '../../src/statistics/occupancy.js';
import { needsProbe, selectedRows } from '../../src/statistics/selection.js';
import type { Statistic } from '../../src/statistics/statistic.js';
import { histogramsOf, STATISTICS, valuesOf } from '../../src/statistics/statistics.js';
import type { CountedLaunch, Tally } from '../../src/statistics/tally.js';
import { createMemory, DATA, launchOf } from '../emulator/harness.js';
import { Random } from '../emulator/random.js';
import { CountingOracle, IndependentCount } from './independent.js';

/** s[4:7] is a buffer of all data, s[8:15] an image of 16 x 16 words, s[2:3] the address of the data. */
const USER = Uint32Array.of(
  0,
  0,
  DATA,
  0,
  DATA,
  0,
  0x10_0000,
  0x27fac,
  DATA >>> 8,
  0x10400000,
  0x3c00f,
  0x90000fac,
  0x1e000,
  0,
  0,
  0,
);
const SHAPE = { userSgprs: USER, ldsBytes: 16384, vgprs: 32, globalSize: [300, 1, 1], localSize: [100, 1, 1] } as const;

const KERNELS: Readonly<Record<string, string>> = {
  'divergence, LDS and barriers': `s_mov_b32 m0, -1\n s_mov_b32 s20, 0\n v_lshlrev_b32 v3, 2, v0\n v_mov_b32 v1, 7
    again: v_cmp_gt_u32 vcc, 37, v0\n s_and_saveexec_b64 s[22:23], vcc\n s_cbranch_execz none\n v_add_i32 v1, vcc, 5, v1
    v_mul_lo_u32 v1, v1, v0\n none: s_mov_b64 exec, s[22:23]\n ds_write_b32 v3, v1\n s_waitcnt lgkmcnt(0)\n s_barrier
    ds_read_b32 v2, v3\n v_xor_b32 v1, v1, v2\n s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, 4\n s_cbranch_scc1 again`,
  'linear accesses of partial wavefronts': `v_lshlrev_b32 v1, 2, v0\n s_mul_i32 s20, s16, 0x190\n v_add_i32 v1, vcc, s20, v1
    buffer_load_dword v2, v1, s[4:7], 0 offen\n s_waitcnt vmcnt(0)\n v_add_i32 v2, vcc, v0, v2
    buffer_store_dword v2, v1, s[4:7], 0 offen`,
  'wide and strided accesses, some outside': `v_mul_u32_u24 v1, 0x104, v0\n buffer_load_dwordx4 v[4:7], v1, s[4:7], 0 offen
    v_mul_u32_u24 v2, 0x3000, v0\n buffer_load_ushort v3, v2, s[4:7], 0 offen offset:3\n buffer_store_byte v5, v2, s[4:7], 0 offen
    v_cmp_lt_u32 vcc, 99, v0\n s_and_saveexec_b64 s[22:23], vcc\n buffer_load_dword v8, v1, s[4:7], 0 offen`,
  'banks of LDS': `s_mov_b32 m0, -1\n v_lshlrev_b32 v1, 3, v0\n v_lshlrev_b32 v2, 7, v0\n ds_write_b32 v1, v0\n ds_write_b32 v2, v0
    ds_read_b64 v[4:5], v1\n ds_read2_b32 v[6:7], v1 offset0:3 offset1:35\n v_mov_b32 v3, 16\n ds_read_b32 v8, v3
    v_and_b32 v9, 12, v1\n ds_read_u8 v8, v9 offset:1\n ds_write2_b64 v1, v[4:5], v[6:7] offset0:1 offset1:9`,
  atomics: `s_mov_b32 m0, -1\n v_and_b32 v1, 28, v0\n v_mov_b32 v2, 1\n buffer_atomic_add v2, v1, s[4:7], 0 offen glc
    v_mov_b32 v3, 3\n ds_add_u32 v1, v3\n ds_add_rtn_u32 v4, v1, v3 offset:64\n v_lshlrev_b32 v5, 3, v0\n ds_add_rtn_u64 v[6:7], v5, v[2:3]
    v_lshlrev_b32 v8, 2, v0\n buffer_atomic_smax v4, v8, s[4:7], 0 offen glc
    buffer_atomic_or v2, v8, s[4:7], 0 offen`,
  images: `v_and_b32 v4, 15, v0\n v_lshrrev_b32 v5, 3, v0\n image_load v6, v[4:5], s[8:15] dmask:0x1 unorm\n v_add_i32 v6, vcc, 1, v6
    v_add_i32 v5, vcc, -2, v5\n image_store v6, v[4:5], s[8:15] dmask:0x1 unorm`,
  'scalar loads': `s_load_dwordx4 s[20:23], s[2:3], 0x3f\n s_buffer_load_dwordx8 s[24:31], s[4:7], 0x80\n s_waitcnt lgkmcnt(0)
    v_mov_b32 v1, s20\n s_load_dword s20, s[2:3], 0x10`,
  'rates and banks of registers': `v_cvt_f64_i32 v[4:5], v0\n v_add_f64 v[8:9], v[4:5], v[4:5]\n v_fma_f64 v[12:13], v[4:5], v[8:9], v[4:5]
    v_cmpx_lt_u32 vcc, 20, v0\n v_rcp_f32 v1, v12\n v_mad_f32 v2, v1, v5, v9\n v_mac_f32 v2, v6, v10\n v_mul_hi_u32 v3, v2, v2
    v_lshl_b64 v[6:7], v[2:3], v0\n v_sqrt_f32 v1, v6\n v_add_f32 v1, v1, v5`,
  'branches and jumps': `s_branch next\n next: s_mov_b32 s20, 0\n loop: s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, 9\n s_cbranch_scc1 loop
    s_getpc_b64 s[22:23]\n s_add_u32 s22, s22, 20\n s_addc_u32 s23, s23, 0\n s_setpc_b64 s[22:23]\n s_nop 0\n s_nop 0\n v_mov_b32 v1, v0
    s_cbranch_scc0 on\n on: v_mov_b32 v2, v1`,
  'registers that change behind their names and lanes': `v_and_b32 v3, 3, v0\n v_mov_b32 v4, v3\n s_mov_b32 m0, 2\n v_movreld_b32 v1, v0
    v_mov_b32 v5, v3\n s_movk_i32 s20, 0x63\n v_writelane_b32 v4, s20, 3\n v_mov_b32 v6, v4\n s_mov_b64 s[24:25], exec
    v_cmp_gt_u32 vcc, 2, v0\n s_and_saveexec_b64 s[22:23], vcc\n v_mov_b32 v7, v4\n v_mov_b32 v4, 9\n s_mov_b64 exec, s[24:25]\n v_mov_b32 v8, v4
    s_mov_b64 exec, 0\n v_writelane_b32 v8, s20, 7\n s_mov_b64 exec, s[24:25]\n v_mov_b32 v9, v8\n v_mov_b32 v9, v9`,
  'lanes that are all off': `s_mov_b64 exec, 0\n v_add_f32 v1, v0, v0\n v_lshlrev_b32 v3, 2, v0\n buffer_load_dword v2, v3, s[4:7], 0 offen
    s_mov_b32 m0, -1\n ds_write_b32 v3, v1\n v_rcp_f32 v1, v1`,
};

/** The same of GFX9: instructions that Southern Islands do not have, and its own rates. */
const VEGA = `v_lshlrev_b32 v1, 2, v0\n global_load_dword v2, v1, s[2:3]\n s_waitcnt vmcnt(0)\n v_pk_add_u16 v3, v2, v0\n v_add_u32 v4, v3, v2
  v_cvt_f64_i32 v[6:7], v0\n v_fma_f64 v[8:9], v[6:7], v[6:7], v[6:7]\n v_rcp_f32 v10, v8\n v_lshlrev_b64 v[6:7], v0, v[8:9]
  v_cmp_gt_u32 vcc, 37, v0\n s_and_saveexec_b64 s[22:23], vcc\n s_cbranch_execz none\n v_mul_lo_u32 v5, v4, v0
  global_store_dword v1, v5, s[2:3] offset:4\n v_add_f64 v[6:7], v[8:9], v[6:7]\n none: s_mov_b64 exec, s[22:23]\n ds_write_b32 v1, v5
  ds_read_b64 v[12:13], v1\n s_waitcnt lgkmcnt(0)\n s_barrier\n global_atomic_add v14, v1, v5, s[2:3] glc
  global_atomic_or v1, v5, s[2:3]\n v_and_b32 v18, 3, v0\n v_mov_b32 v17, v18\n s_movk_i32 s20, 2\n s_set_gpr_idx_on s20, gpr_idx(DST)
  v_mov_b32 v16, v0\n s_set_gpr_idx_off\n v_mov_b32 v17, v18\n v_add_u32_sdwa v15, v4, v3 dst_sel:DWORD src0_sel:WORD_0 src1_sel:BYTE_1`;

function wordsOf(text: string, isa: Isa = DEFAULT_ISA): Uint32Array {
  const { words, problems } = assemble(isa, `${text}\n s_endpgm`);
  if (problems.length > 0) throw new Error(problems.map(({ message, text: line }) => `'${line}': ${message}`).join());
  return words;
}

function dataOf(memory: ReturnType<typeof createMemory>): void {
  const random = new Random(7);
  for (let word = 0; word < 4096; word++) memory.u32[DATA / 4 + word] = random.below(16);
}

/** The statistics of a launch as `--stats=all` has them, of all work-groups. */
function collected(code: Uint32Array, more: Partial<LaunchDescriptor>, every = 1) {
  const memory = createMemory();
  dataOf(memory);
  const collector = new Collector({ addresses: true, values: true, every });
  const launch = launchOf(memory, code, more);
  const { probe } = collector;
  const dispatch = new Dispatcher(memory, createInterpreter(memory, { probe }), { probe }).start(launch);
  const outcome = dispatch.run();
  const observations = collector.take();
  const counted: CountedLaunch = { counts: dispatch.counts.values, isa: launch.isa, code, observations };
  return { outcome, launch: counted, tally: tallyOf(counted), collector };
}

/** Of compiled code with addresses alone: it sums them up itself. */
function summedBy(code: Uint32Array, shape: Partial<LaunchDescriptor> = SHAPE): Tally {
  const memory = createMemory();
  dataOf(memory);
  const collector = new Collector({ addresses: true, values: false, every: 1 });
  const { probe } = collector;
  const dispatch = new Dispatcher(memory, createJit(memory, { probe }), { probe }).start(launchOf(memory, code, shape));
  dispatch.run();
  const { isa } = dispatch.launch;
  return tallyOf({ counts: dispatch.counts.values, isa, code, observations: collector.take() });
}

function independent(code: Uint32Array, more: Partial<LaunchDescriptor>) {
  const memory = createMemory();
  dataOf(memory);
  const engine = new CountingOracle(memory, new IndependentCount());
  const outcome = new Dispatcher(memory, engine).start(launchOf(memory, code, more)).run();
  return { outcome, result: engine.count.result, histograms: engine.count.histograms };
}

/**
 * Statistics with separate tests, since no step of an oracle shows them: resources of launches (occupancy, below), and
 * parts that compiled code leaves out.
 */
const isOfSteps = ({ name, collection }: Statistic): boolean => collection !== 'description' && name !== 'exits';

/** All ways to a number, beside the oracle's steps. */
function compare(t: ExecutionContext, code: Uint32Array, shape: Partial<LaunchDescriptor> & { readonly isa: string }) {
  const expected = independent(code, shape);
  const { outcome, tally } = collected(code, shape);
  t.is(outcome, 'done');
  t.is(expected.outcome, 'done');
  const all = valuesOf(tally);
  const names = STATISTICS.filter(isOfSteps).map(({ name }) => name);
  t.deepEqual(Object.fromEntries(names.map((name) => [name, all[name]])), expected.result);
  t.deepEqual(histogramsOf(tally), expected.histograms);
  // Counts of engines are the same for compiled code.
  const memory = createMemory();
  dataOf(memory);
  const dispatch = new Dispatcher(memory, createJit(memory)).start(launchOf(memory, code, shape));
  t.is(dispatch.run(), 'done');
  const compiled = valuesOf(tallyOf({ counts: dispatch.counts.values, isa: shape.isa, code }));
  // And sums of addresses by compiled code.
  const addresses = summedBy(code, shape);
  t.deepEqual(histogramsOf(addresses), expected.histograms);
  const summed = valuesOf(addresses);
  for (const row of STATISTICS.filter(isOfSteps)) {
    const { name, collection } = row;
    t.is(compiled[name], collection === 'counts' ? expected.result[name]! : null, name);
    t.is(summed[name], collection === 'values' ? null : expected.result[name]!, name);
  }
}

for (const [name, text] of Object.entries(KERNELS))
  test(`statistics are those that the oracle's steps give: ${name}`, (t) => {
    compare(t, wordsOf(text), { ...SHAPE, isa: DEFAULT_ISA.name });
  });

for (const chip of ['gfx900', 'gfx906'])
  test(`statistics are those that the oracle's steps give: ${chip}`, async (t) => {
    const isa = await loadIsa(chip);
    compare(t, wordsOf(VEGA, isa), { ...SHAPE, isa: isa.name });
  });

test('a refused access does not count, and the stopped instruction does', (t) => {
  const code = wordsOf(
    'v_lshlrev_b32 v1, 2, v0\n s_mov_b32 s6, -1\n s_mov_b32 s4, 0x10\n buffer_load_dword v2, v1, s[4:7], 0 offen',
  );
  const { outcome, tally } = collected(code, SHAPE);
  t.is(outcome, 'fault');
  t.like(valuesOf(tally), { vmemAccesses: 0, linesPerAccess: null, dataLines: 0 });
});

test('observations: an instruction that a fault stopped has had no lanes', (t) => {
  const code = wordsOf(
    `v_lshlrev_b32 v1, 2, v0\n v_cmp_gt_u32 vcc, 37, v0\n s_and_saveexec_b64 s[22:23], vcc\n v_add_i32 v2, vcc, 5, v0\n s_mov_b32 s6, -1
    s_mov_b32 s4, 0x10\n buffer_load_dword v2, v1, s[4:7], 0 offen\n v_add_i32 v2, vcc, 5, v0\n v_add_i32 v2, vcc, 5, v2`,
  );
  const shape = { ...SHAPE, globalSize: [64, 1, 1], localSize: [64, 1, 1] } as const;
  t.deepEqual(histogramsOf(summedBy(code, shape)), { ldsByConflicts: {}, valuByLanes: { 37: 1, 64: 2 } });
  t.deepEqual(histogramsOf(collected(code, shape).tally), { ldsByConflicts: {}, valuByLanes: { 37: 1, 64: 2 } });
  t.deepEqual(histogramsOf(tallyOf({ counts: new Counts().values, isa: DEFAULT_ISA.name, code })), {
    ldsByConflicts: null,
    valuByLanes: null,
  });
});

test('the statistics of instructions add up to those of the launch', (t) => {
  const { tally } = collected(wordsOf(KERNELS['atomics']!), SHAPE);
  const whole = valuesOf(tally);
  const units = ['lanes', 'values', 'wave-instructions', 'cycles', 'flushes', 'registers'];
  const rows = STATISTICS.filter(({ scope, unit }) => scope === 'instruction' && units.includes(unit));
  t.true(rows.length > 15);
  for (const { name, fold } of rows) {
    const parts = tally.instructions.map((one) => fold({ ...tally, invalid: 0, instructions: [one] }) ?? 0);
    t.is(
      parts.reduce((sum, part) => sum + part, 0),
      whole[name]!,
      name,
    );
  }
});

test('values are of every n-th work-group, and their number is reported', (t) => {
  const code = wordsOf(KERNELS['linear accesses of partial wavefronts']!);
  const all = valuesOf(collected(code, SHAPE).tally);
  const some = valuesOf(collected(code, SHAPE, 2).tally);
  t.is(some['sampledWorkGroups'], 2);
  t.is(some['vgprReadLanes']! * 3, all['vgprReadLanes']! * 2);
  t.is(some['vmemLines'], all['vmemLines']);
});

test('a collector begins anew with each launch', (t) => {
  const { collector } = collected(wordsOf(KERNELS['images']!), SHAPE);
  t.is(collector.take().addresses!.pages.length, 0);
});

test('data footprint: of several launches together, and separate by guest', (t) => {
  const code = wordsOf(KERNELS['linear accesses of partial wavefronts']!);
  const { launch, tally } = collected(code, SHAPE);
  const lines = tally.footprint!.lines;
  t.true(lines > 1);
  t.is(totalsOf([launch, launch]).tally.footprint!.lines, lines);
  t.is(totalsOf([launch, { ...launch, session: 2 }]).tally.footprint!.lines, 2 * lines);
  const { observations: _, ...unseen } = launch;
  t.is(totalsOf([launch, unseen]).tally.footprint, undefined);
});

test("occupancy follows the limits of the instruction set's chip", (t) => {
  const isa = 'narrow';
  const limits = { ...DEFAULT_CHIP.limits, wavefrontSize: 32, simdsPerComputeUnit: 2, vgprs: 128, vgprGranule: 8 };
  addChip({ ...DEFAULT_CHIP, id: isa, llvm: 'gfx9ff', isa, limits });
  const narrow = { vgprs: 8, sgprs: 8, ldsBytes: 0, scratchBytes: 0, workItems: 64, isa };
  t.deepEqual(occupancyOf({ ...narrow, vgprs: 33 }), { occupancy: 3, limit: 'VGPRs' });
  t.deepEqual(occupancyOf({ ...narrow, ldsBytes: 16 * 1024 }), { occupancy: 4, limit: 'LDS' });
});

test('occupancy and its limits', (t) => {
  const plain = { vgprs: 24, sgprs: 48, ldsBytes: 0, scratchBytes: 0, workItems: 64, isa: DEFAULT_ISA.name };
  t.deepEqual(occupancyOf(plain), { occupancy: 10, limit: 'hardware' });
  // The table of CLRX: most VGPRs, and most SGPRs, for so many wavefronts.
  for (const [wavefronts, sgprs, vgprs] of [
    [4, 128, 64],
    [5, 96, 48],
    [6, 80, 40],
    [7, 72, 36],
    [8, 64, 32],
    [9, 56, 28],
    [10, 48, 24],
  ]) {
    t.is(occupancyOf({ ...plain, vgprs: vgprs! }).occupancy, wavefronts!);
    t.is(occupancyOf({ ...plain, sgprs: sgprs! }).occupancy, wavefronts!);
  }
  t.deepEqual(occupancyOf({ ...plain, vgprs: 128 }), { occupancy: 2, limit: 'VGPRs' });
  t.deepEqual(occupancyOf({ ...plain, ldsBytes: 32 * 1024 }), { occupancy: 0.5, limit: 'LDS' });
  t.deepEqual(occupancyOf({ ...plain, workItems: 128 }), { occupancy: 8, limit: 'barriers' });
  t.deepEqual(occupancyOf({ ...plain, vgprs: 84, workItems: 448 }), { occupancy: 1.75, limit: 'work-group' });
  t.is(new Map(limitsOf(plain)).get('VGPRs'), 10);
  // 104 SGPRs: 512 / 104, and 800 / 112.
  t.deepEqual(occupancyOf({ ...plain, sgprs: 104 }), { occupancy: 4, limit: 'SGPRs' });
  t.deepEqual(occupancyOf({ ...plain, sgprs: 104, isa: 'gfx900' }), { occupancy: 7, limit: 'SGPRs' });
});

test('words select rows, and only data that these need is collected', (t) => {
  const needs = (...words: string[]) => {
    const rows = selectedRows(words);
    return [needsProbe(rows, 'addresses'), needsProbe(rows, 'values')];
  };
  t.deepEqual(needs('counts'), [false, false]);
  t.deepEqual(needs('linesPerAccess'), [true, false]);
  t.deepEqual(needs('counts', 'vgprReuseDistance'), [false, true]);
  t.deepEqual(needs('all'), [true, true]);
  t.is(selectedRows(['all']).length, STATISTICS.length);
  t.throws(() => selectedRows(['counts', 'speed']), { message: /there is no statistic 'speed'/ });
});
