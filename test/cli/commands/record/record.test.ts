// `atoll record` and `atoll replay`: a launch again on every engine, and files that are none.

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readRecordings } from '../../../../src/replay/reader.js';
import { writeRecordings } from '../../../../src/replay/writer.js';
import { root } from '../../../../src/util/paths.js';
import { compile, HANG_MS, kernelProgram, scratchFolder } from '../../atoll.js';

const KERNEL = `kernel void k(global int* p) { local int tile[256]; int i = get_local_id(0); tile[i] = i * 3;
  barrier(CLK_LOCAL_MEM_FENCE); p[get_global_id(0)] = tile[255 - i] + 1; }`;
const atoll = (...args: string[]): SpawnSyncReturns<string> =>
  spawnSync(join(root, 'bin/atoll'), args, { encoding: 'utf8', timeout: HANG_MS });

test('a launch is recorded, and equal on every engine; another result is not', (t) => {
  const [guest, folder] = [compile(t, kernelProgram(KERNEL, 512)), scratchFolder(t)];
  const file = join(folder, 'launch');
  const recorded = atoll('record', '-o', file, '--kernel', 'k', '--', guest);
  t.is(recorded.status, 0, recorded.stderr);
  t.regex(recorded.stderr, /recorded kernel k: atoll replay/);
  t.deepEqual(readdirSync(folder), ['launch']);
  for (const flags of [
    ...['jit', 'wasm', 'native', 'interp', 'oracle'].map((name) => ['--engine', name]),
    ['--lockstep', 'jit,interp'],
    ['--lockstep', 'interp,jit'],
  ]) {
    const { status, stdout, stderr } = atoll('replay', file, ...flags);
    t.is(status, 0, `${flags}: ${stdout}${stderr}`);
    t.is(stdout, 'kernel k: equal to the recording\n');
  }
  const recording = readRecordings(file)[0]!.read();
  t.true(recording.after.size > 0);
  const [page, bytes] = [...recording.after][0]!;
  const other = Uint8Array.from(bytes);
  other[0]! ^= 1;
  writeRecordings(file, [{ ...recording, after: new Map([...recording.after, [page, other]]) }]);
  const differs = atoll('replay', file);
  t.is(differs.status, 1, differs.stderr);
  t.regex(differs.stdout, /^1 bytes differ, first 0x/);

  const whole = readFileSync(file);
  const refused = (content: Uint8Array, pattern: RegExp): void => {
    writeFileSync(file, content);
    const { status, stderr } = atoll('replay', file);
    t.is(status, 125);
    t.regex(stderr, pattern);
  };
  refused(whole.subarray(0, whole.length - 9), /launch, offset \d+: the recording is truncated/);
  refused(Buffer.from(whole).fill(99, 8, 9), /offset 8: version 99/);
  refused(Buffer.concat([whole.subarray(0, 52), Buffer.from('?'), whole.subarray(53)]), /offset 48: .*damaged/);
  refused(Buffer.from('text'), /offset 0: not a recording/);
});

test('a recording that cannot be written is refused before the program starts; one without a launch gives an exit status', (t) => {
  const [guest, folder] = [compile(t, kernelProgram(KERNEL, 512)), scratchFolder(t)];
  const absent = atoll('record', '-o', join(folder, 'no/launch'), '--', guest);
  t.is(absent.status, 125, absent.stderr);
  t.regex(absent.stderr, /cannot write the recording .*no.launch: ENOENT/);
  t.is(absent.stdout, '');
  const older = join(folder, 'launch');
  writeFileSync(older, 'older');
  for (const blocks of [[], ['--blocks']]) {
    const none = atoll('record', ...blocks, '-o', older, '--launch', '9', '--', guest);
    t.is(none.status, 125, none.stderr);
    t.regex(none.stderr, /nothing was recorded/);
    t.regex(none.stdout, /read 0 value/);
    t.is(readFileSync(older, 'utf8'), 'older');
  }
  t.deepEqual(readdirSync(folder), ['launch']);
});

test('several launches are in one file, each to be run alone', (t) => {
  const source = kernelProgram(KERNEL, 512).replace(
    /(status = clEnqueueNDRangeKernel[^;]*;)/,
    'for (int n = 0; n < 3; n++) { $1 }',
  );
  const [guest, folder] = [compile(t, source), scratchFolder(t)];
  const file = join(folder, 'launches');
  const recorded = atoll('record', '-o', file, '--launch', '2-3', '--', guest);
  t.is(recorded.status, 0, recorded.stderr);
  t.regex(recorded.stderr, /recorded 2 launches/);
  t.is(readRecordings(file).length, 2);
  const line = 'kernel k: equal to the recording\n';
  t.is(atoll('replay', file).stdout, `launch 1: ${line}launch 2: ${line}`);
  t.is(atoll('replay', file, '--launch', '2').stdout, line);
  t.regex(atoll('replay', file, '--launch', '3').stderr, /there is no launch '3': the file has 2/);
  const fewer = atoll('record', '-o', file, '--launch', '3-9', '--', guest);
  t.regex(fewer.stderr, /ended after 3 launches of any kernel, requested: 3 to 9\n.*recorded 1 launch:/);
  t.regex(atoll('record', '-o', file, '--launch', '3-2', '--', guest).stderr, /'3-2' is neither a number/);
});
