// Multi2Sim's device: a static i386 guest of its ABI, and a kernel in Catalyst's convention that the test assembles.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { root } from '../../src/util/paths.js';
import { argument } from '../cal/model.js';
import { run, scratchFolder } from '../cli/atoll.js';
import { catalystImage, catalystKernel, output } from './catalyst-kernel.js';

/** values[i] = 2 * values[i] + addend, with a typed load as genuine kernels have them. */
const KERNEL = catalystKernel({
  body: `
    s_buffer_load_dword s24, s[8:11], 4
    tbuffer_load_format_x v2, v1, s[20:23], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT] offen
    s_waitcnt vmcnt(0) lgkmcnt(0)
    v_lshlrev_b32 v2, 1, v2
    v_add_i32 v2, vcc, s24, v2`,
  fields: { name: 'twice_plus', args: [output, argument({ name: 'addend', offset: 16 })], kernargSize: 32 },
});

function compileGuest(folder: string): string {
  const program = join(folder, 'guest');
  const source = join(root, 'test/driver/multi2sim-guest.c');
  execFileSync('gcc', ['-m32', '-static', '-O1', '-w', source, '-o', program]);
  return program;
}

interface Outcome {
  readonly lines: string[];
  readonly exitCode: number | undefined;
}

async function outcome(t: ExecutionContext, argv: (folder: string) => readonly string[]): Promise<Outcome> {
  const folder = scratchFolder(t);
  const { stdout, stderr, exitCode } = await run([compileGuest(folder), ...argv(folder)], ['--verbose']);
  t.log(String(stderr));
  return { lines: String(stdout).split('\n'), exitCode };
}

function imageFile(folder: string): string {
  const file = join(folder, 'twice_Kernels.bin');
  writeFileSync(file, catalystImage(KERNEL));
  return file;
}

const LAUNCHED = ['present 1', 'open 1', 'binary 0', 'bind 0', 'entries 1', 'finish 0', 'wrong 0'];

test('a program of the ABI runs an AMD-made kernel', async (t) => {
  const { lines, exitCode } = await outcome(t, (folder) => [imageFile(folder)]);
  t.deepEqual(lines, LAUNCHED);
  t.is(exitCode, 0);
});

test("a kernel works on the program's own memory when the runtime shares it", async (t) => {
  const { lines, exitCode } = await outcome(t, (folder) => [imageFile(folder), '--shared']);
  t.deepEqual(lines, LAUNCHED);
  t.is(exitCode, 0);
});

test('mistakes are errors for that program, and it continues', async (t) => {
  const { lines, exitCode } = await outcome(t, () => ['--bad']);
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
