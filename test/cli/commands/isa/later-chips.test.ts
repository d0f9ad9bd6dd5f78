// Commands that inspect kernels, on the chips after Southern Islands: one run each, because all derive from their
// tables.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../../atoll.js';

const KERNEL = `kernel void k(global int* p) { p[get_global_id(0)] = 40 + 2 * (int)get_local_id(0); }`;
const GOOD = 'build 0\nenqueue 0\nwait 0 execution 0\nread 0 value 42';

test('gfx906 is listed with its own instructions', async (t) => {
  const { stdout } = await atoll(['isa', '--gpu', 'gfx906', 'v_dot4_i32_i8', '--semantics']);
  t.regex(String(stdout), /v_dot4_i32_i8/);
  t.is((await atoll(['isa', '--gpu', 'gfx900', 'v_dot4_i32_i8'])).exitCode, 64);
});

test('fiji: the trace shows its instructions; lock step finds no difference, and coverage has every instruction', async (t) => {
  const folder = scratchFolder(t);
  const [trace, coverage] = [join(folder, 'trace'), join(folder, 'coverage.json')];
  const guest = compile(t, kernelProgram(KERNEL, 128));
  const traced = await run([guest], ['--device', 'fiji', '--trace-isa', trace]);
  t.is(traced.stdout, GOOD, String(traced.stderr));
  t.regex(readFileSync(trace, 'utf8'), /s_load_dwordx2[\s\S]*flat_store_dword/);
  const { stdout, stderr } = await run(
    [guest],
    ['--device', 'fiji', '--lockstep', 'jit,interp', '--coverage', coverage],
  );
  t.is(stdout, GOOD, String(stderr));
  const report = String((await atoll(['coverage', 'report', coverage])).stdout);
  const [, executed, all] = /kernel k: (\d+) of (\d+) instructions in 1 launches/.exec(report) ?? [];
  t.is(executed, all, report);
});

test('vega10: a breakpoint stops before an instruction, and a changed register changes the result', async (t) => {
  const guest = compile(t, kernelProgram(KERNEL, 128));
  const file = join(scratchFolder(t), 'commands');
  const stopped = async (place: string, commands: readonly string[]) => {
    writeFileSync(file, `${commands.join('\n')}\n`);
    return await run([guest], ['--device', 'vega10', '--break', place, '--break-commands', file]);
  };
  const listing = String((await stopped('k', ['list +0x0 40', 'c'])).stderr);
  const [, offset, data] = /(\+0x[0-9a-f]+) .*global_store_dword \S+ (v\d+),/.exec(listing) ?? [];
  const { stdout, stderr } = await stopped(`k:${offset}`, [`set ${data}[1] = 4711`, 'delete', 'c']);
  t.is(stdout, GOOD.replace('42', '4711'), `${listing}${stderr}`);
});
