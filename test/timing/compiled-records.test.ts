// Compiled code, V8's and clang's, has the records of the interpreter's probe: every word of every wavefront,
// and the sums of addresses. ATOLL_LONG: clang's of all kernels, for every level of the instruction set.

import test, { type ExecutionContext } from 'ava';
import type { LaunchDescriptor } from '../../src/emulator/index.js';
import { ACCESS_FIELDS } from '../../src/emulator/observations.js';
import type { JitOptions } from '../../src/jit/engine/jit.js';
import { rowsOf } from '../../src/statistics/observe/instruction-sums.js';
import type { RecordFile } from '../../src/timing/records/reader.js';
import { CompiledAtOnce, LEVELS } from '../jit/native/compiled.js';
import { KERNELS, type Recorded, read, record, SHAPE } from './recorded.js';

/** The words of each wavefront. */
const streams = (records: RecordFile): readonly string[] => {
  const { groups, wavefronts } = records.launch;
  return Array.from({ length: groups * wavefronts }, (_, n) => {
    const [group, wavefront] = [Math.floor(n / wavefronts), n % wavefronts];
    const chunks = Array.from({ length: records.chunks(group, wavefront) }, (__, at) =>
      Array.from(records.chunk(group, wavefront, at), (word) => word.toString(16)).join(' '),
    );
    return `${group}.${wavefront}: ${chunks.join(' ')}`;
  });
};

const rows = ({ observations }: Recorded): readonly object[] =>
  [...rowsOf(ACCESS_FIELDS, observations.addresses!.instructions)].sort((one, other) => one.word - other.word);

const pages = ({ observations }: Recorded): readonly number[] => {
  const all = observations.addresses!.pages;
  const triples = Array.from({ length: all.length / 3 }, (_, n) => [...all.subarray(3 * n, 3 * n + 3)]);
  return triples
    .sort(([one], [other]) => one! - other!)
    .flatMap(([page, ...lines]) => [page!, ...lines.map((word) => word >>> 0)]);
};

/** Kernels for special features of compiled code. */
const MORE: Readonly<Record<string, string>> = {
  'linear accesses': `v_lshlrev_b32 v1, 2, v0\n buffer_load_dword v2, v1, s[4:7], 0 offen\n s_waitcnt vmcnt(0)\n v_add_i32 v2, vcc, 3, v2
    buffer_store_dword v2, v1, s[4:7], 0 offen offset:2048\n v_lshlrev_b32 v3, 4, v0\n buffer_load_dwordx4 v[4:7], v3, s[4:7], 0 offen
    buffer_load_ubyte v8, v0, s[4:7], 0 offen\n v_mov_b32 v9, 16\n buffer_load_dword v10, v9, s[4:7], 0 offen`,
  'scalar loads among accesses of lanes': `v_lshlrev_b32 v1, 2, v0\n v_add_i32 v2, vcc, 4, v1\n s_load_dword s20, s[2:3], 0x3
    buffer_load_dword v2, v1, s[4:7], 0 offen\n s_load_dwordx8 s[24:31], s[2:3], 0x3d\n s_buffer_load_dwordx2 s[32:33], s[4:7], 0x1
    s_waitcnt vmcnt(0) & lgkmcnt(0)\n v_add_i32 v2, vcc, s24, v2\n buffer_store_dword v2, v1, s[4:7], 0 offen`,
  'what is outside of a buffer': `v_lshlrev_b32 v1, 4, v0\n s_mov_b32 s6, 0x208\n buffer_load_dwordx4 v[4:7], v1, s[4:7], 0 offen
    buffer_store_dwordx2 v[4:5], v1, s[4:7], 0 offen offset:4\n s_buffer_load_dwordx16 s[20:35], s[4:7], 0x7c`,
  'EXEC by vector comparisons': `v_cmpx_lt_u32 vcc, 20, v0\n v_lshlrev_b32 v1, 5, v0\n buffer_load_ushort v2, v1, s[4:7], 0 offen
    s_mov_b64 s[20:21], exec\n v_cmpx_eq_u32 vcc, 21, v0\n buffer_store_short v2, v1, s[4:7], 0 offen\n s_or_b64 exec, s[20:21], exec`,
  'computed jumps': `s_getpc_b64 s[22:23]\n s_add_u32 s22, s22, 20\n s_addc_u32 s23, s23, 0\n s_setpc_b64 s[22:23]\n s_nop 0\n s_nop 0
    v_lshlrev_b32 v1, 2, v0\n buffer_load_dword v2, v1, s[4:7], 0 offen\n s_cbranch_scc0 on\n on: v_mov_b32 v2, v1`,
  'what the interpreter executes': `v_lshlrev_b32 v1, 2, v0\n buffer_load_dword v2, v1, s[4:7], 0 offen\n s_memtime s[20:21]
    s_dcache_inv\n buffer_wbinvl1\n s_waitcnt lgkmcnt(0)\n buffer_store_dword v2, v1, s[4:7], 0 offen`,
  'a loop with accesses': `s_mov_b32 s20, 0\n v_lshlrev_b32 v1, 2, v0\n s_mov_b32 m0, -1
    loop: s_lshl_b32 s21, s20, 6\n v_add_i32 v3, vcc, s21, v1\n buffer_load_dword v2, v3, s[4:7], 0 offen\n s_waitcnt vmcnt(0)
    ds_write_b32 v1, v2 offset:12\n ds_read2st64_b32 v[4:5], v1 offset0:0 offset1:4\n s_waitcnt lgkmcnt(0)\n v_and_b32 v6, 0x7c, v4
    buffer_atomic_add v5, v6, s[4:7], 0 offen offset:64\n s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, 0x280\n s_cbranch_scc1 loop`,
};

