// Records of small kernels in assembly.

import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from '../../src/emulator/counts.js';
import { Dispatcher, type LaunchDescriptor } from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import type { Observations } from '../../src/emulator/observations.js';
import { combineProbes } from '../../src/emulator/probes.js';
import { createJit, type JitOptions } from '../../src/jit/engine/jit.js';
import { Collector } from '../../src/statistics/observe/collector.js';
import { type RecordFile, withRecords } from '../../src/timing/records/reader.js';
import { SessionRecords } from '../../src/timing/records/session.js';
import { createMemory, DATA, launchOf } from '../emulator/harness.js';
import { assemble } from '../isa/southern-islands.js';

/** s[4:7] is a buffer of all data, s[2:3] the address of the data, s16 the number of the work-group. */
const USER = Uint32Array.of(0, 0, DATA, 0, DATA, 0, 0x10_0000, 0x27fac, 0, 0, 0, 0, 0, 0, 0, 0);

export function wordsOf(text: string): Uint32Array {
  const { words, problems } = assemble(`${text}\n s_endpgm`);
  if (problems.length > 0) throw new Error(problems.map(({ message, text: line }) => `'${line}': ${message}`).join());
  return words;
}

export interface Recorded {
  readonly launch: LaunchDescriptor;
  readonly counts: Counts;
  readonly observations: Observations;
  readonly file: string;
}

const folder = mkdtempSync(join(tmpdir(), 'atoll-records-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** Runs a kernel and records it, as the interpreter's probe does or by compiled code. */
export function record(
  text: string,
  shape: Partial<LaunchDescriptor> = {},
  compiled?: JitOptions,
  bad?: { readonly file: string; readonly failures: unknown[] },
): Recorded {
  const memory = createMemory();
  const launch = launchOf(memory, wordsOf(text), { userSgprs: USER, vgprs: 24, sgprs: 48, ...shape });
  const file = bad?.file ?? join(folder, `${files++}.blocks`);
  const fd = openSync(file, bad ? 'r+' : 'wx+');
  const records = new SessionRecords((error) => {
    if (!bad) throw error;
    bad.failures.push(error);
  });
  const collector = new Collector({ addresses: true, values: false, every: 1 });
  const probe = combineProbes([records.probe, collector.probe])!;
  const engine = compiled ? createJit(memory, { ...compiled, probe }) : createInterpreter(memory, { probe });
  const dispatcher = new Dispatcher(memory, engine, { probe });
  records.begin(fd, file, launch, memory);
  const dispatch = dispatcher.start(launch);
  if (dispatch.run() !== 'done') throw new Error('the kernel did not end');
  const complete = records.end();
  closeSync(fd);
  dispatcher.close();
  if (!complete) throw new Error('there are no records');
  return { launch, counts: dispatch.counts, observations: collector.take(), file };
}

export const read = <Result>({ file }: Recorded, use: (records: RecordFile) => Result): Result =>
  withRecords(file, use);

export const KERNELS: Readonly<Record<string, string>> = {
  'divergence, LDS and barriers': `s_mov_b32 m0, -1\n s_mov_b32 s20, 0\n v_lshlrev_b32 v3, 2, v0\n v_mov_b32 v1, 7
    again: v_cmp_gt_u32 vcc, 37, v0\n s_and_saveexec_b64 s[22:23], vcc\n s_cbranch_execz none\n v_add_i32 v1, vcc, 5, v1
    v_mul_lo_u32 v1, v1, v0\n none: s_mov_b64 exec, s[22:23]\n ds_write_b32 v3, v1\n s_waitcnt lgkmcnt(0)\n s_barrier
    ds_read_b32 v2, v3\n v_xor_b32 v1, v1, v2\n s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, 4\n s_cbranch_scc1 again`,
  'accesses of all kinds': `v_lshlrev_b32 v1, 2, v0\n s_mul_i32 s20, s16, 0x190\n v_add_i32 v1, vcc, s20, v1
    buffer_load_dword v2, v1, s[4:7], 0 offen\n s_load_dwordx4 s[24:27], s[2:3], 0x3f\n s_waitcnt vmcnt(0) & lgkmcnt(0)
    v_mul_u32_u24 v4, 0x104, v0\n buffer_load_dwordx4 v[8:11], v4, s[4:7], 0 offen\n v_and_b32 v5, 28, v0
    buffer_atomic_add v2, v5, s[4:7], 0 offen glc\n s_waitcnt vmcnt(0)\n buffer_store_dword v2, v1, s[4:7], 0 offen`,
  'banks of LDS': `s_mov_b32 m0, -1\n v_lshlrev_b32 v1, 3, v0\n v_lshlrev_b32 v2, 7, v0\n ds_write_b32 v1, v0\n ds_write_b32 v2, v0
    ds_read_b64 v[4:5], v1\n ds_read2_b32 v[6:7], v1 offset0:3 offset1:35\n ds_add_u32 v1, v0`,
  'lanes that are all off': `s_mov_b64 exec, 0\n v_add_f32 v1, v0, v0\n v_lshlrev_b32 v3, 2, v0
    buffer_load_dword v2, v3, s[4:7], 0 offen\n s_mov_b32 m0, -1\n ds_write_b32 v3, v1`,
  'a loop of many iterations': `s_mov_b32 s20, 0\n loop: s_add_u32 s20, s20, 1\n v_add_f32 v1, v1, v0\n s_cmp_lt_u32 s20, 0x1770
    s_cbranch_scc1 loop`,
};
/** Work-groups of two wavefronts, the last one with fewer lanes. */
export const SHAPE = { ldsBytes: 16384, globalSize: [300, 1, 1], localSize: [100, 1, 1] } as const;
