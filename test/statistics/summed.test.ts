// Sums of addresses by compiled code, which recognises patterns, beside those of the interpreter's probe.

import test from 'ava';
import { Dispatcher, type Engine, type GpuMemory, type LaunchDescriptor } from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { ACCESS_FIELDS, PAGE_FIELDS } from '../../src/emulator/observations.js';
import type { Probe } from '../../src/emulator/probes.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { assemblyReport } from '../../src/isa/report.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { totalsOf } from '../../src/statistics/decoded-tallies.js';
import type { Bins } from '../../src/statistics/instruction-bins.js';
import { Collector } from '../../src/statistics/observe/collector.js';
import { rowsOf } from '../../src/statistics/observe/instruction-sums.js';
import { createMemory, DATA, launchOf } from '../emulator/harness.js';
import { Random } from '../emulator/random.js';
import { KERNELS, wordsOf } from '../timing/recorded.js';

const USER = Uint32Array.of(0, 0, DATA, 0, DATA, 0, 0x10_0000, 0x27fac, 0, 0, 0, 0, 0, 0, 0, 0);
const SHAPES: Readonly<Record<string, Partial<LaunchDescriptor>>> = {
  'partial wavefronts': { globalSize: [300, 1, 1], localSize: [100, 1, 1] },
  'many work-groups': { globalSize: [4096, 1, 1], localSize: [128, 1, 1] },
};
const MORE: Readonly<Record<string, string>> = {
  'a loop with a single access': `s_mov_b32 m0, -1\n s_mov_b32 s20, 0\n v_lshlrev_b32 v1, 2, v0
    loop: ds_read_b32 v2, v1\n s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, 8\n s_cbranch_scc1 loop`,
  'patterns that move, within lines and over them': `s_mov_b32 s20, 0\n s_mov_b32 m0, -1\n v_lshlrev_b32 v1, 2, v0\n v_and_b32 v9, 15, v0
    v_lshlrev_b32 v9, 6, v9\n loop: v_add_i32 v3, vcc, s20, v1\n buffer_load_dword v2, v3, s[4:7], 0 offen
    v_add_i32 v4, vcc, s20, v9\n buffer_load_dwordx2 v[5:6], v4, s[4:7], 0 offen\n ds_write_b32 v4, v2\n ds_read2_b32 v[7:8], v4 offset1:17
    ds_read_u8 v7, v3\n s_add_u32 s20, s20, 28\n s_cmp_lt_u32 s20, 0x800\n s_cbranch_scc1 loop`,
  'addresses without a pattern': `s_mov_b32 m0, -1\n v_lshlrev_b32 v1, 2, v0\n s_mov_b32 s20, 0
    loop: buffer_load_dword v1, v1, s[4:7], 0 offen\n s_waitcnt vmcnt(0)\n v_and_b32 v1, 0x3ffc, v1\n ds_add_u32 v1, v0
    v_add_i32 v2, vcc, 64, v1\n ds_read2st64_b32 v[3:4], v2 offset1:1\n s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, 6\n s_cbranch_scc1 loop`,
  'fewer and fewer lanes': `s_mov_b32 m0, -1\n v_lshlrev_b32 v1, 2, v0\n s_movk_i32 s20, 0x40\n s_mov_b64 s[24:25], exec
    loop: v_cmp_gt_u32 vcc, s20, v0\n s_and_saveexec_b64 s[22:23], vcc\n s_lshl_b32 s21, s20, 2\n v_add_i32 v2, vcc, s21, v1
    ds_read_b32 v3, v2\n ds_read_b32 v4, v1\n v_mul_u32_u24 v5, 12, v0\n buffer_store_dword v3, v5, s[4:7], 0 offen\n s_mov_b64 exec, s[24:25]
    s_lshr_b32 s20, s20, 1\n s_cmp_lg_u32 s20, 0\n s_cbranch_scc1 loop`,
  'one base for many accesses of LDS, moving to the limit in M0 and beyond': `s_movk_i32 m0, 0x1000\n v_mul_u32_u24 v1, 7, v0\n v_lshlrev_b32 v12, 2, v0
    s_mov_b32 s20, 0
    loop: v_add_i32 v13, vcc, s20, v12\n ds_read_b64 v[8:9], v13\n v_add_i32 v2, vcc, s20, v1\n ds_read_b32 v3, v2\n ds_read_b32 v4, v2 offset:2000\n ds_read2_b32 v[5:6], v2 offset0:3 offset1:200
    ds_read2st64_b64 v[8:11], v2 offset1:3\n ds_read_u8 v7, v2 offset:3\n ds_read_u16 v7, v2 offset:5\n ds_write_b64 v2, v[3:4] offset:12
    ds_add_u32 v2, v3 offset:4\n s_addk_i32 s20, 0x64\n s_cmp_lt_u32 s20, 0x1400\n s_cbranch_scc1 loop`,
  'a base that changes between accesses, sums that wrap, lanes far apart': `s_mov_b32 m0, -1\n v_lshlrev_b32 v1, 3, v0\n s_mov_b32 s20, 8
    v_lshlrev_b32 v9, 31, v0\n v_lshlrev_b32 v8, 7, v0\n v_or_b32 v9, v9, v8\n v_sub_i32 v8, vcc, 0x100, v1\n s_mov_b32 s21, 0
    loop: v_mov_b32 v2, v1\n ds_read_b32 v3, v2\n ds_read_b32 v4, v2 offset:4\n v_subrev_i32 v2, vcc, s20, v2\n ds_read_b32 v3, v2 offset:1024
    ds_read2_b32 v[4:5], v2 offset1:1\n v_add_i32 v2, vcc, v2, v2\n ds_write_b32 v2, v0\n ds_write_b64 v2, v[4:5] offset:32
    v_add_i32 v10, vcc, s21, v9\n ds_read_b32 v3, v10 offset:4096\n ds_read_b32 v3, v10 offset:8\n s_xor_b32 s21, s21, 0x7ffff000\n ds_read_b32 v3, v8\n ds_read_b32 v3, v8 offset:64
    s_lshl_b32 s20, s20, 1\n s_cmp_lt_u32 s20, 0x400\n s_cbranch_scc1 loop`,
  'lines beyond what a pattern holds, and places beyond two': `v_mul_u32_u24 v1, 0x7c, v0\n s_mov_b32 s20, 0
    loop: buffer_load_dwordx4 v[4:7], v1, s[4:7], 0 offen\n buffer_load_dwordx4 v[4:7], v1, s[4:7], 0 offen offset:62
    v_mul_u32_u24 v2, 0xfff, v0\n buffer_load_dwordx2 v[4:5], v2, s[4:7], 0 offen\n s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, 3
    s_cbranch_scc1 loop`,
};