const SHAPES: Readonly<Record<string, Partial<LaunchDescriptor>>> = {
  'partial wavefronts': SHAPE,
  'whole wavefronts': { ...SHAPE, globalSize: [512, 1, 1], localSize: [256, 1, 1] },
  'rows of 16': { ...SHAPE, globalSize: [64, 8, 1], localSize: [16, 8, 1] },
};

function same(t: ExecutionContext, text: string, shape: Partial<LaunchDescriptor>, how: JitOptions): void {
  const [expected, recorded] = [record(text, shape), record(text, shape, how)];
  t.deepEqual(read(recorded, streams), read(expected, streams));
  t.deepEqual(rows(recorded), rows(expected));
  t.deepEqual(pages(recorded), pages(expected));
}

for (const [name, text] of Object.entries({ ...KERNELS, ...MORE }))
  for (const [shapeName, shape] of Object.entries(SHAPES))
    test(`compiled code records as the probe does: ${name}, ${shapeName}`, (t) => same(t, text, shape, {}));

/** One for each way of recording: detours, rows, scalar items, a room that fills; each costs a call of clang. */
const FOR_CLANG: readonly string[] = [
  'accesses of all kinds',
  'scalar loads among accesses of lanes',
  'a loop with accesses',
];
const LONG = process.env['ATOLL_LONG'] !== undefined;

for (const level of LONG ? LEVELS : LEVELS.slice(-1))
  for (const [name, text] of Object.entries({ ...KERNELS, ...MORE }))
    if (LONG || FOR_CLANG.includes(name))
      test(`machine code by clang of level ${level} records as the probe does: ${name}`, (t) => {
        const store = new CompiledAtOnce(level);
        for (const shape of Object.values(SHAPES)) same(t, text, shape, { store, nativeCode: store });
        t.true(store.compiled > 0);
      });

test('a block with more accesses than there is room for at once', (t) => {
  const text = `v_lshlrev_b32 v1, 2, v0\n ${'buffer_load_dwordx4 v[4:7], v1, s[4:7], 0 offen offset:68\n'.repeat(480)}`;
  same(t, text, { ...SHAPE, globalSize: [100, 1, 1] }, {});
});

test('a kernel that is translated while it runs is recorded by the interpreter, and then by compiled code', (t) => {
  const text = KERNELS['a loop of many iterations']!;
  const recorded = record(text, { ...SHAPE, globalSize: [3000, 1, 1] }, { tiering: {} });
  const expected = record(text, { ...SHAPE, globalSize: [3000, 1, 1] });
  t.deepEqual(read(recorded, streams), read(expected, streams));
});
