// Multi2Sim's device: a static i386 guest of its ABI, and a kernel in Catalyst's convention that the test assembles.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { CONSTANT_BUFFER_0 } from '../../src/cal/catalyst.js';
import { USER_DATA_CLASS } from '../../src/cal/prog-info.js';
import { writeCalImage } from '../../src/cal/writer.js';
import { assemble } from '../../src/isa/assemble.js';
import { root } from '../../src/paths.js';
import { argument, blankKernel } from '../cal/model.js';
import { run, scratchFolder } from '../cli/atoll.js';

/** values[i] = 2 * values[i] + addend. User SGPRs: UAV 10 in s[4:7], constant buffers 0 and 1 in s[8:11] and s[12:15]. */
const KERNEL = `
  s_buffer_load_dword s0, s[8:11], ${CONSTANT_BUFFER_0.localSize / 4}
  s_buffer_load_dword s1, s[12:15], 0
  s_buffer_load_dword s2, s[12:15], 4
  s_waitcnt lgkmcnt(0)
  s_mul_i32 s0, s16, s0
  v_add_i32 v0, vcc, s0, v0
  v_lshlrev_b32 v0, 2, v0
  v_add_i32 v0, vcc, s1, v0
  tbuffer_load_format_x v1, v0, s[4:7], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT] offen
  s_waitcnt vmcnt(0)
  v_lshlrev_b32 v1, 1, v1
  v_add_i32 v1, vcc, s2, v1
  buffer_store_dword v1, v0, s[4:7], 0 offen
  s_endpgm
`;

/** 16 user SGPRs and the work-group id x. */
const RSRC2 = (16 << 1) | (1 << 7);

function image(): Uint8Array {
  const { words, problems } = assemble(KERNEL);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const code = new Uint8Array(words.buffer, words.byteOffset, words.byteLength).slice();
  const kernel = {
    ...blankKernel,
    name: 'twice_plus',
    convention: 'amd' as const,
    code,
    textSize: code.length,
    vgprs: 2,
    sgprs: 20,
    rsrc2: RSRC2,
    userElements: [
      { dataClass: USER_DATA_CLASS.immUav, apiSlot: 10, firstSgpr: 4, sgprCount: 4 },
      { dataClass: USER_DATA_CLASS.immConstantBuffer, apiSlot: 0, firstSgpr: 8, sgprCount: 4 },
      { dataClass: USER_DATA_CLASS.immConstantBuffer, apiSlot: 1, firstSgpr: 12, sgprCount: 4 },
    ],
    uavs: [{ id: 10, words: [4, 0, 5] as const }],
    constantBuffers: [
      { index: 1, vectors: 2 },
      { index: 0, vectors: 15 },
    ],
    args: [
      argument({ name: 'values', kind: 'global', typeName: 'uint*', addressQualifier: 'global', resourceId: 10 }),
      argument({ name: 'addend', offset: 16 }),
    ],
    kernargSize: 32,
  };
  const empty = new Uint8Array(0);
  return writeCalImage({
    device: 'tahiti',
    compileOptions: '',
    driverText: '',
    intermediate: empty,
    globalData: empty,
    kernels: [kernel],
  });
}

function compileGuest(folder: string): string {
  const program = join(folder, 'guest');
  const source = join(root, 'test/driver/multi2sim-guest.c');
  execFileSync('gcc', ['-m32', '-static', '-O1', '-w', source, '-o', program]);
  return program;
}

async function output(
  t: ExecutionContext,
  argument: (folder: string) => string,
): Promise<{ lines: string[]; exitCode: number | undefined }> {
  const folder = scratchFolder(t);
  const { stdout, stderr, exitCode } = await run([compileGuest(folder), argument(folder)], ['--verbose']);
  t.log(String(stderr));
  return { lines: String(stdout).split('\n'), exitCode };
}

test('a program of the ABI runs an AMD-made kernel', async (t) => {
  const { lines, exitCode } = await output(t, (folder) => {
    const file = join(folder, 'twice_Kernels.bin');
    writeFileSync(file, image());
    return file;
  });
  t.deepEqual(lines, ['present 1', 'open 1', 'binary 0', 'bind 0', 'entries 1', 'finish 0', 'wrong 0']);
  t.is(exitCode, 0);
});

test('mistakes are errors for that program, and it goes on', async (t) => {
  const { lines, exitCode } = await output(t, () => '--bad');
  t.deepEqual(lines, [
    'present 1',
    'open 1',
    'unknown request 1',
    'no kernel 1',
    'no NDRange 1',
    'foreign memory 1',
    'bad pointer 1',
    'no binary 1',
  ]);
  t.is(exitCode, 0);
});