type Create = (memory: GpuMemory, probe: Probe) => Engine;

const sorted = (bins: Bins = new Map()) => [...bins].sort(([one], [other]) => one - other);

/** Launches, one after the other on one engine, and the observations of each. */
function observed(
  texts: readonly string[],
  shape: Partial<LaunchDescriptor>,
  create: Create,
  codeOf = wordsOf,
): object[] {
  const memory = createMemory();
  const random = new Random(11);
  for (let word = 0; word < 0x4_0000; word++) memory.u32[DATA / 4 + word] = random.below(2 ** 14) & ~3;
  const collector = new Collector({ addresses: true, values: false, every: 1 });
  const { probe } = collector;
  const dispatcher = new Dispatcher(memory, create(memory, probe), { probe });
  return texts.map((text) => {
    const code = codeOf(text);
    const launch = launchOf(memory, code, { userSgprs: USER, vgprs: 24, sgprs: 48, ldsBytes: 16384, ...shape });
    const dispatch = dispatcher.start(launch);
    if (dispatch.run() !== 'done') throw new Error('the kernel did not end');
    const observations = collector.take();
    const { instructions, pages } = observations.addresses!;
    const { tally } = totalsOf([{ counts: dispatch.counts.values, isa: launch.isa, code, observations }]);
    const rows = [...rowsOf(ACCESS_FIELDS, instructions)].sort((one, other) => one.word - other.word);
    const lines = Array.from({ length: pages.length / PAGE_FIELDS }, (_, n) =>
      [...pages.subarray(PAGE_FIELDS * n, PAGE_FIELDS * (n + 1))].join(' '),
    );
    const bins = tally.instructions.map(({ offset, fewer, conflicts }) => [offset, sorted(fewer), sorted(conflicts)]);
    return { rows, lines: lines.sort(), bins };
  });
}

const interpreted: Create = (memory, probe) => createInterpreter(memory, { probe });
const compiled: Create = (memory, probe) => createJit(memory, { probe });

for (const [shapeName, shape] of Object.entries(SHAPES)) {
  for (const [name, text] of Object.entries({ ...KERNELS, ...MORE }))
    test(`compiled code adds up the observations of the probe: ${name}, ${shapeName}`, (t) => {
      t.deepEqual(observed([text], shape, compiled), observed([text], shape, interpreted));
    });

  test(`launches of several kernels do not add to one another: ${shapeName}`, (t) => {
    const texts = [...Object.values(MORE), ...Object.values(MORE)];
    t.deepEqual(observed(texts, shape, compiled), observed(texts, shape, interpreted));
  });
}

test('LDS of GFX9, which has no limit in M0, and where sums wrap', async (t) => {
  const isa = await loadIsa('gfx906');
  const codeOf = (text: string): Uint32Array => assemblyReport(isa, `${text}\n s_endpgm`, 'gfx906').words;
  const text = `v_lshlrev_b32 v1, 7, v0\n s_movk_i32 s20, 0x100
    loop: v_subrev_u32 v2, s20, v1\n ds_read_b32 v3, v2\n ds_read_b32 v3, v2 offset:0x800\n ds_read_b64 v[4:5], v2 offset:2
    ds_read2_b32 v[4:5], v2 offset1:9\n ds_add_u32 v2, v0 offset:6\n ds_write_b96 v2, v[3:5] offset:16\n s_add_u32 s20, s20, 0x102
    s_cmp_lt_u32 s20, 0x1000\n s_cbranch_scc1 loop`;
  const shape = { isa: isa.name, ...SHAPES['partial wavefronts'] };
  t.deepEqual(observed([text], shape, compiled, codeOf), observed([text], shape, interpreted, codeOf));
});
